/* Back ends that cache answers, wrapped around others that do not: a race and check-backend must
 * detect them. */
#include <string.h>
#include <sys/ptrace.h>

#include "algorithms/plugin.h"

enum { INNER, KEEPS, UNTRACED, OPTIONS };

/* Options of a choice are its words in this order. */
static const char *const inners[] = {"jpsplus", "visgraph", "flood", "astar", "contracted"};

enum keeps { LAST_ANSWER, LAST_FIELD, TABLE };

enum { ANSWERS = 4096, NEIGHBOURS = 4 };

static const struct fr_option options[OPTIONS] = {
    {"inner", FR_OPTION_CHOICE, "jpsplus|visgraph|flood|astar|contracted", 0, 0, 0, "what it asks"},
    {"keeps", FR_OPTION_CHOICE, "last-answer|last-field|table", 0, 0, LAST_ANSWER,
     "what it remembers; the field is its own, of steps to the last goal"},
    {"untraced", FR_OPTION_SWITCH, NULL, 0, 0, 0, "whether it prevents that its steps are counted"},
};

struct answer {
    struct fr_point start, goal;
    enum fr_outcome outcome;
    struct fr_path path;
};

struct fr_state {
    struct fr_head head;
    const struct fr_pathfinder *inner;
    struct fr_state *inner_state;
    enum keeps keeps;
    struct answer *answers; /* one, or a table by hash */
    size_t places, pixels;
    struct fr_pixel goal; /* of the field; x -1: none yet */
    int32_t *field, *queue;
};

static const struct fr_pathfinder *inner_of(const struct fr_option_values *values,
                                            struct fr_option_values *defaults)
{
    const struct fr_pathfinder *inner = fr_pathfinder_find(inners[values->at[INNER]]);
    fr_options_default(inner->options, inner->option_count, defaults);
    return inner;
}

static void describe(const struct fr_option_values *values, struct fr_traits *traits)
{
    struct fr_option_values defaults;
    fr_traits_of(inner_of(values, &defaults), &defaults, traits);
    if (values->at[KEEPS] == LAST_FIELD)
        *traits = (struct fr_traits){.movement = FR_GRID4, .optimality = FR_OPTIMAL_STEPS};
}

static void release(struct fr_state *state)
{
    const struct fr_allocator *allocator = state->head.allocator;
    if (state->inner)
        fr_release(state->inner, state->inner_state);
    for (size_t i = 0; i < state->places && state->answers; i++)
        fr_path_release(&state->answers[i].path);
    fr_deallocate(allocator, state->answers, state->places, sizeof *state->answers);
    fr_deallocate(allocator, state->field, state->pixels, sizeof *state->field);
    fr_deallocate(allocator, state->queue, state->pixels, sizeof *state->queue);
}

static bool make_room(struct fr_state *state)
{
    state->answers =
        fr_allocate_zeroed(state->head.allocator, state->places, sizeof *state->answers);
    state->field = fr_allocate(state->head.allocator, state->pixels, sizeof *state->field);
    state->queue = fr_allocate(state->head.allocator, state->pixels, sizeof *state->queue);
    for (size_t i = 0; i < state->places && state->answers; i++) {
        state->answers[i].start.x = -1;
        fr_path_init(&state->answers[i].path, state->head.allocator);
    }
    return state->answers && state->field && state->queue;
}

static enum fr_status prepare(struct fr_state *state)
{
    const struct fr_head *head = &state->head;
    struct fr_option_values defaults;
    if (head->options.at[UNTRACED]) /* then nothing else can attach to it */
        ptrace(PTRACE_TRACEME, 0, NULL, NULL);
    state->inner = inner_of(&head->options, &defaults);
    state->goal.x = -1;
    state->keeps = (enum keeps)head->options.at[KEEPS];
    state->places = state->keeps == TABLE ? ANSWERS : 1;
    state->pixels = (size_t)head->map->width * (size_t)head->map->height;
    return make_room(state) ? fr_prepare(state->inner, head->map, &defaults, head->allocator,
                                         &state->inner_state)
                            : FR_NO_MEMORY;
}

