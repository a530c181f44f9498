#include "harness/commands/paths/path_query.h"

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

/* The corridor that is too narrow for the click; NULL: none. */
static const struct fr_closed_corridor *closed_corridor(const struct fr_path_query *query)
{
    const struct fr_closed_corridors *corridors = &query->corridors;
    const struct fr_closed_corridor *first = corridors->listed;
    return corridors->listed_count > 0 && first->clicks > 0 ? first : NULL;
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
        printf("  %-*s  %-11s  %-17s  %12s  %7s  %8s", width, query->racers.at[i].algo,
               fr_outcome_name(&answer->reply), fr_path_answer_verdict(answer),
               fr_format_length(answer->judgement.length, length), ratio, turns);
        fr_print_right(fr_format_time(fr_path_answer_time(answer), time), 10);
        puts("");
        if (*fr_path_answer_reason(query, answer))
            printf("  %-*s  %s\n", width, "", fr_path_answer_reason(query, answer));
    }
    const struct fr_closed_corridor *closed = closed_corridor(query);
    if (closed)
        printf(
            "A point can reach the goal; for this radius, a corridor of %d px closes at %d,%d.\n",
            closed->width, closed->place.at.x, closed->place.at.y);
}

static cJSON *describe_answer(const struct fr_path_query *query, int index)
{
    const struct fr_racer *racer = &query->racers.at[index];
    const struct fr_path_answer *answer = &query->answers[index];
    const struct fr_judgement *judgement = &answer->judgement;
    cJSON *points = cJSON_CreateArray();
    for (size_t i = 0; i < answer->path.count; i++)
        cJSON_AddItemToArray(
            points,
            cJSON_CreateIntArray((int[]){answer->path.points[i].x, answer->path.points[i].y}, 2));
    return fr_json_object(
        "algo:s name:s options:s movement:s outcome:s verdict:t reason:t length:n ratio:n "
        "turning:n turns:c valid_any_angle:o ns:n points:o",
        racer->algo, racer->pathfinder->name, racer->options_text,
        fr_movement_name(racer->traits.movement), fr_outcome_name(&answer->reply),
        fr_verdict_name(judgement->verdict), fr_path_answer_reason(query, answer),
        judgement->length, fr_optimum_ratio(judgement->length, query->optimum), judgement->turning,
        (int64_t)judgement->turns,
        judgement->any_angle ? cJSON_CreateBool(judgement->valid_any_angle) : NULL,
        fr_path_answer_time(answer), points);
}

static cJSON *describe(const struct fr_path_query *query)
{
    const struct fr_resolved_click *click = &query->click;
    const struct fr_closed_corridor *closed = closed_corridor(query);
    cJSON *document =
        fr_json_object("map:s start:p goal:p start_clamped:b goal_clamped:b optimum:n", query->spec,
                       click->start.x, click->start.y, click->goal.x, click->goal.y,
                       click->start_clamped, click->goal_clamped, query->optimum);
    if (closed)
        fr_json_add(document, "closed_corridor:p", closed->place.at.x, closed->place.at.y);
    else
        fr_json_add(document, "closed_corridor:o", NULL);
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
    return fr_output_finish(&output, "--json", status, error);
}
