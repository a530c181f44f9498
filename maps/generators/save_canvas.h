/* Saves the output of a generator as a map file. */
#ifndef FOOTRACE_MAPS_GENERATORS_SAVE_CANVAS_H
#define FOOTRACE_MAPS_GENERATORS_SAVE_CANVAS_H

#include "maps/generators/generate.h"

/* Writes a PNG: grey levels, or area ids as palette indices. A name that ends in .txt gives an
 * ASCII map (maps/formats/text/save_ascii.h) including walls. A name that ends in .json, for a
 * canvas with walls, gives a walls file (maps/formats/text/walls_file.h) and a PNG of the same name
 * beside it. FR_OK; FR_BAD_INPUT (walls and another name; a file that cannot be written) or
 * FR_NO_MEMORY with error filled. */
FR_MUST_USE enum fr_status fr_canvas_save(const char *file, const struct fr_canvas *canvas,
                                          struct fr_error *error);

#endif
