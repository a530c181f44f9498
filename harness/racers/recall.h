/* Whether a back end answers by heart what it was asked before: the last answer, what was computed
 * for the last goal, a table of all answers.
 *
 * A trial asks a new question after some neighbours of it, whose ends are a pixel or two off, and
 * then the same question again. The neighbours have the processor learn whatever that place takes,
 * and leave no answer that could be given again; so a back end that searches takes about as long
 * both times, and one that remembers does not. No question of a trial is one of the race's clicks.
 */
#ifndef FOOTRACE_HARNESS_RACERS_RECALL_H
#define FOOTRACE_HARNESS_RACERS_RECALL_H

#include "harness/sandbox/sandbox.h"

/* Trials before anything is said. */
#define FR_LEAST_TRIALS 5

/* Trials that are kept at the most. */
#define FR_MOST_TRIALS 64

/* Whether a racer remembers what it was asked; unknown: too few questions were tried. */
enum fr_caching { FR_CACHING_UNKNOWN, FR_CACHING_NONE, FR_CACHING_FOUND };

/* What trials came to: how many times as long as again the new question took, at least 1. */
struct fr_recall {
    double gains[FR_MOST_TRIALS];
    int count;
};

/* The questions of a trial, in their order. */
enum { FR_TRIAL_NEIGHBOURS = 3, FR_TRIAL_CALLS = FR_TRIAL_NEIGHBOURS + 3 };

/* Draws up the questions of a trial beside a click; pixels of a reduced map are of step pixels.
 * False where too few of the pixels around the ends are walkable. */
bool fr_recall_questions(const struct fr_map *map, struct fr_pixel start, struct fr_pixel goal,
                         int step, struct fr_question questions[FR_TRIAL_CALLS]);

/* Notes the times of the last three calls of a trial: the new question, and twice the same. */
void fr_recall_note(struct fr_recall *recall, const double ns[3]);

enum fr_caching fr_recall_judge(const struct fr_recall *recall);

#endif
