/* The readers of rooms as game engines and drawing programs save them. Each returns FR_OK and a map
 * that the caller releases, or FR_BAD_INPUT, FR_UNSUPPORTED or FR_NO_MEMORY with error filled. */
#ifndef FOOTRACE_MAPS_FORMATS_SCENE_LOAD_SCENE_H
#define FOOTRACE_MAPS_FORMATS_SCENE_LOAD_SCENE_H

#include <cjson/cJSON.h>

#include "maps/formats/base/file.h"
#include "maps/formats/base/load_options.h"
#include "maps/formats/base/load_report.h"
#include "maps/map.h"

/* Whether a file begins like a Godot scene. */
bool fr_godot_knows(const struct fr_file *file);

FR_MUST_USE enum fr_status fr_load_godot(const struct fr_file *file,
                                         const struct fr_load_options *options, struct fr_map **map,
                                         struct fr_load_report *report);

/* Whether this is a Tiled map. */
bool fr_tiled_knows(const cJSON *top);

FR_MUST_USE enum fr_status fr_load_tiled(const struct fr_file *file, const cJSON *top,
                                         const struct fr_load_options *options, struct fr_map **map,
                                         struct fr_load_report *report);

/* The same in XML. */
FR_MUST_USE enum fr_status fr_load_tmx(const struct fr_file *file,
                                       const struct fr_load_options *options, struct fr_map **map,
                                       struct fr_load_report *report);

/* A drawing in SVG. */
FR_MUST_USE enum fr_status fr_load_svg(const struct fr_file *file,
                                       const struct fr_load_options *options, struct fr_map **map,
                                       struct fr_load_report *report);

/* Whether this is a room with walk boxes, as in Thimbleweed Park's engine. */
bool fr_wimpy_knows(const cJSON *top);

/* Reads it as JSON, or as the room tool writes it. */
FR_MUST_USE enum fr_status fr_load_wimpy(const struct fr_file *file,
                                         const struct fr_load_options *options, struct fr_map **map,
                                         struct fr_load_report *report);

/* Whether a file begins like a chapter of the BladeCoder Adventure Engine. */
bool fr_bladecoder_knows(const struct fr_file *file);

FR_MUST_USE enum fr_status fr_load_bladecoder(const struct fr_file *file,
                                              const struct fr_load_options *options,
                                              struct fr_map **map, struct fr_load_report *report);

/* Whether a file has the blocks of a room of Adventure Game Studio; such files have no
 * signature. */
bool fr_ags_room_knows(const struct fr_file *file);

FR_MUST_USE enum fr_status fr_load_ags_room(const struct fr_file *file,
                                            const struct fr_load_options *options,
                                            struct fr_map **map, struct fr_load_report *report);

#endif
