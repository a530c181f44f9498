/* Benchmarks of whole click sets: how a claim of speed is stated and rerun.
 *
 * Each click is asked once a pass, in file order; after one pass to warm up come FR_BENCH_PASSES,
 * in which the racers take turns pass by pass. A racer's figure is the median over the passes of
 * the mean time a click, finished path included. Only ratios of one run mean anything. */
#ifndef FOOTRACE_HARNESS_BENCH_BENCH_H
#define FOOTRACE_HARNESS_BENCH_BENCH_H

#include "harness/racer.h"

#define FR_BENCH_PASSES 5

struct fr_bench_set {
    const char *map;    /* spec, see maps/io/load.h */
    const char *clicks; /* file */
    const char *tag;    /* only clicks with this tag; NULL: all */
};

/* Times are of one click, a mean over the set. */
struct fr_bench_row {
    double click_ns;
    double expanded;   /* expansions; negative where they are not counted */
    double prepare_ns; /* once */
    size_t bytes;      /* footprint after the last pass */
    int clicks, found;
};

/* Races racers over a set; rows has racers->count entries. FR_OK, or another status with error
 * filled. bundled is the folder of the bundled maps. */
FR_MUST_USE enum fr_status fr_bench_run(const struct fr_bench_set *set, const char *bundled,
                                        const struct fr_racers *racers, struct fr_bench_row *rows,
                                        struct fr_error *error);

/* The folder of the Moving AI maps: FOOTRACE_MOVINGAI, or beside; NULL when there is none. */
const char *fr_bench_movingai(const char *beside);

#endif
