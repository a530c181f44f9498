/* Statuses: how a call ended. A status is always the return value; results are written through the
 * last parameter, which is untouched on failure. Library code never prints, exits or reads the
 * environment. */
#ifndef FOOTRACE_MAPS_STATUS_H
#define FOOTRACE_MAPS_STATUS_H

#if defined(__GNUC__)
#define FR_MUST_USE __attribute__((warn_unused_result))
#else
#define FR_MUST_USE
#endif

enum fr_status {
    FR_OK = 0,
    FR_NO_MEMORY,   /* the allocator refused */
    FR_UNSUPPORTED, /* the callee does not support this map or these options */
    FR_BAD_INPUT,   /* a malformed file or argument; a struct fr_error says where */
    FR_SYSTEM_ERROR /* such as a full disk or too many open files; a struct fr_error has details */
};

#endif
