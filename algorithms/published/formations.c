#include "algorithms/published/formations.h"

#include <stdlib.h>
#include <string.h>

static bool is_corner(const struct fr_jump_distances *tables, struct fr_pixel cell)
{
    return tables->turns[fr_jump_index(tables, cell.x, cell.y)] != 0;
}

/* The number of free steps, up to a corner if corners end them, but at most `most`. */
static int32_t clearance(const struct fr_jump_distances *tables, struct fr_pixel from, int d,
                         int32_t most, bool stops)
{
    int32_t steps = 0;
    for (;;) {
        const size_t cell = fr_jump_index(tables, from.x + steps * fr_direction_dx[d],
                                          from.y + steps * fr_direction_dy[d]);
        const int32_t hop = tables->cells[cell].at[d];
        steps += abs(hop);
        if (hop <= 0 || steps >= most)
            return steps < most ? steps : most;
        if (stops && is_corner(tables, (struct fr_pixel){from.x + steps * fr_direction_dx[d],
                                                         from.y + steps * fr_direction_dy[d]}))
            return steps;
    }
}

/* Like clearance(), but tile by tile. */
static int32_t steps_open(const struct formations *formations, struct fr_pixel at, int d,
                          int32_t most, bool stops)
{
    int32_t steps = 0;
    while (steps < most && !(stops && steps > 0 && is_corner(formations->tables, at)) &&
           links_walk_open(&formations->graph->lanes, at, fr_direction_dx[d], fr_direction_dy[d])) {
        at.x += fr_direction_dx[d];
        at.y += fr_direction_dy[d];
        steps++;
    }
    return steps;
}

/* Either of them. */
static int32_t free_steps(const struct formations *formations, struct fr_pixel from, int d,
                          int32_t most)
{
    return formations->adjacency.stepwise
               ? steps_open(formations, from, d, most, formations->adjacency.stops)
               : clearance(formations->tables, from, d, most, formations->adjacency.stops);
}

void formations_free_steps(const struct formations *formations, struct fr_pixel from,
                           int32_t steps[FR_DIRECTIONS])
{
    for (int d = 0; d < FR_DIRECTIONS; d++)
        steps[d] = free_steps(formations, from, d, INT32_MAX);
}

/* Whether diagonal steps and then straight ones lead to the cell at (dx, dy). `known` has the free
 * steps from the first cell in each direction, or is NULL. */
static bool walk_open(const struct formations *formations, struct fr_pixel from, int32_t dx,
                      int32_t dy, const int32_t *known)
{
    const bool stops = formations->adjacency.stops;
    const int32_t across = abs(dx), down = abs(dy);
    const int32_t diagonal = across < down ? across : down;
    const int32_t sx = dx < 0 ? -diagonal : diagonal, sy = dy < 0 ? -diagonal : diagonal;
    const struct fr_pixel legs[] = {{sx, sy}, {dx - sx, dy - sy}};
    struct fr_pixel at = from;
    for (int i = 0; i < 2; i++) {
        const struct fr_pixel leg = legs[i];
        const int32_t steps = abs(leg.x) > abs(leg.y) ? abs(leg.x) : abs(leg.y);
        if (steps == 0)
            continue;
        if (stops && !fr_pixel_equal(at, from) && is_corner(formations->tables, at))
            return false;
        const int d = (int)links_sector(leg.x, leg.y) / 2;
        const int32_t open =
            known && fr_pixel_equal(at, from) ? known[d] : free_steps(formations, at, d, steps);
        if (open < steps)
            return false;
        at = (struct fr_pixel){at.x + leg.x, at.y + leg.y};
    }
    return true;
}

bool formations_adjacent(const struct formations *formations, struct fr_pixel from,
                         struct fr_pixel to, const int32_t *known)
{
    const int32_t dx = to.x - from.x, dy = to.y - from.y;
    return (dx != 0 || dy != 0) && walk_open(formations, from, dx, dy, known) &&
           (formations->adjacency.order == ORDER_DIAGONAL ||
            walk_open(formations, to, -dx, -dy, NULL));
}

/* Appends a link of a cell to a corner, if they are adjacent. False if out of memory. */
static bool test(const struct formations *formations, struct fr_pixel from, bool inward,
                 uint32_t node, const int32_t *known, struct links *links)
{
    const struct fr_pixel corner = jump_graph_pixel(formations->graph, node);
    const int32_t dx = corner.x - from.x, dy = corner.y - from.y;
    if (!formations_adjacent(formations, inward ? corner : from, inward ? from : corner, known))
        return true;
    return links_append(links, (struct link){.dx = (int16_t)dx,
                                             .dy = (int16_t)dy,
                                             .sector = (uint8_t)links_sector(dx, dy)});
}

