/* The rule of the answer over random figures, against docs/deciding.md written down again. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "harness/answer/rule.h"
#include "tests/soak.h"

enum { MOST = 5, MOST_MAPS = 4 };

struct field {
    struct fr_evidence evidence;
    struct fr_situation situation;
    struct fr_measures measures;
    double at[MOST_MAPS * MOST][FR_MEASURES];
    bool eligible[FR_MAX_RACERS];
    int times[MOST_MAPS];
};

static bool is_share(int quantity)
{
    return fr_quantities[quantity].unit == FR_OF_LENGTH ||
           fr_quantities[quantity].unit == FR_OF_PATHS;
}

/* Around the threshold; now and then exactly as good as another, or nothing at all. */
static double draw_value(struct fr_random *random, int quantity)
{
    const double usual = quantity == FR_SPEED ? 1e4 : fr_quantities[quantity].threshold;
    if (fr_random_below(random, 12) == 0)
        return is_share(quantity) || fr_random_below(random, 2) ? 0 : (double)NAN;
    return usual * exp2(fr_random_between(random, -4, 12) / 4.0);
}

static void draw_field(struct fr_random *random, struct field *field)
{
    memset(field, 0, sizeof *field);
    fr_situation_init(&field->situation);
    field->measures.maps = fr_random_between(random, 1, MOST_MAPS);
    field->measures.racers = field->evidence.racers.count = fr_random_between(random, 1, MOST);
    field->measures.at = field->at;
    for (int i = 0; i < field->measures.racers; i++) {
        field->eligible[i] = fr_random_below(random, 5);
        field->evidence.object_bytes[i] = fr_random_between(random, 0, 3) * 1000;
        snprintf(field->evidence.racers.at[i].algo, sizeof field->evidence.racers.at[i].algo, "%c",
                 'a' + (3 * i + 2) % MOST);
    }
    for (int map = 0; map < field->measures.maps; map++) {
        field->times[map] = (int)fr_random_below(random, 3);
        for (int i = 0; i < field->measures.racers; i++)
            for (int j = 0; j < FR_QUANTITIES; j++)
                field->at[map * field->measures.racers + i][j] = draw_value(random, j);
    }
    for (int i = (int)fr_random_below(random, 3); i > 0; i--) {
        const enum fr_quantity preferred = (enum fr_quantity)fr_random_below(random, FR_QUANTITIES);
        if (!fr_situation_prefers(&field->situation, preferred))
            field->situation.preferences[field->situation.count++] = preferred;
    }
    field->situation.thresholds[FR_LENGTH] *= fr_random_between(random, 1, 4);
}

static double value(const struct field *field, int map, int racer, int quantity)
{
    return fr_measured(&field->measures, &field->situation, map, racer, quantity);
}

static bool all_have(const struct field *field, int map, int quantity)
{
    for (int i = 0; i < field->measures.racers; i++)
        if (field->eligible[i] && isnan(value(field, map, i, quantity)))
            return false;
    return true;
}

/* Points and mean of a quantity, over maps where every eligible racer has it. */
static bool weigh_one(const struct field *field, const int *times, int racer, int quantity,
                      double *points, double *mean)
{
    double every = 0, counted = 0, sum = 0;
    *points = 0;
    for (int map = 0; map < field->measures.maps; map++) {
        const double mine = times ? times[map] : 1;
        if (!all_have(field, map, FR_SPEED))
            continue;
        every += mine;
        if (!all_have(field, map, quantity))
            continue;
        const double measured = value(field, map, racer, quantity);
        counted += mine;
        *points += mine * fmax(0, log2(measured / field->situation.thresholds[quantity]));
        sum += mine * (is_share(quantity) ? measured : log(fmax(1, measured)));
    }
    *points /= fmax(1, every);
    *mean = counted == 0 ? (double)NAN : is_share(quantity) ? sum / counted : exp(sum / counted);
    return counted > 0;
}

static void assert_same(double mine, double theirs)
{
    assert_true((isnan(mine) && isnan(theirs)) || fabs(mine - theirs) <= 1e-9 * fmax(1, theirs));
}

