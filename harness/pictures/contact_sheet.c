#include "harness/pictures/contact_sheet.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "harness/pictures/map_view.h"

/* Of a view, in pixels: 16:9, a sixth of full HD. */
#define VIEW_WIDTH 320
#define VIEW_HEIGHT 180

#define MARGIN 40
#define TOP 108 /* top of the first row of views */
#define GUTTER 28
#define TITLE_SIZE 38.0
#define NAME_SIZE 21.0
#define TEXT_SIZE 15.0
#define NAME_LINE 24 /* from a view's bottom to the middle of its name */
#define TEXT_LINE 52 /* from there to the middle of the first line of text */
#define LINE 20
#define MOST_COLUMNS 5

/* The magnifying glass: its side in map pixels, and picture pixels per map pixel. */
#define GLASS_PIXELS 24
#define GLASS_SCALE 4
#define GLASS (GLASS_PIXELS * GLASS_SCALE)

enum { LONGEST_LINE = 256 };

static const struct fr_colour ink = {0x1F, 0x1F, 0x1F}, quiet = {0x5C, 0x5C, 0x5C},
                              paper = {0xFF, 0xFF, 0xFF};

static int columns_for(int count)
{
    int columns = 1;
    while (columns < MOST_COLUMNS && columns * columns < count)
        columns++;
    return columns;
}

/* Distance between rows of views. */
static int32_t row_height(const struct fr_contact_sheet *sheet)
{
    return VIEW_HEIGHT + TEXT_LINE + sheet->lines * LINE + GUTTER / 2;
}

enum fr_status fr_contact_sheet_create(enum fr_picture_format format, const char *title, int count,
                                       int lines, struct fr_contact_sheet *sheet)
{
    *sheet = (struct fr_contact_sheet){.columns = columns_for(count), .lines = lines};
    const int rows = (count + sheet->columns - 1) / sheet->columns;
    const int32_t width = 2 * MARGIN + sheet->columns * (VIEW_WIDTH + GUTTER) - GUTTER;
    if (fr_picture_create(format, width, TOP + rows * row_height(sheet) + MARGIN / 2,
                          &sheet->picture) != FR_OK)
        return FR_NO_MEMORY;
    fr_draw_text(sheet->picture.cairo, MARGIN, MARGIN + TITLE_SIZE / 2, TITLE_SIZE,
                 width - 2.0 * MARGIN, title, ink);
    return FR_OK;
}

/* The place of the next view, without the text below it. */
static struct fr_map_view next_place(const struct fr_contact_sheet *sheet)
{
    return (struct fr_map_view){.x = MARGIN + sheet->used % sheet->columns * (VIEW_WIDTH + GUTTER),
                                .y = TOP + sheet->used / sheet->columns * row_height(sheet),
                                .width = VIEW_WIDTH,
                                .height = VIEW_HEIGHT};
}

/* As large as possible, centred in its place. */
static struct fr_map_view fit(const struct fr_map_view *place, const struct fr_map *map)
{
    struct fr_map_view view = *place;
    view.scale = fmin((double)place->width / map->width, (double)place->height / map->height);
    view.width = (int32_t)fmax(map->width * view.scale + 0.5, 1);
    view.height = (int32_t)fmax(map->height * view.scale + 0.5, 1);
    view.x += (place->width - view.width) / 2;
    view.y += (place->height - view.height) / 2;
    return view;
}

static void draw_frame(cairo_t *cairo, const struct fr_map_view *view, double width,
                       struct fr_colour colour)
{
    fr_draw_in(cairo, colour, 1.0);
    cairo_set_line_width(cairo, width);
    cairo_rectangle(cairo, view->x - width / 2, view->y - width / 2, view->width + width,
                    view->height + width);
    cairo_stroke(cairo);
}

static void draw_map(struct fr_contact_sheet *sheet, const struct fr_map_view *view,
                     const struct fr_map *map)
{
    fr_map_view_draw(&sheet->picture, map, NULL, view, &fr_bold_colours,
                     fmin(fmax(view->scale * 0.8, 0.35), 2.0));
}

