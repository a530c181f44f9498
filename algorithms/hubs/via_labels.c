#include "algorithms/hubs/via_labels.h"

#include "algorithms/visibility/shadow_cast.h"
#include "maps/bits.h"
#include "maps/geometry/predicates.h"

#define UNSURE 0x2000 /* larger than the number of pixels in a quarter */

/* A limit lower than any ray: nothing may use such a via. */
static const struct shadow_ray nowhere = {1, 0};
static const struct shadow_ray everywhere = {0, 1};

/* Pairs of a cell and a via, with the cell's flags for the via; in blocks, so that growing copies
 * nothing. */
#define BLOCK 16384

struct incidences {
    uint32_t cells[BLOCK];
    uint16_t flags[BLOCK]; /* with the bits of the quarters */
};

struct via_builder {
    struct via_labels *vias;
    const struct graph *graph;
    const struct fr_allocator *allocator;
    struct shadow_views views;
    struct shadow_workspace workspace;
    /* by corner and cone: the lowest ray that goes far; x = 0: none does */
    struct shadow_ray *horizon;
    struct incidences **blocks;
    size_t block_count, block_capacity;
    size_t incidence_count;
    size_t *first; /* first incidence of each via, and the end */
    /* State of the via being computed: */
    struct shadow_frame frame;
    struct shadow_ray limit;  /* the highest of the limits of its kinds */
    struct shadow_ray lowest; /* the lowest ray to a pixel in sight, in half pixels */
    bool near;                /* whether pixels near the corner are being visited, or the others */
    /* by quarter: number of pixels in sight, UNSURE or more if unknown; 0 between vias */
    uint16_t *seen;
    uint32_t *touched; /* quarters with seen > 0 */
    uint32_t touched_count;
    int shift;         /* quarters have sides of 2^shift pixels */
    uint32_t columns;  /* number of quarters in a row */
    size_t *incidence; /* by cell: its last incidence */
};

static uint32_t cell_count(const struct via_labels *vias)
{
    return (uint32_t)(vias->columns * vias->rows);
}

static uint32_t quarter_at(const struct via_builder *b, struct fr_pixel pixel)
{
    return (uint32_t)(pixel.y >> b->shift) * b->columns + (uint32_t)(pixel.x >> b->shift);
}

/* The limit that a ray in the other cone sets on this side, so that the path wraps around the
 * block: by at most half a turn. */
static struct shadow_ray flip(struct shadow_ray ray)
{
    return ray.x <= 0 ? nowhere : (struct shadow_ray){ray.y, ray.x};
}

static void find_horizon(void *context, int32_t row, int32_t first, int32_t last, bool sure)
{
    struct via_builder *b = context;
    (void)first;
    (void)sure;
    const struct shadow_ray ray = {2 * last + 1, 2 * row + 1};
    if (last >= VIA_NEAR && shadow_steeper(b->lowest, ray))
        b->lowest = ray;
}

/* Finds the lowest ray to a visible pixel that is not near; x = 0 if there is none. After the near
 * rows, any ray that continues counts: farther pixels are not visited. */
static enum fr_status look_far(struct via_builder *b, uint32_t corner, int cone)
{
    const struct shadow_frame frame = shadow_frame_at(&b->views, &b->graph->corners[corner], cone);
    b->lowest = everywhere;
    const enum fr_status status =
        shadow_cast(&frame, everywhere, VIA_NEAR, &b->workspace, find_horizon, b);
    const struct shadow_ray beyond = b->workspace.beyond;
    b->horizon[2 * corner + (uint32_t)cone] =
        shadow_steeper(b->lowest, beyond) ? beyond : b->lowest;
    return status;
}

