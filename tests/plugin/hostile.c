/* A plugin with the test doubles (tests/harness/sandbox/doubles.h), and one more back end, "hostile": the
 * honest updating double, but for one call in which it does harm.
 *
 *     at=...    the call: describe, prepare, find, update, release, never
 *     does=...  what it does there: crash, hang, exit, hog memory, write to the map, write behind
 *               the path's buffer, answer with nonsense, fork processes that stay, one that leaves
 *               its group and its parent, one that hogs memory, write into whatever is open, have
 *               itself killed by an alarm, close whatever is open, write to the map's bits, or to
 *               their padding
 *
 * What it does as it is opened, the environment says: FOOTRACE_HOSTILE, see open_with_harm. */
#define _POSIX_C_SOURCE 200809L

#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "algorithms/plugin.h"
#include "tests/harness/sandbox/doubles.h"

enum call { DESCRIBE, PREPARE, FIND, UPDATE, RELEASE }; /* else never */

enum harm {
    CRASH,
    HANG,
    EXIT,
    HOG,
    MAP,
    PATH,
    NONSENSE,
    FORK,
    DAEMON,
    BROOD,
    WRITE,
    ALARM,
    SHUT,
    BITS,
    EDGE
};

enum { AT, DOES, OPTIONS };

static const struct fr_option options[OPTIONS] = {
    {"at", FR_OPTION_CHOICE, "describe|prepare|find|update|release|never", 0, 0, FIND,
     "the call in which it does harm"},
    {"does", FR_OPTION_CHOICE,
     "crash|hang|exit|hog|map|path|nonsense|fork|daemon|brood|write|alarm|shut|bits|edge", 0, 0,
     CRASH, "the harm"},
};

struct fr_state {
    struct fr_head head;
    struct fr_state *honest; /* of the double */
};

/* Touches what it takes, through a pointer that the compiler cannot see through. */
static void hog(void)
{
    for (;;) {
        volatile char *block = malloc(1 << 20);
        for (int i = 0; block && i < 1 << 20; i += 512)
            block[i] = 1;
    }
}

/* Processes that stay; those that leave have another session, and no parent. */
static void start_processes(int count, bool leave)
{
    for (int i = 0; i < count; i++) {
        if (fork() != 0)
            continue;
        if (leave && (setsid() < 0 || fork() != 0))
            _exit(0);
        for (;;)
            pause();
    }
}

static void hog_in_a_child(void)
{
    if (fork() == 0)
        hog();
}

static void write_everywhere(void)
{
    for (int descriptor = 0; descriptor < 256; descriptor++)
        if (write(descriptor, "harm", 4) < 0)
            continue;
}

static void shut_everything(void)
{
    for (int descriptor = 0; descriptor < 256; descriptor++)
        close(descriptor);
}

static void harm(enum harm harm, const struct fr_map *map, struct fr_path *path)
{
    switch (harm) {
    case CRASH:
        raise(SIGSEGV);
        break;
    case HANG:
        for (;;)
            pause();
    case EXIT:
        exit(0);
    case HOG:
        hog();
        break;
    case MAP:
        if (map)
            map->areas[0]++;
        break;
    case PATH:
        if (path)
            memset(path->points + path->capacity, 0x5A, sizeof *path->points);
        break;
    case NONSENSE:
        break;
    case FORK:
        start_processes(20, false);
        break;
    case DAEMON:
        start_processes(3, true);
        break;
    case BROOD:
        hog_in_a_child();
        sleep(5);
        break;
    case WRITE:
        write_everywhere();
        break;
    case ALARM:
        alarm(1);
        sleep(5);
        break;
    case SHUT:
        shut_everything();
        break;
    case BITS:
        if (map)
            map->walkable[0] ^= 2;
        break;
    case EDGE:
        if (map)
            map->walkable[-1] ^= 1;
        break;
    }
}

static bool harms(const struct fr_option_values *values, enum call call)
{
    return values->at[AT] == (int64_t)call;
}

static bool talks_nonsense(const struct fr_option_values *values, enum call call)
{
    return harms(values, call) && values->at[DOES] == NONSENSE;
}

static void strike(const struct fr_state *state, enum call call, struct fr_path *path)
{
    if (harms(&state->head.options, call))
        harm((enum harm)state->head.options.at[DOES], state->head.map, path);
}

static void describe(const struct fr_option_values *values, struct fr_traits *traits)
{
    if (harms(values, DESCRIBE))
        harm((enum harm)values->at[DOES], NULL, NULL);
    *traits = (struct fr_traits){.movement = talks_nonsense(values, DESCRIBE) ? (enum fr_movement)77
                                                                              : FR_GRID4,
                                 .optimality = FR_OPTIMAL_STEPS,
                                 .edge_walls = true};
}

static enum fr_status prepare(struct fr_state *state)
{
    const struct fr_head *head = &state->head;
    strike(state, PREPARE, NULL);
    const enum fr_status status =
        fr_prepare(&fr_double_updating, head->map, &head->options, head->allocator, &state->honest);
    return status == FR_OK && talks_nonsense(&head->options, PREPARE) ? (enum fr_status)77 : status;
}

