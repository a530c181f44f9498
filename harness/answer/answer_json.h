/* The answer as a document for programs. */
#ifndef FOOTRACE_HARNESS_ANSWER_ANSWER_JSON_H
#define FOOTRACE_HARNESS_ANSWER_ANSWER_JSON_H

#include "harness/answer/answer.h"
#include "harness/base/json_document.h"

/* As results/answer.schema.json says, for the caller to write and delete. */
cJSON *fr_answer_json(const struct fr_final_answer *answer);

/* The map of decisions, for the caller to write and delete: what leads at each pair of
 * thresholds of load time and slow query, on a grid of logarithms, all else as in the situation. */
cJSON *fr_answer_regions_json(const struct fr_final_answer *answer);

#endif
