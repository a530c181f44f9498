#include "algorithms/jump_points/jump_distances.h"

#include <string.h>

#include "algorithms/jump_points/jump_sweep.h"
#include "algorithms/jump_points/jump_words.h"
#include "maps/bits.h"

static void set_turns(uint8_t *turns, uint64_t bits, unsigned turn)
{
    for (; bits; bits &= bits - 1)
        turns[fr_lowest_bit(bits)] |= (uint8_t)(1u << turn);
}

/* Turns of the cells in columns [left, right) of a row. */
static void find_turns(struct fr_jump_distances *distances, const struct fr_jump_plane *plane,
                       int32_t y, int32_t left, int32_t right)
{
    uint8_t *turns = distances->turns + fr_jump_index(distances, 0, y);
    memset(turns + left, 0, (size_t)(right - left));
    for (int32_t word = left / 64; word * 64 < right; word++) {
        const struct fr_jump_word bits = fr_jump_word(plane, y, word);
        uint64_t mask = UINT64_MAX;
        if (word * 64 < left)
            mask <<= left % 64;
        if (right - word * 64 < 64)
            mask &= ((uint64_t)1 << (right - word * 64)) - 1;
        for (unsigned way = 0; way < FR_JUMP_WAYS; way++) {
            set_turns(turns + word * 64, bits.left[way] & mask, 2 * way);
            set_turns(turns + word * 64, bits.right[way] & mask, 2 * way + 1);
        }
    }
}

static enum fr_status fill(struct fr_jump_distances *distances)
{
    const struct fr_jump_plane plane = fr_jump_rows(distances->map);
    for (int32_t y = 0; y < distances->map->height; y++)
        find_turns(distances, &plane, y, 0, distances->map->width);
    return fr_jump_sweep(distances);
}

enum fr_status fr_jump_distances_create(const struct fr_map *map, enum fr_jump_stops stops,
                                        const struct fr_allocator *allocator,
                                        struct fr_jump_distances **distances)
{
    struct fr_jump_distances *fresh = fr_allocate_zeroed(allocator, 1, sizeof *fresh);
    if (!fresh)
        return FR_NO_MEMORY;
    const size_t count = (size_t)map->width * (size_t)map->height;
    fresh->map = map;
    fresh->stops = stops;
    fresh->allocator = allocator;
    fresh->cells = fr_allocate(allocator, count, sizeof *fresh->cells);
    fresh->turns = fr_allocate(allocator, count, sizeof *fresh->turns);
    if (!fresh->cells || !fresh->turns || fill(fresh) != FR_OK) {
        fr_jump_distances_release(fresh);
        return FR_NO_MEMORY;
    }
    *distances = fresh;
    return FR_OK;
}

/* The cells whose steps or turns may have changed: within two of a changed pixel or border. */
struct region {
    int32_t left, top, right, bottom; /* right and bottom exclusive */
};

static struct region region_around(const struct fr_map *map, struct fr_rect rect)
{
    const int64_t right = (int64_t)rect.x + rect.width + 2;
    const int64_t bottom = (int64_t)rect.y + rect.height + 2;
    return (struct region){rect.x < 2 ? 0 : rect.x - 2, rect.y < 2 ? 0 : rect.y - 2,
                           right > map->width ? map->width : (int32_t)right,
                           bottom > map->height ? map->height : (int32_t)bottom};
}

static bool in_region(const struct region *region, int32_t x, int32_t y)
{
    return x >= region->left && y >= region->top && x < region->right && y < region->bottom;
}

static bool border_open(const struct fr_map *map, int32_t x, int32_t y, int32_t dx, int32_t dy)
{
    return fr_map_walkable(map, x, y) && fr_map_walkable(map, x + dx, y + dy) &&
           !fr_map_walled(map, x, y, dx, dy);
}

static bool step_legal(const struct fr_map *map, int32_t x, int32_t y, int d)
{
    const int32_t dx = fr_direction_dx[d], dy = fr_direction_dy[d];
    if (dx == 0 || dy == 0)
        return border_open(map, x, y, dx, dy);
    return border_open(map, x, y, dx, 0) && border_open(map, x, y, 0, dy) &&
           border_open(map, x + dx, y, 0, dy) && border_open(map, x, y + dy, dx, 0);
}

/* Whether the step to a cell in direction d ends the walk: at a jump point, or where a straight
 * component leads to one. */
static bool ends_walk(const struct fr_jump_distances *distances, size_t next, int d)
{
    if (distances->stops == FR_JUMP_AT_CORNERS && distances->turns[next])
        return true;
    if (d % 2 == 0)
        return fr_jump_point(distances, next, d);
    const int16_t *at = distances->cells[next].at;
    return at[d - 1] > 0 || at[(d + 1) % FR_DIRECTIONS] > 0;
}

/* The entry of a cell anew from the next one's. Outside the region steps stay as legal as they
 * were. */
