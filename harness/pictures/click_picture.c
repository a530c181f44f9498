#include "harness/pictures/click_picture.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "harness/pictures/density.h"
#include "harness/pictures/font.h"
#include "harness/pictures/ground.h"
#include "harness/pictures/palette.h"
#include "harness/pictures/picture.h"
#include "maps/formats/image/save_png.h"

#define KEYS "ring: start   disc: goal   cross: clicked there, clamped   box: solid for a while"

enum { MOST_GROUPS = 32, LEGEND_COLUMNS = 3, COLUMN_LETTERS = 34 };

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
    int32_t scale, left, top; /* where the map is */
    int32_t map_bottom;       /* where the legend begins */
    int32_t dot;              /* of the legend's font */
    double unit;              /* a plain line's width */
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
    drawing->scale = fr_ground_scale(map);
    const int32_t margin = measure_margin(drawing) * drawing->scale;
    const int32_t border = margin > 0 ? margin + 8 * drawing->scale : 0;
    const int32_t width = map->width * drawing->scale + 2 * border;
    drawing->left = drawing->top = border;
    drawing->map_bottom = map->height * drawing->scale + 2 * border;
    drawing->unit = fr_ground_unit(width);
    drawing->dot = at_least(width / 640, 2);
    drawing->picture.width =
        at_least(width, LEGEND_COLUMNS * COLUMN_LETTERS * FR_GLYPH_ADVANCE * drawing->dot);
    drawing->picture.height = drawing->map_bottom + (rows + 1) * 12 * drawing->dot;
}

/* A place on the picture. Ends far outside are drawn at its border. */
struct spot {
    double x, y;
};

static double keep_within(double value, double high)
{
    return value < 0 ? 0 : value > high ? high : value;
}

static struct spot spot_of(const struct drawing *drawing, struct fr_pixel pixel)
{
    return (struct spot){
        keep_within(drawing->left + (pixel.x + 0.5) * drawing->scale, drawing->picture.width),
        keep_within(drawing->top + (pixel.y + 0.5) * drawing->scale, drawing->map_bottom)};
}

static void draw_box(struct drawing *drawing, struct fr_rect rect, struct fr_colour colour)
{
    const double scale = drawing->scale;
    const double x0 = drawing->left + rect.x * scale, y0 = drawing->top + rect.y * scale;
    const double x1 = x0 + rect.width * scale, y1 = y0 + rect.height * scale;
    const double width = 1.5 * drawing->unit;
    fr_picture_line(&drawing->picture, x0, y0, x1, y0, width, NULL, 0.0, colour);
    fr_picture_line(&drawing->picture, x1, y0, x1, y1, width, NULL, 0.0, colour);
    fr_picture_line(&drawing->picture, x1, y1, x0, y1, width, NULL, 0.0, colour);
    fr_picture_line(&drawing->picture, x0, y1, x0, y0, width, NULL, 0.0, colour);
}

