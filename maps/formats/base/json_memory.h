/* Whether cJSON ever ran out of memory. It silently drops what it cannot allocate: a row would lack
 * a key, and a whole file look malformed. */
#ifndef FOOTRACE_MAPS_FORMATS_BASE_JSON_MEMORY_H
#define FOOTRACE_MAPS_FORMATS_BASE_JSON_MEMORY_H

#include <stdbool.h>

/* Starts watching. Call once, before the first use of cJSON. */
void fr_json_memory_watch(void);

bool fr_json_memory_failed(void);

#endif
