#include "harness/base/utf8.h"

size_t fr_utf8_length(const char *text)
{
    const unsigned char *bytes = (const unsigned char *)text;
    const unsigned char lead = bytes[0];
    if (lead < 0x80)
        return 1;
    const size_t length = lead >= 0xC2 && lead < 0xE0   ? 2
                          : lead >= 0xE0 && lead < 0xF0 ? 3
                          : lead >= 0xF0 && lead < 0xF5 ? 4
                                                        : 0;
    for (size_t i = 1; i < length; i++)
        if ((bytes[i] & 0xC0) != 0x80)
            return 0;
    /* Overlong forms, surrogates, and what lies beyond the last plane. */
    if ((lead == 0xE0 && bytes[1] < 0xA0) || (lead == 0xED && bytes[1] > 0x9F) ||
        (lead == 0xF0 && bytes[1] < 0x90) || (lead == 0xF4 && bytes[1] > 0x8F))
        return 0;
    return length;
}

void fr_utf8_mend(char *text)
{
    for (char *at = text; *at;) {
        const size_t length = fr_utf8_length(at);
        if (length == 0)
            *at = '?';
        at += length ? length : 1;
    }
}
