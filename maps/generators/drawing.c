#include "maps/generators/drawing.h"

#include <math.h>
#include <string.h>

#define OUTLINE_POINTS 8192
#define SUBPIXELS 256 /* subpixels in a pixel: outlines are filled in whole subpixels */
#define SUBLINES 16   /* scan lines in a pixel row */
#define FULL (SUBPIXELS * SUBLINES)

struct edge {
    int32_t x0, y0, x1, y1; /* subpixels, y0 < y1 */
    int32_t direction;      /* 1: the outline runs down here, -1: up */
    int32_t next;           /* edge that starts in the same row, or -1 */
};

struct crossing {
    int32_t x, direction;
};

struct fr_painter {
    struct fr_canvas *canvas;
    double scale;
    const struct fr_allocator *allocator;
    int32_t count;
    struct fr_vector points[OUTLINE_POINTS];
    struct fr_vector spare[OUTLINE_POINTS];
    struct edge edges[OUTLINE_POINTS];
    struct crossing crossings[OUTLINE_POINTS];
    int32_t active[OUTLINE_POINTS]; /* edges that meet the current row */
    int32_t active_count;
    int32_t *first; /* by row: the first edge that starts in it, or -1 */
    int32_t *cover; /* width+2 differences of coverage along the current row; 0 between rows */
};

void fr_canvas_flood(struct fr_canvas *canvas, uint8_t level)
{
    memset(canvas->pixels, level, (size_t)canvas->width * (size_t)canvas->height);
}

void fr_canvas_rect(struct fr_canvas *canvas, struct fr_rect rect, uint8_t level)
{
    const int32_t x0 = rect.x < 0 ? 0 : rect.x, y0 = rect.y < 0 ? 0 : rect.y;
    const int32_t right = rect.x + rect.width, bottom = rect.y + rect.height;
    const int32_t x1 = right > canvas->width ? canvas->width : right;
    const int32_t y1 = bottom > canvas->height ? canvas->height : bottom;
    for (int32_t y = y0; y < y1 && x0 < x1; y++)
        memset(canvas->pixels + (size_t)y * (size_t)canvas->width + x0, level, (size_t)(x1 - x0));
}

void fr_canvas_close(struct fr_canvas *canvas, int32_t x, int32_t y, enum fr_side side)
{
    const int32_t right = canvas->width - (side == FR_EAST);
    const int32_t bottom = canvas->height - (side == FR_SOUTH);
    if (x >= 0 && y >= 0 && x < right && y < bottom)
        canvas->walls[(size_t)y * (size_t)canvas->width + (size_t)x] |= (uint8_t)(1 << side);
}

struct fr_vector fr_circle(double turns)
{
    const int32_t quarter = (int32_t)(turns * 4);
    const double t = turns * 4 - quarter;
    const double cosine = (1 - t * t) / (1 + t * t), sine = 2 * t / (1 + t * t);
    switch (quarter & 3) {
    case 0:
        return (struct fr_vector){cosine, sine};
    case 1:
        return (struct fr_vector){-sine, cosine};
    case 2:
        return (struct fr_vector){-cosine, -sine};
    default:
        return (struct fr_vector){sine, -cosine};
    }
}

/* A pseudo-random number in [-1, 1) for each lattice point. */
static double lattice_noise(uint64_t seed, int32_t x, int32_t y)
{
    struct fr_random random = {seed + (uint64_t)(uint32_t)x * 0xD6E8FEB86659FD93u};
    random.state = fr_random_next(&random) + (uint64_t)(uint32_t)y * 0xA5A3564E27F8862Fu;
    return 2 * fr_random_unit(&random) - 1;
}

static double ease(double t)
{
    return t * t * (3 - 2 * t);
}

/* Smooth noise in [-1, 1], with about one bump per unit of x or y. */
static double noise(uint64_t seed, double x, double y)
{
    const int32_t column = fr_whole(x), row = fr_whole(y);
    const double across = ease(x - column), down = ease(y - row);
    const double top_left = lattice_noise(seed, column, row);
    const double top_right = lattice_noise(seed, column + 1, row);
    const double bottom_left = lattice_noise(seed, column, row + 1);
    const double bottom_right = lattice_noise(seed, column + 1, row + 1);
    const double top = top_left + (top_right - top_left) * across;
    const double bottom = bottom_left + (bottom_right - bottom_left) * across;
    return top + (bottom - top) * down;
}

