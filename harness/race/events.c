#include "harness/race/events.h"

#include <math.h>

#include "harness/race/race_quality.h"
#include "harness/race/race_racer.h"

/* Opens the sandboxes in which an event is measured, on the map before it. */
static void reopen_all(struct fr_race *race, size_t event)
{
    for (int i = 0; i < race->racer_count && !fr_race_is_stopped(race); i++) {
        struct fr_race_racer *racer = &race->racers[i];
        struct fr_reply reply;
        if (racer->asleep && !fr_record_has_update(race->settings->record, race->course,
                                                   racer->spec, event, race->round))
            fr_race_open(race, racer, &reply);
    }
}

/* For an event of another shard: closes open sandboxes, which are opened again after it. */
static void close_all(struct fr_race *race)
{
    for (int i = 0; i < race->racer_count; i++) {
        fr_race_close(&race->racers[i], true);
    }
}

static void update(struct fr_race *race, struct fr_race_racer *racer, size_t event)
{
    struct fr_reply reply;
    if (!fr_sandbox_is_open(&racer->sandbox) || !fr_race_admits(race, racer))
        return;
    fr_sandbox_event(&racer->sandbox, &race->course->set.clicks[event], &reply);
    if (reply.status == FR_REPLY_ANSWERED)
        race->rows->inside_ns += reply.ns;
    if (reply.status == FR_REPLY_LOST) {
        fr_race_open(race, racer, &reply);
        reply.ns = (double)NAN; /* not an update */
    }
    fr_race_poll(race);
    if (!fr_race_is_stopped(race) && !fr_record_has_update(race->settings->record, race->course,
                                                           racer->spec, event, race->round))
        fr_rows_update(race->rows, race->course, racer->spec, event, race->round, &reply);
    /* The row has no key for a reason. */
    if (!fr_race_is_stopped(race) && reply.status != FR_REPLY_ANSWERED)
        fr_progress_note(race->progress, "%s, entry %zu of %s: update %s", racer->spec->algo, event,
                         race->course->clicks, reply.reason);
    fr_standing_updated(racer->standing, event, &reply);
}

enum fr_status fr_race_run_event(struct fr_race *race, size_t event, bool measured)
{
    int order[FR_MAX_RACERS];
    struct fr_rect changed;
    if (measured)
        reopen_all(race, event);
    else
        close_all(race);
    enum fr_status status = fr_click_apply(&race->course->set.clicks[event], race->map, &changed);
    if (status != FR_OK)
        return status;
    fr_race_forget_ground(race);
    status = fr_validator_refresh(race->validator, race->map, changed);
    fr_race_shuffle(race, event, order);
    for (int i = 0; i < race->racer_count && status == FR_OK && fr_race_goes_on(race); i++)
        update(race, &race->racers[order[i]], event);
    return status;
}
