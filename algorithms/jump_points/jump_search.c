#include "algorithms/jump_points/jump_search.h"

#include "algorithms/steps/generation.h"
#include "algorithms/steps/grid_walk.h"

/* Makes room for a node for each corner. */
static enum fr_status reserve(struct fr_jump_search *search)
{
    const size_t count = fr_jump_corners_count(&search->corners);
    if (count <= search->node_capacity)
        return FR_OK;
    const size_t capacity = count + count / 4;
    struct fr_jump_node *nodes =
        fr_allocate_zeroed(search->head.allocator, capacity, sizeof *search->nodes);
    if (!nodes)
        return FR_NO_MEMORY;
    fr_deallocate(search->head.allocator, search->nodes, search->node_capacity,
                  sizeof *search->nodes);
    search->nodes = nodes;
    search->node_capacity = capacity;
    return FR_OK;
}

enum fr_status fr_jump_search_prepare(struct fr_jump_search *search)
{
    const struct fr_head *head = &search->head;
    enum fr_status status = fr_jump_corners_init(&search->corners, head->map, head->allocator);
    if (status == FR_OK)
        status = reserve(search);
    return status == FR_OK ? fr_head_label(&search->head, FR_GRID8) : status;
}

enum fr_status fr_jump_search_update(struct fr_jump_search *search, const struct fr_rect *rects,
                                     size_t count)
{
    for (size_t i = 0; i < count; i++)
        fr_jump_corners_update(&search->corners, rects[i]);
    search->head.reach.stale = true;
    return reserve(search);
}

/* Resets the search for a new query. */
static void begin(struct fr_jump_search *search, struct fr_pixel start, struct fr_pixel goal)
{
    search->stamp = fr_next_generation(search->stamp, search->nodes, search->node_capacity,
                                       sizeof *search->nodes);
    for (; search->filled_words; search->filled_words &= search->filled_words - 1)
        search->filled[fr_lowest_bit(search->filled_words)] = 0;
    search->start = start;
    search->goal = goal;
    search->first = fr_jump_estimate(search, start.x, start.y) >> FR_JUMP_BUCKET_SHIFT;
    search->base = search->first;
    search->entry_count = 0;
    search->best = UINT64_MAX;
}

/* Moves on to the next bucket that is not empty; there must be one. */
static void advance(struct fr_jump_search *search)
{
    const unsigned slot = search->base % FR_JUMP_BUCKETS, word = slot / 64;
    const uint64_t rest = search->filled[word] >> slot % 64;
    if (rest) {
        search->base += (unsigned)fr_lowest_bit(rest);
        return;
    }
    const uint64_t later = word == 63 ? 0 : search->filled_words >> (word + 1) << (word + 1);
    const unsigned next = (unsigned)fr_lowest_bit(later ? later : search->filled_words);
    const unsigned found = next * 64 + (unsigned)fr_lowest_bit(search->filled[next]);
    search->base += (found - slot) % FR_JUMP_BUCKETS;
}

/* Whether an entry may lead to a path shorter than the best one; if so, gives the task and its cost
 * f. */
static bool useful(struct fr_jump_search *search, const struct fr_jump_entry *entry,
                   struct fr_jump_task *task, uint64_t *f)
{
    *task = (struct fr_jump_task){.node = entry->node,
                                  .x = search->start.x,
                                  .y = search->start.y,
                                  .direction = entry->direction,
                                  .done = entry->done};
    if (entry->node != FR_JUMP_START) {
        const struct fr_jump_node *node = &search->nodes[entry->node];
        task->x = node->x;
        task->y = node->y;
        task->g = node->g;
        task->arrivals = node->arrivals & (unsigned)~node->expanded;
    }
    if (task->direction == 0) {
        *f = task->g + fr_jump_estimate(search, task->x, task->y);
        return task->arrivals && *f < search->best;
    }
    const int32_t x = task->x + fr_direction_dx[task->direction] * task->done;
    const int32_t y = task->y + fr_direction_dy[task->direction] * task->done;
    *f = task->g + FR_JUMP_DIAGONAL * (uint64_t)task->done + fr_jump_estimate(search, x, y);
    return *f < search->best;
}

