#include "harness/base/units.h"

#include <math.h>
#include <stdio.h>

const char *fr_format_time(double ns, char text[FR_UNIT_SIZE])
{
    static const char *const units[] = {"ns", "us", "ms", "s"};
    int unit = 0;
    if (isnan(ns))
        return snprintf(text, FR_UNIT_SIZE, "-"), text;
    while (unit < 3 && ns >= 999.5) {
        ns /= 1e3;
        unit++;
    }
    const int digits = ns < 9.995 ? 2 : ns < 99.95 ? 1 : 0;
    snprintf(text, FR_UNIT_SIZE, "%.*f %s", digits, ns, units[unit]);
    return text;
}

const char *fr_format_bytes(int64_t bytes, char text[FR_UNIT_SIZE])
{
    static const char *const units[] = {"B", "kB", "MB"};
    double value = (double)bytes;
    int unit = 0;
    for (; unit < 2 && value >= 999.5; unit++)
        value /= 1e3;
    const int digits = unit == 0 || value >= 99.95 ? 0 : value < 9.995 ? 2 : 1;
    if (bytes < 0)
        snprintf(text, FR_UNIT_SIZE, "-");
    else
        snprintf(text, FR_UNIT_SIZE, "%.*f %s", digits, value, units[unit]);
    return text;
}

const char *fr_format_length(double pixels, char text[FR_UNIT_SIZE])
{
    if (isnan(pixels))
        snprintf(text, FR_UNIT_SIZE, "-");
    else
        snprintf(text, FR_UNIT_SIZE, "%.2f px", pixels);
    return text;
}
