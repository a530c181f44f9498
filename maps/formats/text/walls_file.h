/* "footrace-walls/1": edge walls added to another map.
 *
 *     {"format": "footrace-walls/1", "map": "room.png", "walls": [[x, y, "e"], [x, y, "s"], ...]}
 *
 * Each wall closes the east or south border of pixel (x, y). The map is any spec that fr_map_load
 * takes, except another walls file: the name of a bundled map, or a file in the same folder, with
 * options if needed. */
#ifndef FOOTRACE_MAPS_FORMATS_TEXT_WALLS_FILE_H
#define FOOTRACE_MAPS_FORMATS_TEXT_WALLS_FILE_H

#include "maps/formats/base/json_file.h"

#define FR_WALLS_FORMAT "footrace-walls/1"
#define FR_WALLS_SPEC_SIZE 4096

/* Whether a JSON file has this format. */
bool fr_walls_file(const cJSON *top);

/* Checks the file's keys and writes the spec of its map as fr_map_load takes it. FR_OK, or
 * FR_BAD_INPUT with error filled. */
FR_MUST_USE enum fr_status fr_walls_map(const struct fr_file *file, const cJSON *top,
                                        char spec[FR_WALLS_SPEC_SIZE]);

/* Closes the borders in a map. FR_OK; or FR_BAD_INPUT or FR_NO_MEMORY with error filled. */
FR_MUST_USE enum fr_status fr_walls_close(const struct fr_file *file, const cJSON *top,
                                          struct fr_map *map);

/* Writes the walls of map as a file for the map of a spec. FR_OK; or FR_BAD_INPUT or FR_NO_MEMORY
 * with error filled and the previous content of file untouched. */
FR_MUST_USE enum fr_status fr_walls_save(const char *file, const char *spec,
                                         const struct fr_map *map, struct fr_error *error);

#endif
