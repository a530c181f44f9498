/* Hub labels of the corners of a jump-point graph: the length of a shortest path between any two of
 * them, and the path itself, from two short lists.
 *
 * Corners are hubs, numbered from the highest of a hierarchy down. A label holds each hub that is
 * the highest corner on all shortest paths to it: two corners share one on a shortest path between
 * them. The first entry of a label is the corner itself; the others are in the order of the sectors
 * in which their paths set out, so that whoever came to the corner reads those only that are taut
 * after his last step. An entry knows the way up that begins its path, and the entry of the same
 * hub at the end of that way. Ways are kept as the turns to be written, shortcuts spelled out.
 *
 * Data: 20 bytes an entry, 8 a way and 4 for each of its turns, 28 a corner. Reading is safe from
 * several threads.
 *
 * Source: Abraham, Delling, Goldberg and Werneck, "Hierarchical Hub Labelings for Shortest Paths",
 * ESA 2012; labels by pruning as in Akiba, Iwata and Yoshida, SIGMOD 2013. */
#ifndef FOOTRACE_ALGORITHMS_JUMP_POINTS_CORNER_LABELS_H
#define FOOTRACE_ALGORITHMS_JUMP_POINTS_CORNER_LABELS_H

#include "algorithms/jump_points/hierarchy.h"

#define LABEL_NONE UINT32_MAX /* in place of a way or an entry: the corner is its own hub */

struct label_entry {
    uint64_t cost; /* as in jump_search.h */
    uint32_t hub;
    uint32_t way; /* its first, or LABEL_NONE */
};

/* Entries of a label, behind so many others. */
struct label_range {
    uint16_t skip, count;
};

struct labelled_corner {
    uint32_t first; /* its entries, up to those of the next corner */
    uint16_t x, y;
    /* After a straight step in direction 0, 2, 4 or 6: all that are taut, and few others. The
     * corner itself is not among them, but is to be read, too. */
    struct label_range taut[4];
};

/* The turns of a way, up to those of the next one: from the corner that lists it, which is left
 * out, to the one that it leads up to. */
struct label_way {
    uint32_t first;
    uint8_t leaves, arrives; /* directions of its first run and its last */
};

struct label_turn {
    uint16_t x, y;
};

struct corner_labels {
    const struct fr_allocator *allocator;
    size_t corner_count, entry_count, way_count, turn_count;
    size_t entry_capacity, onward_capacity, way_capacity, turn_capacity;
    uint32_t *numbers;               /* by rank of a corner (jump_corners.h): its hub's number */
    struct labelled_corner *corners; /* by hub; one more at the end, as of ways */
    struct label_entry *entries;
    uint32_t *onward; /* by entry: the next one of the same hub, or LABEL_NONE */
    struct label_way *ways;
    struct label_turn *turns;
};

/* The labels of a hierarchy, which has no core. FR_OK; FR_NO_MEMORY; or FR_UNSUPPORTED where it
 * has one, a label is too long or they would take more than most_bytes. Either way the caller releases them. */
FR_MUST_USE enum fr_status corner_labels_create(struct corner_labels *labels,
                                                const struct jump_graph *graph,
                                                const struct hierarchy *hierarchy,
                                                size_t most_bytes);

/* What they take. */
size_t corner_labels_bytes(const struct corner_labels *labels);

/* Appends them. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status corner_labels_save(const struct corner_labels *labels,
                                              struct fr_bytes *bytes);

/* FR_OK, FR_NO_MEMORY or FR_BAD_INPUT; either way the caller releases them. */
FR_MUST_USE enum fr_status corner_labels_load(struct corner_labels *labels,
                                              const struct fr_allocator *allocator,
                                              struct fr_saved *saved);

/* Accepts what was never created, if it is all zero; which it is again, afterwards. */
void corner_labels_release(struct corner_labels *labels);

#endif
