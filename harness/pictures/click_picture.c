#include "harness/pictures/click_picture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/pictures/ground.h"
#include "harness/pictures/palette.h"

#define KEYS "ring: start   disc: goal   cross: clicked there, clamped   box: solid for a while"

#define LEAST_WIDTH 48.0 /* of the legend, in the size of its letters */

enum { MOST_GROUPS = 32, LEGEND_COLUMNS = 3 };

static const struct fr_colour ink = {0x1F, 0x1F, 0x1F}, quiet = {0x5C, 0x5C, 0x5C},
                              paper = {0xFF, 0xFF, 0xFF};

/* Entries with one tag, or with tags that differ in a number at their end. */
struct group {
    char name[FR_TAG_SIZE];
    int clicks, events;
    struct fr_colour colour;
};

struct drawing {
    const struct fr_click_picture *what;
    struct fr_picture picture;
    cairo_t *cairo;
    struct fr_ground_view view; /* where the map is */
    int32_t width, height;      /* of the picture */
    int32_t map_bottom;         /* where the legend begins */
    double em;                  /* the size of its letters */
    double unit;                /* a plain line's width */
    struct group groups[MOST_GROUPS];
    int group_count; /* the last one takes what there is no more room for */
};

static int32_t at_least(int32_t value, int32_t least)
{
    return value > least ? value : least;
}

static const struct fr_click *entry_at(const struct drawing *drawing, size_t index)
{
    return &drawing->what->set->clicks[index];
}

static bool is_click(const struct drawing *drawing, size_t index)
{
    return !drawing->what->resolved[index].event;
}

static void name_group(const char *tag, char name[FR_TAG_SIZE])
{
    size_t length = strlen(tag);
    while (length > 0 && tag[length - 1] >= '0' && tag[length - 1] <= '9')
        length--;
    length -= length > 0 && tag[length - 1] == '-';
    snprintf(name, FR_TAG_SIZE, "%.*s", (int)length, length > 0 ? tag : "");
    if (length == 0)
        snprintf(name, FR_TAG_SIZE, "no tag");
}

/* The group of an entry, a new one if there is room. */
static int group_of(struct drawing *drawing, size_t index)
{
    char name[FR_TAG_SIZE];
    int group = 0;
    name_group(entry_at(drawing, index)->tag, name);
    while (group < drawing->group_count && strcmp(drawing->groups[group].name, name) != 0)
        group++;
    if (group == MOST_GROUPS)
        return MOST_GROUPS - 1;
    if (group == drawing->group_count) {
        const bool last = group == MOST_GROUPS - 1;
        drawing->groups[drawing->group_count++].colour = fr_palette_series(group);
        snprintf(drawing->groups[group].name, FR_TAG_SIZE, "%s", last ? "others" : name);
    }
    return group;
}

static void count_groups(struct drawing *drawing)
{
    for (size_t i = 0; i < drawing->what->set->count; i++) {
        struct group *group = &drawing->groups[group_of(drawing, i)];
        if (is_click(drawing, i))
            group->clicks++;
        else
            group->events++;
    }
}

/* How far beyond the map ends lie, up to a third of it, in map pixels. */
static int32_t measure_margin(const struct drawing *drawing)
{
    const struct fr_map *map = drawing->what->map;
    const int32_t most = at_least(map->width, map->height) / 3;
    int32_t margin = 0;
    for (size_t i = 0; i < drawing->what->set->count; i++) {
        const struct fr_click *click = entry_at(drawing, i);
        const struct fr_pixel ends[2] = {click->goal,
                                         click->kind == FR_CLICK ? click->start : click->goal};
        for (int end = 0; end < 2 && is_click(drawing, i); end++) {
            margin = at_least(at_least(-ends[end].x, -ends[end].y), margin);
            margin =
                at_least(at_least(ends[end].x - map->width, ends[end].y - map->height) + 1, margin);
        }
    }
    return margin < most ? margin : most;
}

static void lay_out(struct drawing *drawing)
{
    const struct fr_map *map = drawing->what->map;
    const int rows = 2 + (drawing->group_count + LEGEND_COLUMNS - 1) / LEGEND_COLUMNS;
    const double scale = fr_ground_whole(map, 0, 0).scale;
    const double margin = measure_margin(drawing) * scale;
    const int32_t border = margin > 0 ? (int32_t)ceil(margin + 8 * fmax(1.0, scale)) : 0;
    drawing->view = fr_ground_whole(map, border, border);
    const int32_t width = drawing->view.width + 2 * border;
    drawing->map_bottom = drawing->view.height + 2 * border;
    drawing->unit = fr_ground_unit(width);
    drawing->em = fmax(16.0, width / 92.0);
    drawing->width = at_least(width, (int32_t)ceil(LEAST_WIDTH * drawing->em));
    drawing->height = drawing->map_bottom + (int32_t)ceil((rows + 1) * 1.6 * drawing->em);
}

