#include "harness/sandbox/watched.h"

#include <errno.h>
#include <math.h>
#include <poll.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/base/clock.h"
#include "harness/machine/memory_limit.h"
#include "harness/sandbox/family.h"
#include "harness/sandbox/limits.h"

/* Describes a status from waitpid: "killed by signal 11 (Segmentation fault)", "exited with status
 * 1". */
static void describe_end(int status, char *text, size_t size)
{
    if (WIFSIGNALED(status))
        snprintf(text, size, "killed by signal %d (%s)", WTERMSIG(status),
                 strsignal(WTERMSIG(status)));
    else
        snprintf(text, size, "exited with status %d", WEXITSTATUS(status));
}

#define MEBIBYTE (INT64_C(1) << 20)

enum {
    /* Interval at which the waiting parent checks the child's memory and the clock. */
    WATCH_MS = 20,
    /* Number of intervals before the parent stops trying to send. */
    MOST_WAITS = 500,
    /* How long a child that closed its socket may take to die. */
    DYING_MS = 1000
};

/* If this much time has passed since the last check, the parent itself was suspended. */
#define SUSPENDED_NS 1e8

/* A child that had a core should have used at least this share of its time; otherwise it gets
 * PATIENCE times as long. */
#define RAN_SHARE 0.25
#define PATIENCE 4

pid_t fr_watched_fork(struct fr_watched *watched, const struct fr_sandbox_rules *rules, int *end)
{
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return -1;
    const int64_t kills = fr_memory_kills("");
    const pid_t child = fr_family_fork();
    const int error = errno;
    *end = ends[1];
    if (child == 0)
        return 0;
    close(ends[1]);
    if (child < 0)
        close(ends[0]);
    *watched = (struct fr_watched){.child = child > 0 ? child : 0,
                                   .socket = child > 0 ? ends[0] : -1,
                                   .rules = rules,
                                   .baseline_bytes = INT64_MAX,
                                   .kills = kills};
    errno = error;
    return child;
}

void fr_watched_fail(struct fr_reply *reply, enum fr_reply_status status, const char *format, ...)
{
    va_list arguments;
    reply->status = status;
    va_start(arguments, format);
    vsnprintf(reply->reason, sizeof reply->reason, format, arguments);
    va_end(arguments);
}

static void forget(struct fr_watched *watched)
{
    if (watched->socket >= 0)
        close(watched->socket);
    watched->child = 0;
    watched->socket = -1;
}

void fr_watched_end(struct fr_watched *watched)
{
    if (watched->child == 0)
        return;
    fr_family_end(watched->child, NULL);
    forget(watched);
}

void fr_watched_expect(struct fr_watched *watched, int calls, double timeout_s)
{
    const uint64_t now = fr_clock_ns();
    watched->asked_ns = watched->looked_ns = watched->beat = now;
    watched->held_ns = watched->all_held_ns = watched->stopped_ns = 0;
    watched->processor_ns = fr_processor_ns(watched->child);
    watched->calls = calls;
    watched->timeout_s = timeout_s;
}

/* A racer may exceed its allocator's limit, which counts every byte, only by malloc's own
 * overhead. */
static int64_t memory_limit(const struct fr_watched *watched)
{
    const int64_t granted = watched->rules->memory_mb * MEBIBYTE;
    return granted + granted / 16 + MEBIBYTE;
}

/* Also counts forked processes, but only now and then, as counting is slow. */
static bool is_family_over_memory(struct fr_watched *watched)
{
    const uint64_t now = fr_clock_ns();
    if (now - watched->family_seen_ns < WATCH_MS * UINT64_C(1000000))
        return false;
    watched->family_seen_ns = now;
    return fr_family_bytes(watched->child) > memory_limit(watched);
}

bool fr_watched_over_memory(struct fr_watched *watched)
{
    const int64_t resident = fr_resident_bytes(watched->child);
    watched->seen_bytes = resident < 0 ? 0 : resident - watched->baseline_bytes;
    return watched->seen_bytes > memory_limit(watched) || is_family_over_memory(watched);
}

/* The child was killed: for its memory, if it was over the limit at the last check; else by the
 * system or a user, which is not its fault. */
static void report_kill(const struct fr_watched *watched, struct fr_reply *reply)
{
    const int64_t kills = fr_memory_kills("");
    if (watched->seen_bytes > memory_limit(watched))
        fr_watched_fail(reply, FR_REPLY_MEMORY, "used more than %lld MB, and was killed",
                        (long long)watched->rules->memory_mb);
    else if (kills < 0 || watched->kills < 0)
        fr_watched_fail(reply, FR_REPLY_LOST, "killed, cause unknown");
    else if (kills > watched->kills)
        fr_watched_fail(reply, FR_REPLY_LOST, "killed by the system, which ran out of memory");
    else
        fr_watched_fail(reply, FR_REPLY_LOST, "killed from outside");
}

