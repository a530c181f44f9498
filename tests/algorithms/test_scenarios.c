/* The oracle and A* on Moving AI's scenarios: lengths to the digits that are printed there, and
 * jump point searches with A*'s very counts of steps.
 *
 * Rows are spread evenly over each scenario: 200 for A*, all with FOOTRACE_SOAK_SCALE=20; the
 * oracle takes its time, and answers fewer of them unless the scale is 2 or more. */
#include "tests/maps/files.h"

#include <math.h>

#include "tests/algorithms/instance.h"
#include "tests/algorithms/replay.h"
#include "tests/algorithms/scenario.h"
#include "tests/soak.h"

#define ROWS 60        /* of a scenario; ./run gate soak: all */
#define ORACLE_ROWS 15 /* likewise: 200 */
#define SOAKED_ORACLE_ROWS 200
#define MOST_EXACT 4

#define SANITIZED_PART 3 /* sanitizers make a search some twenty times slower */
#define SMALL_MAPS 3     /* all that sanitized programs search */

static const char *const small_maps[SMALL_MAPS] = {"arena", "lak303d", "lt_gallowstemplar_n"};

static bool found_data; /* a run without data counts as skipped, not as passed */

/* Whoever printed a length rounded its last digit, and added up diagonal steps with a square root
 * of 2 that was itself rounded, to single precision at worst. */
static bool as_printed(struct grid_length length, const struct fr_click *row)
{
    const double exact = (double)length.straight + (double)length.diagonal * sqrt(2);
    const double rounded_root = fabs((double)sqrtf(2) - sqrt(2));
    const double rounding =
        0.5 * pow(10, -row->expect_digits) + (double)length.diagonal * rounded_root;
    return fabs(exact - row->expect_grid8) <= rounding + 1e-9;
}

static void check_row(struct instance *instance, const struct fr_map *map, const char *name,
                      const struct fr_click *row)
{
    struct grid_length length = {0, 0};
    const enum fr_outcome outcome = instance_find(instance, row->start, row->goal);
    bool right = outcome == FR_UNREACHABLE;
    if (row->expect_grid8 != -1)
        right = outcome == FR_FOUND &&
                replay(map, FR_GRID8, &instance->path, row->start, row->goal, &length) &&
                as_printed(length, row);
    if (!right)
        fail_msg("%s, (%d, %d) to (%d, %d): outcome %d, %lld straight and %lld diagonal steps, "
                 "expected %.*f",
                 name, row->start.x, row->start.y, row->goal.x, row->goal.y, (int)outcome,
                 (long long)length.straight, (long long)length.diagonal, row->expect_digits,
                 row->expect_grid8);
}

/* The same counts of steps as another back end's, which answered the row before. */
static void check_counts(struct instance *instance, const struct instance *other,
                         const struct fr_map *map, const char *name, const struct fr_click *row)
{
    struct grid_length length, expected;
    if (instance_find(instance, row->start, row->goal) == FR_FOUND &&
        replay(map, FR_GRID8, &instance->path, row->start, row->goal, &length) &&
        replay(map, FR_GRID8, &other->path, row->start, row->goal, &expected) &&
        same_length(length, expected))
        return;
    fail_msg("%s, (%d, %d) to (%d, %d): %s has other steps than %s", name, row->start.x,
             row->start.y, row->goal.x, row->goal.y, instance->pathfinder->name,
             other->pathfinder->name);
}

/* Checks rows of a scenario, spread evenly; returns how many. Those in exact, which ends with NULL,
 * must have its very counts of steps. */
static size_t check_scenario(const char *name, const char *pathfinder, const char *const *exact,
                             size_t rows)
{
    struct fr_click_set set;
    struct fr_map *map = load_scenario(name, &set);
    found_data = true;
    struct instance instance = instance_named(pathfinder, "model=grid8", map);
    struct instance others[MOST_EXACT];
    size_t other_count = 0;
    for (; exact[other_count]; other_count++)
        others[other_count] = instance_at(exact[other_count], map);
    const size_t count = rows < set.count ? rows : set.count;
    for (size_t i = 0; i < count; i++) {
        const struct fr_click *row = &set.clicks[i * set.count / count];
        check_row(&instance, map, name, row);
        for (size_t other = 0; other < other_count && instance.path.count > 0; other++)
            check_counts(&others[other], &instance, map, name, row);
    }
    for (size_t other = 0; other < other_count; other++)
        instance_release(&others[other]);
    instance_release(&instance);
    fr_click_set_release(&set);
    fr_map_release(map);
    return count;
}

static void check_scenarios(const char *pathfinder, const char *const *exact, size_t rows)
{
    size_t count = 0;
    const char *const *const maps = SOAK_SANITIZED ? small_maps : movingai_maps;
    const size_t map_count = SOAK_SANITIZED ? SMALL_MAPS : MOVINGAI_MAPS;
    for (size_t i = 0; i < map_count; i++)
        count += check_scenario(maps[i], pathfinder, exact, rows);
    print_message("%s: %zu rows of %zu scenarios\n", pathfinder, count, map_count);
}

static size_t asked_rows(void)
{
    return soak_scale() >= 20 ? SIZE_MAX : (size_t)soak_fewer(ROWS, SANITIZED_PART);
}

static void astar_matches_the_printed_lengths_and_jumps_match_astar(void **state)
{
    (void)state;
    static const char *const jumps[MOST_EXACT + 1] = {"jps", "jpsplus", "contracted", "octile"};
    check_scenarios("astar", jumps, asked_rows());
}

static void the_oracle_matches_the_printed_lengths(void **state)
{
    (void)state;
    check_scenarios("dijkstra", (const char *const[]){NULL},
                    soak_scale() >= 2 ? SOAKED_ORACLE_ROWS
                                      : (size_t)soak_fewer(ORACLE_ROWS, SANITIZED_PART));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(astar_matches_the_printed_lengths_and_jumps_match_astar),
        cmocka_unit_test(the_oracle_matches_the_printed_lengths),
    };
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    return failed == 0 && !found_data ? 77 : failed;
}
