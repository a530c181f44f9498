#define _POSIX_C_SOURCE 200809L

#include "tests/harness/sandbox/doubles.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum behaviour {
    HONEST,
    CRASH,         /* die of a signal */
    EXIT,          /* leave through exit, as if all were well */
    HANG,          /* never answer */
    HANG_PREPARE,  /* not even begin */
    CRASH_PREPARE, /* die at the beginning */
    HOG,           /* allocate without end, through the allocator */
    RAW_HOG,       /* the same behind its back */
    SHORT,         /* stop a pixel early and call it found */
    WALL,          /* go straight through whatever is in the way */
    LIAR,          /* call everything unreachable */
    FICKLE,        /* return another path every time */
    GARBAGE,       /* write into whatever file is open */
    FORGETFUL,     /* call it found and leave the path as it was */
    BOASTFUL,      /* claim more waypoints than the buffer holds */
    LIMIT,         /* give up */
    REFUSE,        /* take no map */
    CLOSE,         /* close its files and hang */
};

enum { DOES, WHEN, EXPECTED, OPTIONS };

static const struct fr_option options[OPTIONS] = {
    {"does", FR_OPTION_CHOICE,
     "honest|crash|exit|hang|hang-prepare|crash-prepare|hog|raw-hog|short|wall|liar|fickle|garbage|"
     "forgetful|boastful|limit|refuse|close",
     0, 0, HONEST, "how it fails"},
    {"when", FR_OPTION_INTEGER, NULL, -1, FR_MAP_MAX_SIZE, -1, "only for goals in this column"},
    {"expected", FR_OPTION_SWITCH, NULL, 0, 0, 0, "failures are the point"},
};

struct fr_state {
    struct fr_head head;
    enum behaviour behaviour;
    int64_t when;
    size_t pixels;
    int32_t *came_from; /* by pixel; -1: not reached */
    int32_t *queue;
    unsigned calls;
};

static void describe(const struct fr_option_values *values, struct fr_traits *traits)
{
    *traits = (struct fr_traits){
        .movement = values->at[DOES] == WALL ? FR_ANY_ANGLE : FR_GRID4,
        .optimality = FR_OPTIMAL_NONE,
        .expected_faults = values->at[EXPECTED] != 0,
    };
}

static _Noreturn void hang(void)
{
    for (;;)
        pause();
}

static void release(struct fr_state *state)
{
    const struct fr_allocator *allocator = state->head.allocator;
    fr_deallocate(allocator, state->came_from, state->pixels, sizeof *state->came_from);
    fr_deallocate(allocator, state->queue, state->pixels, sizeof *state->queue);
}

static enum fr_status make_room(struct fr_state *state)
{
    const struct fr_map *map = state->head.map;
    const struct fr_allocator *allocator = state->head.allocator;
    state->pixels = (size_t)map->width * (size_t)map->height;
    state->came_from = fr_allocate(allocator, state->pixels, sizeof *state->came_from);
    state->queue = fr_allocate(allocator, state->pixels, sizeof *state->queue);
    return state->came_from && state->queue ? FR_OK : FR_NO_MEMORY;
}

static enum fr_status prepare(struct fr_state *state)
{
    state->behaviour = (enum behaviour)state->head.options.at[DOES];
    state->when = state->head.options.at[WHEN];
    if (state->behaviour == REFUSE)
        return FR_UNSUPPORTED;
    if (state->behaviour == HANG_PREPARE)
        hang();
    if (state->behaviour == CRASH_PREPARE)
        raise(SIGSEGV);
    return make_room(state);
}

static enum fr_status prepare_updating(struct fr_state *state)
{
    state->when = -1;
    return make_room(state);
}

/* Fills came_from by breadth-first search from the goal, so that it leads there. */
static void search(struct fr_state *state, struct fr_pixel goal)
{
    static const int dx[] = {1, -1, 0, 0}, dy[] = {0, 0, 1, -1};
    const int32_t width = state->head.map->width;
    size_t head = 0, tail = 0;
    memset(state->came_from, 0xFF, state->pixels * sizeof *state->came_from);
    const int32_t first = goal.y * width + goal.x;
    state->came_from[first] = first;
    state->queue[tail++] = first;
    while (head < tail) {
        const int32_t at = state->queue[head++];
        for (int i = 0; i < 4; i++) {
            const int32_t x = at % width + dx[i], y = at / width + dy[i];
            if (!fr_map_walkable(state->head.map, x, y) || state->came_from[y * width + x] >= 0 ||
                fr_map_walled(state->head.map, at % width, at / width, dx[i], dy[i]))
                continue;
            state->came_from[y * width + x] = at;
            state->queue[tail++] = y * width + x;
        }
    }
}

