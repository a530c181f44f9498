/* A back end whose search is in Rust. The descriptor stays in C, so that the compiler holds it to the
 * headers:
 *
 *     rustc -O -C panic=abort -C relocation-model=pic --crate-type staticlib straight.rs
 *     cc -std=c17 -O3 -shared -fPIC -I.../include straight_rust.c libstraight.a \
 *         -Wl,--exclude-libs,ALL -o straight-rust.so */
#include "footrace/algorithms/plugin.h"

struct fr_state {
    struct fr_head head;
};

int32_t straight_find(const struct fr_map *map, struct fr_point start, struct fr_point goal,
                      struct fr_path *path);

static enum fr_status prepare(struct fr_state *state)
{
    return FR_OK;
}

static enum fr_outcome find(struct fr_state *state, struct fr_point start, struct fr_point goal,
                            const struct fr_probe *probe, struct fr_path *path)
{
    const int32_t found = straight_find(state->head.map, start, goal, path);
    return found > 0 ? FR_FOUND : found < 0 ? FR_OUT_OF_MEMORY : FR_NONE;
}

FR_PLUGIN(.name = "straight-rust", .label = "Straight line in Rust", .source = "an example",
          .summary = "the straight line where there is one", .colour = "#A0666E", .marker = '8',
          .traits = {.movement = FR_ANY_ANGLE, .optimality = FR_OPTIMAL_LENGTH},
          .state_bytes = sizeof(struct fr_state), .prepare = prepare, .find = find);
