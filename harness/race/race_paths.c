#include "harness/race/race_paths.h"

#include <stdlib.h>
#include <string.h>

#include "harness/race/race_racer.h"

static void release_last(struct fr_slowest_paths *worst)
{
    worst->count--;
    fr_path_release(&worst->at[worst->count].path);
}

enum fr_status fr_slowest_paths_offer(struct fr_slowest_paths *worst, double ns, size_t click,
                                      const struct fr_path *path)
{
    int place = worst->count;
    while (place > 0 && worst->at[place - 1].ns < ns)
        place--;
    if (place == FR_SLOWEST_PATHS)
        return FR_OK;
    struct fr_path copy;
    fr_path_init(&copy, path->allocator);
    if (fr_path_reserve(&copy, path->count) != FR_OK)
        return FR_NO_MEMORY;
    if (path->count > 0)
        memcpy(copy.points, path->points, path->count * sizeof *path->points);
    copy.count = path->count;
    if (worst->count == FR_SLOWEST_PATHS)
        release_last(worst);
    for (int i = worst->count; i > place; i--)
        worst->at[i] = worst->at[i - 1];
    worst->at[place] = (struct fr_slowest_path){ns, click, copy};
    worst->count++;
    return FR_OK;
}

void fr_slowest_paths_release(struct fr_slowest_paths *worst)
{
    while (worst->count > 0)
        release_last(worst);
}

void fr_race_fetch_slowest_paths(struct fr_race *race, struct fr_race_racer *racer,
                                 const struct fr_stretch *stretch)
{
    for (int i = 0; i < racer->worst.count && !fr_race_is_stopped(race); i++) {
        struct fr_slowest_path *worst = &racer->worst.at[i];
        struct fr_reply reply;
        if (worst->path.count > 0 || worst->click < stretch->first ||
            worst->click >= stretch->last || racer->prepare_failed)
            continue;
        fr_race_query(race, racer, FR_STEADY, worst->click, &reply, &worst->path);
    }
}

static void write_path(struct fr_race *race, const struct fr_race_racer *racer,
                       const struct fr_slowest_path *worst)
{
    char *text = fr_rows_spell_path(race->course, racer->spec, worst->click, &worst->path);
    fr_rows_spelled(race->rows, text);
    free(text);
}

void fr_race_write_slowest_paths(struct fr_race *race)
{
    for (int i = 0; i < race->racer_count; i++) {
        const struct fr_race_racer *racer = &race->racers[i];
        for (int j = 0; j < racer->worst.count; j++) {
            const struct fr_slowest_path *worst = &racer->worst.at[j];
            if (worst->path.count > 0 && !fr_record_row(race->settings->record, FR_ROW_PATH,
                                                        race->course, racer->spec, worst->click, 0))
                write_path(race, racer, worst);
        }
    }
}
