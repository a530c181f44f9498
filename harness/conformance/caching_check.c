#include <math.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/conformance/check.h"
#include "harness/racers/caching.h"
#include "harness/sandbox/counted.h"
#include "harness/sandbox/measure.h"
#include "harness/sandbox/stepped.h"

/* Large enough that a search takes longer than a table lookup. */
enum { WIDTH = 240, HEIGHT = 136, PITCH = 34, LEAST_BLOCK = 12, MOST_BLOCK = 26, TRIALS = 12 };

/* On so small a map, a repeat with this many instructions cannot come from a cache. */
enum { MOST_STEPS = 40000 };

#define PATIENCE_S 60.0

/* Blocks of random sizes in rows and columns on open floor: clicks of class detour, but few
 * corners. */
static struct fr_map *draw_blocks(struct fr_random *random)
{
    static uint8_t areas[HEIGHT][WIDTH];
    struct fr_map *map;
    memset(areas, 1, sizeof areas);
    for (int y = 4; y + MOST_BLOCK < HEIGHT; y += PITCH)
        for (int x = 4; x + MOST_BLOCK < WIDTH; x += PITCH) {
            const int width = fr_random_between(random, LEAST_BLOCK, MOST_BLOCK);
            const int height = fr_random_between(random, LEAST_BLOCK, MOST_BLOCK);
            for (int row = y; row < y + height; row++)
                memset(&areas[row][x], 0, (size_t)width);
        }
    if (fr_map_create(WIDTH, HEIGHT, &fr_default_allocator, &map) != FR_OK)
        return NULL;
    for (int y = 0; y < HEIGHT; y++)
        fr_map_set_row(map, y, areas[y]);
    return map;
}

/* Draws the queries of a trial near a random click; false if its ends are too close to walls. */
static bool draw_queries(const struct fr_instance *instance, struct fr_random *random,
                         struct fr_query queries[FR_TRIAL_CALLS])
{
    struct fr_pixel start, goal;
    return fr_conformance_walkable(instance->map, random, &start) &&
           fr_conformance_walkable(instance->map, random, &goal) &&
           fr_caching_queries(instance->map, start, goal, 1, random, queries);
}

static void try_one(struct fr_instance *instance, struct fr_random *random,
                    struct fr_caching_trials *trials)
{
    _Atomic uint64_t heartbeat = 0;
    const struct fr_measure_plan plan = {.heartbeat = &heartbeat};
    struct fr_query queries[FR_TRIAL_CALLS];
    double ns[FR_TRIAL_CALLS];
    if (!draw_queries(instance, random, queries))
        return;
    for (int i = 0; i < FR_TRIAL_CALLS; i++) {
        struct fr_answer answer;
        instance->check->report->call = FR_CHECK_FIND;
        fr_measure(instance->pathfinder, instance->state, FR_STEADY, queries[i].start,
                   queries[i].goal, &plan, &instance->path, &answer);
        instance->check->report->call = FR_CHECK_ELSEWHERE;
        if (answer.outcome != FR_FOUND)
            return;
        ns[i] = answer.ns;
    }
    fr_caching_note(trials, FR_STEADY, ns + FR_TRIAL_NEIGHBOURS, (double)NAN);
}

/* Shared by the querying process and the counting one. */
struct turns {
    _Atomic int turn, stepping;
};

/* Queries twice; waits before each query until `turn` has the query's number. */
static _Noreturn void ask_twice(struct fr_instance *instance, const struct fr_query *query,
                                struct turns *turns)
{
    for (int turn = 1; turn <= 2; turn++) {
        while (atomic_load(&turns->turn) != turn)
            sched_yield();
        fr_steps_begin(&turns->stepping);
        (void)fr_counted_find(instance->pathfinder, instance->state, query->start, query->goal,
                              &instance->path);
        fr_steps_end(&turns->stepping);
    }
    _exit(0);
}

/* Counts the instructions of a new query and of its repeat, in a fork of this process; false if
 * they cannot be counted. */
static bool count_one(struct fr_instance *instance, struct fr_random *random, struct turns *turns,
                      struct fr_caching_trials *trials)
{
    struct fr_query queries[FR_TRIAL_CALLS];
    int64_t steps[2] = {-1, -1};
    if (!draw_queries(instance, random, queries))
        return true;
    atomic_store(&turns->turn, 0);
    const pid_t asking = fork();
    if (asking == 0)
        ask_twice(instance, &queries[0], turns);
    for (int i = 0; i < 2 && asking > 0 && fr_steps_attach(asking); i++) {
        atomic_store(&turns->turn, i + 1);
        steps[i] = fr_steps_count(asking, &turns->stepping, MOST_STEPS, PATIENCE_S);
        if (steps[i] < 0)
            break;
    }
    if (asking > 0) {
        kill(asking, SIGKILL);
        waitpid(asking, NULL, 0);
    }
    if (steps[1] >= 0)
        fr_caching_count(trials, FR_MOST_REPEAT, steps[0], steps[1]);
    return steps[1] >= 0;
}

static void count_all(struct fr_instance *instance, struct fr_random *random,
                      struct fr_caching_trials *trials)
{
    struct turns *turns =
        mmap(NULL, sizeof *turns, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (turns == MAP_FAILED)
        return;
    for (int tries = 0; tries < TRIALS && !fr_caching_is_clear(trials); tries++)
        if (!count_one(instance, random, turns, trials))
            break;
    munmap(turns, sizeof *turns);
}

void fr_conformance_caching(struct fr_check *check)
{
    struct fr_random random = {check->plan->seed};
    struct fr_instance instance;
    struct fr_caching_trials trials = {.counted = 0};
    struct fr_map *map = draw_blocks(&random);
    if (!map)
        fr_check_skip(check, "not enough memory for a map");
    check->report->seed = check->plan->seed;
    fr_instance_prepare(&instance, check, map);
    for (int tries = 0; tries < 4 * TRIALS && trials.steady.count < TRIALS; tries++)
        try_one(&instance, &random, &trials);
    if (fr_caching_suspects_repeats(&trials))
        count_all(&instance, &random, &trials);
    const enum fr_caching caching = fr_caching_judge(&trials);
    fr_instance_release(&instance);
    fr_map_release(map);
    if (caching == FR_CACHING_FOUND)
        fr_check_fail(check, "caches answers: a repeated query takes far fewer instructions");
    if (fr_caching_suspects_repeats(&trials) && caching == FR_CACHING_UNKNOWN)
        fr_check_skip(check, "instructions cannot be counted on this machine");
}
