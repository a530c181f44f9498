/* The next gate between any two boxes of a cover: an itinerary matrix. */
#ifndef FOOTRACE_ALGORITHMS_REGIONS_BOX_MATRIX_H
#define FOOTRACE_ALGORITHMS_REGIONS_BOX_MATRIX_H

#include "algorithms/regions/box_cover.h"

#define BOX_MATRIX_NONE UINT16_MAX

struct box_matrix {
    const struct fr_allocator *allocator;
    const struct box_cover *cover; /* borrowed */
    uint16_t *next; /* by goal, then by box: index of a gate of the box, or BOX_MATRIX_NONE */
    size_t count;   /* number of boxes */
};

/* Builds the matrix by path length, or else by the number of boxes passed. FR_OK; FR_NO_MEMORY; or
 * FR_UNSUPPORTED, before allocating, if it would take more than most_bytes or has too many boxes
 * for its elements. In all cases the caller releases it. */
FR_MUST_USE enum fr_status box_matrix_create(struct box_matrix *matrix,
                                             const struct box_cover *cover, bool by_length,
                                             uint64_t most_bytes,
                                             const struct fr_allocator *allocator);

/* The gate of a box that leads toward another one; NULL if no path does. */
static inline const struct box_gate *box_matrix_next(const struct box_matrix *matrix, uint32_t from,
                                                     uint32_t to)
{
    const uint16_t next = matrix->next[(size_t)to * matrix->count + from];
    return next == BOX_MATRIX_NONE ? NULL
                                   : &matrix->cover->gates[matrix->cover->first_gate[from] + next];
}

void box_matrix_release(struct box_matrix *matrix);

#endif
