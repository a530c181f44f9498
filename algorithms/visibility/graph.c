#include "algorithms/visibility/graph.h"

#include <string.h>

/* One end of a pair, in the list of that end's corner and cone. There are millions of them,
 * allocated at the peak of preparation memory. */
struct half {
    int32_t x, y; /* the direction to the other end */
    uint32_t target;
    uint32_t pair : 31;
    uint32_t dead : 1; /* no edge could follow at this end when the pair was removed */
};

/* Units of work for each item of a stage; tuned on adventure-150. */
enum { COUNT_UNITS = 1, PLACE_UNITS = 3, SORT_UNITS = 2, ROUND_UNITS = 10, COPY_UNITS = 2 };

/* All edges while levels are computed. A corner's two lists shrink from both sides: removed pairs
 * are skipped at the head, dead ends are cut off at the tail. */
struct graph_sorter {
    struct fr_work_progress progress;
    bool levels;
    struct graph *graph;
    const struct graph_pair *pairs;
    size_t pair_count;
    uint32_t *first; /* as in struct graph_lists */
    struct half *halves;
    uint32_t *level;       /* by pair; 0: not removed */
    uint32_t *head, *tail; /* by list: the remaining range is [head, tail) */
    uint32_t *work, *next; /* corners whose lists changed in the last round, and in this one */
    uint32_t *queued;      /* by corner: the round that queued it */
    uint32_t *removed;     /* pairs to remove at the end of this round */
    size_t work_count, next_count, removed_count;
};

static struct taut_direction direction_of(const struct half *half)
{
    return (struct taut_direction){half->x, half->y};
}

static uint32_t list_of(const struct graph *graph, uint32_t corner, uint32_t other)
{
    const struct taut_direction d =
        taut_direction(&graph->corners[corner], graph_point(graph, other));
    return 2 * corner + (uint32_t)taut_cone(d);
}

/* Sorts a list by insertion: lists are short, and the qsort of libc may allocate outside our
 * allocator. */
static void sort_halves(struct half *halves, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        const struct half half = halves[i];
        size_t low = 0, high = i;
        while (low < high) {
            const size_t middle = low + (high - low) / 2;
            if (taut_edge_before(direction_of(&half), direction_of(&halves[middle])))
                high = middle;
            else
                low = middle + 1;
        }
        memmove(halves + low + 1, halves + low, (i - low) * sizeof *halves);
        halves[low] = half;
    }
}

static void place_half(struct graph_sorter *sorter, uint32_t *fill, uint32_t pair, uint32_t corner,
                       uint32_t other)
{
    const struct graph *graph = sorter->graph;
    const struct taut_direction d =
        taut_direction(&graph->corners[corner], graph_point(graph, other));
    const uint32_t list = 2 * corner + (uint32_t)taut_cone(d);
    sorter->halves[fill[list]++] = (struct half){
        .x = (int32_t)d.x, .y = (int32_t)d.y, .target = other, .pair = pair & UINT32_C(0x7fffffff)};
}

static enum fr_status count_halves(void *context, struct fr_work *work)
{
    struct graph_sorter *sorter = context;
    const struct graph *graph = sorter->graph;
    for (size_t *i = &sorter->progress.item; *i < sorter->pair_count; (*i)++) {
        const struct graph_pair pair = sorter->pairs[*i];
        if (fr_work_pauses(work))
            return FR_OK;
        sorter->first[list_of(graph, pair.a, pair.b) + 1]++;
        sorter->first[list_of(graph, pair.b, pair.a) + 1]++;
        work->left -= COUNT_UNITS;
    }
    for (size_t i = 0; i < 2 * graph->corner_count; i++) {
        sorter->head[i] = sorter->first[i];
        sorter->first[i + 1] += sorter->first[i];
    }
    return FR_OK;
}

