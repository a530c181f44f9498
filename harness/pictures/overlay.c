#include "harness/pictures/overlay.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "harness/pictures/density.h"
#include "harness/pictures/font.h"
#include "harness/pictures/ground.h"
#include "harness/pictures/palette.h"
#include "harness/pictures/picture.h"
#include "maps/formats/image/save_png.h"

#define LONGEST_KEYS "  (o) start 32767,32767  (o) goal 32767,32767  "
#define GRAPH_TEXT 128
#define CROWD 20000 /* edges: beyond it minor ones are left out, since the room would be all haze */

static const struct fr_colour ink = {0x1F, 0x1F, 0x1F}, quiet = {0x5C, 0x5C, 0x5C},
                              paper = {0xFF, 0xFF, 0xFF};

/* Lines of the first, second, ... racer of one back end, in line widths. */
static const struct fr_dashes styles[] = {
    {0, {0}}, {2, {5, 3}}, {2, {1.2, 2.2}}, {4, {6, 2.2, 1.2, 2.2}}};

enum { STYLES = sizeof styles / sizeof *styles };

struct layout {
    int32_t scale;                      /* picture pixels a map pixel */
    int32_t dot;                        /* of the legend's font */
    double unit;                        /* a plain line's width in thirds */
    int32_t margin, line_height;        /* of the legend */
    int32_t columns[FR_OVERLAY_FIELDS]; /* where its fields begin */
    int32_t map_height;                 /* of the map in the picture */
    int rows;                           /* of the legend: the title, a graph's, the paths' */
};

/* How edges of a kind are drawn; touched ones in the colour of their back end. */
static const struct haze {
    double width, single, most;
} quiet_haze = {1.0, 0.30, 0.80}, touched_haze = {1.6, 0.75, 0.95};
static const struct fr_colour web = {0x2F, 0x4B, 0x66};

/* Which racer of its back end this is. */
static int turn_of(const struct fr_overlay *overlay, int index)
{
    int turn = 0;
    for (int i = 0; i < index; i++)
        turn += strcmp(overlay->paths[i].name, overlay->paths[index].name) == 0;
    return turn;
}

static int32_t at_least(int32_t value, int32_t least)
{
    return value > least ? value : least;
}

static size_t edges_of(const struct fr_overlay *overlay, enum fr_sketch_part part)
{
    return overlay->graph->parts[part].count / 2;
}

static bool crowded(const struct fr_overlay *overlay)
{
    return edges_of(overlay, FR_SKETCH_EDGES) + edges_of(overlay, FR_SKETCH_MINOR) > CROWD;
}

/* What the legend says of the edges in quiet colour; returns text. */
static const char *describe_graph(const struct fr_overlay *overlay, char text[GRAPH_TEXT])
{
    const size_t corners = overlay->graph->parts[FR_SKETCH_CORNERS].count;
    const size_t edges = edges_of(overlay, FR_SKETCH_EDGES);
    const size_t minor = edges_of(overlay, FR_SKETCH_MINOR);
    if (crowded(overlay) && minor > 0)
        snprintf(text, GRAPH_TEXT,
                 "%zu corners, %zu edges; %zu more, around dead ends, are not drawn", corners,
                 edges, minor);
    else
        snprintf(text, GRAPH_TEXT, "%zu corners, %zu edges", corners, edges + minor);
    return text;
}

static const char *describe_touched(const struct fr_overlay *overlay, char text[GRAPH_TEXT])
{
    const size_t touched = edges_of(overlay, FR_SKETCH_TOUCHED);
    if (touched > 0)
        snprintf(text, GRAPH_TEXT, "%zu more that this click searched", touched);
    else
        snprintf(text, GRAPH_TEXT, "none that this click searched");
    return text;
}

