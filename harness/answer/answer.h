/* The answer: which back end to ship. The answer is a pure function of the races' rows and of a
 * situation, and follows one rule (rule.h, docs/deciding.md). `footrace answer`, the last lines of
 * `run`, `recommend` and the page all give this answer.
 *
 * A racer is excluded if it fails a click, crosses a wall or exceeds a limit; if no game should
 * ship it (controls, other builds, guests); or if it raced on too few of the clicks to be weighed
 * with the others. Resamples draw maps, if there are several, then rounds, passes and clicks. The
 * answer is settled if 95 of 100 name the same back end. Otherwise it is undecided between two back
 * ends, and names the smaller one. */
#ifndef FOOTRACE_HARNESS_ANSWER_ANSWER_H
#define FOOTRACE_HARNESS_ANSWER_ANSWER_H

#include "harness/answer/border.h"
#include "harness/answer/figures.h"
#include "harness/answer/game_code.h"
#include "harness/answer/pairwise.h"
#include "harness/answer/rule.h"

#define FR_ANSWER_TEXT 1024 /* bytes of a sentence, and of a reason */

enum fr_place {
    FR_PLACE_UNTRIED,      /* none of its clicks was timed */
    FR_PLACE_TOO_FEW,      /* raced on too few of the clicks */
    FR_PLACE_NO_CANDIDATE, /* its descriptor declares that no game should ship it */
    FR_PLACE_UNSUPPORTED,  /* does not support a map */
    FR_PLACE_UNREADY,      /* not prepared within its time or memory limit */
    FR_PLACE_FAILED,       /* failed a click */
    FR_PLACE_TOO_SLOW,     /* all its failures are timeouts */
    FR_PLACE_EXCLUDED,     /* wins unfairly; see fr_standing.excluded */
    FR_PLACE_CROSSES,      /* a path crosses a wall */
    FR_PLACE_OVER_LIMIT,
    FR_PLACE_NOT_PREFERRED,
    FR_PLACE_HEAVIER, /* a higher penalty */
    FR_PLACE_LARGER,  /* as good, but with larger object code */
    FR_PLACE_UNDECIDED,
    FR_PLACE_SHIPPED
};

struct fr_final_answer {
    const struct fr_evidence *evidence;
    const struct fr_situation *situation;
    struct fr_measures measures;
    struct fr_weighing weighing; /* without resampling; leads -1: nothing can be shipped */
    enum fr_place places[FR_MAX_RACERS];
    struct fr_figures figures[FR_MAX_RACERS];
    int chosen;          /* -1: none */
    int other;           /* the other back end of an undecided answer; -1: not undecided */
    double share[2];     /* fraction of the resamples that name each of the two */
    bool settled;        /* decided, no candidate untried, and every preference could be judged */
    int halved, doubled; /* racers that lead with all thresholds halved, and doubled */
    int alone[FR_QUANTITIES]; /* the leader if only this quantity is preferred; -1: unknown */
    struct fr_border border;  /* the nearest change that makes another racer lead */
    size_t detours;           /* number of clicks that the figures rest on */
    int untried;  /* candidates that could not be tried in time; see fr_answer_set_untried */
    double noise; /* of the ranking: time ratios from 1 / (1 + noise) to 1 + noise count as equal */
    double slower[FR_MAX_RACERS], slower_low[FR_MAX_RACERS],
        slower_high[FR_MAX_RACERS]; /* geometric mean of time / the chosen racer's time; NAN */
};

/* Decides what to ship; borrows the evidence and the situation. FR_OK and an answer that the caller
 * releases; FR_NO_MEMORY; or FR_BAD_INPUT with `error` filled if the rows' radius differs. */
FR_MUST_USE enum fr_status fr_answer_decide(const struct fr_evidence *evidence,
                                            const struct fr_situation *situation,
                                            struct fr_final_answer *answer, struct fr_error *error);

/* Only compares and weighs the racers, without resamples: for a race in progress. */
FR_MUST_USE enum fr_status fr_answer_weigh(const struct fr_evidence *evidence,
                                           const struct fr_situation *situation,
                                           const struct fr_margins *margins,
                                           struct fr_final_answer *answer);

void fr_answer_release(struct fr_final_answer *answer); /* accepts an all-zero answer */

/* Marks the racers that would be weighed in another situation. */
void fr_answer_eligible(const struct fr_final_answer *answer, const struct fr_situation *situation,
                        bool eligible[FR_MAX_RACERS]);

/* Sets the number of candidates that the rows lack because time ran out; if there are any, the
 * answer is not settled. */
void fr_answer_set_untried(struct fr_final_answer *answer, int count);

/* A candidate that answered enough clicks of class detour, but too few of those that the
 * others answered; -1: none. */
int fr_answer_raced_elsewhere(const struct fr_final_answer *answer);

/* The address of the back end to ship; NULL: none. */
const char *fr_answer_ship(const struct fr_final_answer *answer);

/* What to ship; the nearest border; the costs; whether other thresholds change the answer. */
enum fr_sentence { FR_SHIP, FR_BORDER, FR_COST, FR_THRESHOLDS, FR_SENTENCES };
void fr_answer_sentence(const struct fr_final_answer *answer, enum fr_sentence sentence,
                        char text[FR_ANSWER_TEXT]);

/* Why a racer is not shipped; "" for the chosen one. */
void fr_answer_reason(const struct fr_final_answer *answer, int racer, char text[FR_ANSWER_TEXT]);

/* Lists the racers that were not chosen, the closest first, without controls; returns their
 * number. */
int fr_answer_others(const struct fr_final_answer *answer, int order[FR_MAX_RACERS]);

/* C functions that use the chosen back end with its options through library/footrace.h alone; "" if
 * nothing is shipped, or this program does not have the back end. */
void fr_answer_code(const struct fr_final_answer *answer, char text[FR_GAME_CODE]);

/* "recommended", "as good", "higher penalty", ... */
const char *fr_place_name(enum fr_place place);

/* Prints the sentences that end the output of `run`. */
void fr_answer_print_sentences(const struct fr_final_answer *answer, int width, bool bold);

/* Prints the whole answer on stdout, wrapped to `width` columns. bold: the terminal supports escape
 * codes. */
void fr_answer_print(const struct fr_final_answer *answer, int width, bool bold);

#endif
