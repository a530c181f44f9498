#include "harness/sandbox/measure.h"

#include <math.h>
#include <string.h>

#include "algorithms/front.h"
#include "harness/base/clock.h"
#include "harness/machine/interruption.h"
#include "harness/sandbox/counted.h"
#include "harness/sandbox/guest.h"
#include "harness/sandbox/stepped.h"

/* Shorter times cannot be measured, and 0 has no logarithm. */
#define LEAST_NS 1.0

/* Page faults and interruptions are checked for all played calls, and for others that take at least
 * this long; for shorter calls the check would cost more than what it detects. */
#define SLOW_NS 1e6

struct call {
    const struct fr_pathfinder *pathfinder;
    struct fr_state *state;
    struct fr_point start, goal;
    struct fr_path *path;
};

/* Overwrites the last answer but keeps its count, so that a back end that does not clear the path
 * returns garbage. Beyond the count, the buffer is still poisoned. */
static void poison(struct fr_path *path)
{
    const size_t count = path->count < path->capacity ? path->count : path->capacity;
    for (size_t i = 0; i < count; i++)
        path->points[i] = (struct fr_point){INT32_MIN, INT32_MIN};
    path->count = count;
}

/* A count beyond the buffer is wrong, so nothing is hashed.
 *
 * Coordinates are shifted by their index and multiplied, so that two paths are unlikely to have the
 * same sum, and waypoints do not depend on each other. */
static uint64_t hash_answer(enum fr_outcome outcome, const struct fr_path *path)
{
    const uint64_t odd_x = 0x9E3779B97F4A7C15u, odd_y = 0xD1B54A32D192ED03u;
    uint64_t hash = (uint64_t)outcome * odd_x;
    if (outcome != FR_FOUND)
        return hash;
    hash += path->count * odd_y;
    const size_t written = path->count <= path->capacity ? path->count : 0;
    for (size_t i = 0; i < written; i++) {
        const struct fr_point point = path->points[i];
        hash += ((uint64_t)(uint32_t)point.x + (i + 1) * odd_x) *
                ((uint64_t)(uint32_t)point.y + (i + 1) * odd_y);
    }
    return hash;
}

/* Writes a new picture with ordinary stores, as a game draws one: every pixel changes. */
static void write_frame(const struct fr_measure_plan *plan)
{
    static uint64_t colour;
    uint64_t *const pixels = plan->frame;
    const size_t count = plan->frame_bytes / sizeof *pixels;
    const uint64_t first = ++colour * 0x9E3779B97F4A7C15u;
    for (size_t i = 0; i < count; i++)
        pixels[i] = first + i;
}

static void make_ready(enum fr_timing timing, const struct fr_measure_plan *plan,
                       struct fr_answer *answer)
{
    const uint64_t begin = fr_clock_ns();
    if (!(timing == FR_PLAYED || timing == FR_STEPPED) || !plan->frame)
        return;
    if (fr_guest_is_open())
        fr_guest_write_frame(plan->frame_bytes);
    else
        write_frame(plan);
    answer->ns_before = (double)(fr_clock_ns() - begin);
}

/* Times a call, in nanoseconds, minus the clock's overhead. */
static double time_call(const struct call *call, const struct fr_measure_plan *plan,
                        enum fr_outcome *outcome)
{
    poison(call->path);
    atomic_store_explicit(plan->heartbeat, fr_clock_ns(), memory_order_relaxed);
    const uint64_t begin = fr_clock_ns();
    *outcome = fr_find(call->pathfinder, call->state, call->start, call->goal, NULL, call->path);
    const uint64_t end = fr_clock_ns();
    atomic_store_explicit(plan->heartbeat, end, memory_order_relaxed);
    return fmax((double)(end - begin) - plan->clock_ns, LEAST_NS);
}

static void time_one(const struct call *call, enum fr_timing timing,
                     const struct fr_measure_plan *plan, struct fr_answer *answer)
{
    struct fr_interruption before;
    const bool counted = timing != FR_STEADY;
    if (counted)
        fr_interruption_begin(&before);
    answer->ns = time_call(call, plan, &answer->outcome);
    if (counted)
        answer->lost =
            fr_interruption_end(&before, answer->ns, &answer->faults, &answer->ns_waited);
    else if (answer->ns > SLOW_NS)
        answer->lost = fr_interruption_noticed(answer->ns);
}