static enum fr_outcome find(struct fr_state *state, struct fr_point start, struct fr_point goal,
                            const struct fr_probe *probe, struct fr_path *path)
{
    const enum fr_outcome outcome =
        fr_find(&fr_double_updating, state->honest, start, goal, probe, path);
    fr_stats_read(&fr_double_updating, state->honest, &state->head.stats);
    strike(state, FIND, path);
    return talks_nonsense(&state->head.options, FIND) ? (enum fr_outcome)77 : outcome;
}

static enum fr_status update(struct fr_state *state, const struct fr_rect *rects, size_t count)
{
    (void)rects;
    (void)count;
    strike(state, UPDATE, NULL);
    return talks_nonsense(&state->head.options, UPDATE) ? (enum fr_status)77 : FR_OK;
}

static void release(struct fr_state *state)
{
    strike(state, RELEASE, NULL);
    fr_release(&fr_double_updating, state->honest);
}

static struct fr_pathfinder hostile = {
    .name = "hostile",
    .label = "Hostile",
    .summary = "does harm where it is told to",
    .source = "none",
    .colour = "#5B8C2A",
    .marker = 'd',
    .options = options,
    .option_count = OPTIONS,
    .counts = FR_COUNTS_ALL,
    .describe = describe,
    .state_bytes = sizeof(struct fr_state),
    .prepare = prepare,
    .find = find,
    .update = update,
    .release = release,
};

static void describe_and_crash(const struct fr_option_values *values, struct fr_traits *traits)
{
    (void)values;
    (void)traits;
    raise(SIGSEGV);
}

static const struct fr_pathfinder *list[] = {&fr_double, &fr_double_updating, &hostile, NULL};

extern FR_PLUGIN_EXPORT struct fr_plugin fr_plugin;
struct fr_plugin fr_plugin = {FR_PLUGIN_VERSION, FR_PLUGIN_SIZES, list, FR_PLUGIN_BUILD,
                              FR_PLUGIN_UNOPTIMISED};

static bool told(const char *word)
{
    const char *order = getenv("FOOTRACE_HOSTILE");
    return order && strcmp(order, word) == 0;
}

static void *spin(void *nothing)
{
    for (;;)
        sched_yield();
    return nothing;
}

static void start_thread(void)
{
    pthread_t thread;
    if (pthread_create(&thread, NULL, spin, NULL) == 0)
        pthread_detach(thread);
}

/* Not the first time that it is opened, when it is looked at. */
static bool is_late(void)
{
    const int file = open("opened", O_CREAT | O_EXCL | O_WRONLY, 0600);
    if (file >= 0)
        close(file);
    return file < 0;
}

/* Harm to the process that opens it, or through it. */
static bool open_against_the_process(void)
{
    if (told("open-abort"))
        abort();
    else if (told("open-alarm"))
        alarm(1);
    else if (told("open-thread"))
        start_thread();
    else if (told("open-fork"))
        start_processes(20, false);
    else if (told("open-daemon"))
        start_processes(3, true);
    else if (told("open-write"))
        write_everywhere();
    else if (told("open-shut"))
        shut_everything();
    else if (told("open-late-exit") && is_late())
        exit(0);
    else if (told("open-late-crash") && is_late())
        raise(SIGSEGV);
    else if (told("open-late-hang") && is_late())
        harm(HANG, NULL, NULL);
    else
        return false;
    return true;
}

static void __attribute__((constructor)) open_with_harm(void)
{
    static const char *const endless[17] = {"a", "b", "c", "d", "e", "f", "g", "h", "i",
                                            "j", "k", "l", "m", "n", "o", "p", "q"};
    static const struct fr_option broken = {"n", FR_OPTION_INTEGER, NULL, 1, 5, 9, "out of range"};
    if (open_against_the_process())
        return;
    if (told("open-crash"))
        raise(SIGSEGV);
    else if (told("open-hang"))
        harm(HANG, NULL, NULL);
    else if (told("open-exit"))
        exit(0);
    else if (told("version"))
        fr_plugin.version = 99;
    else if (told("sizes"))
        fr_plugin.bytes[FR_PLUGIN_TRAITS]++;
    else if (told("empty"))
        list[0] = NULL;
    else if (told("clash"))
        hostile.name = "flood";
    else if (told("name"))
        hostile.name = "Two Words";
    else if (told("wild-name"))
        hostile.name = (const char *)8;
    else if (told("colour"))
        hostile.colour = "#D55E0G";
    else if (told("plain")) {
        hostile.colour = NULL;
        hostile.marker = 0;
    } else if (told("marker"))
        hostile.marker = ' ';
    else if (told("settings"))
        hostile.settings = endless;
    else if (told("option"))
        hostile.options = &broken, hostile.option_count = 1;
    else if (told("options"))
        hostile.option_count = 1000000;
    else if (told("incomplete"))
        hostile.find = NULL;
    else if (told("describe-crash"))
        hostile.describe = describe_and_crash;
}

static void __attribute__((destructor)) close_with_harm(void)
{
    if (told("close-crash"))
        raise(SIGSEGV);
}
