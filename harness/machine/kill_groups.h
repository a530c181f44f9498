/* Control groups whose processes end together, whoever their parents are by now: a process cannot leave
 * them by a session or a fork of its own. They are made below this process's own group, of version 2
 * or else that which counts processes, where the system allows it. No limits are set and no controller
 * is switched on, so that times are as without them. */
#ifndef FOOTRACE_HARNESS_MACHINE_KILL_GROUPS_H
#define FOOTRACE_HARNESS_MACHINE_KILL_GROUPS_H

#include <stdbool.h>

struct fr_kill_groups {
    char front[4096]; /* of the folders' names, before the number; "": none can be made */
};

/* Finds where groups of this process can be made. */
void fr_kill_groups_init(struct fr_kill_groups *groups);

/* Makes a group; false where that is not allowed. */
bool fr_kill_group_make(const struct fr_kill_groups *groups, int number);

/* Puts this process into a group; its children will be there as well. */
void fr_kill_group_enter(const struct fr_kill_groups *groups, int number);

/* Kills all in a group, as long as somebody is left. */
void fr_kill_group_kill(const struct fr_kill_groups *groups, int number);

/* Removes a group; false while there is one who is in it. */
bool fr_kill_group_remove(const struct fr_kill_groups *groups, int number);

#endif
