#include "maps/analysis/bottlenecks.h"

#include <string.h>

#include "maps/analysis/components.h"

#define WAITING UINT32_C(0x80000000) /* a pixel was reached, but not expanded */

/* The pieces are the leaves 0..pieces-1 of a forest; corridor i is node pieces + i, the parent of
 * the two trees that it joins. */
struct fr_bottlenecks {
    struct fr_components *pieces;
    struct fr_bottleneck *at;
    size_t count, capacity; /* capacity: the number of pieces */
    uint32_t *above;        /* by node: its parent; FR_NO_COMPONENT: a root */
    const struct fr_allocator *allocator;
};

struct queue {
    struct fr_pixel *at;
    size_t first, count, capacity;
};

/* The pixels flooded from a piece, and from the pieces joined to it. */
struct basin {
    uint32_t parent; /* union-find; itself: a root */
    uint32_t node;   /* of a root: its node in the forest */
    int64_t size;    /* of a root: the figure's pixels */
};

struct flood {
    const struct fr_map *point;
    struct fr_agent agent; /* with the current radius */
    struct fr_map *open;   /* its floor */
    struct fr_map *wider;  /* the floor of a figure half a pixel wider; at first, the eroded map */
    uint32_t *basin_of;    /* by pixel: FR_NO_COMPONENT, or a basin with or without WAITING */
    struct basin *basins;  /* by piece */
    struct queue wide;     /* reached pixels of the wider floor, expanded first */
    struct queue narrow;   /* reached pixels of the open floor only */
    struct queue later;    /* reached pixels not open yet */
    struct fr_bottlenecks *found;
};

static const int32_t steps[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};

static uint32_t *basin_at(const struct flood *flood, struct fr_pixel at)
{
    return &flood->basin_of[(size_t)at.y * (size_t)flood->point->width + (size_t)at.x];
}

static uint32_t root_of(struct basin *basins, uint32_t basin)
{
    while (basins[basin].parent != basin)
        basin = basins[basin].parent = basins[basins[basin].parent].parent;
    return basin;
}

static bool add(const struct flood *flood, struct queue *queue, struct fr_pixel at)
{
    return fr_append(flood->found->allocator, &queue->at, &queue->count, &queue->capacity, &at,
                     sizeof at);
}

/* Joins two basins that meet at a pixel just opened. */
static void join(struct flood *flood, uint32_t one, uint32_t other, struct fr_pixel at)
{
    struct fr_bottlenecks *found = flood->found;
    struct basin *basins = flood->basins;
    if (basins[one].size < basins[other].size) {
        const uint32_t larger = other;
        other = one;
        one = larger;
    }
    const uint32_t node = fr_components_count(found->pieces) + (uint32_t)found->count;
    found->at[found->count++] = (struct fr_bottleneck){at, flood->agent.radius, basins[other].size};
    found->above[basins[one].node] = found->above[basins[other].node] = node;
    found->above[node] = FR_NO_COMPONENT;
    basins[one].node = node;
    basins[one].size += basins[other].size;
    basins[other].parent = one;
}

/* Expands a pixel. False if out of memory. */
static bool pass(struct flood *flood, struct fr_pixel at)
{
    const uint32_t basin = *basin_at(flood, at) &= ~WAITING;
    for (int i = 0; i < 4; i++) {
        const struct fr_pixel to = {at.x + steps[i][0], at.y + steps[i][1]};
        if (!fr_map_walkable(flood->point, to.x, to.y))
            continue;
        uint32_t *beside = basin_at(flood, to);
        if (*beside == FR_NO_COMPONENT) {
            *beside = basin | WAITING;
            if (!add(flood,
                     fr_map_walkable(flood->wider, to.x, to.y)  ? &flood->wide
                     : fr_map_walkable(flood->open, to.x, to.y) ? &flood->narrow
                                                                : &flood->later,
                     to))
                return false;
        } else if (!(*beside & WAITING)) {
            const uint32_t one = root_of(flood->basins, basin);
            const uint32_t other = root_of(flood->basins, *beside);
            if (one != other)
                join(flood, one, other, at);
        }
    }
    return true;
}

static bool take(struct queue *queue, struct fr_pixel *at)
{
    if (queue->first < queue->count) {
        *at = queue->at[queue->first++];
        return true;
    }
    queue->first = queue->count = 0;
    return false;
}

