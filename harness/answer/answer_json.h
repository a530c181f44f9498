/* The answer as a document for programs. */
#ifndef FOOTRACE_HARNESS_ANSWER_ANSWER_JSON_H
#define FOOTRACE_HARNESS_ANSWER_ANSWER_JSON_H

#include "harness/answer/answer.h"
#include "harness/base/json_document.h"

/* As results/answer.schema.json says, for the caller to write and delete. */
cJSON *fr_answer_json(const struct fr_final_answer *answer);

#endif
