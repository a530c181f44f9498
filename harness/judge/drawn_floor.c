#include "harness/judge/drawn_floor.h"

#include <stdlib.h>

#include "maps/polygon.h"

struct wall {
    struct fr_point from, to;
    uint32_t region; /* index of its outer ring in the drawing */
};

struct fr_drawn_floor {
    struct wall *walls; /* by region */
    uint32_t *groups;   /* by region: union-find parent; the root is the lowest region of a
                         * connected group */
    uint32_t wall_count, region_count;
    size_t capacity; /* of walls */
    const struct fr_allocator *allocator;
};

/* A place along a segment, as a fraction of its length. */
struct fraction {
    int64_t over, under; /* over / under, both below 2^36 in absolute value; `under` is positive */
};

/* Compares the integer parts, then the reciprocals of the remainders, as Euclid's algorithm does:
 * cross products would exceed 64 bits. */
static int compare(struct fraction a, struct fraction b)
{
    int flip = 1;
    for (;;) {
        int64_t whole_a = a.over / a.under, whole_b = b.over / b.under;
        int64_t rest_a = a.over % a.under, rest_b = b.over % b.under;
        if (rest_a < 0) {
            rest_a += a.under;
            whole_a--;
        }
        if (rest_b < 0) {
            rest_b += b.under;
            whole_b--;
        }
        if (whole_a != whole_b)
            return whole_a < whole_b ? -flip : flip;
        if (rest_a == 0 || rest_b == 0)
            return flip * ((rest_a > 0) - (rest_b > 0));
        a = (struct fraction){a.under, rest_a};
        b = (struct fraction){b.under, rest_b};
        flip = -flip;
    }
}

/* Twice the signed area of a, b, c. */
static int64_t doubled_area(struct fr_point a, struct fr_point b, struct fr_point c)
{
    return ((int64_t)b.x - a.x) * ((int64_t)c.y - a.y) -
           ((int64_t)b.y - a.y) * ((int64_t)c.x - a.x);
}

/* Whether a wall crosses the line through a and b, and where along a-b. The line is shifted
 * sideways by an infinitesimal amount: points on it count as left of it if `on`, else as right of
 * it. */
static bool crossed(const struct wall *wall, struct fr_point a, struct fr_point b, bool on,
                    struct fraction *where)
{
    const int64_t from = doubled_area(a, b, wall->from), to = doubled_area(a, b, wall->to);
    const bool from_left = from == 0 ? on : from > 0, to_left = to == 0 ? on : to > 0;
    if (from_left == to_left)
        return false;
    const int64_t start = doubled_area(wall->from, wall->to, a);
    const int64_t whole = start - doubled_area(wall->from, wall->to, b);
    *where = whole > 0 ? (struct fraction){start, whole} : (struct fraction){-start, -whole};
    return true;
}

/* How far the shifted segment stays inside, beginning at a place on it. */
static struct fraction reach_from(const struct fr_drawn_floor *floor, struct fr_point a,
                                  struct fr_point b, struct fraction at, bool on)
{
    bool inside = false;
    struct fraction nearest = {1, 1}, where;
    for (uint32_t i = 0; i < floor->wall_count; i++) {
        if (!crossed(&floor->walls[i], a, b, on, &where))
            continue;
        if (compare(where, at) <= 0)
            inside = !inside;
        else if (compare(where, nearest) < 0)
            nearest = where;
    }
    return inside ? nearest : at;
}

static bool between(int32_t value, int32_t a, int32_t b)
{
    return (a <= value && value <= b) || (b <= value && value <= a);
}

static bool on_wall(const struct wall *wall, struct fr_point point)
{
    return between(point.x, wall->from.x, wall->to.x) &&
           between(point.y, wall->from.y, wall->to.y) &&
           doubled_area(wall->from, wall->to, point) == 0;
}

/* The region of a point; FR_NO_RING if none. */
static uint32_t region_at(const struct fr_drawn_floor *floor, struct fr_point point)
{
    bool inside = false;
    for (uint32_t i = 0; i < floor->wall_count; i++) {
        const struct wall *wall = &floor->walls[i];
        if (on_wall(wall, point))
            return wall->region;
        const bool above = wall->from.y <= point.y, below = wall->to.y > point.y;
        const int64_t turn = doubled_area(wall->from, wall->to, point);
        if (above == below && (above ? turn > 0 : turn < 0))
            inside = !inside;
        const bool last = i + 1 == floor->wall_count || floor->walls[i + 1].region != wall->region;
        if (last && inside)
            return wall->region;
    }
    return FR_NO_RING;
}

/* A closed region contains a segment if, at each place, it contains the points just beside it on
 * one side or the other. Where one side's points reach a wall, the other side's may continue. */
