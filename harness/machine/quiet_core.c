#define _GNU_SOURCE /* sched_setaffinity, sched_getcpu, abstract sockets */

#include "harness/machine/quiet_core.h"

#include <sched.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

bool fr_pin_to_core(int core)
{
    cpu_set_t cores;
    CPU_ZERO(&cores);
    if (core < 0 || core >= CPU_SETSIZE)
        return false;
    CPU_SET((size_t)core, &cores);
    return sched_setaffinity(0, sizeof cores, &cores) == 0;
}

/* Claims a core with a socket name, which the system releases when the process dies. -1: it is
 * already claimed. */
static int claim_core(int core)
{
    struct sockaddr_un name = {.sun_family = AF_UNIX};
    const int length =
        snprintf(name.sun_path + 1, sizeof name.sun_path - 1, "footrace-core-%d", core);
    const int claim = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    const socklen_t size =
        (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1) + (socklen_t)length;
    if (claim < 0 || bind(claim, (const struct sockaddr *)&name, size) == 0)
        return claim;
    close(claim);
    return -1;
}

int fr_pin_to_free_core(int *claim)
{
    cpu_set_t allowed;
    const int here = sched_getcpu();
    *claim = -1;
    if (here < 0 || sched_getaffinity(0, sizeof allowed, &allowed) != 0)
        return -1;
    for (int i = 0; i < CPU_SETSIZE; i++) {
        const int core = (here + i) % CPU_SETSIZE;
        if (!CPU_ISSET((size_t)core, &allowed) || (*claim = claim_core(core)) < 0)
            continue;
        if (fr_pin_to_core(core))
            return core;
        close(*claim);
        *claim = -1;
    }
    return -1;
}

int64_t fr_last_level_cache_bytes(void)
{
    const long third = sysconf(_SC_LEVEL3_CACHE_SIZE);
    const long largest = third > 0 ? third : sysconf(_SC_LEVEL2_CACHE_SIZE);
    return largest > 0 ? largest : -1;
}
