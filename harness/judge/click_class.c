#include "harness/judge/click_class.h"

#include <string.h>

const char *fr_click_class_name(enum fr_click_class class)
{
    static const char *const names[] = {[FR_CLASS_SAME] = "same",
                                        [FR_CLASS_DIRECT] = "direct",
                                        [FR_CLASS_UNREACHABLE] = "unreachable",
                                        [FR_CLASS_DETOUR] = "detour"};
    return names[class];
}

enum fr_click_class fr_click_class_named(const char *name)
{
    int class = 0;
    while (class < FR_CLASS_DETOUR &&
           strcmp(name, fr_click_class_name((enum fr_click_class) class)) != 0)
        class ++;
    return (enum fr_click_class) class;
}

enum fr_click_class fr_click_class(const struct fr_validator *validator, struct fr_point start,
                                   struct fr_point goal)
{
    if (start.x == goal.x && start.y == goal.y)
        return FR_CLASS_SAME;
    if (!fr_validator_reachable(validator, FR_GRID8, start, goal))
        return FR_CLASS_UNREACHABLE;
    return fr_validator_segment(validator, start, goal) ? FR_CLASS_DIRECT : FR_CLASS_DETOUR;
}
