#include "harness/validator.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "harness/drawn_floor.h"
#include "harness/legality.h"

struct fr_validator {
    struct fr_ground ground;
    struct fr_drawn_floor *floor; /* NULL: the map has no drawing */
    uint8_t *bytes;               /* the ground with its ring */
    uint32_t *labels;     /* one a byte of the ground: 4-connected component from 1, 0 blocked */
    uint32_t *groups;     /* of a label: the least label that 8-connected steps join it to */
    uint32_t label_count; /* labels are 0..label_count-1 */
    const struct fr_allocator *allocator;
};

const char *fr_verdict_name(enum fr_verdict verdict)
{
    static const char *const names[FR_VERDICTS] = {
        NULL, "ok", "short", "invalid", "false-unreachable", "nondeterministic"};
    return names[verdict];
}

static size_t byte_count(const struct fr_validator *validator)
{
    return (size_t)validator->ground.stride * ((size_t)validator->ground.height + 2);
}

/* Walkability is worked out anew from what the map is made of, not taken from its bits. */
static void read_pixels(const struct fr_map *map, uint8_t *pixels, ptrdiff_t stride)
{
    for (int32_t y = 0; y < map->height; y++)
        for (int32_t x = 0; x < map->width; x++) {
            const uint8_t area = map->areas[(size_t)y * (size_t)map->width + (size_t)x];
            const bool blocked =
                map->blocked &&
                (map->blocked[(ptrdiff_t)y * map->row_words + x / 64] >> (x % 64) & 1);
            pixels[y * stride + x] = area != 0 && map->enabled[area] && !blocked;
        }
}

/* Adds the walls of one side; whether there are any. */
static bool read_walls(const struct fr_map *map, enum fr_side side, uint8_t bit, uint8_t *pixels,
                       ptrdiff_t stride)
{
    bool any = false;
    for (int32_t y = 0; y < map->height && map->walls[side]; y++)
        for (int32_t x = 0; x < map->width; x++)
            if (map->walls[side][(ptrdiff_t)y * map->row_words + x / 64] >> (x % 64) & 1) {
                pixels[y * stride + x] |= bit;
                any = true;
            }
    return any;
}

static void read_ground(const struct fr_map *map, uint8_t *bytes, struct fr_ground *ground)
{
    uint8_t *pixels = bytes + ground->stride + 1; /* of pixel (0, 0): a ring lies around it */
    read_pixels(map, pixels, ground->stride);
    const bool east = read_walls(map, FR_EAST, FR_GROUND_WALL_EAST, pixels, ground->stride);
    const bool south = read_walls(map, FR_SOUTH, FR_GROUND_WALL_SOUTH, pixels, ground->stride);
    ground->walled = east || south;
    ground->pixels = pixels;
}

/* Where a pixel lies in the bytes of the ground. */
static size_t place_of(const struct fr_validator *validator, int32_t x, int32_t y)
{
    return (size_t)(y + 1) * (size_t)validator->ground.stride + (size_t)(x + 1);
}

static uint32_t label_at(const struct fr_validator *validator, int32_t x, int32_t y)
{
    if (x < 0 || y < 0 || x >= validator->ground.width || y >= validator->ground.height)
        return 0;
    return validator->labels[place_of(validator, x, y)];
}

/* Gives the label to everything that edge steps reach from a place. The queue has room for every
 * one once. */
static void flood(struct fr_validator *validator, size_t origin, uint32_t label, uint32_t *queue)
{
    const uint8_t *bytes = validator->bytes;
    const size_t stride = (size_t)validator->ground.stride;
    size_t head = 0, tail = 0;
    queue[tail++] = (uint32_t)origin;
    validator->labels[origin] = label;
    while (head < tail) {
        const size_t at = queue[head++];
        const size_t beside[4] = {at + 1, at + stride, at - 1, at - stride};
        const int walls[4] = {bytes[at] & FR_GROUND_WALL_EAST, bytes[at] & FR_GROUND_WALL_SOUTH,
                              bytes[at - 1] & FR_GROUND_WALL_EAST,
                              bytes[at - stride] & FR_GROUND_WALL_SOUTH};
        for (int i = 0; i < 4; i++) {
            const size_t next = beside[i];
            if (!(bytes[next] & FR_GROUND_WALKABLE) || walls[i] || validator->labels[next] != 0)
                continue;
            validator->labels[next] = label;
            queue[tail++] = (uint32_t)next;
        }
    }
}

