#include "harness/race/race_paths.h"

#include <stdlib.h>

#include "harness/race/race_racer.h"

/* Expansions are an illustration: if the racer does not report them, the row has none. */
static void ask_for_expansions(struct fr_race *race, struct fr_race_racer *racer,
                               struct fr_worst_path *worst)
{
    const struct fr_resolved_click *resolved = &race->course->resolved[worst->click];
    struct fr_reply reply = {.status = FR_REPLY_ANSWERED};
    if (worst->path.count == 0 || !racer->spec->traits.tells_expansions ||
        !fr_sandbox_is_open(&racer->sandbox))
        return;
    fr_sandbox_trace(&racer->sandbox, resolved->from, resolved->to, FR_SANDBOX_TRACED, &reply,
                     &worst->expanded);
    fr_race_poll_reply(race, &reply);
    if (reply.status != FR_REPLY_ANSWERED)
        worst->expanded.count = 0;
}

void fr_race_fetch_worst_paths(struct fr_race *race, struct fr_race_racer *racer,
                               const struct fr_stretch *stretch)
{
    for (int i = 0; i < racer->worst.count && !fr_race_is_stopped(race); i++) {
        struct fr_worst_path *worst = &racer->worst.at[i];
        struct fr_reply reply;
        if (worst->path.count > 0 || worst->click < stretch->first ||
            worst->click >= stretch->last || racer->prepare_failed)
            continue;
        fr_race_query(race, racer, FR_STEADY, worst->click, &reply, &worst->path);
        ask_for_expansions(race, racer, worst);
    }
}

static void write_path(struct fr_race *race, const struct fr_race_racer *racer,
                       const struct fr_worst_path *worst)
{
    char *text =
        fr_rows_spell_path(race->course, racer->spec, worst->click, &worst->path, &worst->expanded);
    fr_rows_spelled(race->rows, text);
    free(text);
}

void fr_race_write_worst_paths(struct fr_race *race)
{
    for (int i = 0; i < race->racer_count; i++) {
        const struct fr_race_racer *racer = &race->racers[i];
        for (int j = 0; j < racer->worst.count; j++) {
            const struct fr_worst_path *worst = &racer->worst.at[j];
            if (worst->path.count > 0 && !fr_record_has_path(race->settings->record, race->course,
                                                             racer->spec, worst->click))
                write_path(race, racer, worst);
        }
    }
}
