#include "maps/clamp.h"

#include "maps/bits.h"

struct click {
    int64_t x, y;
};

static int64_t upper_half(int64_t value)
{
    return (value - (value & UINT32_MAX)) / ((int64_t)1 << 32);
}

/* Below, above or equal to 0: the squared distance from click to a, less the one to b.
 *
 * |a-c|^2 - |b-c|^2 = |a|^2 - |b|^2 - 2c(a-b) overflows 64 bits for a far click; it is summed in
 * two limbs of 32 bits of c each, high * 2^32 + low. */
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

/* The order in which pixels are preferred: by distance, then row, then column. */
static bool better(struct click click, struct fr_pixel a, struct fr_pixel b)
{
    const int order = compare_distance(click, a, b);
    if (order != 0)
        return order < 0;
    return a.y != b.y ? a.y < b.y : a.x < b.x;
}

struct search {
    const struct fr_map *map;
    const struct fr_components *components; /* NULL: any walkable pixel will do */
    uint32_t component;
    struct click click;
    struct fr_pixel inside; /* the pixel of the map nearest to the click */
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

/* Offers the walkable pixels nearest to inside.x in row y, to its left and to its right. */
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

/* The same among the runs of the component. */
static void scan_runs(struct search *search, int32_t y)
{
    size_t count;
    const struct fr_run *runs = fr_components_row(search->components, y, &count);
    const int32_t x = search->inside.x;
    size_t low = 0, right = count;
    while (low < right) {
        const size_t middle = low + (right - low) / 2;
        if (runs[middle].right < x)
            low = middle + 1;
        else
            right = middle;
    }
    size_t left = right;
    while (right < count && runs[right].component != search->component)
        right++;
    if (right < count)
        offer(search, runs[right].left > x ? runs[right].left : x, y);
    while (left > 0 && runs[left - 1].component != search->component)
        left--;
    if (left > 0)
        offer(search, runs[left - 1].right, y);
}

/* Whether row y may hold a better pixel; if not, no row beyond it does. */
static bool promising(const struct search *search, int32_t y)
{
    const struct fr_pixel ideal = {search->inside.x, y};
    return !search->found || better(search->click, ideal, search->best);
}

static bool scan_row(struct search *search, int32_t y)
{
    if (y < 0 || y >= search->map->height || !promising(search, y))
        return false;
    if (search->components)
        scan_runs(search, y);
    else
        scan_bits(search, y);
    return true;
}

static int32_t clip(int64_t value, int32_t size)
{
    return value < 0 ? 0 : value >= size ? size - 1 : (int32_t)value;
}

/* Rows are scanned outward from the one nearest to the click. */
static bool nearest_pixel(struct search *search, struct fr_pixel *nearest)
{
    search->inside.x = clip(search->click.x, search->map->width);
    search->inside.y = clip(search->click.y, search->map->height);
    bool above = true, below = true;
    for (int32_t away = 0; above || below; away++) {
        above = above && scan_row(search, search->inside.y - away);
        below = below && scan_row(search, search->inside.y + 1 + away);
    }
    if (search->found)
        *nearest = search->best;
    return search->found;
}

bool fr_clamp(const struct fr_map *map, int64_t x, int64_t y, struct fr_pixel *nearest)
{
    struct search search = {.map = map, .click = {x, y}};
    return nearest_pixel(&search, nearest);
}

bool fr_clamp_to_component(const struct fr_map *map, const struct fr_components *components,
                           uint32_t component, int64_t x, int64_t y, struct fr_pixel *nearest)
{
    struct search search = {
        .map = map, .components = components, .component = component, .click = {x, y}};
    return fr_components_size(components, component) > 0 && nearest_pixel(&search, nearest);
}
