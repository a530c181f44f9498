#include "harness/commands/paths/path_query.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "harness/base/units.h"
#include "harness/judge/looks.h"
#include "harness/judge/optimum.h"
#include "harness/pictures/overlay.h"
#include "harness/results/rows.h"

static bool expansions(const struct fr_path_query *query, int index)
{
    return query->racers.at[index].traits.expansions;
}

enum fr_status fr_path_query_choose_heat(const struct fr_arguments *arguments,
                                         struct fr_path_query *query, struct fr_error *error)
{
    query->heated = -1;
    if (!fr_argument_count(arguments, "heat"))
        return FR_OK;
    if (fr_argument_count(arguments, "png") == 0)
        return fr_fail(error, FR_BAD_INPUT,
                       "--heat: no picture to draw it on; expected --png OUT, too");
    for (int i = 0; i < query->racers.count && query->heated < 0; i++)
        if (expansions(query, i))
            query->heated = i;
    if (query->heated < 0)
        return fr_fail(error, FR_BAD_INPUT,
                       "--heat: '%s' does not report its expansions; expected a back end that "
                       "does, such as astar",
                       query->racers.at[0].algo);
    return FR_OK;
}

/* The nodes of a reduced map do not match the map that is drawn. */
enum fr_status fr_path_query_check_reduction(const struct fr_path_query *query,
                                             struct fr_error *error)
{
    if (query->heated >= 0 && fr_reduction_reduces(query->report.reduction))
        return fr_fail(error, FR_BAD_INPUT,
                       "%s: expansions are not reported on a reduced map; expected the full map",
                       query->spec);
    return FR_OK;
}

/* How the path of an answer looks. */
struct look {
    uint8_t *faults; /* by waypoint; NULL: not known */
    char text[72];   /* its faults, or "" */
};

/* The remark in the legend: what went wrong or looks bad, or "". */
static const char *remark_on(const struct fr_path_answer *answer, const struct look *look)
{
    if (answer->reply.status != FR_REPLY_ANSWERED || answer->reply.answer.outcome != FR_FOUND)
        return fr_outcome_name(&answer->reply);
    return answer->judgement.verdict == FR_VERDICT_OK ? look->text : fr_path_answer_verdict(answer);
}

static void describe_looks(const struct fr_looks *looks, struct look *look)
{
    char hugging[24] = "", sharp[24] = "", zigzags[24] = "";
    if (looks->hugging > FR_LOOKS_HUGGING)
        snprintf(hugging, sizeof hugging, ", hugs walls: %.0f %%", 100 * looks->hugging);
    if (looks->sharp_turns > 0)
        snprintf(sharp, sizeof sharp, ", sharp turns: %d", (int)looks->sharp_turns);
    if (looks->zigzags > 0)
        snprintf(zigzags, sizeof zigzags, ", zigzags: %d", (int)looks->zigzags);
    snprintf(look->text, sizeof look->text, "%s%s%s", hugging, sharp, zigzags);
    if (*look->text)
        memmove(look->text, look->text + 2, strlen(look->text) - 1);
}

static enum fr_status look_at(const struct fr_path_query *query, const struct fr_margin *margin,
                              const struct fr_roomy *roomy, const struct fr_path *path,
                              struct look *look)
{
    struct fr_looks looks;
    bool known;
    look->faults = fr_allocate(&fr_default_allocator, path->count, sizeof *look->faults);
    if (!look->faults ||
        fr_looks_turns(query->map, path, &fr_default_allocator, look->faults, &known) != FR_OK ||
        fr_looks_measure(query->map, margin, roomy, path, &fr_default_allocator, &looks) != FR_OK)
        return FR_NO_MEMORY;
    describe_looks(&looks, look);
    return FR_OK;
}

/* Measures the looks of all legal any-angle paths. FR_OK or FR_NO_MEMORY; either way, the caller
 * releases the faults. */
static enum fr_status look_at_all(const struct fr_path_query *query, struct look *looks)
{
    const struct fr_allocator *allocator = &fr_default_allocator;
    struct fr_margin *margin = NULL;
    struct fr_roomy roomy;
    struct fr_path taut;
    fr_path_init(&taut, allocator);
    enum fr_status status = fr_margin_create(query->map, allocator, &margin);
    if (status == FR_OK)
        status = fr_margin_avoid(margin, query->click.start, query->click.goal, &taut, &roomy);
    for (int i = 0; i < query->racers.count && status == FR_OK; i++) {
        const struct fr_path_answer *answer = &query->answers[i];
        if (answer->path.count > 0 && answer->judgement.any_angle &&
            answer->judgement.valid_any_angle)
            status = look_at(query, margin, &roomy, &answer->path, &looks[i]);
    }
    fr_path_release(&taut);
    fr_margin_release(margin);
    return status;
}

/* How much longer a path is than the optimum; "" if unknown. */
static const char *describe_excess(const struct fr_path_query *query,
                                   const struct fr_path_answer *answer, char text[FR_UNIT_SIZE])
{
    const double ratio = fr_optimum_ratio(answer->judgement.length, query->optimum);
    if (isnan(ratio))
        return "";
    if (ratio < 1.00005)
        return "none";
    snprintf(text, FR_UNIT_SIZE, "+%.1f %%", 100 * (ratio - 1));
    return text;
}

/* The map's name without its folders. */
static const char *title_of(const struct fr_path_query *query)
{
    const char *title = query->spec;
    for (const char *at = title; *at && *at != ':'; at++)
        if (*at == '/')
            title = at + 1;
    return title;
}

enum fr_status fr_path_query_draw(const struct fr_arguments *arguments,
                                  const struct fr_path_query *query, struct fr_error *error)
{
    const char *file = fr_argument(arguments, "png", 0);
    struct fr_overlay_path paths[FR_MAX_RACERS];
    char texts[FR_MAX_RACERS][4][FR_UNIT_SIZE];
    struct look looks[FR_MAX_RACERS] = {{NULL, ""}};
    if (!file)
        return FR_OK;
    enum fr_status status = look_at_all(query, looks);
    for (int i = 0; i < query->racers.count; i++) {
        const struct fr_path_answer *answer = &query->answers[i];
        paths[i] = (struct fr_overlay_path){
            .name = query->racers.at[i].pathfinder->name,
            .colour = query->racers.at[i].pathfinder->colour,
            .fields = {query->racers.at[i].label,
                       fr_format_length(answer->judgement.length, texts[i][0]),
                       describe_excess(query, answer, texts[i][1]),
                       fr_format_count(answer->judgement.turns, texts[i][2]),
                       fr_format_time(fr_path_answer_time(answer), texts[i][3]),
                       remark_on(answer, &looks[i])},
            .path = &answer->path,
            .faults = looks[i].faults};
    }
    const struct fr_overlay overlay = {
        .map = query->map,
        .point = query->point,
        .title = title_of(query),
        .start = query->click.start,
        .goal = query->click.goal,
        .paths = paths,
        .count = query->racers.count,
        .heat = query->heated < 0 ? NULL : &query->answers[query->heated].expansions,
        .heat_owner = query->heated};
    if (status == FR_OK)
        status = fr_overlay_save(file, &overlay, error);
    for (int i = 0; i < query->racers.count; i++)
        fr_deallocate(&fr_default_allocator, looks[i].faults, query->answers[i].path.count,
                      sizeof *looks[i].faults);
    return status;
}
