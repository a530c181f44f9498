#include <dlfcn.h>
#include <fcntl.h>

#include "harness/commands/command.h"
#include "harness/racers/addresses.h"
#include "harness/sandbox/limits.h"
#include "harness/sandbox/plugin_library.h"
#include "harness/sandbox/serve.h"

static const struct fr_flag flags[] = {
    {"algo", "A", false, false, "the back end to run, with its options"},
    {"plugin", "SO", true, false, "a library with back ends, or a program that acts as a back end"},
    {NULL, NULL, false, false, NULL},
};

/* Opens the plugins and appends their back ends to `list`, after the built-in ones. */
static enum fr_status open_plugins(const struct fr_arguments *arguments,
                                   struct fr_pathfinder_list *list, void **last,
                                   struct fr_plugin_build *build, struct fr_error *error)
{
    enum fr_status status = FR_OK;
    for (int i = 0; i < fr_argument_count(arguments, "plugin") && status == FR_OK; i++)
        status = fr_plugin_open(fr_argument(arguments, "plugin", i), list, last, build, error);
    return status;
}

/* Lists the back ends, beginning at index `first`, with their traits, and closes the library. */
static enum fr_status list_all(const struct fr_pathfinder_list *list, int first, void *library,
                               struct fr_serve_hello *hello, struct fr_error *error)
{
    static struct fr_racers racers;
    enum fr_status status = FR_OK;
    fr_plugin_announce("in describe");
    for (int i = first; i < list->count && status == FR_OK; i++) {
        racers.count = 0;
        status = fr_racers_add(&racers, list->at, list->at[i]->name, error);
    }
    if (status == FR_OK && !fr_serve_list(list->at + first, list->count - first, hello))
        status = fr_fail(error, FR_BAD_INPUT, "lists too many back ends");
    fr_plugin_announce("while it was closed");
    if (status == FR_OK && library && dlclose(library) != 0)
        status = fr_fail(error, FR_BAD_INPUT, "cannot be closed: %s", dlerror());
    return status;
}

static enum fr_status choose_racer(const struct fr_pathfinder_list *list, const char *address,
                                   struct fr_racers *racers, struct fr_error *error)
{
    fr_plugin_announce("in describe");
    const enum fr_status status = fr_racers_add(racers, list->at, address, error);
    return status == FR_OK && racers->count != 1
               ? fr_fail(error, FR_BAD_INPUT, "--algo %s: is a set; expected one back end", address)
               : status;
}

/* Started by another footrace, never typed: errors are reported through the socket. */
static enum fr_exit run(const struct fr_program *program, const struct fr_arguments *arguments)
{
    static struct fr_pathfinder_list list;
    static struct fr_racers racers;
    static struct fr_serve_hello hello;
    const char *address = fr_argument(arguments, "algo", 0);
    struct fr_error error = {.status = FR_OK};
    void *library = NULL;
    if (fcntl(FR_SERVE_SOCKET, F_GETFD) < 0) {
        (void)fr_fail(&error, FR_BAD_INPUT,
                      "no race at descriptor %d; expected to be started by "
                      "'footrace run --also' or '--count'",
                      FR_SERVE_SOCKET);
        return fr_report_error(program, &error);
    }
    for (int i = 0; program->pathfinders[i]; i++)
        (void)fr_pathfinder_list_add(&list, program->pathfinders[i]);
    const int built_in = list.count;
    fr_limits_begin();
    enum fr_status status = open_plugins(arguments, &list, &library, &hello.build, &error);
    if (status == FR_OK)
        status = address ? choose_racer(&list, address, &racers, &error)
                         : list_all(&list, built_in, library, &hello, &error);
    error.status = status;
    const struct fr_racer *racer = status == FR_OK && address ? &racers.at[0] : NULL;
    return fr_serve(racer, &error, &hello) == 0 ? FR_EXIT_DONE : FR_EXIT_USAGE;
}

const struct fr_command fr_command_serve = {
    .name = "serve",
    .group = "Tools",
    .words = "",
    .summary = "Runs one racer for another build of footrace (run --also).",
    .flags = flags,
    .run = run,
};
