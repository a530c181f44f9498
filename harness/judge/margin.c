#include "harness/judge/margin.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/judge/taut_path.h"

/* Costs: 41 / 29 is sqrt(2) within 0.03 %. Each end in the margin adds half of a step's cost. */
enum { STRAIGHT = 29, DIAGONAL = 41, BUCKETS = 256 };
#define NOBODY UINT32_MAX /* no entry */

_Static_assert(BUCKETS > 4 * DIAGONAL + 2 * DIAGONAL,
               "no step raises an estimate past the last bucket");

/* An entry of the open list. */
struct entry {
    uint32_t node, next;
};

struct fr_margin {
    const struct fr_map *map;
    struct fr_map *outside; /* walkable: the walkable pixels that are not in the margin */
    uint32_t *costs;        /* by pixel, from the start; UINT32_MAX: not reached */
    uint8_t *steps;         /* by pixel: the direction of the step to it */
    bool *closed;
    struct entry *entries;
    size_t count, capacity;
    uint32_t heads[BUCKETS]; /* first entries of lists, by estimate modulo BUCKETS */
    uint32_t spare;          /* head of the list of free entries */
    struct fr_path found;    /* the grid8 path */
    const struct fr_allocator *allocator;
};

static const struct fr_pixel directions[] = {{1, 0},  {1, 1},   {0, 1},  {-1, 1},
                                             {-1, 0}, {-1, -1}, {0, -1}, {1, -1}};

static size_t pixel_count(const struct fr_margin *margin)
{
    return (size_t)margin->map->width * (size_t)margin->map->height;
}

static uint32_t node_of(const struct fr_margin *margin, struct fr_pixel pixel)
{
    return (uint32_t)pixel.y * (uint32_t)margin->map->width + (uint32_t)pixel.x;
}

static struct fr_pixel pixel_at(const struct fr_margin *margin, uint32_t node)
{
    const uint32_t width = (uint32_t)margin->map->width;
    return (struct fr_pixel){(int32_t)(node % width), (int32_t)(node / width)};
}

static struct fr_pixel step_from(struct fr_pixel pixel, unsigned direction)
{
    return (struct fr_pixel){pixel.x + directions[direction].x, pixel.y + directions[direction].y};
}

/* Keeps the bits of a row whose neighbours within the margin are set, too. */
static void narrow_row(const uint64_t *from, int32_t words, uint64_t *to)
{
    for (int32_t i = 0; i < words; i++) {
        const uint64_t before = i > 0 ? from[i - 1] : 0, after = i + 1 < words ? from[i + 1] : 0;
        to[i] = from[i];
        for (int by = 1; by <= FR_MARGIN_PX; by++)
            to[i] &= (from[i] << by | before >> (64 - by)) & (from[i] >> by | after << (64 - by));
    }
}

/* Blocks the pixels in the margin of a copy of the map. `narrowed` has as many words as it. */
static void leave_out_margin(struct fr_map *outside, uint64_t *narrowed)
{
    const int32_t words = outside->row_words, height = outside->height;
    for (int32_t y = 0; y < height; y++)
        narrow_row(fr_map_row(outside, y), words, narrowed + (size_t)y * (size_t)words);
    for (int32_t y = 0; y < height; y++)
        for (int32_t i = 0; i < words; i++) {
            uint64_t kept = ~UINT64_C(0);
            for (int32_t row = y - FR_MARGIN_PX; row <= y + FR_MARGIN_PX; row++)
                kept &= row < 0 || row >= height
                            ? 0
                            : narrowed[(size_t)row * (size_t)words + (size_t)i];
            outside->walkable[(ptrdiff_t)y * words + i] = kept;
        }
}

enum fr_status fr_margin_create(const struct fr_map *map, const struct fr_allocator *allocator,
                                struct fr_margin **margin)
{
    const size_t words = (size_t)map->row_words * (size_t)map->height;
    struct fr_margin *made = fr_allocate_zeroed(allocator, 1, sizeof *made);
    uint64_t *narrowed = fr_allocate(allocator, words, sizeof *narrowed);
    if (made) {
        *made = (struct fr_margin){.map = map, .allocator = allocator};
        fr_path_init(&made->found, allocator);
        made->costs = fr_allocate(allocator, pixel_count(made), sizeof *made->costs);
        made->steps = fr_allocate(allocator, pixel_count(made), sizeof *made->steps);
        made->closed = fr_allocate(allocator, pixel_count(made), sizeof *made->closed);
    }
    const bool whole = made && narrowed && made->costs && made->steps && made->closed &&
                       fr_map_clone(map, allocator, &made->outside) == FR_OK;
    if (whole) {
        leave_out_margin(made->outside, narrowed);
        *margin = made;
    } else
        fr_margin_release(made);
    fr_deallocate(allocator, narrowed, words, sizeof *narrowed);
    return whole ? FR_OK : FR_NO_MEMORY;
}

