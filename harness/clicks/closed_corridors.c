#include "harness/clicks/closed_corridors.h"

#include <stdio.h>

#include "harness/base/json_line.h"
#include "maps/analysis/gap.h"

#define MOST_NAMED 4 /* most corridors listed in a line */

/* Counts the lost clicks of each corridor. */
static void count_clicks(const struct fr_bottlenecks *all, const struct fr_resolved_click *clicks,
                         const bool *lost, size_t click_count, size_t *lost_at)
{
    for (size_t i = 0; i < click_count; i++) {
        if (!lost[i] || !clicks[i].answerable)
            continue;
        const size_t corridor = fr_bottlenecks_between(all, clicks[i].start, clicks[i].goal);
        if (corridor != FR_NO_BOTTLENECK)
            lost_at[corridor]++;
    }
}

static bool comes_before(const struct fr_closed_corridor *a, const struct fr_closed_corridor *b)
{
    if (a->clicks != b->clicks)
        return a->clicks > b->clicks;
    return a->place.cut_off > b->place.cut_off;
}

/* Inserts a corridor into the sorted list of reported ones, if it is among the first. */
static void insert(struct fr_closed_corridors *corridors, struct fr_closed_corridor corridor)
{
    size_t place = corridors->listed_count;
    while (place > 0 && comes_before(&corridor, &corridors->listed[place - 1]))
        place--;
    if (place == FR_LISTED_CORRIDORS)
        return;
    corridors->listed_count += corridors->listed_count < FR_LISTED_CORRIDORS;
    for (size_t i = corridors->listed_count - 1; i > place; i--)
        corridors->listed[i] = corridors->listed[i - 1];
    corridors->listed[place] = corridor;
}

static void list_all(const struct fr_map *point, const struct fr_bottlenecks *all,
                     const size_t *lost_at, struct fr_closed_corridors *corridors)
{
    *corridors = (struct fr_closed_corridors){.count = fr_bottlenecks_count(all)};
    for (size_t i = 0; i < corridors->count; i++)
        insert(corridors, (struct fr_closed_corridor){.place = *fr_bottlenecks_at(all, i),
                                                      .clicks = lost_at[i]});
    for (size_t i = 0; i < corridors->listed_count; i++) {
        struct fr_closed_corridor *corridor = &corridors->listed[i];
        corridor->width = fr_gap_width(point, corridor->place.at, corridor->place.radius);
    }
}

enum fr_status fr_closed_corridors_find(const struct fr_map *point, const struct fr_map *walked,
                                        struct fr_agent agent,
                                        const struct fr_resolved_click *clicks, const bool *lost,
                                        size_t click_count, const struct fr_allocator *allocator,
                                        struct fr_closed_corridors *corridors)
{
    struct fr_bottlenecks *all;
    if (point->wall_count > 0) {
        *corridors = (struct fr_closed_corridors){.count = 0};
        return FR_OK;
    }
    enum fr_status status = fr_bottlenecks_create(point, walked, agent, allocator, &all);
    if (status != FR_OK)
        return status;
    const size_t room = fr_bottlenecks_count(all) + 1; /* at least 1, as an allocation of 0 bytes
                                                        * fails */
    size_t *lost_at = fr_allocate_zeroed(allocator, room, sizeof *lost_at);
    if (lost_at) {
        count_clicks(all, clicks, lost, click_count, lost_at);
        list_all(point, all, lost_at, corridors);
    } else
        status = FR_NO_MEMORY;
    fr_deallocate(allocator, lost_at, room, sizeof *lost_at);
    fr_bottlenecks_release(all);
    return status;
}

/* Writes ", 100,20 (4 px wide, 1 click)"; returns its length. */
static int name(const struct fr_closed_corridor *corridor, const char *before, char *text,
                size_t size)
{
    char clicks[32] = "";
    if (corridor->clicks > 0)
        snprintf(clicks, sizeof clicks, ", %zu click%s", corridor->clicks,
                 corridor->clicks == 1 ? "" : "s");
    return snprintf(text, size, "%s%d,%d (%d px wide%s)", before, corridor->place.at.x,
                    corridor->place.at.y, corridor->width, clicks);
}

void fr_closed_corridors_describe(const struct fr_closed_corridors *corridors, char *text,
                                  size_t size)
{
    const size_t named =
        corridors->listed_count < MOST_NAMED ? corridors->listed_count : (size_t)MOST_NAMED;
    size_t used = 0;
    *text = '\0';
    for (size_t i = 0; i < named && used < size; i++) {
        const bool last = i + 1 == corridors->count;
        const char *before = i > 0                   ? last ? " and " : ", "
                             : corridors->count == 1 ? "a corridor closes at "
                                                     : "corridors close at ";
        used += (size_t)name(&corridors->listed[i], before, text + used, size - used);
    }
    if (corridors->count > named && used < size)
        snprintf(text + used, size - used, " and %zu more place%s", corridors->count - named,
                 corridors->count - named == 1 ? "" : "s");
}

cJSON *fr_closed_corridors_json(const struct fr_closed_corridors *corridors)
{
    cJSON *list = cJSON_CreateArray();
    for (size_t i = 0; i < corridors->listed_count; i++) {
        const struct fr_closed_corridor *each = &corridors->listed[i];
        fr_json_append(list, "at:p width:i passes_radius:n cuts_off:i clicks:z", each->place.at.x,
                       each->place.at.y, (int64_t)each->width, each->place.radius / 2.0,
                       (int64_t)each->place.cut_off, each->clicks);
    }
    return list;
}
