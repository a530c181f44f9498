/* Indices of corners. */
#ifndef FOOTRACE_MAPS_GEOMETRY_CORNER_LIST_H
#define FOOTRACE_MAPS_GEOMETRY_CORNER_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "maps/allocator.h"

/* A growing list; {.allocator = ...} is an empty one. */
struct fr_corner_list {
    uint32_t *items; /* indices of corners */
    size_t count, capacity;
    const struct fr_allocator *allocator;
};

/* False if out of memory. */
static inline bool fr_corner_list_append(struct fr_corner_list *list, uint32_t corner)
{
    if (!fr_reserve(list->allocator, &list->items, list->count, 1, &list->capacity,
                    sizeof *list->items))
        return false;
    list->items[list->count++] = corner;
    return true;
}

/* Frees the items and leaves an empty list. */
void fr_corner_list_clear(struct fr_corner_list *list);

#endif
