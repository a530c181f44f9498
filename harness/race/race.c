#include "harness/race/race.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "harness/judge/optimum.h"
#include "harness/race/race_state.h"

/* Asks the entrant's racer, opening its sandbox again if the last click closed it. */
static void ask_once(struct fr_race *race, struct fr_entrant *entrant, size_t click,
                     struct fr_reply *reply)
{
    const struct fr_resolved_click *resolved = &race->course->resolved[click];
    race->path.count = 0;
    if (!fr_sandbox_is_open(&entrant->sandbox) && !entrant->prepare_failed) {
        fr_race_open_entrant(race, entrant, reply);
        if (fr_race_is_stopped(race))
            return;
    }
    if (entrant->prepare_failed)
        *reply = entrant->failed;
    else
        fr_sandbox_click(&entrant->sandbox, fr_pixel_centre(resolved->start),
                         fr_pixel_centre(resolved->goal), reply, &race->path);
}

static void ask(struct fr_race *race, struct fr_entrant *entrant, size_t click,
                struct fr_reply *reply)
{
    ask_once(race, entrant, click, reply);
    if (!fr_race_is_stopped(race) && reply->killed)
        ask_once(race, entrant, click, reply);
}

void fr_race_judge(const struct fr_race *race, const struct fr_entrant *entrant,
                   struct fr_point start, struct fr_point goal, const struct fr_reply *reply,
                   const struct fr_path *path, struct fr_judgement *judgement)
{
    fr_validator_judge(race->validator, entrant->racer->traits.movement, start, goal,
                       reply->measurement.outcome, path, judgement);
    if (!reply->measurement.deterministic) {
        judgement->verdict = FR_VERDICT_NONDETERMINISTIC;
        snprintf(judgement->reason, sizeof judgement->reason, "answers differ between calls");
    }
}

/* Looks at a valid walk, if the race is to; looks is NULL, or tells of it. */
static enum fr_status look(struct fr_race *race, struct fr_entrant *entrant,
                           struct fr_click_facts *facts, struct fr_path_quality *looks)
{
    const struct fr_judgement *judgement = facts->judgement;
    if (!race->settings->looks || !judgement || facts->points == 0 ||
        judgement->verdict != FR_VERDICT_OK)
        return FR_OK;
    facts->looks = looks;
    const enum fr_status status = fr_race_look(race, entrant, facts->click, judgement, looks);
    fr_race_poll(race);
    return status;
}

static size_t clicks_after(const struct fr_course *course, size_t click)
{
    size_t count = 0;
    for (size_t i = click + 1; i < course->set.count; i++)
        count += !course->resolved[i].event;
    return count;
}

/* Notes a failed or answered click; a racer that fails again and again leaves the course. */
static void consider_giving_up(struct fr_race *race, struct fr_entrant *entrant, size_t click,
                               const struct fr_reply *reply)
{
    const int most = race->settings->give_up;
    entrant->failures_in_a_row =
        reply->fate == FR_FATE_ANSWERED ? 0 : entrant->failures_in_a_row + 1;
    if (entrant->prepare_failed || most == 0 || entrant->failures_in_a_row < most)
        return;
    entrant->given_up = true;
    const size_t left = clicks_after(race->course, click);
    if (left > 0)
        fr_progress_note(race->progress,
                         "%s leaves %s after %d failures in a row (last: %s); "
                         "%zu clicks left untried",
                         entrant->racer->algo, race->course->name, entrant->failures_in_a_row,
                         fr_outcome_name(reply), left);
}

static enum fr_status keep_path(struct fr_race *race, struct fr_entrant *entrant, size_t click,
                                const struct fr_measurement *measured)
{
    if (measured->outcome != FR_FOUND || race->path.count == 0)
        return FR_OK;
    if (race->settings->keep_paths) {
        fr_rows_path(race->rows, race->course, entrant->racer, click, &race->path);
        return FR_OK;
    }
    if (!measured->deterministic)
        return FR_OK;
    return fr_worst_paths_offer(&entrant->worst, measured->ns_median, click, &race->path);
}

