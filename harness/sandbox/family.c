#include "harness/sandbox/family.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/prctl.h>
#endif

#include "harness/machine/control_groups.h"

/* Control groups that are killed as a whole: a process cannot leave its group by starting a session
 * or by forking. The groups are created below this process's own group, in version 2 or else in the
 * v1 hierarchy that counts processes, if the system allows it. No limit is set and no controller
 * enabled, so times do not change. */
struct kill_groups {
    char front[4096]; /* the folders' common path, before the number; "": none can be created */
};

enum { PATH_SIZE = 4096 + 64, TRIED = 0 /* created and removed as a test */ };

static bool spell_group(const struct kill_groups *groups, int number, const char *file,
                        char path[PATH_SIZE])
{
    const int length = snprintf(path, PATH_SIZE, "%s%d%s", groups->front, number, file);
    return *groups->front && length < PATH_SIZE;
}

/* Creates a group; false if that is not allowed. */
static bool make_group(const struct kill_groups *groups, int number)
{
    char path[PATH_SIZE];
    return spell_group(groups, number, "", path) && (mkdir(path, 0755) == 0 || errno == EEXIST);
}

/* Removes a group; false while it still has a process. */
static bool remove_group(const struct kill_groups *groups, int number)
{
    char path[PATH_SIZE];
    return !spell_group(groups, number, "", path) || rmdir(path) == 0 || errno != EBUSY;
}

/* Whether the system accepted a word written to a file of a group. */
static bool write_word(const struct kill_groups *groups, int number, const char *file,
                       const char *word)
{
    char path[PATH_SIZE];
    const int descriptor =
        spell_group(groups, number, file, path) ? open(path, O_WRONLY | O_CLOEXEC) : -1;
    const bool taken =
        descriptor >= 0 && write(descriptor, word, strlen(word)) == (ssize_t)strlen(word);
    if (descriptor >= 0)
        close(descriptor);
    return taken;
}

/* Moves this process into a group; its future children join the group, too. */
static void enter_group(const struct kill_groups *groups, int number)
{
    (void)write_word(groups, number, "/cgroup.procs", "0");
}

/* Kills each process in a group; older kernels cannot kill a whole group at once. */
static void kill_group(const struct kill_groups *groups, int number)
{
    char path[PATH_SIZE];
    long process;
    if (write_word(groups, number, "/cgroup.kill", "1") ||
        !spell_group(groups, number, "/cgroup.procs", path))
        return;
    FILE *file = fopen(path, "re");
    while (file && fscanf(file, "%ld", &process) == 1)
        if (process > 0)
            kill((pid_t)process, SIGKILL);
    if (file)
        fclose(file);
}

/* Uses the first group in which a child group can be created and entered. */
static void take_group(void *context, const struct fr_control_group *group)
{
    struct kill_groups *groups = context, tried;
    char path[PATH_SIZE];
    if (!group->own || *groups->front)
        return;
    const int length = snprintf(tried.front, sizeof tried.front, "%s/footrace-%ld-", group->folder,
                                (long)getpid());
    if (length >= (int)sizeof tried.front || !make_group(&tried, TRIED))
        return;
    if (spell_group(&tried, TRIED, "/cgroup.procs", path) && access(path, W_OK) == 0)
        *groups = tried;
    (void)remove_group(&tried, TRIED);
}

static void take_second_version(void *context, const struct fr_control_group *group)
{
    if (group->v2)
        take_group(context, group);
}

/* Finds out where this process may create groups. */
static void init_groups(struct kill_groups *groups)
{
    *groups->front = '\0';
    fr_control_groups_visit("", "pids", take_second_version, groups);
    fr_control_groups_visit("", "pids", take_group, groups);
}

enum {
    BURIED = -1,
    MOST_KNOWN = 512,   /* children at once; a race has two per racer */
    MOST_MEMBERS = 512, /* processes of a family that are counted */
    MOST_ROUNDS = 200,  /* attempts to kill what remains */
    DESCRIPTORS = 256
};

/* A child that this process started, not an adopted orphan. */
struct family {
    _Atomic pid_t child; /* 0: none; BURIED: dead, but others of the family may live */
    int group;           /* its cgroup; -1: none could be created */
};

/* What the keeper needs after this process has died, in shared memory. Only this process writes to
 * the book. */
struct book {
    struct kill_groups groups;
    _Atomic int made; /* number of groups created */
    struct family families[MOST_KNOWN];
};

static struct book *book;
static pid_t parent; /* the process that owns the book */

static struct family *find(pid_t process)
{
    for (int i = 0; book && i < MOST_KNOWN; i++)
        if (book->families[i].child == process)
            return &book->families[i];
    return NULL;
}

/* For kill(), 0 and -1 mean other processes, too. */
static void kill_family(const struct family *family)
{
    const pid_t child = family->child;
    if (child > 0) {
        kill(child, SIGKILL);
        kill(-child, SIGKILL);
    }
    if (family->group >= 0)
        kill_group(&book->groups, family->group);
}

/* Removes the remaining groups; their last processes may take a moment to die. */
static void remove_groups(void)
{
    for (int group = 0; group < book->made; group++)
        for (int round = 0; round < MOST_ROUNDS && !remove_group(&book->groups, group); round++) {
            kill_group(&book->groups, group);
            poll(NULL, 0, 1);
        }
}

