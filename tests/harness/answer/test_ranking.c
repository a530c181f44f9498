/* Ranks and letters of random races, against what ranking.h promises: the comparison written down again, its
 * closure, one more than the number of faster ones, and a shared letter exactly where nothing differs. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "harness/answer/ranking.h"
#include "tests/soak.h"

enum { MOST = 9, CLICKS = 24, ROUNDS = 3, PAIRS = MOST * MOST };

struct field {
    struct fr_evidence evidence;
    struct fr_final_answer answer;
};

/* 0: found paths and failed none; 1: also failed, or caches answers; 2: only failed. */
static int tier_of(const struct field *field, int racer)
{
    const struct fr_figures *figures = &field->answer.figures[racer];
    return figures->timed == 0
               ? 2
               : figures->failures > 0 || field->evidence.standings.at[racer].remembers;
}

static bool is_compared(const struct field *field, int racer)
{
    return field->evidence.standings.at[racer].found > 0 ||
           field->answer.figures[racer].failures > 0;
}

static void draw_racer(struct fr_random *random, struct field *field, int racer)
{
    struct fr_standings *standings = &field->evidence.standings;
    struct fr_standing *standing = &standings->at[racer];
    struct fr_figures *figures = &field->answer.figures[racer];
    const double pace = 1000 * pow(1.12, fr_random_below(random, 8));
    const double answered = (double[]){1, 0.8, 0.3, 0}[fr_random_below(random, 4)];
    snprintf(field->evidence.racers.at[racer].algo, sizeof field->evidence.racers.at[racer].algo,
             "%c", 'a' + (racer * 5 + 3) % MOST);
    for (size_t i = 0; i < CLICKS; i++) {
        if (fr_random_unit(random) >= answered)
            continue;
        standing->ns[i] = pace * (1 + (double)i);
        for (int j = 0; j < ROUNDS; j++)
            fr_standings_samples(standings, racer, i)[j] =
                standing->ns[i] * (1 + 0.1 * fr_random_unit(random));
        figures->timed += standings->classes[i] == FR_CLASS_DETOUR;
    }
    standing->found = figures->timed;
    figures->failures = fr_random_below(random, 4) == 0;
    standing->remembers = fr_random_below(random, 8) == 0;
    figures->median_ns =
        figures->timed > 0 ? 1000 * (double)fr_random_below(random, 4) : (double)NAN;
}

static void draw_field(struct fr_random *random, struct field *field)
{
    memset(field, 0, sizeof *field);
    struct fr_standings *standings = &field->evidence.standings;
    const int racers = fr_random_between(random, 1, MOST);
    assert_int_equal(fr_standings_create(racers, CLICKS, ROUNDS, &fr_default_allocator, standings),
                     FR_OK);
    assert_int_equal(fr_standings_keep_samples(standings, 1), FR_OK);
    field->evidence.racers.count = racers;
    field->answer.evidence = &field->evidence;
    field->answer.noise = 0.01 * (double)fr_random_below(random, 15);
    for (size_t i = 0; i < CLICKS; i++)
        standings->classes[i] = i % 6 == 5 ? FR_CLASS_DIRECT : FR_CLASS_DETOUR;
    for (int i = 0; i < racers; i++)
        draw_racer(random, field, i);
}

static double mean_log(const struct field *field, int racer)
{
    double sum = 0;
    for (size_t i = 0; i < CLICKS; i++)
        if (!isnan(field->evidence.standings.at[racer].ns[i]) && i % 6 != 5)
            sum += log(field->evidence.standings.at[racer].ns[i]);
    return sum / (double)field->answer.figures[racer].timed;
}

/* Compares the pairs of one tier, the apparently faster one first, and corrects by the definition: a p value is
 * multiplied by the number of those that are not smaller, and is no less than any smaller one's. */
struct tests {
    int one[PAIRS], other[PAIRS], count;
    struct fr_paired paired[PAIRS];
};

static void list_tests(const struct field *field, struct tests *tests)
{
    const int racers = field->evidence.racers.count;
    tests->count = 0;
    for (int i = 0; i < racers; i++)
        for (int j = 0; j < racers; j++) {
            struct fr_paired paired;
            if (i == j || !is_compared(field, i) || !is_compared(field, j) ||
                tier_of(field, i) != tier_of(field, j) || tier_of(field, i) == 2 ||
                mean_log(field, i) > mean_log(field, j) ||
                (mean_log(field, i) == mean_log(field, j) && i > j))
                continue;
            assert_int_equal(fr_pairwise(&field->evidence.standings, i, j, &paired), FR_OK);
            if (paired.count == 0)
                continue;
            tests->one[tests->count] = i;
            tests->other[tests->count] = j;
            tests->paired[tests->count++] = paired;
        }
}

static double corrected(const struct tests *tests, int test)
{
    double most = 0;
    for (int i = 0; i < tests->count; i++) {
        int not_smaller = 0;
        for (int j = 0; j < tests->count; j++)
            not_smaller += tests->paired[j].typical.p >= tests->paired[i].typical.p;
        if (tests->paired[i].typical.p <= tests->paired[test].typical.p)
            most = fmax(most, fmin(1, tests->paired[i].typical.p * not_smaller));
    }
    return most;
}

