#include "harness/clicks/sample_field.h"

#include <string.h>

#include "maps/bits.h"

#define STRAIGHT 5
#define DIAGONAL 7
#define LANES 8 /* a power of two above the cost of the most expensive step */

/* A label holds a distance's last bits, and the bit above them, which is set. Neighbours connected
 * by a legal move are at most DIAGONAL apart, so their labels decide which is nearer. */
#define REACHED 0x80u
#define LABEL_BITS 0x7Fu

/* Moves to the eight neighbours, row by row; a byte is a set of them. The goals for a seed depend
 * on the order of the moves. */
enum { MOVES = 8, ALL_MOVES = 0xFF, NO_MOVE = MOVES };

static const int8_t move_dx[MOVES] = {-1, 0, 1, -1, 1, -1, 0, 1};
static const int8_t move_dy[MOVES] = {-1, -1, -1, 0, 0, 1, 1, 1};

/* The moves worth trying after a move if all are legal. Every other neighbour has a path that is
 * shorter, or as long with an earlier intermediate pixel: straight moves come before diagonal
 * ones. */
static const uint8_t onward[MOVES + 1] = {1 << 0,
                                          1 << 0 | 1 << 1 | 1 << 2,
                                          1 << 2,
                                          1 << 0 | 1 << 3 | 1 << 5,
                                          1 << 2 | 1 << 4 | 1 << 7,
                                          1 << 5,
                                          1 << 5 | 1 << 6 | 1 << 7,
                                          1 << 7,
                                          ALL_MOVES};

struct arrival {
    uint32_t pixel;
    uint32_t move; /* the move into the pixel; NO_MOVE at the start */
};

/* Pixels to settle at one distance. */
struct lane {
    struct arrival *arrivals;
    size_t count, capacity;
};

struct cell {
    uint8_t legal; /* legal moves of the grid8 model */
    uint8_t label; /* 0 until the pixel is reached */
};

struct fr_field {
    const struct fr_map *map;
    const struct fr_allocator *allocator;
    struct cell *cells; /* per pixel */
    uint32_t *order;    /* the settled pixels, by distance */
    uint32_t *distance; /* of each settled pixel */
    size_t settled;
    struct lane lanes[LANES];
    size_t waiting; /* pixels in all lanes */
};

static size_t pixel_count(const struct fr_field *field)
{
    return (size_t)field->map->width * (size_t)field->map->height;
}

/* A diagonal step needs both adjacent straight ones. */
static bool step_legal(const struct fr_map *map, int32_t x, int32_t y, int32_t dx, int32_t dy)
{
    if (!fr_map_walkable(map, x + dx, y + dy))
        return false;
    if (dx == 0 || dy == 0)
        return map->wall_count == 0 || !fr_map_walled(map, x, y, dx, dy);
    return step_legal(map, x, y, dx, 0) && step_legal(map, x + dx, y, 0, dy) &&
           step_legal(map, x, y, 0, dy) && step_legal(map, x, y + dy, dx, 0);
}

static void note_legal_moves(struct fr_field *field)
{
    const struct fr_map *map = field->map;
    struct cell *cell = field->cells;
    for (int32_t y = 0; y < map->height; y++)
        for (int32_t x = 0; x < map->width; x++, cell++) {
            unsigned moves = 0;
            for (int move = 0; move < MOVES && fr_map_walkable(map, x, y); move++)
                moves |= (unsigned)step_legal(map, x, y, move_dx[move], move_dy[move]) << move;
            *cell = (struct cell){.legal = (uint8_t)moves};
        }
}

enum fr_status fr_field_create(const struct fr_map *map, const struct fr_allocator *allocator,
                               struct fr_field **field)
{
    struct fr_field *fresh = fr_allocate_zeroed(allocator, 1, sizeof *fresh);
    if (!fresh)
        return FR_NO_MEMORY;
    fresh->map = map;
    fresh->allocator = allocator;
    fresh->cells = fr_allocate(allocator, pixel_count(fresh), sizeof *fresh->cells);
    fresh->distance = fr_allocate(allocator, pixel_count(fresh), sizeof *fresh->distance);
    fresh->order = fr_allocate(allocator, pixel_count(fresh), sizeof *fresh->order);
    if (!fresh->cells || !fresh->distance || !fresh->order) {
        fr_field_release(fresh);
        return FR_NO_MEMORY;
    }
    note_legal_moves(fresh);
    *field = fresh;
    return FR_OK;
}

