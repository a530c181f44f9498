#include "algorithms/jump_points/label_query.h"

#include <string.h>

#include "algorithms/jump_points/jump_search.h"
#include "algorithms/steps/grid_walk.h"

#define FAR INT32_MAX

void label_query_init(struct label_query *query, const struct jump_graph *graph,
                      const struct fr_allocator *allocator)
{
    query->graph = graph;
    query->allocator = query->jumps.allocator = allocator;
}

enum fr_status label_query_begin(struct label_query *query)
{
    query->stamp = 0;
    query->reached = fr_allocate_zeroed(query->allocator, query->labels.corner_count + 1,
                                        sizeof *query->reached);
    const enum fr_status status = slants_init(&query->slants, &query->graph->lanes);
    return query->reached ? status : FR_NO_MEMORY;
}

/* All jump points round an end. False without memory. */
static bool meet_jumps(struct label_query *query, struct fr_pixel from)
{
    const struct fr_jump_lanes *lanes = &query->graph->lanes;
    query->jumps.count = 0;
    if (!jumps_straight(lanes, from, &query->jumps))
        return false;
    for (int direction = 1; direction < FR_DIRECTIONS; direction += 2) {
        struct jump_walk walk = jumps_walk_from(&query->slants, from, direction);
        if (jumps_walk(lanes, &walk, FAR, &query->jumps) == LINKS_NO_MEMORY)
            return false;
    }
    return true;
}

/* Joins an end to them, to the most promising one first. False without memory. */
static bool join(struct label_query *query, struct label_end *end, struct fr_pixel to)
{
    if (!meet_jumps(query, end->at))
        return false;
    struct label_join *joins =
        fr_grow(query->allocator, end->joins, 0, query->jumps.count, &end->capacity, sizeof *joins);
    if (!joins && query->jumps.count > 0)
        return false;
    end->joins = joins;
    end->count = query->jumps.count;
    for (size_t i = 0; i < end->count; i++) {
        const struct link *jump = &query->jumps.at[i];
        const int32_t x = end->at.x + jump->dx, y = end->at.y + jump->dy;
        const uint32_t hub = query->labels.numbers[fr_jump_corner(&query->graph->corners, x, y)];
        const uint64_t g = fr_jump_octile(jump->dx, jump->dy);
        joins[i] =
            (struct label_join){.g = g,
                                .f = g + fr_jump_octile(to.x - x, to.y - y),
                                .hub = hub,
                                .onward = query->labels.corners[hub].onward[jump->sector / 4]};
        if (joins[i].f < joins[0].f) {
            const struct label_join better = joins[i];
            joins[i] = joins[0];
            joins[0] = better;
        }
    }
    return true;
}

/* Lays out what the start's side reaches from a corner. */
static void reach_hubs(struct label_query *query, const struct label_join *join)
{
    const struct corner_labels *labels = &query->labels;
    const struct labelled_corner *corner = &labels->corners[join->hub];
    query->expanded++;
    for (uint32_t number = corner->first; number < corner[1].first; number++) {
        const struct label_group *group = &labels->groups[number];
        if (!(group->sectors & join->onward))
            continue;
        query->generated += group[1].first - group->first;
        for (uint32_t i = group->first; i < group[1].first; i++) {
            const struct label_entry *entry = &labels->entries[i];
            struct label_reached *reached = &query->reached[entry->hub];
            const uint64_t cost = join->g + entry->cost;
            if (reached->stamp != query->stamp || cost < reached->cost)
                *reached = (struct label_reached){cost, i, query->stamp};
        }
    }
}

/* Looks whether the goal's side, from a corner on, meets it at less than what is known. */
static void meet_hubs(struct label_query *query, const struct label_join *join)
{
    const struct corner_labels *labels = &query->labels;
    const struct labelled_corner *corner = &labels->corners[join->hub];
    query->expanded++;
    for (uint32_t number = corner->first; number < corner[1].first; number++) {
        const struct label_group *group = &labels->groups[number];
        if (!(group->sectors & join->onward))
            continue;
        query->generated += group[1].first - group->first;
        for (uint32_t i = group->first; i < group[1].first; i++) {
            const struct label_entry *entry = &labels->entries[i];
            const struct label_reached *reached = &query->reached[entry->hub];
            const uint64_t cost = join->g + entry->cost;
            if (reached->stamp != query->stamp || reached->cost + cost >= query->best)
                continue;
            query->best = reached->cost + cost;
            query->entry[0] = reached->entry;
            query->entry[1] = i;
            query->corner[1] = join->hub;
        }
    }
}

