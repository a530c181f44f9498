#define _GNU_SOURCE /* memfd_create */

#include "harness/sandbox/sandbox.h"

#include <errno.h>
#include <math.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/base/clock.h"
#include "harness/base/wait_status.h"
#include "harness/machine/memory_limit.h"
#include "harness/sandbox/execute.h"
#include "harness/sandbox/family.h"
#include "harness/sandbox/limits.h"
#include "harness/sandbox/sandbox_protocol.h"

#define MEBIBYTE (INT64_C(1) << 20)

enum {
    /* How often the waiting parent checks the child's memory and the clock. */
    WATCH_MS = 20,
    /* So often it does so before it gives up sending. */
    MOST_WAITS = 500,
    /* How long a child that has closed its socket may take to die. */
    DYING_MS = 1000,
    /* The most calls of one question, besides batches: it may be rehearsed. */
    CALLS = 16
};

/* If this much time has passed since the last check, the parent was suspended too. */
#define SUSPENDED_NS 1e8

/* A child that had a core should have used at least this share of its time; one that did not gets
 * PATIENCE times as long. */
#define RAN_SHARE 0.25
#define PATIENCE 4

void fr_sandbox_init(struct fr_sandbox *sandbox, const struct fr_sandbox_rules *rules)
{
    *sandbox = (struct fr_sandbox){.socket = -1, .board_file = -1, .rules = rules};
}

bool fr_sandbox_is_open(const struct fr_sandbox *sandbox)
{
    return sandbox->child != 0;
}

#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
static void
fail(struct fr_reply *reply, enum fr_reply_status status, const char *format, ...)
{
    va_list arguments;
    reply->status = status;
    va_start(arguments, format);
    vsnprintf(reply->reason, sizeof reply->reason, format, arguments);
    va_end(arguments);
}

static void forget_child(struct fr_sandbox *sandbox)
{
    if (sandbox->socket >= 0)
        close(sandbox->socket);
    *sandbox = (struct fr_sandbox){.socket = -1,
                                   .board = sandbox->board,
                                   .board_file = sandbox->board_file,
                                   .rules = sandbox->rules,
                                   .reduction = sandbox->reduction,
                                   .prepare_bytes = sandbox->prepare_bytes};
}

void fr_sandbox_close(struct fr_sandbox *sandbox)
{
    if (!fr_sandbox_is_open(sandbox))
        return;
    fr_family_end(sandbox->child, NULL);
    forget_child(sandbox);
}

static void release_board(struct fr_sandbox *sandbox)
{
    if (!sandbox->board)
        return;
    munmap(sandbox->board, sizeof *sandbox->board);
    if (sandbox->board_file >= 0)
        close(sandbox->board_file);
    sandbox->board = NULL;
    sandbox->board_file = -1;
}

void fr_sandbox_release(struct fr_sandbox *sandbox)
{
    fr_sandbox_close(sandbox);
    release_board(sandbox);
}

/* Beyond what its allocator grants it, which is counted to the byte, a racer has what malloc itself
 * takes. */
static int64_t memory_limit(const struct fr_sandbox *sandbox)
{
    const int64_t granted = sandbox->rules->memory_mb * MEBIBYTE;
    return granted + granted / 16 + MEBIBYTE;
}

/* What it forked counts as well; looked at now and then, as that takes a while. */
static bool is_family_over_memory(struct fr_sandbox *sandbox)
{
    const uint64_t now = fr_clock_ns();
    if (now - sandbox->family_seen_ns < WATCH_MS * UINT64_C(1000000))
        return false;
    sandbox->family_seen_ns = now;
    return fr_family_bytes(sandbox->child) > memory_limit(sandbox);
}

static bool over_memory(struct fr_sandbox *sandbox)
{
    const int64_t resident = fr_resident_bytes(sandbox->child);
    sandbox->seen_bytes = resident < 0 ? 0 : resident - sandbox->baseline_bytes;
    return sandbox->seen_bytes > memory_limit(sandbox) || is_family_over_memory(sandbox);
}

/* Somebody killed the child: for its own memory, if it was over its limit when it was last seen; or
 * the system, or a user, which is none of its doing. */
static void tell_kill(const struct fr_sandbox *sandbox, struct fr_reply *reply)
{
    const int64_t kills = fr_memory_kills("");
    if (sandbox->seen_bytes > memory_limit(sandbox))
        fail(reply, FR_REPLY_MEMORY, "used more than %lld MB, and was killed",
             (long long)sandbox->rules->memory_mb);
    else if (kills < 0 || sandbox->kills < 0)
        fail(reply, FR_REPLY_LOST, "killed, cause unknown");
    else if (kills > sandbox->kills)
        fail(reply, FR_REPLY_LOST, "killed by the system, which ran out of memory");
    else
        fail(reply, FR_REPLY_LOST, "killed from outside");
}

