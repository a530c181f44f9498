/* The nearest border, in rooms of borders made up for it: it is one, it is close to the nearest, and nothing
 * between it and here is another racer's. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "harness/answer/border.h"
#include "tests/soak.h"

#define REACH 6.0 /* doublings */
#define STEP 0.25 /* within which a second border may be missed */

enum { SETTINGS = FR_QUANTITIES + 1, DIRECTIONS = 2 };

/* In each direction of each setting: from where on another racer leads, in doublings; INFINITY: nowhere. Before
 * that the other of two undecided racers may lead, and from some distance on none does. */
struct world {
    struct fr_situation here;
    struct fr_weighing weighing;
    double other[SETTINGS][DIRECTIONS], border[SETTINGS][DIRECTIONS], limit[SETTINGS][DIRECTIONS];
    bool undecided;
};

enum { CHOSEN = 50, OTHER = 51, FIRST_BEYOND = 0 };

static double setting(const struct fr_situation *situation, int i)
{
    return i == FR_BY_QUERIES ? situation->queries_per_frame : situation->thresholds[i];
}

static int leads_at(const struct world *world, int i, double value)
{
    const double away = log2(value / setting(&world->here, i));
    const int above = away > 0;
    if (fabs(away) >= world->limit[i][above])
        return -1;
    if (fabs(away) >= world->border[i][above])
        return FIRST_BEYOND + 2 * i + above;
    return world->undecided && fabs(away) >= world->other[i][above] ? OTHER : CHOSEN;
}

static int leads_in(const void *context, const struct fr_situation *situation)
{
    const struct world *world = context;
    int moved = -1;
    for (int i = 0; i < SETTINGS; i++)
        if (setting(situation, i) != setting(&world->here, i)) {
            assert_true(moved < 0); /* one setting is moved at a time */
            moved = i;
        }
    return moved < 0 ? CHOSEN : leads_at(world, moved, setting(situation, moved));
}

static void draw(struct fr_random *random, struct world *world)
{
    memset(world, 0, sizeof *world);
    fr_situation_init(&world->here);
    world->here.queries_per_frame = fr_random_between(random, 1, 50);
    world->undecided = fr_random_below(random, 2);
    for (int i = 0; i < SETTINGS; i++) {
        if (i < FR_QUANTITIES) {
            world->here.thresholds[i] = exp(10 * fr_random_unit(random));
            world->weighing.counts[i] = fr_random_below(random, 4);
        }
        for (int above = 0; above < DIRECTIONS; above++) {
            world->border[i][above] =
                fr_random_below(random, 3) ? 0.01 + 8 * fr_random_unit(random) : (double)INFINITY;
            world->other[i][above] = fmin(world->border[i][above], 8) * fr_random_unit(random);
            world->limit[i][above] =
                fr_random_below(random, 3) ? (double)INFINITY : 9 * fr_random_unit(random);
        }
    }
}

static struct fr_border nearest(const struct world *world, bool steady_known)
{
    const struct fr_border_search search = {.situation = &world->here,
                                            .weighing = &world->weighing,
                                            .here = {CHOSEN, world->undecided ? OTHER : CHOSEN},
                                            .steady_known = steady_known,
                                            .leads_in = leads_in,
                                            .context = world};
    return fr_border_nearest(&search);
}

/* The distance of the nearest true border that any search by steps finds, in doublings. */
static double least(const struct world *world, bool steady_known)
{
    double found = (double)INFINITY;
    for (int i = 0; i < SETTINGS; i++)
        for (int above = 0; above < DIRECTIONS; above++) {
            const bool sought = i == FR_BY_QUERIES ? above && steady_known
                                                   : i != FR_SPEED && world->weighing.counts[i];
            /* A limit within a step, or the rounding, hides a border. */
            if (sought && world->border[i][above] + 2 * STEP < world->limit[i][above])
                found = fmin(found, world->border[i][above]);
        }
    return found;
}

/* Whether a value has at most two digits. */
static bool is_short(double value)
{
    char text[32];
    double again = 0;
    snprintf(text, sizeof text, "%.1e", value);
    return sscanf(text, "%lf", &again) == 1 && fabs(again / value - 1) < 1e-9;
}

