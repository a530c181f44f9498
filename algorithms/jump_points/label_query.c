#include "algorithms/jump_points/label_query.h"

#include <string.h>

#include "algorithms/jump_points/jump_search.h"
#include "algorithms/steps/grid_walk.h"
#include "algorithms/steps/prefetch.h"

void label_query_init(struct label_query *query, const struct jump_graph *graph,
                      const struct fr_allocator *allocator)
{
    query->graph = graph;
    query->allocator = allocator;
}

/* The byte that fills the cost of unreached hubs: the cost is above all floors and does not
 * overflow. */
#define UNREACHED 0x7F

static void unreach_hubs(struct label_query *query)
{
    memset(query->reached, UNREACHED, (query->labels.corner_count + 1) * sizeof *query->reached);
    query->floor = query->reached[0].cost;
}

static bool make_hubs(struct label_query *query)
{
    const struct fr_map *map = query->graph->map;
    query->most = ((uint64_t)map->width * (uint64_t)map->height + 1) * FR_JUMP_DIAGONAL;
    query->reached =
        fr_allocate(query->allocator, query->labels.corner_count + 1, sizeof *query->reached);
    if (query->reached)
        unreach_hubs(query);
    return query->reached;
}

enum fr_status label_query_begin(struct label_query *query, size_t most_bytes,
                                 struct casting **casting, struct fr_work *work)
{
    if (!query->reached && !make_hubs(query))
        return FR_NO_MEMORY;
    return cell_joins_build(&query->joins, query->graph, &query->labels, most_bytes, casting, work);
}

enum fr_status label_query_save(const struct label_query *query, struct fr_bytes *bytes)
{
    struct fr_saved saved = {.bytes = bytes};
    struct corner_labels labels = query->labels;
    corner_labels_pass(&labels, query->graph, &saved);
    return saved.status == FR_OK ? cell_joins_save(&query->joins, bytes) : saved.status;
}

enum fr_status label_query_load(struct label_query *query, struct fr_saved *saved)
{
    corner_labels_pass(&query->labels, query->graph, saved);
    if (saved->status != FR_OK)
        return saved->status;
    if (!make_hubs(query))
        return FR_NO_MEMORY;
    return cell_joins_load(&query->joins, query->graph, &query->labels, saved);
}

/* Lists the jump points to which an end may be joined. False if out of memory. */
static bool join(struct label_query *query, struct label_end *end, struct fr_pixel to)
{
    const uint32_t *list = cell_joins_at(&query->joins, end->at);
    if (!list)
        return false;
    const uint32_t count = *list++;
    if (!fr_reserve(query->allocator, &end->joins, 0, count, &end->capacity, sizeof *end->joins))
        return false;
    struct label_join *joins = end->joins;
    const struct fr_pixel at = end->at;
    const bool are_met = query->joins.shift == 0;
    end->count = count;
    for (uint32_t i = 0; i < count; i++)
        fr_prefetch(&query->labels.corners[list[i] / JOIN_DIRECTIONS]);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t hub = list[i] / JOIN_DIRECTIONS;
        const struct labelled_corner *corner = &query->labels.corners[hub];
        const uint64_t g = fr_jump_octile(corner->x - at.x, corner->y - at.y);
        const uint64_t f = g + fr_jump_octile(corner->x - to.x, corner->y - to.y);
        joins[i] = (struct label_join){g, f, hub, (uint16_t)(list[i] % JOIN_DIRECTIONS), are_met};
    }
    query->expanded += are_met ? (int64_t)count : 0;
    return true;
}

/* Whether a scan from an end meets this jump point, which may improve on the best path. */
static inline bool joins_end(struct label_query *query, const struct label_end *end,
                             struct label_join *join)
{
    if (join->f >= query->best || join->is_met)
        return join->f < query->best;
    const struct labelled_corner *corner = &query->labels.corners[join->hub];
    join->is_met = cell_joins_meet(&query->joins, end->at, (struct fr_pixel){corner->x, corner->y},
                                   join->direction);
    join->f = join->is_met ? join->f : UINT64_MAX;
    query->expanded += join->is_met;
    return join->is_met;
}

