/* The request of `footrace path`, one click for several back ends, and their answers. */
#ifndef FOOTRACE_HARNESS_COMMANDS_PATH_QUERY_H
#define FOOTRACE_HARNESS_COMMANDS_PATH_QUERY_H

#include "harness/clicks/closed_corridors.h"
#include "harness/clicks/mask_spec.h"
#include "harness/clicks/resolve.h"
#include "harness/commands/command.h"
#include "harness/judge/validator.h"
#include "harness/pictures/heat.h"
#include "harness/racers/frame.h"
#include "harness/sandbox/racer_plugin.h"
#include "harness/sandbox/sandbox.h"
#include "maps/formats/load.h"

/* The answer of one racer. */
struct fr_path_answer {
    struct fr_reply reply;
    double ns; /* played time: the median of several queries, each after a frame; NAN: no answer */
    bool contradicts; /* a later query returned a different answer */
    struct fr_judgement judgement;
    struct fr_path path, expanded; /* expanded: a selection of the expansions, if they are drawn */
    struct fr_expansions expansions;
};

struct fr_path_query {
    const struct fr_program *program;
    char spec[FR_LONGEST_SPEC]; /* the map as typed, with radius and gates */
    struct fr_map *map;
    struct fr_map *point; /* the map for a point; NULL: the radius is 0 */
    struct fr_closed_corridors
        corridors; /* closed corridors on the widest path, if no path fits the radius */
    struct fr_load_report report;
    struct fr_plugins plugins; /* all back ends, including those of plugins */
    struct fr_racers racers;
    struct fr_sandbox_rules rules;
    struct fr_frame frame;
    struct fr_resolved_click click;
    double optimum; /* NAN: none, or unknown */
    int heated;     /* the racer whose expansions are drawn; -1: none */
    struct fr_path_answer answers[FR_MAX_RACERS];
};

/* Queries all racers and judges their answers. FR_OK; or FR_NO_MEMORY with `error` filled. */
FR_MUST_USE enum fr_status fr_path_query_ask(struct fr_path_query *query, struct fr_error *error);

/* Computes the optimum of the click; prints on stderr why there is none. FR_OK; or FR_NO_MEMORY
 * with `error` filled. */
FR_MUST_USE enum fr_status fr_path_query_find_optimum(struct fr_path_query *query,
                                                      struct fr_error *error);

/* Whether a legal path is shorter than the optimum: then the validator or the optimum is wrong. */
bool fr_path_query_beats_optimum(const struct fr_path_query *query,
                                 const struct fr_path_answer *answer);

/* "-" if there is no answer. */
const char *fr_path_answer_verdict(const struct fr_path_answer *answer);

/* Nanoseconds; NAN if there is no answer. */
double fr_path_answer_time(const struct fr_path_answer *answer);

/* What is wrong with an answer; "": nothing. */
const char *fr_path_answer_reason(const struct fr_path_query *query,
                                  const struct fr_path_answer *answer);

/* Frees the answers. */
void fr_path_query_release_answers(struct fr_path_query *query);

/* fr_path_query_choose_heat selects the racer whose expansions are drawn, before the map is loaded;
 * fr_path_query_check_reduction then rejects a map on which they cannot be drawn. FR_OK, or
 * FR_BAD_INPUT with `error` filled. */
FR_MUST_USE enum fr_status fr_path_query_choose_heat(const struct fr_arguments *arguments,
                                                     struct fr_path_query *query,
                                                     struct fr_error *error);
FR_MUST_USE enum fr_status fr_path_query_check_reduction(const struct fr_path_query *query,
                                                         struct fr_error *error);

/* Writes the picture that --png requests, if any. FR_OK or a failure with `error` filled. */
FR_MUST_USE enum fr_status fr_path_query_draw(const struct fr_arguments *arguments,
                                              const struct fr_path_query *query,
                                              struct fr_error *error);

/* Prints the answers on stdout. */
void fr_path_query_print(const struct fr_path_query *query);

/* Writes the answers as JSON to a file, "-" for stdout. FR_OK or a failure with `error` filled. */
FR_MUST_USE enum fr_status fr_path_query_write_json(const struct fr_path_query *query,
                                                    const char *file, struct fr_error *error);

#endif
