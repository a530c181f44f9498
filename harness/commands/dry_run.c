#include "harness/commands/dry_run.h"

#include <stdio.h>

enum { MOST_ASKED = 5 };

static size_t count_clicks(const struct fr_run_plan *plan, int course)
{
    size_t count = 0;
    for (size_t i = plan->shares[course].first; i < plan->shares[course].last; i++)
        count += !plan->courses[course].resolved[i].event;
    return count;
}

/* Asks for clicks spread over the share, on the map as it is before any event; how many. */
static int ask_some(struct fr_run_plan *plan, int course, size_t clicks, struct fr_sandbox *sandbox,
                    struct fr_path *path)
{
    const struct fr_course *on = &plan->courses[course];
    const size_t stride = clicks / MOST_ASKED + 1;
    size_t seen = 0;
    int asked = 0;
    for (size_t i = plan->shares[course].first; i < plan->shares[course].last; i++) {
        struct fr_reply reply;
        if (on->resolved[i].event || !on->resolved[i].answerable || seen++ % stride != 0)
            continue;
        fr_sandbox_click(sandbox, fr_pixel_centre(on->resolved[i].start),
                         fr_pixel_centre(on->resolved[i].goal), &reply, path);
        asked++;
        if (reply.fate != FR_FATE_ANSWERED)
            break;
    }
    return asked;
}

/* Seconds that a racer would take on a course. */
static double estimate(struct fr_run_plan *plan, int course, const struct fr_racer *racer,
                       size_t clicks, struct fr_path *path)
{
    struct fr_sandbox sandbox;
    struct fr_reply reply;
    fr_sandbox_init(&sandbox, &plan->rules);
    sandbox.reduction = plan->courses[course].report.reduction;
    const uint64_t begin = fr_clock_ns();
    fr_sandbox_open(&sandbox, racer, plan->courses[course].map, &reply);
    const uint64_t prepared = fr_clock_ns();
    int asked = 0;
    if (reply.fate == FR_FATE_ANSWERED)
        asked = ask_some(plan, course, clicks, &sandbox, path);
    const uint64_t end = fr_clock_ns();
    fr_sandbox_close(&sandbox);
    const double each = asked > 0 ? (double)(end - prepared) / asked : 0;
    return ((double)(prepared - begin) + each * (double)clicks) / 1e9;
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
    struct fr_path path;
    double total = 0;
    size_t turns = 0;
    int maps = 0;
    fr_path_init(&path, &fr_default_allocator);
    for (int i = 0; i < plan->course_count; i++) {
        const size_t clicks = count_clicks(plan, i);
        double seconds = 0;
        if (plan->shares[i].first == plan->shares[i].last)
            continue;
        for (int r = 0; r < plan->racers.count && !*plan->stop; r++) {
            fr_progress_show(&plan->progress, plan->courses[i].name, plan->racers.at[r].algo);
            seconds += estimate(plan, i, &plan->racers.at[r], clicks, &path);
        }
        fr_progress_clear(&plan->progress);
        printf("%s, clicks: %s, %zu clicks: ", plan->courses[i].name, plan->courses[i].clicks,
               clicks);
        print_seconds(seconds);
        total += seconds;
        turns += clicks * (size_t)plan->racers.count;
        maps++;
    }
    fr_path_release(&path);
    if (*plan->stop)
        return fr_fail(error, FR_BAD_INPUT, "stopped");
    printf("%d map%s, %d racer%s, %zu turns: ", maps, maps == 1 ? "" : "s", plan->racers.count,
           plan->racers.count == 1 ? "" : "s", turns);
    print_seconds(total);
    return FR_OK;
}
