/* The coloured room: a painted room whose floor is divided into areas, as in games that close a
 * bridge or distinguish carpet from stairs. Each floor pixel belongs to the nearest of some points,
 * so that areas meet along straight lines. */
#include "maps/generators/adventure/adventure_room.h"

enum { SHARE, THINGS, HAND, AREAS, MOST_AREAS = 15 };

#define TRIES 1000 /* pixels tried when looking for floor */

static struct fr_pixel choose_place(const struct fr_canvas *canvas, struct fr_random *random)
{
    struct fr_pixel at = {0, 0};
    for (int try = 0; try < TRIES; try++) {
        at.x = fr_random_between(random, 0, canvas->width - 1);
        at.y = fr_random_between(random, 0, canvas->height - 1);
        if (fr_canvas_level(canvas, at.x, at.y) >= 128)
            break;
    }
    return at;
}

/* The area of the nearest point, on a ground half as deep as wide. */
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

static enum fr_status paint(struct fr_canvas *canvas, const int32_t *values,
                            struct fr_random *random, const struct fr_allocator *allocator)
{
    struct fr_pixel places[MOST_AREAS];
    const enum fr_status status =
        fr_room_compose(canvas, values[SHARE], values[THINGS], values[HAND], random, allocator);
    if (status != FR_OK)
        return status;
    for (int32_t i = 0; i < values[AREAS]; i++)
        places[i] = choose_place(canvas, random);
    uint8_t *pixel = canvas->pixels;
    for (int32_t y = 0; y < canvas->height; y++)
        for (int32_t x = 0; x < canvas->width; x++, pixel++)
            *pixel = *pixel >= 128 ? area_at(places, values[AREAS], x, y) : 0;
    return FR_OK;
}

const struct fr_generator fr_generator_coloured = {
    .kind = "coloured",
    .summary = "a painted room whose floor is divided into areas that open and close",
    .options = {[SHARE] = {"share", 30, 10, 90, "floor below the walls, in percent of the height"},
                [THINGS] = {"things", 20, 0, FR_ROOM_MOST_FORMATIONS,
                            "number of things on the floor"},
                [HAND] = {"hand", 40, 0, 300, "how unsteady the outlines are, in percent"},
                [AREAS] = {"areas", 5, 1, MOST_AREAS, "areas of the floor"}},
    .least = 32,
    .areas = true,
    .paint = paint,
};
