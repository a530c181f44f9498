/* Navigation mesh: a path over convex polygons, as most game engines find paths.
 *
 * Free space is divided exactly into convex polygons. A* goes from portal to portal, the edges that
 * two polygons share. The polygons on the path found form a chain, through which a funnel pulls the
 * path taut: the path is the shortest through its chain, but another chain may have a shorter one.
 *
 * So the search is only as good as its estimate of a taut path's length (cost=taut). A node stores
 * the last turn of the path to its portal, and what the turn sees of the portal; from there the
 * estimate goes as directly to the goal as the portal permits. The estimate is not exact: when a
 * path turns, only the last portal is crossed again from the new turn, and each portal keeps one
 * path. An alternative estimate goes through the middles of portals (cost=middle), as in most
 * engines, and is far off on long portals. With walk=middles, the path is not pulled taut but goes
 * from middle to middle, as in many games.
 *
 * A click whose ends see each other is answered first, by a straight line.
 *
 * Complexity: preparation takes the triangulation, O(n log n) for n contour points, and linear
 * passes over it; a click takes O(p log p) for p portals, and the funnel O(p). Memory: 20 bytes per
 * edge of the mesh and 48 for the search, 51 per triangle. When the map changes, the mesh is
 * repaired where it changed (convex_mesh.h), and then equals a new one.
 *
 * Sources: Snook, "Simplified 3D movement and pathfinding using navigation meshes", Game
 * Programming Gems, 2000; Demyen and Buro, "Efficient triangulation-based pathfinding", AAAI 2006;
 * Mononen, "Simple stupid funnel algorithm", 2010. Deviations: polygons are exact, not made from
 * voxels; a node is a portal, where many engines keep one path to each polygon; the funnel takes
 * linear time; parts of the mesh that a path need not enter are omitted (mesh_blocks.h), so an
 * unreachable goal costs no search. */
#include <math.h>
#include <string.h>

#include "algorithms/front.h"
#include "algorithms/regions/convex_mesh.h"
#include "algorithms/regions/funnel.h"
#include "algorithms/regions/mesh_blocks.h"
#include "algorithms/steps/generation.h"
#include "algorithms/steps/search_heap.h"
#include "maps/geometry/line_of_sight.h"
#include "maps/geometry/predicates.h"

enum { OPTION_WALK, OPTION_COST };
enum { WALK_FUNNEL, WALK_MIDDLES };
enum { COST_TAUT, COST_MIDDLE };

static const struct fr_option option_table[] = {
    [OPTION_WALK] = FR_CHOICE(
        "walk", "funnel|middles", WALK_FUNNEL,
        "how to cross a chain of polygons: pulled taut, or through the middles of portals"),
    [OPTION_COST] = FR_CHOICE(
        "cost", "taut|middle", COST_TAUT,
        "which lengths the search compares: of taut paths, or through the middles of portals"),
};

#define NO_NODE UINT32_MAX
#define PLACE_BITS 20
#define MOST_TURNS 2 /* between two portals */

struct place {
    double x, y; /* half pixels */
};

enum { NEGATIVE, POSITIVE }; /* the sides of a direction, as in maps/geometry/predicates.h */

/* A portal, seen from the polygon that it leads into; and the goal, behind all portals. */
struct node {
    double from_start, cost; /* half pixels: up to the last turn, and all the way to the goal */
    struct fr_point turn;    /* the last turn before the portal, or the start */
    /* What the turn sees of this portal lies between the rays from the turn through these ends of
     * portals. If an end is the turn itself, nothing limits the view on that side. */
    struct fr_point limits[2];
    uint32_t before; /* the previous portal; NO_NODE at the start */
    uint32_t stamp;  /* the click's stamp, if the portal was reached */
};

struct fr_state {
    struct fr_head head;
    int64_t cost;
    struct mesh mesh;
    struct mesh_repair *repair; /* during preparation; else NULL */
    struct node *nodes;         /* by edge; the last is the goal's */
    size_t node_count;
    uint32_t stamp;
    struct search_heap open;
    struct funnel funnel;
    struct fr_point goal;
    int32_t goal_polygons[2];     /* first edges of the goal's polygons; MESH_WALL: none */
    const struct fr_probe *probe; /* NULL: expansions are not reported */
};