static void draw_boxes(struct drawing *drawing)
{
    for (size_t i = 0; i < drawing->what->set->count; i++)
        if (entry_at(drawing, i)->kind == FR_BLOCK)
            draw_box(drawing, entry_at(drawing, i)->rect,
                     drawing->groups[group_of(drawing, i)].colour);
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

static void add_line(const struct drawing *drawing, struct fr_density *density, size_t index)
{
    const struct fr_resolved_click *resolved = drawing->what->resolved;
    const bool hover = hovers(drawing, index);
    const struct spot from =
        spot_of(drawing, hover ? entry_at(drawing, index - 1)->goal : resolved[index].start);
    const struct spot to =
        spot_of(drawing, hover ? entry_at(drawing, index)->goal : resolved[index].goal);
    fr_density_line(density, from.x, from.y, to.x, to.y, (hover ? 3.0 : 1.5) * drawing->unit);
}

/* From starts to goals, straight, as a haze in the colour of each group. */
static enum fr_status draw_lines(struct drawing *drawing, const struct fr_allocator *allocator)
{
    for (int group = 0; group < drawing->group_count; group++) {
        struct fr_density density;
        if (fr_density_create(drawing->picture.width, drawing->map_bottom, allocator, &density) !=
            FR_OK)
            return FR_NO_MEMORY;
        for (size_t i = 0; i < drawing->what->set->count; i++)
            if (is_click(drawing, i) && group_of(drawing, i) == group)
                add_line(drawing, &density, i);
        fr_density_tint(&density, &drawing->picture, drawing->groups[group].colour, 0.45, 0.9);
        fr_density_release(&density);
    }
    return FR_OK;
}

/* Where an end was clicked that is not asked for, and a line to what is. */
static void draw_clamping(struct drawing *drawing, struct fr_pixel clicked, struct fr_pixel asked)
{
    const struct spot at = spot_of(drawing, clicked), to = spot_of(drawing, asked);
    const struct fr_dashes dotted = {2, {2.0 * drawing->unit, 3.0 * drawing->unit}};
    const double arm = 4.0 * drawing->unit, width = 1.6 * drawing->unit;
    fr_picture_line(&drawing->picture, at.x, at.y, to.x, to.y, drawing->unit, &dotted, 0.0, ink);
    fr_picture_line(&drawing->picture, at.x - arm, at.y - arm, at.x + arm, at.y + arm, width, NULL,
                    0.0, ink);
    fr_picture_line(&drawing->picture, at.x - arm, at.y + arm, at.x + arm, at.y - arm, width, NULL,
                    0.0, ink);
}

static void draw_disc(struct drawing *drawing, struct spot at, double radius,
                      struct fr_colour colour)
{
    fr_picture_disc(&drawing->picture, at.x, at.y, radius * drawing->unit, colour);
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

static void draw_legend(struct drawing *drawing)
{
    const int32_t dot = drawing->dot, line = 12 * dot, column = drawing->picture.width / 3;
    int32_t y = drawing->map_bottom + line;
    fr_picture_fill(&drawing->picture, 0, drawing->map_bottom, drawing->picture.width,
                    drawing->map_bottom + dot, quiet);
    fr_picture_text(&drawing->picture, line, y, dot, drawing->what->title, ink);
    y += line;
    fr_picture_text(&drawing->picture, line, y, dot, KEYS, quiet);
    for (int i = 0; i < drawing->group_count; i++) {
        const struct group *group = &drawing->groups[i];
        const int32_t x = line + i % LEGEND_COLUMNS * column;
        char text[FR_TAG_SIZE + 64];
        y += i % LEGEND_COLUMNS == 0 ? line : 0;
        size_t used = (size_t)snprintf(text, sizeof text, "%s:", group->name);
        if (group->clicks > 0)
            used += (size_t)snprintf(text + used, sizeof text - used, " %d%s", group->clicks,
                                     group->events > 0 ? ", and" : "");
        if (group->events > 0)
            snprintf(text + used, sizeof text - used, " %d events", group->events);
        fr_picture_disc(&drawing->picture, x + 4.0 * dot, y + 4.0 * dot, 3.5 * dot, group->colour);
        fr_picture_text(&drawing->picture, x + 12 * dot, y, dot, text, ink);
    }
}

static enum fr_status draw(struct drawing *drawing, const struct fr_allocator *allocator)
{
    fr_picture_fill(&drawing->picture, 0, 0, drawing->picture.width, drawing->picture.height,
                    paper);
    fr_ground_draw(&drawing->picture, drawing->what->map, drawing->left, drawing->top,
                   drawing->scale);
    draw_boxes(drawing);
    if (draw_lines(drawing, allocator) != FR_OK)
        return FR_NO_MEMORY;
    for (size_t i = 0; i < drawing->what->set->count; i++)
        if (is_click(drawing, i) && drawing->what->resolved[i].answerable)
            draw_ends(drawing, i);
    draw_legend(drawing);
    return FR_OK;
}

enum fr_status fr_click_picture_save(const char *file, const struct fr_click_picture *what,
                                     const struct fr_allocator *allocator, struct fr_error *error)
{
    struct drawing drawing = {.what = what};
    struct fr_picture *picture = &drawing.picture;
    count_groups(&drawing);
    lay_out(&drawing);
    const size_t pixels = (size_t)picture->width * (size_t)picture->height;
    picture->rgb = fr_allocate(allocator, pixels, 3);
    enum fr_status status = picture->rgb ? draw(&drawing, allocator) : FR_NO_MEMORY;
    if (status == FR_OK)
        status =
            fr_save_png(file, FR_PNG_RGB, picture->width, picture->height, picture->rgb, error);
    else
        status = fr_fail(error, FR_NO_MEMORY, "%s: not enough memory for a picture of %dx%d pixels",
                         file, picture->width, picture->height);
    fr_deallocate(allocator, picture->rgb, pixels, 3);
    return status;
}
