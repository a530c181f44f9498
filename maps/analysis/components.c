#include "maps/analysis/components.h"

#include <string.h>

#include "maps/bits.h"

struct fr_components {
    int32_t width, height;
    uint32_t run_count, count;
    struct fr_run *runs; /* row by row; while labels are computed, component is a run's parent */
    uint32_t *first;     /* index of each row's first run, and run_count at the end */
    int64_t *sizes;      /* by component: pixels */
    const struct fr_allocator *allocator;
};

/* One row of the map, for finding runs. The words before and after the row are padding, which may
 * be read. */
struct row {
    const uint64_t *walkable;
    const uint64_t *east; /* its edge walls; NULL: the map has none */
};

static struct row row_of(const struct fr_map *map, int32_t y)
{
    const ptrdiff_t first = (ptrdiff_t)y * map->row_words;
    return (struct row){map->walkable + first,
                        map->wall_count > 0 ? map->walls[FR_EAST] + first : NULL};
}

/* The walkable pixels of a word without a wall to their right. */
static uint64_t open_eastward(struct row row, int32_t word)
{
    return row.walkable[word] & ~(row.east ? row.east[word] : 0);
}

/* A bit for each run that begins in a word; run_ends has one for each run that ends in it. */
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

/* Whether a row equals the one above, with no wall nearby. */
static bool is_repeated(const struct fr_map *map, int32_t y)
{
    const ptrdiff_t words = map->row_words;
    const uint64_t *row = map->walkable + y * words;
    return y > 0 && map->wall_count == 0 &&
           memcmp(row - words, row, (size_t)words * sizeof *row) == 0;
}

