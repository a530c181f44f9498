/* Seeded map generators: the same KIND, options, size and seed give the same bytes everywhere.
 *
 * Most generators paint grey levels (255 walkable, 0 blocked, in between an anti-aliased edge), as
 * a painter's mask has them; the map is what the loader's threshold makes of it. Some paint area
 * ids instead, or close borders between pixels. Only integers and the exactly rounded + - * / and
 * sqrt on double are used: no other libm function, no contraction. */
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
    uint8_t *pixels; /* height rows of width */
    uint8_t *walls; /* height rows of width sets of closed borders, 1 << enum fr_side; NULL: none */
};

struct fr_generator {
    const char *kind;    /* "spiral" */
    const char *summary; /* one line */
    struct fr_generator_option options[FR_GENERATOR_OPTIONS + 1];
    int32_t least;     /* smallest width and height that it can fill */
    bool areas, walls; /* what its canvas has */
    /* What the options ask of the size or of each other, if anything: "corridor pixels either way",
     * to tell where paint finds FR_BAD_INPUT. */
    const char *needs;
    const char *sample; /* options that show it best on 320 x 180 pixels; NULL: the defaults */
    /* Paints the whole canvas; values are the options' in their order. */
    FR_MUST_USE enum fr_status (*paint)(struct fr_canvas *canvas, const int32_t *values,
                                        struct fr_random *random,
                                        const struct fr_allocator *allocator);
};

/* All generators, in the order in which they are listed. */
extern const struct fr_generator *const fr_generators[];
extern const int fr_generator_count;

/* Paints spec, "KIND" or "KIND:option=value,...". FR_OK and canvas->pixels for the caller to
 * deallocate (width*height bytes); FR_BAD_INPUT or FR_NO_MEMORY with error filled. */
FR_MUST_USE enum fr_status fr_generate(const char *spec, int32_t width, int32_t height,
                                       uint64_t seed, const struct fr_allocator *allocator,
                                       struct fr_canvas *canvas, struct fr_error *error);

/* The area of a pixel: its id, or 1 where the level is at least 128. */
static inline uint8_t fr_canvas_area(const struct fr_canvas *canvas, size_t pixel)
{
    return canvas->areas ? canvas->pixels[pixel] : canvas->pixels[pixel] >= 128;
}

/* The map of a canvas. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_canvas_map(const struct fr_canvas *canvas,
                                         const struct fr_allocator *allocator, struct fr_map **map);

/* Gives back what fr_generate took from the allocator. */
void fr_canvas_release(struct fr_canvas *canvas, const struct fr_allocator *allocator);

#endif
