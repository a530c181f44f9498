#include "harness/race/race.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/race/anchoring.h"
#include "harness/race/counting.h"
#include "harness/race/events.h"
#include "harness/race/passes.h"
#include "harness/race/query_row.h"
#include "harness/race/race_looks.h"
#include "harness/race/race_paths.h"
#include "harness/race/race_racer.h"
#include "harness/race/race_state.h"

#define MEBIBYTE (INT64_C(1) << 20)

/* A race with a stopping rule has one group only. */
static bool has_more(const struct fr_race *race)
{
    if (race->settings->stopping)
        return race->group == 1;
    for (int i = 0; i < race->racer_count; i++)
        if (race->racers[i].group == 0)
            return true;
    return false;
}

/* Counted bytes that remain for one more racer; 0: only the rules' limit applies. The first racer
 * of a group runs even if it does not fit. */
static int64_t room_left(const struct fr_race *race)
{
    const int64_t total = race->settings->total_bytes;
    const int64_t left = total > race->group_bytes ? total - race->group_bytes : 1;
    if (total == 0 || race->group_bytes == 0)
        return 0;
    return left < race->settings->rules->memory_mb * MEBIBYTE ? left : 0;
}

/* Takes a preparation's result; in the first round, adds the racer to the current group. */
static void take_prepared(struct fr_race *race, struct fr_race_racer *racer,
                          const struct fr_reply *reply)
{
    fr_standing_prepared(racer->standing, reply);
    if (race->round > 0)
        return;
    racer->group = race->group;
    racer->left_out = reply->status != FR_REPLY_ANSWERED;
    if (reply->status == FR_REPLY_ANSWERED)
        race->group_bytes += reply->peak_bytes;
}

/* The first detour before any event; if there is none, the first click with an answer; the count of
 * entries if there is neither. */
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

/* Prepares a racer in a new process, and queries it once, from the goal of a click to its start:
 * this is no query of the race, so each query of the race occurs equally often. */
static void open_first(struct fr_race *race, struct fr_race_racer *racer, struct fr_reply *reply)
{
    const size_t click = first_click(race);
    fr_race_open(race, racer, reply);
    if (reply->status != FR_REPLY_ANSWERED || click == race->course->set.count ||
        !isnan(reply->ns_first)) /* a guest already answered a query during preparation */
        return;
    const struct fr_query there = fr_race_ends(race, click);
    fr_sandbox_ask_first(&racer->sandbox, (struct fr_query){there.goal, there.start}, reply);
    race->rows->inside_ns += fmax(reply->ns_first, 0);
    racer->threads = reply->threads > racer->threads ? reply->threads : racer->threads;
    racer->uncounted = racer->uncounted || reply->uncounted;
}

/* Opens a racer at the beginning of a round, and takes measurements that a round needs once. */
static void open_round(struct fr_race *race, struct fr_race_racer *racer, struct fr_reply *reply)
{
    open_first(race, racer, reply);
    if (reply->status == FR_REPLY_ANSWERED && fr_sandbox_is_open(&racer->sandbox))
        fr_sandbox_save(&racer->sandbox, reply);
}

/* Prepares a racer within the remaining memory; false if that was too little, so the racer waits
 * for another group. A crash counts as too little memory, as more memory might prevent it. */
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

/* Prepares a racer in a new process: in the first round, if it fits into the current group and is
 * admitted. A racer whose preparation is recorded is opened again only when it is queried. */
static void prepare_racer(struct fr_race *race, struct fr_race_racer *racer)
{
    const struct fr_race_settings *settings = race->settings;
    const struct fr_prepare_row *past =
        fr_record_row(settings->record, FR_ROW_PREPARE, race->course, racer->spec, 0, race->round);
    const bool first = race->round == 0;
    const int64_t room = first ? room_left(race) : 0;
    struct fr_reply reply = {.status = FR_REPLY_LOST};
    if (past)
        reply = fr_recorded_reply_of(past);
    if (first && ((past && past->group > race->group) || !fr_race_admits(race, racer)))
        return;
    racer->prepare_failed = false;
    if (reply.status == FR_REPLY_ANSWERED) {
        take_prepared(race, racer, &reply);
        racer->asleep = true;
        return;
    }
    if ((room > 0 && room <= racer->refused_bytes) || !prepare_within(race, racer, room, &reply))
        return;
    fr_race_poll(race);
    if (fr_race_is_stopped(race))
        return;
    take_prepared(race, racer, &reply);
    if (!settings->known_map && !past)
        fr_rows_prepare(race->rows, race->course, racer->spec, racer->group, race->round, &reply);
}

