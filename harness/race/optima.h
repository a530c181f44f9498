/* The yardstick: the exact shortest any-angle length of each click of a course.
 *
 * A fixed configuration of the back end visgraph computes the lengths in its own sandbox, before
 * the race and untimed. The back end's paths are judged like any other, and the length is the
 * validator's. Each click is answered once, on the map after the events before it. With edge walls
 * no any-angle optimum is defined. If a course exceeds the budget or the exact back end fails,
 * optima are unknown and the race continues. */
#ifndef FOOTRACE_HARNESS_RACE_OPTIMA_H
#define FOOTRACE_HARNESS_RACE_OPTIMA_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

#include "algorithms/pathfinder.h"
#include "harness/clicks/resolve.h"
#include "maps/click_set.h"
#include "maps/map.h"

/* The budget of a course. A full HD room with 300 formations takes 0.3 s and 40 MB; noise in cells
 * of 2 pixels, with 300,000 corners, takes 2 s and 220 MB; noise of single pixels exceeds the
 * budget and is not tried. */
#define FR_OPTIMUM_SECONDS 10.0
#define FR_OPTIMUM_MB 1024
#define FR_OPTIMUM_CORNERS 400000

struct fr_optimum_rules {
    const struct fr_pathfinder *pathfinder; /* the yardstick; NULL: none */
    const char *options;                    /* its configuration, as typed */
    double seconds;                         /* for all clicks together; 0: compute nothing */
    int64_t memory_mb;
    uint32_t corners;                  /* most corners of a map; with more, nothing is prepared */
    bool unlimited_addresses;          /* as in struct fr_sandbox_rules */
    const volatile sig_atomic_t *stop; /* nonzero: stop at once */
};

struct fr_optima {
    double *lengths; /* pixels, by entry of the click set; NAN: none, or unknown */
    size_t count;
    size_t known_until; /* optima from this entry on were not computed; count: all were */
    char reason[160];   /* why optima are missing; "" if all were computed, or none requested */
    const struct fr_allocator *allocator;
};

/* Sets the fixed configuration and the budget above. */
void fr_optimum_rules_init(struct fr_optimum_rules *rules);

/* Computes the optima of a resolved click set. FR_OK and optima that the caller releases;
 * FR_NO_MEMORY; or FR_SYSTEM_ERROR, with a reason, if no process could be started. */
FR_MUST_USE enum fr_status
fr_optima_create(const struct fr_optimum_rules *rules, const struct fr_map *map,
                 const struct fr_click_set *set, const struct fr_resolved_click *resolved,
                 const struct fr_allocator *allocator, struct fr_optima *optima);

/* Does nothing for all-zero optima. */
void fr_optima_release(struct fr_optima *optima);

#endif
