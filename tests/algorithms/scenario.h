/* Moving AI's scenarios for tests: a map and its clicks. Include tests/maps/files.h first. */
#ifndef FOOTRACE_TESTS_ALGORITHMS_SCENARIO_H
#define FOOTRACE_TESTS_ALGORITHMS_SCENARIO_H

#include "maps/formats/clicks/click_set_file.h"

/* The map, which the caller releases, as the set; skips the test if there is no data. */
static inline struct fr_map *load_scenario(const char *name, struct fr_click_set *set)
{
    char path[512];
    struct fr_error error = {"", FR_OK};
    snprintf(path, sizeof path, "%s/%s.map", movingai_folder(), name);
    struct fr_map *map = load_with(path, "", NULL);
    snprintf(path, sizeof path, "%s/%s.map.scen", movingai_folder(), name);
    if (fr_click_set_load(path, map->width, map->height, &fr_default_allocator, set, &error) !=
        FR_OK)
        fail_msg("%s", error.text);
    return map;
}

#endif