static enum fr_outcome find_honestly(struct fr_state *state, struct fr_pixel start,
                                     struct fr_pixel goal, struct fr_path *path)
{
    const int32_t width = state->head.map->width;
    int32_t at = start.y * width + start.x;
    search(state, goal);
    if (state->came_from[at] < 0)
        return FR_UNREACHABLE;
    for (;;) {
        const struct fr_pixel pixel = {at % width, at / width};
        if (fr_path_append(path, fr_pixel_centre(pixel)) != FR_OK)
            return FR_OUT_OF_MEMORY;
        if (state->came_from[at] == at)
            return FR_FOUND;
        at = state->came_from[at];
    }
}

static enum fr_outcome hog(struct fr_state *state)
{
    while (fr_allocate(state->head.allocator, 1, 1 << 20))
        continue;
    return FR_OUT_OF_MEMORY;
}

/* Touches what it takes, through a pointer that the compiler cannot see through. */
static enum fr_outcome hog_behind_the_back(void)
{
    for (;;) {
        volatile char *block = malloc(1 << 20);
        for (int i = 0; block && i < 1 << 20; i += 512)
            block[i] = 1;
        if (!block)
            return FR_OUT_OF_MEMORY;
    }
}

static void close_files(void)
{
    for (int file = 0; file < 256; file++)
        close(file);
}

static void write_garbage(void)
{
    char garbage[8192];
    memset(garbage, 0x5A, sizeof garbage);
    for (int file = 3; file < 64; file++) {
        const ssize_t written = write(file, garbage, sizeof garbage);
        (void)written;
    }
}

static enum fr_outcome walk_straight(struct fr_point start, struct fr_point goal,
                                     struct fr_path *path)
{
    if (fr_path_append(path, start) != FR_OK || fr_path_append(path, goal) != FR_OK)
        return FR_OUT_OF_MEMORY;
    return FR_FOUND;
}

/* The honest answer, and on every second call its first waypoint twice. */
static enum fr_outcome waver(struct fr_state *state, struct fr_pixel start, struct fr_pixel goal,
                             struct fr_path *path)
{
    const enum fr_outcome outcome = find_honestly(state, start, goal, path);
    if (outcome != FR_FOUND || state->calls % 2 == 0 || path->count < 2)
        return outcome;
    path->points[1] = path->points[0];
    return FR_FOUND;
}

static enum fr_outcome misbehave(struct fr_state *state, struct fr_point start,
                                 struct fr_point goal, struct fr_path *path)
{
    const struct fr_pixel from = fr_point_pixel(start), to = fr_point_pixel(goal);
    switch (state->behaviour) {
    case CRASH:
        raise(SIGSEGV);
        break;
    case EXIT:
        exit(0);
    case HANG:
        hang();
    case HOG:
        return hog(state);
    case RAW_HOG:
        return hog_behind_the_back();
    case WALL:
        return walk_straight(start, goal, path);
    case LIAR:
        return FR_UNREACHABLE;
    case FICKLE:
        return waver(state, from, to, path);
    case GARBAGE:
        write_garbage();
        break;
    case FORGETFUL:
        return FR_FOUND;
    case BOASTFUL:
        path->count = path->capacity + 1000000;
        return FR_FOUND;
    case LIMIT:
        return FR_LIMIT;
    case CLOSE:
        close_files();
        hang();
    case HONEST:
    case SHORT:
    case HANG_PREPARE:
    case CRASH_PREPARE:
    case REFUSE:
        break;
    }
    const enum fr_outcome outcome = find_honestly(state, from, to, path);
    if (state->behaviour == SHORT && outcome == FR_FOUND && path->count > 1)
        path->count--;
    return outcome;
}

static enum fr_outcome find(struct fr_state *state, struct fr_point start, struct fr_point goal,
                            const struct fr_probe *probe, struct fr_path *path)
{
    const struct fr_pixel to = fr_point_pixel(goal);
    state->calls++;
    state->head.stats = (struct fr_stats){.expanded = 7, .generated = -1};
    fr_probe_enter(probe, FR_PHASE_SEARCH);
    if (state->when >= 0 && state->when != to.x)
        return find_honestly(state, fr_point_pixel(start), to, path);
    return misbehave(state, start, goal, path);
}

const struct fr_pathfinder fr_double = {
    .name = "double",
    .label = "Double",
    .summary = "fails as it is told to",
    .source = "none",
    .colour = "#44546A",
    .marker = 'h',
    .options = options,
    .option_count = OPTIONS,
    .counts = FR_COUNTS_NODES,
    .describe = describe,
    .state_bytes = sizeof(struct fr_state),
    .prepare = prepare,
    .find = find,
    .release = release,
};

const struct fr_pathfinder fr_double_updating = {
    .name = "updating",
    .label = "Updating double",
    .summary = "never fails, and can update",
    .source = "none",
    .colour = "#8C564B",
    .marker = '>',
    .candidate = true,
    .counts = FR_COUNTS_NODES,
    .traits = {.movement = FR_GRID4, .optimality = FR_OPTIMAL_STEPS, .edge_walls = true},
    .state_bytes = sizeof(struct fr_state),
    .prepare = prepare_updating,
    .find = find,
    .update = fr_update_nothing,
    .release = release,
};

const struct fr_pathfinder *const fr_doubles[] = {&fr_double, &fr_double_updating, NULL};
