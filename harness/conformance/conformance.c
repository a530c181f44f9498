#include "harness/conformance/conformance.h"

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "harness/conformance/check.h"
#include "harness/machine/machine.h"
#include "harness/sandbox/limits.h"
#include "harness/sandbox/racer_plugin.h"
#include "harness/sandbox/sandbox_protocol.h"
#include "harness/sandbox/watched.h"

#define MEMORY_MB 512
#define REASON_SIZE 256

static const volatile sig_atomic_t never;

static const struct {
    const char *name, *promise;
    fr_map_check *on_map; /* or */
    fr_whole_check *whole;
    fr_check_condition *lacks; /* NULL: it applies to all */
} checks[] = {
    {"descriptor", "names, texts, options and traits are complete", NULL, fr_conformance_descriptor,
     NULL},
    {"ends", "blocked ends are unreachable; start == goal gives one point", fr_conformance_ends,
     NULL, fr_conformance_is_faulty},
    {"reach", "finds a legal path to every reachable goal, and to no other", fr_conformance_reach,
     NULL, fr_conformance_is_faulty},
    {"optimum", "paths are as short as the descriptor claims", fr_conformance_optimum, NULL,
     fr_conformance_has_no_optimum},
    {"symmetry", "rotating, mirroring and swapping the ends keep the outcome and the length",
     fr_conformance_symmetry, NULL, fr_conformance_is_faulty},
    {"obstacle", "an added obstacle never shortens a path", NULL, fr_conformance_obstacle,
     fr_conformance_is_faulty},
    {"edge-walls", "respects edge walls, or refuses maps with edge walls", NULL,
     fr_conformance_edge_walls, NULL},
    {"update", "an update is equivalent to a new preparation", fr_conformance_update, NULL,
     fr_conformance_has_no_update},
    {"refusals", "reports each refused allocation, and recovers", NULL, fr_conformance_refusals,
     NULL},
    {"leaks", "release frees all memory", fr_conformance_leaks, NULL, NULL},
    {"steady", "find allocates nothing after warm-up", fr_conformance_steady, NULL, NULL},
    {"order", "a query returns the same path in any order", fr_conformance_order, NULL, NULL},
    {"states", "states are independent", NULL, fr_conformance_states, NULL},
    {"threads", "two threads can use two states", NULL, fr_conformance_threads, NULL},
    {"caching", "paths are computed, not cached", NULL, fr_conformance_caching, NULL},
    {"watched", "a probe and stats have no effect on paths", fr_conformance_watched, NULL, NULL},
};

enum { CHECKS = sizeof checks / sizeof *checks };

static const char *const call_names[FR_CHECK_CALLS] = {
    [FR_CHECK_ELSEWHERE] = "between calls", [FR_CHECK_DESCRIBE] = "in describe",
    [FR_CHECK_PREPARE] = "in prepare",      [FR_CHECK_FIND] = "in find",
    [FR_CHECK_UPDATE] = "in update",        [FR_CHECK_STATS] = "in stats",
    [FR_CHECK_RELEASE] = "in release"};

int fr_conformance_count(void)
{
    return CHECKS;
}

const char *fr_conformance_name(int check)
{
    return checks[check].name;
}

const char *fr_conformance_promise(int check)
{
    return checks[check].promise;
}

struct assignment {
    const struct fr_racer *subject;
    const struct fr_conformance_plan *plan;
    int check;
};

static void run_check(const struct assignment *assignment, struct fr_check_report *report)
{
    struct fr_racer subject = *assignment->subject;
    struct fr_check check = {&subject, assignment->plan, report};
    struct fr_error error;
    if (fr_plugin_enter(&subject, &error) != FR_OK)
        fr_check_fail(&check, "%.200s", error.text);
    fr_check_condition *lacks = checks[assignment->check].lacks;
    fr_whole_check *whole = checks[assignment->check].whole;
    if (whole != fr_conformance_descriptor && subject.traits.movement == FR_POLYGON)
        fr_check_skip(&check, "requires drawn polygons; the maps here are masks");
    if (lacks && lacks(&check))
        fr_check_skip(&check, lacks(&check));
    if (whole)
        whole(&check);
    for (int i = 0; i < check.plan->maps && !whole; i++) {
        struct fr_check_course course;
        struct fr_instance instance;
        fr_check_draw(&check, i, &course);
        fr_instance_prepare(&instance, &check, course.map);
        checks[assignment->check].on_map(&course, &instance);
        fr_instance_release(&instance);
        fr_check_release(&course);
    }
}

