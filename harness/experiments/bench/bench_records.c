/* bench-records: back ends beside the best that others have built, the same queries, each claim with
 * the rows that it rests on. Figures of outside projects are constants, with their origin. */
#include <stdio.h>
#include <string.h>

#include "algorithms/saved.h"
#include "build_paths.h"
#include "harness/base/clock.h"
#include "harness/experiments/bench/bench.h"
#include "harness/statistics/quantiles.h"
#include "maps/formats/load.h"

/* The walk that shares its model with grid4 path finders: no diagonals, no straight lines. */
#define RUNWAVE_GRID4 "grid4=runwave:fold=off,precheck=off,forward=off,reverse=off"

/* The rooms of the claim: clicks whose straight line is blocked, against the article's own fill. */
static bool runwave_in_rooms(void)
{
    static const char *const rooms[] = {"adventure-20", "adventure-60", "adventure-150",
                                        "adventure-300"};
    static const char *const addresses[] = {"published=flood-published:hang=advance,precheck=on",
                                            "flood",
                                            "runwave",
                                            "runwave:mode=field",
                                            RUNWAVE_GRID4,
                                            NULL};
    static struct fr_bench_result result;
    for (size_t i = 0; i < sizeof rooms / sizeof *rooms; i++) {
        if (!fr_bench_bundled(rooms[i], "blocked", FOOTRACE_BUNDLED, addresses, &result))
            return false;
        printf("runwave is %.0f times faster than published (claimed: 50)\n",
               fr_bench_click_ns(&result, "published") / fr_bench_click_ns(&result, "runwave"));
    }
    return true;
}

/* Mean times a query of the L1 path finder (mikolalysenko/l1-path-finder, JavaScript), path
 * included, measured once on a machine of this kind over the same scenarios; the lower one, where
 * it was measured on several maps of a kind. 0: not measured. */
static const struct {
    const char *map;
    double l1_us;
} scenarios[] = {{"orz900d", 97},       {"AR0411SR", 17},  {"AR0011SR", 0},
                 {"Berlin_0_1024", 60}, {"Aftershock", 0}, {"brc202d", 0},
                 {"ht_0_hightown", 0},  {"32room_000", 0}, {"maze512-32-0", 0},
                 {"maze512-1-0", 0},    {"8room_000", 0},  {"random512-40-0", 0},
                 {"random512-10-0", 0}};

static bool runwave_on_scenarios(void)
{
    static const char *const addresses[] = {"flood", "astar:model=grid4", "runwave", RUNWAVE_GRID4,
                                            NULL};
    static struct fr_bench_result result;
    for (size_t i = 0; i < sizeof scenarios / sizeof *scenarios; i++) {
        bool skipped;
        if (!fr_bench_scenario(scenarios[i].map, 600, addresses, &result, &skipped))
            return false;
        if (skipped)
            return true;
        const double ours = fr_bench_click_ns(&result, "grid4") / 1e3;
        if (scenarios[i].l1_us > 0)
            printf("runwave's grid4 walk takes %.1f us, the L1 path finder %.0f, a constant "
                   "measured elsewhere: %.1f times as long (claimed: ahead)\n",
                   ours, scenarios[i].l1_us, scenarios[i].l1_us / ours);
    }
    return true;
}

/* Never far behind the best of the pixel fills, whatever the map. */
static bool runwave_everywhere(void)
{
    static const char *const maps[] = {"adventure-4k",
                                       "blocky-160x120",
                                       "blocky-320x200",
                                       "cave",
                                       "comb",
                                       "corridor",
                                       "fan",
                                       "gates",
                                       "history-160x120",
                                       "history-320x200",
                                       "maze",
                                       "maze-16",
                                       "office",
                                       "open",
                                       "pinches",
                                       "random",
                                       "rooms",
                                       "serpentine",
                                       "spiral",
                                       "staircase",
                                       "utrap"};
    static const char *const addresses[] = {"flood", "flood:fill=stacks", "runwave", NULL};
    static struct fr_bench_result result;
    double worst = 0;
    const char *where = "";
    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++) {
        char clicks[512];
        snprintf(clicks, sizeof clicks, "%s/%s.clicks.json", FOOTRACE_BUNDLED, maps[i]);
        const struct fr_bench_set set = {maps[i], clicks, NULL, 16};
        if (!fr_bench_race(maps[i], &set, FOOTRACE_BUNDLED, addresses, &result))
            return false;
        const double guided = fr_bench_click_ns(&result, "flood");
        const double rings = fr_bench_click_ns(&result, "flood:fill=stacks");
        const double ratio =
            fr_bench_click_ns(&result, "runwave") / (guided < rings ? guided : rings);
        if (ratio > worst) {
            worst = ratio;
            where = maps[i];
        }
    }
    printf(
        "\nrunwave takes at most %.2f times as long as the best pixel fill, on %s (claimed: 1.2)\n",
        worst, where);
    return true;
}

