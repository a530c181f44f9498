#include "harness/base/wrap.h"

#include <stdio.h>
#include <string.h>

int fr_wrap(const char *text, int column, int indent, int width)
{
    while (*text) {
        const int length = (int)strcspn(text, " ");
        int letters = 0;
        for (int i = 0; i < length; i++)
            letters += (text[i] & 0xC0) != 0x80; /* of UTF-8 */
        if (column > indent && column + 1 + letters > width) {
            printf("\n%*s", indent, "");
            column = indent;
        } else if (column > indent) {
            putchar(' ');
            column++;
        }
        printf("%.*s", length, text);
        column += letters;
        text += length + (text[length] == ' ');
    }
    return column;
}

void fr_wrap_entry(const char *term, const char *text, int column, int width)
{
    const int used = printf("  %s", term);
    if (used + 2 > column)
        printf("\n%*s", column, "");
    else
        printf("%*s", column - used, "");
    fr_wrap(text, column, column, width);
    putchar('\n');
}
