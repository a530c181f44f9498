#include "algorithms/regions/polyanya_search.h"

#include <math.h>

#include "algorithms/front.h"
#include "algorithms/regions/mesh_blocks.h"
#include "algorithms/steps/generation.h"
#include "maps/geometry/predicates.h"

/* Nodes are views by their index, or roots with this bit set. */
#define ROOT_NODE ((uint32_t)1 << 31)
#define NO_NODE UINT32_MAX

#define EXPANDED MESH_WALL /* value of `seen` for an expanded root */

/* If a node leads to a single view, that view is followed without a cost or an entry on the open
 * list, up to this many times even if corners were seen as well (tuned on the scenarios of ./run
 * bench). */
#define AHEAD 4

/* Relative tolerance for lengths summed in different orders: far larger than rounding errors. */
#define SAME_LENGTH 1e-12

static double length(struct fr_point d)
{
    return sqrt((double)fr_dot(d, d));
}

/* Puts a node on the open list. The cheapest node of an expansion is kept outside the heap, as it
 * is often taken next. */
static void push(struct polyanya_search *search, double cost, uint32_t node)
{
    struct search_entry entry = {search_heap_key(cost), node};
    search->generated++;
    if (cost > search->best * (1 + SAME_LENGTH))
        return;
    if (search->next.node == NO_NODE || entry.f < search->next.f) {
        const struct search_entry other = search->next;
        search->next = entry;
        if (other.node == NO_NODE)
            return;
        entry = other;
    }
    search->no_memory |= !search_heap_push(&search->open, search->allocator, entry.f, entry.node);
}

/* Removes and returns the cheapest node; NO_NODE if all cost more than the best path. */
static uint32_t take_next(struct polyanya_search *search)
{
    struct search_entry entry = search->next;
    search->next.node = NO_NODE;
    if (search->open.count > 0) {
        if (entry.node == NO_NODE)
            entry = search_heap_pop(&search->open);
        else if (search->open.entries[0].f < entry.f)
            entry = search_heap_exchange(&search->open, entry);
    }
    return entry.f <= search_heap_key(search->best * (1 + SAME_LENGTH)) ? entry.node : NO_NODE;
}

/* ---- looking ---- */

static inline bool holds_goal(const struct polyanya_search *search, int32_t edge)
{
    const int32_t first = mesh_base(search->mesh, edge);
    return first == search->goal_polygons[0] || first == search->goal_polygons[1];
}

static inline struct fr_point place_of(const struct polyanya_root *root)
{
    return (struct fr_point){root->x, root->y};
}

static inline struct fr_point goal_from(const struct polyanya_search *search, uint32_t root)
{
    return fr_point_minus(search->goal, place_of(&search->roots[root]));
}

/* The sign of a difference of lengths; 0 within rounding errors. */
static int compare_lengths(double a, double b)
{
    return (a > b * (1 + SAME_LENGTH)) - (a < b * (1 - SAME_LENGTH));
}

/* Whether a path through one root replaces one through another: the shorter path does. Of equally
 * long paths, the root nearer to the start wins, so no waypoint is on a straight line; then the
 * upper root, then the left one. So the path does not depend on the order of the search. */
static bool is_better(const struct polyanya_search *search, double whole, uint32_t by, double other,
                      uint32_t other_by)
{
    const struct polyanya_root *a = &search->roots[by], *b = &search->roots[other_by];
    int order = compare_lengths(whole, other);
    if (order == 0)
        order = compare_lengths(a->from_start, b->from_start);
    if (order == 0)
        order = a->y != b->y ? a->y - b->y : a->x - b->x;
    return order < 0;
}

static void reach_goal(struct polyanya_search *search, uint32_t by)
{
    const struct polyanya_root *root = &search->roots[by];
    const double whole = root->from_start + root->to_goal;
    if (!is_better(search, whole, by, search->best, search->best_root))
        return;
    search->best = whole;
    search->best_root = by;
}