/* A place on the picture. Ends far outside are drawn at its border. */
struct spot {
    double x, y;
};

static double keep_within(double value, double high)
{
    return fmin(fmax(value, 0.0), high);
}

static struct spot spot_of(const struct drawing *drawing, struct fr_pixel pixel)
{
    const struct fr_ground_view *view = &drawing->view;
    return (struct spot){keep_within(view->x + (pixel.x + 0.5) * view->scale, drawing->width),
                         keep_within(view->y + (pixel.y + 0.5) * view->scale, drawing->map_bottom)};
}

static void draw_boxes(struct drawing *drawing)
{
    const struct fr_ground_view *view = &drawing->view;
    cairo_set_line_width(drawing->cairo, 1.5 * drawing->unit);
    for (size_t i = 0; i < drawing->what->set->count; i++) {
        const struct fr_rect rect = entry_at(drawing, i)->rect;
        if (entry_at(drawing, i)->kind != FR_BLOCK)
            continue;
        fr_draw_in(drawing->cairo, drawing->groups[group_of(drawing, i)].colour, 1.0);
        cairo_rectangle(drawing->cairo, view->x + rect.x * view->scale,
                        view->y + rect.y * view->scale, rect.width * view->scale,
                        rect.height * view->scale);
        cairo_stroke(drawing->cairo);
    }
}

/* Whether a click asks from where the one before asked, as a mouse does that hovers: then a line
 * goes from goal to goal, where many lines from the start would hide the way of the mouse. */
static bool hovers(const struct drawing *drawing, size_t index)
{
    return index > 0 && is_click(drawing, index - 1) &&
           strcmp(entry_at(drawing, index)->tag, "hover") == 0 &&
           fr_pixel_equal(drawing->what->resolved[index].start,
                          drawing->what->resolved[index - 1].start);
}

static struct fr_line line_of(const struct drawing *drawing, size_t index)
{
    const struct fr_resolved_click *resolved = drawing->what->resolved;
    const bool hover = hovers(drawing, index);
    const struct spot from =
        spot_of(drawing, hover ? entry_at(drawing, index - 1)->goal : resolved[index].start);
    const struct spot to =
        spot_of(drawing, hover ? entry_at(drawing, index)->goal : resolved[index].goal);
    return (struct fr_line){from.x, from.y, to.x, to.y};
}

/* From starts to goals, straight, as a haze in the colour of each group; the ways of a mouse are
 * thicker. */
static enum fr_status draw_lines(struct drawing *drawing)
{
    const size_t entries = drawing->what->set->count;
    struct fr_line *lines = malloc((entries + 1) * sizeof *lines);
    if (!lines)
        return FR_NO_MEMORY;
    for (int group = 0; group < drawing->group_count; group++)
        for (int hover = 0; hover <= 1; hover++) {
            const struct fr_haze haze = {(hover ? 3.0 : 1.5) * drawing->unit, 0.45, 0.9};
            size_t count = 0;
            for (size_t i = 0; i < entries; i++)
                if (is_click(drawing, i) && group_of(drawing, i) == group &&
                    hovers(drawing, i) == hover)
                    lines[count++] = line_of(drawing, i);
            if (count > 0)
                fr_draw_haze(&drawing->picture, lines, count, &haze, drawing->groups[group].colour);
        }
    free(lines);
    return FR_OK;
}

/* Where an end was clicked that is not asked for, and a line to what is. */
static void draw_clamping(struct drawing *drawing, struct fr_pixel clicked, struct fr_pixel asked)
{
    const struct spot at = spot_of(drawing, clicked), to = spot_of(drawing, asked);
    const double dots[] = {2.0 * drawing->unit, 3.0 * drawing->unit}, arm = 4.0 * drawing->unit;
    cairo_save(drawing->cairo);
    fr_draw_in(drawing->cairo, ink, 1.0);
    cairo_set_line_width(drawing->cairo, 1.6 * drawing->unit);
    for (int sign = -1; sign <= 1; sign += 2)
        fr_draw_line(drawing->cairo, &(struct fr_line){at.x - arm, at.y - sign * arm, at.x + arm,
                                                       at.y + sign * arm});
    cairo_stroke(drawing->cairo);
    cairo_set_line_width(drawing->cairo, drawing->unit);
    cairo_set_dash(drawing->cairo, dots, 2, 0.0);
    fr_draw_line(drawing->cairo, &(struct fr_line){at.x, at.y, to.x, to.y});
    cairo_stroke(drawing->cairo);
    cairo_restore(drawing->cairo);
}

