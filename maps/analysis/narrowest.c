#include "maps/analysis/narrowest.h"

#include <string.h>

#include "maps/analysis/bottlenecks.h"
#include "maps/analysis/components.h"
#include "maps/analysis/erode.h"
#include "maps/analysis/gap.h"

/* The floor that remains for a disc. */
struct remains {
    struct fr_map *map;
    struct fr_components *pieces;
};

/* What remains of one part. */
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

/* The first part that breaks into pieces, or else vanishes; FR_NO_COMPONENT: none does. */
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

/* The corridor that closed between a part's largest pieces at a radius. */
static enum fr_status find_corridor(const struct search *search, int32_t radius,
                                    const struct remains *remains, const struct share *share,
                                    struct fr_narrowest *narrowest)
{
    struct fr_bottlenecks *corridors;
    const enum fr_status status =
        fr_bottlenecks_create(search->map, remains->map, (struct fr_agent){radius, FR_DISC},
                              search->allocator, &corridors);
    if (status != FR_OK)
        return status;
    const struct fr_bottleneck *corridor = fr_bottlenecks_at(
        corridors, fr_bottlenecks_between(corridors, pixel_of(remains->pieces, share->second),
                                          pixel_of(remains->pieces, share->largest)));
    narrowest->radius = corridor->radius;
    narrowest->at = corridor->at;
    fr_bottlenecks_release(corridors);
    return FR_OK;
}

/* For a part that vanishes at a radius, any pixel that remained until then. */
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
    uint32_t part = FR_NO_COMPONENT;
    enum fr_status status = FR_OK;
    for (int32_t radius = 2; radius <= most && status == FR_OK && part == FR_NO_COMPONENT;
         radius++) {
        struct remains remains;
        status = erode(search, radius, &remains);
        if (status == FR_OK)
            status = weigh(search, remains.pieces);
        if (status == FR_OK)
            part = find_broken(search);
        narrowest->found = part != FR_NO_COMPONENT;
        if (!narrowest->found)
            narrowest->radius = radius;
        else if (search->shares[part].left == 0)
            status = find_last(search, radius, part, narrowest);
        else
            status = find_corridor(search, radius, &remains, &search->shares[part], narrowest);
        release_remains(&remains);
    }
    return status;
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
