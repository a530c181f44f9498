/* Names of limited length that distinguish whatever the whole names distinguish. */
#ifndef FOOTRACE_HARNESS_BASE_WHOLE_NAME_H
#define FOOTRACE_HARNESS_BASE_WHOLE_NAME_H

#include <stddef.h>

/* Writes whole to name, of size bytes, 64 at least: as it is, where it fits and is UTF-8 without
 * control characters; else its beginning as such, with a hash of the whole behind. Equal names, equal wholes. */
void fr_whole_name(const char *whole, char *name, size_t size);

#endif
