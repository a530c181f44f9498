/* Interprets the JSON Schema keywords that results/schema.json uses. Any other keyword is refused
 * when the schema is read, never ignored. */
#ifndef FOOTRACE_HARNESS_RESULTS_SCHEMA_H
#define FOOTRACE_HARNESS_RESULTS_SCHEMA_H

#include <cjson/cJSON.h>
#include <stddef.h>

#include "maps/formats/base/error.h"

struct fr_schema {
    cJSON *root;
};

/* Reads a schema. FR_OK and a schema for the caller to release; or FR_BAD_INPUT (no JSON) or
 * FR_UNSUPPORTED (a keyword, or a form of one, that is not interpreted) with error filled. */
FR_MUST_USE enum fr_status fr_schema_read(const char *text, size_t size, struct fr_schema *schema,
                                          struct fr_error *error);

/* Checks a row against the schema. FR_OK, or FR_BAD_INPUT with "key: what was found, what was
 * expected". */
FR_MUST_USE enum fr_status fr_schema_check(const struct fr_schema *schema, const cJSON *row,
                                           struct fr_error *error);

void fr_schema_release(struct fr_schema *schema);

#endif
