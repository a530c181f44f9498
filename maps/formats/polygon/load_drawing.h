/* The readers of drawn maps: "footrace-polygon/1", whose JSON is top, and Polyanya's .mesh and
 * .poly. Each returns FR_OK and a map that the caller releases, or FR_BAD_INPUT, FR_UNSUPPORTED or
 * FR_NO_MEMORY with error filled. */
#ifndef FOOTRACE_MAPS_FORMATS_POLYGON_LOAD_DRAWING_H
#define FOOTRACE_MAPS_FORMATS_POLYGON_LOAD_DRAWING_H

#include "maps/formats/base/file.h"
#include "maps/formats/base/load_options.h"
#include "maps/formats/base/load_report.h"
#include "maps/map.h"

struct cJSON;
FR_MUST_USE enum fr_status fr_load_polygon(const struct fr_file *file, const struct cJSON *top,
                                           const struct fr_load_options *options,
                                           struct fr_map **map, struct fr_load_report *report);
FR_MUST_USE enum fr_status fr_load_mesh(const struct fr_file *file,
                                        const struct fr_load_options *options, struct fr_map **map,
                                        struct fr_load_report *report);
FR_MUST_USE enum fr_status fr_load_poly(const struct fr_file *file,
                                        const struct fr_load_options *options, struct fr_map **map,
                                        struct fr_load_report *report);

#endif
