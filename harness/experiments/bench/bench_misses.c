/* bench-misses MAP CLICKS ALGO COUNT: asks a back end COUNT of the clicks whose straight line is
 * blocked, spread evenly over the set, and sweeps the last-level cache before each, as a frame does
 * between two clicks of a player. It is made to run under callgrind, which counts the calls of
 * fr_counted_find alone: ./run misses tells what they touched. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "build_paths.h"
#include "harness/course/resolve.h"
#include "harness/racers/counted.h"
#include "harness/racers/racer.h"
#include "maps/formats/clicks/click_set_file.h"
#include "maps/formats/load.h"
#include "maps/geometry/line_of_sight.h"

enum { SWEPT = 16 << 20, LINE = 64 }; /* bytes: twice the cache that ./run misses simulates */

static unsigned char swept[SWEPT];

static void sweep(void)
{
    for (size_t i = 0; i < SWEPT; i += LINE)
        ((volatile unsigned char *)swept)[i]++;
}

struct track {
    struct fr_map *map;
    struct fr_click_set set;
    struct fr_resolved_click *clicks;
    struct fr_racers racers;
};

static enum fr_status open_track(char **words, struct track *track, struct fr_error *error)
{
    const struct fr_allocator *allocator = &fr_default_allocator;
    fr_click_set_init(&track->set, allocator);
    enum fr_status status =
        fr_map_load(words[0], FOOTRACE_BUNDLED, allocator, &track->map, NULL, error);
    if (status == FR_OK)
        status = fr_click_set_load(words[1], track->map->width, track->map->height, allocator,
                                   &track->set, error);
    if (status == FR_OK)
        status = fr_racers_add(&track->racers, fr_pathfinders, words[2], error);
    if (status != FR_OK)
        return status;
    status = fr_resolve(&track->set, track->map, FR_CLAMP_NEAREST, allocator, &track->clicks);
    return status == FR_OK ? FR_OK : fr_fail(error, status, "%s: out of memory", words[0]);
}

static bool is_blocked(const struct track *track, size_t number)
{
    const struct fr_resolved_click *click = &track->clicks[number];
    return !click->event && click->answerable &&
           !fr_line_of_sight(track->map, fr_pixel_centre(click->start),
                             fr_pixel_centre(click->goal));
}

static enum fr_status ask(const struct track *track, size_t most, struct fr_error *error)
{
    const struct fr_racer *racer = &track->racers.at[0];
    struct fr_state *state;
    struct fr_path path;
    size_t blocked = 0, asked = 0;
    fr_path_init(&path, &fr_default_allocator);
    const enum fr_status status = racer->pathfinder->prepare(track->map, &racer->options,
                                                             &fr_default_allocator, &state);
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
    struct track track = {.map = NULL};
    struct fr_error error;
    const long most = count == 5 ? strtol(words[4], NULL, 10) : 0;
    if (most <= 0) {
        fputs("usage: bench-misses MAP CLICKS ALGO COUNT\n", stderr);
        return 2;
    }
    enum fr_status status = open_track(words + 1, &track, &error);
    if (status == FR_OK)
        status = ask(&track, (size_t)most, &error);
    if (status != FR_OK)
        fprintf(stderr, "bench-misses: %s\n", error.text);
    if (track.clicks)
        fr_deallocate(&fr_default_allocator, track.clicks, track.set.count, sizeof *track.clicks);
    fr_click_set_release(&track.set);
    fr_map_release(track.map);
    return status == FR_OK ? 0 : 2;
}
