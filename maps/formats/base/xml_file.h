/* XML files, read element by element with expat. Nothing outside the file is read. */
#ifndef FOOTRACE_MAPS_FORMATS_BASE_XML_FILE_H
#define FOOTRACE_MAPS_FORMATS_BASE_XML_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "maps/formats/base/file.h"

/* A handler that returns a failure, with the `error` filled, stops the parser. */
struct fr_xml_handlers {
    enum fr_status (*start)(void *user, const char *name, const char *const *attributes,
                            int64_t line);
    enum fr_status (*end)(void *user, const char *name, int64_t line);
    enum fr_status (*text)(void *user, const char *text, size_t length); /* may be NULL */
};

/* Whether the first element of a file has this name; false if the file is not XML. */
bool fr_xml_begins_with(const struct fr_file *file, const char *name);

/* The value of an attribute; NULL if the attribute is missing. */
const char *fr_xml_attribute(const char *const *attributes, const char *name);

/* FR_OK; the status of a handler; FR_NO_MEMORY; or FR_BAD_INPUT (line and column) for malformed
 * XML, or elements nested more than 200 deep. */
FR_MUST_USE enum fr_status fr_xml_parse(const struct fr_file *file,
                                        const struct fr_xml_handlers *handlers, void *user);

#endif
