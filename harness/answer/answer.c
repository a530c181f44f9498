#include "harness/answer/answer.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LEVEL 0.05       /* of all tests of the choice together */
#define LEAST_NOISE 0.03 /* two processes of one back end differ by this much */

enum { ENOUGH = 60, TWIN_PAIRS = 12, MOST_COMMON = 200 };

const char *fr_place_name(enum fr_place place)
{
    static const char *const names[] = {
        [FR_PLACE_UNTRIED] = "not tried",         [FR_PLACE_TOO_FEW] = "too few clicks",
        [FR_PLACE_NO_CANDIDATE] = "no candidate", [FR_PLACE_UNSUPPORTED] = "unsupported",
        [FR_PLACE_UNREADY] = "not ready",         [FR_PLACE_FAULTY] = "failed",
        [FR_PLACE_REMEMBERS] = "remembers",       [FR_PLACE_OVER_BUDGET] = "over budget",
        [FR_PLACE_TOO_SLOW] = "too slow",         [FR_PLACE_BEATEN] = "beaten",
        [FR_PLACE_OPEN] = "undecided",       [FR_PLACE_EQUAL] = "as good",
        [FR_PLACE_CHOSEN] = "recommended"};
    return names[place];
}

const char *fr_answer_ship(const struct fr_final_answer *answer)
{
    const int chosen = answer->choice.chosen;
    return chosen >= 0 ? answer->evidence->racers.at[chosen].address : NULL;
}

static size_t count_failures(const struct fr_standing *standing)
{
    size_t count = 0;
    for (int i = 0; i < FR_FAILURES; i++)
        count += standing->failures[i];
    return count;
}

static bool is_over_budget(const struct fr_final_answer *answer, int racer)
{
    const struct fr_situation *situation = answer->situation;
    const struct fr_evidence_cost *most = &answer->evidence->most[racer];
    return answer->choice.figures[racer].worst_ns > situation->max_click_ns ||
           most->prepare_ns > situation->max_load_ns || most->held_bytes > situation->max_bytes;
}

/* The place of a racer before any comparison: FR_PLACE_OPEN if it can be chosen. */
static enum fr_place place_of(const struct fr_final_answer *answer, int racer)
{
    const struct fr_evidence *evidence = answer->evidence;
    const struct fr_standing *standing = &evidence->standings.at[racer];
    const size_t failures = count_failures(standing);
    if (!evidence->racers.at[racer].candidate || evidence->copy_of[racer] >= 0 ||
        evidence->other_build[racer])
        return FR_PLACE_NO_CANDIDATE;
    if (standing->unsupported)
        return FR_PLACE_UNSUPPORTED;
    if (standing->failures[FR_FAILURE_CRASH] > 0)
        return FR_PLACE_FAULTY;
    if (isnan(standing->prepare_ns))
        return FR_PLACE_UNREADY;
    if (failures > 0)
        return failures == standing->failures[FR_FAILURE_TIMEOUT] ? FR_PLACE_TOO_SLOW
                                                                  : FR_PLACE_FAULTY;
    if (standing->remembers)
        return FR_PLACE_REMEMBERS;
    if (answer->choice.figures[racer].timed == 0)
        return FR_PLACE_UNTRIED;
    return is_over_budget(answer, racer) ? FR_PLACE_OVER_BUDGET : FR_PLACE_OPEN;
}

/* A twin shows how far apart two processes of one back end are. */
static enum fr_status measure_noise(struct fr_final_answer *answer)
{
    const struct fr_evidence *evidence = answer->evidence;
    enum fr_status status = FR_OK;
    answer->noise = LEAST_NOISE;
    for (int i = 0; i < evidence->racers.count && status == FR_OK; i++) {
        struct fr_paired paired;
        if (evidence->copy_of[i] < 0 || evidence->other_build[i])
            continue;
        status =
            fr_pairwise_clicks(FR_ON_TIMES, &evidence->standings, evidence->copy_of[i], i, &paired);
        if (status == FR_OK && paired.count >= TWIN_PAIRS)
            answer->noise = fmax(answer->noise, fmax(paired.ratio, 1 / paired.ratio) - 1);
    }
    return status;
}

