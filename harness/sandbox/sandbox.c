#define _GNU_SOURCE /* memfd_create */

#include "harness/sandbox/sandbox.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "harness/sandbox/execute.h"
#include "harness/sandbox/family.h"
#include "harness/sandbox/limits.h"
#include "harness/sandbox/sandbox_protocol.h"
#include "harness/sandbox/stepped.h"

#define MEBIBYTE (INT64_C(1) << 20)

/* The most calls for one query: one, but a guest's query in doubt is repeated (guest.h). */
enum { CALLS = 16 };

/* A change alters the map, then updates the state: only the update has this limit. */
enum { STEPS_OF_CHANGE = 2 };

/* Time limit for stepping a call: 200,000 steps of 300 microseconds. */
#define STEPPING_S 60.0

/* Resident memory that need not be counted: malloc's overhead, stacks, pages touched for the first
 * time. An eighth of the counted bytes, plus 1 MB. */
enum { UNCOUNTED_SHARE = 8, MOST_UNCOUNTED_BYTES = 1 << 20 };

void fr_sandbox_init(struct fr_sandbox *sandbox, const struct fr_sandbox_rules *rules)
{
    *sandbox = (struct fr_sandbox){.watched.socket = -1, .board_file = -1, .rules = rules};
}

bool fr_sandbox_is_open(const struct fr_sandbox *sandbox)
{
    return sandbox->watched.child != 0;
}

void fr_sandbox_close(struct fr_sandbox *sandbox)
{
    fr_watched_end(&sandbox->watched);
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

static const char *const spoilt_names[FR_SPOILTS] = {
    [FR_SPOILT_NOTHING] = "",
    [FR_SPOILT_MAP] = "changed the map",
    [FR_SPOILT_PATH] = "wrote outside the path's buffer",
    [FR_SPOILT_LENT] = "returned waypoints outside the path's buffer",
    [FR_SPOILT_WORDS] = "sent a message that is not in the protocol (guests/protocol.md)",
};

static void take_message(struct fr_sandbox *sandbox, const struct fr_request_message *request,
                         const struct fr_reply_message *message, struct fr_reply *reply)
{
    if (message->magic != FR_MESSAGE_MAGIC || message->kind != request->kind ||
        message->points > FR_MESSAGE_MAX_POINTS) {
        fr_watched_fail(reply, FR_REPLY_CRASH, "sent an invalid reply");
    } else if (message->status == FR_NO_MEMORY) {
        fr_watched_fail(reply, FR_REPLY_MEMORY, "ran out of memory within %lld MB",
                        (long long)sandbox->rules->memory_mb);
    } else if (message->status == FR_UNSUPPORTED) {
        fr_watched_fail(reply, FR_REPLY_UNSUPPORTED, "does not support this map");
    } else if (message->status != FR_OK) {
        fr_watched_fail(reply, FR_REPLY_CRASH,
                        "returned status %d, which is invalid for prepare and update",
                        (int)message->status);
    } else if (message->spoilt != FR_SPOILT_NOTHING) {
        fr_watched_fail(reply, FR_REPLY_CRASH, "%s",
                        spoilt_names[(unsigned)message->spoilt % FR_SPOILTS]);
    } else if (fr_watched_over_memory(&sandbox->watched)) {
        fr_watched_fail(reply, FR_REPLY_MEMORY, "used more than %lld MB",
                        (long long)sandbox->rules->memory_mb);
    } else {
        reply->status = FR_REPLY_ANSWERED;
        reply->ns = message->ns;
        reply->ns_first = message->ns_first;
        reply->ns_load = (double)NAN;
        reply->saved_bytes = message->saved_bytes;
        sandbox->guest = message->guest;
        reply->live_bytes = (int64_t)message->live_bytes;
        reply->peak_bytes = (int64_t)message->peak_bytes;
        reply->path_bytes = (int64_t)message->path_bytes;
    }
    if (reply->status != FR_REPLY_ANSWERED)
        fr_sandbox_close(sandbox);
}

static void send_request(struct fr_sandbox *sandbox, struct fr_request_message *request)
{
    request->magic = FR_MESSAGE_MAGIC;
    fr_watched_expect(&sandbox->watched, CALLS * (request->count > 0 ? request->count : 1),
                      sandbox->rules->timeout_s);
    fr_watched_send(&sandbox->watched, request, sizeof *request);
}

/* Receives the reply to a request; waypoints go to `path` unless it is NULL. */
static void hear(struct fr_sandbox *sandbox, const struct fr_request_message *request,
                 struct fr_reply *reply, struct fr_path *path)
{
    struct fr_reply_message message;
    memset(reply, 0, sizeof *reply);
    if (path)
        path->count = 0;
    if (!fr_watched_receive(&sandbox->watched, &message, sizeof message, reply))
        return;
    take_message(sandbox, request, &message, reply);
    if (reply->status != FR_REPLY_ANSWERED || !path || message.points == 0)
        return;
    if (fr_path_reserve(path, (size_t)message.points) != FR_OK) {
        fr_watched_fail(reply, FR_REPLY_STOPPED, "not enough memory for a path of %llu waypoints",
                        (unsigned long long)message.points);
        fr_sandbox_close(sandbox);
        return;
    }
    const size_t bytes = (size_t)message.points * sizeof *path->points;
    if (fr_watched_receive(&sandbox->watched, path->points, bytes, reply))
        path->count = (size_t)message.points;
}

static void ask(struct fr_sandbox *sandbox, struct fr_request_message *request,
                struct fr_reply *reply, struct fr_path *path)
{
    send_request(sandbox, request);
    hear(sandbox, request, reply, path);
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
                 .heartbeat = &sandbox->board->heartbeat,
                 .stepping = &sandbox->board->stepping},
        .board = sandbox->board,
    };
    fr_limits_apply(socket, rules->memory_mb, rules->unlimited_addresses);
    _exit(fr_sandbox_serve(socket, &job));
}

