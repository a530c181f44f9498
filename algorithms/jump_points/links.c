#include "algorithms/jump_points/links.h"

#include <stdlib.h>

/* The directions that may follow direction d at a corner: turns of 45 degrees or less and, after a
 * straight direction, right angles if the diagonal that cuts the angle is not open. Every other
 * pair has a shortcut within the blocks of the two steps. */
static unsigned taut_after(uint8_t turns, int d)
{
    const unsigned corners = turns;
    unsigned taut = 1u << d | 1u << (d + 1) % FR_DIRECTIONS | 1u << (d + 7) % FR_DIRECTIONS;
    if (d % 2 == 0) {
        taut |= (corners >> d & 1u) << (d + 6) % FR_DIRECTIONS;
        taut |= (corners >> (d + 1) & 1u) << (d + 2) % FR_DIRECTIONS;
    }
    return taut;
}

uint16_t links_onward(uint8_t turns, unsigned sector)
{
    const int d = (int)sector / 2;
    unsigned taut = taut_after(turns, d), sectors = 0;
    if (sector % 2)
        taut &= taut_after(turns, (d + 1) % FR_DIRECTIONS);
    const unsigned both = taut & (taut >> 1 | taut << (FR_DIRECTIONS - 1));
    for (int out = 0; out < FR_DIRECTIONS; out++)
        sectors |= (taut >> out & 1) << 2 * out | (both >> out & 1) << (2 * out + 1);
    return (uint16_t)sectors;
}

unsigned links_sector(int32_t dx, int32_t dy)
{
    const int32_t across = abs(dx), down = abs(dy);
    /* in the quadrant from east to south; then rotated or mirrored */
    const unsigned sector = down == 0        ? 0
                            : across == 0    ? 4
                            : across == down ? 2
                            : across > down  ? 1
                                             : 3;
    if (dx >= 0)
        return dy >= 0 ? sector : (SECTORS - sector) % SECTORS;
    return dy >= 0 ? SECTORS / 2 - sector : SECTORS / 2 + sector;
}

static bool border_open(const struct fr_jump_lanes *lanes, struct fr_pixel cell, int d)
{
    switch (d) {
    case 0:
        return fr_lane_open(&lanes->rows, cell.y, cell.x);
    case 2:
        return fr_lane_open(&lanes->columns, cell.x, cell.y);
    case 4:
        return fr_lane_open(&lanes->rows, cell.y, cell.x - 1);
    default:
        return fr_lane_open(&lanes->columns, cell.x, cell.y - 1);
    }
}

/* Whether a diagonal step is legal. */
static bool step_open(const struct fr_jump_lanes *lanes, struct fr_pixel cell, int d)
{
    return fr_block_open(lanes, cell.x - (d == 3 || d == 5), cell.y - (d >= 5));
}

uint8_t links_turns(const struct fr_jump_lanes *lanes, struct fr_pixel cell)
{
    unsigned turns = 0;
    for (int d = 1; d < FR_DIRECTIONS; d += 2) {
        const int before = d - 1, after = (d + 1) % FR_DIRECTIONS;
        if (step_open(lanes, cell, d) || !border_open(lanes, cell, before) ||
            !border_open(lanes, cell, after))
            continue;
        /* A path bends around what blocks the diagonal: it comes along one side and leaves along
         * the other. */
        turns |= 1u << (before + 4) % FR_DIRECTIONS | 1u << ((after + 4) % FR_DIRECTIONS + 1);
    }
    return (uint8_t)turns;
}

/* Whether `steps` steps forward from a cell of a lane are open. */
static bool run_open(const struct fr_lane_word *lane, int32_t from, int32_t steps)
{
    const int32_t last = from + steps - 1;
    for (int32_t word = from >> 6; word <= last >> 6; word++) {
        uint64_t closed = ~lane[word].open;
        if (word == from >> 6)
            closed &= UINT64_MAX << (from & 63);
        if (word == last >> 6)
            closed &= UINT64_MAX >> (63 - (last & 63));
        if (closed)
            return false;
    }
    return true;
}

