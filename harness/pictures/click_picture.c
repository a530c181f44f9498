#include "harness/pictures/click_picture.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "harness/pictures/map_view.h"
#include "harness/pictures/palette.h"

#define KEYS "ring: start   disc: goal   cross: clicked here, then clamped   box: solid for a while"

/* Lengths in the legend, in units of its letter size. */
#define LEAST_WIDTH 48.0
#define LINE 1.6

enum { MOST_GROUPS = 32, LEGEND_COLUMNS = 3 };

static const struct fr_colour ink = {0x1F, 0x1F, 0x1F}, quiet = {0x5C, 0x5C, 0x5C},
                              paper = {0xFF, 0xFF, 0xFF};

/* Entries with the same tag, or with tags that differ only in a number at the end. */
struct group {
    char name[FR_TAG_SIZE];
    int clicks, events;
    struct fr_colour colour;
};

struct drawing {
    const struct fr_click_picture *what;
    struct fr_picture picture;
    cairo_t *cairo;
    struct fr_map_view view; /* position of the map */
    int32_t width, height;   /* of the picture */
    int32_t margin;          /* width of the margin, in map pixels */
    int32_t map_bottom;      /* where the legend begins */
    double em;               /* the size of its letters */
    double unit;             /* a plain line's width in map pixels */
    struct group groups[MOST_GROUPS];
    int group_count; /* the last group also takes entries for which there is no space */
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

/* The group of an entry; a new one if there is space. */
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

/* How far ends lie outside the map, at most a third of its size, in map pixels. */
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
    const double scale = fr_map_view_whole(map, 0, 0).scale;
    drawing->margin = measure_margin(drawing);
    drawing->margin += drawing->margin > 0 ? 8 : 0;
    const int32_t border = (int32_t)ceil(drawing->margin * scale);
    drawing->view = fr_map_view_whole(map, border, border);
    const int32_t width = drawing->view.width + 2 * border;
    drawing->map_bottom = drawing->view.height + 2 * border;
    drawing->unit = fr_picture_unit(width) / scale;
    drawing->em = fmax(16.0, width / 92.0);
    drawing->width = at_least(width, (int32_t)ceil(LEAST_WIDTH * drawing->em));
    drawing->height = drawing->map_bottom + (int32_t)ceil((rows + 1) * LINE * drawing->em);
}

static void stroke(const struct drawing *drawing, double width, struct fr_colour colour)
{
    fr_draw_in(drawing->cairo, colour, 1.0);
    cairo_set_line_width(drawing->cairo, width * drawing->unit);
    cairo_stroke(drawing->cairo);
}

static void draw_boxes(struct drawing *drawing)
{
    for (size_t i = 0; i < drawing->what->set->count; i++) {
        const struct fr_rect rect = entry_at(drawing, i)->rect;
        if (entry_at(drawing, i)->kind != FR_BLOCK)
            continue;
        cairo_rectangle(drawing->cairo, rect.x, rect.y, rect.width, rect.height);
        stroke(drawing, 1.5, drawing->groups[group_of(drawing, i)].colour);
    }
}

static int32_t between(int32_t value, int32_t low, int32_t high)
{
    return value < low ? low : value > high ? high : value;
}

/* The position of a pixel, in half pixels; far outside the map it is moved to the picture's
 * border. */
static struct fr_point point_of(const struct drawing *drawing, struct fr_pixel pixel)
{
    const struct fr_map *map = drawing->what->map;
    const int32_t margin = drawing->margin;
    return fr_pixel_centre((struct fr_pixel){between(pixel.x, -margin, map->width - 1 + margin),
                                             between(pixel.y, -margin, map->height - 1 + margin)});
}

/* Whether a click has the same start as the previous one, as for a hovering mouse. Then a line goes
 * from goal to goal, as many lines from one start would hide the mouse's path. */