/* Takes the next task that may lead to a path shorter than the best one; false if there is none. */
static bool next_task(struct fr_jump_search *search, struct fr_jump_task *task)
{
    while (search->filled_words) {
        advance(search);
        if (search->best >> FR_JUMP_BUCKET_SHIFT < search->base)
            return false;
        const unsigned slot = search->base % FR_JUMP_BUCKETS;
        const uint32_t top = search->heads[slot];
        const struct fr_jump_entry *entry = &search->entries[top];
        search->heads[slot] = entry->next;
        if (entry->next == FR_JUMP_LAST) {
            search->filled[slot / 64] &= ~((uint64_t)1 << slot % 64);
            if (!search->filled[slot / 64])
                search->filled_words &= ~((uint64_t)1 << slot / 64);
        }
        uint64_t f;
        if (!useful(search, entry, task, &f))
            continue;
        if (f >> FR_JUMP_BUCKET_SHIFT > search->base) {
            fr_jump_link(search, top, f);
            continue;
        }
        if (task->direction == 0) {
            search->nodes[task->node].expanded = search->nodes[task->node].arrivals;
            search->head.stats.expanded++;
            fr_probe_expanded(search->probe, fr_pixel_centre((struct fr_pixel){task->x, task->y}));
        }
        return true;
    }
    return false;
}

static enum fr_outcome trace(const struct fr_jump_search *search, struct fr_path *path)
{
    uint32_t parent = search->best_parent;
    enum fr_status status = fr_grid_walk_run(path, search->goal);
    while (status == FR_OK && parent != FR_JUMP_START) {
        const struct fr_jump_node *node = &search->nodes[parent];
        status = fr_grid_walk_to(path, (struct fr_pixel){node->x, node->y}, true);
        parent = node->parent;
    }
    if (status == FR_OK)
        status = fr_grid_walk_to(path, search->start, true);
    if (status != FR_OK)
        return FR_OUT_OF_MEMORY;
    fr_path_reverse(path);
    return FR_FOUND;
}

static enum fr_outcome run(struct fr_jump_search *search, fr_jump_scanner scanner, void *context,
                           struct fr_pixel start, struct fr_pixel goal)
{
    struct fr_jump_task task = {.node = FR_JUMP_START, .x = start.x, .y = start.y};
    begin(search, start, goal);
    do {
        if (!scanner(context, &task))
            return FR_OUT_OF_MEMORY;
    } while (next_task(search, &task));
    return search->best == UINT64_MAX ? FR_UNREACHABLE : FR_FOUND;
}

enum fr_outcome fr_jump_search_find(struct fr_jump_search *search, fr_jump_scanner scanner,
                                    void *context, struct fr_point start, struct fr_point goal,
                                    const struct fr_probe *probe, struct fr_path *path)
{
    enum fr_outcome outcome = fr_head_admits(&search->head, FR_GRID8, start, goal);
    if (outcome != FR_NONE)
        return outcome;
    search->probe = fr_probe_for_expansions(probe);
    fr_probe_enter(probe, FR_PHASE_SEARCH);
    outcome = run(search, scanner, context, fr_point_pixel(start), fr_point_pixel(goal));
    if (outcome != FR_FOUND)
        return fr_head_learns(&search->head, FR_GRID8, outcome);
    fr_probe_enter(probe, FR_PHASE_TRACE);
    return trace(search, path);
}

void fr_jump_search_release(struct fr_jump_search *search)
{
    fr_jump_corners_release(&search->corners);
    fr_deallocate(search->head.allocator, search->nodes, search->node_capacity,
                  sizeof *search->nodes);
    fr_deallocate(search->head.allocator, search->entries, search->entry_capacity,
                  sizeof *search->entries);
}
