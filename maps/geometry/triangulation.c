#include "maps/geometry/triangulation.h"

#include <string.h>

#include "maps/geometry/boundary.h"
#include "maps/geometry/predicates.h"

/* How fine the point location grid is: searches cross a few triangles, and the grid takes two bytes
 * for each vertex (tuned on adventure rooms with 150 formations in HD). */
#define VERTICES_PER_CELL 2

#define UNREACHED INT32_MIN

/* Units of work for each edge and triangle; tuned on adventure-150. */
enum { CONSTRAIN_UNITS = 8, STORE_UNITS = 6 };

static struct fr_point origin_of(const struct fr_triangulation *t, int32_t edge)
{
    return t->vertices[t->origins[edge]];
}

/* The storage order of triangles: as a flood fill reaches them, those of free space first. */
struct flood {
    /* by triangle: UNREACHED, its index in free space, or the complement of its index on
     * obstacles */
    int32_t *place;
    int32_t *waiting; /* triangles to expand */
    int32_t waiting_count, free_count, obstacle_count;
};

static void reach(struct flood *flood, int32_t triangle, bool is_free)
{
    flood->place[triangle] = is_free ? flood->free_count++ : ~flood->obstacle_count++;
    flood->waiting[flood->waiting_count++] = triangle;
}

/* Starts at a triangle at the border of the box, which is not free space; crossing a constrained
 * edge leads to the other kind of triangle. */
static void flood_from_border(struct flood *flood, const struct fr_delaunay *delaunay)
{
    const uint32_t box_corner = delaunay->point_count - 1;
    reach(flood, delaunay->leaving[box_corner] / 3, false);
    while (flood->waiting_count) {
        const int32_t triangle = flood->waiting[--flood->waiting_count];
        const bool is_free = flood->place[triangle] >= 0;
        for (int32_t edge = 3 * triangle; edge < 3 * triangle + 3; edge++) {
            const int32_t twin = delaunay->twins[edge];
            if (twin == FR_NO_EDGE)
                continue;
            const int32_t beyond = (twin < 0 ? ~twin : twin) / 3;
            if (flood->place[beyond] == UNREACHED)
                reach(flood, beyond, twin < 0 ? !is_free : is_free);
        }
    }
}

static int32_t stored_triangle(const struct flood *flood, int32_t triangle)
{
    const int32_t place = flood->place[triangle];
    return place >= 0 ? place : flood->free_count + ~place;
}

static int32_t stored_twin(const struct flood *flood, int32_t twin)
{
    if (twin == FR_NO_EDGE)
        return twin;
    const int32_t edge = twin < 0 ? ~twin : twin;
    const int32_t stored = 3 * stored_triangle(flood, edge / 3) + edge % 3;
    return twin < 0 ? ~stored : stored;
}

static void store_triangles(struct fr_triangulation *t, const struct flood *flood,
                            const struct fr_delaunay *delaunay)
{
    t->triangle_count = flood->free_count;
    for (int32_t triangle = 0; triangle < t->covering_count; triangle++) {
        const int32_t from = 3 * triangle, to = 3 * stored_triangle(flood, triangle);
        for (int32_t i = 0; i < 3; i++) {
            t->origins[to + i] = delaunay->origins[from + i];
            t->twins[to + i] = stored_twin(flood, delaunay->twins[from + i]);
        }
    }
}

static enum fr_status sort_triangles(struct fr_triangulation *t, const struct fr_delaunay *delaunay)
{
    const size_t count = (size_t)t->covering_count;
    struct flood flood = {.place = fr_allocate(t->allocator, count, sizeof *flood.place),
                          .waiting = fr_allocate(t->allocator, count, sizeof *flood.waiting)};
    const bool complete = flood.place && flood.waiting;
    if (complete) {
        for (size_t i = 0; i < count; i++)
            flood.place[i] = UNREACHED;
        flood_from_border(&flood, delaunay);
        store_triangles(t, &flood, delaunay);
    }
    fr_deallocate(t->allocator, flood.waiting, count, sizeof *flood.waiting);
    fr_deallocate(t->allocator, flood.place, count, sizeof *flood.place);
    return complete ? FR_OK : FR_NO_MEMORY;
}

/* Sets the leaving edges; contour edges take precedence. */
static void find_leaving(struct fr_triangulation *t)
{
    for (uint32_t vertex = 0; vertex < t->vertex_count; vertex++)
        t->leaving[vertex] = FR_NO_EDGE;
    for (int32_t edge = 0; edge < 3 * t->triangle_count; edge++) {
        int32_t *leaving = &t->leaving[t->origins[edge]];
        if (*leaving == FR_NO_EDGE || t->twins[edge] < 0)
            *leaving = edge;
    }
}

