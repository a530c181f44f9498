#include "algorithms/visibility/exact_sight.h"

/* Whether the ray from `point` toward -x crosses the edge; the edge's lower end counts, its upper
 * end does not. */
static bool ray_crosses(const struct ring_edge *edge, struct fr_point point)
{
    if ((edge->from.y > point.y) == (edge->to.y > point.y))
        return false;
    const int64_t side = fr_orient(edge->from, edge->to, point);
    return edge->to.y > edge->from.y ? side < 0 : side > 0;
}

static bool on_edge(const struct ring_edge *edge, struct fr_point point)
{
    return fr_orient(edge->from, edge->to, point) == 0 &&
           fr_dot(fr_point_minus(edge->from, point), fr_point_minus(edge->to, point)) <= 0;
}

bool exact_sight_inside(const struct outline *outline, struct fr_point point)
{
    const struct edge_grid *grid = &outline->grid;
    if (!edge_grid_holds(grid, point))
        return false;
    const uint32_t *row =
        grid->first + (size_t)edge_grid_row(grid, point.y) * (size_t)grid->columns;
    const uint32_t end = row[edge_grid_column(grid, point.x) + 1];
    bool inside = false;
    for (uint32_t i = row[0]; i < end; i++) {
        const struct ring_edge *edge = &outline->edges[grid->entries[i] >> 1];
        if (on_edge(edge, point))
            return true;
        if (grid->entries[i] & 1)
            inside ^= ray_crosses(edge, point);
    }
    return inside;
}

/* Whether the first vertex of an edge, which is on ab, blocks a path along ab. */
static bool vertex_blocks(const struct outline *outline, uint32_t edge, struct fr_point a,
                          struct fr_point b)
{
    const struct fr_point at = outline->edges[edge].from;
    const struct fr_point back = fr_point_minus(a, at), onward = fr_point_minus(b, at);
    bool arrives = false, leaves = false; /* in any sector */
    uint32_t i = edge;
    do {
        const struct ring_sector *sector = &outline->sectors[i];
        const bool in = fr_point_equal(a, at) || ring_sector_holds(sector, back);
        const bool out = fr_point_equal(b, at) || ring_sector_holds(sector, onward);
        arrives |= in;
        leaves |= out;
        if ((in && out) || (outline->through_pinches && arrives && leaves))
            return false;
        i = sector->next;
    } while (i != edge);
    return true;
}

/* Each edge is responsible for its interior and its first vertex. An edge with ends on different
 * sides of ab blocks ab unless a and b are on the same side of the edge. The edge itself is free: a
 * segment may begin or end on it. */
static bool edge_blocks(const struct outline *outline, uint32_t index, struct fr_point a,
                        struct fr_point b)
{
    const struct ring_edge *edge = &outline->edges[index];
    const int64_t from = fr_orient(a, b, edge->from), to = fr_orient(a, b, edge->to);
    if (from == 0)
        return fr_dot(fr_point_minus(a, edge->from), fr_point_minus(b, edge->from)) <= 0 &&
               vertex_blocks(outline, index, a, b);
    if (to == 0 || (from < 0) == (to < 0))
        return false;
    return (fr_orient(edge->from, edge->to, a) < 0) != (fr_orient(edge->from, edge->to, b) < 0);
}

bool exact_sight_sees(const struct outline *outline, struct fr_point a, struct fr_point b)
{
    if (fr_point_equal(a, b))
        return true;
    const struct edge_grid *grid = &outline->grid;
    const int32_t last = edge_grid_row(grid, a.y > b.y ? a.y : b.y);
    for (int32_t row = edge_grid_row(grid, a.y < b.y ? a.y : b.y); row <= last; row++) {
        const struct cell_span span = edge_grid_span(grid, a, b, row);
        const uint32_t *cells = grid->first + (size_t)row * (size_t)grid->columns;
        for (uint32_t i = cells[span.first]; i < cells[span.last + 1]; i++)
            if (edge_blocks(outline, grid->entries[i] >> 1, a, b))
                return false;
    }
    return true;
}

static bool inside_polygon(const void *polygon, struct fr_point point)
{
    return exact_sight_inside(polygon, point);
}

static bool sees_in_polygon(const void *polygon, struct fr_point a, struct fr_point b)
{
    return exact_sight_sees(polygon, a, b);
}

/* Whether the vertex is a corner: concave, or a pinch that a path may pass and turn at. A pinch
 * counts once, for the first of its sectors. */
static bool is_corner(const struct outline *outline, uint32_t edge)
{
    const struct ring_sector *sectors = outline->sectors;
    if (!outline->through_pinches || sectors[edge].next == edge)
        return ring_sector_concave(&sectors[edge]);
    for (uint32_t i = sectors[edge].next; i != edge; i = sectors[i].next)
        if (i < edge)
            return false;
    return true;
}

static uint32_t corners_of_polygon(const void *polygon, struct ring_corner *corners)
{
    const struct outline *outline = polygon;
    uint32_t count = 0;
    for (uint32_t i = 0; i < outline->edge_count; i++)
        if (is_corner(outline, i))
            corners[count++] = (struct ring_corner){
                outline->edges[i].from, outline->through_pinches ? NULL : &outline->sectors[i]};
    return count;
}

struct ring_sight exact_sight_of(const struct outline *outline)
{
    return (struct ring_sight){outline, outline->edge_count, corners_of_polygon, inside_polygon,
                               sees_in_polygon};
}
