#include "harness/racers/measure.h"

#include <math.h>
#include <string.h>

#include "harness/base/clock.h"
#include "harness/base/statistics.h"
#include "harness/machine/quiet_core.h"

/* No batch is longer: the floor itself takes a nanosecond or two. */
#define MAX_BATCH 4096

struct runner {
    const struct fr_pathfinder *pathfinder;
    struct fr_state *state;
    struct fr_point start, goal;
    const struct fr_measure_plan *plan;
    struct fr_path *path;
    struct fr_measurement *measurement;
    uint64_t answer; /* hash of the first answer */
    bool answered;
};

/* Takes the last answer away but leaves its count, so that a back end that does not empty the path
 * hands over nonsense. Beyond the count nothing was written since it was poisoned before. */
static void poison(struct fr_path *path)
{
    const size_t count = path->count < path->capacity ? path->count : path->capacity;
    for (size_t i = 0; i < count; i++)
        path->points[i] = (struct fr_point){INT32_MIN, INT32_MIN};
    path->count = count;
}

/* Coordinates are shifted by their place and multiplied, so that no two paths of a race are likely
 * to have one sum, and the processor need not wait for one waypoint to go on to the next. */
static uint64_t hash_answer(enum fr_outcome outcome, const struct fr_path *path)
{
    const uint64_t odd_x = 0x9E3779B97F4A7C15u, odd_y = 0xD1B54A32D192ED03u;
    uint64_t hash = (uint64_t)outcome * odd_x;
    if (outcome != FR_FOUND)
        return hash;
    hash += path->count * odd_y;
    for (size_t i = 0; i < path->count && i < path->capacity; i++) {
        const struct fr_point point = path->points[i];
        hash += ((uint64_t)(uint32_t)point.x + (i + 1) * odd_x) *
                ((uint64_t)(uint32_t)point.y + (i + 1) * odd_y);
    }
    return hash;
}

/* False when there is no use in going on. */
static bool take_answer(struct runner *runner, enum fr_outcome outcome)
{
    const uint64_t hash = hash_answer(outcome, runner->path);
    if (runner->answered && hash != runner->answer)
        runner->measurement->deterministic = false;
    runner->answer = hash;
    runner->answered = true;
    runner->measurement->outcome = outcome;
    return outcome != FR_OUT_OF_MEMORY;
}

/* Times calls calls in one go; the whole sample, in nanoseconds. */
static bool take_sample(struct runner *runner, int calls, double *ns)
{
    const struct fr_pathfinder *pathfinder = runner->pathfinder;
    enum fr_outcome outcome = FR_NONE;
    poison(runner->path);
    const uint64_t begin = fr_clock_ns();
    atomic_store_explicit(runner->plan->heartbeat, begin, memory_order_relaxed);
    const uint64_t timed = fr_clock_ns();
    for (int i = 0; i < calls; i++)
        outcome = pathfinder->find(runner->state, runner->start, runner->goal, NULL, runner->path);
    const uint64_t end = fr_clock_ns();
    atomic_store_explicit(runner->plan->heartbeat, end, memory_order_relaxed);
    *ns = (double)(end - timed);
    runner->measurement->ns_inside += *ns;
    return take_answer(runner, outcome);
}

/* Doubles the batch until a sample is long enough for the clock. */
static bool choose_batch(struct runner *runner, int *batch)
{
    double ns;
    for (*batch = 1;; *batch *= 2) {
        if (!take_sample(runner, *batch, &ns))
            return false;
        if (ns >= runner->plan->shortest_ns || *batch == MAX_BATCH)
            return true;
    }
}

static bool take_warm_samples(struct runner *runner)
{
    struct fr_measurement *measurement = runner->measurement;
    const int repeats = runner->plan->repeats;
    double samples[FR_MAX_REPEATS];
    int batch;
    if (!choose_batch(runner, &batch))
        return false;
    for (int i = 0; i < repeats; i++) {
        if (!take_sample(runner, batch, &samples[i]))
            return false;
        samples[i] /= batch;
    }
    fr_sort(samples, (size_t)repeats);
    measurement->ns_min = samples[0];
    measurement->ns_median = fr_median(samples, (size_t)repeats);
    measurement->ns_max = samples[repeats - 1];
    measurement->repeats = repeats;
    measurement->batch = batch;
    return true;
}

struct stopwatch {
    double *ns_phases;
    int phase; /* -1 before the first */
    uint64_t since;
};

static void end_phase(struct stopwatch *watch, uint64_t now)
{
    if (watch->phase < 0)
        return;
    double *total = &watch->ns_phases[watch->phase];
    *total = (isnan(*total) ? 0 : *total) + (double)(now - watch->since);
}

static void enter_phase(void *context, enum fr_phase phase)
{
    struct stopwatch *watch = context;
    const uint64_t now = fr_clock_ns();
    end_phase(watch, now);
    watch->phase = (int)phase;
    watch->since = now;
}

static void time_phases(struct runner *runner)
{
    struct stopwatch watch = {.ns_phases = runner->measurement->ns_phases, .phase = -1};
    const struct fr_probe probe = {enter_phase, &watch};
    poison(runner->path);
    atomic_store_explicit(runner->plan->heartbeat, fr_clock_ns(), memory_order_relaxed);
    const uint64_t begin = fr_clock_ns();
    const enum fr_outcome outcome =
        runner->pathfinder->find(runner->state, runner->start, runner->goal, &probe, runner->path);
    const uint64_t now = fr_clock_ns();
    end_phase(&watch, now);
    runner->measurement->ns_inside += (double)(now - begin);
    atomic_store_explicit(runner->plan->heartbeat, now, memory_order_relaxed);
    take_answer(runner, outcome);
    fr_stats_read(runner->pathfinder, runner->state, &runner->measurement->stats);
}

void fr_measure_click(const struct fr_pathfinder *pathfinder, struct fr_state *state,
                      struct fr_point start, struct fr_point goal,
                      const struct fr_measure_plan *plan, struct fr_path *path,
                      struct fr_measurement *measurement)
{
    struct runner runner = {pathfinder, state, start, goal, plan, path, measurement, 0, false};
    memset(measurement, 0, sizeof *measurement);
    measurement->deterministic = true;
    for (int i = 0; i < FR_PHASES; i++)
        measurement->ns_phases[i] = NAN;
    double first;
    if (plan->eviction)
        fr_evict_caches(plan->eviction, plan->eviction_bytes);
    if (!take_sample(&runner, 1, &first))
        return;
    measurement->ns_first = first;
    if (first > plan->slow_ns) {
        measurement->ns_min = measurement->ns_median = measurement->ns_max = first;
        measurement->repeats = measurement->batch = 1;
    } else if (!take_warm_samples(&runner)) {
        return;
    }
    time_phases(&runner);
}
