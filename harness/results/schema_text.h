/* The text of results/schema.json, which the build embeds in the library (embed.cmake). */
#ifndef FOOTRACE_HARNESS_RESULTS_SCHEMA_TEXT_H
#define FOOTRACE_HARNESS_RESULTS_SCHEMA_TEXT_H

#include <stddef.h>

extern const unsigned char fr_schema_text[];
extern const size_t fr_schema_text_size; /* bytes, without the final zero */

#endif
