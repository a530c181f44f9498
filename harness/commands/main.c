/* The footrace command with all shipped back ends and maps. */
#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "build_paths.h"
#include "harness/base/units.h"
#include "harness/commands/command.h"

/* The folder from the environment, or in the source tree of this build, or next to the installed
 * command. */
static const char *find_maps(char *beside, size_t size)
{
    const char *elsewhere = getenv("FOOTRACE_MAPS");
    if (elsewhere && *elsewhere)
        return elsewhere;
    const ssize_t length = readlink("/proc/self/exe", beside, size);
    char *name = NULL;
    if (length > 0 && (size_t)length < size) {
        beside[length] = '\0';
        name = strrchr(beside, '/');
    }
    if (access(FOOTRACE_BUNDLED, R_OK) == 0 || !name)
        return FOOTRACE_BUNDLED;
    snprintf(name, size - (size_t)(name - beside), "/../share/footrace/maps");
    return beside;
}

int main(int argc, char **argv)
{
    char beside[4096];
    fr_choose_units();
    const struct fr_program program = {
        .pathfinders = fr_pathfinders,
        .bundled = find_maps(beside, sizeof beside),
    };
    return (int)fr_main(&program, argc, argv);
}
