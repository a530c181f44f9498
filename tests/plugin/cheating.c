/* A back end that wins unfairly, around visgraph: what a race must notice, each under its own name.
 *
 *     does=file     answers from a file, which it reads as it is loaded
 *          opens    tries to open a file when it prepares, and refuses the map if it can
 *          few      caches 64 answers
 *          framed   caches answers that were asked after a frame was written
 *          lazily   makes its cache at the first query
 *          third    caches answers, and gives them after a third of the first time
 *          outside  leaves its waypoints where they were not lent
 *          mapped   holds 16 MB that it did not allocate
 *          heap     holds 16 MB in small blocks of malloc, as new in C++ does
 *          thread   keeps a thread
 *          late     prepares at the first query
 *          eighth   takes 20 ms for each eighth query
 *          honest   nothing */
#define _GNU_SOURCE /* MAP_ANONYMOUS */

#include <fcntl.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "algorithms/plugin.h"

enum does {
    FILE_OF_ANSWERS,
    OPENS,
    FEW,
    FRAMED,
    LAZILY,
    THIRD,
    OUTSIDE,
    MAPPED,
    HEAP,
    THREAD,
    LATE,
    EIGHTH,
    HONEST
};

enum { MOST_POINTS = 64, MOST_ANSWERS = 8192, MAPPED_BYTES = 1 << 24, SMALL_BLOCK = 4096 };

struct answer {
    struct fr_point start, goal;
    int32_t outcome;
    uint32_t count;
    double ns;
    struct fr_point points[MOST_POINTS];
};

struct fr_state {
    struct fr_head head;
    struct fr_state *inner_state;
    enum does does;
    struct answer *answers;
    size_t places, count;
    bool waits; /* to be prepared at the first query */
    unsigned queries;
};

static const struct fr_option options[] = {
    {"does", FR_OPTION_CHOICE,
     "file|opens|few|framed|lazily|third|outside|mapped|heap|thread|late|"
     "eighth|honest",
     0, 0, HONEST, "how it wins"},
};

static const struct fr_pathfinder *inner;
static struct answer known[MOST_ANSWERS]; /* from the file */
static size_t known_count;

static void __attribute__((constructor)) read_answers(void)
{
    inner = fr_pathfinder_find("visgraph");
    const int file = open("answers", O_RDONLY);
    const ssize_t got = file < 0 ? 0 : read(file, known, sizeof known);
    known_count = got > 0 ? (size_t)got / sizeof *known : 0;
    if (file >= 0)
        close(file);
}

static void describe(const struct fr_option_values *values, struct fr_traits *traits)
{
    struct fr_option_values defaults;
    (void)values;
    fr_options_default(inner->options, inner->option_count, &defaults);
    fr_traits_of(inner, &defaults, traits);
}

static bool make_cache(struct fr_state *state)
{
    state->places = state->does == FEW ? 64 : MOST_ANSWERS / 4;
    state->answers =
        fr_allocate_zeroed(state->head.allocator, state->places, sizeof *state->answers);
    return state->answers != NULL;
}

static void *stay(void *nothing)
{
    for (;;)
        pause();
    return nothing;
}

static void *volatile last_block; /* keeps the blocks from being left out */

static void cheat_while_preparing(enum does does)
{
    pthread_t thread;
    if (does == THREAD && pthread_create(&thread, NULL, stay, NULL) == 0)
        pthread_detach(thread);
    for (size_t bytes = 0; does == HEAP && bytes < MAPPED_BYTES; bytes += SMALL_BLOCK) {
        void *kept = malloc(SMALL_BLOCK);
        if (kept)
            last_block = memset(kept, 1, SMALL_BLOCK);
    }
    if (does == MAPPED) {
        void *memory =
            mmap(NULL, MAPPED_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory != MAP_FAILED)
            memset(memory, 1, MAPPED_BYTES);
    }
}

static enum fr_status prepare_inner(struct fr_state *state)
{
    const struct fr_head *head = &state->head;
    struct fr_option_values defaults;
    fr_options_default(inner->options, inner->option_count, &defaults);
    state->waits = false;
    return fr_prepare(inner, head->map, &defaults, head->allocator, &state->inner_state);
}

