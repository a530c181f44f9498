#include "maps/analysis/narrowest.h"

#include <string.h>

#include "maps/analysis/components.h"
#include "maps/analysis/erode.h"
#include "maps/analysis/gap.h"
#include "maps/bits.h"

/* What is left of the map for a disc. */
struct remains {
    struct fr_map *map;
    struct fr_components *pieces;
};

/* What is left of one part. */
struct share {
    int64_t left, largest_size, second_size;
    uint32_t largest, second; /* pieces */
};

struct search {
    const struct fr_map *map;
    const struct fr_allocator *allocator;
    struct fr_components *parts;
    struct share *shares; /* by part */
    size_t share_count;
    int64_t walkable;
};

static void release_remains(struct remains *remains)
{
    fr_components_release(remains->pieces);
    fr_map_release(remains->map);
    *remains = (struct remains){NULL, NULL};
}

static enum fr_status erode(const struct search *search, int32_t radius, struct remains *remains)
{
    *remains = (struct remains){NULL, NULL};
    enum fr_status status = fr_map_clone(search->map, search->allocator, &remains->map);
    if (status == FR_OK)
        status = fr_erode(remains->map, (struct fr_agent){radius, FR_DISC});
    if (status == FR_OK)
        status =
            fr_components_create(remains->map, FR_CONNECTED_4, search->allocator, &remains->pieces);
    if (status != FR_OK)
        release_remains(remains);
    return status;
}

static void add_piece(struct share *share, uint32_t piece, int64_t size)
{
    share->left += size;
    if (size > share->largest_size) {
        share->second = share->largest;
        share->second_size = share->largest_size;
        share->largest = piece;
        share->largest_size = size;
    } else if (size > share->second_size) {
        share->second = piece;
        share->second_size = size;
    }
}

static enum fr_status weigh(struct search *search, const struct fr_components *pieces)
{
    const uint32_t count = fr_components_count(pieces);
    memset(search->shares, 0, search->share_count * sizeof *search->shares);
    if (count == 0)
        return FR_OK;
    uint32_t *part_of = fr_allocate(search->allocator, count, sizeof *part_of);
    if (!part_of)
        return FR_NO_MEMORY;
    fr_components_within(pieces, search->parts, part_of);
    for (uint32_t piece = 0; piece < count; piece++)
        add_piece(&search->shares[part_of[piece]], piece, fr_components_size(pieces, piece));
    fr_deallocate(search->allocator, part_of, count, sizeof *part_of);
    return FR_OK;
}

static bool counts(const struct search *search, uint32_t part)
{
    return fr_components_size(search->parts, part) * FR_SMALL_PART >= search->walkable;
}

static bool falls_apart(const struct share *share)
{
    const int64_t others = share->left - share->largest_size;
    return others > 0 && others * FR_SMALL_PART >= share->left;
}

/* The first part that falls apart, or else vanishes; FR_NO_COMPONENT: none does. */
static uint32_t find_broken(const struct search *search)
{
    uint32_t broken = FR_NO_COMPONENT;
    for (uint32_t part = 0; part < fr_components_count(search->parts); part++) {
        if (!counts(search, part))
            continue;
        if (falls_apart(&search->shares[part]))
            return part;
        if (search->shares[part].left == 0 && broken == FR_NO_COMPONENT)
            broken = part;
    }
    return broken;
}

/* Any pixel of a component. */
static struct fr_pixel pixel_of(const struct fr_components *components, uint32_t component)
{
    for (int32_t y = 0;; y++) {
        size_t count;
        const struct fr_run *runs = fr_components_row(components, y, &count);
        for (size_t i = 0; i < count; i++)
            if (runs[i].component == component)
                return (struct fr_pixel){runs[i].left, y};
    }
}

/* The middle pixel of the middle run of a component. */
static struct fr_pixel middle_of(const struct fr_components *components, uint32_t component,
                                 int32_t height)
{
    struct fr_pixel middle = {0, 0};
    size_t met = 0;
    for (int pass = 0; pass < 2; pass++) {
        const size_t wanted = met / 2;
        met = 0;
        for (int32_t y = 0; y < height; y++) {
            size_t count;
            const struct fr_run *runs = fr_components_row(components, y, &count);
            for (size_t i = 0; i < count; i++) {
                if (runs[i].component != component)
                    continue;
                if (pass == 1 && met == wanted)
                    return (struct fr_pixel){(runs[i].left + runs[i].right) / 2, y};
                met++;
            }
        }
    }
    return middle;
}

