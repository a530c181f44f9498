/* Conformance: checks on small random maps whether a back end keeps the promises of pathfinder.h.
 *
 * Each check runs in a child process with a time limit, so a crash or a hang is reported like any
 * other fault. A report names the call, the seed and the map. The same seed draws the same maps. A
 * back end that is meant to fail (expected_faults) must keep every promise except those about its
 * answers. */
#ifndef FOOTRACE_HARNESS_CONFORMANCE_CONFORMANCE_H
#define FOOTRACE_HARNESS_CONFORMANCE_CONFORMANCE_H

#include "harness/conformance/small_maps.h"
#include "harness/conformance/subject.h"
#include "maps/formats/base/error.h"

struct fr_conformance_finding {
    enum fr_conformance_verdict verdict;
    bool out_of_time;
    bool refused;                /* the system refused to start a process: nothing was checked */
    char what[512];              /* what is wrong, or why the check was skipped; "" if ok */
    uint64_t seed;               /* a plan with this seed and one map draws this map first */
    bool asked;                  /* the fault occurred while answering a click: */
    struct fr_pixel start, goal; /* that click */
    char map[FR_CONFORMANCE_TEXT_SIZE]; /* as a map file; "" if there is no map */
};

/* The number of checks; the name of a check ("reach"); the promise that it checks. */
int fr_conformance_count(void);
const char *fr_conformance_name(int check);
const char *fr_conformance_promise(int check);

void fr_conformance_check(const struct fr_racer *subject, const struct fr_conformance_plan *plan,
                          int check, struct fr_conformance_finding *finding);

#endif
