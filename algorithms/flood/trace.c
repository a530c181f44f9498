#include "algorithms/flood/trace.h"

#include <assert.h>

/* The step up or down that can be folded into one to column x, at this distance: -1, 1 or 0. */
static int32_t fold_step(const struct flood_field *field, int32_t x, struct fr_pixel here,
                         uint32_t distance)
{
    if (distance < 2)
        return 0;
    for (int32_t step = -1; step <= 1; step += 2)
        if (flood_field_distance(field, here.x, here.y + step) == distance - 1 &&
            flood_field_distance(field, x, here.y + step) == distance - 2)
            return step;
    return 0;
}

enum fr_outcome flood_trace(const struct flood_field *field, bool fold, struct fr_path *path)
{
    struct fr_pixel here = field->start;
    uint32_t distance = flood_field_distance(field, here.x, here.y);
    while (fr_path_append(path, fr_pixel_centre(here)) == FR_OK) {
        if (distance == 0)
            return FR_FOUND;
        const bool left = flood_field_distance(field, here.x - 1, here.y) == distance - 1;
        const bool right = flood_field_distance(field, here.x + 1, here.y) == distance - 1;
        if (left || right) {
            const int32_t x = left ? here.x - 1 : here.x + 1;
            const int32_t folded = fold ? fold_step(field, x, here, distance) : 0;
            here = (struct fr_pixel){x, here.y + folded};
            distance -= folded ? 2 : 1;
        } else {
            const bool up = flood_field_distance(field, here.x, here.y - 1) == distance - 1;
            assert(up || flood_field_distance(field, here.x, here.y + 1) == distance - 1);
            here.y += up ? -1 : 1;
            distance--;
        }
    }
    return FR_OUT_OF_MEMORY;
}
