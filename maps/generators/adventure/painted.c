/* The painted room: a mask like those of games, following the statistics of real rooms. The floor
 * is a band on a third of the picture or less, below walls that are straight, slanted or go around
 * corners, with obstacles on it. Brush effects are chosen separately: softness, dithering,
 * pinholes. */
#include <stdbool.h>

#include "maps/generators/adventure/adventure_room.h"
#include "maps/generators/pockets.h"

enum { SHARE, THINGS, HAND, BRUSH, DITHER, PINHOLES };

#define BEYOND 120 /* units outside the picture: an edge there is never visible */
#define GREY_BITS 4
#define TRIES 200 /* pixels tried when looking for floor */

/* A distance from the middle line of the walls, behind or in front of it. */
static double choose_distance(struct fr_room *room, double depth)
{
    return fr_random_range(room->random, -0.35, 0.35) * depth;
}

/* Half of the walls run straight on, a quarter is slanted, a quarter goes around a corner. */
static void paint_floor(struct fr_room *room, int32_t share)
{
    const double depth = FR_ROOM_HEIGHT * share / 100;
    const int32_t walls = fr_random_between(room->random, 4, 8);
    room->back = FR_ROOM_HEIGHT - depth;
    room->front = FR_ROOM_HEIGHT;
    double away = choose_distance(room, depth);
    fr_canvas_flood(room->canvas, 0);
    fr_outline_begin(room->painter);
    fr_outline_add(room->painter, -BEYOND, FR_ROOM_HEIGHT + BEYOND);
    fr_outline_add(room->painter, -BEYOND, room->back + away);
    for (int32_t i = 1; i <= walls; i++) {
        const double jitter = i == walls ? 0 : fr_random_range(room->random, -0.3, 0.3);
        const double across = (i + jitter) / walls * (room->width + 2 * BEYOND) - BEYOND;
        const uint32_t kind = fr_random_below(room->random, 4);
        const double next = choose_distance(room, depth);
        if (kind == 0) /* straight on, then a corner */
            fr_outline_add(room->painter, across, room->back + away);
        if (kind <= 1)
            away = next;
        fr_outline_add(room->painter, across, room->back + away);
    }
    fr_outline_add(room->painter, room->width + BEYOND, FR_ROOM_HEIGHT + BEYOND);
    fr_room_unsteady(room);
    fr_outline_fill(room->painter, 255);
}

enum fr_status fr_room_compose(struct fr_canvas *canvas, int32_t share, int32_t things,
                               int32_t hand, struct fr_random *random,
                               const struct fr_allocator *allocator)
{
    const double scale = canvas->height / FR_ROOM_HEIGHT;
    struct fr_room room = {.canvas = canvas,
                           .random = random,
                           .width = canvas->width / scale,
                           .scale = scale,
                           .hand = hand / 100.0};
    const enum fr_status status = fr_painter_create(canvas, scale, allocator, &room.painter);
    if (status != FR_OK)
        return status;
    paint_floor(&room, share);
    fr_room_formations(&room, things);
    fr_painter_release(room.painter);
    return fr_canvas_fill_pockets(canvas, allocator);
}

/* The level of a pixel, or of the nearest one inside the picture. */
static int level_near(const uint8_t *pixels, const struct fr_canvas *canvas, int32_t x, int32_t y)
{
    x = x < 0 ? 0 : x >= canvas->width ? canvas->width - 1 : x;
    y = y < 0 ? 0 : y >= canvas->height ? canvas->height - 1 : y;
    return pixels[(size_t)y * (size_t)canvas->width + (size_t)x];
}

/* Each stroke replaces every pixel by the mean of the nine around it. */
static enum fr_status soften(struct fr_canvas *canvas, int32_t strokes,
                             const struct fr_allocator *allocator)
{
    const size_t pixels = (size_t)canvas->width * (size_t)canvas->height;
    uint8_t *before = fr_allocate(allocator, pixels, 1);
    if (!before)
        return FR_NO_MEMORY;
    for (; strokes > 0; strokes--) {
        for (size_t i = 0; i < pixels; i++)
            before[i] = canvas->pixels[i];
        for (int32_t y = 0; y < canvas->height; y++)
            for (int32_t x = 0; x < canvas->width; x++) {
                int sum = 0;
                for (int i = 0; i < 9; i++)
                    sum += level_near(before, canvas, x + i % 3 - 1, y + i / 3 - 1);
                canvas->pixels[(size_t)y * (size_t)canvas->width + (size_t)x] =
                    (uint8_t)((sum + 4) / 9);
            }
    }
    fr_deallocate(allocator, before, pixels, 1);
    return FR_OK;
}

/* Converts to black and white: a pixel becomes white with its brightness as probability. */
static void dither(struct fr_canvas *canvas, struct fr_random *random)
{
    const size_t pixels = (size_t)canvas->width * (size_t)canvas->height;
    for (size_t i = 0; i < pixels; i++)
        if (canvas->pixels[i] > 0 && canvas->pixels[i] < 255)
            canvas->pixels[i] = fr_random_below(random, 255) < canvas->pixels[i] ? 255 : 0;
}

static void prick(struct fr_canvas *canvas, struct fr_random *random)
{
    for (int try = 0; try < TRIES; try++) {
        const int32_t x = fr_random_between(random, 0, canvas->width - 1);
        const int32_t y = fr_random_between(random, 0, canvas->height - 1);
        if (fr_canvas_level(canvas, x, y) < 128)
            continue;
        fr_canvas_rect(canvas, (struct fr_rect){x, y, fr_random_between(random, 1, 2), 1}, 0);
        return;
    }
}

static enum fr_status paint(struct fr_canvas *canvas, const int32_t *values,
                            struct fr_random *random, const struct fr_allocator *allocator)
{
    const int64_t holes = (int64_t)canvas->width * canvas->height * values[PINHOLES] / 1000000;
    enum fr_status status =
        fr_room_compose(canvas, values[SHARE], values[THINGS], values[HAND], random, allocator);
    if (status == FR_OK && values[BRUSH] > 0)
        status = soften(canvas, values[BRUSH], allocator);
    if (status != FR_OK)
        return status;
    if (values[DITHER])
        dither(canvas, random);
    for (int64_t i = 0; i < holes; i++)
        prick(canvas, random);
    fr_room_quantise(canvas, GREY_BITS);
    return FR_OK;
}

const struct fr_generator fr_generator_painted = {
    .kind = "painted",
    .summary = "a room like those of real games: a floor under walls, and things on it",
    .options = {[SHARE] = {"share", 30, 10, 90, "floor below the walls, in percent of the height"},
                [THINGS] = {"things", 20, 0, FR_ROOM_MOST_FORMATIONS,
                            "number of things on the floor"},
                [HAND] = {"hand", 40, 0, 300, "how unsteady the outlines are, in percent"},
                [BRUSH] = {"brush", 0, 0, 8, "how soft the brush is: pixels on either side"},
                [DITHER] = {"dither", 0, 0, 1, "1: only black and white, dithered"},
                [PINHOLES] = {"pinholes", 0, 0, 10000, "in each megapixel of the picture"}},
    .least = 32,
    .sample = "brush=2,pinholes=900",
    .paint = paint,
};
