/* Rooms from engines' files, whole and shrunk by walkers. What is loaded is valid. */
#include "maps/geometry/polygon_check.h"
#include "maps/polygon.h"
#include "tests/fuzz/fuzz.h"

/* Bytes: a room is as large as its coordinates say, however short the file is. */
#define LARGEST_MAP ((size_t)2 << 30)

static bool is_room(const uint8_t *data, size_t size)
{
    static const char *const marks[] = {"[gd_scene", "<map", "layers", "walkboxes"};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (fuzz_has(data, size, marks[i]))
            return true;
    return false;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char options[FUZZ_LONGEST_OPTIONS];
    struct fuzz_memory memory;
    struct fr_polygon_fault fault;
    if (!fuzz_take_options(&data, &size, options) || !is_room(data, size))
        return 0;
    fuzz_memory_init(&memory);
    struct fr_map *map = fuzz_load("fuzz.room", options, data, size, &memory, LARGEST_MAP);
    if (map && map->drawing)
        fuzz_require(fr_polygon_check(map->drawing, &fault) != FR_BAD_INPUT, "a valid drawing");
    fuzz_release(map, &memory);
    return 0;
}
