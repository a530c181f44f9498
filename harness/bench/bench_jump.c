/* bench-jump: jump points on Moving AI's scenarios and the bundled masks, beside A* and beside what
 * a well-known library takes; and what they cost to prepare as masks grow. */
#include <stdio.h>
#include <string.h>

#include "harness/bench/bench.h"

static const char *const addresses[] = {"astar", "jps", "jpsplus", NULL};

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
    "32room_000",     "8room_000", "AR0011SR",           "arena",         "brc202d",
    "ht_0_hightown",  "lak303d",   "lt_gallowstemplar_n", "maze512-32-0", "random512-10-0",
    "random512-40-0"};

static const char *const bundled[] = {"adventure-20", "adventure-150", "adventure-300", "office",
                                      "maze"};

/* 0.2, 0.9, 2.1 and 8.3 megapixels. */
static void print_outside(const struct fr_bench_result *result, const char *algo,
                          const char *what, double outside_us)
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
        if (!fr_bench_scenario(constants[i].map, FOOTRACE_BESIDE, addresses, &result, &skipped))
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

int main(void)
{
    return masks() && scenarios() ? 0 : 1;
}
