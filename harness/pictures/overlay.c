#include "harness/pictures/overlay.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "harness/base/units.h"
#include "harness/judge/looks.h"
#include "harness/pictures/map_view.h"
#include "harness/pictures/palette.h"

#define THICKNESS 4.0    /* width of the last path, in units */
#define MOST_COVERED 0.2 /* largest fraction of the map that a path should cover */
#define THINNEST 0.1     /* smallest unit in pixels, for very long paths */

enum { TEXT = 640 };

static const struct fr_colour ink = {0x1F, 0x1F, 0x1F}, quiet = {0x5C, 0x5C, 0x5C},
                              paper = {0xFF, 0xFF, 0xFF}, sharp = {0xD0, 0x10, 0x10},
                              zigzag = {0xE6, 0x7E, 0x00};

/* Dashes of the first, second, ... racer of one back end, in line widths. */
static const struct dashes {
    int count;
    double lengths[4];
} styles[] = {{0, {0}}, {2, {5, 3}}, {2, {1.2, 2.2}}, {4, {6, 2.2, 1.2, 2.2}}};

enum { STYLES = sizeof styles / sizeof *styles };

#define RIM_INK 0.8 /* units around a path */
#define RIM_PAPER 2.0
#define ARROW_SPACING 240.0 /* units between arrows on a path */
#define ARROW_LENGTH 6.0    /* units beyond half of the path's width */

enum { MOST_ARROWS = 12, HEAT_STEPS = 24 };

/* Lengths in the legend, in units of its letter size. */
#define MARGIN 1.5
#define LINE 1.7
#define GAP 2.0       /* between columns */
#define HEADING 0.85  /* the size of a column's heading */
#define END_WIDTH 9.0 /* width of the entry for the start or the goal */
#define SAMPLE 4.0    /* length of a line sample */
#define TEXT_LEFT (MARGIN + SAMPLE + 1.0)
#define LEAST_WIDTH 30.0
#define WIDEST 30.0 /* of a column */
#define WIDEST_NUMBER 10.0

/* Headings of the legend; all columns but the first and the last hold numbers. */
static const char *const headings[FR_OVERLAY_FIELDS] = {"",      "length",    "over the shortest",
                                                        "turns", "one click", ""};

struct spot {
    double x, y;
};

struct column {
    double left, width;
};

struct drawing {
    const struct fr_overlay *what;
    struct fr_picture picture;
    cairo_t *cairo;
    struct fr_map_view view;
    double unit; /* a third of a plain line's width */
    double em;   /* the size of the legend's letters */
    struct column columns[FR_OVERLAY_FIELDS];
    double title_width, legend_width;
};

/* The racer's number among those of its back end. */
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

/* The name of the picture, and its scale if the map was reduced; returns `text`. */
static const char *describe_map(const struct drawing *drawing, char text[TEXT])
{
    size_t used = (size_t)snprintf(text, TEXT, "%.500s", drawing->what->title);
    if (drawing->view.scale < 1.0)
        snprintf(text + used, TEXT - used, ", drawn at %.0f %% of its size",
                 100.0 * drawing->view.scale);
    return text;
}

static const char *describe_heat(const struct fr_overlay *overlay, char text[TEXT])
{
    char count[FR_UNIT_SIZE];
    snprintf(text, TEXT, "%s nodes expanded by %.500s: the first are strong, the last pale",
             fr_format_count(overlay->heat->count, count),
             overlay->paths[overlay->heat_owner].fields[0]);
    return text;
}

static bool holds_numbers(int field)
{
    return field > 0 && field < FR_OVERLAY_FIELDS - 1;
}

/* Places the columns of the paths' lines, except empty ones. Returns the columns' right end. */
static double lay_columns(struct drawing *drawing)
{
    double x = TEXT_LEFT;
    for (int field = 0; field < FR_OVERLAY_FIELDS; field++) {
        double widest = 0.0;
        for (int i = 0; i < drawing->what->count; i++)
            widest = fmax(widest, fr_text_width(drawing->what->paths[i].fields[field], 1.0));
        if (widest > 0.0)
            widest = fmin(holds_numbers(field) ? WIDEST_NUMBER : WIDEST,
                          fmax(widest, fr_text_width(headings[field], HEADING)));
        drawing->columns[field] = (struct column){x, widest};
        x += widest > 0.0 ? widest + GAP : 0.0;
    }
    return x - GAP;
}

