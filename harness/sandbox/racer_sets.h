/* Named sets of back ends. Members are found by the traits that back ends declare with default
 * options, so a new back end joins its sets automatically. */
#ifndef FOOTRACE_HARNESS_SANDBOX_RACER_SETS_H
#define FOOTRACE_HARNESS_SANDBOX_RACER_SETS_H

#include "harness/sandbox/racer.h"

struct fr_racer_set {
    const char *name;
    const char *help; /* describes the members */
    bool (*holds)(const struct fr_racer *racer);
};

/* The last entry has name NULL. No back end may have a set's name. */
extern const struct fr_racer_set fr_racer_sets[];

/* NULL if no set has that name. */
const struct fr_racer_set *fr_racer_set_find(const char *name);

#endif
