/* bench-anyangle: the speed of exact any-angle paths, each claim with the rows that it rests on. */
#include <stdio.h>

#include "build_paths.h"
#include "harness/base/clock.h"
#include "harness/base/statistics.h"
#include "harness/experiments/bench/bench.h"
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

/* A room that changes: gates 8 pixels wide and 96 high open and close by turns, or an actor of 60
 * by 120 pixels goes about in steps of up to 48 pixels either way, over walls too. */
struct stage {
    struct fr_map *map;
    struct fr_random random;
    struct fr_rect actor;
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

static double sorted_median(double *samples, size_t count)
{
    fr_sort(samples, count);
    return fr_median(samples, count);
}

/* Has the stage changed again and again, and prints the medians of updates and prepares. */
static bool follow(const char *title, const struct fr_racer *racer, struct stage *stage,
                   change_fn *change)
{
    double updates[EVENTS], prepares[PREPARES];
    struct fr_state *state;
    if (time_prepare(racer, stage->map, &state) == 0)
        return false;
    bool followed = true;
    for (int event = 0; event < EVENTS && followed; event++) {
        struct fr_rect rects[2];
        const size_t count = change(stage, event, rects);
        updates[event] = time_update(racer, state, rects, count);
        followed = updates[event] > 0;
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
    printf("%-44s %8.0f us an update, %8.0f us anew: %4.1f times faster\n", title, update / 1e3,
           prepare / 1e3, prepare / update);
    return true;
}

static bool updates_of(const char *room)
{
    static struct fr_racers racers;
    struct fr_error error;
    struct stage stage = {.random = {7}, .actor = {900, 500, 60, 120}};
    char title[128];
    racers.count = 0;
    if (fr_racers_add(&racers, fr_pathfinders, "visgraph", &error) != FR_OK ||
        fr_map_load(room, FOOTRACE_BUNDLED, &fr_default_allocator, &stage.map, NULL, &error) !=
            FR_OK) {
        fprintf(stderr, "%s\n", error.text);
        return false;
    }
    draw_gates(&stage);
    snprintf(title, sizeof title, "%s, a gate of 8x96", room);
    bool followed = follow(title, &racers.at[0], &stage, turn_gate);
    snprintf(title, sizeof title, "%s, an actor of 60x120", room);
    followed = followed && follow(title, &racers.at[0], &stage, move_actor);
    fr_map_release(stage.map);
    return followed;
}

static bool updates(void)
{
    printf("\nvisgraph follows a change of the map (claimed for adventure-150: 5 times faster)\n");
    return updates_of("adventure-20") && updates_of("adventure-150") && updates_of("adventure-300");
}

int main(void)
{
    return adventure_rooms() && updates() && scenarios() ? 0 : 1;
}
