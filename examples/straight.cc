// The back end of straight.c in C++20. What the library declares is C; what it throws must not leave.
//
//     c++ -std=c++20 -O3 -DNDEBUG -ffp-contract=off -shared -fPIC -I.../include straight.cc -o straight-cc.so
extern "C" {
#include "footrace/algorithms/plugin.h"
#include "footrace/maps/geometry/line_of_sight.h"
}

struct fr_state {
    fr_head head;
};

static fr_status prepare(fr_state *)
{
    return FR_OK;
}

static fr_outcome find(fr_state *state, fr_point start, fr_point goal, const fr_probe *,
                       fr_path *path)
{
    return fr_line_of_sight(state->head.map, start, goal) ? fr_find_straight(path, start, goal)
                                                          : FR_NONE;
}

FR_PLUGIN(.name = "straight-cc", .label = "Straight line in C++",
          .summary = "the straight line where there is one", .source = "an example",
          .colour = "#7A446E", .marker = '8',
          .traits = {.movement = FR_ANY_ANGLE, .optimality = FR_OPTIMAL_LENGTH},
          .state_bytes = sizeof(fr_state), .prepare = prepare, .find = find);
