/* The footrace command: the pathfinders that ship, on the maps that ship. */
#include <stdlib.h>

#include "harness/command.h"

int main(int argc, char **argv)
{
    const char *elsewhere = getenv("FOOTRACE_MAPS");
    const struct fr_program program = {
        .pathfinders = fr_pathfinders,
        .bundled = elsewhere && *elsewhere ? elsewhere : FOOTRACE_BUNDLED,
    };
    return (int)fr_main(&program, argc, argv);
}
