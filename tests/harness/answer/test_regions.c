/* The map of decisions against the answer: at random points of the plane, in several situations, what leads in the
 * map is what leads by the rule. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <glob.h>
#include <math.h>
#include <stdio.h>

#include "algorithms/pathfinder.h"
#include "build_paths.h"
#include "harness/answer/regions.h"
#include "harness/commands/decision.h"
#include "maps/random.h"
#include "tests/soak.h"

#define NEAR 5e-3 /* doublings: closer to a border, either side of it may be named */

enum { POINTS = 125, SITUATIONS = 4, MOST_RACES = 3, MOST_ROWS = 500 };

static double doublings(double value, double other)
{
    return fabs(log2(value / other));
}

/* The racer of the map at a point between two rows; -1: the point is too near to a border, or between rows that
 * name other racers. */
static int found_between(const struct fr_regions *regions, const struct fr_region_row *below,
                         const struct fr_region_row *above, double slow, double load)
{
    const double part = log2(slow / below->slow) / log2(above->slow / below->slow);
    if (below->count != above->count)
        return -1;
    for (int i = 0; i < below->count; i++) {
        const struct fr_region_piece *one = &regions->regions[below->first + i];
        const struct fr_region_piece *other = &regions->regions[above->first + i];
        const double border = exp2(log2(one->until) * (1 - part) + log2(other->until) * part);
        if (one->leads != other->leads || (i + 1 < below->count && doublings(border, load) < NEAR))
            return -1;
        if (load < border)
            return one->leads;
    }
    return -1;
}

static int found(const struct fr_regions *regions, double slow, double load)
{
    for (int i = 0; i + 1 < regions->row_count; i++)
        if (slow < regions->rows[i + 1].slow)
            return found_between(regions, &regions->rows[i], &regions->rows[i + 1], slow, load);
    return -1;
}

static double draw(struct fr_random *random, const double ends[2])
{
    return ends[0] * pow(ends[1] / ends[0], fr_random_below(random, 1000001) / 1e6);
}

/* Asks the answer at random points; returns how many racers lead somewhere. */
static int hold_to_answers(const struct fr_decision *decision, const struct fr_situation *situation,
                           struct fr_random *random)
{
    struct fr_regions regions;
    int near = 0, races = 0;
    bool seen[FR_MAX_RACERS] = {false};
    const int points = (int)soak_fewer(POINTS, 10) * soak_scale();
    assert_int_equal(fr_regions_create(&decision->answer, situation, &regions), FR_OK);
    for (int i = 0; i < points; i++) {
        struct fr_situation there = *situation;
        struct fr_final_answer answer;
        there.thresholds[FR_LOAD] = draw(random, regions.load);
        there.thresholds[FR_SLOW] = draw(random, regions.slow);
        const int leads = found(&regions, there.thresholds[FR_SLOW], there.thresholds[FR_LOAD]);
        assert_int_equal(fr_answer_weigh(&decision->evidence, &there, &fr_usual_margins, &answer),
                         FR_OK);
        if (leads >= 0 && leads != answer.weighing.leads)
            fail_msg("at a load time of %.0f ns and a slow query of %.0f ns the map has %s, and "
                     "the answer %s",
                     there.thresholds[FR_LOAD], there.thresholds[FR_SLOW],
                     decision->evidence.racers.at[leads].algo, fr_answer_ship(&answer));
        near += leads < 0;
        races += answer.weighing.leads >= 0 && !seen[answer.weighing.leads];
        seen[answer.weighing.leads] = true;
        fr_answer_release(&answer);
    }
    assert_true(near <= points / 20);
    assert_true(regions.row_count < MOST_ROWS); /* where borders are straight, rows are left out */
    fr_regions_release(&regions);
    return races;
}

static void the_map_is_what_the_answer_says(void **state)
{
    (void)state;
    glob_t races;
    struct fr_random random = {soak_seed(7)};
    struct fr_situation situations[SITUATIONS];
    printf("FOOTRACE_SEED=%llu\n", (unsigned long long)soak_seed(7));
    for (int i = 0; i < SITUATIONS; i++)
        fr_situation_init(&situations[i]);
    situations[1].queries_per_frame = 30;
    situations[1].thresholds[FR_MEMORY] = 5e5;
    situations[2].slower = 8;
    situations[2].thresholds[FR_LENGTH] = 0.1;
    situations[2].thresholds[FR_LENGTH_P99] = 1;
    situations[3].limits[FR_MEMORY] = 3e6;
    assert_int_equal(glob(FOOTRACE_SOURCE "/results/reference/race-*.jsonl.gz", 0, NULL, &races),
                     0);
    for (int count = 1; count <= MOST_RACES; count += MOST_RACES - 1) {
        struct fr_error error;
        struct fr_decision *decision;
        assert_true(races.gl_pathc >= (size_t)count);
        assert_int_equal(fr_decision_create((const char *const *)races.gl_pathv, count,
                                            fr_pathfinders, &situations[0], &decision, &error),
                         FR_OK);
        const int leaders = hold_to_answers(decision, &situations[0], &random);
        /* At few points, as under sanitizers, one racer may lead at all. */
        assert_true(leaders > 1 || (int)soak_fewer(POINTS, 10) < POINTS);
        for (int i = 1; i < SITUATIONS; i++)
            hold_to_answers(decision, &situations[i], &random);
        fr_decision_release(decision);
    }
    globfree(&races);
}

static void nothing_to_ship_gives_no_rows(void **state)
{
    (void)state;
    static struct fr_evidence evidence;
    struct fr_situation situation;
    struct fr_final_answer answer;
    struct fr_regions regions;
    fr_situation_init(&situation);
    assert_int_equal(fr_answer_weigh(&evidence, &situation, &fr_usual_margins, &answer), FR_OK);
    assert_int_equal(fr_regions_create(&answer, &situation, &regions), FR_OK);
    assert_int_equal(regions.row_count, 0);
    fr_regions_release(&regions);
    fr_answer_release(&answer);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_map_is_what_the_answer_says),
        cmocka_unit_test(nothing_to_ship_gives_no_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
