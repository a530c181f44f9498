/* Polyanya: the exact shortest any-angle path, searched for online over a mesh of convex polygons.
 *
 * A node of the search is no point but a view: what a root (the start, or a corner turned at) sees
 * through one portal between two directions. To expand it is to look on through the polygon beyond:
 * each further portal in view is a view of the same root, and each corner in view that a path can
 * bend around is a root that waits for its turn. The cost of a view is the length up to its root,
 * and from there through what is seen of the portal to the goal as the crow flies, the goal being
 * mirrored where it lies on this side. So when the goal comes into view of the cheapest node, the
 * path is a shortest one.
 *
 * The limits of a view are directions to corners, or the one in which its root was reached: they
 * are integers, and what is in view is decided exactly. The points where they meet a portal are
 * rational, and only go into costs. What is seen along a single ray is not followed: the corners
 * that narrow a view to a ray are roots, and see along it.
 *
 * Complexity: preparing takes the triangulation, O(n log n) for n contour points, and linear passes
 * over it; a click at worst a view for each portal and each way to it between obstacles. Memory:
 * 20 bytes an edge of the mesh, 44 a triangle, 40 a corner.
 *
 * Source: Cui, Harabor and Grastien, "Compromise-free Pathfinding on a Navigation Mesh", IJCAI
 * 2017. Deviations: corners are nodes, looked around from when their turn comes, where the
 * published search makes nodes of all that lies around a corner when it comes into view; only taut
 * turns are made; of parts of the mesh that hang on a single polygon, not only dead ends are left
 * out (mesh_blocks.h). */
#include <math.h>
#include <string.h>

#include "algorithms/pathfinder.h"
#include "algorithms/regions/convex_mesh.h"
#include "algorithms/regions/mesh_blocks.h"
#include "algorithms/regions/mesh_sketch.h"
#include "algorithms/steps/generation.h"
#include "algorithms/steps/search_heap.h"

/* What a root sees through a portal: directions less than half a turn apart, with left to the
 * positive side of right. */
struct view {
    int32_t portal; /* an edge of the polygon beyond */
    uint32_t root;  /* index into roots */
    struct fr_point right, left;
};

/* The start, or a corner that was seen by another root. */
struct root {
    double from_start, to_goal; /* half pixels */
    struct fr_point at;
    uint32_t parent; /* the root that it was seen by */
    int32_t seen;    /* the edge that leaves it, in the polygon that it was seen through */
    uint32_t stamp;  /* of the click; older: not seen yet */
    bool expanded;
};

/* Nodes of the search: a view by its index, or a root with this bit. */
#define ROOT_NODE ((uint32_t)1 << 31)

struct fr_state {
    const struct fr_map *map;
    const struct fr_allocator *allocator;
    struct mesh mesh;
    struct root *roots; /* by corner, and the start behind them */
    size_t root_count;
    uint32_t stamp;
    struct view *views; /* of the last click */
    size_t view_count, view_capacity;
    struct search_heap open;
    uint32_t *ready; /* nodes that cost no more than the one at hand: they go before all others */
    size_t ready_count, ready_capacity;
    double cost; /* of the node at hand */
    struct fr_point goal;
    int32_t goal_polygons[2]; /* first edges of the polygons that hold the goal; MESH_WALL: none */
    uint32_t goal_root;       /* the root that the goal is in view of, once it is */
    bool found, no_memory;
    int64_t expanded, generated;
};

static double length(struct fr_point d)
{
    return sqrt((double)fr_dot(d, d));
}

/* Doubles that are not negative are in the order of their bits. */
static uint64_t cost_bits(double cost)
{
    uint64_t bits;
    memcpy(&bits, &cost, sizeof bits);
    return bits;
}

static double bits_cost(uint64_t bits)
{
    double cost;
    memcpy(&cost, &bits, sizeof cost);
    return cost;
}

static void push(struct fr_state *state, double cost, uint32_t node)
{
    state->generated++;
    if (cost > state->cost) {
        state->no_memory |=
            !search_heap_push(&state->open, state->allocator, cost_bits(cost), node);
        return;
    }
    uint32_t *ready = fr_grow(state->allocator, state->ready, state->ready_count, 1,
                              &state->ready_capacity, sizeof *ready);
    state->no_memory |= !ready;
    if (!ready)
        return;
    state->ready = ready;
    ready[state->ready_count++] = node;
}

