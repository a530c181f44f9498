/* Prints text on stdout, wrapped at the terminal's width. */
#ifndef FOOTRACE_HARNESS_BASE_WRAP_H
#define FOOTRACE_HARNESS_BASE_WRAP_H

/* Prints `text` from the given column on. A word that would end beyond `width` starts the next
 * line, at `indent`. Returns the column after the last word. */
int fr_wrap(const char *text, int column, int indent, int width);

/* Prints a list entry: the term, indented by two, then its text from the given column on; on the
 * next line if the term is too long. */
void fr_wrap_entry(const char *term, const char *text, int column, int width);

#endif
