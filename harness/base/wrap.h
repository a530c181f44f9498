/* Text on stdout, wrapped at the width of a terminal. */
#ifndef FOOTRACE_HARNESS_BASE_WRAP_H
#define FOOTRACE_HARNESS_BASE_WRAP_H

/* Writes text from the given column on. A word that would end beyond width begins the next line, at
 * indent. Returns the column after the last word. */
int fr_wrap(const char *text, int column, int indent, int width);

/* An entry of a list: a term, two columns in, and its text from the given column on, on the next line
 * where the term is too long. */
void fr_wrap_entry(const char *term, const char *text, int column, int width);

#endif
