#include "harness/race/trials.h"

#include <math.h>
#include <stdlib.h>

#include "harness/statistics/quantiles.h"

/* For slower clicks nothing that the processor learns matters, so neighbours are not queried. */
#define SLOW_NS 1e6

enum { TRIALS = 8 }; /* per round */

/* The click's median played time so far. */
static double played_ns(const struct fr_race_query *query)
{
    double samples[FR_MOST_SAMPLES];
    size_t count = 0;
    for (int i = 0; i < query->times.rounds * query->times.passes; i++)
        if (!isnan(query->times.played[i]))
            samples[count++] = query->times.played[i];
    fr_sort(samples, count);
    return count > 0 ? fr_median(samples, count) : (double)NAN;
}

static bool draw_questions(const struct fr_race *race, const struct fr_race_racer *racer,
                           size_t click, struct fr_random *random,
                           struct fr_question questions[FR_TRIAL_CALLS])
{
    const struct fr_resolved_click *resolved = &race->course->resolved[click];
    const struct fr_reduction reduction = racer->sandbox.reduction;
    return fr_caching_questions(race->map, resolved->start, resolved->goal,
                                fr_reduction_reduces(reduction) ? reduction.scale : 1, random,
                                questions);
}

/* A failure here does not count against the racer, as these are not clicks of the race. */
static void try_click(struct fr_race *race, struct fr_race_racer *racer, size_t click,
                      struct fr_random *random)
{
    static struct fr_answer answers[FR_SANDBOX_QUESTIONS];
    struct fr_question questions[FR_TRIAL_CALLS];
    struct fr_reply reply;
    const enum fr_timing timing = racer->tried % 2 == 0 ? FR_PLAYED : FR_STEADY;
    const double ns_click = played_ns(&racer->queries[click]);
    const bool slow = ns_click > SLOW_NS;
    const int first = slow ? FR_TRIAL_NEIGHBOURS : 0, count = FR_TRIAL_CALLS - first - slow;
    if (!draw_questions(race, racer, click, random, questions))
        return;
    const int came =
        fr_sandbox_pass(&racer->sandbox, timing, questions + first, count, answers, &reply);
    const struct fr_answer *last = answers + FR_TRIAL_NEIGHBOURS - first;
    for (int i = 0; i < came; i++)
        fr_race_count_time(race, &answers[i]);
    fr_race_poll(race);
    racer->tried = came < count ? TRIALS : racer->tried + 1;
    if (came < count || last[0].lost || last[1].lost)
        return;
    const double ns[] = {last[0].ns, last[1].ns, slow || last[2].lost ? last[1].ns : last[2].ns};
    fr_caching_note(&racer->trials, timing, ns, ns_click);
}

/* The instructions of a query, counted up to a limit; -1: not counted. */
static int64_t count_steps(struct fr_race *race, struct fr_race_racer *racer,
                           struct fr_question question, int64_t most)
{
    struct fr_reply reply = {.status = FR_REPLY_ANSWERED};
    if (!fr_sandbox_is_open(&racer->sandbox) || !fr_race_goes_on(race))
        return -1;
    const int64_t steps = fr_sandbox_steps(&racer->sandbox, question, most, &reply);
    fr_race_poll_reply(race, &reply);
    return steps;
}

/* The same for a query that was just answered. */
static int64_t count_repeat(struct fr_race *race, struct fr_race_racer *racer,
                            struct fr_question question)
{
    struct fr_answer answer;
    struct fr_reply reply;
    if (!fr_sandbox_is_open(&racer->sandbox) ||
        fr_sandbox_pass(&racer->sandbox, FR_PLAYED, &question, 1, &answer, &reply) < 1)
        return -1;
    return count_steps(race, racer, question, FR_MOST_REPEAT);
}

/* Counts the instructions of queries beside a click; false if that is impossible. Suspected repeats
 * come first, as their count limits how many instructions of a new query need be counted. */
