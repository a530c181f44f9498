/* The experiments behind the claims: maps, clicks, racers and flags are what the commands take, in
 * the full scale too, which no test has the time to race. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "algorithms/pathfinder.h"
#include "build_paths.h"
#include "harness/commands/racing/run_plan.h"
#include "harness/experiments/claims_pace.h"
#include "harness/experiments/claims_plan.h"
#include "harness/experiments/experiments.h"
#include "harness/experiments/sample_drawing.h"
#include "harness/racers/addresses.h"
#include "maps/formats/load.h"
#include "maps/generators/generate.h"
#include "maps/polygon.h"

static bool is_bundled(const char *name)
{
    static const char *const endings[] = {"png", "json", "txt"};
    char file[4096];
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        snprintf(file, sizeof file, FOOTRACE_BUNDLED "/%s.%s", name, endings[i]);
        if (access(file, R_OK) == 0)
            return true;
    }
    return false;
}

/* Small, whatever its size will be: what can be wrong is the generator and its options. */
static void check_painted(const struct fr_experiment_map *map)
{
    struct fr_canvas canvas;
    struct fr_error error;
    int width, height;
    assert_int_equal(sscanf(map->size, "%dx%d", &width, &height), 2);
    width = width < 200 ? width : 200;
    height = height < 200 ? height : 200;
    if (fr_generate(map->generator, width, height, 1, &fr_default_allocator, &canvas, &error) !=
        FR_OK)
        fail_msg("%s: %s", map->name, error.text);
    fr_canvas_release(&canvas, &fr_default_allocator);
}

/* As many corners as its name says, but for some that lie on a line or in a hole's neighbour. */
static void check_drawn(const struct fr_experiment_map *map)
{
    static const char file[] = "test_experiments_drawing.json";
    FILE *out = fopen(file, "w");
    struct fr_map *loaded;
    struct fr_error error;
    assert_non_null(out);
    assert_true(fr_sample_drawing(out, map->corners));
    assert_int_equal(fclose(out), 0);
    const enum fr_status status =
        fr_map_load(file, FOOTRACE_BUNDLED, &fr_default_allocator, &loaded, NULL, &error);
    remove(file);
    if (status != FR_OK)
        fail_msg("%s: %s", map->name, error.text);
    assert_non_null(loaded->drawing);
    const int corners = (int)loaded->drawing->vertex_count - 12;
    if (corners < map->corners * 9 / 10 || corners > map->corners * 11 / 10)
        fail_msg("%s: %d corners", map->name, corners);
    fr_map_release(loaded);
}

static void check_clicks(const struct fr_experiment *experiment,
                         const struct fr_experiment_map *map, enum fr_scale scale)
{
    const char *spec = map->clicks[scale] ? map->clicks[scale] : experiment->clicks[scale];
    int count;
    assert_non_null(spec);
    if (*spec == '[')
        return;
    assert_non_null(strchr(spec, ':'));
    assert_int_equal(sscanf(strchr(spec, ':'), ":%d", &count), 1);
    assert_true(count > 0);
}

static void maps_and_clicks_are_to_be_had(void **state)
{
    (void)state;
    for (const struct fr_experiment *each = fr_experiments; each->name; each++)
        for (const struct fr_experiment_map *map = each->maps; map->name; map++) {
            if (map->generator)
                check_painted(map);
            else if (map->corners)
                check_drawn(map);
            else if (!each->movingai && !is_bundled(map->name))
                fail_msg("%s: no bundled map %s", each->name, map->name);
            check_clicks(each, map, FR_SCALE_FULL);
            if (!map->full && each->flags[FR_SCALE_QUICK])
                check_clicks(each, map, FR_SCALE_QUICK);
        }
}

static bool is_among(const char *const *racers, const char *racer)
{
    for (; *racers; racers++)
        if (strcmp(*racers, racer) == 0)
            return true;
    return false;
}

static void racers_are_known(void **state)
{
    (void)state;
    for (const struct fr_experiment *each = fr_experiments; each->name; each++) {
        struct fr_racers racers = {0};
        struct fr_error error;
        if (!fr_experiment_ready(each, fr_pathfinders))
            continue;
        for (int i = 0; each->racers[i]; i++)
            if (fr_racers_add(&racers, fr_pathfinders, each->racers[i], &error) != FR_OK)
                fail_msg("%s: %s", each->name, error.text);
        for (int i = 0; each->quick_racers && each->quick_racers[i]; i++)
            if (!is_among(each->racers, each->quick_racers[i]))
                fail_msg("%s: %s races in the quick scale only", each->name, each->quick_racers[i]);
    }
}

