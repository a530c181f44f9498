/* The adventure room: the walkability mask of a hand-painted full-HD scene. A floor in perspective
 * between a back wall and a foreground, with formations on it that grow toward the viewer, soft
 * edges, and the dirt that brushes leave. */
#include <stdbool.h>

#include "maps/generators/adventure/adventure_room.h"

/* Dirt on the adventure room's mask: the pixel-sized slips that a brush leaves near edges.
 * Pathfinders that expect clean shapes stumble over dirt. */

#define TRIES 2000 /* pixels tried when looking for an edge: about one in forty lies on an edge */

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

/* One of the eight directions, at random. */
static struct fr_pixel any_direction(struct fr_random *random)
{
    static const struct fr_pixel directions[8] = {{1, 0},  {1, 1},   {0, 1},  {-1, 1},
                                                  {-1, 0}, {-1, -1}, {0, -1}, {1, -1}};
    return directions[fr_random_below(random, 8)];
}

/* A line of single pixels from an edge into the floor or into the wall. Lines into a wall are
 * horizontal or vertical: a diagonal line would make each pixel a component. */
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

/* The count is for full HD; a smaller canvas gets fewer slips. */
static int32_t share(const struct fr_canvas *canvas, int32_t count)
{
    const int64_t full_hd = 1920 * 1080;
    return (int32_t)((int64_t)canvas->width * canvas->height * count / full_hd);
}

static void add_dirt(struct fr_canvas *canvas, int32_t level)
{
    for (int32_t i = share(canvas, 60 * level); i > 0; i--)
        add_spur(canvas, &canvas->random);
    for (int32_t i = share(canvas, 40 * level); i > 0; i--)
        add_speck(canvas, &canvas->random, true);
    for (int32_t i = share(canvas, 10 * level); i > 0; i--)
        add_speck(canvas, &canvas->random, false);
}

void fr_room_quantise(struct fr_canvas *canvas, int32_t bits)
{
    const int32_t top = (1 << bits) - 1;
    uint8_t level[256];
    for (int32_t i = 0; i < 256; i++)
        level[i] = (uint8_t)(((i * top + 127) / 255 * 255 + top / 2) / top);
    const size_t pixels = (size_t)canvas->width * (size_t)canvas->height;
    for (size_t i = 0; i < pixels; i++)
        canvas->pixels[i] = level[canvas->pixels[i]];
}

static enum fr_status paint_adventure(struct fr_canvas *canvas, const int32_t *values)
{
    const double scale = canvas->height / FR_ROOM_HEIGHT;
    struct fr_room room = {.canvas = canvas,
                           .random = &canvas->random,
                           .width = canvas->width / scale,
                           .scale = scale,
                           .hand = values[FR_ROOM_HAND] / 100.0};
    enum fr_status status = fr_painter_create(canvas, scale, &room.painter);
    if (status != FR_OK)
        return status;
    fr_room_floor(&room, values[FR_ROOM_DOORS]);
    fr_room_formations(&room, values[FR_ROOM_FORMATIONS]);
    fr_painter_release(room.painter);
    /* a painter would black out floor that formations and walls cut off */
    status = fr_canvas_fill_pockets(canvas);
    if (status != FR_OK)
        return status;
    add_dirt(canvas, values[FR_ROOM_DIRT]);
    fr_room_quantise(canvas, values[FR_ROOM_BITS]);
    return FR_OK;
}

const struct fr_generator fr_generator_adventure = {
    .kind = "adventure",
    .summary = "the mask of a hand-painted scene: a floor in perspective, obstacles, soft edges",
    .options = {[FR_ROOM_FORMATIONS] = {"formations", 60, 0, FR_ROOM_MOST_FORMATIONS,
                                        "rocks, tables, counters and pillars"},
                [FR_ROOM_DIRT] = {"dirt", 1, 0, 10,
                                  "stray pixels of the brush: about N hundred in full HD"},
                [FR_ROOM_DOORS] = {"doors", 3, 0, 8, "doorways in the back wall"},
                [FR_ROOM_HAND] = {"hand", 100, 0, 300, "how unsteady the outlines are, in percent"},
                [FR_ROOM_BITS] = {"bits", 4, 1, 8, "2^bits grey levels; 1: black and white"}},
    .least = 32,
    .sample = "formations=30",
    .paint = paint_adventure,
};

/* The blocky room: the mask of an old game's small screen, enlarged without smoothing. All outlines
 * are stairs, with corners on the grid of the old pixels. */

enum { BLOCKY_COLUMNS, BLOCKY_ROWS, BLOCKY_FORMATIONS };

/* Paints the old screen: a room on two levels with straight outlines. */
static enum fr_status paint_screen(struct fr_canvas *screen, int32_t formations)
{
    const int32_t values[] = {[FR_ROOM_FORMATIONS] = formations,
                              [FR_ROOM_DOORS] = 2,
                              [FR_ROOM_HAND] = 60,
                              [FR_ROOM_BITS] = 1};
    return paint_adventure(screen, values);
}

static void blow_up(const struct fr_canvas *screen, struct fr_canvas *canvas)
{
    for (int32_t y = 0; y < canvas->height; y++) {
        const int32_t row = (int32_t)((int64_t)y * screen->height / canvas->height);
        for (int32_t x = 0; x < canvas->width; x++) {
            const int32_t column = (int32_t)((int64_t)x * screen->width / canvas->width);
            canvas->pixels[(size_t)y * (size_t)canvas->width + (size_t)x] =
                fr_canvas_level(screen, column, row);
        }
    }
}

static enum fr_status paint_blocky(struct fr_canvas *canvas, const int32_t *values)
{
    struct fr_canvas screen = {.width = values[BLOCKY_COLUMNS],
                               .height = values[BLOCKY_ROWS],
                               .allocator = canvas->allocator,
                               .random = canvas->random};
    if (screen.width > canvas->width || screen.height > canvas->height)
        return FR_BAD_INPUT;
    screen.pixels = fr_allocate(canvas->allocator, (size_t)screen.width * (size_t)screen.height, 1);
    if (!screen.pixels)
        return FR_NO_MEMORY;
    const enum fr_status status = paint_screen(&screen, values[BLOCKY_FORMATIONS]);
    if (status == FR_OK)
        blow_up(&screen, canvas);
    fr_canvas_release(&screen, canvas->allocator);
    return status;
}

const struct fr_generator fr_generator_blocky = {
    .kind = "blocky",
    .summary = "a room in the resolution of an old adventure game, enlarged to this size",
    .options = {[BLOCKY_COLUMNS] = {"columns", 160, 32, 4000, "width of the old screen in pixels"},
                [BLOCKY_ROWS] = {"rows", 120, 32, 4000, "height of the old screen in pixels"},
                [BLOCKY_FORMATIONS] = {"formations", 10, 0, FR_ROOM_MOST_FORMATIONS,
                                       "rocks, tables, counters and pillars"}},
    .least = 32,
    .needs = "a width of at least 'columns' and a height of at least 'rows' pixels",
    .sample = "columns=64,rows=48",
    .paint = paint_blocky,
};
