/* The list of options of a map spec, for help. */
#ifndef FOOTRACE_MAPS_FORMATS_BASE_MAP_OPTIONS_H
#define FOOTRACE_MAPS_FORMATS_BASE_MAP_OPTIONS_H

#include <stddef.h>

struct fr_map_option {
    const char *name;
    const char *expected; /* its values */
    const char *help;     /* one line; the default in brackets */
};

/* Option number i, from 0; NULL after the last. */
const struct fr_map_option *fr_map_option_at(size_t i);

#endif
