/* What the engine has to say: one text, that lasts until another one begins. Where a part of it finds
 * no memory, it says that instead. */
#ifndef FOOTRACE_WEB_PAGE_TEXT_H
#define FOOTRACE_WEB_PAGE_TEXT_H

#include <stdbool.h>

void fr_page_begin(void);
#if defined(__GNUC__)
__attribute__((format(printf, 1, 2)))
#endif
void fr_page_put(const char *format, ...);

/* A string of JSON, and the same as a member of an object with a comma after it. */
void fr_page_put_quoted(const char *value);
void fr_page_put_string(const char *name, const char *value);

/* The text is this sentence; false, for the caller to hand on. */
bool fr_page_fail(const char *sentence);

const char *fr_page_text(void);

#endif
