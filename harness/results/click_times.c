#include "harness/results/click_times.h"

#include <math.h>
#include <string.h>

/* All samples lie in one block: played, steady, waited, after_event. */
static size_t block_size(const struct fr_click_times *times)
{
    return (size_t)times->rounds * (3 * (size_t)times->passes + 1);
}

enum fr_status fr_click_times_create(int rounds, int passes, const struct fr_allocator *allocator,
                                     struct fr_click_times *times)
{
    *times = (struct fr_click_times){
        .rounds = rounds, .passes = passes, .page_faults = -1, .stats = {-1, -1, -1, -1}};
    const size_t samples = (size_t)rounds * (size_t)passes;
    double *block = fr_allocate(allocator, block_size(times), sizeof *block);
    if (!block)
        return FR_NO_MEMORY;
    for (size_t i = 0; i < block_size(times); i++)
        block[i] = (double)NAN;
    for (int phase = 0; phase < FR_PHASES; phase++)
        times->ns_phases[phase] = (double)NAN;
    memset(block + 2 * samples, 0, samples * sizeof *block);
    times->played = block;
    times->steady = block + samples;
    times->waited = block + 2 * samples;
    times->after_event = block + 3 * samples;
    return FR_OK;
}

void fr_click_times_release(struct fr_click_times *times, const struct fr_allocator *allocator)
{
    fr_deallocate(allocator, times->played, block_size(times), sizeof(double));
    *times = (struct fr_click_times){0};
}

static int count_passes(const struct fr_click_times *times)
{
    int most = 0;
    for (int i = 0; i < times->rounds * times->passes; i++)
        if (!isnan(times->steady[i]) && i % times->passes >= most)
            most = i % times->passes + 1;
    return most;
}

void fr_click_times_figures(const struct fr_click_times *times, bool remembers,
                            struct fr_click_figures *figures)
{
    const size_t rounds = (size_t)times->rounds, passes = (size_t)times->passes;
    const double none = (double)NAN;
    *figures = (struct fr_click_figures){none, none, none, 0};
    if (!times->played)
        return;
    figures->ns_played = fr_median_known(times->played, rounds * passes, remembers ? passes : 1);
    if (!remembers)
        figures->ns_steady = fr_median_known(times->steady, rounds * passes, 1);
    figures->ns_after_event = fr_median_known(times->after_event, rounds, 1);
    figures->steady_passes = count_passes(times);
}
