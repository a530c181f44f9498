#include "harness/answer/ranking.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/statistics/holm.h"

/* A racer in a lower tier is better, regardless of times. */
enum tier { SOUND, FLAWED, SILENT };

static enum tier tier_of(const struct fr_final_answer *answer, int racer)
{
    const struct fr_figures *figures = &answer->figures[racer];
    if (figures->timed == 0)
        return SILENT;
    return figures->failures > 0 || answer->evidence->standings.at[racer].remembers ? FLAWED
                                                                                    : SOUND;
}

/* Records that `one` is faster than `other`, and what follows: `one`, and every racer faster than
 * it, is also faster than every racer slower than `other`. */
static void note(struct fr_faster *faster, int one, int other)
{
    for (int i = 0; i < FR_MAX_RACERS; i++) {
        if (i != one && !faster->than[i][one])
            continue;
        for (int j = 0; j < FR_MAX_RACERS; j++)
            if (i != j && (j == other || faster->than[other][j]))
                faster->than[i][j] = true;
    }
}

struct pair {
    int one, other;
    struct fr_paired paired;
};

/* Compares all pairs of one tier; those of different tiers need no test. How many. */
static enum fr_status test_pairs(const struct fr_final_answer *answer, struct fr_faster *faster,
                                 struct pair *pairs, size_t *tests)
{
    enum fr_status status = FR_OK;
    *tests = 0;
    for (int i = 1; i < answer->evidence->racers.count; i++)
        for (int j = 0; j < i && status == FR_OK; j++) {
            const enum tier mine = tier_of(answer, i), theirs = tier_of(answer, j);
            struct pair pair = {i, j, {.count = 0}};
            if (!faster->compared[i] || !faster->compared[j])
                continue;
            if (mine != theirs) {
                note(faster, mine < theirs ? i : j, mine < theirs ? j : i);
                continue;
            }
            status = fr_pairwise(&answer->evidence->standings, i, j, &pair.paired);
            if (pair.paired.count > 0)
                pairs[(*tests)++] = pair;
        }
    return status;
}

/* Records which pairs differ once all p values are corrected (statistics/holm.h). */
static enum fr_status decide_pairs(const struct fr_final_answer *answer, struct pair *pairs,
                                   size_t tests, struct fr_faster *faster)
{
    const struct fr_pairwise_rules rules = {answer->noise, FR_LEVEL};
    double *p = malloc((tests + 1) * sizeof *p);
    enum fr_status status = p ? FR_OK : FR_NO_MEMORY;
    for (size_t i = 0; i < tests && p; i++)
        p[i] = pairs[i].paired.typical.p;
    if (status == FR_OK)
        status = fr_holm(p, tests);
    for (size_t i = 0; i < tests && status == FR_OK; i++) {
        pairs[i].paired.typical.p = p[i];
        if (fr_pairwise_faster(&pairs[i].paired, &rules))
            note(faster, pairs[i].one, pairs[i].other);
        else if (fr_pairwise_slower(&pairs[i].paired, &rules))
            note(faster, pairs[i].other, pairs[i].one);
    }
    free(p);
    return status;
}

/* Compares all racers of the answer, including controls and other builds. FR_OK or FR_NO_MEMORY. */
static enum fr_status compare(const struct fr_final_answer *answer, struct fr_faster *faster)
{
    const int count = answer->evidence->racers.count;
    struct pair *pairs = malloc(((size_t)count * (size_t)count / 2 + 1) * sizeof *pairs);
    size_t tests;
    memset(faster, 0, sizeof *faster);
    for (int i = 0; i < count; i++) /* the racer found a path, or failed */
        faster->compared[i] =
            answer->evidence->standings.at[i].found > 0 || answer->figures[i].failures > 0;
    enum fr_status status = pairs ? test_pairs(answer, faster, pairs, &tests) : FR_NO_MEMORY;
    if (status == FR_OK)
        status = decide_pairs(answer, pairs, tests, faster);
    free(pairs);
    return status;
}

