/* bench-misses MAP CLICKS ALGO COUNT: asks a back end COUNT of the clicks whose straight line is
 * blocked, spread evenly over the set, and sweeps the last-level cache before each, as a frame does
 * between two clicks of a player. It is made to run under callgrind, which counts the calls of
 * fr_counted_find alone: ./run experiment misses tells what they touched. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "build_paths.h"
#include "harness/experiments/bench/bench.h"
#include "harness/racers/addresses.h"
#include "harness/sandbox/counted.h"
#include "maps/geometry/line_of_sight.h"

enum { SWEPT = 16 << 20, LINE = 64 }; /* bytes: twice the cache that ./run experiment misses simulates */

static unsigned char swept[SWEPT];

static void sweep(void)
{
    for (size_t i = 0; i < SWEPT; i += LINE)
        ((volatile unsigned char *)swept)[i]++;
}

static bool is_blocked(const struct fr_bench_track *track, size_t number)
{
    const struct fr_resolved_click *click = &track->clicks[number];
    return !click->event && click->answerable &&
           !fr_line_of_sight(track->map, fr_pixel_centre(click->start),
                             fr_pixel_centre(click->goal));
}

static enum fr_status ask(const struct fr_bench_track *track, const struct fr_racer *racer,
                          size_t most, struct fr_error *error)
{
    struct fr_state *state;
    struct fr_path path;
    size_t blocked = 0, asked = 0;
    fr_path_init(&path, &fr_default_allocator);
    const enum fr_status status =
        racer->pathfinder->prepare(track->map, &racer->options, &fr_default_allocator, &state);
    if (status != FR_OK)
        return fr_fail(error, status, "%s: cannot be prepared for this map", racer->algo);
    for (size_t i = 0; i < track->set.count; i++)
        blocked += is_blocked(track, i);
    most = most < blocked ? most : blocked;
    for (size_t i = 0, met = 0; i < track->set.count; i++) {
        if (!is_blocked(track, i) || met++ != asked * blocked / most)
            continue;
        asked++;
        sweep();
        (void)fr_counted_find(racer->pathfinder, state, fr_pixel_centre(track->clicks[i].start),
                              fr_pixel_centre(track->clicks[i].goal), &path);
    }
    printf("%zu\n", asked);
    racer->pathfinder->release(state);
    fr_path_release(&path);
    return FR_OK;
}

int main(int count, char **words)
{
    struct fr_racers racers = {.count = 0};
    struct fr_bench_track track;
    struct fr_error error;
    const long most = count == 5 ? strtol(words[4], NULL, 10) : 0;
    if (most <= 0) {
        fputs("usage: bench-misses MAP CLICKS ALGO COUNT\n", stderr);
        return 2;
    }
    enum fr_status status = fr_racers_add(&racers, fr_pathfinders, words[3], &error);
    if (status == FR_OK) {
        status = fr_bench_open(words[1], words[2], FOOTRACE_BUNDLED, &track, &error);
        if (status == FR_OK)
            status = ask(&track, &racers.at[0], (size_t)most, &error);
        fr_bench_close(&track);
    }
    if (status != FR_OK)
        fprintf(stderr, "bench-misses: %s\n", error.text);
    return status == FR_OK ? 0 : 2;
}
