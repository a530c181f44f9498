/* Describes how a child process ended. */
#ifndef FOOTRACE_HARNESS_BASE_WAIT_STATUS_H
#define FOOTRACE_HARNESS_BASE_WAIT_STATUS_H

#include <stddef.h>

/* Describes a status from waitpid: "killed by signal 11 (Segmentation fault)", "exited with status
 * 1". */
void fr_wait_status_describe(int status, char *text, size_t size);

#endif
