#include "harness/base/child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/prctl.h>
#endif

#include "harness/base/wait_status.h"

enum { PATH_SIZE = 4096, POLL_MS = 200 /* a stop is noticed this late */ };

/* The current line, and the last one that was not empty. */
struct listener {
    char line[512];
    size_t length;
    char *reason;
    size_t size;
};

static void keep_line(struct listener *listener)
{
    const char *text = listener->line;
    const char *program = "footrace: ";
    listener->line[listener->length] = '\0';
    listener->length = 0;
    if (*text == '\0')
        return;
    if (strncmp(text, program, strlen(program)) == 0) {
        const char *message = strstr(text + strlen(program), ": ");
        text = message ? message + 2 : text + strlen(program);
    }
    snprintf(listener->reason, listener->size, "%s", text);
}

static void take_bytes(struct listener *listener, const char *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (bytes[i] == '\n' || bytes[i] == '\r')
            keep_line(listener);
        else if (listener->length + 1 < sizeof listener->line)
            listener->line[listener->length++] = bytes[i];
}

/* Returns when the child closes its end, or dies. */
static void listen_to(int pipe, pid_t child, const volatile sig_atomic_t *stop,
                      struct listener *listener)
{
    char bytes[1024];
    struct pollfd output = {.fd = pipe, .events = POLLIN};
    for (ssize_t count = 1; count > 0;) {
        const int ready = poll(&output, 1, POLL_MS);
        if (*stop)
            kill(child, SIGTERM);
        if (ready <= 0)
            continue;
        count = read(pipe, bytes, sizeof bytes);
        if (count > 0)
            take_bytes(listener, bytes, (size_t)count);
    }
    keep_line(listener);
}

static void run_self(char *const *words, int error_pipe)
{
    char self[PATH_SIZE];
    const ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    const int nowhere = open("/dev/null", O_RDWR);
#if defined(__linux__)
    prctl(PR_SET_PDEATHSIG, SIGTERM);
#endif
    dup2(nowhere, STDIN_FILENO);
    dup2(nowhere, STDOUT_FILENO);
    dup2(error_pipe, STDERR_FILENO);
    if (length > 0) {
        self[length] = '\0';
        execv(self, words);
    }
    _exit(127);
}

int fr_child_run(char *const *words, const volatile sig_atomic_t *stop, char *reason, size_t size)
{
    int ends[2], status;
    struct listener listener = {.reason = reason, .size = size};
    snprintf(reason, size, "no reason given");
    fflush(NULL);
    if (pipe(ends) != 0) {
        snprintf(reason, size, "cannot create a pipe: %s", strerror(errno));
        return -1;
    }
    const pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        run_self(words, ends[1]);
    }
    close(ends[1]);
    if (child > 0)
        listen_to(ends[0], child, stop, &listener);
    close(ends[0]);
    if (child < 0) {
        snprintf(reason, size, "cannot start a process: %s", strerror(errno));
        return -1;
    }
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        if (*stop)
            kill(child, SIGTERM);
    if (WIFEXITED(status) && WEXITSTATUS(status) != 127)
        return WEXITSTATUS(status);
    fr_wait_status_describe(status, reason, size);
    return -1;
}
