/* Properties of standard output: whether it is a terminal, and its width. */
#ifndef FOOTRACE_HARNESS_BASE_TERMINAL_H
#define FOOTRACE_HARNESS_BASE_TERMINAL_H

#include <stdbool.h>

/* The column at which to wrap text: the terminal's width, at most 100; otherwise 80. */
int fr_terminal_width(void);

/* Whether standard output is a terminal that accepts escape codes (NO_COLOR is not set). */
bool fr_terminal_bold(void);

#endif