/* A fault that is ours and none of the racer's. */
static void check_against_optimum(struct fr_race *race, const struct fr_entrant *entrant,
                                  size_t click, const struct fr_judgement *judgement)
{
    const double optimum = race->optima.lengths[click];
    if (fr_optimum_beaten(judgement->valid_any_angle, judgement->length, optimum))
        fr_progress_note(race->progress,
                         "%s, click %zu: the legal path of %s, %.17g px, is shorter "
                         "than the optimum, %.17g px: one of the two is wrong",
                         race->course->name, click, entrant->racer->algo, judgement->length,
                         optimum);
}

static enum fr_status run_turn(struct fr_race *race, struct fr_entrant *entrant, size_t click,
                               const bool *areas)
{
    struct fr_reply reply;
    struct fr_judgement judgement;
    struct fr_path_quality looks;
    struct fr_click_facts facts = {.course = race->course,
                                   .racer = entrant->racer,
                                   .click = click,
                                   .after_event =
                                       click > 0 && race->course->resolved[click - 1].event,
                                   .areas = areas,
                                   .optimum = race->optima.lengths[click]};
    if (!race->course->resolved[click].answerable) {
        fr_rows_click(race->rows, &facts);
        entrant->standing->clicks++;
        return FR_OK;
    }
    ask(race, entrant, click, &reply);
    fr_race_poll(race);
    if (fr_race_is_stopped(race))
        return FR_OK;
    const bool answered = reply.fate == FR_FATE_ANSWERED;
    race->rows->inside_ns += reply.measurement.ns_inside;
    if (answered)
        fr_race_judge(race, entrant, fr_pixel_centre(race->course->resolved[click].start),
                      fr_pixel_centre(race->course->resolved[click].goal), &reply, &race->path,
                      &judgement);
    facts.reply = &reply;
    facts.judgement = answered ? &judgement : NULL;
    facts.points = answered && reply.measurement.outcome == FR_FOUND ? race->path.count : 0;
    const enum fr_status status = look(race, entrant, &facts, &looks);
    if (status != FR_OK || fr_race_is_stopped(race))
        return status;
    fr_rows_click(race->rows, &facts);
    fr_standing_clicked(entrant->standing, click, &reply, facts.judgement);
    if (facts.after_event)
        fr_standing_clicked_after_event(entrant->standing, click, &reply);
    if (answered)
        check_against_optimum(race, entrant, click, &judgement);
    consider_giving_up(race, entrant, click, &reply);
    return answered ? keep_path(race, entrant, click, &reply.measurement) : FR_OK;
}

/* A turn whose row is there already. Its path is asked for again, should it be one to keep. */
static enum fr_status recall_turn(struct fr_race *race, struct fr_entrant *entrant, size_t click,
                                  const struct fr_recorded_click *past)
{
    const struct fr_path unknown = {.allocator = race->settings->allocator};
    const struct fr_measurement *measured = &past->reply.measurement;
    race->standings->optima[click] = past->optimum;
    if (!race->course->resolved[click].answerable) {
        entrant->standing->clicks++;
        return FR_OK;
    }
    fr_standing_clicked(entrant->standing, click, &past->reply,
                        past->answered ? &past->judgement : NULL);
    consider_giving_up(race, entrant, click, &past->reply);
    entrant->asleep = past->answered && !entrant->prepare_failed;
    if (measured->outcome != FR_FOUND || !past->answered || !measured->deterministic ||
        race->settings->keep_paths)
        return FR_OK;
    return fr_worst_paths_offer(&entrant->worst, measured->ns_median, click, &unknown);
}

static enum fr_status take_turn(struct fr_race *race, struct fr_entrant *entrant, size_t click,
                                const bool *areas)
{
    const struct fr_recorded_click *past =
        fr_record_click(race->settings->record, race->course, entrant->racer, click);
    fr_progress_show(race->progress, race->course->name, entrant->racer->algo);
    if (entrant->given_up || !fr_race_admits(race, entrant)) {
        entrant->standing->untried++;
        return FR_OK;
    }
    return past ? recall_turn(race, entrant, click, past) : run_turn(race, entrant, click, areas);
}

