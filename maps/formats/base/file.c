#include "maps/formats/base/file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#define FIRST_CAPACITY ((size_t)1 << 16)
#define LARGEST_FILE ((size_t)1 << 30)

enum { BESIDE_TRIES = 8 };

/* The reason why the last call of the C library failed; not every system sets errno. */
static const char *reason(void)
{
    return errno ? strerror(errno) : "input or output error";
}

bool fr_file_exists(const char *name)
{
    FILE *stream = fopen(name, "rb");
    if (stream)
        fclose(stream);
    return stream != NULL;
}

/* The size of the rest of the stream, plus a terminating zero and one byte, so that the buffer need
 * not grow; for an unknown size, a first guess. */
static size_t first_capacity(FILE *stream)
{
    const bool seeks = fseek(stream, 0, SEEK_END) == 0;
    const long size = seeks ? ftell(stream) : -1;
    const bool back = !seeks || fseek(stream, 0, SEEK_SET) == 0;
    errno = 0;
    return back && size > 0 && (unsigned long)size <= LARGEST_FILE ? (size_t)size + 2
                                                                   : FIRST_CAPACITY;
}

static bool grow(struct fr_file *file, FILE *stream)
{
    const size_t capacity = file->capacity ? file->capacity * 2 : first_capacity(stream);
    uint8_t *bytes = fr_allocate(file->allocator, capacity, 1);
    if (!bytes)
        return false;
    if (file->size > 0)
        memcpy(bytes, file->bytes, file->size);
    fr_deallocate(file->allocator, file->bytes, file->capacity, 1);
    file->bytes = bytes;
    file->capacity = capacity;
    return true;
}

/* Reads to the end, always with room for the terminating zero. */
static enum fr_status read_all(FILE *stream, struct fr_file *file)
{
    while (!feof(stream)) {
        if (file->size + 1 >= file->capacity && !grow(file, stream))
            return fr_refuse_memory(file, "to read it");
        file->size += fread(file->bytes + file->size, 1, file->capacity - file->size - 1, stream);
        if (ferror(stream))
            return fr_refuse_as(file, fr_status_of(errno), "cannot be read at byte %zu: %s",
                                file->size, reason());
        if (file->size > LARGEST_FILE)
            return fr_refuse(file, "more than %zu bytes found, expected no more", LARGEST_FILE);
    }
    if (file->size == 0)
        return fr_refuse(file, "byte 0: the file is empty, expected contents");
    file->bytes[file->size] = 0;
    return FR_OK;
}

enum fr_status fr_file_read(const char *name, const struct fr_allocator *allocator,
                            struct fr_file *file, struct fr_error *error)
{
    errno = 0;
    FILE *stream = fopen(name, "rb");
    if (!stream)
        return fr_fail(error, fr_status_of(errno), "%s: cannot be opened for reading: %s", name,
                       reason());
    struct fr_file fresh = {.name = name, .allocator = allocator, .error = error};
    const enum fr_status status = read_all(stream, &fresh);
    fclose(stream);
    if (status != FR_OK) {
        fr_file_release(&fresh);
        return status;
    }
    *file = fresh;
    return FR_OK;
}

void fr_file_release(struct fr_file *file)
{
    fr_deallocate(file->allocator, file->bytes, file->capacity, 1);
    file->bytes = NULL;
}

/* Whether all bytes were written and the stream closed; errno has the reason otherwise. */
static bool write_all(FILE *stream, const void *bytes, size_t size)
{
    if (!stream)
        return false;
    const bool written = fwrite(bytes, 1, size, stream) == size && fflush(stream) == 0;
    const int why = errno;
    const bool closed = fclose(stream) == 0;
    if (!written)
        errno = why;
    return written && closed;
}

/* A number that other programs cannot predict. */
static unsigned long guess_nothing(void)
{
    struct timespec now = {0, 0};
    timespec_get(&now, TIME_UTC);
    uint64_t mixed = (uint64_t)now.tv_sec * 1000000007u + (uint64_t)now.tv_nsec;
    mixed = (mixed ^ (uint64_t)(uintptr_t)&now) * 0x9E3779B97F4A7C15u;
    mixed = (mixed ^ (uint64_t)clock() ^ mixed >> 29) * 0xBF58476D1CE4E5B9u;
    return (unsigned long)(mixed >> 32);
}

/* Creates a new file in the folder of `name`, never through a link; `beside` gets its name. NULL on
 * failure, with errno set. */
static FILE *open_beside(const char *name, char *beside, size_t size)
{
    FILE *stream = NULL;
    for (int tries = 0; tries < BESIDE_TRIES && !stream; tries++) {
        if ((size_t)snprintf(beside, size, "%s.%08lx.part", name, guess_nothing()) >= size)
            return NULL;
        stream = fopen(beside, "wbx");
        if (!stream && errno != EEXIST)
            return NULL;
    }
    return stream;
}

enum fr_status fr_file_write(const char *name, const void *bytes, size_t size,
                             struct fr_error *error)
{
    char beside[4096];
    if (strlen(name) > sizeof beside - 32)
        return fr_fail(error, FR_BAD_INPUT,
                       "%.200s...: the name is too long, expected at most %zu bytes", name,
                       sizeof beside - 32);
    const bool direct = strncmp(name, "/dev/", 5) == 0;
    errno = 0;
    FILE *stream = direct ? fopen(name, "wb") : open_beside(name, beside, sizeof beside);
    const bool opened = stream != NULL;
    if (write_all(stream, bytes, size) && (direct || rename(beside, name) == 0))
        return FR_OK;
    const enum fr_status status =
        fr_fail(error, fr_status_of(errno), "%s: cannot be written: %s", name, reason());
    if (opened && !direct)
        remove(beside);
    return status;
}