bool formations_scan(const struct formations *formations, struct fr_pixel from, bool inward,
                     const int32_t *known, struct links *links)
{
    const struct jump_graph *graph = formations->graph;
    for (uint32_t node = 0; node < graph->node_count; node++)
        if (graph->nodes[node].used && !test(formations, from, inward, node, known, links))
            return false;
    return true;
}

static void axis_values(struct fr_pixel cell, int32_t values[AXES])
{
    values[0] = cell.x;
    values[1] = cell.y;
    values[2] = cell.x + cell.y;
    values[3] = cell.x - cell.y;
}

static bool add_corner(struct formations *formations, struct formation *formation,
                       struct fr_pixel cell, uint32_t node)
{
    int32_t values[AXES];
    if (!fr_reserve(formations->allocator, &formations->corners, formations->corner_count, 1,
                    &formations->corner_capacity, sizeof *formations->corners))
        return false;
    formations->corners[formations->corner_count++] = node;
    axis_values(cell, values);
    for (int axis = 0; axis < AXES; axis++) {
        if (formation->count == 0 || values[axis] < formation->low[axis])
            formation->low[axis] = values[axis];
        if (formation->count == 0 || values[axis] > formation->high[axis])
            formation->high[axis] = values[axis];
    }
    formation->count++;
    return true;
}

/* Goes around the formation in diagonal direction `quadrant` of a corner, with the wall on the
 * right, and marks in `traced` the quadrants of corners that it passes. */
static bool trace(struct formations *formations, uint32_t node, int quadrant, uint8_t *traced,
                  struct formation *formation)
{
    const struct fr_jump_distances *tables = formations->tables;
    const int first = quadrant - 1;
    const uint32_t origin = node;
    struct fr_pixel at = jump_graph_pixel(formations->graph, node);
    int heading = first;
    int32_t steps = 1;
    do {
        at.x += steps * fr_direction_dx[heading];
        at.y += steps * fr_direction_dy[heading];
        const int16_t *markers = tables->cells[fr_jump_index(tables, at.x, at.y)].at;
        const int right = (heading + 2) % FR_DIRECTIONS;
        node = UINT32_MAX;
        if (markers[right] != 0) {
            heading = right;
            steps = 1;
            node = jump_graph_number(formations->graph, at.x, at.y);
            traced[node] |= (uint8_t)(1u << (right + 1));
            if (!add_corner(formations, formation, at, node))
                return false;
        } else if (markers[heading] != 0) {
            steps = abs(markers[heading]);
        } else {
            heading = (heading + 6) % FR_DIRECTIONS;
            steps = 0;
        }
    } while (node != origin || heading != first);
    return true;
}

static bool add_formation(struct formations *formations, uint32_t node, int quadrant,
                          uint8_t *traced)
{
    struct formation formation = {.first = formations->corner_count};
    if (!fr_reserve(formations->allocator, &formations->list, formations->count, 1,
                    &formations->capacity, sizeof *formations->list))
        return false;
    if (!trace(formations, node, quadrant, traced, &formation))
        return false;
    formations->list[formations->count++] = formation;
    return true;
}

/* Whether a corner has a formation in a diagonal direction. */
static bool has_quadrant(const struct graph_node *node, int quadrant)
{
    return node->turns >> (quadrant + 3) % FR_DIRECTIONS & 1;
}

static bool trace_all(struct formations *formations, uint8_t *traced)
{
    const struct jump_graph *graph = formations->graph;
    for (uint32_t node = 0; node < graph->node_count; node++)
        for (int quadrant = 1; quadrant < FR_DIRECTIONS; quadrant += 2)
            if (graph->nodes[node].used && has_quadrant(&graph->nodes[node], quadrant) &&
                !(traced[node] >> quadrant & 1) &&
                !add_formation(formations, node, quadrant, traced))
                return false;
    return true;
}

static int compare_intervals(const void *a, const void *b)
{
    const struct box_interval *one = a, *other = b;
    if (one->low != other->low)
        return one->low < other->low ? -1 : 1;
    return one->formation < other->formation ? -1 : 1;
}

/* Makes a subtree of a range, and returns the highest end in it. */
static int32_t raise_subtree(struct box_interval *intervals, size_t count)
{
    if (count == 0)
        return INT32_MIN;
    const size_t root = count / 2;
    const int32_t before = raise_subtree(intervals, root);
    const int32_t after = raise_subtree(intervals + root + 1, count - root - 1);
    const int32_t most = before > after ? before : after;
    intervals[root].highest = most > intervals[root].high ? most : intervals[root].high;
    return intervals[root].highest;
}

