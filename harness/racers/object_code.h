/* The size of a back end in a game: bytes of object code in its two files, from the table that
 * library/object_code.py measures. */
#ifndef FOOTRACE_HARNESS_RACERS_OBJECT_CODE_H
#define FOOTRACE_HARNESS_RACERS_OBJECT_CODE_H

#include <stdint.h>

/* 0: unknown, e.g. for a plugin. */
int64_t fr_object_code_bytes(const char *back_end);

#endif
