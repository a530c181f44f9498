#include "web/page_text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static struct {
    char *at;
    size_t size, capacity;
    bool is_lost; /* whether text was dropped for lack of memory */
} text;

void fr_page_begin(void)
{
    text.size = 0;
    text.is_lost = false;
    if (text.at)
        text.at[0] = '\0';
}

void fr_page_put(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    const size_t needed = text.size + (size_t)length + 1;
    if (needed > text.capacity) {
        char *grown = realloc(text.at, 2 * needed);
        if (!grown) {
            text.is_lost = true;
            return;
        }
        text.at = grown;
        text.capacity = 2 * needed;
    }
    va_start(arguments, format);
    vsnprintf(text.at + text.size, needed - text.size, format, arguments);
    va_end(arguments);
    text.size = needed - 1;
}

void fr_page_put_quoted(const char *value)
{
    fr_page_put("\"");
    for (; *value; value++)
        if (*value == '"' || *value == '\\')
            fr_page_put("\\%c", *value);
        else if ((unsigned char)*value < ' ')
            fr_page_put(" ");
        else
            fr_page_put("%c", *value);
    fr_page_put("\"");
}

void fr_page_put_string(const char *name, const char *value)
{
    fr_page_put("\"%s\":", name);
    fr_page_put_quoted(value);
    fr_page_put(",");
}

bool fr_page_fail(const char *sentence)
{
    fr_page_begin();
    fr_page_put("%s", sentence);
    return false;
}

const char *fr_page_text(void)
{
    return text.at && !text.is_lost ? text.at : "not enough memory";
}
