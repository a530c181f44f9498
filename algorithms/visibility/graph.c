#include "algorithms/visibility/graph.h"

#include <string.h>

/* One end of a pair, in the list of that end's corner and cone. There may be millions of halves,
 * allocated when preparation takes the most memory. */
struct half {
    uint32_t target;
    uint32_t pair : 31; /* once levels are known, the level */
    uint32_t dead : 1;  /* no edge could follow at this end when the pair was removed */
};

/* Units of work for each item of a stage; tuned on adventure-150. */
enum { COUNT_UNITS = 1, PLACE_UNITS = 3, SORT_UNITS = 2, ROUND_UNITS = 10, COPY_UNITS = 2 };

/* All edges while levels are computed. A corner's two lists shrink from both sides: removed pairs
 * are skipped at the head, and dead ends are cut off at the tail. */
struct graph_sorter {
    struct fr_work_progress progress;
    bool levels, updates;
    struct graph *graph;
    struct graph_pairs *pairs;
    uint32_t *first; /* as in struct graph_lists */
    struct half *halves;
    uint32_t *level;       /* by pair; 0: not removed */
    uint32_t *head, *tail; /* by list: the remaining range is [head, tail) */
    uint32_t *work, *next; /* corners whose lists changed in the last round, and in this one */
    uint32_t *queued;      /* by corner: the round that queued it */
    size_t work_count, next_count;
    size_t dead_count; /* halves that this round found dead */
};

static struct taut_direction direction_of(const struct graph *graph, uint32_t corner,
                                          const struct half *half)
{
    return taut_direction(&graph->corners[corner], graph_point(graph, half->target));
}

static uint32_t list_of(const struct graph *graph, uint32_t corner, uint32_t other)
{
    const struct taut_direction d =
        taut_direction(&graph->corners[corner], graph_point(graph, other));
    return 2 * corner + (uint32_t)taut_cone(d);
}

/* Sorts a list by insertion: lists are short, and the qsort of libc may allocate outside our
 * allocator. */
static void sort_halves(const struct graph *graph, uint32_t corner, struct half *halves,
                        size_t count)
{
    for (size_t i = 1; i < count; i++) {
        const struct half half = halves[i];
        const struct taut_direction at = direction_of(graph, corner, &half);
        size_t low = 0, high = i;
        while (low < high) {
            const size_t middle = low + (high - low) / 2;
            if (taut_edge_before(at, direction_of(graph, corner, &halves[middle])))
                high = middle;
            else
                low = middle + 1;
        }
        memmove(halves + low + 1, halves + low, (i - low) * sizeof *halves);
        halves[low] = half;
    }
}

/* Takes both ends of each pair, corner by corner. */
static void each_pair(struct graph_sorter *sorter, int64_t units, struct fr_work *work,
                      void (*take)(struct graph_sorter *, uint32_t, uint32_t, uint32_t))
{
    const struct graph_pairs *pairs = sorter->pairs;
    for (size_t *i = &sorter->progress.item; *i < sorter->graph->corner_count; (*i)++) {
        const uint32_t corner = (uint32_t)*i;
        if (fr_work_pauses(work))
            return;
        for (uint32_t pair = pairs->first[corner]; pair < pairs->first[corner + 1]; pair++) {
            take(sorter, pair, corner, pairs->others[pair]);
            take(sorter, pair, pairs->others[pair], corner);
            work->left -= units;
        }
    }
}

static void count_half(struct graph_sorter *sorter, uint32_t pair, uint32_t corner, uint32_t other)
{
    (void)pair;
    sorter->first[list_of(sorter->graph, corner, other) + 1]++;
}

static enum fr_status count_halves(void *context, struct fr_work *work)
{
    struct graph_sorter *sorter = context;
    each_pair(sorter, COUNT_UNITS, work, count_half);
    for (size_t i = 0; !work->paused && i < 2 * sorter->graph->corner_count; i++) {
        sorter->head[i] = sorter->first[i];
        sorter->first[i + 1] += sorter->first[i];
    }
    return FR_OK;
}

static void place_half(struct graph_sorter *sorter, uint32_t pair, uint32_t corner, uint32_t other)
{
    const uint32_t list = list_of(sorter->graph, corner, other);
    sorter->halves[sorter->head[list]++] =
        (struct half){.target = other, .pair = pair & (UINT32_MAX >> 1)};
}

