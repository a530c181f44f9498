/* Where a scan along a line of cells stops, 64 cells at a time: the borders, turns and open blocks
 * of grid8 that jump point search needs.
 *
 * A plane is a map as lines of bits: its rows, or its columns. A border between two cells is open
 * if both are walkable and no edge wall is between them: a blocked pixel is just four closed
 * borders, and edge walls need no special rules. A diagonal step is legal if the four borders of
 * its block of 2x2 cells are open.
 *
 * Turns. Shortest paths are canonical: diagonals first (Sturtevant and Rabin 2016). After a
 * straight step into a cell, a path may turn to a side, straight or diagonally, only if that side
 * of the cell is open and the diagonal step to it from the previous cell is not legal: otherwise
 * the diagonal is shorter, or comes first. After a diagonal step a path may continue diagonally or
 * along its two straight components; it never turns, as both sides of the step are open. A cell
 * with a turn after a straight step is a jump point for the direction of this step (the forced
 * neighbours of Harabor and Grastien, without corner cutting, and with edge walls).
 *
 * Bits of cells outside the plane are 0, as in a map; cell -1 and line -1 may be read. */
#ifndef FOOTRACE_ALGORITHMS_JUMP_POINTS_JUMP_WORDS_H
#define FOOTRACE_ALGORITHMS_JUMP_POINTS_JUMP_WORDS_H

#include <stddef.h>
#include <stdint.h>

#include "maps/map.h"

struct fr_jump_plane {
    int32_t length, lines;     /* cells of a line; number of lines */
    int32_t words;             /* 64-bit words of a line, like fr_map.row_words */
    const uint64_t *walkable;  /* padded like fr_map.walkable */
    const uint64_t *along;     /* walls between a cell and the next of its line; NULL: none */
    const uint64_t *alongside; /* walls between a line and the next; NULL: none */
};

/* Straight directions relative to the lines, clockwise like those of grid_moves.h, whose numbers
 * are twice as large. */
enum fr_jump_way { FR_JUMP_AHEAD, FR_JUMP_DOWN, FR_JUMP_BACK, FR_JUMP_UP, FR_JUMP_WAYS };

/* 64 cells of a line, a bit each. */
struct fr_jump_word {
    uint64_t ahead;              /* the border to the next cell is open */
    uint64_t down;               /* the border to the same cell of the next line is open */
    uint64_t block;              /* all borders of the block with the next cell and line are open */
    uint64_t left[FR_JUMP_WAYS]; /* by direction: a path may turn counterclockwise */
    uint64_t right[FR_JUMP_WAYS]; /* by direction: a path may turn clockwise */
};

/* The rows of a map, as pointers into it; outdated once the map gets its first edge wall. */
static inline struct fr_jump_plane fr_jump_rows(const struct fr_map *map)
{
    return (struct fr_jump_plane){map->width,    map->height,         map->row_words,
                                  map->walkable, map->walls[FR_EAST], map->walls[FR_SOUTH]};
}

/* Open borders to the next cell, for the word of the plane with this index. */
static inline uint64_t fr_jump_ahead(const struct fr_jump_plane *plane, ptrdiff_t at)
{
    const uint64_t *word = plane->walkable + at;
    const uint64_t open = word[0] & (word[0] >> 1 | word[1] << 63);
    return plane->along ? open & ~plane->along[at] : open;
}

/* Open borders to the next line, for the word of the plane with this index. */
static inline uint64_t fr_jump_down(const struct fr_jump_plane *plane, ptrdiff_t at)
{
    const uint64_t open = plane->walkable[at] & plane->walkable[at + plane->words];
    return plane->alongside ? open & ~plane->alongside[at] : open;
}

static inline uint64_t fr_jump_later(uint64_t word, uint64_t before)
{
    return word << 1 | before >> 63;
}

static inline uint64_t fr_jump_earlier(uint64_t word, uint64_t after)
{
    return word >> 1 | after << 63;
}

static inline struct fr_jump_word fr_jump_word(const struct fr_jump_plane *plane, int32_t line,
                                               int32_t word)
{
    const ptrdiff_t at = (ptrdiff_t)line * plane->words + word;
    const ptrdiff_t above = at - plane->words, below = at + plane->words;
    const uint64_t ahead = fr_jump_ahead(plane, at);
    const uint64_t ahead_above = fr_jump_ahead(plane, above);
    const uint64_t ahead_below = fr_jump_ahead(plane, below);
    const uint64_t down = fr_jump_down(plane, at), up = fr_jump_down(plane, above);
    /* The borders before each cell, and those of its neighbours. */
    const uint64_t behind = fr_jump_later(ahead, fr_jump_ahead(plane, at - 1));
    const uint64_t next_down = fr_jump_earlier(down, fr_jump_down(plane, at + 1));
    const uint64_t next_up = fr_jump_earlier(up, fr_jump_down(plane, above + 1));
    /* The far borders of the blocks before, below and above. */
    const uint64_t behind_down = fr_jump_later(
        down & ahead_below, fr_jump_down(plane, at - 1) & fr_jump_ahead(plane, below - 1));
    const uint64_t behind_up = fr_jump_later(up & ahead_above, fr_jump_down(plane, above - 1) &
                                                                   fr_jump_ahead(plane, above - 1));
    return (struct fr_jump_word){
        .ahead = ahead,
        .down = down,
        .block = ahead & ahead_below & down & next_down,
        .left = {[FR_JUMP_AHEAD] = behind & up & ~behind_up,
                 [FR_JUMP_DOWN] = up & ahead & ~(ahead_above & next_up),
                 [FR_JUMP_BACK] = ahead & down & ~(ahead_below & next_down),
                 [FR_JUMP_UP] = down & behind & ~behind_down},
        .right = {[FR_JUMP_AHEAD] = behind & down & ~behind_down,
                  [FR_JUMP_DOWN] = up & behind & ~behind_up,
                  [FR_JUMP_BACK] = ahead & up & ~(ahead_above & next_up),
                  [FR_JUMP_UP] = down & ahead & ~(ahead_below & next_down)},
    };
}

#endif
