/* Runs the footrace command as typed, for tests, in a fresh folder with a map, good.png, and a
 * folder, dir. Include it first: it needs POSIX. */
#ifndef FOOTRACE_TESTS_HARNESS_COMMANDS_TYPED_H
#define FOOTRACE_TESTS_HARNESS_COMMANDS_TYPED_H

#define _POSIX_C_SOURCE 200809L

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "build_paths.h"

#define MOST_BYTES (1 << 20)

/* The output of the last command. */
static char standard_output[MOST_BYTES], standard_error[MOST_BYTES];

static char folder[] = "/tmp/footrace-commands-XXXXXX";

static inline size_t read_file(const char *name, char *bytes)
{
    FILE *stream = fopen(name, "rb");
    const size_t size = stream ? fread(bytes, 1, MOST_BYTES - 1, stream) : 0;
    if (stream)
        fclose(stream);
    bytes[size] = '\0';
    return size;
}

static inline void write_file(const char *name, const void *bytes, size_t size)
{
    FILE *stream = fopen(name, "wb");
    assert_non_null(stream);
    assert_int_equal(fwrite(bytes, 1, size, stream), size);
    assert_int_equal(fclose(stream), 0);
}

static inline void write_text(const char *name, const char *text)
{
    write_file(name, text, strlen(text));
}

static inline bool exists(const char *name)
{
    struct stat facts;
    return stat(name, &facts) == 0;
}

/* Runs footrace through the shell; returns its exit code. environment may set variables in
 * front. */
static inline int footrace_with(const char *environment, const char *arguments)
{
    char line[2048];
    snprintf(line, sizeof line, "%s '%s' %s >.out 2>.err </dev/null", environment, FOOTRACE_COMMAND,
             arguments);
    const int status = system(line);
    read_file(".out", standard_output);
    read_file(".err", standard_error);
    if (!WIFEXITED(status))
        fail_msg("footrace %s: died", arguments);
    return WEXITSTATUS(status);
}

static inline int footrace(const char *arguments)
{
    return footrace_with("", arguments);
}

static inline void assert_works(const char *arguments)
{
    const int code = footrace(arguments);
    if (code != 0 || *standard_error)
        fail_msg("footrace %s: exit %d: %s", arguments, code, standard_error);
}

static inline void assert_prints(const char *text)
{
    if (!strstr(standard_output, text))
        fail_msg("'%s' is not in:\n%s", text, standard_output);
}

/* Whether text is one line that starts with the program's name. */
static inline bool is_one_line(const char *text)
{
    const char *end = strchr(text, '\n');
    return strncmp(text, "footrace: ", strlen("footrace: ")) == 0 && end && end[1] == '\0' &&
           end > text + strlen("footrace: ") + 8;
}

/* Creates the folder with a map in it, and makes it current. */
static inline int begin_commands(void **unused)
{
    (void)unused;
    if (!mkdtemp(folder) || chdir(folder) != 0 || mkdir("dir", 0777) != 0)
        return -1;
    assert_works("generate adventure:formations=3 --size 60x40 -o good.png");
    return 0;
}

static inline int end_commands(void **unused)
{
    char line[128];
    (void)unused;
    snprintf(line, sizeof line, "rm -r '%s'", folder);
    return chdir("/") == 0 ? system(line) : -1;
}

#endif
