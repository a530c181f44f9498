#include "harness/race/builds.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "harness/racers/callgrind.h"
#include "harness/sandbox/counted.h"

static enum fr_status name_plugins(const struct fr_arguments *arguments,
                                   struct fr_executable *executable, struct fr_error *error)
{
    const int count = fr_argument_count(arguments, "plugin");
    const int most = (int)(sizeof executable->plugins / sizeof *executable->plugins) - 1;
    if (count > most)
        return fr_fail(error, FR_BAD_INPUT,
                       "--plugin: given too often; expected at most %d with --also", most);
    for (int i = 0; i < count; i++)
        executable->plugins[i] = fr_argument(arguments, "plugin", i);
    return FR_OK;
}

/* Reads LABEL=PATH, with a label that no other build has. */
static enum fr_status read_build(const char *text, struct fr_builds *builds, struct fr_error *error)
{
    const size_t front = strcspn(text, "=");
    struct fr_executable *build = &builds->others[builds->count];
    if (text[front] != '=' || front == 0 || front >= sizeof build->label ||
        strcspn(text, "@:,") < front || strlen(text + front + 1) >= sizeof build->path)
        return fr_fail(error, FR_BAD_INPUT, "--also: '%s' found, expected LABEL=PATH-TO-FOOTRACE",
                       text);
    snprintf(build->label, sizeof build->label, "%.*s", (int)front, text);
    snprintf(build->path, sizeof build->path, "%s", text + front + 1);
    for (int i = 0; i < builds->count; i++)
        if (strcmp(builds->others[i].label, build->label) == 0)
            return fr_fail(error, FR_BAD_INPUT,
                           "--also: two builds have the label %s; expected different ones",
                           build->label);
    if (access(build->path, X_OK) != 0)
        return fr_fail(error, fr_status_of(errno), "--also %s: %s: %s; expected a footrace command",
                       build->label, build->path, strerror(errno));
    builds->count++;
    return FR_OK;
}

/* Adds a copy of a racer that another build runs. */
static enum fr_status add_copy(struct fr_racers *racers, int of, struct fr_executable *build,
                               struct fr_error *error)
{
    struct fr_serve_hello hello;
    struct fr_error wrong;
    if (racers->count == FR_MAX_RACERS)
        return fr_fail(error, FR_BAD_INPUT,
                       "--also %s: too many racers; expected at most %d in all", build->label,
                       FR_MAX_RACERS);
    const struct fr_racer one = racers->at[of];
    struct fr_racer *copy = &racers->at[racers->count];
    *copy = one;
    copy->executable = build;
    const int length = snprintf(copy->algo, sizeof copy->algo, "%s@%s", one.algo, build->label);
    if (length >= (int)sizeof copy->algo)
        return fr_fail(error, FR_BAD_INPUT, "--also %s: the name '%s' is too long", build->label,
                       one.algo);
    snprintf(copy->label, sizeof copy->label, "%.60s@%.60s", one.label, build->label);
    if (fr_execute_probe(build, copy, &hello, &wrong) != FR_OK)
        return fr_fail(error, wrong.status, "--also %s: %s: %s", build->label, build->path,
                       wrong.text);
    snprintf(build->version, sizeof build->version, "%s", hello.version_text);
    snprintf(build->revision, sizeof build->revision, "%s", hello.revision);
    snprintf(build->compiler, sizeof build->compiler, "%s", hello.compiler);
    snprintf(build->flags, sizeof build->flags, "%s", hello.flags);
    racers->count++;
    return FR_OK;
}

static void describe(struct fr_builds *builds, int index)
{
    const struct fr_executable *build = &builds->others[index];
    char text[sizeof *builds->texts]; /* gcc's -Wrestrict takes two members of one struct for the
                                       * same object */
    snprintf(text, sizeof text, "%s: %.160s, %s (%s), %s, %.160s", build->label, build->path,
             build->version, *build->revision ? build->revision : "no revision", build->compiler,
             build->flags);
    builds->also[index] = strcpy(builds->texts[index], text);
}

static enum fr_status read_also(const struct fr_arguments *arguments, struct fr_racers *racers,
                                struct fr_builds *builds, struct fr_error *error)
{
    const int wanted = fr_argument_count(arguments, "also"), own = racers->count;
    enum fr_status status = FR_OK;
    if (wanted > FR_MOST_BUILDS)
        return fr_fail(error, FR_BAD_INPUT, "--also: given too often; expected at most %d builds",
                       FR_MOST_BUILDS);
    for (int i = 0; i < wanted && status == FR_OK; i++) {
        status = read_build(fr_argument(arguments, "also", i), builds, error);
        if (status == FR_OK)
            status = name_plugins(arguments, &builds->others[i], error);
        for (int j = 0; j < own && status == FR_OK; j++)
            status = add_copy(racers, j, &builds->others[i], error);
        if (status == FR_OK)
            describe(builds, i);
    }
    for (int i = 0; i < own && builds->count > 0 && status == FR_OK; i++)
        if (!racers->at[i].executable)
            racers->at[i].executable = &builds->self;
    return status;
}

/* Counts by callgrind are reproducible; counts by the processor are nearly so. */
static enum fr_status choose_counter(struct fr_builds *builds, struct fr_error *error)
{
    fr_callgrind_version(builds->counted_by, sizeof builds->counted_by);
    if (*builds->counted_by) {
        builds->counter.self = &builds->self;
        return FR_OK;
    }
    if (!fr_instructions_are_counted())
        return fr_fail(error, FR_BAD_INPUT,
                       "--count: instructions cannot be counted; expected valgrind (on Debian: "
                       "apt-get install valgrind), or access to the processor's counters");
    snprintf(builds->counted_by, sizeof builds->counted_by, "processor");
    return FR_OK;
}

enum fr_status fr_builds_read(const struct fr_arguments *arguments, struct fr_racers *racers,
                              struct fr_builds *builds, struct fr_error *error)
{
    const bool counts = fr_argument_count(arguments, "count") > 0;
    if (!counts && fr_argument_count(arguments, "also") == 0)
        return FR_OK;
    enum fr_status status = fr_executable_self(&builds->self, error);
    if (status == FR_OK)
        status = read_also(arguments, racers, builds, error);
    return status == FR_OK && counts ? choose_counter(builds, error) : status;
}
