/* Scenarios of all versions, with a .patch file beside them: an input is both, a byte 255 between
 * them. */
#include "tests/fuzz/fuzz_events.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const uint8_t *end = size > 0 ? memchr(data, 255, size) : NULL;
    const size_t length = end ? (size_t)(end - data) : size;
    if (fuzz_has(data, length, "patch /") || fuzz_has(data, length, ".."))
        return 0; /* no way to other files */
    if (end)
        fuzz_put("fuzz.patch", end + 1, size - length - 1);
    fuzz_click_set(fuzz_put("fuzz.scen", data, length), size);
    return 0;
}
