#include "harness/machine/machine.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#if defined(__GLIBC__)
#include <gnu/libc-version.h>
#endif

#include "harness/machine/control_groups.h"
#include "harness/machine/memory_limit.h"
#include "harness/machine/revision.h"

enum { LONGEST_PATH = 8192 };

static void take_limit(double quota_us, double period_us, struct fr_quota *quota)
{
    if (!(quota_us > 0) || !(period_us > 0) || quota_us / period_us >= quota->cores)
        return;
    quota->cores = quota_us / period_us;
    quota->period_ms = period_us / 1000;
}

static void add_stopped(double seconds, struct fr_quota *quota)
{
    if (!isnan(seconds))
        quota->stopped_s += seconds;
}

static void read_group_v2(const struct fr_control_group *group, struct fr_quota *quota)
{
    double most, period;
    char path[LONGEST_PATH];
    const int length = snprintf(path, sizeof path, "%s/cpu.max", group->folder);
    FILE *file = length < LONGEST_PATH ? fopen(path, "r") : NULL;
    if (file) {
        if (fscanf(file, "%lf %lf", &most, &period) == 2)
            take_limit(most, period, quota);
        fclose(file);
    }
    add_stopped(fr_control_group_entry(group, "cpu.stat", "throttled_usec") / 1e6, quota);
}

/* A quota of -1 means no limit. */
static void read_group_v1(const struct fr_control_group *group, struct fr_quota *quota)
{
    take_limit(fr_control_group_number(group, "cpu.cfs_quota_us"),
               fr_control_group_number(group, "cpu.cfs_period_us"), quota);
    add_stopped(fr_control_group_entry(group, "cpu.stat", "throttled_time") / 1e9, quota);
}

static void read_group(void *context, const struct fr_control_group *group)
{
    if (group->v2)
        read_group_v2(group, context);
    else
        read_group_v1(group, context);
}

void fr_quota_read(const char *root, struct fr_quota *quota)
{
    *quota = (struct fr_quota){.cores = (double)INFINITY};
    fr_control_groups_visit(root, "cpu", read_group, quota);
}

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) ||                         \
    __has_feature(undefined_behavior_sanitizer)
#define SANITIZED true
#endif
#endif
#if !defined(SANITIZED) && (defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__))
#define SANITIZED true
#endif
#if !defined(SANITIZED)
#define SANITIZED false
#endif

static FILE *open_file(const char *root, const char *name)
{
    char path[4096];
    const int length = snprintf(path, sizeof path, "%s%s", root, name);
    return length < (int)sizeof path ? fopen(path, "r") : NULL;
}

/* The first line of a file, without its newline; or "". */
static void read_line(const char *root, const char *name, char *line, size_t size)
{
    line[0] = '\0';
    FILE *file = open_file(root, name);
    if (!file)
        return;
    if (!fgets(line, (int)size, file))
        line[0] = '\0';
    line[strcspn(line, "\n")] = '\0';
    fclose(file);
}

/* Reads a file that holds one digit; -1 if there is no such file. */
static int read_switch(const char *root, const char *name)
{
    char line[8];
    read_line(root, name, line, sizeof line);
    return line[0] == '0' || line[0] == '1' ? line[0] - '0' : -1;
}

/* Depending on the driver, a file reports that turbo is on, or that it is off. */
static int read_turbo(const char *root)
{
    const int no_turbo = read_switch(root, "/sys/devices/system/cpu/intel_pstate/no_turbo");
    return no_turbo >= 0 ? !no_turbo : read_switch(root, "/sys/devices/system/cpu/cpufreq/boost");
}

/* A virtual machine without visible SMT may still share its cores with another one. */
static int read_smt(const char *root, bool hypervisor)
{
    const int active = read_switch(root, "/sys/devices/system/cpu/smt/active");
    return active == 0 && hypervisor ? -1 : active;
}

static void read_cpu(const char *root, struct fr_machine *machine)
{
    snprintf(machine->cpu, sizeof machine->cpu, "unknown");
    FILE *file = open_file(root, "/proc/cpuinfo");
    if (!file)
        return;
    char line[4096]; /* the processor's flags make a long line */
    bool named = false;
    while (fgets(line, sizeof line, file)) {
        const char *value = strchr(line, ':');
        if (!value)
            continue;
        value += 1 + strspn(value + 1, " \t");
        if (!named && strncmp(line, "model name", 10) == 0) {
            snprintf(machine->cpu, sizeof machine->cpu, "%.*s", (int)strcspn(value, "\n"), value);
            named = true;
        } else if (strncmp(line, "flags", 5) == 0) {
            machine->hypervisor = strstr(value, " hypervisor") != NULL;
            break;
        }
    }
    fclose(file);
}