/* Whether the closed triangle contains a point; if not, *behind is an edge with the point on its
 * far side. Tests edge `turn` first. */
static bool holds(const struct fr_triangulation *t, int32_t triangle, struct fr_point point,
                  uint32_t turn, int32_t *behind)
{
    for (uint32_t i = 0; i < 3; i++) {
        const int32_t edge = 3 * triangle + (int32_t)((turn + i) % 3);
        if (fr_orient(origin_of(t, edge), origin_of(t, fr_next_edge(edge)), point) < 0) {
            *behind = edge;
            return false;
        }
    }
    return true;
}

/* The triangle that contains a point, FR_NO_TRIANGLE outside the box. Goes from triangle to
 * triangle. Constrained edges can make the search go in circles, so after more steps than a search
 * that ends can take, all triangles are tested. */
static int32_t walk(const struct fr_triangulation *t, int32_t triangle, struct fr_point point)
{
    int32_t behind;
    for (int32_t step = 0; step < t->covering_count; step++) {
        if (holds(t, triangle, point, (uint32_t)step, &behind))
            return triangle;
        const int32_t twin = t->twins[behind];
        if (twin == FR_NO_EDGE)
            return FR_NO_TRIANGLE;
        triangle = (twin < 0 ? ~twin : twin) / 3;
    }
    for (triangle = 0; triangle < t->covering_count; triangle++)
        if (holds(t, triangle, point, 0, &behind))
            return triangle;
    return FR_NO_TRIANGLE;
}

/* Lays square cells over the box, large enough that there are not too many. */
static void lay_grid(struct fr_triangulation *t)
{
    const struct fr_point low = t->vertices[t->vertex_count];
    const struct fr_point high = t->vertices[t->vertex_count + 2];
    const int64_t most = 1 + t->vertex_count / VERTICES_PER_CELL;
    t->left = low.x;
    t->top = low.y;
    t->right = high.x;
    t->bottom = high.y;
    do {
        t->cell_shift++;
        t->columns = ((high.x - low.x) >> t->cell_shift) + 1;
        t->rows = ((high.y - low.y) >> t->cell_shift) + 1;
    } while ((int64_t)t->columns * t->rows > most);
}

static struct fr_point cell_middle(const struct fr_triangulation *t, int32_t row, int32_t column)
{
    const int32_t half = 1 << t->cell_shift >> 1;
    return (struct fr_point){t->left + (column << t->cell_shift) + half,
                             t->top + (row << t->cell_shift) + half};
}

/* The search for each cell's middle starts from the cell to the left, or above in the first
 * column. */
static void fill_grid(struct fr_triangulation *t)
{
    int32_t above = 0;
    for (int32_t row = 0; row < t->rows; row++) {
        int32_t near = above;
        for (int32_t column = 0; column < t->columns; column++) {
            const int32_t found = walk(t, near, cell_middle(t, row, column));
            near = found == FR_NO_TRIANGLE ? near : found;
            above = column == 0 ? near : above;
            t->nearby[(ptrdiff_t)row * t->columns + column] = near;
        }
    }
}

static size_t cell_count(const struct fr_triangulation *t)
{
    return (size_t)t->columns * (size_t)t->rows;
}

static enum fr_status store(struct fr_triangulation *t, const struct fr_delaunay *delaunay)
{
    t->vertex_count = delaunay->point_count - 4;
    t->covering_count = (int32_t)delaunay->triangle_count;
    const size_t edges = 3 * (size_t)t->covering_count, points = delaunay->point_count;
    t->point_room = points;
    t->triangle_room = (size_t)t->covering_count;
    t->vertices = fr_allocate(t->allocator, points, sizeof *t->vertices);
    t->leaving = fr_allocate(t->allocator, points, sizeof *t->leaving);
    t->origins = fr_allocate(t->allocator, edges, sizeof *t->origins);
    t->twins = fr_allocate(t->allocator, edges, sizeof *t->twins);
    if (!t->vertices || !t->leaving || !t->origins || !t->twins)
        return FR_NO_MEMORY;
    memcpy(t->vertices, delaunay->points, points * sizeof *t->vertices);
    lay_grid(t);
    t->nearby = fr_allocate(t->allocator, cell_count(t), sizeof *t->nearby);
    if (!t->nearby)
        return FR_NO_MEMORY;
    const enum fr_status status = sort_triangles(t, delaunay);
    if (status != FR_OK)
        return status;
    find_leaving(t);
    fill_grid(t);
    return FR_OK;
}

static enum fr_status insert_points(void *context, struct fr_work *work)
{
    const struct fr_triangulation_plan *plan = context;
    return fr_delaunay_insert_all(plan->delaunay, work);
}

