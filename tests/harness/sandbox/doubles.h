/* Test doubles: back ends that fail in every way that a race must survive and report. */
#ifndef FOOTRACE_TESTS_HARNESS_SANDBOX_DOUBLES_H
#define FOOTRACE_TESTS_HARNESS_SANDBOX_DOUBLES_H

#include "algorithms/front.h"

/* "double": an honest breadth-first search on grid4, except that
 *     does=...   what it does instead;
 *     when=X     only on clicks whose goal lies in column X (default: always);
 *     expected   it is meant to fail.
 * It cannot update. "updating" is honest and can, and takes edge walls. */
extern const struct fr_pathfinder fr_double, fr_double_updating;

/* Both, and NULL. */
extern const struct fr_pathfinder *const fr_doubles[];

#endif
