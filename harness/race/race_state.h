/* The state of a running race on one course, for the files of this room. */
#ifndef FOOTRACE_HARNESS_RACE_RACE_STATE_H
#define FOOTRACE_HARNESS_RACE_RACE_STATE_H

#include "harness/judge/clearance.h"
#include "harness/race/race.h"
#include "harness/race/turns.h"
#include "harness/racers/recall.h"
#include "harness/results/worst_paths.h"

/* One racer on this course. */
struct fr_entrant {
    const struct fr_racer *racer;
    struct fr_standing *standing;
    struct fr_sandbox sandbox;
    struct fr_sandbox back; /* answers the way back, untimed; see fr_race_measure_quality */
    int group;              /* from 1; 0: none yet */
    int64_t refused_bytes;  /* limit in which it could not prepare */
    bool asleep;         /* its sandbox is closed, but was open after the last answer on record */
    bool prepare_failed; /* failed is then the answer to every click */
    struct fr_reply failed;
    int failures_in_a_row;
    bool given_up;
    bool left_out; /* could not be prepared in the first round: it is not asked again */
    struct fr_race_turn *turns; /* one for each entry of the click set */
    struct fr_recall recall;
    int tried; /* trials of its memory in this round */
    enum fr_memory memory;
    struct fr_worst_paths worst;
};

/* A fixed piece of work that shows how fast the machine was. */
struct fr_anchor {
    struct fr_sandbox sandbox;
    struct fr_map *map; /* of one pixel; not used */
    double *ns;         /* several calls for each pass of each round */
    int *counts;        /* calls so far, by round, then by pass */
};

/* Clicks to race between two events: entries [first, last). */
struct fr_segment {
    size_t first, last;
    bool after_event; /* the first entry is the first click after an event */
};

struct fr_race {
    const struct fr_race_settings *settings;
    const struct fr_course *course;
    struct fr_rows *rows;
    struct fr_progress *progress;
    struct fr_map *map; /* the course's, as the events so far left it */
    struct fr_validator *validator;
    struct fr_optima optima;
    bool occurs[FR_AREAS]; /* area ids of the map */
    bool walls_come;       /* an event closes a border */
    struct fr_standings *standings;
    struct fr_entrant *entrants;
    int entrant_count;
    int group;                /* the current one, from 1 */
    int round;                /* from 0 */
    int64_t group_bytes;      /* that preparing its racers took */
    struct fr_path path;      /* of the last answer */
    struct fr_path path_back; /* of the last way back */
    struct fr_sandbox_rules rules_back;
    struct fr_anchor anchor;
    struct fr_clear_ground *clear_ground; /* of map; NULL: not created yet */
    char *stopped;
    size_t stopped_size;
};

static inline bool fr_race_is_stopped(const struct fr_race *race)
{
    return *race->stopped != '\0';
}

/* Whether it was neither stopped nor ended by the stopping rule. */
static inline bool fr_race_goes_on(const struct fr_race *race)
{
    const struct fr_stopping_rule *stopping = race->settings->stopping;
    return !fr_race_is_stopped(race) && !(stopping && stopping->over);
}

/* Ends the race, unless it is stopped already. */
void fr_race_stop(struct fr_race *race, const char *why);

/* Checks for reasons to stop; call it after all that takes time or writes. */
void fr_race_poll(struct fr_race *race);

/* The same after a request to a sandbox: the system may have refused what it takes. */
void fr_race_poll_reply(struct fr_race *race, const struct fr_reply *reply);

/* Opens an entrant's sandbox and prepares its racer on the map as it is now; a failure is recorded
 * in the entrant. */
void fr_race_open_entrant(struct fr_race *race, struct fr_entrant *entrant, struct fr_reply *reply);

/* Whether to ask the entrant's racer now. */
bool fr_race_admits(const struct fr_race *race, const struct fr_entrant *entrant);

/* Prepares a racer for the current group if it fits in and is admitted. */
void fr_race_prepare(struct fr_race *race, struct fr_entrant *entrant);

/* Whether racers are left for another group. */
bool fr_race_has_more(const struct fr_race *race);

/* Forms the current group: prepares the racers that fit in together. */
void fr_race_form_group(struct fr_race *race);

/* Prepares the racers of the current group again, for a round after the first. */
void fr_race_renew_group(struct fr_race *race);

/* Closes the sandboxes of the current group. */
void fr_race_dismiss_group(struct fr_race *race);

