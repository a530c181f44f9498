/* Triangular expansion (Bungiu, Hemmer, Hershberger, Huang, Kröller, "Efficient computation of
 * visibility polygons", 2014): from the viewer's triangle across edge after edge, with the cone
 * between the two corners that limit the view. All tests are orientations of the viewer and two
 * corners, exact in int64; no point is constructed.
 *
 * Cones are closed and have positive width. Cones list every corner whose ray has free space along
 * one whole side, but miss what is seen past two corners on one ray with obstacles on different
 * sides: between these the view is only the ray. Every vertex belongs to an obstacle, so past the
 * first vertex on a ray only one side is open. Hence no corner is met twice. If a corner on the
 * limit of a cone has its obstacle on the side of the cone, that side is closed, too; the ray is
 * then followed separately, from corner to corner while it is taut.
 *
 * If the viewer is a corner, the cones are cut to the quadrants of its taut directions. Parts of
 * the triangulation with no corner that could be listed (the pockets of a staircase) are closed. */
#include "maps/geometry/visibility.h"
#include "maps/geometry/visibility_steps.h"

/* A cone through a gate. The limits are directions from the viewer. */
struct fr_view {
    int32_t gate;
    struct fr_point left, right;
};

/* One query. */
struct search {
    const struct fr_visibility *visibility;
    struct fr_point viewer;
    struct fr_visibility_workspace *workspace;
    struct fr_corner_list *visible;
    const struct fr_cone *cone; /* the cone that a corner searches; NULL: all directions */
};

static bool has_room(struct fr_visibility_workspace *workspace, size_t count)
{
    if (count < workspace->capacity)
        return true;
    if (!fr_reserve(workspace->allocator, &workspace->views, count, 1, &workspace->capacity,
                    sizeof *workspace->views))
        return false;
    return true;
}

/* Whether the obstacle of a corner, taut in direction d, is on the positive side of the ray. */
static bool is_blocked_left(const struct fr_visibility *v, uint32_t corner, struct fr_point d)
{
    const struct fr_corner *at = &v->corners->items[corner >> 1];
    return fr_cross(d, (struct fr_point){at->qx, at->qy}) > 0;
}

static struct fr_point seen(const struct search *search, uint32_t vertex)
{
    return fr_point_minus(search->visibility->triangulation->vertices[vertex], search->viewer);
}

static struct fr_point gate_vertex(const struct gate *gate, struct fr_point viewer)
{
    return (struct fr_point){gate->x - viewer.x, gate->y - viewer.y};
}

/* Leaves a corner along a ray in direction d. Gives the vertex at the end of an edge along the ray,
 * or the gate that the ray crosses. */
static bool leave_corner(const struct fr_visibility *v, uint32_t corner, struct fr_point d,
                         uint32_t *vertex, int32_t *gate)
{
    const struct fr_triangulation *t = v->triangulation;
    int32_t edge = v->leaving[corner >> 1];
    const struct fr_point at = t->vertices[t->origins[edge]];
    for (;;) {
        const int32_t next = fr_next_edge(edge), previous = fr_previous_edge(edge);
        const struct fr_point right = fr_point_minus(t->vertices[t->origins[next]], at);
        const struct fr_point left = fr_point_minus(t->vertices[t->origins[previous]], at);
        const int64_t from_right = fr_cross(right, d), to_left = fr_cross(d, left);
        if (from_right >= 0 && to_left >= 0) {
            const bool is_between = from_right > 0 && to_left > 0;
            *vertex = t->origins[from_right == 0 ? next : previous];
            *gate = t->twins[next];
            return is_between;
        }
        edge = t->twins[previous];
    }
}

/* The next vertex on a ray through a gate: its corner, or NO_CORNER at a wall. */
static uint32_t next_on_ray(const struct search *search, int32_t gate, struct fr_point d)
{
    while (gate >= 0) {
        const struct gate *g = &search->visibility->gates[gate];
        const int64_t side = fr_cross(d, gate_vertex(g, search->viewer));
        if (side == 0)
            return g->corner;
        gate = side > 0 ? g->right : g->left;
    }
    return NO_CORNER;
}

