#include "harness/pictures/contact_sheet.h"

#include <math.h>
#include <string.h>

#include "harness/pictures/font.h"
#include "maps/formats/image/save_png.h"

/* Of a view, in pixels: 16:9, a sixth of full HD. */
#define VIEW_WIDTH 320
#define VIEW_HEIGHT 180

#define MARGIN 40
#define GUTTER 28
#define TITLE_DOT 5
#define NAME_DOT 3
#define DOT 2
#define NAME_LINE 44 /* from the view to the text below its name */
#define LINE 20
#define MOST_COLUMNS 5

/* The magnifying glass: a square of map pixels, each so many pixels wide. */
#define GLASS_PIXELS 24
#define GLASS_SCALE 4
#define GLASS (GLASS_PIXELS * GLASS_SCALE)

static const struct fr_colour ink = {0x1F, 0x1F, 0x1F}, quiet = {0x5C, 0x5C, 0x5C},
                              paper = {0xFF, 0xFF, 0xFF}, rock = {0x44, 0x4F, 0x5A},
                              ground = {0xF4, 0xEF, 0xE4}, wall = {0xD5, 0x5E, 0x00};

/* Areas 2 and up: gates. */
static const struct fr_colour areas[] = {{0x00, 0x72, 0xB2}, {0xE6, 0x9F, 0x00}, {0x00, 0x9E, 0x73},
                                         {0xCC, 0x79, 0xA7}, {0x56, 0xB4, 0xE9}, {0xD5, 0x5E, 0x00},
                                         {0x7B, 0x4F, 0xA3}, {0xC9, 0xB9, 0x1A}};

enum { AREA_COLOURS = sizeof areas / sizeof *areas };

/* A part of the picture that shows a part of a map. */
struct view {
    int32_t x, y, width, height; /* pixels of the picture */
    double left, top;            /* of the map, pixels */
    double scale;                /* picture pixels a map pixel */
};

static struct fr_colour colour_of(const struct fr_map *map, int32_t x, int32_t y)
{
    const uint8_t area = fr_map_area(map, x, y);
    if (!fr_map_walkable(map, x, y))
        return rock;
    return area < 2 ? ground : areas[(area - 2) % AREA_COLOURS];
}

/* How much of the span from low to high falls on the pixel that begins at start. */
static double share(double low, double high, int32_t start)
{
    const double from = low > start ? low : start, to = high < start + 1 ? high : start + 1;
    return to > from ? to - from : 0;
}

/* The mean colour of the map between two corners. */
static struct fr_colour mean_colour(const struct fr_map *map, double x0, double y0, double x1,
                                    double y1)
{
    double sums[3] = {0, 0, 0}, weight = 0;
    for (int32_t y = (int32_t)y0; y < y1 && y < map->height; y++)
        for (int32_t x = (int32_t)x0; x < x1 && x < map->width; x++) {
            const struct fr_colour colour = colour_of(map, x, y);
            const double part = share(x0, x1, x) * share(y0, y1, y);
            sums[0] += part * colour.red;
            sums[1] += part * colour.green;
            sums[2] += part * colour.blue;
            weight += part;
        }
    if (weight <= 0)
        return rock;
    return (struct fr_colour){(uint8_t)(sums[0] / weight + 0.5), (uint8_t)(sums[1] / weight + 0.5),
                              (uint8_t)(sums[2] / weight + 0.5)};
}

/* The border on a side of map pixel (x, y), as a line. */
static void draw_wall(struct fr_picture *picture, const struct view *view, int32_t x, int32_t y,
                      enum fr_side side)
{
    const double width = fmin(fmax(view->scale * 0.8, 0.35), 2.0);
    /* Drawn on the pixels that end there: crisp where map pixels are as small as the picture's. */
    const double x1 = view->x + (x + 1 - view->left) * view->scale - 0.5;
    const double y1 = view->y + (y + 1 - view->top) * view->scale - 0.5;
    const double x0 = side == FR_EAST ? x1 : x1 - view->scale;
    const double y0 = side == FR_SOUTH ? y1 : y1 - view->scale;
    fr_picture_line(picture, x0, y0, x1, y1, width, NULL, 0.0, wall);
}

