/* After a change of the triangulation, the gates of the triangles that it touched are rebuilt, and
 * links to gates that lead nowhere are closed, or reopened, from there on. */
#include "maps/geometry/visibility.h"
#include "maps/geometry/visibility_steps.h"

/* Gates whose predecessors have not been visited yet. */
struct gate_stack {
    const struct fr_allocator *allocator;
    int32_t *items;
    size_t count, capacity;
};

/* Makes room for two more gates. */
static bool reserve(struct gate_stack *stack)
{
    return fr_reserve(stack->allocator, &stack->items, stack->count, 2, &stack->capacity,
                      sizeof *stack->items);
}

/* Makes room for one gate for each edge, and for all vertices and corners. */
static bool grow(struct fr_visibility *v)
{
    const struct fr_triangulation *t = v->triangulation;
    const size_t gates = 3 * t->triangle_room, vertices = t->point_room, before = v->vertex_room;
    const size_t corners = v->corners->room;
    const struct fr_growing by_edge = {&v->gates, sizeof *v->gates};
    const struct fr_growing by_vertex = {&v->vertex_corner, sizeof *v->vertex_corner};
    const struct fr_growing by_corner = {&v->leaving, sizeof *v->leaving};
    if ((v->gate_room < gates && !fr_enlarge(v->allocator, &by_edge, 1, &v->gate_room, gates)) ||
        (before < vertices &&
         !fr_enlarge(v->allocator, &by_vertex, 1, &v->vertex_room, vertices)) ||
        (v->corner_room < corners &&
         !fr_enlarge(v->allocator, &by_corner, 1, &v->corner_room, corners)))
        return false;
    for (size_t i = before; i < v->vertex_room; i++)
        v->vertex_corner[i] = NO_CORNER;
    return true;
}

/* Finds the corners among the vertices of the regions; both are in the same order. */
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

/* Closes the links of touched gates, and of their predecessors, to gates that lead nowhere. */
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

/* Opens the links to a gate that leads somewhere; predecessors that led nowhere are stacked. */
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
        const int32_t base = 3 * touched->triangles[i], end = base + 3;
        if (!fr_triangulation_is_free(v->triangulation, touched->triangles[i]))
            continue;
        for (int32_t edge = base; edge < end; edge++) {
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
