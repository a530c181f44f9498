#include <math.h>

#include "harness/conformance/check.h"

enum { ROUNDS = 6 };

static void compare_with_fresh(struct fr_instance *updated, const struct fr_check_course *course)
{
    struct fr_check *check = updated->check;
    struct fr_instance fresh;
    fr_instance_prepare(&fresh, check, course->map);
    for (int i = 0; i < FR_CHECK_CLICKS; i++) {
        const enum fr_outcome expected = fr_instance_query(&fresh, &course->clicks[i]);
        if (fr_instance_query(updated, &course->clicks[i]) != expected)
            fr_check_fail(check, "after an update, the outcome is not that of a new preparation");
        const double length = fr_path_length(&fresh.path);
        if (expected == FR_FOUND && fabs(fr_path_length(&updated->path) - length) > 1e-9 * length)
            fr_check_fail(
                check, "after an update, the path is %.9f px long; after a new preparation %.9f px",
                fr_path_length(&updated->path), length);
    }
    fr_instance_release(&fresh);
}

/* Makes one to three edits for a single update. */
static size_t edit(struct fr_check *check, struct fr_check_course *course, struct fr_rect rects[3])
{
    const int edits = fr_random_between(&course->random, 1, 3);
    size_t count = 0;
    for (int i = 0; i < edits; i++) {
        rects[count] =
            fr_conformance_edit(course->map, &course->random, check->subject->traits.edge_walls);
        count += rects[count].width > 0 && rects[count].height > 0;
    }
    return count;
}

const char *fr_conformance_has_no_update(const struct fr_check *check)
{
    return check->subject->pathfinder->update ? NULL : "has no update; it prepares again";
}

void fr_conformance_update(struct fr_check_course *course, struct fr_instance *instance)
{
    struct fr_check *check = instance->check;
    for (int round = 0; round < ROUNDS; round++) {
        struct fr_rect rects[3];
        const size_t count = edit(check, course, rects);
        if (fr_instance_update(instance, rects, count) != FR_OK)
            fr_check_fail(check, "update fails on a map that prepare accepts");
        fr_check_draw_clicks(course);
        compare_with_fresh(instance, course);
    }
}

static void toggle_wall(struct fr_check *check, struct fr_map *map, bool closed)
{
    if (fr_map_set_wall(map, 2, 1, FR_EAST, closed) != FR_OK)
        fr_check_skip(check, "not enough memory for a wall");
    fr_check_show(check, map);
}

static void check_prepare(struct fr_check *check, const struct fr_map *map)
{
    const bool takes = check->subject->traits.edge_walls;
    struct fr_instance instance;
    const enum fr_status status = fr_instance_try(&instance, check, map, 0);
    if (takes && status != FR_OK)
        fr_check_fail(check,
                      "claims to support edge walls, but prepare refuses a map that has some");
    if (!takes && status != FR_UNSUPPORTED)
        fr_check_fail(check,
                      "claims no support for edge walls, but prepare accepts a map that has some");
    if (status == FR_OK)
        fr_instance_release(&instance);
}

static void check_update(struct fr_check *check, struct fr_map *map)
{
    static const struct fr_rect changed = {2, 1, 2, 1};
    const bool takes = check->subject->traits.edge_walls;
    struct fr_instance instance;
    fr_instance_prepare(&instance, check, map);
    toggle_wall(check, map, true);
    const enum fr_status status = fr_instance_update(&instance, &changed, 1);
    if (status != (takes ? FR_OK : FR_UNSUPPORTED))
        fr_check_fail(check, takes ? "update refuses an edge wall" : "update accepts an edge wall");
    fr_instance_release(&instance);
}

void fr_conformance_edge_walls(struct fr_check *check)
{
    struct fr_map *map;
    if (fr_map_create(6, 4, &fr_default_allocator, &map) != FR_OK)
        fr_check_skip(check, "not enough memory for a map");
    for (int32_t pixel = 0; pixel < 24; pixel++)
        fr_map_set_area(map, pixel % 6, pixel / 6, 1);
    toggle_wall(check, map, true);
    check_prepare(check, map);
    toggle_wall(check, map, false);
    if (check->subject->pathfinder->update)
        check_update(check, map);
    fr_map_release(map);
}