static bool count_click(struct fr_race *race, struct fr_race_racer *racer, size_t click,
                        struct fr_random *random)
{
    struct fr_question questions[FR_TRIAL_CALLS];
    const struct fr_question *fresh = &questions[FR_TRIAL_NEIGHBOURS];
    const bool repeats = fr_caching_suspects_repeats(&racer->trials);
    const bool clicks = fr_caching_suspects_clicks(&racer->trials);
    int64_t new_steps = FR_MOST_REPEAT, again = FR_MOST_REPEAT;
    if (!draw_questions(race, racer, click, random, questions))
        return false;
    const int64_t repeat = repeats ? count_repeat(race, racer, questions[0]) : FR_MOST_REPEAT;
    const int64_t known =
        clicks ? count_steps(race, racer, fr_race_question(race, click), FR_MOST_REPEAT)
               : FR_MOST_REPEAT;
    if (repeat < 0 || known < 0)
        return false;
    if (repeat < FR_MOST_REPEAT || known < FR_MOST_REPEAT) {
        /* A count above the cap does not say how many would be enough. */
        const int64_t cheap = repeat == FR_MOST_REPEAT ? known : repeat;
        const int64_t more = known < FR_MOST_REPEAT && known > cheap ? known : cheap;
        new_steps = count_steps(race, racer, *fresh, fr_caching_enough(more));
        if (repeats)
            again = count_steps(race, racer, *fresh, FR_MOST_REPEAT);
    }
    if (new_steps < 0 || again < 0)
        return false;
    fr_caching_count(&racer->trials, known, new_steps, again);
    return true;
}

/* Lists the clicks of a stretch that trials use: answered clicks of class detour. Returns their
 * number. */
static size_t list_clicks(const struct fr_race *race, const struct fr_race_racer *racer,
                          const struct fr_stretch *stretch, size_t *clicks)
{
    size_t count = 0;
    for (size_t click = stretch->first; click < stretch->last; click++) {
        const struct fr_race_query *query = &racer->queries[click];
        if (query->answered && query->found && race->standings->classes[click] == FR_CLASS_DETOUR)
            clicks[count++] = click;
    }
    return count;
}

static void try_racer(struct fr_race *race, struct fr_race_racer *racer,
                      const struct fr_stretch *stretch, size_t *clicks)
{
    const bool last =
        race->settings->stopping || race->round == race->settings->schedule.rounds - 1;
    const size_t count = list_clicks(race, racer, stretch, clicks);
    struct fr_random random = {race->settings->trial_seed ^
                               (stretch->first + 1) * 0x9E3779B97F4A7C15u ^
                               (uint64_t)race->round * 0xD1B54A32D192ED03u};
    for (size_t i = 0; i < count && racer->tried < TRIALS && fr_sandbox_is_open(&racer->sandbox) &&
                       fr_race_goes_on(race);
         i++)
        try_click(race, racer, clicks[fr_random_below(&random, (uint32_t)count)], &random);
    if (!last || count == 0 ||
        !(fr_caching_suspects_repeats(&racer->trials) ||
          fr_caching_suspects_clicks(&racer->trials)))
        return;
    fr_progress_show(race->progress, race->course->name, "counting instructions");
    bool counted = true;
    while (counted && !fr_caching_is_clear(&racer->trials) && fr_race_goes_on(race))
        counted =
            count_click(race, racer, clicks[fr_random_below(&random, (uint32_t)count)], &random);
}

/* Threads besides the answering one are counted after an answer. */
static enum fr_exclusion exclusion_of(const struct fr_race_racer *racer)
{
    if (racer->threads > 0)
        return FR_EXCLUDED_THREADS;
    if (racer->caching == FR_CACHING_FOUND)
        return FR_EXCLUDED_CACHES;
    if (racer->caching == FR_CACHING_KNOWN)
        return FR_EXCLUDED_KNOWN;
    return racer->uncounted ? FR_EXCLUDED_MEMORY : FR_EXCLUDED_NOT;
}

enum fr_status fr_race_try_racers(struct fr_race *race, const struct fr_stretch *stretch)
{
    size_t *clicks = malloc((stretch->last - stretch->first) * sizeof *clicks);
    if (!clicks)
        return FR_NO_MEMORY;
    for (int i = 0; i < race->racer_count; i++) {
        struct fr_race_racer *racer = &race->racers[i];
        if (racer->group != race->group)
            continue;
        const int threads = fr_sandbox_threads(&racer->sandbox);
        racer->threads = threads > racer->threads ? threads : racer->threads;
        if (!race->settings->schedule.skips_trials)
            try_racer(race, racer, stretch, clicks);
        racer->caching = fr_caching_judge(&racer->trials);
        racer->standing->excluded = exclusion_of(racer);
        racer->standing->remembers = racer->standing->excluded != FR_EXCLUDED_NOT;
    }
    free(clicks);
    return FR_OK;
}
