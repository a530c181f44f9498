#include "harness/pictures/map_view.h"

#include <math.h>

#define SMALLEST 960 /* pixels: smaller maps are enlarged by an integer factor */
#define LARGEST 5120 /* pixels: larger maps are reduced */
#define FULL_HD 1920 /* the width at which lines have their plain width */

/* Pale colours, for a background to paths and clicks. Areas from 2 on use the gate colours
 * cyclically. */
static const struct fr_colour rock = {0xC7, 0xCB, 0xD0}, walkable = {0xF7, 0xF5, 0xF0},
                              edge_wall = {0x4A, 0x50, 0x57},
                              gates[] = {{0xDC, 0xE9, 0xF3},
                                         {0xFA, 0xEB, 0xCB},
                                         {0xD6, 0xED, 0xE3},
                                         {0xF3, 0xE0, 0xEA}};

enum { GATES = sizeof gates / sizeof *gates };

struct fr_map_view fr_map_view_of(const struct fr_map *map)
{
    const int32_t longer = map->width > map->height ? map->width : map->height;
    struct fr_map_view view = {.scale = 1.0};
    if (longer < SMALLEST)
        view.scale = SMALLEST / longer;
    else if (longer > LARGEST)
        view.scale = (double)LARGEST / longer;
    view.width = (int32_t)ceil(map->width * view.scale);
    view.height = (int32_t)ceil(map->height * view.scale);
    return view;
}

double fr_picture_unit(int32_t width)
{
    return width > FULL_HD ? (double)width / FULL_HD : 1.0;
}

/* The map of a picture. */
struct shown {
    const struct fr_map *map, *point;
};

static struct fr_colour between(struct fr_colour one, struct fr_colour other)
{
    return (struct fr_colour){(uint8_t)((one.red + other.red) / 2),
                              (uint8_t)((one.green + other.green) / 2),
                              (uint8_t)((one.blue + other.blue) / 2)};
}

static struct fr_colour colour_of(const struct shown *shown, int32_t x, int32_t y)
{
    const int area = fr_map_area(shown->map, x, y);
    if (!fr_map_walkable(shown->map, x, y))
        return shown->point && fr_map_walkable(shown->point, x, y) ? between(rock, walkable) : rock;
    return area < 2 ? walkable : gates[(area - 2) % GATES];
}

/* The part of the span from `low` to `high` that lies in the pixel at `start`. */
static double share(double low, double high, int32_t start)
{
    return fmax(0.0, fmin(high, start + 1.0) - fmax(low, start));
}

/* The mean colour of the map in the square with its upper left corner at (x0, y0), in Cairo's
 * format. */
static uint32_t mean_colour(const struct shown *shown, double x0, double y0, double size)
{
    const struct fr_map *map = shown->map;
    double red = 0, green = 0, blue = 0, weight = 0;
    for (int32_t y = (int32_t)y0; y < y0 + size && y < map->height; y++)
        for (int32_t x = (int32_t)x0; x < x0 + size && x < map->width; x++) {
            const struct fr_colour colour = colour_of(shown, x, y);
            const double part = share(x0, x0 + size, x) * share(y0, y0 + size, y);
            red += part * colour.red;
            green += part * colour.green;
            blue += part * colour.blue;
            weight += part;
        }
    if (weight <= 0)
        return 0xFFFFFF;
    return (uint32_t)(red / weight + 0.5) << 16 | (uint32_t)(green / weight + 0.5) << 8 |
           (uint32_t)(blue / weight + 0.5);
}

static void draw_pixels(cairo_t *cairo, const struct shown *shown, const struct fr_map_view *view)
{
    cairo_surface_t *image =
        cairo_image_surface_create(CAIRO_FORMAT_RGB24, view->width, view->height);
    unsigned char *bytes = cairo_image_surface_get_data(image);
    const int stride = cairo_image_surface_get_stride(image);
    const double step = 1 / view->scale;
    for (int32_t y = 0; bytes && y < view->height; y++) {
        uint32_t *row = (uint32_t *)(void *)(bytes + (ptrdiff_t)y * stride);
        for (int32_t x = 0; x < view->width; x++)
            row[x] = mean_colour(shown, x * step, y * step, step);
    }
    cairo_surface_mark_dirty(image);
    cairo_set_source_surface(cairo, image, 0, 0);
    cairo_paint(cairo);
    cairo_surface_destroy(image);
}

/* Adds edge walls as lines between pixels; a straight row of them is one line. */
static void add_walls(cairo_t *cairo, const struct fr_map *map, enum fr_side side)
{
    const bool east = side == FR_EAST;
    const int32_t lines = east ? map->width : map->height, length = east ? map->height : map->width;
    for (int32_t line = 0; line < lines; line++)
        for (int32_t begin = 0, end; begin < length; begin = end + 1) {
            for (end = begin;
                 end < length && fr_map_wall(map, east ? line : end, east ? end : line, side);)
                end++;
            if (end > begin) {
                cairo_move_to(cairo, east ? line + 1 : begin, east ? begin : line + 1);
                cairo_line_to(cairo, east ? line + 1 : end, east ? end : line + 1);
            }
        }
}

/* If map pixels are as small as the picture's, lines are drawn on pixels instead of between two
 * pixels, which is crisper. */
static void draw_walls(cairo_t *cairo, const struct fr_map *map, const struct fr_map_view *view,
                       double width)
{
    const double shift = view->scale < 2 ? -0.5 : 0.0;
    cairo_translate(cairo, shift, shift);
    cairo_scale(cairo, view->scale, view->scale);
    for (int side = FR_EAST; side <= FR_SOUTH; side++)
        add_walls(cairo, map, (enum fr_side)side);
    cairo_identity_matrix(cairo);
    cairo_set_line_width(cairo, width);
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
    cairo_stroke(cairo);
}

void fr_map_view_draw(struct fr_picture *picture, const struct fr_map *map,
                      const struct fr_map *point, const struct fr_map_view *view, double wall_width)
{
    cairo_t *cairo = picture->cairo;
    cairo_save(cairo);
    cairo_rectangle(cairo, 0, 0, view->width, view->height);
    cairo_clip(cairo);
    draw_pixels(cairo, &(struct shown){map, point}, view);
    fr_draw_in(cairo, edge_wall, 1.0);
    if (map->wall_count > 0)
        draw_walls(cairo, map, view, wall_width);
    cairo_restore(cairo);
}
