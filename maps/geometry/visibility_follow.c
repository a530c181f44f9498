/* Who may see a region is found from the region: as triangular expansion (visibility.c), but with
 * the lines that limit the view touching the region instead of passing through a viewer. A line
 * that limits it to the left has the region on its left side, and the end of an edge that was gone
 * through on it; or, where no such line is known, it runs along that edge. So limits may lie too
 * far out, never too far in. */
#include <string.h>

#include "maps/geometry/region.h"
#include "maps/geometry/visibility_steps.h"

/* ---- gates ---- */

/* Gates that wait for those before them to be looked at. */
struct gate_stack {
    const struct fr_allocator *allocator;
    int32_t *items;
    size_t count, capacity;
};

/* Room for two more. */
static bool reserve(struct gate_stack *stack)
{
    int32_t *grown =
        fr_grow(stack->allocator, stack->items, stack->count, 2, &stack->capacity, sizeof *grown);
    if (grown)
        stack->items = grown;
    return grown;
}

static void *moved(const struct fr_allocator *allocator, void *items, size_t count, size_t room,
                   size_t size)
{
    void *fresh = fr_allocate(allocator, room, size);
    if (fresh) {
        memcpy(fresh, items, count * size);
        fr_deallocate(allocator, items, count, size);
    }
    return fresh;
}

/* Makes room for a gate an edge, and for the vertices and the corners that there are. */
static bool grow(struct fr_visibility *v)
{
    const struct fr_triangulation *t = v->triangulation;
    const size_t gates = 3 * t->triangle_room, vertices = t->point_room;
    const size_t corners = v->corners->room;
    void *fresh;
    if (v->gate_room < gates) {
        if (!(fresh = moved(v->allocator, v->gates, v->gate_room, gates, sizeof *v->gates)))
            return false;
        v->gates = fresh;
        v->gate_room = gates;
    }
    if (v->vertex_room < vertices) {
        if (!(fresh = moved(v->allocator, v->vertex_corner, v->vertex_room, vertices,
                            sizeof *v->vertex_corner)))
            return false;
        v->vertex_corner = fresh;
        for (size_t i = v->vertex_room; i < vertices; i++)
            v->vertex_corner[i] = NO_CORNER;
        v->vertex_room = vertices;
    }
    if (v->corner_room < corners) {
        if (!(fresh = moved(v->allocator, v->leaving, v->corner_room, corners, sizeof *v->leaving)))
            return false;
        v->leaving = fresh;
        v->corner_room = corners;
    }
    return true;
}

/* Which vertices of the regions are corners: both are in one order. */
static bool match_corners(struct fr_visibility *v, const struct fr_touched *touched,
                          const struct fr_corner_list *corners)
{
    const struct fr_triangulation *t = v->triangulation;
    size_t next = 0;
    for (size_t i = 0; i < touched->gone_count; i++)
        v->vertex_corner[touched->gone[i]] = NO_CORNER;
    for (size_t i = 0; i < touched->vertex_count; i++) {
        const uint32_t vertex = touched->vertices[i];
        const struct fr_point at = t->vertices[vertex];
        v->vertex_corner[vertex] = NO_CORNER;
        if (next == corners->count)
            continue;
        const uint32_t index = corners->items[next];
        const struct fr_corner *corner = &v->corners->items[index];
        if (corner->x != at.x || corner->y != at.y)
            continue;
        v->vertex_corner[vertex] = 2 * index + (corner->qx == corner->qy);
        next++;
    }
    return next == corners->count;
}

static void find_leaving(struct fr_visibility *v, int32_t triangle)
{
    const struct fr_triangulation *t = v->triangulation;
    for (int32_t edge = 3 * triangle; edge < 3 * triangle + 3; edge++) {
        const uint32_t corner = v->vertex_corner[t->origins[edge]];
        if (corner != NO_CORNER)
            v->leaving[corner >> 1] = t->leaving[t->origins[edge]];
    }
}

static bool is_dead(const struct fr_visibility *v, int32_t gate)
{
    return gate >= 0 && leads_nowhere(&v->gates[gate]);
}

/* Closes the links of touched gates to those that lead nowhere, and of those before them, too. */
static bool close_touched(struct fr_visibility *v, const struct fr_touched *touched,
                          struct gate_stack *stack)
{
    for (size_t i = 0; i < touched->triangle_count; i++) {
        const int32_t base = 3 * touched->triangles[i];
        if (!fr_triangulation_is_free(v->triangulation, touched->triangles[i]))
            continue;
        for (int32_t edge = base; edge < base + 3; edge++) {
            struct gate *gate = &v->gates[edge];
            gate->left = is_dead(v, gate->left) ? CLOSED : gate->left;
            gate->right = is_dead(v, gate->right) ? CLOSED : gate->right;
            if (!reserve(stack))
                return false;
            if (leads_nowhere(gate))
                stack->items[stack->count++] = edge;
        }
        while (stack->count > 0) {
            const int32_t gate = stack->items[--stack->count];
            if (!reserve(stack))
                return false;
            stack->count = close_before(v, gate, stack->items, stack->count);
        }
    }
    return true;
}

