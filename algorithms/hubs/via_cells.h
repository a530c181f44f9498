/* Finds the cells whose pixels may use a via (via_labels.h), from the pixels that its corner sees.
 *
 * Pixels are added row by row of the frame (shadow_cast.h), away from the corner, and counted by
 * quarter of a cell; after the last row of a cell, neighbouring cells with the same flags for the
 * via are listed as one incidence. So only one row of cells is collected at a time, and lists are
 * short. */
#ifndef FOOTRACE_ALGORITHMS_HUBS_VIA_CELLS_H
#define FOOTRACE_ALGORITHMS_HUBS_VIA_CELLS_H

#include "algorithms/visibility/shadow_cast.h"

#define VIA_NEAR 16 /* pixels along each axis */

/* Flags of a listed via: whether any pixel of the cell may use it, to continue in each way. */
enum via_flag {
    VIA_SOME_CORE = 1,
    VIA_SOME_UPWARD = 2,
    VIA_SOME_TURN = 4,
    VIA_SOME_NEAR = 8, /* some pixels are near the corner */
    VIA_QUARTERS = 4,  /* where the bits of the quarters begin, two for each */
    VIA_FLAG_BITS = 12
};

/* What a cell stores about a via label, for each quarter of the cell. */
enum via_sight {
    VIA_HIDDEN, /* no pixel that may use the via sees its corner */
    VIA_UNSURE,
    VIA_SEEN, /* all pixels that may use the via see its corner */
    VIA_SURE  /* like VIA_SEEN, and paths from the pixels may continue by a core edge */
};

/* How a path continues after a via corner. */
enum via_kind { VIA_CORE, VIA_UPWARD, VIA_TURN, VIA_KINDS };

/* Cells of one row of the frame with equal flags. */
struct via_incidence {
    uint32_t cell; /* the first; the next one is via_cells_stride further */
    uint16_t count;
    uint16_t flags; /* with the bits of the quarters */
};

struct via_block;

/* Pixels of a row of the frame that see the corner. */
struct via_pixels {
    int32_t row, first, last;
    bool sure; /* as in shadow_see */
};

struct via_cells {
    const struct fr_allocator *allocator;
    int32_t columns, rows; /* of the map's cells */
    int shift;             /* quarters have sides of 2^shift pixels */
    /* Incidences, in blocks, so that growing copies nothing. */
    struct via_block **blocks;
    size_t block_count, block_capacity;
    size_t incidence_count;
    uint32_t cell_count; /* of all incidences */
    /* Of the via whose cells are collected: */
    struct shadow_frame frame;
    struct shadow_ray limits[VIA_KINDS]; /* of the rays that continue in each way */
    struct shadow_ray limit;             /* the highest limit */
    /* The view's current row of quarters. By quarter: the number of pixels in sight, 0 outside
     * begin to end; if unknown, a number too large for a quarter. */
    int32_t band, begin, end;
    uint16_t *seen;
    /* By cell of the current row of cells: its flags; 0 outside cell_begin to cell_end. */
    int32_t cell_begin, cell_end;
    uint16_t *flags;
};

/* Cells have sides of 2^cell_shift pixels. FR_OK or FR_NO_MEMORY; in both cases the caller releases
 * the cells. */
FR_MUST_USE enum fr_status via_cells_init(struct via_cells *cells, int32_t columns, int32_t rows,
                                          int cell_shift, const struct fr_allocator *allocator);

/* Begins a via. For each via_kind, pixels on rays no steeper than its limit may use the via. */
void via_cells_begin(struct via_cells *cells, const struct shadow_frame *frame,
                     const struct shadow_ray limits[VIA_KINDS]);

/* Adds pixels, each once, in ascending rows. False if out of memory. */
FR_MUST_USE bool via_cells_add(struct via_cells *cells, const struct via_pixels *pixels);

/* Ends a via: its incidences are complete. False if out of memory. */
FR_MUST_USE bool via_cells_end(struct via_cells *cells);

const struct via_incidence *via_cells_at(const struct via_cells *cells, size_t incidence);

/* The distance from a cell of an incidence to the next, for a via with that frame. */
int64_t via_cells_stride(const struct via_cells *cells, const struct shadow_frame *frame);

/* Accepts an all-zero struct. */
void via_cells_release(struct via_cells *cells);

#endif