/* Places the halves, then frees the pairs. */
static enum fr_status place_halves(void *context, struct fr_work *work)
{
    struct graph_sorter *sorter = context;
    each_pair(sorter, PLACE_UNITS, work, place_half);
    if (!work->paused)
        graph_pairs_release(sorter->pairs);
    return FR_OK;
}

/* Sorts each list by angle. */
static enum fr_status sort_lists(void *context, struct fr_work *work)
{
    struct graph_sorter *sorter = context;
    const uint32_t *first = sorter->first;
    for (size_t *i = &sorter->progress.item; *i < 2 * sorter->graph->corner_count; (*i)++) {
        const uint32_t count = first[*i + 1] - first[*i];
        if (fr_work_pauses(work))
            return FR_OK;
        sort_halves(sorter->graph, (uint32_t)*i / 2, sorter->halves + first[*i], count);
        sorter->head[*i] = first[*i];
        sorter->tail[*i] = first[*i + 1];
        work->left -= SORT_UNITS * ((int64_t)count + 1);
    }
    return FR_OK;
}

static void trim_head(struct graph_sorter *sorter, uint32_t list)
{
    while (sorter->head[list] < sorter->tail[list] &&
           sorter->level[sorter->halves[sorter->head[list]].pair] != 0)
        sorter->head[list]++;
}

static void queue_corner(struct graph_sorter *sorter, uint32_t corner, uint32_t round)
{
    if (sorter->queued[corner] == round)
        return;
    sorter->queued[corner] = round;
    sorter->next[sorter->next_count++] = corner;
}

/* Removes the edges of one list of a corner that no edge of its other list can follow. The edges
 * that can follow are a prefix of the other list, which is longer the nearer the edge is to the
 * wall. So the first edge of the other list decides, and dead ends are at the tail. */
static void cut_dead_ends(struct graph_sorter *sorter, uint32_t list, uint32_t other,
                          uint32_t round)
{
    const uint32_t corner = list / 2, head = sorter->head[other];
    const bool none = head == sorter->tail[other];
    const struct half *onward = &sorter->halves[head];
    const struct taut_direction ahead =
        none ? (struct taut_direction){0, 0} : direction_of(sorter->graph, corner, onward);
    for (; sorter->tail[list] > sorter->head[list]; sorter->tail[list]--) {
        struct half *last = &sorter->halves[sorter->tail[list] - 1];
        uint32_t *level = &sorter->level[last->pair];
        if (*level != 0 && *level != round)
            continue;
        if (!none && taut_wraps(direction_of(sorter->graph, corner, last), ahead))
            return;
        last->dead = true;
        *level = round;
        sorter->dead_count++;
        queue_corner(sorter, corner, round);
        queue_corner(sorter, last->target, round);
    }
}

/* Finds one level: removes all dead ends together. Edges removed in this round count as present,
 * and both lists of a corner are tested against uncut tails; this is sound, because only heads
 * decide, and they move before any cut. */
static void run_round(struct graph_sorter *sorter, uint32_t round)
{
    sorter->dead_count = sorter->next_count = 0;
    for (size_t i = 0; i < sorter->work_count; i++) {
        trim_head(sorter, 2 * sorter->work[i]);
        trim_head(sorter, 2 * sorter->work[i] + 1);
    }
    for (size_t i = 0; i < sorter->work_count; i++) {
        const uint32_t list = 2 * sorter->work[i];
        const uint32_t whole = sorter->tail[list];
        cut_dead_ends(sorter, list, list + 1, round);
        const uint32_t cut = sorter->tail[list];
        sorter->tail[list] = whole;
        cut_dead_ends(sorter, list + 1, list, round);
        sorter->tail[list] = cut;
    }
    uint32_t *const swap = sorter->work;
    sorter->work = sorter->next;
    sorter->next = swap;
    sorter->work_count = sorter->next_count;
}

/* Finds all levels; an item of work is a round. */
static enum fr_status find_levels(void *context, struct fr_work *work)
{
    struct graph_sorter *sorter = context;
    size_t *round = &sorter->progress.item;
    if (!sorter->levels)
        return FR_OK;
    for (uint32_t i = 0; *round == 0 && i < sorter->graph->corner_count; i++)
        sorter->work[sorter->work_count++] = i;
    while (*round == 0 || sorter->dead_count > 0) {
        if (fr_work_pauses(work))
            return FR_OK;
        work->left -= ROUND_UNITS * ((int64_t)sorter->work_count + 1);
        ++*round;
        run_round(sorter, (uint32_t)*round);
        work->left -= (int64_t)sorter->dead_count;
    }
    return FR_OK;
}

