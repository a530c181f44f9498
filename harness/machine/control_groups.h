/* Linux control groups (cgroup v1, v2, or both): from this process's own group up to the mounted
 * root, as far as the process can see them. */
#ifndef FOOTRACE_HARNESS_MACHINE_CONTROL_GROUPS_H
#define FOOTRACE_HARNESS_MACHINE_CONTROL_GROUPS_H

#include <stdbool.h>

struct fr_control_group {
    const char *folder;
    bool v2;
    bool own; /* the process's own group, not an ancestor */
};

typedef void fr_control_group_visit(void *context, const struct fr_control_group *group);

/* Calls `visit` for the groups of a controller ("cpu", "memory"). System files are below `root`,
 * which is "" except in tests. */
void fr_control_groups_visit(const char *root, const char *controller,
                             fr_control_group_visit *visit, void *context);

/* The number in a file of a group; NAN if the file holds no number (such as "max"). */
double fr_control_group_number(const struct fr_control_group *group, const char *name);

/* The number after a word, in a file with one pair a line; NAN if the word is missing. */
double fr_control_group_entry(const struct fr_control_group *group, const char *name,
                              const char *word);

#endif