static bool smaller(const struct fr_evidence *evidence, int one, int other)
{
    const int64_t mine = evidence->object_bytes[one], its = evidence->object_bytes[other];
    return mine > 0 && its > 0 && mine != its
               ? mine < its
               : strcmp(evidence->racers.at[one].algo, evidence->racers.at[other].algo) < 0;
}

static void check(const struct field *field, const int *times)
{
    static struct fr_weighing weighing;
    double penalty[MOST] = {0}, mean[MOST][FR_QUANTITIES], least = (double)INFINITY;
    bool left[MOST] = {false}, known[FR_QUANTITIES] = {false};
    int lost_by[MOST] = {0}, leads = -1;
    fr_weigh(&field->measures, times, &field->situation, &field->evidence, field->eligible,
             &fr_usual_margins, &weighing);
    for (int i = 0; i < field->measures.racers; i++)
        for (int j = 0; j < FR_QUANTITIES; j++) {
            double points;
            left[i] = field->eligible[i];
            if (!left[i])
                continue;
            known[j] |= weigh_one(field, times, i, j, &points, &mean[i][j]);
            penalty[i] += points;
            assert_same(weighing.points[i][j], points);
            assert_same(weighing.mean[i][j], mean[i][j]);
        }
    for (int k = 0; k < field->situation.count; k++) {
        const enum fr_quantity preferred = field->situation.preferences[k];
        double best = (double)INFINITY;
        for (int i = 0; i < field->measures.racers && known[preferred]; i++)
            best = left[i] ? fmin(best, mean[i][preferred]) : best;
        /* What is shown as no extra length is as good as none. */
        best = fmax(best, fr_quantities[preferred].unit == FR_OF_LENGTH
                              ? field->situation.thresholds[preferred] / 1000
                              : 1);
        for (int i = 0; i < field->measures.racers && known[preferred]; i++)
            if (left[i] && mean[i][preferred] > 1.1 * best) {
                left[i] = false;
                lost_by[i] = (int)preferred;
            }
    }
    for (int i = 0; i < field->measures.racers; i++)
        least = left[i] ? fmin(least, penalty[i]) : least;
    for (int i = 0; i < field->measures.racers; i++)
        if (left[i] && penalty[i] <= least + 0.1 &&
            (leads < 0 || smaller(&field->evidence, i, leads)))
            leads = i;
    assert_int_equal(weighing.leads, leads);
    for (int i = 0; i < field->measures.racers; i++) {
        assert_int_equal(weighing.place[i], !field->eligible[i]         ? FR_NOT_ELIGIBLE
                                            : !left[i]                  ? FR_NOT_PREFERRED
                                            : i == leads                ? FR_LEADS
                                            : penalty[i] <= least + 0.1 ? FR_LARGER
                                                                        : FR_HEAVIER);
        if (field->eligible[i])
            assert_same(weighing.penalty[i], penalty[i]);
        if (field->eligible[i] && !left[i])
            assert_int_equal(weighing.lost_by[i], lost_by[i]);
        for (int j = i + 1; j < field->measures.racers; j++)
            assert_int_equal(fr_is_smaller(&field->evidence, i, j),
                             smaller(&field->evidence, i, j));
    }
    for (int j = 0; j < FR_QUANTITIES && leads >= 0; j++)
        assert_int_equal(weighing.counts[j], known[j]);
    for (int j = 0; j < FR_SPEED && !times; j++) { /* the same points, at any threshold */
        struct fr_scale scale;
        assert_int_equal(
            fr_scale_create(&field->measures, &field->situation, j, field->eligible, &scale),
            FR_OK);
        for (int i = 0; i < field->measures.racers; i++)
            if (field->eligible[i])
                assert_same(fr_scale_points(&scale, i, log2(field->situation.thresholds[j])),
                            weighing.points[i][j]);
        free(scale.doublings);
    }
}

static void the_rule_is_what_the_document_says(void **state)
{
    (void)state;
    struct fr_random random = {soak_seed(29)};
    printf("FOOTRACE_SEED=%llu\n", (unsigned long long)soak_seed(29));
    for (int64_t i = 0; i < soak_fewer(4000, 10) * soak_scale(); i++) {
        static struct field field;
        draw_field(&random, &field);
        check(&field, NULL);
        check(&field, field.times);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_rule_is_what_the_document_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