/* Which are faster than which: by tier, by the tests, and by what follows from these. */
static void compare(const struct field *field, bool than[MOST][MOST])
{
    static struct tests tests;
    const int racers = field->evidence.racers.count;
    const struct fr_pairwise_rules rules = {field->answer.noise, FR_LEVEL};
    memset(than, 0, sizeof(bool[MOST][MOST]));
    for (int i = 0; i < racers; i++)
        for (int j = 0; j < racers; j++)
            than[i][j] = is_compared(field, i) && is_compared(field, j) &&
                         tier_of(field, i) < tier_of(field, j);
    list_tests(field, &tests);
    for (int i = 0; i < tests.count; i++) {
        struct fr_paired paired = tests.paired[i];
        paired.typical.p = corrected(&tests, i);
        if (fr_pairwise_faster(&paired, &rules))
            than[tests.one[i]][tests.other[i]] = true;
        if (fr_pairwise_slower(&paired, &rules))
            than[tests.other[i]][tests.one[i]] = true;
    }
    for (int k = 0; k < racers; k++)
        for (int i = 0; i < racers; i++)
            for (int j = 0; j < racers; j++)
                if (i != j && than[i][k] && than[k][j])
                    than[i][j] = true;
}

static bool share_a_letter(const char *one, const char *other)
{
    for (const char *letter = one; *letter; letter++)
        if (strchr(other, *letter))
            return true;
    return false;
}

static void check_order(const struct field *field, const struct fr_ranking *ranking)
{
    for (int i = 0; i + 1 < ranking->count; i++) {
        const struct fr_ranked *one = &ranking->at[i], *other = one + 1;
        const double mine = field->answer.figures[one->racer].median_ns;
        const double its = field->answer.figures[other->racer].median_ns;
        const int names = strcmp(field->evidence.racers.at[one->racer].algo,
                                 field->evidence.racers.at[other->racer].algo);
        const bool equal = mine == its || (isnan(mine) && isnan(its));
        assert_true(one->rank <= other->rank);
        if (one->rank == other->rank)
            assert_true(equal ? names < 0 : isnan(its) || mine < its);
    }
}

static void check_ranks(const struct field *field, const struct fr_ranking *ranking,
                        bool than[MOST][MOST])
{
    int compared = 0, at_rank[MOST + 2] = {0};
    for (int i = 0; i < ranking->count; i++)
        at_rank[ranking->at[i].rank]++;
    for (int i = 0; i < field->evidence.racers.count; i++) {
        compared += is_compared(field, i);
        for (int j = 0; j < field->evidence.racers.count; j++)
            assert_int_equal(ranking->faster.than[i][j], than[i][j]);
    }
    assert_int_equal(ranking->count, compared);
    for (int i = 0; i < ranking->count; i++) {
        const struct fr_ranked *ranked = &ranking->at[i];
        int faster = 0;
        for (int j = 0; j < field->evidence.racers.count; j++)
            faster += than[j][ranked->racer];
        assert_int_equal(ranked->rank, 1 + faster);
        assert_int_equal(ranked->tied, at_rank[ranked->rank] > 1);
        assert_int_equal(
            fr_rank_named(&field->answer, ranking, field->evidence.racers.at[ranked->racer].algo),
            ranked->rank);
        assert_true(*ranked->letters);
    }
    assert_int_equal(fr_rank_named(&field->answer, ranking, "nobody"), 0);
}

static void check_letters(const struct fr_ranking *ranking, bool than[MOST][MOST])
{
    char next = 'a';
    for (int i = 0; i < ranking->count; i++) {
        const struct fr_ranked *one = &ranking->at[i];
        for (int j = 0; j < ranking->count; j++) {
            const struct fr_ranked *other = &ranking->at[j];
            const bool differ = than[one->racer][other->racer] || than[other->racer][one->racer];
            assert_int_equal(share_a_letter(one->letters, other->letters), !differ);
        }
        for (const char *letter = one->letters; *letter;
             letter++) { /* the fastest have the first */
            assert_true(*letter <= next && (letter == one->letters || letter[-1] < *letter));
            next = (char)(next + (*letter == next));
        }
    }
}

static void ranks_and_letters_say_what_differs(void **state)
{
    (void)state;
    struct fr_random random = {soak_seed(13)};
    int different = 0, alike = 0;
    printf("FOOTRACE_SEED=%llu\n", (unsigned long long)soak_seed(13));
    for (int64_t i = 0; i < soak_fewer(400, 10) * soak_scale(); i++) {
        static struct field field;
        static struct fr_ranking ranking;
        bool than[MOST][MOST];
        draw_field(&random, &field);
        compare(&field, than);
        assert_int_equal(fr_rank(&field.answer, &ranking), FR_OK);
        check_order(&field, &ranking);
        check_ranks(&field, &ranking, than);
        check_letters(&ranking, than);
        different += ranking.count > 1 && ranking.at[ranking.count - 1].rank > 1;
        alike += ranking.count > 1 && ranking.at[0].tied;
        fr_standings_release(&field.evidence.standings);
    }
    assert_true(different > 0 && alike > 0);
}