/* Moves the pixels that are now open out of the waiting queue. False if out of memory. */
static bool let_in(struct flood *flood)
{
    struct queue *later = &flood->later;
    size_t kept = 0;
    for (size_t i = 0; i < later->count; i++) {
        const struct fr_pixel at = later->at[i];
        if (!fr_map_walkable(flood->open, at.x, at.y))
            later->at[kept++] = at;
        else if (!add(flood, &flood->narrow, at))
            return false;
    }
    later->count = kept;
    return true;
}

/* Floods what opens for a figure half a pixel narrower than the last. */
static enum fr_status flood_next(struct flood *flood)
{
    struct fr_map *open;
    struct fr_pixel at;
    enum fr_status status = fr_map_clone(flood->point, flood->found->allocator, &open);
    if (status != FR_OK)
        return status;
    fr_map_release(flood->wider);
    flood->wider = flood->open;
    flood->open = open;
    status = fr_erode(open, flood->agent);
    bool whole = status == FR_OK && let_in(flood);
    while (whole && (take(&flood->wide, &at) || take(&flood->narrow, &at)))
        whole = pass(flood, at);
    return status != FR_OK ? status : whole ? FR_OK : FR_NO_MEMORY;
}

/* Assigns every pixel of a piece to its basin, and queues the pixels next to it. */
static enum fr_status begin(struct flood *flood)
{
    const struct fr_components *pieces = flood->found->pieces;
    for (uint32_t i = 0; i < fr_components_count(pieces); i++)
        flood->basins[i] = (struct basin){i, i, fr_components_size(pieces, i)};
    for (int pass_over = 0; pass_over < 2; pass_over++)
        for (int32_t y = 0; y < flood->point->height; y++) {
            size_t count;
            const struct fr_run *runs = fr_components_row(pieces, y, &count);
            for (size_t i = 0; i < count; i++)
                for (int32_t x = runs[i].left; x <= runs[i].right; x++) {
                    const struct fr_pixel at = {x, y};
                    if (pass_over == 0)
                        *basin_at(flood, at) = runs[i].component;
                    else if (!pass(flood, at))
                        return FR_NO_MEMORY;
                }
        }
    return FR_OK;
}

/* Counts the corridors to find: for each part, one fewer than it has pieces. */
static enum fr_status count_closed(const struct flood *flood, size_t *closed)
{
    const struct fr_allocator *allocator = flood->found->allocator;
    const uint32_t count = fr_components_count(flood->found->pieces);
    struct fr_components *parts;
    enum fr_status status = fr_components_create(flood->point, FR_CONNECTED_4, allocator, &parts);
    if (status != FR_OK)
        return status;
    const uint32_t part_count = fr_components_count(parts);
    uint32_t *part_of = fr_allocate(allocator, count, sizeof *part_of);
    bool *met = fr_allocate_zeroed(allocator, part_count + 1, sizeof *met);
    if (part_of && met) {
        fr_components_within(flood->found->pieces, parts, part_of);
        for (uint32_t i = 0; i < count; i++)
            if (part_of[i] != FR_NO_COMPONENT) {
                *closed += met[part_of[i]];
                met[part_of[i]] = true;
            }
    } else
        status = FR_NO_MEMORY;
    fr_deallocate(allocator, part_of, count, sizeof *part_of);
    fr_deallocate(allocator, met, part_count + 1, sizeof *met);
    fr_components_release(parts);
    return status;
}

static void release_flood(struct flood *flood, size_t pixels)
{
    const struct fr_allocator *allocator = flood->found->allocator;
    struct queue *const queues[] = {&flood->wide, &flood->narrow, &flood->later};
    for (size_t i = 0; i < 3; i++)
        fr_deallocate(allocator, queues[i]->at, queues[i]->capacity, sizeof *queues[i]->at);
    fr_deallocate(allocator, flood->basins, fr_components_count(flood->found->pieces),
                  sizeof *flood->basins);
    fr_deallocate(allocator, flood->basin_of, pixels, sizeof *flood->basin_of);
    fr_map_release(flood->open);
    fr_map_release(flood->wider);
}

