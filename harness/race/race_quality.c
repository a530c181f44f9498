/* A second, untimed sandbox answers the way back, so that it cannot change what a back end keeps
 * between timed clicks, in its state or in caches. It is opened on the map as it is and closed by
 * every event. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "harness/judge/clearance.h"
#include "harness/judge/hausdorff.h"
#include "harness/judge/taut_length.h"
#include "harness/race/race_state.h"

void fr_race_forget_ground(struct fr_race *race)
{
    fr_clear_ground_release(race->clear_ground);
    race->clear_ground = NULL;
    for (int i = 0; i < race->entrant_count; i++)
        fr_sandbox_close(&race->entrants[i].back);
}

/* Asks once; if the sandbox is killed from outside, the caller asks again. */
static void ask_back_once(struct fr_race *race, struct fr_entrant *entrant, struct fr_point start,
                          struct fr_point goal, struct fr_reply *reply)
{
    reply->fate = FR_FATE_ANSWERED;
    if (!fr_sandbox_is_open(&entrant->back))
        fr_sandbox_open(&entrant->back, entrant->racer, race->map, reply);
    if (reply->fate == FR_FATE_ANSWERED)
        fr_sandbox_click(&entrant->back, FR_STEADY, goal, start, reply, &race->path_back);
}

/* Whether a second call gives another answer; a failed call does not count. */
static bool contradicts_itself(struct fr_entrant *entrant, struct fr_point start,
                               struct fr_point goal, const struct fr_reply *first)
{
    struct fr_reply second;
    fr_sandbox_click(&entrant->back, FR_STEADY, goal, start, &second, NULL);
    return second.fate == FR_FATE_ANSWERED && second.answer.hash != first->answer.hash;
}

/* The outcome of the way back, and its length. */
static const char *ask_back(struct fr_race *race, struct fr_entrant *entrant, struct fr_point start,
                            struct fr_point goal, double *length, char *reason, size_t size)
{
    struct fr_reply reply;
    struct fr_judgement judgement;
    ask_back_once(race, entrant, start, goal, &reply);
    if (reply.fate == FR_FATE_LOST)
        ask_back_once(race, entrant, start, goal, &reply);
    fr_race_poll_reply(race, &reply);
    snprintf(reason, size, "%s", reply.reason);
    if (reply.fate != FR_FATE_ANSWERED)
        return fr_outcome_name(&reply);
    fr_race_judge(race, entrant, goal, start, &reply, &race->path_back, &judgement);
    if (contradicts_itself(entrant, start, goal, &reply)) {
        snprintf(reason, size, "answers differ between calls");
        return fr_verdict_name(FR_VERDICT_NONDETERMINISTIC);
    }
    snprintf(reason, size, "%s", judgement.reason);
    *length = judgement.length;
    return judgement.verdict == FR_VERDICT_NONE ? fr_outcome_name(&reply)
                                                : fr_verdict_name(judgement.verdict);
}

static enum fr_status measure_way_back(struct fr_race *race, struct fr_entrant *entrant,
                                       size_t click, struct fr_path_quality *quality)
{
    const struct fr_resolved_click *resolved = &race->course->resolved[click];
    char reason[160];
    double length = (double)NAN;
    quality->outcome_back =
        ask_back(race, entrant, resolved->from, resolved->to, &length, reason, sizeof reason);
    if (!fr_path_quality_fails(quality)) {
        quality->length_back = length;
        return fr_hausdorff_distance(&race->path, &race->path_back, race->settings->allocator,
                                     &quality->apart_back);
    }
    if (!entrant->racer->traits.expected_faults)
        fr_progress_note(race->progress, "footrace: run: %s, click %zu: %s on the way back: %s%s%s",
                         race->course->name, click, entrant->racer->algo, quality->outcome_back,
                         *reason ? ": " : "", reason);
    return FR_OK;
}

enum fr_status fr_race_measure_quality(struct fr_race *race, struct fr_entrant *entrant,
                                       size_t click, const struct fr_judgement *judgement,
                                       struct fr_path_quality *quality)
{
    const struct fr_allocator *allocator = race->settings->allocator;
    const double none = (double)NAN;
    enum fr_status status = FR_OK;
    *quality = (struct fr_path_quality){none, none, none, NULL, none, none};
    if (race->map->wall_count == 0 && !race->clear_ground)
        status = fr_clear_ground_create(race->map, allocator, &race->clear_ground);
    if (status == FR_OK && race->clear_ground) {
        const struct fr_clearance clearance = fr_clearance_along(race->clear_ground, &race->path);
        quality->clearance_min = clearance.least;
        quality->clearance_mean = clearance.mean;
    }
    if (status == FR_OK && judgement->any_angle && judgement->valid_any_angle)
        status = fr_taut_length(race->map, &race->path, allocator, &quality->taut);
    return status == FR_OK ? measure_way_back(race, entrant, click, quality) : status;
}
