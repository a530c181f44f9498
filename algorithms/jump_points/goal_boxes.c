#include "algorithms/jump_points/goal_boxes.h"

#include <string.h>

#include "algorithms/steps/grid_moves.h"
#include "algorithms/steps/open_list.h"

/* Costs as in astar.c, modulo 2^32. A bucket spans less than a straight step: no pixel of a bucket
 * is reached from another of the same, so that each is final when its bucket's turn comes. */
#define STRAIGHT UINT32_C(93222358)
#define DIAGONAL UINT32_C(131836323)
#define BUCKET_SHIFT 25

struct flooded {
    uint32_t g;
    uint16_t stamp; /* the flood that last wrote this; any other's is unseen */
    uint8_t dirs;   /* directions of the moves that reach it at cost g, as bits */
    uint8_t firsts; /* directions in which the ways to it leave the corner */
};

struct flood {
    const struct fr_jump_distances *distances;
    const struct fr_allocator *allocator;
    struct flooded *pixels;
    uint16_t stamp;
    struct open_list open;
};

static uint32_t pack(int32_t x, int32_t y)
{
    return (uint32_t)y << 16 | (uint32_t)x;
}

/* Directions in which shortest ways may go on after moves in directions of a set. */
static unsigned exits_after(uint8_t turns, unsigned dirs)
{
    unsigned exits = 0;
    for (; dirs; dirs &= dirs - 1) {
        const int d = fr_lowest_bit(dirs);
        exits |= d % 2 == 0 ? fr_jump_exits(turns, d)
                            : 1u << d | 1u << (d - 1) | 1u << (d + 1) % FR_DIRECTIONS;
    }
    return exits;
}

/* Moves on from a pixel at cost g; firsts is 0 at the corner itself. False without memory. */
static bool spread(struct flood *flood, int32_t x, int32_t y, uint32_t g, unsigned exits,
                   uint8_t firsts)
{
    const struct fr_jump_cell *cell =
        &flood->distances->cells[fr_jump_index(flood->distances, x, y)];
    for (; exits; exits &= exits - 1) {
        const int d = fr_lowest_bit(exits);
        const int32_t to_x = x + fr_direction_dx[d], to_y = y + fr_direction_dy[d];
        const uint32_t cost = g + (d % 2 == 0 ? STRAIGHT : DIAGONAL);
        const uint8_t dir = (uint8_t)(1u << d), first = firsts ? firsts : dir;
        if (cell->at[d] == 0)
            continue;
        struct flooded *to = &flood->pixels[fr_jump_index(flood->distances, to_x, to_y)];
        if (to->stamp == flood->stamp && !cost_less(cost, to->g)) {
            if (cost == to->g) {
                to->dirs |= dir;
                to->firsts |= first;
            }
            continue;
        }
        *to = (struct flooded){cost, flood->stamp, dir, first};
        if (!bucket_push(&flood->open, cost, pack(to_x, to_y)))
            return false;
    }
    return true;
}

static bool pop(struct open_list *open, uint32_t *pixel)
{
    if (!open->filled)
        return false;
    unsigned index = open->base >> open->shift & (OPEN_BUCKETS - 1);
    const uint32_t turned = open->filled >> index | open->filled << (OPEN_BUCKETS - index);
    const unsigned steps = (unsigned)fr_lowest_bit(turned & UINT16_MAX);
    open->base += (uint32_t)steps << open->shift;
    index = (index + steps) & (OPEN_BUCKETS - 1);
    struct bucket *bucket = &open->buckets[index];
    *pixel = bucket->pixels[--bucket->count];
    if (bucket->count == 0)
        open->filled &= ~(1u << index);
    return true;
}

static void take_in(struct goal_box *box, int16_t x, int16_t y)
{
    box->left = x < box->left ? x : box->left;
    box->right = x > box->right ? x : box->right;
    box->top = y < box->top ? y : box->top;
    box->bottom = y > box->bottom ? y : box->bottom;
}

