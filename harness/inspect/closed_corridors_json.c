#include "harness/inspect/closed_corridors_json.h"

cJSON *fr_closed_corridors_json(const struct fr_closed_corridors *corridors)
{
    cJSON *list = cJSON_CreateArray();
    for (size_t i = 0; i < corridors->told_count; i++) {
        const struct fr_closed_corridor *told = &corridors->told[i];
        fr_json_append(list, "at:p width:i passes_radius:n cuts_off:i clicks:z", told->place.at.x,
                       told->place.at.y, (int64_t)told->width, told->place.radius / 2.0,
                       (int64_t)told->place.cut_off, told->clicks);
    }
    return list;
}
