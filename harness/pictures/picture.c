#include "harness/pictures/picture.h"

#include <fontconfig/fontconfig.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/utf8.h"
#include "harness/machine/machine.h"
#include "maps/formats/base/file.h"

#define ELLIPSIS "\xE2\x80\xA6"
#define OUTSIDE 100.0 /* units around the picture within which lines are still drawn */

enum { LONGEST_TEXT = 1024, FINE = 64 };

static cairo_status_t append(void *memory, const unsigned char *data, unsigned int size)
{
    return fwrite(data, 1, size, memory) == size ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR;
}

/* Cairo and Fontconfig keep fonts until the process ends, and leak checkers report that. */
static void forget_fonts(void)
{
    cairo_debug_reset_static_data();
    FcFini();
}

static void release_fonts_at_exit(void)
{
    static bool registered;
    if (!registered && fr_machine_sanitized())
        atexit(forget_fonts);
    registered = true;
}

/* Letters have the same shapes and positions at each size. */
static cairo_t *start(cairo_surface_t *surface)
{
    cairo_t *cairo = cairo_create(surface);
    cairo_font_options_t *options = cairo_font_options_create();
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    cairo_set_font_options(cairo, options);
    cairo_font_options_destroy(options);
    release_fonts_at_exit();
    cairo_select_font_face(cairo, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
    return cairo;
}

enum fr_status fr_picture_create(int32_t width, int32_t height, struct fr_picture *picture)
{
    *picture = (struct fr_picture){.width = width, .height = height};
    picture->memory = open_memstream(&picture->bytes, &picture->size);
    if (!picture->memory)
        return FR_NO_MEMORY;
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height);
    picture->cairo = start(surface);
    cairo_surface_destroy(surface);
    cairo_set_source_rgb(picture->cairo, 1, 1, 1);
    cairo_paint(picture->cairo);
    if (cairo_status(picture->cairo) == CAIRO_STATUS_SUCCESS)
        return FR_OK;
    fr_picture_release(picture);
    return FR_NO_MEMORY;
}

/* Writes the file's bytes, if nothing has failed so far. */
static cairo_status_t finish(struct fr_picture *picture)
{
    const cairo_status_t status = cairo_status(picture->cairo);
    if (status != CAIRO_STATUS_SUCCESS)
        return status;
    return cairo_surface_write_to_png_stream(cairo_get_target(picture->cairo), append,
                                             picture->memory);
}

enum fr_status fr_picture_save(struct fr_picture *picture, const char *file, struct fr_error *error)
{
    const cairo_status_t status = finish(picture);
    if (status == CAIRO_STATUS_SUCCESS && fflush(picture->memory) == 0)
        return fr_file_write(file, picture->bytes, picture->size, error);
    return fr_fail(error, FR_NO_MEMORY, "%s: a picture of %dx%d pixels cannot be drawn: %s", file,
                   picture->width, picture->height, cairo_status_to_string(status));
}

void fr_picture_release(struct fr_picture *picture)
{
    cairo_destroy(picture->cairo);
    if (picture->memory)
        fclose(picture->memory);
    free(picture->bytes);
    *picture = (struct fr_picture){.width = 0};
}

void fr_draw_in(cairo_t *cairo, struct fr_colour colour, double share)
{
    cairo_set_source_rgba(cairo, colour.red / 255.0, colour.green / 255.0, colour.blue / 255.0,
                          share);
}

/* Clips the part [*from, *to] of a line to where start + share * step >= 0. */
static void clip(double start, double step, double *from, double *to)
{
    if (step > 0.0)
        *from = fmax(*from, -start / step);
    else if (step < 0.0)
        *to = fmin(*to, -start / step);
    else if (start < 0.0)
        *to = -1.0;
}

void fr_draw_path(cairo_t *cairo, const struct fr_path *path)
{
    double left, top, right, bottom;
    bool joined = false;
    cairo_clip_extents(cairo, &left, &top, &right, &bottom);
    for (size_t i = 0; i + 1 < path->count; i++) {
        const double x = path->points[i].x, dx = path->points[i + 1].x - x;
        const double y = path->points[i].y, dy = path->points[i + 1].y - y;
        double from = 0.0, to = 1.0;
        clip(x - left + OUTSIDE, dx, &from, &to);
        clip(right + OUTSIDE - x, -dx, &from, &to);
        clip(y - top + OUTSIDE, dy, &from, &to);
        clip(bottom + OUTSIDE - y, -dy, &from, &to);
        if (from <= to && (!joined || from > 0.0))
            cairo_move_to(cairo, x + from * dx, y + from * dy);
        if (from <= to)
            cairo_line_to(cairo, x + to * dx, y + to * dy);
        joined = from <= to && to >= 1.0;
    }
}

void fr_draw_disc(cairo_t *cairo, double x, double y, double radius, struct fr_colour colour)
{
    fr_draw_in(cairo, colour, 1.0);
    cairo_new_path(cairo);
    cairo_arc(cairo, x, y, radius, 0.0, 2.0 * acos(-1.0));
    cairo_fill(cairo);
}

/* Text in the form that Cairo needs, cut if longer than anyone would read in a picture. */
static void make_drawable(const char *text, char drawable[LONGEST_TEXT])
{
    size_t used = 0;
    for (size_t length; *text && used + 8 < LONGEST_TEXT; text += length ? length : 1) {
        const unsigned char *bytes = (const unsigned char *)text;
        length = fr_utf8_length(text);
        const bool control = bytes[0] < 0x20 || bytes[0] == 0x7F ||
                             (bytes[0] == 0xC2 && length == 2 && bytes[1] < 0xA0);
        if (length == 0 || control) {
            drawable[used++] = '?';
        } else {
            memcpy(drawable + used, text, length);
            used += length;
        }
    }
    drawable[used] = '\0';
}

static double measure(cairo_t *cairo, const char *text)
{
    cairo_text_extents_t extents;
    cairo_text_extents(cairo, text, &extents);
    return extents.x_advance;
}

/* Removes characters from the end until the rest and an ellipsis fit. */
static void cut(cairo_t *cairo, double most, char text[LONGEST_TEXT])
{
    size_t length = strlen(text);
    while (length > 0 && measure(cairo, text) > most) {
        do
            length--;
        while (length > 0 && ((unsigned char)text[length] & 0xC0) == 0x80);
        memcpy(text + length, ELLIPSIS, sizeof ELLIPSIS);
    }
}

void fr_draw_text(cairo_t *cairo, double x, double y, double size, double most, const char *text,
                  struct fr_colour colour)
{
    char drawable[LONGEST_TEXT];
    make_drawable(text, drawable);
    cairo_set_font_size(cairo, size);
    cut(cairo, most, drawable);
    fr_draw_in(cairo, colour, 1.0);
    cairo_move_to(cairo, x, y + 0.36 * size);
    cairo_show_text(cairo, drawable);
    cairo_new_path(cairo);
}

double fr_text_width(const char *text, double size)
{
    char drawable[LONGEST_TEXT];
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_A8, 1, 1);
    cairo_t *cairo = start(surface);
    make_drawable(text, drawable);
    cairo_set_font_size(cairo, FINE); /* the widths of small letters are imprecise */
    const double width = measure(cairo, drawable) * size / FINE;
    cairo_destroy(cairo);
    cairo_surface_destroy(surface);
    return width;
}
