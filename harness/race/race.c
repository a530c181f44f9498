#include "harness/race/race.h"

#include <stdlib.h>
#include <string.h>

#include "harness/race/anchoring.h"
#include "harness/race/counting.h"
#include "harness/race/events.h"
#include "harness/race/finish.h"
#include "harness/race/groups.h"
#include "harness/race/passes.h"
#include "harness/race/query_row.h"
#include "harness/race/race_looks.h"
#include "harness/race/race_paths.h"

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
            fr_race_prepare(race, racer);
    }
}

/* The clicks from an entry on, up to the next event. */
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
    if (!race->settings->known_map && !fr_record_has_map(race->settings->record, race->course))
        fr_rows_map(race->rows, race->course, &facts);
    fr_map_facts_release(&facts, allocator);
    fr_race_poll(race);
    return FR_OK;
}

/* Computes the optima before any racer runs that this could disturb. */
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

/* The map before the first entry. */
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

/* Determines the class of each click, on the map at that point. */
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
        fr_worst_paths_release(&race->racers[i].worst);
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
    if (race->round == 0) {
        fr_race_form_group(race);
        status = fr_race_recall_queries(race);
    } else {
        fr_race_renew_group(race);
    }
    fr_race_anchor_begin(race);
    if (status == FR_OK)
        status = run_entries(race);
    fr_race_anchor_end(race);
    fr_race_dismiss_group(race);
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
    for (race.group = 1; status == FR_OK && fr_race_goes_on(&race) && fr_race_has_more(&race);
         race.group++)
        status = run_group(&race);
    if (status == FR_OK)
        fr_race_write_worst_paths(&race);
    fr_race_poll(&race);
    tear_down(&race);
    return status;
}