/* Whether a path may cross an edge. */
static bool leads_on(const struct mesh *mesh, int32_t edge)
{
    return mesh->edges[edge].twin != MESH_WALL && mesh_is_open(mesh, edge);
}

static bool holds_goal(const struct fr_state *state, int32_t edge)
{
    const int32_t first = mesh_base(&state->mesh, edge);
    return first == state->goal_polygons[0] || first == state->goal_polygons[1];
}

static struct fr_point seen_from(const struct fr_state *state, uint32_t root, int32_t edge)
{
    return fr_point_minus(mesh_origin(&state->mesh, edge), state->roots[root].at);
}

static struct fr_point goal_from(const struct fr_state *state, uint32_t root)
{
    return fr_point_minus(state->goal, state->roots[root].at);
}

static void reach_goal(struct fr_state *state, uint32_t root, bool in_view)
{
    state->found |= in_view;
    state->goal_root = root;
}

/* A vertex, the origin of an edge of the polygon that is looked through, comes into view of a root
 * in direction d. */
static void see_vertex(struct fr_state *state, uint32_t by, int32_t edge, struct fr_point d)
{
    const struct mesh *mesh = &state->mesh;
    const uint32_t corner = mesh->edges[edge].corner;
    if (corner == MESH_NO_CORNER || !mesh_corner_taut(corner, d))
        return;
    const bool is_negative = mesh_corner_turns_negative(corner, d);
    if (!leads_on(mesh, is_negative ? edge : mesh_previous(mesh, edge)))
        return;
    const uint32_t index = mesh_corner_index(corner);
    struct root *root = &state->roots[index];
    const double from_start = state->roots[by].from_start + length(d);
    if (root->stamp != state->stamp) {
        root->at = mesh_origin(mesh, edge);
        root->to_goal = length(fr_point_minus(state->goal, root->at));
        root->stamp = state->stamp;
        root->expanded = false;
    } else if (root->expanded || root->from_start <= from_start) {
        return;
    }
    root->from_start = from_start;
    root->parent = by;
    root->seen = edge;
    push(state, from_start + root->to_goal, ROOT_NODE | index);
}

/* The least length from a root, at the origin, to the goal through what is in view of a portal that
 * runs from a (right) to b. */
static double through_view(struct fr_point a, struct fr_point b, struct fr_point right,
                           struct fr_point left, struct fr_point goal)
{
    const struct fr_point along = fr_point_minus(b, a);
    const int64_t side = fr_cross(along, fr_point_minus(goal, a));
    double x = goal.x, y = goal.y;
    if (side > 0) { /* mirror it */
        const double shift = 2 * (double)side / (double)fr_dot(along, along);
        x += shift * along.y;
        y -= shift * along.x;
    }
    const bool is_left = left.x * y > left.y * x, is_right = right.x * y < right.y * x;
    if (!is_left && !is_right)
        return sqrt(x * x + y * y);
    const struct fr_point limit = is_left ? left : right;
    const double reach = (double)fr_cross(a, b) / (double)fr_cross(limit, along);
    const double end_x = reach * limit.x, end_y = reach * limit.y;
    const double dx = x - end_x, dy = y - end_y;
    return sqrt(end_x * end_x + end_y * end_y) + sqrt(dx * dx + dy * dy);
}

/* A root looks through an edge that runs from a (right) to b, between two directions. */
static void look_through(struct fr_state *state, uint32_t by, int32_t edge, struct fr_point a,
                         struct fr_point b, struct fr_point right, struct fr_point left)
{
    const struct root *root = &state->roots[by];
    const struct fr_point goal = goal_from(state, by);
    const int32_t twin = state->mesh.edges[edge].twin;
    if (holds_goal(state, twin)) {
        reach_goal(state, by, fr_cross(right, goal) >= 0 && fr_cross(goal, left) >= 0);
        return;
    }
    struct view *views = fr_grow(state->allocator, state->views, state->view_count, 1,
                                 &state->view_capacity, sizeof *views);
    state->no_memory |= !views;
    if (!views)
        return;
    state->views = views;
    views[state->view_count] = (struct view){twin, by, right, left};
    push(state, root->from_start + through_view(a, b, right, left, goal),
         (uint32_t)state->view_count++);
}

