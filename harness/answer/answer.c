#include "harness/answer/answer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LEAST_NOISE 0.03 /* two processes of one back end may differ by this much */
#define SETTLED 0.95     /* the fraction of resamples that must agree */

enum {
    ENOUGH = 60, /* clicks of class detour; with fewer, no answer is settled */
    CONTROL_PAIRS = 12,
    MOST_COMMON = 200,
    SEED = 1,
    DRAWS = 400,
    FEWEST_DRAWS = 100,
    MOST_SAMPLES = 200000000 /* samples drawn in total, unless the smallest number of resamples
                              * needs more */
};

const char *fr_place_name(enum fr_place place)
{
    static const char *const names[] = {[FR_PLACE_UNTRIED] = "not tried",
                                        [FR_PLACE_TOO_FEW] = "too few clicks",
                                        [FR_PLACE_NO_CANDIDATE] = "no candidate",
                                        [FR_PLACE_UNSUPPORTED] = "unsupported",
                                        [FR_PLACE_UNREADY] = "not ready",
                                        [FR_PLACE_FAILED] = "failed",
                                        [FR_PLACE_TOO_SLOW] = "too slow",
                                        [FR_PLACE_EXCLUDED] = "excluded",
                                        [FR_PLACE_CROSSES] = "crosses walls",
                                        [FR_PLACE_OVER_LIMIT] = "over a limit",
                                        [FR_PLACE_NOT_PREFERRED] = "not preferred",
                                        [FR_PLACE_HEAVIER] = "higher penalty",
                                        [FR_PLACE_LARGER] = "as good",
                                        [FR_PLACE_UNDECIDED] = "undecided",
                                        [FR_PLACE_SHIPPED] = "recommended"};
    return names[place];
}

const char *fr_answer_ship(const struct fr_final_answer *answer)
{
    return answer->chosen >= 0 ? answer->evidence->racers.at[answer->chosen].address : NULL;
}

static bool is_over_limit(const struct fr_final_answer *answer,
                          const struct fr_situation *situation, int racer)
{
    for (int map = 0; map < answer->measures.maps; map++)
        for (int i = 0; i < FR_QUANTITIES; i++)
            if (fr_measured(&answer->measures, situation, map, racer, i) > situation->limits[i])
                return true;
    return false;
}

/* A racer's place before any comparison; it is FR_PLACE_HEAVIER if the racer can be shipped. */
static enum fr_place place_of(const struct fr_final_answer *answer, int racer)
{
    const struct fr_evidence *evidence = answer->evidence;
    const struct fr_standing *standing = &evidence->standings.at[racer];
    const size_t failures = answer->figures[racer].failures;
    if (!evidence->racers.at[racer].candidate || evidence->copy_of[racer] >= 0 ||
        evidence->other_build[racer])
        return FR_PLACE_NO_CANDIDATE;
    if (standing->unsupported)
        return FR_PLACE_UNSUPPORTED;
    if (standing->failures[FR_FAILURE_CRASH] > 0)
        return FR_PLACE_FAILED;
    if (isnan(standing->prepare_ns))
        return FR_PLACE_UNREADY;
    if (failures > 0)
        return failures == standing->failures[FR_FAILURE_TIMEOUT] ? FR_PLACE_TOO_SLOW
                                                                  : FR_PLACE_FAILED;
    if (standing->remembers)
        return FR_PLACE_EXCLUDED;
    if (standing->illegal > 0)
        return FR_PLACE_CROSSES;
    if (answer->figures[racer].timed == 0)
        return FR_PLACE_UNTRIED;
    return is_over_limit(answer, answer->situation, racer) ? FR_PLACE_OVER_LIMIT : FR_PLACE_HEAVIER;
}

static bool is_eligible(const struct fr_final_answer *answer, int racer)
{
    return answer->places[racer] >= FR_PLACE_NOT_PREFERRED;
}

/* How many shared detours suffice for a comparison: nine tenths of those possible, as the system
 * may interrupt a click, but at most 200. */
static size_t enough_of(size_t detours)
{
    return detours - detours / 10 < MOST_COMMON ? detours - detours / 10 : MOST_COMMON;
}

