#include "maps/components.h"

#include "maps/bits.h"

struct fr_components {
    int32_t width, height;
    uint32_t run_count, count;
    struct fr_run *runs; /* row by row; while labels are found, component is a run's parent */
    uint32_t *first;     /* index of each row's first run, and run_count at the end */
    int64_t *sizes;      /* pixels per component */
    const struct fr_allocator *allocator;
};

/* One row of the map as runs see it. The words on either side of a row hold no bits of it, so that
 * they may be looked at. */
struct row {
    const uint64_t *walkable;
    const uint64_t *east; /* its walls; NULL: the map has none */
};

static struct row row_of(const struct fr_map *map, int32_t y)
{
    const ptrdiff_t first = (ptrdiff_t)y * map->row_words;
    return (struct row){map->walkable + first,
                        map->wall_count > 0 ? map->walls[FR_EAST] + first : NULL};
}

/* The walkable pixels of a word without a wall on their right. */
static uint64_t open_eastward(struct row row, int32_t word)
{
    return row.walkable[word] & ~(row.east ? row.east[word] : 0);
}

/* A bit where a run begins in this word, and where one ends. */
static uint64_t run_starts(struct row row, int32_t word)
{
    return row.walkable[word] &
           ~(open_eastward(row, word) << 1 | open_eastward(row, word - 1) >> 63);
}

static uint64_t run_ends(struct row row, int32_t word, bool last)
{
    const uint64_t next = last ? 0 : row.walkable[word + 1];
    return row.walkable[word] &
           ~(open_eastward(row, word) & (row.walkable[word] >> 1 | next << 63));
}

static uint32_t count_runs(const struct fr_map *map)
{
    uint32_t count = 0;
    for (int32_t y = 0; y < map->height; y++) {
        const struct row row = row_of(map, y);
        for (int32_t word = 0; word < map->row_words; word++)
            count += (uint32_t)fr_popcount(run_starts(row, word));
    }
    return count;
}

/* Writes the runs of row y from runs[first] on; returns the index after the last. */
static uint32_t read_runs(const struct fr_map *map, int32_t y, struct fr_run *runs, uint32_t first)
{
    const struct row row = row_of(map, y);
    uint32_t begun = first, ended = first;
    for (int32_t word = 0; word < map->row_words; word++) {
        for (uint64_t bits = run_starts(row, word); bits; bits &= bits - 1) {
            runs[begun].left = word * 64 + fr_lowest_bit(bits);
            runs[begun].component = begun;
            begun++;
        }
        for (uint64_t bits = run_ends(row, word, word + 1 == map->row_words); bits;
             bits &= bits - 1)
            runs[ended++].right = word * 64 + fr_lowest_bit(bits);
    }
    return begun;
}

static uint32_t find_root(struct fr_run *runs, uint32_t run)
{
    while (runs[run].component != run) {
        runs[run].component = runs[runs[run].component].component;
        run = runs[run].component;
    }
    return run;
}

/* The earlier root stays, so that a parent always comes before its child. */
static void unite(struct fr_run *runs, uint32_t a, uint32_t b)
{
    a = find_root(runs, a);
    b = find_root(runs, b);
    if (a < b)
        runs[b].component = a;
    else
        runs[a].component = b;
}

/* Whether no wall stands in both of the ways, over one pixel or the other, from a pixel diagonally
 * to the next row: dx is -1 or 1. */
static bool diagonal_open(const struct fr_map *map, int32_t x, int32_t y, int32_t dx)
{
    return (!fr_map_walled(map, x, y, dx, 0) && !fr_map_walled(map, x + dx, y, 0, 1)) ||
           (!fr_map_walled(map, x, y, 0, 1) && !fr_map_walled(map, x, y + 1, dx, 0));
}

static bool holds(struct fr_run run, int32_t x)
{
    return run.left <= x && x <= run.right;
}

/* Whether a step leads from a run of row y to one of the next row that it touches, past the walls:
 * mostly the first pixel tells. */
static bool passes(const struct fr_map *map, int32_t y, struct fr_run above, struct fr_run below,
                   int32_t reach)
{
    int32_t x = below.left - reach > above.left ? below.left - reach : above.left;
    for (; x <= above.right && x <= below.right + reach; x++) {
        if (holds(below, x) && !fr_map_wall(map, x, y, FR_SOUTH))
            return true;
        for (int32_t dx = -1; reach > 0 && dx <= 1; dx += 2)
            if (holds(below, x + dx) && diagonal_open(map, x, y, dx))
                return true;
    }
    return false;
}

