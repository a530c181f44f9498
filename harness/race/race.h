/* A race on one course: every racer in a sandbox of its own, in shuffled turns; rows to the result
 * file, figures to the standings.
 *
 * A race has rounds. In each of them every racer runs in a fresh process and is prepared anew.
 * Between two events, and before the first and behind the last, clicks are asked in passes: first
 * played, clicks and racers in shuffled order, then steady, a racer after the other, each on the
 * whole segment. The first answer to a click goes to the judge, later ones are held against it by
 * their hash. Beside these passes, in calls of their own, a click is asked with a probe (phases and
 * counts), with the caches swept, or rehearsed. The click's row is written when the last round has
 * passed its segment; until then the journal keeps what is known.
 *
 * Where the racers would take more memory together than the race may, they run in groups, one after
 * the other over the whole course. A group is who fits in beside those before it, in the order of
 * preparation, by the bytes that preparing takes at the most: the same wherever the same race is
 * run with the same total. A racer that alone takes more than the total races alone. */
#ifndef FOOTRACE_HARNESS_RACE_RACE_H
#define FOOTRACE_HARNESS_RACE_RACE_H

#include "harness/base/progress.h"
#include "harness/course/course.h"
#include "harness/race/optima.h"
#include "harness/race/standings.h"
#include "harness/race/stopping_rule.h"
#include "harness/racers/racer.h"
#include "harness/racers/sandbox.h"
#include "harness/rows/journal.h"
#include "harness/rows/record.h"
#include "harness/rows/rows.h"

/* How often a race asks. */
struct fr_race_schedule {
    int rounds, passes;  /* at least 1; their product at most FR_MOST_SAMPLES */
    int cold;            /* clicks of each course that are asked with caches swept */
    bool click_by_click; /* each click is a segment, and played only: for a stopping rule */
    bool rehearsed;
};

/* How instructions are counted. */
struct fr_race_counter {
    const struct fr_executable *self; /* that runs under callgrind; NULL: the processor counts */
};

struct fr_race_settings {
    const struct fr_racers *racers;
    struct fr_race_schedule schedule;
    const struct fr_race_counter *counter; /* NULL: none are counted */
    struct fr_journal *journal; /* NULL: none is kept */
    const struct fr_sandbox_rules *rules;
    const struct fr_optimum_rules *optimum;
    uint64_t seed;       /* of the order of turns */
    int64_t total_bytes; /* that the racers of a group may take to prepare; 0: no end */
    int give_up;         /* failures in a row after which a racer leaves the course; 0: never */
    bool keep_paths;     /* rows for all paths, not only the worst */
    bool looks;          /* rows tell how walks look */
    bool known_map;      /* the rows tell of this map already, from another click set */
    const struct fr_record *record; /* of this race, cut short before; NULL: it begins */
    bool finished;                  /* the record tells of a later course: nothing is left to ask */
    struct fr_stopping_rule *stopping; /* NULL: all take part, to the end */
    size_t first, last; /* the entries of the click set that are raced here: [first, last) */
    const struct fr_allocator *allocator;
};

/* Runs the race to its end or until the rules' stop is set, a row cannot be written, or no process
 * can be started; then stopped, of size bytes, says why, else it is "". FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_race_run(const struct fr_race_settings *settings,
                                       const struct fr_course *course, struct fr_rows *rows,
                                       struct fr_progress *progress, struct fr_standings *standings,
                                       char *stopped, size_t size);

#endif