/* Opens the links to a gate that leads somewhere; the gates before it that led nowhere are
 * stacked. */
static void open_before(const struct fr_visibility *v, int32_t gate, struct gate_stack *stack)
{
    const int32_t before = v->triangulation->twins[gate];
    if (before < 0)
        return;
    const int32_t to_right = fr_previous_edge(before), to_left = fr_next_edge(before);
    if (is_dead(v, to_right))
        stack->items[stack->count++] = to_right;
    v->gates[to_right].right = gate;
    if (is_dead(v, to_left))
        stack->items[stack->count++] = to_left;
    v->gates[to_left].left = gate;
}

static bool open_touched(struct fr_visibility *v, const struct fr_touched *touched,
                         struct gate_stack *stack)
{
    for (size_t i = 0; i < touched->triangle_count; i++) {
        const int32_t base = 3 * touched->triangles[i];
        if (!fr_triangulation_is_free(v->triangulation, touched->triangles[i]))
            continue;
        for (int32_t edge = base; edge < base + 3; edge++) {
            if (is_dead(v, edge))
                continue;
            if (!reserve(stack))
                return false;
            stack->items[stack->count++] = edge;
            while (stack->count > 0) {
                const int32_t gate = stack->items[--stack->count];
                if (!reserve(stack))
                    return false;
                open_before(v, gate, stack);
            }
        }
    }
    return true;
}

enum fr_status fr_visibility_follow(struct fr_visibility *v, const struct fr_touched *touched,
                                    const struct fr_corner_list *corners)
{
    const struct fr_triangulation *t = v->triangulation;
    struct gate_stack stack = {.allocator = v->allocator};
    if (!grow(v))
        return FR_NO_MEMORY;
    if (!match_corners(v, touched, corners))
        return FR_BAD_INPUT;
    for (size_t i = 0; i < touched->triangle_count; i++) {
        const int32_t triangle = touched->triangles[i];
        if (!fr_triangulation_is_free(t, triangle))
            continue;
        find_leaving(v, triangle);
        for (int32_t edge = 3 * triangle; edge < 3 * triangle + 3; edge++)
            v->gates[edge] = make_gate(v, edge);
    }
    const bool done = close_touched(v, touched, &stack) && open_touched(v, touched, &stack);
    fr_deallocate(v->allocator, stack.items, stack.capacity, sizeof *stack.items);
    return done ? FR_OK : FR_NO_MEMORY;
}

/* ---- who sees a region ---- */

/* The cone between two lines through a gate, whose ends are left and right as seen from the region.
 * A limit runs from one point through another. */
struct outlook {
    int32_t gate;
    struct fr_point left, right;
    struct fr_point left_limit[2], right_limit[2];
};

struct lookout {
    const struct fr_visibility *visibility;
    struct fr_region region;
    struct fr_corner_list *corners;
    struct outlook *waiting;
    size_t waiting_count, waiting_capacity;
    int64_t steps; /* that are left before it counts as seen from everywhere */
};

/* Looks that go round and round, as views with limits too far out might, are given up. */
#define MOST_STEPS 16 /* for each triangle */

/* The point of the region that a line through another point touches, with all of the region on its
 * positive or, for sign -1, negative side. */
static struct fr_point touching(struct fr_region region, struct fr_point through, int sign)
{
    const struct fr_point points[] = {{region.left, region.top},
                                      {region.right, region.top},
                                      {region.right, region.bottom},
                                      {region.left, region.bottom}};
    struct fr_point from = points[0];
    for (int i = 1; i < 4; i++)
        if (sign * fr_orient(from, through, points[i]) < 0)
            from = points[i];
    return from;
}

/* Where a limit through one end of a gate begins: of the gate's other end, along which it may always
 * run, and the region, where that is right for all of the gate, whichever limits more. */
static struct fr_point limit_from(struct fr_region region, struct fr_point end,
                                  struct fr_point other, int sign)
{
    if (fr_region_code(region, end) == 0)
        return other;
    const struct fr_point from = touching(region, end, sign);
    const bool holds = sign * fr_orient(from, end, other) <= 0;
    return holds && sign * fr_cross(fr_point_minus(end, other), fr_point_minus(end, from)) < 0
               ? from
               : other;
}

static void limit_left(struct outlook *outlook, struct fr_region region)
{
    outlook->left_limit[0] = limit_from(region, outlook->left, outlook->right, 1);
    outlook->left_limit[1] = outlook->left;
}

static void limit_right(struct outlook *outlook, struct fr_region region)
{
    outlook->right_limit[0] = limit_from(region, outlook->right, outlook->left, -1);
    outlook->right_limit[1] = outlook->right;
}

