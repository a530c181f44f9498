/* A back end outside the tree: the straight line if it is free, otherwise no answer. The plugin
 * needs only the installed headers, as algorithms/plugin.h says:
 *
 *     cc -std=c17 -O3 -DNDEBUG -ffp-contract=off -shared -fPIC -I.../include straight.c -o straight.so */
#include "footrace/algorithms/plugin.h"
#include "footrace/maps/geometry/line_of_sight.h"

struct fr_state {
    struct fr_head head;
};

static enum fr_status prepare(struct fr_state *state)
{
    return FR_OK;
}

static enum fr_outcome find(struct fr_state *state, struct fr_point start, struct fr_point goal,
                            const struct fr_probe *probe, struct fr_path *path)
{
    return fr_line_of_sight(state->head.map, start, goal) ? fr_find_straight(path, start, goal)
                                                          : FR_NONE;
}

FR_PLUGIN(.name = "straight", .label = "Straight line", .source = "an example",
          .summary = "the straight line where there is one", .colour = "#A0446E", .marker = '8',
          .traits = {.movement = FR_ANY_ANGLE, .optimality = FR_OPTIMAL_LENGTH},
          .state_bytes = sizeof(struct fr_state), .prepare = prepare, .find = find);
