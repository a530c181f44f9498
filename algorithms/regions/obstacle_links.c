#include "algorithms/regions/obstacle_links.h"

#include <stdlib.h>

#include "algorithms/steps/heap_sort.h"
#include "maps/geometry/boundary.h"
#include "maps/geometry/line_of_sight.h"
#include "maps/geometry/predicates.h"

#define NO_RING UINT32_MAX

/* A link from a corner straight to another outline. */
struct link {
    uint32_t rings[2];  /* the outlines that it joins, the lower number first */
    int32_t length;     /* half pixels */
    uint32_t from;      /* a turn */
    struct fr_point at; /* its other end: */
    uint32_t edge;      /* on the edge that begins at this turn, or the turn itself */
};

struct edge {
    uint32_t a, b;
};

struct link_builder {
    const struct fr_map *map;
    const struct fr_allocator *allocator;
    const struct fr_boundary *boundary;
    struct obstacle_graph *graph;
    uint32_t *next; /* by node: the next node along its outline */
    size_t next_capacity;
    uint32_t *ring; /* by turn */
    struct link *links;
    size_t link_count, link_capacity;
    struct edge *edges;
    size_t edge_count, edge_capacity;
};

static struct fr_point shifted(struct fr_point point, struct fr_point direction, int32_t times)
{
    return (struct fr_point){point.x + times * direction.x, point.y + times * direction.y};
}

/* The direction of an axis-parallel segment, one half pixel long. */
static struct fr_point direction_of(struct fr_point from, struct fr_point to)
{
    return (struct fr_point){(to.x > from.x) - (to.x < from.x), (to.y > from.y) - (to.y < from.y)};
}

/* Whether the pixel with this centre, possibly just outside the map, is free. */
static bool is_free(const struct link_builder *builder, struct fr_point centre)
{
    return fr_map_walkable(builder->map, (centre.x - 1) / 2, (centre.y - 1) / 2);
}

/* ---- outlines ---- */

static void number_rings(struct link_builder *builder)
{
    const struct fr_boundary *boundary = builder->boundary;
    uint32_t rings = 0;
    for (uint32_t turn = 0; turn < boundary->count; turn++)
        builder->ring[turn] = NO_RING;
    for (uint32_t turn = 0; turn < boundary->count; turn++) {
        if (builder->ring[turn] != NO_RING)
            continue;
        for (uint32_t at = turn; builder->ring[at] == NO_RING; at = boundary->turns[at].next)
            builder->ring[at] = rings;
        rings++;
    }
}

/* Adds turns as nodes; turns where the boundary bends around a blocked pixel are corners. */
static void place_turns(struct link_builder *builder)
{
    const struct fr_turn *turns = builder->boundary->turns;
    const uint32_t count = builder->boundary->count;
    for (uint32_t turn = 0; turn < count; turn++) {
        const uint32_t here = turns[turn].next, after = turns[here].next;
        const struct fr_point in = direction_of(turns[turn].at, turns[here].at);
        const struct fr_point out = direction_of(turns[here].at, turns[after].at);
        struct obstacle_node *node = &builder->graph->nodes[here];
        *node = (struct obstacle_node){.corner = {turns[here].at.x, turns[here].at.y, 0, 0}};
        builder->next[turn] = here;
        if (fr_cross(in, out) < 0) {
            node->corner.qx = (int8_t)(out.x - in.x);
            node->corner.qy = (int8_t)(out.y - in.y);
        }
    }
    for (uint32_t turn = 1; turn < count; turn++)
        if (fr_point_equal(turns[turn - 1].at, turns[turn].at))
            builder->graph->nodes[turn - 1].pinch = builder->graph->nodes[turn].pinch = true;
}

/* ---- links ---- */

/* The turn at a point where the boundary leaves in a direction; for {0, 0}, any turn. */
static uint32_t find_turn(const struct link_builder *builder, struct fr_point at,
                          struct fr_point direction)
{
    const struct fr_turn *turns = builder->boundary->turns;
    uint32_t low = 0, high = builder->boundary->count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (fr_point_before(turns[middle].at, at))
            low = middle + 1;
        else
            high = middle;
    }
    const struct fr_point runs = direction_of(at, turns[turns[low].next].at);
    if ((direction.x != 0 || direction.y != 0) && !fr_point_equal(runs, direction))
        low++; /* the other turn of a pinch */
    return low;
}

/* Extends a wall from a corner in a direction until a pixel on either side of the line is
 * blocked. */
