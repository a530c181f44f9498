#define _GNU_SOURCE /* dl_iterate_phdr */

#include <link.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#if defined(__GLIBC__)
#include <malloc.h>
#endif

#include "algorithms/front.h"
#include "algorithms/saved.h"
#include "harness/base/clock.h"
#include "harness/machine/interruption.h"
#include "harness/sandbox/counted.h"
#include "harness/sandbox/descriptor.h"
#include "harness/sandbox/guarded.h"
#include "harness/sandbox/guest.h"
#include "harness/sandbox/limits.h"
#include "harness/sandbox/reduced.h"
#include "harness/sandbox/sandbox_protocol.h"
#include "maps/allocator.h"
#include "maps/changes.h"
#include "maps/formats/polygon/drawn_map.h"

/* Touches each page on allocation, so that a back end pays for page faults in prepare, not in its
 * first queries; all back ends are treated alike. */
struct touching_allocator {
    struct fr_allocator allocator; /* pass this on; valid while the struct does not move */
    const struct fr_allocator *inner;
};

/* The smallest page size of any system; touching a larger page more than once is harmless. */
enum { PAGE = 4096 };

static void *allocate(void *context, size_t bytes)
{
    const struct touching_allocator *touching = context;
    void *block = touching->inner->allocate(touching->inner->context, bytes);
    volatile char *touched = block;
    for (size_t i = 0; block && i < bytes; i += PAGE)
        touched[i] = 0;
    if (block && bytes > 0)
        touched[bytes - 1] = 0;
    return block;
}

static void deallocate(void *context, void *block, size_t bytes)
{
    const struct touching_allocator *touching = context;
    touching->inner->deallocate(touching->inner->context, block, bytes);
}

/* Allocates from the inner allocator and touches each page. */
static void touching_allocator_init(struct touching_allocator *touching,
                                    const struct fr_allocator *inner)
{
    *touching = (struct touching_allocator){{allocate, deallocate, touching}, inner};
}

static int touch_object(struct dl_phdr_info *object, size_t size, void *context)
{
    (void)size;
    (void)context;
    for (int i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &object->dlpi_phdr[i];
        const volatile char *code = (const char *)(object->dlpi_addr + part->p_vaddr);
        if (part->p_type != PT_LOAD || !(part->p_flags & PF_X) || !(part->p_flags & PF_R))
            continue;
        for (size_t at = 0; at < part->p_filesz; at += PAGE)
            (void)code[at];
    }
    return 0;
}

/* Reads a word of each code page of this program and its libraries. */
static void touch_code(void)
{
    (void)dl_iterate_phdr(touch_object, NULL);
}

/* Initial capacity for waypoints, more than most paths need, so that the first calls need not grow
 * the buffer. */
enum { USUAL_POINTS = 1 << 14 };

struct worker {
    int socket;
    const struct fr_sandbox_job *job;
    const struct fr_pathfinder *pathfinder; /* the racer's back end, or its wrapper (reduced.h) */
    struct fr_counting_allocator memory;
    struct touching_allocator touching; /* passed to the back end; allocates from `memory` */
    struct fr_guarded_allocator path_memory;
    struct fr_state *state;
    struct fr_path path;
    struct fr_changes changes;
    bool foreign;      /* a plugin, which is not trusted with the map */
    uint64_t map_hash; /* before a plugin ran */
};

/* Records the map's hash if a plugin might write to it; never timed. */
static void lend_map(struct worker *worker)
{
    if (worker->foreign)
        worker->map_hash = fr_map_memory_hash(worker->job->map);
}

/* Makes malloc return freed memory to the system, as the parent compares resident memory with the
 * counted bytes. Outside the clock. */
static void give_back_free_pages(void)
{
#if defined(__GLIBC__)
    malloc_trim(0);
#endif
}

/* Prepares on the current map; *ns gets the time in nanoseconds. */
static enum fr_status prepare(struct worker *worker, double *ns)
{
    const struct fr_sandbox_job *job = worker->job;
    const struct fr_racer *racer = job->racer;
    enum fr_status status = fr_drawing_join(job->map);
    if (status != FR_OK)
        return status;
    lend_map(worker);
    const uint64_t begin = fr_clock_ns();
    status = fr_reduction_reduces(job->reduction)
                 ? fr_reduced_prepare(racer, job->reduction, job->map, &worker->touching.allocator,
                                      &worker->state)
                 : fr_prepare(racer->pathfinder, job->map, &racer->options,
                              &worker->touching.allocator, &worker->state);
    *ns = (double)(fr_clock_ns() - begin);
    return status;
}

/* Saves the state and loads it again, in memory that does not count: the racer's memory is only
 * what a game holds. */
