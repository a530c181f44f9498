#include "harness/base/wait_status.h"

#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

void fr_wait_status_describe(int status, char *text, size_t size)
{
    if (WIFSIGNALED(status))
        snprintf(text, size, "killed by signal %d (%s)", WTERMSIG(status),
                 strsignal(WTERMSIG(status)));
    else
        snprintf(text, size, "exited with status %d", WEXITSTATUS(status));
}
