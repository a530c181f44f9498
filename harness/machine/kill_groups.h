/* Control groups that are killed as a whole: a process cannot leave one by a new session or a fork,
 * whoever its parent is. They are created below this process's own group, in version 2 or else in
 * the v1 hierarchy that counts processes, if the system allows it. No limit is set and no
 * controller enabled, so times do not change. */
#ifndef FOOTRACE_HARNESS_MACHINE_KILL_GROUPS_H
#define FOOTRACE_HARNESS_MACHINE_KILL_GROUPS_H

#include <stdbool.h>

struct fr_kill_groups {
    char front[4096]; /* the folders' common path, before the number; "": none can be created */
};

/* Finds out where this process may create groups. */
void fr_kill_groups_init(struct fr_kill_groups *groups);

/* Creates a group; false if that is not allowed. */
bool fr_kill_group_make(const struct fr_kill_groups *groups, int number);

/* Moves this process into a group; its future children belong to it too. */
void fr_kill_group_enter(const struct fr_kill_groups *groups, int number);

/* Kills all processes of a group, until none is left. */
void fr_kill_group_kill(const struct fr_kill_groups *groups, int number);

/* Removes a group; false while it still has a process. */
bool fr_kill_group_remove(const struct fr_kill_groups *groups, int number);

#endif
