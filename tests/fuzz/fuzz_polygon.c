/* Drawings: "footrace-polygon/1" and Polyanya's .mesh, whole and shrunk by walkers. What is loaded is
 * valid. */
#include "maps/geometry/polygon_check.h"
#include "maps/polygon.h"
#include "tests/fuzz/fuzz.h"

/* Bytes: a drawing is as large as it says, however short it is. */
#define LARGEST_MAP ((size_t)2 << 30)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char options[FUZZ_LONGEST_OPTIONS];
    struct fuzz_memory memory;
    struct fr_polygon_fault fault;
    if (!fuzz_take_options(&data, &size, options) || size == 0 || !strchr("{m", data[0]))
        return 0;
    fuzz_memory_init(&memory);
    struct fr_map *map = fuzz_load("fuzz.json", options, data, size, &memory, LARGEST_MAP);
    if (map && map->drawing)
        fuzz_require(fr_polygon_check(map->drawing, &fault) != FR_BAD_INPUT, "a valid drawing");
    fuzz_release(map, &memory);
    return 0;
}
