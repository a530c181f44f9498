/* The steps of a query, in order, and the helpers that they share. */
#ifndef FOOTRACE_ALGORITHMS_HUBS_HUB_STEPS_H
#define FOOTRACE_ALGORITHMS_HUBS_HUB_STEPS_H

#include <math.h>

#include "algorithms/hubs/hub_query.h"
#include "algorithms/steps/prefetch.h"
#include "maps/geometry/predicates.h"

/* Prefetches the list of an end's cell. */
void hub_end_prefetch(const struct hub_query *query, const struct hub_end *end);

/* Finds the via corners of an end, and a lower bound on the paths through each. */
void hub_end_gather(const struct hub_query *query, struct hub_end *end);

/* Drops the via corners whose bound is not below the best path. */
void hub_end_drop(const struct hub_query *query, struct hub_end *end);

/* The visible entry with the least straight-line bound, made from a via corner if necessary; NULL
 * if none is visible. */
struct hub_entry *hub_end_straightest(struct hub_query *query, struct hub_end *end);

/* Searches upward, out of dead ends, from an end (the start first). False if out of memory. */
bool hub_end_search_upward(struct hub_query *query, struct hub_end *end);

/* Finds the shortest path through the core; searches upward from both ends. False if out of
 * memory. */
bool hub_join_entries(struct hub_query *query);

/* Finds the shortest path outside the core: it turns once, or goes upward and down again. */
void hub_join_outside_core(struct hub_query *query);

static inline double distance(struct fr_point a, struct fr_point b)
{
    const int64_t dx = a.x - b.x, dy = a.y - b.y;
    return sqrt((double)(dx * dx + dy * dy)) / 2;
}

static inline const struct via_label *via_of(const struct hub_query *query, uint32_t side)
{
    return &query->tables->vias.items[side];
}

static inline struct fr_point corner_of(const struct hub_query *query, uint32_t side)
{
    const struct hub_place place = query->tables->labels.places[side / 2];
    return (struct fr_point){place.x, place.y};
}

/* Whether a path may turn at a side's corner, from a point in the cone by which the side is entered
 * to a point in the cone into which it leads. */
static inline bool wraps(const struct hub_query *query, uint32_t side, struct fr_point from,
                         struct fr_point to)
{
    const struct via_label *via = via_of(query, side);
    const struct fr_point at = {via->x, via->y};
    const int64_t turn = fr_cross(fr_point_minus(from, at), fr_point_minus(to, at));
    return via->right * via->down * (side & 1 ? -turn : turn) >= 0;
}

static inline bool end_sees(struct hub_query *query, const struct hub_end *end, uint32_t side,
                            enum hub_sight *sight)
{
    if (*sight == HUB_UNSEEN)
        *sight = hub_query_sees(query, end->at, corner_of(query, side)) ? HUB_SEEN : HUB_HIDDEN;
    return *sight == HUB_SEEN;
}

static inline const struct hub_end *other_end(const struct hub_query *query,
                                              const struct hub_end *end)
{
    return &query->ends[end == &query->ends[0]];
}

/* The first list entry of an end's cell, and in *last the end of the list. */
static inline const uint32_t *listed_at(const struct hub_query *query, const struct hub_end *end,
                                        const uint32_t **last)
{
    const struct via_labels *vias = &query->tables->vias;
    const uint32_t *first = &vias->first[via_labels_cell(vias, fr_point_pixel(end->at))];
    *last = vias->entries + first[1];
    return vias->entries + first[0];
}

/* Whether an end sees a listed corner, according to the end's cell: never HUB_HIDDEN. */
static inline enum hub_sight listed_sight(const struct hub_end *end, uint32_t listed)
{
    return via_sight(listed, end->quarter) >= VIA_SEEN ? HUB_SEEN : HUB_UNSEEN;
}

static inline bool sees_listed(struct hub_query *query, const struct hub_end *end, uint32_t listed,
                               struct fr_point at)
{
    return listed_sight(end, listed) == HUB_SEEN || hub_query_sees(query, end->at, at);
}

/* Whether a path from a point may turn at a listed corner and continue by an edge of this kind. */
static inline bool via_takes(const struct hub_query *query, uint32_t listed, enum via_kind kind,
                             struct fr_point from)
{
    const struct via_label *via = via_of(query, listed >> VIA_FLAG_BITS);
    const struct fr_point offset = fr_point_minus(from, (struct fr_point){via->x, via->y});
    return via_faces(via, offset) && via_leads(via, kind, offset);
}

/* Makes a via corner an entry, for which the end must have room; NULL if no path enters the core at
 * this corner. */
static inline struct hub_entry *enter_via(const struct hub_query *query, struct hub_end *end,
                                          size_t first)
{
    const struct hub_via_list *vias = &end->vias;
    const uint32_t listed = vias->listed[first];
    const struct fr_point at = {vias->x[first], vias->y[first]};
    if (via_sight(listed, end->quarter) != VIA_SURE &&
        !(listed & VIA_SOME_CORE && via_takes(query, listed, VIA_CORE, end->at)))
        return NULL;
    struct hub_entry *entry = &end->entries[end->entry_count++];
    entry->length = distance(end->at, at);
    entry->bound = entry->length + distance(at, other_end(query, end)->at);
    entry->side = listed >> VIA_FLAG_BITS;
    entry->sight = listed_sight(end, listed);
    entry->is_upward = false;
    fr_prefetch(landmarks_row(&query->tables->landmarks, entry->side / 2));
    hub_labels_prefetch(&query->tables->labels, entry->side);
    return entry;
}

/* The point before a corner on the path by which the upward search reached it. */
static inline struct fr_point node_from(const struct hub_query *query, const struct hub_end *end,
                                        const struct hub_node *node)
{
    return node->parent == HUB_NONE ? end->at : corner_of(query, 2 * node->parent);
}

static inline void take_best(struct hub_query *query, enum hub_best kind, uint32_t corner,
                             double length)
{
    query->best = length;
    query->kind = kind;
    query->best_corner = corner;
    query->best_seen_by = NULL;
}

/* The exclusive bound, in units, on paths between two entries that may beat the best path. */
static inline uint64_t room_for(const struct hub_query *query, const struct hub_entry *a,
                                const struct hub_entry *b)
{
    const double units = (query->best - a->length - b->length) / query->tables->labels.unit;
    return units < 1e18 ? (uint64_t)units + 1 : UINT64_MAX;
}

#endif
