#include "harness/results/click_draft.h"

#include <math.h>
#include <stdio.h>

#include "harness/base/json_line.h"
#include "harness/judge/optimum.h"

#define LOST_TO_AGENT "the agent does not get there, a point does"

static const char *phase_key(enum fr_phase phase, char *key, size_t size)
{
    snprintf(key, size, "ns_%s", fr_phase_name(phase));
    return key;
}

static void add_pixel(cJSON *line, const char *key, struct fr_pixel pixel)
{
    const int pair[2] = {pixel.x, pixel.y};
    cJSON_AddItemToObject(line, key, cJSON_CreateIntArray(pair, 2));
}

static void add_areas(cJSON *line, const bool *areas)
{
    int open[FR_AREAS], count = 0;
    for (int area = 1; area < FR_AREAS; area++)
        if (areas[area])
            open[count++] = area;
    cJSON_AddItemToObject(line, "enabled", cJSON_CreateIntArray(open, count));
}

static void add_question(cJSON *line, const struct fr_click_facts *facts)
{
    static const char *const clamped[] = {"none", "start", "goal", "both"};
    const struct fr_resolved_click *resolved = &facts->course->resolved[facts->click];
    fr_json_text(line, "map", facts->course->name);
    fr_json_text(line, "clicks", facts->course->clicks);
    fr_json_text(line, "algo", facts->racer->algo);
    fr_json_integer(line, "click", (int64_t)facts->click);
    fr_json_integer(line, "run", 0);
    fr_json_text(line, "tag", facts->course->set.clicks[facts->click].tag);
    add_pixel(line, "start", resolved->start);
    add_pixel(line, "goal", resolved->goal);
    fr_json_text(line, "class", fr_click_class_name(facts->class));
    fr_json_bool(line, "after_event", facts->after_event);
    fr_json_text(line, "clamped", clamped[resolved->start_clamped + 2 * resolved->goal_clamped]);
    add_areas(line, facts->areas);
}

/* Times and counts of work, which come later. */
static void add_times(cJSON *line)
{
    static const char *const figures[] = {"ns_played", "ns_steady", "ns_cold", "ns_rehearsed",
                                          "ns_after_event"};
    for (size_t i = 0; i < sizeof figures / sizeof *figures; i++)
        fr_json_null(line, figures[i]);
    cJSON_AddItemToObject(line, "played", cJSON_CreateArray());
    cJSON_AddItemToObject(line, "steady", cJSON_CreateArray());
    fr_json_integer(line, "steady_passes", 0);
    fr_json_null(line, "instructions");
    fr_json_null(line, "page_faults");
    fr_json_null(line, "remembers");
    for (int phase = 0; phase < FR_PHASES; phase++) {
        char key[32];
        fr_json_null(line, phase_key((enum fr_phase)phase, key, sizeof key));
    }
}

/* NAN without a path. */
static double length_of(const struct fr_click_facts *facts)
{
    return facts->points > 0 && facts->judgement ? facts->judgement->length : (double)NAN;
}

static void add_path_facts(cJSON *line, const struct fr_click_facts *facts)
{
    const struct fr_judgement *judgement = facts->points > 0 ? facts->judgement : NULL;
    const double none = (double)NAN;
    fr_json_number_or_null(line, "length", judgement ? judgement->length : none);
    fr_json_count_or_null(line, "straight", judgement ? judgement->straight : -1);
    fr_json_count_or_null(line, "diagonal", judgement ? judgement->diagonal : -1);
    fr_json_count_or_null(line, "points", judgement ? (int64_t)facts->points : -1);
    fr_json_number_or_null(line, "turning", judgement ? judgement->turning : none);
    fr_json_count_or_null(line, "turns", judgement ? judgement->turns : -1);
}

static void add_stats(cJSON *line)
{
    static const char *const counts[] = {"expanded", "generated", "cleared", "sight_checks"};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        fr_json_null(line, counts[i]);
}

static void add_quality(cJSON *line, const struct fr_path_quality *quality)
{
    const double none = (double)NAN;
    fr_json_number_or_null(line, "clearance_min", quality ? quality->clearance_min : none);
    fr_json_number_or_null(line, "clearance_mean", quality ? quality->clearance_mean : none);
    fr_json_number_or_null(line, "taut", quality ? quality->taut : none);
    fr_json_text_or_null(line, "outcome_back", quality ? quality->outcome_back : NULL);
    fr_json_number_or_null(line, "length_back", quality ? quality->length_back : none);
    fr_json_number_or_null(line, "apart_back", quality ? quality->apart_back : none);
}

