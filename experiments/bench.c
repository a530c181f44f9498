/* bench saved              the time to load a saved state, and to prepare again bench misses MAP
 * ALGO N  queries a back end with N of the clicks whose straight line is blocked, spread evenly
 *                          over the bundled set, and sweeps the last-level cache before each, as a frame
 *                          does between two clicks of a player. Made to run under callgrind, which counts
 *                          the calls of fr_counted_find alone: ./run experiment misses.
 *
 * Races measure everything else: ./run bench. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "algorithms/front.h"
#include "algorithms/saved.h"
#include "build_paths.h"
#include "harness/base/clock.h"
#include "harness/clicks/course.h"
#include "harness/racers/addresses.h"
#include "harness/sandbox/counted.h"
#include "harness/statistics/quantiles.h"
#include "maps/geometry/line_of_sight.h"

enum {
    PASSES = 5,
    SWEPT = 16 << 20,
    LINE = 64
}; /* bytes: twice the cache that misses.sh simulates */

/* One back end on one map. */
struct keeping {
    const struct fr_pathfinder *pathfinder;
    const struct fr_map *map;
    struct fr_option_values options;
    struct fr_bytes bytes;
};

static enum fr_status make(const struct keeping *keeping, bool load, struct fr_state **state)
{
    return load ? fr_state_load(keeping->pathfinder, keeping->map, &keeping->options,
                                &fr_default_allocator, keeping->bytes.items, keeping->bytes.count,
                                state)
                : fr_prepare(keeping->pathfinder, keeping->map, &keeping->options,
                             &fr_default_allocator, state);
}

/* The median milliseconds of making a state; negative where that fails. */
static double time_of(const struct keeping *keeping, bool load)
{
    double ms[PASSES];
    for (int pass = 0; pass < PASSES; pass++) {
        struct fr_state *state;
        const uint64_t before = fr_clock_ns();
        if (make(keeping, load, &state) != FR_OK)
            return -1;
        ms[pass] = (double)(fr_clock_ns() - before) / 1e6;
        fr_release(keeping->pathfinder, state);
    }
    fr_sort(ms, PASSES);
    return fr_median(ms, PASSES);
}

static enum fr_status save(struct keeping *keeping)
{
    struct fr_state *state;
    enum fr_status status = make(keeping, false, &state);
    if (status != FR_OK)
        return status;
    status =
        fr_state_save(keeping->pathfinder, state, keeping->map, &keeping->options, &keeping->bytes);
    fr_release(keeping->pathfinder, state);
    return status;
}

/* Prints nothing for a back end that saves nothing. */
static bool keep(const char *name, const struct fr_map *map, const struct fr_pathfinder *pathfinder)
{
    struct keeping keeping = {pathfinder, map, {{0}}, {.allocator = &fr_default_allocator}};
    fr_options_default(pathfinder->options, pathfinder->option_count, &keeping.options);
    const enum fr_status status = save(&keeping);
    bool done = status == FR_OK || status == FR_UNSUPPORTED;
    if (status == FR_OK) {
        const double prepare = time_of(&keeping, false), load = time_of(&keeping, true);
        done = prepare >= 0 && load >= 0;
        printf("%-16s %-12s %10.2f %10.2f %8.3f %8.2f\n", name, pathfinder->name, prepare, load,
               load / prepare, (double)keeping.bytes.count / 1e6);
    }
    fr_bytes_release(&keeping.bytes);
    return done;
}

static enum fr_status measure_saved(struct fr_error *error)
{
    static const char *const maps[] = {"adventure-20", "adventure-150", "adventure-300",
                                       "adventure-4k", "office"};
    printf("%-16s %-12s %10s %10s %8s %8s\n", "map", "back end", "prepare ms", "load ms", "ratio",
           "MB");
    enum fr_status status = FR_OK;
    for (size_t i = 0; i < sizeof maps / sizeof *maps && status == FR_OK; i++) {
        struct fr_map *map;
        status = fr_map_load(maps[i], FOOTRACE_BUNDLED, &fr_default_allocator, &map, NULL, error);
        if (status != FR_OK)
            return status;
        for (const struct fr_pathfinder *const *each = fr_pathfinders; *each; each++)
            if ((*each)->save && status == FR_OK && !keep(maps[i], map, *each))
                status = fr_fail(error, FR_NO_MEMORY, "%s: no memory", (*each)->name);
        fr_map_release(map);
    }
    return status;
}

static void sweep(void)
{
    static unsigned char swept[SWEPT];
    for (size_t i = 0; i < SWEPT; i += LINE)
        ((volatile unsigned char *)swept)[i]++;
}

static bool is_blocked(const struct fr_course *course, size_t number)
{
    const struct fr_resolved_click *click = &course->resolved[number];
    return !click->event && click->answerable &&
           !fr_line_of_sight(course->map, fr_pixel_centre(click->start),
                             fr_pixel_centre(click->goal));
}

static enum fr_status ask(const struct fr_course *course, const struct fr_racer *racer, size_t most,
                          struct fr_error *error)
{
    struct fr_state *state;
    struct fr_path path;
    size_t blocked = 0, asked = 0;
    const enum fr_status status =
        fr_prepare(racer->pathfinder, course->map, &racer->options, &fr_default_allocator, &state);
    if (status != FR_OK)
        return fr_fail(error, status, "%s: cannot be prepared for this map", racer->algo);
    fr_path_init(&path, &fr_default_allocator);
    for (size_t i = 0; i < course->set.count; i++)
        blocked += is_blocked(course, i);
    most = most < blocked ? most : blocked;
    for (size_t i = 0, met = 0; i < course->set.count; i++) {
        if (!is_blocked(course, i) || met++ != asked * blocked / most)
            continue;
        asked++;
        sweep();
        (void)fr_counted_find(racer->pathfinder, state, fr_pixel_centre(course->resolved[i].start),
                              fr_pixel_centre(course->resolved[i].goal), &path);
    }
    printf("%zu\n", asked);
    fr_release(racer->pathfinder, state);
    fr_path_release(&path);
    return FR_OK;
}

static enum fr_status measure_misses(char **words, struct fr_error *error)
{
    const struct fr_course_options options = {.bundled = FOOTRACE_BUNDLED, .seed = 1};
    static struct fr_course course;
    struct fr_racers racers = {.count = 0};
    enum fr_status status = fr_racers_add(&racers, fr_pathfinders, words[1], error);
    if (status == FR_OK)
        status =
            fr_course_load(words[0], "bundled", &options, &fr_default_allocator, &course, error);
    if (status == FR_OK)
        status = ask(&course, &racers.at[0], (size_t)strtol(words[2], NULL, 10), error);
    fr_course_release(&course);
    return status;
}

int main(int count, char **words)
{
    struct fr_error error;
    enum fr_status status;
    if (count == 2 && strcmp(words[1], "saved") == 0)
        status = measure_saved(&error);
    else if (count == 5 && strcmp(words[1], "misses") == 0 && strtol(words[4], NULL, 10) > 0)
        status = measure_misses(words + 2, &error);
    else
        status = fr_fail(&error, FR_BAD_INPUT, "expected: saved, or misses MAP ALGO COUNT");
    if (status != FR_OK)
        fprintf(stderr, "bench: %s\n", error.text);
    return status == FR_OK ? 0 : 2;
}