static bool wait_for(struct lookout *lookout, const struct outlook *outlook)
{
    struct outlook *grown =
        fr_grow(lookout->corners->allocator, lookout->waiting, lookout->waiting_count, 1,
                &lookout->waiting_capacity, sizeof *grown);
    if (!grown)
        return false;
    lookout->waiting = grown;
    grown[lookout->waiting_count++] = *outlook;
    return true;
}

/* Looks through a gate at the triangle beyond. */
static bool look_beyond(struct lookout *lookout, const struct outlook *outlook)
{
    const struct gate *gate = &lookout->visibility->gates[outlook->gate];
    const struct fr_point at = {gate->x, gate->y};
    const bool in_left = fr_orient(outlook->left_limit[0], outlook->left_limit[1], at) <= 0;
    const bool in_right = fr_orient(outlook->right_limit[0], outlook->right_limit[1], at) >= 0;
    if (in_left && in_right && gate->corner != NO_CORNER &&
        !append(lookout->corners, gate->corner >> 1))
        return false;
    if (in_left && gate->left >= 0) {
        struct outlook next = *outlook;
        next.gate = gate->left;
        next.right = at;
        if (in_right)
            limit_right(&next, lookout->region);
        if (!wait_for(lookout, &next))
            return false;
    }
    if (in_right && gate->right >= 0) {
        struct outlook next = *outlook;
        next.gate = gate->right;
        next.left = at;
        if (in_left)
            limit_left(&next, lookout->region);
        if (!wait_for(lookout, &next))
            return false;
    }
    return true;
}

static bool look_through(struct lookout *lookout, int32_t edge)
{
    const struct fr_triangulation *t = lookout->visibility->triangulation;
    struct outlook outlook = {.gate = t->twins[edge],
                              .left = t->vertices[t->origins[fr_next_edge(edge)]],
                              .right = t->vertices[t->origins[edge]]};
    limit_left(&outlook, lookout->region);
    limit_right(&outlook, lookout->region);
    if (!wait_for(lookout, &outlook))
        return false;
    while (lookout->waiting_count > 0 && lookout->steps-- > 0) {
        outlook = lookout->waiting[--lookout->waiting_count];
        if (!look_beyond(lookout, &outlook))
            return false;
    }
    return true;
}

static bool meets(const struct fr_triangulation *t, int32_t triangle, struct fr_region region)
{
    const struct fr_point inside = {region.left, region.top};
    bool holds = true;
    for (int32_t edge = 3 * triangle; edge < 3 * triangle + 3; edge++) {
        const struct fr_point from = t->vertices[t->origins[edge]];
        const struct fr_point to = t->vertices[t->origins[fr_next_edge(edge)]];
        if (fr_region_touches(region, from, to))
            return true;
        holds = holds && fr_orient(from, to, inside) >= 0;
    }
    return holds;
}

/* Looks out of a triangle that meets the region. */
static bool look_out(struct lookout *lookout, int32_t triangle)
{
    const struct fr_visibility *v = lookout->visibility;
    const struct fr_triangulation *t = v->triangulation;
    for (int32_t edge = 3 * triangle; edge < 3 * triangle + 3; edge++) {
        const uint32_t corner = v->vertex_corner[t->origins[edge]];
        if (corner != NO_CORNER && !append(lookout->corners, corner >> 1))
            return false;
        if (t->twins[edge] >= 0 &&
            !fr_region_touches(lookout->region, t->vertices[t->origins[edge]],
                               t->vertices[t->origins[fr_next_edge(edge)]]) &&
            !look_through(lookout, edge))
            return false;
    }
    return true;
}

static bool append_all(const struct fr_corners *from, struct fr_corner_list *corners)
{
    bool done = true;
    for (uint32_t i = 0; i < from->count && done; i++)
        done = from->items[i].qx == 0 || append(corners, i);
    return done;
}

enum fr_status fr_visibility_toward(const struct fr_visibility *v, struct fr_region region,
                                    const struct fr_touched *touched,
                                    struct fr_corner_list *corners)
{
    const struct fr_triangulation *t = v->triangulation;
    struct lookout lookout = {.visibility = v,
                              .region = region,
                              .corners = corners,
                              .steps = MOST_STEPS * (int64_t)t->covering_count};
    bool done = true;
    for (size_t i = 0; i < touched->triangle_count && done; i++)
        if (fr_triangulation_is_free(t, touched->triangles[i]) &&
            meets(t, touched->triangles[i], region))
            done = look_out(&lookout, touched->triangles[i]);
    if (done && lookout.steps <= 0)
        done = append_all(v->corners, corners);
    fr_deallocate(corners->allocator, lookout.waiting, lookout.waiting_capacity,
                  sizeof *lookout.waiting);
    return done ? FR_OK : FR_NO_MEMORY;
}