static struct link shoot(const struct link_builder *builder, uint32_t from,
                         struct fr_point direction)
{
    const struct fr_point side = {-direction.y, direction.x};
    const struct fr_point start = builder->boundary->turns[from].at;
    struct fr_point at = start;
    bool left, right;
    do {
        at = shifted(at, direction, 2);
        const struct fr_point ahead = shifted(at, direction, 1);
        left = is_free(builder, shifted(ahead, side, -1));
        right = is_free(builder, shifted(ahead, side, 1));
    } while (left && right);
    struct link link = {
        .from = from, .at = at, .length = abs(at.x - start.x) + abs(at.y - start.y)};
    if (left || right) {
        link.edge = find_turn(builder, at, (struct fr_point){0, 0});
        return link;
    }
    /* in the middle of a wall that runs to that side: go back to its beginning */
    struct fr_point begin = shifted(at, side, -2);
    while (is_free(builder, shifted(shifted(begin, side, -1), direction, -1)) &&
           !is_free(builder, shifted(shifted(begin, side, -1), direction, 1)))
        begin = shifted(begin, side, -2);
    link.edge = find_turn(builder, begin, side);
    return link;
}

static void add_link(struct link_builder *builder, uint32_t from, struct fr_point direction)
{
    struct link link = shoot(builder, from, direction);
    const uint32_t a = builder->ring[from], b = builder->ring[link.edge];
    if (a == b)
        return;
    link.rings[0] = a < b ? a : b;
    link.rings[1] = a < b ? b : a;
    builder->links[builder->link_count++] = link;
}

static int compare_numbers(int64_t a, int64_t b)
{
    return (a > b) - (a < b);
}

/* Orders by outlines, then by length; the other fields break ties. */
static int compare_links(const void *left, const void *right)
{
    const struct link *a = left, *b = right;
    int order = compare_numbers(a->rings[0], b->rings[0]);
    order = order ? order : compare_numbers(a->rings[1], b->rings[1]);
    order = order ? order : compare_numbers(a->length, b->length);
    order = order ? order : compare_numbers(a->from, b->from);
    order = order ? order : compare_numbers(a->at.y, b->at.y);
    return order ? order : compare_numbers(a->at.x, b->at.x);
}

/* Keeps the shortest link between any two outlines. */
static enum fr_status choose_links(struct link_builder *builder)
{
    const struct fr_turn *turns = builder->boundary->turns;
    builder->link_capacity = 2 * (size_t)builder->boundary->count;
    builder->links =
        fr_allocate(builder->allocator, builder->link_capacity, sizeof *builder->links);
    if (!builder->links)
        return FR_NO_MEMORY;
    for (uint32_t turn = 0; turn < builder->boundary->count; turn++) {
        const uint32_t here = turns[turn].next, after = turns[here].next;
        if (builder->graph->nodes[here].corner.qx == 0)
            continue;
        add_link(builder, here, direction_of(turns[turn].at, turns[here].at));
        add_link(builder, here, direction_of(turns[after].at, turns[here].at));
    }
    heap_sort(builder->links, builder->link_count, sizeof *builder->links, compare_links);
    size_t kept = 0;
    for (size_t i = 0; i < builder->link_count; i++)
        if (kept == 0 || builder->links[kept - 1].rings[0] != builder->links[i].rings[0] ||
            builder->links[kept - 1].rings[1] != builder->links[i].rings[1])
            builder->links[kept++] = builder->links[i];
    builder->link_count = kept;
    return FR_OK;
}

static int32_t span(const struct obstacle_node *a, const struct obstacle_node *b)
{
    return abs(a->corner.x - b->corner.x) + abs(a->corner.y - b->corner.y);
}

/* The node at the end of a link: a turn, or a new node inserted on the edge. */
static uint32_t link_end(struct link_builder *builder, const struct link *link)
{
    struct obstacle_graph *graph = builder->graph;
    const uint32_t number = graph->node_count, turns = builder->boundary->count;
    const struct obstacle_node *begin = &graph->nodes[link->edge];
    const struct obstacle_node end = {.corner = {link->at.x, link->at.y, 0, 0}};
    uint32_t before = link->edge;
    if (fr_point_equal(obstacle_point(graph, before), link->at))
        return before;
    while (builder->next[before] >= turns &&
           span(begin, &graph->nodes[builder->next[before]]) < span(begin, &end))
        before = builder->next[before];
    graph->nodes[number] = end;
    builder->next[number] = builder->next[before];
    builder->next[before] = number;
    graph->node_count++;
    return number;
}

/* ---- edges ---- */

static void add_edge(struct link_builder *builder, uint32_t a, uint32_t b)
{
    builder->edges[builder->edge_count++] = (struct edge){a, b};
}

/* Whether the edges of an outline end at a node: at corners and at ends of links. */
static bool is_stop(const struct link_builder *builder, uint32_t node)
{
    return node >= builder->boundary->count || builder->graph->nodes[node].corner.qx != 0;
}

