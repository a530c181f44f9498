/* The exit codes of the footrace command. */
#ifndef FOOTRACE_HARNESS_BASE_EXIT_CODE_H
#define FOOTRACE_HARNESS_BASE_EXIT_CODE_H

enum fr_exit {
    FR_EXIT_DONE = 0,
    FR_EXIT_FAULT = 1, /* done, but a path was invalid, or a back end failed unexpectedly */
    FR_EXIT_USAGE = 2, /* bad usage or bad input: one line on stderr, nothing written */
    FR_EXIT_STOPPED =
        3 /* stopped early (signal, full disk, no memory): measurements so far are kept */
};

#endif
