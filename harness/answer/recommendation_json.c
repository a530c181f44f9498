#include <math.h>

#include "harness/answer/recommendation.h"
#include "harness/base/json_document.h"
#include "harness/base/json_line.h"

static cJSON *describe_candidate(const struct fr_recommendation *recommendation, int racer)
{
    const struct fr_halving *halving = recommendation->halving;
    const struct fr_figures *figures = &halving->choice.figures[racer];
    const struct fr_traits *traits = &halving->racers->at[racer].traits;
    const bool timed = figures->timed > 0;
    char reason[512];
    cJSON *entry = cJSON_CreateObject();
    fr_recommendation_reason(recommendation, racer, reason, sizeof reason);
    fr_json_text(entry, "algo", halving->racers->at[racer].algo);
    fr_json_text(entry, "place", fr_place_name(halving->choice.places[racer]));
    fr_json_text_or_null(entry, "reason", reason);
    fr_json_integer(entry, "clicks", (int64_t)figures->clicks);
    fr_json_number_or_null(entry, "ns_median", figures->median_ns);
    fr_json_number_or_null(entry, "ns_worst", figures->worst_ns);
    fr_json_number_or_null(entry, "over_frame",
                           timed ? (double)figures->over_frame / (double)figures->timed
                                 : (double)NAN);
    fr_json_number_or_null(entry, "slower", timed ? halving->choice.slower[racer] : (double)NAN);
    fr_json_number_or_null(entry, "ns_prepare", figures->prepare_ns);
    fr_json_count_or_null(entry, "peak_bytes", figures->peak_bytes);
    fr_json_number_or_null(entry, "detour", figures->detour);
    fr_json_number_or_null(entry, "worst_detour", figures->worst_detour);
    fr_json_integer(entry, "illegal", (int64_t)figures->illegal);
    fr_json_integer(entry, "failures", (int64_t)figures->failures);
    fr_json_number_or_null(entry, "ns_update", figures->update_ns);
    fr_json_number_or_null(entry, "ns_change", figures->change_ns);
    fr_json_text(entry, "movement", fr_movement_name(traits->movement));
    fr_json_bool(entry, "updates", halving->racers->at[racer].pathfinder->update != NULL);
    fr_json_bool(entry, "edge_walls", traits->edge_walls);
    return entry;
}

enum fr_status fr_recommendation_write_json(const struct fr_recommendation *recommendation)
{
    const struct fr_halving *halving = recommendation->halving;
    const struct fr_choice *choice = &halving->choice;
    const char *chosen = choice->chosen >= 0 ? halving->racers->at[choice->chosen].algo : NULL;
    cJSON *document = cJSON_CreateObject();
    fr_json_text(document, "map", recommendation->course->file);
    fr_json_text(document, "prefer", fr_preference_name(halving->preference));
    fr_json_text_or_null(document, "recommended", chosen);
    fr_json_bool(document, "settled", halving->settled);
    fr_json_text_or_null(document, "stopped", recommendation->stopped);
    fr_json_text(document, "click_set", recommendation->course->clicks);
    fr_json_integer(document, "clicks", (int64_t)halving->clicks);
    cJSON_AddNumberToObject(document, "noise", halving->noise);
    cJSON_AddNumberToObject(document, "budget_s", recommendation->budget_s);
    cJSON_AddNumberToObject(document, "spent_s", recommendation->spent_s);
    fr_json_text_or_null(document, "rerun", recommendation->rerun);
    fr_json_text_or_null(document, "compare", recommendation->compare);
    cJSON *candidates = cJSON_AddArrayToObject(document, "candidates");
    for (int i = 0; i < choice->candidates; i++)
        cJSON_AddItemToArray(candidates, describe_candidate(recommendation, i));
    cJSON *warnings = cJSON_AddArrayToObject(document, "warnings");
    for (int i = 0; i < recommendation->inspection->warning_count; i++)
        cJSON_AddItemToArray(warnings, cJSON_CreateString(recommendation->inspection->warnings[i]));
    return fr_json_write(stdout, document);
}