/* Removes racers that share too few detours with the racer that shares most with the others. */
static void drop_few(struct fr_final_answer *answer)
{
    const struct fr_standings *standings = &answer->evidence->standings;
    size_t most = 0, all = 0;
    int anchor = -1;
    for (int i = 0; i < answer->measures.racers; i++) {
        size_t shared = 0, best = 0;
        for (int j = 0; j < answer->measures.racers && is_eligible(answer, i); j++) {
            const size_t common =
                is_eligible(answer, j) && j != i ? fr_standings_common(standings, i, j) : 0;
            shared += common;
            best = common > best ? common : best;
        }
        most = best > most ? best : most;
        if (shared > all) {
            all = shared;
            anchor = i;
        }
    }
    for (int i = 0; i < answer->measures.racers && anchor >= 0; i++)
        if (is_eligible(answer, i) && i != anchor &&
            fr_standings_common(standings, anchor, i) < enough_of(most))
            answer->places[i] = FR_PLACE_TOO_FEW;
}

int fr_answer_raced_elsewhere(const struct fr_final_answer *answer)
{
    for (int i = 0; i < answer->measures.racers; i++)
        if (answer->places[i] == FR_PLACE_TOO_FEW &&
            answer->figures[i].timed >= enough_of(answer->detours))
            return i;
    return -1;
}

static void list_eligible(const struct fr_final_answer *answer, bool eligible[FR_MAX_RACERS])
{
    for (int i = 0; i < answer->measures.racers; i++)
        eligible[i] = is_eligible(answer, i);
}

void fr_answer_eligible(const struct fr_final_answer *answer, const struct fr_situation *situation,
                        bool eligible[FR_MAX_RACERS])
{
    for (int i = 0; i < answer->measures.racers; i++)
        eligible[i] =
            answer->places[i] >= FR_PLACE_OVER_LIMIT && !is_over_limit(answer, situation, i);
}

/* The racer that would lead in another situation; -1: none. */
static int leads_in(const void *weighed, const struct fr_situation *situation)
{
    const struct fr_final_answer *answer = weighed;
    struct fr_weighing weighing;
    bool eligible[FR_MAX_RACERS] = {false};
    fr_answer_eligible(answer, situation, eligible);
    fr_weigh(&answer->measures, NULL, situation, answer->evidence, eligible, &fr_usual_margins,
             &weighing);
    return weighing.leads;
}

/* Fills in the figures of all racers on all maps. */
static void read_all(struct fr_final_answer *answer, struct fr_gauge *gauge)
{
    bool all[FR_MAX_RACERS];
    memset(all, true, sizeof all);
    for (int map = 0; map < answer->measures.maps; map++)
        fr_gauge_read(gauge, map, all, NULL, &answer->measures);
}

static void place_all(struct fr_final_answer *answer, const struct fr_margins *margins)
{
    bool eligible[FR_MAX_RACERS] = {false};
    static const enum fr_place places[] = {[FR_NOT_PREFERRED] = FR_PLACE_NOT_PREFERRED,
                                           [FR_HEAVIER] = FR_PLACE_HEAVIER,
                                           [FR_LARGER] = FR_PLACE_LARGER,
                                           [FR_LEADS] = FR_PLACE_SHIPPED};
    for (int i = 0; i < answer->measures.racers; i++)
        answer->places[i] = place_of(answer, i);
    drop_few(answer);
    list_eligible(answer, eligible);
    fr_weigh(&answer->measures, NULL, answer->situation, answer->evidence, eligible, margins,
             &answer->weighing);
    for (int i = 0; i < answer->measures.racers; i++)
        if (answer->weighing.place[i] != FR_NOT_ELIGIBLE)
            answer->places[i] = places[answer->weighing.place[i]];
    answer->chosen = answer->weighing.leads;
    if (answer->chosen >= 0)
        answer->detours = answer->figures[answer->chosen].timed;
}