/* A polygon that a root sees, starting at one of its edges, in positive order. */
struct scene {
    struct polyanya_search *search;
    uint32_t by;
    struct fr_point origin;             /* position of the root */
    const struct mesh_edge *edges;      /* of the mesh */
    const struct mesh_edge *base, *end; /* of the polygon */
    const struct mesh_edge *last;       /* the edge where the visible part ends */
};

static inline struct scene scene_of(struct polyanya_search *search, uint32_t by, int32_t last)
{
    const struct mesh_edge *edges = search->mesh->edges, *e = &edges[last];
    return (struct scene){.search = search,
                          .by = by,
                          .origin = place_of(&search->roots[by]),
                          .edges = edges,
                          .base = e - e->place,
                          .end = e - e->place + e->count,
                          .last = e};
}

static inline const struct mesh_edge *after(const struct scene *scene, const struct mesh_edge *e)
{
    return e + 1 == scene->end ? scene->base : e + 1;
}

static inline const struct mesh_edge *before(const struct scene *scene, const struct mesh_edge *e)
{
    return e == scene->base ? scene->end - 1 : e - 1;
}

static inline bool leads_on(const struct scene *scene, const struct mesh_edge *e)
{
    const struct mesh_blocks *blocks = &scene->search->mesh->blocks;
    return e->twin != MESH_WALL && (blocks->outdated || blocks->stamps[e->block] == blocks->stamp);
}

static inline struct fr_point direction_to(const struct scene *scene, const struct mesh_edge *e)
{
    return (struct fr_point){e->x - scene->origin.x, e->y - scene->origin.y};
}

/* Handles a visible corner, the origin of an edge, in direction d: adds a root if a path can bend
 * there. */
static void see_corner(const struct scene *scene, const struct mesh_edge *e, struct fr_point d)
{
    struct polyanya_search *search = scene->search;
    const uint32_t index = mesh_corner_index(e->corner);
    struct polyanya_root *root = &search->roots[index];
    const double from_start = search->roots[scene->by].from_start + length(d);
    if (root->stamp != search->stamp) {
        root->x = e->x;
        root->y = e->y;
        root->to_goal = search->filling ? 0 : length(goal_from(search, index));
        root->stamp = search->stamp;
    } else if (!is_better(search, from_start, scene->by, root->from_start, root->parent)) {
        return;
    } else if (root->seen == EXPANDED) {
        root->parent = scene->by;
        return;
    }
    root->from_start = from_start;
    root->parent = scene->by;
    root->seen = (int32_t)(e - scene->edges);
    search->is_only_way = false;
    push(search, from_start + root->to_goal, ROOT_NODE | index);
}

static inline void see_vertex(const struct scene *scene, const struct mesh_edge *e,
                              struct fr_point d)
{
    const uint32_t corner = e->corner;
    if (corner != MESH_NO_CORNER && mesh_corner_taut(corner, d) &&
        leads_on(scene, mesh_corner_turns_negative(corner, d) ? e : before(scene, e)))
        see_corner(scene, e, d);
}

/* Handles the visible part of an edge between two directions; the edge ends at b. */
static inline void see_edge(const struct scene *scene, const struct mesh_edge *e, struct fr_point b,
                            struct fr_point right, struct fr_point left)
{
    struct polyanya_search *search = scene->search;
    if (leads_on(scene, e))
        search->glimpses[search->glimpse_count++] =
            (struct polyanya_glimpse){{e->twin, scene->by, right, left}, direction_to(scene, e), b};
}

/* Handles the edges that are visible between two directions, right to left from edge `e`, and their
 * vertices. Vertices exactly on the left limit, such as the ends of a side along it, are seen but
 * not looked through. */