static void name_compiler(char *compiler, size_t size)
{
#if defined(__clang__)
    snprintf(compiler, size, "clang %d.%d.%d", __clang_major__, __clang_minor__,
             __clang_patchlevel__);
#elif defined(__GNUC__)
    snprintf(compiler, size, "gcc %d.%d.%d", __GNUC__, __GNUC_MINOR__, __GNUC_PATCHLEVEL__);
#else
    snprintf(compiler, size, "unknown");
#endif
}

/* The C library at run time, which may differ from the one at build time. */
static void name_libc(char *libc, size_t size)
{
#if defined(__GLIBC__)
    snprintf(libc, size, "glibc %s", gnu_get_libc_version());
#else
    snprintf(libc, size, "unknown");
#endif
}

void fr_machine_read(struct fr_machine *machine)
{
    fr_machine_read_from("", machine);
}

void fr_machine_read_from(const char *root, struct fr_machine *machine)
{
    memset(machine, 0, sizeof *machine);
    struct utsname name;
    const bool named = uname(&name) >= 0;
    snprintf(machine->machine, sizeof machine->machine, "%.65s", named ? name.machine : "unknown");
    if (named)
        snprintf(machine->kernel, sizeof machine->kernel, "%.65s %.65s", name.sysname,
                 name.release);
    else
        snprintf(machine->kernel, sizeof machine->kernel, "unknown");
    read_cpu(root, machine);
    read_line(root, "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", machine->governor,
              sizeof machine->governor);
    read_line(root, "/sys/devices/system/clocksource/clocksource0/current_clocksource",
              machine->clock_source, sizeof machine->clock_source);
    machine->turbo = read_turbo(root);
    machine->smt = read_smt(root, machine->hypervisor);
    fr_quota_read(root, &machine->quota);
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    machine->cores = cores > 0 ? (int)cores : 1;
    if (getloadavg(&machine->load, 1) != 1)
        machine->load = -1;
    name_compiler(machine->compiler, sizeof machine->compiler);
    name_libc(machine->libc, sizeof machine->libc);
    machine->version = FOOTRACE_VERSION;
    machine->revision = fr_revision;
    machine->flags = FOOTRACE_COMPILE_FLAGS;
    machine->build_type = FOOTRACE_BUILD_TYPE;
    machine->sanitized = SANITIZED;
#if defined(__OPTIMIZE__)
    machine->optimised = true;
#endif
#if !defined(NDEBUG)
    machine->asserts = true;
#endif
}

static int64_t read_available(void)
{
    char line[128];
    long long kilobytes = -1;
    FILE *file = fopen("/proc/meminfo", "r");
    while (file && kilobytes < 0 && fgets(line, sizeof line, file))
        if (sscanf(line, "MemAvailable: %lld", &kilobytes) != 1)
            kilobytes = -1;
    if (file)
        fclose(file);
    return kilobytes < 0 ? -1 : kilobytes * 1024;
}

int64_t fr_machine_free_bytes(void)
{
    const int64_t available = read_available();
    const int64_t left = fr_memory_left("");
    return available < 0 || (left >= 0 && left < available) ? left : available;
}

int64_t fr_machine_share_mb(void)
{
    const int64_t free_bytes = fr_machine_free_bytes();
    return free_bytes > 0 ? (free_bytes / 4 * 3 >> 20) + 1 : 0;
}

bool fr_machine_sanitized(void)
{
    return SANITIZED;
}

const char *fr_machine_distrust(const struct fr_machine *machine)
{
    if (machine->sanitized)
        return "a sanitized build";
    if (!machine->optimised)
        return "a debug build";
    return machine->asserts ? "a build with asserts" : NULL;
}

enum fr_status fr_machine_expect_trust(const struct fr_machine *machine, struct fr_error *error)
{
    const char *distrust = fr_machine_distrust(machine);
    return !distrust ? FR_OK
                     : fr_fail(error, FR_BAD_INPUT,
                               "this is %s, whose times would mislead; expected an optimised build "
                               "(cmake --preset bench), or --allow-debug",
                               distrust);
}
