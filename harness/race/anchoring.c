#include "harness/race/anchoring.h"

#include <math.h>
#include <stdlib.h>

#include "algorithms/pathfinder.h"
#include "harness/statistics/quantiles.h"
#include "maps/random.h"

/* The anchor is a back end only in form; it answers nothing and is not a racer. The anchor's work
 * is pointer chasing: each entry of a table holds the index of the next, in one cycle through all
 * entries, with dependent arithmetic in between. A call takes tens of microseconds, half of it
 * waiting for memory, as in a search. The frame written before a call evicts the table from the
 * inner caches, like a back end's data.
 *
 * The anchor must never change: races with different anchors cannot be compared. */
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

static const struct fr_pathfinder anchor_pathfinder = {
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

/* Calls per pass, spread evenly. */
enum { CALLS = 15 };

static const struct fr_racer anchor_racer = {.pathfinder = &anchor_pathfinder,
                                             .address = "anchor",
                                             .algo = "anchor",
                                             .traits = {.edge_walls = true}};

static size_t passes_of(const struct fr_race *race)
{
    const struct fr_race_schedule *schedule = &race->settings->schedule;
    return (size_t)schedule->rounds * (size_t)schedule->passes;
}

/* A race with a stopping rule is never compared with others. */
static bool is_wanted(const struct fr_race *race)
{
    return !race->settings->stopping && race->group == 1;
}

enum fr_status fr_race_anchor_create(struct fr_race *race)
{
    const struct fr_allocator *allocator = race->settings->allocator;
    fr_sandbox_init(&race->anchor.sandbox, race->settings->rules);
    race->anchor.ns = fr_allocate(allocator, passes_of(race) * CALLS, sizeof *race->anchor.ns);
    race->anchor.counts = fr_allocate_zeroed(allocator, passes_of(race), sizeof(int));
    if (!race->anchor.ns || !race->anchor.counts)
        return FR_NO_MEMORY;
    return fr_map_create(1, 1, allocator, &race->anchor.map);
}

void fr_race_anchor_release(struct fr_race *race)
{
    const struct fr_allocator *allocator = race->settings->allocator;
    fr_sandbox_release(&race->anchor.sandbox);
    fr_map_release(race->anchor.map);
    fr_deallocate(allocator, race->anchor.ns, passes_of(race) * CALLS, sizeof *race->anchor.ns);
    fr_deallocate(allocator, race->anchor.counts, passes_of(race), sizeof(int));
}

void fr_race_anchor_begin(struct fr_race *race)
{
    struct fr_reply reply;
    if (is_wanted(race))
        fr_sandbox_open(&race->anchor.sandbox, &anchor_racer, race->anchor.map, &reply);
}

void fr_race_anchor_end(struct fr_race *race)
{
    fr_sandbox_close(&race->anchor.sandbox);
}

/* Leaves out a sample that the system disturbed, and an anchor that it killed. */
static void ask(struct fr_race *race, size_t pass)
{
    struct fr_anchor *anchor = &race->anchor;
    struct fr_reply reply;
    const struct fr_point here = {1, 1};
    if (anchor->counts[pass] == CALLS || !fr_sandbox_is_open(&anchor->sandbox))
        return;
    fr_sandbox_click(&anchor->sandbox, FR_PLAYED, here, here, &reply, NULL);
    if (reply.status == FR_REPLY_ANSWERED && !reply.answer.lost)
        anchor->ns[pass * CALLS + (size_t)anchor->counts[pass]++] = reply.answer.ns;
}

void fr_race_anchor_pass(struct fr_race *race, int pass, size_t query, size_t queries)
{
    const size_t number =
        (size_t)race->round * (size_t)race->settings->schedule.passes + (size_t)pass;
    if (is_wanted(race) && (query + 1) * CALLS / queries > query * CALLS / queries)
        ask(race, number);
}

void fr_race_anchor_write(struct fr_race *race)
{
    struct fr_anchor *anchor = &race->anchor;
    const size_t passes = passes_of(race);
    if (!is_wanted(race) ||
        fr_record_row(race->settings->record, FR_ROW_ANCHOR, race->course, NULL, 0, 0))
        return;
    double *medians = malloc(passes * sizeof *medians);
    for (size_t i = 0; i < passes && medians; i++) {
        const size_t count = (size_t)anchor->counts[i];
        medians[i] = fr_median_of(anchor->ns + i * CALLS, count);
    }
    if (medians)
        fr_rows_anchor(race->rows, race->course, medians, passes);
    else
        fr_race_stop(race, "not enough memory");
    free(medians);
}
