/* Standings: the results of each racer's clicks on one course, gathered during the race. */
#ifndef FOOTRACE_HARNESS_RACE_STANDINGS_H
#define FOOTRACE_HARNESS_RACE_STANDINGS_H

#include "harness/clicks/course.h"
#include "harness/judge/click_class.h"
#include "harness/racers/exclusion.h"
#include "harness/results/row_verdict.h"
#include "harness/sandbox/racer.h"

enum fr_failure {
    FR_FAILURE_TIMEOUT,
    FR_FAILURE_CRASH,
    FR_FAILURE_MEMORY,
    FR_FAILURE_LIMIT,
    FR_FAILURE_SHORT,
    FR_FAILURE_INVALID,
    FR_FAILURE_FALSE_UNREACHABLE,
    FR_FAILURE_NONDETERMINISTIC,
    FR_FAILURE_CLOCK,
    FR_FAILURES
};

/* The outcomes and verdicts of rows that are failures. */
extern const char *const fr_failure_names[FR_FAILURES];

/* The time of each call, in nanoseconds. */
struct fr_samples {
    double *ns;
    size_t count;
};

struct fr_standing {
    size_t clicks, found;
    size_t untried;   /* clicks not queried, as the racer left the course */
    size_t any_angle; /* paths found on maps without edge walls, where any-angle rules apply */
    size_t illegal;   /* any_angle paths that are not legal */
    size_t failures[FR_FAILURES];
    bool unsupported;
    bool remembers; /* excluded, as it caches answers */
    enum fr_exclusion excluded;
    double prepare_ns;   /* with the first query; median of the rounds; NAN if none succeeded */
    int64_t held_bytes;  /* after preparation, the highest; -1: unknown */
    int64_t peak_bytes;  /* during preparation, the highest; -1: unknown */
    double load_ns;      /* fr_load_saved_ns, in the last round */
    int64_t saved_bytes; /* in the last round; 0: none; -1: unknown */
    struct fr_samples prepares;           /* by round */
    struct fr_samples played[FR_CLASSES]; /* of timed clicks, by class */
    struct fr_samples updates;            /* after events: updates, or preparations */
    struct fr_samples after_event;        /* first calls after events */
    size_t under_way, surviving; /* changes after a path; those that left its second half free */
    double *lengths;             /* by click; NAN without a valid path */
    double *ns;                  /* by click: played; NAN if not timed */
    double *steady_ns;           /* by click; NAN if not taken, or not kept */
    double *looks;               /* by click; 1 if its path looks bad, else 0; NAN if unknown */
    double *first_ns;            /* by click: first call after an event; otherwise NAN */
    double *update_ns;           /* by entry: of an event, in the last round; otherwise NAN */
};

struct fr_standings {
    struct fr_standing at[FR_MAX_RACERS]; /* in the order of the racers */
    int racers;
    size_t clicks; /* entries of the click set */
    int rounds;
    enum fr_click_class *classes; /* by click */
    double *optima;               /* by click; NAN where unknown */
    int passes;                   /* passes of each round with samples; 0: no samples are kept */
    double *samples;              /* played times by racer, click, round and pass; NAN: not taken */
    double *waited; /* by sample: time taken by other programs; NAN: none, or unknown */
    int *courses;   /* by click: the number of its course, from 0; NULL: one course */
    int course_count;
    const struct fr_allocator *allocator;
};

/* FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_standings_create(int racers, size_t clicks, int rounds,
                                               const struct fr_allocator *allocator,
                                               struct fr_standings *standings);

/* Allocates space for every played sample. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_standings_keep_samples(struct fr_standings *standings, int passes);

/* The samples of a racer's click: rounds times passes. */
double *fr_standings_samples(const struct fr_standings *standings, int racer, size_t click);

/* For each sample of a racer's click, the time in which the system ran other programs. */
double *fr_standings_waited(const struct fr_standings *standings, int racer, size_t click);

/* Copies the optima, one for each click. */
void fr_standings_take_optima(struct fr_standings *standings, const double *optima);

/* Whether the times of a click are ranked: those of detours, or of all reachable clicks if there
 * are no detours. */
bool fr_standings_ranked(const struct fr_standings *standings, size_t click);

/* The number of ranked clicks that both racers answered. */
size_t fr_standings_common(const struct fr_standings *standings, int one, int other);

/* The time after a change: the update for the events just before a click, plus the click's first
 * call; NAN if no update was carried out. */
double fr_change_cost(const struct fr_standing *standing, size_t click);

/* Takes the result of a preparation, once per round. */
void fr_standing_prepared(struct fr_standing *standing, const struct fr_reply *reply);

/* Takes the row of a racer's click: its result, its times and, if samples are kept, its samples.
 * The race had this many rounds, and this many passes in each round. */
void fr_standings_take_row(struct fr_standings *standings, int racer, size_t click,
                           const struct fr_click_row *row, int rounds, int passes);

/* Takes the result of a change, whose last event is `entry`; survives: as in its row. */
void fr_standing_updated(struct fr_standing *standing, size_t entry, const struct fr_reply *reply,
                         int survives);

/* The number of clicks whose optimum is known. */
size_t fr_standings_known_optima(const struct fr_standings *standings);

/* The length that a click's paths are compared with: its optimum or, if the caller says that no
 * optimum is known at all, the shortest valid length of any racer. NAN if there is none. */
double fr_standings_yardstick(const struct fr_standings *standings, size_t click, bool optimal);

/* Mean ratio of a racer's valid lengths to the yardsticks; NAN if there are none. */
double fr_standings_length_ratio(const struct fr_standings *standings, int racer);

/* Prints the table of one course on stdout. Sorts the samples. `ranks` has the answer's rank of
 * each racer; 0: none. */
void fr_standings_print(struct fr_standings *standings, const struct fr_course *course,
                        const struct fr_racers *racers, const int *ranks);

void fr_standings_release(struct fr_standings *standings);

#endif