static void label_components(struct fr_validator *validator, uint32_t *queue)
{
    uint32_t next = 1;
    for (size_t at = 0; at < byte_count(validator); at++)
        if (validator->bytes[at] & FR_GROUND_WALKABLE && validator->labels[at] == 0)
            flood(validator, at, next++, queue);
    validator->label_count = next;
}

static uint32_t group_of(uint32_t *groups, uint32_t label)
{
    while (groups[label] != label)
        label = groups[label] = groups[groups[label]];
    return label;
}

static void join(uint32_t *groups, uint32_t a, uint32_t b)
{
    a = group_of(groups, a);
    b = group_of(groups, b);
    if (a < b)
        groups[b] = a;
    else
        groups[a] = b;
}

/* Joins the components of a pixel and of the one diagonally below it, to its left or right, unless
 * walls stand on both of the ways between them. */
static void join_diagonally(struct fr_validator *validator, int32_t x, int32_t y, int32_t dx)
{
    const uint32_t label = label_at(validator, x, y), other = label_at(validator, x + dx, y + 1);
    if (label == 0 || other == 0 || label == other)
        return;
    if (fr_ground_passes_across(&validator->ground, x, y, dx, 1) ||
        fr_ground_passes_down(&validator->ground, x, y, dx, 1))
        join(validator->groups, label, other);
}

/* Joins the 4-connected components that meet at corners. */
static void group_components(struct fr_validator *validator)
{
    for (uint32_t label = 0; label < validator->label_count; label++)
        validator->groups[label] = label;
    for (int32_t y = 0; y + 1 < validator->ground.height; y++)
        for (int32_t x = 0; x + 1 < validator->ground.width; x++) {
            join_diagonally(validator, x, y, 1);
            join_diagonally(validator, x + 1, y, -1);
        }
    for (uint32_t label = 0; label < validator->label_count; label++)
        validator->groups[label] = group_of(validator->groups, label);
}

static enum fr_status find_components(struct fr_validator *validator)
{
    const size_t count = byte_count(validator);
    uint32_t *queue = fr_allocate(validator->allocator, count, sizeof *queue);
    validator->labels = fr_allocate_zeroed(validator->allocator, count, sizeof *queue);
    if (queue && validator->labels)
        label_components(validator, queue);
    fr_deallocate(validator->allocator, queue, count, sizeof *queue);
    if (!queue || !validator->labels)
        return FR_NO_MEMORY;
    validator->groups =
        fr_allocate(validator->allocator, validator->label_count, sizeof *validator->groups);
    if (!validator->groups)
        return FR_NO_MEMORY;
    group_components(validator);
    return FR_OK;
}

enum fr_status fr_validator_create(const struct fr_map *map, const struct fr_allocator *allocator,
                                   struct fr_validator **validator)
{
    struct fr_validator *fresh = fr_allocate_zeroed(allocator, 1, sizeof *fresh);
    if (!fresh)
        return FR_NO_MEMORY;
    fresh->allocator = allocator;
    fresh->ground =
        (struct fr_ground){.width = map->width, .height = map->height, .stride = map->width + 2};
    fresh->bytes = fr_allocate_zeroed(allocator, byte_count(fresh), 1);
    if (fresh->bytes)
        read_ground(map, fresh->bytes, &fresh->ground);
    if (!fresh->bytes || find_components(fresh) != FR_OK ||
        (map->drawing && fr_drawn_floor_create(map, allocator, &fresh->floor) != FR_OK)) {
        fr_validator_release(fresh);
        return FR_NO_MEMORY;
    }
    *validator = fresh;
    return FR_OK;
}