static uint32_t count_runs(const struct fr_map *map)
{
    uint32_t count = 0, of_row = 0;
    for (int32_t y = 0; y < map->height; y++) {
        const struct row row = row_of(map, y);
        if (!is_repeated(map, y)) {
            of_row = 0;
            for (int32_t word = 0; word < map->row_words; word++)
                of_row += (uint32_t)fr_popcount(run_starts(row, word));
        }
        count += of_row;
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

/* Most runs are one step from their root; longer chains are halved. */
static uint32_t find_root(struct fr_run *runs, uint32_t run)
{
    for (;;) {
        const uint32_t parent = runs[run].component, grandparent = runs[parent].component;
        if (grandparent == parent)
            return parent;
        runs[run].component = grandparent;
        run = grandparent;
    }
}

/* Keeps the earlier root, so that a parent always precedes its child. Returns 1 if there were two
 * roots, else 0. */
static uint32_t unite(struct fr_run *runs, uint32_t a, uint32_t b)
{
    a = find_root(runs, a);
    b = find_root(runs, b);
    runs[a > b ? a : b].component = a > b ? b : a;
    return a != b;
}

/* The bits of a bitmap for the 64 pixels of a word, and for their left neighbours. */
struct window {
    uint64_t here, left;
};

static struct window window_at(const uint64_t *bits, ptrdiff_t word)
{
    if (!bits)
        return (struct window){0, 0};
    return (struct window){bits[word], bits[word] << 1 | bits[word - 1] >> 63};
}

/* The steps needed to join runs of two adjacent rows, one bit each; a diagonal step has the bit of
 * its right column. */
struct meetings {
    uint64_t straight;
    uint64_t falling; /* down to the right */
    uint64_t rising;  /* down to the left, or up to the right */
};

/* A straight step is needed only if the one before it joins other runs, a diagonal one only if no
 * straight step beside it joins the same runs. A diagonal step is open if one of its two routes,
 * over the pixel to its right or left, is open. */
static struct meetings find_meetings(const struct fr_map *map, struct row upper, struct row lower,
                                     int32_t y, int32_t word, int32_t reach)
{
    const uint64_t *walls = map->wall_count > 0 ? map->walls[FR_SOUTH] : NULL;
    const struct window above = window_at(upper.walkable, word);
    const struct window below = window_at(lower.walkable, word);
    const struct window south = window_at(walls, (ptrdiff_t)y * map->row_words + word);
    const uint64_t wall_above = window_at(upper.east, word).left;
    const uint64_t wall_below = window_at(lower.east, word).left;
    const uint64_t open = above.here & below.here & ~south.here;
    const uint64_t open_left = above.left & below.left & ~south.left;
    struct meetings meetings = {open & ~(open_left & ~wall_above & ~wall_below), 0, 0};
    if (reach > 0) {
        meetings.falling = above.left & below.here & ~(open & ~wall_above) &
                           ~(open_left & ~wall_below) &
                           ~((wall_above | south.here) & (south.left | wall_below));
        meetings.rising = above.here & below.left & ~(open & ~wall_below) &
                          ~(open_left & ~wall_above) &
                          ~((south.here | wall_below) & (wall_above | south.left));
    }
    return meetings;
}

/* The runs that begin in a word, and the index of the first. */
struct begun {
    uint64_t starts;
    uint32_t first;
};

/* The run at a pixel, given by its bit; run_before returns the run at the pixel before. */
static uint32_t run_at(struct begun begun, int bit)
{
    return begun.first + (uint32_t)fr_popcount(begun.starts & (UINT64_MAX >> (63 - bit))) - 1;
}

static uint32_t run_before(struct begun begun, int bit)
{
    return begun.first + (uint32_t)fr_popcount(begun.starts & (((uint64_t)1 << bit) - 1)) - 1;
}

/* Unites the runs of row y, from index `first`, with the runs of the next row, from `lower`, that
 * touch them: `reach` is 0 for a shared edge, 1 if a shared corner suffices. Returns the decrease
 * in the number of components. */
static uint32_t unite_rows(const struct fr_map *map, int32_t y, struct fr_run *runs, uint32_t first,
                           uint32_t lower, int32_t reach)
{
    const struct row upper_row = row_of(map, y), lower_row = row_of(map, y + 1);
    struct begun above = {0, first}, below = {0, lower};
    uint32_t united = 0;
    for (int32_t word = 0; word < map->row_words; word++) {
        above.starts = run_starts(upper_row, word);
        below.starts = run_starts(lower_row, word);
        /* where no run begins, no new runs meet */
        if ((above.starts | below.starts) == 0 && map->wall_count == 0)
            continue;
        const struct meetings meetings = find_meetings(map, upper_row, lower_row, y, word, reach);
        for (uint64_t bits = meetings.straight; bits; bits &= bits - 1) {
            const int bit = fr_lowest_bit(bits);
            united += unite(runs, run_at(above, bit), run_at(below, bit));
        }
        for (uint64_t bits = meetings.falling; bits; bits &= bits - 1) {
            const int bit = fr_lowest_bit(bits);
            united += unite(runs, run_before(above, bit), run_at(below, bit));
        }
        for (uint64_t bits = meetings.rising; bits; bits &= bits - 1) {
            const int bit = fr_lowest_bit(bits);
            united += unite(runs, run_at(above, bit), run_before(below, bit));
        }
        above.first += (uint32_t)fr_popcount(above.starts);
        below.first += (uint32_t)fr_popcount(below.starts);
    }
    return united;
}

/* Writes the runs of a repeated row from runs[first] on, each joined to the one above it and to no
 * other, as the runs above do not touch each other; returns the index after the last. */
static uint32_t repeat_runs(struct fr_run *runs, uint32_t upper, uint32_t first)
{
    for (uint32_t run = upper; run < first; run++)
        runs[first + run - upper] = runs[run];
    return 2 * first - upper;
}

/* Turns parents into labels, as roots precede their children, and counts pixels. */
static void label_runs(struct fr_components *components)
{
    struct fr_run *runs = components->runs;
    uint32_t next = 0;
    for (uint32_t run = 0; run < components->run_count; run++) {
        const uint32_t parent = runs[run].component;
        const uint32_t label = parent == run ? next++ : runs[parent].component;
        runs[run].component = label;
        components->sizes[label] += runs[run].right - runs[run].left + 1;
    }
}

static void unite_runs(struct fr_components *components, const struct fr_map *map, int32_t reach)
{
    struct fr_run *runs = components->runs;
    uint32_t upper = 0, lower = 0;
    components->count = components->run_count;
    for (int32_t y = 0; y < map->height; y++) {
        const bool repeated = is_repeated(map, y);
        const uint32_t end =
            repeated ? repeat_runs(runs, upper, lower) : read_runs(map, y, runs, lower);
        components->first[y] = lower;
        if (repeated)
            components->count -= end - lower;
        else if (y > 0)
            components->count -= unite_rows(map, y - 1, runs, upper, lower, reach);
        upper = lower;
        lower = end;
    }
    components->first[map->height] = lower;
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
    fresh->runs = fr_allocate(allocator, fr_at_least_one(fresh->run_count), sizeof *fresh->runs);
    fresh->first = fr_allocate(allocator, (size_t)map->height + 1, sizeof *fresh->first);
    if (!fresh->runs || !fresh->first)
        goto no_memory;
    unite_runs(fresh, map, connectivity == FR_CONNECTED_8 ? 1 : 0);
    fresh->sizes =
        fr_allocate_zeroed(allocator, fr_at_least_one(fresh->count), sizeof *fresh->sizes);
    if (!fresh->sizes)
        goto no_memory;
    label_runs(fresh);
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

void fr_components_within(const struct fr_components *inner, const struct fr_components *outer,
                          uint32_t *component_of)
{
    for (uint32_t i = 0; i < inner->count; i++)
        component_of[i] = FR_NO_COMPONENT;
    for (int32_t y = 0; y < inner->height; y++)
        for (uint32_t run = inner->first[y]; run < inner->first[y + 1]; run++) {
            uint32_t *component = &component_of[inner->runs[run].component];
            if (*component == FR_NO_COMPONENT)
                *component = fr_components_at(outer, inner->runs[run].left, y);
        }
}

void fr_components_release(struct fr_components *components)
{
    if (!components)
        return;
    const struct fr_allocator *allocator = components->allocator;
    fr_deallocate(allocator, components->runs, fr_at_least_one(components->run_count),
                  sizeof *components->runs);
    fr_deallocate(allocator, components->first, (size_t)components->height + 1,
                  sizeof *components->first);
    fr_deallocate(allocator, components->sizes, fr_at_least_one(components->count),
                  sizeof *components->sizes);
    fr_deallocate(allocator, components, 1, sizeof *components);
}
