#include "harness/answer/answer_json.h"

#include <math.h>
#include <stdlib.h>

#include "harness/answer/ranking.h"
#include "harness/base/json_line.h"

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
                 border->quantity == FR_BY_QUERIES ? "queries-per-frame"
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

enum { STEPS = 41 }; /* ten per decade */

#define LEAST_LOAD_NS 1e6
#define LEAST_SLOW_NS 1e4

static double threshold_at(double least, int step)
{
    return least * pow(10, step / 10.0);
}

static cJSON *list_steps(double least)
{
    cJSON *steps = cJSON_CreateArray();
    for (int i = 0; i < STEPS; i++)
        cJSON_AddItemToArray(steps, cJSON_CreateNumber(threshold_at(least, i)));
    return steps;
}

cJSON *fr_answer_regions_json(const struct fr_final_answer *answer)
{
    struct fr_situation situation = *answer->situation;
    cJSON *document = cJSON_CreateObject();
    fr_json_text(document, "format", "footrace-regions/1");
    fr_json_number_or_null(document, "load_now", situation.thresholds[FR_LOAD]);
    fr_json_number_or_null(document, "slow_now", situation.thresholds[FR_SLOW]);
    cJSON_AddItemToObject(document, "load", list_steps(LEAST_LOAD_NS));
    cJSON_AddItemToObject(document, "slow", list_steps(LEAST_SLOW_NS));
    cJSON *rows = cJSON_AddArrayToObject(document, "leads");
    for (int i = 0; i < STEPS && answer->chosen >= 0; i++) {
        cJSON *row = cJSON_CreateArray();
        situation.thresholds[FR_SLOW] = threshold_at(LEAST_SLOW_NS, i);
        for (int j = 0; j < STEPS; j++) {
            situation.thresholds[FR_LOAD] = threshold_at(LEAST_LOAD_NS, j);
            const int leads = fr_answer_leads(answer, &situation);
            cJSON_AddItemToArray(row, cJSON_CreateString(address_of(answer, leads)));
        }
        cJSON_AddItemToArray(rows, row);
    }
    return document;
}
