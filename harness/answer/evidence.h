/* Evidence: what result files say about the racers, as the answer needs it.
 *
 * The races of all files count as one: the clicks of all courses (a map with a click set) stand
 * one after the other in the standings, each course followed by an entry without a click. A
 * racer is the same in two files if its name is; a map, if its name and hash are. Preparation
 * and memory are those of the median map. */
#ifndef FOOTRACE_HARNESS_ANSWER_EVIDENCE_H
#define FOOTRACE_HARNESS_ANSWER_EVIDENCE_H

#include "harness/race/standings.h"
#include "harness/sandbox/racer.h"

struct fr_evidence_course {
    char *map, *file, *reading, *clicks; /* file: the map with its options; reading: how it was read */
    char hash[20];
    size_t first, count; /* its entries in the standings */
};

/* What preparing cost a racer on one map. */
struct fr_evidence_cost {
    const double *ns; /* by round, of those that succeeded */
    int rounds;
    int64_t held_bytes, peak_bytes; /* the highest; -1: unknown */
};

struct fr_evidence {
    /* algo, address, label, options_text, candidate and movement are from the rows; pathfinder is
     * NULL if this program does not know it. */
    struct fr_racers racers;
    int copy_of[FR_MAX_RACERS];          /* the racer that it repeats (an A/A twin); -1: none */
    bool other_build[FR_MAX_RACERS];     /* of another build (run --also) */
    bool updates[FR_MAX_RACERS];         /* it can follow a change without preparing again */
    int64_t object_bytes[FR_MAX_RACERS]; /* of object code; 0: unknown */
    struct fr_evidence_cost *costs;      /* of courses, then racers */
    double *prepare_ns;                  /* that they point into */
    struct fr_standings standings;
    struct fr_evidence_course *courses;
    size_t course_count, course_capacity;
    size_t maps;          /* how many different ones */
    size_t events;        /* changes of the ground between clicks */
    size_t lost_to_agent; /* clicks that a point could walk, according to end rows */
    bool disturbed;       /* according to an end row */
    bool cut_short;       /* a race was stopped, or is still running */
};

const struct fr_evidence_cost *fr_evidence_cost_of(const struct fr_evidence *evidence, int course,
                                                   int racer);

/* Accepts evidence of zero bytes. */
void fr_evidence_release(struct fr_evidence *evidence);

#endif