static int16_t entry(const struct fr_jump_distances *distances, const struct region *region,
                     int32_t x, int32_t y, int d)
{
    const size_t cell = fr_jump_index(distances, x, y);
    const bool legal = in_region(region, x, y) ? step_legal(distances->map, x, y, d)
                                               : distances->cells[cell].at[d] != 0;
    if (!legal)
        return 0;
    const size_t next = fr_jump_index(distances, x + fr_direction_dx[d], y + fr_direction_dy[d]);
    if (ends_walk(distances, next, d))
        return 1;
    const int16_t rest = distances->cells[next].at[d];
    return (int16_t)(rest > 0 ? rest + 1 : rest - 1);
}

/* Brings the walks in diagonal direction d from a cell on, and from those behind it, in step, as
 * far back as entries change. */
static void mend_diagonal(struct fr_jump_distances *distances, const struct region *region,
                          int32_t x, int32_t y, int d)
{
    for (; fr_map_inside(distances->map, x, y); x -= fr_direction_dx[d], y -= fr_direction_dy[d]) {
        int16_t *at = &distances->cells[fr_jump_index(distances, x, y)].at[d];
        const int16_t fresh = entry(distances, region, x, y, d);
        if (fresh == *at && !in_region(region, x, y))
            return;
        *at = fresh;
    }
}

/* The same in straight direction d, for all of the region in one line and what lies behind it. A
 * cell from which a jump point is met no more, or newly, changes the diagonal walks to it. */
static void mend_straight(struct fr_jump_distances *distances, const struct region *region,
                          int32_t x, int32_t y, int d)
{
    const int32_t dx = fr_direction_dx[d], dy = fr_direction_dy[d];
    for (; fr_map_inside(distances->map, x, y); x -= dx, y -= dy) {
        int16_t *at = &distances->cells[fr_jump_index(distances, x, y)].at[d];
        const int16_t fresh = entry(distances, region, x, y, d), old = *at;
        if (fresh == old && !in_region(region, x, y))
            return;
        *at = fresh;
        if ((fresh > 0) == (old > 0))
            continue;
        for (int side = -1; side <= 1; side += 2) {
            const int diagonal = (d + side) & (FR_DIRECTIONS - 1);
            mend_diagonal(distances, region, x - fr_direction_dx[diagonal],
                          y - fr_direction_dy[diagonal], diagonal);
        }
    }
}

static void mend(struct fr_jump_distances *distances, const struct region *region)
{
    const struct fr_jump_plane plane = fr_jump_rows(distances->map);
    const int32_t last_x = region->right - 1, last_y = region->bottom - 1;
    for (int32_t y = region->top; y < region->bottom; y++)
        find_turns(distances, &plane, y, region->left, region->right);
    for (int32_t y = region->top; y < region->bottom; y++) {
        mend_straight(distances, region, last_x, y, 0);
        mend_straight(distances, region, region->left, y, 4);
    }
    for (int32_t x = region->left; x < region->right; x++) {
        mend_straight(distances, region, x, last_y, 2);
        mend_straight(distances, region, x, region->top, 6);
    }
    /* Every diagonal through the region, from the end that its walks lead to. */
    for (int32_t x = region->left; x < region->right; x++) {
        mend_diagonal(distances, region, x, last_y, 1);
        mend_diagonal(distances, region, x, last_y, 3);
        mend_diagonal(distances, region, x, region->top, 5);
        mend_diagonal(distances, region, x, region->top, 7);
    }
    for (int32_t y = region->top; y < region->bottom; y++) {
        mend_diagonal(distances, region, last_x, y, 1);
        mend_diagonal(distances, region, region->left, y, 3);
        mend_diagonal(distances, region, region->left, y, 5);
        mend_diagonal(distances, region, last_x, y, 7);
    }
}

/* From a sixteenth of the cells on, all are swept: many times cheaper a cell than mending. */
#define SWEEP_SHARE 16

enum fr_status fr_jump_distances_update(struct fr_jump_distances *distances, struct fr_rect rect)
{
    const struct fr_map *map = distances->map;
    const struct region region = region_around(map, rect);
    if (rect.width <= 0 || rect.height <= 0 || region.left >= region.right ||
        region.top >= region.bottom)
        return FR_OK;
    const int64_t cells =
        (int64_t)(region.right - region.left) * (region.bottom - region.top) * SWEEP_SHARE;
    if (cells > (int64_t)map->width * map->height)
        return fill(distances);
    mend(distances, &region);
    return FR_OK;
}

void fr_jump_distances_release(struct fr_jump_distances *distances)
{
    if (!distances)
        return;
    const struct fr_map *map = distances->map;
    const size_t count = (size_t)map->width * (size_t)map->height;
    fr_deallocate(distances->allocator, distances->cells, count, sizeof *distances->cells);
    fr_deallocate(distances->allocator, distances->turns, count, sizeof *distances->turns);
    fr_deallocate(distances->allocator, distances, 1, sizeof *distances);
}