bool fr_drawn_floor_segment(const struct fr_drawn_floor *floor, struct fr_point a,
                            struct fr_point b, struct fr_point *leaves)
{
    struct fraction at = {0, 1};
    *leaves = a;
    if (fr_point_equal(a, b))
        return region_at(floor, a) != FR_NO_RING;
    while (at.over < at.under) {
        const struct fraction left = reach_from(floor, a, b, at, false);
        const struct fraction right = reach_from(floor, a, b, at, true);
        const struct fraction next = compare(left, right) > 0 ? left : right;
        if (compare(next, at) <= 0)
            break;
        at = next;
    }
    const double share = (double)at.over / (double)at.under;
    leaves->x = a.x + (int32_t)(share * (b.x - a.x));
    leaves->y = a.y + (int32_t)(share * (b.y - a.y));
    return at.over >= at.under;
}

bool fr_drawn_floor_connects(const struct fr_drawn_floor *floor, struct fr_point a,
                             struct fr_point b)
{
    const uint32_t from = region_at(floor, a), to = region_at(floor, b);
    return from != FR_NO_RING && to != FR_NO_RING && floor->groups[from] == floor->groups[to];
}

static int32_t left_end(const struct wall *wall)
{
    return wall->from.x < wall->to.x ? wall->from.x : wall->to.x;
}

static int compare_walls(const void *left, const void *right)
{
    const int32_t a = left_end(left), b = left_end(right);
    return (a > b) - (a < b);
}

static int compare_regions(const void *left, const void *right)
{
    const struct wall *a = left, *b = right;
    return (a->region > b->region) - (a->region < b->region);
}

/* Regions do not overlap, so if edges of two regions meet, they meet at an end of one of them. */
static bool meet(const struct wall *a, const struct wall *b)
{
    return on_wall(a, b->from) || on_wall(a, b->to) || on_wall(b, a->from) || on_wall(b, a->to);
}

/* Union-find: the lowest region of a group. */
static uint32_t group_of(uint32_t *groups, uint32_t region)
{
    while (groups[region] != region)
        region = groups[region] = groups[groups[region]];
    return region;
}

static void join(uint32_t *groups, uint32_t a, uint32_t b)
{
    a = group_of(groups, a);
    b = group_of(groups, b);
    groups[a > b ? a : b] = a < b ? a : b;
}

/* Closed regions are connected where their borders meet. */
static void group_regions(struct fr_drawn_floor *floor)
{
    struct wall *walls = floor->walls;
    for (uint32_t i = 0; i < floor->region_count; i++)
        floor->groups[i] = i;
    qsort(walls, floor->wall_count, sizeof *walls, compare_walls);
    for (uint32_t i = 0; i < floor->wall_count; i++) {
        const int32_t right = walls[i].from.x + walls[i].to.x - left_end(&walls[i]);
        for (uint32_t j = i + 1; j < floor->wall_count && left_end(&walls[j]) <= right; j++)
            if (walls[i].region != walls[j].region && meet(&walls[i], &walls[j]))
                join(floor->groups, walls[i].region, walls[j].region);
    }
    for (uint32_t i = 0; i < floor->region_count; i++)
        floor->groups[i] = group_of(floor->groups, i);
    qsort(walls, floor->wall_count, sizeof *walls, compare_regions);
}

static void collect_walls(struct fr_drawn_floor *floor, const struct fr_map *map)
{
    const struct fr_polygon *drawing = map->drawing;
    for (uint32_t r = 0; r < drawing->ring_count; r++) {
        const struct fr_polygon_ring *ring = &drawing->rings[r];
        if (!map->enabled[ring->area])
            continue;
        for (uint32_t i = 0; i < ring->count; i++)
            floor->walls[floor->wall_count++] =
                (struct wall){drawing->vertices[ring->first + i],
                              drawing->vertices[ring->first + (i + 1) % ring->count], ring->outer};
    }
}

enum fr_status fr_drawn_floor_create(const struct fr_map *map, const struct fr_allocator *allocator,
                                     struct fr_drawn_floor **floor)
{
    struct fr_drawn_floor *fresh = fr_allocate_zeroed(allocator, 1, sizeof *fresh);
    if (!fresh)
        return FR_NO_MEMORY;
    fresh->allocator = allocator;
    fresh->capacity = (size_t)map->drawing->vertex_count + 1;
    fresh->region_count = map->drawing->ring_count;
    fresh->walls = fr_allocate(allocator, fresh->capacity, sizeof *fresh->walls);
    fresh->groups = fr_allocate(allocator, (size_t)fresh->region_count + 1, sizeof *fresh->groups);
    if (!fresh->walls || !fresh->groups) {
        fr_drawn_floor_release(fresh);
        return FR_NO_MEMORY;
    }
    collect_walls(fresh, map);
    group_regions(fresh);
    *floor = fresh;
    return FR_OK;
}

void fr_drawn_floor_release(struct fr_drawn_floor *floor)
{
    if (!floor)
        return;
    fr_deallocate(floor->allocator, floor->walls, floor->capacity, sizeof *floor->walls);
    fr_deallocate(floor->allocator, floor->groups, (size_t)floor->region_count + 1,
                  sizeof *floor->groups);
    fr_deallocate(floor->allocator, floor, 1, sizeof *floor);
}