enum fr_status fr_painter_create(struct fr_canvas *canvas, double scale,
                                 struct fr_painter **painter)
{
    struct fr_painter *fresh = fr_allocate_zeroed(canvas->allocator, 1, sizeof *fresh);
    if (!fresh)
        return FR_NO_MEMORY;
    fresh->canvas = canvas;
    fresh->scale = scale;
    fresh->allocator = canvas->allocator;
    fresh->first = fr_allocate(canvas->allocator, (size_t)canvas->height, sizeof *fresh->first);
    fresh->cover =
        fr_allocate_zeroed(canvas->allocator, (size_t)canvas->width + 2, sizeof *fresh->cover);
    if (!fresh->first || !fresh->cover) {
        fr_painter_release(fresh);
        return FR_NO_MEMORY;
    }
    *painter = fresh;
    return FR_OK;
}

void fr_outline_begin(struct fr_painter *painter)
{
    painter->count = 0;
}

void fr_outline_add(struct fr_painter *painter, double x, double y)
{
    if (painter->count < OUTLINE_POINTS)
        painter->points[painter->count++] = (struct fr_vector){x, y};
}

/* Moves the corners to `spare`, where they can be read while a new outline is built. */
static int32_t set_aside(struct fr_painter *painter)
{
    const int32_t count = painter->count;
    memcpy(painter->spare, painter->points, (size_t)count * sizeof *painter->spare);
    painter->count = 0;
    return count;
}

static double distance(struct fr_vector a, struct fr_vector b)
{
    const double x = b.x - a.x, y = b.y - a.y;
    return sqrt(x * x + y * y);
}

void fr_outline_refine(struct fr_painter *painter, double step)
{
    const int32_t count = set_aside(painter);
    double perimeter = 0;
    for (int32_t i = 0; i < count; i++)
        perimeter += distance(painter->spare[i], painter->spare[(i + 1) % count]);
    const double least = perimeter / (OUTLINE_POINTS - count + 1);
    if (step < least)
        step = least;
    for (int32_t i = 0; i < count; i++) {
        const struct fr_vector a = painter->spare[i], b = painter->spare[(i + 1) % count];
        const int32_t parts = fr_whole(distance(a, b) / step) + 1;
        for (int32_t part = 0; part < parts; part++) {
            const double t = (double)part / parts;
            fr_outline_add(painter, a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t);
        }
    }
}

void fr_outline_round(struct fr_painter *painter)
{
    if (painter->count > OUTLINE_POINTS / 2)
        return;
    const int32_t count = set_aside(painter);
    for (int32_t i = 0; i < count; i++) {
        const struct fr_vector a = painter->spare[i], b = painter->spare[(i + 1) % count];
        fr_outline_add(painter, a.x + (b.x - a.x) / 4, a.y + (b.y - a.y) / 4);
        fr_outline_add(painter, b.x + (a.x - b.x) / 4, b.y + (a.y - b.y) / 4);
    }
}

void fr_outline_warp(struct fr_painter *painter, uint64_t seed, double wavelength, double amplitude,
                     int octaves)
{
    for (int32_t i = 0; i < painter->count; i++) {
        struct fr_vector *point = &painter->points[i];
        const struct fr_vector at = *point;
        double bumps = 1 / wavelength, reach = amplitude;
        for (int octave = 0; octave < octaves; octave++) {
            const uint64_t layer = seed + (uint64_t)octave * 2;
            point->x += reach * noise(layer, at.x * bumps, at.y * bumps);
            point->y += reach * noise(layer + 1, at.x * bumps, at.y * bumps);
            bumps *= 2;
            reach /= 2;
        }
    }
}

/* Adds each side of the outline to the list of the row in which it starts. */
static void bucket_edges(struct fr_painter *painter)
{
    const double factor = painter->scale * SUBPIXELS;
    const int32_t height = painter->canvas->height;
    for (int32_t y = 0; y < height; y++)
        painter->first[y] = -1;
    for (int32_t i = 0; i < painter->count; i++) {
        const struct fr_vector a = painter->points[i];
        const struct fr_vector b = painter->points[(i + 1) % painter->count];
        const int32_t ax = fr_whole(a.x * factor + 0.5), ay = fr_whole(a.y * factor + 0.5);
        const int32_t bx = fr_whole(b.x * factor + 0.5), by = fr_whole(b.y * factor + 0.5);
        const struct edge down = {ax, ay, bx, by, 1, -1}, up = {bx, by, ax, ay, -1, -1};
        struct edge *edge = &painter->edges[i];
        *edge = ay < by ? down : up;
        if (ay == by || edge->y1 <= 0 || edge->y0 >= height * SUBPIXELS)
            continue;
        const int32_t row = edge->y0 < 0 ? 0 : edge->y0 / SUBPIXELS;
        edge->next = painter->first[row];
        painter->first[row] = i;
    }
}

