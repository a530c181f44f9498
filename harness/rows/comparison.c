#include "harness/rows/comparison.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/statistics.h"
#include "harness/base/string_set.h"
#include "harness/rows/results.h"
#include "maps/allocator.h"

enum { KEY_SIZE = 4096 };

/* What a click row says of one racer. */
struct answer {
    double ns, length; /* NAN: no valid answer, or no path */
    int question[4];   /* start and goal */
};

struct group {
    struct fr_comparison comparison;
    double *base, *fresh; /* times of the pairs */
    size_t capacity[2];
    double lengths; /* sum of the ratios of lengths */
    size_t walked;
};

struct pairing {
    const struct fr_contestant *base, *fresh;
    struct fr_string_set maps;   /* "map hash" of the base */
    struct fr_string_set turns;  /* groups of the base's racers on their maps */
    struct fr_string_set clicks; /* keys of answers */
    struct answer *answers;
    size_t answer_count, answer_capacity;
    struct fr_string_set names; /* of groups */
    struct group *groups;
    size_t group_count, group_capacity;
    struct fr_error *error;
};

static enum fr_status no_memory(struct pairing *pairing)
{
    return fr_fail(pairing->error, FR_NO_MEMORY, "no memory to compare");
}

/* The key of a click; racers that are compared with a namesake are part of it. */
static void key_of(const struct pairing *pairing, const cJSON *row, char key[KEY_SIZE])
{
    snprintf(key, KEY_SIZE, "%s\n%s\n%s\n%.0f", fr_row_text(row, "map"), fr_row_text(row, "clicks"),
             pairing->base->algo ? "" : fr_row_text(row, "algo"), fr_row_number(row, "click"));
}

static struct answer answer_of(const cJSON *row)
{
    static const char *const ends[] = {"start", "goal"};
    struct answer answer = {.ns = (double)NAN, .length = (double)NAN};
    for (int i = 0; i < 4; i++)
        answer.question[i] =
            cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(row, ends[i / 2]), i % 2)->valueint;
    const double ns = fr_row_number(row, "ns_played");
    if (!fr_row_is_fault(row) && ns > 0) {
        answer.ns = ns;
        answer.length = fr_row_number(row, "length");
    }
    return answer;
}

static enum fr_status take_base(struct pairing *pairing, const cJSON *row)
{
    char key[KEY_SIZE];
    bool added;
    key_of(pairing, row, key);
    struct answer *answers = fr_grow(&fr_default_allocator, pairing->answers, pairing->answer_count,
                                     1, &pairing->answer_capacity, sizeof *answers);
    if (!answers)
        return no_memory(pairing);
    pairing->answers = answers;
    if (fr_string_set_add(&pairing->clicks, key, (int)pairing->answer_count, &added) != FR_OK)
        return no_memory(pairing);
    if (added)
        answers[pairing->answer_count++] = answer_of(row);
    return FR_OK;
}

/* The group of a row of the new file, made where there is none. */
static struct group *group_of(struct pairing *pairing, const cJSON *row)
{
    char name[KEY_SIZE];
    bool added;
    const char *map = fr_row_text(row, "map"), *clicks = fr_row_text(row, "clicks");
    const char *algo = fr_row_text(row, "algo");
    snprintf(name, sizeof name, "%s\n%s\n%s", map, clicks, algo);
    const struct fr_string_entry *known = fr_string_set_find(&pairing->names, name);
    if (known)
        return &pairing->groups[known->number];
    struct group *groups = fr_grow(&fr_default_allocator, pairing->groups, pairing->group_count, 1,
                                   &pairing->group_capacity, sizeof *groups);
    if (!groups)
        return NULL;
    pairing->groups = groups;
    if (fr_string_set_add(&pairing->names, name, (int)pairing->group_count, &added) != FR_OK)
        return NULL;
    struct group *group = &groups[pairing->group_count++];
    memset(group, 0, sizeof *group);
    group->comparison.map = strdup(map);
    group->comparison.clicks = strdup(clicks);
    group->comparison.algo = strdup(algo);
    const struct fr_comparison *texts = &group->comparison;
    return texts->map && texts->clicks && texts->algo ? group : NULL;
}