/* One back end on one map: what it costs to prepare, and to load what was saved. */
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
                : keeping->pathfinder->prepare(keeping->map, &keeping->options,
                                               &fr_default_allocator, state);
}

/* The median milliseconds of making a state; negative where that fails. */
static double time_of(const struct keeping *keeping, bool load)
{
    double ms[FR_BENCH_PASSES];
    for (int pass = 0; pass < FR_BENCH_PASSES; pass++) {
        struct fr_state *state;
        const uint64_t before = fr_clock_ns();
        if (make(keeping, load, &state) != FR_OK)
            return -1;
        ms[pass] = (double)(fr_clock_ns() - before) / 1e6;
        keeping->pathfinder->release(state);
    }
    fr_sort(ms, FR_BENCH_PASSES);
    return fr_median(ms, FR_BENCH_PASSES);
}

static enum fr_status save(struct keeping *keeping)
{
    struct fr_state *state;
    enum fr_status status = make(keeping, false, &state);
    if (status != FR_OK)
        return status;
    status =
        fr_state_save(keeping->pathfinder, state, keeping->map, &keeping->options, &keeping->bytes);
    keeping->pathfinder->release(state);
    return status;
}

/* Prints nothing of a back end with nothing to save. */
static bool keep(const char *map_name, const struct fr_map *map,
                 const struct fr_pathfinder *pathfinder)
{
    struct keeping keeping = {pathfinder, map, {{0}}, {.allocator = &fr_default_allocator}};
    fr_options_default(pathfinder->options, pathfinder->option_count, &keeping.options);
    const enum fr_status status = save(&keeping);
    bool done = status == FR_OK || status == FR_UNSUPPORTED;
    if (status == FR_OK) {
        const double prepare = time_of(&keeping, false), load = time_of(&keeping, true);
        done = prepare >= 0 && load >= 0;
        printf("%-16s %-12s %10.2f %10.2f %8.3f %8.2f\n", map_name, pathfinder->name, prepare, load,
               load / prepare, (double)keeping.bytes.count / 1e6);
    }
    fr_bytes_release(&keeping.bytes);
    return done;
}

/* Prepared states, saved and loaded (claimed: a tenth of the time of preparing). */
static bool saved_states(void)
{
    static const char *const maps[] = {"adventure-20", "adventure-150", "adventure-300",
                                       "adventure-4k", "office"};
    printf("\n%-16s %-12s %10s %10s %8s %8s\n", "map", "back end", "prepare ms", "load ms", "ratio",
           "MB");
    bool done = true;
    for (size_t i = 0; i < sizeof maps / sizeof *maps && done; i++) {
        struct fr_error error = {"", FR_OK};
        struct fr_map *map;
        if (fr_map_load(maps[i], FOOTRACE_BUNDLED, &fr_default_allocator, &map, NULL, &error) !=
            FR_OK) {
            fprintf(stderr, "bench-records: %s\n", error.text);
            return false;
        }
        for (const struct fr_pathfinder *const *each = fr_pathfinders; *each && done; each++)
            done = !(*each)->save || keep(maps[i], map, *each);
        fr_map_release(map);
    }
    return done;
}

/* Keeps those of addresses (which ends with NULL) whose back ends this build has. */
static void keep_known(const char *const *addresses, const char **known)
{
    for (; *addresses; addresses++) {
        char name[64];
        snprintf(name, sizeof name, "%.*s", (int)strcspn(*addresses, ":"), *addresses);
        if (fr_pathfinder_find(name))
            *known++ = *addresses;
    }
    *known = NULL;
}

/* What is claimed of hub labels on a map, and by how much longer EHL (Du, Shen and Cheema 2023) took:
 * built and asked beside them once, the same queries in turns, path included (docs/back-ends.md). */
static const struct {
    const char *map;
    double claimed_us, ehl_ratio;
} any_angle[] = {{"orz900d", 3.6, 1.7},
                 {"AR0411SR", 2.3, 2.5},
                 {"ht_0_hightown", 2.4, 1.3},
                 {"32room_000", 4.3, 1.8},
                 {"Aftershock", 11, 5.1}};