static enum fr_status prepare(struct fr_state *state)
{
    state->does = (enum does)state->head.options.at[0];
    if (state->does == OPENS && open("/etc/passwd", O_RDONLY) >= 0)
        return FR_UNSUPPORTED;
    cheat_while_preparing(state->does);
    const bool caches = state->does == FEW || state->does == FRAMED || state->does == THIRD;
    if (caches && !make_cache(state))
        return FR_NO_MEMORY;
    state->waits = state->does == LATE;
    return state->waits ? FR_OK : prepare_inner(state);
}

static double now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

/* Whether a frame was written since: what was near is out of the caches. */
static bool saw_a_frame(void)
{
    static volatile char near[1 << 16];
    const double begin = now_ns();
    for (size_t i = 0; i < sizeof near; i += 64)
        near[i]++;
    return now_ns() - begin > 3e3;
}

static struct answer *look_up(struct fr_state *state, struct fr_point start, struct fr_point goal)
{
    struct answer *all = state->does == FILE_OF_ANSWERS ? known : state->answers;
    const size_t count = state->does == FILE_OF_ANSWERS ? known_count : state->count;
    for (size_t i = 0; i < count; i++)
        if (fr_point_equal(all[i].start, start) && fr_point_equal(all[i].goal, goal))
            return &all[i];
    return NULL;
}

static enum fr_outcome give(const struct answer *answer, struct fr_path *path)
{
    if (fr_path_reserve(path, answer->count) != FR_OK)
        return FR_OUT_OF_MEMORY;
    memcpy(path->points, answer->points, answer->count * sizeof *path->points);
    path->count = answer->count;
    return (enum fr_outcome)answer->outcome;
}

static void keep(struct fr_state *state, struct fr_point start, struct fr_point goal,
                 enum fr_outcome outcome, double ns, const struct fr_path *path)
{
    struct answer answer = {start, goal, (int32_t)outcome, (uint32_t)path->count, ns, {{0, 0}}};
    if (path->count > MOST_POINTS)
        return;
    memcpy(answer.points, path->points, path->count * sizeof *path->points);
    if (state->answers)
        state->answers[state->count++ % state->places] = answer;
    if (state->count > state->places)
        state->count = state->places;
}

static enum fr_outcome find(struct fr_state *state, struct fr_point start, struct fr_point goal,
                            const struct fr_probe *probe, struct fr_path *path)
{
    static struct fr_point elsewhere[1 << 14];
    const double begin = now_ns();
    if (state->does == LAZILY && !state->answers && !make_cache(state))
        return FR_OUT_OF_MEMORY;
    if (state->waits && prepare_inner(state) != FR_OK)
        return FR_OUT_OF_MEMORY;
    while (state->does == EIGHTH && state->queries % 8 == 7 && now_ns() - begin < 20e6)
        continue;
    state->queries++;
    const bool looks = state->does != FRAMED || saw_a_frame();
    const struct answer *answer = looks ? look_up(state, start, goal) : NULL;
    if (answer) {
        while (state->does == THIRD && now_ns() - begin < 0.3 * answer->ns)
            continue;
        return give(answer, path);
    }
    const enum fr_outcome outcome = fr_find(inner, state->inner_state, start, goal, probe, path);
    keep(state, start, goal, outcome, now_ns() - begin, path);
    if (state->does == OUTSIDE) {
        memcpy(elsewhere, path->points, path->count * sizeof *path->points);
        path->points = elsewhere;
    }
    return outcome;
}

static void release(struct fr_state *state)
{
    fr_release(inner, state->inner_state);
    fr_deallocate(state->head.allocator, state->answers, state->places, sizeof *state->answers);
}

FR_PLUGIN(.name = "cheating", .label = "Cheating", .summary = "wins unfairly",
          .source = "a test of races", .colour = "#44546A", .marker = 'h', .candidate = true,
          .options = options, .option_count = 1, .describe = describe,
          .state_bytes = sizeof(struct fr_state), .prepare = prepare, .find = find,
          .release = release);
