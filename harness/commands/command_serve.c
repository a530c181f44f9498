#include <fcntl.h>

#include "harness/commands/command.h"
#include "harness/racers/addresses.h"
#include "harness/sandbox/racer_plugin.h"
#include "harness/sandbox/serve.h"

static const struct fr_flag flags[] = {
    {"algo", "A", false, true, "the back end that races, with its options"},
    {"plugin", "SO", true, false, "a library with more back ends"},
    {NULL, NULL, false, false, NULL},
};

/* Started by another footrace, never typed: what goes wrong is told through the socket. */
static enum fr_exit run(const struct fr_program *program, const struct fr_arguments *arguments)
{
    static struct fr_plugins plugins;
    static struct fr_racers racers;
    struct fr_error error;
    enum fr_status status = fr_plugins_read(&plugins, program->pathfinders, arguments, &error);
    if (status == FR_OK)
        status =
            fr_racers_add(&racers, plugins.pathfinders, fr_argument(arguments, "algo", 0), &error);
    if (fcntl(FR_SERVE_SOCKET, F_GETFD) < 0) {
        (void)fr_fail(&error, FR_BAD_INPUT,
                      "no race at descriptor %d; expected to be started by "
                      "'footrace run --also' or '--count'",
                      FR_SERVE_SOCKET);
        return fr_report_error(program, &error);
    }
    const bool one = status == FR_OK && racers.count == 1;
    if (status == FR_OK && !one)
        (void)fr_fail(&error, FR_BAD_INPUT, "--algo %s: a set, expected one back end",
                      fr_argument(arguments, "algo", 0));
    return fr_serve(one ? &racers.at[0] : NULL, &error) == 0 ? FR_EXIT_DONE : FR_EXIT_USAGE;
}

const struct fr_command fr_command_serve = {
    .name = "serve",
    .words = "",
    .summary = "runs one racer for another build of footrace (run --also)",
    .flags = flags,
    .run = run,
};
