/* Sending a graph out of the sandbox: complete from an honest back end, with its own status from
 * one that dies while drawing. */
#define _POSIX_C_SOURCE 200809L

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "harness/sandbox/sandbox.h"
#include "tests/ascii_map.h"

static const volatile sig_atomic_t never_stopped;
/* No limit on addresses: the tests also run under sanitizers. */
static const struct fr_sandbox_rules rules = {
    .timeout_s = 0.5, .memory_mb = 256, .unlimited_addresses = true, .stop = &never_stopped};

static struct fr_map *wall(void)
{
    return ascii_map("......|"
                     ".####.|"
                     "......");
}

/* Opens a racer whose back end is visgraph but for how it draws, and has it answer a click. */
static void open_racer(struct fr_sandbox *sandbox, const struct fr_pathfinder *pathfinder,
                       struct fr_map *map)
{
    struct fr_reply reply;
    struct fr_path path;
    struct fr_racer racer = {.pathfinder = pathfinder};
    fr_options_default(pathfinder->options, pathfinder->option_count, &racer.options);
    fr_path_init(&path, &fr_default_allocator);
    fr_sandbox_init(sandbox, &rules);
    fr_sandbox_open(sandbox, &racer, map, &reply);
    assert_int_equal(reply.status, FR_REPLY_ANSWERED);
    fr_sandbox_click(sandbox, FR_STEADY, (struct fr_point){5, 1}, (struct fr_point){5, 5}, &reply,
                     &path);
    assert_int_equal(reply.status, FR_REPLY_ANSWERED);
    fr_path_release(&path);
}

static void arrives_whole(void **unused)
{
    (void)unused;
    struct fr_map *map = wall();
    struct fr_sandbox sandbox;
    struct fr_graph_sketch graph;
    size_t edges = 0;
    open_racer(&sandbox, fr_pathfinder_find("visgraph"), map);
    fr_graph_sketch_init(&graph, &fr_default_allocator);
    for (int part = 0; part < FR_SKETCH_PARTS; part++) {
        struct fr_reply reply;
        fr_sandbox_sketch(&sandbox, (enum fr_sketch_part)part, &reply, &graph.parts[part]);
        assert_int_equal(reply.status, FR_REPLY_ANSWERED);
        edges += part == FR_SKETCH_CORNERS ? 0 : graph.parts[part].count;
    }
    assert_int_equal(graph.parts[FR_SKETCH_CORNERS].count, 4);
    /* Of the four sides of the wall and the four links: two points each. */
    assert_int_equal(edges, 2 * (4 + 4));
    assert_true(graph.parts[FR_SKETCH_TOUCHED].count >= 2 * 3);
    fr_graph_sketch_release(&graph);
    fr_sandbox_release(&sandbox);
    fr_map_release(map);
}

static void crash(const struct fr_state *state, const struct fr_sketch *sketch)
{
    (void)state;
    (void)sketch;
    raise(SIGSEGV);
}

static void hang(const struct fr_state *state, const struct fr_sketch *sketch)
{
    (void)state;
    (void)sketch;
    for (;;)
        pause();
}

static void draw_without_end(const struct fr_state *state, const struct fr_sketch *sketch)
{
    (void)state;
    for (;;)
        sketch->corner(sketch->context, (struct fr_point){1, 1});
}

static void who_dies_drawing_is_told_of(void **unused)
{
    (void)unused;
    static const struct {
        void (*sketch)(const struct fr_state *, const struct fr_sketch *);
        enum fr_reply_status status,
            or_status; /* a drawing without end meets the limit that comes first */
    } cases[] = {{crash, FR_REPLY_CRASH, FR_REPLY_CRASH},
                 {hang, FR_REPLY_TIMEOUT, FR_REPLY_TIMEOUT},
                 {draw_without_end, FR_REPLY_TIMEOUT, FR_REPLY_MEMORY}};
    struct fr_map *map = wall();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct fr_pathfinder broken = *fr_pathfinder_find("visgraph");
        struct fr_sandbox sandbox;
        struct fr_reply reply;
        struct fr_path points;
        broken.sketch = cases[i].sketch;
        open_racer(&sandbox, &broken, map);
        fr_path_init(&points, &fr_default_allocator);
        fr_sandbox_sketch(&sandbox, FR_SKETCH_CORNERS, &reply, &points);
        assert_true(reply.status == cases[i].status || reply.status == cases[i].or_status);
        assert_int_equal(points.count, 0);
        assert_false(fr_sandbox_is_open(&sandbox));
        fr_path_release(&points);
    }
    fr_map_release(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arrives_whole),
        cmocka_unit_test(who_dies_drawing_is_told_of),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