/* Whether a pixel is in the margin, a wall, or outside the map. */
static bool holds(const struct fr_margin *margin, struct fr_pixel pixel)
{
    return !fr_map_inside(margin->map, pixel.x, pixel.y) ||
           !fr_map_walkable(margin->outside, pixel.x, pixel.y);
}

/* Whether all pixels that contain the point are in the margin; coordinates in units of 1 / `each`
 * pixel. */
static bool is_in_margin(const struct fr_margin *margin, int64_t x, int64_t y, int64_t each)
{
    const int32_t right = (int32_t)(x / each), below = (int32_t)(y / each);
    for (int32_t row = below - (y % each == 0); row <= below; row++)
        for (int32_t column = right - (x % each == 0); column <= right; column++)
            if (!holds(margin, (struct fr_pixel){column, row}))
                return false;
    return true;
}

static double segment_in_margin(const struct fr_margin *margin, struct fr_point a,
                                struct fr_point b)
{
    const int64_t dx = b.x - a.x, dy = b.y - a.y;
    const int64_t parts = llabs(dx) > llabs(dy) ? llabs(dx) : llabs(dy);
    int64_t inside = 0;
    for (int64_t i = 0; i < parts; i++)
        inside += is_in_margin(margin, 2 * parts * a.x + dx * (2 * i + 1),
                               2 * parts * a.y + dy * (2 * i + 1), 4 * parts);
    return parts > 0 ? hypot((double)dx, (double)dy) / 2 * (double)inside / (double)parts : 0;
}

double fr_margin_along(const struct fr_margin *margin, const struct fr_path *path)
{
    double length = 0;
    for (size_t i = 1; i < path->count; i++)
        length += segment_in_margin(margin, path->points[i - 1], path->points[i]);
    return length;
}

/* An estimate that is consistent and never more than the cost of reaching the goal. */
static uint32_t estimate(struct fr_pixel from, struct fr_pixel goal)
{
    const uint32_t dx = (uint32_t)abs(goal.x - from.x), dy = (uint32_t)abs(goal.y - from.y);
    const uint32_t more = dx > dy ? dx : dy, less = dx > dy ? dy : dx;
    return 2 * (STRAIGHT * (more - less) + DIAGONAL * less);
}

/* False if out of memory. */
static bool push(struct fr_margin *margin, uint32_t node, uint32_t total)
{
    uint32_t at = margin->spare;
    if (at != NOBODY)
        margin->spare = margin->entries[at].next;
    else {
        if (!fr_reserve(margin->allocator, &margin->entries, margin->count, 1, &margin->capacity,
                        sizeof *margin->entries))
            return false;
        at = (uint32_t)margin->count++;
    }
    margin->entries[at] = (struct entry){node, margin->heads[total % BUCKETS]};
    margin->heads[total % BUCKETS] = at;
    return true;
}

/* Whether the pixels beside a step, and the one that it leads to, are walkable. */
static bool can_step(const struct fr_map *map, struct fr_pixel from, unsigned direction)
{
    const struct fr_pixel to = step_from(from, direction);
    return fr_map_walkable(map, to.x, to.y) && fr_map_walkable(map, from.x, to.y) &&
           fr_map_walkable(map, to.x, from.y);
}

static bool expand(struct fr_margin *margin, uint32_t node, struct fr_pixel goal)
{
    const struct fr_pixel from = pixel_at(margin, node);
    const uint32_t weight = 2 + holds(margin, from);
    for (unsigned direction = 0; direction < 8; direction++) {
        if (!can_step(margin->map, from, direction))
            continue;
        const struct fr_pixel to = step_from(from, direction);
        const uint32_t other = node_of(margin, to);
        const uint32_t cost = margin->costs[node] +
                              (direction % 2 ? DIAGONAL : STRAIGHT) * (weight + holds(margin, to));
        if (cost >= margin->costs[other])
            continue;
        margin->costs[other] = cost;
        margin->steps[other] = (uint8_t)direction;
        if (!push(margin, other, cost + estimate(to, goal)))
            return false;
    }
    return true;
}

