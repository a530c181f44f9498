/* Hub labels for the corners of a jump-point graph: the length of a shortest path between any two
 * of them, and the path itself, from two short lists.
 *
 * Each corner is a hub; hubs are numbered from the highest in a hierarchy. A label holds each hub
 * that is the highest corner on all shortest paths to it: any two corners share such a hub on a
 * shortest path between them. A label also holds the upper ends of its corner's edges, nearly all
 * of which it would hold anyway. The first entry of a label is the corner itself. Later entries are
 * sorted by the sector in which their paths begin, so a path that arrives at the corner reads only
 * entries that are taut after its last step. An entry stores the upward edge that begins its path
 * and the number of the next entry: that of the corner at the end of this edge, for the same hub.
 * Edges are stored as their turns; shortcuts are expanded.
 *
 * Memory: 20 bytes for each entry, 8 for each edge, 4 for each of its turns, 28 for each corner.
 * Several threads may read.
 *
 * Source: Abraham, Delling, Goldberg and Werneck, "Hierarchical Hub Labelings for Shortest Paths",
 * ESA 2012; labels by pruning as in Akiba, Iwata and Yoshida, SIGMOD 2013. */
#ifndef FOOTRACE_ALGORITHMS_JUMP_POINTS_CORNER_LABELS_H
#define FOOTRACE_ALGORITHMS_JUMP_POINTS_CORNER_LABELS_H

#include "algorithms/jump_points/hierarchy.h"

#define LABEL_NONE UINT32_MAX /* instead of an edge or entry: the corner is the hub */

struct label_entry {
    uint64_t cost; /* as in jump_search.h */
    uint32_t hub;
    uint32_t way; /* the first edge of the path, or LABEL_NONE */
};

/* A range of a label's entries, of length `count`, after the first `skip`. */
struct label_range {
    uint16_t skip, count;
};

struct labelled_corner {
    uint32_t first; /* index of its first entry; its entries end where the next corner's begin */
    uint16_t x, y;
    /* The entries to read after a straight step in direction 0, 2, 4 or 6: all that are taut, and
     * few others. The entry of the corner itself is not included, but must be read, too. */
    struct label_range taut[4];
};

/* The turns of an upward edge, from the corner that lists it (left out) to its upper end; its turns
 * end where those of the next edge begin. */
struct label_way {
    uint32_t first;
    uint8_t leaves, arrives; /* directions of its first and last segments */
};

struct label_turn {
    uint16_t x, y;
};

struct corner_labels {
    const struct fr_allocator *allocator;
    size_t corner_count, entry_count, way_count, turn_count;
    size_t entry_capacity, onward_capacity, way_capacity, turn_capacity;
    uint32_t *numbers;               /* by rank of a corner (jump_corners.h): its hub */
    struct labelled_corner *corners; /* by hub; one more marks the end */
    struct label_entry *entries;
    uint32_t *onward; /* by entry: the next one of the same hub, or LABEL_NONE */
    struct label_way *ways;
    struct label_turn *turns;
};

/* Labels under construction. */
struct labelling;

/* Builds the labels of a hierarchy without a core, in slices; `graph` and `hierarchy` are borrowed.
 * *labelling must be NULL at first, and is NULL again at the end. FR_OK if the work paused or is
 * done; FR_NO_MEMORY; or FR_UNSUPPORTED if there is a core, a label is too long, or all labels
 * would take more than most_bytes. The caller releases labels and labelling in all cases. */
FR_MUST_USE enum fr_status corner_labels_build(struct corner_labels *labels,
                                               const struct jump_graph *graph,
                                               const struct hierarchy *hierarchy, size_t most_bytes,
                                               struct labelling **labelling, struct fr_work *work);

/* Accepts NULL. */
void labelling_release(struct labelling *labelling);

/* The bytes that the labels take. */
size_t corner_labels_bytes(const struct corner_labels *labels);

/* Saves labels, or loads those of the graph, whose lanes and corners suffice, into an all-zero
 * struct, which the caller releases in all cases. */
void corner_labels_pass(struct corner_labels *labels, const struct jump_graph *graph,
                        struct fr_saved *saved);

/* Accepts an all-zero struct, and leaves an all-zero one. */
void corner_labels_release(struct corner_labels *labels);

#endif
