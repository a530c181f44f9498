#include "algorithms/steps/grid_moves.h"

const int8_t fr_direction_dx[FR_DIRECTIONS] = {1, 1, 0, -1, -1, -1, 0, 1};
const int8_t fr_direction_dy[FR_DIRECTIONS] = {0, 1, 1, 1, 0, -1, -1, -1};

/* The 3x3 pixels around a walkable pixel. */
struct patch {
    bool walkable[3][3]; /* [y][x] */
};

static struct patch patch_of(unsigned surroundings)
{
    struct patch patch;
    patch.walkable[1][1] = true;
    for (int d = 0; d < FR_DIRECTIONS; d++)
        patch.walkable[1 + fr_direction_dy[d]][1 + fr_direction_dx[d]] = surroundings >> d & 1;
    return patch;
}

/* Whether the step from (x, y) by (dx, dy) is legal; both ends are in the patch. */
static bool step_legal(const struct patch *patch, enum fr_movement movement, int x, int y, int dx,
                       int dy)
{
    if (!patch->walkable[y][x] || !patch->walkable[y + dy][x + dx])
        return false;
    if (dx == 0 || dy == 0)
        return true;
    const int beside = patch->walkable[y][x + dx] + patch->walkable[y + dy][x];
    switch (movement) {
    case FR_GRID8:
        return beside == 2;
    case FR_GRID8_ONE:
        return beside >= 1;
    case FR_GRID8_CUT:
        return true;
    default:
        return false;
    }
}

void fr_legal_moves(enum fr_movement movement, uint8_t legal[256])
{
    for (unsigned surroundings = 0; surroundings < 256; surroundings++) {
        const struct patch patch = patch_of(surroundings);
        unsigned moves = 0;
        for (int d = 0; d < FR_DIRECTIONS; d++)
            if (step_legal(&patch, movement, 1, 1, fr_direction_dx[d], fr_direction_dy[d]))
                moves |= 1u << d;
        legal[surroundings] = (uint8_t)moves;
    }
}

#define STRAIGHT 0x55u
#define DIAGONAL 0xAAu

/* Rotates the bits of the byte by one direction: bit d + 1 to bit d; or bit d to bit d + 1. */
static unsigned turned_back(unsigned directions)
{
    return (directions >> 1 | directions << 7) & 0xFF;
}

static unsigned turned_on(unsigned directions)
{
    return (directions << 1 | directions >> 7) & 0xFF;
}

/* A diagonal in direction d has two paths beside it, over the neighbours d - 1 and d + 1. */
uint8_t fr_moves_past_walls(enum fr_movement movement, uint8_t surroundings, struct fr_walls walls)
{
    const unsigned one_open = DIAGONAL & ~(turned_on(walls.own) | walls.before);
    const unsigned other_open = DIAGONAL & ~(turned_back(walls.own) | walls.after);
    const unsigned one = one_open & turned_on(surroundings);
    const unsigned other = other_open & turned_back(surroundings);
    const unsigned straight = STRAIGHT & ~walls.own;
    switch (movement) {
    case FR_GRID8:
        return (uint8_t)(surroundings & (straight | (one & other)));
    case FR_GRID8_ONE:
        return (uint8_t)(surroundings & (straight | one | other));
    case FR_GRID8_CUT:
        return (uint8_t)(surroundings & (straight | one_open | other_open));
    default:
        return (uint8_t)(surroundings & straight);
    }
}

/* Index of a step in the order of directions: diagonals first. */
static int rank(int dx, int dy)
{
    return (dx == 0 || dy == 0 ? 9 : 0) + 3 * (dy + 1) + dx + 1;
}

static uint32_t cost(int dx, int dy, uint32_t straight, uint32_t diagonal)
{
    return dx == 0 || dy == 0 ? straight : diagonal;
}

/* Whether a legal move in direction `in`, then one in direction `out`, is needed in this patch. */
static bool needed(const struct patch *patch, enum fr_movement movement, int in, int out,
                   uint32_t straight, uint32_t diagonal)
{
    const int in_x = fr_direction_dx[in], in_y = fr_direction_dy[in];
    const int from_x = 1 - in_x, from_y = 1 - in_y;
    const int to_x = 1 + fr_direction_dx[out], to_y = 1 + fr_direction_dy[out];
    const int reach_x = to_x - from_x, reach_y = to_y - from_y;
    if (reach_x >= -1 && reach_x <= 1 && reach_y >= -1 && reach_y <= 1 &&
        ((reach_x == 0 && reach_y == 0) ||
         step_legal(patch, movement, from_x, from_y, reach_x, reach_y)))
        return false;
    const uint32_t pair = cost(in_x, in_y, straight, diagonal) +
                          cost(fr_direction_dx[out], fr_direction_dy[out], straight, diagonal);
    for (int d = 0; d < FR_DIRECTIONS; d++) {
        const int dx = fr_direction_dx[d], dy = fr_direction_dy[d];
        const int via_x = from_x + dx, via_y = from_y + dy;
        const int rest_x = to_x - via_x, rest_y = to_y - via_y;
        if (d == in || via_x < 0 || via_x > 2 || via_y < 0 || via_y > 2 || rest_x < -1 ||
            rest_x > 1 || rest_y < -1 || rest_y > 1 || (rest_x == 0 && rest_y == 0))
            continue;
        if (!step_legal(patch, movement, from_x, from_y, dx, dy) ||
            !step_legal(patch, movement, via_x, via_y, rest_x, rest_y))
            continue;
        const uint32_t other =
            cost(dx, dy, straight, diagonal) + cost(rest_x, rest_y, straight, diagonal);
        if (other < pair || (other == pair && rank(dx, dy) < rank(in_x, in_y)))
            return false;
    }
    return true;
}

void fr_canonical_moves(enum fr_movement movement, uint32_t straight, uint32_t diagonal,
                        uint8_t moves[FR_DIRECTIONS + 1][256])
{
    fr_legal_moves(movement, moves[FR_START]);
    for (unsigned surroundings = 0; surroundings < 256; surroundings++) {
        const struct patch patch = patch_of(surroundings);
        const unsigned legal = moves[FR_START][surroundings];
        for (int in = 0; in < FR_DIRECTIONS; in++) {
            unsigned kept = 0;
            for (int out = 0; out < FR_DIRECTIONS; out++)
                if (legal >> out & 1 && needed(&patch, movement, in, out, straight, diagonal))
                    kept |= 1u << out;
            moves[in][surroundings] = (uint8_t)kept;
        }
    }
}
