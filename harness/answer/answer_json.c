#include "harness/answer/answer_json.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/answer/chart_figures.h"
#include "harness/answer/ranking.h"
#include "harness/answer/regions.h"
#include "harness/base/json_line.h"
#include "harness/statistics/quantiles.h"

#define QUERIES "queries-per-frame"

/* The geometric mean of the maps' slow queries; NAN if none is known. */
static double slow_query_of(const struct fr_final_answer *answer, int racer)
{
    const struct fr_measures *measures = &answer->measures;
    struct fr_mean mean = {0};
    for (int map = 0; map < measures->maps; map++)
        fr_mean_add(&mean, measures->at[map * measures->racers + racer][FR_SLOW], 1);
    return fr_mean_of(&mean);
}

static cJSON *describe_figures(const struct fr_final_answer *answer, int racer)
{
    const struct fr_figures *figures = &answer->figures[racer];
    const double over = (double)figures->over_frame / (double)figures->samples;
    return fr_json_object(
        "clicks:z detours:z ns_median:n ns_median_low:n ns_median_high:n ns_slow:n ns_slowest:n "
        "ns_slowest_waited:n samples:z interrupted:z over_frame:n slower:n slower_low:n "
        "slower_high:n ns_prepare:n held_bytes:c peak_bytes:c ratio_mean:n ratio_worst:n illegal:z "
        "failures:z ns_update:n ns_change:n",
        figures->clicks, figures->timed, figures->median_ns, figures->median_low,
        figures->median_high, slow_query_of(answer, racer), figures->slowest_ns,
        figures->slowest_waited_ns, figures->samples, figures->interrupted,
        figures->timed > 0 ? over : (double)NAN, answer->slower[racer], answer->slower_low[racer],
        answer->slower_high[racer], figures->prepare_ns, figures->held_bytes, figures->peak_bytes,
        figures->mean_ratio, figures->worst_ratio, figures->illegal, figures->failures,
        figures->update_ns, figures->change_ns);
}

/* A number for each quantity; NAN: null. */
static cJSON *describe_quantities(const double values[FR_QUANTITIES])
{
    cJSON *object = cJSON_CreateObject();
    for (int i = 0; i < FR_QUANTITIES; i++) {
        char member[32];
        snprintf(member, sizeof member, "%s:n", fr_quantities[i].name);
        fr_json_add(object, member, isinf(values[i]) ? (double)NAN : values[i]);
    }
    return object;
}

/* A racer's figures on each map, as raced: one query per frame, on the machine of the race. From a
 * racer's figures, a page computes the penalties in another situation. */
static cJSON *describe_measures(const struct fr_final_answer *answer, int racer)
{
    const struct fr_measures *measures = &answer->measures;
    cJSON *maps = cJSON_CreateArray();
    for (int map = 0; map < measures->maps; map++) {
        const double *at = measures->at[map * measures->racers + racer];
        cJSON *object = describe_quantities(at);
        fr_json_add(object, "steady:n load_saved:n", at[FR_STEADY_QUERY], at[FR_LOAD_SAVED]);
        cJSON_AddItemToArray(maps, object);
    }
    return maps;
}

static const char *address_of(const struct fr_final_answer *answer, int racer)
{
    return racer < 0 ? NULL : answer->evidence->racers.at[racer].address;
}

static cJSON *describe_racer(const struct fr_final_answer *answer, int racer)
{
    const struct fr_racer *described = &answer->evidence->racers.at[racer];
    const bool weighed = answer->places[racer] >= FR_PLACE_NOT_PREFERRED;
    char reason[FR_ANSWER_TEXT];
    cJSON *entry = describe_figures(answer, racer);
    fr_answer_reason(answer, racer, reason);
    const int64_t bytes = answer->evidence->object_bytes[racer];
    const struct fr_weighing *weighing = &answer->weighing;
    fr_json_add(entry,
                "algo:s address:s place:s reason:t movement:s updates:b object_bytes:c penalty:n "
                "quantities:o points:o measures:o",
                described->algo, described->address, fr_place_name(answer->places[racer]), reason,
                fr_movement_name(described->traits.movement), answer->evidence->updates[racer],
                bytes > 0 ? bytes : INT64_C(-1), weighed ? weighing->penalty[racer] : (double)NAN,
                weighed ? describe_quantities(weighing->mean[racer]) : NULL,
                weighed ? describe_quantities(weighing->points[racer]) : NULL,
                answer->places[racer] >= FR_PLACE_OVER_LIMIT ? describe_measures(answer, racer)
                                                             : NULL);
    return entry;
}