/* Lists the corners seen past a corner along the ray alone. */
static bool follow_ray(const struct search *search, uint32_t corner, struct fr_point d)
{
    const struct fr_visibility *v = search->visibility;
    for (;;) {
        uint32_t vertex;
        int32_t gate;
        corner = leave_corner(v, corner, d, &vertex, &gate) ? next_on_ray(search, gate, d)
                                                            : v->vertex_corner[vertex];
        if (!is_taut(corner, d))
            return true;
        if (!fr_corner_list_append(search->visible, corner >> 1))
            return false;
    }
}

/* Lists a corner in direction d if it is taut; at the left or right limit of a cone, it may close
 * the cone, so that only the ray continues. */
static bool list_corner(const struct search *search, uint32_t corner, struct fr_point d,
                        bool is_left_limit, bool is_right_limit)
{
    if (!fr_corner_list_append(search->visible, corner >> 1))
        return false;
    if (!is_left_limit && !is_right_limit)
        return true;
    const bool is_closed =
        is_blocked_left(search->visibility, corner, d) ? is_right_limit : is_left_limit;
    return !is_closed || follow_ray(search, corner, d);
}

/* Expands a cone, and the cones into which it splits, up to the walls. */
static bool expand(const struct search *search, struct fr_view view)
{
    const struct gate *gates = search->visibility->gates;
    struct fr_visibility_workspace *workspace = search->workspace;
    size_t waiting = 0;
    if (view.gate < 0)
        return true;
    for (;;) {
        const struct gate *gate = &gates[view.gate];
        const struct fr_point at = gate_vertex(gate, search->viewer);
        const int64_t to_left = fr_cross(at, view.left), from_right = fr_cross(view.right, at);
        const bool is_seen = (to_left >= 0) & (from_right >= 0) & is_taut(gate->corner, at);
        if (is_seen && !list_corner(search, gate->corner, at, to_left == 0, from_right == 0))
            return false;
        const bool goes_left = to_left > 0 && gate->left >= 0;
        const bool goes_right = from_right > 0 && gate->right >= 0;
        if (goes_left && goes_right) {
            if (!has_room(workspace, waiting))
                return false;
            workspace->views[waiting++] =
                (struct fr_view){gate->right, to_left > 0 ? at : view.left, view.right};
        }
        if (goes_left) {
            view.gate = gate->left;
            view.right = from_right > 0 ? at : view.right;
        } else if (goes_right) {
            view.gate = gate->right;
            view.left = to_left > 0 ? at : view.left;
        } else if (waiting) {
            view = workspace->views[--waiting];
        } else {
            return true;
        }
    }
}

/* Expands from a triangle across one of its edges. */
static bool expand_edge(const struct search *search, int32_t edge)
{
    const struct fr_triangulation *t = search->visibility->triangulation;
    return expand(search,
                  (struct fr_view){t->twins[edge], seen(search, t->origins[fr_next_edge(edge)]),
                                   seen(search, t->origins[edge])});
}

/* Lists a vertex of the viewer's own triangle. */
static bool list_near(const struct search *search, uint32_t vertex)
{
    const uint32_t corner = search->visibility->vertex_corner[vertex];
    return !is_taut(corner, seen(search, vertex)) ||
           fr_corner_list_append(search->visible, corner >> 1);
}

enum fr_status fr_visibility_from_point(const struct fr_visibility *v, struct fr_point point,
                                        struct fr_visibility_workspace *workspace,
                                        struct fr_corner_list *visible)
{
    const struct search search = {v, point, workspace, visible, NULL};
    const struct fr_triangulation *t = v->triangulation;
    const int32_t triangle = fr_triangulation_find(t, point);
    if (triangle == FR_NO_TRIANGLE)
        return FR_OK;
    bool has_memory = true;
    for (int32_t edge = 3 * triangle; edge < 3 * triangle + 3 && has_memory; edge++) {
        const int32_t twin = t->twins[edge];
        const struct fr_point from = seen(&search, t->origins[edge]);
        const struct fr_point to = seen(&search, t->origins[fr_next_edge(edge)]);
        has_memory = list_near(&search, t->origins[edge]);
        if (fr_cross(from, to) > 0)
            has_memory = has_memory && expand_edge(&search, edge);
        else if (twin >= 0) /* the viewer is on the edge */
            has_memory = has_memory && list_near(&search, t->origins[fr_previous_edge(twin)]) &&
                         expand_edge(&search, fr_next_edge(twin)) &&
                         expand_edge(&search, fr_previous_edge(twin));
    }
    return has_memory ? FR_OK : FR_NO_MEMORY;
}