/* Adds visible pixels of a row of the frame to their quarters. */
static void see(void *context, int32_t row, int32_t first, int32_t last, bool sure)
{
    struct via_builder *b = context;
    const struct shadow_frame *frame = &b->frame;
    if (b->near && last >= VIA_NEAR)
        last = VIA_NEAR - 1;
    if (!b->near && row < VIA_NEAR && first < VIA_NEAR)
        first = VIA_NEAR;
    if (first > last)
        return;
    const struct shadow_ray ray = {2 * last + 1, 2 * row + 1};
    if (b->lowest.y == 0 || shadow_steeper(b->lowest, ray))
        b->lowest = ray;
    const int shift = b->shift;
    for (int32_t x = first; x <= last;) {
        const int32_t column = frame->x + x;
        const int32_t next = (((column >> shift) + 1) << shift) - frame->x;
        const int32_t end = next <= last ? next : last + 1;
        const uint32_t at = quarter_at(b, shadow_pixel(frame, x, row));
        if (b->seen[at] == 0)
            b->touched[b->touched_count++] = at;
        b->seen[at] = (uint16_t)(sure ? b->seen[at] + (end - x) : b->seen[at] | UNSURE);
        x = end;
    }
}

/* The first pixel of a row of the frame whose centre is no steeper than a ray. */
static int32_t first_below(struct shadow_ray ray, int32_t row)
{
    if (ray.y == 0)
        return INT32_MAX / 2;
    const int64_t numerator = (2 * (int64_t)row + 1) * ray.x - ray.y, unit = 2 * (int64_t)ray.y;
    const int64_t first = numerator <= 0 ? 0 : (numerator + unit - 1) / unit;
    return first < INT32_MAX / 2 ? (int32_t)first : INT32_MAX / 2;
}

/* A mask of the bits [from, to), clamped to [0, size). */
static uint64_t bits_between(int32_t from, int32_t to, int32_t size)
{
    from = from < 0 ? 0 : from;
    to = to > size ? size : to;
    return from >= to ? 0 : ~UINT64_C(0) >> (64 - (to - from)) << from;
}

/* The number of walkable pixels in a quarter that may use the via. */
static uint32_t count_users(const struct via_builder *b, uint32_t quarter)
{
    const struct shadow_frame *frame = &b->frame;
    const int shift = b->shift;
    const int32_t size = 1 << shift;
    const int32_t at_x = (int32_t)(quarter % b->columns);
    const int32_t at_y = (int32_t)(quarter / b->columns);
    const int32_t across = frame->swapped ? at_y : at_x, below = frame->swapped ? at_x : at_y;
    const int32_t column =
        frame->mirrored ? frame->view->width - ((across + 1) << shift) : across << shift;
    const int32_t x = column - frame->x; /* of the quarter's first pixel, in the frame */
    uint32_t users = 0;
    for (int32_t y = below << shift; y < (below + 1) << shift && y < frame->view->height; y++) {
        const int32_t row = frame->down > 0 ? y - frame->y : frame->y - 1 - y;
        if (row < 0)
            continue;
        const uint64_t bits =
            frame->view->rows[(size_t)y * (size_t)frame->view->row_words + (size_t)column / 64] >>
            (column & 63);
        uint64_t mask = bits_between(first_below(b->limit, row) - x, size, size);
        if (row < VIA_NEAR)
            mask |= bits_between(-x, VIA_NEAR - x, size);
        users += (uint32_t)fr_popcount(bits & mask);
    }
    return users;
}

/* The corner pixels of a quarter, relative to the via. */
static void find_outermost(const struct via_builder *b, const struct via_label *via,
                           uint32_t quarter, struct fr_point outermost[4])
{
    const int32_t size = 1 << b->shift;
    const int32_t left = (int32_t)(quarter % b->columns) * size;
    const int32_t top = (int32_t)(quarter / b->columns) * size;
    for (int i = 0; i < 4; i++) {
        const struct fr_pixel pixel = {left + (i & 1) * (size - 1), top + (i >> 1) * (size - 1)};
        const struct fr_point at = {via->x, via->y};
        outermost[i] = fr_point_minus(fr_pixel_centre(pixel), at);
    }
}

/* Whether a quarter may have pixels near the via. */
static bool has_near(const struct fr_point outermost[4])
{
    const struct fr_point low = outermost[0], high = outermost[3];
    return low.x < 2 * VIA_NEAR && low.y < 2 * VIA_NEAR && high.x > -2 * VIA_NEAR &&
           high.y > -2 * VIA_NEAR;
}

/* The flags and quarter bits that a cell stores for a via. Testing the corner pixels of the quarter
 * suffices: if a line has all of them on one side, it has all pixels of the quarter there. */
