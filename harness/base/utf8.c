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
    /* Overlong forms, surrogates, and code points above U+10FFFF. */
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

size_t fr_utf8_control_length(const char *text)
{
    const unsigned char *bytes = (const unsigned char *)text;
    if (bytes[0] < ' ' || bytes[0] == 0x7F)
        return bytes[0] != '\0';
    if (bytes[0] == 0xC2)
        return bytes[1] >= 0x80 && bytes[1] < 0xA0 ? 2 : 0;
    if (bytes[0] != 0xE2) /* U+200E, U+200F, U+2028 to U+202E, U+2066 to U+2069 */
        return 0;
    const bool turns = (bytes[1] == 0x80 && (bytes[2] == 0x8E || bytes[2] == 0x8F ||
                                             (bytes[2] >= 0xA8 && bytes[2] <= 0xAE))) ||
                       (bytes[1] == 0x81 && bytes[2] >= 0xA6 && bytes[2] <= 0xA9);
    return turns ? 3 : 0;
}

void fr_utf8_tame(char *text)
{
    for (size_t length; *text; text += length ? length : 1) {
        length = fr_utf8_control_length(text);
        for (size_t i = 0; i < length; i++)
            text[i] = '?';
    }
}

bool fr_utf8_has_control(const char *text)
{
    for (; *text; text++)
        if (fr_utf8_control_length(text) > 0)
            return true;
    return false;
}