static bool flood_from(struct flood *flood, int32_t x, int32_t y, struct corner_boxes *boxes)
{
    const size_t count =
        (size_t)flood->distances->map->width * (size_t)flood->distances->map->height;
    if (++flood->stamp == 0) {
        memset(flood->pixels, 0, count * sizeof *flood->pixels);
        flood->stamp = 1;
    }
    for (int d = 0; d < FR_DIRECTIONS; d++)
        boxes->toward[d] = (struct goal_box){INT16_MAX, INT16_MAX, INT16_MIN, INT16_MIN};
    flood->pixels[fr_jump_index(flood->distances, x, y)] = (struct flooded){.stamp = flood->stamp};
    open_clear(&flood->open, 0);
    bool memory = spread(flood, x, y, 0, 0xFF, 0);
    uint32_t packed;
    while (memory && pop(&flood->open, &packed)) {
        const int32_t at_x = (int32_t)(packed & 0xFFFF), at_y = (int32_t)(packed >> 16);
        const size_t index = fr_jump_index(flood->distances, at_x, at_y);
        struct flooded *pixel = &flood->pixels[index];
        /* Pushed again at a lower cost, and taken off already. */
        if (!pixel->dirs)
            continue;
        const unsigned dirs = pixel->dirs;
        pixel->dirs = 0;
        for (unsigned firsts = pixel->firsts; firsts; firsts &= firsts - 1)
            take_in(&boxes->toward[fr_lowest_bit(firsts)], (int16_t)at_x, (int16_t)at_y);
        memory = spread(flood, at_x, at_y, pixel->g,
                        exits_after(flood->distances->turns[index], dirs), pixel->firsts);
    }
    return memory;
}

static bool flood_all(struct flood *flood, const struct fr_jump_corners *corners,
                      struct goal_boxes *boxes)
{
    const struct fr_map *map = corners->map;
    for (int32_t y = 0; y < map->height; y++)
        for (int32_t word = 0; word < map->row_words; word++) {
            uint64_t bits = fr_jump_corner_bits(corners, y, word);
            for (; bits; bits &= bits - 1) {
                const int32_t x = word * 64 + fr_lowest_bit(bits);
                if (!flood_from(flood, x, y, &boxes->of[fr_jump_corner(corners, x, y)]))
                    return false;
            }
        }
    return true;
}

/* A map without corners has a box all the same, as no allocation is empty. */
static size_t box_count(const struct goal_boxes *boxes)
{
    return boxes->count ? boxes->count : 1;
}

/* Boxes that are still to be filled, or NULL. */
static struct goal_boxes *allocate(uint32_t count, const struct fr_allocator *allocator)
{
    struct goal_boxes *fresh = fr_allocate_zeroed(allocator, 1, sizeof *fresh);
    if (!fresh)
        return NULL;
    fresh->allocator = allocator;
    fresh->count = count;
    fresh->of = fr_allocate(allocator, box_count(fresh), sizeof *fresh->of);
    if (fresh->of)
        return fresh;
    goal_boxes_release(fresh);
    return NULL;
}

enum fr_status goal_boxes_create(const struct fr_jump_distances *distances,
                                 const struct fr_jump_corners *corners,
                                 const struct fr_allocator *allocator, struct goal_boxes **boxes)
{
    const size_t pixels = (size_t)distances->map->width * (size_t)distances->map->height;
    struct goal_boxes *fresh = allocate(fr_jump_corners_count(corners), allocator);
    if (!fresh)
        return FR_NO_MEMORY;
    struct flood flood = {.distances = distances,
                          .allocator = allocator,
                          .open = {.allocator = allocator, .shift = BUCKET_SHIFT}};
    flood.pixels = fr_allocate_zeroed(allocator, pixels, sizeof *flood.pixels);
    const bool made = flood.pixels && flood_all(&flood, corners, fresh);
    fr_deallocate(allocator, flood.pixels, pixels, sizeof *flood.pixels);
    open_release(&flood.open);
    if (!made) {
        goal_boxes_release(fresh);
        return FR_NO_MEMORY;
    }
    *boxes = fresh;
    return FR_OK;
}

enum fr_status goal_boxes_save(const struct goal_boxes *boxes, struct fr_bytes *bytes)
{
    return fr_bytes_append(bytes, boxes->of, boxes->count, sizeof *boxes->of);
}

enum fr_status goal_boxes_load(uint32_t count, const struct fr_allocator *allocator,
                               struct fr_saved *saved, struct goal_boxes **boxes)
{
    struct goal_boxes *fresh = allocate(count, allocator);
    if (!fresh)
        return FR_NO_MEMORY;
    if (!fr_saved_take(saved, fresh->of, count, sizeof *fresh->of)) {
        goal_boxes_release(fresh);
        return FR_BAD_INPUT;
    }
    *boxes = fresh;
    return FR_OK;
}

void goal_boxes_release(struct goal_boxes *boxes)
{
    if (!boxes)
        return;
    fr_deallocate(boxes->allocator, boxes->of, box_count(boxes), sizeof *boxes->of);
    fr_deallocate(boxes->allocator, boxes, 1, sizeof *boxes);
}