/* A jump point of the start whose straight line to the goal is shorter than what is known: whether
 * a walk of the goal's leads to it. */
static void test_goal(struct label_query *query, const struct label_join *join)
{
    const struct labelled_corner *corner = &query->labels.corners[join->hub];
    const struct fr_pixel goal = query->ends[1].at;
    if (!links_walk_open(&query->graph->lanes, goal, corner->x - goal.x, corner->y - goal.y))
        return;
    query->best = join->f;
    query->corner[0] = join->hub;
    query->entry[0] = LABEL_NONE;
}

static void forget(struct label_query *query)
{
    if (++query->stamp > 0)
        return;
    memset(query->reached, 0, (query->labels.corner_count + 1) * sizeof *query->reached);
    query->stamp = 1;
}

static FR_TRACED void tell(const struct label_query *query, const struct fr_probe *probe)
{
    for (int side = 0; side < 2; side++)
        for (size_t i = 0; i < query->ends[side].count; i++) {
            const struct labelled_corner *corner =
                &query->labels.corners[query->ends[side].joins[i].hub];
            fr_probe_expanded(probe, fr_pixel_centre((struct fr_pixel){corner->x, corner->y}));
        }
}

/* The most promising pair first: what it costs leaves few others to look at. */
static void search(struct label_query *query)
{
    const struct label_end *start = &query->ends[0], *goal = &query->ends[1];
    if (start->count > 0 && goal->count > 0) {
        reach_hubs(query, &start->joins[0]);
        meet_hubs(query, &goal->joins[0]);
    }
    size_t reached = 1;
    for (size_t i = 1; i < start->count && goal->count > 0; i++)
        if (start->joins[i].f < query->best) {
            reach_hubs(query, &start->joins[i]);
            reached++;
        }
    for (size_t i = reached > 1 ? 0 : 1; i < goal->count; i++)
        if (goal->joins[i].f < query->best)
            meet_hubs(query, &goal->joins[i]);
    for (size_t i = 0; i < start->count; i++)
        if (start->joins[i].f < query->best)
            test_goal(query, &start->joins[i]);
}

enum fr_outcome label_query_run(struct label_query *query, struct fr_pixel start,
                                struct fr_pixel goal, const struct fr_probe *probe)
{
    query->expanded = query->generated = 0;
    query->best = UINT64_MAX;
    query->ends[0].at = start;
    query->ends[1].at = goal;
    forget(query);
    fr_probe_enter(probe, FR_PHASE_ISOVIST);
    if (!join(query, &query->ends[0], goal) || !join(query, &query->ends[1], start))
        return FR_OUT_OF_MEMORY;
    fr_probe_enter(probe, FR_PHASE_SEARCH);
    search(query);
    if (fr_probe_for_expansions(probe))
        tell(query, probe);
    return query->best == UINT64_MAX ? FR_UNREACHABLE : FR_FOUND;
}

/* Waypoints as they are written: the next one, and in which direction the last one was reached. */
struct writer {
    struct fr_point *next;
    unsigned direction; /* FR_DIRECTIONS: in none */
};

/* Leaves a waypoint in a direction: it is none where that goes straight on. */
static inline void leave(struct writer *writer, unsigned direction)
{
    writer->next -= writer->direction == direction;
}

static void write_run(struct writer *writer, struct fr_pixel to)
{
    const struct fr_pixel from = fr_point_pixel(writer->next[-1]);
    if (fr_pixel_equal(from, to))
        return;
    const unsigned direction = links_sector(to.x - from.x, to.y - from.y) / 2;
    leave(writer, direction);
    writer->direction = direction;
    *writer->next++ = fr_pixel_centre(to);
}

static inline struct fr_point centre_of(struct label_turn turn)
{
    return fr_pixel_centre((struct fr_pixel){turn.x, turn.y});
}

static void write_up(struct writer *writer, const struct corner_labels *labels, uint32_t number)
{
    const struct label_way *way = &labels->ways[number];
    leave(writer, way->leaves);
    for (uint32_t i = way->first; i < way[1].first; i++)
        *writer->next++ = centre_of(labels->turns[i]);
    writer->direction = way->arrives;
}

static void write_down(struct writer *writer, const struct corner_labels *labels, uint32_t number,
                       struct label_turn owner)
{
    const struct label_way *way = &labels->ways[number];
    leave(writer, (way->arrives + FR_DIRECTIONS / 2u) % FR_DIRECTIONS);
    for (uint32_t i = way[1].first - 1; i > way->first; i--)
        *writer->next++ = centre_of(labels->turns[i - 1]);
    *writer->next++ = centre_of(owner);
    writer->direction = (way->leaves + FR_DIRECTIONS / 2u) % FR_DIRECTIONS;
}

