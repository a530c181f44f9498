#include "harness/judge/validator.h"

#include <math.h>
#include <stdio.h>

#include "harness/judge/crossing.h"
#include "harness/judge/drawn_floor.h"
#include "harness/judge/floor_reach.h"
#include "harness/judge/legality.h"

struct fr_validator {
    struct fr_legal_floor floor;
    struct fr_drawn_floor *drawn; /* NULL: the map has no drawing */
    struct fr_floor_reach *reach;
    double tolerance; /* pixels */
    const struct fr_allocator *allocator;
};

const char *fr_verdict_name(enum fr_verdict verdict)
{
    static const char *const names[FR_VERDICTS] = {
        NULL,        "ok",   "short", "invalid", "false-unreachable", "nondeterministic",
        "tolerated", "clock"};
    return names[verdict];
}

enum fr_status fr_validator_create(const struct fr_map *map, const struct fr_allocator *allocator,
                                   struct fr_validator **validator)
{
    struct fr_validator *fresh = fr_allocate_zeroed(allocator, 1, sizeof *fresh);
    if (!fresh)
        return FR_NO_MEMORY;
    fresh->allocator = allocator;
    if (fr_legal_floor_create(map, allocator, &fresh->floor) != FR_OK ||
        fr_floor_reach_create(&fresh->floor, allocator, &fresh->reach) != FR_OK ||
        (map->drawing && fr_drawn_floor_create(map, allocator, &fresh->drawn) != FR_OK)) {
        fr_validator_release(fresh);
        return FR_NO_MEMORY;
    }
    *validator = fresh;
    return FR_OK;
}

enum fr_status fr_validator_refresh(struct fr_validator *validator, const struct fr_map *map,
                                    struct fr_rect changed)
{
    fr_floor_reach_forget(validator->reach);
    fr_drawn_floor_release(validator->drawn);
    validator->drawn = NULL;
    const enum fr_status status = fr_legal_floor_refresh(&validator->floor, map, changed);
    if (status != FR_OK || !map->drawing)
        return status;
    return fr_drawn_floor_create(map, validator->allocator, &validator->drawn);
}

bool fr_validator_reachable(const struct fr_validator *validator, enum fr_movement movement,
                            struct fr_point start, struct fr_point goal)
{
    if (movement == FR_POLYGON)
        return validator->drawn && fr_drawn_floor_connects(validator->drawn, start, goal);
    if (!fr_legal_floor_centre(&validator->floor, start) ||
        !fr_legal_floor_centre(&validator->floor, goal))
        return false;
    return fr_floor_reach_joins(validator->reach, fr_point_pixel(start), fr_point_pixel(goal),
                                movement == FR_GRID8_CUT);
}

bool fr_validator_segment(const struct fr_validator *validator, struct fr_point a,
                          struct fr_point b)
{
    struct fr_breach breach;
    return fr_legal_segment(&validator->floor, FR_ANY_ANGLE, a, b, &breach);
}

bool fr_validator_waypoint(const struct fr_validator *validator, struct fr_point from,
                           struct fr_point corner, struct fr_point to)
{
    struct fr_breach breach;
    return fr_legal_turn(&validator->floor, from, corner, to, &breach);
}

static bool legal_drawn(const struct fr_drawn_floor *drawn, struct fr_point a, struct fr_point b,
                        struct fr_breach *breach)
{
    struct fr_point leaves = a;
    if (drawn && fr_drawn_floor_segment(drawn, a, b, &leaves))
        return true;
    *breach = (struct fr_breach){drawn ? "leaves the polygon at pixel" : "has no polygon at pixel",
                                 leaves.x / 2, leaves.y / 2};
    return false;
}

static bool legal_segment(const struct fr_validator *validator, enum fr_movement movement,
                          struct fr_point a, struct fr_point b, struct fr_breach *breach)
{
    return fr_legal_segment(&validator->floor, movement, a, b, breach) &&
           (movement != FR_POLYGON || legal_drawn(validator->drawn, a, b, breach));
}

/* Whether a path obeys a model; if not, *where is the index of the first illegal segment. */
static bool legal_path(const struct fr_validator *validator, enum fr_movement movement,
                       const struct fr_path *path, size_t *where, struct fr_breach *breach)
{
    *where = 0;
    if (path->count == 1)
        return legal_segment(validator, movement, path->points[0], path->points[0], breach);
    for (size_t i = 0; i + 1 < path->count; i++) {
        *where = i;
        if (!legal_segment(validator, movement, path->points[i], path->points[i + 1], breach))
            return false;
    }
    return movement != FR_ANY_ANGLE || fr_legal_turns(&validator->floor, path, where, breach);
}

/* Measures a path: length, turns and, if all segments are grid moves between pixel centres, exact
 * steps; the length is then computed from the steps. */
static void measure(const struct fr_legal_floor *floor, const struct fr_path *path,
                    struct fr_judgement *judgement)
{
    bool steps = fr_legal_floor_centre(floor, path->points[0]);
    double straight = 0, diagonal = 0, length = 0, turning = 0, last_x = 0, last_y = 0;
    int64_t turns = 0;
    for (size_t i = 0; i + 1 < path->count; i++) {
        const struct fr_point a = path->points[i], b = path->points[i + 1];
        const double dx = ((double)b.x - a.x) / 2, dy = ((double)b.y - a.y) / 2;
        if (dx == 0 && dy == 0)
            continue;
        const double longer = fmax(fabs(dx), fabs(dy)), shorter = fmin(fabs(dx), fabs(dy));
        steps = steps && fr_legal_floor_centre(floor, b) && (shorter == 0 || shorter == longer);
        straight += longer - shorter;
        diagonal += shorter;
        length += sqrt(dx * dx + dy * dy);
        /* Both products are exact, as coordinates are small, and 0 before the first move. */
        const double cross = last_x * dy - last_y * dx, dot = last_x * dx + last_y * dy;
        if (cross != 0 || dot < 0) {
            turning += atan2(fabs(cross), dot);
            turns++;
        }
        last_x = dx;
        last_y = dy;
    }
    if (steps) {
        judgement->straight = (int64_t)straight;
        judgement->diagonal = (int64_t)diagonal;
        length = straight + diagonal * sqrt(2.0);
    }
    judgement->length = length;
    judgement->turning = turning;
    judgement->turns = turns;
}