/* A breadth-first search from one piece to any other, over pixels that the wider disc lost. */
struct crossing {
    struct fr_map *lost; /* those that were not met yet */
    const struct remains *wide;
    uint32_t piece;
    struct met {
        struct fr_pixel at;
        size_t from; /* index of the one before it; its own: it touches the piece */
    } * met;
    size_t count, capacity;
    const struct fr_allocator *allocator;
};

static const int32_t steps[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};

/* Whether a pixel touches the piece, or, where other says so, any other one. */
static bool touches(const struct crossing *crossing, struct fr_pixel at, bool other)
{
    for (int i = 0; i < 4; i++) {
        const uint32_t piece =
            fr_components_at(crossing->wide->pieces, at.x + steps[i][0], at.y + steps[i][1]);
        if (piece != FR_NO_COMPONENT && (piece != crossing->piece) == other)
            return true;
    }
    return false;
}

static enum fr_status meet(struct crossing *crossing, int32_t x, int32_t y, size_t from)
{
    struct met *met = fr_grow(crossing->allocator, crossing->met, crossing->count, 1,
                              &crossing->capacity, sizeof *met);
    if (!met)
        return FR_NO_MEMORY;
    crossing->met = met;
    met[crossing->count++] = (struct met){{x, y}, from};
    fr_map_set_area(crossing->lost, x, y, 0);
    return FR_OK;
}

static enum fr_status meet_first(struct crossing *crossing)
{
    const struct fr_map *lost = crossing->lost;
    enum fr_status status = FR_OK;
    for (int32_t y = 0; y < lost->height; y++)
        for (int32_t word = 0; word < lost->row_words; word++)
            for (uint64_t bits = fr_map_row(lost, y)[word]; bits && status == FR_OK;
                 bits &= bits - 1) {
                const struct fr_pixel at = {64 * word + fr_lowest_bit(bits), y};
                if (touches(crossing, at, false))
                    status = meet(crossing, at.x, at.y, crossing->count);
            }
    return status;
}

/* Halfway back from a pixel to the piece. */
static struct fr_pixel halfway(const struct met *met, size_t end)
{
    size_t half = end;
    for (size_t ahead = end; met[ahead].from != ahead; ahead = met[met[ahead].from].from)
        half = met[half].from;
    return met[half].at;
}

/* Goes on to the first pixel that touches another piece; the place is halfway to it. */
static enum fr_status cross(struct crossing *crossing, struct fr_pixel *place)
{
    enum fr_status status = meet_first(crossing);
    for (size_t at = 0; status == FR_OK; at++) {
        const struct fr_pixel pixel = crossing->met[at].at;
        if (touches(crossing, pixel, true)) {
            *place = halfway(crossing->met, at);
            return FR_OK;
        }
        for (int i = 0; i < 4 && status == FR_OK; i++)
            if (fr_map_walkable(crossing->lost, pixel.x + steps[i][0], pixel.y + steps[i][1]))
                status = meet(crossing, pixel.x + steps[i][0], pixel.y + steps[i][1], at);
    }
    return status;
}

/* Finds the place where the narrow disc passes from a piece to another, and the wide one does not.
 * What the wide one has is taken off the narrow one's map. */
static enum fr_status find_place(const struct search *search, const struct remains *narrow,
                                 const struct remains *wide, uint32_t piece, struct fr_pixel *place)
{
    struct crossing crossing = {narrow->map, wide, piece, NULL, 0, 0, search->allocator};
    const size_t words = (size_t)search->map->row_words;
    uint64_t *lost = fr_allocate(search->allocator, words, sizeof *lost);
    if (!lost)
        return FR_NO_MEMORY;
    for (int32_t y = 0; y < search->map->height; y++) {
        for (size_t i = 0; i < words; i++)
            lost[i] = ~fr_map_row(wide->map, y)[i];
        fr_map_keep(narrow->map, y, lost);
    }
    const enum fr_status status = cross(&crossing, place);
    fr_deallocate(search->allocator, lost, words, sizeof *lost);
    fr_deallocate(search->allocator, crossing.met, crossing.capacity, sizeof *crossing.met);
    return status;
}