static enum fr_status constrain_edges(void *context, struct fr_work *work)
{
    struct fr_triangulation_plan *plan = context;
    for (size_t *i = &plan->progress.item; *i < plan->edge_count; (*i)++) {
        if (fr_work_pauses(work))
            return FR_OK;
        const uint32_t *edge = plan->edges[*i];
        const enum fr_status status = fr_delaunay_constrain(plan->delaunay, edge[0], edge[1]);
        if (status != FR_OK)
            return status;
        work->left -= CONSTRAIN_UNITS;
    }
    return FR_OK;
}

/* Converts the complete Delaunay triangulation. */
static enum fr_status store_all(void *context, struct fr_work *work)
{
    const struct fr_triangulation_plan *plan = context;
    struct fr_triangulation *fresh = fr_allocate_zeroed(plan->allocator, 1, sizeof *fresh);
    work->left -= STORE_UNITS * (int64_t)plan->delaunay->triangle_count;
    if (!fresh)
        return FR_NO_MEMORY;
    fresh->allocator = plan->allocator;
    const enum fr_status status = store(fresh, plan->delaunay);
    if (status == FR_OK)
        *plan->triangulation = fresh;
    else
        fr_triangulation_release(fresh);
    return status;
}

enum fr_status fr_triangulation_build(struct fr_triangulation_plan *plan, struct fr_work *work)
{
    static fr_stage *const stages[] = {insert_points, constrain_edges, store_all, NULL};
    return fr_stages_run(stages, plan, &plan->progress, work);
}

void fr_triangulation_plan_release(struct fr_triangulation_plan *plan)
{
    fr_delaunay_release(plan->delaunay);
    if (plan->made_edges)
        fr_deallocate(plan->allocator, plan->made_edges, plan->edge_room, sizeof *plan->edges);
    *plan = (struct fr_triangulation_plan){.allocator = plan->allocator};
}

/* Builds the whole plan at once if `status` is FR_OK, and releases it in all cases. */
static enum fr_status build_all(struct fr_triangulation_plan *plan, enum fr_status status)
{
    struct fr_work all = FR_ALL_WORK;
    if (status == FR_OK)
        status = fr_triangulation_build(plan, &all);
    fr_triangulation_plan_release(plan);
    return status;
}

enum fr_status fr_triangulation_create(const struct fr_point *points, uint32_t count,
                                       const uint32_t (*edges)[2], uint32_t edge_count,
                                       const struct fr_allocator *allocator,
                                       struct fr_triangulation **triangulation)
{
    struct fr_triangulation_plan plan = {.allocator = allocator,
                                         .edges = edges,
                                         .edge_count = edge_count,
                                         .triangulation = triangulation};
    return build_all(&plan, fr_delaunay_begin(points, count, allocator, &plan.delaunay));
}

/* Converts a boundary to points and edges. */
static enum fr_status take_boundary(struct fr_triangulation_plan *plan,
                                    const struct fr_boundary *boundary)
{
    const size_t turns = plan->edge_room = fr_at_least_one(boundary->count);
    plan->edge_count = boundary->count;
    plan->made_edges = fr_allocate(plan->allocator, turns, sizeof *plan->made_edges);
    struct fr_point *points = fr_allocate(plan->allocator, turns, sizeof *points);
    uint32_t *point_of = fr_allocate(plan->allocator, turns, sizeof *point_of);
    enum fr_status status = FR_NO_MEMORY;
    if (points && point_of && plan->made_edges) {
        const uint32_t count = fr_boundary_points(boundary, points, point_of);
        for (uint32_t turn = 0; turn < boundary->count; turn++) {
            plan->made_edges[turn][0] = point_of[turn];
            plan->made_edges[turn][1] = point_of[boundary->turns[turn].next];
        }
        plan->edges = (const uint32_t(*)[2])plan->made_edges;
        status = fr_delaunay_begin(points, count, plan->allocator, &plan->delaunay);
    }
    fr_deallocate(plan->allocator, point_of, turns, sizeof *point_of);
    fr_deallocate(plan->allocator, points, turns, sizeof *points);
    return status;
}

enum fr_status fr_triangulation_plan(struct fr_triangulation_plan *plan, const struct fr_map *map,
                                     const struct fr_allocator *allocator,
                                     struct fr_triangulation **triangulation)
{
    struct fr_boundary *boundary;
    *plan = (struct fr_triangulation_plan){.allocator = allocator, .triangulation = triangulation};
    enum fr_status status = fr_boundary_create(map, allocator, &boundary);
    if (status != FR_OK)
        return status;
    status = take_boundary(plan, boundary);
    fr_boundary_release(boundary);
    return status;
}

