/* The one ranking: which racers are shown to be faster than which. A rank is one more than the
 * number of racers that are shown to be faster; ties share it. Every table prints the ranks
 * computed here, and computes none itself.
 *
 * The test is the one with which the answer compares times (pairwise.h), with the same noise, on
 * the clicks that both racers answered. Holm's procedure corrects the p values of all pairs
 * together, as in `compare`. A racer that failed a click, or is excluded, is behind all others. If
 * A is faster than B and B than C, A is faster than C.
 *
 * Letters say which racers show no difference, even across ranks: two racers share a letter if, and
 * only if, neither is shown to be faster. Each letter is a set of racers without any difference
 * among them; the fastest have the first letters, and each racer has at least one. */
#ifndef FOOTRACE_HARNESS_ANSWER_RANKING_H
#define FOOTRACE_HARNESS_ANSWER_RANKING_H

#include "harness/answer/answer.h"

struct fr_faster {
    bool compared[FR_MAX_RACERS];            /* false: the racer neither found a path nor failed */
    bool than[FR_MAX_RACERS][FR_MAX_RACERS]; /* the first is faster than the second */
};

#define FR_LETTERS_SIZE 64

struct fr_ranked {
    int racer, rank;
    bool tied;                     /* other racers have this rank, too */
    char letters[FR_LETTERS_SIZE]; /* "ab"; after z, "a1" to "z1" and so on */
};

struct fr_ranking {
    struct fr_faster faster;
    struct fr_ranked at[FR_MAX_RACERS]; /* by rank; within a rank by median, then by name */
    int count;                          /* number of ranked racers */
};

/* Compares and ranks. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_rank(const struct fr_final_answer *answer,
                                   struct fr_ranking *ranking);

/* The rank of the racer with this name; 0: it has none. */
int fr_rank_named(const struct fr_final_answer *answer, const struct fr_ranking *ranking,
                  const char *algo);

#endif
