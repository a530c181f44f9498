/* The checks of the conformance tests, by what they are about. Each draws its plan's maps, and
 * returns when there was nothing to find fault with. */
#ifndef FOOTRACE_HARNESS_CONFORMANCE_CHECKS_H
#define FOOTRACE_HARNESS_CONFORMANCE_CHECKS_H

#include "harness/conformance/check.h"

/* kit_answers.c: what is found, judged by the validator, by oracles, and by what cannot matter. */
void fr_conformance_ends(struct fr_check *check);
void fr_conformance_reach(struct fr_check *check);
void fr_conformance_optimum(struct fr_check *check);
void fr_conformance_symmetry(struct fr_check *check);
void fr_conformance_obstacle(struct fr_check *check);

/* kit_changes.c: maps that change, and walls. */
void fr_conformance_update(struct fr_check *check);
void fr_conformance_edge_walls(struct fr_check *check);

/* kit_memory.c */
void fr_conformance_refusals(struct fr_check *check);
void fr_conformance_leaks(struct fr_check *check);
void fr_conformance_steady(struct fr_check *check);

/* kit_repeats.c: the same question in other circumstances. */
void fr_conformance_descriptor(struct fr_check *check);
void fr_conformance_order(struct fr_check *check);
void fr_conformance_states(struct fr_check *check);
void fr_conformance_threads(struct fr_check *check);
void fr_conformance_watched(struct fr_check *check);

#endif
