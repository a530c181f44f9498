/* UTF-8, which command lines and file names need not be. */
#ifndef FOOTRACE_HARNESS_BASE_UTF8_H
#define FOOTRACE_HARNESS_BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>

/* The bytes of the UTF-8 character at text; 0 if there is none. A zero byte is a character. */
size_t fr_utf8_length(const char *text);

/* Replaces each byte that is not part of a UTF-8 character by '?'. */
void fr_utf8_mend(char *text);

/* Replaces each control character by '?', so that text from outside can be printed. */
void fr_utf8_tame(char *text);

/* The bytes of the control character at text, those of Latin-1 among them, and those that end a line
 * or turn the direction of what follows; 0 if there is none. */
size_t fr_utf8_control_length(const char *text);

/* Whether text has one. */
bool fr_utf8_has_control(const char *text);

#endif
