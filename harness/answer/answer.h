/* The answer: which back end to ship. One decision, a pure function of the rows of races and of
 * situation. `footrace answer`, the last lines of `run`, `recommend` and the page all state this one.
 *
 * All figures are of detours and of times as played. Candidates are the back ends whose descriptors
 * say so; copies (the A/A twin), other builds and racers that failed are never chosen. Who is
 * compared shares at least 200 detours with the chosen one, or all that it walked if these are fewer
 * (but for a tenth, as the system may take clicks from a racer). */
#ifndef FOOTRACE_HARNESS_ANSWER_ANSWER_H
#define FOOTRACE_HARNESS_ANSWER_ANSWER_H

#include "harness/answer/evidence.h"
#include "harness/answer/game_code.h"
#include "harness/answer/recommend_choice.h"
#include "harness/answer/situation.h"

#define FR_ANSWER_TEXT 1024 /* bytes of a sentence, and of a reason */

struct fr_final_answer {
    const struct fr_evidence *evidence;
    const struct fr_situation *situation;
    struct fr_choice choice; /* among all racers; chosen -1: nothing can be shipped */
    double noise;            /* time ratios from 1 / (1 + noise) to 1 + noise count as equal */
    double level;            /* significance level of each test */
    size_t detours;          /* clicks that the figures of the chosen one rest on */
    bool unchanged;          /* dynamic is preferred, but the ground never changed before a click */
    bool settled;            /* more clicks would put no rival in its place, and they are enough */
    int untried; /* further candidates that there was no time for; see fr_answer_set_untried */
    int alone[FR_PREFERENCES]; /* who would be chosen by each preference alone, within the budgets:
                                * the chosen one, unless these rows show that another is better; -1:
                                * none, or it cannot be known from these rows */
};

/* Decides; evidence and situation are borrowed. FR_OK; FR_NO_MEMORY; or FR_BAD_INPUT with error filled
 * if the rows are of another walker than the situation. */
FR_MUST_USE enum fr_status fr_answer_decide(const struct fr_evidence *evidence,
                                            const struct fr_situation *situation,
                                            struct fr_final_answer *answer, struct fr_error *error);

/* By what its tests compare two racers; criteria are borrowed, and NULL where one is asked by itself. */
struct fr_pairwise_rules fr_answer_rules(const struct fr_final_answer *answer,
                                         const enum fr_criterion *criteria);

/* So many candidates are not in the rows, as there was no time for them: nothing is settled then.
 */
void fr_answer_set_untried(struct fr_final_answer *answer, int count);

/* A candidate that walked enough detours, but too few of those of the chosen one; -1: none. */
int fr_answer_stranger(const struct fr_final_answer *answer);

/* The back end to ship, as it is addressed; NULL: none. */
const char *fr_answer_ship(const struct fr_final_answer *answer);

/* What to ship, what it costs, what would change that: three sentences. */
enum fr_answer_sentence { FR_SHIP, FR_COST, FR_CHANGE, FR_SENTENCES };
void fr_answer_sentence(const struct fr_final_answer *answer, enum fr_answer_sentence sentence,
                        char text[FR_ANSWER_TEXT]);

/* Why a racer was not chosen; "" for the chosen one. */
void fr_answer_reason(const struct fr_final_answer *answer, int racer, char text[FR_ANSWER_TEXT]);

/* The racers that were not chosen, the closest first; how many. Copies are not among them. */
int fr_answer_rivals(const struct fr_final_answer *answer, int order[FR_MAX_RACERS]);

/* Functions in C that use the chosen back end with its options, by library/footrace.h alone; "" if
 * nothing is shipped, or this program does not know the back end. */
void fr_answer_code(const struct fr_final_answer *answer, char text[FR_GAME_CODE]);

/* "recommended", "as good", "not distinguished", "beaten", ... */
const char *fr_place_name(enum fr_place place);

/* Prints the sentences, as `run` ends with. */
void fr_answer_print_sentences(const struct fr_final_answer *answer, int width, bool bold);

/* Prints all of it on stdout, wrapped to width columns. bold: the terminal understands escape
 * codes. */
void fr_answer_print(const struct fr_final_answer *answer, int width, bool bold);

#endif