static inline void look_at(const struct scene *scene, const struct mesh_edge *e,
                           struct fr_point right, struct fr_point left)
{
    const struct mesh_edge *next = after(scene, e);
    struct fr_point to = direction_to(scene, next);
    for (int64_t side; (side = fr_cross(right, to)) <= 0;) {
        if (e == scene->last)
            return;
        if (side == 0)
            see_vertex(scene, next, to);
        e = next;
        next = after(scene, e);
        to = direction_to(scene, next);
    }
    int64_t side;
    while ((side = fr_cross(to, left)) > 0) {
        see_edge(scene, e, to, right, to);
        if (e == scene->last)
            return;
        see_vertex(scene, next, to);
        right = to;
        e = next;
        next = after(scene, e);
        to = direction_to(scene, next);
    }
    see_edge(scene, e, to, right, left);
    while (side == 0 && e != scene->last) {
        see_vertex(scene, next, to);
        e = next;
        next = after(scene, e);
        to = direction_to(scene, next);
        side = fr_cross(to, left);
    }
}

/* ---- costs ---- */

/* The least length from a root to the goal through the visible part of a portal. */
static double through(const struct polyanya_glimpse *glimpse, struct fr_point goal)
{
    const struct fr_point a = glimpse->a, right = glimpse->view.right, left = glimpse->view.left;
    const struct fr_point along = fr_point_minus(glimpse->b, a);
    const int64_t side = fr_cross(along, fr_point_minus(goal, a));
    double x = goal.x, y = goal.y;
    if (side > 0) { /* the goal is on this side: mirror it */
        const double shift = 2 * (double)side / (double)fr_dot(along, along);
        x += shift * along.y;
        y -= shift * along.x;
    }
    const bool is_left = left.x * y > left.y * x, is_right = right.x * y < right.y * x;
    if (!is_left && !is_right)
        return sqrt(x * x + y * y);
    const struct fr_point limit = is_left ? left : right;
    const double reach = (double)fr_cross(a, glimpse->b) / (double)fr_cross(limit, along);
    const double end_x = reach * limit.x, end_y = reach * limit.y;
    const double dx = x - end_x, dy = y - end_y;
    return sqrt(end_x * end_x + end_y * end_y) + sqrt(dx * dx + dy * dy);
}

/* Whether a path to one end of a portal, a root, and then along the portal is shorter to all of its
 * visible part. If this path is shorter to the farthest visible point, it is shorter to all. */
static bool is_shorter_by_end(const struct polyanya_search *search,
                              const struct polyanya_glimpse *glimpse, uint32_t corner,
                              struct fr_point end, struct fr_point limit)
{
    const uint32_t index = mesh_corner_index(corner), by = glimpse->view.root;
    if (corner == MESH_NO_CORNER || index == by)
        return false;
    const struct polyanya_root *root = &search->roots[index];
    if (root->stamp != search->stamp || root->parent == by)
        return false;
    const struct fr_point along = fr_point_minus(glimpse->b, glimpse->a);
    const double reach = (double)fr_cross(glimpse->a, glimpse->b) / (double)fr_cross(limit, along);
    const double x = reach * limit.x, y = reach * limit.y, dx = x - end.x, dy = y - end.y;
    const double seen = search->roots[by].from_start + sqrt(x * x + y * y);
    return seen > (root->from_start + sqrt(dx * dx + dy * dy)) * (1 + SAME_LENGTH);
}

static bool is_dominated(const struct polyanya_search *search,
                         const struct polyanya_glimpse *glimpse)
{
    const struct mesh *mesh = search->mesh;
    const int32_t portal = glimpse->view.portal;
    return is_shorter_by_end(search, glimpse, mesh->edges[mesh_next(mesh, portal)].corner,
                             glimpse->a, glimpse->view.left) ||
           is_shorter_by_end(search, glimpse, mesh->edges[portal].corner, glimpse->b,
                             glimpse->view.right);
}

/* Makes room for new views after those of the query so far. False if out of memory. */
static bool make_room(struct polyanya_search *search, int count)
{
    const bool memory = fr_reserve(search->allocator, &search->views, search->view_count,
                                   (size_t)count, &search->view_capacity, sizeof *search->views);
    search->no_memory |= !memory;
    return memory;
}