static void save_and_load(const struct worker *worker, struct fr_reply_message *reply)
{
    const struct fr_sandbox_job *job = worker->job;
    const struct fr_option_values *options = &job->racer->options;
    struct fr_counting_allocator memory;
    struct touching_allocator touching;
    struct fr_state *loaded = NULL;
    fr_counting_allocator_init(&memory);
    touching_allocator_init(&touching, &memory.allocator);
    memory.limit_bytes = (size_t)job->limit_bytes;
    struct fr_bytes bytes = {.allocator = &memory.allocator};
    enum fr_status status =
        fr_state_save(worker->pathfinder, worker->state, job->map, options, &bytes);
    reply->ns = (double)NAN;
    reply->saved_bytes = status == FR_UNSUPPORTED ? 0 : -1;
    const uint64_t begin = fr_clock_ns();
    if (status == FR_OK)
        status = fr_state_load(worker->pathfinder, job->map, options, &touching.allocator,
                               bytes.items, bytes.count, &loaded);
    if (status == FR_OK) {
        reply->ns = (double)(fr_clock_ns() - begin);
        reply->saved_bytes = (int64_t)bytes.count;
        fr_release(worker->pathfinder, loaded);
    }
    fr_bytes_release(&bytes);
    give_back_free_pages();
}

/* Receives an event and applies it to the map. The pixels of a patch follow the event, as another
 * program cannot follow its pointer. False if the parent is gone. */
static bool receive_event(struct worker *worker, enum fr_status *status)
{
    struct fr_click event;
    struct fr_rect changed;
    uint8_t *patch = NULL;
    if (!fr_message_receive(worker->socket, &event, sizeof event))
        return false;
    if (worker->job->executed && event.kind == FR_PATCH) {
        const size_t size = (size_t)event.rect.width * (size_t)event.rect.height;
        event.patch = patch = malloc(size);
        if (!patch || !fr_message_receive(worker->socket, patch, size)) {
            free(patch);
            return false;
        }
    }
    if (*status == FR_OK)
        *status = fr_click_apply(&event, worker->job->map, &changed);
    if (*status == FR_OK)
        *status = fr_changes_note(&worker->changes, fr_map_clip(worker->job->map, changed));
    free(patch);
    return true;
}

/* Updates the state for all events since the last clicks together. */
static enum fr_status follow(struct worker *worker, double *ns)
{
    const struct fr_pathfinder *pathfinder = worker->pathfinder;
    enum fr_status status = fr_drawing_join(worker->job->map);
    if (status != FR_OK)
        return status;
    if (!worker->job->racer->pathfinder->update) {
        fr_release(pathfinder, worker->state);
        worker->state = NULL;
        return prepare(worker, ns);
    }
    lend_map(worker);
    const uint64_t begin = fr_clock_ns();
    atomic_store(&worker->job->board->heartbeat, begin);
    status = fr_update(pathfinder, worker->state, worker->changes.rects, worker->changes.count);
    *ns = (double)(fr_clock_ns() - begin);
    return status;
}

/* A query that runs out of memory is the last one. */
static void answer_queries(struct worker *worker, const struct fr_request_message *request,
                           struct fr_reply_message *reply)
{
    struct fr_sandbox_board *board = worker->job->board;
    fr_interruption_restart();
    for (int i = 0; i < request->count; i++) {
        const struct fr_query query = board->queries[i];
        fr_measure(worker->pathfinder, worker->state, request->timing, query.start, query.goal,
                   &worker->job->plan, &worker->path, &board->answers[i]);
        if (board->answers[i].outcome == FR_OUT_OF_MEMORY) {
            reply->status = FR_NO_MEMORY;
            return;
        }
        if (fr_guest_is_garbled())
            return;
        if (board->answers[i].astray) {
            reply->spoilt = FR_SPOILT_LENT;
            return;
        }
        atomic_store_explicit(&board->answered, i + 1, memory_order_relaxed);
    }
    const bool found = board->answers[request->count - 1].outcome == FR_FOUND;
    /* A count beyond the buffer is wrong: no waypoints are sent, so the judge rejects the path. */
    if (request->path && found && worker->path.count <= worker->path.capacity)
        reply->points = worker->path.count;
}

/* Expanded nodes: all, or every second, fourth, ... one. */
struct trace {
    struct fr_point *at;
    size_t count;
    uint64_t reported, every;
};

static void note_expanded(void *context, int32_t x, int32_t y)
{
    struct trace *trace = context;
    const uint64_t number = trace->reported++;
    if (number % trace->every != 0)
        return;
    if (trace->count == FR_SANDBOX_TRACED) {
        for (size_t i = 0; i < FR_SANDBOX_TRACED / 2; i++)
            trace->at[i] = trace->at[2 * i];
        trace->count = FR_SANDBOX_TRACED / 2;
        trace->every *= 2;
    }
    if (number % trace->every == 0)
        trace->at[trace->count++] = (struct fr_point){x, y};
}

static void ignore_phase(void *context, enum fr_phase phase)
{
    (void)context;
    (void)phase;
}

static void answer_trace(struct worker *worker, struct trace *trace, struct fr_reply_message *reply)
{
    const struct fr_query query = worker->job->board->queries[0];
    const struct fr_probe probe = {
        .enter = ignore_phase, .context = trace, .expanded = note_expanded};
    *trace = (struct trace){.at = malloc(FR_SANDBOX_TRACED * sizeof *trace->at), .every = 1};
    if (!trace->at) {
        reply->status = FR_NO_MEMORY;
        return;
    }
    const enum fr_outcome outcome =
        fr_find(worker->pathfinder, worker->state, query.start, query.goal, &probe, &worker->path);
    if (outcome == FR_OUT_OF_MEMORY)
        reply->status = FR_NO_MEMORY;
    else
        reply->points = trace->count;
}

