/* What standard output is: a terminal with a width, or something else. */
#ifndef FOOTRACE_HARNESS_BASE_TERMINAL_H
#define FOOTRACE_HARNESS_BASE_TERMINAL_H

#include <stdbool.h>

/* Columns to wrap text at: those of the terminal, at most 100; otherwise 80. */
int fr_terminal_width(void);

/* Whether standard output is a terminal that wants escape codes (NO_COLOR is not set). */
bool fr_terminal_bold(void);

#endif
