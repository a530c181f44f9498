#include "harness/race/race_quality.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "harness/judge/clearance.h"
#include "harness/judge/hausdorff.h"
#include "harness/judge/taut_length.h"
#include "harness/race/race_racer.h"

void fr_race_forget_ground(struct fr_race *race)
{
    fr_clearance_map_release(race->clear_ground);
    race->clear_ground = NULL;
    for (int i = 0; i < race->racer_count; i++)
        fr_sandbox_close(&race->racers[i].back);
}

/* Whether a second query returns a different answer; a failed query does not count. */
static bool contradicts_itself(struct fr_race *race, struct fr_race_racer *racer, size_t click,
                               const struct fr_reply *first)
{
    struct fr_reply second;
    fr_race_query_back(race, racer, click, &second, NULL);
    return second.status == FR_REPLY_ANSWERED && second.answer.hash != first->answer.hash;
}

/* The outcome of the query from goal to start, and its length. */
static const char *ask_back(struct fr_race *race, struct fr_race_racer *racer, size_t click,
                            double *length, char *reason, size_t size)
{
    const struct fr_question there = fr_race_question(race, click);
    struct fr_reply reply;
    struct fr_judgement judgement;
    fr_race_query_back(race, racer, click, &reply, &race->path_back);
    snprintf(reason, size, "%s", reply.reason);
    if (reply.status != FR_REPLY_ANSWERED)
        return fr_outcome_name(&reply);
    fr_validator_judge(race->validator, racer->spec->traits.movement, there.goal, there.start,
                       reply.answer.outcome, &race->path_back, &judgement);
    if (contradicts_itself(race, racer, click, &reply)) {
        snprintf(reason, size, "answers differ between calls");
        return fr_verdict_name(FR_VERDICT_NONDETERMINISTIC);
    }
    snprintf(reason, size, "%s", judgement.reason);
    *length = judgement.length;
    return judgement.verdict == FR_VERDICT_NONE ? fr_outcome_name(&reply)
                                                : fr_verdict_name(judgement.verdict);
}

static enum fr_status measure_way_back(struct fr_race *race, struct fr_race_racer *racer,
                                       size_t click, struct fr_path_quality *quality)
{
    char reason[256];
    double length = (double)NAN;
    quality->outcome_back = ask_back(race, racer, click, &length, reason, sizeof reason);
    if (!fr_path_quality_fails(quality)) {
        quality->length_back = length;
        return fr_hausdorff_distance(&race->path, &race->path_back, race->settings->allocator,
                                     &quality->apart_back);
    }
    if (!racer->spec->traits.expected_faults)
        fr_progress_note(race->progress, "footrace: run: %s, click %zu: %s on the way back: %s%s%s",
                         race->course->name, click, racer->spec->algo, quality->outcome_back,
                         *reason ? ": " : "", reason);
    return FR_OK;
}

enum fr_status fr_race_measure_quality(struct fr_race *race, struct fr_race_racer *racer,
                                       size_t click, const struct fr_judgement *judgement,
                                       struct fr_path_quality *quality)
{
    const struct fr_allocator *allocator = race->settings->allocator;
    const double none = (double)NAN;
    enum fr_status status = FR_OK;
    *quality = (struct fr_path_quality){none, none, none, NULL, none, none};
    if (race->map->wall_count == 0 && !race->clear_ground)
        status = fr_clearance_map_create(race->map, allocator, &race->clear_ground);
    if (status == FR_OK && race->clear_ground) {
        const struct fr_clearance clearance = fr_clearance_along(race->clear_ground, &race->path);
        quality->clearance_min = clearance.least;
        quality->clearance_mean = clearance.mean;
    }
    if (status == FR_OK && judgement->any_angle && judgement->valid_any_angle)
        status = fr_taut_length(race->map, &race->path, allocator, &quality->taut);
    return status == FR_OK ? measure_way_back(race, racer, click, quality) : status;
}
