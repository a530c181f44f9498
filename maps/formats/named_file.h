/* Files that another file names, and that are read with it: the map of edge walls (walls_file.h),
 * the patches of a scenario (patch_file.h). */
#ifndef FOOTRACE_MAPS_FORMATS_NAMED_FILE_H
#define FOOTRACE_MAPS_FORMATS_NAMED_FILE_H

#include <stdbool.h>

#include "maps/formats/text/walls_file.h"

/* Whether a file names another, by its contents; spec is the other's name as its reader opens it,
 * with options of a map after a colon. */
bool fr_file_names(const char *file, char spec[FR_WALLS_SPEC_SIZE]);

#endif