/* Forms the current group in the first round: prepares racers while they fit. In later rounds,
 * prepares the group's racers again. */
static void prepare_group(struct fr_race *race)
{
    int order[FR_MAX_RACERS];
    const bool first = race->round == 0;
    race->group_bytes = first ? 0 : race->group_bytes;
    fr_race_shuffle(race, SIZE_MAX, order);
    for (int i = 0; i < race->racer_count && fr_race_goes_on(race); i++) {
        struct fr_race_racer *racer = &race->racers[race->settings->stopping ? i : order[i]];
        const bool again = racer->group == race->group && !racer->left_out && !racer->given_up;
        if (first ? racer->group == 0 : again)
            prepare_racer(race, racer);
    }
}

/* Closes the sandboxes of the current group. */
static void dismiss_group(struct fr_race *race)
{
    fr_race_forget_margin(race);
    for (int i = 0; i < race->racer_count; i++) {
        if (race->racers[i].group != race->group)
            continue;
        fr_race_close(&race->racers[i], false);
        race->racers[i].tried = 0;
    }
}

static bool is_ours(const struct fr_race *race, size_t entry)
{
    return entry >= race->settings->first && entry < race->settings->last;
}

/* Informs the stopping rule of the progress of the race, and applies its decision. */
static void consult(struct fr_race *race, bool event)
{
    struct fr_stopping_rule *stopping = race->settings->stopping;
    if (!stopping)
        return;
    stopping->after_entry(stopping->context, race->standings, event);
    for (int i = 0; i < race->racer_count && fr_race_goes_on(race); i++) {
        struct fr_race_racer *racer = &race->racers[i];
        if (stopping->out[i])
            fr_sandbox_close(&racer->sandbox);
        else if (racer->group == 0)
            prepare_racer(race, racer);
    }
}

/* The stretch that begins with an entry and ends before the next event. */
static struct fr_stretch stretch_from(const struct fr_race *race, size_t entry)
{
    const struct fr_resolved_click *resolved = race->course->resolved;
    struct fr_stretch stretch = {entry, entry + 1, entry > 0 && resolved[entry - 1].event};
    while (!race->settings->schedule.click_by_click && stretch.last < race->settings->last &&
           !resolved[stretch.last].event)
        stretch.last++;
    return stretch;
}

static enum fr_status run_stretch(struct fr_race *race, const struct fr_stretch *stretch)
{
    enum fr_status status = fr_race_run_stretch(race, stretch);
    if (status == FR_OK && !fr_race_is_stopped(race) &&
        race->round == race->settings->schedule.rounds - 1)
        status = fr_race_finish_stretch(race, stretch);
    if (status == FR_OK && fr_race_goes_on(race))
        consult(race, false);
    return status;
}

static enum fr_status run_entries(struct fr_race *race)
{
    enum fr_status status = FR_OK;
    size_t entry = 0;
    while (entry < race->course->set.count && status == FR_OK && fr_race_goes_on(race)) {
        const struct fr_stretch stretch = stretch_from(race, entry);
        const size_t events = fr_click_set_events(&race->course->set, entry);
        if (events > 0) {
            status = fr_race_run_change(race, entry, events, is_ours(race, entry + events - 1));
            if (status == FR_OK && fr_race_goes_on(race))
                consult(race, true);
            entry += events;
        } else if (!is_ours(race, entry)) {
            entry++;
        } else {
            status = run_stretch(race, &stretch);
            entry = stretch.last;
        }
    }
    return status;
}

