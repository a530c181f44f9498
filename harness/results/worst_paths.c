#include "harness/results/worst_paths.h"

#include <string.h>

static void release_last(struct fr_worst_paths *worst)
{
    worst->count--;
    fr_path_release(&worst->at[worst->count].path);
    fr_path_release(&worst->at[worst->count].expanded);
}

enum fr_status fr_worst_paths_offer(struct fr_worst_paths *worst, double ns, size_t click,
                                    const struct fr_path *path)
{
    int place = worst->count;
    while (place > 0 && worst->at[place - 1].ns < ns)
        place--;
    if (place == FR_WORST_PATHS)
        return FR_OK;
    struct fr_path copy, expanded;
    fr_path_init(&copy, path->allocator);
    fr_path_init(&expanded, path->allocator);
    if (fr_path_reserve(&copy, path->count) != FR_OK)
        return FR_NO_MEMORY;
    if (path->count > 0)
        memcpy(copy.points, path->points, path->count * sizeof *path->points);
    copy.count = path->count;
    if (worst->count == FR_WORST_PATHS)
        release_last(worst);
    for (int i = worst->count; i > place; i--)
        worst->at[i] = worst->at[i - 1];
    worst->at[place] = (struct fr_worst_path){ns, click, copy, expanded};
    worst->count++;
    return FR_OK;
}

void fr_worst_paths_release(struct fr_worst_paths *worst)
{
    while (worst->count > 0)
        release_last(worst);
}
