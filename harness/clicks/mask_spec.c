#include "harness/clicks/mask_spec.h"

#include <stdio.h>
#include <string.h>

enum { COLOUR_DIGITS = 6 };

/* Appends a separator and an option to a spec; *used may exceed `size`. */
static void add_option(const char *separator, const char *text, char *spec, size_t size,
                       size_t *used)
{
    if (*used < size)
        *used += (size_t)snprintf(spec + *used, size - *used, "%s%s", separator, text);
}

static const char *separator_of(const char *spec)
{
    return strchr(spec, ':') ? "," : ":";
}

enum fr_status fr_mask_spec(const char *map, double radius_px, const struct fr_arguments *arguments,
                            char *spec, size_t size, struct fr_error *error)
{
    char option[48];
    size_t used = 0;
    add_option("", map, spec, size, &used);
    snprintf(option, sizeof option, "radius=%g", radius_px);
    if (radius_px > 0)
        add_option(separator_of(spec), option, spec, size, &used);
    for (int i = 0; i < fr_argument_count(arguments, "gate"); i++) {
        const char *colour = fr_argument(arguments, "gate", i);
        colour += *colour == '#';
        if (strlen(colour) != COLOUR_DIGITS ||
            strspn(colour, "0123456789abcdefABCDEF") != COLOUR_DIGITS)
            return fr_fail(error, FR_BAD_INPUT,
                           "--gate: '%s' found, expected a colour as RRGGBB, such as 00ff00",
                           fr_argument(arguments, "gate", i));
        snprintf(option, sizeof option, "%s%s", i == 0 ? "gate=" : "", colour);
        add_option(i == 0 ? separator_of(spec) : "/", option, spec, size, &used);
    }
    if (used < size)
        return FR_OK;
    return fr_fail(error, FR_BAD_INPUT, "%.60s...: %zu bytes found, expected fewer", map, used);
}
