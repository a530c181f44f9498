#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "harness/base/clock.h"
#include "harness/racers/descriptor.h"
#include "harness/racers/guarded.h"
#include "harness/racers/reduced.h"
#include "harness/racers/sandbox_protocol.h"

struct worker {
    int socket;
    const struct fr_sandbox_job *job;
    const struct fr_pathfinder *pathfinder; /* the racer's, or what reduces the map for it */
    struct fr_counting_allocator memory;
    struct fr_guarded_allocator path_memory;
    struct fr_state *state;
    struct fr_path path;
    bool foreign;      /* a back end from outside: it is not trusted with the map */
    uint64_t map_hash; /* as it was lent to one */
};

static bool read_whole(int socket, void *buffer, size_t size)
{
    char *at = buffer;
    while (size > 0) {
        const ssize_t got = read(socket, at, size);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return false;
        at += got;
        size -= (size_t)got;
    }
    return true;
}

static bool write_whole(int socket, const void *buffer, size_t size)
{
    const char *at = buffer;
    while (size > 0) {
        const ssize_t put = write(socket, at, size);
        if (put < 0 && errno == EINTR)
            continue;
        if (put <= 0)
            return false;
        at += put;
        size -= (size_t)put;
    }
    return true;
}

/* Notes what the map is, where that might be written to; outside every clock. */
static void lend_map(struct worker *worker)
{
    if (worker->foreign)
        worker->map_hash = fr_map_hash(worker->job->map);
}

/* Prepares on the map as it is now; nanoseconds. */
static enum fr_status prepare(struct worker *worker, double *ns)
{
    const struct fr_sandbox_job *job = worker->job;
    const struct fr_racer *racer = job->racer;
    lend_map(worker);
    const uint64_t begin = fr_clock_ns();
    const enum fr_status status =
        fr_reduction_reduces(job->reduction)
            ? fr_reduced_prepare(racer, job->reduction, job->map, &worker->memory.allocator,
                                 &worker->state)
            : racer->pathfinder->prepare(job->map, &racer->options, &worker->memory.allocator,
                                         &worker->state);
    *ns = (double)(fr_clock_ns() - begin);
    return status;
}

static enum fr_status carry_out(struct worker *worker, const struct fr_click *event, double *ns)
{
    const struct fr_pathfinder *pathfinder = worker->pathfinder;
    struct fr_rect changed;
    enum fr_status status = fr_click_apply(event, worker->job->map, &changed);
    if (status != FR_OK)
        return status;
    if (!worker->job->racer->pathfinder->update) {
        pathfinder->release(worker->state);
        worker->state = NULL;
        return prepare(worker, ns);
    }
    changed = fr_map_clip(worker->job->map, changed);
    lend_map(worker);
    const uint64_t begin = fr_clock_ns();
    status = pathfinder->update(worker->state, &changed, changed.width > 0);
    *ns = (double)(fr_clock_ns() - begin);
    return status;
}

static void answer_click(struct worker *worker, const struct fr_request_message *request,
                         struct fr_reply_message *reply)
{
    fr_measure_click(worker->pathfinder, worker->state, request->start, request->goal,
                     &worker->job->plan, &worker->path, &reply->measurement);
    const bool found = reply->measurement.outcome == FR_FOUND;
    if (reply->measurement.outcome == FR_OUT_OF_MEMORY)
        reply->status = FR_NO_MEMORY;
    /* A count beyond the buffer is a lie; without waypoints the judge calls it short. */
    if (found && worker->path.count <= worker->path.capacity)
        reply->points = worker->path.count;
}

static void answer_sketch(struct worker *worker, enum fr_sketch_part part,
                          struct fr_reply_message *reply)
{
    reply->status = fr_graph_sketch_take(worker->pathfinder, worker->state, part, &worker->path);
    if (reply->status == FR_OK)
        reply->points = worker->path.count;
}

static enum fr_spoilt what_is_spoilt(struct worker *worker)
{
    if (fr_guarded_fault(&worker->path_memory))
        return FR_SPOILT_PATH;
    const bool changed = worker->foreign && fr_map_hash(worker->job->map) != worker->map_hash;
    return changed ? FR_SPOILT_MAP : FR_SPOILT_NOTHING;
}

static bool serve_one(struct worker *worker, const struct fr_request_message *request)
{
    struct fr_reply_message reply;
    memset(&reply, 0, sizeof reply);
    reply.magic = FR_MESSAGE_MAGIC;
    reply.kind = request->kind;
    atomic_store(worker->job->plan.heartbeat, fr_clock_ns());
    switch (request->kind) {
    case FR_REQUEST_PREPARE:
        worker->memory.limit_bytes = (size_t)worker->job->prepare_bytes;
        reply.status = prepare(worker, &reply.ns);
        worker->memory.limit_bytes = (size_t)worker->job->limit_bytes;
        break;
    case FR_REQUEST_CLICK:
        answer_click(worker, request, &reply);
        break;
    case FR_REQUEST_EVENT:
        reply.status = carry_out(worker, &request->event, &reply.ns);
        break;
    case FR_REQUEST_SKETCH:
        answer_sketch(worker, request->part, &reply);
        break;
    }
    reply.spoilt = what_is_spoilt(worker);
    reply.live_bytes = worker->memory.live_bytes;
    reply.peak_bytes = worker->memory.peak_bytes;
    return write_whole(worker->socket, &reply, sizeof reply) &&
           write_whole(worker->socket, worker->path.points,
                       (size_t)reply.points * sizeof *worker->path.points);
}

int fr_sandbox_serve(int socket, const struct fr_sandbox_job *job)
{
    struct worker worker = {
        .socket = socket, .job = job, .foreign = !fr_is_built_in(job->racer->pathfinder)};
    struct fr_request_message request;
    worker.pathfinder =
        fr_reduction_reduces(job->reduction) ? &fr_reduced_pathfinder : job->racer->pathfinder;
    fr_counting_allocator_init(&worker.memory);
    fr_guarded_allocator_init(&worker.path_memory);
    worker.memory.limit_bytes = worker.path_memory.limit_bytes = (size_t)job->limit_bytes;
    fr_path_init(&worker.path, &worker.path_memory.allocator);
    while (read_whole(socket, &request, sizeof request) && request.magic == FR_MESSAGE_MAGIC)
        if (!serve_one(&worker, &request))
            return 1;
    return 0;
}
