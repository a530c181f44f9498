#include "maps/click_set.h"

void fr_click_set_init(struct fr_click_set *set, const struct fr_allocator *allocator)
{
    *set = (struct fr_click_set){.allocator = allocator};
}

enum fr_status fr_click_set_append(struct fr_click_set *set, const struct fr_click *click)
{
    return fr_append(set->allocator, &set->clicks, &set->count, &set->capacity, click,
                     sizeof *click)
               ? FR_OK
               : FR_NO_MEMORY;
}

static size_t patch_bytes(int32_t width, int32_t height)
{
    return sizeof(struct fr_patch) + (size_t)width * (size_t)height;
}

enum fr_status fr_click_set_add_patch(struct fr_click_set *set, int32_t width, int32_t height,
                                      struct fr_patch **patch)
{
    struct fr_patch *fresh = fr_allocate_zeroed(set->allocator, patch_bytes(width, height), 1);
    if (!fresh)
        return FR_NO_MEMORY;
    fresh->next = set->patches;
    fresh->width = width;
    fresh->height = height;
    fresh->areas = (uint8_t *)(fresh + 1);
    set->patches = fresh;
    *patch = fresh;
    return FR_OK;
}

void fr_click_set_release(struct fr_click_set *set)
{
    while (set->patches) {
        struct fr_patch *patch = set->patches;
        set->patches = patch->next;
        fr_deallocate(set->allocator, patch, patch_bytes(patch->width, patch->height), 1);
    }
    fr_deallocate(set->allocator, set->clicks, set->capacity, sizeof *set->clicks);
    fr_click_set_init(set, set->allocator);
}

size_t fr_click_set_events(const struct fr_click_set *set, size_t first)
{
    size_t count = 0;
    while (first + count < set->count && set->clicks[first + count].kind >= FR_ENABLE)
        count++;
    return count;
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
                *changed = fr_rect_around(
                    *changed, fr_map_enable(map, (uint8_t)area, event->kind == FR_ENABLE));
        return FR_OK;
    case FR_BLOCK:
    case FR_UNBLOCK:
        *changed = event->rect;
        return fr_map_block(map, event->rect, event->kind == FR_BLOCK);
    case FR_WALL:
        *changed = (struct fr_rect){event->rect.x, event->rect.y, 1 + (event->side == FR_EAST),
                                    1 + (event->side == FR_SOUTH)};
        return fr_map_set_wall(map, event->rect.x, event->rect.y, event->side, event->closed);
    case FR_PATCH:
        *changed = fr_map_set_rect(map, event->rect, event->patch);
        return FR_OK;
    }
    return FR_BAD_INPUT;
}
