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
#include "harness/commands/run_plan.h"
#include "harness/experiments/experiments.h"
#include "harness/racers/racer.h"
#include "maps/generators/generate.h"

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
            else if (!each->movingai && !is_bundled(map->name))
                fail_msg("%s: no bundled map %s", each->name, map->name);
            check_clicks(each, map, FR_SCALE_FULL);
            if (!map->full)
                check_clicks(each, map, FR_SCALE_QUICK);
        }
}

static void racers_are_known(void **state)
{
    (void)state;
    for (const struct fr_experiment *each = fr_experiments; each->name; each++) {
        struct fr_racers racers = {0};
        struct fr_error error;
        for (int i = 0; each->racers[i]; i++)
            if (fr_racers_add(&racers, fr_pathfinders, each->racers[i], &error) != FR_OK)
                fail_msg("%s: %s", each->name, error.text);
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
            for (int i = 0; each->flags[scale][i]; i++)
                line[count++] = (char *)(uintptr_t)each->flags[scale][i];
            if (fr_arguments_parse(fr_run_flags, count, line, &arguments, &error) != FR_OK)
                fail_msg("%s: %s", each->name, error.text);
            assert_true(each->seconds[scale] > 0);
        }
}

static void names_are_told_apart(void **state)
{
    (void)state;
    for (const struct fr_experiment *each = fr_experiments; each->name; each++)
        for (const struct fr_experiment *other = fr_experiments; other != each; other++)
            assert_string_not_equal(each->name, other->name);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(maps_and_clicks_are_to_be_had),
        cmocka_unit_test(racers_are_known),
        cmocka_unit_test(flags_are_those_of_a_run),
        cmocka_unit_test(names_are_told_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
