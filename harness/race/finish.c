#include "harness/race/finish.h"

#include <math.h>
#include <string.h>

#include "harness/race/query_row.h"
#include "harness/race/race_paths.h"

/* A click on a map without walkable pixels cannot be asked, but has a row. */
static enum fr_status draft_unanswerable(struct fr_race *race, struct fr_entrant *entrant,
                                         size_t click)
{
    if (race->course->resolved[click].answerable || entrant->queries[click].draft)
        return FR_OK;
    return fr_race_draft_query(race, entrant, click, NULL);
}

static void tell_standing(struct fr_race *race, struct fr_entrant *entrant, size_t click,
                          const struct fr_recorded_click *told)
{
    const struct fr_path unknown = {.allocator = race->settings->allocator};
    if (!race->course->resolved[click].answerable) {
        entrant->standing->clicks++;
        return;
    }
    fr_standing_clicked(entrant->standing, click, race->standings->classes[click], &told->reply,
                        told->answered ? &told->judgement : NULL, told->ns_played,
                        told->ns_after_event);
    entrant->standing->remembers = entrant->standing->remembers || told->remembers;
    if (told->answered && told->reply.answer.outcome == FR_FOUND && !isnan(told->ns_played) &&
        !race->settings->keep_paths &&
        fr_worst_paths_offer(&entrant->worst, told->ns_played, click, &unknown) != FR_OK)
        fr_race_stop(race, "out of memory");
}

/* Writes a query's row, unless it is there from before. */
static enum fr_status finish_query(struct fr_race *race, struct fr_entrant *entrant, size_t click)
{
    struct fr_race_query *query = &entrant->queries[click];
    enum fr_status status = FR_OK;
    if (query->written) {
        const struct fr_recorded_click *past =
            fr_record_click(race->settings->record, race->course, entrant->racer, click);
        race->standings->optima[click] = past->optimum;
        tell_standing(race, entrant, click, past);
        return FR_OK;
    }
    if (!entrant->given_up)
        status = draft_unanswerable(race, entrant, click);
    if (status != FR_OK)
        return status;
    if (!query->draft) {
        entrant->standing->untried++;
        return FR_OK;
    }
    cJSON *draft = cJSON_Parse(query->draft);
    if (!draft)
        return FR_NO_MEMORY;
    fr_click_draft_finish(draft, &query->times, entrant->caching);
    fr_click_draft_count(draft, query->instructions);
    const struct fr_recorded_click told = fr_recorded_click_of(draft);
    fr_rows_click(race->rows, entrant->racer, draft);
    if (query->path && told.reply.answer.outcome == FR_FOUND && told.answered)
        fr_rows_spelled(race->rows, query->path);
    tell_standing(race, entrant, click, &told);
    return FR_OK;
}

enum fr_status fr_race_finish_stretch(struct fr_race *race, const struct fr_stretch *stretch)
{
    int order[FR_MAX_RACERS];
    enum fr_status status = FR_OK;
    for (size_t i = stretch->first; i < stretch->last; i++) {
        fr_race_shuffle(race, i, order);
        for (int j = 0; j < race->entrant_count && status == FR_OK && !fr_race_is_stopped(race);
             j++) {
            struct fr_entrant *entrant = &race->entrants[order[j]];
            if (entrant->group == race->group)
                status = finish_query(race, entrant, i);
            fr_race_poll(race);
        }
    }
    for (int j = 0; j < race->entrant_count && status == FR_OK && !fr_race_is_stopped(race); j++)
        fr_race_fetch_worst_paths(race, &race->entrants[j], stretch);
    return status;
}
