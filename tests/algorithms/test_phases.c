/* Phases and expansions that a find reports: each phase it enters has an effect on its statistics,
 * outcome or path; and it reports its expansions. All back ends with all settings. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "tests/algorithms/instance.h"
#include "tests/algorithms/random_maps.h"
#include "tests/soak.h"

enum { MAPS = 20, CLICKS = 6, SETTINGS = 24 };

struct record {
    bool entered[FR_PHASES];
    enum fr_phase last;
    const struct fr_map *map;
    int64_t reported; /* number reported */
    bool outside;     /* one was not on the map */
};

static void enter(void *context, enum fr_phase phase)
{
    struct record *record = context;
    record->entered[phase] = true;
    record->last = phase;
}

static void tell(void *context, int32_t x, int32_t y)
{
    struct record *record = context;
    record->reported++;
    record->outside |= x < 0 || y < 0 || x > 2 * record->map->width || y > 2 * record->map->height;
}

static enum fr_outcome ask(struct instance *instance, struct fr_pixel start, struct fr_pixel goal,
                           struct record *record)
{
    const struct fr_probe probe = {enter, record, tell};
    *record = (struct record){.last = FR_PHASES, .map = record->map};
    return fr_find(instance->pathfinder, instance->state, fr_pixel_centre(start),
                   fr_pixel_centre(goal), &probe, &instance->path);
}

/* What is wrong with the expansions that a find tells, or NULL. A guided flood counts a pixel as
 * often as it is labelled, and tells it once. */
static const char *expansion_complaint(const struct instance *instance, const struct record *record)
{
    const int64_t expanded = instance_stats(instance).expanded;
    const bool once = strcmp(instance->pathfinder->name, "flood") == 0;
    if (!instance->traits.expansions)
        return record->reported > 0 ? "reports expansions, although its traits say that it does not"
                                    : NULL;
    if (record->outside)
        return "tells an expansion outside the map";
    if (record->reported > expanded || (record->reported == 0) != (expanded == 0))
        return "tells other expansions than it counts";
    return once || record->reported == expanded ? NULL : "reports fewer expansions than it counts";
}

/* What is wrong with the phases of a find, or NULL. */
static const char *complaint(const struct instance *instance, const struct record *record,
                             enum fr_outcome outcome)
{
    const struct fr_stats stats = instance_stats(instance);
    if (record->entered[FR_PHASE_CLEAR] && stats.cleared <= 0)
        return "clears nothing";
    if (!record->entered[FR_PHASE_CLEAR] && stats.cleared > 0)
        return "clears outside the phase";
    if (record->entered[FR_PHASE_PRECHECK] && stats.sight_checks == 0)
        return "tries no straight line";
    if (!record->entered[FR_PHASE_SEARCH] && (stats.expanded > 0 || stats.generated > 0))
        return "searches outside the phase";
    for (int phase = FR_PHASE_TRACE; phase < FR_PHASES; phase++)
        if (record->entered[phase] && outcome == FR_UNREACHABLE)
            return "writes a path that there is not";
    if (outcome == FR_FOUND && instance->path.count > 1 && record->last == FR_PHASES)
        return "finds a path without a phase";
    return expansion_complaint(instance, record);
}

static void check_setting(const struct fr_map *map, const struct fr_pathfinder *pathfinder,
                          uint64_t setting, struct fr_random *random)
{
    struct instance instance;
    struct record record = {.map = map};
    char address[512];
    const struct fr_option_values options = configuration(pathfinder, setting);
    const enum fr_status status =
        instance_prepare(&instance, pathfinder, &options, map, &fr_default_allocator);
    for (int i = 0; i < CLICKS && status == FR_OK; i++) {
        const struct fr_pixel start = {(int32_t)fr_random_below(random, (uint32_t)map->width),
                                       (int32_t)fr_random_below(random, (uint32_t)map->height)};
        const struct fr_pixel goal = {(int32_t)fr_random_below(random, (uint32_t)map->width),
                                      (int32_t)fr_random_below(random, (uint32_t)map->height)};
        const enum fr_outcome outcome = ask(&instance, start, i == 0 ? start : goal, &record);
        const char *wrong = complaint(&instance, &record, outcome);
        if (wrong)
            fail_msg("%s: %s, from %d,%d to %d,%d, last in phase %d of %d",
                     instance_address(&instance, address, sizeof address), wrong, start.x, start.y,
                     goal.x, goal.y, (int)record.last, FR_PHASES);
    }
    instance_release(&instance);
}

static void phases_are_what_is_done(void **state)
{
    (void)state;
    struct fr_random random = {soak_seed(1)};
    uint64_t round = 0;
    for (int i = 0; i < MAPS * soak_scale(); i++, round++) {
        struct fr_map *map = mixed_map(&random);
        for (const struct fr_pathfinder *const *each = fr_pathfinders; *each; each++) {
            const uint64_t count = configuration_count(*each);
            for (uint64_t j = 0; j < count && j < SETTINGS; j++)
                check_setting(
                    map, *each,
                    fr_conformance_spread(count, count <= SETTINGS ? j : round * SETTINGS + j),
                    &random);
        }
        fr_map_release(map);
    }
}

/* Back ends that join both ends to a graph before they search it. */
static void isovists_are_timed_as_such(void **state)
{
    (void)state;
    static const struct {
        const char *name, *options;
    } joining[] = {{"visgraph", ""},
                   {"visgraph-polygon", "source=mask"},
                   {"visgraph-published", ""},
                   {"jumpgraph-published", "isovist=walk"},
                   {"jumpgraph-published", "isovist=formations"}};
    struct fr_map *map = ascii_map("......|.####.|...##.|.####.|......");
    for (size_t i = 0; i < sizeof joining / sizeof *joining; i++) {
        struct instance instance = instance_named(joining[i].name, joining[i].options, map);
        struct record record = {.map = map};
        assert_int_equal(ask(&instance, (struct fr_pixel){1, 2}, (struct fr_pixel){5, 2}, &record),
                         FR_FOUND);
        assert_true(record.entered[FR_PHASE_ISOVIST] && record.entered[FR_PHASE_SEARCH]);
        instance_release(&instance);
    }
    fr_map_release(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(phases_are_what_is_done),
        cmocka_unit_test(isovists_are_timed_as_such),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