/* Looks for the widest disc that still gets from one pixel to the other, and for what stops the
 * next one. Both pixels are there at radius, and not connected. */
static enum fr_status find_passage(const struct search *search, int32_t radius,
                                   struct fr_pixel from, struct fr_pixel to,
                                   struct fr_narrowest *narrowest)
{
    struct remains wide, narrow;
    enum fr_status status = erode(search, radius, &wide);
    while (status == FR_OK) {
        status = erode(search, --radius, &narrow);
        if (status != FR_OK)
            break;
        if (fr_components_at(narrow.pieces, from.x, from.y) ==
            fr_components_at(narrow.pieces, to.x, to.y)) {
            narrowest->radius = radius;
            status = find_place(search, &narrow, &wide,
                                fr_components_at(wide.pieces, from.x, from.y), &narrowest->at);
            release_remains(&narrow);
            break;
        }
        release_remains(&wide);
        wide = narrow;
    }
    release_remains(&wide);
    return status;
}

/* Of a part that vanishes at a radius, any pixel that was there till then. */
static enum fr_status find_last(struct search *search, int32_t radius, uint32_t part,
                                struct fr_narrowest *narrowest)
{
    struct remains remains;
    enum fr_status status = erode(search, radius - 1, &remains);
    if (status != FR_OK)
        return status;
    narrowest->vanishes = true;
    narrowest->radius = radius - 1;
    status = weigh(search, remains.pieces);
    if (status == FR_OK)
        narrowest->at =
            middle_of(remains.pieces, search->shares[part].largest, search->map->height);
    release_remains(&remains);
    return status;
}

static enum fr_status look(struct search *search, int32_t most, struct fr_narrowest *narrowest)
{
    for (int32_t radius = 2; radius <= most; radius++) {
        struct remains remains;
        enum fr_status status = erode(search, radius, &remains);
        if (status == FR_OK)
            status = weigh(search, remains.pieces);
        const uint32_t part = status == FR_OK ? find_broken(search) : FR_NO_COMPONENT;
        if (part == FR_NO_COMPONENT) {
            release_remains(&remains);
            if (status != FR_OK)
                return status;
            narrowest->radius = radius;
            continue;
        }
        narrowest->found = true;
        const struct share *share = &search->shares[part];
        if (share->left == 0) {
            release_remains(&remains);
            return find_last(search, radius, part, narrowest);
        }
        const struct fr_pixel from = pixel_of(remains.pieces, share->second);
        const struct fr_pixel to = pixel_of(remains.pieces, share->largest);
        release_remains(&remains);
        return find_passage(search, radius, from, to, narrowest);
    }
    return FR_OK;
}

enum fr_status fr_narrowest_find(const struct fr_map *map, int32_t most,
                                 const struct fr_allocator *allocator,
                                 struct fr_narrowest *narrowest)
{
    struct search search = {
        .map = map, .allocator = allocator, .walkable = fr_map_walkable_count(map)};
    struct fr_narrowest fresh = {.radius = 1};
    if (map->wall_count > 0)
        return FR_UNSUPPORTED;
    enum fr_status status = fr_components_create(map, FR_CONNECTED_4, allocator, &search.parts);
    if (status != FR_OK)
        return status;
    search.share_count = fr_components_count(search.parts);
    if (search.share_count > 0) {
        search.shares = fr_allocate(allocator, search.share_count, sizeof *search.shares);
        status = search.shares ? look(&search, most, &fresh) : FR_NO_MEMORY;
    }
    if (status == FR_OK && fresh.found)
        fresh.width = fr_gap_width(map, fresh.at, fresh.radius);
    fr_deallocate(allocator, search.shares, search.share_count, sizeof *search.shares);
    fr_components_release(search.parts);
    if (status == FR_OK)
        *narrowest = fresh;
    return status;
}
