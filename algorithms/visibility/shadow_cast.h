/* Which pixels a corner sees, row by row: shadow casting over the walkable bits, in integers.
 *
 * Each corner has its own frame, so that one search works for all cases. The frame's x axis runs
 * along a wall of the corner's block, away from the corner, and its y axis outward; what the corner
 * sees in one of its two taut cones (taut.h) is then the first quadrant. For these frames, the map
 * is stored in four views: as it is, with x and y swapped, and both mirrored.
 *
 * Rays are given by points relative to the corner, in pixels. The steepness of a ray is y/x: 0
 * along the wall, infinite along the outward axis. */
#ifndef FOOTRACE_ALGORITHMS_VISIBILITY_SHADOW_CAST_H
#define FOOTRACE_ALGORITHMS_VISIBILITY_SHADOW_CAST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "maps/geometry/corners.h"
#include "maps/map.h"

/* The walkable bits of a map in one of the four views. Mirrored views are mirrored in x over a
 * width that is a multiple of 64, which keeps words of pixels together. */
struct shadow_view {
    uint64_t *rows;
    int32_t row_words, width, height; /* pixels; outside them nothing is walkable */
};

struct shadow_views {
    struct shadow_view at[4]; /* index: 2 * swapped + mirrored */
    const struct fr_allocator *allocator;
};

/* A ray, or its steepness, given by a point on it; not (0, 0). */
struct shadow_ray {
    int32_t x, y;
};

/* The position of a corner and one of its cones in a view. */
struct shadow_frame {
    const struct shadow_view *view;
    bool swapped, mirrored;
    int32_t x, y; /* the corner, a grid point of the view */
    int32_t down; /* +1 or -1: the direction of successive rows, outward */
};

/* The range between two rays. */
struct shadow_span {
    struct shadow_ray low, high;
};

struct shadow_workspace {
    struct shadow_span *spans[2];
    size_t capacity[2];
    struct shadow_ray beyond; /* no ray beyond the last row is lower; x = 0: there is none */
    const struct fr_allocator *allocator;
};

/* Called for pixels first..last of a row of the frame that the corner sees, each once. Unless
 * `sure`, the corner may see the pixels only along a single ray that obstacles touch from both
 * sides; a pinch there blocks it. False if out of memory, which ends the cast. */
typedef bool shadow_see(void *context, int32_t row, int32_t first, int32_t last, bool sure);

/* FR_OK or FR_NO_MEMORY; in both cases the caller releases the views. */
FR_MUST_USE enum fr_status shadow_views_create(struct shadow_views *views, const struct fr_map *map,
                                               const struct fr_allocator *allocator);

/* Accepts released views. Released views still allow making frames, but no casting. */
void shadow_views_release(struct shadow_views *views);

struct shadow_frame shadow_frame_at(const struct shadow_views *views,
                                    const struct fr_corner *corner, int cone);

/* A direction in a cone of a corner, in its frame. */
struct shadow_ray shadow_ray_to(const struct fr_corner *corner, int cone, struct fr_point to);

/* Reports all pixels in the first `rows` rows that the corner sees on rays no steeper than `limit`;
 * sets the workspace's `beyond`. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status shadow_cast(const struct shadow_frame *frame, struct shadow_ray limit,
                                       int32_t rows, struct shadow_workspace *workspace,
                                       shadow_see *see, void *context);

void shadow_workspace_release(struct shadow_workspace *workspace);

/* Whether ray a is steeper than b. */
static inline bool shadow_steeper(struct shadow_ray a, struct shadow_ray b)
{
    return (int64_t)a.y * b.x > (int64_t)b.y * a.x;
}

#endif
