#include "algorithms/jump_points/cell_joins.h"

#include <stdlib.h>
#include <string.h>

#include "algorithms/jump_points/jump_cast.h"
#include "algorithms/jump_points/like_left.h"

/* Blocks have sides of 2^shift cells. */
enum { FINEST_SHIFT = 2, COARSEST_SHIFT = 5 };

/* The size of a table of cells is estimated once 1/JUDGED_PART of its lists is made: earlier, the
 * first rows show too little about later rows. Tuned on adventure-20, blocky-320x200. */
#define JUDGED_PART 32

/* Units of work for each cell and lane; how many compared cells, or passed words of cells, cost
 * one. Tuned on adventure-150. */
enum { CELL_UNITS = 2, LIKE_PER_UNIT = 16, LANE_UNITS = 20, WORDS_PER_UNIT = 2 };

/* Keeps the list sorted, so that cells with the same jump points have equal lists. */
static void insert(uint32_t *list, uint32_t count, uint32_t item)
{
    for (; count > 0 && list[count - 1] > item; count--)
        list[count] = list[count - 1];
    list[count] = item;
}

/* Collects the jump points of a diagonal scan. A jump point straight ahead of the cell belongs to
 * one of the scans whose comparison (like_left.h) includes it. False if out of memory. */
static bool collect_part(struct cell_joins *joins, struct fr_pixel cell, int diagonal)
{
    static const int beside[] = {[0] = 1, [2] = 1, [4] = 3, [6] = 7};
    const struct fr_jump_lanes *lanes = joins->diagonals.lanes;
    struct join_part *part = &joins->parts[diagonal / 2];
    struct links *jumps = &joins->jumps;
    struct jump_walk walk = jumps_walk_from(&joins->diagonals, cell, diagonal);
    jumps->count = 0;
    for (int straight = 0; straight < FR_DIRECTIONS; straight += 2)
        if (beside[straight] == diagonal && !jumps_ahead(lanes, cell, straight, jumps))
            return false;
    if (jumps_walk(lanes, &walk, INT32_MAX, jumps) == JUMPS_NO_MEMORY)
        return false;
    if (!fr_reserve(joins->allocator, &part->items, 0, jumps->count + 1, &part->capacity,
                    sizeof *part->items))
        return false;
    part->count = (uint32_t)jumps->count;
    for (size_t i = 0; i < jumps->count; i++) {
        const struct link *jump = &jumps->at[i];
        const uint32_t hub = joins->labels->numbers[fr_jump_corner(
            &joins->graph->corners, cell.x + jump->dx, cell.y + jump->dy)];
        part->items[i] = hub * JOIN_DIRECTIONS + jump->sector / 4u;
    }
    return true;
}

/* Writes the list of a cell after the last item, without counting it; `keeps` says which parts
 * equal those of the last cell. False if out of memory. */
static bool write_list(struct cell_joins *joins, struct fr_pixel cell, const bool keeps[4])
{
    uint32_t count = 0;
    for (int i = 0; i < 4; i++) {
        if (!keeps[i] && !collect_part(joins, cell, 2 * i + 1))
            return false;
        count += joins->parts[i].count;
    }
    if (!fr_reserve(joins->allocator, &joins->items, joins->item_count, count + 1,
                    &joins->item_capacity, sizeof *joins->items))
        return false;
    uint32_t *items = joins->items + joins->item_count;
    *items = count;
    count = 0;
    for (const struct join_part *part = joins->parts; part < joins->parts + 4; part++)
        for (uint32_t i = 0; i < part->count; i++)
            insert(items + 1, count++, part->items[i]);
    return true;
}

/* Whether a list equals the one after the last item. */
static bool is_last(const struct cell_joins *joins, uint32_t first)
{
    const uint32_t *list = joins->items + first, *last = joins->items + joins->item_count;
    return *list == *last && memcmp(list, last, (*last + 1u) * sizeof *list) == 0;
}

/* The index of an equal list of the cell to the left or of one above; if there is none, keeps the
 * new list. */