/* How many shared detours are enough to compare, where so many could be: all but a tenth, as the
 * system may take a click from a racer; at most 200. */
static size_t enough_of(size_t detours)
{
    return detours - detours / 10 < MOST_COMMON ? detours - detours / 10 : MOST_COMMON;
}

/* How many detours a contender shares with the one it shares most with. */
static size_t shared_most(const struct fr_standings *standings, const struct fr_choice *choice,
                          int racer)
{
    size_t most = 0;
    for (int i = 0; i < choice->candidates; i++) {
        if (!fr_is_contender(choice, i) || i == racer)
            continue;
        const size_t common = fr_standings_common(standings, i, racer);
        most = common > most ? common : most;
    }
    return most;
}

/* Drops contenders that share too few detours with any other. Returns how many are enough. */
static size_t drop_few(const struct fr_standings *standings, struct fr_choice *choice)
{
    size_t shared[FR_MAX_RACERS], most = 0;
    for (int i = 0; i < choice->candidates; i++) {
        shared[i] = fr_is_contender(choice, i) ? shared_most(standings, choice, i) : 0;
        most = shared[i] > most ? shared[i] : most;
    }
    const size_t least = enough_of(most);
    for (int i = 0; i < choice->candidates; i++)
        if (fr_is_contender(choice, i) && shared[i] < least)
            choice->places[i] = FR_PLACE_TOO_FEW;
    return least;
}

/* Drops those that share enough detours with others, but not with the chosen one. */
static void drop_strangers(const struct fr_standings *standings, size_t least,
                           struct fr_choice *choice)
{
    for (int i = 0; i < choice->candidates && choice->chosen >= 0; i++)
        if (choice->places[i] >= FR_PLACE_BEATEN && i != choice->chosen &&
            choice->figures[i].failures == 0 &&
            fr_standings_common(standings, choice->chosen, i) < least)
            choice->places[i] = FR_PLACE_TOO_FEW;
}

struct fr_pairwise_rules fr_answer_rules(const struct fr_final_answer *answer,
                                         const enum fr_criterion *criteria)
{
    return (struct fr_pairwise_rules){criteria, answer->noise, answer->level};
}

/* The level of each test, the same in all situations: what differs must not change with a limit. */
static double level_of(const struct fr_final_answer *answer)
{
    int contenders = 0;
    for (int i = 0; i < answer->choice.candidates; i++) {
        const enum fr_place place = place_of(answer, i);
        contenders += place == FR_PLACE_OPEN || place == FR_PLACE_OVER_BUDGET;
    }
    return LEVEL / (contenders > 1 ? contenders - 1 : 1);
}

static enum fr_status choose_by(const struct fr_final_answer *answer,
                                const struct fr_situation *situation, struct fr_choice *choice)
{
    enum fr_criterion criteria[FR_CRITERIA + 1];
    if (choice != &answer->choice)
        memcpy(choice->figures, answer->choice.figures, sizeof choice->figures);
    fr_situation_criteria(situation, criteria);
    for (int i = 0; i < choice->candidates; i++)
        choice->places[i] = place_of(answer, i);
    const struct fr_standings *standings = &answer->evidence->standings;
    const size_t least = drop_few(standings, choice);
    const struct fr_pairwise_rules rules = fr_answer_rules(answer, criteria);
    const enum fr_status status =
        fr_choose_by_figures(standings, &answer->evidence->racers, &rules, choice);
    drop_strangers(standings, least, choice);
    return status;
}

int fr_answer_stranger(const struct fr_final_answer *answer)
{
    const struct fr_choice *choice = &answer->choice;
    for (int i = 0; i < choice->candidates; i++)
        if (choice->places[i] == FR_PLACE_TOO_FEW &&
            choice->figures[i].timed >= enough_of(answer->detours))
            return i;
    return -1;
}

