#include "algorithms/hubs/via_labels.h"

#include "algorithms/visibility/shadow_cast.h"
#include "maps/geometry/predicates.h"

/* A limit lower than any ray: no pixel may use such a via. */
static const struct shadow_ray nowhere = {1, 0};
static const struct shadow_ray everywhere = {0, 1};

/* Units of work for each corner whose view is computed, each row of visible pixels, and each listed
 * cell; tuned on adventure-150. */
enum { CORNER_UNITS = 140, ROW_UNITS = 6, CELL_UNITS = 1 };
enum { SAMPLES = 1000 }; /* corners; estimates from 300 were up to 10 % off */
enum { LONG_ROW = 48 };  /* pixels: a row of this length takes twice as long as a short one */

/* What a corner sees near itself in a cone. */
struct near_sight {
    struct via_pixels pixels[VIA_NEAR * VIA_NEAR]; /* by rows */
    int count, added;
    struct shadow_ray lowest;  /* the lowest ray to a visible pixel, in half pixels */
    struct shadow_ray horizon; /* the lowest ray that goes beyond VIA_NEAR; x = 0: none does */
};

struct via_builder {
    struct fr_work_progress progress;
    int64_t rows; /* rows of pixels seen so far */
    struct via_labels *vias;
    const struct graph *graph;
    const struct fr_allocator *allocator;
    struct shadow_views views;
    struct shadow_workspace workspace;
    struct via_cells cells;
    size_t *first;               /* first incidence of each via; the last element is the end */
    struct near_sight sights[2]; /* of the corner whose view is computed, by cone */
    struct near_sight *near;     /* the current cone's; its pixels are added row by row */
};

static uint32_t cell_count(const struct via_labels *vias)
{
    return (uint32_t)(vias->columns * vias->rows);
}

/* The limit that a ray in the other cone sets on this side, so that the path wraps around the block
 * by at most half a turn. */
static struct shadow_ray flip(struct shadow_ray ray)
{
    return ray.x <= 0 ? nowhere : (struct shadow_ray){ray.y, ray.x};
}

static void lower(struct shadow_ray *lowest, int32_t row, int32_t last)
{
    const struct shadow_ray ray = {2 * last + 1, 2 * row + 1};
    if (lowest->y == 0 || shadow_steeper(*lowest, ray))
        *lowest = ray;
}

static bool see_near(void *context, int32_t row, int32_t first, int32_t last, bool sure)
{
    struct via_builder *b = context;
    struct near_sight *near = b->near;
    if (last >= VIA_NEAR) {
        lower(&near->horizon, row, last);
        last = VIA_NEAR - 1;
    }
    if (first > last)
        return true;
    lower(&near->lowest, row, last);
    b->rows++;
    near->pixels[near->count++] = (struct via_pixels){row, first, last, sure};
    return true;
}

/* Visits the near rows of a cone. Any ray that continues beyond these rows goes far, so no other
 * rows are visited. */
static enum fr_status look_near(struct via_builder *b, uint32_t corner, int cone)
{
    const struct shadow_frame frame = shadow_frame_at(&b->views, &b->graph->corners[corner], cone);
    b->near = &b->sights[cone];
    b->near->count = b->near->added = 0;
    b->near->lowest = nowhere;
    b->near->horizon = everywhere;
    const enum fr_status status =
        shadow_cast(&frame, everywhere, VIA_NEAR, &b->workspace, see_near, b);
    if (shadow_steeper(b->near->horizon, b->workspace.beyond))
        b->near->horizon = b->workspace.beyond;
    return status;
}

/* Adds the near pixels of all rows up to this one. */
static bool add_near(struct via_builder *b, int32_t row)
{
    struct near_sight *near = b->near;
    while (near->added < near->count && near->pixels[near->added].row <= row)
        if (!via_cells_add(&b->cells, &near->pixels[near->added++]))
            return false;
    return true;
}

static bool see_far(void *context, int32_t row, int32_t first, int32_t last, bool sure)
{
    struct via_builder *b = context;
    const struct via_pixels pixels = {row, row < VIA_NEAR && first < VIA_NEAR ? VIA_NEAR : first,
                                      last, sure};
    if (pixels.first > pixels.last)
        return true;
    lower(&b->near->lowest, row, last);
    b->rows += 1 + (pixels.last - pixels.first) / LONG_ROW;
    return add_near(b, row) && via_cells_add(&b->cells, &pixels);
}

static struct fr_point corner_point(const struct via_builder *b, uint32_t corner)
{
    return graph_point(b->graph, corner);
}