static uint32_t find_flags(const struct via_builder *b, const struct via_label *via,
                           uint32_t quarter, bool all_see)
{
    static const uint32_t some[VIA_KINDS] = {VIA_SOME_CORE, VIA_SOME_UPWARD, VIA_SOME_TURN};
    const uint32_t x = quarter % b->columns, y = quarter / b->columns;
    struct fr_point outermost[4];
    find_outermost(b, via, quarter, outermost);
    const uint32_t count = b->shift > 0 ? 4 : 1; /* distinct corner pixels */
    uint32_t flags = has_near(outermost) ? VIA_SOME_NEAR : 0, core = 0;
    for (uint32_t i = 0; i < count; i++) {
        core += via_faces(via, outermost[i]) && via_leads(via, VIA_CORE, outermost[i]);
        for (int kind = 0; kind < VIA_KINDS; kind++)
            if (via_leads(via, (enum via_kind)kind, outermost[i]))
                flags |= some[kind];
    }
    const uint32_t sight = !all_see ? VIA_UNSURE : core < count ? VIA_SEEN : VIA_SURE;
    return flags | sight << (VIA_QUARTERS + 4 * (y & 1) + 2 * (x & 1));
}

/* Makes room for one more incidence. False without memory. */
static bool reserve_incidence(struct via_builder *b)
{
    if (b->incidence_count < b->block_count * BLOCK)
        return true;
    struct incidences **blocks =
        fr_grow(b->allocator, b->blocks, b->block_count, 1, &b->block_capacity, sizeof *blocks);
    if (!blocks)
        return false;
    b->blocks = blocks;
    blocks[b->block_count] = fr_allocate(b->allocator, 1, sizeof **blocks);
    return blocks[b->block_count] && ++b->block_count;
}

/* Merges the flags of a quarter into its cell's incidence for a via. False without memory. */
static bool tell(struct via_builder *b, uint32_t side, uint32_t quarter, uint32_t flags)
{
    const uint32_t x = quarter % b->columns / 2, y = quarter / b->columns / 2;
    const uint32_t cell = y * (uint32_t)b->vias->columns + x;
    size_t at = b->incidence[cell];
    if (at < b->first[side] || at >= b->incidence_count ||
        b->blocks[at / BLOCK]->cells[at % BLOCK] != cell) {
        if (!reserve_incidence(b))
            return false;
        at = b->incidence[cell] = b->incidence_count++;
        b->blocks[at / BLOCK]->cells[at % BLOCK] = cell;
        b->blocks[at / BLOCK]->flags[at % BLOCK] = 0;
    }
    b->blocks[at / BLOCK]->flags[at % BLOCK] |= (uint16_t)flags;
    return true;
}

static enum fr_status list_touched(struct via_builder *b, uint32_t side)
{
    const uint32_t full = UINT32_C(1) << 2 * b->shift;
    for (uint32_t i = 0; i < b->touched_count; i++) {
        const uint32_t quarter = b->touched[i], seen = b->seen[quarter];
        const bool all = seen == full || seen == count_users(b, quarter);
        const uint32_t flags = find_flags(b, &b->vias->items[side], quarter, all);
        if (!tell(b, side, quarter, flags))
            return FR_NO_MEMORY;
        b->seen[quarter] = 0;
    }
    b->touched_count = 0;
    return FR_OK;
}

static struct fr_point corner_point(const struct via_builder *b, uint32_t corner)
{
    return graph_point(b->graph, corner);
}

/* The limit that the first edge of a side, the nearest to the wall, sets. */
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

/* Computes a via: casts from its corner to the pixels whose paths may turn into the cone of a
 * side. */
