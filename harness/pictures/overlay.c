#include "harness/pictures/overlay.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "harness/pictures/ground.h"
#include "harness/pictures/palette.h"

#define CROWD 20000 /* edges: beyond it minor ones are left out, since the room would be all haze */

#define THICKNESS 4.0    /* of the last path, in units */
#define MOST_COVERED 0.2 /* the share of the map that a path should not cover more of */
#define THINNEST 0.1     /* unit in pixels, however long a path is */

enum { TEXT = 640 };

static const struct fr_colour ink = {0x1F, 0x1F, 0x1F}, quiet = {0x5C, 0x5C, 0x5C},
                              paper = {0xFF, 0xFF, 0xFF}, web = {0x2F, 0x4B, 0x66};

/* Dashes of the first, second, ... racer of one back end, in line widths. */
static const struct dashes {
    int count;
    double lengths[4];
} styles[] = {{0, {0}}, {2, {5, 3}}, {2, {1.2, 2.2}}, {4, {6, 2.2, 1.2, 2.2}}};

enum { STYLES = sizeof styles / sizeof *styles };

/* How edges of a kind are drawn; touched ones in the colour of their back end. */
static const struct fr_haze quiet_haze = {1.0, 0.30, 0.80}, touched_haze = {1.6, 0.75, 0.95};

/* The size of the legend's letters, in pixels, is the unit of what stands in it. */
#define MARGIN 1.5
#define LINE 1.7
#define SAMPLE 4.0 /* the length of a line's sample */
#define TEXT_LEFT (MARGIN + SAMPLE + 1.0)
#define LEAST_WIDTH 30.0
#define WIDEST 30.0 /* of a column */

struct drawing {
    const struct fr_overlay *what;
    struct fr_picture picture;
    cairo_t *cairo;
    struct fr_ground_view view;
    double unit;                       /* a plain line's width in thirds */
    double em;                         /* the size of the legend's letters */
    double columns[FR_OVERLAY_FIELDS]; /* where its fields begin */
    double legend_width;
};

/* Which racer of its back end this is. */
static int turn_of(const struct fr_overlay *overlay, int index)
{
    int turn = 0;
    for (int i = 0; i < index; i++)
        turn += strcmp(overlay->paths[i].name, overlay->paths[index].name) == 0;
    return turn;
}

