#include "harness/machine/kill_groups.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "harness/machine/control_groups.h"

enum { PATH_SIZE = 4096 + 64, FIRST = 0 /* created and removed as a test */ };

static bool spell(const struct fr_kill_groups *groups, int number, const char *file,
                  char path[PATH_SIZE])
{
    const int length = snprintf(path, PATH_SIZE, "%s%d%s", groups->front, number, file);
    return *groups->front && length < PATH_SIZE;
}

bool fr_kill_group_make(const struct fr_kill_groups *groups, int number)
{
    char path[PATH_SIZE];
    return spell(groups, number, "", path) && (mkdir(path, 0755) == 0 || errno == EEXIST);
}

bool fr_kill_group_remove(const struct fr_kill_groups *groups, int number)
{
    char path[PATH_SIZE];
    return !spell(groups, number, "", path) || rmdir(path) == 0 || errno != EBUSY;
}

/* Whether the system accepted a word written to a file of a group. */
static bool write_word(const struct fr_kill_groups *groups, int number, const char *file,
                       const char *word)
{
    char path[PATH_SIZE];
    const int descriptor =
        spell(groups, number, file, path) ? open(path, O_WRONLY | O_CLOEXEC) : -1;
    const bool taken =
        descriptor >= 0 && write(descriptor, word, strlen(word)) == (ssize_t)strlen(word);
    if (descriptor >= 0)
        close(descriptor);
    return taken;
}

void fr_kill_group_enter(const struct fr_kill_groups *groups, int number)
{
    (void)write_word(groups, number, "/cgroup.procs", "0");
}

/* Kills each current process; older kernels have no single operation for the group. */
void fr_kill_group_kill(const struct fr_kill_groups *groups, int number)
{
    char path[PATH_SIZE];
    long process;
    if (write_word(groups, number, "/cgroup.kill", "1") ||
        !spell(groups, number, "/cgroup.procs", path))
        return;
    FILE *file = fopen(path, "re");
    while (file && fscanf(file, "%ld", &process) == 1)
        if (process > 0)
            kill((pid_t)process, SIGKILL);
    if (file)
        fclose(file);
}

/* Uses the first group in which a child group can be created and entered. */
static void take(void *context, const struct fr_control_group *group)
{
    struct fr_kill_groups *groups = context, tried;
    char path[PATH_SIZE];
    if (!group->own || *groups->front)
        return;
    const int length = snprintf(tried.front, sizeof tried.front, "%s/footrace-%ld-", group->folder,
                                (long)getpid());
    if (length >= (int)sizeof tried.front || !fr_kill_group_make(&tried, FIRST))
        return;
    if (spell(&tried, FIRST, "/cgroup.procs", path) && access(path, W_OK) == 0)
        *groups = tried;
    (void)fr_kill_group_remove(&tried, FIRST);
}

static void take_second_version(void *context, const struct fr_control_group *group)
{
    if (group->v2)
        take(context, group);
}

void fr_kill_groups_init(struct fr_kill_groups *groups)
{
    *groups->front = '\0';
    fr_control_groups_visit("", "pids", take_second_version, groups);
    fr_control_groups_visit("", "pids", take, groups);
}
