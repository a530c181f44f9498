#include "harness/answer/answer_json.h"

#include <math.h>
#include <stdlib.h>

#include "harness/answer/ranking.h"
#include "harness/base/json_line.h"

static cJSON *describe_figures(const struct fr_final_answer *answer, int racer)
{
    const struct fr_figures *figures = &answer->choice.figures[racer];
    const struct fr_choice *choice = &answer->choice;
    const bool timed = figures->timed > 0;
    cJSON *entry = cJSON_CreateObject();
    fr_json_integer(entry, "clicks", (int64_t)figures->clicks);
    fr_json_integer(entry, "detours", (int64_t)figures->timed);
    fr_json_number_or_null(entry, "ns_median", figures->median_ns);
    fr_json_number_or_null(entry, "ns_median_low", figures->median_low);
    fr_json_number_or_null(entry, "ns_median_high", figures->median_high);
    fr_json_number_or_null(entry, "ns_worst", figures->worst_ns);
    fr_json_number_or_null(entry, "over_frame",
                           timed ? (double)figures->over_frame / (double)figures->timed
                                 : (double)NAN);
    fr_json_number_or_null(entry, "slower", timed ? choice->slower[racer] : (double)NAN);
    fr_json_number_or_null(entry, "slower_low", timed ? choice->slower_low[racer] : (double)NAN);
    fr_json_number_or_null(entry, "slower_high", timed ? choice->slower_high[racer] : (double)NAN);
    fr_json_number_or_null(entry, "ns_prepare", figures->prepare_ns);
    fr_json_count_or_null(entry, "held_bytes", figures->held_bytes);
    fr_json_count_or_null(entry, "peak_bytes", figures->peak_bytes);
    fr_json_number_or_null(entry, "ratio_mean", figures->mean_detour);
    fr_json_number_or_null(entry, "ratio_worst", figures->worst_detour);
    fr_json_integer(entry, "illegal", (int64_t)figures->illegal);
    fr_json_integer(entry, "failures", (int64_t)figures->failures);
    fr_json_number_or_null(entry, "ns_update", figures->update_ns);
    fr_json_number_or_null(entry, "ns_change", figures->change_ns);
    return entry;
}

static cJSON *describe_racer(const struct fr_final_answer *answer, int racer)
{
    const struct fr_racer *described = &answer->evidence->racers.at[racer];
    char reason[FR_ANSWER_TEXT];
    cJSON *entry = describe_figures(answer, racer);
    fr_answer_reason(answer, racer, reason);
    fr_json_text(entry, "algo", described->algo);
    fr_json_text(entry, "address", described->address);
    fr_json_text(entry, "place", fr_place_name(answer->choice.places[racer]));
    fr_json_text_or_null(entry, "reason", reason);
    fr_json_text(entry, "movement", fr_movement_name(described->traits.movement));
    fr_json_bool(entry, "updates", answer->evidence->updates[racer]);
    return entry;
}

/* The chosen one first, then the others, the closest first. */
static void describe_racers(const struct fr_final_answer *answer, cJSON *document)
{
    int order[FR_MAX_RACERS];
    const int count = fr_answer_rivals(answer, order);
    cJSON *racers = cJSON_AddArrayToObject(document, "candidates");
    if (answer->choice.chosen >= 0)
        cJSON_AddItemToArray(racers, describe_racer(answer, answer->choice.chosen));
    for (int i = 0; i < count; i++)
        cJSON_AddItemToArray(racers, describe_racer(answer, order[i]));
}

static void describe_situation(const struct fr_situation *situation, cJSON *document)
{
    cJSON *preferences = cJSON_AddArrayToObject(document, "prefer");
    for (int i = 0; i < situation->count; i++)
        cJSON_AddItemToArray(preferences,
                             cJSON_CreateString(fr_preference_name(situation->preferences[i])));
    fr_json_number_or_null(document, "max_click_ns",
                           isinf(situation->max_click_ns) ? (double)NAN : situation->max_click_ns);
    fr_json_number_or_null(document, "max_load_ns",
                           isinf(situation->max_load_ns) ? (double)NAN : situation->max_load_ns);
    fr_json_count_or_null(document, "max_bytes",
                          situation->max_bytes == INT64_MAX ? -1 : situation->max_bytes);
    fr_json_number_or_null(document, "radius_px", situation->radius_px);
}

/* Who would be shipped for each preference alone; null where these rows cannot tell. */
static void describe_alone(const struct fr_final_answer *answer, cJSON *document)
{
    cJSON *alone = cJSON_AddObjectToObject(document, "alone");
    for (int i = 0; i < FR_PREFERENCES; i++)
        fr_json_text_or_null(
            alone, fr_preference_name((enum fr_preference)i),
            answer->alone[i] < 0 ? NULL : answer->evidence->racers.at[answer->alone[i]].address);
}

/* For each racer those that are shown to be faster, copies and other builds, too. */
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

/* Every racer that was compared, with its rank and its figures; null without the memory to compare. */
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
        fr_answer_sentence(answer, (enum fr_answer_sentence)i, text);
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
    describe_alone(answer, document);
    describe_ranking(answer, document);
    describe_racers(answer, document);
    fr_answer_code(answer, code);
    fr_json_text_or_null(document, "code", code);
    return document;
}
