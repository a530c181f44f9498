/* The experiments behind `footrace claims`: which races show whether what the articles claim holds.
 *
 * An experiment is one race: maps that ship, are generated, or belong to Moving AI, clicks, racers
 * and flags, in the full scale and most in a quick one. What its rows mean for which claim is judged in
 * reports/claims/. */
#ifndef FOOTRACE_HARNESS_EXPERIMENTS_EXPERIMENTS_H
#define FOOTRACE_HARNESS_EXPERIMENTS_EXPERIMENTS_H

#include <stdbool.h>

enum fr_scale { FR_SCALE_QUICK, FR_SCALE_FULL, FR_SCALES };

/* Where clicks come from is text: "auto:N" samples N, "KIND:N" samples N of a kind of `footrace
 * clicks`, JSON is the list of clicks itself, "scen:N" takes N evenly from the map's Moving AI
 * scenario. */
struct fr_experiment_map {
    const char *name;              /* a bundled map, a Moving AI map, or what is painted */
    const char *generator;         /* what paints it; NULL: it is there */
    const char *size, *seed;       /* of a painted map; seed NULL: 1 */
    const char *options;           /* behind the map's name, colon included; NULL: none */
    int corners;                   /* not 0: a polygon of so many is drawn (sample_drawing.h) */
    const char *clicks[FR_SCALES]; /* NULL: those of the experiment */
    bool full;                     /* left out of the quick scale */
};

struct fr_experiment {
    const char *name, *summary;
    const struct fr_experiment_map *maps; /* ends with a name of NULL */
    const char *clicks[FR_SCALES];
    const char *const *racers;       /* as --algo takes them; ends with NULL */
    const char *const *quick_racers; /* those that the quick scale's claims need; NULL: all */
    /* Of `footrace run`; ends with NULL. NULL itself: few clicks cannot tell, and the quick scale
     * leaves the experiment out. */
    const char *const *flags[FR_SCALES];
    double seconds[FR_SCALES]; /* measured, on a machine of pace 1 (claims_pace.h) */
    bool movingai;             /* its maps are in the folder FOOTRACE_MOVINGAI */
    bool faults;               /* failures are the point, and end no run badly */
    const char *needs; /* the back end, or NAME:OPTION, that it is about; NULL: all are there */
};

extern const struct fr_experiment fr_experiments[]; /* ends with a name of NULL */

/* What reading all rows of a scale and drawing the page takes at pace 1. */
extern const double fr_judge_seconds[FR_SCALES];

/* Its racers in a scale; ends with NULL. */
const char *const *fr_experiment_racers(const struct fr_experiment *experiment,
                                        enum fr_scale scale);

/* Whether both scales are the same race, which need not be raced twice. */
bool fr_experiment_is_one(const struct fr_experiment *experiment);

#endif