static uint32_t share_list(struct cell_joins *joins, const uint32_t *first, struct fr_pixel at)
{
    const int32_t width = joins->graph->map->width;
    const bool left = at.x > 0, up = at.y > 0, right = at.x + 1 < width;
    const bool has[] = {left, up, up && left, up && right};
    const int32_t before[] = {1, width, width + 1, width - 1};
    for (int i = 0; i < 4; i++)
        if (has[i] && is_last(joins, *(first - before[i])))
            return *(first - before[i]);
    const size_t kept = joins->item_count;
    joins->item_count += joins->items[kept] + 1u;
    return (uint32_t)kept;
}

static bool write_empty_list(struct cell_joins *joins)
{
    if (!fr_reserve(joins->allocator, &joins->items, 0, 1, &joins->item_capacity,
                    sizeof *joins->items))
        return false;
    joins->items[joins->item_count++] = 0;
    return true;
}

/* A table under construction. The lists of blocks are made by adding one jump point after the other
 * to the blocks that meet it: one pass counts the items, a second one fills them in. */
struct casting {
    struct fr_work_progress progress;
    struct cell_joins *joins;
    size_t most_items;
    struct like_left_word *like;
    size_t lists, passed; /* lists that differ from the left cell's: in all rows, in rows so far */
    bool listed;          /* the table is complete */
    int shift;            /* of the blocks that are listed next */
    int straight;         /* direction and lane to cast from next; FR_DIRECTIONS: all are done */
    int32_t lane;
    struct jump_cast cast;
    bool fills;   /* true: fills the lists in; false: counts their items */
    size_t count; /* items of all lists */
};

/* The number of cells in a row whose list is not that of the cell to the left. */
static size_t count_lists(const struct fr_map *map, const struct like_left_word *like, int32_t y)
{
    size_t count = 0;
    for (int32_t word = 0; word < map->row_words; word++) {
        const uint64_t *scans = like[word].scans, alike = scans[0] & scans[1] & scans[2] & scans[3];
        count += (size_t)fr_popcount(fr_map_row(map, y)[word] & ~alike);
    }
    return count;
}

/* Writes the lists of the cells of a row; most cells share that of the cell to the left. Adds the
 * lengths of newly written lists to *met. False if out of memory. */
static bool write_row(struct cell_joins *joins, const struct like_left_word *like, int32_t y,
                      int64_t *met)
{
    const struct fr_map *map = joins->graph->map;
    uint32_t *firsts = joins->firsts + (size_t)y * (size_t)map->width;
    for (int32_t x = 0; x < map->width; x++) {
        bool keeps[4];
        int kept = 0;
        for (int i = 0; i < 4; i++)
            kept += keeps[i] = like[x >> 6].scans[i] >> (x & 63) & 1;
        if (kept == 4) {
            firsts[x] = firsts[x - 1];
            continue;
        }
        firsts[x] = 0;
        if (!fr_map_walkable(map, x, y))
            continue;
        if (!write_list(joins, (struct fr_pixel){x, y}, keeps))
            return false;
        *met += joins->items[joins->item_count];
        firsts[x] = share_list(joins, firsts + x, (struct fr_pixel){x, y});
    }
    return true;
}

static void drop_table(struct cell_joins *joins)
{
    fr_deallocate(joins->allocator, joins->firsts, joins->block_count, sizeof *joins->firsts);
    fr_deallocate(joins->allocator, joins->items, joins->item_capacity, sizeof *joins->items);
    joins->firsts = joins->items = NULL;
    joins->item_count = joins->item_capacity = 0;
}

/* Divides the map into blocks. */
static void cut(struct cell_joins *joins, int shift)
{
    const struct fr_map *map = joins->graph->map;
    const int32_t size = 1 << shift;
    joins->shift = shift;
    joins->columns = (map->width + size - 1) >> shift;
    joins->block_count = (size_t)joins->columns * (size_t)((map->height + size - 1) >> shift);
}

static enum fr_status begin(struct cell_joins *joins, const struct jump_graph *graph,
                            const struct corner_labels *labels)
{
    *joins = (struct cell_joins){.allocator = graph->allocator,
                                 .graph = graph,
                                 .labels = labels,
                                 .jumps = {.allocator = graph->allocator}};
    cut(joins, 0);
    return diagonals_init(&joins->diagonals, &graph->lanes);
}

