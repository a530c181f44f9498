/* Generators of obstacles on an open floor. */
#include <stdbool.h>

#include "maps/generators/drawing.h"
#include "maps/generators/lattice.h"

/* The pinch grid: chains of blocks that touch only at their corners. A valid path goes around every
 * chain; the path of an algorithm that steps or looks between two touching corners is invalid. */

enum { PINCHES_BLOCK, PINCHES_GAP, PINCHES_CHAIN };

static enum fr_status paint_pinches(struct fr_canvas *canvas, const int32_t *values)
{
    const int32_t block = values[PINCHES_BLOCK], gap = values[PINCHES_GAP],
                  chain = values[PINCHES_CHAIN];
    const int32_t side = block * chain, pitch = side + gap;
    if (canvas->width < pitch + gap || canvas->height < pitch + gap)
        return FR_BAD_INPUT;
    fr_canvas_flood(canvas, 255);
    for (int32_t y = gap; y + pitch <= canvas->height; y += pitch)
        for (int32_t x = gap; x + pitch <= canvas->width; x += pitch) {
            const bool falls = fr_random_below(&canvas->random, 2) == 0;
            for (int32_t i = 0; i < chain; i++) {
                const int32_t row = falls ? i : chain - 1 - i;
                fr_canvas_rect(canvas,
                               (struct fr_rect){x + i * block, y + row * block, block, block}, 0);
            }
        }
    return FR_OK;
}

const struct fr_generator fr_generator_pinches = {
    .kind = "pinches",
    .summary = "chains of blocks that touch only at corners",
    .options = {[PINCHES_BLOCK] = {"block", 8, 1, 1000, "side of a block in pixels"},
                [PINCHES_GAP] = {"gap", 8, 1, 1000, "pixels between chains"},
                [PINCHES_CHAIN] = {"chain", 3, 2, 1000, "number of blocks in a chain"}},
    .least = 1,
    .needs = "at least chain * block + 2 * gap pixels in each direction",
    .sample = "block=6",
    .paint = paint_pinches,
};

/* The fan: distant formations, each on its own ray from a focus on the left, so that the focus sees
 * all of them and none hides another. An algorithm that lists visible corners finds hundreds, few
 * of them useful. Behind the formations, a screen separates the focus from a goal on the right: the
 * corners nearest to the goal's direction are the wrong ones. */

enum { FAN_RAYS, FAN_NEAR, FAN_SCREEN };

struct fan {
    struct fr_canvas *canvas;
    double focus_x, focus_y; /* pixels */
    double right;            /* where the screen begins, pixels */
    int32_t rays;
};

/* Two rays are at least 2 / rays radians apart; half of this angle must exceed half the formation's
 * diagonal plus the rounding error. The result is the side of the largest square that fits. */
static int32_t size_at(const struct fan *fan, double distance)
{
    return fr_whole(1.4 * distance / fan->rays) - 1;
}

/* The farthest distance on a ray at which a formation touches neither the border nor the screen. */
static double reach(const struct fan *fan, struct fr_vector ray)
{
    const double across = (fan->right - fan->focus_x) / ray.x;
    const double rise = ray.y < 0 ? -ray.y : ray.y;
    const double down = (fan->canvas->height - fan->focus_y) / rise;
    const double border = down < across ? down : across;
    return border - size_at(fan, border) - 3;
}

/* Places a formation on the outer part of a ray. False if the ray is too short. */
static bool stand(const struct fan *fan, struct fr_vector ray, int32_t near,
                  struct fr_random *random)
{
    const double farthest = reach(fan, ray);
    const double distance = fr_random_range(random, farthest / 100 * near, farthest);
    const int32_t size = size_at(fan, distance);
    if (size < 1)
        return false;
    const int32_t x = fr_whole(fan->focus_x + ray.x * distance - size / 2.0 + 0.5);
    const int32_t y = fr_whole(fan->focus_y + ray.y * distance - size / 2.0 + 0.5);
    fr_canvas_rect(fan->canvas, (struct fr_rect){x, y, size, size}, 0);
    return true;
}

static void raise_screen(const struct fan *fan, int32_t percent)
{
    const int32_t height = fr_division(fan->canvas->height, 100, percent);
    const int32_t left = fr_whole(fan->right), thickness = fan->canvas->width / 120 + 1;
    fr_canvas_rect(fan->canvas,
                   (struct fr_rect){left, (fan->canvas->height - height) / 2, thickness, height},
                   0);
}

static enum fr_status paint_fan(struct fr_canvas *canvas, const int32_t *values)
{
    const struct fan fan = {.canvas = canvas,
                            .focus_x = 0.5,
                            .focus_y = canvas->height / 2 + 0.5,
                            .right = canvas->width - fr_division(canvas->width, 14, 1),
                            .rays = values[FAN_RAYS]};
    int32_t standing = 0;
    fr_canvas_flood(canvas, 255);
    for (int32_t i = 0; i < fan.rays; i++)
        standing += stand(&fan, fr_circle(0.75 + (i + 0.5) / (2.0 * fan.rays)), values[FAN_NEAR],
                          &canvas->random);
    raise_screen(&fan, values[FAN_SCREEN]);
    return standing > 0 ? FR_OK : FR_BAD_INPUT;
}