static enum fr_status look_from(struct via_builder *b, uint32_t side)
{
    const uint32_t corner = side / 2;
    const int cone = !(side & 1);
    const struct fr_corner *at = &b->graph->corners[corner];
    const struct shadow_ray limits[VIA_KINDS] = {[VIA_CORE] = limit_by_edges(b, GRAPH_CROSS, side),
                                                 [VIA_UPWARD] =
                                                     limit_by_edges(b, GRAPH_UPWARD, side),
                                                 [VIA_TURN] = flip(b->horizon[side])};
    struct via_label *via = &b->vias->items[side];
    b->first[side] = b->incidence_count;
    *via = (struct via_label){.x = (uint16_t)at->x, .y = (uint16_t)at->y};
    via->right = cone == 0 ? at->qx : (int16_t)-at->qx;
    via->down = cone == 0 ? (int16_t)-at->qy : at->qy;
    b->limit = nowhere;
    for (int kind = 0; kind < VIA_KINDS; kind++) {
        via->side[kind] = normal(at, cone, limits[kind]);
        if (shadow_steeper(limits[kind], b->limit))
            b->limit = limits[kind];
    }
    b->frame = shadow_frame_at(&b->views, at, cone);
    b->lowest = nowhere;
    b->near = true;
    enum fr_status status = shadow_cast(&b->frame, everywhere, VIA_NEAR, &b->workspace, see, b);
    b->near = false;
    if (status == FR_OK && b->limit.y > 0)
        status = shadow_cast(&b->frame, b->limit, INT32_MAX, &b->workspace, see, b);
    b->vias->lowest[side] =
        b->lowest.y ? (struct fr_point){b->lowest.x, b->lowest.y} : (struct fr_point){0, 1};
    return status == FR_OK ? list_touched(b, side) : status;
}

/* Counts the incidences of each cell into first, as ends of lists. */
static void count_incidences(const struct via_builder *b)
{
    uint32_t *ends = b->vias->first + 1;
    for (size_t i = 0; i < b->incidence_count; i++)
        ends[b->blocks[i / BLOCK]->cells[i % BLOCK]]++;
    for (uint32_t cell = 1; cell < cell_count(b->vias); cell++)
        ends[cell] += ends[cell - 1];
}

/* Counting sort of the incidences by cell. */
static enum fr_status make_lists(struct via_builder *b)
{
    struct via_labels *vias = b->vias;
    if (b->incidence_count > UINT32_MAX / 2)
        return FR_NO_MEMORY;
    vias->entry_count = (uint32_t)b->incidence_count;
    vias->entries = fr_allocate(b->allocator, b->incidence_count + 1, sizeof *vias->entries);
    if (!vias->entries)
        return FR_NO_MEMORY;
    uint32_t *first = vias->first;
    const uint32_t cells = cell_count(vias);
    count_incidences(b);
    b->first[vias->side_count] = b->incidence_count;
    for (uint32_t side = vias->side_count; side-- > 0;)
        for (size_t i = b->first[side + 1]; i-- > b->first[side];) {
            const struct incidences *block = b->blocks[i / BLOCK];
            vias->entries[--first[block->cells[i % BLOCK] + 1]] =
                side << VIA_FLAG_BITS | block->flags[i % BLOCK];
        }
    for (uint32_t cell = 0; cell < cells; cell++)
        first[cell] = first[cell + 1];
    first[cells] = vias->entry_count;
    return FR_OK;
}

static bool take_memory(struct via_builder *b)
{
    struct via_labels *vias = b->vias;
    const size_t sides = (size_t)vias->side_count + 1, cells = (size_t)cell_count(vias) + 1;
    vias->items = fr_allocate(b->allocator, sides, sizeof *vias->items);
    vias->lowest = fr_allocate(b->allocator, sides, sizeof *vias->lowest);
    vias->first = fr_allocate_zeroed(b->allocator, cells, sizeof *vias->first);
    b->horizon = fr_allocate(b->allocator, sides, sizeof *b->horizon);
    b->first = fr_allocate(b->allocator, sides, sizeof *b->first);
    b->seen = fr_allocate_zeroed(b->allocator, 4 * cells, sizeof *b->seen);
    b->touched = fr_allocate(b->allocator, 4 * cells, sizeof *b->touched);
    b->incidence = fr_allocate_zeroed(b->allocator, cells, sizeof *b->incidence);
    return vias->items && vias->lowest && vias->first && b->horizon && b->seen && b->touched &&
           b->incidence && b->first;
}

