/* Which pixels a corner sees, row by row: shadow casting over the walkable bits, in integers.
 *
 * A corner is looked from in its own frame, so that one search serves all cases: the frame's x axis
 * runs along a wall of the corner's block, away from the corner, and its y axis outward, so that
 * what the corner sees in one of its two taut cones (taut.h) is the first quadrant. For that the
 * map is kept in four views: as it is, with x and y swapped, and both mirrored.
 *
 * Rays are limited by lattice points as seen from the corner, in pixels. The steepness of a ray is
 * y/x: 0 along the wall, infinite along the outward axis. */
#ifndef FOOTRACE_ALGORITHMS_VISIBILITY_SHADOW_CAST_H
#define FOOTRACE_ALGORITHMS_VISIBILITY_SHADOW_CAST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "maps/geometry/corners.h"
#include "maps/map.h"

/* The walkable bits of a map, seen in one of four ways. Mirrored in x about a width that is a
 * multiple of 64, so that blocks of pixels stay blocks. */
struct shadow_view {
    uint64_t *rows;
    int32_t row_words, width, height; /* pixels; beyond them nothing is walkable */
};

struct shadow_views {
    struct shadow_view at[4]; /* twice swapped, and once mirrored */
    const struct fr_allocator *allocator;
};

/* A ray, or its steepness, as a point on it; not both 0. */
struct shadow_ray {
    int32_t x, y;
};

/* Where a corner and one of its cones lie in which view. */
struct shadow_frame {
    const struct shadow_view *view;
    bool swapped, mirrored;
    int32_t x, y; /* the corner, a lattice point of the view */
    int32_t down; /* +1 or -1: the way in which rows follow each other outward */
};

/* What lies between two rays. */
struct shadow_span {
    struct shadow_ray low, high;
};

struct shadow_workspace {
    struct shadow_span *spans[2];
    size_t capacity[2];
    struct shadow_ray beyond; /* none that goes on behind the last row is lower; x = 0: none does */
    const struct fr_allocator *allocator;
};

/* Called for pixels first..last of the frame's row that the corner sees, each once. Where not sure, it
 * may see them along a single ray, which obstacles touch from both sides: unless that is a pinch. */
typedef void shadow_see(void *context, int32_t row, int32_t first, int32_t last, bool sure);

/* FR_OK or FR_NO_MEMORY; either way the caller releases them. */
FR_MUST_USE enum fr_status shadow_views_create(struct shadow_views *views, const struct fr_map *map,
                                               const struct fr_allocator *allocator);

void shadow_views_release(struct shadow_views *views);

struct shadow_frame shadow_frame_at(const struct shadow_views *views,
                                    const struct fr_corner *corner, int cone);

/* A direction in a cone of a corner, as seen in the frame. */
struct shadow_ray shadow_ray_to(const struct fr_corner *corner, int cone, struct fr_point to);

/* The pixel of the map at (x, y) of a frame. */
struct fr_pixel shadow_pixel(const struct shadow_frame *frame, int32_t x, int32_t y);

/* Reports all pixels that the corner sees at rays no steeper than limit, in so many rows, and sets
 * the workspace's beyond. FR_OK or FR_NO_MEMORY. */
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
