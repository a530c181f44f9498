/* The calls of one round between two events: the timed passes, and the calls that accompany them. A
 * query runs only if its sample is missing; a resumed race already has some samples. */
#include "harness/race/passes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "harness/race/anchoring.h"
#include "harness/race/query_row.h"
#include "harness/race/race_racer.h"
#include "harness/sandbox/racer_plugin.h"
#include "maps/random.h"

/* What the processor has learned does not matter for clicks slower than this: they have one steady
 * pass per round, and no queries of neighbours. */
#define SLOW_NS 1e6

enum { TRIALS = 8 }; /* per round */

static bool draw_queries(const struct fr_race *race, const struct fr_race_racer *racer,
                         size_t click, struct fr_random *random,
                         struct fr_query queries[FR_TRIAL_CALLS])
{
    const struct fr_resolved_click *resolved = &race->course->resolved[click];
    const struct fr_reduction reduction = racer->sandbox.reduction;
    return fr_caching_queries(race->map, resolved->start, resolved->goal,
                              fr_reduction_reduces(reduction) ? reduction.scale : 1, random,
                              queries);
}

/* A failure here does not count against the racer, as these queries are not clicks of the race. */
static void try_click(struct fr_race *race, struct fr_race_racer *racer, size_t click,
                      struct fr_random *random)
{
    static struct fr_answer answers[FR_SANDBOX_QUERIES];
    struct fr_query queries[FR_TRIAL_CALLS];
    struct fr_reply reply;
    const enum fr_timing timing = racer->tried % 2 == 0 ? FR_PLAYED : FR_STEADY;
    const struct fr_click_times *times = &racer->queries[click].times;
    const double ns_click =
        fr_median_known(times->played, (size_t)times->rounds * (size_t)times->passes, 1);
    const bool slow = ns_click > SLOW_NS;
    const int first = slow ? FR_TRIAL_NEIGHBOURS : 0, count = FR_TRIAL_CALLS - first - slow;
    if (!draw_queries(race, racer, click, random, queries))
        return;
    const int came =
        fr_sandbox_pass(&racer->sandbox, timing, queries + first, count, answers, &reply);
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
static int64_t count_steps(struct fr_race *race, struct fr_race_racer *racer, struct fr_query query,
                           int64_t most)
{
    struct fr_reply reply = {.status = FR_REPLY_ANSWERED};
    if (!fr_sandbox_is_open(&racer->sandbox) || !fr_race_goes_on(race))
        return -1;
    const int64_t steps = fr_sandbox_steps(&racer->sandbox, query, most, &reply);
    fr_race_poll_reply(race, &reply);
    return steps;
}

/* The instructions of a query that was just answered; -1: not counted. */
static int64_t count_repeat(struct fr_race *race, struct fr_race_racer *racer,
                            struct fr_query query)
{
    struct fr_answer answer;
    struct fr_reply reply;
    if (!fr_sandbox_is_open(&racer->sandbox) ||
        fr_sandbox_pass(&racer->sandbox, FR_PLAYED, &query, 1, &answer, &reply) < 1)
        return -1;
    return count_steps(race, racer, query, FR_MOST_REPEAT);
}

/* Counts the instructions of queries beside a click; false if that is impossible. Suspected repeats
 * come first, as their count limits how many instructions of a new query need to be counted. */
static bool count_click(struct fr_race *race, struct fr_race_racer *racer, size_t click,
                        struct fr_random *random)
{
    struct fr_query queries[FR_TRIAL_CALLS];
    const struct fr_query *fresh = &queries[FR_TRIAL_NEIGHBOURS];
    const bool repeats = fr_caching_suspects_repeats(&racer->trials);
    const bool clicks = fr_caching_suspects_clicks(&racer->trials);
    int64_t new_steps = FR_MOST_REPEAT, again = FR_MOST_REPEAT;
    if (!draw_queries(race, racer, click, random, queries))
        return false;
    const int64_t repeat = repeats ? count_repeat(race, racer, queries[0]) : FR_MOST_REPEAT;
    const int64_t known = clicks
                              ? count_steps(race, racer, fr_race_ends(race, click), FR_MOST_REPEAT)
                              : FR_MOST_REPEAT;
    if (repeat < 0 || known < 0)
        return false;
    if (repeat < FR_MOST_REPEAT || known < FR_MOST_REPEAT) {
        /* If one of the counts was cut off at FR_MOST_REPEAT, the other sets the cap. */
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
    if (!last || count == 0 || !fr_caching_suspects_any(&racer->trials))
        return;
    fr_progress_show(race->progress, race->course->name, "counting instructions");
    bool counted = true;
    while (counted && !fr_caching_is_clear(&racer->trials) && fr_race_goes_on(race))
        counted =
            count_click(race, racer, clicks[fr_random_below(&random, (uint32_t)count)], &random);
}

/* Threads other than the answering thread are counted after an answer. */
static enum fr_exclusion exclusion_of(const struct fr_race_racer *racer)
{
    if (racer->threads > 0)
        return FR_EXCLUDED_THREADS;
    if (racer->caching == FR_CACHING_FOUND)
        return FR_EXCLUDED_CACHES;
    if (racer->caching == FR_CACHING_KNOWN)
        return FR_EXCLUDED_KNOWN;
    if (racer->caching == FR_CACHING_UNKNOWN && fr_is_plugin(racer->spec->pathfinder) &&
        fr_caching_suspects_any(&racer->trials))
        return FR_EXCLUDED_SUSPECTED;
    return racer->uncounted ? FR_EXCLUDED_MEMORY : FR_EXCLUDED_NOT;
}

/* Runs after the passes of a stretch. FR_OK or FR_NO_MEMORY. */
static enum fr_status try_racers(struct fr_race *race, const struct fr_stretch *stretch)
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

/* A request lasts at most about this long, so that a killed race loses little. */
#define REQUEST_NS 1e8

struct pair {
    size_t click;
    int racer;
};

static bool takes_part(const struct fr_race *race, const struct fr_race_racer *racer)
{
    return racer->group == race->group && !racer->given_up && fr_race_goes_on(race);
}

/* Counts a failed or answered click; a racer with too many failures in a row leaves the course. */
static void consider_giving_up(struct fr_race *race, struct fr_race_racer *racer,
                               const struct fr_race_query *query, const char *outcome)
{
    const int most = race->settings->give_up;
    racer->failures_in_a_row = query->failed ? racer->failures_in_a_row + 1 : 0;
    char why[96];
    if (racer->prepare_failed || most == 0 || racer->failures_in_a_row < most)
        return;
    snprintf(why, sizeof why, "%d consecutive failures (last: %s)", racer->failures_in_a_row,
             outcome);
    fr_race_give_up(race, racer, why);
}

/* Queries a click as played: the first answer goes to the judge, later ones are compared with
 * it. */
static enum fr_status play(struct fr_race *race, struct fr_race_racer *racer, size_t click,
                           enum fr_entry_kind kind, int pass)
{
    struct fr_race_query *query = &racer->queries[click];
    const bool first = !query->draft;
    enum fr_status status = FR_OK;
    struct fr_reply reply;
    fr_progress_show(race->progress, race->course->name, racer->spec->algo);
    race->path.count = 0;
    fr_race_query(race, racer, FR_PLAYED, click, &reply, first ? &race->path : NULL);
    if (fr_race_is_stopped(race))
        return FR_OK;
    if (first)
        status = fr_race_draft_query(race, racer, click, &reply);
    if (status != FR_OK || fr_race_is_stopped(race))
        return status;
    if (first)
        consider_giving_up(race, racer, query, fr_outcome_name(&reply));
    if (first ? query->answered
              : fr_race_confirm_query(race, racer, click, &reply, &reply.answer, &status))
        fr_race_note_sample(race, racer, click, kind, pass, &reply.answer);
    fr_journal_flush(race->settings->journal);
    return status;
}

/* Whether a click needs to be played now: an interrupted race may have left its sample. */
static bool is_due(struct fr_race *race, struct fr_race_racer *racer, size_t click,
                   const double *sample)
{
    struct fr_race_query *query = &racer->queries[click];
    if (query->restored && takes_part(race, racer))
        consider_giving_up(race, racer, query, "as before");
    query->restored = false;
    if (query->written || !takes_part(race, racer) || !race->course->resolved[click].answerable)
        return false;
    return !query->draft || (query->answered && isnan(*sample));
}

/* The first click after an event also pays for work that the update postponed, so it has an
 * additional query before all others. */
static enum fr_status play_after_event(struct fr_race *race, const struct fr_stretch *stretch)
{
    int order[FR_MAX_RACERS];
    enum fr_status status = FR_OK;
    fr_race_shuffle(race, stretch->first, order);
    for (int i = 0; i < race->racer_count && status == FR_OK && fr_race_goes_on(race); i++) {
        struct fr_race_racer *racer = &race->racers[order[i]];
        const struct fr_race_query *query = &racer->queries[stretch->first];
        if (is_due(race, racer, stretch->first,
                   query->times.played ? &query->times.after_event[race->round] : NULL) &&
            fr_race_admits(race, racer))
            status = play(race, racer, stretch->first, FR_ENTRY_EVENT, 0);
    }
    return status;
}

/* All pairs of clicks of a stretch and racers of the group, shuffled; the caller deallocates
 * them. */
static struct pair *shuffle_pairs(const struct fr_race *race, const struct fr_stretch *stretch,
                                  int pass, size_t *count)
{
    const size_t clicks = stretch->last - stretch->first;
    const size_t size = clicks * (size_t)race->racer_count;
    struct fr_random random = {race->settings->seed ^ (stretch->first + 1) * 0x9E3779B97F4A7C15u ^
                               ((uint64_t)race->round << 32 ^ (uint64_t)pass) *
                                   0xD1B54A32D192ED03u};
    struct pair *pairs = fr_allocate(race->settings->allocator, size, sizeof *pairs);
    *count = 0;
    for (size_t i = 0; i < clicks && pairs; i++)
        for (int j = 0; j < race->racer_count; j++)
            if (race->settings->schedule.click_by_click || race->racers[j].group == race->group)
                pairs[(*count)++] = (struct pair){stretch->first + i, j};
    for (size_t i = *count; i > 1; i--) {
        const size_t j = fr_random_below(&random, (uint32_t)i);
        const struct pair swapped = pairs[i - 1];
        pairs[i - 1] = pairs[j];
        pairs[j] = swapped;
    }
    return pairs;
}

static enum fr_status play_pass(struct fr_race *race, const struct fr_stretch *stretch, int pass)
{
    size_t count;
    enum fr_status status = FR_OK;
    struct pair *pairs = shuffle_pairs(race, stretch, pass, &count);
    if (!pairs)
        return FR_NO_MEMORY;
    for (size_t i = 0; i < count && status == FR_OK && fr_race_goes_on(race); i++) {
        struct fr_race_racer *racer = &race->racers[pairs[i].racer];
        const struct fr_race_query *query = &racer->queries[pairs[i].click];
        race->progress->done++;
        if (is_due(race, racer, pairs[i].click,
                   query->times.played
                       ? &query->times.played[fr_race_query_sample(query, race->round, pass)]
                       : NULL) &&
            fr_race_admits(race, racer))
            status = play(race, racer, pairs[i].click, FR_ENTRY_PLAYED, pass);
        fr_race_anchor_pass(race, pass, i, count);
    }
    fr_deallocate(race->settings->allocator, pairs,
                  (stretch->last - stretch->first) * (size_t)race->racer_count, sizeof *pairs);
    return status;
}

/* A request under construction: consecutive queries of one racer. */
struct batch {
    enum fr_entry_kind kind; /* FR_ENTRY_STEADY or FR_ENTRY_PROBED */
    int pass;
    size_t clicks[FR_SANDBOX_QUERIES];
    int count;
};

static enum fr_timing timing_of(const struct batch *batch)
{
    return batch->kind == FR_ENTRY_PROBED ? FR_PROBED : FR_STEADY;
}

static enum fr_status take_answer(struct fr_race *race, struct fr_race_racer *racer,
                                  const struct batch *batch, size_t click,
                                  const struct fr_reply *reply, const struct fr_answer *answer)
{
    enum fr_status status = FR_OK;
    if (!fr_race_confirm_query(race, racer, click, reply, answer, &status))
        return status;
    fr_race_count_time(race, answer);
    if (batch->kind == FR_ENTRY_PROBED)
        fr_race_note_probed(race, racer, click, answer);
    else
        fr_race_note_sample(race, racer, click, batch->kind, batch->pass, answer);
    return status;
}

/* Queries a click alone if a request ended at it, or if the system disturbed its time. */
static enum fr_status ask_alone(struct fr_race *race, struct fr_race_racer *racer,
                                const struct batch *batch, size_t click)
{
    struct fr_reply reply;
    fr_race_query(race, racer, timing_of(batch), click, &reply, NULL);
    return fr_race_is_stopped(race) ? FR_OK
                                    : take_answer(race, racer, batch, click, &reply, &reply.answer);
}

static enum fr_status send(struct fr_race *race, struct fr_race_racer *racer, struct batch *batch)
{
    static struct fr_query queries[FR_SANDBOX_QUERIES];
    static struct fr_answer answers[FR_SANDBOX_QUERIES];
    enum fr_status status = FR_OK;
    struct fr_reply reply;
    const struct fr_reply answered = {.status = FR_REPLY_ANSWERED};
    const enum fr_timing timing = timing_of(batch);
    int done = 0;
    while (done < batch->count && status == FR_OK && !fr_race_is_stopped(race)) {
        if (!fr_race_make_ready(race, racer, &reply))
            break;
        for (int i = done; i < batch->count; i++)
            queries[i - done] = fr_race_ends(race, batch->clicks[i]);
        const int asked = batch->count - done;
        int came = fr_sandbox_pass(&racer->sandbox, timing, queries, asked, answers, &reply);
        /* The first of two passes only warms up: the queries before it may have been played. */
        if (came == asked && batch->kind == FR_ENTRY_STEADY)
            came = fr_sandbox_pass(&racer->sandbox, timing, queries, asked, answers, &reply);
        fr_race_poll(race);
        for (int i = 0; i < came && status == FR_OK; i++)
            status = answers[i].lost ? ask_alone(race, racer, batch, batch->clicks[done + i])
                                     : take_answer(race, racer, batch, batch->clicks[done + i],
                                                   &answered, &answers[i]);
        done += came;
        if (done == batch->count || status != FR_OK || fr_race_is_stopped(race))
            break;
        status = reply.status == FR_REPLY_LOST
                     ? ask_alone(race, racer, batch, batch->clicks[done])
                     : take_answer(race, racer, batch, batch->clicks[done], &reply, &reply.answer);
        done++;
    }
    race->progress->done += (size_t)batch->count;
    batch->count = 0;
    fr_journal_flush(race->settings->journal);
    return status;
}

/* The first played time of a click; NAN if there is none. */
static double first_played(const struct fr_race_query *query)
{
    const int samples = query->times.rounds * query->times.passes;
    for (int i = 0; i < samples; i++)
        if (!isnan(query->times.played[i]))
            return query->times.played[i];
    return (double)NAN;
}

static bool is_wanted(const struct fr_race *race, const struct fr_race_query *query,
                      const struct batch *batch)
{
    if (query->written || !query->answered)
        return false;
    if (batch->kind == FR_ENTRY_PROBED)
        return !query->probed;
    return isnan(query->times.steady[fr_race_query_sample(query, race->round, batch->pass)]) &&
           !(batch->pass > 0 && first_played(query) > SLOW_NS);
}

/* The clicks of a stretch in shuffled order, the same for all racers; the caller deallocates
 * them. */
static size_t *shuffle_clicks(const struct fr_race *race, const struct fr_stretch *stretch,
                              int pass)
{
    const size_t count = stretch->last - stretch->first;
    struct fr_random random = {race->settings->seed ^ (stretch->first + 2) * 0xD1B54A32D192ED03u ^
                               ((uint64_t)race->round << 32 ^ (uint64_t)pass) *
                                   0x9E3779B97F4A7C15u};
    size_t *clicks = fr_allocate(race->settings->allocator, count, sizeof *clicks);
    for (size_t i = 0; i < count && clicks; i++) {
        const size_t j = fr_random_below(&random, (uint32_t)i + 1);
        clicks[i] = clicks[j];
        clicks[j] = stretch->first + i;
    }
    return clicks;
}

/* One racer's part of a pass. */
static enum fr_status pass_alone(struct fr_race *race, struct fr_race_racer *racer,
                                 struct batch *batch, const size_t *clicks, size_t count)
{
    enum fr_status status = FR_OK;
    double expected_ns = 0;
    fr_progress_show(race->progress, race->course->name, racer->spec->algo);
    for (size_t i = 0; i < count && status == FR_OK && takes_part(race, racer); i++) {
        const struct fr_race_query *query = &racer->queries[clicks[i]];
        if (!is_wanted(race, query, batch))
            continue;
        batch->clicks[batch->count++] = clicks[i];
        expected_ns += fmax(first_played(query), 0);
        if (expected_ns < REQUEST_NS && batch->count < FR_SANDBOX_QUERIES)
            continue;
        status = send(race, racer, batch);
        expected_ns = 0;
    }
    if (status == FR_OK && batch->count > 0 && takes_part(race, racer))
        status = send(race, racer, batch);
    batch->count = 0;
    return status;
}

/* A pass of all racers, one after the other, in shuffled order. */
static enum fr_status pass_alternating(struct fr_race *race, const struct fr_stretch *stretch,
                                       enum fr_entry_kind kind, int pass)
{
    static struct batch batch;
    int order[FR_MAX_RACERS];
    enum fr_status status = FR_OK;
    const size_t count = stretch->last - stretch->first;
    size_t *clicks = shuffle_clicks(race, stretch, pass);
    if (!clicks)
        return FR_NO_MEMORY;
    batch = (struct batch){.kind = kind, .pass = pass};
    fr_race_shuffle(race, stretch->first + (size_t)kind, order);
    for (int i = 0; i < race->racer_count && status == FR_OK && fr_race_goes_on(race); i++)
        status = pass_alone(race, &race->racers[order[i]], &batch, clicks, count);
    fr_deallocate(race->settings->allocator, clicks, count, sizeof *clicks);
    return status;
}

enum fr_status fr_race_run_stretch(struct fr_race *race, const struct fr_stretch *stretch)
{
    const struct fr_race_schedule *schedule = &race->settings->schedule;
    const bool apart = race->round == 0 && !schedule->click_by_click;
    enum fr_status status = stretch->after_event ? play_after_event(race, stretch) : FR_OK;
    for (int pass = 0; pass < schedule->passes && status == FR_OK; pass++) {
        status = play_pass(race, stretch, pass);
        if (status == FR_OK && !schedule->click_by_click && !schedule->skips_steady)
            status = pass_alternating(race, stretch, FR_ENTRY_STEADY, pass);
    }
    if (status == FR_OK && apart && !schedule->skips_phases)
        status = pass_alternating(race, stretch, FR_ENTRY_PROBED, 0);
    return status == FR_OK ? try_racers(race, stretch) : status;
}