static bool append(double **values, size_t count, size_t *capacity, double value)
{
    double *grown = fr_grow(&fr_default_allocator, *values, count, 1, capacity, sizeof *grown);
    if (!grown)
        return false;
    grown[count] = value;
    *values = grown;
    return true;
}

static enum fr_status pair_up(struct pairing *pairing, struct group *group,
                              const struct answer *base, const struct answer *fresh)
{
    struct fr_comparison *comparison = &group->comparison;
    comparison->lost += !isnan(base->ns) && isnan(fresh->ns);
    comparison->gained += isnan(base->ns) && !isnan(fresh->ns);
    if (isnan(base->ns) || isnan(fresh->ns))
        return FR_OK;
    if (!append(&group->base, comparison->pairs, &group->capacity[0], base->ns) ||
        !append(&group->fresh, comparison->pairs, &group->capacity[1], fresh->ns))
        return no_memory(pairing);
    comparison->pairs++;
    if (base->length > 0 && fresh->length > 0) {
        group->lengths += fresh->length / base->length;
        group->walked++;
    }
    return FR_OK;
}

static enum fr_status take_fresh(struct pairing *pairing, const cJSON *row)
{
    char key[KEY_SIZE];
    const struct answer fresh = answer_of(row);
    key_of(pairing, row, key);
    const struct fr_string_entry *entry = fr_string_set_find(&pairing->clicks, key);
    if (!entry)
        return FR_OK;
    const struct answer *base = &pairing->answers[entry->number];
    if (memcmp(base->question, fresh.question, sizeof fresh.question) != 0)
        return fr_fail(
            pairing->error, FR_BAD_INPUT,
            "%s: map %s, click %.0f leads elsewhere than in %s; expected the same clicks",
            pairing->fresh->file, fr_row_text(row, "map"), fr_row_number(row, "click"),
            pairing->base->file);
    struct group *group = group_of(pairing, row);
    return group ? pair_up(pairing, group, base, &fresh) : no_memory(pairing);
}

static void key_of_racer(const char *map, const char *algo, char key[KEY_SIZE])
{
    snprintf(key, KEY_SIZE, "%s\n%s", map, algo);
}

static enum fr_status take_prepare(struct pairing *pairing, const cJSON *row)
{
    char key[KEY_SIZE];
    bool added;
    key_of_racer(fr_row_text(row, "map"), fr_row_text(row, "algo"), key);
    return fr_string_set_add(&pairing->turns, key, (int)fr_row_number(row, "group"), &added) ==
                   FR_OK
               ? FR_OK
               : no_memory(pairing);
}

/* Whether the base's racer and this one took turns with each other on this map. */
static bool took_turns(const struct pairing *pairing, const char *map, const char *algo)
{
    char key[KEY_SIZE];
    if (!pairing->base->algo || strcmp(pairing->base->file, pairing->fresh->file) != 0)
        return false;
    key_of_racer(map, pairing->base->algo, key);
    const struct fr_string_entry *base = fr_string_set_find(&pairing->turns, key);
    key_of_racer(map, algo, key);
    const struct fr_string_entry *fresh = fr_string_set_find(&pairing->turns, key);
    return base && fresh && base->number == fresh->number;
}

/* Maps of one name must be one map. */
static enum fr_status take_map(struct pairing *pairing, const cJSON *row, bool is_base)
{
    char name[KEY_SIZE], hashed[KEY_SIZE];
    bool added;
    snprintf(name, sizeof name, "%s", fr_row_text(row, "map"));
    snprintf(hashed, sizeof hashed, "%.2000s\n%s", name, fr_row_text(row, "hash"));
    if (is_base) {
        if (fr_string_set_add(&pairing->maps, name, 0, &added) != FR_OK ||
            fr_string_set_add(&pairing->maps, hashed, 0, &added) != FR_OK)
            return no_memory(pairing);
        return FR_OK;
    }
    if (fr_string_set_find(&pairing->maps, name) && !fr_string_set_find(&pairing->maps, hashed))
        return fr_fail(pairing->error, FR_BAD_INPUT,
                       "%s: map %s is another than in %s (hash %s); expected the same",
                       pairing->fresh->file, name, pairing->base->file, fr_row_text(row, "hash"));
    return FR_OK;
}