static enum graph_way way_of(const struct half *half)
{
    return half->pair == 0 ? GRAPH_CROSS : half->dead ? GRAPH_UPWARD : GRAPH_DOWNWARD;
}

/* Copies the halves of each kind in order. */
static void copy_lists(const struct graph_sorter *sorter, struct graph_lists *lists)
{
    const size_t count = 2 * sorter->graph->corner_count;
    uint32_t filled[GRAPH_WAYS] = {0};
    for (size_t list = 0; list <= count; list++) {
        for (int way = 0; way < GRAPH_WAYS && list > 0 && list % 2 == 0; way++)
            lists[way].first[2 * list - 2] = lists[way].first[2 * list - 1] = filled[way];
        if (list == count)
            break;
        for (int way = 0; way < GRAPH_WAYS; way++)
            lists[way].first[2 * list - list % 2] = filled[way];
        for (uint32_t i = sorter->first[list]; i < sorter->first[list + 1]; i++) {
            const struct half *half = &sorter->halves[i];
            const enum graph_way way = way_of(half);
            if (way == GRAPH_DOWNWARD && !sorter->updates)
                continue;
            lists[way].edges[filled[way]++] =
                (struct graph_edge){half->target, way == GRAPH_CROSS ? GRAPH_CORE : half->pair};
        }
    }
}

static uint32_t *take(const struct graph_sorter *sorter, size_t count, bool *ok)
{
    uint32_t *words = fr_allocate_zeroed(sorter->graph->allocator, count, sizeof *words);
    *ok = *ok && words;
    return words;
}

static void give_back(const struct graph_sorter *sorter, uint32_t *words, size_t count)
{
    fr_deallocate(sorter->graph->allocator, words, count, sizeof *words);
}

static enum fr_status allocate_lists(struct graph *graph, const size_t counts[GRAPH_WAYS])
{
    enum fr_status status = FR_OK;
    graph->corner_room = graph->corner_count;
    for (int way = 0; way < GRAPH_WAYS; way++) {
        struct graph_lists *lists = &graph->lists[way];
        lists->count = lists->used = counts[way];
        lists->room = counts[way] + 1;
        lists->first = fr_allocate(graph->allocator, GRAPH_ENDS * graph->corner_room + 1,
                                   sizeof *lists->first);
        lists->edges = fr_allocate(graph->allocator, lists->room, sizeof *lists->edges);
        if (!lists->first || !lists->edges)
            status = FR_NO_MEMORY;
    }
    return status;
}

static enum fr_status make_lists(void *context, struct fr_work *work)
{
    struct graph_sorter *sorter = context;
    size_t counts[GRAPH_WAYS] = {0};
    for (size_t i = 0; i < 2 * sorter->pairs->count; i++) {
        struct half *half = &sorter->halves[i];
        half->pair = sorter->level[half->pair] & (UINT32_MAX >> 1);
        counts[way_of(half)]++;
    }
    give_back(sorter, sorter->level, sorter->pairs->count + 1); /* room for the lists */
    sorter->level = NULL;
    if (!sorter->updates)
        counts[GRAPH_DOWNWARD] = 0;
    const enum fr_status status = allocate_lists(sorter->graph, counts);
    if (status == FR_OK)
        copy_lists(sorter, sorter->graph->lists);
    work->left -= COPY_UNITS * (int64_t)sorter->pairs->count;
    return status;
}

static bool sorter_create(struct graph_sorter *sorter)
{
    const size_t corners = sorter->graph->corner_count + 1, pairs = sorter->pairs->count + 1;
    bool ok = true;
    sorter->first = take(sorter, 2 * corners, &ok);
    sorter->head = take(sorter, 2 * corners, &ok);
    sorter->tail = take(sorter, 2 * corners, &ok);
    sorter->work = take(sorter, corners, &ok);
    sorter->next = take(sorter, corners, &ok);
    sorter->queued = take(sorter, corners, &ok);
    sorter->level = take(sorter, pairs, &ok);
    sorter->halves = fr_allocate(sorter->graph->allocator, 2 * pairs, sizeof *sorter->halves);
    return ok && sorter->halves;
}