/* The limit set by the first edge of a side, which is the nearest to the wall. */
static struct shadow_ray limit_by_edges(const struct via_builder *b, enum graph_way way,
                                        uint32_t side)
{
    const struct graph_lists *lists = &b->graph->lists[way];
    const uint32_t *ends = graph_ends(lists, side);
    if (ends[0] == ends[1])
        return nowhere;
    const uint32_t target = lists->edges[ends[0]].target;
    return flip(
        shadow_ray_to(&b->graph->corners[side / 2], (int)(side & 1), corner_point(b, target)));
}

/* The normal of the line along a ray, with lower points on its positive side. */
static struct fr_point normal(const struct fr_corner *corner, int cone, struct shadow_ray ray)
{
    return cone == 0 ? (struct fr_point){ray.y * corner->qx, ray.x * corner->qy}
                     : (struct fr_point){ray.x * corner->qx, ray.y * corner->qy};
}

/* Computes a via: casts from its corner to pixels whose paths may turn into the cone of a side. */
static enum fr_status look_from(struct via_builder *b, uint32_t side)
{
    const uint32_t corner = side / 2;
    const int cone = !(side & 1);
    const struct fr_corner *at = &b->graph->corners[corner];
    const struct shadow_frame frame = shadow_frame_at(&b->views, at, cone);
    const struct shadow_ray limits[VIA_KINDS] = {[VIA_CORE] = limit_by_edges(b, GRAPH_CROSS, side),
                                                 [VIA_UPWARD] =
                                                     limit_by_edges(b, GRAPH_UPWARD, side),
                                                 [VIA_TURN] = flip(b->sights[side & 1].horizon)};
    struct via_label *via = &b->vias->items[side];
    b->first[side] = b->cells.incidence_count;
    *via = (struct via_label){.x = (uint16_t)at->x, .y = (uint16_t)at->y};
    via->right = cone == 0 ? at->qx : (int16_t)-at->qx;
    via->down = cone == 0 ? (int16_t)-at->qy : at->qy;
    for (int kind = 0; kind < VIA_KINDS; kind++)
        via->side[kind] = normal(at, cone, limits[kind]);
    via_cells_begin(&b->cells, &frame, limits);
    b->near = &b->sights[cone];
    enum fr_status status = FR_OK;
    if (b->cells.limit.y > 0)
        status = shadow_cast(&frame, b->cells.limit, INT32_MAX, &b->workspace, see_far, b);
    const struct shadow_ray lowest = b->near->lowest;
    b->vias->lowest[side] =
        lowest.y ? (struct fr_point){lowest.x, lowest.y} : (struct fr_point){0, 1};
    return status == FR_OK && !(add_near(b, VIA_NEAR) && via_cells_end(&b->cells)) ? FR_NO_MEMORY
                                                                                   : status;
}

static int64_t stride_of(const struct via_builder *b, uint32_t side)
{
    const struct shadow_frame frame =
        shadow_frame_at(&b->views, &b->graph->corners[side / 2], !(side & 1));
    return via_cells_stride(&b->cells, &frame);
}

/* Computes both vias of a corner. */
static enum fr_status look_from_corner(struct via_builder *b, uint32_t corner)
{
    enum fr_status status = FR_OK;
    for (int cone = 0; cone < 2 && status == FR_OK; cone++)
        status = look_near(b, corner, cone);
    for (uint32_t side = 2 * corner; side < 2 * corner + 2 && status == FR_OK; side++)
        status = look_from(b, side);
    return status;
}

static enum fr_status look_from_all(void *context, struct fr_work *work)
{
    struct via_builder *b = context;
    for (size_t *corner = &b->progress.item; *corner < b->vias->side_count / 2; (*corner)++) {
        const int64_t before = b->rows;
        if (fr_work_pauses(work))
            return FR_OK;
        const enum fr_status status = look_from_corner(b, (uint32_t)*corner);
        if (status != FR_OK)
            return status;
        work->left -= CORNER_UNITS + ROW_UNITS * (b->rows - before);
    }
    b->first[b->vias->side_count] = b->cells.incidence_count;
    shadow_views_release(&b->views);
    return FR_OK;
}

