#include "harness/answer/answer_json.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "harness/answer/ranking.h"
#include "harness/answer/regions.h"
#include "harness/base/json_line.h"

#define QUERIES "queries-per-frame"

/* The geometric mean of the maps' slow queries; NAN if none is known. */
static double slow_query_of(const struct fr_final_answer *answer, int racer)
{
    const struct fr_measures *measures = &answer->measures;
    double sum = 0;
    int known = 0;
    for (int map = 0; map < measures->maps; map++) {
        const double slow = measures->at[map * measures->racers + racer][FR_SLOW];
        sum += isnan(slow) ? 0 : log(fmax(slow, 1));
        known += !isnan(slow);
    }
    return known > 0 ? exp(sum / known) : (double)NAN;
}

static cJSON *describe_figures(const struct fr_final_answer *answer, int racer)
{
    const struct fr_figures *figures = &answer->figures[racer];
    const bool timed = figures->timed > 0;
    cJSON *entry = cJSON_CreateObject();
    fr_json_integer(entry, "clicks", (int64_t)figures->clicks);
    fr_json_integer(entry, "detours", (int64_t)figures->timed);
    fr_json_number_or_null(entry, "ns_median", figures->median_ns);
    fr_json_number_or_null(entry, "ns_median_low", figures->median_low);
    fr_json_number_or_null(entry, "ns_median_high", figures->median_high);
    fr_json_number_or_null(entry, "ns_slow", slow_query_of(answer, racer));
    fr_json_number_or_null(entry, "ns_slowest", figures->slowest_ns);
    fr_json_number_or_null(entry, "ns_slowest_waited", figures->slowest_waited_ns);
    fr_json_integer(entry, "samples", (int64_t)figures->samples);
    fr_json_integer(entry, "interrupted", (int64_t)figures->interrupted);
    fr_json_number_or_null(entry, "over_frame",
                           timed ? (double)figures->over_frame / (double)figures->samples
                                 : (double)NAN);
    fr_json_number_or_null(entry, "slower", answer->slower[racer]);
    fr_json_number_or_null(entry, "slower_low", answer->slower_low[racer]);
    fr_json_number_or_null(entry, "slower_high", answer->slower_high[racer]);
    fr_json_number_or_null(entry, "ns_prepare", figures->prepare_ns);
    fr_json_count_or_null(entry, "held_bytes", figures->held_bytes);
    fr_json_count_or_null(entry, "peak_bytes", figures->peak_bytes);
    fr_json_number_or_null(entry, "ratio_mean", figures->mean_ratio);
    fr_json_number_or_null(entry, "ratio_worst", figures->worst_ratio);
    fr_json_integer(entry, "illegal", (int64_t)figures->illegal);
    fr_json_integer(entry, "failures", (int64_t)figures->failures);
    fr_json_number_or_null(entry, "ns_update", figures->update_ns);
    fr_json_number_or_null(entry, "ns_change", figures->change_ns);
    return entry;
}

/* Adds a number for each quantity; NAN: null. */
static void describe_quantities(cJSON *entry, const char *key, const double values[FR_QUANTITIES])
{
    cJSON *object = cJSON_AddObjectToObject(entry, key);
    for (int i = 0; i < FR_QUANTITIES; i++)
        fr_json_number_or_null(object, fr_quantities[i].name,
                               isinf(values[i]) ? (double)NAN : values[i]);
}

/* What each map says of a racer, as the rows have it: with one query in a frame, on the machine of the
 * race. From these a page weighs for another situation. */
static void describe_measures(const struct fr_final_answer *answer, int racer, cJSON *entry)
{
    const struct fr_measures *measures = &answer->measures;
    cJSON *maps = cJSON_AddArrayToObject(entry, "measures");
    for (int map = 0; map < measures->maps; map++) {
        const double *at = measures->at[map * measures->racers + racer];
        cJSON *object = cJSON_CreateObject();
        for (int i = 0; i < FR_QUANTITIES; i++)
            fr_json_number_or_null(object, fr_quantities[i].name, at[i]);
        fr_json_number_or_null(object, "steady", at[FR_STEADY_QUERY]);
        fr_json_number_or_null(object, "load_saved", at[FR_LOAD_SAVED]);
        cJSON_AddItemToArray(maps, object);
    }
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
    fr_json_text(entry, "algo", described->algo);
    fr_json_text(entry, "address", described->address);
    fr_json_text(entry, "place", fr_place_name(answer->places[racer]));
    fr_json_text_or_null(entry, "reason", reason);
    fr_json_text(entry, "movement", fr_movement_name(described->traits.movement));
    fr_json_bool(entry, "updates", answer->evidence->updates[racer]);
    fr_json_count_or_null(
        entry, "object_bytes",
        answer->evidence->object_bytes[racer] > 0 ? answer->evidence->object_bytes[racer] : -1);
    fr_json_number_or_null(entry, "penalty",
                           weighed ? answer->weighing.penalty[racer] : (double)NAN);
    if (weighed) {
        describe_quantities(entry, "quantities", answer->weighing.mean[racer]);
        describe_quantities(entry, "points", answer->weighing.points[racer]);
    } else {
        fr_json_null(entry, "quantities");
        fr_json_null(entry, "points");
    }
    if (answer->places[racer] >= FR_PLACE_OVER_LIMIT)
        describe_measures(answer, racer, entry);
    else
        fr_json_null(entry, "measures");
    return entry;
}

