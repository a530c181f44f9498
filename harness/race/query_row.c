#include "harness/race/query_row.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/judge/optimum.h"
#include "harness/race/race_looks.h"
#include "harness/race/race_paths.h"
#include "harness/race/race_racer.h"

/* The areas that occur and are open; `at` has space for FR_AREAS. */
static struct fr_integers open_areas(const struct fr_race *race, int64_t *at)
{
    size_t count = 0;
    for (int area = 1; area < FR_AREAS; area++)
        if (race->occurs[area] && race->map->enabled[area])
            at[count++] = area;
    return (struct fr_integers){at, count};
}

/* Makes the query own the line of its draft. FR_OK or FR_NO_MEMORY. */
static enum fr_status keep_draft(struct fr_race_query *query, const struct fr_row *draft)
{
    char *line = fr_row_line(draft);
    if (!line)
        return FR_NO_MEMORY;
    free(query->draft);
    query->draft = line;
    return FR_OK;
}

static enum fr_status give_times(const struct fr_race *race, struct fr_race_query *query)
{
    const struct fr_race_schedule *schedule = &race->settings->schedule;
    fr_click_times_release(&query->times, race->settings->allocator);
    return fr_click_times_create(schedule->rounds, schedule->passes, race->settings->allocator,
                                 &query->times);
}

static void write_entry(struct fr_race *race, const struct fr_race_racer *racer, size_t click,
                        enum fr_entry_kind kind)
{
    const struct fr_race_query *query = &racer->queries[click];
    const struct fr_journal_entry entry = {.kind = kind,
                                           .racer = (int)(racer - race->racers),
                                           .click = click,
                                           .count = query->answered + 2 * query->found +
                                                    4 * query->failed,
                                           .hash = query->hash,
                                           .text = query->draft};
    fr_journal_write(race->settings->journal, &entry);
    fr_journal_flush(race->settings->journal);
}

/* Detects a fault of the harness, not of the racer. */
static void check_against_optimum(struct fr_race *race, const struct fr_race_racer *racer,
                                  size_t click, const struct fr_judgement *judgement)
{
    const double optimum = race->optima.lengths[click];
    if (fr_optimum_beaten(judgement->valid_any_angle, judgement->length, optimum))
        fr_progress_note(race->progress,
                         "%s, click %zu: %s has a legal path of %.17g px, shorter than the optimum "
                         "of %.17g px: the judge or the optimum is wrong",
                         race->course->name, click, racer->spec->algo, judgement->length, optimum);
}

/* Measures the looks of a legal any-angle path; sets facts->looks. */
static enum fr_status measure_looks(struct fr_race *race, struct fr_click_facts *facts,
                                    struct fr_looks *looks)
{
    const struct fr_judgement *judgement = facts->judgement;
    if (!judgement || facts->points == 0 || !fr_verdict_passes(judgement->verdict) ||
        !judgement->any_angle || !judgement->valid_any_angle)
        return FR_OK;
    facts->looks = looks;
    return fr_race_measure_looks(race, facts->click, looks);
}

/* Keeps the row of race->path until the row of its click is written. */
static enum fr_status keep_path(struct fr_race *race, struct fr_race_racer *racer, size_t click)
{
    char *text = fr_rows_spell_path(race->course, racer->spec, click, &race->path);
    const struct fr_journal_entry entry = {
        .kind = FR_ENTRY_PATH, .racer = (int)(racer - race->racers), .click = click, .text = text};
    if (!text)
        return FR_NO_MEMORY;
    fr_journal_write(race->settings->journal, &entry);
    free(racer->queries[click].path);
    racer->queries[click].path = text;
    return FR_OK;
}

