#include "algorithms/steps/smooth.h"

#include "algorithms/steps/shortcut.h"
#include "maps/geometry/line_of_sight.h"

void fr_smoother_init(struct fr_smoother *smoother, int64_t smoothing, const struct fr_map *map,
                      const struct fr_allocator *allocator)
{
    *smoother = (struct fr_smoother){.smoothing = (enum fr_smoothing)smoothing,
                                     .sight = {.map = map, .clear = fr_line_of_sight},
                                     .string = {.map = map}};
    fr_path_init(&smoother->string.ahead, allocator);
    fr_path_init(&smoother->string.corners, allocator);
}

enum fr_outcome fr_smoother_finish(struct fr_smoother *smoother, enum fr_outcome outcome,
                                   const struct fr_probe *probe, struct fr_path *path)
{
    if (outcome != FR_FOUND || smoother->smoothing == FR_SMOOTH_NONE || path->count < 2)
        return outcome;
    fr_probe_enter(probe, FR_PHASE_SMOOTH);
    fr_simplify(path);
    switch (smoother->smoothing) {
    case FR_SMOOTH_NONE:
        break;
    case FR_SMOOTH_BEAUTIFY:
        fr_beautify(path, &smoother->sight);
        fr_beautify_reverse(path, &smoother->sight);
        break;
    case FR_SMOOTH_STRING:
        if (fr_pull_string(&smoother->string, path) == FR_OK)
            break;
        path->count = 0;
        return FR_OUT_OF_MEMORY;
    case FR_SMOOTH_SIGHT:
        fr_shortcut(path, &smoother->sight);
        break;
    }
    return FR_FOUND;
}

void fr_smoother_release(struct fr_smoother *smoother)
{
    fr_path_release(&smoother->string.ahead);
    fr_path_release(&smoother->string.corners);
}
