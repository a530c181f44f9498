/* bench-jump: jump points on Moving AI's scenarios and the bundled masks, beside A* and beside what
 * a well-known library takes; and what they cost to prepare as masks grow. */
#include <stdio.h>
#include <string.h>

#include "algorithms/shared/reach.h"
#include "harness/bench/bench.h"
#include "harness/clock.h"
#include "maps/generators/generate.h"
#include "maps/random.h"

static const char *const addresses[] = {"astar", "jps", "jpsplus", "jumpgraph", NULL};
static const char *const with_boxes[] = {
    "astar", "jps", "jpsplus", "jumpgraph", "boxes=jpsplus:boxes=on", NULL};

/* Mean time a query of a well-known C++ library over whole scenarios, its path not expanded to
 * cells, measured once on a machine of this kind (AMD EPYC, 2 cores): JPS in its best variant, and
 * with tables of 16 bytes a cell. */
struct outside {
    const char *map;
    double jps_us, tables_us;
    bool boxes; /* goal boxes take ten seconds at most */
};

static const struct outside constants[] = {{"orz900d", 119, 82, true},
                                           {"Aftershock", 27.5, 17.4, false},
                                           {"Berlin_0_1024", 28, 12.7, false},
                                           {"maze512-1-0", 1636, 1572, false},
                                           {"AR0411SR", 6.6, 3.6, true}};

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

static bool scenarios(void)
{
    static struct fr_bench_result result;
    bool skipped = false;
    for (size_t i = 0; i < sizeof constants / sizeof *constants && !skipped; i++) {
        if (!fr_bench_scenario(constants[i].map, FOOTRACE_BESIDE,
                               constants[i].boxes ? with_boxes : addresses, &result, &skipped))
            return false;
        if (skipped)
            break;
        print_outside(&result, "jps", "a library's JPS", constants[i].jps_us);
        print_outside(&result, "jpsplus", "a library's JPS with tables", constants[i].tables_us);
    }
    for (size_t i = 0; i < sizeof others / sizeof *others && !skipped; i++)
        if (!fr_bench_scenario(others[i], FOOTRACE_BESIDE, addresses, &result, &skipped))
            return false;
    return true;
}

static bool masks(void)
{
    static struct fr_bench_result result;
    for (size_t i = 0; i < sizeof bundled / sizeof *bundled; i++)
        if (!fr_bench_bundled(bundled[i], NULL, FOOTRACE_BUNDLED, addresses, &result))
            return false;
    return true;
}

/* Adventure rooms of 0.2 to 8 megapixels. */
static const struct fr_pixel sizes[] = {{640, 360}, {1280, 720}, {1920, 1080}, {3840, 2160}};

#define EDITS 200
#define EDIT_SIZE 10 /* pixels either way */

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
    for (int edit = 0; edit < EDITS; edit++) {
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
    return (double)total / EDITS;
}

static bool measure_upkeep(const char *name, struct fr_map *map, struct upkeep *upkeep)
{
    const struct fr_pathfinder *pathfinder = fr_pathfinder_find(name);
    struct fr_counting_allocator memory;
    struct fr_option_values options;
    struct fr_state *state;
    fr_counting_allocator_init(&memory);
    fr_options_default(pathfinder->options, pathfinder->option_count, &options);
    const uint64_t before = fr_clock_ns();
    if (pathfinder->prepare(map, &options, &memory.allocator, &state) != FR_OK)
        return false;
    upkeep->prepare_ns = (double)(fr_clock_ns() - before);
    upkeep->bytes = memory.live_bytes;
    upkeep->edit_ns = follow_edits(pathfinder, state, map);
    pathfinder->release(state);
    return upkeep->edit_ns >= 0;
}

/* Both back ends label the map anew in each update: how much of it that is. Negative on failure. */
static double label_ns(const struct fr_map *map)
{
    struct fr_reach reach = {.labels = NULL};
    const uint64_t before = fr_clock_ns();
    const bool labelled = fr_reach_refresh(&reach, map, FR_GRID8, &fr_default_allocator) == FR_OK;
    const double ns = (double)(fr_clock_ns() - before);
    fr_reach_release(&reach);
    return labelled ? ns : -1;
}

static bool grow(struct fr_pixel size)
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
    for (size_t i = 1; addresses[i] && done; i++) {
        struct upkeep upkeep;
        const double pixels = (double)size.x * size.y;
        done = labels >= 0 && measure_upkeep(addresses[i], map, &upkeep);
        if (done)
            printf("%4dx%-5d %-9s %9.2f %9.1f %9.2f %9.2f %10.1f %10.1f %8.0f\n", size.x, size.y,
                   addresses[i], upkeep.prepare_ns / 1e6, upkeep.prepare_ns / pixels,
                   (double)upkeep.bytes / 1e6, (double)upkeep.bytes / pixels, upkeep.edit_ns / 1e3,
                   labels / 1e3, upkeep.prepare_ns / upkeep.edit_ns);
    }
    fr_map_release(map);
    return done;
}

static bool growth(void)
{
    printf("\nAdventure rooms with 150 formations; edits are %dx%d pixels that come or go\n",
           EDIT_SIZE, EDIT_SIZE);
    printf("%-10s %-9s %9s %9s %9s %9s %10s %10s %8s\n", "mask", "back end", "prep ms", "ns/pixel",
           "MB", "B/pixel", "us/edit", "labels us", "prep/edit");
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        if (!grow(sizes[i])) {
            fputs("not enough memory\n", stderr);
            return false;
        }
    return true;
}

int main(void)
{
    return growth() && masks() && scenarios() ? 0 : 1;
}
