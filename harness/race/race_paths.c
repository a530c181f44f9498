#include "harness/race/race_state.h"

/* False when the system took the child: then it is worth another try. */
static bool ask_for_path(struct fr_race *race, struct fr_entrant *entrant, size_t click,
                         struct fr_path *path)
{
    const struct fr_resolved_click *resolved = &race->course->resolved[click];
    struct fr_reply reply = {.fate = FR_FATE_ANSWERED};
    if (!fr_sandbox_is_open(&entrant->sandbox))
        fr_race_open_entrant(race, entrant, &reply);
    if (reply.fate == FR_FATE_ANSWERED)
        fr_sandbox_click(&entrant->sandbox, FR_STEADY, resolved->from, resolved->to, &reply, path);
    fr_race_poll_reply(race, &reply);
    return reply.fate != FR_FATE_LOST;
}

void fr_race_fetch_worst_paths(struct fr_race *race, struct fr_entrant *entrant,
                               const struct fr_segment *segment)
{
    for (int i = 0; i < entrant->worst.count && !fr_race_is_stopped(race); i++) {
        struct fr_worst_path *worst = &entrant->worst.at[i];
        if (worst->path.count > 0 || worst->click < segment->first ||
            worst->click >= segment->last || entrant->prepare_failed)
            continue;
        if (!ask_for_path(race, entrant, worst->click, &worst->path))
            (void)ask_for_path(race, entrant, worst->click, &worst->path);
    }
}

static void write_path(struct fr_race *race, const struct fr_entrant *entrant,
                       const struct fr_worst_path *worst)
{
    char *text = fr_rows_spell_path(race->course, entrant->racer, worst->click, &worst->path);
    fr_rows_spelled(race->rows, text);
    cJSON_free(text);
}

void fr_race_write_worst_paths(struct fr_race *race)
{
    for (int i = 0; i < race->entrant_count; i++) {
        const struct fr_entrant *entrant = &race->entrants[i];
        for (int j = 0; j < entrant->worst.count; j++) {
            const struct fr_worst_path *worst = &entrant->worst.at[j];
            if (worst->path.count > 0 && !fr_record_has_path(race->settings->record, race->course,
                                                             entrant->racer, worst->click))
                write_path(race, entrant, worst);
        }
    }
}
