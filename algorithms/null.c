/* Answers nothing, immediately: the lower bound of every timing.
 *
 * Whatever the harness measures for this back end is the harness's own cost. */
#include "algorithms/front.h"

struct fr_state {
    struct fr_head head;
};

static enum fr_status prepare(struct fr_state *state)
{
    (void)state;
    return FR_OK;
}

static enum fr_outcome find(struct fr_state *state, struct fr_point start, struct fr_point goal,
                            const struct fr_probe *probe, struct fr_path *path)
{
    (void)state;
    (void)start;
    (void)goal;
    (void)probe;
    (void)path;
    return FR_NONE;
}

const struct fr_pathfinder fr_null = {
    .name = "null",
    .label = "Null",
    .summary = "answers nothing: what the harness itself costs",
    .source = "none",
    .colour = "#999999",
    .marker = 'X',
    .takes_any_ends = true,
    .traits = {.movement = FR_GRID4, .edge_walls = true},
    .state_bytes = sizeof(struct fr_state),
    .prepare = prepare,
    .find = find,
    .update = fr_update_nothing,
};