/* Fills the layout and the size of the picture. */
static void lay_out(const struct fr_overlay *overlay, struct layout *layout,
                    struct fr_picture *picture)
{
    const struct fr_map *map = overlay->map;
    layout->scale = fr_ground_scale(map);
    const int32_t width = map->width * layout->scale;
    layout->unit = fr_ground_unit(width);
    layout->dot = at_least((width + 320) / 640, 2);
    layout->margin = 12 * layout->dot;
    layout->line_height = 12 * layout->dot;
    layout->map_height = map->height * layout->scale;
    int32_t x = layout->margin + 40 * layout->dot;
    for (int field = 0; field < FR_OVERLAY_FIELDS; field++) {
        int32_t widest = 0;
        for (int i = 0; i < overlay->count; i++)
            widest = at_least(fr_text_width(overlay->paths[i].fields[field], layout->dot), widest);
        layout->columns[field] = x;
        x += widest > 0 ? widest + 14 * layout->dot : 0;
    }
    layout->rows = 1 + overlay->count + (overlay->graph ? 2 : 0);
    if (overlay->graph) {
        char text[GRAPH_TEXT];
        const int32_t words = fr_text_width(describe_graph(overlay, text), layout->dot);
        x = at_least(x, layout->columns[0] + words + layout->margin);
    }
    const int32_t title = layout->margin + fr_text_width(overlay->title, layout->dot) +
                          fr_text_width(LONGEST_KEYS, layout->dot);
    picture->width = at_least(at_least(x, title), width);
    picture->height = layout->map_height + 2 * layout->margin + layout->rows * layout->line_height +
                      layout->line_height / 2;
}

static void add_edges(struct fr_density *density, const struct layout *layout,
                      const struct fr_path *edges, double width)
{
    const double half = layout->scale / 2.0;
    for (size_t i = 0; i + 1 < edges->count; i += 2)
        fr_density_line(density, edges->points[i].x * half, edges->points[i].y * half,
                        edges->points[i + 1].x * half, edges->points[i + 1].y * half,
                        width * layout->unit);
}

static struct fr_colour colour_of(const struct fr_overlay *overlay, int index)
{
    return fr_palette_colour(overlay->paths[index].colour, turn_of(overlay, index));
}

static enum fr_status draw_graph(const struct fr_overlay *overlay, const struct layout *layout,
                                 const struct fr_allocator *allocator, struct fr_picture *picture)
{
    const struct fr_path *parts = overlay->graph->parts;
    const int32_t width = overlay->map->width * layout->scale;
    for (int touched = 0; touched <= 1; touched++) {
        const struct haze *haze = touched ? &touched_haze : &quiet_haze;
        struct fr_density density;
        if (fr_density_create(width, layout->map_height, allocator, &density) != FR_OK)
            return FR_NO_MEMORY;
        add_edges(&density, layout, &parts[touched ? FR_SKETCH_TOUCHED : FR_SKETCH_EDGES],
                  haze->width);
        if (!touched && !crowded(overlay))
            add_edges(&density, layout, &parts[FR_SKETCH_MINOR], haze->width);
        fr_density_tint(&density, picture, touched ? colour_of(overlay, overlay->graph_owner) : web,
                        haze->single, haze->most);
        fr_density_release(&density);
    }
    const double radius = (crowded(overlay) ? 1.5 : 2.2) * layout->unit;
    for (size_t i = 0; i < parts[FR_SKETCH_CORNERS].count; i++) {
        const struct fr_point corner = parts[FR_SKETCH_CORNERS].points[i];
        fr_picture_disc(picture, corner.x * layout->scale / 2.0, corner.y * layout->scale / 2.0,
                        radius, ink);
    }
    return FR_OK;
}

/* Draws a polyline; dashes go on around its corners. */
static void draw_path(struct fr_picture *picture, const struct layout *layout,
                      const struct fr_path *path, double width, const struct fr_dashes *dashes,
                      struct fr_colour colour)
{
    const double half = layout->scale / 2.0;
    double phase = 0.0;
    for (size_t i = 0; i + 1 < path->count; i++) {
        const double x0 = path->points[i].x * half, y0 = path->points[i].y * half;
        const double x1 = path->points[i + 1].x * half, y1 = path->points[i + 1].y * half;
        fr_picture_line(picture, x0, y0, x1, y1, width, dashes, phase, colour);
        phase += hypot(x1 - x0, y1 - y0);
    }
}