/* The walls whose pixel lies in the view. */
static void draw_walls(struct fr_picture *picture, const struct view *view,
                       const struct fr_map *map)
{
    const double right = view->left + view->width / view->scale;
    const double bottom = view->top + view->height / view->scale;
    for (int32_t y = (int32_t)view->top; y < bottom && y < map->height; y++)
        for (int32_t x = (int32_t)view->left; x < right && x < map->width; x++)
            for (int side = FR_EAST; side <= FR_SOUTH; side++)
                if (fr_map_wall(map, x, y, (enum fr_side)side))
                    draw_wall(picture, view, x, y, (enum fr_side)side);
}

static void draw_view(struct fr_picture *picture, const struct view *view, const struct fr_map *map)
{
    const double step = 1 / view->scale;
    for (int32_t y = 0; y < view->height; y++)
        for (int32_t x = 0; x < view->width; x++) {
            const double x0 = view->left + x * step, y0 = view->top + y * step;
            fr_picture_fill(picture, view->x + x, view->y + y, view->x + x + 1, view->y + y + 1,
                            mean_colour(map, x0, y0, x0 + step, y0 + step));
        }
    if (map->wall_count > 0)
        draw_walls(picture, view, map);
}

static void draw_frame(struct fr_picture *picture, const struct view *view, int32_t width,
                       struct fr_colour colour)
{
    const int32_t right = view->x + view->width, bottom = view->y + view->height;
    fr_picture_fill(picture, view->x - width, view->y - width, right + width, view->y, colour);
    fr_picture_fill(picture, view->x - width, bottom, right + width, bottom + width, colour);
    fr_picture_fill(picture, view->x - width, view->y, view->x, bottom, colour);
    fr_picture_fill(picture, right, view->y, right + width, bottom, colour);
}

/* A part from the middle of the map, over the lower right corner of its view. */
static void draw_glass(struct fr_picture *picture, const struct view *around,
                       const struct fr_map *map)
{
    const struct view glass = {.x = around->x + around->width - GLASS - 6,
                               .y = around->y + around->height - GLASS - 6,
                               .width = GLASS,
                               .height = GLASS,
                               .left = (map->width - GLASS_PIXELS) / 2,
                               .top = (map->height - GLASS_PIXELS) / 2,
                               .scale = GLASS_SCALE};
    draw_frame(picture, &glass, 3, paper);
    draw_frame(picture, &glass, 1, ink);
    draw_view(picture, &glass, map);
}

/* Whether the map ends or begins, or a wall stands, between a pixel and its neighbour on a side. */
static bool changes(const struct fr_map *map, int32_t x, int32_t y, enum fr_side side)
{
    const int32_t next_x = x + (side == FR_EAST), next_y = y + (side == FR_SOUTH);
    return fr_map_walkable(map, x, y) != fr_map_walkable(map, next_x, next_y) ||
           fr_map_wall(map, x, y, side);
}

/* Whether changes follow each other too closely for the view to show, across or down; and it has
 * room for a glass. */
static bool is_fine(const struct fr_map *map, const struct view *view)
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

/* Whether a line may end before this letter of a text. */
static bool may_end(const char *text, size_t letter)
{
    return text[letter] == ' ' || text[letter - 1] == ',';
}

/* Text in lines of at most the view's width; what does not fit is cut. */
static void draw_text(struct fr_contact_sheet *sheet, int32_t x, int32_t y, const char *text)
{
    const size_t most = VIEW_WIDTH / (FR_GLYPH_ADVANCE * DOT);
    for (int line = 0; line < sheet->lines && *text; line++) {
        char words[VIEW_WIDTH];
        size_t length = strlen(text);
        if (length > most)
            for (length = most; length > 0 && !may_end(text, length); length--)
                ;
        if (length == 0)
            length = most;
        memcpy(words, text, length);
        words[length] = '\0';
        fr_picture_text(&sheet->picture, x, y + line * LINE, DOT, words, quiet);
        text += length + (text[length] == ' ');
    }
}