static enum fr_status place_halves(void *context, struct fr_work *work)
{
    struct graph_sorter *sorter = context;
    for (size_t *i = &sorter->progress.item; *i < sorter->pair_count; (*i)++) {
        const struct graph_pair pair = sorter->pairs[*i];
        if (fr_work_pauses(work))
            return FR_OK;
        place_half(sorter, sorter->head, (uint32_t)*i, pair.a, pair.b);
        place_half(sorter, sorter->head, (uint32_t)*i, pair.b, pair.a);
        work->left -= PLACE_UNITS;
    }
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
        sort_halves(sorter->halves + first[*i], count);
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

/* Marks for removal the edges of one list of a corner that no edge of its other list can follow.
 * The edges that can follow are a prefix of the other list, the longer the nearer the edge is to
 * the wall. So the first of the other list decides, and dead ends are at the tail. */
static void cut_dead_ends(struct graph_sorter *sorter, uint32_t list, uint32_t other)
{
    const bool none = sorter->head[other] == sorter->tail[other];
    const struct half *onward = &sorter->halves[sorter->head[other]];
    while (sorter->tail[list] > sorter->head[list]) {
        struct half *last = &sorter->halves[sorter->tail[list] - 1];
        if (sorter->level[last->pair] == 0) {
            if (!none && taut_wraps(direction_of(last), direction_of(onward)))
                return;
            last->dead = true;
            sorter->removed[sorter->removed_count++] = last->pair;
        }
        sorter->tail[list]--;
    }
}

static void queue_corner(struct graph_sorter *sorter, uint32_t corner, uint32_t round)
{
    if (sorter->queued[corner] == round)
        return;
    sorter->queued[corner] = round;
    sorter->next[sorter->next_count++] = corner;
}

/* One level: finds all dead ends, then removes their edges together. Both lists of a corner are
 * tested against uncut tails; that is sound, as only heads decide and cuts do not move them. */
static void run_round(struct graph_sorter *sorter, uint32_t round)
{
    sorter->removed_count = sorter->next_count = 0;
    for (size_t i = 0; i < sorter->work_count; i++) {
        trim_head(sorter, 2 * sorter->work[i]);
        trim_head(sorter, 2 * sorter->work[i] + 1);
    }
    for (size_t i = 0; i < sorter->work_count; i++) {
        const uint32_t list = 2 * sorter->work[i];
        const uint32_t whole = sorter->tail[list];
        cut_dead_ends(sorter, list, list + 1);
        const uint32_t cut = sorter->tail[list];
        sorter->tail[list] = whole;
        cut_dead_ends(sorter, list + 1, list);
        sorter->tail[list] = cut;
    }
    for (size_t i = 0; i < sorter->removed_count; i++) {
        const struct graph_pair *pair = &sorter->pairs[sorter->removed[i]];
        sorter->level[sorter->removed[i]] = round;
        queue_corner(sorter, pair->a, round);
        queue_corner(sorter, pair->b, round);
    }
    uint32_t *const swap = sorter->work;
    sorter->work = sorter->next;
    sorter->next = swap;
    sorter->work_count = sorter->next_count;
}

/* An item is a round. */
static enum fr_status find_levels(void *context, struct fr_work *work)
{
    struct graph_sorter *sorter = context;
    size_t *round = &sorter->progress.item;
    if (!sorter->levels)
        return FR_OK;
    for (uint32_t i = 0; *round == 0 && i < sorter->graph->corner_count; i++)
        sorter->work[sorter->work_count++] = i;
    while (*round == 0 || sorter->removed_count > 0) {
        if (fr_work_pauses(work))
            return FR_OK;
        work->left -= ROUND_UNITS * ((int64_t)sorter->work_count + 1);
        ++*round;
        run_round(sorter, (uint32_t)*round);
        work->left -= (int64_t)sorter->removed_count;
    }
    return FR_OK;
}

static enum graph_way way_of(const struct graph_sorter *sorter, const struct half *half)
{
    return sorter->level[half->pair] == 0 ? GRAPH_CROSS
           : half->dead                   ? GRAPH_UPWARD
                                          : GRAPH_DOWNWARD;
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
            const uint32_t level = sorter->level[half->pair];
            const enum graph_way way = way_of(sorter, half);
            lists[way].edges[filled[way]++] =
                (struct graph_edge){half->target, level == 0 ? GRAPH_CORE : level};
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

static enum fr_status make_lists(void *context, struct fr_work *work)
{
    struct graph_sorter *sorter = context;
    size_t counts[GRAPH_WAYS] = {0};
    give_back(sorter, sorter->removed, 2 * sorter->pair_count + 2); /* room for the lists */
    sorter->removed = NULL;
    for (size_t i = 0; i < 2 * sorter->pair_count; i++)
        counts[way_of(sorter, &sorter->halves[i])]++;
    const enum fr_status status = graph_allocate(sorter->graph, counts);
    if (status == FR_OK)
        copy_lists(sorter, sorter->graph->lists);
    work->left -= COPY_UNITS * (int64_t)sorter->pair_count;
    return status;
}

static bool sorter_create(struct graph_sorter *sorter)
{
    const size_t corners = sorter->graph->corner_count + 1, pairs = sorter->pair_count + 1;
    bool ok = true;
    sorter->first = take(sorter, 2 * corners, &ok);
    sorter->head = take(sorter, 2 * corners, &ok);
    sorter->tail = take(sorter, 2 * corners, &ok);
    sorter->work = take(sorter, corners, &ok);
    sorter->next = take(sorter, corners, &ok);
    sorter->queued = take(sorter, corners, &ok);
    sorter->level = take(sorter, pairs, &ok);
    sorter->removed = take(sorter, 2 * pairs, &ok);
    sorter->halves = fr_allocate(sorter->graph->allocator, 2 * pairs, sizeof *sorter->halves);
    return ok && sorter->halves;
}

void graph_sorter_release(struct graph_sorter *sorter)
{
    if (!sorter)
        return;
    const size_t corners = sorter->graph->corner_count + 1, pairs = sorter->pair_count + 1;
    give_back(sorter, sorter->first, 2 * corners);
    give_back(sorter, sorter->head, 2 * corners);
    give_back(sorter, sorter->tail, 2 * corners);
    give_back(sorter, sorter->work, corners);
    give_back(sorter, sorter->next, corners);
    give_back(sorter, sorter->queued, corners);
    give_back(sorter, sorter->level, pairs);
    give_back(sorter, sorter->removed, 2 * pairs);
    fr_deallocate(sorter->graph->allocator, sorter->halves, 2 * pairs, sizeof *sorter->halves);
    fr_deallocate(sorter->graph->allocator, sorter, 1, sizeof *sorter);
}

enum fr_status graph_build(struct graph *graph, const struct graph_pair *pairs, size_t pair_count,
                           bool levels, struct graph_sorter **sorter, struct fr_work *work)
{
    static fr_stage *const stages[] = {count_halves, place_halves, sort_lists,
                                       find_levels,  make_lists,   NULL};
    if (!*sorter) {
        *sorter = fr_allocate_zeroed(graph->allocator, 1, sizeof **sorter);
        if (!*sorter)
            return FR_NO_MEMORY;
        **sorter = (struct graph_sorter){
            .graph = graph, .pairs = pairs, .pair_count = pair_count, .levels = levels};
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

enum fr_status graph_allocate(struct graph *graph, const size_t counts[GRAPH_WAYS])
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

void graph_lists_release(struct graph *graph, enum graph_way way)
{
    struct graph_lists *lists = &graph->lists[way];
    fr_deallocate(graph->allocator, lists->first, GRAPH_ENDS * graph->corner_room + 1,
                  sizeof *lists->first);
    fr_deallocate(graph->allocator, lists->edges, lists->room, sizeof *lists->edges);
    *lists = (struct graph_lists){0};
}

void graph_release(struct graph *graph)
{
    for (int way = 0; way < GRAPH_WAYS; way++)
        graph_lists_release(graph, (enum graph_way)way);
}