bool fr_validator_reachable(const struct fr_validator *validator, enum fr_movement movement,
                            struct fr_point start, struct fr_point goal)
{
    if (!fr_ground_centre(&validator->ground, start) || !fr_ground_centre(&validator->ground, goal))
        return false;
    if (movement == FR_POLYGON)
        return validator->floor && fr_drawn_floor_connects(validator->floor, start, goal);
    const uint32_t from = label_at(validator, start.x / 2, start.y / 2);
    const uint32_t to = label_at(validator, goal.x / 2, goal.y / 2);
    if (from == 0 || to == 0)
        return false;
    return movement == FR_GRID8_CUT ? validator->groups[from] == validator->groups[to] : from == to;
}

bool fr_validator_segment(const struct fr_validator *validator, struct fr_point a,
                          struct fr_point b)
{
    struct fr_breach breach;
    return fr_legal_segment(&validator->ground, FR_ANY_ANGLE, a, b, &breach);
}

bool fr_validator_waypoint(const struct fr_validator *validator, struct fr_point from,
                           struct fr_point corner, struct fr_point to)
{
    struct fr_breach breach;
    return fr_legal_turn(&validator->ground, from, corner, to, &breach);
}

/* The pinch rule wherever the path turns; `last` is the point before the corner that differs from
 * it, so that points given twice hide nothing. */
static bool legal_turns(const struct fr_ground *ground, const struct fr_path *path, size_t *where,
                        struct fr_breach *breach)
{
    const struct fr_point *points = path->points;
    bool moved = false;
    struct fr_point last = points[0];
    for (size_t i = 0; i + 1 < path->count; i++) {
        if (fr_point_equal(points[i], points[i + 1]))
            continue;
        *where = i;
        if (moved && !fr_legal_turn(ground, last, points[i], points[i + 1], breach))
            return false;
        last = points[i];
        moved = true;
    }
    return true;
}

static bool legal_drawn(const struct fr_drawn_floor *floor, struct fr_point a, struct fr_point b,
                        struct fr_breach *breach)
{
    struct fr_point leaves = a;
    if (floor && fr_drawn_floor_segment(floor, a, b, &leaves))
        return true;
    *breach = (struct fr_breach){floor ? "leaves the polygon at pixel" : "has no polygon at pixel",
                                 leaves.x / 2, leaves.y / 2};
    return false;
}

static bool legal_segment(const struct fr_validator *validator, enum fr_movement movement,
                          struct fr_point a, struct fr_point b, struct fr_breach *breach)
{
    return fr_legal_segment(&validator->ground, movement, a, b, breach) &&
           (movement != FR_POLYGON || legal_drawn(validator->floor, a, b, breach));
}

/* Whether a whole path obeys a model; if not, *where is the index of the segment that breaks it. */
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
    return movement != FR_ANY_ANGLE || legal_turns(&validator->ground, path, where, breach);
}

/* Counts a segment between pixel centres as grid steps; false where it is none. */
static bool count_steps(const struct fr_ground *ground, struct fr_point a, struct fr_point b,
                        int64_t *straight, int64_t *diagonal)
{
    if (!fr_ground_centre(ground, a) || !fr_ground_centre(ground, b))
        return false;
    const int32_t dx = (b.x > a.x ? b.x - a.x : a.x - b.x) / 2;
    const int32_t dy = (b.y > a.y ? b.y - a.y : a.y - b.y) / 2;
    if (dx != 0 && dy != 0 && dx != dy)
        return false;
    if (dx != 0 && dy != 0)
        *diagonal += dx;
    else
        *straight += dx + dy;
    return true;
}

static void measure_steps(const struct fr_ground *ground, const struct fr_path *path,
                          struct fr_judgement *judgement)
{
    int64_t straight = 0, diagonal = 0;
    bool steps = fr_ground_centre(ground, path->points[0]);
    for (size_t i = 0; i + 1 < path->count && steps; i++)
        steps = count_steps(ground, path->points[i], path->points[i + 1], &straight, &diagonal);
    if (!steps)
        return;
    judgement->straight = straight;
    judgement->diagonal = diagonal;
    judgement->length = (double)straight + (double)diagonal * sqrt(2.0);
}

