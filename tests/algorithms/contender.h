/* A back end with options on a map, and its path: the object that tests query. */
#ifndef FOOTRACE_TESTS_ALGORITHMS_CONTENDER_H
#define FOOTRACE_TESTS_ALGORITHMS_CONTENDER_H

#include <stdio.h>
#include <string.h>

#include "algorithms/front.h"
#include "harness/conformance/settings.h"

struct contender {
    const struct fr_pathfinder *pathfinder;
    struct fr_option_values options;
    struct fr_traits traits;
    struct fr_state *state;
    struct fr_path path;
};

/* Prepares with all memory from one allocator. */
static inline enum fr_status contender_prepare(struct contender *contender,
                                               const struct fr_pathfinder *pathfinder,
                                               const struct fr_option_values *options,
                                               const struct fr_map *map,
                                               const struct fr_allocator *allocator)
{
    contender->pathfinder = pathfinder;
    contender->options = *options;
    contender->state = NULL;
    fr_path_init(&contender->path, allocator);
    fr_traits_of(pathfinder, options, &contender->traits);
    return fr_prepare(pathfinder, map, options, allocator, &contender->state);
}

/* A contender by name and options as typed; the test fails if there is none. */
static inline struct contender contender_named(const char *name, const char *options,
                                               const struct fr_map *map)
{
    struct contender contender;
    struct fr_option_values values;
    char message[256];
    const struct fr_pathfinder *pathfinder = fr_pathfinder_find(name);
    assert_non_null(pathfinder);
    assert_int_equal(fr_options_parse(pathfinder->options, pathfinder->option_count, options,
                                      &values, message, sizeof message),
                     FR_OK);
    assert_int_equal(contender_prepare(&contender, pathfinder, &values, map, &fr_default_allocator),
                     FR_OK);
    return contender;
}

/* The same by "name" or "name:options". */
static inline struct contender contender_at(const char *address, const struct fr_map *map)
{
    char name[64];
    const size_t length = strcspn(address, ":");
    snprintf(name, sizeof name, "%.*s", (int)length, address);
    return contender_named(name, address[length] ? address + length + 1 : "", map);
}

static inline enum fr_outcome contender_ask(struct contender *contender, struct fr_pixel start,
                                            struct fr_pixel goal)
{
    return fr_find(contender->pathfinder, contender->state, fr_pixel_centre(start),
                   fr_pixel_centre(goal), NULL, &contender->path);
}

static inline struct fr_stats contender_stats(const struct contender *contender)
{
    struct fr_stats stats;
    fr_stats_read(contender->pathfinder, contender->state, &stats);
    return stats;
}

static inline void contender_release(struct contender *contender)
{
    fr_release(contender->pathfinder, contender->state);
    fr_path_release(&contender->path);
}

/* The number of combinations of all choices and switches of a back end. */
static inline uint64_t configuration_count(const struct fr_pathfinder *pathfinder)
{
    return fr_conformance_setting_count(pathfinder);
}

/* Combination number index; 0 is the default. Integers keep their default, except a cap. */
static inline struct fr_option_values configuration(const struct fr_pathfinder *pathfinder,
                                                    uint64_t index)
{
    struct fr_option_values values;
    fr_conformance_setting(pathfinder, index, &values);
    return values;
}

/* The address as typed: "astar-published:cap=2000". */
static inline const char *contender_address(const struct contender *contender, char *text,
                                            size_t size)
{
    return fr_conformance_address(contender->pathfinder, &contender->options, text, size);
}

#endif