static bool index_axis(struct formations *formations, int axis)
{
    if (!fr_reserve(formations->allocator, &formations->intervals[axis], 0, formations->count,
                    &formations->interval_capacity[axis], sizeof *formations->intervals[axis]))
        return false;
    struct box_interval *intervals = formations->intervals[axis];
    for (uint32_t i = 0; i < formations->count; i++)
        intervals[i] = (struct box_interval){.low = formations->list[i].low[axis],
                                             .high = formations->list[i].high[axis],
                                             .formation = i};
    if (formations->count > 0)
        qsort(intervals, formations->count, sizeof *intervals, compare_intervals);
    raise_subtree(intervals, formations->count);
    return true;
}

static enum fr_status trace_anew(struct formations *formations)
{
    const struct fr_allocator *allocator = formations->allocator;
    const size_t nodes = formations->graph->node_count + 1;
    uint8_t *traced = fr_allocate_zeroed(allocator, nodes, sizeof *traced);
    formations->count = formations->corner_count = 0;
    formations->isovist = 0;
    bool done = traced && trace_all(formations, traced);
    fr_deallocate(allocator, traced, nodes, sizeof *traced);
    for (int axis = 0; axis < AXES && done; axis++)
        done = index_axis(formations, axis);
    done = done && fr_reserve(allocator, &formations->obstacles, 0, formations->count + 1,
                              &formations->obstacle_capacity, sizeof *formations->obstacles);
    return done ? FR_OK : FR_NO_MEMORY;
}

enum fr_status formations_init(struct formations *formations, const struct jump_graph *graph)
{
    const struct fr_map *map = graph->map;
    formations->graph = graph;
    formations->allocator = graph->allocator;
    formations->lane_capacity = ((size_t)map->width + (size_t)map->height) / 64 + 1;
    formations->lanes = fr_allocate_zeroed(formations->allocator, formations->lane_capacity,
                                           sizeof *formations->lanes);
    if (!formations->lanes || fr_jump_distances_create(map, FR_JUMP_AT_CORNERS, graph->allocator,
                                                       &formations->tables) != FR_OK)
        return FR_NO_MEMORY;
    return formations->traced ? trace_anew(formations) : FR_OK;
}

enum fr_status formations_update(struct formations *formations, const struct fr_rect *rects,
                                 size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (fr_jump_distances_update(formations->tables, rects[i]) != FR_OK)
            return FR_NO_MEMORY;
    return formations->traced ? trace_anew(formations) : FR_OK;
}

/* Whether any of the lanes low..high of a beam, counted from its first, is left; with `take`, takes
 * them. */
static bool take_lanes(uint64_t *lanes, int32_t low, int32_t high, bool take)
{
    uint64_t left = 0;
    for (int32_t word = low >> 6; word <= high >> 6; word++) {
        uint64_t span = UINT64_MAX;
        if (word == low >> 6)
            span &= UINT64_MAX << (low & 63);
        if (word == high >> 6)
            span &= UINT64_MAX >> (63 - (high & 63));
        left |= lanes[word] & span;
        if (take)
            lanes[word] &= ~span;
    }
    return left;
}

struct beam {
    int cross_axis, along_axis;
    int32_t low, high; /* its lanes, as coordinates on the cross axis */
    int32_t sign;      /* 1 or -1; makes coordinates on the along axis increase */
    int32_t start;     /* the cell's coordinate on the along axis */
};

static struct beam cast_beam(const struct formations *formations, struct fr_pixel from, int d)
{
    static const int along[FR_DIRECTIONS / 2] = {0, 2, 1, 3}, cross[] = {1, 3, 0, 2};
    const struct fr_map *map = formations->graph->map;
    const int32_t most = map->width + map->height;
    int32_t at[AXES], step[AXES];
    axis_values(from, at);
    axis_values((struct fr_pixel){fr_direction_dx[d], fr_direction_dy[d]}, step);
    struct beam beam = {.cross_axis = cross[d % 4], .along_axis = along[d % 4]};
    beam.sign = step[beam.along_axis] > 0 ? 1 : -1;
    beam.start = beam.sign * at[beam.along_axis];
    beam.low = beam.high = at[beam.cross_axis];
    for (int turn = 1; turn <= 7; turn += 6) {
        const int beside = (d + turn) % FR_DIRECTIONS;
        const int32_t wide = clearance(formations->tables, from, beside, most, false);
        axis_values((struct fr_pixel){fr_direction_dx[beside], fr_direction_dy[beside]}, step);
        if ((step[beam.cross_axis] > 0) != formations->mirrored)
            beam.high += wide;
        else
            beam.low -= wide;
    }
    return beam;
}

