/* Builds JSON objects from a list of their members: "map:s pairs:z ratio:n" names three keys, each
 * with the letter of its value's type, and the values follow as arguments of exactly that type:
 *
 *     s  const char *  text; invalid UTF-8 (in a file name) becomes question marks
 *     t  const char *  the same; NULL and "" become null
 *     i  int64_t       c: the same; a negative one becomes null
 *     d  int
 *     z  size_t
 *     n  double        NAN becomes null
 *     b  bool
 *     p  int, int      a pixel, as [x, y]
 *     o  cJSON *       any value, which the object then owns; NULL becomes null */
#ifndef FOOTRACE_HARNESS_BASE_JSON_LINE_H
#define FOOTRACE_HARNESS_BASE_JSON_LINE_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stdint.h>

/* A new object. */
cJSON *fr_json_object(const char *members, ...);

/* Adds members to an object. */
void fr_json_add(cJSON *object, const char *members, ...);

/* Appends a new object to a list. */
void fr_json_append(cJSON *list, const char *members, ...);

#endif
