/* Conformance: what pathfinder.h promises of a back end, checked on random small maps.
 *
 * Each check runs in a child process with a time limit, so that a crash or a hang is a finding like
 * any other, and names the call, the seed and the map that it came with. The same seed draws the
 * same maps. A back end whose failures are the point (expected_faults) is held to everything but
 * its answers. */
#ifndef FOOTRACE_HARNESS_CONFORMANCE_CONFORMANCE_H
#define FOOTRACE_HARNESS_CONFORMANCE_CONFORMANCE_H

#include "algorithms/pathfinder.h"
#include "harness/conformance/small_maps.h"

struct fr_conformance_subject {
    const struct fr_pathfinder *pathfinder;
    struct fr_option_values options;
    struct fr_traits traits;
};

struct fr_conformance_plan {
    uint64_t seed;
    int maps; /* that a check draws */
    double timeout_s;
};

enum fr_conformance_verdict { FR_CONFORMANCE_OK, FR_CONFORMANCE_FAILED, FR_CONFORMANCE_SKIPPED };

struct fr_conformance_finding {
    enum fr_conformance_verdict verdict;
    bool out_of_time;
    char what[512]; /* what is wrong, or why it was skipped; "" when ok */
    uint64_t seed;  /* that draws the map first, with a plan of one map */
    bool asked;     /* a question was being asked: */
    struct fr_pixel start, goal;
    char map[FR_CONFORMANCE_TEXT_SIZE]; /* as a map file; "" where there was none */
};

/* How many checks there are; the name of one ("reach"), and what it holds a back end to. */
int fr_conformance_count(void);
const char *fr_conformance_name(int check);
const char *fr_conformance_promise(int check);

/* Carries out a check. */
void fr_conformance_check(const struct fr_conformance_subject *subject,
                          const struct fr_conformance_plan *plan, int check,
                          struct fr_conformance_finding *finding);

#endif