/* Creates the board, in a file if another program must open it. False if the system refuses. */
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

/* False with a reason in `reply` if no child could be started. */
static bool start(struct fr_sandbox *sandbox, const struct fr_racer *racer, struct fr_map *map,
                  struct fr_reply *reply)
{
    const struct fr_sandbox_rules *rules = sandbox->rules;
    int socket;
    sandbox->executed = racer->executable != NULL;
    const bool made = make_board(sandbox, sandbox->executed);
    if (made && sandbox->executed)
        return fr_execute_start(racer, rules, sandbox->reduction, prepare_bytes(sandbox), map,
                                sandbox->board_file, &sandbox->watched, reply);
    const pid_t child = made ? fr_watched_fork(&sandbox->watched, rules, &socket) : -1;
    if (child == 0)
        live_as_child(socket, sandbox, racer, map);
    if (child < 0)
        fr_watched_fail(reply, FR_REPLY_STOPPED, "cannot start a process: %s", strerror(errno));
    return child > 0;
}

/* Waits until the child has touched the harness's pages: all further resident memory belongs to the
 * racer. False if the child died. */
static bool is_ready(struct fr_sandbox *sandbox, struct fr_reply *reply)
{
    struct fr_request_message request = {.kind = FR_REQUEST_READY};
    sandbox->watched.heartbeat = &sandbox->board->heartbeat;
    ask(sandbox, &request, reply, NULL);
    if (reply->status != FR_REPLY_ANSWERED)
        return false;
    const int64_t resident = fr_resident_bytes(sandbox->watched.child);
    sandbox->watched.baseline_bytes = resident > 0 ? resident : 0;
    return true;
}

int fr_sandbox_threads(const struct fr_sandbox *sandbox)
{
    if (!fr_sandbox_is_open(sandbox))
        return 0;
    return sandbox->guest ? fr_family_strays(sandbox->watched.child)
                          : fr_family_threads(sandbox->watched.child) - 1;
}

/* Detects what the racer takes besides its allocator: uncounted resident memory, and threads and
 * processes that it keeps. */
static void look_beside(struct fr_sandbox *sandbox, struct fr_reply *reply)
{
    const int64_t resident =
        fr_resident_bytes(sandbox->watched.child) - sandbox->watched.baseline_bytes;
    /* The path's buffer grows by doubling, which leaves its old blocks behind. */
    const int64_t counted =
        reply->peak_bytes + reply->peak_bytes / UNCOUNTED_SHARE + 2 * reply->path_bytes;
    reply->threads = fr_sandbox_threads(sandbox);
    reply->proportional_bytes = -1;
    if (sandbox->guest) {
        reply->proportional_bytes = fr_family_guest_bytes(sandbox->watched.child);
        reply->live_bytes = reply->peak_bytes = -1;
        return;
    }
    reply->uncounted =
        !sandbox->rules->unlimited_addresses && resident > counted + MOST_UNCOUNTED_BYTES;
    if (!reply->uncounted)
        return;
    reply->live_bytes = resident;
    reply->peak_bytes = resident;
}

void fr_sandbox_open(struct fr_sandbox *sandbox, const struct fr_racer *racer, struct fr_map *map,
                     struct fr_reply *reply)
{
    struct fr_request_message request = {.kind = FR_REQUEST_PREPARE};
    fr_sandbox_close(sandbox);
    memset(reply, 0, sizeof *reply);
    if (map->wall_count > 0 && !racer->traits.edge_walls)
        fr_watched_fail(reply, FR_REPLY_UNSUPPORTED, "does not support edge walls");
    else if (start(sandbox, racer, map, reply) && is_ready(sandbox, reply))
        ask(sandbox, &request, reply, NULL);
    if (reply->status == FR_REPLY_ANSWERED)
        look_beside(sandbox, reply);
}

/* Checks what the child wrote. Returns the number of valid answers. */
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
        fr_watched_fail(reply, FR_REPLY_CRASH, "returned outcome %d, which is invalid for find",
                        (int)answers[i].outcome);
        return i;
    }
    return sound;
}