/* A* with an open list of buckets. Sets *found; FR_OK or FR_NO_MEMORY. */
static enum fr_status search(struct fr_margin *margin, struct fr_pixel start, struct fr_pixel goal,
                             bool *found)
{
    const uint32_t target = node_of(margin, goal);
    uint32_t total = estimate(start, goal);
    memset(margin->costs, 0xFF, pixel_count(margin) * sizeof *margin->costs);
    memset(margin->closed, 0, pixel_count(margin));
    memset(margin->heads, 0xFF, sizeof margin->heads);
    margin->count = 0;
    margin->spare = NOBODY;
    margin->costs[node_of(margin, start)] = 0;
    if (!push(margin, node_of(margin, start), total))
        return FR_NO_MEMORY;
    for (uint32_t empty = 0; empty < BUCKETS && !margin->closed[target];) {
        const uint32_t at = margin->heads[total % BUCKETS];
        if (at == NOBODY) {
            total++;
            empty++;
            continue;
        }
        const uint32_t node = margin->entries[at].node;
        empty = 0;
        margin->heads[total % BUCKETS] = margin->entries[at].next;
        margin->entries[at].next = margin->spare;
        margin->spare = at;
        if (!margin->closed[node] && !expand(margin, node, goal))
            return FR_NO_MEMORY;
        margin->closed[node] = true;
    }
    *found = margin->closed[target];
    return FR_OK;
}

/* Collects the pixels from goal to start. */
static enum fr_status trace(struct fr_margin *margin, struct fr_pixel start, struct fr_pixel goal)
{
    enum fr_status status = FR_OK;
    margin->found.count = 0;
    for (struct fr_pixel at = goal; status == FR_OK;) {
        status = fr_path_append(&margin->found, fr_pixel_centre(at));
        if (fr_pixel_equal(at, start))
            break;
        at = step_from(at, (margin->steps[node_of(margin, at)] + 4u) % 8);
    }
    return status;
}

static void set_walkable(struct fr_map *map, int32_t x, int32_t y, bool walkable)
{
    uint64_t *word = &map->walkable[(ptrdiff_t)y * map->row_words + x / 64];
    const uint64_t bit = UINT64_C(1) << (x & 63);
    *word = walkable ? *word | bit : *word & ~bit;
}

/* Opens the pixels in the margin that the path uses, including those beside diagonal steps; or
 * restores the old state, in which only the pixels outside the margin are walkable. */
static size_t open_margin(struct fr_margin *margin, struct fr_pixel *opened)
{
    const struct fr_point *points = margin->found.points;
    size_t count = 0;
    for (size_t i = 0; i < margin->found.count; i++) {
        const struct fr_pixel one = fr_point_pixel(points[i]);
        const struct fr_pixel two = fr_point_pixel(points[i ? i - 1 : 0]);
        const struct fr_pixel used[] = {one, {one.x, two.y}, {two.x, one.y}};
        for (size_t j = 0; j < 3; j++) {
            if (!holds(margin, used[j]))
                continue;
            set_walkable(margin->outside, used[j].x, used[j].y, true);
            opened[count++] = used[j];
        }
    }
    return count;
}

static enum fr_status pull_taut(struct fr_margin *margin, struct fr_path *taut)
{
    const size_t room = 3 * margin->found.count;
    struct fr_pixel *opened = fr_allocate(margin->allocator, room, sizeof *opened);
    if (!opened)
        return FR_NO_MEMORY;
    const size_t count = open_margin(margin, opened);
    const enum fr_status status =
        fr_taut_path(margin->outside, &margin->found, margin->allocator, taut);
    for (size_t i = 0; i < count; i++)
        set_walkable(margin->outside, opened[i].x, opened[i].y, false);
    fr_deallocate(margin->allocator, opened, room, sizeof *opened);
    return status;
}

enum fr_status fr_margin_avoid(struct fr_margin *margin, struct fr_pixel start,
                               struct fr_pixel goal, struct fr_path *taut, struct fr_roomy *roomy)
{
    bool found = false;
    enum fr_status status = search(margin, start, goal, &found);
    taut->count = 0;
    if (status == FR_OK && found)
        status = trace(margin, start, goal);
    if (status == FR_OK && found)
        status = pull_taut(margin, taut);
    if (status != FR_OK)
        return status;
    const bool known = taut->count > 0;
    *roomy = (struct fr_roomy){known ? fr_path_length(taut) : (double)NAN,
                               known ? fr_margin_along(margin, taut) : (double)NAN};
    return FR_OK;
}

void fr_margin_release(struct fr_margin *margin)
{
    if (!margin)
        return;
    const struct fr_allocator *allocator = margin->allocator;
    const size_t pixels = pixel_count(margin);
    fr_deallocate(allocator, margin->costs, pixels, sizeof *margin->costs);
    fr_deallocate(allocator, margin->steps, pixels, sizeof *margin->steps);
    fr_deallocate(allocator, margin->closed, pixels, sizeof *margin->closed);
    fr_deallocate(allocator, margin->entries, margin->capacity, sizeof *margin->entries);
    fr_path_release(&margin->found);
    fr_map_release(margin->outside);
    fr_deallocate(allocator, margin, 1, sizeof *margin);
}
