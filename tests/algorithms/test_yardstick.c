/* The yardstick on Moving AI's scenarios: no grid path, however short for a grid, is shorter than
 * the shortest any-angle path.
 *
 * Rows are spread evenly over each scenario: 100 of them, all with FOOTRACE_SOAK_SCALE=20. */
#include "tests/maps/files.h"

#include <math.h>

#include "tests/algorithms/instance.h"
#include "tests/algorithms/replay.h"
#include "tests/algorithms/scenario.h"
#include "tests/soak.h"

#define ROWS 40 /* of a scenario; ./run gate soak: all */

#define SANITIZED_PART 8 /* sanitizers make a search some twenty times slower */

/* A path's length adds up roundings of its segments; far above what these come to. */
#define TOLERANCE 1e-9

static bool found_data; /* a run without data counts as skipped, not as passed */

/* What the rows of all scenarios came to. */
struct tally {
    size_t rows, reachable;
    double sum, worst; /* of the ratios of grid8 to any-angle */
    char where[128];   /* the worst */
};

static double length_of(const struct fr_path *path)
{
    double length = 0;
    for (size_t i = 1; i < path->count; i++)
        length += hypot(path->points[i].x - path->points[i - 1].x,
                        path->points[i].y - path->points[i - 1].y) /
                  2;
    return length;
}

static void check_row(struct instance *grid, struct instance *exact, const struct fr_map *map,
                      const char *name, const struct fr_click *row, struct tally *tally)
{
    struct grid_length steps = {0, 0};
    const enum fr_outcome outcome = instance_find(grid, row->start, row->goal);
    tally->rows++;
    if (instance_find(exact, row->start, row->goal) != outcome)
        fail_msg("%s, (%d, %d) to (%d, %d): only one of astar and visgraph finds a path", name,
                 row->start.x, row->start.y, row->goal.x, row->goal.y);
    if (outcome != FR_FOUND)
        return;
    assert_true(replay(map, FR_GRID8, &grid->path, row->start, row->goal, &steps));
    const double length = (double)steps.straight + (double)steps.diagonal * sqrt(2);
    const double optimum = length_of(&exact->path);
    if (length < optimum * (1 - TOLERANCE))
        fail_msg("%s, (%d, %d) to (%d, %d): grid8 %.17g is below the optimum %.17g", name,
                 row->start.x, row->start.y, row->goal.x, row->goal.y, length, optimum);
    const double ratio = optimum > 0 ? length / optimum : 1;
    tally->reachable++;
    tally->sum += ratio;
    if (ratio <= tally->worst)
        return;
    tally->worst = ratio;
    snprintf(tally->where, sizeof tally->where, "%s, (%d, %d) to (%d, %d)", name, row->start.x,
             row->start.y, row->goal.x, row->goal.y);
}

static void check_scenario(const char *name, size_t rows, struct tally *tally)
{
    struct fr_click_set set;
    struct fr_map *map = load_scenario(name, &set);
    found_data = true;
    struct instance grid = instance_named("astar", "model=grid8", map);
    struct instance exact = instance_named("visgraph", "", map);
    const size_t count = rows < set.count ? rows : set.count;
    for (size_t i = 0; i < count; i++)
        check_row(&grid, &exact, map, name, &set.clicks[i * set.count / count], tally);
    instance_release(&exact);
    instance_release(&grid);
    fr_click_set_release(&set);
    fr_map_release(map);
}

static void grid8_is_never_below_the_optimum(void **state)
{
    const size_t rows = soak_scale() >= 20 ? SIZE_MAX : (size_t)soak_fewer(ROWS, SANITIZED_PART);
    struct tally tally = {.worst = 0};
    (void)state;
    for (size_t i = 0; i < MOVINGAI_MAPS; i++)
        check_scenario(movingai_maps[i], rows, &tally);
    print_message("%zu rows of %zu scenarios, %zu reachable: grid8 over the optimum %.6f on "
                  "average, %.6f at worst (%s)\n",
                  tally.rows, MOVINGAI_MAPS, tally.reachable, tally.sum / (double)tally.reachable,
                  tally.worst, tally.where);
    assert_true(tally.reachable > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(grid8_is_never_below_the_optimum),
    };
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    return failed == 0 && !found_data ? 77 : failed;
}
