/* Writing what a generator painted as a map file. */
#ifndef FOOTRACE_MAPS_GENERATORS_SAVE_CANVAS_H
#define FOOTRACE_MAPS_GENERATORS_SAVE_CANVAS_H

#include "maps/generators/generate.h"

/* Writes a PNG: grey levels, or area ids as palette indices. Where the name ends in .txt it is
 * ASCII (maps/formats/text/save_ascii.h), walls and all; where it ends in .json, and the canvas has walls,
 * these (maps/formats/text/walls_file.h), beside a PNG of the same name that they stand on. FR_OK;
 * FR_BAD_INPUT (walls and another name; a file that cannot be written) or FR_NO_MEMORY with error
 * filled. */
FR_MUST_USE enum fr_status fr_canvas_save(const char *file, const struct fr_canvas *canvas,
                                          struct fr_error *error);

#endif
