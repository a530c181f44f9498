/* Statuses: how a call ended. A status is always the return value; results leave through the last
 * parameter, untouched on failure. Library code never prints, exits or reads the environment. */
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
    FR_UNSUPPORTED, /* this map or these options are outside what the callee does */
    FR_BAD_INPUT,   /* a file or an argument is malformed; a struct fr_error says where */
    FR_SYSTEM_ERROR /* the system refused: a full disk, no descriptors; a struct fr_error says what */
};

#endif