/* Frees what the search used before lists are made, which is the peak of memory. */
static void give_search_back(struct via_builder *b)
{
    const size_t sides = (size_t)b->vias->side_count + 1, cells = (size_t)cell_count(b->vias) + 1;
    fr_deallocate(b->allocator, b->horizon, sides, sizeof *b->horizon);
    fr_deallocate(b->allocator, b->seen, 4 * cells, sizeof *b->seen);
    fr_deallocate(b->allocator, b->touched, 4 * cells, sizeof *b->touched);
    fr_deallocate(b->allocator, b->incidence, cells, sizeof *b->incidence);
    shadow_workspace_release(&b->workspace);
    shadow_views_release(&b->views);
}

static void give_incidences_back(struct via_builder *b)
{
    fr_deallocate(b->allocator, b->first, (size_t)b->vias->side_count + 1, sizeof *b->first);
    for (size_t i = 0; i < b->block_count; i++)
        fr_deallocate(b->allocator, b->blocks[i], 1, sizeof **b->blocks);
    fr_deallocate(b->allocator, b->blocks, b->block_capacity, sizeof *b->blocks);
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

enum fr_status via_labels_create(struct via_labels *vias, const struct fr_map *map,
                                 const struct graph *graph, int cell_shift,
                                 const struct fr_allocator *allocator)
{
    if (graph->corner_count >> (31 - VIA_FLAG_BITS) > 0)
        return FR_UNSUPPORTED;
    *vias = of_cells(map, (uint32_t)(2 * graph->corner_count), cell_shift, allocator);
    struct via_builder b = {.vias = vias,
                            .graph = graph,
                            .allocator = allocator,
                            .workspace = {.allocator = allocator},
                            .shift = cell_shift - 1,
                            .columns = 2 * (uint32_t)vias->columns};
    enum fr_status status = shadow_views_create(&b.views, map, allocator);
    if (status == FR_OK && !take_memory(&b))
        status = FR_NO_MEMORY;
    for (uint32_t side = 0; side < vias->side_count && status == FR_OK; side++)
        status = look_far(&b, side / 2, (int)(side & 1));
    for (uint32_t side = 0; side < vias->side_count && status == FR_OK; side++)
        status = look_from(&b, side);
    give_search_back(&b);
    if (status == FR_OK)
        status = make_lists(&b);
    give_incidences_back(&b);
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

struct saved_counts {
    uint32_t sides, entries;
    int32_t cell_shift;
};

enum fr_status via_labels_save(const struct via_labels *vias, struct fr_bytes *bytes)
{
    const struct saved_counts counts = {vias->side_count, vias->entry_count, vias->cell_shift};
    enum fr_status status = fr_bytes_append(bytes, &counts, 1, sizeof counts);
    if (status == FR_OK)
        status = fr_bytes_append(bytes, vias->items, vias->side_count, sizeof *vias->items);
    if (status == FR_OK)
        status =
            fr_bytes_append(bytes, vias->first, (size_t)cell_count(vias) + 1, sizeof *vias->first);
    return status == FR_OK
               ? fr_bytes_append(bytes, vias->entries, vias->entry_count, sizeof *vias->entries)
               : status;
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

enum fr_status via_labels_load(struct via_labels *vias, const struct fr_map *map,
                               const struct fr_allocator *allocator, struct fr_saved *saved)
{
    struct saved_counts counts;
    if (!fr_saved_take(saved, &counts, 1, sizeof counts) || counts.sides > saved->left ||
        counts.cell_shift < 1 || counts.cell_shift > VIA_COARSEST_SHIFT)
        return FR_BAD_INPUT;
    *vias = of_cells(map, counts.sides, counts.cell_shift, allocator);
    vias->entry_count = counts.entries;
    const size_t sides = counts.sides, entries = counts.entries;
    const size_t cells = (size_t)cell_count(vias) + 1;
    vias->items = fr_saved_array(saved, allocator, sides, sides + 1, sizeof *vias->items);
    vias->first = fr_saved_array(saved, allocator, cells, cells, sizeof *vias->first);
    vias->entries = fr_saved_array(saved, allocator, entries, entries + 1, sizeof *vias->entries);
    return saved->status == FR_OK && !are_sound(vias) ? FR_BAD_INPUT : saved->status;
}
