/* bench-grid: the speed of the grid back ends, each claim with the rows that it rests on. */
#include <stdio.h>

#include "build_paths.h"
#include "harness/experiments/bench/bench.h"

/* Mean time a query over all of orz900d.map.scen by the A* of a well-known C++ library, measured
 * once on a machine of this kind (AMD EPYC, 2 cores): 110 ns an expansion. */
#define OUTSIDE_ASTAR_NS 5.3e6

static bool adventure_rooms(void)
{
    static const char *const rooms[] = {"adventure-20", "adventure-60", "adventure-150",
                                        "adventure-300"};
    static const char *const addresses[] = {
        "published=flood-published:hang=advance,precheck=on",
        "flood",
        "flood:fill=stacks",
        "flood:fill=stacks,stop=full",
        "bfs",
        "astar",
        "astar:canonical=off",
        "astar:open=heap",
        NULL};
    static struct fr_bench_result result;
    for (size_t i = 0; i < sizeof rooms / sizeof *rooms; i++) {
        if (!fr_bench_bundled(rooms[i], "blocked", FOOTRACE_BUNDLED, addresses, &result))
            return false;
        printf("flood is %.1f times faster than published (claimed: 2)\n",
               fr_bench_click_ns(&result, "published") / fr_bench_click_ns(&result, "flood"));
    }
    return true;
}

static bool orz900d(void)
{
    static const char *const addresses[] = {"astar", "astar:canonical=off", "astar:open=heap",
                                            NULL};
    static struct fr_bench_result result;
    bool skipped;
    if (!fr_bench_scenario("orz900d", 0, addresses, &result, &skipped) || skipped)
        return skipped;
    printf("astar is %.1f times faster than the %.0f us of a well-known C++ library, a constant "
           "measured elsewhere (claimed: 2.5)\n",
           OUTSIDE_ASTAR_NS / fr_bench_click_ns(&result, "astar"), OUTSIDE_ASTAR_NS / 1e3);
    return true;
}

int main(void)
{
    return adventure_rooms() && orz900d() ? 0 : 1;
}