static void release(struct fr_state *state)
{
    const struct fr_allocator *allocator = state->head.allocator;
    funnel_release(&state->funnel);
    search_heap_release(&state->open, allocator);
    fr_deallocate(allocator, state->nodes, state->node_count, sizeof *state->nodes);
    mesh_repair_release(state->repair);
    mesh_release(&state->mesh);
}

static enum fr_status make_nodes(struct fr_state *state, size_t count)
{
    fr_deallocate(state->head.allocator, state->nodes, state->node_count, sizeof *state->nodes);
    state->node_count = count;
    state->nodes = fr_allocate_zeroed(state->head.allocator, count, sizeof *state->nodes);
    return state->nodes ? FR_OK : FR_NO_MEMORY;
}

static enum fr_status prepare_some(struct fr_state *state, struct fr_work *work)
{
    state->funnel.allocator = state->head.allocator;
    state->cost = state->head.options.at[OPTION_COST];
    const enum fr_status status = mesh_create_some(&state->mesh, state->head.map,
                                                   state->head.allocator, &state->repair, work);
    return status == FR_OK && !work->paused ? make_nodes(state, (size_t)state->mesh.edge_count + 1)
                                            : status;
}

static enum fr_status update(struct fr_state *state, const struct fr_rect *rects, size_t count)
{
    const enum fr_status status = mesh_update(&state->mesh, state->head.map, rects, count);
    const size_t edges = (size_t)state->mesh.edge_count;
    return status == FR_OK && edges + 1 > state->node_count
               ? make_nodes(state, edges + edges / 8 + 1)
               : status;
}

/* ---- search ---- */

static double distance(struct place a, struct place b)
{
    return sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y));
}

static struct place place_at(struct fr_point point)
{
    return (struct place){point.x, point.y};
}

/* The order of a node on the open list: its cost, whose last bits, about 2^-32 of it, are replaced
 * by the position of its portal. So nodes of equal cost have the same order in a new mesh, however
 * its edges are numbered. */
static uint64_t order_of(const struct fr_state *state, uint32_t number, double cost)
{
    uint64_t place = 0;
    if (number + 1 < state->node_count) {
        const struct mesh *mesh = &state->mesh;
        const struct fr_point a = mesh_origin(mesh, (int32_t)number);
        const struct fr_point b = mesh_origin(mesh, mesh_next(mesh, (int32_t)number));
        place = (((uint64_t)(uint32_t)(a.y + b.y) << 17 | (uint32_t)(a.x + b.x)) *
                 UINT64_C(0x9E3779B97F4A7C15)) >>
                (64 - PLACE_BITS);
    }
    return (search_heap_key(cost) & ~(uint64_t)0 << PLACE_BITS) | place;
}

/* Where the straight line from a turn to a place crosses a portal, as a share of the portal's
 * length from one end. If the place is on the same side as the turn, it is mirrored. */
static double crossing(struct place turn, struct place a, struct place b, struct place to)
{
    const double x = b.x - a.x, y = b.y - a.y, square = x * x + y * y;
    const double from_along = (turn.x - a.x) * x + (turn.y - a.y) * y;
    const double to_along = (to.x - a.x) * x + (to.y - a.y) * y;
    const double from_off = fabs((turn.x - a.x) * y - (turn.y - a.y) * x);
    const double to_off = fabs((to.x - a.x) * y - (to.y - a.y) * x);
    const double off = from_off + to_off;
    return off > 0 ? (from_along * to_off + to_along * from_off) / (off * square)
                   : from_along / square;
}

static void turn_at(struct node *node, struct fr_point corner)
{
    node->from_start += distance(place_at(node->turn), place_at(corner));
    node->turn = node->limits[NEGATIVE] = node->limits[POSITIVE] = corner;
}

