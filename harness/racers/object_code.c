#include "harness/racers/object_code.h"

#include <stddef.h>
#include <string.h>

static const struct {
    const char *back_end;
    int64_t bytes;
} table[] = {
#define FR_OBJECT_CODE(back_end, bytes) {back_end, bytes},
#include "library/object_code.def"
#undef FR_OBJECT_CODE
};

int64_t fr_object_code_bytes(const char *back_end)
{
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strcmp(table[i].back_end, back_end) == 0)
            return table[i].bytes;
    return 0;
}