/* The distance from a root to the visible part of a portal. */
static double nearest(const struct polyanya_glimpse *glimpse)
{
    const struct fr_point along = fr_point_minus(glimpse->b, glimpse->a);
    struct fr_point to = {along.y, -along.x}; /* perpendicular to the portal */
    if (fr_cross(to, glimpse->view.left) < 0)
        to = glimpse->view.left;
    else if (fr_cross(glimpse->view.right, to) < 0)
        to = glimpse->view.right;
    return (double)fr_cross(glimpse->a, glimpse->b) / (double)fr_cross(to, along) * length(to);
}

/* Turns the glimpses into nodes. */
static void push_glimpses(struct polyanya_search *search)
{
    const bool memory = make_room(search, search->glimpse_count);
    struct polyanya_view *views = search->views;
    for (int i = 0; i < search->glimpse_count && memory; i++) {
        const struct polyanya_glimpse *glimpse = &search->glimpses[i];
        const uint32_t by = glimpse->view.root;
        if (is_dominated(search, glimpse))
            continue;
        const double onward =
            search->filling ? nearest(glimpse) : through(glimpse, goal_from(search, by));
        views[search->view_count] = glimpse->view;
        push(search, search->roots[by].from_start + onward, (uint32_t)search->view_count++);
    }
    search->glimpse_count = 0;
}

/* ---- nodes ---- */

static struct fr_point seen_from(const struct polyanya_search *search, uint32_t root, int32_t edge)
{
    return fr_point_minus(mesh_origin(search->mesh, edge), place_of(&search->roots[root]));
}

/* Looks between two directions into a polygon with the root as a vertex, from its edge `first` to
 * `last`; the other two edges meet at the root. A fill keeps this view of the polygon. */
static void look_from_vertex(struct polyanya_search *search, uint32_t by, int32_t first,
                             int32_t last, struct fr_point right, struct fr_point left)
{
    const struct scene scene = scene_of(search, by, last);
    const struct mesh_edge *from = &scene.edges[first], *to = after(&scene, scene.last);
    const struct fr_point at = direction_to(&scene, from), end = direction_to(&scene, to);
    if (search->glimpse_count > MESH_MOST_SIDES)
        push_glimpses(search);
    if (search->filling && make_room(search, 1))
        search->views[search->view_count++] = (struct polyanya_view){last, by, right, left};
    if (fr_cross(right, at) >= 0 && fr_cross(at, left) >= 0)
        see_vertex(&scene, from, at);
    if (fr_cross(right, end) >= 0 && fr_cross(end, left) >= 0)
        see_vertex(&scene, to, end);
    if (fr_cross(right, left) > 0)
        look_at(&scene, from, right, left);
}

/* Expands a corner reached in direction d, around the wall on its negative side: all between d and
 * the wall. The edge begins at the corner, in the polygon through which the corner was seen. */
static void bend_negative(struct polyanya_search *search, uint32_t by, int32_t edge,
                          struct fr_point d)
{
    const struct mesh *mesh = search->mesh;
    while (mesh_leads_on(mesh, edge)) {
        const int32_t twin = mesh->edges[edge].twin;
        if (holds_goal(search, twin)) {
            if (fr_cross(goal_from(search, by), d) >= 0)
                reach_goal(search, by);
            return;
        }
        edge = mesh_next(mesh, twin);
        const int32_t first = mesh_next(mesh, edge);
        const struct fr_point left = seen_from(search, by, twin);
        look_from_vertex(search, by, first, mesh_previous(mesh, twin), seen_from(search, by, first),
                         fr_cross(d, left) > 0 ? d : left);
    }
}

/* Expands a corner around the wall on its positive side; here, the edge ends at the corner. */
static void bend_positive(struct polyanya_search *search, uint32_t by, int32_t edge,
                          struct fr_point d)
{
    const struct mesh *mesh = search->mesh;
    while (mesh_leads_on(mesh, edge)) {
        const int32_t twin = mesh->edges[edge].twin;
        if (holds_goal(search, twin)) {
            if (fr_cross(d, goal_from(search, by)) >= 0)
                reach_goal(search, by);
            return;
        }
        edge = mesh_previous(mesh, twin);
        const int32_t first = mesh_next(mesh, twin);
        const struct fr_point right = seen_from(search, by, first);
        look_from_vertex(search, by, first, mesh_previous(mesh, edge),
                         fr_cross(right, d) > 0 ? d : right, seen_from(search, by, edge));
    }
}

