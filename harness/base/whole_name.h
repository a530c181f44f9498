/* Shortens names without making different names equal. */
#ifndef FOOTRACE_HARNESS_BASE_WHOLE_NAME_H
#define FOOTRACE_HARNESS_BASE_WHOLE_NAME_H

#include <stddef.h>

/* Writes whole to name, of size bytes, at least 64: unchanged if it fits and is UTF-8 without
 * control characters; else its beginning, cleaned, and a hash of the whole name. Different names
 * stay different. */
void fr_whole_name(const char *whole, char *name, size_t size);

#endif
