/* A race on one course: every racer in a sandbox of its own, in shuffled turns. Rows go to the
 * result file, figures to the standings.
 *
 * A race has rounds. In each round every racer runs in a fresh process and prepares again. A
 * segment is the clicks between two events, before the first or after the last. Its clicks are
 * asked in passes: first played, clicks and racers in shuffled order; then steady, one racer after
 * the other, each on the whole segment. The first answer to a click is judged; later answers must
 * have the same hash. In separate calls a click is also asked with a probe (phases and counts),
 * with swept caches, or rehearsed; and beside some of the detours a trial shows whether the racer
 * remembers earlier questions (racers/recall.h). The row of a click is written when the last round has passed its
 * segment; until then the journal keeps its data.
 *
 * If the racers together would exceed the race's memory, they run in groups, one group after the
 * other over the whole course. Groups are filled in the order of preparation, by the peak bytes of
 * prepare, so that the same race with the same total has the same groups everywhere. A racer that
 * alone exceeds the total races alone. */
#ifndef FOOTRACE_HARNESS_RACE_RACE_H
#define FOOTRACE_HARNESS_RACE_RACE_H

#include "harness/base/progress.h"
#include "harness/clicks/course.h"
#include "harness/race/optima.h"
#include "harness/race/standings.h"
#include "harness/race/stopping_rule.h"
#include "harness/results/journal.h"
#include "harness/results/record.h"
#include "harness/results/rows.h"
#include "harness/sandbox/racer.h"
#include "harness/sandbox/sandbox.h"

/* How often each click is asked. */
struct fr_race_schedule {
    int rounds, passes;  /* at least 1; their product at most FR_MOST_SAMPLES */
    int cold;            /* clicks of each course that are also asked with swept caches */
    bool click_by_click; /* each click is a segment and only played, as a stopping rule needs */
    bool rehearsed;
    bool skips_steady, skips_phases, skips_trials; /* of the calls beside the played ones */
};

/* How instructions are counted. */
struct fr_race_counter {
    const struct fr_executable *self; /* runs under callgrind; NULL: use the processor's counter */
};

struct fr_race_settings {
    const struct fr_racers *racers;
    struct fr_race_schedule schedule;
    const struct fr_race_counter *counter; /* NULL: do not count */
    struct fr_journal *journal;            /* NULL: keep none */
    const struct fr_sandbox_rules *rules;
    const struct fr_optimum_rules *optimum;
    uint64_t seed;       /* of the order of turns */
    int64_t total_bytes; /* limit for preparing all racers of a group; 0: none */
    int give_up;         /* failures in a row after which a racer leaves the course; 0: none */
    bool keep_paths;     /* write all paths, not only the worst */
    bool looks;          /* rows state path quality (--looks) */
    bool known_map;      /* another click set has written this map's row */
    const struct fr_record *record;    /* of this race, if it is resumed; NULL: a new one */
    bool finished;                     /* the record holds a later course: nothing is left to ask */
    struct fr_stopping_rule *stopping; /* NULL: all racers run to the end */
    size_t first, last;                /* the entries of the click set to race: [first, last) */
    const struct fr_allocator *allocator;
};

/* Runs the race until it ends, rules->stop is set, a row cannot be written or no process can be
 * started. If it ends early, stopped, of size bytes, says why; otherwise it is "". FR_OK or
 * FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_race_run(const struct fr_race_settings *settings,
                                       const struct fr_course *course, struct fr_rows *rows,
                                       struct fr_progress *progress, struct fr_standings *standings,
                                       char *stopped, size_t size);

#endif