static struct fr_colour colour_of(const struct fr_overlay *overlay, int index)
{
    return fr_palette_colour(overlay->paths[index].colour, turn_of(overlay, index));
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
static const char *describe_graph(const struct fr_overlay *overlay, char text[TEXT])
{
    const size_t corners = overlay->graph->parts[FR_SKETCH_CORNERS].count;
    const size_t edges = edges_of(overlay, FR_SKETCH_EDGES);
    const size_t minor = edges_of(overlay, FR_SKETCH_MINOR);
    if (crowded(overlay) && minor > 0)
        snprintf(text, TEXT, "%zu corners, %zu edges; %zu more, around dead ends, are not drawn",
                 corners, edges, minor);
    else
        snprintf(text, TEXT, "%zu corners, %zu edge%s", corners, edges + minor,
                 edges + minor == 1 ? "" : "s");
    return text;
}

static const char *describe_touched(const struct fr_overlay *overlay, char text[TEXT])
{
    const size_t touched = edges_of(overlay, FR_SKETCH_TOUCHED);
    if (touched > 0)
        snprintf(text, TEXT, "%zu more that this click searched", touched);
    else
        snprintf(text, TEXT, "none that this click searched");
    return text;
}

/* The name of what is drawn, and how large it is where the map is larger; returns text. */
static const char *describe_map(const struct drawing *drawing, char text[TEXT])
{
    size_t used = (size_t)snprintf(text, TEXT, "%.500s", drawing->what->title);
    if (drawing->view.scale < 1.0)
        snprintf(text + used, TEXT - used, ", drawn at %.0f %% of its size",
                 100.0 * drawing->view.scale);
    return text;
}

/* Places the columns of the paths' lines; returns where the last one ends. */
static double lay_columns(struct drawing *drawing)
{
    double x = TEXT_LEFT;
    for (int field = 0; field < FR_OVERLAY_FIELDS; field++) {
        double widest = 0.0;
        for (int i = 0; i < drawing->what->count; i++)
            widest = fmax(widest, fr_text_width(drawing->what->paths[i].fields[field], 1.0));
        drawing->columns[field] = x;
        x += widest > 0.0 ? fmin(widest, WIDEST) + MARGIN : 0.0;
    }
    return x;
}

/* Places everything; yields the size of the picture, which long names do not make wider. */
static void lay_out(struct drawing *drawing, int32_t *width, int32_t *height)
{
    const struct fr_overlay *overlay = drawing->what;
    const int rows = 2 + (overlay->graph ? 2 : 0) + overlay->count;
    char text[TEXT];
    drawing->view = fr_ground_whole(overlay->map, 0, 0);
    drawing->unit = fr_ground_unit(drawing->view.width);
    drawing->em = fmax(16.0, drawing->view.width / 92.0);
    double legend = fmax(LEAST_WIDTH, lay_columns(drawing));
    if (overlay->graph)
        legend = fmax(legend, TEXT_LEFT + fr_text_width(describe_graph(overlay, text), 1.0));
    *width = (int32_t)ceil(fmax(drawing->view.width, (legend + MARGIN) * drawing->em));
    *height = drawing->view.height + (int32_t)ceil((2.0 * MARGIN + rows * LINE) * drawing->em);
    drawing->legend_width = *width / drawing->em;
}

/* From here on coordinates are half pixels of the map. */
static void transform(const struct drawing *drawing)
{
    fr_ground_transform(drawing->cairo, &drawing->view);
    cairo_scale(drawing->cairo, 0.5, 0.5);
}

static void draw_edges(const struct drawing *drawing, enum fr_sketch_part part, struct fr_haze haze,
                       struct fr_colour colour)
{
    haze.width *= drawing->unit;
    fr_draw_haze(&drawing->picture, &drawing->what->graph->parts[part], &haze, colour);
}

static void draw_graph(const struct drawing *drawing)
{
    const struct fr_overlay *overlay = drawing->what;
    const struct fr_path *corners = &overlay->graph->parts[FR_SKETCH_CORNERS];
    const double half = drawing->view.scale / 2.0;
    cairo_save(drawing->cairo);
    transform(drawing);
    draw_edges(drawing, FR_SKETCH_EDGES, quiet_haze, web);
    if (!crowded(overlay))
        draw_edges(drawing, FR_SKETCH_MINOR, quiet_haze, web);
    draw_edges(drawing, FR_SKETCH_TOUCHED, touched_haze, colour_of(overlay, overlay->graph_owner));
    cairo_restore(drawing->cairo);
    for (size_t i = 0; i < corners->count; i++)
        fr_draw_disc(drawing->cairo, corners->points[i].x * half, corners->points[i].y * half,
                     (crowded(overlay) ? 1.5 : 2.2) * drawing->unit, ink);
}

/* Draws Cairo's path. */
static void stroke(cairo_t *cairo, double width, struct fr_colour colour)
{
    fr_draw_in(cairo, colour, 1.0);
    cairo_set_line_width(cairo, width);
    cairo_stroke(cairo);
}

static void draw_path(const struct drawing *drawing, const struct fr_path *path, double width,
                      struct fr_colour colour)
{
    cairo_save(drawing->cairo);
    transform(drawing);
    fr_draw_path(drawing->cairo, path);
    cairo_restore(drawing->cairo);
    stroke(drawing->cairo, width, colour);
}

/* Lines from here on are dashed as those of a racer, the dashes as long as for lines of such a
 * width; those of a first one have round ends. */
static void set_dashes(const struct drawing *drawing, int index, double width)
{
    const struct dashes *style = &styles[turn_of(drawing->what, index) % STYLES];
    double lengths[4];
    for (int i = 0; i < style->count; i++)
        lengths[i] = style->lengths[i] * width;
    cairo_set_dash(drawing->cairo, lengths, style->count, 0.0);
    cairo_set_line_cap(drawing->cairo,
                       style->count > 0 ? CAIRO_LINE_CAP_BUTT : CAIRO_LINE_CAP_ROUND);
}

/* The unit of widths of paths: less than others where a path winds over all of the map. */
static double path_unit(const struct drawing *drawing)
{
    const double room = MOST_COVERED * drawing->view.width * drawing->view.height;
    double longest = 0.0;
    for (int i = 0; i < drawing->what->count; i++)
        longest = fmax(longest, fr_path_length(drawing->what->paths[i].path) * drawing->view.scale);
    return fmin(drawing->unit, fmax(THINNEST, room / (THICKNESS * longest)));
}

/* Later racers are drawn over earlier ones, each narrower than the one before, so that paths that
 * run together show as stripes. */
static double thickness_of(const struct fr_overlay *overlay, int index)
{
    int after = 0;
    for (int i = index + 1; i < overlay->count; i++)
        after += overlay->paths[i].path->count > 0;
    return THICKNESS + 2.5 * (after < 4 ? after : 4);
}

/* Each with a rim of ink in one of paper; rims first, so that none lies on another's colour. */
static void draw_paths(const struct drawing *drawing)
{
    const struct fr_overlay *overlay = drawing->what;
    const double unit = path_unit(drawing);
    cairo_save(drawing->cairo);
    cairo_set_line_join(drawing->cairo, CAIRO_LINE_JOIN_ROUND);
    cairo_set_line_cap(drawing->cairo, CAIRO_LINE_CAP_ROUND);
    for (int rim = 2; rim >= 1; rim--)
        for (int i = 0; i < overlay->count; i++)
            draw_path(drawing, overlay->paths[i].path,
                      (thickness_of(overlay, i) + 2.0 * rim) * unit, rim == 2 ? paper : ink);
    for (int i = 0; i < overlay->count; i++) {
        set_dashes(drawing, i, 3.0 * drawing->unit);
        draw_path(drawing, overlay->paths[i].path, thickness_of(overlay, i) * unit,
                  colour_of(overlay, i));
    }
    cairo_restore(drawing->cairo);
}

/* The start is a ring, the goal a target. */
static void draw_mark(const struct drawing *drawing, double x, double y, double unit, bool goal)
{
    fr_draw_disc(drawing->cairo, x, y, 13.0 * unit, paper);
    fr_draw_disc(drawing->cairo, x, y, 11.0 * unit, ink);
    fr_draw_disc(drawing->cairo, x, y, 7.5 * unit, paper);
    if (goal)
        fr_draw_disc(drawing->cairo, x, y, 4.5 * unit, ink);
}

/* The marks on the map, and in the legend around the line y. */
static void draw_ends(const struct drawing *drawing, bool legend, double y)
{
    const double scale = drawing->view.scale;
    for (int goal = 0; goal <= 1; goal++) {
        const struct fr_pixel end = goal ? drawing->what->goal : drawing->what->start;
        const double x = MARGIN + goal * 12.0;
        char text[TEXT];
        if (!legend) {
            draw_mark(drawing, (end.x + 0.5) * scale, (end.y + 0.5) * scale, drawing->unit, goal);
            continue;
        }
        snprintf(text, TEXT, "%s %d,%d", goal ? "goal" : "start", end.x, end.y);
        draw_mark(drawing, x + 0.5, y, 1.0 / 25.0, goal);
        fr_draw_text(drawing->cairo, x + 1.5, y, 1.0, 10.0, text, quiet);
    }
}

/* A sample of a line, in the legend around the line y. */
static void draw_sample(const struct drawing *drawing, double y, double width,
                        struct fr_colour colour)
{
    cairo_move_to(drawing->cairo, MARGIN, y);
    cairo_line_to(drawing->cairo, MARGIN + SAMPLE, y);
    stroke(drawing->cairo, width, colour);
}

static void write_text(const struct drawing *drawing, double x, double y, const char *text)
{
    fr_draw_text(drawing->cairo, x, y, 1.0, drawing->legend_width - MARGIN - x, text, ink);
}

static void draw_graph_rows(const struct drawing *drawing, double y)
{
    char text[TEXT];
    draw_sample(drawing, y, 1.0 / 16.0, web);
    fr_draw_disc(drawing->cairo, MARGIN, y, 1.0 / 8.0, ink);
    fr_draw_disc(drawing->cairo, MARGIN + SAMPLE, y, 1.0 / 8.0, ink);
    write_text(drawing, TEXT_LEFT, y, describe_graph(drawing->what, text));
    y += LINE;
    draw_sample(drawing, y, 1.0 / 10.0, colour_of(drawing->what, drawing->what->graph_owner));
    write_text(drawing, TEXT_LEFT, y, describe_touched(drawing->what, text));
}

static void draw_path_row(const struct drawing *drawing, int index, double y)
{
    cairo_save(drawing->cairo);
    cairo_set_line_cap(drawing->cairo, CAIRO_LINE_CAP_ROUND);
    draw_sample(drawing, y, 0.44, ink);
    set_dashes(drawing, index, 0.14);
    draw_sample(drawing, y, 0.33, colour_of(drawing->what, index));
    cairo_restore(drawing->cairo);
    for (int field = 0; field < FR_OVERLAY_FIELDS; field++) {
        const double x = drawing->columns[field];
        fr_draw_text(drawing->cairo, x, y, 1.0, fmin(WIDEST, drawing->legend_width - MARGIN - x),
                     drawing->what->paths[index].fields[field], ink);
    }
}

static void draw_legend(const struct drawing *drawing)
{
    char text[TEXT];
    double y = MARGIN + LINE / 2;
    cairo_translate(drawing->cairo, 0, drawing->view.height);
    cairo_scale(drawing->cairo, drawing->em, drawing->em);
    fr_draw_in(drawing->cairo, quiet, 1.0);
    cairo_rectangle(drawing->cairo, 0, 0, drawing->legend_width, 1.0 / 8.0);
    cairo_fill(drawing->cairo);
    write_text(drawing, MARGIN, y, describe_map(drawing, text));
    draw_ends(drawing, true, y += LINE);
    if (drawing->what->graph) {
        draw_graph_rows(drawing, y + LINE);
        y += 2 * LINE;
    }
    for (int i = 0; i < drawing->what->count; i++)
        draw_path_row(drawing, i, y += LINE);
}

enum fr_status fr_overlay_save(enum fr_picture_format format, const char *file,
                               const struct fr_overlay *overlay, struct fr_error *error)
{
    struct drawing drawing = {.what = overlay};
    int32_t width, height;
    lay_out(&drawing, &width, &height);
    enum fr_status status = fr_picture_create(format, width, height, &drawing.picture);
    if (status != FR_OK)
        return fr_fail(error, status, "%s: not enough memory for a picture of %dx%d pixels", file,
                       width, height);
    drawing.cairo = drawing.picture.cairo;
    fr_ground_draw(&drawing.picture, overlay->map, &drawing.view, &fr_quiet_ground,
                   fmax(1.6 * drawing.unit, drawing.view.scale / 10));
    if (overlay->graph)
        draw_graph(&drawing);
    draw_paths(&drawing);
    draw_ends(&drawing, false, 0.0);
    draw_legend(&drawing);
    status = fr_picture_save(&drawing.picture, file, error);
    fr_picture_release(&drawing.picture);
    return status;
}
