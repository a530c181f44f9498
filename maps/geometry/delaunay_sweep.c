/* Points are inserted by rows, below a front: a chain of edges from the left side of the box to the
 * right, with all triangles above it. A point makes a triangle with the edge above it, and narrow
 * notches beside it are filled (Zalik, "An efficient sweep-line Delaunay triangulation algorithm",
 * Computer-Aided Design 37, 2005). Edges are flipped until they are Delaunay (Lawson, "Software for
 * C1 surface interpolation", 1977).
 *
 * The front has at most one vertex in a column, so it is an array of vertices and a set of bits.
 * The twin of the front's edge that begins in a column is constrained, and stored behind the edges
 * of all triangles: flips keep these twins, too. */
#include "maps/bits.h"
#include "maps/geometry/delaunay.h"
#include "maps/geometry/delaunay_steps.h"

/* Units of work for each point; tuned on adventure-150. */
#define INSERT_UNITS 15

static int32_t slot(const struct fr_delaunay *d, int32_t column)
{
    return 3 * (int32_t)d->triangle_capacity + column;
}

/* The last vertex of the front before a column, and the first one after it. */
static int32_t before(const struct fr_delaunay *d, int32_t column)
{
    int32_t word = column >> 6;
    uint64_t bits = d->front_bits[word] & ((UINT64_C(1) << (column & 63)) - 1);
    while (!bits)
        bits = d->front_bits[--word];
    return 64 * word + fr_highest_bit(bits);
}

static int32_t after(const struct fr_delaunay *d, int32_t column)
{
    int32_t word = column >> 6;
    uint64_t bits = d->front_bits[word] & UINT64_MAX << (column & 63) << 1;
    while (!bits)
        bits = d->front_bits[++word];
    return 64 * word + fr_lowest_bit(bits);
}

static bool in_front(const struct fr_delaunay *d, int32_t column)
{
    return d->front_bits[column >> 6] >> (column & 63) & 1;
}

static void turn_bit(struct fr_delaunay *d, int32_t column)
{
    d->front_bits[column >> 6] ^= UINT64_C(1) << (column & 63);
}

/* The edge of the triangle above the front in a column; FR_NO_EDGE: the upper side of the box. */
static int32_t above(const struct fr_delaunay *d, int32_t column)
{
    const int32_t twin = d->twins[slot(d, column)];
    return twin == FR_NO_EDGE ? twin : ~twin;
}

/* Adds a triangle, and the twin of its first edge; returns this edge. */
static int32_t add_triangle(struct fr_delaunay *d, uint32_t a, uint32_t b, uint32_t c, int32_t twin)
{
    const int32_t edge = 3 * (int32_t)d->triangle_count++;
    set_triangle(d, edge, a, b, c);
    d->leaving[a] = edge;
    d->leaving[b] = edge + 1;
    d->leaving[c] = edge + 2;
    join(d, edge, twin);
    return edge;
}

/* Adds a point below an edge of the front. */
static bool add_below_edge(struct fr_delaunay *d, uint32_t point, int32_t column)
{
    const int32_t left = before(d, column), right = after(d, column);
    const int32_t edge = add_triangle(d, d->front[left], d->front[right], point, above(d, left));
    join(d, edge + 1, ~slot(d, column));
    join(d, edge + 2, ~slot(d, left));
    turn_bit(d, column);
    d->front[column] = point;
    return push(d, edge) && settle_edges(d, true);
}

/* Adds a point below a vertex of the front; at the sides of the box, there is only one edge. */
static bool add_below_vertex(struct fr_delaunay *d, uint32_t point, int32_t column)
{
    const uint32_t vertex = d->front[column];
    int32_t down = FR_NO_EDGE;
    d->front[column] = point;
    if (column > 0) {
        const int32_t left = before(d, column);
        const int32_t edge = add_triangle(d, d->front[left], vertex, point, above(d, left));
        down = edge + 1;
        d->twins[down] = FR_NO_EDGE;
        join(d, edge + 2, ~slot(d, left));
        if (!push(d, edge) || !push(d, down))
            return false;
    }
    if (column + 1 < d->front_columns) {
        const int32_t right = after(d, column);
        const int32_t edge = add_triangle(d, vertex, d->front[right], point, above(d, column));
        join(d, edge + 1, ~slot(d, column));
        join(d, edge + 2, down);
        if (!push(d, edge))
            return false;
    }
    return settle_edges(d, false);
}