/* The child closed its socket: finds out how it died. */
static void bury(struct fr_sandbox *sandbox, struct fr_reply *reply)
{
    int status = 0;
    pid_t dead = 0;
    for (int waited = 0; dead == 0 && waited < DYING_MS; waited++) {
        dead = waitpid(sandbox->child, &status, WNOHANG);
        if (dead == 0)
            poll(NULL, 0, 1);
    }
    if (dead != sandbox->child) {
        fail(reply, FR_REPLY_CRASH, "closed its connection");
        fr_sandbox_close(sandbox);
        return;
    }
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) {
        tell_kill(sandbox, reply);
    } else {
        reply->status = FR_REPLY_CRASH;
        fr_wait_status_describe(status, reply->reason, sizeof reply->reason);
    }
    fr_family_bury(dead);
    forget_child(sandbox);
}

/* A request under way, as the parent sees it. */
struct watch {
    uint64_t asked_ns;
    uint64_t looked_ns; /* last */
    uint64_t beat;      /* when the call under way began; asked_ns until there is one */
    double held_ns;     /* of the call, in which parent or child was stopped: nobody's time */
    double all_held_ns; /* of the request */
    double stopped_ns;  /* of the request, in which the child alone was stopped */
    int calls;          /* of the back end: the most there can be */
};

static bool is_stopped(const struct fr_sandbox *sandbox)
{
    const char state = fr_process_state(sandbox->child);
    return state == 'T' || state == 't';
}

/* Whether a child past its time limit did not get to run: it is stopped, or had no core. One that
 * sleeps did get to run. */
static bool was_held_up(const struct fr_sandbox *sandbox)
{
    const double timeout_ns = sandbox->rules->timeout_s * 1e9;
    const double before = (double)atomic_load(&sandbox->board->processor_ns);
    const double used = fr_processor_ns(sandbox->child) - before;
    return fr_process_state(sandbox->child) == 'R' && used >= 0 && used < RAN_SHARE * timeout_ns;
}

/* Takes time off in which the parent did not get to look, or the child was stopped. */
static void look(const struct fr_sandbox *sandbox, uint64_t now, struct watch *watch)
{
    const uint64_t beat = atomic_load(&sandbox->board->heartbeat);
    const double gap = (double)(now - watch->looked_ns);
    const bool suspended = gap > SUSPENDED_NS, stopped = !suspended && is_stopped(sandbox);
    const double held = suspended || stopped ? gap : 0;
    /* A faulty child may have written anything to the heartbeat: times in the future do not count,
     * and the request as a whole has a limit too. */
    if (beat > watch->beat && beat <= now) {
        watch->beat = beat;
        watch->held_ns = 0;
    }
    watch->held_ns += fmin(held, (double)(now - watch->beat));
    watch->all_held_ns += held;
    watch->stopped_ns += stopped ? gap : 0;
    watch->looked_ns = now;
}

/* Kills the child if it breaks a rule; false if so. */
static bool obeys_rules(struct fr_sandbox *sandbox, struct watch *watch, struct fr_reply *reply)
{
    const struct fr_sandbox_rules *rules = sandbox->rules;
    const uint64_t now = fr_clock_ns();
    const double timeout_ns = rules->timeout_s * 1e9;
    const double all_ns = timeout_ns * watch->calls;
    look(sandbox, now, watch);
    const double passed = (double)(now - watch->beat) - watch->held_ns;
    const double all_passed = (double)(now - watch->asked_ns) - watch->all_held_ns;
    const bool late = passed > timeout_ns || all_passed > all_ns;
    const bool held_up = late && was_held_up(sandbox);
    const double longest_ns = PATIENCE * timeout_ns;
    if (*rules->stop)
        fail(reply, FR_REPLY_STOPPED, "stopped");
    else if (watch->stopped_ns > longest_ns || (held_up && passed > longest_ns))
        fail(reply, FR_REPLY_LOST, "was kept from running for %g s", PATIENCE * rules->timeout_s);
    else if (late && !held_up)
        fail(reply, FR_REPLY_TIMEOUT, "took longer than %g s", rules->timeout_s);
    else if (over_memory(sandbox))
        fail(reply, FR_REPLY_MEMORY, "used more than %lld MB", (long long)rules->memory_mb);
    else
        return true;
    fr_sandbox_close(sandbox);
    return false;
}

