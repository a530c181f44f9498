#include "harness/race/groups.h"

#include <math.h>

#include "harness/race/race_looks.h"
#include "harness/race/race_racer.h"

#define MEBIBYTE (INT64_C(1) << 20)

/* A race with a stopping rule has one group only. */
bool fr_race_has_more(const struct fr_race *race)
{
    if (race->settings->stopping)
        return race->group == 1;
    for (int i = 0; i < race->racer_count; i++)
        if (race->racers[i].group == 0)
            return true;
    return false;
}

/* Counted bytes that remain for one more racer; 0: no limit beyond the rules'. The first racer of a
 * group need not fit. */
static int64_t room_left(const struct fr_race *race)
{
    const int64_t total = race->settings->total_bytes;
    const int64_t left = total > race->group_bytes ? total - race->group_bytes : 1;
    if (total == 0 || race->group_bytes == 0)
        return 0;
    return left < race->settings->rules->memory_mb * MEBIBYTE ? left : 0;
}

static void join(struct fr_race *race, struct fr_race_racer *racer, const struct fr_reply *reply)
{
    racer->group = race->group;
    racer->left_out = reply->status != FR_REPLY_ANSWERED;
    if (reply->status == FR_REPLY_ANSWERED)
        race->group_bytes += reply->peak_bytes;
    fr_standing_prepared(racer->standing, reply);
}

/* The first detour before any event; where there is none, the first click with an answer; the count of
 * entries: there is neither. */
static size_t first_click(const struct fr_race *race)
{
    const struct fr_resolved_click *resolved = race->course->resolved;
    const size_t count = race->course->set.count;
    size_t any = count;
    for (size_t i = 0; i < count && !resolved[i].event; i++) {
        if (resolved[i].answerable && race->standings->classes[i] == FR_CLASS_DETOUR)
            return i;
        if (resolved[i].answerable && any == count)
            any = i;
    }
    return any;
}

/* Prepares a racer in a new process, and asks it the way back of a click: no question of the race, so that
 * none is asked more often than the others. */
static void open_first(struct fr_race *race, struct fr_race_racer *racer, struct fr_reply *reply)
{
    const size_t click = first_click(race);
    fr_race_open(race, racer, reply);
    if (reply->status != FR_REPLY_ANSWERED || click == race->course->set.count ||
        !isnan(reply->ns_first)) /* a guest was asked as it was prepared */
        return;
    const struct fr_question there = fr_race_question(race, click);
    fr_sandbox_ask_first(&racer->sandbox, (struct fr_question){there.goal, there.start}, reply);
    race->rows->inside_ns += fmax(reply->ns_first, 0);
    racer->threads = reply->threads > racer->threads ? reply->threads : racer->threads;
    racer->uncounted = racer->uncounted || reply->uncounted;
}

/* Opens a racer at the beginning of a round, with all that is measured once in it. */
static void open_round(struct fr_race *race, struct fr_race_racer *racer, struct fr_reply *reply)
{
    open_first(race, racer, reply);
    if (reply->status == FR_REPLY_ANSWERED && fr_sandbox_is_open(&racer->sandbox))
        fr_sandbox_save(&racer->sandbox, reply);
}

/* Prepares a racer within the remaining memory; false if that was too little, so that it waits for
 * another group. A crash counts as too little, as more memory might prevent it. */
static bool prepare_within(struct fr_race *race, struct fr_race_racer *racer, int64_t room,
                           struct fr_reply *reply)
{
    racer->sandbox.prepare_bytes = room;
    open_round(race, racer, reply);
    racer->sandbox.prepare_bytes = 0;
    if (room == 0 || (reply->status != FR_REPLY_MEMORY && reply->status != FR_REPLY_CRASH))
        return true;
    racer->prepare_failed = false;
    racer->refused_bytes = room;
    return false;
}

/* A racer that was prepared earlier is opened again only when it is queried. */
void fr_race_prepare(struct fr_race *race, struct fr_race_racer *racer)
{
    const struct fr_race_settings *settings = race->settings;
    const struct fr_prepare_row *past =
        fr_record_prepare(settings->record, race->course, racer->spec, race->round);
    const int64_t room = room_left(race);
    struct fr_reply reply = {.status = FR_REPLY_LOST};
    if (past)
        reply = fr_recorded_reply_of(past);
    if ((past && past->group > race->group) || !fr_race_admits(race, racer))
        return;
    if (reply.status == FR_REPLY_ANSWERED) {
        join(race, racer, &reply);
        racer->asleep = true;
        return;
    }
    if ((room > 0 && room <= racer->refused_bytes) || !prepare_within(race, racer, room, &reply))
        return;
    fr_race_poll(race);
    if (fr_race_is_stopped(race))
        return;
    join(race, racer, &reply);
    if (!settings->known_map && !past)
        fr_rows_prepare(race->rows, race->course, racer->spec, racer->group, race->round, &reply);
}

void fr_race_form_group(struct fr_race *race)
{
    int order[FR_MAX_RACERS];
    race->group_bytes = 0;
    fr_race_shuffle(race, SIZE_MAX, order);
    for (int i = 0; i < race->racer_count && fr_race_goes_on(race); i++) {
        struct fr_race_racer *racer = &race->racers[race->settings->stopping ? i : order[i]];
        if (racer->group == 0)
            fr_race_prepare(race, racer);
    }
}

/* Prepares a racer again, in a new process. */
static void renew(struct fr_race *race, struct fr_race_racer *racer)
{
    const struct fr_prepare_row *past =
        fr_record_prepare(race->settings->record, race->course, racer->spec, race->round);
    struct fr_reply reply = {.status = FR_REPLY_LOST};
    racer->prepare_failed = false;
    if (past)
        reply = fr_recorded_reply_of(past);
    if (reply.status == FR_REPLY_ANSWERED) {
        fr_standing_prepared(racer->standing, &reply);
        racer->asleep = true;
        return;
    }
    open_round(race, racer, &reply);
    fr_race_poll(race);
    if (fr_race_is_stopped(race))
        return;
    fr_standing_prepared(racer->standing, &reply);
    if (!race->settings->known_map && !past)
        fr_rows_prepare(race->rows, race->course, racer->spec, racer->group, race->round, &reply);
}

void fr_race_renew_group(struct fr_race *race)
{
    int order[FR_MAX_RACERS];
    fr_race_shuffle(race, SIZE_MAX, order);
    for (int i = 0; i < race->racer_count && fr_race_goes_on(race); i++) {
        struct fr_race_racer *racer = &race->racers[order[i]];
        if (racer->group == race->group && !racer->left_out && !racer->given_up)
            renew(race, racer);
    }
}

void fr_race_dismiss_group(struct fr_race *race)
{
    fr_race_forget_margin(race);
    for (int i = 0; i < race->racer_count; i++) {
        if (race->racers[i].group != race->group)
            continue;
        fr_race_close(&race->racers[i], false);
        race->racers[i].tried = 0;
    }
}
