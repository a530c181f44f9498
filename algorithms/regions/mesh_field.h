/* The exact any-angle distances of all pixels to one goal, over a mesh: for many figures that walk to
 * the same place.
 *
 * A fill is a search of Polyanya (polyanya_search.h) from the goal that ends only after everything was
 * visited. It stores, for each polygon, what the goal and the corners see of it, each with its
 * length to the goal. A shortest path from a pixel begins with a straight line to the best of those
 * that see the pixel: its distance takes a few views to read, on a map of any size. */
#ifndef FOOTRACE_ALGORITHMS_REGIONS_MESH_FIELD_H
#define FOOTRACE_ALGORITHMS_REGIONS_MESH_FIELD_H

#include "algorithms/regions/polyanya_search.h"

struct mesh_field {
    struct polyanya_search search; /* from the goal */
    struct polyanya_view *views;   /* by polygon */
    size_t view_room;
    uint32_t
        *begins; /* by a polygon's first edge: where its views begin; they end with the next's */
    size_t edge_room;
    int32_t goal_polygons[2];
    bool filled;
};

/* Fills a field, all zero before its first use. The goal is the centre of a walkable pixel. FR_FOUND
 * or FR_OUT_OF_MEMORY. */
FR_MUST_USE enum fr_outcome mesh_field_fill(struct mesh_field *field, struct mesh *mesh,
                                            const struct fr_allocator *allocator,
                                            struct fr_point goal);

/* A shortest path from the centre of a walkable pixel to the goal. FR_FOUND; FR_UNREACHABLE, also if
 * the field is not filled; or FR_OUT_OF_MEMORY. */
FR_MUST_USE enum fr_outcome mesh_field_follow(const struct mesh_field *field, struct fr_point from,
                                              struct fr_path *path);

/* The mesh changed: the field must be filled again. */
static inline void mesh_field_forget(struct mesh_field *field)
{
    field->filled = false;
}

void mesh_field_release(struct mesh_field *field);

#endif