static const struct like_left_word *like_in(const struct casting *casting, size_t y)
{
    return casting->like + y * (size_t)casting->joins->graph->lanes.rows.words;
}

/* Starts a table of cells, before its first row. */
static bool begin_cells(struct casting *casting, struct fr_work *work)
{
    struct cell_joins *joins = casting->joins;
    const struct fr_map *map = joins->graph->map;
    joins->firsts = fr_allocate(joins->allocator, joins->block_count, sizeof *joins->firsts);
    casting->like = like_left_create(&joins->graph->lanes);
    work->left -= (int64_t)joins->block_count / LIKE_PER_UNIT;
    for (int32_t y = 0; casting->like && y < map->height; y++)
        casting->lists += count_lists(map, like_in(casting, (size_t)y), y);
    return joins->firsts && casting->like && write_empty_list(joins);
}

/* Whether the table will be too large, estimated from the lists made so far. */
static bool grows_too_large(const struct casting *casting)
{
    const size_t items = casting->joins->item_count;
    const size_t most = casting->most_items - casting->joins->block_count;
    return items > most || (casting->passed > casting->lists / JUDGED_PART &&
                            items / casting->passed > 2 * most / casting->lists);
}

/* Builds a table of cells, unless it would be too large. */
static enum fr_status list_cells(void *context, struct fr_work *work)
{
    struct casting *casting = context;
    struct cell_joins *joins = casting->joins;
    const struct fr_map *map = joins->graph->map;
    if (casting->most_items <= joins->block_count)
        return FR_OK;
    if (!joins->firsts && !begin_cells(casting, work))
        return FR_NO_MEMORY;
    casting->listed = true;
    for (size_t *y = &casting->progress.item; *y < (size_t)map->height && casting->listed; (*y)++) {
        int64_t met = 0;
        if (fr_work_pauses(work))
            return FR_OK;
        if (!write_row(joins, like_in(casting, *y), (int32_t)*y, &met))
            return FR_NO_MEMORY;
        work->left -= CELL_UNITS * (int64_t)map->width + met;
        casting->passed += count_lists(map, like_in(casting, *y), (int32_t)*y);
        casting->listed = !grows_too_large(casting);
    }
    if (!casting->listed)
        drop_table(joins);
    else if (!fr_resize(joins->allocator, &joins->items, joins->item_count, &joins->item_capacity,
                        sizeof *joins->items, joins->item_count))
        return FR_NO_MEMORY;
    return FR_OK;
}

static bool too_many(const struct casting *casting)
{
    return casting->count + 2 * casting->joins->block_count > casting->most_items;
}

/* Adds a jump point to the lists of the blocks that meet it, or counts it. */
static void cast_from(void *context, const struct fr_jump_run *run)
{
    struct casting *casting = context;
    struct cell_joins *joins = casting->joins;
    const struct jump_cast *cast = &casting->cast;
    const bool along = run->straight % 4 == 0;
    const uint32_t corner = fr_jump_corner(&joins->graph->corners, along ? run->point : run->lane,
                                           along ? run->lane : run->point);
    const uint32_t item =
        joins->labels->numbers[corner] * JOIN_DIRECTIONS + (uint32_t)run->straight / 2;
    jump_cast_run(&casting->cast, run);
    casting->count += cast->count;
    for (size_t i = 0; i < cast->count; i++) {
        uint32_t *first = &joins->firsts[cast->blocks[i]];
        if (casting->fills) {
            uint32_t *list = joins->items + *first;
            list[++*list] = item;
        } else {
            ++*first;
        }
    }
}

static void begin_pass(struct casting *casting, bool fills)
{
    casting->count = 0;
    casting->straight = casting->lane = 0;
    casting->fills = fills;
}

