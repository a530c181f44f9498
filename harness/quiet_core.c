#define _GNU_SOURCE /* sched_setaffinity */

#include "harness/quiet_core.h"

#include <sched.h>
#include <unistd.h>

enum { CACHE_LINE = 64, ASSUMED_BYTES = 64 << 20 };

bool fr_pin_to_core(int core)
{
    cpu_set_t cores;
    CPU_ZERO(&cores);
    if (core < 0 || core >= CPU_SETSIZE)
        return false;
    CPU_SET((size_t)core, &cores);
    return sched_setaffinity(0, sizeof cores, &cores) == 0;
}

size_t fr_eviction_bytes(void)
{
    const long largest = sysconf(_SC_LEVEL3_CACHE_SIZE);
    return largest > 0 ? 2 * (size_t)largest : ASSUMED_BYTES;
}

void fr_evict_caches(const unsigned char *bytes, size_t count)
{
    const volatile unsigned char *read = bytes;
    for (size_t i = 0; i < count; i += CACHE_LINE)
        (void)read[i];
}
