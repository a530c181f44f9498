/* The checks, one function each. A check draws the maps of its plan and returns if it finds nothing
 * wrong; otherwise it ends its process by fr_check_fail or fr_check_skip. */
#ifndef FOOTRACE_HARNESS_CONFORMANCE_CHECKS_H
#define FOOTRACE_HARNESS_CONFORMANCE_CHECKS_H

#include "harness/conformance/check.h"

/* answer_checks.c: answers against the validator, an oracle, and equivalent queries. */
void fr_conformance_ends(struct fr_check *check);
void fr_conformance_reach(struct fr_check *check);
void fr_conformance_optimum(struct fr_check *check);
void fr_conformance_symmetry(struct fr_check *check);
void fr_conformance_obstacle(struct fr_check *check);

/* change_checks.c: maps that change, and edge walls. */
void fr_conformance_update(struct fr_check *check);
void fr_conformance_edge_walls(struct fr_check *check);

/* memory_checks.c: failing allocations, leaks, and allocations in find. */
void fr_conformance_refusals(struct fr_check *check);
void fr_conformance_leaks(struct fr_check *check);
void fr_conformance_steady(struct fr_check *check);

/* repeat_checks.c: the same query under other circumstances. */
void fr_conformance_descriptor(struct fr_check *check);
void fr_conformance_order(struct fr_check *check);
void fr_conformance_states(struct fr_check *check);
void fr_conformance_threads(struct fr_check *check);
void fr_conformance_watched(struct fr_check *check);

/* recall_check.c: a repeated query against new ones. */
void fr_conformance_recall(struct fr_check *check);

#endif
