#include "maps/work.h"

enum fr_status fr_stages_run(fr_stage *const *stages, void *context,
                             struct fr_work_progress *progress, struct fr_work *work)
{
    while (stages[progress->stage]) {
        if (fr_work_pauses(work))
            return FR_OK;
        const enum fr_status status = stages[progress->stage](context, work);
        if (status != FR_OK || work->paused)
            return status;
        progress->stage++;
        progress->item = 0;
    }
    work->paused = false;
    return FR_OK;
}
