/* The map of decisions: which racer leads for each acceptable load time and slow query.
 *
 * Both axes are thresholds (docs/deciding.md) on a logarithmic scale; the rest of the situation is
 * unchanged. The map is a list of rows, each at one threshold for slow queries, from low to high.
 * Within a row the borders between racers are exact. Between two neighbouring rows that name the
 * same racers in the same order, borders are straight lines on the logarithmic scale; rows that
 * name different racers are so close that nothing fits between them. */
#ifndef FOOTRACE_HARNESS_ANSWER_REGIONS_H
#define FOOTRACE_HARNESS_ANSWER_REGIONS_H

#include "harness/answer/answer.h"

struct fr_region_piece {
    double until; /* the load threshold at which the racer ceases to lead, or the end of the axis */
    int leads;
};

struct fr_region_row {
    double slow;
    int first, count; /* regions, by load threshold */
};

struct fr_regions {
    double load[2], slow[2]; /* ends of the axes, in nanoseconds */
    struct fr_region_row *rows;
    struct fr_region_piece *regions;
    int row_count, region_count;
    size_t row_room, region_room;
};

/* FR_OK and a map that the caller releases, without rows if nothing can be shipped; or
 * FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_regions_create(const struct fr_final_answer *answer,
                                             const struct fr_situation *situation,
                                             struct fr_regions *regions);

void fr_regions_release(struct fr_regions *regions);

#endif