/* Whether the comparison wants a racer's rows. */
static bool wanted(const struct pairing *pairing, const char *algo, bool is_base)
{
    const char *base = pairing->base->algo, *fresh = pairing->fresh->algo;
    if (is_base)
        return !base || strcmp(algo, base) == 0;
    return fresh ? strcmp(algo, fresh) == 0 : !base || strcmp(algo, base) != 0;
}

static enum fr_status read_file(struct pairing *pairing, bool is_base)
{
    struct fr_results results;
    enum fr_status status = fr_results_open(is_base ? pairing->base->file : pairing->fresh->file,
                                            &results, pairing->error);
    if (status != FR_OK)
        return status;
    while ((status = fr_results_next(&results, pairing->error)) == FR_OK && results.row) {
        if (fr_row_is(results.row, "map"))
            status = take_map(pairing, results.row, is_base);
        else if (fr_row_is(results.row, "prepare") && is_base)
            status = take_prepare(pairing, results.row);
        else if (fr_row_is(results.row, "click") &&
                 wanted(pairing, fr_row_text(results.row, "algo"), is_base))
            status = is_base ? take_base(pairing, results.row) : take_fresh(pairing, results.row);
        if (status != FR_OK)
            break;
    }
    fr_results_close(&results);
    return status;
}

static enum fr_status finish_group(const struct pairing *pairing, struct group *group,
                                   uint64_t seed)
{
    struct fr_comparison *comparison = &group->comparison;
    comparison->length = group->walked ? group->lengths / (double)group->walked : (double)NAN;
    comparison->p = 1;
    comparison->in_turns = took_turns(pairing, comparison->map, comparison->algo);
    comparison->base_ns = comparison->fresh_ns = (double)NAN;
    if (comparison->pairs == 0)
        return FR_OK;
    const enum fr_status status =
        fr_paired_compare(group->base, group->fresh, comparison->pairs, seed, &comparison->paired);
    fr_sort(group->base, comparison->pairs);
    fr_sort(group->fresh, comparison->pairs);
    comparison->base_ns = fr_median(group->base, comparison->pairs);
    comparison->fresh_ns = fr_median(group->fresh, comparison->pairs);
    comparison->p = comparison->paired.p;
    return status;
}

/* Different: significant among all tests, and by more than noise. */
static enum fr_difference tell(const struct fr_comparison *comparison,
                               const struct fr_comparison_rules *rules)
{
    const double limit = 1 + rules->noise;
    if (comparison->pairs == 0 || comparison->p > rules->alpha)
        return FR_NOT_DISTINGUISHABLE;
    if (comparison->paired.ratio > limit && comparison->paired.low > 1)
        return FR_SLOWER;
    if (comparison->paired.ratio < 1 / limit && comparison->paired.high < 1)
        return FR_FASTER;
    return FR_NOT_DISTINGUISHABLE;
}

static enum fr_status correct(struct fr_comparisons *comparisons,
                              const struct fr_comparison_rules *rules)
{
    double *p = malloc((comparisons->count ? comparisons->count : 1) * sizeof *p);
    if (!p)
        return FR_NO_MEMORY;
    for (size_t i = 0; i < comparisons->count; i++)
        p[i] = comparisons->at[i].p;
    const enum fr_status status = fr_holm(p, comparisons->count);
    for (size_t i = 0; i < comparisons->count; i++) {
        comparisons->at[i].p = p[i];
        comparisons->at[i].difference = tell(&comparisons->at[i], rules);
    }
    free(p);
    return status;
}

