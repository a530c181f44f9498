#include "harness/answer/evidence.h"

#include <stdlib.h>
#include <string.h>

#include "maps/allocator.h"

const struct fr_evidence_cost *fr_evidence_cost_of(const struct fr_evidence *evidence, int course,
                                                   int racer)
{
    return &evidence->costs[course * evidence->racers.count + racer];
}

void fr_evidence_release(struct fr_evidence *evidence)
{
    for (size_t i = 0; i < evidence->course_count; i++) {
        free(evidence->courses[i].map);
        free(evidence->courses[i].file);
        free(evidence->courses[i].reading);
        free(evidence->courses[i].clicks);
    }
    fr_deallocate(&fr_default_allocator, evidence->courses, evidence->course_capacity,
                  sizeof *evidence->courses);
    free(evidence->costs);
    free(evidence->prepare_ns);
    fr_standings_release(&evidence->standings);
    memset(evidence, 0, sizeof *evidence);
}