static int columns_for(int count)
{
    int columns = 1;
    while (columns < MOST_COLUMNS && columns * columns < count)
        columns++;
    return columns;
}

/* From one row of views to the next. */
static int32_t row_height(const struct fr_contact_sheet *sheet)
{
    return VIEW_HEIGHT + NAME_LINE + sheet->lines * LINE + GUTTER;
}

enum fr_status fr_contact_sheet_create(const char *title, int count, int lines,
                                       const struct fr_allocator *allocator,
                                       struct fr_contact_sheet *sheet)
{
    const int columns = columns_for(count), rows = (count + columns - 1) / columns;
    struct fr_contact_sheet fresh = {
        .columns = columns, .lines = lines, .top = MARGIN + 14 * TITLE_DOT, .allocator = allocator};
    fresh.picture.width = 2 * MARGIN + columns * (VIEW_WIDTH + GUTTER) - GUTTER;
    fresh.picture.height = fresh.top + rows * row_height(&fresh) - GUTTER + MARGIN / 2;
    const size_t pixels = (size_t)fresh.picture.width * (size_t)fresh.picture.height;
    fresh.picture.rgb = fr_allocate(allocator, pixels, 3);
    if (!fresh.picture.rgb)
        return FR_NO_MEMORY;
    fr_picture_fill(&fresh.picture, 0, 0, fresh.picture.width, fresh.picture.height, paper);
    fr_picture_text(&fresh.picture, MARGIN, MARGIN, TITLE_DOT, title, ink);
    *sheet = fresh;
    return FR_OK;
}

/* Where the next view goes: as large as fits, in the middle of its place. */
static struct view place_view(const struct fr_contact_sheet *sheet, const struct fr_map *map)
{
    const double across = (double)VIEW_WIDTH / map->width, down = (double)VIEW_HEIGHT / map->height;
    struct view view = {.scale = across < down ? across : down};
    view.width = (int32_t)fmax(map->width * view.scale + 0.5, 1);
    view.height = (int32_t)fmax(map->height * view.scale + 0.5, 1);
    view.x = MARGIN + sheet->used % sheet->columns * (VIEW_WIDTH + GUTTER) +
             (VIEW_WIDTH - view.width) / 2;
    view.y = sheet->top + sheet->used / sheet->columns * row_height(sheet) +
             (VIEW_HEIGHT - view.height) / 2;
    return view;
}

void fr_contact_sheet_add(struct fr_contact_sheet *sheet, const struct fr_map *map,
                          const char *name, const char *text)
{
    const struct view view = place_view(sheet, map);
    draw_view(&sheet->picture, &view, map);
    draw_frame(&sheet->picture, &view, 1, quiet);
    if (is_fine(map, &view))
        draw_glass(&sheet->picture, &view, map);
    const int32_t x = MARGIN + sheet->used % sheet->columns * (VIEW_WIDTH + GUTTER);
    const int32_t y = sheet->top + sheet->used / sheet->columns * row_height(sheet) + VIEW_HEIGHT;
    fr_picture_text(&sheet->picture, x, y + 12, NAME_DOT, name, ink);
    draw_text(sheet, x, y + NAME_LINE, text);
    sheet->used++;
}

enum fr_status fr_contact_sheet_save(const struct fr_contact_sheet *sheet, const char *file,
                                     struct fr_error *error)
{
    return fr_save_png(file, FR_PNG_RGB, sheet->picture.width, sheet->picture.height,
                       sheet->picture.rgb, error);
}

void fr_contact_sheet_release(struct fr_contact_sheet *sheet)
{
    const size_t pixels = (size_t)sheet->picture.width * (size_t)sheet->picture.height;
    fr_deallocate(sheet->allocator, sheet->picture.rgb, pixels, 3);
}
