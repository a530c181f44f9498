/* UTF-8, as what people type and name need not be. */
#ifndef FOOTRACE_HARNESS_BASE_UTF8_H
#define FOOTRACE_HARNESS_BASE_UTF8_H

#include <stddef.h>

/* Bytes of the UTF-8 character at text, or 0 where there is none. A zero byte is a character. */
size_t fr_utf8_length(const char *text);

#endif