/* Lost answers first, then what got slower, the most so first; the rest, and what got faster. */
static int by_regression(const void *a, const void *b)
{
    const struct fr_comparison *left = a, *right = b;
    const int place[] = {[FR_SLOWER] = 0, [FR_NOT_DISTINGUISHABLE] = 1, [FR_FASTER] = 2};
    if ((left->lost > 0) != (right->lost > 0))
        return left->lost > 0 ? -1 : 1;
    if (left->difference != right->difference)
        return place[left->difference] - place[right->difference];
    return (left->paired.ratio < right->paired.ratio) - (left->paired.ratio > right->paired.ratio);
}

static enum fr_status finish(struct pairing *pairing, const struct fr_comparison_rules *rules,
                             struct fr_comparisons *comparisons)
{
    const size_t count = pairing->group_count;
    comparisons->at = malloc((count ? count : 1) * sizeof *comparisons->at);
    if (!comparisons->at)
        return no_memory(pairing);
    for (size_t i = 0; i < count; i++) {
        if (finish_group(pairing, &pairing->groups[i], rules->seed + i) != FR_OK)
            return no_memory(pairing);
        comparisons->at[comparisons->count++] = pairing->groups[i].comparison;
        memset(&pairing->groups[i].comparison, 0, sizeof pairing->groups[i].comparison);
    }
    if (correct(comparisons, rules) != FR_OK)
        return no_memory(pairing);
    qsort(comparisons->at, count, sizeof *comparisons->at, by_regression);
    comparisons->noise = rules->noise;
    return FR_OK;
}

static void release_texts(struct fr_comparison *comparison)
{
    free(comparison->map);
    free(comparison->clicks);
    free(comparison->algo);
}

static void release_pairing(struct pairing *pairing)
{
    for (size_t i = 0; i < pairing->group_count; i++) {
        struct group *group = &pairing->groups[i];
        release_texts(&group->comparison);
        fr_deallocate(&fr_default_allocator, group->base, group->capacity[0], sizeof(double));
        fr_deallocate(&fr_default_allocator, group->fresh, group->capacity[1], sizeof(double));
    }
    fr_deallocate(&fr_default_allocator, pairing->groups, pairing->group_capacity,
                  sizeof *pairing->groups);
    fr_deallocate(&fr_default_allocator, pairing->answers, pairing->answer_capacity,
                  sizeof *pairing->answers);
    fr_string_set_release(&pairing->maps);
    fr_string_set_release(&pairing->turns);
    fr_string_set_release(&pairing->clicks);
    fr_string_set_release(&pairing->names);
}

enum fr_status fr_compare(const struct fr_contestant *base, const struct fr_contestant *fresh,
                          const struct fr_comparison_rules *rules,
                          struct fr_comparisons *comparisons, struct fr_error *error)
{
    struct pairing pairing = {.base = base, .fresh = fresh, .error = error};
    *comparisons = (struct fr_comparisons){NULL, 0, rules->noise};
    enum fr_status status = read_file(&pairing, true);
    if (status == FR_OK && pairing.answer_count == 0)
        status =
            fr_fail(error, FR_BAD_INPUT, "%s: no click rows%s%s; expected some to compare with",
                    base->file, base->algo ? " of " : "", base->algo ? base->algo : "");
    if (status == FR_OK)
        status = read_file(&pairing, false);
    if (status == FR_OK && pairing.group_count == 0)
        status = fr_fail(error, FR_BAD_INPUT,
                         "%s: no click on the same map, of the same click set%s, as in %s",
                         fresh->file, base->algo ? "" : " and racer", base->file);
    if (status == FR_OK)
        status = finish(&pairing, rules, comparisons);
    release_pairing(&pairing);
    if (status != FR_OK)
        fr_comparisons_release(comparisons);
    return status;
}

void fr_comparisons_release(struct fr_comparisons *comparisons)
{
    for (size_t i = 0; i < comparisons->count; i++)
        release_texts(&comparisons->at[i]);
    free(comparisons->at);
    *comparisons = (struct fr_comparisons){NULL, 0, 0};
}