/* Draws a part from the middle of the map over the lower right corner of its view. */
static void draw_glass(struct fr_contact_sheet *sheet, const struct fr_map_view *around,
                       const struct fr_map *map)
{
    const struct fr_map_view glass = {.x = around->x + around->width - GLASS - 6,
                                      .y = around->y + around->height - GLASS - 6,
                                      .width = GLASS,
                                      .height = GLASS,
                                      .left = (map->width - GLASS_PIXELS) / 2,
                                      .top = (map->height - GLASS_PIXELS) / 2,
                                      .scale = GLASS_SCALE};
    draw_frame(sheet->picture.cairo, &glass, 3, paper);
    draw_frame(sheet->picture.cairo, &glass, 1, ink);
    draw_map(sheet, &glass, map);
}

/* Whether walkability changes, or a wall stands, between a pixel and its neighbour on a side. */
static bool changes(const struct fr_map *map, int32_t x, int32_t y, enum fr_side side)
{
    const int32_t next_x = x + (side == FR_EAST), next_y = y + (side == FR_SOUTH);
    return fr_map_walkable(map, x, y) != fr_map_walkable(map, next_x, next_y) ||
           fr_map_wall(map, x, y, side);
}

/* Whether details are too fine for the view, horizontally or vertically, and the view has space for
 * a glass. */
static bool is_fine(const struct fr_map *map, const struct fr_map_view *view)
{
    int64_t counts[] = {0, 0};
    if (view->scale >= 1 || view->width < 2 * GLASS || view->height < 3 * GLASS / 2)
        return false;
    for (int32_t y = 0; y < map->height; y++)
        for (int32_t x = 0; x < map->width; x++)
            for (int side = FR_EAST; side <= FR_SOUTH; side++)
                counts[side] += changes(map, x, y, (enum fr_side)side);
    const int64_t most = counts[0] > counts[1] ? counts[0] : counts[1];
    return (double)map->width * map->height * view->scale < 2.0 * (double)most;
}

/* The number of bytes of the text that fit into a line: up to the end of a word if possible. */
static size_t fitting(const char *text, char line[LONGEST_LINE])
{
    size_t best = 0;
    for (size_t length = 1; length < LONGEST_LINE && text[length - 1]; length++) {
        if (text[length] && text[length] != ' ' && text[length - 1] != ',')
            continue;
        snprintf(line, LONGEST_LINE, "%.*s", (int)length, text);
        if (fr_text_width(line, TEXT_SIZE) > VIEW_WIDTH)
            break;
        best = length;
    }
    return best ? best : strlen(text);
}

/* Draws text in lines of at most the view's width; the rest is cut. */
static void draw_text(const struct fr_contact_sheet *sheet, int32_t x, int32_t y, const char *text)
{
    for (int line = 0; line < sheet->lines && *text; line++) {
        char words[LONGEST_LINE];
        const bool last = line + 1 == sheet->lines;
        const size_t length = last ? strlen(text) : fitting(text, words);
        snprintf(words, sizeof words, "%.*s", (int)length, text);
        fr_draw_text(sheet->picture.cairo, x, y + line * LINE, TEXT_SIZE, VIEW_WIDTH, words, quiet);
        text += length + (text[length] == ' ');
    }
}

void fr_contact_sheet_add(struct fr_contact_sheet *sheet, const struct fr_map *map,
                          const char *name, const char *text)
{
    const struct fr_map_view place = next_place(sheet), view = fit(&place, map);
    const int32_t below = place.y + place.height;
    draw_map(sheet, &view, map);
    draw_frame(sheet->picture.cairo, &view, 1, quiet);
    if (is_fine(map, &view))
        draw_glass(sheet, &view, map);
    fr_draw_text(sheet->picture.cairo, place.x, below + NAME_LINE, NAME_SIZE, VIEW_WIDTH, name,
                 ink);
    draw_text(sheet, place.x, below + TEXT_LINE, text);
    sheet->used++;
}