/* The jump point of an end with the least straight-line cost to the other end; NULL: none. */
static struct label_join *most_promising(struct label_query *query, struct label_end *end)
{
    for (;;) {
        size_t least = 0;
        for (size_t i = 1; i < end->count; i++)
            least = end->joins[i].f < end->joins[least].f ? i : least;
        if (end->count == 0 || end->joins[least].f >= query->best)
            return NULL;
        if (joins_end(query, end, &end->joins[least]))
            return &end->joins[least];
    }
}

static inline void reach_hub(struct label_query *query, uint32_t number, uint64_t g)
{
    const struct label_entry *entry = &query->labels.entries[number];
    struct label_reached *reached = &query->reached[entry->hub];
    const uint64_t cost = g + entry->cost;
    if (cost < reached->cost)
        *reached = (struct label_reached){cost, number};
}

/* Records the costs of the hubs that the start reaches through a corner. */
static void reach_hubs(struct label_query *query, const struct label_join *join)
{
    const struct labelled_corner *corner = &query->labels.corners[join->hub];
    const struct label_range taut = corner->taut[join->direction];
    const uint32_t begin = corner->first + taut.skip, end = begin + taut.count;
    query->generated += taut.count + 1;
    reach_hub(query, corner->first, query->floor + join->g);
    for (uint32_t i = begin; i < end; i++)
        reach_hub(query, i, query->floor + join->g);
}

static inline void meet_hub(struct label_query *query, uint32_t number,
                            const struct label_join *join)
{
    const struct label_entry *entry = &query->labels.entries[number];
    const struct label_reached *reached = &query->reached[entry->hub];
    const uint64_t cost = reached->cost - query->floor + join->g + entry->cost;
    if (cost >= query->best)
        return;
    query->best = cost;
    query->entry[0] = reached->entry;
    query->entry[1] = number;
    query->corner[1] = join->hub;
}

/* Joins the hubs that the goal reaches through a corner with those of the start. */
static void meet_hubs(struct label_query *query, const struct label_join *join)
{
    const struct labelled_corner *corner = &query->labels.corners[join->hub];
    const struct label_range taut = corner->taut[join->direction];
    const uint32_t begin = corner->first + taut.skip, end = begin + taut.count;
    query->generated += taut.count + 1;
    meet_hub(query, corner->first, join);
    for (uint32_t i = begin; i < end; i++)
        meet_hub(query, i, join);
}

/* For a jump point of the start with a straight-line cost below the best: whether a scan from the
 * goal reaches it. */
static void test_goal(struct label_query *query, const struct label_join *join)
{
    const struct labelled_corner *corner = &query->labels.corners[join->hub];
    const struct fr_pixel goal = query->ends[1].at;
    if (!diagonals_walk_open(&query->joins.diagonals, goal, corner->x - goal.x, corner->y - goal.y))
        return;
    query->best = join->f;
    query->corner[0] = join->hub;
    query->entry[0] = LABEL_NONE;
}

/* Lowers the floor below all costs of the last query. */
static void lower_floor(struct label_query *query)
{
    if (query->floor < 2 * query->most)
        unreach_hubs(query);
    query->floor -= query->most;
}

static FR_TRACED void report(const struct label_query *query, const struct fr_probe *probe)
{
    for (int side = 0; side < 2; side++)
        for (size_t i = 0; i < query->ends[side].count; i++) {
            const struct label_join *join = &query->ends[side].joins[i];
            const struct labelled_corner *corner = &query->labels.corners[join->hub];
            if (join->is_met)
                fr_probe_expanded(probe, fr_pixel_centre((struct fr_pixel){corner->x, corner->y}));
        }
}

/* Prefetches the beginning of a label. */
static inline void ask_for_label(const struct label_query *query, const struct label_join *join)
{
    const struct labelled_corner *corner = &query->labels.corners[join->hub];
    fr_prefetch_lines(&query->labels.entries[corner->first + corner->taut[join->direction].skip],
                      4);
}

/* Prefetches the labels of corners that may be on a path shorter than the best one. */
static void ask_for_labels(const struct label_query *query, const struct label_end *end)
{
    for (size_t i = 0; i < end->count; i++)
        if (end->joins[i].f < query->best)
            ask_for_label(query, &end->joins[i]);
}