static void measure(const struct fr_ground *ground, const struct fr_path *path,
                    struct fr_judgement *judgement)
{
    double length = 0.0, turning = 0.0, last_x = 0.0, last_y = 0.0;
    int64_t turns = 0;
    for (size_t i = 0; i + 1 < path->count; i++) {
        const double dx = ((double)path->points[i + 1].x - path->points[i].x) / 2;
        const double dy = ((double)path->points[i + 1].y - path->points[i].y) / 2;
        if (dx == 0.0 && dy == 0.0)
            continue;
        length += sqrt(dx * dx + dy * dy);
        const double cross = last_x * dy - last_y * dx, dot = last_x * dx + last_y * dy;
        if (last_x != 0.0 || last_y != 0.0) {
            turning += fabs(atan2(cross, dot));
            turns += cross != 0.0 || dot < 0.0; /* exact, as the map's coordinates are small */
        }
        last_x = dx;
        last_y = dy;
    }
    judgement->length = length;
    judgement->turning = turning;
    judgement->turns = turns;
    measure_steps(ground, path, judgement);
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
                 "pixels %d,%d and %d,%d lie in one polygon", start.x / 2, start.y / 2, goal.x / 2,
                 goal.y / 2);
    else
        snprintf(judgement->reason, sizeof judgement->reason,
                 "pixels %d,%d and %d,%d are %d-connected", start.x / 2, start.y / 2, goal.x / 2,
                 goal.y / 2, movement == FR_GRID8_CUT ? 8 : 4);
}

/* Fills verdict and reason when the path does not lead from start to goal. */
static bool falls_short(const struct fr_path *path, struct fr_point start, struct fr_point goal,
                        struct fr_judgement *judgement)
{
    char *reason = judgement->reason;
    const size_t size = sizeof judgement->reason;
    judgement->verdict = FR_VERDICT_SHORT;
    if (path->count == 0) {
        snprintf(reason, size, "claims success without a single waypoint");
        return true;
    }
    const struct fr_point first = path->points[0], last = path->points[path->count - 1];
    if (!fr_point_equal(first, start))
        snprintf(reason, size, "starts at half pixel %d,%d, asked for %d,%d", first.x, first.y,
                 start.x, start.y);
    else if (!fr_point_equal(last, goal))
        snprintf(reason, size, "ends at half pixel %d,%d, asked for %d,%d", last.x, last.y, goal.x,
                 goal.y);
    else
        return false;
    return true;
}

static void judge_path(const struct fr_validator *validator, enum fr_movement movement,
                       struct fr_point start, struct fr_point goal, const struct fr_path *path,
                       struct fr_judgement *judgement)
{
    const struct fr_ground *ground = &validator->ground;
    if (path->count > 0)
        measure(ground, path, judgement);
    if (falls_short(path, start, goal, judgement))
        return;
    size_t where;
    struct fr_breach breach;
    judgement->any_angle = !ground->walled;
    judgement->valid_any_angle = legal_path(validator, FR_ANY_ANGLE, path, &where, &breach);
    judgement->verdict = FR_VERDICT_OK;
    if (movement == FR_ANY_ANGLE ? judgement->valid_any_angle
                                 : legal_path(validator, movement, path, &where, &breach))
        return;
    judgement->verdict = FR_VERDICT_INVALID;
    const struct fr_point a = path->points[where];
    const struct fr_point b = path->points[path->count > 1 ? where + 1 : where];
    snprintf(judgement->reason, sizeof judgement->reason,
             "segment %zu, half pixels %d,%d to %d,%d, %s %d,%d", where, a.x, a.y, b.x, b.y,
             breach.rule, breach.x, breach.y);
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
                                       .turns = -1};
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
    fr_drawn_floor_release(validator->floor);
    fr_deallocate(allocator, validator->bytes, byte_count(validator), 1);
    fr_deallocate(allocator, validator->labels, byte_count(validator), sizeof(uint32_t));
    fr_deallocate(allocator, validator->groups, validator->label_count, sizeof(uint32_t));
    fr_deallocate(allocator, validator, 1, sizeof *validator);
}
