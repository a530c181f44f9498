/* What a game carries home with a back end: bytes of object code of its two files, from the
 * table that library/object_code.py measures. */
#ifndef FOOTRACE_HARNESS_ANSWER_OBJECT_CODE_H
#define FOOTRACE_HARNESS_ANSWER_OBJECT_CODE_H

#include <stdint.h>

/* 0: unknown, as of a plugin. */
int64_t fr_object_code_bytes(const char *back_end);

#endif