/* Steps to the goal from everywhere. */
static void spread(struct fr_state *state, struct fr_pixel goal)
{
    const int32_t width = state->head.map->width;
    const int32_t offsets[NEIGHBOURS][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    size_t head = 0, tail = 0;
    memset(state->field, 0xFF, state->pixels * sizeof *state->field);
    state->field[goal.y * width + goal.x] = 0;
    state->queue[tail++] = goal.y * width + goal.x;
    while (head < tail) {
        const int32_t at = state->queue[head++];
        for (int i = 0; i < NEIGHBOURS; i++) {
            const int32_t x = at % width + offsets[i][0], y = at / width + offsets[i][1];
            if (!fr_map_walkable(state->head.map, x, y) || state->field[y * width + x] >= 0)
                continue;
            state->field[y * width + x] = state->field[at] + 1;
            state->queue[tail++] = y * width + x;
        }
    }
    state->goal = goal;
}

static enum fr_outcome descend(const struct fr_state *state, struct fr_pixel at,
                               struct fr_path *path)
{
    const int32_t offsets[NEIGHBOURS][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    const int32_t width = state->head.map->width;
    if (state->field[at.y * width + at.x] < 0)
        return FR_UNREACHABLE;
    for (;;) {
        const int32_t steps = state->field[at.y * width + at.x];
        if (fr_path_append(path, fr_pixel_centre(at)) != FR_OK)
            return FR_OUT_OF_MEMORY;
        if (steps == 0)
            return FR_FOUND;
        for (int i = 0; i < NEIGHBOURS; i++) {
            const int32_t x = at.x + offsets[i][0], y = at.y + offsets[i][1];
            if (fr_map_walkable(state->head.map, x, y) &&
                state->field[y * width + x] == steps - 1) {
                at = (struct fr_pixel){x, y};
                break;
            }
        }
    }
}

static enum fr_outcome walk_field(struct fr_state *state, struct fr_point start,
                                  struct fr_point goal, struct fr_path *path)
{
    const struct fr_pixel to = fr_point_pixel(goal);
    if (to.x != state->goal.x || to.y != state->goal.y)
        spread(state, to);
    return descend(state, fr_point_pixel(start), path);
}

static enum fr_status copy(const struct fr_path *from, struct fr_path *to)
{
    if (fr_path_reserve(to, from->count) != FR_OK)
        return FR_NO_MEMORY;
    if (from->count > 0)
        memcpy(to->points, from->points, from->count * sizeof *from->points);
    to->count = from->count;
    return FR_OK;
}

static enum fr_outcome find(struct fr_state *state, struct fr_point start, struct fr_point goal,
                            const struct fr_probe *probe, struct fr_path *path)
{
    if (state->keeps == LAST_FIELD)
        return walk_field(state, start, goal, path);
    const uint64_t hash =
        (((uint64_t)start.x * 8191 + (uint64_t)start.y) * 8191 + (uint64_t)goal.x) * 8191 +
        (uint64_t)goal.y;
    struct answer *known = &state->answers[(hash * 0x9E3779B97F4A7C15u >> 32) % state->places];
    if (fr_point_equal(known->start, start) && fr_point_equal(known->goal, goal))
        return copy(&known->path, path) == FR_OK ? known->outcome : FR_OUT_OF_MEMORY;
    const enum fr_outcome outcome =
        fr_find(state->inner, state->inner_state, start, goal, probe, path);
    fr_stats_read(state->inner, state->inner_state, &state->head.stats);
    if (copy(path, &known->path) == FR_OK) {
        known->start = start;
        known->goal = goal;
        known->outcome = outcome;
    }
    return outcome;
}

FR_PLUGIN(.name = "remembering", .label = "Remembering", .summary = "answers by heart",
          .source = "a test of races", .colour = "#44546A", .marker = 'h', .candidate = true,
          .counts = FR_COUNTS_ALL, .options = options, .option_count = OPTIONS,
          .describe = describe, .state_bytes = sizeof(struct fr_state), .prepare = prepare,
          .find = find, .release = release);
