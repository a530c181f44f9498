/* The work is pointer chasing: each entry of a table holds the index of the next, in one cycle
 * through all entries, with dependent arithmetic in between. The frame written before it evicts the
 * table from the inner caches, as it evicts a back end's data.
 *
 * It must never change: races with different anchors cannot be compared. */
#include "harness/racers/anchor.h"

#include "maps/random.h"

enum {
    PLACES = 1 << 16, /* 256 KB: larger than first-level caches, smaller than last-level caches */
    STEPS = 512,      /* of one call */
    WORK = 16         /* dependent operations per entry */
};

struct fr_state {
    struct fr_head head;
    uint64_t sum; /* of the last call; keeps the compiler from removing the work */
    uint32_t next[PLACES];
};

/* One cycle through all entries (S. Sattolo, "An Algorithm to Generate a Random Cyclic
 * Permutation", Information Processing Letters 22, 1986). */
static void link_places(uint32_t *next)
{
    struct fr_random random = {1};
    for (uint32_t i = 0; i < PLACES; i++)
        next[i] = i;
    for (uint32_t i = PLACES - 1; i > 0; i--) {
        const uint32_t j = fr_random_below(&random, i);
        const uint32_t swapped = next[i];
        next[i] = next[j];
        next[j] = swapped;
    }
}

static enum fr_status prepare(struct fr_state *state)
{
    link_places(state->next);
    return FR_OK;
}

/* Every call visits the same entries. */
static enum fr_outcome find(struct fr_state *state, struct fr_point start, struct fr_point goal,
                            const struct fr_probe *probe, struct fr_path *path)
{
    uint32_t at = 0;
    uint64_t sum = 1;
    (void)start;
    (void)goal;
    (void)probe;
    for (int step = 0; step < STEPS; step++) {
        at = state->next[at];
        sum += at;
        for (int i = 0; i < WORK; i++)
            sum = (sum ^ sum >> 29) * 0x9E3779B97F4A7C15u;
    }
    (void)path;
    state->sum = sum;
    return FR_NONE;
}

const struct fr_pathfinder fr_anchor = {
    .name = "anchor",
    .label = "Anchor",
    .summary = "a fixed piece of work",
    .source = "none",
    .colour = "#999999",
    .marker = 'x',
    .takes_any_ends = true,
    .traits = {.movement = FR_GRID4, .edge_walls = true},
    .state_bytes = sizeof(struct fr_state),
    .prepare = prepare,
    .find = find,
};
