#include "maps/geometry/corner_list.h"

void fr_corner_list_clear(struct fr_corner_list *list)
{
    fr_deallocate(list->allocator, list->items, list->capacity, sizeof *list->items);
    *list = (struct fr_corner_list){.allocator = list->allocator};
}
