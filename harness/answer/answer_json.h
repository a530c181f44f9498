/* The answer as JSON, for programs. */
#ifndef FOOTRACE_HARNESS_ANSWER_ANSWER_JSON_H
#define FOOTRACE_HARNESS_ANSWER_ANSWER_JSON_H

#include "harness/answer/answer.h"
#include "harness/base/json_document.h"

/* The document follows results/answer.schema.json; the caller writes and deletes it. */
cJSON *fr_answer_json(const struct fr_final_answer *answer);

/* The maps of decisions (regions.h) for the situation, and for others in which memory, the time
 * after a change, or the number of queries per frame differs. The maps name candidates by the
 * addresses that the answer uses. NULL: no memory. */
cJSON *fr_answer_regions_json(const struct fr_final_answer *answer);

#endif