static void ends_of(const struct mesh *mesh, uint32_t portal, struct fr_point ends[2])
{
    ends[NEGATIVE] = mesh_origin(mesh, mesh_next(mesh, (int32_t)portal));
    ends[POSITIVE] = mesh_origin(mesh, (int32_t)portal);
}

/* How far the ends of a portal are outside the limits, by side of the limit and of the end; 0 or
 * less if an end is inside, or nothing limits that side. */
struct bounds {
    int64_t of[2][2];
};

static struct bounds bounds_of(const struct node *node, const struct fr_point ends[2])
{
    const struct fr_point n = fr_point_minus(node->limits[NEGATIVE], node->turn);
    const struct fr_point p = fr_point_minus(node->limits[POSITIVE], node->turn);
    const struct fr_point a = fr_point_minus(ends[NEGATIVE], node->turn);
    const struct fr_point b = fr_point_minus(ends[POSITIVE], node->turn);
    return (struct bounds){{{fr_cross(a, n), fr_cross(b, n)}, {fr_cross(p, a), fr_cross(p, b)}}};
}

/* Continues a path from the last portal to the ends of the next one. If both ends are outside a
 * limit, the path turns at the limit, and then at most at an end of the last portal: other portals
 * after the turn are not crossed again. */
static struct bounds come_to(const struct mesh *mesh, struct node *node, uint32_t last,
                             const struct fr_point ends[2])
{
    for (int turns = 0;; turns++) {
        const struct bounds bounds = bounds_of(node, ends);
        const bool negative = bounds.of[NEGATIVE][POSITIVE] > 0;
        if (turns == MOST_TURNS || (!negative && bounds.of[POSITIVE][NEGATIVE] <= 0))
            return bounds;
        turn_at(node, node->limits[negative ? NEGATIVE : POSITIVE]);
        ends_of(mesh, last, node->limits);
    }
}

/* Where the ray through a limit crosses a portal, as a share of its length from one end. */
static double along(const int64_t outside[2])
{
    return (double)outside[NEGATIVE] / (double)(outside[NEGATIVE] - outside[POSITIVE]);
}

/* Half pixels from the last turn across a portal to the goal: as directly as the limits permit,
 * with another turn at a limit if necessary. */
static double rest_of(const struct node *node, const struct fr_point ends[2],
                      const struct bounds *bounds, struct place goal)
{
    const struct place a = place_at(ends[NEGATIVE]), b = place_at(ends[POSITIVE]);
    struct place turn = place_at(node->turn);
    double t = crossing(turn, a, b, goal), to_limit = 0;
    const int64_t(*of)[2] = bounds->of;
    const bool early = of[NEGATIVE][NEGATIVE] > 0 && t < along(of[NEGATIVE]);
    if (early || (of[POSITIVE][POSITIVE] > 0 && t > along(of[POSITIVE]))) {
        const struct place limit = place_at(node->limits[early ? NEGATIVE : POSITIVE]);
        to_limit = distance(turn, limit);
        turn = limit;
        t = crossing(turn, a, b, goal);
    }
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    const struct place at = {a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)};
    return to_limit + distance(turn, at) + distance(at, goal);
}

/* Turns the last portal's node into the node of the portal reached from it. */
static void cross(const struct fr_state *state, struct node *node, uint32_t last, uint32_t portal)
{
    const struct place goal = place_at(state->goal);
    if (state->cost == COST_MIDDLE) {
        turn_at(node, mesh_middle(&state->mesh, (int32_t)portal));
        node->cost = node->from_start + distance(place_at(node->turn), goal);
        return;
    }
    struct fr_point ends[2];
    ends_of(&state->mesh, portal, ends);
    const struct bounds bounds = come_to(&state->mesh, node, last, ends);
    node->cost = node->from_start + rest_of(node, ends, &bounds, goal);
    for (int side = NEGATIVE; side <= POSITIVE; side++)
        if (bounds.of[side][side] <= 0)
            node->limits[side] = ends[side];
}

