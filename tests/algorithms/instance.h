/* A back end with options on a map, and its path: the object that tests query. */
#ifndef FOOTRACE_TESTS_ALGORITHMS_INSTANCE_H
#define FOOTRACE_TESTS_ALGORITHMS_INSTANCE_H

#include <stdio.h>
#include <string.h>

#include "algorithms/front.h"
#include "tests/algorithms/settings.h"

struct instance {
    const struct fr_pathfinder *pathfinder;
    struct fr_option_values options;
    struct fr_traits traits;
    struct fr_state *state;
    struct fr_path path;
};

/* Prepares with all memory from one allocator. */
static inline enum fr_status instance_prepare(struct instance *instance,
                                              const struct fr_pathfinder *pathfinder,
                                              const struct fr_option_values *options,
                                              const struct fr_map *map,
                                              const struct fr_allocator *allocator)
{
    instance->pathfinder = pathfinder;
    instance->options = *options;
    instance->state = NULL;
    fr_path_init(&instance->path, allocator);
    fr_traits_of(pathfinder, options, &instance->traits);
    return fr_prepare(pathfinder, map, options, allocator, &instance->state);
}

/* The same by "name" or "name:options"; the test fails if there is no such back end. */
static inline enum fr_status instance_try(struct instance *instance, const char *address,
                                          const struct fr_map *map,
                                          const struct fr_allocator *allocator)
{
    struct fr_option_values values;
    char name[64], message[256];
    const size_t length = strcspn(address, ":");
    snprintf(name, sizeof name, "%.*s", (int)length, address);
    const struct fr_pathfinder *pathfinder = fr_pathfinder_find(name);
    assert_non_null(pathfinder);
    assert_int_equal(fr_options_parse(pathfinder->options, pathfinder->option_count,
                                      address[length] ? address + length + 1 : "", &values, message,
                                      sizeof message),
                     FR_OK);
    return instance_prepare(instance, pathfinder, &values, map, allocator);
}

/* The same; the test fails if the map cannot be prepared, too. */
static inline struct instance instance_at(const char *address, const struct fr_map *map)
{
    struct instance instance;
    assert_int_equal(instance_try(&instance, address, map, &fr_default_allocator), FR_OK);
    return instance;
}

/* The same by name and options as typed. */
static inline struct instance instance_named(const char *name, const char *options,
                                             const struct fr_map *map)
{
    char address[256];
    snprintf(address, sizeof address, "%s:%s", name, options);
    return instance_at(address, map);
}

static inline enum fr_outcome instance_find(struct instance *instance, struct fr_pixel start,
                                            struct fr_pixel goal)
{
    return fr_find(instance->pathfinder, instance->state, fr_pixel_centre(start),
                   fr_pixel_centre(goal), NULL, &instance->path);
}

static inline struct fr_stats instance_stats(const struct instance *instance)
{
    struct fr_stats stats;
    fr_stats_read(instance->pathfinder, instance->state, &stats);
    return stats;
}

static inline void instance_release(struct instance *instance)
{
    fr_release(instance->pathfinder, instance->state);
    fr_path_release(&instance->path);
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
static inline const char *instance_address(const struct instance *instance, char *text, size_t size)
{
    return fr_conformance_address(instance->pathfinder, &instance->options, text, size);
}

#endif