/* The ways from an entry's corner up to its hub, one after the other, behind the first count. False
 * without memory. */
static bool list_ways(struct label_query *query, uint32_t entry, size_t *count, size_t *turns)
{
    const struct corner_labels *labels = &query->labels;
    for (uint32_t way; (way = labels->entries[entry].way) != LABEL_NONE;
         entry = labels->onward[entry]) {
        if (*count == query->chain_capacity) {
            uint32_t *chain = fr_grow(query->allocator, query->chain, *count, 1,
                                      &query->chain_capacity, sizeof *chain);
            if (!chain)
                return false;
            query->chain = chain;
        }
        query->chain[(*count)++] = way;
        *turns += labels->ways[way + 1].first - labels->ways[way].first;
    }
    return true;
}

static struct label_turn last_turn(const struct corner_labels *labels, uint32_t way)
{
    return labels->turns[labels->ways[way + 1].first - 1];
}

/* The corner of the start whose label holds the entry. */
static uint32_t owner_of(const struct label_query *query, uint32_t entry)
{
    const struct corner_labels *labels = &query->labels;
    for (size_t i = 0;; i++) {
        const uint32_t hub = query->ends[0].joins[i].hub;
        const struct labelled_corner *corner = &labels->corners[hub];
        if (entry >= labels->groups[corner->first].first &&
            entry < labels->groups[corner[1].first].first)
            return hub;
    }
}

static struct fr_pixel pixel_of(const struct corner_labels *labels, uint32_t hub)
{
    return (struct fr_pixel){labels->corners[hub].x, labels->corners[hub].y};
}

/* From the end that the path begins at, by diagonal steps and then straight ones; or backward. */
static void write_join(struct writer *writer, struct fr_pixel to, bool backward)
{
    const struct fr_pixel from = fr_point_pixel(writer->next[-1]);
    write_run(writer, backward ? fr_grid_walk_elbow(to, from) : fr_grid_walk_elbow(from, to));
    write_run(writer, to);
}

/* Between the two corners, over the hub: up the first ways, down the others. */
static void write_ways(struct writer *writer, const struct label_query *query, size_t up,
                       size_t count)
{
    const struct corner_labels *labels = &query->labels;
    for (size_t i = 0; i < up; i++)
        write_up(writer, labels, query->chain[i]);
    for (size_t i = count; i > up; i--) {
        const uint32_t below = query->corner[1];
        const struct label_turn owner =
            i - 1 > up ? last_turn(labels, query->chain[i - 2])
                       : (struct label_turn){labels->corners[below].x, labels->corners[below].y};
        write_down(writer, labels, query->chain[i - 1], owner);
    }
}

enum fr_outcome label_query_trace(struct label_query *query, struct fr_path *path)
{
    const struct corner_labels *labels = &query->labels;
    const bool over_hub = query->entry[0] != LABEL_NONE;
    size_t up = 0, turns = 0;
    if (over_hub) {
        query->corner[0] = owner_of(query, query->entry[0]);
        if (!list_ways(query, query->entry[0], &up, &turns))
            return FR_OUT_OF_MEMORY;
    }
    size_t count = up;
    if ((over_hub && !list_ways(query, query->entry[1], &count, &turns)) ||
        fr_path_reserve(path, turns + 5) != FR_OK) /* both ends, their elbows, the first corner */
        return FR_OUT_OF_MEMORY;
    path->points[0] = fr_pixel_centre(query->ends[0].at);
    struct writer writer = {path->points + 1, FR_DIRECTIONS};
    write_join(&writer, pixel_of(labels, query->corner[0]), false);
    if (over_hub)
        write_ways(&writer, query, up, count);
    write_join(&writer, query->ends[1].at, true);
    path->count = (size_t)(writer.next - path->points);
    return FR_FOUND;
}

void label_query_release(struct label_query *query)
{
    fr_deallocate(query->allocator, query->reached, query->labels.corner_count + 1,
                  sizeof *query->reached);
    query->reached = NULL;
    for (int side = 0; side < 2; side++) {
        struct label_end *end = &query->ends[side];
        fr_deallocate(query->allocator, end->joins, end->capacity, sizeof *end->joins);
        *end = (struct label_end){.joins = NULL};
    }
    fr_deallocate(query->allocator, query->chain, query->chain_capacity, sizeof *query->chain);
    query->chain = NULL;
    query->chain_capacity = 0;
    links_release(&query->jumps);
    query->jumps = (struct links){.allocator = query->allocator};
    slants_release(&query->slants);
    corner_labels_release(&query->labels);
}