/* Reports the middle of a portal to the probe. */
static FR_TRACED void report_view(const struct polyanya_search *search, int32_t portal)
{
    fr_probe_expanded(search->probe, mesh_middle(search->mesh, portal));
}

static void expand_root(struct polyanya_search *search, uint32_t index)
{
    struct polyanya_root *root = &search->roots[index];
    const int32_t seen = root->seen;
    if (seen == EXPANDED)
        return;
    root->seen = EXPANDED;
    search->expanded++;
    fr_probe_expanded(search->probe, place_of(root));
    const struct fr_point d =
        fr_point_minus(place_of(root), place_of(&search->roots[root->parent]));
    if (mesh_corner_turns_negative(search->mesh->edges[seen].corner, d))
        bend_negative(search, index, seen, d);
    else
        bend_positive(search, index, mesh_previous(search->mesh, seen), d);
}

static void expand_view(struct polyanya_search *search, const struct polyanya_view *view)
{
    search->expanded++;
    if (search->probe)
        report_view(search, view->portal);
    if (holds_goal(search, view->portal)) {
        const struct fr_point goal = goal_from(search, view->root);
        if (fr_cross(view->right, goal) >= 0 && fr_cross(goal, view->left) >= 0)
            reach_goal(search, view->root);
        return;
    }
    struct scene scene = scene_of(search, view->root, view->portal);
    const struct mesh_edge *first = after(&scene, scene.last);
    scene.last = before(&scene, scene.last);
    look_at(&scene, first, view->right, view->left);
}

/* Follows the single view of an expansion; false if it cannot improve the path. */
static bool follow(struct polyanya_search *search)
{
    const bool memory = make_room(search, 1);
    search->glimpse_count = 0;
    search->is_only_way = true;
    if (!memory || is_dominated(search, &search->glimpses[0]))
        return false;
    struct polyanya_view *views = search->views;
    views[search->view_count] = search->glimpses[0].view;
    expand_view(search, &views[search->view_count++]);
    return true;
}

static void expand(struct polyanya_search *search, uint32_t node)
{
    search->is_only_way = true;
    if (node & ROOT_NODE)
        expand_root(search, node ^ ROOT_NODE);
    else
        expand_view(search, &search->views[node]);
    for (int ahead = AHEAD; search->glimpse_count == 1 && (search->is_only_way || ahead-- > 0);)
        if (!follow(search))
            return;
    push_glimpses(search);
}

/* Looks in all directions from the start, in a polygon that contains it. */
static void look_around(struct polyanya_search *search, int32_t first)
{
    const struct scene scene = scene_of(search, search->mesh->corner_count, first);
    for (const struct mesh_edge *e = scene.base; e != scene.end; e++) {
        const struct fr_point from = direction_to(&scene, e);
        const struct fr_point to = direction_to(&scene, after(&scene, e));
        see_vertex(&scene, e, from);
        if (fr_cross(from, to) > 0)
            see_edge(&scene, e, to, from, to);
    }
    push_glimpses(search);
}

/* ---- clicks ---- */

static bool have_one_in_common(const int32_t a[2], const int32_t b[2])
{
    return a[0] == b[0] || a[0] == b[1] || a[1] == b[0] || (a[1] == b[1] && a[1] != MESH_WALL);
}

static enum fr_outcome write_path(const struct polyanya_search *search, struct fr_path *path)
{
    enum fr_status status = fr_path_append(path, search->goal);
    uint32_t root = search->best_root;
    for (; root != search->mesh->corner_count && status == FR_OK; root = search->roots[root].parent)
        status = fr_path_append(path, place_of(&search->roots[root]));
    if (status == FR_OK)
        status = fr_path_append(path, place_of(&search->roots[root]));
    fr_path_reverse(path);
    return status == FR_OK ? FR_FOUND : FR_OUT_OF_MEMORY;
}

