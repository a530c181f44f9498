#include "algorithms/jumpgraph/links.h"

#define FAR INT32_MAX

static int32_t reach_of(int32_t distance)
{
    return distance < 0 ? -distance : distance;
}

/* The directions that may follow direction d at a corner: any that bends by 45 degrees or less, and
 * from a straight one a right angle where the diagonal across it is not open. Every other pair has a
 * shorter way within the blocks of the two steps. */
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
    const int32_t across = reach_of(dx), down = reach_of(dy);
    /* In the quadrant between east and south; then turned, or mirrored. */
    const unsigned sector = down == 0        ? 0
                            : across == 0    ? 4
                            : across == down ? 2
                            : across > down  ? 1
                                             : 3;
    if (dx >= 0)
        return dy >= 0 ? sector : (SECTORS - sector) % SECTORS;
    return dy >= 0 ? SECTORS / 2 - sector : SECTORS / 2 + sector;
}

/* Whether `steps` steps in direction d are open. */
static bool run_open(const struct fr_jump_distances *tables, size_t cell, int d, int32_t steps)
{
    const ptrdiff_t step = (ptrdiff_t)fr_direction_dy[d] * tables->map->width + fr_direction_dx[d];
    const struct fr_jump_cell *at = tables->cells + cell;
    while (steps > 0) {
        const int32_t hop = at->at[d], reach = reach_of(hop);
        if (steps <= reach)
            return true;
        if (hop <= 0)
            return false;
        steps -= hop;
        at += hop * step;
    }
    return true;
}

static int direction_of(int32_t dx, int32_t dy)
{
    return (int)links_sector(dx, dy) / 2;
}

bool links_walk_open(const struct fr_jump_distances *tables, struct fr_pixel from, int32_t dx,
                     int32_t dy)
{
    const int32_t across = reach_of(dx), down = reach_of(dy);
    const int32_t diagonal = across < down ? across : down;
    const int32_t sx = dx < 0 ? -diagonal : diagonal, sy = dy < 0 ? -diagonal : diagonal;
    const size_t cell = fr_jump_index(tables, from.x, from.y);
    if (diagonal > 0 && !run_open(tables, cell, direction_of(sx, sy), diagonal))
        return false;
    return across == down || run_open(tables, fr_jump_index(tables, from.x + sx, from.y + sy),
                                      direction_of(dx - sx, dy - sy), across + down - 2 * diagonal);
}

bool links_append(struct links *links, struct link link)
{
    if (links->count == links->capacity) {
        struct link *at = fr_grow(links->allocator, links->at, links->count, 1, &links->capacity,
                                  sizeof *links->at);
        if (!at)
            return false;
        links->at = at;
    }
    links->at[links->count++] = link;
    return true;
}

struct link_walk links_walk_from(const struct fr_jump_distances *tables, struct fr_pixel from,
                                 int direction)
{
    const int16_t *at = tables->cells[fr_jump_index(tables, from.x, from.y)].at;
    struct link_walk walk = {.from = from, .direction = direction, .nearest = {FAR, FAR}};
    for (int side = 0; side < 2; side++) {
        const int16_t straight = at[(direction + 7 + 2 * side) % FR_DIRECTIONS];
        if (straight > 0)
            walk.nearest[side] = straight;
    }
    return walk;
}

/* The corner `straight` steps to a side of a diagonal walk, unless a nearer one was met there. */
static bool meet(struct link_walk *walk, int side, int32_t straight, struct links *links)
{
    if (straight <= 0 || straight >= walk->nearest[side])
        return true;
    const int d = walk->direction, turned = (d + 7 + 2 * side) % FR_DIRECTIONS;
    walk->nearest[side] = straight;
    return links_append(links, (struct link){.dx = (int16_t)(fr_direction_dx[d] * walk->done +
                                                             fr_direction_dx[turned] * straight),
                                             .dy = (int16_t)(fr_direction_dy[d] * walk->done +
                                                             fr_direction_dy[turned] * straight),
                                             .sector = (uint8_t)(2 * (side ? d : turned) + 1)});
}

enum link_progress links_walk(const struct fr_jump_distances *tables, struct link_walk *walk,
                              int32_t limit, struct links *links)
{
    const int d = walk->direction, left = d - 1, right = (d + 1) % FR_DIRECTIONS;
    const ptrdiff_t step = (ptrdiff_t)fr_direction_dy[d] * tables->map->width + fr_direction_dx[d];
    ptrdiff_t cell =
        (ptrdiff_t)fr_jump_index(tables, walk->from.x, walk->from.y) + walk->done * step;
    for (;;) {
        const int32_t hop = tables->cells[cell].at[d];
        if (hop <= 0)
            return LINKS_DONE;
        if (walk->done > limit)
            return LINKS_PAUSED;
        walk->done += hop;
        cell += hop * step;
        if (tables->turns[cell]) {
            const struct link link = {.dx = (int16_t)(fr_direction_dx[d] * walk->done),
                                      .dy = (int16_t)(fr_direction_dy[d] * walk->done),
                                      .sector = (uint8_t)(2 * d)};
            return links_append(links, link) ? LINKS_DONE : LINKS_NO_MEMORY;
        }
        if (!meet(walk, 0, tables->cells[cell].at[left], links) ||
            !meet(walk, 1, tables->cells[cell].at[right], links))
            return LINKS_NO_MEMORY;
    }
}

bool links_straight(const struct fr_jump_distances *tables, struct fr_pixel from,
                    struct links *links)
{
    const int16_t *at = tables->cells[fr_jump_index(tables, from.x, from.y)].at;
    for (int d = 0; d < FR_DIRECTIONS; d += 2) {
        const struct link link = {.dx = (int16_t)(fr_direction_dx[d] * at[d]),
                                  .dy = (int16_t)(fr_direction_dy[d] * at[d]),
                                  .sector = (uint8_t)(2 * d)};
        if (at[d] > 0 && !links_append(links, link))
            return false;
    }
    return true;
}

bool links_all(const struct fr_jump_distances *tables, struct fr_pixel from, struct links *links)
{
    if (!links_straight(tables, from, links))
        return false;
    for (int d = 1; d < FR_DIRECTIONS; d += 2) {
        struct link_walk walk = links_walk_from(tables, from, d);
        if (links_walk(tables, &walk, FAR, links) == LINKS_NO_MEMORY)
            return false;
    }
    return true;
}

void links_release(struct links *links)
{
    fr_deallocate(links->allocator, links->at, links->capacity, sizeof *links->at);
}
