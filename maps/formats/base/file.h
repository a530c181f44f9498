/* Whole files in memory. Files are read in one go, and written to a temporary file that is then
 * renamed, so that a file is either complete or missing. */
#ifndef FOOTRACE_MAPS_FORMATS_BASE_FILE_H
#define FOOTRACE_MAPS_FORMATS_BASE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "maps/allocator.h"
#include "maps/formats/base/error.h"
#include "maps/formats/base/words.h"

struct fr_file {
    const char *name; /* borrowed from the caller, for messages */
    uint8_t *bytes;   /* size bytes, and a zero after them */
    size_t size, capacity;
    const struct fr_allocator *allocator;
    struct fr_error *error; /* borrowed, for what is wrong with the contents; may be NULL */
};

/* Whether `name` can be opened for reading. */
bool fr_file_exists(const char *name);

/* FR_OK and a file of at least one byte for the caller to release; or FR_BAD_INPUT (missing, a
 * folder, empty, over 1 GiB) or FR_NO_MEMORY with `error` filled. */
FR_MUST_USE enum fr_status fr_file_read(const char *name, const struct fr_allocator *allocator,
                                        struct fr_file *file, struct fr_error *error);

/* These functions fill the file's error, like fr_fail. fr_refuse reports "NAME: ..." and returns
 * FR_BAD_INPUT; fr_refuse_as returns the status that it is given; fr_refuse_memory reports "NAME:
 * not enough memory WHAT" and returns FR_NO_MEMORY. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
enum fr_status
fr_refuse(const struct fr_file *file, const char *format, ...);
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
enum fr_status
fr_refuse_as(const struct fr_file *file, enum fr_status status, const char *format, ...);
/* Reports "NAME: line N: ..." and returns FR_BAD_INPUT; line N is the last line taken. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
enum fr_status
fr_refuse_line(const struct fr_lines *lines, const char *format, ...);
enum fr_status fr_refuse_memory(const struct fr_file *file, const char *what);

/* The lines of a file, with none taken yet. */
static inline struct fr_lines fr_lines_of(const struct fr_file *file)
{
    return (struct fr_lines){file, {(const char *)file->bytes, file->size}, 0};
}

void fr_file_release(struct fr_file *file);

/* FR_OK; or FR_BAD_INPUT with `error` filled and the previous content of `name` untouched. A file
 * below /dev/ is written to directly, and never replaced or removed. */
FR_MUST_USE enum fr_status fr_file_write(const char *name, const void *bytes, size_t size,
                                         struct fr_error *error);

#endif
