#include "harness/judge/floor_reach.h"

#include <string.h>

/* A run: walkable pixels of one row with no wall between them, [begin, end). */
struct run {
    uint32_t begin, end;
};

/* Union-find forest of connected runs. */
struct components {
    bool diagonal; /* also connected across corners */
    bool known;    /* up to date with the floor */
    uint32_t *parents;
};

struct fr_floor_reach {
    const struct fr_legal_floor *floor;
    bool known;       /* up to date with the floor */
    struct run *runs; /* row by row; space for one run per pixel */
    size_t *rows;     /* index of the first run of each row, and the end of the last row */
    struct components over_edges, over_corners;
    const struct fr_allocator *allocator;
};

static size_t pixel_count(const struct fr_legal_floor *floor)
{
    return (size_t)floor->width * (size_t)floor->height;
}

/* The first index, `begin` or later, at which a row has this value; `end` if there is none. */
static uint32_t next_with(const bool *row, bool value, uint32_t begin, uint32_t end)
{
    const bool *found = memchr(row + begin, value, end - begin);
    return found ? (uint32_t)(found - row) : end;
}

static size_t find_runs_of(const struct fr_legal_floor *floor, int32_t y, struct run *runs)
{
    const size_t first = fr_legal_floor_index(floor, 0, y);
    const uint32_t width = (uint32_t)floor->width;
    size_t count = 0;
    uint32_t end = 0;
    for (;;) {
        const uint32_t begin = next_with(floor->walkable + first, true, end, width);
        if (begin == width)
            return count;
        end = next_with(floor->walkable + first, false, begin, width);
        if (floor->walled) { /* a wall on a pixel's east side ends the run with that pixel */
            const uint32_t wall = next_with(floor->walls[FR_EAST] + first, true, begin, end);
            end = wall < end ? wall + 1 : end;
        }
        runs[count++] = (struct run){begin, end};
    }
}

static void find_runs(struct fr_floor_reach *reach)
{
    const struct fr_legal_floor *floor = reach->floor;
    reach->rows[0] = 0;
    for (int32_t y = 0; y < floor->height; y++)
        reach->rows[y + 1] = reach->rows[y] + find_runs_of(floor, y, reach->runs + reach->rows[y]);
    reach->known = true;
}

static uint32_t root_of(uint32_t *parents, uint32_t run)
{
    while (parents[run] != run) {
        parents[run] = parents[parents[run]];
        run = parents[run];
    }
    return run;
}

/* Whether a step leads from a pixel to the row below, dx columns sideways. No wall may block the
 * step; a diagonal step needs one of its two routes. */
static bool is_open(const struct fr_legal_floor *floor, int32_t x, int32_t y, int32_t dx)
{
    return dx == 0 ? fr_legal_floor_passes(floor, x, y, 0, 1)
                   : fr_legal_floor_passes_across(floor, x, y, dx, 1) ||
                         fr_legal_floor_passes_down(floor, x, y, dx, 1);
}

/* Whether any step leads from a run of row y to an adjacent run of the next row. */
static bool touch(const struct fr_legal_floor *floor, int32_t y, struct run upper, struct run lower,
                  bool diagonal)
{
    const int32_t aside = diagonal;
    if (!floor->walled)
        return true;
    for (uint32_t x = upper.begin; x < upper.end; x++)
        for (int32_t dx = -aside; dx <= aside; dx++) {
            const int64_t below = (int64_t)x + dx;
            if (below >= lower.begin && below < lower.end && is_open(floor, (int32_t)x, y, dx))
                return true;
        }
    return false;
}

