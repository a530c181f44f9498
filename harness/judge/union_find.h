/* Union-find over labels: groups[label] leads toward the least of its group, which leads to
 * itself. */
#ifndef FOOTRACE_HARNESS_JUDGE_UNION_FIND_H
#define FOOTRACE_HARNESS_JUDGE_UNION_FIND_H

#include <stdint.h>

/* The least label of the group; halves the way there for those who ask next. */
static inline uint32_t fr_group_of(uint32_t *groups, uint32_t label)
{
    while (groups[label] != label)
        label = groups[label] = groups[groups[label]];
    return label;
}

static inline void fr_groups_join(uint32_t *groups, uint32_t a, uint32_t b)
{
    a = fr_group_of(groups, a);
    b = fr_group_of(groups, b);
    groups[a > b ? a : b] = a < b ? a : b;
}

#endif
