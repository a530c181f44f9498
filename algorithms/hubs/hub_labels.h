/* Hub labels for the core of a taut visibility graph: they give the shortest path between any two
 * core corners from two short lists (Akiba, Iwata, Yoshida, "Fast exact shortest-path distance
 * queries on large networks by pruned landmark labeling", SIGMOD 2013).
 *
 * A shortest path that arrives at a corner in one cone (taut.h) leaves in the other. A label
 * therefore belongs to a side of a corner, 2*corner + cone, like the edge lists of a graph; it
 * holds the hubs reached by leaving into that cone. If a shortest path between two sides leaves
 * each side's corner into that side's cone, it passes a hub that both labels hold. Hubs are numbered
 * from the most important one; labels are sorted by hub.
 *
 * Lengths are rounded down to units, each a pixel divided by a power of two; a sum of two lengths
 * is less than two units too short. Only stored lengths are rounded: label entries were chosen with
 * 64-bit lengths.
 *
 * Two labels are not merged: one is entered into a table indexed by hub, in which the other is
 * looked up. Reading a table is faster than deciding, hub by hub, which of two lists to advance. */
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

/* Lengths in labels are below HUB_LENGTHS units: four of them sum to less than HUB_FAR. */
#define HUB_LENGTHS (UINT32_C(1) << 29)
#define HUB_FAR (UINT32_C(1) << 31)

/* In pixels: with this unit, the largest map is narrower than HUB_LENGTHS units. */
#define HUB_FINEST_UNIT (1.0 / 8192)

/* A path from start to goal sums four lengths, each rounded down to whole units. */
#define HUB_TIE 4

/* A corner, in half pixels. */
struct hub_place {
    uint16_t x, y;
};

/* Indexes of a side's first entry and first edge; both lists end where the next side's begin. */
struct hub_side {
    uint32_t entry, edge;
};

/* An edge of the core: its target, and the entries and edges of the side by which a path leaves
 * that target. */
struct hub_edge {
    struct hub_side beyond;
    struct hub_place place;
};

/* A label entry. The data for finding lengths and for writing paths share a cache line. */
struct hub_label_entry {
    uint32_t length; /* in units */
    uint16_t hub;
    /* The low edge_bits bits: the edge of the side that leads to the hub, or all ones at the hub
     * itself. The other bits: the last bits of the index of the hub's entry in the label after that
     * edge. */
    uint16_t step;
};

struct hub_labels {
    const struct fr_allocator *allocator;
    uint32_t side_count; /* twice the corners */
    uint32_t hub_count;
    uint32_t entry_count, edge_count;
    struct hub_side *sides;          /* by side; the last element is the end */
    struct hub_label_entry *entries; /* by entry */
    struct hub_edge *edges;          /* of the core */
    struct hub_place *places;        /* by corner */
    int edge_bits;
    double unit; /* pixels */
};

/* Labels under construction. */
struct label_builder;

/* Creates the labels of the core that `search` covers, in slices. *builder must be NULL at first,
 * and is NULL again at the end. FR_OK at a pause and at the end; FR_NO_MEMORY; or FR_UNSUPPORTED if
 * the core has too many corners for 16-bit hubs, or the labels would take more than most_bytes. In
 * all cases the caller releases labels and builder. */
FR_MUST_USE enum fr_status hub_labels_build(struct hub_labels *labels, struct core_search *search,
                                            size_t most_bytes, const struct fr_allocator *allocator,
                                            struct label_builder **builder, struct fr_work *work);

/* Accepts NULL. */
void label_builder_release(struct label_builder *builder);

/* A shortest path between two sides: its length in units, rounded down, and its hub. */
struct hub_meeting {
    uint64_t length;
    uint32_t at_a, at_b; /* entries; HUB_NONE: no path is shorter than the bound */
    bool tied;           /* a path through another hub may be as short, within rounding */
};

/* Prefetches the beginning of a label. */
static inline void hub_labels_prefetch(const struct hub_labels *labels, uint32_t side)
{
    fr_prefetch_lines(&labels->entries[labels->sides[side].entry], 8);
}

/* Enters a label into a table of lengths by hub, where `before` plus the entry's length is less
 * than the element; `before` is the length of the path up to the side, in units below HUB_LENGTHS.
 * Empty table elements are HUB_FAR. */
void hub_labels_enter(const struct hub_labels *labels, uint32_t side, uint32_t before,
                      uint32_t *table);

/* Resets the table elements of a label's hubs to HUB_FAR. */
void hub_labels_leave(const struct hub_labels *labels, uint32_t side, uint32_t *table);

/* The length in units of the shortest path from the entered labels to a side, or HUB_FAR. */
uint32_t hub_labels_look_up(const struct hub_labels *labels, uint32_t side, const uint32_t *table);

/* The entry of a side on a path of `length`; *tied: a path by another entry may be as short. */
uint32_t hub_labels_find(const struct hub_labels *labels, uint32_t side, uint32_t length,
                         const uint32_t *table, bool *tied);

/* The entry of a side for a hub, or HUB_NONE. */
uint32_t hub_labels_at_hub(const struct hub_labels *labels, uint32_t side, uint32_t hub);

/* The shortest path from side a, the only one in the table, to b, if shorter than `below` units. */
struct hub_meeting hub_labels_meet(const struct hub_labels *labels, uint32_t a, uint32_t b,
                                   uint64_t below, const uint32_t *table);

/* The next path from side a to side b, through any hub, that is shorter than `below` units; starts
 * at the entries in *meeting. False if no such path exists. */
bool hub_labels_next(const struct hub_labels *labels, uint32_t a, uint32_t b, uint64_t below,
                     struct hub_meeting *meeting);

/* Appends the corners on the path from an entry's side to the entry's hub, except the first. FR_OK
 * or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status hub_labels_walk(const struct hub_labels *labels, uint32_t side,
                                           uint32_t entry, struct fr_path *path);

/* Saves labels, or loads those of the map into an all-zero struct, which the caller releases in all
 * cases. */
void hub_labels_pass(struct hub_labels *labels, const struct fr_map *map, struct fr_saved *saved);

void hub_labels_release(struct hub_labels *labels);

#endif
