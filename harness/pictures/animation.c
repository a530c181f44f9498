#include "harness/pictures/animation.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <webp/encode.h>
#include <webp/mux.h>

#include "harness/base/units.h"
#include "maps/formats/base/file.h"

/* Pixels of a frame. */
#define WIDEST 1280
#define HIGHEST 712 /* of a map */
#define PAD 16
#define HEAD 40 /* above a map, for its caption */
#define FOOT 36 /* below a map */
#define LETTERS 15.0
#define MOST_COVERED 0.2 /* largest fraction of its panel that a path should cover */
#define THINNEST 0.3
#define WALK 4.0        /* the width of a path without rims */
#define LEAST_PANEL 380 /* wide enough for a caption */

/* Frames and milliseconds. */
enum { GROWTH = 72, REVEAL = 12, GROWTH_MS = 3600, STEP_MS = 50, LONGEST_STEP_MS = 200 };
enum { REST_MS = 2600 };

#define EFFORT 2 /* of the lossless encoder, 0 to 9: higher takes twice as long for 5 % */

static const struct fr_colour ink = {0x1F, 0x1F, 0x1F}, quiet = {0x5C, 0x5C, 0x5C},
                              paper = {0xFF, 0xFF, 0xFF};

struct panel {
    const struct fr_animation_side *side;
    int32_t left, width;
    struct fr_map_view view;
    struct fr_heat heat;
    double end; /* the frame in which the search ends */
};

struct film {
    const struct fr_animation *what;
    struct panel panels[FR_ANIMATION_SIDES];
    int32_t width, height;
    int growth; /* frames until the last search ends */
    int step_ms;
    double longest_ns;
    struct fr_picture background, frame;
    WebPAnimEncoder *encoder;
    WebPConfig config;
    WebPPicture picture;
};