static struct fr_dashes style_of(int turn, double width)
{
    struct fr_dashes dashes = styles[turn % STYLES];
    for (int i = 0; i < dashes.count; i++)
        dashes.lengths[i] *= width;
    return dashes;
}

/* Later racers are drawn over earlier ones, each narrower than the one before, so that paths that
 * run together show as stripes. */
static double width_of(const struct fr_overlay *overlay, const struct layout *layout, int index)
{
    int after = 0;
    for (int i = index + 1; i < overlay->count; i++)
        after += overlay->paths[i].path->count > 0;
    return (4.0 + 2.5 * (after < 4 ? after : 4)) * layout->unit;
}

static void draw_paths(const struct fr_overlay *overlay, const struct layout *layout,
                       struct fr_picture *picture)
{
    for (int rim = 2; rim >= 1; rim--)
        for (int i = 0; i < overlay->count; i++)
            draw_path(picture, layout, overlay->paths[i].path,
                      width_of(overlay, layout, i) + 2.0 * rim * layout->unit, NULL,
                      rim == 2 ? paper : ink);
    for (int i = 0; i < overlay->count; i++) {
        const double width = width_of(overlay, layout, i);
        const int turn = turn_of(overlay, i);
        const struct fr_dashes dashes = style_of(turn, 3.0 * layout->unit);
        draw_path(picture, layout, overlay->paths[i].path, width, &dashes,
                  fr_palette_colour(overlay->paths[i].colour, turn));
    }
}

/* The start is a ring, the goal a target. */
static void draw_mark(struct fr_picture *picture, double x, double y, double unit, bool goal)
{
    fr_picture_disc(picture, x, y, 13.0 * unit, paper);
    fr_picture_disc(picture, x, y, 11.0 * unit, ink);
    fr_picture_disc(picture, x, y, 7.5 * unit, paper);
    if (goal)
        fr_picture_disc(picture, x, y, 4.5 * unit, ink);
}

static void draw_marks(const struct fr_overlay *overlay, const struct layout *layout,
                       struct fr_picture *picture)
{
    const double scale = layout->scale;
    draw_mark(picture, (overlay->start.x + 0.5) * scale, (overlay->start.y + 0.5) * scale,
              layout->unit, false);
    draw_mark(picture, (overlay->goal.x + 0.5) * scale, (overlay->goal.y + 0.5) * scale,
              layout->unit, true);
}

static void draw_sample(const struct fr_overlay *overlay, const struct layout *layout, int index,
                        double y, struct fr_picture *picture)
{
    const double x0 = layout->margin, x1 = x0 + 30.0 * layout->dot, width = 3.0 * layout->dot;
    const int turn = turn_of(overlay, index);
    const struct fr_dashes dashes = style_of(turn, 3.0 * layout->unit);
    fr_picture_line(picture, x0, y, x1, y, width + layout->dot, NULL, 0.0, ink);
    fr_picture_line(picture, x0, y, x1, y, width, &dashes, 0.0,
                    fr_palette_colour(overlay->paths[index].colour, turn));
}

/* A mark as it is on the map, and what it stands for; returns where the next one goes. */
static int32_t draw_key(const struct layout *layout, const char *word, struct fr_pixel pixel,
                        int32_t x, int32_t y, struct fr_picture *picture)
{
    char text[64];
    const int32_t dot = layout->dot;
    snprintf(text, sizeof text, "%s %d,%d", word, pixel.x, pixel.y);
    draw_mark(picture, x + 5.0 * dot, y + 4.0 * dot, dot / 2.5, *word == 'g');
    fr_picture_text(picture, x + 13 * dot, y, dot, text, quiet);
    return x + 25 * dot + fr_text_width(text, dot);
}