static void draw_disc(struct drawing *drawing, struct spot at, double radius,
                      struct fr_colour colour)
{
    fr_draw_disc(drawing->cairo, at.x, at.y, radius * drawing->unit, colour);
}

static void draw_ends(struct drawing *drawing, size_t index)
{
    const struct fr_click *click = entry_at(drawing, index);
    const struct fr_resolved_click *resolved = &drawing->what->resolved[index];
    const struct fr_colour colour = drawing->groups[group_of(drawing, index)].colour;
    const struct spot start = spot_of(drawing, resolved->start);
    const struct spot goal = spot_of(drawing, resolved->goal);
    if (strcmp(click->tag, "hover") == 0) {
        draw_disc(drawing, spot_of(drawing, click->goal), 2.6, colour);
    } else {
        if (resolved->start_clamped && click->kind == FR_CLICK)
            draw_clamping(drawing, click->start, resolved->start);
        if (resolved->goal_clamped)
            draw_clamping(drawing, click->goal, resolved->goal);
        draw_disc(drawing, goal, 5.2, paper);
        draw_disc(drawing, goal, 4.2, colour);
    }
    if (hovers(drawing, index))
        return;
    draw_disc(drawing, start, 5.6, ink);
    draw_disc(drawing, start, 4.4, colour);
    draw_disc(drawing, start, 2.2, paper);
}

static void draw_group(struct drawing *drawing, const struct group *group, double x, double y,
                       double width)
{
    char text[FR_TAG_SIZE + 64];
    const double em = drawing->em;
    size_t used = (size_t)snprintf(text, sizeof text, "%s:", group->name);
    if (group->clicks > 0)
        used += (size_t)snprintf(text + used, sizeof text - used, " %d%s", group->clicks,
                                 group->events > 0 ? ", and" : "");
    if (group->events > 0)
        snprintf(text + used, sizeof text - used, " %d events", group->events);
    fr_draw_disc(drawing->cairo, x + 0.4 * em, y, 0.4 * em, group->colour);
    fr_draw_text(drawing->cairo, x + 1.2 * em, y, em, width - 1.7 * em, text, ink);
}

static void draw_legend(struct drawing *drawing)
{
    const double em = drawing->em, line = 1.6 * em, width = drawing->width - 2.0 * em;
    double y = drawing->map_bottom + line;
    fr_draw_in(drawing->cairo, quiet, 1.0);
    cairo_rectangle(drawing->cairo, 0, drawing->map_bottom, drawing->width, em / 8.0);
    cairo_fill(drawing->cairo);
    fr_draw_text(drawing->cairo, em, y, em, width, drawing->what->title, ink);
    fr_draw_text(drawing->cairo, em, y + line, em, width, KEYS, quiet);
    for (int i = 0; i < drawing->group_count; i++)
        draw_group(drawing, &drawing->groups[i], em + i % LEGEND_COLUMNS * width / LEGEND_COLUMNS,
                   y + (2 + i / LEGEND_COLUMNS) * line, width / LEGEND_COLUMNS);
}

static enum fr_status draw(struct drawing *drawing)
{
    fr_ground_draw(&drawing->picture, drawing->what->map, &drawing->view, &fr_quiet_ground,
                   fmax(1.6 * drawing->unit, drawing->view.scale / 10));
    draw_boxes(drawing);
    if (draw_lines(drawing) != FR_OK)
        return FR_NO_MEMORY;
    for (size_t i = 0; i < drawing->what->set->count; i++)
        if (is_click(drawing, i) && drawing->what->resolved[i].answerable)
            draw_ends(drawing, i);
    draw_legend(drawing);
    return FR_OK;
}

enum fr_status fr_click_picture_save(enum fr_picture_format format, const char *file,
                                     const struct fr_click_picture *what, struct fr_error *error)
{
    struct drawing drawing = {.what = what};
    count_groups(&drawing);
    lay_out(&drawing);
    enum fr_status status =
        fr_picture_create(format, drawing.width, drawing.height, &drawing.picture);
    if (status == FR_OK) {
        drawing.cairo = drawing.picture.cairo;
        status = draw(&drawing);
    }
    if (status == FR_OK)
        status = fr_picture_save(&drawing.picture, file, error);
    else
        fr_fail(error, status, "%s: not enough memory for a picture of %dx%d pixels", file,
                drawing.width, drawing.height);
    fr_picture_release(&drawing.picture);
    return status;
}
