#include "harness/pictures/picture.h"

#include <math.h>
#include <string.h>

#include "harness/pictures/font.h"

static uint8_t mix(uint8_t below, uint8_t above, double cover)
{
    return (uint8_t)(below + (above - below) * cover + 0.5);
}

static void blend(struct fr_picture *picture, int32_t x, int32_t y, struct fr_colour colour,
                  double cover)
{
    uint8_t *pixel = picture->rgb + ((size_t)y * (size_t)picture->width + (size_t)x) * 3;
    pixel[0] = mix(pixel[0], colour.red, cover);
    pixel[1] = mix(pixel[1], colour.green, cover);
    pixel[2] = mix(pixel[2], colour.blue, cover);
}

static double limit(double value, double low, double high)
{
    return value < low ? low : value > high ? high : value;
}

void fr_picture_fill(struct fr_picture *picture, int32_t x0, int32_t y0, int32_t x1, int32_t y1,
                     struct fr_colour colour)
{
    for (int32_t y = y0 < 0 ? 0 : y0; y < y1 && y < picture->height; y++)
        for (int32_t x = x0 < 0 ? 0 : x0; x < x1 && x < picture->width; x++)
            blend(picture, x, y, colour, 1.0);
}

/* Whether a dashed line is drawn at this distance from its begin. */
static bool dash_at(const struct fr_dashes *dashes, double distance)
{
    double period = 0.0;
    for (int i = 0; i < dashes->count; i++)
        period += dashes->lengths[i];
    if (period <= 0.0)
        return true;
    distance = fmod(distance, period);
    for (int i = 0; i < dashes->count; i++) {
        if (distance < dashes->lengths[i])
            return i % 2 == 0;
        distance -= dashes->lengths[i];
    }
    return true;
}

/* A line as its begin, direction and length, with what reaches half a width to either side. */
struct stroke {
    double x, y, dx, dy, length, radius;
};

/* How much of the pixel around (x, y) the stroke covers, and how far along it that is. */
static double stroke_cover(const struct stroke *stroke, double x, double y, double *along)
{
    *along = (x - stroke->x) * stroke->dx + (y - stroke->y) * stroke->dy;
    *along = limit(*along, 0.0, stroke->length);
    const double aside =
        hypot(x - stroke->x - *along * stroke->dx, y - stroke->y - *along * stroke->dy);
    return limit(stroke->radius + 0.5 - aside, 0.0, 1.0);
}

/* The columns that a stroke can touch in the row of pixels around y. */
static void stroke_columns(const struct stroke *stroke, double y, double *left, double *right)
{
    const double reach = stroke->radius + 1.0;
    double near = 0.0, far = stroke->length;
    if (fabs(stroke->dy) > 1e-9) {
        const double one = (y - reach - stroke->y) / stroke->dy;
        const double other = (y + reach - stroke->y) / stroke->dy;
        near = limit(fmin(one, other), 0.0, stroke->length);
        far = limit(fmax(one, other), 0.0, stroke->length);
    }
    const double x0 = stroke->x + near * stroke->dx, x1 = stroke->x + far * stroke->dx;
    *left = fmin(x0, x1) - reach;
    *right = fmax(x0, x1) + reach;
}

void fr_picture_line(struct fr_picture *picture, double x0, double y0, double x1, double y1,
                     double width, const struct fr_dashes *dashes, double phase,
                     struct fr_colour colour)
{
    const double length = hypot(x1 - x0, y1 - y0);
    const struct stroke stroke = {x0,
                                  y0,
                                  length > 0.0 ? (x1 - x0) / length : 1.0,
                                  length > 0.0 ? (y1 - y0) / length : 0.0,
                                  length,
                                  width / 2};
    const double reach = stroke.radius + 1.0;
    const int32_t top = (int32_t)limit(fmin(y0, y1) - reach, 0.0, picture->height);
    const int32_t bottom = (int32_t)limit(fmax(y0, y1) + reach + 1.0, 0.0, picture->height);
    for (int32_t y = top; y < bottom; y++) {
        double left, right, along;
        stroke_columns(&stroke, y + 0.5, &left, &right);
        const int32_t end = (int32_t)limit(right + 1.0, 0.0, picture->width);
        for (int32_t x = (int32_t)limit(left, 0.0, picture->width); x < end; x++) {
            const double cover = stroke_cover(&stroke, x + 0.5, y + 0.5, &along);
            if (cover > 0.0 && (!dashes || dash_at(dashes, phase + along)))
                blend(picture, x, y, colour, cover);
        }
    }
}

void fr_picture_disc(struct fr_picture *picture, double x, double y, double radius,
                     struct fr_colour colour)
{
    fr_picture_line(picture, x, y, x, y, 2 * radius, NULL, 0.0, colour);
}

void fr_picture_text(struct fr_picture *picture, int32_t x, int32_t y, int32_t dot,
                     const char *text, struct fr_colour colour)
{
    for (; *text; text++, x += FR_GLYPH_ADVANCE * dot)
        for (int row = 0; row < FR_GLYPH_HEIGHT; row++)
            for (int column = 0; column < FR_GLYPH_WIDTH; column++)
                if (fr_glyph_dot(*text, column, row))
                    fr_picture_fill(picture, x + column * dot, y + row * dot,
                                    x + (column + 1) * dot, y + (row + 1) * dot, colour);
}

int32_t fr_text_width(const char *text, int32_t dot)
{
    return (int32_t)strlen(text) * FR_GLYPH_ADVANCE * dot;
}
