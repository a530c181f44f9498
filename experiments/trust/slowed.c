/* A back end that is slower than another by as much as its option says: what a comparison must notice.
 * It asks A*, and then waits, busily, for so many percent of the time that the answer took; in every
 * call, or in one of so many. */
#define _POSIX_C_SOURCE 200809L

#include <time.h>

#include "algorithms/plugin.h"

enum { BY, EVERY, OPTIONS };

static const struct fr_option options[OPTIONS] = {
    {"by", FR_OPTION_INTEGER, NULL, 0, 1000, 10, "percent that it takes longer"},
    {"every", FR_OPTION_INTEGER, NULL, 1, 1000, 1, "calls of which one does"},
};

struct fr_state {
    const struct fr_pathfinder *inner;
    struct fr_state *inner_state;
    const struct fr_allocator *allocator;
    int64_t percent, every, calls;
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
    inner(&defaults)->describe(&defaults, traits);
}

static void release(struct fr_state *state)
{
    if (!state)
        return;
    state->inner->release(state->inner_state);
    fr_deallocate(state->allocator, state, 1, sizeof *state);
}

static enum fr_status prepare(const struct fr_map *map, const struct fr_option_values *values,
                              const struct fr_allocator *allocator, struct fr_state **state)
{
    struct fr_option_values defaults;
    struct fr_state *fresh = fr_allocate_zeroed(allocator, 1, sizeof *fresh);
    if (!fresh)
        return FR_NO_MEMORY;
    fresh->inner = inner(&defaults);
    fresh->allocator = allocator;
    fresh->percent = values->at[BY];
    fresh->every = values->at[EVERY];
    const enum fr_status status =
        fresh->inner->prepare(map, &defaults, allocator, &fresh->inner_state);
    if (status == FR_OK)
        *state = fresh;
    else
        release(fresh);
    return status;
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
    const int64_t begin = now_ns();
    const enum fr_outcome outcome =
        state->inner->find(state->inner_state, start, goal, probe, path);
    const int64_t end = now_ns();
    if (++state->calls % state->every == 0)
        while (100 * (now_ns() - end) < state->percent * (end - begin))
            continue;
    return outcome;
}

static enum fr_status update(struct fr_state *state, const struct fr_rect *rects, size_t count)
{
    return state->inner->update(state->inner_state, rects, count);
}

static void stats(const struct fr_state *state, struct fr_stats *stats)
{
    state->inner->stats(state->inner_state, stats);
}

FR_PLUGIN(.name = "slowed", .label = "Slowed A*", .summary = "A* that takes some percent longer",
          .source = "a test of comparisons", .colour = "#44546A", .marker = 'h', .options = options,
          .option_count = OPTIONS, .describe = describe, .prepare = prepare, .find = find,
          .update = update, .stats = stats, .release = release);