static enum fr_status run_click(struct fr_race *race, size_t click)
{
    int order[FR_MAX_RACERS];
    bool areas[FR_AREAS];
    enum fr_status status = FR_OK;
    for (int area = 0; area < FR_AREAS; area++)
        areas[area] = race->occurs[area] && race->map->enabled[area];
    fr_race_shuffle(race, click, order);
    for (int i = 0; i < race->entrant_count && status == FR_OK && fr_race_goes_on(race); i++) {
        if (race->entrants[order[i]].group != race->group)
            continue;
        status = take_turn(race, &race->entrants[order[i]], click, areas);
        race->progress->done++;
        fr_race_poll(race);
    }
    return status;
}

/* Opens the sandboxes that an event is to be measured in, on the map as it was before. */
static void reopen_all(struct fr_race *race, size_t event)
{
    for (int i = 0; i < race->entrant_count && !fr_race_is_stopped(race); i++) {
        struct fr_entrant *entrant = &race->entrants[i];
        struct fr_reply reply;
        if (entrant->asleep &&
            !fr_record_has_update(race->settings->record, race->course, entrant->racer, event))
            fr_race_open_entrant(race, entrant, &reply);
    }
}

/* An event of another shard's: whoever was prepared before it is to be opened behind it. */
static void close_all(struct fr_race *race)
{
    for (int i = 0; i < race->entrant_count; i++) {
        struct fr_entrant *entrant = &race->entrants[i];
        entrant->asleep = entrant->asleep || fr_sandbox_is_open(&entrant->sandbox);
        fr_sandbox_close(&entrant->sandbox);
    }
}

static bool is_ours(const struct fr_race *race, size_t entry)
{
    return entry >= race->settings->first && entry < race->settings->last;
}

static void update(struct fr_race *race, struct fr_entrant *entrant, size_t event)
{
    struct fr_reply reply;
    if (!fr_sandbox_is_open(&entrant->sandbox))
        return;
    fr_sandbox_event(&entrant->sandbox, &race->course->set.clicks[event], &reply);
    if (reply.fate == FR_FATE_ANSWERED)
        race->rows->inside_ns += reply.ns;
    if (reply.killed) {
        fr_race_open_entrant(race, entrant, &reply);
        reply.ns = (double)NAN; /* that was no update */
    }
    fr_race_poll(race);
    if (!fr_race_is_stopped(race))
        fr_rows_update(race->rows, race->course, entrant->racer, event, &reply);
    /* The row has no room for a reason. */
    if (!fr_race_is_stopped(race) && reply.fate != FR_FATE_ANSWERED)
        fr_progress_note(race->progress, "%s, entry %zu of %s: update %s", entrant->racer->algo,
                         event, race->course->clicks, reply.reason);
    fr_standing_updated(entrant->standing, event, &reply);
}

/* Carries an event out on the map, and in the sandboxes that are open; the others will be opened on
 * the changed map. */
static enum fr_status run_event(struct fr_race *race, size_t event)
{
    int order[FR_MAX_RACERS];
    struct fr_rect changed;
    if (is_ours(race, event))
        reopen_all(race, event);
    else
        close_all(race);
    enum fr_status status = fr_click_apply(&race->course->set.clicks[event], race->map, &changed);
    if (status != FR_OK)
        return status;
    fr_race_forget_ground(race);
    status = fr_validator_refresh(race->validator, race->map);
    fr_race_shuffle(race, event, order);
    for (int i = 0; i < race->entrant_count && status == FR_OK && !fr_race_is_stopped(race); i++)
        update(race, &race->entrants[order[i]], event);
    return status;
}

/* Tells the stopping rule how far the race is, and does as it says. */
static void consult(struct fr_race *race, size_t entry)
{
    struct fr_stopping_rule *stopping = race->settings->stopping;
    if (!stopping)
        return;
    stopping->look(stopping->context, race->standings, entry);
    for (int i = 0; i < race->entrant_count && fr_race_goes_on(race); i++) {
        struct fr_entrant *entrant = &race->entrants[i];
        if (stopping->out[i])
            fr_sandbox_close(&entrant->sandbox);
        else if (entrant->group == 0)
            fr_race_prepare(race, entrant);
    }
}