/* Times one query of a guest, and checks the time that it reports. */
static void time_guest(const struct call *call, const struct fr_measure_plan *plan,
                       struct fr_answer *answer)
{
    struct fr_guest_times times;
    fr_guest_start();
    answer->ns_outside = time_call(call, plan, &answer->outcome);
    fr_guest_read(&times);
    answer->ns = fmax(times.own_ns, LEAST_NS);
    answer->moved = times.moved;
    answer->disbelieved =
        !fr_guest_is_believed(call->state, call->start, call->goal, answer->ns_outside, &times);
    answer->ns_empty = times.empty_ns;
    atomic_store_explicit(plan->heartbeat, fr_clock_ns(), memory_order_relaxed);
}

struct stopwatch {
    double *ns_phases;
    int phase; /* -1 before the first phase */
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

static void time_phases(const struct call *call, const struct fr_measure_plan *plan,
                        struct fr_answer *answer)
{
    struct stopwatch watch = {.ns_phases = answer->ns_phases, .phase = -1};
    const struct fr_probe probe = {.enter = enter_phase, .context = &watch};
    poison(call->path);
    const uint64_t begin = fr_clock_ns();
    atomic_store_explicit(plan->heartbeat, begin, memory_order_relaxed);
    answer->outcome =
        fr_find(call->pathfinder, call->state, call->start, call->goal, &probe, call->path);
    const uint64_t now = fr_clock_ns();
    end_phase(&watch, now);
    answer->ns = (double)(now - begin);
    atomic_store_explicit(plan->heartbeat, now, memory_order_relaxed);
    fr_stats_read(call->pathfinder, call->state, &answer->stats);
}

/* Not timed: a tool may make the call fifty times slower. */
static void count(const struct call *call, const struct fr_measure_plan *plan,
                  struct fr_answer *answer)
{
    poison(call->path);
    atomic_store_explicit(plan->heartbeat, fr_clock_ns(), memory_order_relaxed);
    answer->outcome = fr_count_find(call->pathfinder, call->state, call->start, call->goal,
                                    call->path, &answer->instructions);
    atomic_store_explicit(plan->heartbeat, fr_clock_ns(), memory_order_relaxed);
}

static void be_stepped(const struct call *call, const struct fr_measure_plan *plan,
                       struct fr_answer *answer)
{
    poison(call->path);
    fr_steps_begin(plan->stepping);
    answer->outcome =
        fr_counted_find(call->pathfinder, call->state, call->start, call->goal, call->path);
    fr_steps_end(plan->stepping);
}

void fr_measure(const struct fr_pathfinder *pathfinder, struct fr_state *state,
                enum fr_timing timing, struct fr_point start, struct fr_point goal,
                const struct fr_measure_plan *plan, struct fr_path *path, struct fr_answer *answer)
{
    const struct call call = {pathfinder, state, start, goal, path};
    *answer = (struct fr_answer){.instructions = -1,
                                 .faults = -1,
                                 .stats = {-1, -1, -1, -1},
                                 .ns_outside = NAN,
                                 .ns_empty = NAN,
                                 .moved = NAN};
    for (int i = 0; i < FR_PHASES; i++)
        answer->ns_phases[i] = NAN;
    make_ready(timing, plan, answer);
    if (timing == FR_PROBED)
        time_phases(&call, plan, answer);
    else if (timing == FR_COUNTED)
        count(&call, plan, answer);
    else if (timing == FR_STEPPED)
        be_stepped(&call, plan, answer);
    else if (fr_guest_is_open())
        time_guest(&call, plan, answer);
    else
        time_one(&call, timing, plan, answer);
    answer->astray = plan->lent && !fr_guarded_holds(plan->lent, path->points,
                                                     path->capacity * sizeof *path->points);
    answer->hash = answer->astray ? 0 : hash_answer(answer->outcome, path);
}
