#include "harness/commands/decision.h"

#include <stdlib.h>

#include "harness/answer/evidence.h"
#include "harness/results/results.h"

static void release_races(struct fr_race_rows *races, int count)
{
    for (int i = 0; races && i < count; i++)
        fr_race_rows_release(&races[i]);
    free(races);
}

enum fr_status fr_decision_of(const struct fr_race_rows *races, int count,
                              const struct fr_pathfinder *const *pathfinders,
                              const struct fr_situation *situation, struct fr_decision **decision,
                              struct fr_error *error)
{
    struct fr_decision *made = malloc(sizeof *made);
    if (!made)
        return fr_fail(error, FR_NO_MEMORY, "not enough memory for the answer");
    made->answer = (struct fr_final_answer){.chosen = -1};
    made->situation = *situation;
    made->races = NULL;
    enum fr_status status = fr_evidence_gather(races, count, pathfinders, &made->evidence, error);
    if (status == FR_OK)
        status = fr_answer_decide(&made->evidence, &made->situation, &made->answer, error);
    if (status == FR_OK)
        *decision = made;
    else
        fr_decision_release(made);
    return status;
}

enum fr_status fr_decision_create(const char *const *files, int count,
                                  const struct fr_pathfinder *const *pathfinders,
                                  const struct fr_situation *situation,
                                  struct fr_decision **decision, struct fr_error *error)
{
    struct fr_race_rows *races = calloc((size_t)count + 1, sizeof *races);
    enum fr_status status =
        races ? FR_OK : fr_fail(error, FR_NO_MEMORY, "not enough memory for races");
    for (int i = 0; i < count && status == FR_OK; i++)
        status = fr_results_load(files[i], &races[i], error);
    if (status == FR_OK)
        status = fr_decision_of(races, count, pathfinders, situation, decision, error);
    if (status != FR_OK)
        release_races(races, count);
    else {
        (*decision)->races = races;
        (*decision)->count = count;
    }
    return status;
}

void fr_decision_release(struct fr_decision *decision)
{
    if (!decision)
        return;
    fr_answer_release(&decision->answer);
    fr_evidence_release(&decision->evidence);
    release_races(decision->races, decision->count);
    free(decision);
}
