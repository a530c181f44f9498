#include "harness/commands/dry_run.h"

#include <stdio.h>

enum { MOST_ASKED = 25, REHEARSALS = 6 };

/* A click that takes longer has one steady pass a round. */
#define SLOW_S 1e-3

static size_t count_clicks(const struct fr_run_plan *plan, int course)
{
    size_t count = 0;
    for (size_t i = plan->shares[course].first; i < plan->shares[course].last; i++)
        count += !plan->courses[course].resolved[i].event;
    return count;
}

/* What one racer's calls take, in seconds, harness included. */
struct costs {
    double prepare, played, steady;
    int asked;
};

/* Asks for clicks spread over the share, on the map as it is before any event. */
static void ask_some(struct fr_run_plan *plan, int course, size_t clicks,
                     struct fr_sandbox *sandbox, struct costs *costs)
{
    static const enum fr_timing timings[] = {FR_PLAYED, FR_STEADY};
    const struct fr_course *on = &plan->courses[course];
    double *const totals[] = {&costs->played, &costs->steady};
    const size_t stride = clicks / MOST_ASKED + 1;
    size_t seen = 0;
    for (size_t i = plan->shares[course].first; i < plan->shares[course].last; i++) {
        struct fr_reply reply;
        if (on->resolved[i].event || !on->resolved[i].answerable || seen++ % stride != 0)
            continue;
        for (int j = 0; j < 2; j++) {
            const uint64_t begin = fr_clock_ns();
            fr_sandbox_click(sandbox, timings[j], on->resolved[i].from, on->resolved[i].to, &reply,
                             NULL);
            *totals[j] += j == 0 ? (double)(fr_clock_ns() - begin) / 1e9 : reply.answer.ns / 1e9;
            if (reply.fate != FR_FATE_ANSWERED)
                return;
        }
        costs->asked++;
    }
}

/* Seconds that a racer would take on a course. */
static double estimate(struct fr_run_plan *plan, int course, const struct fr_racer *racer,
                       size_t clicks)
{
    const struct fr_race_schedule *schedule = &plan->settings.schedule;
    struct fr_sandbox sandbox;
    struct fr_reply reply;
    struct costs costs = {.asked = 0};
    fr_sandbox_init(&sandbox, &plan->rules);
    sandbox.reduction = plan->courses[course].report.reduction;
    const uint64_t begin = fr_clock_ns();
    fr_sandbox_open(&sandbox, racer, plan->courses[course].map, &reply);
    costs.prepare = (double)(fr_clock_ns() - begin) / 1e9;
    if (reply.fate == FR_FATE_ANSWERED)
        ask_some(plan, course, clicks, &sandbox, &costs);
    fr_sandbox_release(&sandbox);
    if (costs.asked == 0)
        return costs.prepare * schedule->rounds;
    const double played = costs.played / costs.asked, steady = costs.steady / costs.asked;
    const int steady_passes = steady > SLOW_S ? 1 : schedule->passes;
    const double probed = steady * (1 + REHEARSALS * schedule->rehearsed);
    const double cold = played * (schedule->cold < (int)clicks ? schedule->cold : (int)clicks);
    return schedule->rounds *
               (costs.prepare + cold +
                (double)clicks * (schedule->passes * played + steady_passes * steady)) +
           (double)clicks * probed;
}

static void print_seconds(double seconds)
{
    if (seconds < 90)
        printf("about %.1f s\n", seconds);
    else if (seconds < 5400)
        printf("about %.0f minutes\n", seconds / 60);
    else
        printf("about %.1f hours\n", seconds / 3600);
}

enum fr_status fr_dry_run(struct fr_run_plan *plan, struct fr_error *error)
{
    double total = 0;
    size_t turns = 0;
    int maps = 0;
    for (int i = 0; i < plan->course_count; i++) {
        const size_t clicks = count_clicks(plan, i);
        double seconds = 0;
        if (plan->shares[i].first == plan->shares[i].last)
            continue;
        for (int r = 0; r < plan->racers.count && !*plan->stop; r++) {
            fr_progress_show(&plan->progress, plan->courses[i].name, plan->racers.at[r].algo);
            seconds += estimate(plan, i, &plan->racers.at[r], clicks);
        }
        fr_progress_clear(&plan->progress);
        printf("%s, clicks: %s, %zu clicks: ", plan->courses[i].name, plan->courses[i].clicks,
               clicks);
        print_seconds(seconds);
        total += seconds;
        turns += clicks * (size_t)plan->racers.count;
        maps++;
    }
    if (*plan->stop)
        return fr_fail(error, FR_BAD_INPUT, "stopped");
    printf("%d map%s, %d racer%s, %zu turns: ", maps, maps == 1 ? "" : "s", plan->racers.count,
           plan->racers.count == 1 ? "" : "s", turns);
    print_seconds(total);
    return FR_OK;
}
