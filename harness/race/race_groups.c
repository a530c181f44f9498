#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "harness/race/race_state.h"
#include "maps/random.h"

#define MEBIBYTE (INT64_C(1) << 20)

void fr_race_stop(struct fr_race *race, const char *why)
{
    if (!fr_race_is_stopped(race))
        snprintf(race->stopped, race->stopped_size, "%s", why);
}

void fr_race_look_around(struct fr_race *race)
{
    if (*race->settings->rules->stop)
        fr_race_stop(race, *race->settings->rules->stop == SIGINT ? "interrupted" : "terminated");
    else if (race->rows->error)
        fr_race_stop(race, strerror(race->rows->error));
}

void fr_race_shuffle(const struct fr_race *race, size_t entry, int *order)
{
    struct fr_random random = {race->settings->seed ^ (entry + 1) * 0x9E3779B97F4A7C15u};
    for (int i = 0; i < race->lane_count; i++)
        order[i] = i;
    for (int i = race->lane_count - 1; i > 0; i--) {
        const int j = (int)fr_random_below(&random, (uint32_t)i + 1);
        const int swapped = order[i];
        order[i] = order[j];
        order[j] = swapped;
    }
}

/* Whether a lane may meet edge walls: no back end does on cells of several pixels. */
static bool takes_walls(const struct fr_lane *lane)
{
    return lane->racer->traits.edge_walls && !fr_reduction_reduces(lane->sandbox.reduction);
}

/* Whoever is killed from outside gets a second chance, as with a click: that was none of his
 * doing. */
void fr_race_open_lane(struct fr_race *race, struct fr_lane *lane, struct fr_reply *reply)
{
    fr_progress_show(race->progress, race->course->name, lane->racer->algo);
    lane->asleep = false;
    if (race->walls_come && !takes_walls(lane))
        *reply = (struct fr_reply){.fate = FR_FATE_UNSUPPORTED,
                                   .reason = "takes no edge walls, and events of these clicks "
                                             "close some"};
    else
        fr_sandbox_open(&lane->sandbox, lane->racer, race->map, reply);
    if (reply->killed)
        fr_sandbox_open(&lane->sandbox, lane->racer, race->map, reply);
    if (reply->fate == FR_FATE_ANSWERED)
        race->rows->inside_ns += reply->ns;
    else if (reply->fate == FR_FATE_STOPPED)
        fr_race_stop(race, reply->reason);
    else {
        lane->prepare_failed = true;
        lane->failed = *reply;
    }
}

bool fr_race_admits(const struct fr_race *race, const struct fr_lane *lane)
{
    const struct fr_referee *referee = race->settings->referee;
    const int racer = (int)(lane - race->lanes);
    return !referee ||
           (!referee->over && !referee->out[racer] && referee->admits(referee->context, racer));
}

/* A referee has one group only. */
bool fr_race_has_more(const struct fr_race *race)
{
    if (race->settings->referee)
        return race->group == 1;
    for (int i = 0; i < race->lane_count; i++)
        if (race->lanes[i].group == 0)
            return true;
    return false;
}

/* Counted bytes that are left for one more racer; 0: as many as the rules allow it anyhow. The
 * first one of a group need not fit in. */
static int64_t room_left(const struct fr_race *race)
{
    const int64_t total = race->settings->total_bytes;
    const int64_t left = total > race->group_bytes ? total - race->group_bytes : 1;
    if (total == 0 || race->group_bytes == 0)
        return 0;
    return left < race->settings->rules->memory_mb * MEBIBYTE ? left : 0;
}

/* Racers that are asked for ways back are there twice. */
static void join(struct fr_race *race, struct fr_lane *lane, const struct fr_reply *reply)
{
    lane->group = race->group;
    if (reply->fate == FR_FATE_ANSWERED)
        race->group_bytes += reply->peak_bytes * (race->settings->looks ? 2 : 1);
    fr_standing_prepared(lane->standing, reply);
}

/* Prepares a racer within the room that is left; false when that was too little, so that it waits
 * for another group. A crash counts as that, too: with more room there might have been none. */
static bool prepare_within(struct fr_race *race, struct fr_lane *lane, int64_t room,
                           struct fr_reply *reply)
{
    lane->sandbox.prepare_bytes = room;
    fr_race_open_lane(race, lane, reply);
    lane->sandbox.prepare_bytes = 0;
    if (room == 0 || (reply->fate != FR_FATE_MEMORY && reply->fate != FR_FATE_CRASH))
        return true;
    lane->prepare_failed = false;
    lane->refused_bytes = room;
    return false;
}

/* A racer that was prepared before sleeps until it is asked. */
void fr_race_prepare(struct fr_race *race, struct fr_lane *lane)
{
    const struct fr_race_settings *settings = race->settings;
    const struct fr_recorded_prepare *past =
        fr_record_prepare(settings->record, race->course, lane->racer);
    const int64_t room = room_left(race);
    struct fr_reply reply;
    if ((past && past->group > race->group) || !fr_race_admits(race, lane))
        return;
    if (past && past->reply.fate == FR_FATE_ANSWERED) {
        join(race, lane, &past->reply);
        lane->asleep = true;
        return;
    }
    if ((room > 0 && room <= lane->refused_bytes) || !prepare_within(race, lane, room, &reply))
        return;
    fr_race_look_around(race);
    if (fr_race_is_stopped(race))
        return;
    join(race, lane, &reply);
    if (!settings->known_map && !past)
        fr_rows_prepare(race->rows, race->course, lane->racer, lane->group, &reply);
}

void fr_race_form_group(struct fr_race *race)
{
    int order[FR_MAX_RACERS];
    race->group_bytes = 0;
    fr_race_shuffle(race, SIZE_MAX, order);
    for (int i = 0; i < race->lane_count && fr_race_goes_on(race); i++) {
        struct fr_lane *lane = &race->lanes[race->settings->referee ? i : order[i]];
        if (lane->group == 0)
            fr_race_prepare(race, lane);
    }
}

void fr_race_dismiss_group(struct fr_race *race)
{
    fr_race_look_away(race);
    for (int i = 0; i < race->lane_count; i++) {
        if (race->lanes[i].group != race->group)
            continue;
        fr_sandbox_close(&race->lanes[i].sandbox);
        race->lanes[i].asleep = false;
    }
}
