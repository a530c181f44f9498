/* The times of a result file's clicks, read for comparing: per map, click set and racer, every
 * played sample. */
#ifndef FOOTRACE_HARNESS_RESULTS_TIMINGS_H
#define FOOTRACE_HARNESS_RESULTS_TIMINGS_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "harness/base/string_set.h"
#include "maps/formats/base/error.h"

struct fr_timed_click {
    int64_t click;
    int question[4];             /* start and goal */
    bool fault;                  /* no valid answer */
    bool counts;                 /* belongs to the class to compare */
    double length, instructions; /* NAN: none */
};

/* One racer on one map with one click set. */
struct fr_timed_racer {
    char *map, *clicks, *algo;
    int group;                 /* its group in the race; 0: unknown */
    struct fr_timed_click *at; /* by click */
    size_t count, capacity;
    double *ns; /* rounds * passes for each click; NAN: none */
    size_t ns_capacity;
};

/* Preparing once, on one map in one round. */
struct fr_timed_preparation {
    char *map, *algo;
    double ns; /* NAN: it failed */
};

struct fr_timings {
    const char *file; /* borrowed */
    cJSON *run;       /* the first run row */
    int64_t runs;     /* how many there are: shards */
    int rounds, passes;
    bool disturbed;        /* according to an end row */
    double others, stolen; /* cores taken by other programs and by the host; NAN: unknown */
    struct fr_timed_racer *at;
    size_t count, capacity;
    struct fr_timed_racer *anchors; /* one, with a single click, for each map and click set */
    size_t anchor_count, anchor_capacity;
    struct fr_timed_preparation *preparations;
    size_t preparation_count, preparation_capacity;
    struct fr_string_set names;  /* of racers on their maps: index into at */
    struct fr_string_set maps;   /* names */
    struct fr_string_set hashed; /* names with their maps' hashes */
};

/* Reads a file; clicks of the class count. FR_OK and timings for the caller to release; or
 * FR_BAD_INPUT or FR_NO_MEMORY with error filled. */
FR_MUST_USE enum fr_status fr_timings_read(const char *file, const char *class,
                                           struct fr_timings *timings, struct fr_error *error);

/* Finds a racer on a map with a click set; NULL: none. */
const struct fr_timed_racer *fr_timings_find(const struct fr_timings *timings, const char *map,
                                             const char *clicks, const char *algo);

/* Finds the anchor's times on a course; NULL: none. */
const struct fr_timed_racer *fr_timings_anchor(const struct fr_timings *timings, const char *map,
                                               const char *clicks);

/* What preparing took over the rounds, in nanoseconds; NAN: never prepared. */
struct fr_preparation {
    double median, least, most;
};

/* FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_timings_preparation(const struct fr_timings *timings, const char *map,
                                                  const char *algo,
                                                  struct fr_preparation *preparation);

/* Accepts timings of zero bytes. */
void fr_timings_release(struct fr_timings *timings);

#endif
