/* Long computations in slices of a given amount of work.
 *
 * Work is counted, never timed, so that the same amounts give the same slices on every machine. A
 * unit of work takes about ten nanoseconds on a desktop computer of the early 2020s. A computation
 * has stages, most of which are loops that pause before an item when the amount is used up. */
#ifndef FOOTRACE_MAPS_WORK_H
#define FOOTRACE_MAPS_WORK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "maps/status.h"

struct fr_work {
    int64_t left; /* units; a step that was begun is finished, so this may end below 0 */
    bool paused;  /* out: there is more to do */
};

/* Enough for any computation, without a pause. */
#define FR_ALL_WORK ((struct fr_work){INT64_MAX, false})

/* Whether to pause because the amount is used up. */
static inline bool fr_work_pauses(struct fr_work *work)
{
    return work->paused = work->left <= 0;
}

/* A part of a computation, called again while it pauses. FR_OK, or the status with which the
 * computation failed. */
typedef enum fr_status fr_stage(void *context, struct fr_work *work);

/* How far a computation has got. */
struct fr_work_progress {
    size_t stage;
    size_t item; /* of the stage's loop; 0 when the stage begins */
};

/* Continues a computation whose stages end with NULL. FR_OK if the computation paused or is done;
 * or the status of the stage that failed, after which the computation can only be released. */
FR_MUST_USE enum fr_status fr_stages_run(fr_stage *const *stages, void *context,
                                         struct fr_work_progress *progress, struct fr_work *work);

#endif