static bool hovers(const struct drawing *drawing, size_t index)
{
    return index > 0 && is_click(drawing, index - 1) &&
           strcmp(entry_at(drawing, index)->tag, "hover") == 0 &&
           fr_pixel_equal(drawing->what->resolved[index].start,
                          drawing->what->resolved[index - 1].start);
}

static enum fr_status add_line(const struct drawing *drawing, size_t index, struct fr_path *lines)
{
    const struct fr_resolved_click *resolved = &drawing->what->resolved[index];
    const bool hover = hovers(drawing, index);
    const struct fr_pixel from = hover ? entry_at(drawing, index - 1)->goal : resolved->start;
    const struct fr_pixel to = hover ? entry_at(drawing, index)->goal : resolved->goal;
    if (fr_path_append(lines, point_of(drawing, from)) != FR_OK)
        return FR_NO_MEMORY;
    return fr_path_append(lines, point_of(drawing, to));
}

/* Draws straight lines from starts to goals, as a haze in the colour of each group; lines of a
 * mouse are thicker. */
static enum fr_status draw_lines(struct drawing *drawing)
{
    struct fr_path lines;
    enum fr_status status = FR_OK;
    fr_path_init(&lines, &fr_default_allocator);
    cairo_save(drawing->cairo);
    cairo_scale(drawing->cairo, 0.5, 0.5);
    for (int pass = 0; pass < 2 * drawing->group_count; pass++) {
        const int group = pass / 2, hover = pass % 2;
        const double width = (hover ? 3.0 : 1.5) * drawing->unit * drawing->view.scale;
        lines.count = 0;
        for (size_t i = 0; i < drawing->what->set->count && status == FR_OK; i++)
            if (is_click(drawing, i) && group_of(drawing, i) == group &&
                hovers(drawing, i) == hover)
                status = add_line(drawing, i, &lines);
        if (lines.count > 0)
            fr_draw_haze(&drawing->picture, &lines, &(struct fr_haze){width, 0.45, 0.9},
                         drawing->groups[group].colour);
    }
    cairo_restore(drawing->cairo);
    fr_path_release(&lines);
    return status;
}

static void draw_disc(const struct drawing *drawing, struct fr_pixel pixel, double radius,
                      struct fr_colour colour)
{
    const struct fr_point at = point_of(drawing, pixel);
    fr_draw_disc(drawing->cairo, at.x / 2.0, at.y / 2.0, radius * drawing->unit, colour);
}

/* Marks a clicked end that was clamped, with a line to the pixel used instead. */
static void draw_clamping(const struct drawing *drawing, struct fr_pixel clicked,
                          struct fr_pixel asked)
{
    const struct fr_point at = point_of(drawing, clicked), to = point_of(drawing, asked);
    const double x = at.x / 2.0, y = at.y / 2.0, arm = 4.0 * drawing->unit;
    const double dots[] = {2.0 * drawing->unit, 3.0 * drawing->unit};
    for (int sign = -1; sign <= 1; sign += 2) {
        cairo_move_to(drawing->cairo, x - arm, y - sign * arm);
        cairo_line_to(drawing->cairo, x + arm, y + sign * arm);
    }
    stroke(drawing, 1.6, ink);
    cairo_set_dash(drawing->cairo, dots, 2, 0.0);
    cairo_move_to(drawing->cairo, x, y);
    cairo_line_to(drawing->cairo, to.x / 2.0, to.y / 2.0);
    stroke(drawing, 1.0, ink);
    cairo_set_dash(drawing->cairo, NULL, 0, 0.0);
}

