#include "harness/pictures/health_picture.h"

#include <math.h>
#include <stdio.h>

#include "harness/pictures/ground.h"

#define FULL_TURN 6.283185307179586
#define RADIUS 14.0  /* of a ring and ... */
#define LETTERS 18.0 /* ... size of its number, on a picture as wide as full HD */

static const struct fr_colour red = {0xC0, 0x1F, 0x1F};

static void ring_island(cairo_t *cairo, const struct fr_ground_view *view, double unit,
                        struct fr_pixel at, int number)
{
    const double x = view->x + (at.x + 0.5 - view->left) * view->scale;
    const double y = view->y + (at.y + 0.5 - view->top) * view->scale;
    char text[16];
    fr_draw_in(cairo, red, 1.0);
    cairo_set_line_width(cairo, 3.0 * unit);
    cairo_new_path(cairo);
    cairo_arc(cairo, x, y, RADIUS * unit, 0, FULL_TURN);
    cairo_stroke(cairo);
    snprintf(text, sizeof text, "%d", number);
    fr_draw_text(cairo, x + 1.2 * RADIUS * unit, y - RADIUS * unit, LETTERS * unit,
                 4 * LETTERS * unit, text, red);
}

enum fr_status fr_health_picture_save(enum fr_picture_format format, const char *file,
                                      const struct fr_map *map, const struct fr_health *health,
                                      struct fr_error *error)
{
    const struct fr_ground_view view = fr_ground_whole(map, 0, 0);
    const double unit = fr_ground_unit(view.width);
    struct fr_picture picture;
    if (fr_picture_create(format, view.width, view.height, &picture) != FR_OK)
        return fr_fail(error, FR_NO_MEMORY, "%s: not enough memory for the picture", file);
    fr_ground_draw(&picture, map, NULL, &view, &fr_quiet_ground, 1.5 * unit);
    for (uint32_t i = 0; i < health->islands && i < FR_TOLD_ISLANDS; i++)
        ring_island(picture.cairo, &view, unit, health->island_at[i], (int)i + 1);
    const enum fr_status status = fr_picture_save(&picture, file, error);
    fr_picture_release(&picture);
    return status;
}