/* Notes a formation, if its box lies in a beam's way. */
static void meet(struct formations *formations, const struct beam *beam, uint32_t number)
{
    const struct formation *formation = &formations->list[number];
    const int32_t low = beam->sign * formation->low[beam->along_axis];
    const int32_t high = beam->sign * formation->high[beam->along_axis];
    if (formation->low[beam->cross_axis] <= beam->high &&
        formation->high[beam->cross_axis] >= beam->low && (low > high ? low : high) >= beam->start)
        formations->obstacles[formations->obstacle_count++] =
            (struct obstacle){.near = low < high ? low : high, .formation = number};
}

/* Collects the formations of a subtree whose boxes lie in a beam's way. */
static void find_obstacles(struct formations *formations, const struct beam *beam,
                           const struct box_interval *intervals, size_t count)
{
    while (count > 0) {
        const size_t root = count / 2;
        const struct box_interval *interval = &intervals[root];
        if (interval->highest < beam->low)
            return;
        find_obstacles(formations, beam, intervals, root);
        if (interval->low > beam->high)
            return;
        meet(formations, beam, interval->formation);
        intervals += root + 1;
        count -= root + 1;
    }
}

static int compare_obstacles(const void *a, const void *b)
{
    const struct obstacle *one = a, *other = b;
    if (one->near != other->near)
        return one->near < other->near ? -1 : 1;
    return one->formation < other->formation ? -1 : 1;
}

static bool test_formation(struct formations *formations, uint32_t number, struct fr_pixel from,
                           bool inward, struct links *links)
{
    struct formation *formation = &formations->list[number];
    if (formation->seen == formations->isovist)
        return true;
    formation->seen = formations->isovist;
    for (size_t i = 0; i < formation->count; i++)
        if (!test(formations, from, inward, formations->corners[formation->first + i], NULL, links))
            return false;
    return true;
}

static bool see_along(struct formations *formations, struct fr_pixel from, int d, bool inward,
                      struct links *links)
{
    const struct beam beam = cast_beam(formations, from, d);
    const int32_t wide = beam.high - beam.low;
    memset(formations->lanes, 0, formations->lane_capacity * sizeof *formations->lanes);
    for (int32_t lane = 0; lane <= wide; lane++)
        formations->lanes[lane >> 6] |= (uint64_t)1 << (lane & 63);
    formations->obstacle_count = 0;
    if (formations->every)
        for (uint32_t i = 0; i < formations->count; i++)
            meet(formations, &beam, i);
    else
        find_obstacles(formations, &beam, formations->intervals[beam.cross_axis],
                       formations->count);
    qsort(formations->obstacles, formations->obstacle_count, sizeof *formations->obstacles,
          compare_obstacles);
    for (size_t i = 0; i < formations->obstacle_count; i++) {
        const struct obstacle *obstacle = &formations->obstacles[i];
        const struct formation *formation = &formations->list[obstacle->formation];
        const int32_t low = formation->low[beam.cross_axis] - beam.low;
        const int32_t high = formation->high[beam.cross_axis] - beam.low;
        if (take_lanes(formations->lanes, low < 0 ? 0 : low, high > wide ? wide : high,
                       obstacle->near > beam.start) &&
            !test_formation(formations, obstacle->formation, from, inward, links))
            return false;
    }
    return true;
}

bool formations_see(struct formations *formations, struct fr_pixel from, bool inward,
                    struct links *links)
{
    if (++formations->isovist == 0) {
        for (size_t i = 0; i < formations->count; i++)
            formations->list[i].seen = 0;
        formations->isovist = 1;
    }
    for (int d = 0; d < FR_DIRECTIONS; d++)
        if (!see_along(formations, from, d, inward, links))
            return false;
    return true;
}

void formations_release(struct formations *formations)
{
    const struct fr_allocator *allocator = formations->allocator;
    if (!formations->graph)
        return;
    for (int axis = 0; axis < AXES; axis++)
        fr_deallocate(allocator, formations->intervals[axis], formations->interval_capacity[axis],
                      sizeof *formations->intervals[axis]);
    fr_deallocate(allocator, formations->obstacles, formations->obstacle_capacity,
                  sizeof *formations->obstacles);
    fr_deallocate(allocator, formations->lanes, formations->lane_capacity,
                  sizeof *formations->lanes);
    fr_deallocate(allocator, formations->corners, formations->corner_capacity,
                  sizeof *formations->corners);
    fr_deallocate(allocator, formations->list, formations->capacity, sizeof *formations->list);
    fr_jump_distances_release(formations->tables);
}