/* Finds where scan line y meets the active edges, left to right. Returns their number. */
static int32_t cross_edges(struct fr_painter *painter, int32_t y)
{
    struct crossing *crossings = painter->crossings;
    int32_t count = 0;
    for (int32_t i = 0; i < painter->active_count; i++) {
        const struct edge *edge = &painter->edges[painter->active[i]];
        if (y < edge->y0 || y >= edge->y1)
            continue;
        const int64_t run = (int64_t)(y - edge->y0) * (edge->x1 - edge->x0);
        const int32_t x = edge->x0 + (int32_t)(run / (edge->y1 - edge->y0));
        int32_t place = count++;
        for (; place > 0 && crossings[place - 1].x > x; place--)
            crossings[place] = crossings[place - 1];
        crossings[place] = (struct crossing){x, edge->direction};
    }
    return count;
}

/* From subpixel x on, adds `sign` times the coverage of one scan line. */
static void cover_from(struct fr_painter *painter, int32_t x, int32_t sign)
{
    const int32_t end = painter->canvas->width * SUBPIXELS;
    const int32_t clipped = x < 0 ? 0 : x > end ? end : x;
    const int32_t part = clipped % SUBPIXELS;
    painter->cover[clipped / SUBPIXELS] += sign * (SUBPIXELS - part);
    painter->cover[clipped / SUBPIXELS + 1] += sign * part;
}

static void cover_line(struct fr_painter *painter, int32_t y)
{
    const int32_t count = cross_edges(painter, y);
    int32_t winding = 0;
    for (int32_t i = 0; i < count; i++) {
        const int32_t before = winding;
        winding += painter->crossings[i].direction;
        if (before == 0)
            cover_from(painter, painter->crossings[i].x, 1);
        else if (winding == 0)
            cover_from(painter, painter->crossings[i].x, -1);
    }
}

static void mix_row(struct fr_painter *painter, int32_t y, uint8_t level)
{
    const size_t width = (size_t)painter->canvas->width;
    uint8_t *grey = painter->canvas->pixels + (size_t)y * width;
    int32_t covered = 0;
    for (size_t x = 0; x < width; x++) {
        covered += painter->cover[x];
        if (covered > 0)
            grey[x] = (uint8_t)((grey[x] * (FULL - covered) + level * covered + FULL / 2) / FULL);
    }
    memset(painter->cover, 0, (width + 2) * sizeof *painter->cover);
}

static void drop_finished(struct fr_painter *painter, int32_t y)
{
    int32_t kept = 0;
    for (int32_t i = 0; i < painter->active_count; i++)
        if (painter->edges[painter->active[i]].y1 > y)
            painter->active[kept++] = painter->active[i];
    painter->active_count = kept;
}

void fr_outline_fill(struct fr_painter *painter, uint8_t level)
{
    bucket_edges(painter);
    painter->active_count = 0;
    for (int32_t row = 0; row < painter->canvas->height; row++) {
        for (int32_t i = painter->first[row]; i >= 0; i = painter->edges[i].next)
            painter->active[painter->active_count++] = i;
        if (painter->active_count == 0)
            continue;
        for (int32_t line = 0; line < SUBLINES; line++)
            cover_line(painter, row * SUBPIXELS + (2 * line + 1) * (SUBPIXELS / SUBLINES / 2));
        mix_row(painter, row, level);
        drop_finished(painter, (row + 1) * SUBPIXELS);
    }
}

void fr_painter_release(struct fr_painter *painter)
{
    if (!painter)
        return;
    const struct fr_allocator *allocator = painter->allocator;
    const struct fr_canvas *canvas = painter->canvas;
    fr_deallocate(allocator, painter->first, (size_t)canvas->height, sizeof *painter->first);
    fr_deallocate(allocator, painter->cover, (size_t)canvas->width + 2, sizeof *painter->cover);
    fr_deallocate(allocator, painter, 1, sizeof *painter);
}
