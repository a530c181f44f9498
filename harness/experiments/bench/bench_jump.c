/* bench-jump: jump points on Moving AI's scenarios and the bundled masks, beside A* and beside what
 * a well-known library takes; and what they cost to prepare as masks grow. */
#include <stdio.h>
#include <string.h>

#include "algorithms/steps/reach.h"
#include "build_paths.h"
#include "harness/base/clock.h"
#include "harness/experiments/bench/bench.h"
#include "harness/racers/addresses.h"
#include "maps/generators/generate.h"
#include "maps/random.h"

#define CONTRACTED "contracted"

#define OCTILE "octile"

static const char *const addresses[] = {"astar", "jps", "jpsplus", CONTRACTED, OCTILE, NULL};

/* Of longer scenarios, every few rows: all of maze512-1-0 would take five minutes. Rows are sorted
 * by length, so that their mean changes by a hundredth or two. */
#define MOST_CLICKS 1000

/* Mean time a query of a well-known C++ library over whole scenarios, its path not expanded to
 * cells, measured once on a machine of this kind (AMD EPYC, 2 cores): JPS in its best variant, and
 * with tables of 16 bytes a cell. */
struct outside {
    const char *map;
    double jps_us, tables_us;
};

static const struct outside constants[] = {{"orz900d", 119, 82},
                                           {"Aftershock", 27.5, 17.4},
                                           {"Berlin_0_1024", 28, 12.7},
                                           {"maze512-1-0", 1636, 1572},
                                           {"AR0411SR", 6.6, 3.6}};

static const char *const others[] = {
    "32room_000",   "8room_000",      "AR0011SR",      "arena",
    "brc202d",      "ht_0_hightown",  "lak303d",       "lt_gallowstemplar_n",
    "maze512-32-0", "random512-10-0", "random512-40-0"};

static const char *const bundled[] = {"adventure-20", "adventure-150", "adventure-300", "office",
                                      "maze"};

static void print_outside(const struct fr_bench_result *result, const char *algo, const char *what,
                          double outside_us)
{
    const double ours_us = fr_bench_click_ns(result, algo) / 1e3;
    printf("%s: %.1f us a click; %s: %.1f us, a constant measured elsewhere: %.2f times that\n",
           algo, ours_us, what, outside_us, ours_us / outside_us);
}

/* How often `contracted` is ahead of JPS+, and on how many maps. */
struct score {
    int ahead, maps;
};

static void compare(const struct fr_bench_result *result, struct score *score)
{
    const double contracted_us = fr_bench_click_ns(result, CONTRACTED) / 1e3;
    const double jpsplus_us = fr_bench_click_ns(result, "jpsplus") / 1e3;
    const double octile_us = fr_bench_click_ns(result, OCTILE) / 1e3;
    printf("contracted %.2f times jpsplus; octile %.2f times contracted\n",
           contracted_us / jpsplus_us, octile_us / contracted_us);
    score->maps++;
    score->ahead += contracted_us < jpsplus_us;
}

static bool scenarios(struct score *score)
{
    static struct fr_bench_result result;
    bool skipped = false;
    for (size_t i = 0; i < sizeof constants / sizeof *constants && !skipped; i++) {
        if (!fr_bench_scenario(constants[i].map, MOST_CLICKS, addresses, &result, &skipped))
            return false;
        if (skipped)
            break;
        print_outside(&result, "jps", "a library's JPS", constants[i].jps_us);
        print_outside(&result, "jpsplus", "a library's JPS with tables", constants[i].tables_us);
        compare(&result, score);
    }
    for (size_t i = 0; i < sizeof others / sizeof *others && !skipped; i++) {
        if (!fr_bench_scenario(others[i], MOST_CLICKS, addresses, &result, &skipped))
            return false;
        if (!skipped)
            compare(&result, score);
    }
    return true;
}

static bool masks(struct score *score)
{
    static struct fr_bench_result result;
    for (size_t i = 0; i < sizeof bundled / sizeof *bundled; i++) {
        if (!fr_bench_bundled(bundled[i], NULL, FOOTRACE_BUNDLED, addresses, &result))
            return false;
        compare(&result, score);
    }
    return true;
}

/* Adventure rooms of 0.2 to 8 megapixels. */
static const struct fr_pixel sizes[] = {{640, 360}, {1280, 720}, {1920, 1080}, {3840, 2160}};

#define EDITS 200
#define EDITS_NS 1000000000 /* fewer of them, where they take longer */
#define EDIT_SIZE 10        /* pixels either way */

/* What a back end costs on one map: to prepare, and to follow an edit. */
struct upkeep {
    double prepare_ns, edit_ns;
    size_t bytes;
};

