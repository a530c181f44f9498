#include "maps/analysis/clamp.h"

#include "maps/bits.h"

struct click {
    int64_t x, y;
};

static int64_t upper_half(int64_t value)
{
    return (value - (value & UINT32_MAX)) / ((int64_t)1 << 32);
}

/* The sign of the squared distance from click to a minus the one from click to b.
 *
 * |a-c|^2 - |b-c|^2 = |a|^2 - |b|^2 - 2c(a-b) overflows 64 bits for a far click, so the high and
 * low 32 bits of c are summed separately: high * 2^32 + low. */
static int compare_distance(struct click click, struct fr_pixel a, struct fr_pixel b)
{
    const int64_t dx = (int64_t)a.x - b.x, dy = (int64_t)a.y - b.y;
    const int64_t squares = dx * ((int64_t)a.x + b.x) + dy * ((int64_t)a.y + b.y);
    const int64_t low = squares - 2 * (dx * (click.x & UINT32_MAX) + dy * (click.y & UINT32_MAX));
    const int64_t high =
        upper_half(low) - 2 * (dx * upper_half(click.x) + dy * upper_half(click.y));
    if (high != 0)
        return high < 0 ? -1 : 1;
    return (low & UINT32_MAX) != 0;
}

/* The order of preference: by distance, then row, then column. */
static bool better(struct click click, struct fr_pixel a, struct fr_pixel b)
{
    const int order = compare_distance(click, a, b);
    if (order != 0)
        return order < 0;
    return a.y != b.y ? a.y < b.y : a.x < b.x;
}

/* A run in the list of its component, sorted by row, then column. */
struct listed_run {
    int32_t y, left, right; /* both inclusive */
};

struct part {
    uint32_t end;        /* index after its last run; its runs follow the previous component's */
    int32_t left, right; /* range of its columns */
};

struct fr_clamp_index {
    struct listed_run *runs;
    struct part *parts; /* by component */
    uint32_t run_count, part_count;
    const struct fr_allocator *allocator;
};

/* The pixels to search: walkable ones of a map, or the runs [first, end) of an index. */
struct search {
    const struct fr_map *map; /* NULL: search runs */
    const struct listed_run *runs;
    size_t first, end;
    size_t above, below; /* the last runs found upward and downward */
    struct click click;
    int32_t top, bottom;    /* range of the rows */
    struct fr_pixel inside; /* the pixel nearest to the click in the bounding rectangle */
    struct fr_pixel best;
    bool found;
};

static void offer(struct search *search, int32_t x, int32_t y)
{
    const struct fr_pixel pixel = {x, y};
    if (search->found && !better(search->click, pixel, search->best))
        return;
    search->best = pixel;
    search->found = true;
}

/* Offers the walkable pixels nearest to inside.x in row y, to the left and right. */
static void scan_bits(struct search *search, int32_t y)
{
    const uint64_t *row = fr_map_row(search->map, y);
    const int32_t own = search->inside.x / 64, bit = search->inside.x % 64;
    uint64_t bits = row[own] & UINT64_MAX >> (63 - bit);
    int32_t word = own;
    while (!bits && word > 0)
        bits = row[--word];
    if (bits)
        offer(search, word * 64 + fr_highest_bit(bits), y);
    bits = row[own] & UINT64_MAX << bit;
    word = own;
    while (!bits && word + 1 < search->map->row_words)
        bits = row[++word];
    if (bits)
        offer(search, word * 64 + fr_lowest_bit(bits), y);
}

/* Whether a run ends before (x, y), in list order. */
static bool ends_before(const struct listed_run *run, int32_t x, int32_t y)
{
    return run->y < y || (run->y == y && run->right < x);
}

