/* Gathers evidence from the rows of races, whoever reads them: result files, or a program that takes
 * times of its own.
 *
 * Rows come in the order of a result file: what the run was, its maps, and a racer's preparations
 * before its clicks. Several files may follow one another. Text that is handed over is copied. */
#ifndef FOOTRACE_HARNESS_ANSWER_GATHERING_H
#define FOOTRACE_HARNESS_ANSWER_GATHERING_H

#include "harness/answer/evidence.h"
#include "harness/results/recorded_click.h"
#include "maps/formats/base/error.h"

struct fr_gathering;

struct fr_gathered_prepare {
    const char *map, *algo, *name, *label, *options;
    enum fr_movement movement;
    bool candidate, other_build;
    struct fr_reply reply; /* status, ns, live_bytes and peak_bytes */
};

struct fr_gathered_click {
    const char *map, *clicks, *algo;
    size_t click;
    enum fr_click_class class;
    const double *played; /* rounds times passes of the run; NAN: not taken */
    size_t played_count;  /* those that are missing were not taken */
    struct fr_recorded_click told;
};

struct fr_gathered_update {
    const char *map, *clicks, *algo;
    size_t entry;
    double ns;
    bool fresh; /* the back end was prepared again */
};

/* pathfinders ends with NULL and is borrowed, as is error, which all functions below fill. FR_OK or
 * FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_gathering_create(const struct fr_pathfinder *const *pathfinders,
                                               struct fr_error *error,
                                               struct fr_gathering **gathering);

/* Rows of another file follow: its maps are its own. The name is borrowed. */
void fr_gathering_begin(struct fr_gathering *gathering, const char *file);

/* Each takes a row. FR_OK; FR_NO_MEMORY; or FR_BAD_INPUT. */
void fr_gathering_run(struct fr_gathering *gathering, int rounds, int passes);
FR_MUST_USE enum fr_status fr_gathering_map(struct fr_gathering *gathering, const char *map,
                                            const char *file, const char *hash);
FR_MUST_USE enum fr_status fr_gathering_prepare(struct fr_gathering *gathering,
                                                const struct fr_gathered_prepare *row);
FR_MUST_USE enum fr_status fr_gathering_click(struct fr_gathering *gathering,
                                              const struct fr_gathered_click *row);
FR_MUST_USE enum fr_status fr_gathering_update(struct fr_gathering *gathering,
                                               const struct fr_gathered_update *row);
void fr_gathering_end(struct fr_gathering *gathering, bool disturbed, bool cut_short,
                      size_t lost_to_agent);

/* Yields the evidence of all rows, for the caller to release. FR_OK; FR_NO_MEMORY; or FR_BAD_INPUT if
 * two files disagree about a click, or the same clicks were raced twice. Afterwards the gathering may
 * only be released. */
FR_MUST_USE enum fr_status fr_gathering_finish(struct fr_gathering *gathering,
                                               struct fr_evidence *evidence);

void fr_gathering_release(struct fr_gathering *gathering); /* accepts NULL */

#endif
