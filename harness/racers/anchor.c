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
    const struct fr_allocator *allocator;
    uint64_t sum; /* of the last call; keeps the compiler from removing the work */
    uint32_t next[PLACES];
};

static void describe(const struct fr_option_values *options, struct fr_traits *traits)
{
    (void)options;
    *traits =
        (struct fr_traits){.movement = FR_GRID4, .optimality = FR_OPTIMAL_NONE, .edge_walls = true};
}

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

static enum fr_status prepare(const struct fr_map *map, const struct fr_option_values *options,
                              const struct fr_allocator *allocator, struct fr_state **state)
{
    (void)map;
    (void)options;
    struct fr_state *fresh = fr_allocate(allocator, 1, sizeof *fresh);
    if (!fresh)
        return FR_NO_MEMORY;
    fresh->allocator = allocator;
    fresh->sum = 0;
    link_places(fresh->next);
    *state = fresh;
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
    state->sum = sum;
    path->count = 0;
    return FR_NONE;
}

static void release(struct fr_state *state)
{
    if (state)
        fr_deallocate(state->allocator, state, 1, sizeof *state);
}

const struct fr_pathfinder fr_anchor = {
    .name = "anchor",
    .label = "Anchor",
    .summary = "a fixed piece of work",
    .source = "none",
    .colour = "#999999",
    .marker = 'x',
    .describe = describe,
    .prepare = prepare,
    .find = find,
    .release = release,
};
