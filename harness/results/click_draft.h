/* The row of a click during a race. The row is drafted when the racer's first answer has been
 * judged, with null for times and counts of work; these are filled in after all rounds. */
#ifndef FOOTRACE_HARNESS_RESULTS_CLICK_DRAFT_H
#define FOOTRACE_HARNESS_RESULTS_CLICK_DRAFT_H

#include <stdbool.h>
#include <stddef.h>

#include "harness/clicks/course.h"
#include "harness/judge/click_class.h"
#include "harness/judge/looks.h"
#include "harness/judge/validator.h"
#include "harness/racers/caching.h"
#include "harness/racers/exclusion.h"
#include "harness/results/click_times.h"
#include "harness/results/row.h"
#include "harness/sandbox/racer.h"
#include "harness/sandbox/reply.h"

struct fr_click_facts {
    const struct fr_course *course;
    const struct fr_racer *racer;
    size_t click; /* index in the course's set */
    enum fr_click_class class;
    bool after_event;                     /* the first click after an event */
    struct fr_integers enabled;           /* areas that are open now */
    const struct fr_reply *reply;         /* NULL: never queried, as the map has no walkable
                                            * pixel */
    const struct fr_judgement *judgement; /* NULL: nothing to judge */
    size_t points;                        /* waypoints; 0: no path */
    double optimum;                       /* pixels; NAN: none or unknown */
    const struct fr_looks *looks;         /* NULL: not measured */
};

/* Drafts a row. The row borrows the texts and lists of the facts. */
void fr_click_draft(const struct fr_click_facts *facts, struct fr_row *row);

/* The maximum size in bytes of the reason why a guest's own time is not plausible. */
#define FR_LONGEST_DOUBT 160

/* Records in a draft that a guest's own time is not plausible. The draft borrows `reason`. */
void fr_click_draft_disbelieve(struct fr_row *draft, const struct fr_answer *answer,
                               char reason[FR_LONGEST_DOUBT]);

/* Records in a draft that a later query failed, or returned a different answer. */
void fr_click_draft_fail(struct fr_row *draft, const struct fr_reply *reply);
void fr_click_draft_contradict(struct fr_row *draft);

/* Fills in the times; the row borrows their samples. Does nothing if there are no rounds. */
void fr_click_draft_finish(struct fr_row *draft, const struct fr_click_times *times,
                           enum fr_caching caching, enum fr_exclusion excluded);

#endif