static void check(const struct world *world, bool steady_known)
{
    const struct fr_border border = nearest(world, steady_known);
    const double nearest_true = least(world, steady_known);
    if (border.quantity < 0) {
        assert_true(nearest_true > REACH - STEP);
        return;
    }
    const bool queries = border.quantity == FR_BY_QUERIES;
    const double here = setting(&world->here, border.quantity);
    const double away = fabs(log2(border.value / here));
    assert_true(queries ? steady_known && border.above
                        : border.quantity != FR_SPEED && world->weighing.counts[border.quantity]);
    assert_true(border.above == (border.value > here));
    assert_int_equal(border.leads, leads_at(world, border.quantity, border.value));
    assert_int_equal(border.leads, FIRST_BEYOND + 2 * border.quantity + border.above);
    assert_true(queries ? border.value == floor(border.value) : is_short(border.value));
    /* Rounding moves it by less than a tenth, and whole queries by less than one. */
    const double exact = world->border[border.quantity][border.above];
    const double moved = border.value * exp2(border.above ? -exact : exact) / here;
    const double wider = queries ? fmax(1.1, 1 + 1 / exp2(exact) / here) : 1.1;
    assert_true(moved * (border.above ? 1 : -1) >= (border.above ? 1 : -1) - 1e-9);
    assert_true(fmax(moved, 1 / moved) <= wider * 1.01);
    assert_true(exact <= REACH);
    assert_true(away <= nearest_true + STEP + log2(wider) + 0.02);
}

static void the_nearest_border_is_one_and_is_near(void **state)
{
    (void)state;
    struct fr_random random = {soak_seed(11)};
    int found = 0;
    printf("FOOTRACE_SEED=%llu\n", (unsigned long long)soak_seed(11));
    for (int64_t i = 0; i < soak_fewer(4000, 10) * soak_scale(); i++) {
        struct world world;
        draw(&random, &world);
        check(&world, fr_random_below(&random, 2));
        found += nearest(&world, true).quantity >= 0;
    }
    assert_true(found > 0);
}

/* No other racer leads anywhere, and every quantity counts. */
static void draw_nothing(struct world *world)
{
    memset(world, 0, sizeof *world);
    fr_situation_init(&world->here);
    world->here.thresholds[FR_SPEED] = 1;
    for (int i = 0; i < SETTINGS; i++)
        for (int above = 0; above < DIRECTIONS; above++)
            world->border[i][above] = world->limit[i][above] = (double)INFINITY;
    for (int i = 0; i < FR_QUANTITIES; i++)
        world->weighing.counts[i] = true;
}

/* One border alone is found wherever it is within reach, and is the racer's that leads there. */
static void a_border_alone_is_found(void **state)
{
    (void)state;
    for (int i = 0; i < SETTINGS; i++)
        for (int above = 0; above < DIRECTIONS; above++)
            for (double away = 0.02; away < 7.5; away += 0.113) {
                struct world world;
                draw_nothing(&world);
                world.border[i][above] = away;
                const struct fr_border border = nearest(&world, true);
                const bool sought = i == FR_BY_QUERIES ? above == 1 : i != FR_SPEED;
                assert_int_equal(border.quantity, sought && away <= REACH ? i : -1);
                check(&world, true);
            }
}

/* The search ends at a whole doubling, half or twice 1 ms, which has two digits already. */
static void what_is_round_is_not_rounded(void **state)
{
    (void)state;
    for (int above = 0; above < DIRECTIONS; above++) {
        struct world world;
        draw_nothing(&world);
        world.here.thresholds[FR_SLOW] = 1e6;
        world.border[FR_SLOW][above] = 0.995;
        assert_true(fabs(nearest(&world, true).value - (above ? 2e6 : 5e5)) < 1e-3);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_nearest_border_is_one_and_is_near),
        cmocka_unit_test(a_border_alone_is_found),
        cmocka_unit_test(what_is_round_is_not_rounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
