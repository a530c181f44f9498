#include "harness/sandbox/reduced.h"

#include "algorithms/front.h"
#include "maps/changes.h"

struct fr_state {
    struct fr_head head;
    const struct fr_racer *racer;
    struct fr_reduction reduction;
    struct fr_map *cells;
    struct fr_state *inner; /* of the racer's back end, on cells */
    struct fr_path over_cells;
    struct fr_changes changes; /* of the cells, while they are updated */
};

static void release(struct fr_state *state)
{
    fr_release(state->racer->pathfinder, state->inner);
    fr_map_release(state->cells);
    fr_path_release(&state->over_cells);
    fr_changes_release(&state->changes);
}

enum fr_status fr_reduced_prepare(const struct fr_racer *racer, struct fr_reduction reduction,
                                  const struct fr_map *map, const struct fr_allocator *allocator,
                                  struct fr_state **state)
{
    struct fr_state *fresh;
    if (racer->traits.movement == FR_POLYGON)
        return FR_UNSUPPORTED;
    enum fr_status status =
        fr_state_make(&fr_reduced_pathfinder, map, &racer->options, allocator, &fresh);
    if (status != FR_OK)
        return status;
    fresh->racer = racer;
    fresh->reduction = reduction;
    fresh->changes.allocator = allocator;
    fr_path_init(&fresh->over_cells, allocator);
    status = fr_reduce(map, reduction, allocator, &fresh->cells);
    if (status == FR_OK)
        status =
            fr_prepare(racer->pathfinder, fresh->cells, &racer->options, allocator, &fresh->inner);
    if (status == FR_OK)
        *state = fresh;
    else
        fr_release(&fr_reduced_pathfinder, fresh);
    return status;
}

/* A path under construction; after a failed allocation, nothing more is added. */
struct lift {
    const struct fr_state *state;
    struct fr_path *path;
    enum fr_status status;
};

static void visit(struct lift *lift, struct fr_point point)
{
    struct fr_path *path = lift->path;
    if (lift->status != FR_OK ||
        (path->count > 0 && fr_point_equal(path->points[path->count - 1], point)))
        return;
    lift->status = fr_path_append(path, point);
}

static struct fr_point last(const struct lift *lift)
{
    return lift->path->points[lift->path->count - 1];
}

static int32_t sign(int64_t value)
{
    return (value > 0) - (value < 0);
}

static int64_t size(int64_t value)
{
    return value < 0 ? -value : value;
}

/* Appends a leg between pixels of one cell. */
static void walk_inside(struct lift *lift, struct fr_point to)
{
    const enum fr_movement movement = lift->state->racer->traits.movement;
    if (lift->status != FR_OK)
        return;
    const struct fr_point from = last(lift);
    const int32_t dx = to.x - from.x, dy = to.y - from.y;
    const int32_t both = (int32_t)(size(dx) < size(dy) ? size(dx) : size(dy));
    if (movement == FR_GRID4)
        visit(lift, (struct fr_point){to.x, from.y});
    else if (fr_movement_is_grid(movement))
        visit(lift, (struct fr_point){from.x + sign(dx) * both, from.y + sign(dy) * both});
    visit(lift, to);
}

/* Appends a leg between the middles of two cells. At an even scale, a falling diagonal through a
 * middle passes the corners of its cell; a rising diagonal that does so is one pixel above the
 * middle, or to its left. */
static void walk_over(struct lift *lift, struct fr_point to)
{
    if (lift->status != FR_OK)
        return;
    const struct fr_point from = last(lift);
    const int64_t dx = (int64_t)to.x - from.x, dy = (int64_t)to.y - from.y;
    if (fr_movement_is_grid(lift->state->racer->traits.movement) && dx * dy < 0 &&
        lift->state->reduction.scale % 2 == 0) {
        const bool up = dy < 0;
        visit(lift, (struct fr_point){from.x - (up ? 0 : 2), from.y - (up ? 2 : 0)});
        visit(lift, (struct fr_point){to.x - (up ? 2 : 0), to.y - (up ? 0 : 2)});
    }
    visit(lift, to);
}

/* Converts a point over cells to pixels. */
static struct fr_point lift_point(const struct fr_state *state, struct fr_point point)
{
    const int64_t scale = state->reduction.scale;
    if (state->racer->traits.movement == FR_ANY_ANGLE)
        return (struct fr_point){(int32_t)(point.x * scale), (int32_t)(point.y * scale)};
    return fr_pixel_centre(fr_reduction_middle(state->reduction, fr_point_pixel(point)));
}

static enum fr_status lift_path(struct fr_state *state, struct fr_point start, struct fr_point goal,
                                struct fr_path *path)
{
    const struct fr_path *cells = &state->over_cells;
    struct lift lift = {state, path, FR_OK};
    visit(&lift, start);
    if (cells->count > 1) {
        walk_inside(&lift, lift_point(state, cells->points[0]));
        for (size_t i = 1; i < cells->count; i++)
            walk_over(&lift, lift_point(state, cells->points[i]));
    }
    walk_inside(&lift, goal);
    return lift.status;
}

/* The centre of the cell that contains a walkable pixel's centre; false for any other point, or if
 * the cell is blocked. */
static bool find_cell(const struct fr_state *state, struct fr_point point, struct fr_point *centre)
{
    if (!fr_map_walkable_centre(state->head.map, point))
        return false;
    *centre = fr_pixel_centre(fr_reduction_cell(state->reduction, fr_point_pixel(point)));
    return fr_map_walkable_centre(state->cells, *centre);
}

static enum fr_outcome find(struct fr_state *state, struct fr_point start, struct fr_point goal,
                            const struct fr_probe *probe, struct fr_path *path)
{
    struct fr_point from, to;
    if (!find_cell(state, start, &from) || !find_cell(state, goal, &to))
        return FR_UNREACHABLE;
    const enum fr_outcome outcome =
        fr_find(state->racer->pathfinder, state->inner, from, to, probe, &state->over_cells);
    fr_stats_read(state->racer->pathfinder, state->inner, &state->head.stats);
    if (outcome != FR_FOUND)
        return outcome;
    fr_probe_enter(probe, FR_PHASE_TRACE);
    return lift_path(state, start, goal, path) == FR_OK ? FR_FOUND : FR_OUT_OF_MEMORY;
}

static enum fr_status update(struct fr_state *state, const struct fr_rect *rects, size_t count)
{
    enum fr_status status = state->head.map->wall_count > 0 ? FR_UNSUPPORTED : FR_OK;
    fr_changes_forget(&state->changes);
    for (size_t i = 0; i < count && status == FR_OK; i++)
        status = fr_changes_note(&state->changes, fr_reduce_again(state->head.map, state->reduction,
                                                                  rects[i], state->cells));
    return status == FR_OK ? fr_update(state->racer->pathfinder, state->inner, state->changes.rects,
                                       state->changes.count)
                           : status;
}

const struct fr_pathfinder fr_reduced_pathfinder = {
    .name = "reduced",
    .label = "On a reduced map",
    .summary = "another back end, on cells of several pixels",
    .source = "Covert 2016",
    .takes_any_ends = true,
    .counts = FR_COUNTS_ALL,
    .state_bytes = sizeof(struct fr_state),
    .find = find,
    .update = update,
    .release = release,
};