static int ask_queries(struct fr_sandbox *sandbox, enum fr_timing timing,
                       const struct fr_query *queries, int count, struct fr_answer *answers,
                       struct fr_reply *reply, struct fr_path *path)
{
    struct fr_request_message request = {
        .kind = FR_REQUEST_ASK, .timing = timing, .count = count, .path = path != NULL};
    memcpy(sandbox->board->queries, queries, (size_t)count * sizeof *queries);
    atomic_store(&sandbox->board->answered, 0);
    ask(sandbox, &request, reply, path);
    const int answered = take_answers(sandbox->board, count, answers, reply);
    if (answered < count && reply->status == FR_REPLY_ANSWERED)
        fr_watched_fail(reply, FR_REPLY_CRASH, "sent an invalid reply");
    if (reply->status != FR_REPLY_ANSWERED)
        fr_sandbox_close(sandbox);
    return answered;
}

void fr_sandbox_click(struct fr_sandbox *sandbox, enum fr_timing timing,
                      struct fr_point start_point, struct fr_point goal, struct fr_reply *reply,
                      struct fr_path *path)
{
    const struct fr_query query = {start_point, goal};
    struct fr_answer answer = {.faults = -1};
    (void)ask_queries(sandbox, timing, &query, 1, &answer, reply, path);
    reply->answer = answer;
}

void fr_sandbox_ask_first(struct fr_sandbox *sandbox, struct fr_query query,
                          struct fr_reply *prepared)
{
    struct fr_reply reply;
    fr_sandbox_click(sandbox, FR_PLAYED, query.start, query.goal, &reply, NULL);
    if (reply.status != FR_REPLY_ANSWERED)
        return;
    prepared->ns_first = reply.answer.lost ? (double)NAN : reply.answer.ns;
    prepared->live_bytes = reply.live_bytes;
    prepared->peak_bytes = reply.peak_bytes;
    prepared->path_bytes = reply.path_bytes;
    look_beside(sandbox, prepared);
}

void fr_sandbox_save(struct fr_sandbox *sandbox, struct fr_reply *prepared)
{
    struct fr_request_message request = {.kind = FR_REQUEST_SAVE};
    struct fr_reply reply;
    ask(sandbox, &request, &reply, NULL);
    if (reply.status != FR_REPLY_ANSWERED)
        return;
    prepared->ns_load = reply.ns;
    prepared->saved_bytes = reply.saved_bytes;
}

int fr_sandbox_pass(struct fr_sandbox *sandbox, enum fr_timing timing,
                    const struct fr_query *queries, int count, struct fr_answer *answers,
                    struct fr_reply *reply)
{
    return ask_queries(sandbox, timing, queries, count, answers, reply, NULL);
}

int64_t fr_sandbox_steps(struct fr_sandbox *sandbox, struct fr_query query, int64_t most,
                         struct fr_reply *reply)
{
    struct fr_request_message request = {.kind = FR_REQUEST_ASK, .timing = FR_STEPPED, .count = 1};
    if (sandbox->guest || !fr_steps_attach(sandbox->watched.child))
        return -1;
    sandbox->board->queries[0] = query;
    atomic_store(&sandbox->board->answered, 0);
    send_request(sandbox, &request);
    const int64_t steps =
        fr_steps_count(sandbox->watched.child, &sandbox->board->stepping, most, STEPPING_S);
    hear(sandbox, &request, reply, NULL);
    return reply->status == FR_REPLY_ANSWERED ? steps : -1;
}

/* Another program cannot see what an event points to. */
static void send_event(const struct fr_sandbox *sandbox, const struct fr_click *event)
{
    fr_watched_send(&sandbox->watched, event, sizeof *event);
    if (sandbox->executed && event->kind == FR_PATCH)
        fr_watched_send(&sandbox->watched, event->patch,
                        (size_t)event->rect.width * (size_t)event->rect.height);
}

void fr_sandbox_change(struct fr_sandbox *sandbox, const struct fr_click *events, int count,
                       struct fr_reply *reply)
{
    struct fr_request_message request = {.kind = FR_REQUEST_CHANGE, .count = count};
    const double limit_s = sandbox->rules->change_s;
    send_request(sandbox, &request);
    if (limit_s > 0)
        fr_watched_expect(&sandbox->watched, STEPS_OF_CHANGE, limit_s);
    for (int i = 0; i < count; i++)
        send_event(sandbox, &events[i]);
    hear(sandbox, &request, reply, NULL);
    if (reply->status != FR_REPLY_ANSWERED || !(limit_s > 0 && reply->ns > limit_s * 1e9))
        return;
    fr_watched_fail(reply, FR_REPLY_TIMEOUT, "took longer than %g s", limit_s);
    fr_sandbox_close(sandbox);
}

void fr_sandbox_trace(struct fr_sandbox *sandbox, struct fr_point start, struct fr_point goal,
                      struct fr_reply *reply, struct fr_path *expanded)
{
    struct fr_request_message request = {.kind = FR_REQUEST_TRACE};
    expanded->count = 0;
    if (fr_reduction_reduces(sandbox->reduction)) {
        *reply = (struct fr_reply){.status = FR_REPLY_ANSWERED};
        return;
    }
    sandbox->board->queries[0] = (struct fr_query){start, goal};
    ask(sandbox, &request, reply, expanded);
}
