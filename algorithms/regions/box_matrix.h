/* The next gate between any two boxes of a cover: a whole matrix, or a single column that a search
 * fills for each click. Columns that a change of the cover may have altered are filled again when
 * needed. */
#ifndef FOOTRACE_ALGORITHMS_REGIONS_BOX_MATRIX_H
#define FOOTRACE_ALGORITHMS_REGIONS_BOX_MATRIX_H

#include "algorithms/regions/box_cover.h"
#include "algorithms/steps/search_heap.h"

#define BOX_MATRIX_NONE UINT16_MAX

/* State of a box in a shortest-path tree: its distance to the goal, and the point where the path to
 * the goal leaves the box. */
struct box_label {
    double length; /* half pixels */
    double x, y;   /* half pixels */
};

struct box_matrix {
    const struct fr_allocator *allocator;
    const struct box_cover *cover; /* borrowed */
    size_t most;                   /* elements of a whole matrix; 0: keep one column */
    uint16_t *next; /* by goal, then by box: index of a gate of the box, or BOX_MATRIX_NONE */
    size_t room;    /* elements */
    size_t count;   /* number of boxes */
    /* For filling columns; NULL once all columns are filled: */
    bool *grown;              /* by goal: its column is complete */
    struct box_label *labels; /* by box, for the goal of the tree being grown */
    size_t *back;             /* by gate: its index among those of the box on the other side */
    size_t gate_count;
    struct search_heap open;
};

/* Builds the matrix; if most_bytes is 0, only what box_matrix_search needs. FR_OK; FR_NO_MEMORY; or
 * FR_UNSUPPORTED, before allocating, if the matrix would take more than most_bytes or has too many
 * boxes for its elements. In all cases the caller releases the matrix. */
FR_MUST_USE enum fr_status box_matrix_create(struct box_matrix *matrix,
                                             const struct box_cover *cover, uint64_t most_bytes,
                                             const struct fr_allocator *allocator);

/* Marks all columns as outdated, for a new cover. Statuses as in box_matrix_create. */
FR_MUST_USE enum fr_status box_matrix_renew(struct box_matrix *matrix);

/* Fills the column of box `to`, at least up to box `from`, unless it is complete; call this before
 * box_matrix_next. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status box_matrix_search(struct box_matrix *matrix, uint32_t from, uint32_t to);

/* The column of a goal. */
static inline uint16_t *box_matrix_column(const struct box_matrix *matrix, uint32_t goal)
{
    return matrix->next + (matrix->most > 0 ? goal * matrix->count : 0);
}

/* The gate of a box that leads toward another box; NULL if no path leads there. */
static inline const struct box_gate *box_matrix_next(const struct box_matrix *matrix, uint32_t from,
                                                     uint32_t to)
{
    const uint16_t next = box_matrix_column(matrix, to)[from];
    return next == BOX_MATRIX_NONE ? NULL
                                   : &matrix->cover->gates[matrix->cover->first_gate[from] + next];
}

void box_matrix_release(struct box_matrix *matrix);

#endif
