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
