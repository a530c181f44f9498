#include "harness/race/trials.h"

#include <math.h>

/* A click that takes longer outlasts whatever the processor learns: no neighbours are asked. */
#define SLOW_NS 1e6

enum { TRIALS = 8, SLOW_TRIALS = FR_LEAST_TRIALS }; /* in a round */

static bool is_slow(const struct fr_race *race, const struct fr_race_query *query)
{
    const double first = query->times.played
                             ? query->times.played[fr_race_query_sample(query, race->round, 0)]
                             : (double)NAN;
    return first > SLOW_NS;
}

/* What goes wrong here is not held against the racer: these are not the questions of the race. */
static void try_click(struct fr_race *race, struct fr_race_racer *racer, size_t click)
{
    static struct fr_answer answers[FR_SANDBOX_QUESTIONS];
    const struct fr_resolved_click *resolved = &race->course->resolved[click];
    const struct fr_reduction reduction = racer->sandbox.reduction;
    struct fr_question questions[FR_TRIAL_CALLS];
    struct fr_reply reply;
    if (!fr_recall_questions(race->map, resolved->start, resolved->goal,
                             fr_reduction_reduces(reduction) ? reduction.scale : 1, questions))
        return;
    const bool slow = is_slow(race, &racer->queries[click]);
    const int first = slow ? FR_TRIAL_NEIGHBOURS : 0, count = FR_TRIAL_CALLS - first - slow;
    const int came =
        fr_sandbox_pass(&racer->sandbox, FR_STEADY, questions + first, count, answers, &reply);
    const struct fr_answer *last = answers + FR_TRIAL_NEIGHBOURS - first;
    for (int i = 0; i < came; i++)
        race->rows->inside_ns += answers[i].ns;
    fr_race_poll(race);
    racer->tried = came < count ? TRIALS : racer->tried + 1;
    if (came < count || last[0].lost || last[1].lost)
        return;
    const double ns[] = {last[0].ns, last[1].ns, slow || last[2].lost ? last[1].ns : last[2].ns};
    fr_recall_note(&racer->recall, ns);
}

static bool is_wanted(const struct fr_race *race, const struct fr_race_racer *racer, size_t click)
{
    const struct fr_race_query *query = &racer->queries[click];
    return racer->tried < (is_slow(race, query) ? SLOW_TRIALS : TRIALS) && query->answered &&
           query->found && race->standings->classes[click] == FR_CLASS_DETOUR &&
           fr_sandbox_is_open(&racer->sandbox);
}

void fr_race_try_caching(struct fr_race *race, const struct fr_stretch *stretch)
{
    for (int i = 0; i < race->racer_count; i++) {
        struct fr_race_racer *racer = &race->racers[i];
        if (racer->group != race->group)
            continue;
        for (size_t click = stretch->first; click < stretch->last && fr_race_goes_on(race); click++)
            if (is_wanted(race, racer, click))
                try_click(race, racer, click);
        racer->caching = fr_recall_judge(&racer->recall);
        racer->standing->remembers = racer->caching == FR_CACHING_FOUND;
    }
}
