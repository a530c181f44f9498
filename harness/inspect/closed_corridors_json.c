#include "harness/inspect/closed_corridors_json.h"

cJSON *fr_closed_corridors_json(const struct fr_closed_corridors *corridors)
{
    cJSON *list = cJSON_CreateArray();
    for (size_t i = 0; i < corridors->told_count; i++) {
        const struct fr_closed_corridor *told = &corridors->told[i];
        const int at[2] = {told->place.at.x, told->place.at.y};
        cJSON *object = cJSON_CreateObject();
        cJSON_AddItemToObject(object, "at", cJSON_CreateIntArray(at, 2));
        fr_json_integer(object, "width", told->width);
        fr_json_number_or_null(object, "passes_radius", told->place.radius / 2.0);
        fr_json_integer(object, "cuts_off", told->place.cut_off);
        fr_json_integer(object, "clicks", (int64_t)told->clicks);
        cJSON_AddItemToArray(list, object);
    }
    return list;
}
