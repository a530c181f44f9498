/* JSON files, parsed whole. */
#ifndef FOOTRACE_MAPS_IO_JSON_FILE_H
#define FOOTRACE_MAPS_IO_JSON_FILE_H

#include <cjson/cJSON.h>

#include "maps/io/file.h"

/* FR_OK and the object that the file holds, for the caller to delete; or FR_BAD_INPUT with error
 * filled (line and column). */
FR_MUST_USE enum fr_status fr_json_parse(const struct fr_file *file, cJSON **top,
                                         struct fr_error *error);

#endif
