/* The text of the engine: one text, valid until the next one begins. If memory runs out while it is
 * built, the text reports that instead. */
#ifndef FOOTRACE_WEB_PAGE_TEXT_H
#define FOOTRACE_WEB_PAGE_TEXT_H

#include <stdbool.h>

void fr_page_begin(void);
#if defined(__GNUC__)
__attribute__((format(printf, 1, 2)))
#endif
void fr_page_put(const char *format, ...);

/* Appends a JSON string: alone, or with a name, as a member of an object, and a comma after it. */
void fr_page_put_quoted(const char *value);
void fr_page_put_string(const char *name, const char *value);

/* Makes this sentence the text; returns false, for the caller to return. */
bool fr_page_fail(const char *sentence);

const char *fr_page_text(void);

#endif
