/* Finds the corners that may see a region from the region outward: triangular expansion
 * (visibility.c), but with limit lines that touch the region instead of passing through a viewer. A
 * left limit has the region and an end of a crossed edge on its left side; if no such line is
 * known, the limit runs along that edge. Limits may thus be too far out, but never too far in. */
#include "maps/geometry/region.h"
#include "maps/geometry/visibility.h"
#include "maps/geometry/visibility_steps.h"

/* The cone between two lines through a gate, whose ends are left and right as seen from the region.
 * A limit is a line from one point through another. */
struct cone {
    int32_t gate;
    struct fr_point left, right;
    struct fr_point left_limit[2], right_limit[2];
};

struct search {
    const struct fr_visibility *visibility;
    struct fr_region region;
    struct fr_corner_list *corners;
    struct cone *waiting;
    size_t waiting_count, waiting_capacity;
    int64_t steps; /* steps that are left; after them, the region counts as seen from everywhere */
};

/* Most steps for each triangle: cones whose limits are too far out may go round in circles. */
#define MOST_STEPS 16

/* The point of the region touched by a line through another point, with all of the region on the
 * line's positive or, for `sign` -1, negative side. */
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

/* The start of a limit through one end of a gate: the gate's other end, which is always valid, or
 * the region's touching point if that limits more. */
static struct fr_point limit_from(struct fr_region region, struct fr_point end,
                                  struct fr_point other, int sign)
{
    if (fr_region_code(region, end) == 0)
        return other;
    const struct fr_point from = touching(region, end, sign);
    return sign * fr_orient(from, end, other) < 0 ? from : other;
}

static void limit_left(struct cone *cone, struct fr_region region)
{
    cone->left_limit[0] = limit_from(region, cone->left, cone->right, 1);
    cone->left_limit[1] = cone->left;
}

static void limit_right(struct cone *cone, struct fr_region region)
{
    cone->right_limit[0] = limit_from(region, cone->right, cone->left, -1);
    cone->right_limit[1] = cone->right;
}

static bool push(struct search *search, const struct cone *cone)
{
    return fr_append(search->corners->allocator, &search->waiting, &search->waiting_count,
                     &search->waiting_capacity, cone, sizeof *cone);
}

/* Expands a cone into the triangle behind its gate. */
static bool expand(struct search *search, const struct cone *cone)
{
    const struct gate *gate = &search->visibility->gates[cone->gate];
    const struct fr_point at = {gate->x, gate->y};
    const bool in_left = fr_orient(cone->left_limit[0], cone->left_limit[1], at) <= 0;
    const bool in_right = fr_orient(cone->right_limit[0], cone->right_limit[1], at) >= 0;
    if (in_left && in_right && gate->corner != NO_CORNER &&
        !fr_corner_list_append(search->corners, gate->corner >> 1))
        return false;
    if (in_left && gate->left >= 0) {
        struct cone next = *cone;
        next.gate = gate->left;
        next.right = at;
        if (in_right)
            limit_right(&next, search->region);
        if (!push(search, &next))
            return false;
    }
    if (in_right && gate->right >= 0) {
        struct cone next = *cone;
        next.gate = gate->right;
        next.left = at;
        if (in_left)
            limit_left(&next, search->region);
        if (!push(search, &next))
            return false;
    }
    return true;
}

static bool search_through(struct search *search, int32_t edge)
{
    const struct fr_triangulation *t = search->visibility->triangulation;
    struct cone cone = {.gate = t->twins[edge],
                        .left = t->vertices[t->origins[fr_next_edge(edge)]],
                        .right = t->vertices[t->origins[edge]]};
    limit_left(&cone, search->region);
    limit_right(&cone, search->region);
    if (!push(search, &cone))
        return false;
    while (search->waiting_count > 0 && search->steps-- > 0) {
        cone = search->waiting[--search->waiting_count];
        if (!expand(search, &cone))
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

/* Searches from a triangle that meets the region. */
static bool search_from(struct search *search, int32_t triangle)
{
    const struct fr_visibility *v = search->visibility;
    const struct fr_triangulation *t = v->triangulation;
    for (int32_t edge = 3 * triangle; edge < 3 * triangle + 3; edge++) {
        const uint32_t corner = v->vertex_corner[t->origins[edge]];
        if (corner != NO_CORNER && !fr_corner_list_append(search->corners, corner >> 1))
            return false;
        if (t->twins[edge] >= 0 &&
            !fr_region_touches(search->region, t->vertices[t->origins[edge]],
                               t->vertices[t->origins[fr_next_edge(edge)]]) &&
            !search_through(search, edge))
            return false;
    }
    return true;
}

static bool append_all(const struct fr_corners *from, struct fr_corner_list *corners)
{
    bool done = true;
    for (uint32_t i = 0; i < from->count && done; i++)
        done = from->items[i].qx == 0 || fr_corner_list_append(corners, i);
    return done;
}

enum fr_status fr_visibility_toward(const struct fr_visibility *v, struct fr_region region,
                                    const struct fr_touched *touched,
                                    struct fr_corner_list *corners)
{
    const struct fr_triangulation *t = v->triangulation;
    struct search search = {.visibility = v,
                            .region = region,
                            .corners = corners,
                            .steps = MOST_STEPS * (int64_t)t->covering_count};
    bool done = true;
    for (size_t i = 0; i < touched->triangle_count && done; i++)
        if (fr_triangulation_is_free(t, touched->triangles[i]) &&
            meets(t, touched->triangles[i], region))
            done = search_from(&search, touched->triangles[i]);
    if (done && search.steps <= 0)
        done = append_all(v->corners, corners);
    fr_deallocate(corners->allocator, search.waiting, search.waiting_capacity,
                  sizeof *search.waiting);
    return done ? FR_OK : FR_NO_MEMORY;
}
