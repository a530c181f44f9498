#include <string.h>

#include "algorithms/pathfinder.h"

#define FR_BACK_END(name) extern const struct fr_pathfinder fr_##name;
#include "algorithms/registry.def"
#undef FR_BACK_END

#define FR_BACK_END(name) &fr_##name,
const struct fr_pathfinder *const fr_pathfinders[] = {
#include "algorithms/registry.def"
    NULL};
#undef FR_BACK_END

extern const struct fr_pathfinder fr_theta;
const struct fr_pathfinder *const fr_pathfinder_fallback = &fr_theta;

const struct fr_pathfinder *fr_pathfinder_find(const char *name)
{
    for (const struct fr_pathfinder *const *each = fr_pathfinders; *each; each++)
        if (strcmp((*each)->name, name) == 0)
            return *each;
    return NULL;
}

const char *fr_phase_name(enum fr_phase phase)
{
    static const char *const names[FR_PHASES] = {"precheck", "clear",   "isovist",
                                                 "search",   "trace",   "simplify",
                                                 "forward",  "reverse", "smooth"};
    return names[phase];
}