/* Joins the runs of row y with those of the next row in one sweep over both. */
static void join_rows(const struct fr_floor_reach *reach, int32_t y, struct components *components)
{
    const struct run *runs = reach->runs;
    const size_t aside = components->diagonal;
    size_t first = reach->rows[y + 1];
    for (size_t upper = reach->rows[y]; upper < reach->rows[y + 1]; upper++) {
        while (first < reach->rows[y + 2] && runs[first].end + aside <= runs[upper].begin)
            first++;
        for (size_t lower = first;
             lower < reach->rows[y + 2] && runs[lower].begin < runs[upper].end + aside; lower++)
            if (touch(reach->floor, y, runs[upper], runs[lower], components->diagonal))
                components->parents[root_of(components->parents, (uint32_t)lower)] =
                    root_of(components->parents, (uint32_t)upper);
    }
}

static void join(struct fr_floor_reach *reach, struct components *components)
{
    if (!reach->known)
        find_runs(reach);
    for (size_t i = 0; i < reach->rows[reach->floor->height]; i++)
        components->parents[i] = (uint32_t)i;
    for (int32_t y = 0; y + 1 < reach->floor->height; y++)
        join_rows(reach, y, components);
    components->known = true;
}

/* The run that contains a pixel; false: it is blocked. */
static bool find_run(const struct fr_floor_reach *reach, struct fr_pixel at, uint32_t *run)
{
    size_t low = reach->rows[at.y], high = reach->rows[at.y + 1];
    while (low < high) { /* finds the first run that ends after the pixel */
        const size_t middle = low + (high - low) / 2;
        if (reach->runs[middle].end > (uint32_t)at.x)
            high = middle;
        else
            low = middle + 1;
    }
    *run = (uint32_t)low;
    return low < reach->rows[at.y + 1] && reach->runs[low].begin <= (uint32_t)at.x;
}

enum fr_status fr_floor_reach_create(const struct fr_legal_floor *floor,
                                     const struct fr_allocator *allocator,
                                     struct fr_floor_reach **reach)
{
    const size_t count = pixel_count(floor);
    struct fr_floor_reach *fresh = fr_allocate_zeroed(allocator, 1, sizeof *fresh);
    if (!fresh)
        return FR_NO_MEMORY;
    *fresh = (struct fr_floor_reach){
        .floor = floor, .over_corners = {.diagonal = true}, .allocator = allocator};
    fresh->runs = fr_allocate(allocator, count, sizeof *fresh->runs);
    fresh->rows = fr_allocate(allocator, (size_t)floor->height + 1, sizeof *fresh->rows);
    fresh->over_edges.parents = fr_allocate(allocator, count, sizeof(uint32_t));
    fresh->over_corners.parents = fr_allocate(allocator, count, sizeof(uint32_t));
    if (!fresh->runs || !fresh->rows || !fresh->over_edges.parents ||
        !fresh->over_corners.parents) {
        fr_floor_reach_release(fresh);
        return FR_NO_MEMORY;
    }
    *reach = fresh;
    return FR_OK;
}

bool fr_floor_reach_joins(struct fr_floor_reach *reach, struct fr_pixel from, struct fr_pixel to,
                          bool diagonal)
{
    struct components *components = diagonal ? &reach->over_corners : &reach->over_edges;
    uint32_t here, there;
    if (!components->known)
        join(reach, components);
    return find_run(reach, from, &here) && find_run(reach, to, &there) &&
           root_of(components->parents, here) == root_of(components->parents, there);
}

void fr_floor_reach_forget(struct fr_floor_reach *reach)
{
    reach->known = reach->over_edges.known = reach->over_corners.known = false;
}

void fr_floor_reach_release(struct fr_floor_reach *reach)
{
    if (!reach)
        return;
    const size_t count = pixel_count(reach->floor);
    fr_deallocate(reach->allocator, reach->runs, count, sizeof *reach->runs);
    fr_deallocate(reach->allocator, reach->rows, (size_t)reach->floor->height + 1,
                  sizeof *reach->rows);
    fr_deallocate(reach->allocator, reach->over_edges.parents, count, sizeof(uint32_t));
    fr_deallocate(reach->allocator, reach->over_corners.parents, count, sizeof(uint32_t));
    fr_deallocate(reach->allocator, reach, 1, sizeof *reach);
}