enum fr_status fr_race_draft_query(struct fr_race *race, struct fr_race_racer *racer, size_t click,
                                   const struct fr_reply *reply)
{
    const struct fr_resolved_click *resolved = &race->course->resolved[click];
    const bool answered = reply && reply->status == FR_REPLY_ANSWERED;
    struct fr_race_query *query = &racer->queries[click];
    struct fr_judgement judgement;
    struct fr_looks looks;
    int64_t areas[FR_AREAS];
    char doubt[FR_LONGEST_DOUBT];
    struct fr_row draft;
    struct fr_click_facts facts = {.course = race->course,
                                   .racer = racer->spec,
                                   .click = click,
                                   .class = race->standings->classes[click],
                                   .after_event =
                                       click > 0 && race->course->resolved[click - 1].event,
                                   .enabled = open_areas(race, areas),
                                   .reply = reply,
                                   .optimum = race->optima.lengths[click]};
    if (answered) {
        fr_validator_judge(race->validator, racer->spec->traits.movement, resolved->from,
                           resolved->to, reply->answer.outcome, &race->path, &judgement);
        check_against_optimum(race, racer, click, &judgement);
        facts.judgement = &judgement;
        facts.points = reply->answer.outcome == FR_FOUND ? race->path.count : 0;
    }
    enum fr_status status = measure_looks(race, &facts, &looks);
    if (status != FR_OK || fr_race_is_stopped(race))
        return status;
    if (facts.points > 0 && race->settings->keep_paths)
        status = keep_path(race, racer, click);
    if (status != FR_OK)
        return status;
    const bool doubted = answered && reply->answer.disbelieved;
    query->answered = answered && !doubted;
    query->failed = reply && !answered && reply->status != FR_REPLY_LOST;
    query->found = facts.points > 0 && !doubted;
    query->hash = answered ? reply->answer.hash : 0;
    fr_click_draft(&facts, &draft);
    if (doubted)
        fr_click_draft_disbelieve(&draft, &reply->answer, doubt);
    status = keep_draft(query, &draft);
    if (status == FR_OK && query->answered)
        status = give_times(race, query);
    if (status == FR_OK)
        write_entry(race, racer, click, FR_ENTRY_JUDGED);
    return status;
}

/* Records in a draft that a later query failed, or returned a different answer. */
static enum fr_status revise_draft(struct fr_race_query *query, const struct fr_reply *reply,
                                   const struct fr_answer *answer)
{
    char doubt[FR_LONGEST_DOUBT];
    struct fr_row_room room = {NULL, 0};
    struct fr_row draft;
    struct fr_error error;
    enum fr_status status = fr_row_read(query->draft, strlen(query->draft), &room, &draft, &error);
    if (status == FR_OK && reply->status == FR_REPLY_ANSWERED && answer->disbelieved)
        fr_click_draft_disbelieve(&draft, answer, doubt);
    else if (status == FR_OK && reply->status == FR_REPLY_ANSWERED)
        fr_click_draft_contradict(&draft);
    else if (status == FR_OK)
        fr_click_draft_fail(&draft, reply);
    if (status == FR_OK)
        status = keep_draft(query, &draft);
    fr_row_room_release(&room);
    return status;
}

bool fr_race_confirm_query(struct fr_race *race, struct fr_race_racer *racer, size_t click,
                           const struct fr_reply *reply, const struct fr_answer *answer,
                           enum fr_status *status)
{
    struct fr_race_query *query = &racer->queries[click];
    const bool answered = reply->status == FR_REPLY_ANSWERED;
    if (reply->status == FR_REPLY_LOST || racer->prepare_failed ||
        (answered && answer->hash == query->hash && !answer->disbelieved))
        return answered;
    query->answered = query->found = false;
    fr_click_times_release(&query->times, race->settings->allocator);
    *status = revise_draft(query, reply, answer);
    if (*status == FR_OK)
        write_entry(race, racer, click, FR_ENTRY_REVISED);
    return false;
}

/* The place of a sample; NULL if the schedule has no place for it. */
static double *place_of(struct fr_race_query *query, const struct fr_journal_entry *entry)
{
    struct fr_click_times *times = &query->times;
    if (!times->played || entry->round >= times->rounds || entry->pass >= times->passes)
        return NULL;
    switch (entry->kind) {
    case FR_ENTRY_PLAYED:
        return &times->played[fr_race_query_sample(query, entry->round, entry->pass)];
    case FR_ENTRY_WAITED:
        return &times->waited[fr_race_query_sample(query, entry->round, entry->pass)];
    case FR_ENTRY_STEADY:
        return &times->steady[fr_race_query_sample(query, entry->round, entry->pass)];
    case FR_ENTRY_EVENT:
        return &times->after_event[entry->round];
    default:
        return NULL;
    }
}

static void take_sample(struct fr_race_query *query, const struct fr_journal_entry *entry)
{
    double *place = place_of(query, entry);
    if (!place)
        return;
    *place = entry->value;
    query->times.interrupted = query->times.interrupted || entry->kind == FR_ENTRY_WAITED;
    if (entry->kind == FR_ENTRY_PLAYED && entry->count >= 0)
        query->times.page_faults =
            (query->times.page_faults < 0 ? 0 : query->times.page_faults) + entry->count;
}