static int32_t least(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

/* The scale of a map in a panel; enlarged by whole factors only. */
static double scale_of(const struct fr_map *map, int32_t width, int32_t height)
{
    const double scale = fmin((double)width / map->width, (double)height / map->height);
    return scale >= 1.0 ? floor(scale) : scale;
}

static void lay_out(struct film *film)
{
    const struct fr_animation *what = film->what;
    const int32_t room = (WIDEST - PAD * (what->count + 1)) / what->count;
    const double scale = scale_of(what->map, room, HIGHEST);
    struct fr_map_view view = {.y = HEAD, .scale = scale};
    view.width = least(room, (int32_t)ceil(what->map->width * scale));
    view.height = least(HIGHEST, (int32_t)ceil(what->map->height * scale));
    const int32_t panel = view.width > LEAST_PANEL ? view.width : LEAST_PANEL;
    for (int i = 0; i < what->count; i++) {
        view.x = PAD + i * (panel + PAD) + (panel - view.width) / 2;
        film->panels[i] = (struct panel){
            .side = &what->sides[i], .left = PAD + i * (panel + PAD), .width = panel, .view = view};
    }
    film->width = PAD + what->count * (panel + PAD);
    film->height = HEAD + view.height + FOOT;
}

/* With few nodes, each frame shows one and lasts longer. */
static void plan(struct film *film)
{
    size_t most = 1;
    for (int i = 0; i < film->what->count; i++) {
        const struct fr_animation_side *side = film->panels[i].side;
        most = side->expansions.nodes->count > most ? side->expansions.nodes->count : most;
        film->longest_ns = fmax(film->longest_ns, side->ns);
    }
    film->growth = most < GROWTH ? (int)most : GROWTH;
    film->step_ms = (int)fmin(LONGEST_STEP_MS, fmax(STEP_MS, (double)GROWTH_MS / film->growth));
    for (int i = 0; i < film->what->count; i++)
        film->panels[i].end = film->growth * film->panels[i].side->ns / film->longest_ns;
}

static void draw_mark(cairo_t *cairo, double x, double y, bool goal)
{
    fr_draw_disc(cairo, x, y, 8.5, paper);
    fr_draw_disc(cairo, x, y, 7.0, ink);
    fr_draw_disc(cairo, x, y, 4.8, paper);
    if (goal)
        fr_draw_disc(cairo, x, y, 2.8, ink);
}

static void draw_marks(const struct film *film, const struct panel *panel)
{
    const struct fr_pixel ends[2] = {film->what->start, film->what->goal};
    for (int goal = 0; goal <= 1; goal++)
        draw_mark(film->frame.cairo, panel->view.x + (ends[goal].x + 0.5) * panel->view.scale,
                  panel->view.y + (ends[goal].y + 0.5) * panel->view.scale, goal);
}

/* The width of lines: less if the path fills much of the area around it. */
static double unit_of(const struct panel *panel, double length)
{
    const struct fr_path *walk = panel->side->walk;
    const double half = panel->view.scale / 2;
    double left = INFINITY, top = INFINITY, right = -INFINITY, bottom = -INFINITY;
    for (size_t i = 0; i < walk->count; i++) {
        left = fmin(left, half * walk->points[i].x);
        right = fmax(right, half * walk->points[i].x);
        top = fmin(top, half * walk->points[i].y);
        bottom = fmax(bottom, half * walk->points[i].y);
    }
    const double room = MOST_COVERED * (right - left + 2 * PAD) * (bottom - top + 2 * PAD);
    return fmin(1.0, fmax(THINNEST, room / (WALK * length + 1.0)));
}

/* Draws the first part of the path, up to a fraction of its length, in its colour with rims of ink
 * and paper. */
static void draw_walk(const struct film *film, const struct panel *panel, double share)
{
    static const double widths[] = {WALK + 4.0, WALK + 1.4, WALK};
    cairo_t *cairo = film->frame.cairo;
    const double length = fr_path_length(panel->side->walk) * panel->view.scale;
    const double dashes[] = {fmax(share * length, 0.1), length + 1.0};
    const double unit = unit_of(panel, length);
    const struct fr_colour colours[] = {paper, ink, panel->side->colour};
    for (int i = 0; i < 3; i++) {
        cairo_save(cairo);
        cairo_rectangle(cairo, panel->view.x, panel->view.y, panel->view.width, panel->view.height);
        cairo_clip(cairo);
        cairo_save(cairo);
        fr_map_view_transform(cairo, &panel->view);
        cairo_scale(cairo, 0.5, 0.5);
        fr_draw_path(cairo, panel->side->walk);
        cairo_restore(cairo);
        fr_draw_in(cairo, colours[i], 1.0);
        cairo_set_line_width(cairo, widths[i] * unit);
        cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
        cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
        cairo_set_dash(cairo, dashes, share < 1.0 ? 2 : 0, 0.0);
        cairo_stroke(cairo);
        cairo_restore(cairo);
    }
}

/* Draws the name and the progress of a search. */
static void draw_caption(const struct film *film, const struct panel *panel, double share)
{
    const struct fr_animation_side *side = panel->side;
    char text[2 * FR_UNIT_SIZE + 32], count[FR_UNIT_SIZE], time[FR_UNIT_SIZE];
    const double y = HEAD / 2.0;
    snprintf(text, sizeof text, "%s expanded, %s",
             fr_format_count((int64_t)ceil(share * (double)side->expansions.count), count),
             fr_format_time(share * side->ns, time));
    const double width = fr_text_width(text, LETTERS);
    fr_draw_disc(film->frame.cairo, panel->left + 7, y, 6.5, side->colour);
    fr_draw_text(film->frame.cairo, panel->left + 20, y, LETTERS, panel->width - 20 - PAD - width,
                 side->label, ink);
    fr_draw_text(film->frame.cairo, panel->left + panel->width - width, y, LETTERS, width + 1, text,
                 quiet);
}

static void draw_panel(const struct film *film, struct panel *panel, int frame)
{
    const size_t nodes = panel->side->expansions.nodes->count;
    const double share = frame >= panel->end ? 1.0 : frame / panel->end;
    const double walked = fmin(1.0, (frame - panel->end) / REVEAL);
    fr_heat_grow(&panel->heat, (size_t)ceil(share * (double)nodes));
    fr_heat_draw(&panel->heat, film->frame.cairo);
    if (share >= 1.0 && walked > 0.0 && panel->side->walk->count > 0)
        draw_walk(film, panel, walked);
    draw_marks(film, panel);
    draw_caption(film, panel, share);
}

static void draw_ground(struct film *film)
{
    char text[640], times[FR_UNIT_SIZE];
    const double slower = film->growth * film->step_ms * 1e6 / film->longest_ns;
    for (int i = 0; i < film->what->count; i++)
        fr_map_view_draw(&film->background, film->what->map, NULL, &film->panels[i].view,
                         &fr_quiet_colours, 1.6);
    snprintf(text, sizeof text, "%.500s, slowed down %s times", film->what->title,
             fr_format_count((int64_t)fmax(1.0, slower), times));
    fr_draw_text(film->background.cairo, PAD, film->height - FOOT / 2.0, LETTERS,
                 film->width - 2.0 * PAD, text, quiet);
}

static void draw_frame(struct film *film, int frame)
{
    cairo_t *cairo = film->frame.cairo;
    cairo_set_source_surface(cairo, cairo_get_target(film->background.cairo), 0, 0);
    cairo_paint(cairo);
    for (int i = 0; i < film->what->count; i++)
        draw_panel(film, &film->panels[i], frame);
}

/* Converts the pixels for the encoder. */
static void take_pixels(struct film *film)
{
    cairo_surface_t *surface = cairo_get_target(film->frame.cairo);
    cairo_surface_flush(surface);
    const unsigned char *bytes = cairo_image_surface_get_data(surface);
    const int stride = cairo_image_surface_get_stride(surface);
    for (int32_t y = 0; y < film->height; y++) {
        uint32_t *row = film->picture.argb + (ptrdiff_t)y * film->picture.argb_stride;
        memcpy(row, bytes + (ptrdiff_t)y * stride, (size_t)film->width * sizeof *row);
        for (int32_t x = 0; x < film->width; x++)
            row[x] |= 0xFF000000u;
    }
}

static enum fr_status begin(struct film *film)
{
    WebPAnimEncoderOptions options;
    enum fr_status status =
        fr_picture_create(FR_PICTURE_PNG, film->width, film->height, &film->background);
    if (status == FR_OK)
        status = fr_picture_create(FR_PICTURE_PNG, film->width, film->height, &film->frame);
    for (int i = 0; i < film->what->count && status == FR_OK; i++)
        status = fr_heat_create(&film->panels[i].side->expansions, &film->panels[i].view, 1.0,
                                film->panels[i].side->colour, &film->panels[i].heat);
    if (status != FR_OK || !WebPAnimEncoderOptionsInit(&options) ||
        !WebPConfigInit(&film->config) || !WebPConfigLosslessPreset(&film->config, EFFORT) ||
        !WebPPictureInit(&film->picture))
        return FR_NO_MEMORY;
    options.kmax = 0; /* no key frames: an animation of seconds needs no seeking */
    film->encoder = WebPAnimEncoderNew(film->width, film->height, &options);
    film->picture.use_argb = 1;
    film->picture.width = film->width;
    film->picture.height = film->height;
    return film->encoder && WebPPictureAlloc(&film->picture) ? FR_OK : FR_NO_MEMORY;
}

static enum fr_status write_film(struct film *film, const char *file, struct fr_error *error)
{
    const int frames = film->growth + REVEAL;
    WebPData data;
    WebPDataInit(&data);
    bool good = true;
    draw_ground(film);
    for (int i = 1; i <= frames && good; i++) {
        draw_frame(film, i);
        take_pixels(film);
        good = WebPAnimEncoderAdd(film->encoder, &film->picture, (i - 1) * film->step_ms,
                                  &film->config);
    }
    const int end_ms = (frames - 1) * film->step_ms + REST_MS;
    good = good && WebPAnimEncoderAdd(film->encoder, NULL, end_ms, NULL) &&
           WebPAnimEncoderAssemble(film->encoder, &data);
    const enum fr_status status =
        good ? fr_file_write(file, (const char *)data.bytes, data.size, error)
             : fr_fail(error, FR_NO_MEMORY, "%s: the animation cannot be encoded: %s", file,
                       WebPAnimEncoderGetError(film->encoder));
    WebPDataClear(&data);
    return status;
}

enum fr_status fr_animation_save(const char *file, const struct fr_animation *animation,
                                 struct fr_error *error)
{
    struct film film = {.what = animation};
    lay_out(&film);
    plan(&film);
    enum fr_status status = begin(&film);
    status = status == FR_OK ? write_film(&film, file, error)
                             : fr_fail(error, status,
                                       "%s: not enough memory for frames of %dx%d "
                                       "pixels",
                                       file, film.width, film.height);
    for (int i = 0; i < animation->count; i++)
        fr_heat_release(&film.panels[i].heat);
    WebPPictureFree(&film.picture);
    WebPAnimEncoderDelete(film.encoder);
    fr_picture_release(&film.frame);
    fr_picture_release(&film.background);
    return status;
}
