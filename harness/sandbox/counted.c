#define _GNU_SOURCE /* syscall */

#include "harness/sandbox/counted.h"

#include <string.h>
#include <unistd.h>
#if defined(__linux__)
#include <linux/perf_event.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>

#include "algorithms/front.h"
#endif

enum { UNKNOWN = -2, NONE = -1 };

/* Descriptor of this process's counter; opened on first use. */
static int counter = UNKNOWN;

#if defined(__GNUC__)
__attribute__((noinline))
#endif
enum fr_outcome
fr_counted_find(const struct fr_pathfinder *pathfinder, struct fr_state *state,
                struct fr_point start, struct fr_point goal, struct fr_path *path)
{
    /* Not a tail call: callgrind must see the return. */
    volatile enum fr_outcome outcome = fr_find(pathfinder, state, start, goal, NULL, path);
    return outcome;
}

#if defined(__linux__)
static int open_counter(void)
{
    struct perf_event_attr wanted;
    memset(&wanted, 0, sizeof wanted);
    wanted.type = PERF_TYPE_HARDWARE;
    wanted.size = sizeof wanted;
    wanted.config = PERF_COUNT_HW_INSTRUCTIONS;
    wanted.disabled = 1;
    wanted.exclude_kernel = 1;
    wanted.exclude_hv = 1;
    return (int)syscall(SYS_perf_event_open, &wanted, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
}

static void start_counter(void)
{
    ioctl(counter, PERF_EVENT_IOC_RESET, 0);
    ioctl(counter, PERF_EVENT_IOC_ENABLE, 0);
}

static int64_t stop_counter(void)
{
    int64_t count;
    ioctl(counter, PERF_EVENT_IOC_DISABLE, 0);
    return read(counter, &count, sizeof count) == sizeof count ? count : NONE;
}
#else
static int open_counter(void)
{
    return NONE;
}

static void start_counter(void)
{
}

static int64_t stop_counter(void)
{
    return NONE;
}
#endif

bool fr_instructions_are_counted(void)
{
    if (counter == UNKNOWN)
        counter = open_counter();
    return counter >= 0;
}

enum fr_outcome fr_count_find(const struct fr_pathfinder *pathfinder, struct fr_state *state,
                              struct fr_point start, struct fr_point goal, struct fr_path *path,
                              int64_t *instructions)
{
    *instructions = NONE;
    if (!fr_instructions_are_counted())
        return fr_counted_find(pathfinder, state, start, goal, path);
    start_counter();
    const int64_t overhead = stop_counter();
    start_counter();
    const enum fr_outcome outcome = fr_counted_find(pathfinder, state, start, goal, path);
    const int64_t all = stop_counter();
    if (all >= 0 && overhead >= 0)
        *instructions = all > overhead ? all - overhead : 0;
    return outcome;
}
