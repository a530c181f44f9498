/* Breadth-first search on pixels.
 *
 * Problem: a path with the fewest steps between two pixels of a grid movement model.
 * Idea: reach all pixels one step away from the start, then those two steps away, and so on, until
 * the goal is reached. A pixel is marked when it is queued, so it is queued once. The legal moves
 * to unmarked pixels follow from two 3x3 windows, one of the map's walkable bits and one of the
 * marks, without reading each of the eight neighbours.
 * Encoding: marks are stored 64 pixels per word, with the generation of the click that set them, so
 * a new generation resets them all. One byte per pixel holds the direction in which it was reached.
 * The queue is an array that keeps its pixels, 16 bits each for x and y.
 * Complexity: O(n) time for n reached pixels; 5.25 bytes per pixel.
 * Source: E. F. Moore, "The Shortest Path Through a Maze", 1959. Deviations from what Covert 2016
 * prints (published/bfs_published.c): pixels are marked when queued, not when taken; each keeps a
 * direction, not a copy of its path; and by default no corner is cut. */
#include <string.h>

#include "algorithms/front.h"
#include "algorithms/steps/generation.h"
#include "algorithms/steps/grid_moves.h"
#include "algorithms/steps/smooth.h"
#include "maps/bits.h"

/* Which of 64 neighbouring pixels of a row are marked; none if the word's generation is older. */
struct marks {
    uint64_t bits;
    uint32_t generation;
};

struct queued {
    uint16_t x, y;
};

struct fr_state {
    struct fr_head head;
    enum fr_movement movement;
    uint8_t legal[256]; /* moves by surroundings */
    /* Laid out like the map's walkable words, with one more row at either end. */
    struct marks *marks;
    uint8_t *reached_in; /* per marked pixel except the start: a direction */
    struct queued *queue;
    uint32_t generation;
};

enum { OPTION_MODEL, OPTION_SMOOTH };

static const struct fr_option options[] = {
    [OPTION_MODEL] =
        FR_CHOICE("model", "grid4|grid8|grid8-one|grid8-cut", FR_GRID8, "which steps are legal"),
    [OPTION_SMOOTH] = FR_SMOOTH_OPTION,
};

static void describe(const struct fr_option_values *values, struct fr_traits *traits)
{
    *traits = (struct fr_traits){.movement = (enum fr_movement)values->at[OPTION_MODEL],
                                 .optimality = FR_OPTIMAL_STEPS,
                                 .edge_walls = true,
                                 .expansions = true};
}

static size_t pixel_index(const struct fr_map *map, int32_t x, int32_t y)
{
    return (size_t)y * (size_t)map->width + (size_t)x;
}

/* The row above the map is marks[0..row_words); one row after the map lets a window look ahead. */
static size_t mark_count(const struct fr_map *map)
{
    return (size_t)map->row_words * ((size_t)map->height + 2) + 2;
}

static void release(struct fr_state *state)
{
    const struct fr_allocator *allocator = state->head.allocator;
    const size_t pixels = fr_map_pixels(state->head.map);
    fr_deallocate(allocator, state->marks, mark_count(state->head.map), sizeof *state->marks);
    fr_deallocate(allocator, state->reached_in, pixels, sizeof *state->reached_in);
    fr_deallocate(allocator, state->queue, pixels, sizeof *state->queue);
}

static enum fr_status prepare(struct fr_state *state)
{
    const struct fr_allocator *allocator = state->head.allocator;
    const struct fr_map *map = state->head.map;
    state->movement = fr_smoother_model(state->head.smoother, state->head.options.at[OPTION_MODEL]);
    fr_legal_moves(state->movement, state->legal);
    state->marks = fr_allocate_zeroed(allocator, mark_count(map), sizeof *state->marks);
    state->reached_in = fr_allocate(allocator, fr_map_pixels(map), sizeof *state->reached_in);
    state->queue = fr_allocate(allocator, fr_map_pixels(map), sizeof *state->queue);
    return state->marks && state->reached_in && state->queue ? FR_OK : FR_NO_MEMORY;
}

static uint64_t mark_bits(const struct marks *marks, uint32_t generation)
{
    return marks->generation == generation ? marks->bits : 0;
}

/* Marks x-1, x, x+1 of a row as bits 0, 1, 2. */
static unsigned three_marks(const struct marks *row, int32_t x, uint32_t generation)
{
    const ptrdiff_t word = (ptrdiff_t)((uint32_t)(x + 63) >> 6) - 1;
    const unsigned shift = (uint32_t)(x - 1) & 63;
    uint64_t bits = mark_bits(row + word, generation) >> shift;
    if (shift > 61)
        bits |= mark_bits(row + word + 1, generation) << 1 << (63 - shift);
    return (unsigned)bits & 7;
}

/* The neighbours of pixel x of a row that are marked, as a byte of directions. */
static inline unsigned marked_around(const struct marks *row, ptrdiff_t row_words, int32_t x,
                                     uint32_t generation)
{
    const unsigned above = three_marks(row - row_words, x, generation);
    const unsigned level = three_marks(row, x, generation);
    const unsigned below = three_marks(row + row_words, x, generation);
    return level >> 2 | (below & 4) >> 1 | (below & 2) << 1 | (below & 1) << 3 | (level & 1) << 4 |
           (above & 1) << 5 | (above & 2) << 5 | (above & 4) << 5;
}