void fr_race_note_sample(struct fr_race *race, struct fr_race_racer *racer, size_t click,
                         enum fr_entry_kind kind, int pass, const struct fr_answer *answer)
{
    const struct fr_journal_entry entry = {.kind = kind,
                                           .racer = (int)(racer - race->racers),
                                           .click = click,
                                           .round = race->round,
                                           .pass = pass,
                                           .value = answer->lost ? (double)NAN : answer->ns,
                                           .count = answer->faults};
    take_sample(&racer->queries[click], &entry);
    fr_journal_write(race->settings->journal, &entry);
    if (kind != FR_ENTRY_PLAYED || answer->lost || answer->ns_waited <= 0)
        return;
    const struct fr_journal_entry waited = {.kind = FR_ENTRY_WAITED,
                                            .racer = entry.racer,
                                            .click = click,
                                            .round = race->round,
                                            .pass = pass,
                                            .value = answer->ns_waited};
    take_sample(&racer->queries[click], &waited);
    fr_journal_write(race->settings->journal, &waited);
}

enum { PROBED_SIZE = 32 * (FR_PHASES + 4) };

void fr_race_note_probed(struct fr_race *race, struct fr_race_racer *racer, size_t click,
                         const struct fr_answer *answer)
{
    struct fr_race_query *query = &racer->queries[click];
    char text[PROBED_SIZE];
    size_t used = 0;
    memcpy(query->times.ns_phases, answer->ns_phases, sizeof answer->ns_phases);
    query->times.stats = answer->stats;
    query->probed = true;
    for (int phase = 0; phase < FR_PHASES; phase++)
        used +=
            (size_t)snprintf(text + used, sizeof text - used, "%.0f ", answer->ns_phases[phase]);
    snprintf(text + used, sizeof text - used, "%lld %lld %lld %lld",
             (long long)answer->stats.expanded, (long long)answer->stats.generated,
             (long long)answer->stats.cleared, (long long)answer->stats.sight_checks);
    const struct fr_journal_entry entry = {.kind = FR_ENTRY_PROBED,
                                           .racer = (int)(racer - race->racers),
                                           .click = click,
                                           .text = text};
    fr_journal_write(race->settings->journal, &entry);
}

static void restore_probed(struct fr_race_query *query, const struct fr_journal_entry *entry)
{
    const char *at = entry->text;
    char *end;
    int64_t *const counts[] = {&query->times.stats.expanded, &query->times.stats.generated,
                               &query->times.stats.cleared, &query->times.stats.sight_checks};
    if (!query->times.played)
        return;
    for (int phase = 0; phase < FR_PHASES; phase++, at = end)
        query->times.ns_phases[phase] = strtod(at, &end);
    for (int i = 0; i < 4; i++, at = end)
        *counts[i] = strtoll(at, &end, 10);
    query->probed = true;
}

/* Accepts a journal line of this kind, without further checks. */
static enum fr_status restore_line(const struct fr_journal_entry *entry, enum fr_row_kind kind,
                                   char **line)
{
    struct fr_row_room room = {NULL, 0};
    struct fr_row row;
    struct fr_error error;
    const enum fr_status status =
        fr_row_read(entry->text, strlen(entry->text), &room, &row, &error);
    fr_row_room_release(&room);
    if (status != FR_OK || row.kind != kind)
        return status == FR_NO_MEMORY ? status : FR_OK; /* FR_OK: the query is measured again */
    free(*line);
    *line = strdup(entry->text);
    return *line ? FR_OK : FR_NO_MEMORY;
}

static enum fr_status restore_draft(struct fr_race *race, struct fr_race_query *query,
                                    const struct fr_journal_entry *entry)
{
    const enum fr_status status = restore_line(entry, FR_ROW_CLICK, &query->draft);
    if (status != FR_OK || !query->draft)
        return status;
    query->answered = entry->count & 1;
    query->found = entry->count & 2;
    query->failed = entry->count & 4;
    query->restored = true;
    query->hash = entry->hash;
    if (query->answered)
        return give_times(race, query);
    fr_click_times_release(&query->times, race->settings->allocator);
    return FR_OK;
}

static enum fr_status take_entry(void *context, const struct fr_journal_entry *entry)
{
    struct fr_race *race = context;
    if (entry->racer >= race->racer_count || entry->click >= race->course->set.count)
        return FR_OK;
    struct fr_race_query *query = &race->racers[entry->racer].queries[entry->click];
    if (query->written)
        return FR_OK;
    if (entry->kind == FR_ENTRY_JUDGED || entry->kind == FR_ENTRY_REVISED)
        return restore_draft(race, query, entry);
    if (entry->kind == FR_ENTRY_PATH)
        return restore_line(entry, FR_ROW_PATH, &query->path);
    if (entry->kind == FR_ENTRY_PROBED)
        restore_probed(query, entry);
    else
        take_sample(query, entry);
    return FR_OK;
}