static void join_outlines(struct link_builder *builder)
{
    const struct obstacle_graph *graph = builder->graph;
    for (uint32_t node = 0; node < graph->node_count; node++) {
        if (!is_stop(builder, node))
            continue;
        uint32_t stop = builder->next[node];
        while (!is_stop(builder, stop))
            stop = builder->next[stop];
        if (stop == node)
            continue;
        if (fr_line_of_sight(builder->map, obstacle_point(graph, node),
                             obstacle_point(graph, stop))) {
            add_edge(builder, node, stop);
            continue;
        }
        for (uint32_t at = node; at != stop; at = builder->next[at])
            add_edge(builder, at, builder->next[at]);
    }
}

/* Lists both directions of each edge, by node. */
static enum fr_status list_ends(struct link_builder *builder)
{
    struct obstacle_graph *graph = builder->graph;
    const struct edge *edges = builder->edges;
    const size_t entries = (size_t)graph->node_count + 2;
    graph->end_count = 2 * builder->edge_count;
    graph->first = fr_allocate_zeroed(graph->allocator, entries, sizeof *graph->first);
    graph->ends = fr_allocate(graph->allocator, graph->end_count + 1, sizeof *graph->ends);
    if (!graph->first || !graph->ends)
        return FR_NO_MEMORY;
    for (size_t i = 0; i < builder->edge_count; i++) {
        graph->first[edges[i].a + 2]++;
        graph->first[edges[i].b + 2]++;
    }
    for (size_t i = 2; i < entries; i++)
        graph->first[i] += graph->first[i - 1];
    /* first[n + 1] is the place of node n's next neighbour; afterwards, the end of the list. */
    for (size_t i = 0; i < builder->edge_count; i++) {
        graph->ends[graph->first[edges[i].a + 1]++] = edges[i].b;
        graph->ends[graph->first[edges[i].b + 1]++] = edges[i].a;
    }
    return FR_OK;
}

static enum fr_status make_edges(struct link_builder *builder)
{
    struct obstacle_graph *graph = builder->graph;
    const size_t links = builder->link_count;
    if (!fr_reserve(graph->allocator, &graph->nodes, graph->node_count, links,
                    &graph->node_capacity, sizeof *graph->nodes))
        return FR_NO_MEMORY;
    if (!fr_reserve(builder->allocator, &builder->next, graph->node_count, links,
                    &builder->next_capacity, sizeof *builder->next))
        return FR_NO_MEMORY;
    builder->edge_capacity = graph->node_count + 2 * links;
    builder->edges =
        fr_allocate(builder->allocator, builder->edge_capacity, sizeof *builder->edges);
    if (!builder->edges)
        return FR_NO_MEMORY;
    for (size_t i = 0; i < links; i++)
        add_edge(builder, builder->links[i].from, link_end(builder, &builder->links[i]));
    join_outlines(builder);
    return list_ends(builder);
}

static enum fr_status build(struct link_builder *builder)
{
    struct obstacle_graph *graph = builder->graph;
    const size_t turns = builder->boundary->count;
    builder->ring = fr_allocate(builder->allocator, turns, sizeof *builder->ring);
    if (!builder->ring ||
        !fr_reserve(graph->allocator, &graph->nodes, 0, turns, &graph->node_capacity,
                    sizeof *graph->nodes) ||
        !fr_reserve(builder->allocator, &builder->next, 0, turns, &builder->next_capacity,
                    sizeof *builder->next))
        return FR_NO_MEMORY;
    graph->node_count = (uint32_t)turns;
    number_rings(builder);
    place_turns(builder);
    const enum fr_status status = choose_links(builder);
    return status == FR_OK ? make_edges(builder) : status;
}

enum fr_status obstacle_graph_create(struct obstacle_graph *graph, const struct fr_map *map,
                                     const struct fr_allocator *allocator)
{
    struct fr_boundary *boundary;
    *graph = (struct obstacle_graph){.allocator = allocator};
    enum fr_status status = fr_boundary_create(map, allocator, &boundary);
    if (status != FR_OK)
        return status;
    struct link_builder builder = {
        .map = map, .allocator = allocator, .boundary = boundary, .graph = graph};
    if (boundary->count > 0)
        status = build(&builder);
    fr_deallocate(allocator, builder.edges, builder.edge_capacity, sizeof *builder.edges);
    fr_deallocate(allocator, builder.links, builder.link_capacity, sizeof *builder.links);
    fr_deallocate(allocator, builder.ring, boundary->count, sizeof *builder.ring);
    fr_deallocate(allocator, builder.next, builder.next_capacity, sizeof *builder.next);
    fr_boundary_release(boundary);
    return status;
}

void obstacle_graph_release(struct obstacle_graph *graph)
{
    const struct fr_allocator *allocator = graph->allocator;
    const size_t entries = (size_t)graph->node_count + 2;
    fr_deallocate(allocator, graph->ends, graph->end_count + 1, sizeof *graph->ends);
    fr_deallocate(allocator, graph->first, entries, sizeof *graph->first);
    fr_deallocate(allocator, graph->nodes, graph->node_capacity, sizeof *graph->nodes);
}
