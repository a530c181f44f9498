#include <math.h>
#include <stdio.h>

#include "harness/judge/optimum.h"
#include "harness/race/race_state.h"
#include "maps/random.h"

void fr_race_shuffle(const struct fr_race *race, size_t entry, int *order)
{
    struct fr_random random = {race->settings->seed ^ (entry + 1) * 0x9E3779B97F4A7C15u};
    for (int i = 0; i < race->entrant_count; i++)
        order[i] = i;
    for (int i = race->entrant_count - 1; i > 0; i--) {
        const int j = (int)fr_random_below(&random, (uint32_t)i + 1);
        const int swapped = order[i];
        order[i] = order[j];
        order[j] = swapped;
    }
}

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

enum fr_status fr_race_run_click(struct fr_race *race, size_t click)
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
