#include "harness/base/units.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *micro = "µs";

/* Formats three digits; with `whole`, the smallest unit has no decimals. */
static const char *format_scaled(double value, const char *const *units, int count, bool whole,
                                 char text[FR_UNIT_SIZE])
{
    int unit = 0;
    for (; unit + 1 < count && value >= 999.5; unit++)
        value /= 1e3;
    const int digits = (whole && unit == 0) || value >= 99.95 ? 0 : value < 9.995 ? 2 : 1;
    snprintf(text, FR_UNIT_SIZE, "%.*f %s", digits, value, units[unit]);
    return text;
}

void fr_choose_units(void)
{
    static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    const char *locale = NULL;
    for (size_t i = 0; i < 3 && !(locale && *locale); i++)
        locale = getenv(names[i]);
    const char *dot = locale ? strchr(locale, '.') : NULL;
    const bool utf8 = dot && (strncmp(dot, ".UTF", 4) == 0 || strncmp(dot, ".utf", 4) == 0);
    micro = utf8 ? "µs" : "us";
}

void fr_print_right(const char *text, int columns)
{
    for (const char *byte = text; *byte; byte++)
        columns += (*byte & 0xC0) == 0x80;
    printf("%*s", columns, text);
}

const char *fr_format_time(double ns, char text[FR_UNIT_SIZE])
{
    const char *const units[] = {"ns", micro, "ms", "s"};
    return isnan(ns) ? "-" : format_scaled(ns, units, 4, false, text);
}

const char *fr_format_bytes(int64_t bytes, char text[FR_UNIT_SIZE])
{
    static const char *const units[] = {"B", "kB", "MB", "GB"};
    return bytes < 0 ? "-" : format_scaled((double)bytes, units, 4, true, text);
}

const char *fr_format_count(int64_t count, char text[FR_UNIT_SIZE])
{
    if (count < 0)
        return "-";
    int used = snprintf(text, FR_UNIT_SIZE, "%lld", (long long)count);
    for (int at = used - 3; at > 0 && used + 1 < FR_UNIT_SIZE; at -= 3, used++) {
        memmove(text + at + 1, text + at, (size_t)(used - at) + 1);
        text[at] = ',';
    }
    return text;
}

const char *fr_format_length(double pixels, char text[FR_UNIT_SIZE])
{
    if (isnan(pixels))
        return "-";
    snprintf(text, FR_UNIT_SIZE, "%.2f px", pixels);
    return text;
}