/* Directions at a corner in a frame turned so that +x leaves along the contour and the obstacle is
 * between +x and -y; the taut quadrants are from +x to +y and from -x to -y. */
struct frame {
    struct fr_point x, y;
};

static struct frame frame_at(const struct fr_corner *corner)
{
    struct frame frame;
    frame.x = corner->qx == corner->qy ? (struct fr_point){0, corner->qy}
                                       : (struct fr_point){corner->qx, 0};
    frame.y = (struct fr_point){-frame.x.y, frame.x.x};
    return frame;
}

static struct fr_point in_frame(struct frame frame, struct fr_point d)
{
    return (struct fr_point){(int32_t)fr_dot(frame.x, d), (int32_t)fr_dot(frame.y, d)};
}

/* Whether a direction is between two limits less than 180 degrees apart, limits included. */
static bool is_between(struct fr_point d, struct fr_point right, struct fr_point left)
{
    return fr_cross(right, d) >= 0 && fr_cross(d, left) > 0;
}

/* Expands the part of a view inside the cone that the corner searches. The cut may be at any point,
 * as corners exactly on the cone's limits need not be listed. */
static bool expand_inside(const struct search *search, struct fr_view view)
{
    const struct fr_cone *cone = search->cone;
    if (!cone)
        return expand(search, view);
    if (is_between(cone->right, view.right, view.left))
        view.right = cone->right;
    else if (!is_between(view.right, cone->right, cone->left))
        return true;
    if (fr_cross(cone->left, view.left) > 0)
        view.left = cone->left;
    return expand(search, view);
}

/* Expands from a triangle at the corner across its opposite edge, which runs from right to left, as
 * far as the edge is in the two quadrants. */
static bool expand_taut(const struct search *search, struct frame frame, int32_t edge)
{
    const struct fr_triangulation *t = search->visibility->triangulation;
    if (t->twins[edge] < 0)
        return true;
    const struct fr_point right = seen(search, t->origins[edge]);
    const struct fr_point left = seen(search, t->origins[fr_next_edge(edge)]);
    const struct fr_point r = in_frame(frame, right), l = in_frame(frame, left);
    const struct fr_point back = {-frame.x.x, -frame.x.y};
    if (r.x > 0 && r.y >= 0 &&
        !expand_inside(
            search, (struct fr_view){t->twins[edge], l.x >= 0 && l.y > 0 ? left : frame.y, right}))
        return false;
    return !(l.y < 0 && l.x <= 0) ||
           expand_inside(
               search, (struct fr_view){t->twins[edge], left, r.y <= 0 && r.x < 0 ? right : back});
}

/* Lists a vertex joined to the corner by an edge. Between the quadrants there are no cones; if the
 * vertex closes a cone that ends there, the ray is followed. */
static bool list_joined(const struct search *search, struct frame frame, uint32_t vertex)
{
    const uint32_t corner = search->visibility->vertex_corner[vertex];
    const struct fr_point d = seen(search, vertex), f = in_frame(frame, d);
    const bool is_taut_here = (f.x >= 0 && f.y >= 0) || (f.x <= 0 && f.y <= 0);
    return !is_taut_here || !is_taut(corner, d) ||
           list_corner(search, corner, d, f.x == 0 && f.y > 0, f.y == 0 && f.x < 0);
}

enum fr_status fr_visibility_within(const struct fr_visibility *v, uint32_t corner,
                                    const struct fr_cone *cone,
                                    struct fr_visibility_workspace *workspace,
                                    struct fr_corner_list *visible)
{
    const struct fr_triangulation *t = v->triangulation;
    const struct fr_corner *at = &v->corners->items[corner];
    const struct search search = {v, {at->x, at->y}, workspace, visible, cone};
    const struct frame frame = frame_at(at);
    int32_t edge = v->leaving[corner], last = edge;
    while (edge >= 0) {
        const int32_t across = fr_next_edge(edge);
        if (!list_joined(&search, frame, t->origins[across]) ||
            !expand_taut(&search, frame, across))
            return FR_NO_MEMORY;
        last = fr_previous_edge(edge);
        edge = t->twins[last];
    }
    return list_joined(&search, frame, t->origins[last]) ? FR_OK : FR_NO_MEMORY;
}

