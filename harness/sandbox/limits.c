#define _GNU_SOURCE /* syscall, F_DUPFD_CLOEXEC */

#include "harness/sandbox/limits.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>
#if defined(__linux__)
#include <linux/capability.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

#define MEBIBYTE (INT64_C(1) << 20)

/* More descriptors than a race ever opens: one socket per racer and a few files. */
enum { DESCRIPTORS = 256 };

/* Limits memory that bypasses the allocator, in case the parent notices too late. */
static void limit_addresses(int64_t memory_mb)
{
    struct rlimit limit;
    const int64_t room = (4 * memory_mb + 1024) * MEBIBYTE;
    if (getrlimit(RLIMIT_AS, &limit) != 0)
        return;
    if (limit.rlim_max == RLIM_INFINITY || (rlim_t)room < limit.rlim_max)
        limit.rlim_cur = (rlim_t)room;
    setrlimit(RLIMIT_AS, &limit);
}

/* If memory runs out, the system should kill a racer before the race. */
static void invite_killer(void)
{
    const int file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    const ssize_t put = file < 0 ? 0 : write(file, "500", 3);
    (void)put; /* needs permission; without it nothing changes */
    if (file >= 0)
        close(file);
}

void fr_limits_begin(void)
{
    /* A crash must end the child by its signal, whatever handlers the parent has. */
    static const int defaults[] = {SIGTERM, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGXFSZ};
    const struct rlimit no_core = {0, 0};
    signal(SIGINT, SIG_IGN);
    for (size_t i = 0; i < sizeof defaults / sizeof *defaults; i++)
        signal(defaults[i], SIG_DFL);
#if defined(__linux__)
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    setrlimit(RLIMIT_CORE, &no_core);
    invite_killer();
}

void fr_limits_apply(int kept_descriptor, int64_t memory_mb, bool unlimited_addresses)
{
    fr_limits_begin();
    const int nowhere = open("/dev/null", O_RDWR);
    for (int standard = 0; standard < 3 && nowhere >= 0; standard++)
        dup2(nowhere, standard);
    for (int other = 3; other < DESCRIPTORS; other++)
        if (other != kept_descriptor)
            close(other);
    if (!unlimited_addresses)
        limit_addresses(memory_mb);
}

int fr_limits_keep(int descriptor)
{
    const int kept = descriptor < 0 ? -1 : fcntl(descriptor, F_DUPFD_CLOEXEC, DESCRIPTORS);
    if (kept >= 0)
        close(descriptor);
    return kept;
}

#if defined(__linux__)
/* Afterwards not even root can raise a limit again. */
static void drop_capabilities(void)
{
    struct __user_cap_header_struct head = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3];
    memset(none, 0, sizeof none);
    (void)syscall(SYS_capset, &head, none);
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
}
#endif

void fr_limits_open_nothing(void)
{
    const struct rlimit nothing = {0, 0};
    setrlimit(RLIMIT_NOFILE, &nothing);
#if defined(__linux__)
    drop_capabilities();
#endif
}

/* Reads the beginning of /proc/PROCESS/name; "" if there is none. Runs after each click, so it uses
 * no stream. */
static void read_facts(pid_t process, const char *name, char *text, size_t size)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%ld/%s", (long)process, name);
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    const ssize_t got = file < 0 ? 0 : read(file, text, size - 1);
    if (file >= 0)
        close(file);
    text[got > 0 ? got : 0] = '\0';
}

int64_t fr_resident_bytes(pid_t process)
{
    char text[128];
    long long total, resident;
    read_facts(process, "statm", text, sizeof text);
    const int read = sscanf(text, "%lld %lld", &total, &resident);
    return read == 2 ? resident * sysconf(_SC_PAGESIZE) : -1;
}

/* The state follows the name, which is in parentheses and may contain any characters. */
char fr_process_state(pid_t process)
{
    char text[256];
    read_facts(process, "stat", text, sizeof text);
    const char *name_end = strrchr(text, ')');
    return name_end && name_end[1] == ' ' && name_end[2] ? name_end[2] : '?';
}

double fr_processor_ns(pid_t process)
{
    clockid_t clock;
    struct timespec used;
    if (clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &used) != 0)
        return -1;
    return (double)used.tv_sec * 1e9 + (double)used.tv_nsec;
}
