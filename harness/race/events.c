#include "harness/race/events.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "algorithms/steps/rest_of_path.h"
#include "harness/race/race_looks.h"
#include "harness/race/race_racer.h"

static const struct fr_update_row *recorded(const struct fr_race *race,
                                            const struct fr_race_racer *racer, size_t last)
{
    return fr_record_row(race->settings->record, FR_ROW_UPDATE, race->course, racer->spec, last,
                         race->round);
}

static bool is_late(const char *outcome, const struct fr_race *race)
{
    return strcmp(outcome, "timeout") == 0 && race->settings->rules->change_s > 0;
}

static void leave_late(struct fr_race *race, struct fr_race_racer *racer)
{
    char why[64];
    snprintf(why, sizeof why, "an update took longer than %g s", race->settings->rules->change_s);
    fr_race_give_up(race, racer, why);
}

/* Opens the sandboxes in which a change is measured, on the map before the change. A racer that
 * exceeded the update limit before the race was interrupted has left the map. */
static void reopen_all(struct fr_race *race, size_t last)
{
    for (int i = 0; i < race->racer_count && !fr_race_is_stopped(race); i++) {
        struct fr_race_racer *racer = &race->racers[i];
        const struct fr_update_row *row = recorded(race, racer, last);
        struct fr_reply reply;
        if (row && !racer->given_up && is_late(row->outcome, race))
            leave_late(race, racer);
        else if (!row && racer->asleep && !racer->given_up)
            fr_race_open(race, racer, &reply);
    }
}

/* For a change of another shard: closes open sandboxes, which are opened again after the change. */
static void close_all(struct fr_race *race)
{
    for (int i = 0; i < race->racer_count; i++) {
        fr_race_close(&race->racers[i], true);
    }
}

/* Whether a path has waypoints, all of them in the map: the judge may have refused the path. */
static bool lies_in(const struct fr_map *map, const struct fr_path *path)
{
    for (size_t i = 0; i < path->count; i++)
        if (path->points[i].x < 0 || path->points[i].x > 2 * map->width || path->points[i].y < 0 ||
            path->points[i].y > 2 * map->height)
            return false;
    return path->count > 0;
}

/* Whether the second half of a racer's path for the click before a change is still in free space
 * after the change; -1: there is no such path, or it follows other rules. Unless the click failed,
 * it is queried again, as another shard may have queried it. */
static int survives(struct fr_race *race, struct fr_race_racer *racer, size_t first)
{
    const enum fr_movement movement = racer->spec->traits.movement;
    const size_t click = first - 1;
    struct fr_reply reply, prepared;
    if (first == 0 || !race->course->resolved[click].answerable || racer->queries[click].failed ||
        race->map->wall_count > 0 || movement == FR_POLYGON || movement == FR_BEELINE ||
        movement == FR_GRID8_CUT)
        return -1;
    fr_race_query(race, racer, FR_STEADY, click, &reply, &race->path);
    if (!fr_sandbox_is_open(&racer->sandbox))
        fr_race_open(race, racer, &prepared);
    if (reply.status != FR_REPLY_ANSWERED || reply.answer.outcome != FR_FOUND ||
        !lies_in(race->map, &race->path))
        return -1;
    return fr_rest_in_free_space(race->map, &race->path, fr_path_length(&race->path) / 2);
}

/* Times a racer's update: one row, at the last event of the change. A racer whose update takes too
 * long leaves the map. */
static void update(struct fr_race *race, struct fr_race_racer *racer, size_t first, size_t count)
{
    const struct fr_click *events = &race->course->set.clicks[first];
    const size_t last = first + count - 1;
    struct fr_reply reply;
    if (racer->given_up || !fr_sandbox_is_open(&racer->sandbox) || !fr_race_admits(race, racer))
        return;
    const int holds = survives(race, racer, first);
    if (!fr_sandbox_is_open(&racer->sandbox))
        return;
    fr_sandbox_change(&racer->sandbox, events, (int)count, &reply);
    if (reply.status == FR_REPLY_ANSWERED)
        race->rows->inside_ns += reply.ns;
    const bool late = is_late(fr_outcome_name(&reply), race);
    if (reply.status == FR_REPLY_LOST) {
        fr_race_open(race, racer, &reply);
        reply.ns = (double)NAN; /* not an update */
    }
    fr_race_poll(race);
    if (fr_race_is_stopped(race))
        return;
    if (!recorded(race, racer, last))
        fr_rows_update(race->rows, race->course, racer->spec, last, count, race->round, &reply,
                       holds);
    /* An update's row does not say why the update failed. */
    if (reply.status != FR_REPLY_ANSWERED)
        fr_progress_note(race->progress, "%s, entry %zu of %s: update %s", racer->spec->algo, last,
                         race->course->clicks, reply.reason);
    if (late)
        leave_late(race, racer);
    fr_standing_updated(racer->standing, last, &reply, holds);
}

enum fr_status fr_race_run_change(struct fr_race *race, size_t first, size_t count, bool measured)
{
    const struct fr_click *events = &race->course->set.clicks[first];
    const size_t last = first + count - 1;
    enum fr_status status = FR_OK;
    int order[FR_MAX_RACERS];
    if (measured)
        reopen_all(race, last);
    else
        close_all(race);
    fr_race_forget_margin(race);
    for (size_t i = 0; i < count && status == FR_OK; i++) {
        struct fr_rect changed;
        status = fr_click_apply(&events[i], race->map, &changed);
        if (status == FR_OK)
            status = fr_validator_refresh(race->validator, race->map, changed);
    }
    fr_race_shuffle(race, last, order);
    for (int i = 0; i < race->racer_count && status == FR_OK && fr_race_goes_on(race); i++)
        update(race, &race->racers[order[i]], first, count);
    return status;
}
