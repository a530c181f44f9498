#include "harness/race/estimate.h"

#include "harness/base/clock.h"

enum { MOST_ASKED = 25, REHEARSALS = 6 };

/* A slower click has one steady pass per round. */
#define SLOW_S 1e-3

/* Seconds per click and racer besides queries: judging, trials of cached answers, and writing
 * (measured on Moving AI's scenarios). */
#define OWN_S 1e-4

/* Seconds of one racer's queries; played ones include the harness. */
struct costs {
    double prepare, played, steady;
    int asked;
};

/* Queries clicks spread over the share, on the map before any event. */
static void ask_some(const struct fr_course *course, struct fr_share share,
                     struct fr_sandbox *sandbox, struct costs *costs)
{
    static const enum fr_timing timings[] = {FR_PLAYED, FR_STEADY};
    double *const totals[] = {&costs->played, &costs->steady};
    const size_t stride = fr_share_clicks(course, share) / MOST_ASKED + 1;
    size_t seen = 0;
    for (size_t i = share.first; i < share.last; i++) {
        const struct fr_resolved_click *click = &course->resolved[i];
        struct fr_reply reply;
        if (click->event || !click->answerable || seen++ % stride != 0)
            continue;
        for (int j = 0; j < 2; j++) {
            const uint64_t begin = fr_clock_ns();
            fr_sandbox_click(sandbox, timings[j], click->from, click->to, &reply, NULL);
            *totals[j] += j == 0 ? (double)(fr_clock_ns() - begin) / 1e9 : reply.answer.ns / 1e9;
            if (reply.status != FR_REPLY_ANSWERED)
                return;
        }
        costs->asked++;
    }
}

static struct costs measure(const struct fr_race_settings *settings, const struct fr_course *course,
                            struct fr_share share, const struct fr_racer *racer)
{
    struct fr_sandbox sandbox;
    struct fr_reply reply;
    struct costs costs = {.asked = 0};
    fr_sandbox_init(&sandbox, settings->rules);
    sandbox.reduction = course->report.reduction;
    const uint64_t begin = fr_clock_ns();
    fr_sandbox_open(&sandbox, racer, course->map, &reply);
    costs.prepare = (double)(fr_clock_ns() - begin) / 1e9;
    if (reply.status == FR_REPLY_ANSWERED)
        ask_some(course, share, &sandbox, &costs);
    fr_sandbox_release(&sandbox);
    return costs;
}

/* Seconds per click for one racer in one round, including queries besides the passes. */
static double click_seconds(const struct fr_race_schedule *schedule, const struct costs *costs,
                            size_t clicks)
{
    if (costs->asked == 0)
        return 0;
    const double played = costs->played / costs->asked, steady = costs->steady / costs->asked;
    const int steady_passes = schedule->skips_steady ? 0 : (steady > SLOW_S ? 1 : schedule->passes);
    const double cold =
        (size_t)schedule->cold < clicks ? (double)schedule->cold / (double)clicks : 1;
    return schedule->rounds * (schedule->passes * played + steady_passes * steady + cold * played) +
           steady * (!schedule->skips_phases + REHEARSALS * schedule->rehearsed) + OWN_S;
}

struct fr_course_seconds fr_estimate_course(const struct fr_race_settings *settings,
                                            const struct fr_course *course, struct fr_share share,
                                            struct fr_progress *progress)
{
    const size_t clicks = fr_share_clicks(course, share);
    struct fr_course_seconds estimate = {0, 0};
    for (int i = 0; i < settings->racers->count && !*settings->rules->stop; i++) {
        const struct fr_racer *racer = &settings->racers->at[i];
        fr_progress_show(progress, course->name, racer->algo);
        const struct costs costs = measure(settings, course, share, racer);
        estimate.prepare_s += settings->schedule.rounds * costs.prepare;
        estimate.click_s += click_seconds(&settings->schedule, &costs, clicks);
    }
    return estimate;
}