/* A line of the legend about the graph: a sample of its edges, and words. */
static void draw_graph_row(const struct layout *layout, int32_t y, struct fr_colour colour,
                           const char *text, bool corners, struct fr_picture *picture)
{
    const double x0 = layout->margin, x1 = x0 + 30.0 * layout->dot;
    const double middle = y + FR_GLYPH_HEIGHT * layout->dot / 2.0;
    fr_picture_line(picture, x0, middle, x1, middle, layout->dot / 2.0, NULL, 0.0, colour);
    for (double x = x0; x <= x1 && corners; x += x1 - x0)
        fr_picture_disc(picture, x, middle, layout->dot, ink);
    fr_picture_text(picture, layout->columns[0], y, layout->dot, text, ink);
}

static void draw_graph_legend(const struct fr_overlay *overlay, const struct layout *layout,
                              int32_t y, struct fr_picture *picture)
{
    char text[GRAPH_TEXT];
    draw_graph_row(layout, y, web, describe_graph(overlay, text), true, picture);
    draw_graph_row(layout, y + layout->line_height, colour_of(overlay, overlay->graph_owner),
                   describe_touched(overlay, text), false, picture);
}

static void draw_legend(const struct fr_overlay *overlay, const struct layout *layout,
                        struct fr_picture *picture)
{
    const int32_t dot = layout->dot;
    int32_t y = layout->map_height + layout->margin;
    int32_t x = layout->margin + fr_text_width(overlay->title, dot) + 12 * dot;
    fr_picture_fill(picture, 0, layout->map_height, picture->width, layout->map_height + dot,
                    quiet);
    fr_picture_text(picture, layout->margin, y, dot, overlay->title, ink);
    x = draw_key(layout, "start", overlay->start, x, y, picture);
    draw_key(layout, "goal", overlay->goal, x, y, picture);
    y += layout->line_height / 2;
    if (overlay->graph) {
        draw_graph_legend(overlay, layout, y + layout->line_height, picture);
        y += 2 * layout->line_height;
    }
    for (int i = 0; i < overlay->count; i++) {
        y += layout->line_height;
        draw_sample(overlay, layout, i, y + FR_GLYPH_HEIGHT * dot / 2.0, picture);
        for (int field = 0; field < FR_OVERLAY_FIELDS; field++)
            fr_picture_text(picture, layout->columns[field], y, dot,
                            overlay->paths[i].fields[field], ink);
    }
}

enum fr_status fr_overlay_save(const char *file, const struct fr_overlay *overlay,
                               const struct fr_allocator *allocator, struct fr_error *error)
{
    struct layout layout;
    struct fr_picture picture;
    lay_out(overlay, &layout, &picture);
    const size_t pixels = (size_t)picture.width * (size_t)picture.height;
    picture.rgb = fr_allocate(allocator, pixels, 3);
    if (!picture.rgb)
        return fr_fail(error, FR_NO_MEMORY, "%s: not enough memory for a picture of %dx%d pixels",
                       file, picture.width, picture.height);
    fr_picture_fill(&picture, 0, 0, picture.width, picture.height, paper);
    fr_ground_draw(&picture, overlay->map, 0, 0, layout.scale);
    if (overlay->graph && draw_graph(overlay, &layout, allocator, &picture) != FR_OK) {
        fr_deallocate(allocator, picture.rgb, pixels, 3);
        return fr_fail(error, FR_NO_MEMORY, "%s: not enough memory to draw a graph", file);
    }
    draw_paths(overlay, &layout, &picture);
    draw_marks(overlay, &layout, &picture);
    draw_legend(overlay, &layout, &picture);
    const enum fr_status status =
        fr_save_png(file, FR_PNG_RGB, picture.width, picture.height, picture.rgb, error);
    fr_deallocate(allocator, picture.rgb, pixels, 3);
    return status;
}