/* Lists the chosen racer first, then the others, the closest first. */
static void describe_racers(const struct fr_final_answer *answer, cJSON *document)
{
    int order[FR_MAX_RACERS];
    const int count = fr_answer_others(answer, order);
    cJSON *racers = cJSON_AddArrayToObject(document, "candidates");
    if (answer->chosen >= 0)
        cJSON_AddItemToArray(racers, describe_racer(answer, answer->chosen));
    for (int i = 0; i < count; i++)
        cJSON_AddItemToArray(racers, describe_racer(answer, order[i]));
}

static void describe_situation(const struct fr_situation *situation, cJSON *document)
{
    cJSON *preferences = cJSON_AddArrayToObject(document, "prefer");
    for (int i = 0; i < situation->count; i++)
        cJSON_AddItemToArray(preferences,
                             cJSON_CreateString(fr_quantities[situation->preferences[i]].name));
    fr_json_add(
        document, "limits:o thresholds:o queries_per_frame:n slower_machine:n saved:b radius_px:n",
        describe_quantities(situation->limits), describe_quantities(situation->thresholds),
        situation->queries_per_frame, situation->slower, situation->saved, situation->radius_px);
}

/* Adds the racer that leads if only one quantity is preferred; null if unknown from the rows. */
static void describe_alone(const struct fr_final_answer *answer, cJSON *document)
{
    cJSON *alone = cJSON_AddObjectToObject(document, "alone");
    for (int i = 0; i < FR_QUANTITIES; i++) {
        char member[32];
        snprintf(member, sizeof member, "%s:t", fr_quantities[i].name);
        fr_json_add(alone, member, address_of(answer, answer->alone[i]));
    }
}

/* Adds the leading racer, how certain that is, and where the answer changes. */
static void describe_certainty(const struct fr_final_answer *answer, cJSON *document)
{
    const struct fr_border *border = &answer->border;
    const bool none = answer->chosen < 0;
    fr_json_add(document, "leads:t share:n undecided:t halved:t doubled:t",
                address_of(answer, answer->weighing.leads), none ? (double)NAN : answer->share[0],
                address_of(answer, answer->other), none ? NULL : address_of(answer, answer->halved),
                none ? NULL : address_of(answer, answer->doubled));
    const char *quantity = border->quantity == FR_BY_QUERIES ? QUERIES
                           : border->quantity >= 0           ? fr_quantities[border->quantity].name
                                                             : NULL;
    fr_json_add(document, "border:o",
                quantity ? fr_json_object("quantity:s value:n leads:s", quantity, border->value,
                                          address_of(answer, border->leads))
                         : NULL);
}

/* Adds, for each racer, the racers shown to be faster, including controls and other builds. */
static void describe_faster(const struct fr_final_answer *answer, const struct fr_faster *faster,
                            cJSON *document)
{
    const struct fr_racers *racers = &answer->evidence->racers;
    cJSON *object = cJSON_AddObjectToObject(document, "faster");
    for (int i = 0; i < racers->count; i++) {
        if (!faster->compared[i])
            continue;
        cJSON *names = cJSON_AddArrayToObject(object, racers->at[i].algo);
        for (int j = 0; j < racers->count; j++)
            if (faster->than[j][i])
                cJSON_AddItemToArray(names, cJSON_CreateString(racers->at[j].algo));
    }
}

/* The harness's own time: the median of the null back end; NAN if it did not race. */
static double floor_of(const struct fr_final_answer *answer)
{
    for (int i = 0; i < answer->evidence->racers.count; i++)
        if (strcmp(answer->evidence->racers.at[i].address, "null") == 0)
            return answer->figures[i].median_ns;
    return (double)NAN;
}

static enum fr_status describe_places(const struct fr_final_answer *answer,
                                      const struct fr_ranking *ranking, cJSON *array)
{
    enum fr_status status = FR_OK;
    for (int i = 0; i < ranking->count && status == FR_OK; i++) {
        const struct fr_ranked *ranked = &ranking->at[i];
        cJSON *entry = describe_figures(answer, ranked->racer);
        fr_json_add(entry, "algo:s rank:d tied:b letters:s",
                    answer->evidence->racers.at[ranked->racer].algo, ranked->rank, ranked->tied,
                    ranked->letters);
        status = fr_chart_figures_describe(answer, ranked->racer, entry);
        cJSON_AddItemToArray(array, entry);
    }
    return status;
}

/* Adds every compared racer with its rank and figures; null if memory runs out. */
static void describe_ranking(const struct fr_final_answer *answer, cJSON *document)
{
    struct fr_ranking *ranking = malloc(sizeof *ranking);
    cJSON *array = cJSON_CreateArray();
    const bool whole = ranking && fr_rank(answer, ranking) == FR_OK &&
                       describe_places(answer, ranking, array) == FR_OK;
    if (whole) {
        describe_faster(answer, &ranking->faster, document);
        fr_json_add(document, "floor:n ranking:o", floor_of(answer), array);
    } else {
        fr_json_add(document, "faster:o ranking:o", NULL, NULL);
        cJSON_Delete(array);
    }
    free(ranking);
}

