#include "harness/commands/paths/path_query.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "harness/base/json_document.h"
#include "harness/base/json_line.h"
#include "harness/base/output.h"
#include "harness/base/units.h"
#include "harness/judge/optimum.h"
#include "harness/results/rows.h"

static void print_end(const char *name, struct fr_pixel pixel, bool clamped)
{
    printf("%s %d,%d%s", name, pixel.x, pixel.y, clamped ? " (clamped)" : "");
}

/* The corridor where the click is lost; NULL: none. */
static const struct fr_closed_corridor *closed_corridor(const struct fr_path_query *query)
{
    const struct fr_closed_corridors *corridors = &query->corridors;
    return corridors->told_count > 0 && corridors->told[0].clicks > 0 ? corridors->told : NULL;
}

void fr_path_query_print(const struct fr_path_query *query)
{
    char optimum[FR_UNIT_SIZE];
    int width = 5;
    for (int i = 0; i < query->racers.count; i++) {
        const int length = (int)strlen(query->racers.at[i].algo);
        width = length > width ? length : width;
    }
    printf("%s, ", query->spec);
    print_end("from", query->click.start, query->click.start_clamped);
    print_end(" to", query->click.goal, query->click.goal_clamped);
    if (!isnan(query->optimum))
        printf(", optimum %s", fr_format_length(query->optimum, optimum));
    printf("\n  %-*s  %-11s  %-17s  %12s  %7s  %8s  %8s\n", width, "racer", "outcome", "verdict",
           "length", "ratio", "turns", "time");
    for (int i = 0; i < query->racers.count; i++) {
        const struct fr_path_answer *answer = &query->answers[i];
        char length[FR_UNIT_SIZE], time[FR_UNIT_SIZE], turns[FR_UNIT_SIZE] = "-",
                                                       ratio[FR_UNIT_SIZE] = "-";
        const double times = fr_optimum_ratio(answer->judgement.length, query->optimum);
        if (answer->judgement.turns >= 0)
            snprintf(turns, sizeof turns, "%lld", (long long)answer->judgement.turns);
        if (!isnan(times))
            snprintf(ratio, sizeof ratio, "%.4f", times);
        printf("  %-*s  %-11s  %-17s  %12s  %7s  %8s  %8s\n", width, query->racers.at[i].algo,
               fr_outcome_name(&answer->reply), fr_path_answer_verdict(answer),
               fr_format_length(answer->judgement.length, length), ratio, turns,
               fr_format_time(fr_path_answer_time(answer), time));
        if (*fr_path_answer_reason(query, answer))
            printf("  %-*s  %s\n", width, "", fr_path_answer_reason(query, answer));
    }
    const struct fr_closed_corridor *closed = closed_corridor(query);
    if (closed)
        printf(
            "A point can reach the goal; for this radius, a corridor of %d px closes at %d,%d.\n",
            closed->width, closed->place.at.x, closed->place.at.y);
}

static cJSON *describe_pixel(struct fr_pixel pixel)
{
    const int pair[2] = {pixel.x, pixel.y};
    return cJSON_CreateIntArray(pair, 2);
}

static cJSON *describe_answer(const struct fr_path_query *query, int index)
{
    const struct fr_racer *racer = &query->racers.at[index];
    const struct fr_path_answer *answer = &query->answers[index];
    cJSON *entry = cJSON_CreateObject();
    fr_json_text(entry, "algo", racer->algo);
    fr_json_text(entry, "name", racer->pathfinder->name);
    fr_json_text(entry, "options", racer->options_text);
    fr_json_text(entry, "movement", fr_movement_name(racer->traits.movement));
    fr_json_text(entry, "outcome", fr_outcome_name(&answer->reply));
    fr_json_text_or_null(entry, "verdict", fr_verdict_name(answer->judgement.verdict));
    fr_json_text_or_null(entry, "reason", fr_path_answer_reason(query, answer));
    fr_json_number_or_null(entry, "length", answer->judgement.length);
    fr_json_number_or_null(entry, "ratio",
                           fr_optimum_ratio(answer->judgement.length, query->optimum));
    fr_json_number_or_null(entry, "turning", answer->judgement.turning);
    fr_json_count_or_null(entry, "turns", answer->judgement.turns);
    if (answer->judgement.any_angle)
        fr_json_bool(entry, "valid_any_angle", answer->judgement.valid_any_angle);
    else
        fr_json_null(entry, "valid_any_angle");
    fr_json_number_or_null(entry, "ns", fr_path_answer_time(answer));
    cJSON *points = cJSON_AddArrayToObject(entry, "points");
    for (size_t i = 0; i < answer->path.count; i++)
        cJSON_AddItemToArray(points, describe_pixel((struct fr_pixel){answer->path.points[i].x,
                                                                      answer->path.points[i].y}));
    return entry;
}

static cJSON *describe(const struct fr_path_query *query)
{
    cJSON *document = cJSON_CreateObject();
    fr_json_text(document, "map", query->spec);
    cJSON_AddItemToObject(document, "start", describe_pixel(query->click.start));
    cJSON_AddItemToObject(document, "goal", describe_pixel(query->click.goal));
    fr_json_bool(document, "start_clamped", query->click.start_clamped);
    fr_json_bool(document, "goal_clamped", query->click.goal_clamped);
    fr_json_number_or_null(document, "optimum", query->optimum);
    if (closed_corridor(query))
        cJSON_AddItemToObject(document, "closed_corridor",
                              describe_pixel(closed_corridor(query)->place.at));
    else
        fr_json_null(document, "closed_corridor");
    cJSON *paths = cJSON_AddArrayToObject(document, "paths");
    for (int i = 0; i < query->racers.count; i++)
        cJSON_AddItemToArray(paths, describe_answer(query, i));
    return document;
}

enum fr_status fr_path_query_write_json(const struct fr_path_query *query, const char *file,
                                        struct fr_error *error)
{
    struct fr_output output;
    enum fr_status status = fr_output_open(file, &output, error);
    if (status == FR_OK)
        status = fr_output_begin(&output, error);
    if (status != FR_OK)
        return status;
    if (fr_json_write(output.file, describe(query)) != FR_OK)
        status = fr_fail(error, FR_NO_MEMORY, "not enough memory to write JSON");
    const bool torn = ferror(output.file) != 0;
    const int lost = fr_output_close_whole(&output, status == FR_OK && !torn);
    if (status == FR_OK && (lost || torn))
        status =
            fr_fail(error, FR_SYSTEM_ERROR, "--json %s: %s", file, strerror(lost ? lost : EIO));
    return status;
}