static enum fr_spoilt what_is_spoilt(struct worker *worker)
{
    if (fr_guest_is_garbled())
        return FR_SPOILT_WORDS;
    if (fr_guarded_fault(&worker->path_memory))
        return FR_SPOILT_PATH;
    const bool changed =
        worker->foreign && fr_map_memory_hash(worker->job->map) != worker->map_hash;
    return changed ? FR_SPOILT_MAP : FR_SPOILT_NOTHING;
}

static bool serve_one(struct worker *worker, const struct fr_request_message *request)
{
    struct fr_reply_message reply;
    struct trace trace = {.at = NULL};
    memset(&reply, 0, sizeof reply);
    reply.magic = FR_MESSAGE_MAGIC;
    reply.kind = request->kind;
    reply.ns_first = (double)NAN;
    reply.saved_bytes = -1;
    reply.guest = fr_guest_is_open();
    atomic_store(&worker->job->board->heartbeat, fr_clock_ns());
    switch (request->kind) {
    case FR_REQUEST_READY:
        break;
    case FR_REQUEST_PREPARE:
        worker->memory.limit_bytes = (size_t)worker->job->prepare_bytes;
        reply.status = prepare(worker, &reply.ns);
        worker->memory.limit_bytes = (size_t)worker->job->limit_bytes;
        give_back_free_pages();
        if (reply.status == FR_OK && fr_guest_is_open())
            reply.ns_first = fr_guest_warm(worker->job->map, worker->state, &worker->path,
                                           &worker->job->board->heartbeat);
        break;
    case FR_REQUEST_SAVE:
        save_and_load(worker, &reply);
        break;
    case FR_REQUEST_ASK:
        answer_queries(worker, request, &reply);
        break;
    case FR_REQUEST_CHANGE:
        fr_changes_forget(&worker->changes);
        for (int i = 0; i < request->count; i++)
            if (!receive_event(worker, &reply.status))
                return false;
        if (reply.status == FR_OK)
            reply.status = follow(worker, &reply.ns);
        break;
    case FR_REQUEST_TRACE:
        answer_trace(worker, &trace, &reply);
        break;
    }
    if (reply.spoilt == FR_SPOILT_NOTHING)
        reply.spoilt = what_is_spoilt(worker);
    reply.live_bytes = worker->memory.live_bytes;
    reply.peak_bytes = worker->memory.peak_bytes;
    reply.path_bytes = worker->path_memory.live_bytes;
    const struct fr_point *points = trace.at ? trace.at : worker->path.points;
    const bool sent =
        fr_message_send(worker->socket, &reply, sizeof reply) &&
        fr_message_send(worker->socket, points, (size_t)reply.points * sizeof *points);
    free(trace.at);
    return sent;
}

/* Touches the harness's pages, so that no timed call pays for page faults there. */
static bool make_ready(struct worker *worker)
{
    const struct fr_measure_plan *plan = &worker->job->plan;
    lend_map(worker);
    fr_interruption_watch();
    (void)fr_instructions_are_counted(); /* opens the counter while files can still be opened */
    touch_code();
    for (size_t i = 0; plan->frame && i < plan->frame_bytes / sizeof *plan->frame; i++)
        plan->frame[i] = i;
    memset(worker->job->board->answers, 0, sizeof worker->job->board->answers);
    return fr_path_reserve(&worker->path, USUAL_POINTS) == FR_OK;
}

int fr_sandbox_serve(int socket, const struct fr_sandbox_job *given)
{
    struct fr_sandbox_job lending = *given;
    const struct fr_sandbox_job *job = &lending;
    struct worker worker = {.socket = socket,
                            .job = job,
                            .pathfinder = fr_reduction_reduces(job->reduction)
                                              ? &fr_reduced_pathfinder
                                              : job->racer->pathfinder,
                            .changes.allocator = &fr_default_allocator,
                            .foreign = !fr_is_built_in(job->racer->pathfinder)};
    struct fr_request_message request;
    fr_counting_allocator_init(&worker.memory);
    touching_allocator_init(&worker.touching, &worker.memory.allocator);
    fr_guarded_allocator_init(&worker.path_memory);
    worker.memory.limit_bytes = worker.path_memory.limit_bytes = (size_t)job->limit_bytes;
    fr_path_init(&worker.path, &worker.path_memory.allocator);
    lending.plan.lent = &worker.path_memory;
    if (!make_ready(&worker))
        return 1;
    if (worker.foreign)
        fr_limits_open_nothing();
    while (fr_message_receive(socket, &request, sizeof request) &&
           request.magic == FR_MESSAGE_MAGIC)
        if (!serve_one(&worker, &request))
            return 1;
    return 0;
}