/* Counts the items of each block, until there are too many, or fills the lists, lane by lane. */
static void cast_some(struct casting *casting, struct fr_work *work)
{
    const struct fr_jump_lanes *lanes = &casting->joins->graph->lanes;
    for (; casting->straight < FR_DIRECTIONS; casting->straight += 2, casting->lane = 0)
        for (; casting->lane < fr_jump_lane_count(lanes, casting->straight); casting->lane++) {
            const int64_t before = casting->cast.words;
            if (fr_work_pauses(work) || too_many(casting))
                return;
            fr_jump_visit_lane(lanes, casting->straight, casting->lane, cast_from, casting);
            work->left -= LANE_UNITS + (casting->cast.words - before) / WORDS_PER_UNIT;
        }
}

/* Turns the counts of the lists into their first indices. */
static void place_lists(struct cell_joins *joins)
{
    size_t next = 0;
    for (size_t block = 0; block < joins->block_count; block++) {
        const uint32_t count = joins->firsts[block];
        joins->firsts[block] = (uint32_t)next;
        joins->items[next] = 0;
        next += count + 1;
    }
}

static enum fr_status begin_blocks(struct casting *casting)
{
    struct cell_joins *joins = casting->joins;
    cut(joins, casting->shift);
    jump_cast_release(&casting->cast);
    joins->firsts = fr_allocate_zeroed(joins->allocator, joins->block_count, sizeof *joins->firsts);
    if (!joins->firsts || !jump_cast_begin(&casting->cast, &joins->graph->lanes, joins->shift,
                                           joins->columns, joins->block_count))
        return FR_NO_MEMORY;
    begin_pass(casting, false);
    return FR_OK;
}

/* Makes room for the lists once their items are counted; if these are too many, drops the lists. */
static enum fr_status place(struct casting *casting)
{
    struct cell_joins *joins = casting->joins;
    if (too_many(casting)) {
        drop_table(joins);
        return FR_OK;
    }
    joins->item_count = joins->item_capacity = casting->count + joins->block_count;
    joins->items = fr_allocate(joins->allocator, joins->item_count, sizeof *joins->items);
    if (!joins->items)
        return FR_NO_MEMORY;
    place_lists(joins);
    begin_pass(casting, true);
    return FR_OK;
}

/* Builds a table of the smallest blocks that fit. */
static enum fr_status list_blocks(void *context, struct fr_work *work)
{
    struct casting *casting = context;
    while (!casting->listed && casting->shift <= COARSEST_SHIFT) {
        enum fr_status status = casting->joins->firsts ? FR_OK : begin_blocks(casting);
        if (status != FR_OK)
            return status;
        cast_some(casting, work);
        if (work->paused)
            return FR_OK;
        casting->listed = casting->fills;
        if (!casting->listed)
            status = place(casting);
        if (status != FR_OK)
            return status;
        casting->shift += !casting->joins->firsts;
    }
    if (!casting->listed)
        cut(casting->joins, 0);
    return FR_OK;
}

enum fr_status cell_joins_build(struct cell_joins *joins, const struct jump_graph *graph,
                                const struct corner_labels *labels, size_t most_bytes,
                                struct casting **casting, struct fr_work *work)
{
    static fr_stage *const stages[] = {list_cells, list_blocks, NULL};
    enum fr_status status = FR_OK;
    if (!*casting) {
        status = begin(joins, graph, labels);
        *casting = fr_allocate_zeroed(graph->allocator, 1, sizeof **casting);
        if (!*casting)
            return FR_NO_MEMORY;
        **casting = (struct casting){
            .joins = joins, .most_items = most_bytes / sizeof(uint32_t), .shift = FINEST_SHIFT};
    }
    if (status == FR_OK)
        status = fr_stages_run(stages, *casting, &(*casting)->progress, work);
    if (status != FR_OK || work->paused)
        return status;
    casting_release(*casting);
    *casting = NULL;
    return FR_OK;
}

void casting_release(struct casting *casting)
{
    if (!casting)
        return;
    jump_cast_release(&casting->cast);
    like_left_release(casting->like, &casting->joins->graph->lanes);
    fr_deallocate(casting->joins->allocator, casting, 1, sizeof *casting);
}

