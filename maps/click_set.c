#include "maps/click_set.h"

void fr_click_set_init(struct fr_click_set *set, const struct fr_allocator *allocator)
{
    *set = (struct fr_click_set){.allocator = allocator};
}

enum fr_status fr_click_set_append(struct fr_click_set *set, const struct fr_click *click)
{
    struct fr_click *clicks =
        fr_grow(set->allocator, set->clicks, set->count, 1, &set->capacity, sizeof *clicks);
    if (!clicks)
        return FR_NO_MEMORY;
    set->clicks = clicks;
    set->clicks[set->count++] = *click;
    return FR_OK;
}

void fr_click_set_release(struct fr_click_set *set)
{
    fr_deallocate(set->allocator, set->clicks, set->capacity, sizeof *set->clicks);
    fr_click_set_init(set, set->allocator);
}

enum fr_status fr_click_apply(const struct fr_click *event, struct fr_map *map,
                              struct fr_rect *changed)
{
    *changed = (struct fr_rect){0, 0, 0, 0};
    switch (event->kind) {
    case FR_CLICK:
    case FR_WALK:
        return FR_OK;
    case FR_ENABLE:
    case FR_DISABLE:
        for (int area = 1; area < FR_AREAS; area++)
            if (event->areas[area])
                fr_map_enable(map, (uint8_t)area, event->kind == FR_ENABLE);
        *changed = (struct fr_rect){0, 0, map->width, map->height};
        return FR_OK;
    case FR_BLOCK:
    case FR_UNBLOCK:
        *changed = event->rect;
        return fr_map_block(map, event->rect, event->kind == FR_BLOCK);
    }
    return FR_BAD_INPUT;
}
