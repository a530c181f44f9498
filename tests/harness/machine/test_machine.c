/* What is read from /proc and /sys, on machines made up of files in a folder. */
#define _POSIX_C_SOURCE 200809L /* mkdtemp */

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>

#include "harness/machine/machine.h"
#include "harness/machine/memory_limit.h"

static char root[64];

static int make_root(void **state)
{
    (void)state;
    strcpy(root, "/tmp/footrace-machine-XXXXXX");
    return mkdtemp(root) ? 0 : -1;
}

static int remove_root(void **state)
{
    char command[128];
    (void)state;
    snprintf(command, sizeof command, "rm -r '%s'", root);
    return system(command);
}

/* Writes a file, and the folders that lead there. */
static void put(const char *name, const char *text)
{
    char path[512];
    snprintf(path, sizeof path, "%s%s", root, name);
    for (char *at = path + strlen(root) + 1; (at = strchr(at, '/')); at++) {
        *at = '\0';
        mkdir(path, 0700);
        *at = '/';
    }
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

static struct fr_machine machine(void)
{
    struct fr_machine read;
    fr_machine_read_from(root, &read);
    return read;
}

static void assert_quota(double cores, double period_ms, double stopped_s)
{
    const struct fr_quota quota = machine().quota;
    if (isinf(cores))
        assert_true(isinf(quota.cores));
    else
        assert_true(fabs(quota.cores - cores) < 1e-12);
    assert_true(fabs(quota.period_ms - period_ms) < 1e-12);
    assert_true(fabs(quota.stopped_s - stopped_s) < 1e-9);
}

static void a_machine_that_says_nothing(void **state)
{
    (void)state;
    const struct fr_machine silent = machine();
    assert_string_equal(silent.cpu, "unknown");
    assert_string_equal(silent.governor, "");
    assert_int_equal(silent.turbo, -1);
    assert_int_equal(silent.smt, -1);
    assert_false(silent.hypervisor);
    assert_quota((double)INFINITY, 0, 0);
}

static const char cpuinfo[] = "processor\t: 0\nmodel name\t: Abacus 9000\nflags\t\t: fpu%s sse\n";

static void set_hypervisor(bool hypervisor)
{
    char text[128];
    snprintf(text, sizeof text, cpuinfo, hypervisor ? " hypervisor" : "");
    put("/proc/cpuinfo", text);
}

static void smt_off_is_known_on_hardware_only(void **state)
{
    (void)state;
    put("/sys/devices/system/cpu/smt/active", "0\n");
    set_hypervisor(false);
    assert_string_equal(machine().cpu, "Abacus 9000");
    assert_int_equal(machine().smt, 0);
    set_hypervisor(true);
    assert_true(machine().hypervisor);
    assert_int_equal(machine().smt, -1);
    put("/sys/devices/system/cpu/smt/active", "1\n");
    assert_int_equal(machine().smt, 1);
}

static void turbo_and_governor(void **state)
{
    (void)state;
    put("/sys/devices/system/cpu/cpufreq/boost", "1\n");
    put("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "powersave\n");
    assert_int_equal(machine().turbo, 1);
    assert_string_equal(machine().governor, "powersave");
    put("/sys/devices/system/cpu/intel_pstate/no_turbo", "1\n");
    assert_int_equal(machine().turbo, 0);
}

static void a_nested_group_is_bound_by_those_above(void **state)
{
    (void)state;
    put("/proc/self/mountinfo", "22 1 8:1 / / rw - ext4 /dev/sda1 rw\n"
                                "30 22 0:26 / /sys/fs/cgroup rw shared:4 - cgroup2 cgroup2 rw\n");
    put("/proc/self/cgroup", "0::/team/job/step\n");
    put("/sys/fs/cgroup/cpu.stat", "usage_usec 5\n");
    put("/sys/fs/cgroup/team/cpu.max", "150000 100000\n");
    put("/sys/fs/cgroup/team/cpu.stat", "nr_periods 9\nnr_throttled 3\nthrottled_usec 2500000\n");
    put("/sys/fs/cgroup/team/job/cpu.max", "400000 50000\n");
    put("/sys/fs/cgroup/team/job/step/cpu.max", "max 100000\n");
    put("/sys/fs/cgroup/other/cpu.max", "1000 100000\n");
    assert_quota(1.5, 100, 2.5);
    put("/sys/fs/cgroup/team/job/step/cpu.max", "20000 40000\n");
    assert_quota(0.5, 40, 2.5);
    put("/proc/self/cgroup", "0::/\n");
    assert_quota((double)INFINITY, 0, 0);
}

/* A container sees its own group as the root of all. */
static void a_container_sees_its_limit_at_the_root(void **state)
{
    (void)state;
    put("/proc/self/mountinfo", "30 22 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup rw\n");
    put("/proc/self/cgroup", "0::/\n");
    put("/sys/fs/cgroup/cpu.max", "250000 100000\n");
    assert_quota(2.5, 100, 0);
    put("/proc/self/cgroup", "0::/../../elsewhere\n");
    assert_quota(2.5, 100, 0);
}

static void the_older_kind(void **state)
{
    (void)state;
    put("/proc/self/mountinfo",
        "33 25 0:29 /docker/ab /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct\n"
        "34 25 0:30 / /sys/fs/cgroup/cpuset rw - cgroup cgroup rw,cpuset\n");
    put("/proc/self/cgroup", "5:cpuset:/\n4:cpu,cpuacct:/docker/ab/deep\n1:name=systemd:/x\n");
    put("/sys/fs/cgroup/cpuset/cpu.cfs_quota_us", "1\n");
    put("/sys/fs/cgroup/cpuset/cpu.cfs_period_us", "100000\n");
    put("/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "75000\n");
    put("/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000\n");
    put("/sys/fs/cgroup/cpu,cpuacct/cpu.stat", "nr_throttled 1\nthrottled_time 1500000000\n");
    put("/sys/fs/cgroup/cpu,cpuacct/deep/cpu.cfs_quota_us", "-1\n");
    put("/sys/fs/cgroup/cpu,cpuacct/deep/cpu.cfs_period_us", "100000\n");
    assert_quota(0.75, 100, 1.5);
    put("/sys/fs/cgroup/cpu,cpuacct/deep/cpu.cfs_quota_us", "30000\n");
    assert_quota(0.3, 100, 1.5);
}

/* The older kind for processors, the newer one beside it for the rest, in a folder with a blank. */
static void both_kinds_side_by_side(void **state)
{
    (void)state;
    put("/proc/self/mountinfo",
        "33 25 0:29 / /control\\040groups/cpu rw - cgroup cgroup rw,cpu\n"
        "35 25 0:31 / /control\\040groups/unified rw - cgroup2 cgroup2 rw\n");
    put("/proc/self/cgroup", "4:cpu:/a\n0::/b\n");
    put("/control groups/cpu/a/cpu.cfs_quota_us", "60000\n");
    put("/control groups/cpu/a/cpu.cfs_period_us", "20000\n");
    put("/control groups/unified/b/cpu.max", "max 100000\n");
    assert_quota(3, 20, 0);
}

static void nonsense_is_no_limit(void **state)
{
    (void)state;
    put("/proc/self/mountinfo", "nonsense\n33 - cgroup2\n30 22 0:26 / /c rw - cgroup2 none rw\n");
    put("/proc/self/cgroup", "nonsense\n0:\n0::/a\n");
    put("/c/a/cpu.max", "\n");
    put("/c/cpu.max", "5000\n");
    put("/c/a/cpu.stat", "throttled_usec\n");
    assert_quota((double)INFINITY, 0, 0);
    put("/c/cpu.max", "-5 100000\n");
    assert_quota((double)INFINITY, 0, 0);
    put("/c/cpu.max", "100000 0\n");
    assert_quota((double)INFINITY, 0, 0);
}

/* The tightest group counts, wherever it is nested; caches of files can be had back. */
static void memory_is_limited_by_nested_groups(void **state)
{
    (void)state;
    assert_int_equal(fr_memory_left(root), -1);
    assert_int_equal(fr_memory_kills(root), -1);
    put("/proc/self/mountinfo", "30 22 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup rw\n");
    put("/proc/self/cgroup", "0::/team/job\n");
    put("/sys/fs/cgroup/memory.current", "900\n");
    put("/sys/fs/cgroup/team/memory.max", "5000\n");
    put("/sys/fs/cgroup/team/memory.current", "4500\n");
    put("/sys/fs/cgroup/team/memory.events", "oom 9\noom_kill 9\n");
    put("/sys/fs/cgroup/team/job/memory.max", "max\n");
    put("/sys/fs/cgroup/team/job/memory.current", "100\n");
    put("/sys/fs/cgroup/team/job/memory.events", "low 0\noom 3\noom_kill 2\n");
    assert_int_equal(fr_memory_left(root), 500);
    assert_int_equal(fr_memory_kills(root), 2);
    put("/sys/fs/cgroup/team/memory.stat", "anon 1\ninactive_file 200\n");
    assert_int_equal(fr_memory_left(root), 700);
    put("/sys/fs/cgroup/team/job/memory.max", "150\n");
    assert_int_equal(fr_memory_left(root), 50);
    put("/sys/fs/cgroup/team/job/memory.current", "170\n");
    assert_int_equal(fr_memory_left(root), 0);
}

static void memory_is_limited_by_the_older_kind(void **state)
{
    (void)state;
    put("/proc/self/mountinfo",
        "33 25 0:29 /docker/ab /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n"
        "34 25 0:30 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu\n"
        "35 25 0:31 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n");
    put("/proc/self/cgroup", "5:cpu:/\n4:memory:/docker/ab/deep\n0::/\n");
    put("/sys/fs/cgroup/memory/memory.limit_in_bytes", "3000\n");
    put("/sys/fs/cgroup/memory/memory.usage_in_bytes", "1000\n");
    put("/sys/fs/cgroup/memory/memory.stat", "cache 7\ntotal_inactive_file 10\n");
    put("/sys/fs/cgroup/memory/deep/memory.limit_in_bytes", "9223372036854771712\n");
    put("/sys/fs/cgroup/memory/deep/memory.usage_in_bytes", "10\n");
    put("/sys/fs/cgroup/memory/deep/memory.oom_control", "oom_kill_disable 0\noom_kill 4\n");
    assert_int_equal(fr_memory_left(root), 2010);
    assert_int_equal(fr_memory_kills(root), 4);
    put("/sys/fs/cgroup/memory/deep/memory.limit_in_bytes", "60\n");
    assert_int_equal(fr_memory_left(root), 50);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, make_root, remove_root)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_machine_that_says_nothing),
        TEST(smt_off_is_known_on_hardware_only),
        TEST(turbo_and_governor),
        TEST(a_nested_group_is_bound_by_those_above),
        TEST(a_container_sees_its_limit_at_the_root),
        TEST(the_older_kind),
        TEST(both_kinds_side_by_side),
        TEST(nonsense_is_no_limit),
        TEST(memory_is_limited_by_nested_groups),
        TEST(memory_is_limited_by_the_older_kind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