static enum fr_status write_map(struct fr_race *race)
{
    const struct fr_allocator *allocator = race->settings->allocator;
    struct fr_map_facts facts;
    if (fr_map_facts_create(race->course->map, allocator, &facts) != FR_OK)
        return FR_NO_MEMORY;
    memcpy(race->occurs, facts.areas, sizeof race->occurs);
    if (!race->settings->known_map &&
        !fr_record_row(race->settings->record, FR_ROW_MAP, race->course, NULL, 0, 0))
        fr_rows_map(race->rows, race->course, &facts);
    fr_map_facts_release(&facts, allocator);
    fr_race_poll(race);
    return FR_OK;
}

/* Computes the optima before any racer runs, as the computation could disturb it. */
static enum fr_status find_optima(struct fr_race *race, struct fr_standings *standings)
{
    const struct fr_course *course = race->course;
    fr_progress_show(race->progress, course->name, "computing optima");
    struct fr_optimum_rules rules = *race->settings->optimum;
    if (race->settings->finished)
        rules.seconds = 0;
    const enum fr_status status =
        fr_optima_create(&rules, race->map, &course->set, course->resolved,
                         race->settings->allocator, &race->optima);
    if (status == FR_SYSTEM_ERROR)
        fr_race_stop(race, race->optima.reason);
    if (status != FR_OK)
        return status == FR_NO_MEMORY ? status : FR_OK;
    if (*race->optima.reason && !race->settings->stopping)
        fr_progress_note(race->progress, "%s: no optimum from click %zu on: %s", course->name,
                         race->optima.known_until, race->optima.reason);
    fr_standings_take_optima(standings, race->optima.lengths);
    fr_race_poll(race);
    return FR_OK;
}

static bool closes_borders(const struct fr_click_set *set)
{
    for (size_t i = 0; i < set->count; i++)
        if (set->clicks[i].kind == FR_WALL && set->clicks[i].closed)
            return true;
    return false;
}

/* Copies the course's map, to which no event has been applied. */
static enum fr_status lay_out_map(struct fr_race *race)
{
    const struct fr_allocator *allocator = race->settings->allocator;
    fr_validator_release(race->validator);
    race->validator = NULL;
    fr_map_release(race->map);
    race->map = NULL;
    const enum fr_status status = fr_map_clone(race->course->map, allocator, &race->map);
    if (status != FR_OK || fr_validator_create(race->map, allocator, &race->validator) != FR_OK)
        return FR_NO_MEMORY;
    fr_validator_tolerate(race->validator, race->settings->tolerance);
    return FR_OK;
}

/* Determines the class of each click, on the map after the events before it. */
static enum fr_status classify(struct fr_race *race)
{
    const struct fr_course *course = race->course;
    enum fr_status status = lay_out_map(race);
    for (size_t i = 0; i < course->set.count && status == FR_OK; i++) {
        const struct fr_resolved_click *resolved = &course->resolved[i];
        struct fr_rect changed;
        if (!resolved->event) {
            race->standings->classes[i] =
                resolved->answerable
                    ? fr_click_class(race->validator, fr_pixel_centre(resolved->start),
                                     fr_pixel_centre(resolved->goal))
                    : FR_CLASS_UNREACHABLE;
            continue;
        }
        status = fr_click_apply(&course->set.clicks[i], race->map, &changed);
        if (status == FR_OK)
            status = fr_validator_refresh(race->validator, race->map, changed);
    }
    return status;
}

static enum fr_status create_queries(struct fr_race *race)
{
    const size_t count = race->course->set.count;
    race->roomy = fr_allocate(race->settings->allocator, count, sizeof *race->roomy);
    if (!race->roomy && count > 0)
        return FR_NO_MEMORY;
    for (size_t i = 0; i < count; i++)
        race->roomy[i].length = -1;
    for (int i = 0; i < race->racer_count; i++) {
        struct fr_race_racer *racer = &race->racers[i];
        racer->queries =
            fr_allocate_zeroed(race->settings->allocator, count, sizeof *racer->queries);
        if (!racer->queries && count > 0)
            return FR_NO_MEMORY;
    }
    return FR_OK;
}

static void release_queries(struct fr_race *race)
{
    for (int i = 0; i < race->racer_count; i++) {
        struct fr_race_racer *racer = &race->racers[i];
        for (size_t j = 0; racer->queries && j < race->course->set.count; j++) {
            free(racer->queries[j].draft);
            free(racer->queries[j].path);
            fr_click_times_release(&racer->queries[j].times, race->settings->allocator);
        }
        fr_deallocate(race->settings->allocator, racer->queries, race->course->set.count,
                      sizeof *racer->queries);
    }
}