/* Looks between two directions at the edges of a polygon from first to last, which run from right to
 * left, and at the vertices between them. */
static void look_at(struct fr_state *state, uint32_t by, int32_t first, int32_t last,
                    struct fr_point right, struct fr_point left)
{
    const struct mesh *mesh = &state->mesh;
    struct fr_point from = seen_from(state, by, first);
    for (int32_t edge = first;;) {
        const int32_t next = mesh_next(mesh, edge);
        const struct fr_point to = seen_from(state, by, next);
        const int64_t to_right = fr_cross(right, to), to_left = fr_cross(to, left);
        if ((to_right > 0 || to_left < 0) && leads_on(mesh, edge)) {
            const struct fr_point r = fr_cross(right, from) > 0 ? from : right;
            const struct fr_point l = to_left > 0 ? to : left;
            if (fr_cross(r, l) > 0)
                look_through(state, by, edge, from, to, r, l);
        }
        if (edge == last)
            return;
        if (to_right >= 0 && to_left >= 0)
            see_vertex(state, by, next, to);
        if (to_left < 0)
            return;
        edge = next;
        from = to;
    }
}

static void expand_view(struct fr_state *state, const struct view *view)
{
    look_at(state, view->root, mesh_next(&state->mesh, view->portal),
            mesh_previous(&state->mesh, view->portal), view->right, view->left);
}

/* Looks at a polygon that the root is a vertex of, all but its edges there, between two directions.
 */
static void look_around_in(struct fr_state *state, uint32_t by, int32_t first, int32_t last,
                           struct fr_point right, struct fr_point left)
{
    const int32_t end = mesh_next(&state->mesh, last);
    const struct fr_point from = seen_from(state, by, first), to = seen_from(state, by, end);
    if (fr_cross(right, from) >= 0 && fr_cross(from, left) >= 0)
        see_vertex(state, by, first, from);
    if (fr_cross(right, to) >= 0 && fr_cross(to, left) >= 0)
        see_vertex(state, by, end, to);
    if (fr_cross(right, left) > 0)
        look_at(state, by, first, last, right, left);
}

/* Goes on from a corner that was reached in direction d around the wall on its negative side: to all
 * that lies between d and the wall. */
static void bend_negative(struct fr_state *state, uint32_t by, struct fr_point d)
{
    const struct mesh *mesh = &state->mesh;
    int32_t edge = state->roots[by].seen; /* leaves the corner */
    while (leads_on(mesh, edge)) {
        const int32_t twin = mesh->edges[edge].twin, leaving = mesh_next(mesh, twin);
        if (holds_goal(state, twin)) {
            reach_goal(state, by, fr_cross(goal_from(state, by), d) >= 0);
            return;
        }
        const int32_t first = mesh_next(mesh, leaving);
        const struct fr_point left = seen_from(state, by, twin);
        look_around_in(state, by, first, mesh_previous(mesh, twin), seen_from(state, by, first),
                       fr_cross(d, left) > 0 ? d : left);
        edge = leaving;
    }
}

/* The same around the wall on its positive side. */
static void bend_positive(struct fr_state *state, uint32_t by, struct fr_point d)
{
    const struct mesh *mesh = &state->mesh;
    int32_t edge = mesh_previous(mesh, state->roots[by].seen); /* comes to the corner */
    while (leads_on(mesh, edge)) {
        const int32_t twin = mesh->edges[edge].twin, coming = mesh_previous(mesh, twin);
        if (holds_goal(state, twin)) {
            reach_goal(state, by, fr_cross(d, goal_from(state, by)) >= 0);
            return;
        }
        const int32_t first = mesh_next(mesh, twin);
        const struct fr_point right = seen_from(state, by, first);
        look_around_in(state, by, first, mesh_previous(mesh, coming),
                       fr_cross(right, d) > 0 ? d : right, seen_from(state, by, coming));
        edge = coming;
    }
}

static void expand_root(struct fr_state *state, uint32_t index)
{
    struct root *root = &state->roots[index];
    const struct fr_point d = fr_point_minus(root->at, state->roots[root->parent].at);
    const uint32_t corner = state->mesh.edges[root->seen].corner;
    root->expanded = true;
    if (mesh_corner_turns_negative(corner, d))
        bend_negative(state, index, d);
    else
        bend_positive(state, index, d);
}

