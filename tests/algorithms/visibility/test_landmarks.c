/* What guides searches in the core, against Floyd and Warshall's shortest paths between all of its
 * corners: searches find their lengths, in ticks that no path overflows, and the bounds of landmarks are
 * never above them, and as near below as steps allow. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "algorithms/visibility/landmarks.h"
#include "algorithms/visibility/taut_graph.h"
#include "tests/algorithms/random_maps.h"
#include "tests/soak.h"

enum { MAPS = 16, MOST_CORNERS = 200 };

/* The core of a map, with the lengths of all shortest paths in it. */
struct core {
    struct fr_map *map;
    struct taut_graph taut;
    struct core_search search;
    struct landmarks landmarks;
    int64_t ticks[MOST_CORNERS][MOST_CORNERS]; /* by number; CORE_FAR: no path */
};

static void measure_all(struct core *core)
{
    const uint32_t count = core->search.count;
    const struct graph_lists *lists = &core->taut.graph.lists[GRAPH_CROSS];
    for (uint32_t a = 0; a < count; a++) {
        for (uint32_t b = 0; b < count; b++)
            core->ticks[a][b] = a == b ? 0 : CORE_FAR;
        const uint32_t *ends = graph_ends(lists, 2 * core->search.corners[a]);
        for (uint32_t i = ends[0]; i < ends[2]; i++)
            core->ticks[a][core->search.numbers[lists->edges[i].target]] =
                core->search.edges[i].length;
    }
    for (uint32_t by = 0; by < count; by++)
        for (uint32_t a = 0; a < count; a++)
            for (uint32_t b = 0; b < count; b++)
                if (core->ticks[a][by] + core->ticks[by][b] < core->ticks[a][b])
                    core->ticks[a][b] = core->ticks[a][by] + core->ticks[by][b];
}

/* A map whose core has some corners, but not too many. */
static struct core *draw_core(struct fr_random *random)
{
    struct core *core = calloc(1, sizeof *core);
    struct landmark_plan *plan = NULL;
    struct fr_work all = FR_ALL_WORK;
    assert_non_null(core);
    for (;;) {
        core->map = random_map(random, fr_random_between(random, 12, 40),
                               fr_random_between(random, 12, 40), fr_random_between(random, 2, 12));
        assert_int_equal(taut_graph_create(&core->taut, core->map, true, &fr_default_allocator),
                         FR_OK);
        assert_int_equal(
            core_search_create(&core->search, &core->taut.graph, &fr_default_allocator), FR_OK);
        if (core->search.count > 20 && core->search.count <= MOST_CORNERS)
            break;
        core_search_release(&core->search);
        taut_graph_release(&core->taut);
        fr_map_release(core->map);
    }
    assert_int_equal(
        landmarks_build(&core->landmarks, &core->search, &fr_default_allocator, &plan, &all),
        FR_OK);
    measure_all(core);
    return core;
}

static void release_core(struct core *core)
{
    landmarks_release(&core->landmarks);
    core_search_release(&core->search);
    taut_graph_release(&core->taut);
    fr_map_release(core->map);
    free(core);
}

/* Over all edges, as landmarks are measured; over those that can continue a shortest path, none is
 * shorter. */
static void check_searches(struct core *core)
{
    struct core_search *search = &core->search;
    for (uint32_t source = 0; source < search->count; source++) {
        search->all_ways = source % 2;
        assert_true(core_search_begin(search, source));
        int64_t last = 0;
        for (uint32_t at; (at = core_search_settle(search)) != CORE_NONE;) {
            assert_true(search->reached[at].length >= last);
            last = search->reached[at].length;
            assert_true(core_search_expand(search, at));
        }
        for (uint32_t to = 0; to < search->count; to++)
            assert_true(search->all_ways ? search->reached[to].length == core->ticks[source][to]
                                         : search->reached[to].length >= core->ticks[source][to]);
        core_search_end(search);
    }
    search->all_ways = false;
}

/* Twice as many ticks per pixel could overflow: a path passes each corner once, and no edge is longer
 * than 2^16 pixels. */
static void check_ticks(const struct core_search *search)
{
    const double longest = ldexp((double)search->count, 16);
    assert_true(longest * search->ticks < ldexp(1, 60));
    assert_true(2 * longest * search->ticks >= ldexp(1, 60) || search->ticks >= ldexp(1, 40));
}

