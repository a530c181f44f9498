/* The next gate between any two boxes of a cover: an itinerary matrix. */
#ifndef FOOTRACE_ALGORITHMS_REGIONS_BOX_MATRIX_H
#define FOOTRACE_ALGORITHMS_REGIONS_BOX_MATRIX_H

#include "algorithms/regions/box_cover.h"

#define BOX_MATRIX_NONE UINT16_MAX

struct box_matrix {
    const struct fr_allocator *allocator;
    const struct box_cover *cover; /* borrowed */
    uint16_t *next; /* by goal, then by box: a gate among the box's, or BOX_MATRIX_NONE */
    size_t count;   /* boxes */
};

/* By the lengths of ways, or else by how many boxes they pass. FR_OK; FR_NO_MEMORY; or, before any
 * of it is taken, FR_UNSUPPORTED where it would take more than most_bytes or has too many boxes for
 * its elements. Either way the caller releases it. */
FR_MUST_USE enum fr_status box_matrix_create(struct box_matrix *matrix,
                                             const struct box_cover *cover, bool by_length,
                                             uint64_t most_bytes,
                                             const struct fr_allocator *allocator);

/* The gate of a box that leads on to another one; NULL where nothing does. */
static inline const struct box_gate *box_matrix_next(const struct box_matrix *matrix, uint32_t from,
                                                     uint32_t to)
{
    const uint16_t next = matrix->next[(size_t)to * matrix->count + from];
    return next == BOX_MATRIX_NONE ? NULL
                                   : &matrix->cover->gates[matrix->cover->first_gate[from] + next];
}

void box_matrix_release(struct box_matrix *matrix);

#endif
