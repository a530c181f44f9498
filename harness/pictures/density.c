#include "harness/pictures/density.h"

#include <math.h>

/* Lines over a pixel, in the mean: beyond that each is thinner in proportion. */
#define CROWD 1.5

enum fr_status fr_density_create(int32_t width, int32_t height,
                                 const struct fr_allocator *allocator, struct fr_density *density)
{
    float *cover = fr_allocate_zeroed(allocator, (size_t)width * (size_t)height, sizeof *cover);
    if (!cover)
        return FR_NO_MEMORY;
    *density = (struct fr_density){width, height, cover, allocator};
    return FR_OK;
}

/* The length that [low, high] and [at, at + 1] have in common. */
static double overlap(double low, double high, int32_t at)
{
    const double shared = fmin(high, at + 1.0) - fmax(low, at);
    return shared > 0.0 ? shared : 0.0;
}

static int32_t clip(double value, int32_t size)
{
    return value < 0.0 ? 0 : value > size ? size : (int32_t)value;
}

/* Steps along the longer axis, called long here; a step's slice of the line is a bar across it. */
void fr_density_line(struct fr_density *density, double x0, double y0, double x1, double y1,
                     double width)
{
    const bool steep = fabs(y1 - y0) > fabs(x1 - x0);
    const bool back = steep ? y1 < y0 : x1 < x0;
    const double along0 = steep ? (back ? y1 : y0) : back ? x1 : x0;
    const double along1 = steep ? (back ? y0 : y1) : back ? x0 : x1;
    const double across0 = steep ? (back ? x1 : x0) : back ? y1 : y0;
    const double across1 = steep ? (back ? x0 : x1) : back ? y0 : y1;
    if (!(along1 > along0))
        return;
    const double slope = (across1 - across0) / (along1 - along0);
    const double half = width * sqrt(1.0 + slope * slope) / 2.0;
    const int32_t longs = steep ? density->height : density->width;
    const int32_t shorts = steep ? density->width : density->height;
    const size_t long_stride = steep ? (size_t)density->width : 1;
    const size_t short_stride = steep ? 1 : (size_t)density->width;
    for (int32_t i = clip(floor(along0), longs); i < clip(ceil(along1), longs); i++) {
        const double share = overlap(along0, along1, i);
        const double middle = across0 + (i + 0.5 - along0) * slope;
        const int32_t end = clip(ceil(middle + half), shorts);
        for (int32_t j = clip(floor(middle - half), shorts); j < end; j++)
            density->cover[(size_t)i * long_stride + (size_t)j * short_stride] +=
                (float)(share * overlap(middle - half, middle + half, j));
    }
}

static uint8_t mix(uint8_t below, uint8_t above, double share)
{
    return (uint8_t)(below + (above - below) * share + 0.5);
}

/* The geometric mean over the pixels that lines cover, so that a few bundles do not count for all;
 * 1 where no line is. */
static double mean_cover(const struct fr_density *density)
{
    const size_t pixels = (size_t)density->width * (size_t)density->height;
    double sum = 0.0, covered = 0.0;
    for (size_t i = 0; i < pixels; i++) {
        sum += log1p((double)density->cover[i]);
        covered += density->cover[i] > 0.0f;
    }
    return covered > 0.0 ? expm1(sum / covered) : 1.0;
}

void fr_density_tint(const struct fr_density *density, struct fr_picture *picture,
                     struct fr_colour colour, double single, double most)
{
    const double rate = -log(1.0 - single / most) * fmin(1.0, CROWD / mean_cover(density));
    for (int32_t y = 0; y < density->height; y++)
        for (int32_t x = 0; x < density->width; x++) {
            const float cover = density->cover[(size_t)y * (size_t)density->width + (size_t)x];
            uint8_t *pixel = picture->rgb + ((size_t)y * (size_t)picture->width + (size_t)x) * 3;
            const double share = most * (1.0 - exp(-rate * (double)cover));
            if (!(cover > 0.0f))
                continue;
            pixel[0] = mix(pixel[0], colour.red, share);
            pixel[1] = mix(pixel[1], colour.green, share);
            pixel[2] = mix(pixel[2], colour.blue, share);
        }
}

void fr_density_release(struct fr_density *density)
{
    fr_deallocate(density->allocator, density->cover,
                  (size_t)density->width * (size_t)density->height, sizeof *density->cover);
}