void polyanya_search_forget(struct polyanya_search *search)
{
    search->view_count = search->open.count = 0;
    search->glimpse_count = 0;
    search->next.node = NO_NODE;
    search->expanded = search->generated = 0;
    search->best = INFINITY;
    search->no_memory = false;
}

static void search_from(struct polyanya_search *search, struct fr_point start,
                        const int32_t polygons[2])
{
    search->stamp =
        fr_next_generation(search->stamp, search->roots, search->root_count, sizeof *search->roots);
    search->roots[search->mesh->corner_count] =
        (struct polyanya_root){.to_goal = length(fr_point_minus(search->goal, start)),
                               .x = (uint16_t)start.x,
                               .y = (uint16_t)start.y,
                               .seen = EXPANDED,
                               .stamp = search->stamp};
    for (int i = 0; i < 2 && polygons[i] != MESH_WALL; i++)
        look_around(search, polygons[i]);
    for (uint32_t node; !search->no_memory && (node = take_next(search)) != NO_NODE;)
        expand(search, node);
}

enum fr_outcome polyanya_search_run(struct polyanya_search *search, struct fr_point start,
                                    struct fr_point goal, const struct fr_probe *probe,
                                    struct fr_path *path)
{
    struct mesh *mesh = search->mesh;
    int32_t start_polygons[2];
    fr_probe_enter(probe, FR_PHASE_ISOVIST);
    const uint32_t from = mesh_locate(mesh, start), to = mesh_locate(mesh, goal);
    mesh_polygons_at(mesh, from, start, start_polygons);
    mesh_polygons_at(mesh, to, goal, search->goal_polygons);
    if (have_one_in_common(start_polygons, search->goal_polygons))
        return fr_find_straight(path, start, goal);
    if (!mesh_blocks_open(mesh, from, to))
        return FR_UNREACHABLE;
    search->probe = fr_probe_for_expansions(probe);
    fr_probe_enter(probe, FR_PHASE_SEARCH);
    search->goal = goal;
    search_from(search, start, start_polygons);
    mesh->blocks.searched += search->expanded;
    if (search->no_memory)
        return FR_OUT_OF_MEMORY;
    fr_probe_enter(probe, FR_PHASE_TRACE);
    return search->best < INFINITY ? write_path(search, path) : FR_UNREACHABLE;
}

enum fr_outcome polyanya_search_fill(struct polyanya_search *search, struct fr_point start,
                                     const int32_t polygons[2])
{
    polyanya_search_forget(search);
    mesh_blocks_open_all(search->mesh);
    search->filling = true;
    search->goal = start;
    search->goal_polygons[0] = search->goal_polygons[1] = MESH_WALL;
    search_from(search, start, polygons);
    return search->no_memory ? FR_OUT_OF_MEMORY : FR_FOUND;
}

enum fr_status polyanya_search_update(struct polyanya_search *search)
{
    const size_t count = (size_t)search->mesh->corner_count + 1;
    if (count <= search->root_count)
        return FR_OK;
    fr_deallocate(search->allocator, search->roots, search->root_count, sizeof *search->roots);
    search->root_count = search->root_count > 0 ? count + count / 8 : count;
    search->roots =
        fr_allocate_zeroed(search->allocator, search->root_count, sizeof *search->roots);
    return search->roots ? FR_OK : FR_NO_MEMORY;
}

enum fr_status polyanya_search_create(struct polyanya_search *search, struct mesh *mesh,
                                      const struct fr_allocator *allocator)
{
    *search = (struct polyanya_search){.mesh = mesh, .allocator = allocator};
    return polyanya_search_update(search);
}

void polyanya_search_release(struct polyanya_search *search)
{
    fr_deallocate(search->allocator, search->roots, search->root_count, sizeof *search->roots);
    fr_deallocate(search->allocator, search->views, search->view_capacity, sizeof *search->views);
    search_heap_release(&search->open, search->allocator);
    *search = (struct polyanya_search){.allocator = search->allocator};
}