/* Unites the runs of row y, [upper, lower), with those of the next one, [lower, end), that touch
 * them: reach is 0 for a shared edge, 1 where a shared corner is enough. */
static void unite_rows(const struct fr_map *map, int32_t y, struct fr_run *runs, uint32_t upper,
                       uint32_t lower, uint32_t end, int32_t reach)
{
    uint32_t first = lower;
    for (uint32_t a = upper; a < lower; a++) {
        while (first < end && runs[first].right + reach < runs[a].left)
            first++;
        for (uint32_t b = first; b < end && runs[b].left <= runs[a].right + reach; b++)
            if (map->wall_count == 0 || passes(map, y, runs[a], runs[b], reach))
                unite(runs, a, b);
    }
}

/* Turns parents into labels: a root is met before its children. */
static uint32_t label_runs(struct fr_run *runs, uint32_t run_count)
{
    uint32_t count = 0;
    for (uint32_t run = 0; run < run_count; run++) {
        const uint32_t parent = runs[run].component;
        runs[run].component = parent == run ? count++ : runs[parent].component;
    }
    return count;
}

static void find_components(struct fr_components *components, const struct fr_map *map,
                            int32_t reach)
{
    struct fr_run *runs = components->runs;
    uint32_t upper = 0, lower = 0;
    for (int32_t y = 0; y < map->height; y++) {
        const uint32_t end = read_runs(map, y, runs, lower);
        components->first[y] = lower;
        unite_rows(map, y - 1, runs, upper, lower, end, reach);
        upper = lower;
        lower = end;
    }
    components->first[map->height] = lower;
    components->count = label_runs(runs, components->run_count);
}

static size_t at_least_one(uint32_t count)
{
    return count ? count : 1;
}

enum fr_status fr_components_create(const struct fr_map *map, enum fr_connectivity connectivity,
                                    const struct fr_allocator *allocator,
                                    struct fr_components **components)
{
    struct fr_components *fresh = fr_allocate_zeroed(allocator, 1, sizeof *fresh);
    if (!fresh)
        return FR_NO_MEMORY;
    fresh->width = map->width;
    fresh->height = map->height;
    fresh->allocator = allocator;
    fresh->run_count = count_runs(map);
    fresh->runs = fr_allocate(allocator, at_least_one(fresh->run_count), sizeof *fresh->runs);
    fresh->first = fr_allocate(allocator, (size_t)map->height + 1, sizeof *fresh->first);
    if (!fresh->runs || !fresh->first)
        goto no_memory;
    find_components(fresh, map, connectivity == FR_CONNECTED_8 ? 1 : 0);
    fresh->sizes = fr_allocate_zeroed(allocator, at_least_one(fresh->count), sizeof *fresh->sizes);
    if (!fresh->sizes)
        goto no_memory;
    for (uint32_t run = 0; run < fresh->run_count; run++)
        fresh->sizes[fresh->runs[run].component] +=
            fresh->runs[run].right - fresh->runs[run].left + 1;
    *components = fresh;
    return FR_OK;

no_memory:
    fr_components_release(fresh);
    return FR_NO_MEMORY;
}

uint32_t fr_components_count(const struct fr_components *components)
{
    return components->count;
}

int64_t fr_components_size(const struct fr_components *components, uint32_t component)
{
    return component < components->count ? components->sizes[component] : 0;
}

uint32_t fr_components_at(const struct fr_components *components, int32_t x, int32_t y)
{
    if (x < 0 || y < 0 || x >= components->width || y >= components->height)
        return FR_NO_COMPONENT;
    uint32_t low = components->first[y], high = components->first[y + 1];
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (components->runs[middle].right < x)
            low = middle + 1;
        else
            high = middle;
    }
    const bool inside = low < components->first[y + 1] && components->runs[low].left <= x;
    return inside ? components->runs[low].component : FR_NO_COMPONENT;
}

int64_t fr_components_runs(const struct fr_components *components)
{
    return components->run_count;
}

const struct fr_run *fr_components_row(const struct fr_components *components, int32_t y,
                                       size_t *count)
{
    *count = components->first[y + 1] - components->first[y];
    return components->runs + components->first[y];
}

void fr_components_release(struct fr_components *components)
{
    if (!components)
        return;
    const struct fr_allocator *allocator = components->allocator;
    fr_deallocate(allocator, components->runs, at_least_one(components->run_count),
                  sizeof *components->runs);
    fr_deallocate(allocator, components->first, (size_t)components->height + 1,
                  sizeof *components->first);
    fr_deallocate(allocator, components->sizes, at_least_one(components->count),
                  sizeof *components->sizes);
    fr_deallocate(allocator, components, 1, sizeof *components);
}