/* Looks all around from the start in a polygon that holds it. */
static void look_around(struct fr_state *state, int32_t first)
{
    const struct mesh *mesh = &state->mesh;
    const uint32_t start = mesh->corner_count;
    for (int32_t edge = first; edge < first + mesh->edges[first].count; edge++) {
        const struct fr_point from = seen_from(state, start, edge);
        const struct fr_point to = seen_from(state, start, mesh_next(mesh, edge));
        see_vertex(state, start, edge, from);
        if (fr_cross(from, to) > 0 && leads_on(mesh, edge))
            look_through(state, start, edge, from, to, from, to);
    }
}

static void expand(struct fr_state *state, uint32_t node)
{
    if (node & ROOT_NODE) {
        if (state->roots[node ^ ROOT_NODE].expanded)
            return;
        state->expanded++;
        expand_root(state, node ^ ROOT_NODE);
    } else {
        const struct view view = state->views[node];
        state->expanded++;
        expand_view(state, &view);
    }
}

static void search(struct fr_state *state)
{
    while (!state->found && !state->no_memory) {
        if (state->ready_count > 0) {
            expand(state, state->ready[--state->ready_count]);
        } else if (state->open.count > 0) {
            const struct search_entry entry = search_heap_pop(&state->open);
            state->cost = bits_cost(entry.f);
            expand(state, entry.node);
        } else {
            return;
        }
    }
}

static enum fr_outcome write_path(const struct fr_state *state, struct fr_path *path)
{
    enum fr_status status = fr_path_append(path, state->goal);
    uint32_t root = state->goal_root;
    for (; root != state->mesh.corner_count && status == FR_OK; root = state->roots[root].parent)
        status = fr_path_append(path, state->roots[root].at);
    if (status == FR_OK)
        status = fr_path_append(path, state->roots[root].at);
    if (status != FR_OK)
        path->count = 0;
    fr_path_reverse(path);
    return status == FR_OK ? FR_FOUND : FR_OUT_OF_MEMORY;
}

static void begin(struct fr_state *state, struct fr_point start, struct fr_point goal)
{
    state->stamp =
        fr_next_generation(state->stamp, state->roots, state->root_count * sizeof *state->roots);
    state->roots[state->mesh.corner_count] =
        (struct root){.at = start,
                      .to_goal = length(fr_point_minus(goal, start)),
                      .stamp = state->stamp,
                      .expanded = true};
    state->goal = goal;
    state->cost = state->roots[state->mesh.corner_count].to_goal;
    state->found = state->no_memory = false;
}

/* The first edges of the one or two polygons that hold a point of a polygon. */
static void find_polygons(const struct mesh *mesh, uint32_t polygon, struct fr_point point,
                          int32_t firsts[2])
{
    const int32_t portal = mesh_portal_under(mesh, polygon, point);
    firsts[0] = mesh->first[polygon];
    firsts[1] = portal == MESH_WALL ? MESH_WALL : mesh_base(mesh, mesh->edges[portal].twin);
}

static bool have_one_in_common(const int32_t a[2], const int32_t b[2])
{
    return a[0] == b[0] || a[0] == b[1] || a[1] == b[0] || (a[1] == b[1] && a[1] != MESH_WALL);
}

static enum fr_outcome find(struct fr_state *state, struct fr_point start, struct fr_point goal,
                            const struct fr_probe *probe, struct fr_path *path)
{
    const struct mesh *mesh = &state->mesh;
    int32_t start_polygons[2];
    path->count = state->view_count = state->ready_count = state->open.count = 0;
    state->expanded = state->generated = 0;
    if (!fr_map_walkable_centre(state->map, start) || !fr_map_walkable_centre(state->map, goal))
        return FR_UNREACHABLE;
    fr_probe_enter(probe, FR_PHASE_ISOVIST);
    const uint32_t from = mesh_locate(mesh, start), to = mesh_locate(mesh, goal);
    find_polygons(mesh, from, start, start_polygons);
    find_polygons(mesh, to, goal, state->goal_polygons);
    if (have_one_in_common(start_polygons, state->goal_polygons))
        return fr_path_straight(path, start, goal) == FR_OK ? FR_FOUND : FR_OUT_OF_MEMORY;
    if (!mesh_blocks_open(&state->mesh, from, to))
        return FR_UNREACHABLE;
    fr_probe_enter(probe, FR_PHASE_SEARCH);
    begin(state, start, goal);
    for (int i = 0; i < 2 && start_polygons[i] != MESH_WALL; i++)
        look_around(state, start_polygons[i]);
    search(state);
    if (state->no_memory)
        return FR_OUT_OF_MEMORY;
    fr_probe_enter(probe, FR_PHASE_TRACE);
    return state->found ? write_path(state, path) : FR_UNREACHABLE;
}