static enum fr_status weigh(const struct fr_evidence *evidence,
                            const struct fr_situation *situation, const struct fr_margins *margins,
                            struct fr_gauge *gauge, struct fr_final_answer *answer)
{
    *answer = (struct fr_final_answer){
        .evidence = evidence, .situation = situation, .chosen = -1, .other = -1};
    enum fr_status status = fr_measures_create(evidence, &answer->measures);
    for (int i = 0; i < evidence->racers.count && status == FR_OK; i++)
        status = fr_figures_take(&evidence->standings, i, &answer->figures[i]);
    if (status != FR_OK)
        return status;
    read_all(answer, gauge);
    place_all(answer, margins);
    return FR_OK;
}

enum fr_status fr_answer_weigh(const struct fr_evidence *evidence,
                               const struct fr_situation *situation,
                               const struct fr_margins *margins, struct fr_final_answer *answer)
{
    struct fr_gauge *gauge;
    enum fr_status status = fr_gauge_create(evidence, margins->slow_percent, &gauge);
    if (status != FR_OK)
        return status;
    status = weigh(evidence, situation, margins, gauge, answer);
    fr_gauge_release(gauge);
    return status;
}

/* A resample: how often each map counts, and the figures drawn. */
struct resample {
    bool eligible[FR_MAX_RACERS];
    int *maps, count; /* the maps that count */
    int *times;
    struct fr_measures drawn;
    struct fr_random random;
};

/* The racer that leads in one resample, which draws maps if there are several. -1: on each map,
 * some eligible racer lacks the drawn samples, as during the second round of a race. */
static int draw_leader(const struct fr_final_answer *answer, struct fr_gauge *gauge,
                       struct resample *resample)
{
    struct fr_weighing weighing;
    struct fr_random *random = &resample->random;
    bool counts = false;
    memset(resample->times, 0, (size_t)resample->drawn.maps * sizeof *resample->times);
    for (int i = 0; i < resample->count; i++)
        resample->times[resample->maps[fr_random_below(random, (uint32_t)resample->count)]]++;
    for (int map = 0; map < resample->drawn.maps; map++)
        if (resample->times[map] > 0)
            fr_gauge_read(gauge, map, resample->eligible, random, &resample->drawn);
    for (int map = 0; map < resample->drawn.maps && !counts; map++)
        counts =
            resample->times[map] > 0 && fr_map_counts(&resample->drawn, map, resample->eligible);
    if (!counts)
        return -1;
    fr_weigh(&resample->drawn, resample->times, answer->situation, answer->evidence,
             resample->eligible, &fr_usual_margins, &weighing);
    return weighing.leads;
}

static int draws_of(const struct fr_final_answer *answer, const struct fr_gauge *gauge)
{
    size_t racers = 1;
    for (int i = 0; i < answer->measures.racers; i++)
        racers += is_eligible(answer, i);
    const double draws = MOST_SAMPLES / ((double)racers * (double)(fr_gauge_samples(gauge) + 1));
    return (int)fmin(DRAWS, fmax(FEWEST_DRAWS, draws));
}

/* Unless settled, ships the smaller of the leader and the other racer that most resamples name. */
static void decide_between(struct fr_final_answer *answer, const int *named, int draws)
{
    const int leads = answer->weighing.leads;
    int other = -1;
    for (int i = 0; i < answer->measures.racers; i++)
        if (i != leads && named[i] > (other < 0 ? 0 : named[other]))
            other = i;
    answer->share[0] = (double)named[leads] / draws;
    if (answer->share[0] >= SETTLED || other < 0)
        return;
    answer->share[1] = (double)named[other] / draws;
    answer->chosen = fr_is_smaller(answer->evidence, other, leads) ? other : leads;
    answer->other = answer->chosen == leads ? other : leads;
    for (int i = 0; i < answer->measures.racers; i++)
        if (answer->places[i] == FR_PLACE_LARGER && answer->chosen != leads)
            answer->places[i] = FR_PLACE_HEAVIER; /* as good as the leader, which is not shipped */
    answer->places[answer->other] = FR_PLACE_UNDECIDED;
    answer->places[answer->chosen] = FR_PLACE_SHIPPED;
}

