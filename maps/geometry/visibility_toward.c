/* Who may see a region is found from the region: as triangular expansion (visibility.c), but with
 * the lines that limit the view touching the region instead of passing through a viewer. A line
 * that limits it to the left has the region on its left side, and the end of an edge that was gone
 * through on it; or, where no such line is known, it runs along that edge. So limits may lie too
 * far out, never too far in. */
#include "maps/geometry/region.h"
#include "maps/geometry/visibility_steps.h"

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
