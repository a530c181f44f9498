#include "harness/sample_field.h"

#include <string.h>

#define STRAIGHT 5
#define DIAGONAL 7
#define LANES 8 /* one more than the dearest step, and a power of two */

#define FAR UINT32_MAX

/* Pixels of one distance, waiting. */
struct lane {
    uint32_t *pixels;
    size_t count, capacity;
};

struct fr_field {
    const struct fr_map *map;
    const struct fr_allocator *allocator;
    uint32_t *distance; /* per pixel; FAR before it is reached */
    uint32_t *order;    /* the settled pixels, near to far */
    size_t settled;
    struct lane lanes[LANES];
};

static size_t pixel_count(const struct fr_field *field)
{
    return (size_t)field->map->width * (size_t)field->map->height;
}

enum fr_status fr_field_create(const struct fr_map *map, const struct fr_allocator *allocator,
                               struct fr_field **field)
{
    struct fr_field *fresh = fr_allocate_zeroed(allocator, 1, sizeof *fresh);
    if (!fresh)
        return FR_NO_MEMORY;
    fresh->map = map;
    fresh->allocator = allocator;
    fresh->distance = fr_allocate(allocator, pixel_count(fresh), sizeof *fresh->distance);
    fresh->order = fr_allocate(allocator, pixel_count(fresh), sizeof *fresh->order);
    if (!fresh->distance || !fresh->order) {
        fr_field_release(fresh);
        return FR_NO_MEMORY;
    }
    memset(fresh->distance, 0xFF, pixel_count(fresh) * sizeof *fresh->distance);
    *field = fresh;
    return FR_OK;
}

static enum fr_status push(struct fr_field *field, uint32_t pixel, uint32_t distance)
{
    struct lane *lane = &field->lanes[distance % LANES];
    if (lane->count == lane->capacity) {
        const size_t capacity = lane->capacity ? lane->capacity * 2 : 1024;
        uint32_t *pixels = fr_allocate(field->allocator, capacity, sizeof *pixels);
        if (!pixels)
            return FR_NO_MEMORY;
        if (lane->count > 0)
            memcpy(pixels, lane->pixels, lane->count * sizeof *pixels);
        fr_deallocate(field->allocator, lane->pixels, lane->capacity, sizeof *pixels);
        lane->pixels = pixels;
        lane->capacity = capacity;
    }
    lane->pixels[lane->count++] = pixel;
    field->distance[pixel] = distance;
    return FR_OK;
}

/* Whether walls forbid a step of the grid8 model: a diagonal needs both of the ways beside it. */
static bool walled_off(const struct fr_map *map, int32_t x, int32_t y, int32_t dx, int32_t dy)
{
    if (map->wall_count == 0)
        return false;
    if (dx == 0 || dy == 0)
        return fr_map_walled(map, x, y, dx, dy);
    return fr_map_walled(map, x, y, dx, 0) || fr_map_walled(map, x + dx, y, 0, dy) ||
           fr_map_walled(map, x, y, 0, dy) || fr_map_walled(map, x, y + dy, dx, 0);
}

static enum fr_status relax_neighbours(struct fr_field *field, uint32_t pixel, uint32_t distance)
{
    const struct fr_map *map = field->map;
    const int32_t x = (int32_t)(pixel % (uint32_t)map->width);
    const int32_t y = (int32_t)(pixel / (uint32_t)map->width);
    for (int32_t dy = -1; dy <= 1; dy++)
        for (int32_t dx = -1; dx <= 1; dx++) {
            const bool diagonal = dx != 0 && dy != 0;
            const uint32_t next = (uint32_t)((int32_t)pixel + dy * map->width + dx);
            const uint32_t reached = distance + (diagonal ? DIAGONAL : STRAIGHT);
            if (!fr_map_walkable(map, x + dx, y + dy) || reached >= field->distance[next])
                continue;
            if (diagonal && (!fr_map_walkable(map, x + dx, y) || !fr_map_walkable(map, x, y + dy)))
                continue;
            if (!walled_off(map, x, y, dx, dy) && push(field, next, reached) != FR_OK)
                return FR_NO_MEMORY;
        }
    return FR_OK;
}

/* Forgets the last spreading: what it settled and what it left waiting. */
static void clear(struct fr_field *field)
{
    for (size_t i = 0; i < field->settled; i++)
        field->distance[field->order[i]] = FAR;
    for (int i = 0; i < LANES; i++) {
        for (size_t j = 0; j < field->lanes[i].count; j++)
            field->distance[field->lanes[i].pixels[j]] = FAR;
        field->lanes[i].count = 0;
    }
    field->settled = 0;
}

static bool anything_waits(const struct fr_field *field)
{
    size_t waiting = 0;
    for (int i = 0; i < LANES; i++)
        waiting += field->lanes[i].count;
    return waiting > 0;
}

enum fr_status fr_field_spread(struct fr_field *field, struct fr_pixel start, uint32_t until)
{
    clear(field);
    const uint32_t origin = (uint32_t)start.y * (uint32_t)field->map->width + (uint32_t)start.x;
    enum fr_status status = push(field, origin, 0);
    for (uint32_t distance = 0; distance < until && anything_waits(field); distance++) {
        /* The lane does not grow while it is emptied: every step leads to another one. */
        struct lane *lane = &field->lanes[distance % LANES];
        for (size_t i = 0; i < lane->count && status == FR_OK; i++) {
            const uint32_t pixel = lane->pixels[i];
            if (field->distance[pixel] != distance)
                continue; /* settled nearer */
            field->order[field->settled++] = pixel;
            status = relax_neighbours(field, pixel, distance);
        }
        lane->count = 0;
    }
    return status;
}

size_t fr_field_count(const struct fr_field *field)
{
    return field->settled;
}

struct fr_pixel fr_field_pixel(const struct fr_field *field, size_t index)
{
    const uint32_t width = (uint32_t)field->map->width;
    return (struct fr_pixel){(int32_t)(field->order[index] % width),
                             (int32_t)(field->order[index] / width)};
}

size_t fr_field_first(const struct fr_field *field, uint32_t distance)
{
    size_t low = 0, high = field->settled;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (field->distance[field->order[middle]] < distance)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void fr_field_release(struct fr_field *field)
{
    if (!field)
        return;
    const struct fr_allocator *allocator = field->allocator;
    for (int i = 0; i < LANES; i++)
        fr_deallocate(allocator, field->lanes[i].pixels, field->lanes[i].capacity,
                      sizeof(uint32_t));
    fr_deallocate(allocator, field->distance, pixel_count(field), sizeof(uint32_t));
    fr_deallocate(allocator, field->order, pixel_count(field), sizeof(uint32_t));
    fr_deallocate(allocator, field, 1, sizeof *field);
}
