/* The interface of an entry to the Grid-Based Path Planning Competition of 2025, track of changing maps: the names and
 * layouts that a kit and an entry share. Pixels are bits, row by row without gaps, the lowest of a byte first; 1 is
 * walkable. Paths are of eight directions, and cut no corner. */
#ifndef FOOTRACE_GUESTS_GPPC_H
#define FOOTRACE_GUESTS_GPPC_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct gppc_point {
    uint16_t x, y;
};

/* Part of a path, or all of it; length 0: there is none. The points are the entry's until its next call. */
struct gppc_path {
    const struct gppc_point *path;
    uint32_t length;
    uint8_t incomplete; /* 1: asked again, the entry continues */
};

/* A map, or what replaces a part of it, with the top left corner at pos. */
struct gppc_patch {
    const uint8_t *bitarray;
    uint16_t width, height;
    struct gppc_point pos;
};

/* May write a file, in a separate process. */
void gppc_preprocess_init_map(struct gppc_patch map, const char *file);

/* The map stays where it is until gppc_free_data, and holds each change before gppc_map_change reports it. */
void *gppc_search_init(struct gppc_patch map, const char *file);
void gppc_map_change(void *data, const struct gppc_patch *changes, uint32_t count);
struct gppc_path gppc_get_path(void *data, struct gppc_point start, struct gppc_point goal);
void gppc_free_data(void *data);
const char *gppc_get_name(void);

#ifdef __cplusplus
}
#endif

#endif