/* Sorts the incidences by cell, step 1: counts those of each cell, to find the ends of lists. */
static enum fr_status count_incidences(void *context, struct fr_work *work)
{
    struct via_builder *b = context;
    uint32_t *ends = b->vias->first + 1;
    for (size_t *side = &b->progress.item; *side < b->vias->side_count; (*side)++) {
        if (fr_work_pauses(work))
            return FR_OK;
        const int64_t stride = stride_of(b, (uint32_t)*side);
        for (size_t i = b->first[*side]; i < b->first[*side + 1]; i++) {
            const struct via_incidence *at = via_cells_at(&b->cells, i);
            for (int64_t k = 0; k < at->count; k++)
                ends[at->cell + k * stride]++;
            work->left -= CELL_UNITS * (1 + at->count / 2);
        }
    }
    for (uint32_t cell = 1; cell < cell_count(b->vias); cell++)
        ends[cell] += ends[cell - 1];
    return FR_OK;
}

/* Sorts the incidences by cell, step 2: places each, from the last side backward. */
static enum fr_status place_incidences(void *context, struct fr_work *work)
{
    struct via_builder *b = context;
    struct via_labels *vias = b->vias;
    uint32_t *first = vias->first;
    for (size_t *item = &b->progress.item; *item < vias->side_count; (*item)++) {
        const uint32_t side = vias->side_count - 1 - (uint32_t)*item;
        if (fr_work_pauses(work))
            return FR_OK;
        const int64_t stride = stride_of(b, side);
        for (size_t i = b->first[side]; i < b->first[side + 1]; i++) {
            const struct via_incidence *at = via_cells_at(&b->cells, i);
            for (int64_t k = 0; k < at->count; k++)
                vias->entries[--first[at->cell + k * stride + 1]] =
                    side << VIA_FLAG_BITS | at->flags;
            work->left -= CELL_UNITS * (1 + at->count);
        }
    }
    const uint32_t cells = cell_count(vias);
    for (uint32_t cell = 0; cell < cells; cell++)
        first[cell] = first[cell + 1];
    first[cells] = vias->entry_count;
    return FR_OK;
}

static enum fr_status make_room(void *context, struct fr_work *work)
{
    const struct via_builder *b = context;
    struct via_labels *vias = b->vias;
    (void)work;
    vias->entry_count = b->cells.cell_count;
    vias->entries = fr_allocate(b->allocator, (size_t)vias->entry_count + 1, sizeof *vias->entries);
    return vias->entries ? FR_OK : FR_NO_MEMORY;
}

static bool take_memory(struct via_builder *b)
{
    struct via_labels *vias = b->vias;
    const size_t sides = (size_t)vias->side_count + 1, cells = (size_t)cell_count(vias) + 1;
    vias->items = fr_allocate(b->allocator, sides, sizeof *vias->items);
    vias->lowest = fr_allocate(b->allocator, sides, sizeof *vias->lowest);
    vias->first = fr_allocate_zeroed(b->allocator, cells, sizeof *vias->first);
    b->first = fr_allocate(b->allocator, sides, sizeof *b->first);
    return vias->items && vias->lowest && vias->first && b->first &&
           via_cells_init(&b->cells, vias->columns, vias->rows, vias->cell_shift, b->allocator) ==
               FR_OK;
}

void via_builder_release(struct via_builder *b)
{
    if (!b)
        return;
    shadow_workspace_release(&b->workspace);
    shadow_views_release(&b->views);
    fr_deallocate(b->allocator, b->first, (size_t)b->vias->side_count + 1, sizeof *b->first);
    via_cells_release(&b->cells);
    fr_deallocate(b->allocator, b, 1, sizeof *b);
}

/* Vias without lists. */
static struct via_labels of_cells(const struct fr_map *map, uint32_t side_count, int cell_shift,
                                  const struct fr_allocator *allocator)
{
    const int32_t size = 1 << cell_shift;
    return (struct via_labels){.allocator = allocator,
                               .side_count = side_count,
                               .cell_shift = cell_shift,
                               .columns = (map->width + size - 1) / size,
                               .rows = (map->height + size - 1) / size};
}

static enum fr_status begin(struct via_builder *b, struct via_labels *vias,
                            const struct fr_map *map, const struct graph *graph, int cell_shift,
                            const struct fr_allocator *allocator)
{
    *vias = of_cells(map, (uint32_t)(2 * graph->corner_count), cell_shift, allocator);
    b->vias = vias;
    b->graph = graph;
    b->allocator = b->workspace.allocator = allocator;
    const enum fr_status status = shadow_views_create(&b->views, map, allocator);
    return status == FR_OK && !take_memory(b) ? FR_NO_MEMORY : status;
}