/* Whether a racer comes before another. */
static bool comes_before(const struct fr_final_answer *answer, const struct fr_ranked *one,
                         const struct fr_ranked *other)
{
    const double mine = answer->figures[one->racer].median_ns;
    const double theirs = answer->figures[other->racer].median_ns;
    if (one->rank != other->rank)
        return one->rank < other->rank;
    if (isnan(mine) != isnan(theirs))
        return isnan(theirs);
    if (mine < theirs || mine > theirs)
        return mine < theirs;
    return strcmp(answer->evidence->racers.at[one->racer].algo,
                  answer->evidence->racers.at[other->racer].algo) < 0;
}

static bool differ(const struct fr_ranking *ranking, int one, int other)
{
    const struct fr_faster *faster = &ranking->faster;
    const int i = ranking->at[one].racer, j = ranking->at[other].racer;
    return faster->than[i][j] || faster->than[j][i];
}

/* Gives the next letter to two racers of the ranking and then, in order, to each further racer that
 * shows no difference from all racers with that letter; records which pairs share it. */
static void give_letter(struct fr_ranking *ranking, int letter, int one, int other,
                        bool shared[FR_MAX_RACERS][FR_MAX_RACERS])
{
    int holders[FR_MAX_RACERS] = {one, other};
    int count = one == other ? 1 : 2;
    for (int k = 0; k < ranking->count; k++) {
        bool alike = k != one && k != other;
        for (int h = 0; h < count && alike; h++)
            alike = !differ(ranking, k, holders[h]);
        if (alike)
            holders[count++] = k;
    }
    for (int h = 0; h < count; h++) {
        char *text = ranking->at[holders[h]].letters;
        const size_t used = strlen(text);
        if (letter < 26)
            snprintf(&text[used], FR_LETTERS_SIZE - used, "%c", 'a' + letter);
        else
            snprintf(&text[used], FR_LETTERS_SIZE - used, "%c%d", 'a' + letter % 26, letter / 26);
        for (int g = 0; g < count; g++)
            shared[holders[h]][holders[g]] = true;
    }
}

static void give_letters(struct fr_ranking *ranking)
{
    bool shared[FR_MAX_RACERS][FR_MAX_RACERS] = {{false}};
    int letters = 0;
    for (int i = 0; i < ranking->count; i++) {
        for (int j = i + 1; j < ranking->count; j++)
            if (!shared[i][j] && !differ(ranking, i, j))
                give_letter(ranking, letters++, i, j, shared);
        if (!shared[i][i])
            give_letter(ranking, letters++, i, i, shared);
    }
}

enum fr_status fr_rank(const struct fr_final_answer *answer, struct fr_ranking *ranking)
{
    const struct fr_faster *faster = &ranking->faster;
    const int racers = answer->evidence->racers.count;
    int shared[FR_MAX_RACERS + 1] = {0};
    const enum fr_status status = compare(answer, &ranking->faster);
    ranking->count = 0;
    for (int i = 0; i < racers && status == FR_OK; i++) {
        struct fr_ranked ranked = {.racer = i, .rank = 1};
        if (!faster->compared[i])
            continue;
        for (int j = 0; j < racers; j++)
            ranked.rank += faster->than[j][i];
        shared[ranked.rank]++;
        int place = ranking->count++;
        for (; place > 0 && comes_before(answer, &ranked, &ranking->at[place - 1]); place--)
            ranking->at[place] = ranking->at[place - 1];
        ranking->at[place] = ranked;
    }
    for (int i = 0; i < ranking->count; i++)
        ranking->at[i].tied = shared[ranking->at[i].rank] > 1;
    give_letters(ranking);
    return status;
}

int fr_rank_named(const struct fr_final_answer *answer, const struct fr_ranking *ranking,
                  const char *algo)
{
    for (int i = 0; i < ranking->count; i++)
        if (strcmp(answer->evidence->racers.at[ranking->at[i].racer].algo, algo) == 0)
            return ranking->at[i].rank;
    return 0;
}