cJSON *fr_answer_json(const struct fr_final_answer *answer)
{
    char text[FR_ANSWER_TEXT], code[FR_GAME_CODE];
    const struct fr_evidence *evidence = answer->evidence;
    cJSON *document = fr_json_object("format:s ship:t settled:b", "footrace-answer/1",
                                     fr_answer_ship(answer), answer->settled);
    cJSON *sentences = cJSON_AddArrayToObject(document, "sentences");
    for (int i = FR_SHIP; i < FR_SENTENCES; i++) {
        fr_answer_sentence(answer, (enum fr_sentence)i, text);
        if (*text)
            cJSON_AddItemToArray(sentences, cJSON_CreateString(text));
    }
    describe_situation(answer->situation, document);
    fr_json_add(document, "maps:z detours:z events:z untried:d noise:n disturbed:b cut_short:b",
                evidence->maps, answer->detours, evidence->events, answer->untried, answer->noise,
                evidence->disturbed, evidence->cut_short);
    describe_certainty(answer, document);
    describe_alone(answer, document);
    describe_ranking(answer, document);
    describe_racers(answer, document);
    fr_answer_code(answer, code);
    fr_json_add(document, "code:t", code);
    return document;
}

/* Six digits suffice for a border. */
static cJSON *number_of(double value)
{
    char text[32];
    snprintf(text, sizeof text, "%.6g", value);
    return cJSON_CreateRaw(text);
}

static void describe_axis(cJSON *document, const char *key, const double ends[2])
{
    cJSON *array = cJSON_AddArrayToObject(document, key);
    cJSON_AddItemToArray(array, number_of(ends[0]));
    cJSON_AddItemToArray(array, number_of(ends[1]));
}

static void describe_rows(const struct fr_final_answer *answer, const struct fr_regions *regions,
                          cJSON *map)
{
    cJSON *rows = cJSON_AddArrayToObject(map, "rows");
    for (int i = 0; i < regions->row_count; i++) {
        const struct fr_region_piece *at = regions->regions + regions->rows[i].first;
        cJSON *row = cJSON_CreateObject();
        cJSON_AddItemToObject(row, "slow", number_of(regions->rows[i].slow));
        cJSON *until = cJSON_AddArrayToObject(row, "until");
        cJSON *leads = cJSON_AddArrayToObject(row, "leads");
        for (int j = 0; j < regions->rows[i].count; j++) {
            cJSON_AddItemToArray(until, number_of(at[j].until));
            cJSON_AddItemToArray(leads, cJSON_CreateString(address_of(answer, at[j].leads)));
        }
        cJSON_AddItemToArray(rows, row);
    }
}

/* Adds a situation's map of decisions, and names the quantity (NULL: none) that differs in it. */
static enum fr_status describe_map(const struct fr_final_answer *answer,
                                   const struct fr_situation *situation, const char *quantity,
                                   double value, cJSON *maps)
{
    struct fr_regions regions;
    const enum fr_status status = fr_regions_create(answer, situation, &regions);
    cJSON *map = fr_json_object("quantity:t value:n", quantity, value);
    describe_axis(map, "load", regions.load);
    describe_axis(map, "slow", regions.slow);
    describe_rows(answer, &regions, map);
    cJSON_AddItemToArray(maps, map);
    fr_regions_release(&regions);
    return status;
}

cJSON *fr_answer_regions_json(const struct fr_final_answer *answer)
{
    static const double factors[] = {0.125, 8}, queries[] = {10, 100};
    static const enum fr_quantity varied[] = {FR_MEMORY, FR_CHANGE};
    const struct fr_situation *now = answer->situation;
    cJSON *document = fr_json_object("format:s load:n slow:n", "footrace-regions/1",
                                     now->thresholds[FR_LOAD], now->thresholds[FR_SLOW]);
    cJSON *maps = cJSON_AddArrayToObject(document, "maps");
    enum fr_status status = describe_map(answer, now, NULL, (double)NAN, maps);
    for (size_t i = 0; i < sizeof varied / sizeof *varied; i++)
        for (int j = 0; j < 2 && status == FR_OK && answer->weighing.counts[varied[i]]; j++) {
            struct fr_situation other = *now;
            other.thresholds[varied[i]] *= factors[j];
            status = describe_map(answer, &other, fr_quantities[varied[i]].name,
                                  other.thresholds[varied[i]], maps);
        }
    for (int j = 0; j < 2 && status == FR_OK; j++) {
        struct fr_situation other = *now;
        other.queries_per_frame *= queries[j];
        status = describe_map(answer, &other, QUERIES, other.queries_per_frame, maps);
    }
    if (status == FR_OK)
        return document;
    cJSON_Delete(document);
    return NULL;
}
