/* JSON as written by Wimpy, the room tool of Thimbleweed Park's engine: quotes may be
 * missing, a line end may replace a comma, comments are allowed, a tuple "(1,2)" is a text, and the
 * outermost brackets may be missing. */
#ifndef FOOTRACE_MAPS_FORMATS_BASE_RELAXED_JSON_H
#define FOOTRACE_MAPS_FORMATS_BASE_RELAXED_JSON_H

#include <cjson/cJSON.h>

#include "maps/formats/base/file.h"

/* FR_OK and the object in the file, which the caller deletes; FR_NO_MEMORY; or FR_BAD_INPUT with
 * `error` filled (line and column). */
FR_MUST_USE enum fr_status fr_relaxed_json_parse(const struct fr_file *file, cJSON **top);

#endif