/* Adds the triangle between three vertices of the front if it is below the middle one and its angle
 * there is less than 116 degrees (tuned on adventure rooms); `any` allows every angle. */
static bool fill(struct fr_delaunay *d, int32_t left, int32_t middle, int32_t right, bool any,
                 bool *filled)
{
    const uint32_t a = d->front[middle], b = d->front[right], c = d->front[left];
    const struct fr_point to_b = fr_point_minus(d->points[b], d->points[a]);
    const struct fr_point to_c = fr_point_minus(d->points[c], d->points[a]);
    *filled = fr_cross(to_b, to_c) > 0 && (any || 2 * fr_dot(to_b, to_c) > -fr_cross(to_b, to_c));
    if (!*filled)
        return true;
    const int32_t edge = add_triangle(d, a, b, c, above(d, middle));
    join(d, edge + 2, above(d, left));
    join(d, edge + 1, ~slot(d, left));
    turn_bit(d, middle);
    return push(d, edge) && push(d, edge + 2) && settle_edges(d, false);
}

/* Fills the narrow notches on both sides of a new vertex of the front. */
static bool fill_beside(struct fr_delaunay *d, int32_t column)
{
    const int32_t last = d->front_columns - 1;
    bool filled = true;
    for (int32_t i = after(d, column); filled && i < last; i = after(d, column))
        if (!fill(d, column, i, after(d, i), false, &filled))
            return false;
    filled = true;
    for (int32_t i = before(d, column); filled && i > 0; i = before(d, column))
        if (!fill(d, before(d, i), i, column, false, &filled))
            return false;
    return true;
}

/* Fills the gaps above the lower side of the box. */
static bool fill_all(struct fr_delaunay *d)
{
    const int32_t last = d->front_columns - 1;
    bool filled;
    for (int32_t middle = after(d, 0); middle < last;) {
        const int32_t left = before(d, middle), right = after(d, middle);
        if (!fill(d, left, middle, right, true, &filled))
            return false;
        middle = filled && left > 0 ? left : right;
    }
    d->twins[above(d, 0)] = FR_NO_EDGE;
    return true;
}

static enum fr_status add_point(struct fr_delaunay *d, uint32_t point)
{
    const int32_t column = d->points[point].x - d->points[d->point_count - 4].x;
    if (point > 0 && !fr_point_before(d->points[point - 1], d->points[point]))
        return FR_BAD_INPUT;
    const bool room =
        in_front(d, column) ? add_below_vertex(d, point, column) : add_below_edge(d, point, column);
    return room && fill_beside(d, column) ? FR_OK : FR_NO_MEMORY;
}

enum fr_status fr_delaunay_insert_all(struct fr_delaunay *d, struct fr_work *work)
{
    const uint32_t lower = d->point_count - 2; /* corners of the box, the right one first */
    for (; d->inserted < lower - 2; d->inserted++) {
        if (fr_work_pauses(work))
            return FR_OK;
        const enum fr_status status = add_point(d, d->inserted);
        if (status != FR_OK)
            return status;
        work->left -= INSERT_UNITS;
    }
    if (!add_below_vertex(d, lower + 1, 0) || !add_below_vertex(d, lower, d->front_columns - 1) ||
        !fill_all(d))
        return FR_NO_MEMORY;
    fr_delaunay_forget_front(d);
    return FR_OK;
}

bool fr_delaunay_begin_front(struct fr_delaunay *d)
{
    const uint32_t corner = d->point_count - 4;
    d->front = fr_allocate(d->allocator, (size_t)d->front_columns, sizeof *d->front);
    d->front_bits =
        fr_allocate_zeroed(d->allocator, (size_t)d->front_columns / 64 + 1, sizeof *d->front_bits);
    if (!d->front || !d->front_bits)
        return false;
    const int32_t last = d->front_columns - 1;
    d->front[0] = corner;
    d->front[last] = corner + 1;
    turn_bit(d, 0);
    turn_bit(d, last);
    d->twins[slot(d, 0)] = FR_NO_EDGE;
    return true;
}

void fr_delaunay_forget_front(struct fr_delaunay *d)
{
    const struct fr_allocator *allocator = d->allocator;
    fr_deallocate(allocator, d->front, (size_t)d->front_columns, sizeof *d->front);
    fr_deallocate(allocator, d->front_bits, (size_t)d->front_columns / 64 + 1,
                  sizeof *d->front_bits);
    d->front = NULL;
    d->front_bits = NULL;
}
