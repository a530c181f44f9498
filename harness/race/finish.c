#include "harness/race/finish.h"

#include <math.h>
#include <string.h>

#include "harness/race/query_row.h"
#include "harness/race/race_paths.h"

/* A click on a map without walkable pixels is never queried, but has a row. */
static enum fr_status draft_unanswerable(struct fr_race *race, struct fr_race_racer *racer,
                                         size_t click)
{
    if (race->course->resolved[click].answerable || racer->queries[click].draft)
        return FR_OK;
    return fr_race_draft_query(race, racer, click, NULL);
}

static void tell_standing(struct fr_race *race, struct fr_race_racer *racer, size_t click,
                          const struct fr_click_row *row, const struct fr_recorded_click *told)
{
    const struct fr_path unknown = {.allocator = race->settings->allocator};
    if (race->standings->samples)
        fr_standings_take_samples(race->standings, (int)(racer - race->racers), click,
                                  &(struct fr_samples_told){row->played.at, row->waited.at,
                                                            row->played.count, row->waited.count,
                                                            race->settings->schedule.passes});
    if (!race->course->resolved[click].answerable) {
        racer->standing->clicks++;
        return;
    }
    fr_standing_clicked(racer->standing, click, race->standings->classes[click], &told->reply,
                        told->answered ? &told->judgement : NULL, told->ns_played,
                        told->ns_after_event);
    if (told->excluded != FR_EXCLUDED_NOT)
        racer->standing->excluded = told->excluded;
    racer->standing->remembers = racer->standing->excluded != FR_EXCLUDED_NOT;
    if (told->answered && told->reply.answer.outcome == FR_FOUND && !isnan(told->ns_played) &&
        !race->settings->keep_paths &&
        fr_worst_paths_offer(&racer->worst, told->ns_played, click, &unknown) != FR_OK)
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
        const struct fr_recorded_click told = fr_recorded_click_of(&row.click);
        fr_rows_click(race->rows, racer->spec, &row);
        if (query->path && told.reply.answer.outcome == FR_FOUND && told.answered)
            fr_rows_spelled(race->rows, query->path);
        tell_standing(race, racer, click, &row.click, &told);
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
        const struct fr_click_row *row =
            fr_record_click(race->settings->record, race->course, racer->spec, click);
        const struct fr_recorded_click past = fr_recorded_click_of(row);
        race->standings->optima[click] = past.optimum;
        tell_standing(race, racer, click, row, &past);
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
        fr_race_fetch_worst_paths(race, &race->racers[j], stretch);
    return status;
}
