/* A race on one course: every racer runs in its own sandbox, queried in shuffled order. Rows go to
 * the result file, figures to the standings.
 *
 * A race has rounds. In each round every racer runs in a fresh process and prepares again. A
 * stretch is the clicks between two events, or before the first event, or after the last. The
 * clicks of a stretch are queried in passes: first played, clicks and racers in shuffled order;
 * then steady, one racer after the other, each on the whole stretch. The first answer to a click is
 * judged; later answers must have the same hash. A separate query of a click uses a probe (phases
 * and counts); and for some clicks of class detour a trial shows whether the racer caches answers
 * (racers/caching.h). The row of a click is written when the last round has passed its stretch;
 * until then the journal keeps its data.
 *
 * If all racers together would exceed the race's memory limit, they run in groups, one after the
 * other over the whole course. Racers join groups in order of preparation, according to the
 * peak bytes of prepare, so the same race with the same limit has the same groups on every machine.
 * A racer that exceeds the limit by itself races alone. */
#ifndef FOOTRACE_HARNESS_RACE_RACE_H
#define FOOTRACE_HARNESS_RACE_RACE_H

#include "harness/base/progress.h"
#include "harness/clicks/course.h"
#include "harness/race/race_settings.h"
#include "harness/race/standings.h"
#include "harness/results/rows.h"

/* Runs the race until it ends, rules->stop is set, a row cannot be written or no process can be
 * started. If the race ends early, `stopped`, of `size` bytes, gets the reason; otherwise "". FR_OK
 * or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_race_run(const struct fr_race_settings *settings,
                                       const struct fr_course *course, struct fr_rows *rows,
                                       struct fr_progress *progress, struct fr_standings *standings,
                                       char *stopped, size_t size);

#endif