/* Reaches a node, unless it was already reached as cheaply. False if out of memory. */
static bool reach(struct fr_state *state, uint32_t number, struct node reached, uint32_t before)
{
    struct node *node = &state->nodes[number];
    if (node->stamp == state->stamp && node->cost <= reached.cost)
        return true;
    reached.before = before;
    reached.stamp = state->stamp;
    *node = reached;
    state->head.stats.generated++;
    return search_heap_push(&state->open, state->head.allocator,
                            order_of(state, number, reached.cost), number);
}

static bool holds_goal(const struct fr_state *state, int32_t first)
{
    return first == state->goal_polygons[0] || first == state->goal_polygons[1];
}

static FR_TRACED void report(const struct fr_state *state, uint32_t portal, struct fr_point start)
{
    fr_probe_expanded(state->probe,
                      portal == NO_NODE ? start : mesh_middle(&state->mesh, (int32_t)portal));
}

/* Reaches the portals of a polygon, except the one by which it was entered. */
static bool cross_polygon(struct fr_state *state, int32_t first, int32_t entered, uint32_t number,
                          const struct node *node)
{
    const struct mesh *mesh = &state->mesh;
    state->head.stats.expanded++;
    if (state->probe)
        report(state, number, node->turn);
    if (holds_goal(state, first)) {
        struct node goal = *node;
        const struct fr_point ends[2] = {state->goal, state->goal};
        come_to(mesh, &goal, number, ends);
        goal.cost = goal.from_start + distance(place_at(goal.turn), place_at(state->goal));
        return reach(state, (uint32_t)state->node_count - 1, goal, number);
    }
    for (int32_t edge = first; edge < first + mesh->edges[first].count; edge++) {
        if (edge == entered || !mesh_leads_on(mesh, edge))
            continue;
        const uint32_t twin = (uint32_t)mesh->edges[edge].twin;
        if (state->nodes[twin].stamp == state->stamp && state->nodes[twin].cost <= node->cost)
            continue;
        struct node next = *node;
        cross(state, &next, number, twin);
        if (!reach(state, twin, next, number))
            return false;
    }
    return true;
}

/* FR_FOUND if the goal's node has been reached at the least cost. */
static enum fr_outcome search(struct fr_state *state)
{
    while (state->open.count > 0) {
        const struct search_entry entry = search_heap_pop(&state->open);
        const struct node node = state->nodes[entry.node];
        if (entry.node + 1 == state->node_count)
            return FR_FOUND;
        if (entry.f != order_of(state, entry.node, node.cost))
            continue;
        const int32_t edge = (int32_t)entry.node;
        /* Cost 0: no better path replaces this node, as other paths already continue from it. */
        state->nodes[entry.node].cost = 0;
        if (!cross_polygon(state, mesh_base(&state->mesh, edge), edge, entry.node, &node))
            return FR_OUT_OF_MEMORY;
    }
    return FR_UNREACHABLE;
}

/* Begins in the one or two polygons that hold the start, which is never on a vertex. */
static bool begin(struct fr_state *state, uint32_t polygon, struct fr_point start)
{
    const struct mesh *mesh = &state->mesh;
    const int32_t under = mesh_portal_under(mesh, polygon, start);
    const struct node from = {.turn = start, .limits = {start, start}};
    if (!cross_polygon(state, mesh->first[polygon], under, NO_NODE, &from))
        return false;
    if (under == MESH_WALL)
        return true;
    const int32_t twin = mesh->edges[under].twin;
    return cross_polygon(state, mesh_base(mesh, twin), twin, NO_NODE, &from);
}

/* ---- walks ---- */

/* Reverses the path's portals: each node's `before` becomes the next portal. Returns the first. */
static uint32_t turn_around(struct fr_state *state)
{
    uint32_t next = NO_NODE, node = state->nodes[state->node_count - 1].before;
    while (node != NO_NODE) {
        const uint32_t before = state->nodes[node].before;
        state->nodes[node].before = next;
        next = node;
        node = before;
    }
    return next;
}