static void release_search(struct fr_state *state)
{
    const struct fr_allocator *allocator = state->allocator;
    fr_deallocate(allocator, state->roots, state->root_count, sizeof *state->roots);
    state->roots = NULL;
}

static void release(struct fr_state *state)
{
    if (!state)
        return;
    const struct fr_allocator *allocator = state->allocator;
    fr_deallocate(allocator, state->ready, state->ready_capacity, sizeof *state->ready);
    fr_deallocate(allocator, state->views, state->view_capacity, sizeof *state->views);
    search_heap_release(&state->open, allocator);
    release_search(state);
    mesh_release(&state->mesh);
    fr_deallocate(allocator, state, 1, sizeof *state);
}

static enum fr_status make_roots(struct fr_state *state)
{
    state->root_count = (size_t)state->mesh.corner_count + 1;
    state->stamp = 0;
    state->roots = fr_allocate_zeroed(state->allocator, state->root_count, sizeof *state->roots);
    return state->roots ? FR_OK : FR_NO_MEMORY;
}

static enum fr_status prepare(const struct fr_map *map, const struct fr_option_values *options,
                              const struct fr_allocator *allocator, struct fr_state **state)
{
    (void)options;
    if (map->wall_count > 0)
        return FR_UNSUPPORTED;
    struct fr_state *fresh = fr_allocate_zeroed(allocator, 1, sizeof *fresh);
    if (!fresh)
        return FR_NO_MEMORY;
    fresh->map = map;
    fresh->allocator = allocator;
    enum fr_status status = mesh_create(&fresh->mesh, map, allocator);
    if (status == FR_OK)
        status = make_roots(fresh);
    if (status != FR_OK) {
        release(fresh);
        return status;
    }
    *state = fresh;
    return FR_OK;
}

static enum fr_status update(struct fr_state *state, const struct fr_rect *rects, size_t count)
{
    if (state->map->wall_count > 0)
        return FR_UNSUPPORTED;
    release_search(state);
    const enum fr_status status = mesh_update(&state->mesh, state->map, rects, count);
    return status == FR_OK ? make_roots(state) : status;
}

static void describe(const struct fr_option_values *options, struct fr_traits *traits)
{
    (void)options;
    *traits = (struct fr_traits){.movement = FR_ANY_ANGLE, .optimality = FR_OPTIMAL_LENGTH};
}

static void stats(const struct fr_state *state, struct fr_stats *stats)
{
    *stats = (struct fr_stats){.expanded = state->expanded,
                               .generated = state->generated,
                               .cleared = 0,
                               .sight_checks = 0};
}

/* Without memory no portal is marked. */
static void sketch(const struct fr_state *state, const struct fr_sketch *sketch)
{
    const size_t edges = (size_t)state->mesh.edge_count;
    bool *crossed = fr_allocate_zeroed(state->allocator, edges, sizeof *crossed);
    for (size_t i = 0; crossed && i < state->view_count; i++)
        crossed[state->views[i].portal] = true;
    mesh_sketch(&state->mesh, crossed, sketch);
    fr_deallocate(state->allocator, crossed, edges, sizeof *crossed);
}

const struct fr_pathfinder fr_polyanya = {
    .name = "polyanya",
    .label = "Polyanya",
    .summary = "the exact shortest any-angle path, searched for over convex polygons",
    .source = "Cui, Harabor and Grastien, IJCAI 2017",
    .colour = "#882255",
    .marker = 'P',
    .candidate = true,
    .describe = describe,
    .prepare = prepare,
    .find = find,
    .update = update,
    .stats = stats,
    .sketch = sketch,
    .release = release,
};