const uint32_t *cell_joins_at(struct cell_joins *joins, struct fr_pixel cell)
{
    if (joins->firsts)
        return cell_joins_listed(joins, cell);
    return write_list(joins, cell, (bool[4]){false}) ? joins->items : NULL;
}

bool cell_joins_meet(const struct cell_joins *joins, struct fr_pixel cell, struct fr_pixel corner,
                     uint32_t half_direction)
{
    const int32_t dx = corner.x - cell.x, dy = corner.y - cell.y;
    const int32_t across = abs(dx), down = abs(dy);
    if (across == down)
        return false; /* a path without a straight step */
    const uint32_t last = across > down ? (dx > 0 ? 0 : 2) : dy > 0 ? 1 : 3;
    return last == half_direction && diagonals_walk_open(&joins->diagonals, cell, dx, dy);
}

/* Whether a list ends within the items and names only hubs. */
static bool is_sound_list(const struct cell_joins *joins, uint32_t first)
{
    const size_t corners = joins->labels->corner_count;
    if (first >= joins->item_count || joins->items[first] >= joins->item_count - first ||
        joins->items[first] > corners * JOIN_DIRECTIONS)
        return false;
    for (uint32_t i = 1; i <= joins->items[first]; i++)
        if (joins->items[first + i] / JOIN_DIRECTIONS >= corners)
            return false;
    return true;
}

static bool are_sound(const struct cell_joins *joins)
{
    const size_t columns = (size_t)joins->columns;
    for (size_t block = 0; block < joins->block_count; block++) {
        const uint32_t first = joins->firsts[block];
        const bool proved = (block > 0 && first == joins->firsts[block - 1]) ||
                            (block >= columns && first == joins->firsts[block - columns]);
        if (!proved && !is_sound_list(joins, first))
            return false;
    }
    return true;
}

/* Saves or loads the table, if there is one; lists that are computed for one cell are not saved. */
static void pass_table(struct cell_joins *joins, struct fr_saved *saved)
{
    const size_t blocks = joins->block_count, items = joins->item_count;
    joins->item_capacity = items;
    fr_saved_array(saved, &joins->firsts, blocks, blocks, sizeof *joins->firsts);
    fr_saved_array(saved, &joins->items, items, items, sizeof *joins->items);
    if (fr_saved_loaded(saved) && !are_sound(joins))
        saved->status = FR_BAD_INPUT;
}

static void pass(struct cell_joins *joins, struct fr_saved *saved)
{
    uint64_t listed = joins->firsts != NULL, shift = (uint64_t)joins->shift;
    uint64_t items = listed ? joins->item_count : 0;
    fr_saved_pass(saved, &listed, 1, sizeof listed);
    fr_saved_pass(saved, &shift, 1, sizeof shift);
    fr_saved_pass(saved, &items, 1, sizeof items);
    if (fr_saved_loaded(saved) &&
        (listed > 1 || shift > (listed ? COARSEST_SHIFT : 0) || items >= (listed ? UINT32_MAX : 1)))
        saved->status = FR_BAD_INPUT;
    if (saved->status != FR_OK || !listed)
        return;
    cut(joins, (int)shift);
    joins->item_count = (size_t)items;
    pass_table(joins, saved);
}

enum fr_status cell_joins_save(const struct cell_joins *joins, struct fr_bytes *bytes)
{
    struct fr_saved saved = {.bytes = bytes};
    struct cell_joins copy = *joins;
    pass(&copy, &saved);
    return saved.status;
}

enum fr_status cell_joins_load(struct cell_joins *joins, const struct jump_graph *graph,
                               const struct corner_labels *labels, struct fr_saved *saved)
{
    const enum fr_status status = begin(joins, graph, labels);
    if (status != FR_OK)
        return status;
    pass(joins, saved);
    return saved->status;
}

void cell_joins_release(struct cell_joins *joins)
{
    drop_table(joins);
    diagonals_release(&joins->diagonals);
    links_release(&joins->jumps);
    for (struct join_part *part = joins->parts; part < joins->parts + 4; part++)
        fr_deallocate(joins->allocator, part->items, part->capacity, sizeof *part->items);
    *joins = (struct cell_joins){0};
}
