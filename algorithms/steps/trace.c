#include "algorithms/steps/trace.h"

#include <assert.h>

/* Whether a step by (dx, dy) leads to a pixel at this distance. */
static bool leads(const struct flood_field *field, struct fr_pixel from, int32_t dx, int32_t dy,
                  uint32_t distance)
{
    return flood_field_distance(field, from.x + dx, from.y + dy) == distance &&
           !fr_map_walled(field->map, from.x, from.y, dx, dy);
}

/* The step up or down, at this distance, that can be combined with dx: -1, 1 or 0. */
static int32_t fold_step(const struct flood_field *field, struct fr_pixel here, int32_t dx,
                         uint32_t distance)
{
    if (distance < 2)
        return 0;
    for (int32_t step = -1; step <= 1; step += 2) {
        const struct fr_pixel beside = {here.x + dx, here.y}, over = {here.x, here.y + step};
        if (leads(field, here, 0, step, distance - 1) && leads(field, over, dx, 0, distance - 2) &&
            leads(field, beside, 0, step, distance - 2))
            return step;
    }
    return 0;
}

enum fr_outcome flood_trace(const struct flood_field *field, bool fold, struct fr_path *path)
{
    struct fr_pixel here = field->start;
    uint32_t distance = flood_field_distance(field, here.x, here.y);
    while (fr_path_append(path, fr_pixel_centre(here)) == FR_OK) {
        if (distance == 0)
            return FR_FOUND;
        const bool left = leads(field, here, -1, 0, distance - 1);
        if (left || leads(field, here, 1, 0, distance - 1)) {
            const int32_t dx = left ? -1 : 1;
            const int32_t folded = fold ? fold_step(field, here, dx, distance) : 0;
            here = (struct fr_pixel){here.x + dx, here.y + folded};
            distance -= folded ? 2 : 1;
        } else {
            const bool up = leads(field, here, 0, -1, distance - 1);
            assert(up || leads(field, here, 0, 1, distance - 1));
            here.y += up ? -1 : 1;
            distance--;
        }
    }
    return FR_OUT_OF_MEMORY;
}
