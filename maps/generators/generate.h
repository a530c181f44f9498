/* Seeded map generators: the same KIND, options, size and seed give the same bytes on every
 * machine.
 *
 * Most generators paint grey levels as in a painter's mask: 255 is walkable, 0 is blocked, and
 * levels in between are anti-aliased edges. The loader's threshold turns levels into a map. Some
 * generators paint area ids, or close borders between pixels. Generators use only integers and the
 * exactly rounded + - * / and sqrt on double: no other libm function, no contraction. */
#ifndef FOOTRACE_MAPS_GENERATORS_GENERATE_H
#define FOOTRACE_MAPS_GENERATORS_GENERATE_H

#include <stdbool.h>
#include <stdint.h>

#include "maps/allocator.h"
#include "maps/formats/base/error.h"
#include "maps/map.h"
#include "maps/random.h"

#define FR_GENERATOR_OPTIONS 6

struct fr_generator_option {
    const char *name; /* NULL ends the list */
    int32_t fallback, low, high;
    const char *help;
};

struct fr_canvas {
    int32_t width, height;
    bool areas;      /* pixels hold area ids, not levels */
    uint8_t *pixels; /* `height` rows of `width` */
    uint8_t *walls;  /* by pixel: a set of closed borders, 1 << enum fr_side; NULL: none */
    /* Used while painting: */
    const struct fr_allocator *allocator;
    struct fr_random random;
};

struct fr_generator {
    const char *kind;    /* "spiral" */
    const char *summary; /* one line */
    struct fr_generator_option options[FR_GENERATOR_OPTIONS + 1];
    int32_t least;     /* the smallest width and height that it can fill */
    bool areas, walls; /* whether its canvas has area ids, and walls */
    /* What the options require of the size or of each other, such as "corridor pixels either way";
     * NULL: nothing. The message contains this text when paint returns FR_BAD_INPUT. */
    const char *needs;
    const char *sample; /* options for a sample of 320 x 180 pixels; NULL: the defaults */
    /* Paints the whole canvas; `values` holds the options in order. */
    FR_MUST_USE enum fr_status (*paint)(struct fr_canvas *canvas, const int32_t *values);
};

/* All generators, in listing order. */
extern const struct fr_generator *const fr_generators[];
extern const int fr_generator_count;

/* Paints `spec`, "KIND" or "KIND:option=value,...". FR_OK and canvas->pixels, width*height bytes
 * that the caller deallocates; FR_BAD_INPUT or FR_NO_MEMORY with `error` filled. */
FR_MUST_USE enum fr_status fr_generate(const char *spec, int32_t width, int32_t height,
                                       uint64_t seed, const struct fr_allocator *allocator,
                                       struct fr_canvas *canvas, struct fr_error *error);

/* The area of a pixel: its id, or on grey canvases 1 if the level is at least 128, else 0. */
static inline uint8_t fr_canvas_area(const struct fr_canvas *canvas, size_t pixel)
{
    return canvas->areas ? canvas->pixels[pixel] : canvas->pixels[pixel] >= 128;
}

/* The map of a canvas. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_canvas_map(const struct fr_canvas *canvas,
                                         const struct fr_allocator *allocator, struct fr_map **map);

/* Writes a PNG: grey levels, or area ids as palette indices. A name that ends in .txt gives an
 * ASCII map (maps/formats/text/save_ascii.h) including walls. FR_OK; FR_BAD_INPUT (walls and
 * another name; a file that cannot be written) or FR_NO_MEMORY with `error` filled. */
FR_MUST_USE enum fr_status fr_canvas_save(const char *file, const struct fr_canvas *canvas,
                                          struct fr_error *error);

/* Frees what fr_generate allocated. */
void fr_canvas_release(struct fr_canvas *canvas, const struct fr_allocator *allocator);

#endif
