/* A back end that is slower than another by as much as its option says, to see whether a comparison
 * notices. The plugin calls A*, and then waits, busily, for a percentage of the time that A* took;
 * in every call, or in one of several. */
#define _POSIX_C_SOURCE 200809L

#include <time.h>

#include "algorithms/plugin.h"

enum { BY, EVERY, OPTIONS };

static const struct fr_option options[OPTIONS] = {
    {"by", FR_OPTION_INTEGER, NULL, 0, 1000, 10, "by how many percent a slowed query takes longer"},
    {"every", FR_OPTION_INTEGER, NULL, 1, 1000, 1, "one query in this many takes longer"},
};

struct fr_state {
    struct fr_head head;
    const struct fr_pathfinder *inner;
    struct fr_state *inner_state;
    int64_t calls;
};

static const struct fr_pathfinder *inner(struct fr_option_values *values)
{
    const struct fr_pathfinder *astar = fr_pathfinder_find("astar");
    fr_options_default(astar->options, astar->option_count, values);
    return astar;
}

static void describe(const struct fr_option_values *values, struct fr_traits *traits)
{
    struct fr_option_values defaults;
    (void)values;
    fr_traits_of(inner(&defaults), &defaults, traits);
}

static void release(struct fr_state *state)
{
    if (state->inner)
        fr_release(state->inner, state->inner_state);
}

static enum fr_status prepare(struct fr_state *state)
{
    const struct fr_head *head = &state->head;
    struct fr_option_values defaults;
    state->inner = inner(&defaults);
    return fr_prepare(state->inner, head->map, &defaults, head->allocator, &state->inner_state);
}

static int64_t now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static enum fr_outcome find(struct fr_state *state, struct fr_point start, struct fr_point goal,
                            const struct fr_probe *probe, struct fr_path *path)
{
    const int64_t *at = state->head.options.at;
    const int64_t begin = now_ns();
    const enum fr_outcome outcome =
        fr_find(state->inner, state->inner_state, start, goal, probe, path);
    const int64_t end = now_ns();
    fr_stats_read(state->inner, state->inner_state, &state->head.stats);
    if (++state->calls % at[EVERY] == 0)
        while (100 * (now_ns() - end) < at[BY] * (end - begin))
            continue;
    return outcome;
}

static enum fr_status update(struct fr_state *state, const struct fr_rect *rects, size_t count)
{
    return fr_update(state->inner, state->inner_state, rects, count);
}

FR_PLUGIN(.name = "slowed", .label = "Slowed A*",
          .summary = "A*, slowed down by a given percentage", .source = "a test of comparisons",
          .colour = "#44546A", .marker = 'h', .counts = FR_COUNTS_ALL, .options = options,
          .option_count = OPTIONS, .describe = describe, .state_bytes = sizeof(struct fr_state),
          .prepare = prepare, .find = find, .update = update, .release = release);