/* Preferences without those that these rows cannot tell anything about. */
static struct fr_situation judgeable(const struct fr_final_answer *answer)
{
    struct fr_situation situation = *answer->situation;
    situation.count = 0;
    for (int i = 0; i < answer->situation->count; i++)
        if (answer->situation->preferences[i] != FR_PREFER_DYNAMIC || answer->evidence->events > 0)
            situation.preferences[situation.count++] = answer->situation->preferences[i];
    if (situation.count == 0)
        situation.preferences[situation.count++] =
            FR_PREFER_SPEED; /* dynamic without its changes */
    return situation;
}

static enum fr_status choose_alone(struct fr_final_answer *answer)
{
    enum fr_status status = FR_OK;
    struct fr_choice *choice = malloc(sizeof *choice);
    if (!choice)
        return FR_NO_MEMORY;
    for (int i = 0; i < FR_PREFERENCES && status == FR_OK; i++) {
        struct fr_situation situation = *answer->situation;
        answer->alone[i] = -1;
        if (i == FR_PREFER_DYNAMIC && answer->evidence->events == 0)
            continue;
        situation.preferences[0] = (enum fr_preference)i;
        situation.count = 1;
        *choice = (struct fr_choice){.candidates = answer->choice.candidates};
        status = choose_by(answer, &situation, choice);
        const int shipped = answer->choice.chosen;
        const bool as_good = shipped >= 0 && fr_is_contender(choice, shipped);
        answer->alone[i] = as_good ? shipped : choice->chosen;
    }
    free(choice);
    return status;
}

/* The radius that a map's options state; 0: a point. Older rows call it agent. */
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
            return fr_fail(error, FR_BAD_INPUT,
                           "--radius %g: the race on %s has radius %g; expected a race on "
                           "MAP:radius=%g",
                           wanted, course->file, radius_of(course->file), wanted);
    }
    return FR_OK;
}

static bool is_settled(const struct fr_final_answer *answer)
{
    for (int i = 0; i < answer->choice.candidates; i++)
        if (answer->choice.places[i] == FR_PLACE_OPEN)
            return false;
    return answer->choice.chosen >= 0 && answer->detours >= ENOUGH && !answer->unchanged &&
           answer->untried == 0 && fr_answer_stranger(answer) < 0;
}

void fr_answer_set_untried(struct fr_final_answer *answer, int count)
{
    answer->untried = count;
    answer->settled = is_settled(answer);
}

/* Whether anybody answered a click after an event. */
static bool is_followed(const struct fr_final_answer *answer)
{
    for (int i = 0; i < answer->choice.candidates; i++)
        if (answer->choice.figures[i].changes > 0)
            return true;
    return false;
}

enum fr_status fr_answer_decide(const struct fr_evidence *evidence,
                                const struct fr_situation *situation,
                                struct fr_final_answer *answer, struct fr_error *error)
{
    *answer = (struct fr_final_answer){.evidence = evidence, .situation = situation};
    answer->choice =
        (struct fr_choice){.candidates = evidence->racers.count, .chosen = -1, .best = -1};
    enum fr_status status = check_radius(answer, error);
    if (status != FR_OK)
        return status;
    for (int i = 0; i < evidence->racers.count && status == FR_OK; i++)
        status = fr_figures_take(&evidence->standings, i, &answer->choice.figures[i]);
    answer->unchanged = fr_situation_prefers(situation, FR_PREFER_DYNAMIC) && !is_followed(answer);
    answer->level = level_of(answer);
    if (status == FR_OK)
        status = measure_noise(answer);
    const struct fr_situation told = judgeable(answer);
    if (status == FR_OK)
        status = choose_by(answer, &told, &answer->choice);
    if (status == FR_OK)
        status = choose_alone(answer);
    for (int i = 0; i < evidence->racers.count && status == FR_OK; i++)
        status = fr_figures_bound(&evidence->standings, i, &answer->choice.figures[i]);
    if (status != FR_OK)
        return fr_fail(error, status, "no memory for the answer");
    if (answer->choice.chosen >= 0)
        answer->detours = answer->choice.figures[answer->choice.chosen].timed;
    answer->settled = is_settled(answer);
    return FR_OK;
}
