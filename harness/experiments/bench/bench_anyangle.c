/* bench-anyangle: the speed of exact any-angle paths, each claim with the rows that it rests on. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "build_paths.h"
#include "harness/base/clock.h"
#include "harness/experiments/bench/bench.h"
#include "harness/racers/addresses.h"
#include "harness/statistics/quantiles.h"
#include "maps/formats/load.h"
#include "maps/random.h"

/* Mean time a query over whole Moving AI scenarios, measured once on a machine of this kind (AMD
 * EPYC, 2 cores). 0: not measured. */
struct outside {
    const char *map;
    double visibility_graph_us; /* a published visibility-graph planner */
    double polyanya_us;         /* C++ Polyanya */
    double end_point_search_us;
};

static const struct outside constants[] = {
    {"orz900d", 471, 327, 26}, {"Aftershock", 181, 0, 0}, {"Berlin_0_1024", 1021, 0, 0}};

static bool adventure_rooms(void)
{
    static const char *const rooms[] = {"adventure-20", "adventure-60", "adventure-150",
                                        "adventure-300", "office"};
    static const char *const addresses[] = {"visgraph", "visgraph:edges=taut", "flood", "astar",
                                            NULL};
    static struct fr_bench_result result;
    for (size_t i = 0; i < sizeof rooms / sizeof *rooms; i++) {
        if (!fr_bench_bundled(rooms[i], "blocked", FOOTRACE_BUNDLED, addresses, &result))
            return false;
        printf("visgraph: %.0f us a click (claimed: 150), prepared in %.0f ms (claimed: 300)\n",
               result.rows[0].click_ns / 1e3, result.rows[0].prepare_ns / 1e6);
    }
    return true;
}

static void print_outside(const char *name, double microseconds, double ours_ns)
{
    if (microseconds > 0)
        printf("visgraph is %.1f times faster than the %.0f us of %s, a constant measured "
               "elsewhere\n",
               microseconds * 1e3 / ours_ns, microseconds, name);
}

static bool scenarios(void)
{
    static const char *const addresses[] = {"visgraph", "visgraph:edges=taut", NULL};
    static struct fr_bench_result result;
    for (size_t i = 0; i < sizeof constants / sizeof *constants; i++) {
        bool skipped;
        const struct outside *outside = &constants[i];
        if (!fr_bench_scenario(outside->map, 0, addresses, &result, &skipped))
            return false;
        if (skipped)
            continue;
        const double ours_ns = result.rows[0].click_ns;
        print_outside("a published visibility-graph planner", outside->visibility_graph_us,
                      ours_ns);
        print_outside("C++ Polyanya", outside->polyanya_us, ours_ns);
        print_outside("End Point Search", outside->end_point_search_us, ours_ns);
    }
    return true;
}

#define GATES 8
#define FIRST_GATE 2 /* area */
#define EVENTS 64
#define PREPARES 16 /* evenly among the events, as either takes its turn on a busy machine */

/* A room that changes: gates 8 pixels wide and 96 high open and close by turns, an actor of 60 by
 * 120 pixels goes about in steps of up to 48 pixels either way, over walls too, or blocks of 10 by 10
 * come and go. After each change comes a click between two pixels. */
struct stage {
    struct fr_map *map;
    struct fr_random random;
    struct fr_rect actor, block;
    struct fr_path path;
};

/* Changes the map; how many rectangles say where. */
typedef size_t change_fn(struct stage *stage, int event, struct fr_rect rects[2]);

static void draw_gates(struct stage *stage)
{
    struct fr_map *map = stage->map;
    for (uint8_t gate = 0; gate < GATES; gate++) {
        const int32_t left = fr_random_between(&stage->random, 0, map->width - 8);
        const int32_t top = fr_random_between(&stage->random, 0, map->height - 96);
        for (int32_t y = top; y < top + 96; y++)
            for (int32_t x = left; x < left + 8; x++)
                if (fr_map_walkable(map, x, y))
                    fr_map_set_area(map, x, y, (uint8_t)(FIRST_GATE + gate));
    }
}

static size_t turn_gate(struct stage *stage, int event, struct fr_rect rects[2])
{
    const uint8_t gate = (uint8_t)(FIRST_GATE + event % GATES);
    rects[0] = fr_map_enable(stage->map, gate, !stage->map->enabled[gate]);
    return rects[0].width > 0;
}

static int32_t step(struct fr_random *random, int32_t at, int32_t most)
{
    const int32_t to = at + fr_random_between(random, -48, 48);
    return to < 0 ? 0 : to > most ? most : to;
}

static size_t move_actor(struct stage *stage, int event, struct fr_rect rects[2])
{
    struct fr_map *map = stage->map;
    struct fr_rect *actor = &stage->actor;
    (void)event;
    rects[0] = *actor;
    actor->x = step(&stage->random, actor->x, map->width - actor->width);
    actor->y = step(&stage->random, actor->y, map->height - actor->height);
    rects[1] = *actor;
    return fr_map_block(map, rects[0], false) == FR_OK && fr_map_block(map, rects[1], true) == FR_OK
               ? 2
               : 0;
}

static size_t turn_block(struct stage *stage, int event, struct fr_rect rects[2])
{
    struct fr_map *map = stage->map;
    struct fr_rect *block = &stage->block;
    if (event % 2 == 0)
        do
            *block =
                (struct fr_rect){fr_random_between(&stage->random, 0, map->width - 10),
                                 fr_random_between(&stage->random, 0, map->height - 10), 10, 10};
        while (!fr_map_walkable(map, block->x + 5, block->y + 5));
    rects[0] = *block;
    return fr_map_block(map, *block, event % 2 == 0) == FR_OK;
}