bool links_straight_open(const struct fr_jump_lanes *lanes, struct fr_pixel from, int32_t dx,
                         int32_t dy)
{
    const int32_t across = abs(dx), down = abs(dy);
    const int32_t x = from.x + dx, y = from.y + dy;
    if (across > down) {
        const int32_t elbow = from.x + (dx < 0 ? -down : down);
        return run_open(fr_lane(&lanes->rows, y), x < elbow ? x : elbow, across - down);
    }
    const int32_t elbow = from.y + (dy < 0 ? -across : across);
    return down == across ||
           run_open(fr_lane(&lanes->columns, x), y < elbow ? y : elbow, down - across);
}

bool links_walk_open(const struct fr_jump_lanes *lanes, struct fr_pixel from, int32_t dx,
                     int32_t dy)
{
    const int32_t across = abs(dx), down = abs(dy);
    const int32_t diagonal = across < down ? across : down;
    const int32_t sx = dx < 0 ? -1 : 1, sy = dy < 0 ? -1 : 1;
    if (!links_straight_open(lanes, from, dx, dy))
        return false;
    for (int32_t i = 0; i < diagonal; i++, from.x += sx, from.y += sy)
        if (!fr_block_open(lanes, from.x - (sx < 0), from.y - (sy < 0)))
            return false;
    return true;
}

bool links_append(struct links *links, struct link link)
{
    return fr_append(links->allocator, &links->at, &links->count, &links->capacity, &link,
                     sizeof link);
}

/* Scans straight from a cell to the nearest corner, or to a closed border if that is nearer. */
static struct fr_jump look(const struct fr_jump_lanes *lanes, struct fr_pixel from, int d)
{
    const struct fr_lane_word *of =
        d % 4 == 0 ? fr_lane(&lanes->rows, from.y) : fr_lane(&lanes->columns, from.x);
    const int32_t at = d % 4 == 0 ? from.x : from.y;
    struct fr_jump jump =
        d < 4 ? fr_lane_forward(of, at, true, true) : fr_lane_backward(of, at, false, true);
    jump.at = abs(jump.at - at);
    return jump;
}

/* A diagonal scan from a cell for the corners linked to it in the two adjacent octants. */
struct link_walk {
    struct fr_pixel from;
    int direction; /* odd */
    /* By side: how many straight steps are open in every order of steps. The steps end at a closed
     * border, or before the nearest corner so far, which is between the start of the scan and
     * anything farther. */
    int32_t open[2];
};

static struct link_walk walk_from(const struct fr_jump_lanes *lanes, struct fr_pixel from,
                                  int direction)
{
    struct link_walk walk = {.from = from, .direction = direction};
    for (int side = 0; side < 2; side++) {
        const struct fr_jump jump = look(lanes, from, (direction + 7 + 2 * side) % FR_DIRECTIONS);
        walk.open[side] = jump.at - jump.point;
    }
    return walk;
}

/* The number of steps forward to the nearest corner, if at most `most`; otherwise 0. */
static inline int32_t corner_ahead(const struct fr_lane_word *lane, int32_t from, int32_t most)
{
    int32_t word = from >> 6;
    uint64_t corners = fr_lane_points(&lane[word], true, true) & UINT64_MAX << (from & 63) << 1;
    while (!corners && (word + 1) * 64 <= from + most)
        corners = fr_lane_points(&lane[++word], true, true);
    const int32_t steps = corners ? word * 64 + fr_lowest_bit(corners) - from : 0;
    return steps <= most ? steps : 0;
}