enum fr_status via_labels_build(struct via_labels *vias, const struct fr_map *map,
                                const struct graph *graph, int cell_shift,
                                const struct fr_allocator *allocator, struct via_builder **builder,
                                struct fr_work *work)
{
    static fr_stage *const stages[] = {look_from_all, make_room, count_incidences, place_incidences,
                                       NULL};
    enum fr_status status = FR_OK;
    if (graph->corner_count >> (31 - VIA_FLAG_BITS) > 0)
        return FR_UNSUPPORTED;
    if (!*builder) {
        *builder = fr_allocate_zeroed(allocator, 1, sizeof **builder);
        if (!*builder)
            return FR_NO_MEMORY;
        status = begin(*builder, vias, map, graph, cell_shift, allocator);
    }
    if (status == FR_OK)
        status = fr_stages_run(stages, *builder, &(*builder)->progress, work);
    if (status != FR_OK || work->paused)
        return status;
    via_builder_release(*builder);
    *builder = NULL;
    return FR_OK;
}

enum fr_status via_labels_estimate(const struct fr_map *map, const struct graph *graph,
                                   int cell_shift, const struct fr_allocator *allocator,
                                   double *numbers)
{
    struct via_labels vias;
    struct via_builder *b = fr_allocate_zeroed(allocator, 1, sizeof *b);
    if (!b)
        return FR_NO_MEMORY;
    const uint32_t corners = (uint32_t)graph->corner_count, every = corners / SAMPLES + 1;
    enum fr_status status = begin(b, &vias, map, graph, cell_shift, allocator);
    for (uint32_t corner = every / 2; corner < corners && status == FR_OK; corner += every)
        status = look_from_corner(b, corner);
    *numbers = (double)b->cells.cell_count * every + cell_count(&vias) + 1;
    via_builder_release(b);
    via_labels_release(&vias);
    return status;
}

size_t via_labels_longest(const struct via_labels *vias)
{
    size_t longest = 1;
    for (int32_t cell = 0; cell < vias->columns * vias->rows; cell++)
        if (vias->first[cell + 1] - vias->first[cell] > longest)
            longest = vias->first[cell + 1] - vias->first[cell];
    return longest;
}

void via_labels_release(struct via_labels *vias)
{
    const struct fr_allocator *allocator = vias->allocator;
    if (!allocator)
        return;
    const size_t sides = (size_t)vias->side_count + 1, cells = (size_t)cell_count(vias) + 1;
    fr_deallocate(allocator, vias->items, sides, sizeof *vias->items);
    fr_deallocate(allocator, vias->lowest, sides, sizeof *vias->lowest);
    fr_deallocate(allocator, vias->first, cells, sizeof *vias->first);
    fr_deallocate(allocator, vias->entries, (size_t)vias->entry_count + 1, sizeof *vias->entries);
}

void via_labels_finish(struct via_labels *vias)
{
    fr_deallocate(vias->allocator, vias->lowest, (size_t)vias->side_count + 1,
                  sizeof *vias->lowest);
    vias->lowest = NULL;
}

static bool are_sound(const struct via_labels *vias)
{
    for (uint32_t side = 0; side < vias->side_count; side++) {
        const struct via_label *via = &vias->items[side];
        if ((via->right != 1 && via->right != -1) || (via->down != 1 && via->down != -1))
            return false;
    }
    for (uint32_t i = 0; i < vias->entry_count; i++)
        if (vias->entries[i] >> VIA_FLAG_BITS >= vias->side_count)
            return false;
    return fr_saved_lists(vias->first, cell_count(vias), vias->entry_count);
}

void via_labels_pass(struct via_labels *vias, const struct fr_map *map, struct fr_saved *saved)
{
    fr_saved_pass(saved, &vias->side_count, 1, sizeof vias->side_count);
    fr_saved_pass(saved, &vias->entry_count, 1, sizeof vias->entry_count);
    fr_saved_pass(saved, &vias->cell_shift, 1, sizeof vias->cell_shift);
    if (fr_saved_loaded(saved) && (vias->cell_shift < 1 || vias->cell_shift > VIA_COARSEST_SHIFT))
        saved->status = FR_BAD_INPUT;
    if (fr_saved_loaded(saved)) {
        const uint32_t entry_count = vias->entry_count;
        *vias = of_cells(map, vias->side_count, vias->cell_shift, saved->allocator);
        vias->entry_count = entry_count;
    }
    const size_t sides = vias->side_count, entries = vias->entry_count;
    const size_t cells = (size_t)cell_count(vias) + 1;
    fr_saved_array(saved, &vias->items, sides, sides + 1, sizeof *vias->items);
    fr_saved_array(saved, &vias->first, cells, cells, sizeof *vias->first);
    fr_saved_array(saved, &vias->entries, entries, entries + 1, sizeof *vias->entries);
    if (fr_saved_loaded(saved) && !are_sound(vias))
        saved->status = FR_BAD_INPUT;
}
