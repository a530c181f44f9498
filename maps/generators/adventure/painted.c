/* The painted room: a mask like those of games, following the statistics of real rooms. The floor
 * is a band on a third of the picture or less, below walls that are straight, slanted or go around
 * corners, with obstacles on it. Brush effects are chosen separately: softness, dithering,
 * pinholes. */
#include <stdbool.h>

#include "maps/generators/adventure/adventure_room.h"

enum {
    PAINTED_SHARE,
    PAINTED_THINGS,
    PAINTED_HAND,
    PAINTED_BRUSH,
    PAINTED_DITHER,
    PAINTED_PINHOLES
};

#define BEYOND 120 /* units outside the picture: an edge there is never visible */
#define GREY_BITS 4
#define TRIES 200       /* pixels tried when looking for floor for a pinhole */
#define AREA_TRIES 1000 /* pixels tried when looking for floor for an area */

/* A distance from the middle line of the walls, behind or in front of it. */
static double choose_distance(struct fr_room *room, double depth)
{
    return fr_random_range(room->random, -0.35, 0.35) * depth;
}

/* Half of the walls run straight on, a quarter are slanted, and a quarter go around a corner. */
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

/* Paints a floor on `share` percent of the picture, below slanted walls and with objects on it;
 * `hand` is in percent. The floor is connected. FR_OK or FR_NO_MEMORY. */
static enum fr_status compose(struct fr_canvas *canvas, int32_t share, int32_t things, int32_t hand)
{
    const double scale = canvas->height / FR_ROOM_HEIGHT;
    struct fr_room room = {.canvas = canvas,
                           .random = &canvas->random,
                           .width = canvas->width / scale,
                           .scale = scale,
                           .hand = hand / 100.0};
    const enum fr_status status = fr_painter_create(canvas, scale, &room.painter);
    if (status != FR_OK)
        return status;
    paint_floor(&room, share);
    fr_room_formations(&room, things);
    fr_painter_release(room.painter);
    return fr_canvas_fill_pockets(canvas);
}

/* The level of a pixel, or of the nearest one inside the picture. */
static int level_near(const uint8_t *pixels, const struct fr_canvas *canvas, int32_t x, int32_t y)
{
    x = x < 0 ? 0 : x >= canvas->width ? canvas->width - 1 : x;
    y = y < 0 ? 0 : y >= canvas->height ? canvas->height - 1 : y;
    return pixels[(size_t)y * (size_t)canvas->width + (size_t)x];
}

/* Each stroke replaces every pixel with the mean of the 3 x 3 pixels around it. */
static enum fr_status soften(struct fr_canvas *canvas, int32_t strokes)
{
    const size_t pixels = (size_t)canvas->width * (size_t)canvas->height;
    uint8_t *before = fr_allocate(canvas->allocator, pixels, 1);
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
    fr_deallocate(canvas->allocator, before, pixels, 1);
    return FR_OK;
}

/* Converts to black and white: the brighter a pixel is, the more likely it becomes white. */
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

static enum fr_status paint_painted(struct fr_canvas *canvas, const int32_t *values)
{
    const int64_t holes =
        (int64_t)canvas->width * canvas->height * values[PAINTED_PINHOLES] / 1000000;
    enum fr_status status =
        compose(canvas, values[PAINTED_SHARE], values[PAINTED_THINGS], values[PAINTED_HAND]);
    if (status == FR_OK && values[PAINTED_BRUSH] > 0)
        status = soften(canvas, values[PAINTED_BRUSH]);
    if (status != FR_OK)
        return status;
    if (values[PAINTED_DITHER])
        dither(canvas, &canvas->random);
    for (int64_t i = 0; i < holes; i++)
        prick(canvas, &canvas->random);
    fr_room_quantise(canvas, GREY_BITS);
    return FR_OK;
}

const struct fr_generator fr_generator_painted = {
    .kind = "painted",
    .summary = "a room like those of real games: a floor under walls, and things on it",
    .options = {[PAINTED_SHARE] = {"share", 30, 10, 90,
                                   "floor below the walls, in percent of the height"},
                [PAINTED_THINGS] = {"things", 20, 0, FR_ROOM_MOST_FORMATIONS,
                                    "number of things on the floor"},
                [PAINTED_HAND] = {"hand", 40, 0, 300, "how unsteady the outlines are, in percent"},
                [PAINTED_BRUSH] = {"brush", 0, 0, 8,
                                   "how soft the brush is: pixels on either side"},
                [PAINTED_DITHER] = {"dither", 0, 0, 1, "1: only black and white, dithered"},
                [PAINTED_PINHOLES] = {"pinholes", 0, 0, 10000, "pinholes in each megapixel"}},
    .least = 32,
    .sample = "brush=2,pinholes=900",
    .paint = paint_painted,
};

/* The coloured room: a painted room whose floor is divided into areas, as in games that close a
 * bridge or distinguish carpet from stairs. Each floor pixel belongs to the nearest of some points,
 * so areas meet along straight lines. */

enum { COLOURED_SHARE, COLOURED_THINGS, COLOURED_HAND, COLOURED_AREAS, MOST_AREAS = 15 };

static struct fr_pixel choose_place(const struct fr_canvas *canvas, struct fr_random *random)
{
    struct fr_pixel at = {0, 0};
    for (int try = 0; try < AREA_TRIES; try++) {
        at.x = fr_random_between(random, 0, canvas->width - 1);
        at.y = fr_random_between(random, 0, canvas->height - 1);
        if (fr_canvas_level(canvas, at.x, at.y) >= 128)
            break;
    }
    return at;
}

/* The area of the nearest point, on a floor half as deep as it is wide. */
static uint8_t area_at(const struct fr_pixel *places, int32_t count, int32_t x, int32_t y)
{
    int64_t least = INT64_MAX;
    uint8_t area = 0;
    for (int32_t i = 0; i < count; i++) {
        const int64_t across = x - places[i].x, away = 2 * ((int64_t)y - places[i].y);
        const int64_t distance = across * across + away * away;
        if (distance < least) {
            least = distance;
            area = (uint8_t)(i + 1);
        }
    }
    return area;
}

static enum fr_status paint_coloured(struct fr_canvas *canvas, const int32_t *values)
{
    struct fr_pixel places[MOST_AREAS];
    const enum fr_status status =
        compose(canvas, values[COLOURED_SHARE], values[COLOURED_THINGS], values[COLOURED_HAND]);
    if (status != FR_OK)
        return status;
    for (int32_t i = 0; i < values[COLOURED_AREAS]; i++)
        places[i] = choose_place(canvas, &canvas->random);
    uint8_t *pixel = canvas->pixels;
    for (int32_t y = 0; y < canvas->height; y++)
        for (int32_t x = 0; x < canvas->width; x++, pixel++)
            *pixel = *pixel >= 128 ? area_at(places, values[COLOURED_AREAS], x, y) : 0;
    return FR_OK;
}

const struct fr_generator fr_generator_coloured = {
    .kind = "coloured",
    .summary = "a painted room whose floor is divided into areas that open and close",
    .options = {[COLOURED_SHARE] = {"share", 30, 10, 90,
                                    "floor below the walls, in percent of the height"},
                [COLOURED_THINGS] = {"things", 20, 0, FR_ROOM_MOST_FORMATIONS,
                                     "number of things on the floor"},
                [COLOURED_HAND] = {"hand", 40, 0, 300, "how unsteady the outlines are, in percent"},
                [COLOURED_AREAS] = {"areas", 5, 1, MOST_AREAS, "areas of the floor"}},
    .least = 32,
    .areas = true,
    .paint = paint_coloured,
};