/* Receives the bytes that are there. Returns how many: 0 for none yet, -1 if the child is gone. */
static ssize_t take_some(const struct fr_sandbox *sandbox, void *buffer, size_t size)
{
    const ssize_t got = recv(sandbox->socket, buffer, size, MSG_DONTWAIT);
    if (got > 0)
        return got;
    return got < 0 && (errno == EINTR || errno == EAGAIN || errno == EWOULDBLOCK) ? 0 : -1;
}

/* The same, but waits a moment: waypoints often follow right after their message. */
static ssize_t receive_some(const struct fr_sandbox *sandbox, void *buffer, size_t size)
{
    struct pollfd waiting = {.fd = sandbox->socket, .events = POLLIN};
    const ssize_t got = take_some(sandbox, buffer, size);
    if (got != 0 || poll(&waiting, 1, WATCH_MS) <= 0)
        return got;
    return take_some(sandbox, buffer, size);
}

/* Receives the next size bytes; false if the child is gone, and reply says why. */
static bool receive(struct fr_sandbox *sandbox, void *buffer, size_t size, struct watch *watch,
                    struct fr_reply *reply)
{
    char *at = buffer;
    for (;;) {
        const ssize_t got = receive_some(sandbox, at, size);
        if (got < 0) {
            bury(sandbox, reply);
            return false;
        }
        at += got;
        size -= (size_t)got;
        if (size == 0)
            return true;
        if (!obeys_rules(sandbox, watch, reply))
            return false;
    }
}

