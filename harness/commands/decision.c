#include "harness/commands/decision.h"

#include <stdlib.h>

#include "harness/commands/evidence_reader.h"

enum fr_status fr_decision_create(const char *const *files, int count,
                                  const struct fr_pathfinder *const *pathfinders,
                                  const struct fr_situation *situation,
                                  struct fr_decision **decision, struct fr_error *error)
{
    struct fr_decision *made = malloc(sizeof *made);
    if (!made)
        return fr_fail(error, FR_NO_MEMORY, "no memory for the answer");
    made->situation = *situation;
    enum fr_status status = fr_evidence_read(files, count, pathfinders, &made->evidence, error);
    if (status == FR_OK)
        status = fr_answer_decide(&made->evidence, &made->situation, &made->answer, error);
    if (status == FR_OK)
        *decision = made;
    else
        fr_decision_release(made);
    return status;
}

void fr_decision_release(struct fr_decision *decision)
{
    if (!decision)
        return;
    fr_evidence_release(&decision->evidence);
    free(decision);
}