/* The order of racers, by a Fisher-Yates shuffle: the same for the same entry of the click set and
 * the same round, even in a resumed race or a shard. entry SIZE_MAX: the order of preparation. */
void fr_race_shuffle(const struct fr_race *race, size_t entry, int *order);

/* Judges an answer and its path on the map after the events so far. */
void fr_race_judge(const struct fr_race *race, const struct fr_entrant *entrant,
                   struct fr_point start, struct fr_point goal, const struct fr_reply *reply,
                   const struct fr_path *path, struct fr_judgement *judgement);

/* The area ids that are open now. */
void fr_race_read_areas(const struct fr_race *race, bool areas[FR_AREAS]);

/* Allocates the turns of all racers. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_race_create_turns(struct fr_race *race);
void fr_race_release_turns(struct fr_race *race);

/* Creates the anchor for the whole race on this course. FR_OK or FR_NO_MEMORY; release it either
 * way. */
FR_MUST_USE enum fr_status fr_race_anchor_create(struct fr_race *race);
void fr_race_anchor_release(struct fr_race *race);

/* Starts and ends its process, once a round. */
void fr_race_anchor_begin(struct fr_race *race);
void fr_race_anchor_end(struct fr_race *race);

/* Asks it if that is due after this turn, of turns in the pass. */
void fr_race_anchor_pass(struct fr_race *race, int pass, size_t turn, size_t turns);

/* Writes its row. */
void fr_race_anchor_write(struct fr_race *race);

/* Counts the instructions of all clicks with all racers, if the settings say so. FR_OK or
 * FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_race_count(struct fr_race *race);

/* Restores the turns of the current group from the record and the journal. FR_OK or FR_NO_MEMORY.
 */
FR_MUST_USE enum fr_status fr_race_recall_turns(struct fr_race *race);

/* Takes the first answer to a click, with its waypoints in race->path: judges it and drafts its
 * row. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_race_draft_turn(struct fr_race *race, struct fr_entrant *entrant,
                                              size_t click, const struct fr_reply *reply);

/* Compares a later answer with the judged one. Whether they agree, so that its time counts; *status
 * is FR_OK or FR_NO_MEMORY. */
bool fr_race_confirm_turn(struct fr_race *race, struct fr_entrant *entrant, size_t click,
                          const struct fr_reply *reply, const struct fr_answer *answer,
                          enum fr_status *status);

/* Keeps the time of an answer that agrees, in this round. */
void fr_race_note_sample(struct fr_race *race, struct fr_entrant *entrant, size_t click,
                         enum fr_entry_kind kind, int pass, const struct fr_answer *answer);
void fr_race_note_probed(struct fr_race *race, struct fr_entrant *entrant, size_t click,
                         const struct fr_answer *answer);

/* Asks all racers of the current group the clicks of a segment, in this round. FR_OK or
 * FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_race_run_segment(struct fr_race *race,
                                               const struct fr_segment *segment);

/* After the passes of a segment: tries whether racers remember earlier questions. */
void fr_race_try_memories(struct fr_race *race, const struct fr_segment *segment);

/* In the last round: writes the rows of a segment and updates the standings. FR_OK or FR_NO_MEMORY.
 */
FR_MUST_USE enum fr_status fr_race_finish_segment(struct fr_race *race,
                                                  const struct fr_segment *segment);

/* Carries out an event on the map and in open sandboxes; others are opened later, on the changed
 * map. measured: the event belongs to this shard, so each racer is opened before it. FR_OK or
 * FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_race_run_event(struct fr_race *race, size_t event, bool measured);

/* Measures the quality of race->path, a valid answer, and asks for the way back. If the race is
 * stopped meanwhile, do not use the result. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_race_measure_quality(struct fr_race *race, struct fr_entrant *entrant,
                                                   size_t click,
                                                   const struct fr_judgement *judgement,
                                                   struct fr_path_quality *quality);

/* Drops what quality is measured with: the map changes, or the race ends. */
void fr_race_forget_ground(struct fr_race *race);

/* Asks again for those paths of the slowest clicks so far that are missing and belong to a segment.
 */
void fr_race_fetch_worst_paths(struct fr_race *race, struct fr_entrant *entrant,
                               const struct fr_segment *segment);

/* Writes the worst paths after the last segment. */
void fr_race_write_worst_paths(struct fr_race *race);

#endif
