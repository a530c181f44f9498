/* Click sets in JSON. */
#include "tests/fuzz/fuzz_events.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_click_set(fuzz_put("fuzz.json", data, size), size);
    return 0;
}
