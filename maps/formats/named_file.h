/* Files that another file names, and that are read with it: the patches of a scenario
 * (patch_file.h). */
#ifndef FOOTRACE_MAPS_FORMATS_NAMED_FILE_H
#define FOOTRACE_MAPS_FORMATS_NAMED_FILE_H

#include <stdbool.h>

#define FR_NAMED_FILE_SIZE 4096

/* Whether a file's contents name another file; `named` is the name under which the reader opens
 * it. */
bool fr_file_names(const char *file, char named[FR_NAMED_FILE_SIZE]);

#endif