static enum fr_status set_up(struct fr_race *race, struct fr_standings *standings)
{
    const struct fr_race_settings *settings = race->settings;
    race->racers = fr_allocate_zeroed(settings->allocator, (size_t)settings->racers->count,
                                      sizeof *race->racers);
    if (!race->racers)
        return FR_NO_MEMORY;
    race->racer_count = settings->racers->count;
    race->walls_come = closes_borders(&race->course->set);
    for (int i = 0; i < race->racer_count; i++) {
        race->racers[i].spec = &settings->racers->at[i];
        race->racers[i].standing = &standings->at[i];
        fr_sandbox_init(&race->racers[i].sandbox, settings->rules);
        race->racers[i].sandbox.reduction = race->course->report.reduction;
    }
    for (size_t i = settings->first; race->course->lost && i < settings->last; i++)
        race->rows->lost_to_agent += race->course->lost[i];
    enum fr_status status = create_queries(race);
    if (status == FR_OK)
        status = fr_race_anchor_create(race);
    if (status == FR_OK)
        status = classify(race);
    if (status == FR_OK)
        status = lay_out_map(race);
    if (status == FR_OK)
        status = write_map(race);
    if (status == FR_OK)
        status = find_optima(race, standings);
    return status == FR_OK ? fr_race_count(race) : status;
}

static void tear_down(struct fr_race *race)
{
    fr_race_forget_margin(race);
    fr_deallocate(race->settings->allocator, race->roomy, race->course->set.count,
                  sizeof *race->roomy);
    release_queries(race);
    fr_race_anchor_release(race);
    for (int i = 0; i < race->racer_count; i++) {
        fr_sandbox_release(&race->racers[i].sandbox);
        fr_slowest_paths_release(&race->racers[i].worst);
    }
    fr_deallocate(race->settings->allocator, race->racers, (size_t)race->racer_count,
                  sizeof *race->racers);
    fr_optima_release(&race->optima);
    fr_validator_release(race->validator);
    fr_map_release(race->map);
    fr_path_release(&race->path);
}

static enum fr_status run_round(struct fr_race *race)
{
    enum fr_status status = race->group > 1 || race->round > 0 ? lay_out_map(race) : FR_OK;
    if (status != FR_OK)
        return status;
    prepare_group(race);
    if (race->round == 0)
        status = fr_race_restore_queries(race);
    fr_race_anchor_begin(race);
    if (status == FR_OK)
        status = run_entries(race);
    fr_race_anchor_end(race);
    dismiss_group(race);
    return status;
}

static enum fr_status run_group(struct fr_race *race)
{
    enum fr_status status = FR_OK;
    for (race->round = 0;
         race->round < race->settings->schedule.rounds && status == FR_OK && fr_race_goes_on(race);
         race->round++)
        status = run_round(race);
    if (status == FR_OK && !fr_race_is_stopped(race))
        fr_race_anchor_write(race);
    if (status == FR_OK && !fr_race_is_stopped(race))
        fr_journal_empty(race->settings->journal);
    return status;
}

enum fr_status fr_race_run(const struct fr_race_settings *settings, const struct fr_course *course,
                           struct fr_rows *rows, struct fr_progress *progress,
                           struct fr_standings *standings, char *stopped, size_t size)
{
    struct fr_race race = {.settings = settings,
                           .course = course,
                           .rows = rows,
                           .progress = progress,
                           .standings = standings,
                           .stopped = stopped,
                           .stopped_size = size};
    *stopped = '\0';
    fr_path_init(&race.path, settings->allocator);
    const uint64_t begin = fr_clock_ns();
    enum fr_status status = set_up(&race, standings);
    rows->setup_ns += (double)(fr_clock_ns() - begin);
    for (race.group = 1; status == FR_OK && fr_race_goes_on(&race) && has_more(&race); race.group++)
        status = run_group(&race);
    if (status == FR_OK)
        fr_race_write_slowest_paths(&race);
    fr_race_poll(&race);
    tear_down(&race);
    return status;
}
