/* A graph that is loaded proves itself (the back end is included, whose graph it is): one number beyond
 * its bound, anywhere in its lists or landmarks, and it is refused; at its bound it is taken. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "tests/algorithms/forged.h"
#include "tests/algorithms/random_maps.h"

/* Last: its names are those of every back end. */
#include "algorithms/visibility/visgraph.c"

enum { MAPS = 12 };

/* What becomes of a graph and its landmarks that are written and read again. */
static enum fr_status read_again(const struct fr_state *state)
{
    struct fr_bytes bytes = {.allocator = &fr_default_allocator};
    assert_int_equal(append(state, &bytes), FR_OK);
    struct fr_saved in = {
        .at = bytes.items, .left = bytes.count, .allocator = &fr_default_allocator};
    struct fr_state loaded = {.head = state->head};
    loaded.head.reach.labels = NULL;
    const enum fr_status status = load(&loaded, &in);
    release(&loaded);
    fr_components_release(loaded.head.reach.labels);
    fr_bytes_release(&bytes);
    return status;
}

#define READ(place, number, expected) READ_WITH(place, number, read_again(state), expected)

static void check_lists(struct fr_state *state, enum graph_way way)
{
    const struct graph *graph = &state->taut.graph;
    struct graph_lists *lists = &state->taut.graph.lists[way];
    for (size_t corner = 0; corner < graph->corner_count; corner++) {
        uint32_t *ends = lists->first + GRAPH_ENDS * corner;
        READ(ends[0], ends[0] + 1, FR_BAD_INPUT);
        READ(ends[1], ends[2] + 1, FR_BAD_INPUT);
        READ(ends[1], ends[0] - 1, FR_BAD_INPUT);
        READ(ends[2], ends[2] + 1, FR_BAD_INPUT);
        READ(ends[3], ends[3] + 1, FR_BAD_INPUT);
        READ(ends[1], ends[0], FR_OK); /* all in cone 1: another graph, but a sound one */
    }
    for (size_t i = 0; i < lists->used; i++) {
        READ(lists->edges[i].target, graph->corner_count, FR_BAD_INPUT);
        READ(lists->edges[i].level, way == GRAPH_CROSS ? 1 : GRAPH_CORE, FR_BAD_INPUT);
    }
}

static void check_landmarks(struct fr_state *state)
{
    struct landmarks *landmarks = &state->landmarks;
    const struct graph_lists *core = &state->taut.graph.lists[GRAPH_CROSS];
    READ(landmarks->step, 0, FR_BAD_INPUT);
    for (uint32_t corner = 0; corner < landmarks->corner_count; corner++) {
        const uint32_t *ends = graph_ends(core, 2 * corner);
        READ(landmarks->rows[corner], landmarks->count, FR_BAD_INPUT);
        READ(landmarks->rows[corner], CORE_NONE, ends[0] < ends[2] ? FR_BAD_INPUT : FR_OK);
        if (landmarks->count > 0)
            READ(landmarks->rows[corner], landmarks->count - 1, FR_OK);
    }
    for (size_t i = 0; i < (size_t)landmarks->count * LANDMARKS; i += 5) {
        READ(landmarks->lengths[i], -1, FR_BAD_INPUT);
        READ(landmarks->lengths[i], LANDMARKS_FAR + 1, FR_BAD_INPUT);
        READ(landmarks->lengths[i], LANDMARKS_FAR, FR_OK);
    }
}

static void one_number_beyond_its_bound_is_refused(void **unused)
{
    struct fr_random random = {82};
    uint32_t core = 0, edges = 0;
    (void)unused;
    for (int i = 0; i < MAPS; i++) {
        struct fr_map *map = random_map(&random, fr_random_between(&random, 6, 12),
                                        fr_random_between(&random, 6, 12), 10 + 4 * (i % 4));
        struct fr_state *state = prepared_on(&fr_visgraph, map);
        assert_int_equal(read_again(state), FR_OK);
        for (int way = 0; way < GRAPH_WAYS; way++) {
            check_lists(state, (enum graph_way)way);
            edges += way != GRAPH_CROSS ? (uint32_t)state->taut.graph.lists[way].used : 0;
        }
        check_landmarks(state);
        core += state->landmarks.count;
        fr_release(&fr_visgraph, state);
        fr_map_release(map);
    }
    assert_true(core > 0 && edges > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_number_beyond_its_bound_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
