/* Via labels: for each cell of the map, the corners that pixels of the cell see and at which a
 * shortest path from such a pixel may turn first. Via labels are computed during preparation.
 *
 * A via label, or via, belongs to a side of a corner, 2*corner + cone: a path comes from the
 * corner's other cone and turns into the side's (taut.h). After the turn, a path can continue in
 * three ways: by an edge of the core; by an edge upward, out of a dead end; or straight to the
 * goal. Each way requires that the path arrives low enough along the wall. For a path straight to
 * the goal, the limit is the lowest ray on which the corner sees a pixel farther than VIA_NEAR
 * pixels on the other side: if a path turns once, at this corner, either one end is near the
 * corner, or both ends see it from afar and low enough.
 *
 * A cell lists the vias that any of its pixels may use, in ascending order, each with flags for the
 * cell and two bits for each quarter: this is as informative as lists of quarters and no longer
 * than lists of cells. */
#ifndef FOOTRACE_ALGORITHMS_HUBS_VIA_LABELS_H
#define FOOTRACE_ALGORITHMS_HUBS_VIA_LABELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "algorithms/hubs/via_cells.h"
#include "algorithms/saved.h"
#include "algorithms/visibility/graph.h"

#define VIA_COARSEST_SHIFT 5 /* of the cells */

/* The points that may use a via: in the quadrant given by the signs and, for each kind of
 * continuation, on the positive side of a line. */
struct via_label {
    uint16_t x, y;       /* the corner, half pixels */
    int16_t right, down; /* +1 or -1: signs of the point relative to the corner */
    /* the line's normal: its dot product with the offset is >= 0 */
    struct fr_point side[VIA_KINDS];
};

struct via_labels {
    const struct fr_allocator *allocator;
    struct via_label *items; /* by side */
    uint32_t side_count;
    int cell_shift; /* cells have sides of 2^cell_shift pixels */
    int32_t columns, rows;
    uint32_t entry_count;
    uint32_t *first;   /* by cell; the last element is the end */
    uint32_t *entries; /* via << VIA_FLAG_BITS | quarters | flags */
    /* By side: the lowest direction along the wall in which the corner sees a pixel, as a point
     * relative to the corner in half pixels; x = 0: none. For upward_edges_create; freed by
     * via_labels_finish. */
    struct fr_point *lowest;
};

/* Vias under construction. */
struct via_builder;

/* Creates via labels in slices; `map` and `graph` are borrowed. *builder must be NULL at first, and
 * is NULL again at the end. FR_OK at a pause and at the end, FR_NO_MEMORY, or FR_UNSUPPORTED for
 * too many corners; in all cases the caller releases vias and builder. */
FR_MUST_USE enum fr_status via_labels_build(struct via_labels *vias, const struct fr_map *map,
                                            const struct graph *graph, int cell_shift,
                                            const struct fr_allocator *allocator,
                                            struct via_builder **builder, struct fr_work *work);

/* Estimates, from some of the corners, how many 4-byte numbers the lists of cells of this size
 * take. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status via_labels_estimate(const struct fr_map *map, const struct graph *graph,
                                               int cell_shift, const struct fr_allocator *allocator,
                                               double *numbers);

/* Accepts NULL. */
void via_builder_release(struct via_builder *builder);

/* Frees what only upward_edges_create reads. */
void via_labels_finish(struct via_labels *vias);

/* Saves finished vias, or loads those of the map into an all-zero struct, which the caller releases
 * in all cases. */
void via_labels_pass(struct via_labels *vias, const struct fr_map *map, struct fr_saved *saved);

/* The length of the longest list of a cell; at least 1. */
size_t via_labels_longest(const struct via_labels *vias);

/* The cell that a pixel is in. */
static inline uint32_t via_labels_cell(const struct via_labels *vias, struct fr_pixel pixel)
{
    return (uint32_t)((pixel.y >> vias->cell_shift) * vias->columns +
                      (pixel.x >> vias->cell_shift));
}

/* The first bit of a pixel's quarter in a list entry. */
static inline int via_labels_quarter(const struct via_labels *vias, struct fr_pixel pixel)
{
    const int half = vias->cell_shift - 1;
    return VIA_QUARTERS + 4 * (pixel.y >> half & 1) + 2 * (pixel.x >> half & 1);
}

/* What a list entry says about a quarter. */
static inline enum via_sight via_sight(uint32_t listed, int quarter)
{
    return (enum via_sight)(listed >> quarter & 3);
}

/* Whether a path from a point at this offset may turn at the via and continue in this way. */
static inline bool via_leads(const struct via_label *via, enum via_kind kind,
                             struct fr_point offset)
{
    return (int64_t)via->side[kind].x * offset.x + (int64_t)via->side[kind].y * offset.y >= 0;
}

/* Whether no path may turn at the via and continue in this way. */
static inline bool via_leads_nowhere(const struct via_label *via, enum via_kind kind)
{
    const int64_t x = (int64_t)via->side[kind].x * via->right;
    const int64_t y = (int64_t)via->side[kind].y * via->down;
    return x <= 0 && y <= 0 && x + y < 0;
}

/* Whether a point at this offset is in the quadrant from which a path may turn at the corner. */
static inline bool via_faces(const struct via_label *via, struct fr_point offset)
{
    return offset.x * via->right > 0 && offset.y * via->down > 0;
}

static inline bool via_is_near(struct fr_point offset)
{
    return offset.x > -2 * VIA_NEAR && offset.x < 2 * VIA_NEAR && offset.y > -2 * VIA_NEAR &&
           offset.y < 2 * VIA_NEAR;
}

void via_labels_release(struct via_labels *vias);

#endif
