/* Seeded map generators: the same KIND, options, size and seed give the same bytes everywhere.
 *
 * A generator paints grey levels (255 walkable, 0 blocked, in between an anti-aliased edge), as a
 * painter's mask has them; the map is what the loader's threshold makes of it. Only integers and
 * the exactly rounded + - * / and sqrt on double are used: no other libm function, no contraction.
 */
#ifndef FOOTRACE_MAPS_GENERATORS_GENERATE_H
#define FOOTRACE_MAPS_GENERATORS_GENERATE_H

#include <stdint.h>

#include "maps/allocator.h"
#include "maps/io/error.h"
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
    uint8_t *grey; /* height rows of width levels */
};

struct fr_generator {
    const char *kind;    /* "spiral" */
    const char *summary; /* one line */
    struct fr_generator_option options[FR_GENERATOR_OPTIONS + 1];
    int32_t least; /* smallest width and height that it can fill */
    /* Paints the whole canvas; values are the options' in their order. */
    FR_MUST_USE enum fr_status (*paint)(struct fr_canvas *canvas, const int32_t *values,
                                        struct fr_random *random,
                                        const struct fr_allocator *allocator);
};

/* All generators, in the order in which they are listed. */
extern const struct fr_generator *const fr_generators[];
extern const int fr_generator_count;

/* Paints spec, "KIND" or "KIND:option=value,...". FR_OK and canvas->grey for the caller to
 * deallocate (width*height bytes); FR_BAD_INPUT or FR_NO_MEMORY with error filled. */
FR_MUST_USE enum fr_status fr_generate(const char *spec, int32_t width, int32_t height,
                                       uint64_t seed, const struct fr_allocator *allocator,
                                       struct fr_canvas *canvas, struct fr_error *error);

/* The map of a canvas: area 1 where the level is at least 128. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_canvas_map(const struct fr_canvas *canvas,
                                         const struct fr_allocator *allocator, struct fr_map **map);

#endif