/* The width of the legend's widest line, ignoring long names. */
static double lay_legend(struct drawing *drawing)
{
    const struct fr_overlay *overlay = drawing->what;
    char text[TEXT];
    drawing->title_width = fmin(WIDEST, fr_text_width(describe_map(drawing, text), 1.0));
    double width = fmax(LEAST_WIDTH, lay_columns(drawing));
    width = fmax(width, MARGIN + drawing->title_width + GAP + 2 * END_WIDTH);
    if (overlay->heat)
        width = fmax(width, TEXT_LEFT +
                                fmin(2 * WIDEST, fr_text_width(describe_heat(overlay, text), 1.0)));
    return width + MARGIN;
}

/* Places all parts; gives the size of the picture, which long names do not widen. */
static void lay_out(struct drawing *drawing, int32_t *width, int32_t *height)
{
    const struct fr_overlay *overlay = drawing->what;
    const int rows = 2 + (overlay->heat ? 1 : 0) + overlay->count;
    drawing->view = fr_map_view_of(overlay->map);
    drawing->unit = fr_picture_unit(drawing->view.width);
    drawing->em = fmax(16.0, drawing->view.width / 92.0);
    *width = (int32_t)ceil(fmax(drawing->view.width, lay_legend(drawing) * drawing->em));
    *height = drawing->view.height + (int32_t)ceil((2.0 * MARGIN + rows * LINE) * drawing->em);
    drawing->legend_width = *width / drawing->em;
}

/* Makes half pixels of the map the unit of coordinates. */
static void transform(const struct drawing *drawing)
{
    cairo_scale(drawing->cairo, drawing->view.scale / 2, drawing->view.scale / 2);
}

/* Strokes Cairo's path. */
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

/* Sets a racer's dashes for lines of this width; lines of a back end's first racer are solid with
 * round ends. */
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

/* The unit of path widths: smaller if a path fills much of the map. */
static double path_unit(const struct drawing *drawing)
{
    const double room = MOST_COVERED * drawing->view.width * drawing->view.height;
    double longest = 0.0;
    for (int i = 0; i < drawing->what->count; i++)
        longest = fmax(longest, fr_path_length(drawing->what->paths[i].path) * drawing->view.scale);
    return fmin(drawing->unit, fmax(THINNEST, room / (THICKNESS * longest)));
}

/* Later racers are drawn over earlier ones with thinner lines, so that coinciding paths show as
 * stripes. */
static double thickness_of(const struct fr_overlay *overlay, int index)
{
    int after = 0;
    for (int i = index + 1; i < overlay->count; i++)
        after += overlay->paths[i].path->count > 0;
    return THICKNESS + 2.5 * (after < 4 ? after : 4);
}

/* The point of a path at a distance from its start, in picture pixels. */
static struct spot spot_at(const struct drawing *drawing, const struct fr_path *path,
                           double distance)
{
    const double half = drawing->view.scale / 2.0;
    const struct fr_point *points = path->points;
    size_t i = 0;
    for (; i + 1 < path->count; i++) {
        const double dx = half * ((double)points[i + 1].x - points[i].x);
        const double dy = half * ((double)points[i + 1].y - points[i].y);
        const double length = hypot(dx, dy);
        if (length >= distance && length > 0.0) {
            const double share = distance / length;
            return (struct spot){half * points[i].x + share * dx, half * points[i].y + share * dy};
        }
        distance -= length;
    }
    return (struct spot){half * points[i].x, half * points[i].y};
}

/* Adds an arrow head to Cairo's path, in the mean direction of the path over the arrow's length. */
static void add_arrow(const struct drawing *drawing, const struct fr_path *path, double distance,
                      double size)
{
    cairo_t *cairo = drawing->cairo;
    const struct spot at = spot_at(drawing, path, distance);
    const struct spot back = spot_at(drawing, path, distance - size);
    const struct spot ahead = spot_at(drawing, path, distance + size);
    if (!(at.x > 0.0 && at.y > 0.0 && at.x < drawing->view.width && at.y < drawing->view.height))
        return;
    cairo_save(cairo);
    cairo_translate(cairo, at.x, at.y);
    cairo_rotate(cairo, atan2(ahead.y - back.y, ahead.x - back.x));
    cairo_move_to(cairo, size, 0.0);
    cairo_line_to(cairo, -0.9 * size, 0.95 * size);
    cairo_line_to(cairo, -0.5 * size, 0.0);
    cairo_line_to(cairo, -0.9 * size, -0.95 * size);
    cairo_close_path(cairo);
    cairo_restore(cairo);
}

/* Arrow heads along a path; those of different racers are at different places. */
static void add_arrows(const struct drawing *drawing, int index, double unit)
{
    const struct fr_overlay *overlay = drawing->what;
    const struct fr_path *path = overlay->paths[index].path;
    const double length = fr_path_length(path) * drawing->view.scale;
    const double size = (thickness_of(overlay, index) / 2.0 + ARROW_LENGTH) * unit;
    const double shift = 0.5 * ((index + 0.5) / overlay->count - 0.5);
    const int count = (int)fmin(MOST_ARROWS, ceil(length / (ARROW_SPACING * drawing->unit)));
    for (int i = 0; i < count && length > 6.0 * size; i++)
        add_arrow(drawing, path, length * (i + 0.5 + shift) / count, size);
}

