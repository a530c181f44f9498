/* The answer as JSON, for programs. */
#ifndef FOOTRACE_HARNESS_ANSWER_ANSWER_JSON_H
#define FOOTRACE_HARNESS_ANSWER_ANSWER_JSON_H

#include "harness/answer/answer.h"
#include "harness/base/json_document.h"

/* In the format of results/answer.schema.json; the caller writes and deletes it. */
cJSON *fr_answer_json(const struct fr_final_answer *answer);

/* The map of decisions, which the caller writes and deletes: the racer that leads at each pair of
 * thresholds of load time and slow query, on a logarithmic grid, with the situation otherwise
 * unchanged. */
cJSON *fr_answer_regions_json(const struct fr_final_answer *answer);

#endif
