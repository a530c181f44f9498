/* Dirt on the adventure room's mask: the pixel-sized slips that a brush leaves near edges.
 * Pathfinders that expect clean shapes stumble over them. */
#include <stdbool.h>

#include "maps/generators/adventure/adventure_room.h"

#define TRIES 2000 /* pixels tried when looking for an edge: about one in forty is on one */

static bool is_floor(const struct fr_canvas *canvas, struct fr_pixel at)
{
    return fr_canvas_level(canvas, at.x, at.y) >= 128;
}

static void dab(struct fr_canvas *canvas, struct fr_pixel at, uint8_t level)
{
    fr_canvas_rect(canvas, (struct fr_rect){at.x, at.y, 1, 1}, level);
}

static struct fr_pixel any_pixel(const struct fr_canvas *canvas, struct fr_random *random)
{
    const int32_t x = fr_random_between(random, 0, canvas->width - 1);
    const int32_t y = fr_random_between(random, 0, canvas->height - 1);
    return (struct fr_pixel){x, y};
}

/* A random direction of the eight. */
static struct fr_pixel any_direction(struct fr_random *random)
{
    static const struct fr_pixel directions[8] = {{1, 0},  {1, 1},   {0, 1},  {-1, 1},
                                                  {-1, 0}, {-1, -1}, {0, -1}, {1, -1}};
    return directions[fr_random_below(random, 8)];
}

/* A line of single pixels from an edge into the floor or into the wall. Into a wall it runs
 * horizontally or vertically: a diagonal line would leave each pixel an island. */
static void add_spur(struct fr_canvas *canvas, struct fr_random *random)
{
    for (int try = 0; try < TRIES; try++) {
        struct fr_pixel at = any_pixel(canvas, random);
        const struct fr_pixel step = any_direction(random);
        const bool floor = is_floor(canvas, at);
        at = (struct fr_pixel){at.x + step.x, at.y + step.y};
        if (is_floor(canvas, at) == floor || (floor && step.x != 0 && step.y != 0))
            continue;
        const int32_t length = fr_random_between(random, 2, 9);
        for (int32_t i = 0; i < length; i++)
            dab(canvas, (struct fr_pixel){at.x + i * step.x, at.y + i * step.y}, floor ? 255 : 0);
        return;
    }
}

/* One to four blocked pixels on the floor, or walkable ones in a wall. */
static void add_speck(struct fr_canvas *canvas, struct fr_random *random, bool on_floor)
{
    for (int try = 0; try < TRIES; try++) {
        struct fr_pixel at = any_pixel(canvas, random);
        if (is_floor(canvas, at) != on_floor)
            continue;
        const int32_t pixels = fr_random_between(random, 1, 4);
        for (int32_t i = 0; i < pixels; i++) {
            dab(canvas, at, on_floor ? 0 : 255);
            const struct fr_pixel step = any_direction(random);
            at = (struct fr_pixel){at.x + step.x, at.y + step.y};
        }
        return;
    }
}

/* The count is for full HD; a smaller canvas gets fewer. */
static int32_t share(const struct fr_canvas *canvas, int32_t count)
{
    const int64_t full_hd = 1920 * 1080;
    return (int32_t)((int64_t)canvas->width * canvas->height * count / full_hd);
}

void fr_room_dirt(struct fr_canvas *canvas, struct fr_random *random, int32_t level)
{
    for (int32_t i = share(canvas, 60 * level); i > 0; i--)
        add_spur(canvas, random);
    for (int32_t i = share(canvas, 40 * level); i > 0; i--)
        add_speck(canvas, random, true);
    for (int32_t i = share(canvas, 10 * level); i > 0; i--)
        add_speck(canvas, random, false);
}