/* Runs in the child, and ends with a message that foreign code does not send by chance. */
static void carry_out(const struct assignment *assignment, struct fr_check_report *report,
                      int socket)
{
    const uint32_t returned = FR_MESSAGE_MAGIC;
    fr_limits_apply(socket, MEMORY_MB, fr_machine_sanitized());
    run_check(assignment, report);
    (void)fr_message_send(socket, &returned, sizeof returned);
    _exit(0);
}

/* Runs a check in a child: a crash, a hang or lack of memory becomes a finding instead of ending
 * this program. The child writes to a shared copy of the report, which even after a crash holds
 * what was written before. Foreign code may have written anything to the shared copy. The memory
 * limit is in addition to what the process already uses. Returns whether the check was completed;
 * if not, `reason` says why: "killed by signal 11 (...)", "took longer than 3 s". */
static bool isolate(const struct assignment *assignment, struct fr_check_report *report,
                    struct fr_conformance_finding *finding, char reason[REASON_SIZE])
{
    const struct fr_sandbox_rules rules = {
        .timeout_s = assignment->plan->timeout_s, .memory_mb = MEMORY_MB, .stop = &never};
    struct fr_watched watched;
    struct fr_reply reply = {.status = FR_REPLY_ANSWERED};
    uint32_t returned = 0;
    int socket;
    struct fr_check_report *shared =
        mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared != MAP_FAILED)
        *shared = *report;
    const pid_t child = shared == MAP_FAILED ? -1 : fr_watched_fork(&watched, &rules, &socket);
    if (child == 0)
        carry_out(assignment, shared, socket);
    finding->refused = child < 0;
    if (child < 0)
        snprintf(reason, REASON_SIZE, "cannot start a process: %s", strerror(errno));
    if (child > 0) {
        watched.baseline_bytes = fr_resident_bytes(child);
        fr_watched_expect(&watched, 1, rules.timeout_s);
        if (!fr_watched_receive(&watched, &returned, sizeof returned, &reply))
            returned = 0;
        finding->out_of_time = reply.status == FR_REPLY_TIMEOUT;
        snprintf(reason, REASON_SIZE, "%s",
                 *reply.reason ? reply.reason : "wrote to memory that is not its own");
        fr_watched_end(&watched);
        *report = *shared;
    }
    if (shared != MAP_FAILED)
        munmap(shared, sizeof *shared);
    return returned == FR_MESSAGE_MAGIC;
}

/* The child ran foreign code, so nothing in its report is trusted. */
static void read_report(struct fr_check_report *report, struct fr_conformance_finding *finding)
{
    report->what[sizeof report->what - 1] = report->map[sizeof report->map - 1] = '\0';
    snprintf(finding->what, sizeof finding->what, "%s", report->what);
    finding->seed = report->seed;
    finding->asked = report->asked;
    finding->start = report->start;
    finding->goal = report->goal;
    memcpy(finding->map, report->map, sizeof finding->map);
}

void fr_conformance_check(const struct fr_racer *subject, const struct fr_conformance_plan *plan,
                          int check, struct fr_conformance_finding *finding)
{
    const struct assignment assignment = {subject, plan, check};
    struct fr_check_report report = {.verdict = FR_CONFORMANCE_OK, .seed = plan->seed};
    char reason[REASON_SIZE];
    memset(finding, 0, sizeof *finding);
    const bool completed = isolate(&assignment, &report, finding, reason);
    read_report(&report, finding);
    if (completed && report.verdict == FR_CONFORMANCE_OK)
        return;
    finding->verdict =
        report.verdict == FR_CONFORMANCE_SKIPPED ? FR_CONFORMANCE_SKIPPED : FR_CONFORMANCE_FAILED;
    if (report.verdict == FR_CONFORMANCE_OK)
        snprintf(finding->what, sizeof finding->what, "%s %s", reason,
                 (unsigned)report.call < FR_CHECK_CALLS ? call_names[report.call] : "");
}