/* Seen from the polygon that it leads into, a portal runs from its positive end to the other. */
static enum fr_status pull(struct fr_state *state, uint32_t node, struct fr_point start,
                           struct fr_path *path)
{
    const struct mesh *mesh = &state->mesh;
    enum fr_status status = funnel_begin(&state->funnel, start);
    for (; node != NO_NODE && status == FR_OK; node = state->nodes[node].before) {
        const int32_t edge = (int32_t)node;
        status = funnel_cross(&state->funnel, mesh_origin(mesh, mesh_next(mesh, edge)),
                              mesh_origin(mesh, edge));
    }
    return status == FR_OK ? funnel_end(&state->funnel, state->goal, path) : status;
}

static enum fr_status join_middles(const struct fr_state *state, uint32_t node,
                                   struct fr_point start, struct fr_path *path)
{
    enum fr_status status = fr_path_append(path, start);
    for (; node != NO_NODE && status == FR_OK; node = state->nodes[node].before) {
        const struct fr_point at = mesh_middle(&state->mesh, (int32_t)node);
        if (!fr_point_equal(at, path->points[path->count - 1]))
            status = fr_path_append(path, at);
    }
    if (status == FR_OK && !fr_point_equal(state->goal, path->points[path->count - 1]))
        status = fr_path_append(path, state->goal);
    return status;
}

static enum fr_outcome find_over_polygons(struct fr_state *state, struct fr_point start,
                                          const struct fr_probe *probe, struct fr_path *path)
{
    struct mesh *mesh = &state->mesh;
    fr_probe_enter(probe, FR_PHASE_ISOVIST);
    const uint32_t from = mesh_locate(mesh, start), to = mesh_locate(mesh, state->goal);
    if (!mesh_blocks_open(mesh, from, to))
        return FR_UNREACHABLE;
    mesh_polygons_at(mesh, to, state->goal, state->goal_polygons);
    state->probe = fr_probe_for_expansions(probe);
    fr_probe_enter(probe, FR_PHASE_SEARCH);
    if (!begin(state, from, start))
        return FR_OUT_OF_MEMORY;
    const enum fr_outcome outcome = search(state);
    mesh->blocks.searched += state->head.stats.expanded;
    if (outcome != FR_FOUND)
        return outcome;
    fr_probe_enter(probe, FR_PHASE_TRACE);
    const uint32_t first = turn_around(state);
    const enum fr_status status = state->head.options.at[OPTION_WALK] == WALK_FUNNEL
                                      ? pull(state, first, start, path)
                                      : join_middles(state, first, start, path);
    return status == FR_OK ? FR_FOUND : FR_OUT_OF_MEMORY;
}

static enum fr_outcome find(struct fr_state *state, struct fr_point start, struct fr_point goal,
                            const struct fr_probe *probe, struct fr_path *path)
{
    state->open.count = 0;
    state->stamp =
        fr_next_generation(state->stamp, state->nodes, state->node_count, sizeof *state->nodes);
    state->goal = goal;
    fr_probe_enter(probe, FR_PHASE_PRECHECK);
    state->head.stats.sight_checks = 1;
    if (fr_line_of_sight(state->head.map, start, goal))
        return fr_find_straight(path, start, goal);
    return find_over_polygons(state, start, probe, path);
}

const struct fr_pathfinder fr_navmesh = {
    .name = "navmesh",
    .label = "Navigation mesh",
    .summary = "A* over convex polygons and a funnel, as in most game engines",
    .source = "Snook 2000; Demyen and Buro, AAAI 2006; Mononen 2010",
    .colour = "#AA4499",
    .marker = 'h',
    .candidate = true,
    .counts = FR_COUNTS_ALL,
    .options = option_table,
    .option_count = sizeof option_table / sizeof *option_table,
    .traits = {.movement = FR_ANY_ANGLE, .expansions = true},
    .state_bytes = sizeof(struct fr_state),
    .prepare_some = prepare_some,
    .find = find,
    .update = update,
    .release = release,
};
