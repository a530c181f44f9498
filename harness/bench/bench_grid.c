/* bench-grid: the speed of the grid back ends, each claim with the rows that it rests on. */
#include <stdio.h>
#include <string.h>

#include "harness/bench/bench.h"

/* Mean time a query over all of orz900d.map.scen by the A* of a well-known C++ library, measured
 * once on a machine of this kind (AMD EPYC, 2 cores): 110 ns an expansion. */
#define OUTSIDE_ASTAR_NS 5.3e6

#define PUBLISHED "published=flood:variant=published,hang=advance,precheck=on"

struct result {
    struct fr_racers racers;
    struct fr_bench_row rows[FR_MAX_RACERS];
};

static double click_ns(const struct result *result, const char *algo)
{
    for (int i = 0; i < result->racers.count; i++)
        if (strcmp(result->racers.at[i].algo, algo) == 0)
            return result->rows[i].click_ns;
    return 0;
}

static bool race(const struct fr_bench_set *set, const char *const *addresses,
                 struct result *result)
{
    struct fr_error error;
    result->racers.count = 0;
    enum fr_status status = FR_OK;
    for (; *addresses && status == FR_OK; addresses++)
        status = fr_racers_add(&result->racers, fr_pathfinders, *addresses, &error);
    if (status == FR_OK)
        status = fr_bench_run(set, FOOTRACE_BUNDLED, &result->racers, result->rows, &error);
    if (status != FR_OK)
        fprintf(stderr, "bench-grid: %s\n", error.text);
    return status == FR_OK;
}

static void print(const char *title, const struct result *result)
{
    printf("\n%s, %d clicks\n", title, result->rows[0].clicks);
    printf("%-44s %12s %9s %12s %8s %9s %8s\n", "back end", "us/click", "ratio", "expansions",
           "ns each", "prep ms", "MB");
    for (int i = 0; i < result->racers.count; i++) {
        const struct fr_bench_row *row = &result->rows[i];
        printf("%-44s %12.1f %9.2f %12.0f %8.1f %9.2f %8.2f\n", result->racers.at[i].algo,
               row->click_ns / 1e3, row->click_ns / result->rows[0].click_ns, row->expanded,
               row->click_ns / row->expanded, row->prepare_ns / 1e6, (double)row->bytes / 1e6);
    }
}

static bool adventure_rooms(void)
{
    static const char *const rooms[] = {"adventure-20", "adventure-60", "adventure-150",
                                        "adventure-300"};
    static const char *const addresses[] = {
        PUBLISHED, "flood", "flood:fill=stacks",   "flood:fill=stacks,stop=full",
        "bfs",     "astar", "astar:canonical=off", "astar:open=heap",
        NULL};
    for (size_t i = 0; i < sizeof rooms / sizeof *rooms; i++) {
        static struct result result;
        char clicks[512], title[128];
        snprintf(clicks, sizeof clicks, "%s/%s.clicks.json", FOOTRACE_BUNDLED, rooms[i]);
        snprintf(title, sizeof title, "%s, blocked views", rooms[i]);
        const struct fr_bench_set set = {rooms[i], clicks, "blocked"};
        if (!race(&set, addresses, &result))
            return false;
        print(title, &result);
        printf("flood is %.1f times faster than published (claimed: 2)\n",
               click_ns(&result, "published") / click_ns(&result, "flood"));
    }
    return true;
}

static bool orz900d(void)
{
    static const char *const addresses[] = {"astar", "astar:canonical=off", "astar:open=heap",
                                            NULL};
    const char *folder = fr_bench_movingai(FOOTRACE_SOURCE "/../shared/data/movingai");
    if (!folder) {
        printf("\norz900d.map.scen: skipped, FOOTRACE_MOVINGAI names no folder\n");
        return true;
    }
    static struct result result;
    char map[512], clicks[512];
    snprintf(map, sizeof map, "%s/orz900d.map", folder);
    snprintf(clicks, sizeof clicks, "%s/orz900d.map.scen", folder);
    const struct fr_bench_set set = {map, clicks, NULL};
    if (!race(&set, addresses, &result))
        return false;
    print("orz900d.map.scen", &result);
    printf("astar is %.1f times faster than the %.0f us of a well-known C++ library, a constant "
           "measured elsewhere (claimed: 2.5)\n",
           OUTSIDE_ASTAR_NS / click_ns(&result, "astar"), OUTSIDE_ASTAR_NS / 1e3);
    return true;
}

int main(void)
{
    return adventure_rooms() && orz900d() ? 0 : 1;
}
