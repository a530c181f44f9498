#include "harness/rows/worst_paths.h"

#include <string.h>

enum fr_status fr_worst_paths_offer(struct fr_worst_paths *worst, double ns, size_t click,
                                    const struct fr_path *path)
{
    int place = worst->count;
    while (place > 0 && worst->at[place - 1].ns < ns)
        place--;
    if (place == FR_WORST_PATHS)
        return FR_OK;
    struct fr_path copy;
    fr_path_init(&copy, path->allocator);
    if (fr_path_reserve(&copy, path->count) != FR_OK)
        return FR_NO_MEMORY;
    if (path->count > 0)
        memcpy(copy.points, path->points, path->count * sizeof *path->points);
    copy.count = path->count;
    if (worst->count == FR_WORST_PATHS)
        fr_path_release(&worst->at[--worst->count].path);
    for (int i = worst->count; i > place; i--)
        worst->at[i] = worst->at[i - 1];
    worst->at[place] = (struct fr_worst_path){ns, click, copy};
    worst->count++;
    return FR_OK;
}

void fr_worst_paths_release(struct fr_worst_paths *worst)
{
    for (int i = 0; i < worst->count; i++)
        fr_path_release(&worst->at[i].path);
    worst->count = 0;
}
