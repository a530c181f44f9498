/* Builds one line of JSON: typed setters on a flat object. Values that were not measured are
 * null. */
#ifndef FOOTRACE_HARNESS_BASE_JSON_LINE_H
#define FOOTRACE_HARNESS_BASE_JSON_LINE_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Invalid UTF-8 (in a file name) becomes question marks. */
void fr_json_text(cJSON *line, const char *key, const char *text);

/* NULL and "" become null. */
void fr_json_text_or_null(cJSON *line, const char *key, const char *text);

void fr_json_integer(cJSON *line, const char *key, int64_t value);

/* A negative value becomes null. */
void fr_json_count_or_null(cJSON *line, const char *key, int64_t value);

/* NAN becomes null. */
void fr_json_number_or_null(cJSON *line, const char *key, double value);

void fr_json_bool(cJSON *line, const char *key, bool value);

void fr_json_null(cJSON *line, const char *key);

#endif
