/* Requirements of charts on descriptors: lines visible on white paper, and back ends that can be
 * distinguished in a black and white print. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "algorithms/front.h"

static double channel(const char *colour, int index)
{
    const unsigned long digits = strtoul(colour + 1, NULL, 16);
    return (double)(digits >> (16 - 8 * index) & 0xFF) / 255.0;
}

static double linear(double value)
{
    return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4);
}

/* Relative luminance as WCAG 2 defines it. */
static double luminance(const char *colour)
{
    return 0.2126 * linear(channel(colour, 0)) + 0.7152 * linear(channel(colour, 1)) +
           0.0722 * linear(channel(colour, 2));
}

/* Luma as ITU-R BT.601 defines it: what a print without colours shows. */
static double grey(const char *colour)
{
    return 0.299 * channel(colour, 0) + 0.587 * channel(colour, 1) + 0.114 * channel(colour, 2);
}

static void lines_show_on_white_paper(void **state)
{
    (void)state;
    for (int i = 0; fr_pathfinders[i]; i++)
        if (1.05 / (luminance(fr_pathfinders[i]->colour) + 0.05) <= 2.0)
            fail_msg("%s: too little contrast", fr_pathfinders[i]->name);
}

static void equal_greys_have_different_markers(void **state)
{
    (void)state;
    for (int i = 0; fr_pathfinders[i]; i++)
        for (int j = 0; j < i; j++) {
            const struct fr_pathfinder *a = fr_pathfinders[i], *b = fr_pathfinders[j];
            if (a->marker == b->marker && fabs(grey(a->colour) - grey(b->colour)) <= 0.2)
                fail_msg("%s and %s look alike", a->name, b->name);
            assert_string_not_equal(a->colour, b->colour);
        }
}

static void only_candidates_have_settings(void **state)
{
    (void)state;
    for (int i = 0; fr_pathfinders[i]; i++)
        assert_true(fr_pathfinders[i]->candidate || !fr_pathfinders[i]->settings);
}

/* Tests of optimality trust these promises: a back end that lost its own would be asked for nothing. */
static void defaults_promise_the_shortest(void **state)
{
    static const struct {
        const char *name;
        enum fr_movement movement;
        enum fr_optimality optimality;
    } promises[] = {{"dijkstra", FR_GRID8, FR_OPTIMAL_LENGTH},
                    {"bfs", FR_GRID8, FR_OPTIMAL_STEPS},
                    {"astar", FR_GRID8, FR_OPTIMAL_LENGTH},
                    {"dstar-lite", FR_GRID8, FR_OPTIMAL_LENGTH},
                    {"jps", FR_GRID8, FR_OPTIMAL_LENGTH},
                    {"jpsplus", FR_GRID8, FR_OPTIMAL_LENGTH},
                    {"contracted", FR_GRID8, FR_OPTIMAL_LENGTH},
                    {"octile", FR_GRID8, FR_OPTIMAL_LENGTH},
                    {"visgraph", FR_ANY_ANGLE, FR_OPTIMAL_LENGTH},
                    {"visgraph-polygon", FR_POLYGON, FR_OPTIMAL_LENGTH},
                    {"polyanya", FR_ANY_ANGLE, FR_OPTIMAL_LENGTH},
                    {"hublabel", FR_ANY_ANGLE, FR_OPTIMAL_LENGTH}};
    (void)state;
    for (size_t i = 0; i < sizeof promises / sizeof *promises; i++) {
        const struct fr_pathfinder *pathfinder = fr_pathfinder_find(promises[i].name);
        struct fr_option_values options;
        struct fr_traits traits;
        assert_non_null(pathfinder);
        fr_options_default(pathfinder->options, pathfinder->option_count, &options);
        fr_traits_of(pathfinder, &options, &traits);
        if (traits.movement != promises[i].movement || traits.optimality != promises[i].optimality)
            fail_msg("%s: another promise than expected", promises[i].name);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_show_on_white_paper),
        cmocka_unit_test(equal_greys_have_different_markers),
        cmocka_unit_test(only_candidates_have_settings),
        cmocka_unit_test(defaults_promise_the_shortest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
