/* What a race would be, and about how long it would take: from a few of its clicks. */
#ifndef FOOTRACE_HARNESS_COMMANDS_DRY_RUN_H
#define FOOTRACE_HARNESS_COMMANDS_DRY_RUN_H

#include "harness/commands/run_plan.h"

/* Prepares every racer on every map, asks each for a few clicks, and prints a line a map and the
 * sum. FR_OK, or FR_NO_MEMORY or FR_BAD_INPUT (stopped) with error filled. */
FR_MUST_USE enum fr_status fr_dry_run(struct fr_run_plan *plan, struct fr_error *error);

#endif
