/* What a race on one course consists of while it runs: for the files that carry it out. */
#ifndef FOOTRACE_HARNESS_RACE_RACE_STATE_H
#define FOOTRACE_HARNESS_RACE_RACE_STATE_H

#include "harness/judge/clearance.h"
#include "harness/race/race.h"
#include "harness/race/turns.h"
#include "harness/rows/worst_paths.h"

/* One racer on this course. */
struct fr_entrant {
    const struct fr_racer *racer;
    struct fr_standing *standing;
    struct fr_sandbox sandbox;
    struct fr_sandbox back; /* asked for ways back, out of the clock; see fr_race_look */
    int group;              /* that it races in, from 1; 0: none yet */
    int64_t refused_bytes;  /* were too little to prepare in */
    bool asleep; /* its sandbox is closed though the last answer left it open, which was recorded */
    bool prepare_failed; /* then failed is the answer to every click */
    struct fr_reply failed;
    int failures_in_a_row;
    bool given_up;
    bool left_out; /* could not be prepared in the first round: it is asked nothing more */
    struct fr_race_turn *turns; /* one for each entry of the click set */
    enum fr_memory memory;
    struct fr_worst_paths worst;
};

/* What tells how fast the machine was. */
struct fr_anchor {
    struct fr_sandbox sandbox;
    struct fr_map *map; /* of one pixel, which it does not look at */
    double *ns;         /* some calls for each pass of each round */
    int *counts;        /* how many of them there are */
};

/* Clicks between two events that are raced here: entries [first, last). */
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
    int group;                /* that races now, from 1 */
    int round;                /* from 0 */
    int64_t group_bytes;      /* that its racers took to prepare */
    struct fr_path path;      /* of the last answer */
    struct fr_path path_back; /* of the last way back */
    struct fr_sandbox_rules rules_back;
    struct fr_anchor anchor;
    struct fr_clear_ground *clear_ground; /* of map; NULL: nobody looked yet */
    char *stopped;
    size_t stopped_size;
};

static inline bool fr_race_is_stopped(const struct fr_race *race)
{
    return *race->stopped != '\0';
}

/* Neither stopped nor ended by the stopping rule. */
static inline bool fr_race_goes_on(const struct fr_race *race)
{
    const struct fr_stopping_rule *stopping = race->settings->stopping;
    return !fr_race_is_stopped(race) && !(stopping && stopping->over);
}

/* Ends the race, unless it is stopped already. */
void fr_race_stop(struct fr_race *race, const char *why);

/* Looks for the reasons that end a race, after everything that takes time or writes. */
void fr_race_poll(struct fr_race *race);

/* Opens a entrant's sandbox and prepares its racer on the map as it is now; who fails is marked. */
void fr_race_open_entrant(struct fr_race *race, struct fr_entrant *entrant, struct fr_reply *reply);

/* Whether the entrant's racer is to be asked now. */
bool fr_race_admits(const struct fr_race *race, const struct fr_entrant *entrant);

/* Prepares a racer for the group at hand, unless it does not fit in or is not admitted. */
void fr_race_prepare(struct fr_race *race, struct fr_entrant *entrant);

/* Whether racers wait to be prepared, in a group yet to come. */
bool fr_race_has_more(const struct fr_race *race);

/* Forms the group at hand: prepares the racers that fit in beside each other. */
void fr_race_form_group(struct fr_race *race);

/* Prepares the racers of the group at hand anew, for a round after the first. */
void fr_race_renew_group(struct fr_race *race);

/* Closes the sandboxes of the group at hand. */
void fr_race_dismiss_group(struct fr_race *race);

/* The order of racers, Fisher and Yates' shuffle: the same for the same entry of the click set and
 * the same round, wherever a race goes on or is divided. SIZE_MAX: the order of preparation. */
void fr_race_shuffle(const struct fr_race *race, size_t entry, int *order);

/* Judges an answer, path included, as it is after the events so far. */
void fr_race_judge(const struct fr_race *race, const struct fr_entrant *entrant,
                   struct fr_point start, struct fr_point goal, const struct fr_reply *reply,
                   const struct fr_path *path, struct fr_judgement *judgement);

/* The area ids that are open now. */
void fr_race_read_areas(const struct fr_race *race, bool areas[FR_AREAS]);

/* Room for the turns of all racers. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_race_create_turns(struct fr_race *race);
void fr_race_release_turns(struct fr_race *race);

/* The anchor, for the whole race on this course. FR_OK or FR_NO_MEMORY; released either way. */
FR_MUST_USE enum fr_status fr_race_anchor_create(struct fr_race *race);
void fr_race_anchor_release(struct fr_race *race);

/* Starts it for a round, and ends it. */
void fr_race_anchor_begin(struct fr_race *race);
void fr_race_anchor_end(struct fr_race *race);

/* Asks it, if it is due behind a turn of so many in this pass. */
void fr_race_anchor_pass(struct fr_race *race, int pass, size_t turn, size_t turns);

/* Writes its row. */
void fr_race_anchor_write(struct fr_race *race);

/* Counts the instructions of all clicks with all racers, where the settings ask for it. FR_OK or
 * FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_race_count(struct fr_race *race);

/* Takes back what the record and the journal know of the group at hand. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_race_recall_turns(struct fr_race *race);

/* Takes the first answer to a click, whose waypoints are in race->path: judges it, and drafts its
 * row. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_race_draft_turn(struct fr_race *race, struct fr_entrant *entrant,
                                              size_t click, const struct fr_reply *reply);

/* Holds a later answer against the judged one. Whether they agree, so that its time counts; a
 * status other than FR_OK is no memory. */
bool fr_race_hold_turn(struct fr_race *race, struct fr_entrant *entrant, size_t click,
                       const struct fr_reply *reply, const struct fr_answer *answer,
                       enum fr_status *status);

/* Keeps the time of an answer that agrees, in this round. */
void fr_race_note_sample(struct fr_race *race, struct fr_entrant *entrant, size_t click,
                         enum fr_entry_kind kind, int pass, const struct fr_answer *answer);
void fr_race_note_probed(struct fr_race *race, struct fr_entrant *entrant, size_t click,
                         const struct fr_answer *answer);

/* Has all racers of the group at hand pass the clicks of a segment, in this round. FR_OK or
 * FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_race_run_segment(struct fr_race *race,
                                               const struct fr_segment *segment);

/* In the last round: writes the rows of a segment, and tells the standings. FR_OK or FR_NO_MEMORY.
 */
FR_MUST_USE enum fr_status fr_race_finish_segment(struct fr_race *race,
                                                  const struct fr_segment *segment);

/* Carries an event out on the map, and in the sandboxes that are open; the others will be opened on
 * the changed map. measured: it belongs to this shard, so each racer is opened before it. FR_OK or
 * FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_race_run_event(struct fr_race *race, size_t event, bool measured);

/* Looks at race->path, a valid answer, and asks for the way back. A race that is stopped meanwhile
 * leaves looks that are not to be told. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_race_look(struct fr_race *race, struct fr_entrant *entrant,
                                        size_t click, const struct fr_judgement *judgement,
                                        struct fr_path_quality *looks);

/* Forgets what the looks of this map are measured by: it changes, or the race ends. */
void fr_race_forget_ground(struct fr_race *race);

/* Asks for the paths of the slowest clicks so far that are not at hand, and belong to a segment. */
void fr_race_fetch_worst_paths(struct fr_race *race, struct fr_entrant *entrant,
                               const struct fr_segment *segment);

/* Writes them, once all segments are over. */
void fr_race_write_worst_paths(struct fr_race *race);

#endif