static void flags_are_those_of_a_run(void **state)
{
    (void)state;
    for (const struct fr_experiment *each = fr_experiments; each->name; each++)
        for (int scale = 0; scale < FR_SCALES; scale++) {
            char *line[32] = {"run", "--map", "m", "--algo", "a", "-o", "f"};
            int count = 7;
            struct fr_arguments arguments;
            struct fr_error error;
            if (scale == FR_SCALE_QUICK && !each->flags[scale])
                continue;
            for (int i = 0; each->flags[scale][i]; i++)
                line[count++] = (char *)(uintptr_t)each->flags[scale][i];
            if (fr_arguments_parse(fr_run_flags, count, line, &arguments, &error) != FR_OK)
                fail_msg("%s: %s", each->name, error.text);
            assert_true(each->seconds[scale] > 0);
        }
}

/* Of two scales that are one race, only one is raced. */
static void scales_are_told_apart(void **state)
{
    (void)state;
    static const struct fr_experiment_map maps[] = {{.name = "m"}, {.name = NULL}},
                                          more[] = {{.name = "m", .full = true}, {.name = NULL}};
    static const char *const flags[] = {"--rounds", "1", NULL}, *const others[] = {NULL};
    struct fr_experiment both = {
        .maps = maps, .clicks = {"auto:2", "auto:2"}, .racers = flags, .flags = {flags, flags}};
    assert_true(fr_experiment_is_one(&both));
    assert_ptr_equal(fr_experiment_racers(&both, FR_SCALE_QUICK), flags);
    both.quick_racers = others;
    assert_false(fr_experiment_is_one(&both));
    assert_ptr_equal(fr_experiment_racers(&both, FR_SCALE_QUICK), others);
    assert_ptr_equal(fr_experiment_racers(&both, FR_SCALE_FULL), flags);
    both.quick_racers = NULL;
    both.flags[FR_SCALE_QUICK] = others;
    assert_false(fr_experiment_is_one(&both));
    both.flags[FR_SCALE_QUICK] = flags;
    both.clicks[FR_SCALE_QUICK] = "auto:1";
    assert_false(fr_experiment_is_one(&both));
    both.clicks[FR_SCALE_QUICK] = "auto:2";
    both.maps = more;
    assert_false(fr_experiment_is_one(&both));
}

/* An estimate is of the machine as it is; any that runs this test is within these. */
static void a_pace_is_measured(void **state)
{
    (void)state;
    const double pace = fr_claims_pace();
    assert_true(pace > 0.01);
    assert_true(pace < 10000);
}

static void names_are_told_apart(void **state)
{
    (void)state;
    for (const struct fr_experiment *each = fr_experiments; each->name; each++)
        for (const struct fr_experiment *other = fr_experiments; other != each; other++)
            assert_string_not_equal(each->name, other->name);
}

static void what_is_still_to_come_is_told(void **state)
{
    (void)state;
    static const struct fr_pathfinder *const none[] = {NULL};
    struct fr_experiment asked = {.name = "asked", .needs = "nobody"};
    assert_false(fr_experiment_ready(&asked, fr_pathfinders));
    asked.needs = "astar";
    assert_true(fr_experiment_ready(&asked, fr_pathfinders));
    assert_false(fr_experiment_ready(&asked, none));
    asked.needs = "astar:open";
    assert_true(fr_experiment_ready(&asked, fr_pathfinders));
    asked.needs = "astar:nothing";
    assert_false(fr_experiment_ready(&asked, fr_pathfinders));
    asked.needs = NULL;
    assert_true(fr_experiment_ready(&asked, none));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(maps_and_clicks_are_to_be_had),
        cmocka_unit_test(racers_are_known),
        cmocka_unit_test(flags_are_those_of_a_run),
        cmocka_unit_test(names_are_told_apart),
        cmocka_unit_test(what_is_still_to_come_is_told),
        cmocka_unit_test(scales_are_told_apart),
        cmocka_unit_test(a_pace_is_measured),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
