#include "harness/answer/recommend_choice.h"

#include <math.h>
#include <string.h>

bool fr_is_contender(const struct fr_choice *choice, int racer)
{
    return choice->places[racer] >= FR_PLACE_OPEN;
}

static enum fr_status take_figures(const struct fr_standings *standings, struct fr_choice *choice)
{
    enum fr_status status = FR_OK;
    for (int i = 0; i < choice->candidates && status == FR_OK; i++)
        status = fr_figures_take(standings, i, &choice->figures[i]);
    return status;
}

/* The first contender that none seems better than. With noise, "better" is not transitive, so a
 * second round compares the best with those that came before it. */
static enum fr_status find_best(const struct fr_standings *standings,
                                const struct fr_pairwise_rules *rules, struct fr_choice *choice)
{
    choice->best = -1;
    for (int round = 0; round < 2; round++)
        for (int i = 0; i < choice->candidates; i++) {
            struct fr_finding finding;
            if (!fr_is_contender(choice, i) || i == choice->best)
                continue;
            if (choice->best < 0) {
                choice->best = i;
                continue;
            }
            const enum fr_status status =
                fr_pairwise(standings, choice->figures, rules, choice->best, i, &finding);
            if (status != FR_OK)
                return status;
            if (finding.relation == FR_WORSE)
                choice->best = i;
        }
    return FR_OK;
}

static enum fr_status compare_with_best(const struct fr_standings *standings,
                                        const struct fr_pairwise_rules *rules,
                                        struct fr_choice *choice)
{
    for (int i = 0; i < choice->candidates; i++) {
        struct fr_finding *finding = &choice->findings[i];
        if (i == choice->best || choice->figures[i].timed == 0)
            continue;
        const enum fr_status status =
            fr_pairwise(standings, choice->figures, rules, choice->best, i, finding);
        if (status != FR_OK)
            return status;
        const bool beaten = finding->relation == FR_BETTER && finding->certain;
        if (beaten && choice->places[i] == FR_PLACE_TOO_SLOW)
            choice->places[i] = FR_PLACE_BEATEN;
        if (!fr_is_contender(choice, i))
            continue;
        if (finding->relation == FR_ALIKE && finding->certain)
            choice->places[i] = FR_PLACE_EQUAL;
        else
            choice->places[i] = beaten ? FR_PLACE_BEATEN : FR_PLACE_OPEN;
    }
    return FR_OK;
}

/* Of two that are equally good, whether the first is cheaper: less memory, or else no settings. */
static bool is_cheaper(const struct fr_racers *racers, const struct fr_choice *choice, int one,
                       int other)
{
    const double a = (double)choice->figures[one].held_bytes;
    const double b = (double)choice->figures[other].held_bytes;
    if (a * 1.1 < b || b * 1.1 < a)
        return a < b;
    return !strchr(racers->at[one].algo, ':') && strchr(racers->at[other].algo, ':');
}

static void set_slower(struct fr_choice *choice, int racer, const struct fr_paired *paired)
{
    const bool known = paired->count > 0;
    choice->slower[racer] = known ? paired->ratio : (double)NAN;
    choice->slower_low[racer] = known ? paired->low : (double)NAN;
    choice->slower_high[racer] = known ? paired->high : (double)NAN;
}

static enum fr_status compare_times(const struct fr_standings *standings, struct fr_choice *choice)
{
    enum fr_status status = FR_OK;
    for (int i = 0; i < choice->candidates && status == FR_OK; i++) {
        struct fr_paired paired;
        status = fr_pairwise_clicks(FR_ON_TIMES, standings, choice->chosen, i, &paired);
        if (status == FR_OK)
            set_slower(choice, i, &paired);
    }
    return status;
}

enum fr_status fr_choose_by_figures(const struct fr_standings *standings,
                                    const struct fr_racers *racers,
                                    const struct fr_pairwise_rules *rules, struct fr_choice *choice)
{
    enum fr_status status = find_best(standings, rules, choice);
    choice->chosen = choice->best;
    if (status != FR_OK || choice->best < 0)
        return status;
    status = compare_with_best(standings, rules, choice);
    if (status != FR_OK)
        return status;
    choice->places[choice->best] = FR_PLACE_EQUAL;
    choice->findings[choice->best] = (struct fr_finding){.criterion = FR_CRITERIA,
                                                         .certain = true,
                                                         .ratio = (double)NAN,
                                                         .low = (double)NAN,
                                                         .high = (double)NAN};
    for (int i = 0; i < choice->candidates; i++)
        if (choice->places[i] == FR_PLACE_EQUAL && is_cheaper(racers, choice, i, choice->chosen))
            choice->chosen = i;
    choice->places[choice->chosen] = FR_PLACE_CHOSEN;
    return compare_times(standings, choice);
}

enum fr_status fr_choose(const struct fr_standings *standings, const struct fr_racers *racers,
                         const struct fr_pairwise_rules *rules, struct fr_choice *choice)
{
    const enum fr_status status = take_figures(standings, choice);
    return status == FR_OK ? fr_choose_by_figures(standings, racers, rules, choice) : status;
}
