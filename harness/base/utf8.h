/* UTF-8, which command lines and file names need not be. */
#ifndef FOOTRACE_HARNESS_BASE_UTF8_H
#define FOOTRACE_HARNESS_BASE_UTF8_H

#include <stddef.h>

/* The bytes of the UTF-8 character at text; 0 if there is none. A zero byte is a character. */
size_t fr_utf8_length(const char *text);

/* Replaces each byte that is not part of a UTF-8 character by '?'. */
void fr_utf8_mend(char *text);

#endif