/* The mean time of an update after rectangles that come and go, anywhere. Negative on failure. */
static double follow_edits(const struct fr_pathfinder *pathfinder, struct fr_state *state,
                           struct fr_map *map)
{
    struct fr_random random = {1};
    struct fr_rect rect = {0, 0, EDIT_SIZE, EDIT_SIZE};
    uint64_t total = 0;
    int edit = 0;
    for (; edit < EDITS && total < EDITS_NS; edit++) {
        if (edit % 2 == 0) {
            rect.x = fr_random_between(&random, 0, map->width - EDIT_SIZE);
            rect.y = fr_random_between(&random, 0, map->height - EDIT_SIZE);
        }
        if (fr_map_block(map, rect, edit % 2 == 0) != FR_OK)
            return -1;
        const uint64_t before = fr_clock_ns();
        if (pathfinder->update(state, &rect, 1) != FR_OK)
            return -1;
        total += fr_clock_ns() - before;
    }
    return (double)total / edit;
}

static bool measure_upkeep(const struct fr_racer *racer, struct fr_map *map, struct upkeep *upkeep)
{
    const struct fr_pathfinder *pathfinder = racer->pathfinder;
    struct fr_counting_allocator memory;
    struct fr_state *state;
    fr_counting_allocator_init(&memory);
    const uint64_t before = fr_clock_ns();
    if (pathfinder->prepare(map, &racer->options, &memory.allocator, &state) != FR_OK)
        return false;
    upkeep->prepare_ns = (double)(fr_clock_ns() - before);
    upkeep->bytes = memory.live_bytes;
    upkeep->edit_ns = follow_edits(pathfinder, state, map);
    pathfinder->release(state);
    return upkeep->edit_ns >= 0;
}

/* All label the map again after updates, if they have to: what that takes. Negative on failure. */
static double label_ns(const struct fr_map *map)
{
    struct fr_reach reach = {.labels = NULL};
    const uint64_t before = fr_clock_ns();
    const bool labelled = fr_reach_refresh(&reach, map, FR_GRID8, &fr_default_allocator) == FR_OK;
    const double ns = (double)(fr_clock_ns() - before);
    fr_reach_release(&reach);
    return labelled ? ns : -1;
}

static bool grow(struct fr_pixel size, const struct fr_racers *racers)
{
    struct fr_canvas canvas;
    struct fr_error error;
    struct fr_map *map;
    bool done = fr_generate("adventure:formations=150", size.x, size.y, 1, &fr_default_allocator,
                            &canvas, &error) == FR_OK;
    if (!done)
        return false;
    done = fr_canvas_map(&canvas, &fr_default_allocator, &map) == FR_OK;
    fr_canvas_release(&canvas, &fr_default_allocator);
    if (!done)
        return false;
    const double labels = label_ns(map);
    for (int i = 0; i < racers->count && done; i++) {
        struct upkeep upkeep;
        const double pixels = (double)size.x * size.y;
        done = labels >= 0 && measure_upkeep(&racers->at[i], map, &upkeep);
        if (done)
            printf("%4dx%-5d %-10s %9.2f %9.1f %9.2f %9.2f %10.1f %10.1f %8.0f\n", size.x, size.y,
                   racers->at[i].algo, upkeep.prepare_ns / 1e6, upkeep.prepare_ns / pixels,
                   (double)upkeep.bytes / 1e6, (double)upkeep.bytes / pixels, upkeep.edit_ns / 1e3,
                   labels / 1e3, upkeep.prepare_ns / upkeep.edit_ns);
    }
    fr_map_release(map);
    return done;
}

static bool growth(void)
{
    static struct fr_racers racers;
    struct fr_error error;
    for (size_t i = 1; addresses[i]; i++)
        if (fr_racers_add(&racers, fr_pathfinders, addresses[i], &error) != FR_OK) {
            fprintf(stderr, "%s\n", error.text);
            return false;
        }
    printf("\nAdventure rooms with 150 formations; edits are %dx%d pixels that come or go\n",
           EDIT_SIZE, EDIT_SIZE);
    printf("%-10s %-10s %9s %9s %9s %9s %10s %10s %8s\n", "mask", "back end", "prep ms", "ns/pixel",
           "MB", "B/pixel", "us/edit", "labels us", "prep/edit");
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        if (!grow(sizes[i], &racers)) {
            fputs("not enough memory\n", stderr);
            return false;
        }
    return true;
}

int main(void)
{
    struct score score = {0, 0};
    if (!growth() || !masks(&score) || !scenarios(&score))
        return 1;
    printf("\ncontracted is ahead of jpsplus on %d of %d maps\n", score.ahead, score.maps);
    return 0;
}
