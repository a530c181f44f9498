/* The state of a running race on one course, for the files of this folder. */
#ifndef FOOTRACE_HARNESS_RACE_RACE_STATE_H
#define FOOTRACE_HARNESS_RACE_RACE_STATE_H

#include "harness/base/progress.h"
#include "harness/clicks/course.h"
#include "harness/judge/looks.h"
#include "harness/race/race_settings.h"
#include "harness/racers/caching.h"
#include "harness/results/click_draft.h"
#include "harness/results/click_times.h"
#include "harness/results/rows.h"

/* One racer's query of a click, over all rounds and passes. */
struct fr_race_query {
    char *draft;                 /* its row without times, as JSON; NULL: not queried yet */
    char *path;                  /* its path row, if all paths are kept and there is one */
    bool written;                /* the row is in the file */
    bool answered;               /* all answers equal the judged one: may be queried again */
    bool found;                  /* the answer is a path */
    bool probed;                 /* phases and counts were measured */
    bool failed;                 /* the first query failed, and not through the system's fault */
    bool restored;               /* from an interrupted race; not yet queried in this one */
    uint64_t hash;               /* of the judged answer */
    int64_t instructions;        /* of one query; 0 or less: not counted */
    struct fr_click_times times; /* rounds is 0 if none were measured */
};

static inline size_t fr_race_query_sample(const struct fr_race_query *query, int round, int pass)
{
    return (size_t)round * (size_t)query->times.passes + (size_t)pass;
}

/* The paths of a racer's slowest clicks: the most interesting paths, and few enough to store. */
struct fr_slowest_path {
    double ns;
    size_t click;
    struct fr_path path; /* without points: missing */
};

struct fr_slowest_paths {
    struct fr_slowest_path at[FR_SLOWEST_PATHS]; /* slowest first */
    int count;
};

/* One racer on this course. */
struct fr_race_racer {
    const struct fr_racer *spec; /* its back end and options */
    struct fr_standing *standing;
    struct fr_sandbox sandbox;
    int group;             /* from 1; 0: none yet */
    int64_t refused_bytes; /* memory limit under which it could not be prepared */
    bool asleep;           /* its sandbox is closed now, but was open after the last recorded
                          * answer */
    bool prepare_failed;   /* if so, `failed` is the answer to every click */
    struct fr_reply failed;
    int failures_in_a_row;
    bool given_up;
    bool left_out; /* could not be prepared in the first round, so it is never queried */
    struct fr_race_query *queries; /* one for each entry of the click set */
    struct fr_caching_trials trials;
    int tried;      /* caching trials in this round */
    int threads;    /* threads and processes that it keeps besides the one that answers */
    bool uncounted; /* took more memory than was counted */
    enum fr_caching caching;
    struct fr_slowest_paths worst;
};

/* The anchor: fixed work that shows how fast the machine was. */
struct fr_anchor {
    struct fr_sandbox sandbox;
    struct fr_map *map; /* a map of one pixel; unused */
    double *ns;         /* several calls for each pass of each round */
    int *counts;        /* calls so far, by round, then by pass */
};

/* Clicks to race between two events: entries [first, last). */
struct fr_stretch {
    size_t first, last;
    bool after_event; /* the first entry is the first click after an event */
};

struct fr_race {
    const struct fr_race_settings *settings;
    const struct fr_course *course;
    struct fr_rows *rows;
    struct fr_progress *progress;
    struct fr_map *map; /* the course's map, after the events so far */
    struct fr_validator *validator;
    struct fr_optima optima;
    bool occurs[FR_AREAS]; /* area ids of the map */
    bool walls_come;       /* an event closes a border */
    struct fr_standings *standings;
    struct fr_race_racer *racers;
    int racer_count;
    int group;           /* the current group, from 1 */
    int round;           /* from 0 */
    int64_t group_bytes; /* memory that the group's racers took to prepare */
    struct fr_path path; /* of the last answer */
    struct fr_anchor anchor;
    struct fr_margin *margin; /* of map; NULL: not created yet */
    struct fr_roomy *roomy;   /* by entry; its length is negative until it is computed */
    double roomy_ns;          /* time spent on roomy paths */
    char *stopped;
    size_t stopped_size;
};

static inline bool fr_race_is_stopped(const struct fr_race *race)
{
    return *race->stopped != '\0';
}

/* Whether the race was neither stopped nor ended by the stopping rule. */
static inline bool fr_race_goes_on(const struct fr_race *race)
{
    const struct fr_stopping_rule *stopping = race->settings->stopping;
    return !fr_race_is_stopped(race) && !(stopping && stopping->over);
}

/* Ends the race, unless it is already stopped. */
void fr_race_stop(struct fr_race *race, const char *why);

/* Checks for reasons to stop; call it after everything that takes time or writes. */
void fr_race_poll(struct fr_race *race);

/* Checks for reasons to stop after a sandbox's reply: the system may have refused resources. */
void fr_race_poll_reply(struct fr_race *race, const struct fr_reply *reply);

/* Whether the racer may be queried now. */
bool fr_race_admits(const struct fr_race *race, const struct fr_race_racer *racer);

/* The order of racers, by a Fisher-Yates shuffle: the same for the same entry of the click set and
 * the same round, even in a resumed race or a shard. entry SIZE_MAX: the order of preparation. */
void fr_race_shuffle(const struct fr_race *race, size_t entry, int *order);

#endif
