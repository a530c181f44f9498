/* JSON as libGDX and Wimpy, the room tool of Thimbleweed Park's engine, write it: names and texts may
 * lack their quotes, the end of a line stands for a comma, there are comments, a tuple "(1,2)" is a
 * text, and the brackets around the whole may be missing. */
#ifndef FOOTRACE_MAPS_FORMATS_BASE_RELAXED_JSON_H
#define FOOTRACE_MAPS_FORMATS_BASE_RELAXED_JSON_H

#include <cjson/cJSON.h>

#include "maps/formats/base/file.h"

/* FR_OK and the object that the file holds, for the caller to delete; FR_NO_MEMORY; or FR_BAD_INPUT
 * with error filled (line and column). */
FR_MUST_USE enum fr_status fr_relaxed_json_parse(const struct fr_file *file, cJSON **top,
                                                 struct fr_error *error);

#endif