/* The first run that does not end before (x, y), found in doubling steps from run `from`. */
static size_t seek(const struct search *search, size_t from, int32_t x, int32_t y)
{
    const struct listed_run *runs = search->runs;
    size_t low = from, high = from, step = 1;
    if (from < search->end && ends_before(&runs[from], x, y)) {
        while (high < search->end && ends_before(&runs[high], x, y)) {
            low = high + 1;
            high = search->end - high > step ? high + step : search->end;
            step *= 2;
        }
    } else {
        while (low > search->first && !ends_before(&runs[low - 1], x, y)) {
            high = low - 1;
            low = low - search->first > step ? low - step : search->first;
            step *= 2;
        }
    }
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (ends_before(&runs[middle], x, y))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Offers the pixels nearest to inside.x in row y of the list. */
static void scan_runs(struct search *search, int32_t y, size_t *near)
{
    const int32_t x = search->inside.x;
    const size_t at = *near = seek(search, *near, x, y);
    const struct listed_run *runs = search->runs;
    if (at > search->first && runs[at - 1].y == y)
        offer(search, runs[at - 1].right, y);
    if (at < search->end && runs[at].y == y)
        offer(search, runs[at].left > x ? runs[at].left : x, y);
}

/* Whether row y may have a better pixel; if not, no row farther out has one. */
static bool promising(const struct search *search, int32_t y)
{
    const struct fr_pixel ideal = {search->inside.x, y};
    return !search->found || better(search->click, ideal, search->best);
}

static bool scan_row(struct search *search, int32_t y, size_t *near)
{
    if (y < search->top || y > search->bottom || !promising(search, y))
        return false;
    if (search->map)
        scan_bits(search, y);
    else
        scan_runs(search, y, near);
    return true;
}

static int32_t clip(int64_t value, int32_t low, int32_t high)
{
    return value < low ? low : value > high ? high : (int32_t)value;
}

/* Searches the rows outward from the one nearest to the click, in columns `left` to `right`. */
static bool nearest_pixel(struct search *search, int32_t left, int32_t right,
                          struct fr_pixel *nearest)
{
    search->inside.x = clip(search->click.x, left, right);
    search->inside.y = clip(search->click.y, search->top, search->bottom);
    bool above = true, below = true;
    for (int32_t away = 0; above || below; away++) {
        above = above && scan_row(search, search->inside.y - away, &search->above);
        below = below && scan_row(search, search->inside.y + 1 + away, &search->below);
    }
    if (search->found)
        *nearest = search->best;
    return search->found;
}

bool fr_clamp(const struct fr_map *map, int64_t x, int64_t y, struct fr_pixel *nearest)
{
    struct search search = {.map = map, .click = {x, y}, .bottom = map->height - 1};
    return nearest_pixel(&search, 0, map->width - 1, nearest);
}

bool fr_clamp_to_component(const struct fr_clamp_index *index, uint32_t component, int64_t x,
                           int64_t y, struct fr_pixel *nearest)
{
    if (component >= index->part_count)
        return false;
    const struct part *part = &index->parts[component];
    struct search search = {.runs = index->runs,
                            .first = component > 0 ? part[-1].end : 0,
                            .end = part->end,
                            .click = {x, y}};
    search.top = index->runs[search.first].y;
    search.bottom = index->runs[search.end - 1].y;
    /* assumes evenly spread rows */
    const int64_t rows = (int64_t)search.bottom - search.top + 1;
    const int64_t row = (int64_t)clip(y, search.top, search.bottom) - search.top;
    search.above = search.below =
        search.first + (size_t)(row * (int64_t)(search.end - search.first) / rows);
    return nearest_pixel(&search, part->left, part->right, nearest);
}

/* Sets each component's `end` to the start of its list. */
static void count_runs(const struct fr_components *components, int32_t height, struct part *parts,
                       uint32_t part_count)
{
    uint32_t begin = 0;
    for (int32_t y = 0; y < height; y++) {
        size_t count;
        const struct fr_run *runs = fr_components_row(components, y, &count);
        for (size_t i = 0; i < count; i++)
            parts[runs[i].component].end++;
    }
    for (uint32_t i = 0; i < part_count; i++) {
        const uint32_t count = parts[i].end;
        parts[i] = (struct part){begin, INT32_MAX, -1};
        begin += count;
    }
}

/* Lists the runs; each component's `end` moves from the start of its list to the end. */
static void list_runs(const struct fr_components *components, int32_t height,
                      struct fr_clamp_index *index)
{
    for (int32_t y = 0; y < height; y++) {
        size_t count;
        const struct fr_run *runs = fr_components_row(components, y, &count);
        for (size_t i = 0; i < count; i++) {
            struct part *part = &index->parts[runs[i].component];
            index->runs[part->end++] = (struct listed_run){y, runs[i].left, runs[i].right};
            part->left = runs[i].left < part->left ? runs[i].left : part->left;
            part->right = runs[i].right > part->right ? runs[i].right : part->right;
        }
    }
}

enum fr_status fr_clamp_index_create(const struct fr_map *map,
                                     const struct fr_components *components,
                                     const struct fr_allocator *allocator,
                                     struct fr_clamp_index **index)
{
    struct fr_clamp_index *fresh = fr_allocate_zeroed(allocator, 1, sizeof *fresh);
    if (!fresh)
        return FR_NO_MEMORY;
    fresh->allocator = allocator;
    fresh->run_count = (uint32_t)fr_components_runs(components);
    fresh->part_count = fr_components_count(components);
    fresh->runs = fr_allocate(allocator, fr_at_least_one(fresh->run_count), sizeof *fresh->runs);
    fresh->parts =
        fr_allocate_zeroed(allocator, fr_at_least_one(fresh->part_count), sizeof *fresh->parts);
    if (!fresh->runs || !fresh->parts) {
        fr_clamp_index_release(fresh);
        return FR_NO_MEMORY;
    }
    count_runs(components, map->height, fresh->parts, fresh->part_count);
    list_runs(components, map->height, fresh);
    *index = fresh;
    return FR_OK;
}

void fr_clamp_index_release(struct fr_clamp_index *index)
{
    if (!index)
        return;
    const struct fr_allocator *allocator = index->allocator;
    fr_deallocate(allocator, index->runs, fr_at_least_one(index->run_count), sizeof *index->runs);
    fr_deallocate(allocator, index->parts, fr_at_least_one(index->part_count),
                  sizeof *index->parts);
    fr_deallocate(allocator, index, 1, sizeof *index);
}
