#include "harness/sandbox/isolate.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "harness/machine/machine.h"
#include "harness/sandbox/limits.h"
#include "harness/sandbox/sandbox_protocol.h"
#include "harness/sandbox/watched.h"

static const volatile sig_atomic_t never;

/* Runs in the child. Its final message is a word that foreign code does not send by chance. */
static void carry_out(void (*work)(const void *context, void *report), const void *context,
                      void *report, int socket, int64_t memory_mb)
{
    const uint32_t returned = FR_MESSAGE_MAGIC;
    fr_limits_apply(socket, memory_mb, fr_machine_sanitized());
    work(context, report);
    (void)fr_message_send(socket, &returned, sizeof returned);
    _exit(0);
}

void fr_isolate(const struct fr_isolate_rules *rules,
                void (*work)(const void *context, void *report), const void *context, void *report,
                size_t size, struct fr_isolate_end *end)
{
    const struct fr_sandbox_rules watch = {
        .timeout_s = rules->timeout_s, .memory_mb = rules->memory_mb, .stop = &never};
    struct fr_watched watched;
    struct fr_reply reply = {.status = FR_REPLY_ANSWERED};
    uint32_t returned = 0;
    int socket;
    void *shared = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared != MAP_FAILED)
        memcpy(shared, report, size);
    const pid_t child = shared == MAP_FAILED ? -1 : fr_watched_fork(&watched, &watch, &socket);
    if (child == 0)
        carry_out(work, context, shared, socket, rules->memory_mb);
    *end = (struct fr_isolate_end){.started = child > 0};
    if (child > 0) {
        watched.baseline_bytes = fr_resident_bytes(child);
        fr_watched_expect(&watched, 1, rules->timeout_s);
        end->returned = fr_watched_receive(&watched, &returned, sizeof returned, &reply) &&
                        returned == FR_MESSAGE_MAGIC;
        end->timeout = reply.status == FR_REPLY_TIMEOUT;
        fr_watched_end(&watched);
        memcpy(report, shared, size);
    }
    if (child < 0)
        snprintf(end->reason, sizeof end->reason, "cannot start a process: %s", strerror(errno));
    else if (!end->returned)
        snprintf(end->reason, sizeof end->reason, "%s",
                 *reply.reason ? reply.reason : "wrote to memory that is not its own");
    if (shared != MAP_FAILED)
        munmap(shared, size);
}