/* The keeper outlives its parent, kills what is left, and does nothing else. */
static void keep(int alive)
{
    char nothing;
    setsid();
    signal(SIGINT, SIG_IGN);
    signal(SIGTERM, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    for (int other = 0; other < DESCRIPTORS; other++)
        if (other != alive)
            close(other);
    if (chdir("/") != 0)
        _exit(1);
    while (read(alive, &nothing, 1) < 0 && errno == EINTR)
        continue;
    for (int i = 0; i < MOST_KNOWN; i++)
        if (book->families[i].child)
            kill_family(&book->families[i]);
    remove_groups();
    _exit(0);
}

/* Starts the keeper, but not as a child of this process, where it could not be distinguished from
 * racers. The keeper acts when the last copy of the pipe's other end closes; racers close their
 * copies at once. */
static void start_keeper(void)
{
    int ends[2];
    if (pipe(ends) != 0)
        return;
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    const pid_t between = fork();
    if (between == 0) {
        if (fork() == 0) {
            close(ends[1]);
            keep(ends[0]);
        }
        _exit(0);
    }
    close(ends[0]);
    while (between > 0 && waitpid(between, NULL, 0) < 0 && errno == EINTR)
        continue;
}

static void *share(size_t bytes)
{
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

/* Runs once in each process that has families. */
static bool begin(void)
{
    if (parent == getpid())
        return book != NULL;
    book = share(sizeof *book);
    if (!book)
        return false;
    parent = getpid();
    init_groups(&book->groups);
    start_keeper();
#if defined(__linux__) && defined(PR_SET_CHILD_SUBREAPER)
    prctl(PR_SET_CHILD_SUBREAPER, 1);
#endif
    return true;
}

/* Runs in the child, which dies with its parent; the parent may already be gone. */
static void join(int group)
{
#if defined(__linux__)
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    if (getppid() != parent)
        _exit(1);
    if (group >= 0)
        enter_group(&book->groups, group);
    setpgid(0, 0);
}

pid_t fr_family_fork(void)
{
    struct family *family = begin() ? find(0) : NULL;
    if (!family) {
        errno = book ? EAGAIN : ENOMEM;
        return -1;
    }
    const int group = book->made;
    family->group = make_group(&book->groups, group) ? group : -1;
    book->made += family->group >= 0;
    const pid_t child = fork();
    if (child == 0)
        join(family->group);
    if (child > 0) {
        setpgid(child, child); /* parent and child both set the group, as either may run first */
        family->child = child;
    } else if (child < 0 && family->group >= 0) {
        (void)remove_group(&book->groups, family->group);
    }
    return child;
}

/* Lists the children of a process's first thread; returns their number. */
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

/* Kills adopted orphans, whose own orphans are adopted next; returns their number. */
static int end_orphans(void)
{
    pid_t children[MOST_MEMBERS];
    const int count = list_children(getpid(), children, MOST_MEMBERS);
    int orphans = 0;
    for (int i = 0; i < count; i++) {
        if (find(children[i]))
            continue;
        orphans++;
        kill(children[i], SIGKILL);
        waitpid(children[i], NULL, WNOHANG);
    }
    return orphans;
}

/* Whether no process of a family is left in its group, so that the group is gone. */
static bool is_group_gone(const struct family *family)
{
    if (family->group < 0 || remove_group(&book->groups, family->group))
        return true;
    kill_group(&book->groups, family->group);
    return false;
}

void fr_family_bury(pid_t child)
{
    struct family *family = find(child);
    if (child > 0)
        kill(-child, SIGKILL);
    if (!family)
        return;
    if (family->group >= 0)
        kill_group(&book->groups, family->group);
    family->child = BURIED;
    for (int round = 0; round < MOST_ROUNDS && (end_orphans() > 0 || !is_group_gone(family));
         round++)
        poll(NULL, 0, round > 0);
    family->child = 0;
}

void fr_family_end(pid_t child, int *status)
{
    const struct family *family = find(child);
    if (family)
        kill_family(family);
    while (waitpid(child, status, 0) < 0 && errno == EINTR)
        continue;
    fr_family_bury(child);
}

/* The proportional set size: memory shared by n processes counts as 1/n for each. */
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

/* Lists a child and its descendants; returns their number. Kills descendants that the child has
 * left behind. */
static int list_members(pid_t child, pid_t members[MOST_MEMBERS])
{
    int count = 1;
    members[0] = child;
    end_orphans();
    for (int i = 0; i < count; i++)
        count += list_children(members[i], members + count, MOST_MEMBERS - count);
    return count;
}

/* Each thread has a folder in /proc/PROCESS/task. */
static int count_threads(pid_t process)
{
    char name[64];
    struct stat folder;
    snprintf(name, sizeof name, "/proc/%ld/task", (long)process);
    return stat(name, &folder) == 0 && folder.st_nlink > 2 ? (int)folder.st_nlink - 2 : 1;
}

int fr_family_strays(pid_t child)
{
    pid_t members[MOST_MEMBERS];
    const int count = list_members(child, members);
    int strays = 0;
    for (int i = 1; i < count; i++) {
        const pid_t group = getpgid(members[i]); /* negative: the process has just ended */
        strays += group > 0 && group != members[1];
    }
    return strays;
}

int64_t fr_family_guest_bytes(pid_t child)
{
    pid_t members[MOST_MEMBERS];
    const int count = list_members(child, members);
    int64_t bytes = 0;
    for (int i = 1; i < count; i++)
        bytes += proportional_bytes(members[i]);
    return bytes;
}

int fr_family_threads(pid_t child)
{
    pid_t members[MOST_MEMBERS];
    const int count = list_members(child, members);
    int threads = 0;
    for (int i = 0; i < count; i++)
        threads += count_threads(members[i]);
    return threads;
}

int64_t fr_family_bytes(pid_t child)
{
    pid_t members[MOST_MEMBERS];
    const int count = list_members(child, members);
    int64_t bytes = 0;
    for (int i = 0; i < count && count > 1; i++)
        bytes += proportional_bytes(members[i]);
    return count > 1 ? bytes : -1;
}