static bool hublabel_on_scenarios(void)
{
    static const char *const addresses[] = {"visgraph", "hublabel", "contracted", "octile", NULL};
    static struct fr_bench_result result;
    const char *known[sizeof addresses / sizeof *addresses];
    keep_known(addresses, known);
    for (size_t i = 0; i < sizeof any_angle / sizeof *any_angle; i++) {
        bool skipped;
        if (!fr_bench_scenario(any_angle[i].map, 0, known, &result, &skipped))
            return false;
        if (skipped)
            return true;
        const double ours = fr_bench_click_ns(&result, "hublabel") / 1e3;
        printf(
            "hublabel takes %.1f us (claimed: under %.1f), %.2f of visgraph's time (EHL, beside it "
            "once, took %.1f times as long)\n",
            ours, any_angle[i].claimed_us, ours * 1e3 / fr_bench_click_ns(&result, "visgraph"),
            any_angle[i].ehl_ratio);
    }
    return true;
}

/* What is claimed of hub labels on a room. */
struct room_claim {
    const char *map, *labels; /* and their address */
    double prepare_s, held_mb;
};

/* Steady: each click once a pass, in file order. */
static bool hublabel_in_room(const struct room_claim *room)
{
    const char *const addresses[] = {"visgraph", room->labels, NULL};
    static struct fr_bench_result result;
    if (!fr_bench_bundled(room->map, "blocked", FOOTRACE_BUNDLED, addresses, &result))
        return false;
    const struct fr_bench_row *row = fr_bench_row(&result, room->labels);
    printf("hublabel: median %.1f us (claimed: 2), p99 %.1f us (10), prepared in %.1f s (%.0f), "
           "%.1f MB held (%.0f), %.1f MB at most (100); %.2f of visgraph's time\n",
           row->median_ns / 1e3, row->p99_ns / 1e3, row->prepare_ns / 1e9, room->prepare_s,
           (double)row->bytes / 1e6, room->held_mb, (double)row->peak_bytes / 1e6,
           row->click_ns / fr_bench_click_ns(&result, "visgraph"));
    return true;
}

static bool hublabel_beside_others(void)
{
    static const struct room_claim rooms[] = {{"adventure-20", "hublabel", 3, 20},
                                              {"adventure-150", "hublabel", 3, 20},
                                              {"adventure-300", "hublabel", 3, 20},
                                              {"adventure-4k", "hublabel:budget=80", 10, 80}};
    bool done = hublabel_on_scenarios();
    for (size_t i = 0; i < sizeof rooms / sizeof *rooms && done; i++)
        done = hublabel_in_room(&rooms[i]);
    return done;
}

/* Time against memory against preparation, as the budget grows; and as corners grow. */
static bool hublabel_curves(void)
{
    static const char *const budgets[] = {
        "visgraph",           "hublabel:budget=2",  "hublabel:budget=5",  "hublabel:budget=10",
        "hublabel:budget=20", "hublabel:budget=40", "hublabel:budget=80", NULL};
    static const char *const rooms[] = {"adventure-20", "adventure-150", "adventure-300"};
    static const char *const painted[] = {"painted-2k", "painted-5k", "painted-10k", "painted-18k",
                                          "painted-20k"};
    static const char *const both[] = {"visgraph", "hublabel", "hublabel:budget=80", NULL};
    static struct fr_bench_result result;
    bool skipped, done = fr_bench_scenario("orz900d", 0, budgets, &result, &skipped);
    for (size_t i = 0; i < sizeof rooms / sizeof *rooms && done; i++)
        done = fr_bench_bundled(rooms[i], "blocked", FOOTRACE_BUNDLED, budgets, &result);
    for (size_t i = 0; i < sizeof painted / sizeof *painted && done; i++)
        done = fr_bench_bundled(painted[i], "blocked", FOOTRACE_BUNDLED, both, &result);
    return done;
}

static const struct {
    const char *name;
    bool (*run)(void);
} records[] = {{"rooms", runwave_in_rooms},          {"scenarios", runwave_on_scenarios},
               {"everywhere", runwave_everywhere},   {"saved", saved_states},
               {"hublabel", hublabel_beside_others}, {"curves", hublabel_curves}};

/* bench-records [NAME]: all, or the one of that name. */
int main(int argc, char **argv)
{
    bool done = true, known = argc < 2;
    for (size_t i = 0; i < sizeof records / sizeof *records && done; i++)
        if (argc < 2 || strcmp(argv[1], records[i].name) == 0) {
            done = records[i].run();
            known = true;
        }
    if (!known)
        fprintf(stderr, "bench-records: no record '%s'\n", argv[1]);
    return !known ? 2 : done ? 0 : 1;
}
