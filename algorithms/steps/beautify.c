#include "algorithms/steps/beautify.h"

#include "maps/geometry/line_of_sight.h"

enum fr_outcome fr_precheck(struct fr_sight *sight, bool enabled, struct fr_point start,
                            struct fr_point goal, const struct fr_probe *probe,
                            struct fr_path *path)
{
    if (!enabled)
        return FR_NONE;
    fr_probe_enter(probe, FR_PHASE_PRECHECK);
    return fr_sight_sees(sight, start, goal) ? fr_find_straight(path, start, goal) : FR_NONE;
}

void fr_simplify(struct fr_path *path)
{
    if (path->count < 3)
        return;
    struct fr_point *points = path->points;
    struct fr_point last = points[0];
    size_t kept = 1;
    for (size_t i = 1; i + 1 < path->count; i++) {
        const struct fr_point here = points[i], next = points[i + 1];
        if (next.x - here.x != here.x - last.x || next.y - here.y != here.y - last.y)
            points[kept++] = here;
        last = here;
    }
    points[kept++] = points[path->count - 1];
    path->count = kept;
}

/* The number of steps that divide a segment: ten, or fewer so that each step has five pixels. */
static int32_t parts(int64_t dx, int64_t dy)
{
    int32_t count = 10;
    while (count > 1 && 25 * count * count > dx * dx + dy * dy)
        count--;
    return count;
}

/* The farthest point between `turn` and `after` with allowed segments from `before` and to `after`,
 * or else `turn`. Unless the segment is straight or diagonal, rounding moves the point off it, so
 * that the second half must be tested. */
static struct fr_point slide(struct fr_sight *sight, struct fr_point before, struct fr_point turn,
                             struct fr_point after)
{
    const int32_t dx = (after.x - turn.x) / 2, dy = (after.y - turn.y) / 2;
    const int32_t count = parts(dx, dy);
    for (int32_t part = count - 1; part > 0; part--) {
        const struct fr_point place = {turn.x + dx * part / count * 2,
                                       turn.y + dy * part / count * 2};
        if (fr_sight_sees(sight, before, place) && fr_sight_sees(sight, place, after))
            return place;
    }
    return turn;
}

void fr_beautify(struct fr_path *path, struct fr_sight *sight)
{
    if (path->count < 3)
        return;
    struct fr_point *points = path->points;
    size_t kept = 1;
    for (size_t i = 1; i + 1 < path->count; i++) {
        const struct fr_point before = points[kept - 1];
        if (!fr_sight_sees(sight, before, points[i + 1]))
            points[kept++] = slide(sight, before, points[i], points[i + 1]);
    }
    points[kept++] = points[path->count - 1];
    path->count = kept;
}

void fr_beautify_reverse(struct fr_path *path, struct fr_sight *sight)
{
    fr_path_reverse(path);
    fr_beautify(path, sight);
    fr_path_reverse(path);
}

void fr_beautify_ways(struct fr_path *path, struct fr_sight *sight, bool forward, bool reverse,
                      const struct fr_probe *probe)
{
    if (forward) {
        fr_probe_enter(probe, FR_PHASE_FORWARD);
        fr_beautify(path, sight);
    }
    if (reverse) {
        fr_probe_enter(probe, FR_PHASE_REVERSE);
        fr_beautify_reverse(path, sight);
    }
}