cJSON *fr_click_draft(const struct fr_click_facts *facts)
{
    const struct fr_reply *reply = facts->reply;
    const struct fr_judgement *judgement = facts->judgement;
    const bool answered = reply && reply->status == FR_REPLY_ANSWERED;
    const bool found = answered && reply->answer.outcome == FR_FOUND;
    const bool lost = facts->course->lost && facts->course->lost[facts->click];
    const char *reason = judgement && *judgement->reason ? judgement->reason
                         : lost                          ? LOST_TO_AGENT
                         : reply                         ? reply->reason
                                                         : "no pixel of the map is walkable";
    cJSON *line = cJSON_CreateObject();
    fr_json_text(line, "kind", "click");
    add_question(line, facts);
    fr_json_text(line, "outcome", reply ? fr_outcome_name(reply) : "unreachable");
    fr_json_text_or_null(line, "verdict", judgement ? fr_verdict_name(judgement->verdict) : NULL);
    fr_json_text_or_null(line, "reason", reason);
    add_times(line);
    add_path_facts(line, facts);
    add_stats(line);
    if (found && judgement && judgement->any_angle)
        fr_json_bool(line, "valid_any_angle", judgement->valid_any_angle);
    else
        fr_json_null(line, "valid_any_angle");
    fr_json_number_or_null(line, "optimum", facts->optimum);
    fr_json_number_or_null(line, "ratio", fr_optimum_ratio(length_of(facts), facts->optimum));
    add_quality(line, facts->quality);
    return line;
}

static void put(cJSON *draft, const char *key, cJSON *value)
{
    cJSON_ReplaceItemInObjectCaseSensitive(draft, key, value);
}

static void put_number(cJSON *draft, const char *key, double value)
{
    put(draft, key, isnan(value) ? cJSON_CreateNull() : cJSON_CreateNumber(value));
}

static void put_count(cJSON *draft, const char *key, int64_t value)
{
    put_number(draft, key, value < 0 ? (double)NAN : (double)value);
}

static void put_text(cJSON *draft, const char *key, const char *text)
{
    put(draft, key, *text ? cJSON_CreateString(text) : cJSON_CreateNull());
}

void fr_click_draft_fail(cJSON *draft, const struct fr_reply *reply)
{
    static const char *const keys[] = {
        "verdict",        "length", "straight",        "diagonal",    "points",
        "turning",        "turns",  "valid_any_angle", "ratio",       "clearance_min",
        "clearance_mean", "taut",   "outcome_back",    "length_back", "apart_back"};
    put_text(draft, "outcome", fr_outcome_name(reply));
    put_text(draft, "reason", reply->reason);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        put(draft, keys[i], cJSON_CreateNull());
}

void fr_click_draft_contradict(cJSON *draft)
{
    put_text(draft, "verdict", fr_verdict_name(FR_VERDICT_NONDETERMINISTIC));
    put_text(draft, "reason", "answers differ between calls");
}

static void put_samples(cJSON *draft, const char *key, const double *samples, int count)
{
    cJSON *array = cJSON_CreateArray();
    for (int i = 0; i < count; i++)
        cJSON_AddItemToArray(array, isnan(samples[i]) ? cJSON_CreateNull()
                                                      : cJSON_CreateNumber(samples[i]));
    put(draft, key, array);
}

void fr_click_draft_count(cJSON *draft, int64_t instructions)
{
    if (instructions > 0)
        put_count(draft, "instructions", instructions);
}

void fr_click_draft_finish(cJSON *draft, const struct fr_click_times *times,
                           enum fr_caching caching)
{
    const int samples = times->rounds * times->passes;
    struct fr_click_figures figures;
    if (caching != FR_CACHING_UNKNOWN)
        put(draft, "remembers", cJSON_CreateBool(caching == FR_CACHING_FOUND));
    if (!times->played)
        return;
    fr_click_times_figures(times, caching == FR_CACHING_FOUND, &figures);
    put_number(draft, "ns_played", figures.ns_played);
    put_number(draft, "ns_steady", figures.ns_steady);
    put_number(draft, "ns_cold", figures.ns_cold);
    put_number(draft, "ns_rehearsed", times->rehearsed);
    put_number(draft, "ns_after_event", figures.ns_after_event);
    put_samples(draft, "played", times->played, samples);
    put_samples(draft, "steady", times->steady, samples);
    put_number(draft, "steady_passes", figures.steady_passes);
    put_count(draft, "page_faults", times->page_faults);
    for (int phase = 0; phase < FR_PHASES; phase++) {
        char key[32];
        put_number(draft, phase_key((enum fr_phase)phase, key, sizeof key),
                   times->ns_phases[phase]);
    }
    put_count(draft, "expanded", times->stats.expanded);
    put_count(draft, "generated", times->stats.generated);
    put_count(draft, "cleared", times->stats.cleared);
    put_count(draft, "sight_checks", times->stats.sight_checks);
}