static inline int32_t corner_behind(const struct fr_lane_word *lane, int32_t from, int32_t most)
{
    int32_t word = from >> 6;
    uint64_t corners =
        fr_lane_points(&lane[word], false, true) & (((uint64_t)1 << (from & 63)) - 1);
    while (!corners && word * 64 > from - most)
        corners = fr_lane_points(&lane[--word], false, true);
    const int32_t steps = corners ? from - word * 64 - fr_highest_bit(corners) : 0;
    return steps <= most ? steps : 0;
}

/* Links the nearest corner to a side of the current cell, unless a nearer one was met before. */
static inline bool meet(const struct fr_jump_lanes *lanes, struct link_walk *walk,
                        struct fr_pixel at, int side, struct links *links)
{
    const int d = walk->direction, turned = (d + 7 + 2 * side) % FR_DIRECTIONS;
    const struct fr_lane_word *of =
        turned % 4 == 0 ? fr_lane(&lanes->rows, at.y) : fr_lane(&lanes->columns, at.x);
    const int32_t from = turned % 4 == 0 ? at.x : at.y;
    /* From the previous cell, all these steps were open without a corner; only the last border may
     * be closed here. */
    const int32_t last = turned < 4 ? from + walk->open[side] - 1 : from - walk->open[side];
    walk->open[side] -= !(of[last >> 6].open >> (last & 63) & 1);
    const int32_t steps = turned < 4 ? corner_ahead(of, from, walk->open[side])
                                     : corner_behind(of, from, walk->open[side]);
    if (steps == 0)
        return true;
    walk->open[side] = steps - 1;
    return links_append(
        links, (struct link){.dx = (int16_t)(at.x - walk->from.x + fr_direction_dx[turned] * steps),
                             .dy = (int16_t)(at.y - walk->from.y + fr_direction_dy[turned] * steps),
                             .sector = (uint8_t)(2 * (side ? d : turned) + 1)});
}

/* Scans a diagonal to its end and appends what it meets, without corner numbers and taut sectors.
 * False if out of memory. */
static bool walk_diagonally(const struct fr_jump_lanes *lanes, struct fr_pixel from, int d,
                            struct links *links)
{
    struct link_walk walk = walk_from(lanes, from, d);
    struct fr_pixel at = from;
    while (step_open(lanes, at, d)) {
        at.x += fr_direction_dx[d];
        at.y += fr_direction_dy[d];
        if (fr_lane_points(&fr_lane(&lanes->rows, at.y)[at.x >> 6], true, true) >> (at.x & 63) & 1)
            return links_append(links, (struct link){.dx = (int16_t)(at.x - from.x),
                                                     .dy = (int16_t)(at.y - from.y),
                                                     .sector = (uint8_t)(2 * d)});
        if ((walk.open[0] > 0 && !meet(lanes, &walk, at, 0, links)) ||
            (walk.open[1] > 0 && !meet(lanes, &walk, at, 1, links)))
            return false;
    }
    return true;
}

/* Appends the corners straight ahead in the four directions. False if out of memory. */
static bool walk_straight(const struct fr_jump_lanes *lanes, struct fr_pixel from,
                          struct links *links)
{
    for (int d = 0; d < FR_DIRECTIONS; d += 2) {
        const struct fr_jump jump = look(lanes, from, d);
        const struct link link = {.dx = (int16_t)(fr_direction_dx[d] * jump.at),
                                  .dy = (int16_t)(fr_direction_dy[d] * jump.at),
                                  .sector = (uint8_t)(2 * d)};
        if (jump.point && !links_append(links, link))
            return false;
    }
    return true;
}

bool links_all(const struct fr_jump_lanes *lanes, struct fr_pixel from, struct links *links)
{
    if (!walk_straight(lanes, from, links))
        return false;
    for (int d = 1; d < FR_DIRECTIONS; d += 2)
        if (!walk_diagonally(lanes, from, d, links))
            return false;
    return true;
}

void links_release(struct links *links)
{
    fr_deallocate(links->allocator, links->at, links->capacity, sizeof *links->at);
}
