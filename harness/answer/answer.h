/* The answer: which back end to ship. One decision, a pure function of the rows of races and of a
 * situation, by one rule (rule.h, docs/deciding.md). `footrace answer`, the last lines of `run`,
 * `recommend` and the page all state this one.
 *
 * Excluded is what fails a click, crosses a wall or exceeds a limit; what no game should ship
 * (controls, other builds, guests); and what was raced on too few of the clicks to be weighed
 * with the others. The answer is settled where 95 of 100 resamples name the same back end: of
 * maps, where there are several, then rounds, passes and clicks. Else it is undecided between
 * two, and the smaller of them is named. */
#ifndef FOOTRACE_HARNESS_ANSWER_ANSWER_H
#define FOOTRACE_HARNESS_ANSWER_ANSWER_H

#include "harness/answer/border.h"
#include "harness/answer/figures.h"
#include "harness/answer/game_code.h"
#include "harness/answer/pairwise.h"
#include "harness/answer/rule.h"

#define FR_ANSWER_TEXT 1024 /* bytes of a sentence, and of a reason */

enum fr_place {
    FR_PLACE_UNTRIED,      /* nothing of it was timed */
    FR_PLACE_TOO_FEW,      /* raced on too few of the clicks */
    FR_PLACE_NO_CANDIDATE, /* its descriptor says that no game should ship it */
    FR_PLACE_UNSUPPORTED,  /* does not support a map */
    FR_PLACE_UNREADY,      /* not prepared within its share of time or memory */
    FR_PLACE_FAILED,       /* a click */
    FR_PLACE_TOO_SLOW,     /* all its failures are timeouts */
    FR_PLACE_EXCLUDED,     /* wins unfairly; see fr_standing.excluded */
    FR_PLACE_CROSSES,      /* walls */
    FR_PLACE_OVER_LIMIT,
    FR_PLACE_NOT_PREFERRED,
    FR_PLACE_HEAVIER, /* a higher penalty */
    FR_PLACE_LARGER,  /* as good, with larger object code */
    FR_PLACE_UNDECIDED,
    FR_PLACE_SHIPPED
};

struct fr_final_answer {
    const struct fr_evidence *evidence;
    const struct fr_situation *situation;
    struct fr_measures measures;
    struct fr_weighing weighing; /* of the rows as they are; leads -1: nothing can be shipped */
    enum fr_place places[FR_MAX_RACERS];
    struct fr_figures figures[FR_MAX_RACERS];
    int chosen;          /* -1: none */
    int other;           /* the answer is undecided between the two; -1: it is not */
    double share[2];     /* of the resamples that name these two */
    bool settled;        /* not undecided, nothing untried, and every preference could be judged */
    int halved, doubled; /* what leads with every threshold halved, and doubled */
    int alone
        [FR_QUANTITIES]; /* what leads where this alone is preferred; -1: these rows do not say */
    struct fr_border border; /* the nearest at which another leads */
    size_t detours;          /* clicks that the figures rest on */
    int untried;  /* further candidates that there was no time for; see fr_answer_set_untried */
    double noise; /* of the ranking: time ratios from 1 / (1 + noise) to 1 + noise count as equal */
    double level; /* significance level of each of its tests */
    double slower[FR_MAX_RACERS], slower_low[FR_MAX_RACERS],
        slower_high[FR_MAX_RACERS]; /* times over those of the chosen one, geometric mean; NAN */
};

/* Decides; evidence and situation are borrowed. FR_OK and an answer for the caller to release;
 * FR_NO_MEMORY; or FR_BAD_INPUT with error filled if the rows are of another radius. */
FR_MUST_USE enum fr_status fr_answer_decide(const struct fr_evidence *evidence,
                                            const struct fr_situation *situation,
                                            struct fr_final_answer *answer, struct fr_error *error);

/* Places and weighs alone, without resamples and all that follows: for a race that goes on. */
FR_MUST_USE enum fr_status fr_answer_weigh(const struct fr_evidence *evidence,
                                           const struct fr_situation *situation,
                                           const struct fr_margins *margins,
                                           struct fr_final_answer *answer);

void fr_answer_release(struct fr_final_answer *answer); /* accepts an answer of zero bytes */

/* What leads, were the situation another one; -1: nothing. Its limits are not asked. */
int fr_answer_leads(const struct fr_final_answer *answer, const struct fr_situation *situation);

/* So many candidates are not in the rows, as there was no time for them: nothing is settled
 * then. */
void fr_answer_set_untried(struct fr_final_answer *answer, int count);

/* A candidate that answered enough detours, but too few of those of the others; -1: none. */
int fr_answer_stranger(const struct fr_final_answer *answer);

/* The back end to ship, as it is addressed; NULL: none. */
const char *fr_answer_ship(const struct fr_final_answer *answer);

/* What to ship; the nearest border; what it costs; whether other thresholds change it. */
enum fr_sentence { FR_SHIP, FR_BORDER, FR_COST, FR_THRESHOLDS, FR_SENTENCES };
void fr_answer_sentence(const struct fr_final_answer *answer, enum fr_sentence sentence,
                        char text[FR_ANSWER_TEXT]);

/* Why a racer is not shipped; "" for the chosen one. */
void fr_answer_reason(const struct fr_final_answer *answer, int racer, char text[FR_ANSWER_TEXT]);

/* The racers that were not chosen, the closest first; how many. Controls are not among them. */
int fr_answer_rivals(const struct fr_final_answer *answer, int order[FR_MAX_RACERS]);

/* Functions in C that use the chosen back end with its options, by library/footrace.h alone; "" if
 * nothing is shipped, or this program does not know the back end. */
void fr_answer_code(const struct fr_final_answer *answer, char text[FR_GAME_CODE]);

/* "recommended", "as good", "higher penalty", ... */
const char *fr_place_name(enum fr_place place);

/* Prints the sentences, as `run` ends with. */
void fr_answer_print_sentences(const struct fr_final_answer *answer, int width, bool bold);

/* Prints all of it on stdout, wrapped to width columns. bold: the terminal understands escape
 * codes. */
void fr_answer_print(const struct fr_final_answer *answer, int width, bool bold);

#endif
