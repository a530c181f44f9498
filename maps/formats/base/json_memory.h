/* Whether cJSON ever ran out of memory. It drops what it cannot allocate without a word: a row would
 * lack a key, and a whole file look malformed. */
#ifndef FOOTRACE_MAPS_FORMATS_BASE_JSON_MEMORY_H
#define FOOTRACE_MAPS_FORMATS_BASE_JSON_MEMORY_H

#include <stdbool.h>

/* From here on notices. Once in a program, before its first use of cJSON. */
void fr_json_memory_watch(void);

bool fr_json_memory_failed(void);

#endif
