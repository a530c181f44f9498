#include "algorithms/steps/grid_walk.h"

static int32_t sign(int32_t value)
{
    return (value > 0) - (value < 0);
}

struct fr_pixel fr_grid_walk_elbow(struct fr_pixel from, struct fr_pixel to)
{
    const int32_t dx = to.x - from.x, dy = to.y - from.y;
    const int32_t across = dx < 0 ? -dx : dx, down = dy < 0 ? -dy : dy;
    const int32_t diagonal = across < down ? across : down;
    return (struct fr_pixel){from.x + sign(dx) * diagonal, from.y + sign(dy) * diagonal};
}

enum fr_status fr_grid_walk_run(struct fr_path *path, struct fr_pixel to)
{
    const struct fr_point point = fr_pixel_centre(to);
    struct fr_point *last = path->count > 0 ? path->points + path->count - 1 : NULL;
    if (last && fr_point_equal(*last, point))
        return FR_OK;
    if (path->count >= 2 && sign(last->x - last[-1].x) == sign(point.x - last->x) &&
        sign(last->y - last[-1].y) == sign(point.y - last->y)) {
        *last = point;
        return FR_OK;
    }
    return fr_path_append(path, point);
}

enum fr_status fr_grid_walk_to(struct fr_path *path, struct fr_pixel to, bool backward)
{
    const struct fr_pixel from = fr_point_pixel(path->points[path->count - 1]);
    const enum fr_status status = fr_grid_walk_run(path, backward ? fr_grid_walk_elbow(to, from)
                                                                  : fr_grid_walk_elbow(from, to));
    return status == FR_OK ? fr_grid_walk_run(path, to) : status;
}
