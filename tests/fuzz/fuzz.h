/* Shared by the fuzz targets: their input as a file for the loaders, limited and counted memory,
 * and the requirements on every result or refusal.
 *
 * An input for a map loader is a line with the options of the map's spec, and then the file. */
#ifndef FOOTRACE_TESTS_FUZZ_FUZZ_H
#define FOOTRACE_TESTS_FUZZ_FUZZ_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "maps/click_set.h"
#include "maps/formats/load.h"

#define FUZZ_MEMORY ((size_t)2 << 20) /* bytes that the allocator grants a loader */
#define FUZZ_BASE ((size_t)1 << 20)   /* bytes that any file may request: its buffer, tables */
#define FUZZ_LONGEST_OPTIONS 100
#define FUZZ_FILES 4

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static inline void fuzz_require(bool holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "fuzz: does not hold: %s\n", what);
    abort();
}

/* The path of a file in this process's own folder, which exists as long as the process. */
static inline const char *fuzz_path(const char *name)
{
    static char folder[] = "/dev/shm/footrace-fuzz-XXXXXX", paths[FUZZ_FILES][64];
    static bool made;
    if (!made)
        fuzz_require(mkdtemp(folder) != NULL, "a folder under /dev/shm");
    made = true;
    char path[64];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    for (int i = 0; i < FUZZ_FILES; i++) {
        if (paths[i][0] == '\0')
            memcpy(paths[i], path, sizeof path);
        if (strcmp(paths[i], path) == 0)
            return paths[i];
    }
    abort();
}

static inline const char *fuzz_put(const char *name, const void *bytes, size_t size)
{
    const char *path = fuzz_path(name);
    FILE *stream = fopen(path, "wb");
    fuzz_require(stream && fwrite(bytes, 1, size, stream) == size && fclose(stream) == 0,
                 "a file that can be written");
    return path;
}

static inline bool fuzz_has(const uint8_t *data, size_t size, const char *text)
{
    const size_t length = strlen(text);
    for (size_t i = 0; i + length <= size; i++)
        if (memcmp(data + i, text, length) == 0)
            return true;
    return false;
}

/* Memory that records the largest single request, granted or not. */
struct fuzz_memory {
    struct fr_allocator allocator;
    size_t live_bytes, asked_bytes;
};

static inline void *fuzz_allocate(void *context, size_t bytes)
{
    struct fuzz_memory *memory = context;
    const size_t wanted =
        bytes < SIZE_MAX - memory->live_bytes ? memory->live_bytes + bytes : bytes;
    if (memory->asked_bytes < wanted)
        memory->asked_bytes = wanted;
    void *block = wanted <= FUZZ_MEMORY ? malloc(bytes) : NULL;
    memory->live_bytes += block ? bytes : 0;
    return block;
}

static inline void fuzz_deallocate(void *context, void *block, size_t bytes)
{
    struct fuzz_memory *memory = context;
    memory->live_bytes -= bytes;
    free(block);
}

static inline void fuzz_memory_init(struct fuzz_memory *memory)
{
    *memory = (struct fuzz_memory){{fuzz_allocate, fuzz_deallocate, memory}, 0, 0};
}

/* A refusal must give the reason in one line. */
static inline void fuzz_require_refusal(enum fr_status status, const struct fr_error *error)
{
    fuzz_require(status == FR_BAD_INPUT || status == FR_UNSUPPORTED || status == FR_NO_MEMORY,
                 "a status that says why");
    fuzz_require(error->text[0] != '\0', "a message");
    for (const char *letter = error->text; *letter; letter++)
        fuzz_require((unsigned char)*letter >= ' ', "a message of one line");
}

/* Bits, areas and walls must agree, and nothing may be set outside the map. */
static inline void fuzz_require_map(const struct fr_map *map)
{
    int64_t walkable = 0, walls = 0;
    for (int32_t y = -1; y <= map->height; y++)
        for (int32_t x = -1; x <= map->width; x++) {
            const bool inside = fr_map_inside(map, x, y);
            const bool east = fr_map_wall(map, x, y, FR_EAST);
            const bool south = fr_map_wall(map, x, y, FR_SOUTH);
            fuzz_require(!fr_map_walkable(map, x, y) ||
                             (inside && map->enabled[fr_map_area(map, x, y)]),
                         "walkable pixels are inside and their areas open");
            fuzz_require(!east || (inside && x + 1 < map->width), "east walls are inside");
            fuzz_require(!south || (inside && y + 1 < map->height), "south walls are inside");
            walkable += fr_map_walkable(map, x, y);
            walls += east + south;
        }
    fuzz_require(walkable == fr_map_walkable_count(map), "the count of walkable pixels");
    fuzz_require(walls == map->wall_count, "the count of walls");
}

/* Splits the line of options from an input; false if no spec could have them. */
static inline bool fuzz_take_options(const uint8_t **data, size_t *size,
                                     char options[FUZZ_LONGEST_OPTIONS])
{
    const uint8_t *end = memchr(*data, '\n', *size);
    if (!end || end - *data >= FUZZ_LONGEST_OPTIONS || memchr(*data, '\0', (size_t)(end - *data)))
        return false;
    const size_t length = (size_t)(end - *data);
    memcpy(options, *data, length);
    options[length] = '\0';
    *data += length + 1;
    *size -= length + 1;
    return true;
}

/* Loads a map file and checks the map or the refusal. Returns the map, which the caller releases,
 * or NULL; bytes_a_byte: how much memory each byte of the file may request. */
static inline struct fr_map *fuzz_load(const char *name, const char *options, const uint8_t *data,
                                       size_t size, struct fuzz_memory *memory, size_t bytes_a_byte)
{
    char spec[64 + FUZZ_LONGEST_OPTIONS];
    struct fr_map *map = NULL;
    struct fr_error error = {"", FR_OK};
    struct fr_load_report report;
    snprintf(spec, sizeof spec, "%s%s%s", fuzz_put(name, data, size), *options ? ":" : "", options);
    const enum fr_status status =
        fr_map_load(spec, "/nowhere", &memory->allocator, &map, &report, &error);
    fuzz_require(memory->asked_bytes <= FUZZ_BASE + size * bytes_a_byte,
                 "memory in proportion to the file");
    if (status == FR_OK)
        fuzz_require_map(map);
    else
        fuzz_require_refusal(status, &error);
    return map;
}

static inline void fuzz_release(struct fr_map *map, const struct fuzz_memory *memory)
{
    fr_map_release(map);
    fuzz_require(memory->live_bytes == 0, "all memory given back");
}

#endif
