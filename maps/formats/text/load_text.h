/* The readers of maps whose pixels are letters. Each returns FR_OK and a map that the caller
 * releases, or FR_BAD_INPUT, FR_UNSUPPORTED or FR_NO_MEMORY with error filled. */
#ifndef FOOTRACE_MAPS_FORMATS_TEXT_LOAD_TEXT_H
#define FOOTRACE_MAPS_FORMATS_TEXT_LOAD_TEXT_H

#include "maps/formats/base/file.h"
#include "maps/formats/base/load_options.h"
#include "maps/formats/base/load_report.h"
#include "maps/map.h"

FR_MUST_USE enum fr_status fr_load_movingai(const struct fr_file *file,
                                            const struct fr_load_options *options,
                                            struct fr_map **map, struct fr_load_report *report);

/* Whether the file is an ASCII map, by its first line. */
bool fr_ascii_knows(const struct fr_file *file);
FR_MUST_USE enum fr_status fr_load_ascii(const struct fr_file *file, struct fr_map **map,
                                         struct fr_load_report *report);

#endif