/* A rim around a path and its arrows. */
static void draw_rim(const struct drawing *drawing, int index, double unit, double rim,
                     struct fr_colour colour)
{
    const struct fr_overlay *overlay = drawing->what;
    draw_path(drawing, overlay->paths[index].path,
              (thickness_of(overlay, index) + 2.0 * rim) * unit, colour);
    add_arrows(drawing, index, unit);
    stroke(drawing->cairo, 2.0 * rim * unit, colour);
}

/* Each path has a rim of ink inside one of paper; all rims are drawn first, so that none covers
 * another path. */
static void draw_paths(const struct drawing *drawing)
{
    const struct fr_overlay *overlay = drawing->what;
    const double unit = path_unit(drawing);
    cairo_save(drawing->cairo);
    cairo_set_line_join(drawing->cairo, CAIRO_LINE_JOIN_ROUND);
    cairo_set_line_cap(drawing->cairo, CAIRO_LINE_CAP_ROUND);
    for (int i = 0; i < overlay->count; i++)
        draw_rim(drawing, i, unit, RIM_PAPER, paper);
    for (int i = 0; i < overlay->count; i++)
        draw_rim(drawing, i, unit, RIM_INK, ink);
    for (int i = 0; i < overlay->count; i++) {
        set_dashes(drawing, i, 3.0 * drawing->unit);
        draw_path(drawing, overlay->paths[i].path, thickness_of(overlay, i) * unit,
                  colour_of(overlay, i));
        add_arrows(drawing, i, unit);
        cairo_fill(drawing->cairo);
    }
    cairo_restore(drawing->cairo);
}

/* A dot at each faulty waypoint of a kind, and lines between those that are close together. */
static void trace_faults(const struct drawing *drawing, const struct fr_overlay_path *path,
                         bool is_sharp, double close)
{
    const double to_pixels = drawing->view.scale / 2;
    bool joined = false;
    cairo_new_path(drawing->cairo);
    for (size_t at = 0; at < path->path->count; at++) {
        const double x = path->path->points[at].x * to_pixels;
        const double y = path->path->points[at].y * to_pixels;
        double last_x = x, last_y = y;
        if (path->faults[at] == 0 || ((path->faults[at] & FR_TURN_SHARP) != 0) != is_sharp) {
            joined = false;
            continue;
        }
        if (joined)
            cairo_get_current_point(drawing->cairo, &last_x, &last_y);
        if (!joined || hypot(x - last_x, y - last_y) > close)
            cairo_move_to(drawing->cairo, x, y);
        cairo_line_to(drawing->cairo, x, y);
        joined = true;
    }
}

/* Translucent bands over faulty waypoints; waypoints that are close together share a band. */
static void mark_faults(const struct drawing *drawing, const struct fr_overlay_path *path,
                        bool is_sharp, double unit)
{
    trace_faults(drawing, path, is_sharp, 18.0 * unit);
    fr_draw_in(drawing->cairo, is_sharp ? sharp : zigzag, 0.4);
    cairo_set_line_width(drawing->cairo, 20.0 * unit);
    cairo_stroke(drawing->cairo);
}