static void judge_claim(const struct fr_validator *validator, enum fr_movement movement,
                        struct fr_point start, struct fr_point goal, struct fr_judgement *judgement)
{
    judgement->verdict = FR_VERDICT_OK;
    if (!fr_validator_reachable(validator, movement, start, goal))
        return;
    judgement->verdict = FR_VERDICT_FALSE_UNREACHABLE;
    if (movement == FR_POLYGON)
        snprintf(judgement->reason, sizeof judgement->reason,
                 "pixels %d,%d and %d,%d lie in the same polygon", start.x / 2, start.y / 2,
                 goal.x / 2, goal.y / 2);
    else
        snprintf(judgement->reason, sizeof judgement->reason,
                 "pixels %d,%d and %d,%d are %d-connected", start.x / 2, start.y / 2, goal.x / 2,
                 goal.y / 2, movement == FR_GRID8_CUT ? 8 : 4);
}

/* Fills verdict and reason unless the path leads from start to goal. */
static bool falls_short(const struct fr_path *path, struct fr_point start, struct fr_point goal,
                        struct fr_judgement *judgement)
{
    char *reason = judgement->reason;
    const size_t size = sizeof judgement->reason;
    judgement->verdict = FR_VERDICT_SHORT;
    if (path->count == 0) {
        snprintf(reason, size, "reports a path without waypoints");
        return true;
    }
    const struct fr_point first = path->points[0], last = path->points[path->count - 1];
    if (!fr_point_equal(first, start))
        snprintf(reason, size, "starts at half pixel %d,%d, expected %d,%d", first.x, first.y,
                 start.x, start.y);
    else if (!fr_point_equal(last, goal))
        snprintf(reason, size, "ends at half pixel %d,%d, expected %d,%d", last.x, last.y, goal.x,
                 goal.y);
    else
        return false;
    return true;
}

void fr_validator_tolerate(struct fr_validator *validator, double depth_px)
{
    validator->tolerance = depth_px;
}

/* How far a path that is not legal enters walls, and whether that is tolerated. */
static void measure_crossing(const struct fr_validator *validator, enum fr_movement movement,
                             const struct fr_path *path, struct fr_judgement *judgement)
{
    if (validator->floor.walled || movement == FR_POLYGON)
        return;
    const struct fr_crossing crossing = fr_crossing_measure(&validator->floor, path);
    judgement->wall_depth = crossing.depth;
    judgement->wall_length = crossing.length;
    if (validator->tolerance > 0 && crossing.depth <= validator->tolerance)
        judgement->verdict = FR_VERDICT_TOLERATED;
}

static void judge_path(const struct fr_validator *validator, enum fr_movement movement,
                       struct fr_point start, struct fr_point goal, const struct fr_path *path,
                       struct fr_judgement *judgement)
{
    const struct fr_legal_floor *floor = &validator->floor;
    if (path->count > 0)
        measure(floor, path, judgement);
    if (falls_short(path, start, goal, judgement))
        return;
    size_t where, elsewhere;
    struct fr_breach breach, other;
    const bool legal = legal_path(validator, movement, path, &where, &breach);
    judgement->any_angle = !floor->walled;
    judgement->valid_any_angle =
        judgement->any_angle && legal_path(validator, FR_ANY_ANGLE, path, &elsewhere, &other);
    judgement->verdict = FR_VERDICT_OK;
    if (legal)
        return;
    judgement->verdict = FR_VERDICT_INVALID;
    const struct fr_point a = path->points[where];
    const struct fr_point b = path->points[path->count > 1 ? where + 1 : where];
    snprintf(judgement->reason, sizeof judgement->reason,
             "segment %zu, half pixels %d,%d to %d,%d, %s %d,%d", where, a.x, a.y, b.x, b.y,
             breach.rule, breach.x, breach.y);
    measure_crossing(validator, movement, path, judgement);
}

void fr_validator_judge(const struct fr_validator *validator, enum fr_movement movement,
                        struct fr_point start, struct fr_point goal, enum fr_outcome outcome,
                        const struct fr_path *path, struct fr_judgement *judgement)
{
    *judgement = (struct fr_judgement){.verdict = FR_VERDICT_NONE,
                                       .length = NAN,
                                       .straight = -1,
                                       .diagonal = -1,
                                       .turning = NAN,
                                       .turns = -1,
                                       .wall_depth = NAN,
                                       .wall_length = NAN};
    if (outcome == FR_UNREACHABLE)
        judge_claim(validator, movement, start, goal, judgement);
    else if (outcome == FR_FOUND)
        judge_path(validator, movement, start, goal, path, judgement);
}

void fr_validator_release(struct fr_validator *validator)
{
    if (!validator)
        return;
    const struct fr_allocator *allocator = validator->allocator;
    fr_drawn_floor_release(validator->drawn);
    fr_floor_reach_release(validator->reach);
    fr_legal_floor_release(&validator->floor);
    fr_deallocate(allocator, validator, 1, sizeof *validator);
}
