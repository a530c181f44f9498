/* bench-anyangle: the speed of exact any-angle paths, each claim with the rows that it rests on. */
#include <stdio.h>

#include "harness/bench/bench.h"

/* Mean time a query over whole Moving AI scenarios, measured once on a machine of this kind (AMD
 * EPYC, 2 cores). 0: not measured. */
struct outside {
    const char *map;
    double visibility_graph_us; /* a published visibility-graph planner */
    double polyanya_us;         /* C++ Polyanya */
    double end_point_search_us;
};

static const struct outside constants[] = {
    {"orz900d", 471, 327, 26}, {"Aftershock", 181, 0, 0}, {"Berlin_0_1024", 1021, 0, 0}};

static bool adventure_rooms(void)
{
    static const char *const rooms[] = {"adventure-20", "adventure-60", "adventure-150",
                                        "adventure-300", "office"};
    static const char *const addresses[] = {"visgraph", "visgraph:edges=taut", "flood", "astar",
                                            NULL};
    static struct fr_bench_result result;
    for (size_t i = 0; i < sizeof rooms / sizeof *rooms; i++) {
        if (!fr_bench_bundled(rooms[i], "blocked", FOOTRACE_BUNDLED, addresses, &result))
            return false;
        printf("visgraph: %.0f us a click (claimed: 150), prepared in %.0f ms (claimed: 300)\n",
               result.rows[0].click_ns / 1e3, result.rows[0].prepare_ns / 1e6);
    }
    return true;
}

static void print_outside(const char *name, double microseconds, double ours_ns)
{
    if (microseconds > 0)
        printf("visgraph is %.1f times faster than the %.0f us of %s, a constant measured "
               "elsewhere\n",
               microseconds * 1e3 / ours_ns, microseconds, name);
}

static bool scenarios(void)
{
    static const char *const addresses[] = {"visgraph", "visgraph:edges=taut", NULL};
    static struct fr_bench_result result;
    for (size_t i = 0; i < sizeof constants / sizeof *constants; i++) {
        bool skipped;
        const struct outside *outside = &constants[i];
        if (!fr_bench_scenario(outside->map, FOOTRACE_BESIDE, addresses, &result, &skipped))
            return false;
        if (skipped)
            continue;
        const double ours_ns = result.rows[0].click_ns;
        print_outside("a published visibility-graph planner", outside->visibility_graph_us,
                      ours_ns);
        print_outside("C++ Polyanya", outside->polyanya_us, ours_ns);
        print_outside("End Point Search", outside->end_point_search_us, ours_ns);
    }
    return true;
}

int main(void)
{
    return adventure_rooms() && scenarios() ? 0 : 1;
}
