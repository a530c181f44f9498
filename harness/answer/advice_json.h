/* The answer as a document for programs. */
#ifndef FOOTRACE_HARNESS_ANSWER_ADVICE_JSON_H
#define FOOTRACE_HARNESS_ANSWER_ADVICE_JSON_H

#include "harness/answer/advice.h"
#include "harness/base/json_document.h"

/* As results/answer.schema.json says, for the caller to write and delete. */
cJSON *fr_advice_json(const struct fr_advice *answer);

#endif