/* The corner that a landmark is: the one at no distance. */
static uint32_t landmark_at(const struct core *core, int landmark, uint32_t known[LANDMARKS])
{
    for (uint32_t i = 0; i < core->search.count; i++) {
        bool fits = true;
        for (uint32_t k = 0; k < core->search.count && fits; k++) {
            const double true_length = (double)core->ticks[i][k] / core->search.ticks;
            const int16_t steps = landmarks_lengths(&core->landmarks, k)[landmark];
            fits = core->ticks[i][k] == CORE_FAR
                       ? steps == LANDMARKS_FAR
                       : fabs(true_length / core->landmarks.step - steps - 0.5) <= 0.51;
        }
        if (fits)
            return known[landmark] = i;
    }
    return CORE_NONE;
}

static double pixels_between(const struct core *core, uint32_t a, uint32_t b)
{
    return core->ticks[a][b] == CORE_FAR ? INFINITY
                                         : (double)core->ticks[a][b] / core->search.ticks;
}

/* Each landmark after the first is the corner farthest from those before it. */
static void check_landmarks(const struct core *core)
{
    uint32_t known[LANDMARKS];
    double longest = 0;
    for (int i = 0; i < LANDMARKS; i++) {
        assert_true(landmark_at(core, i, known) != CORE_NONE);
        double farthest = 0, mine = INFINITY;
        for (uint32_t k = 0; k < core->search.count; k++) {
            double nearest = INFINITY;
            for (int j = 0; j < i; j++)
                nearest = fmin(nearest, pixels_between(core, known[j], k));
            farthest = fmax(farthest, nearest);
            mine = k == known[i] ? nearest : mine;
            const double length = pixels_between(core, known[i], k);
            longest = isinf(length) ? longest : fmax(longest, length);
        }
        assert_true(i == 0 || mine == farthest || fabs(mine - farthest) < core->landmarks.step);
    }
    assert_true(fabs(longest / core->landmarks.step - (LANDMARKS_FAR - 1)) < 1e-6);
}

/* Bounds between two corners, and to a place beyond a range of corners. */
static void check_bounds(const struct core *core, struct fr_random *random)
{
    const struct landmarks *landmarks = &core->landmarks;
    const uint32_t count = core->search.count;
    for (int round = 0; round < 300; round++) {
        const uint32_t a = fr_random_below(random, count), b = fr_random_below(random, count);
        const uint32_t corner_a = core->search.corners[a], corner_b = core->search.corners[b];
        const double bound = landmarks_bound(landmarks, corner_a, corner_b);
        double best = 0;
        for (int i = 0; i < LANDMARKS; i++)
            best = fmax(best, abs(landmarks_row(landmarks, corner_a)[i] -
                                  landmarks_row(landmarks, corner_b)[i]));
        assert_true(bound <= pixels_between(core, a, b));
        assert_true(bound >= (best - 1.02) * landmarks->step);

        struct landmark_range range;
        double least = INFINITY, beyond = 0;
        double nearest[LANDMARKS], farthest[LANDMARKS];
        landmarks_begin(&range);
        for (int k = 0; k < 3; k++) {
            const uint32_t gate = fr_random_below(random, count);
            const double on = fr_random_below(random, 400) / 8.0;
            landmarks_extend(landmarks, &range, core->search.corners[gate], on);
            least = fmin(least, pixels_between(core, a, gate) + on);
            for (int i = 0; i < LANDMARKS; i++) {
                const double steps = fmin(floor(on / landmarks->step), LANDMARKS_FAR);
                const double row = landmarks_row(landmarks, core->search.corners[gate])[i];
                nearest[i] = k ? fmin(nearest[i], row + steps) : row + steps;
                farthest[i] = k ? fmax(farthest[i], row - steps) : row - steps;
            }
        }
        const int16_t *row = landmarks_row(landmarks, corner_a);
        for (int i = 0; i < LANDMARKS; i++)
            beyond = fmax(beyond, fmax(nearest[i] - row[i], row[i] - farthest[i]));
        const double found = landmarks_beyond(landmarks, row, &range);
        assert_true(found <= least);
        assert_true(fabs(found - (beyond - 1.01) * landmarks->step) <= 0.1 * landmarks->step);
    }
}

static void the_core_is_measured_right(void **state)
{
    struct fr_random random = {soak_seed(85)};
    const int maps = (int)soak_fewer(MAPS, 4) * soak_scale();
    (void)state;
    for (int i = 0; i < maps; i++) {
        struct core *core = draw_core(&random);
        check_ticks(&core->search);
        check_searches(core);
        check_landmarks(core);
        check_bounds(core, &random);
        release_core(core);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_core_is_measured_right),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