/* Sends bytes to the child; one that does not read them is noticed when its reply is awaited. */
static void send_bytes(const struct fr_sandbox *sandbox, const void *bytes, size_t size)
{
    const char *at = bytes;
    struct pollfd waiting = {.fd = sandbox->socket, .events = POLLOUT};
    for (int waits = 0; size > 0 && waits < MOST_WAITS;) {
        const ssize_t put = send(sandbox->socket, at, size, MSG_NOSIGNAL | MSG_DONTWAIT);
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

/* Another program cannot see what an event points to. */
static void send_request(const struct fr_sandbox *sandbox, const struct fr_request_message *request)
{
    const struct fr_click *event = &request->event;
    send_bytes(sandbox, request, sizeof *request);
    if (sandbox->executed && request->kind == FR_REQUEST_EVENT && event->kind == FR_PATCH)
        send_bytes(sandbox, event->patch, (size_t)event->rect.width * (size_t)event->rect.height);
}

static void take_message(struct fr_sandbox *sandbox, const struct fr_request_message *request,
                         const struct fr_reply_message *message, struct fr_reply *reply)
{
    if (message->magic != FR_MESSAGE_MAGIC || message->kind != request->kind ||
        message->points > FR_MESSAGE_MAX_POINTS) {
        fail(reply, FR_REPLY_CRASH, "sent an invalid reply");
    } else if (message->status == FR_NO_MEMORY) {
        fail(reply, FR_REPLY_MEMORY, "ran out of memory within %lld MB",
             (long long)sandbox->rules->memory_mb);
    } else if (message->status == FR_UNSUPPORTED) {
        fail(reply, FR_REPLY_UNSUPPORTED, "does not support this map");
    } else if (message->status != FR_OK) {
        fail(reply, FR_REPLY_CRASH, "returned status %d, which prepare and update do not have",
             (int)message->status);
    } else if (message->spoilt != FR_SPOILT_NOTHING) {
        fail(reply, FR_REPLY_CRASH,
             message->spoilt == FR_SPOILT_MAP ? "changed the map"
                                              : "wrote outside the path's buffer");
    } else if (over_memory(sandbox)) {
        fail(reply, FR_REPLY_MEMORY, "used more than %lld MB",
             (long long)sandbox->rules->memory_mb);
    } else {
        reply->status = FR_REPLY_ANSWERED;
        reply->ns = message->ns;
        reply->live_bytes = (int64_t)message->live_bytes;
        reply->peak_bytes = (int64_t)message->peak_bytes;
    }
    if (reply->status != FR_REPLY_ANSWERED)
        fr_sandbox_close(sandbox);
}

/* Sends a request and receives its reply; the waypoints go to path unless it is NULL. */
static void ask(struct fr_sandbox *sandbox, struct fr_request_message *request,
                struct fr_reply *reply, struct fr_path *path)
{
    struct fr_reply_message message;
    const uint64_t now = fr_clock_ns();
    struct watch watch = {.asked_ns = now,
                          .looked_ns = now,
                          .beat = now,
                          .calls = CALLS * (request->count > 0 ? request->count : 1)};
    memset(reply, 0, sizeof *reply);
    if (path)
        path->count = 0;
    request->magic = FR_MESSAGE_MAGIC;
    send_request(sandbox, request);
    if (!receive(sandbox, &message, sizeof message, &watch, reply))
        return;
    take_message(sandbox, request, &message, reply);
    if (reply->status != FR_REPLY_ANSWERED || !path || message.points == 0)
        return;
    if (fr_path_reserve(path, (size_t)message.points) != FR_OK) {
        fail(reply, FR_REPLY_STOPPED, "no memory for a path of %llu waypoints",
             (unsigned long long)message.points);
        fr_sandbox_close(sandbox);
        return;
    }
    const size_t bytes = (size_t)message.points * sizeof *path->points;
    if (receive(sandbox, path->points, bytes, &watch, reply))
        path->count = (size_t)message.points;
}

static int64_t prepare_bytes(const struct fr_sandbox *sandbox)
{
    return sandbox->prepare_bytes ? sandbox->prepare_bytes : sandbox->rules->memory_mb * MEBIBYTE;
}

static void live_as_child(int socket, const struct fr_sandbox *sandbox,
                          const struct fr_racer *racer, struct fr_map *map)
{
    const struct fr_sandbox_rules *rules = sandbox->rules;
    const struct fr_sandbox_job job = {
        .racer = racer,
        .map = map,
        .reduction = sandbox->reduction,
        .limit_bytes = rules->memory_mb * MEBIBYTE,
        .prepare_bytes = prepare_bytes(sandbox),
        .plan = {.clock_ns = rules->clock_ns,
                 .frame = rules->frame,
                 .frame_bytes = rules->frame_bytes,
                 .sweep = rules->sweep,
                 .sweep_bytes = rules->sweep_bytes,
                 .heartbeat = &sandbox->board->heartbeat},
        .board = sandbox->board,
    };
    fr_limits_apply(socket, rules->memory_mb, rules->unlimited_addresses);
    _exit(fr_sandbox_serve(socket, &job));
}

/* Makes the board, in a file where another program is to find it. False when the system refuses. */
static bool make_board(struct fr_sandbox *sandbox, bool in_file)
{
    if (sandbox->board && in_file == (sandbox->board_file >= 0)) {
        memset(sandbox->board, 0, sizeof *sandbox->board);
        return true;
    }
    release_board(sandbox);
    const int file = in_file ? memfd_create("footrace-board", MFD_CLOEXEC) : -1;
    const bool sized = !in_file || (file >= 0 && ftruncate(file, sizeof *sandbox->board) == 0);
    void *shared = sized ? mmap(NULL, sizeof *sandbox->board, PROT_READ | PROT_WRITE,
                                in_file ? MAP_SHARED : MAP_SHARED | MAP_ANONYMOUS, file, 0)
                         : MAP_FAILED;
    if (shared == MAP_FAILED) {
        if (file >= 0)
            close(file);
        return false;
    }
    sandbox->board = shared;
    sandbox->board_file = file;
    return true;
}

static bool fork_child(struct fr_sandbox *sandbox, const struct fr_racer *racer, struct fr_map *map)
{
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0)
        return false;
    sandbox->socket = ends[0];
    sandbox->child = fr_family_fork();
    if (sandbox->child == 0)
        live_as_child(ends[1], sandbox, racer, map);
    close(ends[1]);
    if (sandbox->child > 0)
        return true;
    const int error = errno;
    forget_child(sandbox);
    errno = error;
    return false;
}

/* False with a reason in reply when there is no child. */
static bool start(struct fr_sandbox *sandbox, const struct fr_racer *racer, struct fr_map *map,
                  struct fr_reply *reply)
{
    struct fr_executed executed;
    const bool other = racer->executable != NULL;
    if (!make_board(sandbox, other) || (!other && !fork_child(sandbox, racer, map))) {
        fail(reply, FR_REPLY_STOPPED, "cannot start a process: %s", strerror(errno));
        return false;
    }
    if (other) {
        if (!fr_execute_start(racer, sandbox->rules, sandbox->reduction, prepare_bytes(sandbox),
                              map, sandbox->board_file, &executed, reply->reason,
                              sizeof reply->reason)) {
            reply->status = FR_REPLY_STOPPED;
            return false;
        }
        sandbox->child = executed.child;
        sandbox->socket = executed.socket;
        sandbox->executed = true;
    }
    sandbox->baseline_bytes = INT64_MAX;
    sandbox->kills = fr_memory_kills("");
    return true;
}

/* Waits until the child has touched the harness's pages: all further resident memory is the
 * racer's. False if the child died. */
static bool is_ready(struct fr_sandbox *sandbox, struct fr_reply *reply)
{
    struct fr_request_message request = {.kind = FR_REQUEST_READY};
    ask(sandbox, &request, reply, NULL);
    if (reply->status != FR_REPLY_ANSWERED)
        return false;
    const int64_t resident = fr_resident_bytes(sandbox->child);
    sandbox->baseline_bytes = resident > 0 ? resident : 0;
    return true;
}

void fr_sandbox_open(struct fr_sandbox *sandbox, const struct fr_racer *racer, struct fr_map *map,
                     struct fr_reply *reply)
{
    struct fr_request_message request = {.kind = FR_REQUEST_PREPARE};
    fr_sandbox_close(sandbox);
    memset(reply, 0, sizeof *reply);
    if (map->wall_count > 0 && !racer->traits.edge_walls)
        fail(reply, FR_REPLY_UNSUPPORTED, "does not support edge walls");
    else if (start(sandbox, racer, map, reply) && is_ready(sandbox, reply))
        ask(sandbox, &request, reply, NULL);
}

/* Checks what the child wrote. Returns how many answers are valid. */
static int take_answers(const struct fr_sandbox_board *board, int count, struct fr_answer *answers,
                        struct fr_reply *reply)
{
    const int answered = atomic_load(&board->answered);
    const int sound = answered < 0 || answered > count ? 0 : answered;
    for (int i = 0; i < sound; i++) {
        answers[i] = board->answers[i];
        if ((unsigned)answers[i].outcome <= FR_OUT_OF_MEMORY && answers[i].ns >= 0 &&
            answers[i].ns_before >= 0)
            continue;
        fail(reply, FR_REPLY_CRASH, "returned outcome %d, which find does not have",
             (int)answers[i].outcome);
        return i;
    }
    return sound;
}

static int ask_questions(struct fr_sandbox *sandbox, enum fr_timing timing,
                         const struct fr_question *questions, int count, struct fr_answer *answers,
                         struct fr_reply *reply, struct fr_path *path)
{
    struct fr_request_message request = {
        .kind = FR_REQUEST_ASK, .timing = timing, .count = count, .path = path != NULL};
    memcpy(sandbox->board->questions, questions, (size_t)count * sizeof *questions);
    atomic_store(&sandbox->board->answered, 0);
    ask(sandbox, &request, reply, path);
    const int answered = take_answers(sandbox->board, count, answers, reply);
    if (answered < count && reply->status == FR_REPLY_ANSWERED)
        fail(reply, FR_REPLY_CRASH, "sent an invalid reply");
    if (reply->status != FR_REPLY_ANSWERED)
        fr_sandbox_close(sandbox);
    return answered;
}

void fr_sandbox_click(struct fr_sandbox *sandbox, enum fr_timing timing,
                      struct fr_point start_point, struct fr_point goal, struct fr_reply *reply,
                      struct fr_path *path)
{
    const struct fr_question question = {start_point, goal};
    struct fr_answer answer = {.faults = -1};
    (void)ask_questions(sandbox, timing, &question, 1, &answer, reply, path);
    reply->answer = answer;
}

int fr_sandbox_pass(struct fr_sandbox *sandbox, enum fr_timing timing,
                    const struct fr_question *questions, int count, struct fr_answer *answers,
                    struct fr_reply *reply)
{
    return ask_questions(sandbox, timing, questions, count, answers, reply, NULL);
}

void fr_sandbox_event(struct fr_sandbox *sandbox, const struct fr_click *event,
                      struct fr_reply *reply)
{
    struct fr_request_message request = {.kind = FR_REQUEST_EVENT, .event = *event};
    ask(sandbox, &request, reply, NULL);
}

void fr_sandbox_sketch(struct fr_sandbox *sandbox, enum fr_sketch_part part, struct fr_reply *reply,
                       struct fr_path *points)
{
    struct fr_request_message request = {.kind = FR_REQUEST_SKETCH, .part = part};
    ask(sandbox, &request, reply, points);
}

void fr_sandbox_trace(struct fr_sandbox *sandbox, struct fr_point start, struct fr_point goal,
                      int most, struct fr_reply *reply, struct fr_path *expanded)
{
    struct fr_request_message request = {.kind = FR_REQUEST_TRACE, .count = most};
    expanded->count = 0;
    if (fr_reduction_reduces(sandbox->reduction)) {
        *reply = (struct fr_reply){.status = FR_REPLY_ANSWERED};
        return;
    }
    sandbox->board->questions[0] = (struct fr_question){start, goal};
    ask(sandbox, &request, reply, expanded);
}
