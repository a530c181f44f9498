#include "harness/answer/answer_json.h"
#include "harness/answer/recommendation.h"
#include "harness/base/json_line.h"

static cJSON *describe_dropped(const struct fr_recommendation *recommendation,
                               const struct fr_standings *standings, int racer)
{
    const struct fr_halving *screening = recommendation->screening;
    const enum fr_place left = screening->left[racer];
    return fr_json_object("algo:s place:s reason:s clicks:z", screening->view.racers.at[racer].algo,
                          fr_place_name(left == FR_PLACE_SHIPPED ? FR_PLACE_LARGER : left),
                          fr_recommendation_reason(recommendation, racer),
                          standings->at[racer].clicks);
}

static void list_lost(const struct fr_recommendation *recommendation, cJSON *document)
{
    cJSON *lost = cJSON_AddArrayToObject(document, "lost_to_walker");
    const bool *marks = recommendation->course->lost;
    for (size_t i = 0; marks && i < recommendation->course->set.count; i++)
        if (marks[i])
            cJSON_AddItemToArray(lost, cJSON_CreateNumber((double)i));
}

/* A candidate removed before the race might lead by another preference, so other preferences get
 * null. */
static void forget_other_preferences(const struct fr_situation *situation, cJSON *document)
{
    cJSON *alone = cJSON_GetObjectItemCaseSensitive(document, "alone");
    for (int i = 0; i < FR_QUANTITIES; i++)
        if (situation->count != 1 || situation->preferences[0] != (enum fr_quantity)i)
            cJSON_ReplaceItemInObjectCaseSensitive(alone, fr_quantities[i].name,
                                                   cJSON_CreateNull());
}

cJSON *fr_recommendation_json(const struct fr_recommendation *recommendation)
{
    const struct fr_inspection *inspection = recommendation->inspection;
    cJSON *document = fr_answer_json(recommendation->answer);
    int racers[FR_MAX_RACERS];
    const int count = fr_recommendation_dropped(recommendation, racers);
    if (count > 0)
        forget_other_preferences(recommendation->answer->situation, document);
    fr_json_add(document, "map:s click_set:s stopped:t budget_s:n spent_s:n rerun:t",
                recommendation->course->file, recommendation->course->clicks,
                recommendation->stopped, recommendation->budget_s, recommendation->spent_s,
                recommendation->rerun);
    cJSON *dropped = cJSON_AddArrayToObject(document, "dropped");
    for (int i = 0; i < count; i++)
        cJSON_AddItemToArray(dropped, describe_dropped(recommendation,
                                                       &recommendation->screening->view.standings,
                                                       racers[i]));
    list_lost(recommendation, document);
    cJSON_AddItemToObject(document, "closed_corridors",
                          fr_closed_corridors_json(&recommendation->course->corridors));
    cJSON *warnings = cJSON_AddArrayToObject(document, "warnings");
    for (int i = 0; i < inspection->warning_count; i++)
        cJSON_AddItemToArray(warnings, cJSON_CreateString(inspection->warnings[i]));
    return document;
}
