#include "harness/experiments/claims_plan.h"

#include <string.h>

#include "harness/base/json_line.h"

/* Whether a back end has the option; "": it has all that is asked for. */
static bool has_option(const struct fr_pathfinder *pathfinder, const char *option)
{
    for (int i = 0; i < pathfinder->option_count && *option; i++)
        if (strcmp(pathfinder->options[i].name, option) == 0)
            return true;
    return *option == '\0';
}

bool fr_experiment_ready(const struct fr_experiment *experiment,
                         const struct fr_pathfinder *const *pathfinders)
{
    if (!experiment->needs)
        return true;
    const size_t length = strcspn(experiment->needs, ":");
    const char *option = experiment->needs + length + (experiment->needs[length] == ':');
    for (size_t i = 0; pathfinders[i]; i++)
        if (strncmp(pathfinders[i]->name, experiment->needs, length) == 0 &&
            pathfinders[i]->name[length] == '\0')
            return has_option(pathfinders[i], option);
    return false;
}

static void add_words(cJSON *object, const char *key, const char *const *words)
{
    cJSON *list = cJSON_AddArrayToObject(object, key);
    for (; *words; words++)
        cJSON_AddItemToArray(list, cJSON_CreateString(*words));
}

static void add_maps(cJSON *object, const struct fr_experiment *experiment, enum fr_scale scale)
{
    cJSON *list = cJSON_AddArrayToObject(object, "maps");
    for (const struct fr_experiment_map *map = experiment->maps; map->name; map++) {
        if (map->full && scale != FR_SCALE_FULL)
            continue;
        cJSON *item = cJSON_CreateObject();
        fr_json_text(item, "map", map->name);
        fr_json_text_or_null(item, "options", map->options);
        fr_json_text_or_null(item, "generator", map->generator);
        fr_json_text_or_null(item, "size", map->size);
        fr_json_text_or_null(item, "seed", map->generator && !map->seed ? "1" : map->seed);
        fr_json_count_or_null(item, "corners", map->corners ? map->corners : -1);
        fr_json_text(item, "clicks",
                     map->clicks[scale] ? map->clicks[scale] : experiment->clicks[scale]);
        cJSON_AddItemToArray(list, item);
    }
}

char *fr_claims_plan(enum fr_scale scale, const struct fr_pathfinder *const *pathfinders)
{
    cJSON *plan = cJSON_CreateObject();
    for (const struct fr_experiment *each = fr_experiments; each->name; each++) {
        if (!each->flags[scale])
            continue;
        cJSON *object = cJSON_AddObjectToObject(plan, each->name);
        add_maps(object, each, scale);
        add_words(object, "racers", fr_experiment_racers(each, scale));
        add_words(object, "flags", each->flags[scale]);
        fr_json_number_or_null(object, "seconds", each->seconds[scale]);
        fr_json_text_or_null(object, "needs",
                             fr_experiment_ready(each, pathfinders) ? NULL : each->needs);
    }
    char *text = cJSON_PrintUnformatted(plan);
    cJSON_Delete(plan);
    return text;
}
