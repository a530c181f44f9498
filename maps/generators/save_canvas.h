/* Writing what a generator painted as a map file. */
#ifndef FOOTRACE_MAPS_GENERATORS_SAVE_CANVAS_H
#define FOOTRACE_MAPS_GENERATORS_SAVE_CANVAS_H

#include "maps/generators/generate.h"

/* Writes ASCII (maps/io/save_ascii.h) where the name ends in .txt, else a PNG: grey levels, or area
 * ids as palette indices. FR_OK; FR_BAD_INPUT (a canvas with walls, which no PNG holds; a file that
 * cannot be written) or FR_NO_MEMORY with error filled. */
FR_MUST_USE enum fr_status fr_canvas_save(const char *file, const struct fr_canvas *canvas,
                                          struct fr_error *error);

#endif
