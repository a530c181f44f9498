#include "harness/race/race_looks.h"

#include <math.h>

#include "harness/base/clock.h"

void fr_race_forget_margin(struct fr_race *race)
{
    fr_margin_release(race->margin);
    race->margin = NULL;
}

/* Computes the roomy path of a click and adds the time that it takes. */
static enum fr_status find_roomy(struct fr_race *race, size_t click, struct fr_roomy *roomy)
{
    const struct fr_resolved_click *resolved = &race->course->resolved[click];
    const double limit_ns = race->settings->optimum->seconds * 1e9;
    const uint64_t begin = fr_clock_ns();
    struct fr_path taut;
    *roomy = (struct fr_roomy){(double)NAN, (double)NAN};
    if (race->roomy_ns >= limit_ns)
        return FR_OK;
    fr_path_init(&taut, race->settings->allocator);
    const enum fr_status status =
        fr_margin_avoid(race->margin, resolved->start, resolved->goal, &taut, roomy);
    fr_path_release(&taut);
    race->roomy_ns += (double)(fr_clock_ns() - begin);
    if (race->roomy_ns >= limit_ns)
        fr_progress_note(race->progress,
                         "%s: hugging is unknown after click %zu: roomy paths take longer than "
                         "%g s",
                         race->course->name, click, race->settings->optimum->seconds);
    return status;
}

enum fr_status fr_race_measure_looks(struct fr_race *race, size_t click, struct fr_looks *looks)
{
    const struct fr_allocator *allocator = race->settings->allocator;
    struct fr_roomy *roomy = &race->roomy[click];
    enum fr_status status = FR_OK;
    if (!race->margin)
        status = fr_margin_create(race->map, allocator, &race->margin);
    if (status == FR_OK && roomy->length < 0)
        status = find_roomy(race, click, roomy);
    if (status == FR_OK)
        status = fr_looks_measure(race->map, race->margin, roomy, &race->path, allocator, looks);
    fr_race_poll(race);
    return status;
}