const struct fr_generator fr_generator_fan = {
    .kind = "fan",
    .summary = "far obstacles that are all visible from a pixel on the left",
    .options = {[FAN_RAYS] = {"rays", 160, 1, 10000,
                              "number of rays; each long one has an obstacle"},
                [FAN_NEAR] = {"near", 40, 1, 99,
                              "free part of a ray before its obstacle, in percent"},
                [FAN_SCREEN] = {"screen", 60, 0, 100, "closed part of the right side, in percent"}},
    .least = 32,
    .needs = "about 1.5 pixels of width for each ray",
    .sample = "rays=40",
    .paint = paint_fan,
};

/* Random noise: each square of a few pixels is blocked or free, independently of the others. */

enum { RANDOM_BLOCKED, RANDOM_CELL };

static enum fr_status paint_random(struct fr_canvas *canvas, const int32_t *values)
{
    const int32_t cell = values[RANDOM_CELL];
    fr_canvas_flood(canvas, 255);
    for (int32_t y = 0; y < canvas->height; y += cell)
        for (int32_t x = 0; x < canvas->width; x += cell)
            if ((int32_t)fr_random_below(&canvas->random, 100) < values[RANDOM_BLOCKED])
                fr_canvas_rect(canvas, (struct fr_rect){x, y, cell, cell}, 0);
    return FR_OK;
}

const struct fr_generator fr_generator_random = {
    .kind = "random",
    .summary = "noise: each pixel is blocked or not, at random",
    .options = {[RANDOM_BLOCKED] = {"blocked", 30, 0, 100, "blocked part of the map, in percent"},
                [RANDOM_CELL] = {"cell", 1, 1, 1000, "side of each random square in pixels"}},
    .least = 1,
    .sample = "cell=4",
    .paint = paint_random,
};

/* Edge walls on an open floor: a maze of closed borders, a chosen share of them reopened; separate
 * segments; and blocked pixels between them. */

enum { WALLS_CELL, WALLS_OPEN, WALLS_SEGMENTS, WALLS_LENGTH, WALLS_BLOCKED };

/* Closes the border along one side of a cell of the maze. */
static void close_side(struct fr_canvas *canvas, int32_t column, int32_t row, int32_t cell,
                       enum fr_side side)
{
    const int32_t x = column * cell, y = row * cell;
    for (int32_t i = 0; i < cell; i++) {
        if (side == FR_EAST)
            fr_canvas_close(canvas, x + cell - 1, y + i, side);
        else
            fr_canvas_close(canvas, x + i, y + cell - 1, side);
    }
}

static void close_maze(struct fr_canvas *canvas, const struct fr_lattice *lattice, int32_t cell)
{
    for (int32_t row = 0; row < lattice->rows; row++)
        for (int32_t column = 0; column < lattice->columns; column++)
            for (int side = FR_EAST; side <= FR_SOUTH; side++)
                if (!fr_lattice_joined(lattice, column, row, (enum fr_side)side))
                    close_side(canvas, column, row, cell, (enum fr_side)side);
}

static void close_segment(struct fr_canvas *canvas, int32_t longest, struct fr_random *random)
{
    int32_t x = fr_random_between(random, 0, canvas->width - 1);
    int32_t y = fr_random_between(random, 0, canvas->height - 1);
    const enum fr_side side = fr_random_below(random, 2) == 0 ? FR_EAST : FR_SOUTH;
    for (int32_t left = fr_random_between(random, 1, longest); left > 0; left--) {
        fr_canvas_close(canvas, x, y, side);
        x += side == FR_SOUTH;
        y += side == FR_EAST;
    }
}

static enum fr_status paint_walls(struct fr_canvas *canvas, const int32_t *values)
{
    const int32_t cell = values[WALLS_CELL];
    const int64_t pixels = (int64_t)canvas->width * canvas->height;
    struct fr_lattice lattice;
    const enum fr_status status =
        fr_lattice_create((canvas->width + cell - 1) / cell, (canvas->height + cell - 1) / cell,
                          canvas->allocator, &lattice);
    if (status != FR_OK)
        return status;
    fr_lattice_span_winding(&lattice, &canvas->random);
    fr_lattice_join_more(&lattice, values[WALLS_OPEN], &canvas->random);
    close_maze(canvas, &lattice, cell);
    fr_lattice_release(&lattice, canvas->allocator);
    for (int64_t i = pixels * values[WALLS_SEGMENTS] / 10000; i > 0; i--)
        close_segment(canvas, values[WALLS_LENGTH], &canvas->random);
    for (int64_t i = 0; i < pixels; i++)
        canvas->pixels[i] =
            (int32_t)fr_random_below(&canvas->random, 100) < values[WALLS_BLOCKED] ? 0 : 255;
    return FR_OK;
}

const struct fr_generator fr_generator_walls = {
    .kind = "walls",
    .summary = "an open floor with edge walls: closed borders between pixels",
    .options = {[WALLS_CELL] = {"cell", 8, 1, 1000, "side of a maze's cells in pixels"},
                [WALLS_OPEN] = {"open", 40, 0, 100,
                                "openings in the maze, in percent; 0: a perfect maze"},
                [WALLS_SEGMENTS] = {"segments", 20, 0, 10000,
                                    "number of separate walls per 10000 pixels"},
                [WALLS_LENGTH] = {"length", 12, 1, 1000,
                                  "length of the longest separate wall, in borders"},
                [WALLS_BLOCKED] = {"blocked", 0, 0, 100, "blocked pixels, in percent"}},
    .least = 2,
    .walls = true,
    .sample = "cell=9,segments=10",
    .paint = paint_walls,
};
