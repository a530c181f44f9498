#include "harness/pictures/overlay.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/pictures/ground.h"
#include "harness/pictures/palette.h"

#define CROWD 20000 /* edges: beyond it minor ones are left out, since the room would be all haze */

#define THICKNESS 4.0    /* of the last path, in units */
#define MOST_COVERED 0.2 /* the share of the map that a path should not cover more of */
#define THINNEST 0.1     /* unit in pixels, however long a path is */

enum { TEXT = 128 };

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

/* The legend, in pixels of the picture: its letters have the size em. */
struct layout {
    struct fr_ground_view view;
    double unit; /* a plain line's width in thirds */
    double em, margin, line;
    double columns[FR_OVERLAY_FIELDS]; /* where its fields begin */
    double title_width;
    int32_t width, height;
};

struct drawing {
    const struct fr_overlay *what;
    struct layout layout;
    struct fr_picture picture;
    cairo_t *cairo;
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

static const char *describe_end(const char *word, struct fr_pixel pixel, char text[TEXT])
{
    snprintf(text, TEXT, "%s %d,%d", word, pixel.x, pixel.y);
    return text;
}

/* What stands behind the ends where the picture is not as large as the map; returns text. */
static const char *describe_scale(const struct layout *layout, char text[TEXT])
{
    const double scale = layout->view.scale;
    *text = '\0';
    if (scale < 1.0)
        snprintf(text, TEXT, "drawn at %.0f %% of its size", 100.0 * scale);
    return text;
}

/* The width of what stands in the title's line behind the title. */
static double keys_width(const struct fr_overlay *overlay, const struct layout *layout)
{
    char text[TEXT];
    return fr_text_width(describe_end("start", overlay->start, text), layout->em) +
           fr_text_width(describe_end("goal", overlay->goal, text), layout->em) +
           fr_text_width(describe_scale(layout, text), layout->em) + 8.0 * layout->em;
}

/* Places the columns of the paths' lines; returns where the last one ends. */
static double lay_columns(const struct fr_overlay *overlay, struct layout *layout)
{
    double x = layout->margin + 5.0 * layout->em;
    for (int field = 0; field < FR_OVERLAY_FIELDS; field++) {
        double widest = 0.0;
        for (int i = 0; i < overlay->count; i++)
            widest = fmax(widest, fr_text_width(overlay->paths[i].fields[field], layout->em));
        layout->columns[field] = x;
        x += widest > 0.0 ? fmin(widest, 30.0 * layout->em) + 1.5 * layout->em : 0.0;
    }
    return x;
}

/* The map's width, and more where the legend needs it, which long names do not make wider. */
static void lay_out(const struct fr_overlay *overlay, struct layout *layout)
{
    char text[TEXT];
    layout->view = fr_ground_whole(overlay->map, 0, 0);
    layout->unit = fr_ground_unit(layout->view.width);
    layout->em = fmax(16.0, layout->view.width / 92.0);
    layout->margin = 1.5 * layout->em;
    layout->line = 1.7 * layout->em;
    double width = lay_columns(overlay, layout);
    if (overlay->graph)
        width = fmax(width,
                     layout->columns[0] + fr_text_width(describe_graph(overlay, text), layout->em));
    const double keys = keys_width(overlay, layout);
    const double title = fmin(fr_text_width(overlay->title, layout->em), 30.0 * layout->em);
    width = fmax(width, layout->margin + title + keys) + layout->margin;
    layout->width = (int32_t)ceil(fmax(width, layout->view.width));
    layout->title_width = layout->width - 2.0 * layout->margin - keys;
    const int rows = 1 + (overlay->graph ? 2 : 0) + overlay->count;
    layout->height =
        layout->view.height + (int32_t)ceil(2.0 * layout->margin + (rows + 0.5) * layout->line);
}

static struct fr_line line_between(const struct drawing *drawing, struct fr_point from,
                                   struct fr_point to)
{
    const double half = drawing->layout.view.scale / 2.0;
    return (struct fr_line){from.x * half, from.y * half, to.x * half, to.y * half};
}

/* The edges of one part, or of two. */
static enum fr_status draw_edges(const struct drawing *drawing, const struct fr_path *part,
                                 const struct fr_path *other, struct fr_haze haze,
                                 struct fr_colour colour)
{
    const size_t count = part->count / 2 + (other ? other->count / 2 : 0);
    struct fr_line *lines = malloc((count + 1) * sizeof *lines);
    if (!lines)
        return FR_NO_MEMORY;
    for (size_t i = 0; i < count; i++) {
        const size_t own = part->count / 2;
        const struct fr_point *ends =
            i < own ? &part->points[2 * i] : &other->points[2 * (i - own)];
        lines[i] = line_between(drawing, ends[0], ends[1]);
    }
    haze.width *= drawing->layout.unit;
    fr_draw_haze(&drawing->picture, lines, count, &haze, colour);
    free(lines);
    return FR_OK;
}

static enum fr_status draw_graph(const struct drawing *drawing)
{
    const struct fr_overlay *overlay = drawing->what;
    const struct fr_path *parts = overlay->graph->parts, *corners = &parts[FR_SKETCH_CORNERS];
    const bool crowd = crowded(overlay);
    const double radius = (crowd ? 1.5 : 2.2) * drawing->layout.unit;
    enum fr_status status = draw_edges(drawing, &parts[FR_SKETCH_EDGES],
                                       crowd ? NULL : &parts[FR_SKETCH_MINOR], quiet_haze, web);
    if (status == FR_OK)
        status = draw_edges(drawing, &parts[FR_SKETCH_TOUCHED], NULL, touched_haze,
                            colour_of(overlay, overlay->graph_owner));
    for (size_t i = 0; i < corners->count && status == FR_OK; i++) {
        const struct fr_line at = line_between(drawing, corners->points[i], corners->points[i]);
        fr_draw_disc(drawing->cairo, at.x0, at.y0, radius, ink);
    }
    return status;
}

static void stroke_path(const struct drawing *drawing, const struct fr_path *path, double width,
                        struct fr_colour colour)
{
    for (size_t i = 0; i + 1 < path->count; i++) {
        const struct fr_line line = line_between(drawing, path->points[i], path->points[i + 1]);
        fr_draw_line(drawing->cairo, &line);
    }
    fr_draw_in(drawing->cairo, colour, 1.0);
    cairo_set_line_width(drawing->cairo, width);
    cairo_stroke(drawing->cairo);
}

/* Lines from here on are dashed as those of a racer; those of a first one have round ends. */
static void set_dashes(const struct drawing *drawing, int index)
{
    const struct dashes *style = &styles[turn_of(drawing->what, index) % STYLES];
    double lengths[4];
    for (int i = 0; i < style->count; i++)
        lengths[i] = style->lengths[i] * 3.0 * drawing->layout.unit;
    cairo_set_dash(drawing->cairo, lengths, style->count, 0.0);
    cairo_set_line_cap(drawing->cairo,
                       style->count > 0 ? CAIRO_LINE_CAP_BUTT : CAIRO_LINE_CAP_ROUND);
}

static double length_of(const struct drawing *drawing, const struct fr_path *path)
{
    double length = 0.0;
    for (size_t i = 0; i + 1 < path->count; i++) {
        const struct fr_line line = line_between(drawing, path->points[i], path->points[i + 1]);
        length += hypot(line.x1 - line.x0, line.y1 - line.y0);
    }
    return length;
}

/* The unit of widths of paths: less than others where a path winds over all of the map. */
static double path_unit(const struct drawing *drawing)
{
    const struct layout *layout = &drawing->layout;
    const double room = MOST_COVERED * layout->view.width * layout->view.height;
    double longest = 0.0;
    for (int i = 0; i < drawing->what->count; i++)
        longest = fmax(longest, length_of(drawing, drawing->what->paths[i].path));
    return fmin(layout->unit, fmax(THINNEST, room / (THICKNESS * longest)));
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
            stroke_path(drawing, overlay->paths[i].path,
                        (thickness_of(overlay, i) + 2.0 * rim) * unit, rim == 2 ? paper : ink);
    for (int i = 0; i < overlay->count; i++) {
        set_dashes(drawing, i);
        stroke_path(drawing, overlay->paths[i].path, thickness_of(overlay, i) * unit,
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

static void draw_marks(const struct drawing *drawing)
{
    const struct fr_overlay *overlay = drawing->what;
    const struct fr_line ends =
        line_between(drawing, fr_pixel_centre(overlay->start), fr_pixel_centre(overlay->goal));
    draw_mark(drawing, ends.x0, ends.y0, drawing->layout.unit, false);
    draw_mark(drawing, ends.x1, ends.y1, drawing->layout.unit, true);
}

/* Text of the legend around the line y, up to the edge of the picture. */
static void write_text(const struct drawing *drawing, double x, double y, const char *text,
                       struct fr_colour colour)
{
    const struct layout *layout = &drawing->layout;
    fr_draw_text(drawing->cairo, x, y, layout->em, layout->width - layout->margin - x, text,
                 colour);
}

/* A sample of a line around y, before the words of the legend. */
static void draw_sample(const struct drawing *drawing, double y, double width,
                        struct fr_colour colour)
{
    const struct layout *layout = &drawing->layout;
    fr_draw_line(drawing->cairo,
                 &(struct fr_line){layout->margin, y, layout->margin + 4.0 * layout->em, y});
    fr_draw_in(drawing->cairo, colour, 1.0);
    cairo_set_line_width(drawing->cairo, width);
    cairo_stroke(drawing->cairo);
}

/* The title, the marks as they are on the map and what they stand for, and the scale. */
static void draw_title(const struct drawing *drawing, double y)
{
    const struct fr_overlay *overlay = drawing->what;
    const struct layout *layout = &drawing->layout;
    const double em = layout->em;
    char text[TEXT];
    fr_draw_text(drawing->cairo, layout->margin, y, em, layout->title_width, overlay->title, ink);
    double x =
        layout->margin + 1.5 * em + fmin(fr_text_width(overlay->title, em), layout->title_width);
    for (int goal = 0; goal <= 1; goal++) {
        describe_end(goal ? "goal" : "start", goal ? overlay->goal : overlay->start, text);
        draw_mark(drawing, x + 0.5 * em, y, em / 25.0, goal);
        write_text(drawing, x + 1.4 * em, y, text, quiet);
        x += 2.9 * em + fr_text_width(text, em);
    }
    write_text(drawing, x, y, describe_scale(layout, text), quiet);
}

static void draw_graph_rows(const struct drawing *drawing, double y)
{
    const struct layout *layout = &drawing->layout;
    char text[TEXT];
    draw_sample(drawing, y, layout->em / 16.0, web);
    for (int end = 0; end <= 1; end++)
        fr_draw_disc(drawing->cairo, layout->margin + end * 4.0 * layout->em, y, layout->em / 8.0,
                     ink);
    write_text(drawing, layout->columns[0], y, describe_graph(drawing->what, text), ink);
    y += layout->line;
    draw_sample(drawing, y, layout->em / 10.0,
                colour_of(drawing->what, drawing->what->graph_owner));
    write_text(drawing, layout->columns[0], y, describe_touched(drawing->what, text), ink);
}

static void draw_path_row(const struct drawing *drawing, int index, double y)
{
    const struct layout *layout = &drawing->layout;
    cairo_save(drawing->cairo);
    cairo_set_line_cap(drawing->cairo, CAIRO_LINE_CAP_ROUND);
    draw_sample(drawing, y, 0.44 * layout->em, ink);
    set_dashes(drawing, index);
    draw_sample(drawing, y, 0.33 * layout->em, colour_of(drawing->what, index));
    cairo_restore(drawing->cairo);
    for (int field = 0; field < FR_OVERLAY_FIELDS; field++) {
        const double begin = layout->columns[field];
        const double end = field + 1 < FR_OVERLAY_FIELDS ? layout->columns[field + 1] - layout->em
                                                         : layout->width - layout->margin;
        fr_draw_text(drawing->cairo, begin, y, layout->em, end - begin,
                     drawing->what->paths[index].fields[field], ink);
    }
}

static void draw_legend(const struct drawing *drawing)
{
    const struct layout *layout = &drawing->layout;
    double y = layout->view.height + layout->margin + layout->line / 2;
    fr_draw_in(drawing->cairo, quiet, 1.0);
    cairo_rectangle(drawing->cairo, 0, layout->view.height, layout->width, layout->em / 8.0);
    cairo_fill(drawing->cairo);
    draw_title(drawing, y);
    y += layout->line * 1.5;
    if (drawing->what->graph) {
        draw_graph_rows(drawing, y);
        y += 2 * layout->line;
    }
    for (int i = 0; i < drawing->what->count; i++)
        draw_path_row(drawing, i, y + i * layout->line);
}

enum fr_status fr_overlay_save(enum fr_picture_format format, const char *file,
                               const struct fr_overlay *overlay, struct fr_error *error)
{
    struct drawing drawing = {.what = overlay};
    struct layout *layout = &drawing.layout;
    lay_out(overlay, layout);
    enum fr_status status =
        fr_picture_create(format, layout->width, layout->height, &drawing.picture);
    if (status != FR_OK)
        return fr_fail(error, status, "%s: not enough memory for a picture of %dx%d pixels", file,
                       layout->width, layout->height);
    drawing.cairo = drawing.picture.cairo;
    fr_ground_draw(&drawing.picture, overlay->map, &layout->view, &fr_quiet_ground,
                   fmax(1.6 * layout->unit, layout->view.scale / 10));
    if (overlay->graph)
        status = draw_graph(&drawing);
    if (status == FR_OK) {
        draw_paths(&drawing);
        draw_marks(&drawing);
        draw_legend(&drawing);
        status = fr_picture_save(&drawing.picture, file, error);
    } else {
        fr_fail(error, status, "%s: not enough memory to draw a graph", file);
    }
    fr_picture_release(&drawing.picture);
    return status;
}