/* Thirty racers, each twice as fast as the next: every one has its letter, and after z come two signs. */
static void letters_go_on_after_z(void **state)
{
    (void)state;
    enum { MANY = 30 };
    static struct field field;
    static struct fr_ranking ranking;
    struct fr_standings *standings = &field.evidence.standings;
    memset(&field, 0, sizeof field);
    assert_int_equal(fr_standings_create(MANY, CLICKS, ROUNDS, &fr_default_allocator, standings),
                     FR_OK);
    assert_int_equal(fr_standings_keep_samples(standings, 1), FR_OK);
    field.evidence.racers.count = MANY;
    field.answer.evidence = &field.evidence;
    for (int i = 0; i < MANY; i++) {
        standings->at[i].found = field.answer.figures[i].timed = CLICKS;
        for (size_t j = 0; j < CLICKS; j++) {
            standings->at[i].ns[j] = exp2(i) * (1 + (double)j);
            for (int k = 0; k < ROUNDS; k++)
                fr_standings_samples(standings, i, j)[k] = standings->at[i].ns[j];
        }
    }
    assert_int_equal(fr_rank(&field.answer, &ranking), FR_OK);
    for (int i = 0; i < MANY; i++) {
        char expected[8];
        snprintf(expected, sizeof expected, i < 26 ? "%c" : "%c1", 'a' + i % 26);
        assert_int_equal(ranking.at[i].racer, i);
        assert_int_equal(ranking.at[i].rank, i + 1);
        assert_string_equal(ranking.at[i].letters, expected);
    }
    fr_standings_release(standings);
}

/* Whoever is first among two: the ratio is turned round, and its interval; p stays. */
static void a_comparison_does_not_depend_on_who_is_first(void **state)
{
    (void)state;
    struct fr_random random = {soak_seed(17)};
    for (int i = 0; i < 200; i++) {
        static struct field field;
        struct fr_paired there, back;
        const struct fr_pairwise_rules rules = {0.01, FR_LEVEL};
        do {
            if (field.evidence.standings.racers)
                fr_standings_release(&field.evidence.standings);
            draw_field(&random, &field);
        } while (field.evidence.racers.count < 2);
        assert_int_equal(fr_pairwise(&field.evidence.standings, 0, 1, &there), FR_OK);
        assert_int_equal(fr_pairwise(&field.evidence.standings, 1, 0, &back), FR_OK);
        assert_int_equal(there.count, back.count);
        if (there.count > 0) {
            assert_true(fabs(there.typical.ratio * back.typical.ratio - 1) < 1e-9);
            assert_true(fabs(there.typical.low * back.typical.high - 1) < 1e-9);
            assert_true(fabs(there.typical.high * back.typical.low - 1) < 1e-9);
            assert_true(fabs(there.typical.p - back.typical.p) < 1e-9);
        }
        assert_int_equal(fr_pairwise_faster(&there, &rules), fr_pairwise_slower(&back, &rules));
        assert_int_equal(fr_pairwise_slower(&there, &rules), fr_pairwise_faster(&back, &rules));
        fr_standings_release(&field.evidence.standings);
        field.evidence.standings.racers = 0;
    }
}

/* Significant, beyond the noise, and on eight clicks at least: all three are needed. */
static void a_difference_needs_significance_size_and_clicks(void **state)
{
    (void)state;
    const struct fr_pairwise_rules rules = {0.1, 0.05};
    const struct fr_paired faster = {8, {1.11, 1.01, 1.2, 0.05, 0, 0}};
    struct fr_paired changed[] = {faster, faster, faster, faster};
    const struct fr_paired slower = {8, {1 / 1.11, 1 / 1.2, 1 / 1.01, 0.05, 0, 0}};
    assert_true(fr_pairwise_faster(&faster, &rules) && fr_pairwise_slower(&slower, &rules));
    assert_false(fr_pairwise_slower(&faster, &rules) || fr_pairwise_faster(&slower, &rules));
    changed[0].count = 7;
    changed[1].typical.ratio = 1.1;
    changed[2].typical.low = 1;
    changed[3].typical.p = 0.0501;
    for (int i = 0; i < 4; i++) {
        const struct fr_estimate *typical = &changed[i].typical;
        const struct fr_paired turned = {
            changed[i].count,
            {1 / typical->ratio, 1 / typical->high, 1 / typical->low, typical->p, 0, 0}};
        assert_false(fr_pairwise_faster(&changed[i], &rules));
        assert_false(fr_pairwise_slower(&turned, &rules));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ranks_and_letters_say_what_differs),
        cmocka_unit_test(letters_go_on_after_z),
        cmocka_unit_test(a_comparison_does_not_depend_on_who_is_first),
        cmocka_unit_test(a_difference_needs_significance_size_and_clicks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
