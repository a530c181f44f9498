/* The cave: noise smoothed by a cellular automaton, in which each cell becomes what most cells
 * around it are. The noise starts on a coarse grid, which sets the width of the halls; cells are
 * halved and smoothed repeatedly, down to single pixels. All caves but the largest are filled. */
#include <string.h>

#include "maps/generators/drawing.h"

enum { BLOCKED, GRAIN, ROUNDS };

/* Smoothing rounds after each halving, which leaves corners to be rounded off. */
#define FINE_ROUNDS 2

struct grid {
    int32_t width, height;
    uint8_t *cells; /* 1: blocked */
};

/* Two grids of equal size, each with room for as many cells as the canvas has pixels. */
struct automaton {
    struct grid now, next;
};

static void resize(struct automaton *automaton, int32_t width, int32_t height)
{
    automaton->next.width = width;
    automaton->next.height = height;
}

static void advance(struct automaton *automaton)
{
    const struct grid spent = automaton->now;
    automaton->now = automaton->next;
    automaton->next = spent;
    resize(automaton, automaton->now.width, automaton->now.height);
}

/* The number of blocked cells among the three in column x around row y. Cells outside the grid are
 * blocked. */
static int column_of_three(const struct grid *grid, int32_t x, int32_t y)
{
    if (x < 0 || x >= grid->width)
        return 3;
    const uint8_t *cell = grid->cells + (ptrdiff_t)y * grid->width + x;
    return (y > 0 ? cell[-grid->width] : 1) + cell[0] +
           (y + 1 < grid->height ? cell[grid->width] : 1);
}

static void smooth(struct automaton *automaton)
{
    const struct grid *now = &automaton->now;
    uint8_t *next = automaton->next.cells;
    for (int32_t y = 0; y < now->height; y++) {
        int before = 3, here = column_of_three(now, 0, y);
        for (int32_t x = 0; x < now->width; x++) {
            const int after = column_of_three(now, x + 1, y);
            *next++ = before + here + after >= 5;
            before = here;
            here = after;
        }
    }
    advance(automaton);
}

/* A random number near `value`, in 0..end-1. */
static int32_t stray(int32_t value, int32_t end, struct fr_random *random)
{
    const int32_t near = value + (int32_t)fr_random_below(random, 3) - 1;
    return near < 0 ? 0 : near < end ? near : end - 1;
}

/* Resamples from one cell size to another, both in pixels. Each new cell copies an old cell near
 * its position, which only roughens edges. */
static void divide(struct automaton *automaton, int32_t width, int32_t height, int32_t coarse,
                   int32_t fine, struct fr_random *random)
{
    resize(automaton, (width + fine - 1) / fine, (height + fine - 1) / fine);
    const struct grid *now = &automaton->now, *next = &automaton->next;
    uint8_t *cell = next->cells;
    for (int32_t y = 0; y < next->height; y++)
        for (int32_t x = 0; x < next->width; x++) {
            const int32_t row = stray(y, next->height, random) * fine / coarse;
            const int32_t column = stray(x, next->width, random) * fine / coarse;
            *cell++ = now->cells[(size_t)row * (size_t)now->width + (size_t)column];
        }
    advance(automaton);
}

static void grow(struct automaton *automaton, const struct fr_canvas *canvas, const int32_t *values,
                 struct fr_random *random)
{
    int32_t side = values[GRAIN];
    resize(automaton, (canvas->width + side - 1) / side, (canvas->height + side - 1) / side);
    const size_t cells = (size_t)automaton->next.width * (size_t)automaton->next.height;
    for (size_t i = 0; i < cells; i++)
        automaton->next.cells[i] = (int32_t)fr_random_below(random, 100) < values[BLOCKED];
    advance(automaton);
    for (int32_t round = 0; round < values[ROUNDS]; round++)
        smooth(automaton);
    for (int32_t finer; side > 1; side = finer) {
        finer = side / 2;
        divide(automaton, canvas->width, canvas->height, side, finer, random);
        for (int round = 0; round < FINE_ROUNDS; round++)
            smooth(automaton);
    }
}

static enum fr_status paint_cave(struct fr_canvas *canvas, const int32_t *values)
{
    const size_t pixels = (size_t)canvas->width * (size_t)canvas->height;
    uint8_t *spare = fr_allocate(canvas->allocator, pixels, 1);
    if (!spare)
        return FR_NO_MEMORY;
    struct automaton automaton = {.now.cells = canvas->pixels, .next.cells = spare};
    grow(&automaton, canvas, values, &canvas->random);
    for (size_t i = 0; i < pixels; i++)
        canvas->pixels[i] = automaton.now.cells[i] ? 0 : 255;
    fr_deallocate(canvas->allocator, spare, pixels, 1);
    if (!memchr(canvas->pixels, 255, pixels))
        return FR_BAD_INPUT;
    return fr_canvas_fill_pockets(canvas);
}

const struct fr_generator fr_generator_cave = {
    .kind = "cave",
    .summary = "a cave grown by a cellular automaton, in one component",
    .options = {[BLOCKED] = {"blocked", 42, 0, 100,
                             "blocked cells in the initial noise, in percent"},
                [GRAIN] = {"grain", 16, 1, 1000, "side of the first cells in pixels"},
                [ROUNDS] = {"rounds", 4, 0, 100, "rounds of the automaton"}},
    .least = 8,
    .needs = "more cells, or fewer blocked ones, as the whole cave was closed",
    .sample = "grain=8",
    .paint = paint_cave,
};