void graph_sorter_release(struct graph_sorter *sorter)
{
    if (!sorter)
        return;
    const size_t corners = sorter->graph->corner_count + 1, pairs = sorter->pairs->count + 1;
    give_back(sorter, sorter->first, 2 * corners);
    give_back(sorter, sorter->head, 2 * corners);
    give_back(sorter, sorter->tail, 2 * corners);
    give_back(sorter, sorter->work, corners);
    give_back(sorter, sorter->next, corners);
    give_back(sorter, sorter->queued, corners);
    give_back(sorter, sorter->level, pairs);
    fr_deallocate(sorter->graph->allocator, sorter->halves, 2 * pairs, sizeof *sorter->halves);
    fr_deallocate(sorter->graph->allocator, sorter, 1, sizeof *sorter);
}

void graph_pairs_release(struct graph_pairs *pairs)
{
    fr_deallocate(pairs->allocator, pairs->first, pairs->corner_count + 1, sizeof *pairs->first);
    fr_deallocate(pairs->allocator, pairs->others, pairs->capacity, sizeof *pairs->others);
    pairs->first = pairs->others = NULL;
}

enum fr_status graph_build(struct graph *graph, struct graph_pairs *pairs, bool levels,
                           bool updates, struct graph_sorter **sorter, struct fr_work *work)
{
    static fr_stage *const stages[] = {count_halves, place_halves, sort_lists,
                                       find_levels,  make_lists,   NULL};
    if (!*sorter) {
        *sorter = fr_allocate_zeroed(graph->allocator, 1, sizeof **sorter);
        if (!*sorter)
            return FR_NO_MEMORY;
        **sorter = (struct graph_sorter){
            .graph = graph, .pairs = pairs, .levels = levels, .updates = updates};
        if (!sorter_create(*sorter))
            return FR_NO_MEMORY;
    }
    const enum fr_status status = fr_stages_run(stages, *sorter, &(*sorter)->progress, work);
    if (status != FR_OK || work->paused)
        return status;
    graph_sorter_release(*sorter);
    *sorter = NULL;
    return FR_OK;
}

/* Whether lists of this kind are as graph_build makes them, except for order and levels. */
static bool are_sound_lists(const struct graph *graph, enum graph_way way)
{
    const struct graph_lists *lists = &graph->lists[way];
    uint32_t begin = 0;
    for (size_t corner = 0; corner < graph->corner_count; corner++) {
        const uint32_t *ends = lists->first + GRAPH_ENDS * corner;
        if (ends[0] != begin || ends[1] < begin || ends[2] < ends[1] || ends[3] != ends[2])
            return false;
        begin = ends[3];
    }
    for (size_t i = 0; i < lists->count; i++)
        if (lists->edges[i].target >= graph->corner_count ||
            (lists->edges[i].level == GRAPH_CORE) != (way == GRAPH_CROSS))
            return false;
    return begin == lists->count;
}

static void pass_lists(struct graph *graph, enum graph_way way, struct fr_saved *saved)
{
    struct graph_lists *lists = &graph->lists[way];
    const size_t ends = GRAPH_ENDS * graph->corner_count;
    fr_saved_pass(saved, &lists->count, 1, sizeof lists->count);
    if (fr_saved_loaded(saved) && lists->count > saved->left)
        saved->status = FR_BAD_INPUT;
    lists->used = lists->count;
    lists->room = lists->count + 1;
    fr_saved_array(saved, &lists->first, ends, ends + 1, sizeof *lists->first);
    fr_saved_array(saved, &lists->edges, lists->count, lists->room, sizeof *lists->edges);
    if (fr_saved_loaded(saved) && !are_sound_lists(graph, way))
        saved->status = FR_BAD_INPUT;
}

void graph_pass(struct graph *graph, struct fr_saved *saved)
{
    graph->corner_room = graph->corner_count;
    for (int way = 0; way < GRAPH_WAYS; way++)
        pass_lists(graph, (enum graph_way)way, saved);
}

void graph_release(struct graph *graph)
{
    for (int way = 0; way < GRAPH_WAYS; way++) {
        struct graph_lists *lists = &graph->lists[way];
        fr_deallocate(graph->allocator, lists->first, GRAPH_ENDS * graph->corner_room + 1,
                      sizeof *lists->first);
        fr_deallocate(graph->allocator, lists->edges, lists->room, sizeof *lists->edges);
        *lists = (struct graph_lists){0};
    }
}
