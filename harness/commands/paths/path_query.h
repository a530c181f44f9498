/* What `footrace path` is asked for: one click, of several back ends; and what they answered. */
#ifndef FOOTRACE_HARNESS_COMMANDS_PATH_QUERY_H
#define FOOTRACE_HARNESS_COMMANDS_PATH_QUERY_H

#include "harness/clicks/closed_corridors.h"
#include "harness/clicks/radius_spec.h"
#include "harness/clicks/resolve.h"
#include "harness/commands/command.h"
#include "harness/judge/validator.h"
#include "harness/pictures/heat.h"
#include "harness/racers/frame.h"
#include "harness/sandbox/graph_sketch.h"
#include "harness/sandbox/racer_plugin.h"
#include "harness/sandbox/sandbox.h"
#include "maps/formats/load.h"

/* What one racer answered. */
struct fr_path_answer {
    struct fr_reply reply;
    double ns; /* as played: the median of some calls, each after a frame; NAN without an answer */
    bool contradicts; /* later calls answered otherwise */
    struct fr_judgement judgement;
    struct fr_path path, expanded; /* expanded: of those that are drawn, thinned */
    struct fr_expansions expansions;
};

struct fr_path_query {
    const struct fr_program *program;
    char spec[FR_LONGEST_SPEC]; /* the map as typed, with the radius */
    struct fr_map *map;
    struct fr_map *point; /* as it is for a point; NULL: the character is one */
    struct fr_closed_corridors
        corridors; /* those on the widest way, where the character has none */
    struct fr_load_report report;
    struct fr_plugins plugins; /* all back ends, those of plugins too */
    struct fr_racers racers;
    struct fr_sandbox_rules rules;
    struct fr_frame frame;
    struct fr_resolved_click click;
    double optimum; /* NAN: there is none, or it is not known */
    int drawn;      /* the racer whose graph is drawn; -1: none */
    int heated;     /* the racer whose expansions are drawn; -1: none */
    bool animated;  /* those of all are */
    struct fr_graph_sketch graph;
    struct fr_path_answer answers[FR_MAX_RACERS];
};

/* Asks all racers, and judges what they answer. FR_OK; or FR_NO_MEMORY with error filled. */
FR_MUST_USE enum fr_status fr_path_query_ask(struct fr_path_query *query, struct fr_error *error);

/* The optimum of the click; why there is none goes to stderr. FR_OK; or FR_NO_MEMORY with error
 * filled. */
FR_MUST_USE enum fr_status fr_path_query_find_optimum(struct fr_path_query *query,
                                                      struct fr_error *error);

/* A legal path that is shorter than the optimum: one of the two is wrong. */
bool fr_path_query_beats_optimum(const struct fr_path_query *query,
                                 const struct fr_path_answer *answer);

/* "-" without an answer. */
const char *fr_path_answer_verdict(const struct fr_path_answer *answer);

/* Nanoseconds; NAN without an answer. */
double fr_path_answer_time(const struct fr_path_answer *answer);

/* What is wrong with an answer; "": nothing. */
const char *fr_path_answer_reason(const struct fr_path_query *query,
                                  const struct fr_path_answer *answer);

/* Frees the answers. */
void fr_path_query_release_answers(struct fr_path_query *query);

/* Chooses what pictures show beside the walks, and refuses what they cannot: before the map is
 * loaded, and then with it. FR_OK, or FR_BAD_INPUT with error filled. */
FR_MUST_USE enum fr_status fr_path_query_choose_pictures(const struct fr_arguments *arguments,
                                                         struct fr_path_query *query,
                                                         struct fr_error *error);
FR_MUST_USE enum fr_status fr_path_query_check_reduction(const struct fr_path_query *query,
                                                         struct fr_error *error);

/* Writes all pictures that the arguments name. FR_OK or a failure with error filled. */
FR_MUST_USE enum fr_status fr_path_query_draw(const struct fr_arguments *arguments,
                                              const struct fr_path_query *query,
                                              struct fr_error *error);

/* The answers, to stdout. */
void fr_path_query_print(const struct fr_path_query *query);

/* The same to a file, "-" for stdout. FR_OK or a failure with error filled. */
FR_MUST_USE enum fr_status fr_path_query_write_json(const struct fr_path_query *query,
                                                    const char *file, struct fr_error *error);

#endif
