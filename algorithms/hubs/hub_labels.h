/* Hub labels on the core of a taut visibility graph: the shortest way between any two of its
 * corners from two short lists (Akiba, Iwata, Yoshida, "Fast exact shortest-path distance queries on
 * large networks by pruned landmark labeling", SIGMOD 2013).
 *
 * A shortest path that comes to a corner from one cone (taut.h) goes on into the other. So a label
 * belongs to a side of a corner, 2*corner + cone, as the lists of a graph do, and holds the hubs
 * that are reached by leaving into that cone. Two sides share a hub on each shortest path between
 * them that leaves both into their cones. Hubs are numbered from the most important one on, and
 * labels ordered by that number.
 *
 * Lengths are kept in units of a power of two of a pixel, rounded down, so that a sum of two is
 * less than two units short. They are rounded once: what a label refers to was chosen with 64
 * bits.
 *
 * Two labels are not merged: one is entered into a table by hub, and the other looked up there.
 * Reading a table is faster than finding out, hub by hub, which of two lists to go on with. */
#ifndef FOOTRACE_ALGORITHMS_HUBS_HUB_LABELS_H
#define FOOTRACE_ALGORITHMS_HUBS_HUB_LABELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "algorithms/saved.h"
#include "algorithms/steps/prefetch.h"
#include "algorithms/visibility/core_search.h"
#include "maps/path.h"

#define HUB_NONE UINT32_MAX

/* Lengths in labels are less than that, in units: four of them add up to less than HUB_FAR. */
#define HUB_LENGTHS (UINT32_C(1) << 29)
#define HUB_FAR (UINT32_C(1) << 31)

/* A way from end to end adds up four lengths that were rounded down to whole units. */
#define HUB_TIE 4

/* A corner, in half pixels. */
struct hub_place {
    uint16_t x, y;
};

/* Where a side's entries and edges begin; they end where the next side's begin. */
struct hub_side {
    uint32_t entry, edge;
};

/* An edge of the core: where it leads, and what begins at the side by which a way goes on from
 * there. */
struct hub_edge {
    struct hub_side beyond;
    struct hub_place place;
};

/* What a label says of a hub; what a click reads of it, and what its path then asks for, lie in
 * one line of a cache. */
struct hub_way {
    uint32_t length; /* in units */
    uint16_t hub;
    /* Which edge of the side leads to the hub, in edge_bits low bits, all of them set at the hub
     * itself; above them, the last bits of the place that the hub has in the label beyond that
     * edge. */
    uint16_t step;
};

struct hub_labels {
    const struct fr_allocator *allocator;
    uint32_t side_count; /* twice the corners */
    uint32_t hub_count;
    uint32_t entry_count, edge_count;
    struct hub_side *sides;   /* by side, and the end */
    struct hub_way *ways;     /* by entry */
    struct hub_edge *edges;   /* of the core */
    struct hub_place *places; /* by corner */
    int edge_bits;
    double unit; /* pixels */
};

/* Of the core that a search knows. FR_OK; FR_NO_MEMORY; or FR_UNSUPPORTED where it has too many
 * corners for hubs of 16 bits or the labels would take more than most_bytes. Either way the caller
 * releases it. */
FR_MUST_USE enum fr_status hub_labels_create(struct hub_labels *labels, struct core_search *search,
                                             size_t most_bytes,
                                             const struct fr_allocator *allocator);

/* A shortest way between two sides: its length in units, rounded down, and its hub. */
struct hub_meeting {
    uint64_t length;
    uint32_t at_a, at_b; /* entries; HUB_NONE where there is no way below the bound */
    bool tied;           /* by another hub it may be as short, but for rounding */
};

/* Asks for the beginning of a label, which may be read soon. */
static inline void hub_labels_prefetch(const struct hub_labels *labels, uint32_t side)
{
    fr_prefetch_lines(&labels->ways[labels->sides[side].entry], 8);
}

/* Enters a label into a table of the lengths to hubs, where it is shorter: so many units, less than
 * HUB_LENGTHS, lie before the side. A table holds HUB_FAR where nothing was entered. */
void hub_labels_enter(const struct hub_labels *labels, uint32_t side, uint32_t before,
                      uint32_t *table);

/* Takes out what was entered of a label's hubs. */
void hub_labels_leave(const struct hub_labels *labels, uint32_t side, uint32_t *table);

/* The length of the shortest way from what was entered to a side, in units; HUB_FAR: there is none.
 */
uint32_t hub_labels_look_up(const struct hub_labels *labels, uint32_t side, const uint32_t *table);

/* The entry of a side by which that way is so long; *tied: whether by others it may be, too. */
uint32_t hub_labels_find(const struct hub_labels *labels, uint32_t side, uint32_t length,
                         const uint32_t *table, bool *tied);

/* The entry of a side for a hub; HUB_NONE: it has none. */
uint32_t hub_labels_at_hub(const struct hub_labels *labels, uint32_t side, uint32_t hub);

/* The shortest way from side a, which alone was entered, to side b, if it is shorter than so many
 * units. */
struct hub_meeting hub_labels_meet(const struct hub_labels *labels, uint32_t a, uint32_t b,
                                   uint64_t below, const uint32_t *table);

/* The next way from side a to side b, by whatever hub, that is shorter than so many units: from the
 * entries that *meeting names on. False where there is none. */
bool hub_labels_next(const struct hub_labels *labels, uint32_t a, uint32_t b, uint64_t below,
                     struct hub_meeting *meeting);

/* Appends the corners on the way from the side of an entry to its hub, the first one not included.
 * FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status hub_labels_walk(const struct hub_labels *labels, uint32_t side,
                                           uint32_t entry, struct fr_path *path);

/* Appends them. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status hub_labels_save(const struct hub_labels *labels, struct fr_bytes *bytes);

/* FR_OK, FR_NO_MEMORY or FR_BAD_INPUT; either way the caller releases them. */
FR_MUST_USE enum fr_status hub_labels_load(struct hub_labels *labels,
                                           const struct fr_allocator *allocator,
                                           struct fr_saved *saved);

void hub_labels_release(struct hub_labels *labels);

#endif
