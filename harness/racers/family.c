#include "harness/racers/family.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/prctl.h>
#endif

enum {
    MOST_KNOWN = 512,   /* children at once; a race has two a racer */
    MOST_MEMBERS = 512, /* of a family that are looked at */
    MOST_ROUNDS = 200   /* in which somebody was left to be killed */
};

/* The children that are ours, not somebody's orphans: written by this process alone. */
static pid_t known[MOST_KNOWN];
static pid_t keeper;

static bool is_known(pid_t process)
{
    for (int i = 0; i < MOST_KNOWN; i++)
        if (known[i] == process)
            return true;
    return false;
}

static void note(pid_t process)
{
    for (int i = 0; i < MOST_KNOWN; i++)
        if (known[i] == 0) {
            known[i] = process;
            return;
        }
}

static void forget(pid_t process)
{
    for (int i = 0; i < MOST_KNOWN; i++)
        if (known[i] == process)
            known[i] = 0;
}

pid_t fr_family_fork(void)
{
    if (keeper != getpid()) {
        keeper = getpid();
        memset(known, 0, sizeof known);
#if defined(__linux__) && defined(PR_SET_CHILD_SUBREAPER)
        prctl(PR_SET_CHILD_SUBREAPER, 1);
#endif
    }
    const pid_t child = fork();
    /* Both do it, as nobody knows who is first. */
    if (child == 0)
        setpgid(0, 0);
    if (child > 0) {
        setpgid(child, child);
        note(child);
    }
    return child;
}

/* The children of a process's first thread; how many. */
static int list_children(pid_t process, pid_t *children, int most)
{
    char name[64], text[4096];
    snprintf(name, sizeof name, "/proc/%ld/task/%ld/children", (long)process, (long)process);
    const int file = open(name, O_RDONLY | O_CLOEXEC);
    const ssize_t got = file < 0 ? 0 : read(file, text, sizeof text - 1);
    int count = 0;
    if (file >= 0)
        close(file);
    text[got > 0 ? got : 0] = '\0';
    char *at = text, *end;
    for (long child; count < most && (child = strtol(at, &end, 10)) > 0 && end != at; at = end)
        children[count++] = (pid_t)child;
    return count;
}

/* Kills orphans that came to us, whose own orphans come next; how many there were. */
static int end_orphans(void)
{
    pid_t children[MOST_MEMBERS];
    const int count = list_children(getpid(), children, MOST_MEMBERS);
    int orphans = 0;
    for (int i = 0; i < count; i++) {
        if (is_known(children[i]))
            continue;
        orphans++;
        kill(children[i], SIGKILL);
        waitpid(children[i], NULL, WNOHANG);
    }
    return orphans;
}

void fr_family_bury(pid_t child)
{
    kill(-child, SIGKILL);
    forget(child);
    for (int round = 0; round < MOST_ROUNDS && end_orphans() > 0; round++)
        poll(NULL, 0, round > 0);
}

void fr_family_end(pid_t child, int *status)
{
    kill(child, SIGKILL);
    kill(-child, SIGKILL);
    while (waitpid(child, status, 0) < 0 && errno == EINTR)
        continue;
    fr_family_bury(child);
}

/* A share of what several processes have in common counts for each. */
static int64_t proportional_bytes(pid_t process)
{
    char name[64], line[128];
    long long kilobytes = 0;
    snprintf(name, sizeof name, "/proc/%ld/smaps_rollup", (long)process);
    FILE *file = fopen(name, "re");
    while (file && fgets(line, sizeof line, file))
        if (sscanf(line, "Pss: %lld kB", &kilobytes) == 1)
            break;
    if (file)
        fclose(file);
    return kilobytes << 10;
}

int64_t fr_family_bytes(pid_t child)
{
    pid_t members[MOST_MEMBERS] = {child};
    int count = 1;
    end_orphans();
    for (int i = 0; i < count; i++)
        count += list_children(members[i], members + count, MOST_MEMBERS - count);
    int64_t bytes = 0;
    for (int i = 0; i < count && count > 1; i++)
        bytes += proportional_bytes(members[i]);
    return count > 1 ? bytes : -1;
}