/* Lists the chosen racer first, then the others, the closest first. */
static void describe_racers(const struct fr_final_answer *answer, cJSON *document)
{
    int order[FR_MAX_RACERS];
    const int count = fr_answer_rivals(answer, order);
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
    describe_quantities(document, "limits", situation->limits);
    describe_quantities(document, "thresholds", situation->thresholds);
    fr_json_number_or_null(document, "queries_per_frame", situation->queries_per_frame);
    fr_json_number_or_null(document, "slower_machine", situation->slower);
    fr_json_bool(document, "saved", situation->saved);
    fr_json_number_or_null(document, "radius_px", situation->radius_px);
}

/* Adds the racer that leads if only one quantity is preferred; null if unknown from these rows. */
static void describe_alone(const struct fr_final_answer *answer, cJSON *document)
{
    cJSON *alone = cJSON_AddObjectToObject(document, "alone");
    for (int i = 0; i < FR_QUANTITIES; i++)
        fr_json_text_or_null(alone, fr_quantities[i].name, address_of(answer, answer->alone[i]));
}

/* Adds the leading racer, how certain that is, and where the answer changes. */
static void describe_certainty(const struct fr_final_answer *answer, cJSON *document)
{
    const struct fr_border *border = &answer->border;
    fr_json_text_or_null(document, "leads", address_of(answer, answer->weighing.leads));
    fr_json_number_or_null(document, "share", answer->chosen < 0 ? (double)NAN : answer->share[0]);
    fr_json_text_or_null(document, "undecided", address_of(answer, answer->other));
    fr_json_text_or_null(document, "halved",
                         answer->chosen < 0 ? NULL : address_of(answer, answer->halved));
    fr_json_text_or_null(document, "doubled",
                         answer->chosen < 0 ? NULL : address_of(answer, answer->doubled));
    if (border->quantity < 0) {
        fr_json_null(document, "border");
        return;
    }
    cJSON *object = cJSON_AddObjectToObject(document, "border");
    fr_json_text(object, "quantity",
                 border->quantity == FR_BY_QUERIES ? QUERIES
                                                   : fr_quantities[border->quantity].name);
    fr_json_number_or_null(object, "value", border->value);
    fr_json_text(object, "leads", address_of(answer, border->leads));
}

/* Adds, for each racer, those that are shown to be faster, including copies and other builds. */
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

/* Adds every compared racer with its rank and figures; null if memory for comparing is lacking. */
static void describe_ranking(const struct fr_final_answer *answer, cJSON *document)
{
    struct fr_ranking *ranking = malloc(sizeof *ranking);
    if (!ranking || fr_rank(answer, ranking) != FR_OK) {
        free(ranking);
        fr_json_null(document, "faster");
        fr_json_null(document, "ranking");
        return;
    }
    describe_faster(answer, &ranking->faster, document);
    cJSON *array = cJSON_AddArrayToObject(document, "ranking");
    for (int i = 0; i < ranking->count; i++) {
        const struct fr_ranked *ranked = &ranking->at[i];
        cJSON *entry = describe_figures(answer, ranked->racer);
        fr_json_text(entry, "algo", answer->evidence->racers.at[ranked->racer].algo);
        fr_json_integer(entry, "rank", ranked->rank);
        fr_json_bool(entry, "tied", ranked->tied);
        fr_json_text(entry, "letters", ranked->letters);
        cJSON_AddItemToArray(array, entry);
    }
    free(ranking);
}

cJSON *fr_answer_json(const struct fr_final_answer *answer)
{
    char text[FR_ANSWER_TEXT], code[FR_GAME_CODE];
    cJSON *document = cJSON_CreateObject();
    fr_json_text(document, "format", "footrace-answer/1");
    fr_json_text_or_null(document, "ship", fr_answer_ship(answer));
    fr_json_bool(document, "settled", answer->settled);
    cJSON *sentences = cJSON_AddArrayToObject(document, "sentences");
    for (int i = FR_SHIP; i < FR_SENTENCES; i++) {
        fr_answer_sentence(answer, (enum fr_sentence)i, text);
        if (*text)
            cJSON_AddItemToArray(sentences, cJSON_CreateString(text));
    }
    describe_situation(answer->situation, document);
    fr_json_integer(document, "maps", (int64_t)answer->evidence->maps);
    fr_json_integer(document, "detours", (int64_t)answer->detours);
    fr_json_integer(document, "events", (int64_t)answer->evidence->events);
    fr_json_integer(document, "untried", answer->untried);
    fr_json_number_or_null(document, "noise", answer->noise);
    fr_json_bool(document, "disturbed", answer->evidence->disturbed);
    fr_json_bool(document, "cut_short", answer->evidence->cut_short);
    describe_certainty(answer, document);
    describe_alone(answer, document);
    describe_ranking(answer, document);
    describe_racers(answer, document);
    fr_answer_code(answer, code);
    fr_json_text_or_null(document, "code", code);
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

/* Adds the map of a situation, and which quantity (NULL: none) has another value in it. */
static enum fr_status describe_map(const struct fr_final_answer *answer,
                                   const struct fr_situation *situation, const char *quantity,
                                   double value, cJSON *maps)
{
    struct fr_regions regions;
    const enum fr_status status = fr_regions_create(answer, situation, &regions);
    cJSON *map = cJSON_CreateObject();
    fr_json_text_or_null(map, "quantity", quantity);
    fr_json_number_or_null(map, "value", value);
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
    cJSON *document = cJSON_CreateObject();
    fr_json_text(document, "format", "footrace-regions/1");
    fr_json_number_or_null(document, "load", now->thresholds[FR_LOAD]);
    fr_json_number_or_null(document, "slow", now->thresholds[FR_SLOW]);
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
