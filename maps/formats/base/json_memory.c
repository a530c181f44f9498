#include "maps/formats/base/json_memory.h"

#include <cjson/cJSON.h>
#include <stdlib.h>

/* Global, as the hooks of cJSON have no context. Never reset: everything written after a failure
 * may be incomplete. */
static bool failed;

static void *allocate(size_t size)
{
    void *memory = malloc(size);
    failed = failed || !memory;
    return memory;
}

void fr_json_memory_watch(void)
{
    cJSON_InitHooks(&(cJSON_Hooks){.malloc_fn = allocate, .free_fn = free});
}

bool fr_json_memory_failed(void)
{
    return failed;
}
