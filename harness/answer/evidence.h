/* Evidence: the data of result files that the answer needs.
 *
 * All files together count as one race: the standings contain the clicks of all courses (a map with
 * a click set) in sequence, each course followed by an entry without a click. Racers with equal
 * names are the same; so are maps with equal names and hashes. Preparation and memory are
 * geometric means over maps, as in the rule. */
#ifndef FOOTRACE_HARNESS_ANSWER_EVIDENCE_H
#define FOOTRACE_HARNESS_ANSWER_EVIDENCE_H

#include "harness/race/standings.h"
#include "harness/results/race_rows.h"
#include "harness/sandbox/racer.h"
#include "maps/formats/base/error.h"

struct fr_evidence_course {
    const char *map, *file, *reading,
        *clicks; /* file: with its options; reading: how it was read */
    const char *hash;
    size_t first, count; /* its entries in the standings */
};

/* The cost of preparing a racer on one map. */
struct fr_evidence_cost {
    const double *ns;       /* by round, without failed ones */
    const double *saved_ns; /* load times of a saved state, by round; NAN: unknown */
    int rounds;
    int64_t held_bytes, peak_bytes, saved_bytes; /* the highest; -1: unknown */
};

struct fr_evidence {
    /* algo, address, label, options_text, candidate and movement come from the rows; pathfinder is
     * NULL if this program does not have it. */
    struct fr_racers racers;
    int copy_of[FR_MAX_RACERS];          /* the racer whose control this one is; -1: none */
    bool other_build[FR_MAX_RACERS];     /* of another build (run --also) */
    bool updates[FR_MAX_RACERS];         /* can update after a change instead of preparing again */
    int64_t object_bytes[FR_MAX_RACERS]; /* size of the object code; 0: unknown */
    struct fr_evidence_cost *costs;      /* by course, then racer */
    double *prepare_ns;                  /* the storage for all ns and saved_ns */
    struct fr_standings standings;
    struct fr_evidence_course *courses;
    size_t course_count, course_capacity;
    size_t maps;          /* number of different maps */
    size_t events;        /* number of changes of the map between clicks */
    size_t lost_to_agent; /* clicks that only a point can reach, according to end rows */
    bool disturbed;       /* according to an end row */
    bool cut_short;       /* a race was stopped, or is still running */
};

/* Gathers evidence from races in memory, whether their rows come from result files or from a
 * program that measures times itself. `pathfinders` ends with NULL. FR_OK and evidence that the
 * caller releases before the races; or FR_NO_MEMORY, or FR_BAD_INPUT, with `error` filled: two
 * races disagree about a click or a racer, or the same clicks were raced twice. */
FR_MUST_USE enum fr_status fr_evidence_gather(const struct fr_race_rows *races, int count,
                                              const struct fr_pathfinder *const *pathfinders,
                                              struct fr_evidence *evidence, struct fr_error *error);

const struct fr_evidence_cost *fr_evidence_cost_of(const struct fr_evidence *evidence, int course,
                                                   int racer);

/* Does nothing for all-zero evidence. */
void fr_evidence_release(struct fr_evidence *evidence);

#endif