static void draw_ends(struct drawing *drawing, size_t index)
{
    const struct fr_click *click = entry_at(drawing, index);
    const struct fr_resolved_click *resolved = &drawing->what->resolved[index];
    const struct fr_colour colour = drawing->groups[group_of(drawing, index)].colour;
    if (strcmp(click->tag, "hover") == 0) {
        draw_disc(drawing, click->goal, 2.6, colour);
    } else {
        if (resolved->start_clamped && click->kind == FR_CLICK)
            draw_clamping(drawing, click->start, resolved->start);
        if (resolved->goal_clamped)
            draw_clamping(drawing, click->goal, resolved->goal);
        draw_disc(drawing, resolved->goal, 5.2, paper);
        draw_disc(drawing, resolved->goal, 4.2, colour);
    }
    if (hovers(drawing, index))
        return;
    draw_disc(drawing, resolved->start, 5.6, ink);
    draw_disc(drawing, resolved->start, 4.4, colour);
    draw_disc(drawing, resolved->start, 2.2, paper);
}

/* Units in the legend are its letter size. */
static void draw_group(const struct drawing *drawing, const struct group *group, double x, double y,
                       double width)
{
    char text[FR_TAG_SIZE + 64];
    size_t used = (size_t)snprintf(text, sizeof text, "%s:", group->name);
    if (group->clicks > 0)
        used += (size_t)snprintf(text + used, sizeof text - used, " %d%s", group->clicks,
                                 group->events > 0 ? ", and" : "");
    if (group->events > 0)
        snprintf(text + used, sizeof text - used, " %d events", group->events);
    fr_draw_disc(drawing->cairo, x + 0.4, y, 0.4, group->colour);
    fr_draw_text(drawing->cairo, x + 1.2, y, 1.0, width - 1.7, text, ink);
}

static void draw_legend(const struct drawing *drawing)
{
    const double width = drawing->width / drawing->em - 2.0, column = width / LEGEND_COLUMNS;
    cairo_translate(drawing->cairo, 0, drawing->map_bottom);
    cairo_scale(drawing->cairo, drawing->em, drawing->em);
    fr_draw_in(drawing->cairo, quiet, 1.0);
    cairo_rectangle(drawing->cairo, 0, 0, width + 2.0, 1.0 / 8.0);
    cairo_fill(drawing->cairo);
    fr_draw_text(drawing->cairo, 1.0, LINE, 1.0, width, drawing->what->title, ink);
    fr_draw_text(drawing->cairo, 1.0, 2 * LINE, 1.0, width, KEYS, quiet);
    for (int i = 0; i < drawing->group_count; i++)
        draw_group(drawing, &drawing->groups[i], 1.0 + i % LEGEND_COLUMNS * column,
                   (3 + i / LEGEND_COLUMNS) * LINE, column);
}

static enum fr_status draw(struct drawing *drawing)
{
    drawing->cairo = drawing->picture.cairo;
    fr_map_view_draw(&drawing->picture, drawing->what->map, NULL, &drawing->view,
                     fmax(1.6 * drawing->unit, 0.1) * drawing->view.scale);
    cairo_save(drawing->cairo);
    fr_map_view_transform(drawing->cairo, &drawing->view);
    draw_boxes(drawing);
    const enum fr_status status = draw_lines(drawing);
    for (size_t i = 0; i < drawing->what->set->count; i++)
        if (is_click(drawing, i) && drawing->what->resolved[i].answerable)
            draw_ends(drawing, i);
    cairo_restore(drawing->cairo);
    draw_legend(drawing);
    return status;
}

enum fr_status fr_click_picture_save(enum fr_picture_format format, const char *file,
                                     const struct fr_click_picture *what, struct fr_error *error)
{
    struct drawing drawing = {.what = what};
    count_groups(&drawing);
    lay_out(&drawing);
    enum fr_status status =
        fr_picture_create(format, drawing.width, drawing.height, &drawing.picture);
    if (status == FR_OK)
        status = draw(&drawing);
    if (status == FR_OK)
        status = fr_picture_save(&drawing.picture, file, error);
    else
        fr_fail(error, status, "%s: not enough memory for a picture of %dx%d pixels", file,
                drawing.width, drawing.height);
    fr_picture_release(&drawing.picture);
    return status;
}