static enum fr_status settle(struct fr_final_answer *answer, struct fr_gauge *gauge)
{
    struct resample resample = {.random = {SEED}};
    int named[FR_MAX_RACERS] = {0};
    const int draws = draws_of(answer, gauge), maps = answer->measures.maps;
    if (answer->chosen < 0)
        return FR_OK;
    resample.maps = malloc(((size_t)maps + 1) * sizeof *resample.maps);
    resample.times = malloc(((size_t)maps + 1) * sizeof *resample.times);
    enum fr_status status = fr_measures_create(answer->evidence, &resample.drawn);
    if (!resample.maps || !resample.times)
        status = FR_NO_MEMORY;
    list_eligible(answer, resample.eligible);
    for (int map = 0; map < maps && status == FR_OK; map++)
        if (fr_map_counts(&answer->measures, map, resample.eligible))
            resample.maps[resample.count++] = map;
    int drawn = 0;
    for (int i = 0; i < draws && status == FR_OK; i++) {
        const int leader = draw_leader(answer, gauge, &resample);
        if (leader >= 0)
            named[leader]++;
        drawn += leader >= 0;
    }
    if (status == FR_OK && drawn > 0)
        decide_between(answer, named, drawn);
    fr_measures_release(&resample.drawn);
    free(resample.maps);
    free(resample.times);
    return status;
}

static int leads_with(const struct fr_final_answer *answer, double factor)
{
    struct fr_situation situation = *answer->situation;
    for (int i = 0; i < FR_QUANTITIES; i++)
        situation.thresholds[i] *= factor;
    return leads_in(answer, &situation);
}

static int leads_alone(const struct fr_final_answer *answer, enum fr_quantity quantity)
{
    struct fr_situation situation = *answer->situation;
    situation.preferences[0] = quantity;
    situation.count = 1;
    return answer->weighing.counts[quantity] ? leads_in(answer, &situation) : -1;
}

static bool knows_steady(const struct fr_measures *measures, int racer)
{
    for (int map = 0; map < measures->maps; map++)
        if (!isnan(measures->at[map * measures->racers + racer][FR_STEADY_QUERY]))
            return true;
    return false;
}

static void look_around(struct fr_final_answer *answer)
{
    const struct fr_border_search search = {
        .situation = answer->situation,
        .weighing = &answer->weighing,
        .here = {answer->chosen, answer->other < 0 ? answer->chosen : answer->other},
        .steady_known = answer->chosen >= 0 && knows_steady(&answer->measures, answer->chosen),
        .leads_in = leads_in,
        .context = answer};
    answer->border.quantity = -1;
    answer->halved = leads_with(answer, 0.5);
    answer->doubled = leads_with(answer, 2);
    for (int i = 0; i < FR_QUANTITIES; i++)
        answer->alone[i] = leads_alone(answer, (enum fr_quantity)i);
    if (answer->chosen >= 0)
        answer->border = fr_border_nearest(&search);
}

/* A control shows how much two processes of one back end differ. */
static enum fr_status measure_noise(struct fr_final_answer *answer)
{
    const struct fr_evidence *evidence = answer->evidence;
    enum fr_status status = FR_OK;
    answer->noise = LEAST_NOISE;
    for (int i = 0; i < evidence->racers.count && status == FR_OK; i++) {
        struct fr_paired paired;
        if (evidence->copy_of[i] < 0 || evidence->other_build[i])
            continue;
        status = fr_pairwise(&evidence->standings, evidence->copy_of[i], i, &paired);
        if (status == FR_OK && paired.count >= CONTROL_PAIRS)
            answer->noise =
                fmax(answer->noise, fmax(paired.typical.ratio, 1 / paired.typical.ratio) - 1);
    }
    return status;
}

static enum fr_status compare_times(struct fr_final_answer *answer)
{
    enum fr_status status = FR_OK;
    for (int i = 0; i < answer->measures.racers && status == FR_OK; i++) {
        struct fr_paired paired = {.count = 0};
        if (answer->chosen >= 0)
            status = fr_pairwise(&answer->evidence->standings, answer->chosen, i, &paired);
        const bool known = paired.count > 0;
        answer->slower[i] = known ? paired.typical.ratio : (double)NAN;
        answer->slower_low[i] = known ? paired.typical.low : (double)NAN;
        answer->slower_high[i] = known ? paired.typical.high : (double)NAN;
    }
    return status;
}