/* Finds the corridors. */
static enum fr_status find(struct fr_bottlenecks *found, const struct fr_map *point,
                           const struct fr_map *walked, struct fr_agent agent)
{
    struct flood flood = {.point = point, .agent = agent, .found = found};
    const size_t pixels = (size_t)point->width * (size_t)point->height;
    size_t closed = 0;
    enum fr_status status = count_closed(&flood, &closed);
    if (status != FR_OK || closed == 0)
        return status;
    flood.basin_of = fr_allocate(found->allocator, pixels, sizeof *flood.basin_of);
    flood.basins =
        fr_allocate(found->allocator, fr_components_count(found->pieces), sizeof *flood.basins);
    status = flood.basin_of && flood.basins ? fr_map_clone(walked, found->allocator, &flood.wider)
                                            : FR_NO_MEMORY;
    if (status == FR_OK)
        status = fr_map_clone(walked, found->allocator, &flood.open);
    if (status == FR_OK) {
        memset(flood.basin_of, 0xFF, pixels * sizeof *flood.basin_of);
        status = begin(&flood);
    }
    while (status == FR_OK && found->count < closed && flood.agent.radius > 0) {
        flood.agent.radius--;
        status = flood_next(&flood);
    }
    release_flood(&flood, pixels);
    return status;
}

static enum fr_status create_forest(struct fr_bottlenecks *found)
{
    found->capacity = fr_components_count(found->pieces);
    if (found->capacity == 0)
        return FR_OK;
    found->at = fr_allocate(found->allocator, found->capacity, sizeof *found->at);
    found->above = fr_allocate(found->allocator, 2 * found->capacity, sizeof *found->above);
    if (!found->at || !found->above)
        return FR_NO_MEMORY;
    memset(found->above, 0xFF, 2 * found->capacity * sizeof *found->above);
    return FR_OK;
}

enum fr_status fr_bottlenecks_create(const struct fr_map *point, const struct fr_map *walked,
                                     struct fr_agent agent, const struct fr_allocator *allocator,
                                     struct fr_bottlenecks **bottlenecks)
{
    if (point->wall_count > 0)
        return FR_UNSUPPORTED;
    if (agent.shape != FR_SQUARE)
        agent.shape = FR_DISC;
    struct fr_bottlenecks *found = fr_allocate_zeroed(allocator, 1, sizeof *found);
    if (!found)
        return FR_NO_MEMORY;
    found->allocator = allocator;
    enum fr_status status = fr_components_create(walked, FR_CONNECTED_4, allocator, &found->pieces);
    if (status == FR_OK)
        status = create_forest(found);
    if (status == FR_OK && found->capacity > 0)
        status = find(found, point, walked, agent);
    if (status == FR_OK)
        *bottlenecks = found;
    else
        fr_bottlenecks_release(found);
    return status;
}

size_t fr_bottlenecks_count(const struct fr_bottlenecks *bottlenecks)
{
    return bottlenecks->count;
}

const struct fr_bottleneck *fr_bottlenecks_at(const struct fr_bottlenecks *bottlenecks,
                                              size_t index)
{
    return &bottlenecks->at[index];
}

/* A node has a higher number than its descendants, so of two nodes the lower is replaced by its
 * parent until the two are equal. */
size_t fr_bottlenecks_between(const struct fr_bottlenecks *bottlenecks, struct fr_pixel from,
                              struct fr_pixel to)
{
    uint32_t one = fr_components_at(bottlenecks->pieces, from.x, from.y);
    uint32_t other = fr_components_at(bottlenecks->pieces, to.x, to.y);
    if (one == other)
        return FR_NO_BOTTLENECK;
    while (one != other && one != FR_NO_COMPONENT && other != FR_NO_COMPONENT) {
        if (one < other)
            one = bottlenecks->above[one];
        else
            other = bottlenecks->above[other];
    }
    return one == other ? one - fr_components_count(bottlenecks->pieces) : FR_NO_BOTTLENECK;
}

void fr_bottlenecks_release(struct fr_bottlenecks *bottlenecks)
{
    if (!bottlenecks)
        return;
    const struct fr_allocator *allocator = bottlenecks->allocator;
    fr_deallocate(allocator, bottlenecks->at, bottlenecks->capacity, sizeof *bottlenecks->at);
    fr_deallocate(allocator, bottlenecks->above, 2 * bottlenecks->capacity,
                  sizeof *bottlenecks->above);
    fr_components_release(bottlenecks->pieces);
    fr_deallocate(allocator, bottlenecks, 1, sizeof *bottlenecks);
}
