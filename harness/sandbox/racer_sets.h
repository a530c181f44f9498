/* Sets of back ends that one word stands for: their members come from the traits that each back
 * end declares with its defaults, so that a new back end is in the sets that it belongs to. */
#ifndef FOOTRACE_HARNESS_SANDBOX_RACER_SETS_H
#define FOOTRACE_HARNESS_SANDBOX_RACER_SETS_H

#include "harness/sandbox/racer.h"

struct fr_racer_set {
    const char *name;
    const char *help; /* its members, in words */
    bool (*holds)(const struct fr_racer *racer);
};

/* Ends with a set whose name is NULL. No back end may have a set's name. */
extern const struct fr_racer_set fr_racer_sets[];

/* NULL: no set has that name. */
const struct fr_racer_set *fr_racer_set_find(const char *name);

#endif