enum fr_status fr_triangulation_of_map(const struct fr_map *map,
                                       const struct fr_allocator *allocator,
                                       struct fr_triangulation **triangulation)
{
    struct fr_triangulation_plan plan;
    return build_all(&plan, fr_triangulation_plan(&plan, map, allocator, triangulation));
}

/* A triangle of free space that shares a point with a triangle inside an obstacle. */
static int32_t find_beside(const struct fr_triangulation *t, int32_t triangle,
                           struct fr_point point)
{
    for (int32_t edge = 3 * triangle; edge < 3 * triangle + 3; edge++) {
        const uint32_t vertex = t->origins[edge];
        if (vertex < t->vertex_count && fr_point_equal(t->vertices[vertex], point))
            return t->leaving[vertex] < 0 || !fr_triangulation_is_free(t, t->leaving[vertex] / 3)
                       ? FR_NO_TRIANGLE
                       : t->leaving[vertex] / 3;
        const struct fr_point end = origin_of(t, fr_next_edge(edge));
        if (t->twins[edge] < 0 && t->twins[edge] != FR_NO_EDGE && !fr_point_equal(end, point) &&
            fr_orient(t->vertices[vertex], end, point) == 0)
            return ~t->twins[edge] / 3;
    }
    return FR_NO_TRIANGLE;
}

int32_t fr_triangulation_locate(const struct fr_triangulation *t, struct fr_point point)
{
    if (point.x < t->left || point.y < t->top)
        return FR_NO_TRIANGLE;
    const int64_t column = ((int64_t)point.x - t->left) >> t->cell_shift;
    const int64_t row = ((int64_t)point.y - t->top) >> t->cell_shift;
    if (column >= t->columns || row >= t->rows)
        return FR_NO_TRIANGLE;
    const int32_t near = t->nearby[row * t->columns + column];
    return walk(t, near < t->covering_count ? near : 0, point);
}

int32_t fr_triangulation_find(const struct fr_triangulation *t, struct fr_point point)
{
    const int32_t triangle = fr_triangulation_locate(t, point);
    if (triangle == FR_NO_TRIANGLE || fr_triangulation_is_free(t, triangle))
        return triangle;
    return find_beside(t, triangle, point);
}

/* The number of columns, or rows, whose middle is less than `distance` from the first border. */
static int32_t cells_before(const struct fr_triangulation *t, int32_t distance)
{
    return (distance + (1 << t->cell_shift >> 1) - 1) >> t->cell_shift;
}

void fr_triangulation_mend_grid(struct fr_triangulation *t, int32_t triangle)
{
    const struct fr_point a = origin_of(t, 3 * triangle), b = origin_of(t, 3 * triangle + 1);
    const struct fr_point c = origin_of(t, 3 * triangle + 2);
    const int32_t row_end = cells_before(t, fr_greater(a.y, fr_greater(b.y, c.y)) - t->top + 1);
    const int32_t column = cells_before(t, fr_lesser(a.x, fr_lesser(b.x, c.x)) - t->left);
    const int32_t column_end = cells_before(t, fr_greater(a.x, fr_greater(b.x, c.x)) - t->left + 1);
    int32_t behind;
    for (int32_t row = cells_before(t, fr_lesser(a.y, fr_lesser(b.y, c.y)) - t->top); row < row_end;
         row++)
        for (int32_t i = column; i < column_end; i++) {
            int32_t *known = &t->nearby[(ptrdiff_t)row * t->columns + i];
            if ((*known >= t->covering_count || t->marks[*known] & FR_DELAUNAY_CHANGED) &&
                holds(t, triangle, cell_middle(t, row, i), 0, &behind))
                *known = triangle;
        }
}

void fr_triangulation_release(struct fr_triangulation *t)
{
    if (!t)
        return;
    const struct fr_allocator *allocator = t->allocator;
    const size_t edges = 3 * t->triangle_room, points = t->point_room;
    fr_deallocate(allocator, t->marks, t->triangle_room, sizeof *t->marks);
    fr_deallocate(allocator, t->spare, t->spare_room, sizeof *t->spare);
    fr_deallocate(allocator, t->vertices, points, sizeof *t->vertices);
    fr_deallocate(allocator, t->leaving, points, sizeof *t->leaving);
    fr_deallocate(allocator, t->origins, edges, sizeof *t->origins);
    fr_deallocate(allocator, t->twins, edges, sizeof *t->twins);
    fr_deallocate(allocator, t->nearby, cell_count(t), sizeof *t->nearby);
    fr_deallocate(allocator, t, 1, sizeof *t);
}