/* The radius in a map's options; 0: a point. Older rows contain `agent=` instead of `radius=`. */
static double radius_of(const char *file)
{
    static const char *const names[] = {"radius=", "agent="};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *option = strstr(file, names[i]);
        if (option)
            return strtod(option + strlen(names[i]), NULL);
    }
    return 0;
}

static enum fr_status check_radius(const struct fr_final_answer *answer, struct fr_error *error)
{
    const double wanted = answer->situation->radius_px;
    for (size_t i = 0; i < answer->evidence->course_count && !isnan(wanted); i++) {
        const struct fr_evidence_course *course = &answer->evidence->courses[i];
        if (fabs(radius_of(course->file) - wanted) > 1e-9)
            return fr_fail(
                error, FR_BAD_INPUT,
                "--radius %g: %s was raced with radius %g; expected a race on MAP:radius=%g",
                wanted, course->file, radius_of(course->file), wanted);
    }
    return FR_OK;
}

/* Whether the rows suffice to judge every preference. */
static bool judges_preferences(const struct fr_final_answer *answer)
{
    for (int i = 0; i < answer->situation->count; i++)
        if (!answer->weighing.counts[answer->situation->preferences[i]])
            return false;
    return true;
}

static bool is_settled(const struct fr_final_answer *answer)
{
    return answer->chosen >= 0 && answer->other < 0 && answer->detours >= ENOUGH &&
           judges_preferences(answer) && answer->untried == 0 &&
           fr_answer_raced_elsewhere(answer) < 0;
}

void fr_answer_set_untried(struct fr_final_answer *answer, int count)
{
    answer->untried = count;
    answer->settled = is_settled(answer);
}

/* Computes the medians and their intervals over the maps that the rule counts. */
static enum fr_status bound_medians(struct fr_final_answer *answer)
{
    bool eligible[FR_MAX_RACERS] = {false};
    bool *counting = malloc(((size_t)answer->measures.maps + 1) * sizeof *counting);
    enum fr_status status = counting ? FR_OK : FR_NO_MEMORY;
    list_eligible(answer, eligible);
    for (int map = 0; map < answer->measures.maps && counting; map++)
        counting[map] = fr_map_counts(&answer->measures, map, eligible);
    for (int i = 0; i < answer->measures.racers && status == FR_OK; i++)
        status = fr_figures_bound(&answer->evidence->standings, i, counting, &answer->figures[i]);
    free(counting);
    return status;
}

static enum fr_status decide(struct fr_final_answer *answer, struct fr_gauge *gauge)
{
    enum fr_status status =
        weigh(answer->evidence, answer->situation, &fr_usual_margins, gauge, answer);
    if (status == FR_OK)
        status = settle(answer, gauge);
    if (status == FR_OK)
        status = measure_noise(answer);
    if (status == FR_OK)
        status = compare_times(answer);
    if (status == FR_OK)
        status = bound_medians(answer);
    if (status != FR_OK)
        return status;
    look_around(answer);
    answer->settled = is_settled(answer);
    return FR_OK;
}

enum fr_status fr_answer_decide(const struct fr_evidence *evidence,
                                const struct fr_situation *situation,
                                struct fr_final_answer *answer, struct fr_error *error)
{
    struct fr_gauge *gauge;
    *answer = (struct fr_final_answer){.evidence = evidence, .situation = situation};
    if (check_radius(answer, error) != FR_OK)
        return FR_BAD_INPUT;
    if (fr_gauge_create(evidence, fr_usual_margins.slow_percent, &gauge) != FR_OK)
        return fr_fail(error, FR_NO_MEMORY, "not enough memory for the answer");
    const enum fr_status status = decide(answer, gauge);
    fr_gauge_release(gauge);
    if (status == FR_OK)
        return FR_OK;
    fr_answer_release(answer);
    return fr_fail(error, status, "not enough memory for the answer");
}

void fr_answer_release(struct fr_final_answer *answer)
{
    fr_measures_release(&answer->measures);
}