/* Nanoseconds of a prepare on the map as it is; 0 where it fails. */
static double time_prepare(const struct fr_racer *racer, const struct fr_map *map,
                           struct fr_state **state)
{
    const uint64_t before = fr_clock_ns();
    if (racer->pathfinder->prepare(map, &racer->options, &fr_default_allocator, state) != FR_OK)
        return 0;
    return (double)(fr_clock_ns() - before);
}

static double time_update(const struct fr_racer *racer, struct fr_state *state,
                          const struct fr_rect *rects, size_t count)
{
    const uint64_t before = fr_clock_ns();
    if (racer->pathfinder->update(state, rects, count) != FR_OK)
        return 0;
    return (double)(fr_clock_ns() - before);
}

static struct fr_point walkable_point(struct stage *stage)
{
    struct fr_pixel pixel;
    do
        pixel = (struct fr_pixel){fr_random_between(&stage->random, 0, stage->map->width - 1),
                                  fr_random_between(&stage->random, 0, stage->map->height - 1)};
    while (!fr_map_walkable(stage->map, pixel.x, pixel.y));
    return fr_pixel_centre(pixel);
}

/* Nanoseconds of the first click after a change; 0 where memory is short. */
static double time_click(const struct fr_racer *racer, struct fr_state *state, struct stage *stage)
{
    const struct fr_point start = walkable_point(stage), goal = walkable_point(stage);
    const uint64_t before = fr_clock_ns();
    if (racer->pathfinder->find(state, start, goal, NULL, &stage->path) == FR_OUT_OF_MEMORY)
        return 0;
    return (double)(fr_clock_ns() - before);
}

static double sorted_median(double *samples, size_t count)
{
    fr_sort(samples, count);
    return fr_median(samples, count);
}

/* Has the stage changed again and again, and prints the medians of updates and prepares. */
static bool follow(const char *title, const struct fr_racer *racer, struct stage *stage,
                   change_fn *change)
{
    double updates[EVENTS], clicks[EVENTS], prepares[PREPARES];
    struct fr_state *state;
    if (time_prepare(racer, stage->map, &state) == 0)
        return false;
    bool followed = true;
    for (int event = 0; event < EVENTS && followed; event++) {
        struct fr_rect rects[2];
        const size_t count = change(stage, event, rects);
        updates[event] = time_update(racer, state, rects, count);
        clicks[event] = updates[event] > 0 ? time_click(racer, state, stage) : 0;
        followed = clicks[event] > 0;
        if (event % (EVENTS / PREPARES) == 0 && followed) {
            struct fr_state *fresh;
            double *prepare = &prepares[event / (EVENTS / PREPARES)];
            *prepare = time_prepare(racer, stage->map, &fresh);
            followed = *prepare > 0;
            racer->pathfinder->release(followed ? fresh : NULL);
        }
    }
    racer->pathfinder->release(state);
    if (!followed)
        return false;
    const double update = sorted_median(updates, EVENTS);
    const double prepare = sorted_median(prepares, PREPARES);
    printf("%-44s %8.0f us an update, %8.0f us prepared again: %4.1f times faster; %4.0f us the next click\n",
           title, update / 1e3, prepare / 1e3, prepare / update,
           sorted_median(clicks, EVENTS) / 1e3);
    return true;
}

/* The map as loaded, and visgraph to follow it. */
static bool begin_stage(const char *map, struct stage *stage, struct fr_racers *racers)
{
    struct fr_error error;
    *stage = (struct stage){.random = {7}, .actor = {900, 500, 60, 120}};
    fr_path_init(&stage->path, &fr_default_allocator);
    racers->count = 0;
    if (fr_racers_add(racers, fr_pathfinders, "visgraph", &error) == FR_OK &&
        fr_map_load(map, FOOTRACE_BUNDLED, &fr_default_allocator, &stage->map, NULL, &error) ==
            FR_OK)
        return true;
    fprintf(stderr, "%s\n", error.text);
    return false;
}

static void end_stage(struct stage *stage)
{
    fr_path_release(&stage->path);
    fr_map_release(stage->map);
}

static bool updates_of(const char *name)
{
    static struct fr_racers racers;
    struct stage stage;
    char title[128];
    if (!begin_stage(name, &stage, &racers))
        return false;
    draw_gates(&stage);
    snprintf(title, sizeof title, "%s, a gate of 8x96", name);
    bool followed = follow(title, &racers.at[0], &stage, turn_gate);
    snprintf(title, sizeof title, "%s, an actor of 60x120", name);
    followed = followed && follow(title, &racers.at[0], &stage, move_actor);
    end_stage(&stage);
    return followed;
}

/* Skipped where Moving AI's files are not there. */
static bool blocks_on(const char *name)
{
    static struct fr_racers racers;
    struct stage stage;
    char title[128], file[512];
    const char *folder = getenv("FOOTRACE_MOVINGAI");
    snprintf(file, sizeof file, "%s/%s.map", folder ? folder : "", name);
    if (!folder || access(file, R_OK) != 0) {
        printf("%s: skipped, as FOOTRACE_MOVINGAI names no folder with it\n", name);
        return true;
    }
    if (!begin_stage(file, &stage, &racers))
        return false;
    snprintf(title, sizeof title, "%s, a block of 10x10", name);
    const bool followed = follow(title, &racers.at[0], &stage, turn_block);
    end_stage(&stage);
    return followed;
}

static bool updates(void)
{
    printf("\nvisgraph follows a change of the map (claimed for orz900d: 300 us)\n");
    return updates_of("adventure-20") && updates_of("adventure-150") &&
           updates_of("adventure-300") && blocks_on("orz900d") && blocks_on("Berlin_0_1024");
}

int main(void)
{
    return adventure_rooms() && updates() && scenarios() ? 0 : 1;
}