static void look_at_hubs(struct label_query *query)
{
    struct label_end *start = &query->ends[0], *goal = &query->ends[1];
    /* The most promising pair comes first: its cost rules out most others. */
    struct label_join *first = most_promising(query, start), *last = most_promising(query, goal);
    if (!first || !last)
        return;
    ask_for_label(query, last);
    reach_hubs(query, first);
    meet_hubs(query, last);
    ask_for_labels(query, start);
    ask_for_labels(query, goal);
    bool more = false;
    for (struct label_join *join = start->joins; join < start->joins + start->count; join++)
        if (join != first && joins_end(query, start, join)) {
            reach_hubs(query, join);
            more = true;
        }
    for (struct label_join *join = goal->joins; join < goal->joins + goal->count; join++)
        if ((more || join != last) && joins_end(query, goal, join))
            meet_hubs(query, join);
}

static void search(struct label_query *query)
{
    struct label_end *start = &query->ends[0];
    look_at_hubs(query);
    for (size_t i = 0; i < start->count; i++)
        if (joins_end(query, start, &start->joins[i]))
            test_goal(query, &start->joins[i]);
}

enum fr_outcome label_query_run(struct label_query *query, struct fr_pixel start,
                                struct fr_pixel goal, const struct fr_probe *probe)
{
    query->expanded = query->generated = 0;
    query->best = query->most;
    query->ends[0].at = start;
    query->ends[1].at = goal;
    lower_floor(query);
    cell_joins_prefetch(&query->joins, goal);
    fr_probe_enter(probe, FR_PHASE_ISOVIST);
    if (!join(query, &query->ends[0], goal) || !join(query, &query->ends[1], start))
        return FR_OUT_OF_MEMORY;
    fr_probe_enter(probe, FR_PHASE_SEARCH);
    search(query);
    if (fr_probe_for_expansions(probe))
        report(query, probe);
    return query->best == query->most ? FR_UNREACHABLE : FR_FOUND;
}

/* Writes waypoints: holds the next one, and the direction in which the last one was reached. */
struct writer {
    struct fr_point *next;
    unsigned direction; /* FR_DIRECTIONS: none */
};

/* Leaves a point in a direction; it becomes a waypoint only if the direction changes. */
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

/* Appends the edges from an entry's corner up to its hub. False if out of memory. */
static bool list_ways(struct label_query *query, uint32_t entry, size_t *count, size_t *turns)
{
    const struct corner_labels *labels = &query->labels;
    for (uint32_t way; (way = labels->entries[entry].way) != LABEL_NONE;
         entry = labels->onward[entry]) {
        if (!fr_reserve(query->allocator, &query->chain, *count, 1, &query->chain_capacity,
                        sizeof *query->chain))
            return false;
        query->chain[(*count)++] = way;
        fr_prefetch(&labels->turns[labels->ways[way].first]);
        *turns += labels->ways[way + 1].first - labels->ways[way].first;
    }
    return true;
}

static struct label_turn last_turn(const struct corner_labels *labels, uint32_t way)
{
    return labels->turns[labels->ways[way + 1].first - 1];
}

/* The corner whose label holds the entry. */
static uint32_t owner_of(const struct label_query *query, uint32_t entry)
{
    const struct corner_labels *labels = &query->labels;
    for (size_t i = 0;; i++) {
        const uint32_t hub = query->ends[0].joins[i].hub;
        const struct labelled_corner *corner = &labels->corners[hub];
        if (entry >= corner->first && entry < corner[1].first)
            return hub;
    }
}

static struct fr_pixel pixel_of(const struct corner_labels *labels, uint32_t hub)
{
    return (struct fr_pixel){labels->corners[hub].x, labels->corners[hub].y};
}

/* Writes a diagonal and a straight segment from the end where the path begins, or the reverse. */
static void write_join(struct writer *writer, struct fr_pixel to, bool backward)
{
    const struct fr_pixel from = fr_point_pixel(writer->next[-1]);
    write_run(writer, backward ? fr_grid_walk_elbow(to, from) : fr_grid_walk_elbow(from, to));
    write_run(writer, to);
}

/* Writes the path between the two corners: first `up` edges up to the hub, then the others down. */
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
    cell_joins_release(&query->joins);
    corner_labels_release(&query->labels);
}
