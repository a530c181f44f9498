#include "harness/pictures/health_picture.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>

#include "harness/pictures/map_view.h"

#define FULL_TURN 6.283185307179586
#define RADIUS 14.0  /* of a ring in a picture as wide as full HD */
#define LETTERS 18.0 /* the height of the ring's number */

static const struct fr_colour red = {0xC0, 0x1F, 0x1F}, blue = {0x00, 0x4C, 0x99};

/* Vertical position of the words beside a ring, in radii below its centre: one place may have two
 * rings. */
#define HIGH (-1.3)
#define LOW 0.1

/* Draws a ring around a pixel, with words beside it. */
static void ring(cairo_t *cairo, const struct fr_map_view *view, struct fr_pixel at,
                 struct fr_colour colour, const char *words, double down)
{
    const double unit = fr_picture_unit(view->width);
    const double x = (at.x + 0.5) * view->scale;
    const double y = (at.y + 0.5) * view->scale;
    fr_draw_in(cairo, colour, 1.0);
    cairo_set_line_width(cairo, 3.0 * unit);
    cairo_new_path(cairo);
    cairo_arc(cairo, x, y, RADIUS * unit, 0, FULL_TURN);
    cairo_stroke(cairo);
    fr_draw_text(cairo, x + 1.2 * RADIUS * unit, y + down * RADIUS * unit, LETTERS * unit,
                 4 * LETTERS * unit, words, colour);
}

static void ring_islands(cairo_t *cairo, const struct fr_map_view *view,
                         const struct fr_health *health)
{
    for (uint32_t i = 0; i < health->islands && i < FR_LISTED_ISLANDS; i++) {
        char number[16];
        snprintf(number, sizeof number, "%u", i + 1);
        ring(cairo, view, health->island_at[i], red, number, HIGH);
    }
}

static bool is_near(struct fr_pixel a, struct fr_pixel b, double distance)
{
    return hypot((double)a.x - b.x, (double)a.y - b.y) < distance;
}

/* Where rings would overlap, draws only the first. */
static void ring_corridors(cairo_t *cairo, const struct fr_map_view *view,
                           const struct fr_closed_corridors *corridors)
{
    const double apart = 2 * RADIUS * fr_picture_unit(view->width) / view->scale;
    for (size_t i = 0; i < corridors->listed_count; i++) {
        const struct fr_pixel at = corridors->listed[i].place.at;
        char width[16];
        size_t before = 0;
        while (before < i && !is_near(at, corridors->listed[before].place.at, apart))
            before++;
        snprintf(width, sizeof width, "%d px", corridors->listed[i].width);
        if (before == i)
            ring(cairo, view, at, blue, width, LOW);
    }
}

enum fr_status fr_health_picture_save(const char *file, const struct fr_inspection *inspection,
                                      struct fr_error *error)
{
    const struct fr_map *map = inspection->map;
    const struct fr_map_view view = fr_map_view_of(map);
    struct fr_picture picture;
    if (fr_picture_create(view.width, view.height, &picture) != FR_OK)
        return fr_fail(error, FR_NO_MEMORY, "%s: not enough memory for the picture", file);
    fr_map_view_draw(&picture, map, inspection->point, &view, 1.5 * fr_picture_unit(view.width));
    ring_islands(picture.cairo, &view, &inspection->health);
    ring_corridors(picture.cairo, &view, &inspection->corridors);
    const enum fr_status status = fr_picture_save(&picture, file, error);
    fr_picture_release(&picture);
    return status;
}
