/* The settings of a race. */
#ifndef FOOTRACE_HARNESS_RACE_RACE_SETTINGS_H
#define FOOTRACE_HARNESS_RACE_RACE_SETTINGS_H

#include "harness/race/optima.h"
#include "harness/race/stopping_rule.h"
#include "harness/results/journal.h"
#include "harness/results/record.h"
#include "harness/sandbox/sandbox.h"

/* The number of queries of each click. */
struct fr_race_schedule {
    int rounds, passes;  /* at least 1; their product at most FR_MOST_SAMPLES */
    bool click_by_click; /* each click is its own stretch and only played, as a stopping rule
                          * requires */
    bool skips_steady, skips_phases, skips_trials; /* queries besides the played ones */
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
    uint64_t seed;       /* of the order of queries */
    uint64_t trial_seed; /* of the trials' clicks; new in each race */
    int64_t total_bytes; /* limit for preparing all racers of a group; 0: none */
    int give_up;         /* failures in a row after which a racer leaves the course; 0: none */
    double tolerance;    /* pixels that a path may enter walls (fr_validator_tolerate) */
    bool keep_paths;     /* write all paths, not only the slowest */
    bool known_map;      /* the map's row is already written, by another click set */
    const struct fr_record *record;    /* of this race, if it is resumed; NULL: a new one */
    bool finished;                     /* the record holds a later course: nothing remains to
                                        * query */
    struct fr_stopping_rule *stopping; /* NULL: all racers run to the end */
    size_t first, last;                /* the entries of the click set to race: [first, last) */
    const struct fr_allocator *allocator;
};

#endif