/* The child closed its socket: finds out how it died. */
static void bury(struct fr_watched *watched, struct fr_reply *reply)
{
    int status = 0;
    pid_t dead = 0;
    for (int waited = 0; dead == 0 && waited < DYING_MS; waited++) {
        dead = waitpid(watched->child, &status, WNOHANG);
        if (dead == 0)
            poll(NULL, 0, 1);
    }
    if (dead != watched->child) {
        fr_watched_fail(reply, FR_REPLY_CRASH, "closed its connection");
        fr_watched_end(watched);
        return;
    }
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) {
        report_kill(watched, reply);
    } else {
        reply->status = FR_REPLY_CRASH;
        describe_end(status, reply->reason, sizeof reply->reason);
    }
    fr_family_bury(dead);
    forget(watched);
}

static bool is_stopped(const struct fr_watched *watched)
{
    const char state = fr_process_state(watched->child);
    return state == 'T' || state == 't';
}

/* Whether a child past its time limit is ready to run, but had hardly any time on a core. */
static bool was_held_up(const struct fr_watched *watched)
{
    const double timeout_ns = watched->timeout_s * 1e9;
    const double used = fr_processor_ns(watched->child) - watched->processor_ns;
    return fr_process_state(watched->child) == 'R' && used >= 0 && used < RAN_SHARE * timeout_ns;
}

/* Excludes time in which the parent could not check, or the child was stopped. */
static void look(struct fr_watched *watched, uint64_t now)
{
    const uint64_t beat = watched->heartbeat ? atomic_load(watched->heartbeat) : 0;
    const double gap = (double)(now - watched->looked_ns);
    const bool suspended = gap > SUSPENDED_NS, stopped = !suspended && is_stopped(watched);
    const double held = suspended || stopped ? gap : 0;
    /* A faulty child may write anything to the heartbeat: times in the future are ignored, and the
     * request as a whole has a limit too. */
    if (beat > watched->beat && beat <= now) {
        watched->beat = beat;
        watched->held_ns = 0;
    }
    watched->held_ns += fmin(held, (double)(now - watched->beat));
    watched->all_held_ns += held;
    watched->stopped_ns += stopped ? gap : 0;
    watched->looked_ns = now;
}

/* Whether the child obeys all rules; kills a child that breaks one. */
static bool obeys_rules(struct fr_watched *watched, struct fr_reply *reply)
{
    const struct fr_sandbox_rules *rules = watched->rules;
    const uint64_t now = fr_clock_ns();
    const double timeout_ns = watched->timeout_s * 1e9;
    const double all_ns = timeout_ns * watched->calls;
    look(watched, now);
    const double passed = (double)(now - watched->beat) - watched->held_ns;
    const double all_passed = (double)(now - watched->asked_ns) - watched->all_held_ns;
    const bool late = passed > timeout_ns || all_passed > all_ns;
    const bool held_up = late && was_held_up(watched);
    const double longest_ns = PATIENCE * timeout_ns;
    if (*rules->stop)
        fr_watched_fail(reply, FR_REPLY_STOPPED, "stopped");
    else if (watched->stopped_ns > longest_ns || (held_up && passed > longest_ns))
        fr_watched_fail(reply, FR_REPLY_LOST, "was suspended by the system for %g s",
                        PATIENCE * watched->timeout_s);
    else if (late && !held_up)
        fr_watched_fail(reply, FR_REPLY_TIMEOUT, "took longer than %g s", watched->timeout_s);
    else if (fr_watched_over_memory(watched))
        fr_watched_fail(reply, FR_REPLY_MEMORY, "used more than %lld MB",
                        (long long)rules->memory_mb);
    else
        return true;
    fr_watched_end(watched);
    return false;
}

/* Receives the available bytes and returns their number: 0 if there are none yet, -1 if the child
 * is gone. */
static ssize_t take_some(const struct fr_watched *watched, void *buffer, size_t size)
{
    const ssize_t got = recv(watched->socket, buffer, size, MSG_DONTWAIT);
    if (got > 0)
        return got;
    return got < 0 && (errno == EINTR || errno == EAGAIN || errno == EWOULDBLOCK) ? 0 : -1;
}

/* Waits a moment for bytes to receive: waypoints often follow right after their message. */
static ssize_t receive_some(const struct fr_watched *watched, void *buffer, size_t size)
{
    struct pollfd waiting = {.fd = watched->socket, .events = POLLIN};
    const ssize_t got = take_some(watched, buffer, size);
    if (got != 0 || poll(&waiting, 1, WATCH_MS) <= 0)
        return got;
    return take_some(watched, buffer, size);
}

bool fr_watched_receive(struct fr_watched *watched, void *buffer, size_t size,
                        struct fr_reply *reply)
{
    char *at = buffer;
    for (;;) {
        const ssize_t got = receive_some(watched, at, size);
        if (got < 0) {
            bury(watched, reply);
            return false;
        }
        at += got;
        size -= (size_t)got;
        if (size == 0)
            return true;
        if (!obeys_rules(watched, reply))
            return false;
    }
}

void fr_watched_send(const struct fr_watched *watched, const void *bytes, size_t size)
{
    const char *at = bytes;
    struct pollfd waiting = {.fd = watched->socket, .events = POLLOUT};
    for (int waits = 0; size > 0 && waits < MOST_WAITS;) {
        const ssize_t put = send(watched->socket, at, size, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (put > 0) {
            at += put;
            size -= (size_t)put;
            continue;
        }
        if (put < 0 && errno != EINTR && errno != EAGAIN && errno != EWOULDBLOCK)
            return;
        waits++;
        poll(&waiting, 1, WATCH_MS);
    }
}
