#include "harness/sandbox/isolate.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/base/clock.h"
#include "harness/base/wait_status.h"
#include "harness/machine/machine.h"
#include "harness/sandbox/family.h"
#include "harness/sandbox/limits.h"

#define MEBIBYTE (INT64_C(1) << 20)

/* How often the waiting parent checks the child's memory and the clock. */
enum { WATCH_MS = 10 };

struct shared {
    _Atomic int returned;
    _Alignas(64) char report[];
};

/* Waits for the child to die, or kills it for breaking a rule. Returns its status, or -1 if killed.
 */
static int await_death(pid_t child, int alive, const struct fr_isolate_rules *rules,
                       struct fr_isolate_end *end)
{
    const uint64_t begin = fr_clock_ns();
    const int64_t baseline = fr_resident_bytes(child);
    struct pollfd waiting = {.fd = alive, .events = POLLIN};
    int status;
    for (;;) {
        /* The descriptor closes when the child dies. If the child closed it itself, do not spin on
         * it. */
        if (poll(&waiting, 1, WATCH_MS) > 0)
            poll(NULL, 0, 1);
        const pid_t dead = waitpid(child, &status, WNOHANG);
        if (dead == child) {
            fr_family_bury(child);
            return status;
        }
        end->timeout = (double)(fr_clock_ns() - begin) > rules->timeout_s * 1e9;
        if (end->timeout)
            snprintf(end->reason, sizeof end->reason, "took longer than %g s", rules->timeout_s);
        else if (fr_resident_bytes(child) - baseline > rules->memory_mb * MEBIBYTE ||
                 fr_family_bytes(child) > rules->memory_mb * MEBIBYTE)
            snprintf(end->reason, sizeof end->reason, "used more than %lld MB",
                     (long long)rules->memory_mb);
        else
            continue;
        fr_family_end(child, NULL);
        return -1;
    }
}

static void attend(pid_t child, int alive, const struct fr_isolate_rules *rules,
                   const struct shared *shared, struct fr_isolate_end *end)
{
    const int status = await_death(child, alive, rules, end);
    end->returned = status == 0 && atomic_load(&shared->returned);
    if (status >= 0 && !end->returned)
        fr_wait_status_describe(status, end->reason, sizeof end->reason);
}

void fr_isolate(const struct fr_isolate_rules *rules,
                void (*work)(const void *context, void *report), const void *context, void *report,
                size_t size, struct fr_isolate_end *end)
{
    int ends[2] = {-1, -1};
    const size_t bytes = sizeof(struct shared) + size;
    struct shared *shared =
        mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    *end = (struct fr_isolate_end){.returned = false};
    pid_t child = -1;
    if (shared != MAP_FAILED && pipe(ends) == 0) {
        /* A child that writes to random descriptors must not block here. */
        fcntl(ends[1], F_SETFL, O_NONBLOCK);
        atomic_init(&shared->returned, 0);
        memcpy(shared->report, report, size);
        child = fr_family_fork();
    }
    if (child < 0)
        snprintf(end->reason, sizeof end->reason, "cannot start a process: %s", strerror(errno));
    if (child == 0) {
        fr_limits_apply(ends[1], rules->memory_mb, fr_machine_sanitized());
        work(context, shared->report);
        atomic_store(&shared->returned, 1);
        _exit(0);
    }
    if (ends[1] >= 0)
        close(ends[1]);
    end->started = child > 0;
    if (child > 0) {
        attend(child, ends[0], rules, shared, end);
        memcpy(report, shared->report, size);
    }
    if (ends[0] >= 0)
        close(ends[0]);
    if (shared != MAP_FAILED)
        munmap(shared, bytes);
}