static void restore_row(const struct fr_race *race, struct fr_race_racer *racer, size_t click)
{
    struct fr_race_query *query = &racer->queries[click];
    const struct fr_click_row *past =
        fr_record_row(race->settings->record, FR_ROW_CLICK, race->course, racer->spec, click, 0);
    if (!past)
        return;
    const struct fr_recorded_click recorded = fr_recorded_click_of(past);
    query->written = query->restored = true;
    query->failed = !recorded.answered && recorded.reply.status != FR_REPLY_LOST;
}

enum fr_status fr_race_restore_queries(struct fr_race *race)
{
    char title[sizeof race->course->file + sizeof race->course->clicks + 16];
    snprintf(title, sizeof title, "%d %s %s", race->group, race->course->file,
             race->course->clicks);
    for (int i = 0; i < race->racer_count; i++)
        for (size_t j = 0; j < race->course->set.count; j++)
            restore_row(race, &race->racers[i], j);
    return fr_journal_begin(race->settings->journal, title, take_entry, race);
}

/* A click on a map without walkable pixels is never queried, but has a row. */
static enum fr_status draft_unanswerable(struct fr_race *race, struct fr_race_racer *racer,
                                         size_t click)
{
    if (race->course->resolved[click].answerable || racer->queries[click].draft)
        return FR_OK;
    return fr_race_draft_query(race, racer, click, NULL);
}

static void update_standing(struct fr_race *race, struct fr_race_racer *racer, size_t click,
                            const struct fr_click_row *row)
{
    const struct fr_path unknown = {.allocator = race->settings->allocator};
    const struct fr_race_schedule *schedule = &race->settings->schedule;
    fr_standings_take_row(race->standings, (int)(racer - race->racers), click, row,
                          schedule->rounds, schedule->passes);
    if (strcmp(row->outcome, "found") == 0 && !isnan(row->ns_played) &&
        !race->settings->keep_paths &&
        fr_slowest_paths_offer(&racer->worst, row->ns_played, click, &unknown) != FR_OK)
        fr_race_stop(race, "not enough memory");
}

/* Completes a draft and writes it. */
static enum fr_status write_row(struct fr_race *race, struct fr_race_racer *racer, size_t click)
{
    const struct fr_race_query *query = &racer->queries[click];
    struct fr_row_room room = {NULL, 0};
    struct fr_row row;
    struct fr_error error;
    const enum fr_status status =
        fr_row_read(query->draft, strlen(query->draft), &room, &row, &error);
    if (status == FR_OK) {
        fr_click_draft_finish(&row, &query->times, racer->caching, racer->standing->excluded);
        if (query->instructions > 0)
            row.click.instructions = query->instructions;
        fr_rows_click(race->rows, racer->spec, &row);
        if (query->path && strcmp(row.click.outcome, "found") == 0)
            fr_rows_spelled(race->rows, query->path);
        update_standing(race, racer, click, &row.click);
    }
    fr_row_room_release(&room);
    return status;
}

/* Writes a query's row, unless an interrupted race already wrote it. */
static enum fr_status finish_query(struct fr_race *race, struct fr_race_racer *racer, size_t click)
{
    struct fr_race_query *query = &racer->queries[click];
    enum fr_status status = FR_OK;
    if (query->written) {
        const struct fr_click_row *row = fr_record_row(race->settings->record, FR_ROW_CLICK,
                                                       race->course, racer->spec, click, 0);
        race->standings->optima[click] = row->optimum;
        update_standing(race, racer, click, row);
        return FR_OK;
    }
    if (!racer->given_up)
        status = draft_unanswerable(race, racer, click);
    if (status != FR_OK)
        return status;
    if (!query->draft) {
        racer->standing->untried++;
        return FR_OK;
    }
    return write_row(race, racer, click);
}

enum fr_status fr_race_finish_stretch(struct fr_race *race, const struct fr_stretch *stretch)
{
    int order[FR_MAX_RACERS];
    enum fr_status status = FR_OK;
    for (size_t i = stretch->first; i < stretch->last; i++) {
        fr_race_shuffle(race, i, order);
        for (int j = 0; j < race->racer_count && status == FR_OK && !fr_race_is_stopped(race);
             j++) {
            struct fr_race_racer *racer = &race->racers[order[j]];
            if (racer->group == race->group)
                status = finish_query(race, racer, i);
            fr_race_poll(race);
        }
    }
    for (int j = 0; j < race->racer_count && status == FR_OK && !fr_race_is_stopped(race); j++)
        fr_race_fetch_slowest_paths(race, &race->racers[j], stretch);
    return status;
}
