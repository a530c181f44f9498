/* Writes a complete JSON document, indented. */
#ifndef FOOTRACE_HARNESS_BASE_JSON_DOCUMENT_H
#define FOOTRACE_HARNESS_BASE_JSON_DOCUMENT_H

#include <cjson/cJSON.h>
#include <stdio.h>

#include "maps/status.h"

/* Writes the document and deletes it. FR_OK or FR_NO_MEMORY. A failed write sets the file's error
 * flag. */
FR_MUST_USE enum fr_status fr_json_write(FILE *file, cJSON *document);

#endif
