/* Checks of UTF-8, as command lines and file names may contain any bytes. */
#ifndef FOOTRACE_HARNESS_BASE_UTF8_H
#define FOOTRACE_HARNESS_BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>

/* The length in bytes of the UTF-8 character at `text`; 0 if there is none. A zero byte is a
 * character. */
size_t fr_utf8_length(const char *text);

/* Replaces each byte that is not part of a UTF-8 character with '?'. */
void fr_utf8_mend(char *text);

/* Replaces each control character with '?', so that untrusted text can be printed. */
void fr_utf8_tame(char *text);

/* The length in bytes of the control character at `text`, including those of Latin-1, line
 * separators and characters that change the writing direction; 0 if there is none. */
size_t fr_utf8_control_length(const char *text);

/* Whether `text` contains a control character. */
bool fr_utf8_has_control(const char *text);

#endif
