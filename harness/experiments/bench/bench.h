/* Benchmarks of whole click sets: how a claim of speed is stated and rerun.
 *
 * Each click is asked once a pass, in file order; after one pass to warm up come FR_BENCH_PASSES,
 * in which the racers take turns pass by pass. A racer's figure is the median over the passes of
 * the mean time a click, finished path included; median and p99 are of the clicks, each by its
 * median over the passes. Only ratios of one run mean anything. */
#ifndef FOOTRACE_HARNESS_EXPERIMENTS_BENCH_BENCH_H
#define FOOTRACE_HARNESS_EXPERIMENTS_BENCH_BENCH_H

#include "harness/clicks/resolve.h"
#include "harness/sandbox/racer.h"
#include "maps/formats/clicks/click_set_file.h"

#define FR_BENCH_PASSES 5

struct fr_bench_set {
    const char *map;    /* spec, see maps/formats/load.h */
    const char *clicks; /* file */
    const char *tag;    /* only clicks with this tag; NULL: all */
    size_t most;        /* so many clicks, spread evenly over the set; 0: all */
};

/* A map with its clicks. Opened from a spec and a file; closed also where that failed. */
struct fr_bench_track {
    struct fr_map *map;
    struct fr_click_set set;
    struct fr_resolved_click *clicks; /* one for each of the set */
};

enum fr_status fr_bench_open(const char *map, const char *clicks, const char *bundled,
                             struct fr_bench_track *track, struct fr_error *error);
void fr_bench_close(struct fr_bench_track *track);

/* Times are of one click. A racer that cannot be prepared for the map has no clicks. */
struct fr_bench_row {
    double click_ns; /* a mean over the set */
    double median_ns, p99_ns;
    double expanded;   /* expansions; negative where they are not counted */
    double prepare_ns; /* once */
    size_t bytes;      /* footprint after the last pass */
    size_t peak_bytes; /* and at most, while it was prepared */
    int clicks, found;
};

struct fr_bench_result {
    struct fr_racers racers;
    struct fr_bench_row rows[FR_MAX_RACERS]; /* one per racer */
    size_t set_clicks;                       /* in the set, asked or not */
};

/* Races the back ends of addresses (which ends with NULL) over a set, and prints a table of them
 * under title, the ratios to the first. False, with a line on stderr, where that is not possible.
 * bundled is the folder of the bundled maps. */
bool fr_bench_race(const char *title, const struct fr_bench_set *set, const char *bundled,
                   const char *const *addresses, struct fr_bench_result *result);

/* The same over the clicks of a bundled map, or over the rows of a Moving AI scenario, no more than
 * `most` of them; a scenario that is not there is skipped, with a line that says so and *skipped
 * set. */
bool fr_bench_bundled(const char *map, const char *tag, const char *bundled,
                      const char *const *addresses, struct fr_bench_result *result);
bool fr_bench_scenario(const char *map, size_t most, const char *const *addresses,
                       struct fr_bench_result *result, bool *skipped);

/* The row of a racer by its label or address; NULL: it did not race. */
const struct fr_bench_row *fr_bench_row(const struct fr_bench_result *result, const char *algo);

/* The mean time of its clicks; 0: it did not race. */
double fr_bench_click_ns(const struct fr_bench_result *result, const char *algo);

#endif
