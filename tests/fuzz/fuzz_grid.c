/* Maps of letters, Moving AI's and ASCII; what can be written as ASCII reads back as it was. */
#include "maps/formats/text/save_ascii.h"
#include "tests/fuzz/fuzz.h"

/* A row of one letter and its end takes a word of every bitmap, and may be walled in two. */
#define BYTES_A_BYTE 64

static void write_and_read(const struct fr_map *map)
{
    struct fr_map *again;
    struct fr_error error = {"", FR_OK};
    const char *path = fuzz_path("again.txt");
    enum fr_status status = fr_save_ascii(path, map, &error);
    if (status != FR_OK) {
        fuzz_require_refusal(status, &error);
        return;
    }
    status = fr_map_load(path, "/nowhere", &fr_default_allocator, &again, NULL, &error);
    fuzz_require(status == FR_OK, "what was written is read");
    fuzz_require(fr_map_hash(map) == fr_map_hash(again), "the same map");
    fr_map_release(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char options[FUZZ_LONGEST_OPTIONS];
    struct fuzz_memory memory;
    if (!fuzz_take_options(&data, &size, options) || size < 2 || data[0] > '~')
        return 0;
    if (strchr("BGP", data[0]) || data[1] < '\t') /* it may be an image, with a mark or without */
        return 0;
    if (fuzz_has(data, size, "poly") || fuzz_has(data, size, "mesh") || fuzz_has(data, size, "{"))
        return 0; /* no drawings */
    fuzz_memory_init(&memory);
    struct fr_map *map = fuzz_load("fuzz.map", options, data, size, &memory, BYTES_A_BYTE);
    if (map)
        write_and_read(map);
    fuzz_release(map, &memory);
    return 0;
}