static uint8_t label_of(uint32_t distance)
{
    return (uint8_t)(REACHED | (distance & LABEL_BITS));
}

/* Whether the distance is less than that of a label; the two differ by at most two moves. */
static bool nearer(uint32_t distance, uint8_t label)
{
    return label == 0 || ((label - distance - 1) & LABEL_BITS) < 2 * DIAGONAL;
}

static enum fr_status push(struct fr_field *field, struct arrival arrival, uint32_t distance)
{
    struct lane *lane = &field->lanes[distance % LANES];
    if (!fr_reserve(field->allocator, &lane->arrivals, lane->count, 1, &lane->capacity,
                    sizeof arrival))
        return FR_NO_MEMORY;
    lane->arrivals[lane->count++] = arrival;
    field->waiting++;
    field->cells[arrival.pixel].label = label_of(distance);
    return FR_OK;
}

static enum fr_status relax_neighbours(struct fr_field *field, struct arrival at, uint32_t distance)
{
    unsigned moves = field->cells[at.pixel].legal;
    if (moves == ALL_MOVES)
        moves = onward[at.move];
    for (; moves; moves &= moves - 1) {
        const uint32_t move = (uint32_t)fr_lowest_bit(moves);
        const int32_t dx = move_dx[move], dy = move_dy[move];
        const uint32_t next = (uint32_t)((int32_t)at.pixel + dy * field->map->width + dx);
        const uint32_t reached = distance + (dx != 0 && dy != 0 ? DIAGONAL : STRAIGHT);
        if (nearer(reached, field->cells[next].label) &&
            push(field, (struct arrival){next, move}, reached) != FR_OK)
            return FR_NO_MEMORY;
    }
    return FR_OK;
}

/* Clears what the last fr_field_spread settled, and its lanes. */
static void clear(struct fr_field *field)
{
    for (size_t i = 0; i < field->settled; i++)
        field->cells[field->order[i]].label = 0;
    for (int i = 0; i < LANES; i++) {
        for (size_t j = 0; j < field->lanes[i].count; j++)
            field->cells[field->lanes[i].arrivals[j].pixel].label = 0;
        field->lanes[i].count = 0;
    }
    field->settled = field->waiting = 0;
}

enum fr_status fr_field_spread(struct fr_field *field, struct fr_pixel start, uint32_t until)
{
    clear(field);
    const uint32_t origin = (uint32_t)start.y * (uint32_t)field->map->width + (uint32_t)start.x;
    enum fr_status status = push(field, (struct arrival){origin, NO_MOVE}, 0);
    for (uint32_t distance = 0; distance < until && field->waiting > 0; distance++) {
        /* Safe, as the lane does not grow while it is emptied: every step leads to another lane. */
        struct lane *lane = &field->lanes[distance % LANES];
        for (size_t i = 0; i < lane->count && status == FR_OK; i++) {
            const struct arrival at = lane->arrivals[i];
            if (field->cells[at.pixel].label != label_of(distance))
                continue; /* already settled at a shorter distance */
            field->order[field->settled] = at.pixel;
            field->distance[field->settled++] = distance;
            status = relax_neighbours(field, at, distance);
        }
        field->waiting -= lane->count;
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
        if (field->distance[middle] < distance)
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
        fr_deallocate(allocator, field->lanes[i].arrivals, field->lanes[i].capacity,
                      sizeof(struct arrival));
    fr_deallocate(allocator, field->cells, pixel_count(field), sizeof(struct cell));
    fr_deallocate(allocator, field->distance, pixel_count(field), sizeof(uint32_t));
    fr_deallocate(allocator, field->order, pixel_count(field), sizeof(uint32_t));
    fr_deallocate(allocator, field, 1, sizeof *field);
}