static void mark(struct marks *row, int32_t x, uint32_t generation)
{
    struct marks *marks = row + x / 64;
    marks->bits = mark_bits(marks, generation) | (uint64_t)1 << (x & 63);
    marks->generation = generation;
}

/* A copy of what the search reads: the search's stores cannot alias it, which halves the time. */
struct fill {
    const struct fr_map *map;
    const uint8_t *legal;
    struct marks *marks; /* of pixel (0, 0) */
    uint8_t *reached_in;
    struct queued *queue;
    uint32_t generation, head, tail;
    struct fr_pixel goal;
    bool found;
};

/* Queues the neighbours of a pixel that its surroundings let it reach and that are not marked. */
static inline void expand(struct fill *fill, struct queued from, uint8_t surroundings)
{
    const ptrdiff_t row_words = fill->map->row_words;
    unsigned moves = fill->legal[surroundings];
    moves &= ~marked_around(fill->marks + from.y * row_words, row_words, from.x, fill->generation);
    for (; moves; moves &= moves - 1) {
        const int direction = fr_lowest_bit(moves);
        const int32_t x = from.x + fr_direction_dx[direction];
        const int32_t y = from.y + fr_direction_dy[direction];
        mark(fill->marks + y * row_words, x, fill->generation);
        fill->reached_in[pixel_index(fill->map, x, y)] = (uint8_t)direction;
        fill->queue[fill->tail++] = (struct queued){(uint16_t)x, (uint16_t)y};
        fill->found |= x == fill->goal.x && y == fill->goal.y;
    }
}

/* Whether the goal was reached. The loop for maps without edge walls does not look for them. */
static bool search(struct fr_state *state, struct fr_pixel start, struct fr_pixel goal)
{
    const struct fr_map *map = state->head.map;
    struct fill fill = {.map = map,
                        .legal = state->legal,
                        .marks = state->marks + 1 + map->row_words,
                        .reached_in = state->reached_in,
                        .queue = state->queue,
                        .generation = state->generation,
                        .goal = goal};
    mark(fill.marks + start.y * map->row_words, start.x, fill.generation);
    fill.queue[fill.tail++] = (struct queued){(uint16_t)start.x, (uint16_t)start.y};
    while (map->wall_count == 0 && !fill.found && fill.head < fill.tail) {
        const struct queued from = fill.queue[fill.head++];
        expand(&fill, from, fr_surroundings(map, from.x, from.y));
    }
    while (!fill.found && fill.head < fill.tail) {
        const struct queued from = fill.queue[fill.head++];
        expand(&fill, from, fr_walled_surroundings(map, state->movement, from.x, from.y));
    }
    state->head.stats.expanded = fill.head;
    state->head.stats.generated = fill.tail;
    return fill.found;
}

/* Pixels stay in the queue: those before its head were expanded. */
static void report_expansions(const struct fr_state *state, const struct fr_probe *probe)
{
    for (int64_t i = 0; i < state->head.stats.expanded; i++)
        fr_probe_expanded(probe,
                          fr_pixel_centre((struct fr_pixel){state->queue[i].x, state->queue[i].y}));
}

/* Reads the path from goal to start, keeping only its turning points. */
static enum fr_outcome trace(const struct fr_state *state, struct fr_pixel start,
                             struct fr_pixel goal, struct fr_path *path)
{
    enum fr_status status = FR_OK;
    int last = -1;
    for (struct fr_pixel at = goal; status == FR_OK && !fr_pixel_equal(at, start);) {
        const int direction = state->reached_in[pixel_index(state->head.map, at.x, at.y)];
        if (direction != last)
            status = fr_path_append(path, fr_pixel_centre(at));
        last = direction;
        at.x -= fr_direction_dx[direction];
        at.y -= fr_direction_dy[direction];
    }
    if (status == FR_OK)
        status = fr_path_append(path, fr_pixel_centre(start));
    if (status != FR_OK)
        return FR_OUT_OF_MEMORY;
    fr_path_reverse(path);
    return FR_FOUND;
}

static enum fr_outcome find(struct fr_state *state, struct fr_point start, struct fr_point goal,
                            const struct fr_probe *probe, struct fr_path *path)
{
    const struct fr_pixel first = fr_point_pixel(start), last = fr_point_pixel(goal);
    state->generation = fr_next_generation(state->generation, state->marks,
                                           mark_count(state->head.map), sizeof *state->marks);
    fr_probe_enter(probe, FR_PHASE_SEARCH);
    const bool found = search(state, first, last);
    if (fr_probe_for_expansions(probe))
        report_expansions(state, probe);
    if (!found)
        return FR_UNREACHABLE;
    fr_probe_enter(probe, FR_PHASE_TRACE);
    return trace(state, first, last, path);
}

const struct fr_pathfinder fr_bfs = {
    .name = "bfs",
    .label = "Breadth-first",
    .summary = "the path with the fewest steps; diagonal steps count as one",
    .source = "E. F. Moore, \"The Shortest Path Through a Maze\", 1959",
    .colour = "#E69F00",
    .marker = '^',
    .candidate = true,
    .counts = FR_COUNTS_NODES,
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .smoothing = &fr_smoothing,
    .describe = describe,
    .state_bytes = sizeof(struct fr_state),
    .prepare = prepare,
    .find = find,
    .update = fr_update_nothing,
    .release = release,
};
