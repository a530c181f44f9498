#include "harness/race/race_state.h"

/* False when the child was killed from outside: then it is worth another try. */
static bool ask_again(struct fr_race *race, struct fr_entrant *entrant, struct fr_map *map,
                      size_t click, struct fr_path *path)
{
    const struct fr_resolved_click *resolved = &race->course->resolved[click];
    struct fr_reply reply = {.fate = FR_FATE_ANSWERED};
    if (!fr_sandbox_is_open(&entrant->sandbox))
        fr_sandbox_open(&entrant->sandbox, entrant->racer, map, &reply);
    if (reply.fate == FR_FATE_ANSWERED)
        fr_sandbox_click(&entrant->sandbox, fr_pixel_centre(resolved->start),
                         fr_pixel_centre(resolved->goal), &reply, path);
    if (reply.fate == FR_FATE_STOPPED)
        fr_race_stop(race, reply.reason);
    return !reply.killed;
}

/* Asks once more for paths that were found before the race was cut short, on the map as it was. */
static enum fr_status recover_paths(struct fr_race *race, struct fr_entrant *entrant)
{
    const struct fr_course *course = race->course;
    const struct fr_allocator *allocator = race->settings->allocator;
    struct fr_map *map = NULL;
    enum fr_status status = fr_map_clone(course->map, allocator, &map);
    for (size_t i = 0; status == FR_OK && i < race->settings->last && !fr_race_is_stopped(race);
         i++) {
        struct fr_worst_path *lost = fr_worst_paths_unknown(&entrant->worst, i);
        struct fr_rect changed;
        if (course->resolved[i].event) {
            fr_sandbox_close(&entrant->sandbox);
            status = fr_click_apply(&course->set.clicks[i], map, &changed);
        }
        if (!lost || fr_record_has_path(race->settings->record, course, entrant->racer, i))
            continue;
        if (!ask_again(race, entrant, map, i, &lost->path))
            (void)ask_again(race, entrant, map, i, &lost->path);
    }
    fr_sandbox_close(&entrant->sandbox);
    fr_map_release(map);
    return status;
}

enum fr_status fr_race_write_worst_paths(struct fr_race *race)
{
    const struct fr_record *record = race->settings->record;
    enum fr_status status = FR_OK;
    for (int i = 0; i < race->entrant_count && status == FR_OK; i++) {
        struct fr_entrant *entrant = &race->entrants[i];
        if (record && !fr_race_is_stopped(race))
            status = recover_paths(race, entrant);
        for (int j = 0; j < entrant->worst.count; j++) {
            const struct fr_worst_path *worst = &entrant->worst.at[j];
            if (worst->path.count > 0 &&
                !fr_record_has_path(record, race->course, entrant->racer, worst->click))
                fr_rows_path(race->rows, race->course, entrant->racer, worst->click, &worst->path);
        }
    }
    return status;
}