static void draw_faults(const struct drawing *drawing)
{
    const double unit = path_unit(drawing);
    cairo_save(drawing->cairo);
    cairo_set_line_cap(drawing->cairo, CAIRO_LINE_CAP_ROUND);
    cairo_set_line_join(drawing->cairo, CAIRO_LINE_JOIN_ROUND);
    for (int i = 0; i < drawing->what->count; i++) {
        const struct fr_overlay_path *path = &drawing->what->paths[i];
        for (int kind = 0; kind < 2 && path->faults; kind++)
            mark_faults(drawing, path, kind == 1, unit);
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

static struct fr_pixel end_of(const struct drawing *drawing, bool goal)
{
    return goal ? drawing->what->goal : drawing->what->start;
}

static void draw_ends(const struct drawing *drawing)
{
    const double scale = drawing->view.scale;
    for (int goal = 0; goal <= 1; goal++) {
        const struct fr_pixel end = end_of(drawing, goal);
        draw_mark(drawing, (end.x + 0.5) * scale, (end.y + 0.5) * scale, drawing->unit, goal);
    }
}

/* The title, followed by the meaning of the marks. */
static void draw_title(const struct drawing *drawing, double y)
{
    char text[TEXT];
    double x = MARGIN + drawing->title_width + GAP;
    fr_draw_text(drawing->cairo, MARGIN, y, 1.0, drawing->title_width + 0.01,
                 describe_map(drawing, text), ink);
    for (int goal = 0; goal <= 1; goal++, x += END_WIDTH) {
        const struct fr_pixel end = end_of(drawing, goal);
        snprintf(text, TEXT, "%s %d,%d", goal ? "to" : "from", end.x, end.y);
        draw_mark(drawing, x + 0.5, y, 1.0 / 25.0, goal);
        fr_draw_text(drawing->cairo, x + 1.4, y, 1.0, END_WIDTH - 1.5, text, quiet);
    }
}

/* A line sample in the legend, centred on y. */
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

/* Numbers are aligned to the right. */
static void write_cell(const struct drawing *drawing, int field, double y, const char *text,
                       double size, struct fr_colour colour)
{
    const struct column *column = &drawing->columns[field];
    const double spare = column->width - fr_text_width(text, size);
    const double x = column->left + (holds_numbers(field) ? fmax(0.0, spare) : 0.0);
    const double room = fmin(column->width + 0.01, drawing->legend_width - MARGIN - x);
    if (column->width > 0.0 && room > 0.0)
        fr_draw_text(drawing->cairo, x, y, size, room, text, colour);
}

static void draw_heat_row(const struct drawing *drawing, double y)
{
    const struct fr_overlay *overlay = drawing->what;
    char text[TEXT];
    for (int i = 0; i < HEAT_STEPS; i++) {
        fr_heat_source(drawing->cairo, colour_of(overlay, overlay->heat_owner),
                       (i + 0.5) / HEAT_STEPS);
        cairo_rectangle(drawing->cairo, MARGIN + i * SAMPLE / HEAT_STEPS, y - 0.35,
                        SAMPLE / HEAT_STEPS, 0.7);
        cairo_fill(drawing->cairo);
    }
    write_text(drawing, TEXT_LEFT, y, describe_heat(overlay, text));
}

static void draw_path_row(const struct drawing *drawing, int index, double y)
{
    cairo_save(drawing->cairo);
    cairo_set_line_cap(drawing->cairo, CAIRO_LINE_CAP_ROUND);
    draw_sample(drawing, y, 0.44, ink);
    set_dashes(drawing, index, 0.14);
    draw_sample(drawing, y, 0.33, colour_of(drawing->what, index));
    cairo_restore(drawing->cairo);
    for (int field = 0; field < FR_OVERLAY_FIELDS; field++)
        write_cell(drawing, field, y, drawing->what->paths[index].fields[field], 1.0, ink);
}

static void draw_legend(const struct drawing *drawing)
{
    double y = MARGIN + LINE / 2;
    cairo_translate(drawing->cairo, 0, drawing->view.height);
    cairo_scale(drawing->cairo, drawing->em, drawing->em);
    draw_title(drawing, y);
    y += LINE;
    for (int field = 0; field < FR_OVERLAY_FIELDS; field++)
        write_cell(drawing, field, y, headings[field], HEADING, quiet);
    for (int i = 0; i < drawing->what->count; i++)
        draw_path_row(drawing, i, y += LINE);
    if (drawing->what->heat)
        draw_heat_row(drawing, y += LINE);
}

static enum fr_status draw(struct drawing *drawing)
{
    const struct fr_overlay *overlay = drawing->what;
    enum fr_status status = FR_OK;
    drawing->cairo = drawing->picture.cairo;
    fr_map_view_draw(&drawing->picture, overlay->map, overlay->point, &drawing->view,
                     fmax(1.6 * drawing->unit, drawing->view.scale / 10));
    if (overlay->heat)
        status = fr_heat_draw(drawing->cairo, overlay->heat, &drawing->view, drawing->unit,
                              colour_of(overlay, overlay->heat_owner));
    draw_paths(drawing);
    draw_faults(drawing);
    draw_ends(drawing);
    draw_legend(drawing);
    return status;
}

enum fr_status fr_overlay_save(const char *file, const struct fr_overlay *overlay,
                               struct fr_error *error)
{
    struct drawing drawing = {.what = overlay};
    int32_t width, height;
    lay_out(&drawing, &width, &height);
    enum fr_status status = fr_picture_create(width, height, &drawing.picture);
    if (status == FR_OK)
        status = draw(&drawing);
    if (status == FR_OK)
        status = fr_picture_save(&drawing.picture, file, error);
    else
        fr_fail(error, status, "%s: not enough memory for a picture of %dx%d pixels", file, width,
                height);
    fr_picture_release(&drawing.picture);
    return status;
}
