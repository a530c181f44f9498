#include "harness/clicks/radius_spec.h"

#include <stdio.h>
#include <string.h>

enum fr_status fr_radius_spec(const char *map, double radius_px, char *spec, size_t size,
                              struct fr_error *error)
{
    char option[48] = "";
    if (radius_px > 0)
        snprintf(option, sizeof option, "%cradius=%g", strchr(map, ':') ? ',' : ':', radius_px);
    if ((size_t)snprintf(spec, size, "%s%s", map, option) < size)
        return FR_OK;
    return fr_fail(error, FR_BAD_INPUT, "%.60s...: expected a shorter name", map);
}
