/* JSON files, parsed as a whole, and helpers for their readers.
 *
 * A place in a file is named by its path: "areas[1].outers[0]". */
#ifndef FOOTRACE_MAPS_FORMATS_BASE_JSON_FILE_H
#define FOOTRACE_MAPS_FORMATS_BASE_JSON_FILE_H

#include <cjson/cJSON.h>
#include <stdbool.h>

#include "maps/formats/base/file.h"
#include "maps/formats/base/words.h"
#include "maps/map.h"

/* FR_OK and the object in the file, which the caller deletes; or FR_BAD_INPUT with `error` filled
 * (line and column). */
FR_MUST_USE enum fr_status fr_json_parse(const struct fr_file *file, cJSON **top);

/* Reports the letter at a place in the text: "FILE: line 3, column 7: 'x' found, expected
 * EXPECTED". */
enum fr_status fr_json_refuse_at(const struct fr_file *file, const char *at, const char *expected);

/* Reports what was found at a place, and what was expected; returns FR_BAD_INPUT. */
enum fr_status fr_json_refuse(const struct fr_file *file, const char *place, const cJSON *found,
                              const char *expected);

/* Checks that an object has only these keys, each at most once. FR_OK; or FR_BAD_INPUT with `error`
 * filled. */
FR_MUST_USE enum fr_status fr_json_check_keys(const struct fr_file *file, const char *place,
                                              const cJSON *object, const char *const *keys,
                                              int count);

/* The text under a key of an object; "" if the key is missing. */
struct fr_span fr_json_span(const cJSON *object, const char *key);

/* Whether the item is an integer in [low, high]. */
bool fr_json_read_integer(const cJSON *item, int32_t low, int32_t high, int32_t *value);

/* Whether the item is an array of `count` items that starts with a border of a pixel: x, y, and "e"
 * or "s". */
bool fr_json_read_border(const cJSON *item, int count, int32_t *x, int32_t *y, enum fr_side *side);

/* Starts watching whether cJSON runs out of memory: it silently drops what it cannot allocate, so a
 * valid file would look malformed. Call once, before the first use of cJSON. */
void fr_json_memory_watch(void);

#endif
