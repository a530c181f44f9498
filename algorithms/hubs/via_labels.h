/* What each part of the floor may turn at first: the corners that the pixels of a cell see and that
 * a shortest path from there may bend around, found in advance.
 *
 * A via label is of a corner's side, 2*corner + cone: the corner, bent around from the other cone into that
 * one (taut.h). A path that comes from a point may go on from there in three ways, and each asks
 * that it comes low enough along the wall: by an edge of the core; by an edge upward, out of a
 * dead end; or straight to the goal. For the last one it counts how low the corner sees farther
 * than VIA_NEAR pixels on the other side: of two ends that turn at one corner, either one of them
 * is near it, or both see it from afar and low enough.
 *
 * A cell lists the vias that any of its pixels may use, in their order, each with flags, and with
 * what holds in each quarter of the cell: lists as long as of whole cells tell as much as of
 * quarters. */
#ifndef FOOTRACE_ALGORITHMS_HUBS_VIA_LABELS_H
#define FOOTRACE_ALGORITHMS_HUBS_VIA_LABELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "algorithms/saved.h"
#include "algorithms/visibility/graph.h"

#define VIA_NEAR 16 /* pixels, either way */

/* What a cell says of a via that it lists: whether any of its pixels may use it, to go on in each
 * way. */
enum via_flag {
    VIA_SOME_CORE = 1,
    VIA_SOME_UPWARD = 2,
    VIA_SOME_TURN = 4,
    VIA_SOME_NEAR = 8, /* some lie near it */
    VIA_QUARTERS = 4,  /* where the bits of the quarters begin, two for each */
    VIA_FLAG_BITS = 12
};

/* And of each of its quarters. */
enum via_sight {
    VIA_HIDDEN, /* no pixel that may use it sees the corner */
    VIA_UNSURE,
    VIA_SEEN, /* all pixels that may use it see the corner */
    VIA_SURE  /* and all may use it, to go on by an edge of the core */
};

/* What a path may go on by. */
enum via_kind { VIA_CORE, VIA_UPWARD, VIA_TURN, VIA_KINDS };

/* Where points lie that may use a via: in the quadrant with these signs, and on the positive side
 * of a line for each kind. */
struct via_label {
    uint16_t x, y;                   /* the corner, half pixels */
    int16_t right, down;             /* +1 or -1: of the point, as seen from the corner */
    struct fr_point side[VIA_KINDS]; /* the line's normal: their product is not negative */
};

struct via_labels {
    const struct fr_allocator *allocator;
    struct via_label *items; /* by side */
    uint32_t side_count;
    int cell_shift; /* cells measure 2^cell_shift pixels */
    int32_t columns, rows;
    uint32_t entry_count;
    uint32_t *first;   /* by cell, and the end */
    uint32_t *entries; /* the via << VIA_FLAG_BITS, quarters, and flags */
    /* By side: the lowest direction along the wall in which a pixel sees the corner, as a point
     * from it in half pixels; x = 0 where none does. For upward_edges_create, until via_labels_finish. */
    struct fr_point *lowest;
};

/* FR_OK or FR_NO_MEMORY; either way the caller releases it. The graph is borrowed for the call. */
FR_MUST_USE enum fr_status via_labels_create(struct via_labels *vias, const struct fr_map *map,
                                             const struct graph *graph, int cell_shift,
                                             const struct fr_allocator *allocator);

/* Gives back what only upward_edges_create reads. */
void via_labels_finish(struct via_labels *vias);

/* Appends finished vias. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status via_labels_save(const struct via_labels *vias, struct fr_bytes *bytes);

/* Reads finished vias. FR_OK, FR_NO_MEMORY or FR_BAD_INPUT; either way the caller releases them. */
FR_MUST_USE enum fr_status via_labels_load(struct via_labels *vias,
                                           const struct fr_allocator *allocator,
                                           struct fr_saved *saved);

/* How many a cell lists at most; at least 1. */
size_t via_labels_longest(const struct via_labels *vias);

/* The cell of a pixel. */
static inline uint32_t via_labels_cell(const struct via_labels *vias, struct fr_pixel pixel)
{
    return (uint32_t)((pixel.y >> vias->cell_shift) * vias->columns +
                      (pixel.x >> vias->cell_shift));
}

/* At which bit a pixel's quarter of its cell begins. */
static inline int via_labels_quarter(const struct via_labels *vias, struct fr_pixel pixel)
{
    const int half = vias->cell_shift - 1;
    return VIA_QUARTERS + 4 * (pixel.y >> half & 1) + 2 * (pixel.x >> half & 1);
}

/* What a quarter says of a listed via. */
static inline enum via_sight via_sight(uint32_t listed, int quarter)
{
    return (enum via_sight)(listed >> quarter & 3);
}

/* Whether a point at this offset from the corner may use a via and go on in this way. */
static inline bool via_leads(const struct via_label *via, enum via_kind kind,
                             struct fr_point offset)
{
    return (int64_t)via->side[kind].x * offset.x + (int64_t)via->side[kind].y * offset.y >= 0;
}

/* Whether it lies in the quadrant from which the corner is bent around. */
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