static enum fr_status run_entry(struct fr_race *race, size_t entry)
{
    if (race->course->resolved[entry].event)
        return run_event(race, entry);
    if (!is_ours(race, entry))
        return FR_OK;
    const enum fr_status status = run_click(race, entry);
    if (status == FR_OK && fr_race_goes_on(race))
        consult(race, entry);
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

/* Computes the optima before any racer is there to be disturbed. */
static enum fr_status find_optima(struct fr_race *race, struct fr_standings *standings)
{
    const struct fr_course *course = race->course;
    fr_progress_show(race->progress, course->name, "the optima");
    struct fr_optimum_rules rules = *race->settings->optimum;
    if (race->settings->finished)
        rules.seconds = 0;
    const enum fr_status status =
        fr_optima_create(&rules, race->map, &course->set, course->resolved,
                         race->settings->allocator, &race->optima);
    if (status != FR_OK)
        return status;
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

/* The map as it is before the first entry. */
static enum fr_status lay_out_map(struct fr_race *race)
{
    const struct fr_allocator *allocator = race->settings->allocator;
    fr_validator_release(race->validator);
    race->validator = NULL;
    fr_map_release(race->map);
    race->map = NULL;
    const enum fr_status status = fr_map_clone(race->course->map, allocator, &race->map);
    return status == FR_OK ? fr_validator_create(race->map, allocator, &race->validator) : status;
}

static enum fr_status set_up(struct fr_race *race, struct fr_standings *standings)
{
    const struct fr_race_settings *settings = race->settings;
    race->entrants = fr_allocate_zeroed(settings->allocator, (size_t)settings->racers->count,
                                        sizeof *race->entrants);
    if (!race->entrants)
        return FR_NO_MEMORY;
    race->entrant_count = settings->racers->count;
    race->rules_back = *settings->rules;
    race->rules_back.repeats = 1;
    race->rules_back.shortest_ns = 0;
    race->rules_back.eviction = NULL;
    race->walls_come = closes_borders(&race->course->set);
    for (int i = 0; i < race->entrant_count; i++) {
        race->entrants[i].racer = &settings->racers->at[i];
        race->entrants[i].standing = &standings->at[i];
        fr_sandbox_init(&race->entrants[i].sandbox, settings->rules);
        fr_sandbox_init(&race->entrants[i].back, &race->rules_back);
        race->entrants[i].sandbox.reduction = race->entrants[i].back.reduction =
            race->course->report.reduction;
    }
    for (size_t i = settings->first; race->course->lost && i < settings->last; i++)
        race->rows->lost_to_agent += race->course->lost[i];
    enum fr_status status = lay_out_map(race);
    if (status == FR_OK)
        status = write_map(race);
    return status == FR_OK ? find_optima(race, standings) : status;
}

static void tear_down(struct fr_race *race)
{
    fr_race_forget_ground(race);
    for (int i = 0; i < race->entrant_count; i++) {
        fr_sandbox_close(&race->entrants[i].sandbox);
        fr_worst_paths_release(&race->entrants[i].worst);
    }
    fr_deallocate(race->settings->allocator, race->entrants, (size_t)race->entrant_count,
                  sizeof *race->entrants);
    fr_optima_release(&race->optima);
    fr_validator_release(race->validator);
    fr_map_release(race->map);
    fr_path_release(&race->path);
    fr_path_release(&race->path_back);
}

static enum fr_status run_group(struct fr_race *race)
{
    enum fr_status status = race->group > 1 ? lay_out_map(race) : FR_OK;
    if (status == FR_OK)
        fr_race_form_group(race);
    for (size_t i = 0; i < race->course->set.count && status == FR_OK && fr_race_goes_on(race); i++)
        status = run_entry(race, i);
    fr_race_dismiss_group(race);
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
    fr_path_init(&race.path_back, settings->allocator);
    const uint64_t begin = fr_clock_ns();
    enum fr_status status = set_up(&race, standings);
    rows->setup_ns += (double)(fr_clock_ns() - begin);
    for (race.group = 1; status == FR_OK && fr_race_goes_on(&race) && fr_race_has_more(&race);
         race.group++)
        status = run_group(&race);
    if (status == FR_OK)
        status = fr_race_write_worst_paths(&race);
    fr_race_poll(&race);
    tear_down(&race);
    return status;
}