enum fr_status fr_visibility_from_corner(const struct fr_visibility *v, uint32_t corner,
                                         struct fr_visibility_workspace *workspace,
                                         struct fr_corner_list *visible)
{
    return fr_visibility_within(v, corner, NULL, workspace, visible);
}

/* Turns gates into walls if no corner can be seen past them: half of the gates of a staircase. */
static void close_gates(struct fr_visibility *v, int32_t *closed)
{
    size_t count = 0;
    for (int32_t gate = 0; gate < 3 * v->triangulation->triangle_count; gate++)
        if (leads_nowhere(&v->gates[gate]))
            closed[count++] = gate;
    while (count) {
        count--;
        count = close_before(v, closed[count], closed, count);
    }
}

static enum fr_status make_gates(struct fr_visibility *v)
{
    const size_t count = v->gate_room;
    int32_t *closed = fr_allocate(v->allocator, count, sizeof *closed);
    if (!closed)
        return FR_NO_MEMORY;
    for (int32_t edge = 0; edge < 3 * v->triangulation->triangle_count; edge++)
        v->gates[edge] = make_gate(v, edge);
    close_gates(v, closed);
    fr_deallocate(v->allocator, closed, count, sizeof *closed);
    return FR_OK;
}

/* Corners and vertices are both in row order. */
static bool match_corners(struct fr_visibility *v)
{
    const struct fr_triangulation *t = v->triangulation;
    uint32_t index = 0;
    for (uint32_t vertex = 0; vertex < t->vertex_count; vertex++) {
        v->vertex_corner[vertex] = NO_CORNER;
        if (index == v->corners->count)
            continue;
        const struct fr_corner *corner = &v->corners->items[index];
        const struct fr_point at = t->vertices[vertex];
        if (corner->x != at.x || corner->y != at.y)
            continue;
        v->vertex_corner[vertex] = 2 * index + (corner->qx == corner->qy);
        v->leaving[index++] = t->leaving[vertex];
    }
    return index == v->corners->count;
}

enum fr_status fr_visibility_create(const struct fr_triangulation *t,
                                    const struct fr_corners *corners,
                                    const struct fr_allocator *allocator,
                                    struct fr_visibility **visibility)
{
    struct fr_visibility *v = fr_allocate_zeroed(allocator, 1, sizeof *v);
    if (!v)
        return FR_NO_MEMORY;
    v->triangulation = t;
    v->corners = corners;
    v->allocator = allocator;
    v->gate_room = fr_at_least_one(3 * (size_t)t->triangle_count);
    v->vertex_room = fr_at_least_one(t->vertex_count);
    v->corner_room = fr_at_least_one(corners->count);
    v->gates = fr_allocate(allocator, v->gate_room, sizeof *v->gates);
    v->vertex_corner = fr_allocate(allocator, v->vertex_room, sizeof *v->vertex_corner);
    v->leaving = fr_allocate(allocator, v->corner_room, sizeof *v->leaving);
    enum fr_status status = FR_NO_MEMORY;
    if (v->gates && v->vertex_corner && v->leaving)
        status = match_corners(v) ? make_gates(v) : FR_BAD_INPUT;
    if (status != FR_OK) {
        fr_visibility_release(v);
        return status;
    }
    *visibility = v;
    return FR_OK;
}

void fr_visibility_workspace_clear(struct fr_visibility_workspace *workspace)
{
    fr_deallocate(workspace->allocator, workspace->views, workspace->capacity,
                  sizeof *workspace->views);
    *workspace = (struct fr_visibility_workspace){.allocator = workspace->allocator};
}

void fr_visibility_release(struct fr_visibility *v)
{
    if (!v)
        return;
    const struct fr_allocator *allocator = v->allocator;
    fr_deallocate(allocator, v->gates, v->gate_room, sizeof *v->gates);
    fr_deallocate(allocator, v->vertex_corner, v->vertex_room, sizeof *v->vertex_corner);
    fr_deallocate(allocator, v->leaving, v->corner_room, sizeof *v->leaving);
    fr_deallocate(allocator, v, 1, sizeof *v);
}
