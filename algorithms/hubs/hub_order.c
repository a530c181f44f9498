#include "algorithms/hubs/hub_order.h"

#include <string.h>

#include "maps/random.h"

#define TREES 256   /* like STALE, tuned on adventure-300, orz900d and office */
#define FEW_TREES 8 /* enough for an estimate */
#define SAMPLES 16
#define NO_TWIG UINT16_MAX
/* new hubs are cut from the trees while more than 1/STALE of their paths are left */
#define STALE 20

/* A corner in a shortest-path tree; size 0: not in it, or covered by a hub. */
struct twig {
    uint16_t parent, child, sibling; /* NO_TWIG: none; child is the first child */
    uint16_t size;                   /* corners in the subtree, this one included */
};

/* Units of work: for each corner added to a tree, for each tree, for each corner cut from a tree,
 * and for each hub that is chosen without trees. Tuned on adventure-150, like core_search_units. */
enum { GROW_UNITS = 5, TREE_UNITS = 1, CUT_UNITS = 2, HUB_UNITS = 30 };

struct hub_orderer {
    struct fr_work_progress progress;
    uint32_t *order;
    struct core_search *search;
    uint32_t tree_count;
    struct twig *trees;      /* tree_count times the core's corners */
    uint64_t *weight;        /* by corner: the sum of its sizes in all trees */
    uint64_t *first_weight;  /* the weights before the first hub */
    uint8_t *taken;          /* by corner: whether it is a hub */
    uint32_t *stack;         /* corners in settling order, or still to be removed */
    struct search_heap heap; /* by decreasing weight; entries may be outdated */
    struct fr_random random;
    uint64_t left;  /* sum of the sizes of the roots */
    uint64_t stale; /* the value of `left` at which the trees are stale */
    bool is_stale;
    /* For an estimate: */
    uint32_t *places; /* by corner: its hub; then the `earliest` of count_hubs */
    uint64_t hubs;    /* hubs in the labels of the samples */
};

/* Grows a shortest-path tree from a source. */
static bool grow(struct hub_orderer *o, struct twig *tree, uint32_t source)
{
    struct core_search *search = o->search;
    uint32_t settled = 0;
    memset(tree, 0, search->count * sizeof *tree);
    bool has_memory = core_search_begin(search, source);
    for (uint32_t at; has_memory && (at = core_search_settle(search)) != CORE_NONE;) {
        const uint32_t parent = search->reached[at].parent;
        tree[at] = (struct twig){(uint16_t)parent, NO_TWIG, NO_TWIG, 1};
        o->stack[settled++] = at;
        has_memory = core_search_expand(search, at);
    }
    core_search_end(search);
    for (uint32_t i = settled; i-- > 0;) {
        const uint32_t at = o->stack[i];
        const uint16_t parent = tree[at].parent;
        o->weight[at] += tree[at].size;
        if (parent == NO_TWIG)
            continue;
        tree[parent].size = (uint16_t)(tree[parent].size + tree[at].size);
        tree[at].sibling = tree[parent].child;
        tree[parent].child = (uint16_t)at;
    }
    o->left += settled;
    return has_memory;
}

/* Removes the subtree of a corner from a tree. */
static void cut(struct hub_orderer *o, struct twig *tree, uint32_t at)
{
    const uint16_t size = tree[at].size;
    if (size == 0)
        return;
    for (uint16_t up = tree[at].parent; up != NO_TWIG; up = tree[up].parent) {
        tree[up].size = (uint16_t)(tree[up].size - size);
        o->weight[up] -= size;
    }
    o->left -= size;
    uint32_t count = 0;
    o->stack[count++] = at;
    while (count > 0) {
        struct twig *twig = &tree[o->stack[--count]];
        o->weight[twig - tree] -= twig->size;
        twig->size = 0;
        for (uint16_t child = twig->child; child != NO_TWIG; child = tree[child].sibling)
            if (tree[child].size > 0)
                o->stack[count++] = child;
    }
}

/* Refills the heap with all corners that are not hubs yet. */
static bool weigh(struct hub_orderer *o)
{
    o->heap.count = 0;
    for (uint32_t i = 0; i < o->search->count; i++)
        if (!o->taken[i] && !search_heap_push(&o->heap, o->search->allocator, ~o->weight[i], i))
            return false;
    return true;
}

static enum fr_status plant(void *context, struct fr_work *work)
{
    struct hub_orderer *o = context;
    for (size_t *i = &o->progress.item; *i < o->tree_count; (*i)++) {
        if (fr_work_pauses(work))
            return FR_OK;
        const int64_t before = core_search_units(o->search);
        const uint32_t source = fr_random_below(&o->random, o->search->count);
        if (!grow(o, o->trees + *i * o->search->count, source))
            return FR_NO_MEMORY;
        work->left -= (core_search_units(o->search) - before) * 5 / 4 +
                      GROW_UNITS * (int64_t)o->search->count;
    }
    o->stale = o->left / STALE;
    memcpy(o->first_weight, o->weight, o->search->count * sizeof *o->weight);
    return weigh(o) ? FR_OK : FR_NO_MEMORY;
}

/* The corner with the largest weight. */
static uint32_t heaviest(struct hub_orderer *o)
{
    for (;;) {
        const struct search_entry entry = search_heap_pop(&o->heap);
        if (entry.f == ~o->weight[entry.node])
            return entry.node;
        /* The popped entry left a free place. */
        (void)search_heap_push(&o->heap, o->search->allocator, ~o->weight[entry.node], entry.node);
    }
}

/* When few paths are left in the trees, their weights are mostly due to chance; the weights before
 * the first hub then give a better order. */
static bool turn_stale(struct hub_orderer *o)
{
    o->is_stale = true;
    memcpy(o->weight, o->first_weight, o->search->count * sizeof *o->weight);
    return weigh(o);
}

/* The next hub in order. */
static void take_hub(struct hub_orderer *o, size_t hub)
{
    const uint32_t at = o->order[hub] = heaviest(o);
    o->taken[at] = 1;
    for (uint32_t i = 0; i < o->tree_count && !o->is_stale; i++)
        cut(o, o->trees + (size_t)i * o->search->count, at);
}

static enum fr_status take_hubs(void *context, struct fr_work *work)
{
    struct hub_orderer *o = context;
    for (size_t *hub = &o->progress.item; *hub < o->search->count; (*hub)++) {
        if (fr_work_pauses(work))
            return FR_OK;
        if (!o->is_stale && o->left <= o->stale && !turn_stale(o))
            return FR_NO_MEMORY;
        const uint64_t before = o->left;
        take_hub(o, *hub);
        work->left -= CUT_UNITS * (int64_t)(before - o->left) +
                      (o->is_stale ? HUB_UNITS : TREE_UNITS * (int64_t)o->tree_count);
    }
    return FR_OK;
}

static bool make(struct hub_orderer *o)
{
    const struct fr_allocator *allocator = o->search->allocator;
    const size_t count = o->search->count;
    o->trees = fr_allocate(allocator, o->tree_count * count, sizeof *o->trees);
    o->weight = fr_allocate_zeroed(allocator, count, sizeof *o->weight);
    o->first_weight = fr_allocate(allocator, count, sizeof *o->first_weight);
    o->taken = fr_allocate_zeroed(allocator, count, sizeof *o->taken);
    o->stack = fr_allocate(allocator, count, sizeof *o->stack);
    return o->trees && o->weight && o->first_weight && o->taken && o->stack;
}

void hub_orderer_release(struct hub_orderer *o)
{
    if (!o)
        return;
    const struct fr_allocator *allocator = o->search->allocator;
    const size_t count = o->search->count;
    fr_deallocate(allocator, o->trees, o->tree_count * count, sizeof *o->trees);
    fr_deallocate(allocator, o->weight, count, sizeof *o->weight);
    fr_deallocate(allocator, o->first_weight, count, sizeof *o->first_weight);
    fr_deallocate(allocator, o->taken, count, sizeof *o->taken);
    fr_deallocate(allocator, o->stack, count, sizeof *o->stack);
    fr_deallocate(allocator, o->places, 2 * count, sizeof *o->places);
    search_heap_release(&o->heap, allocator);
    fr_deallocate(allocator, o, 1, sizeof *o);
}

/* Runs the stages of hub_order_find or hub_order_estimate, with this number of trees. The caller
 * releases *orderer at the end. */
static enum fr_status run(fr_stage *const *stages, struct core_search *search, uint32_t tree_count,
                          uint32_t *order, struct hub_orderer **orderer, struct fr_work *work)
{
    if (!*orderer) {
        *orderer = fr_allocate_zeroed(search->allocator, 1, sizeof **orderer);
        if (!*orderer)
            return FR_NO_MEMORY;
        **orderer = (struct hub_orderer){
            .search = search, .order = order, .tree_count = tree_count, .random = {1}};
        if (!make(*orderer))
            return FR_NO_MEMORY;
    }
    return fr_stages_run(stages, *orderer, &(*orderer)->progress, work);
}

enum fr_status hub_order_find(struct core_search *search, uint32_t *order,
                              struct hub_orderer **orderer, struct fr_work *work)
{
    static fr_stage *const stages[] = {plant, take_hubs, NULL};
    if (search->count == 0)
        return FR_OK;
    const enum fr_status status = run(stages, search, TREES, order, orderer, work);
    if (status != FR_OK || work->paused)
        return status;
    hub_orderer_release(*orderer);
    *orderer = NULL;
    return FR_OK;
}

/* Adds to `hubs` the size of a source's label: a corner counts if it precedes, in hub order, all
 * others on the path to it. `earliest` has one element per corner. False if out of memory. */
static bool count_hubs(struct core_search *search, uint32_t source, const uint32_t *places,
                       uint32_t *earliest, uint64_t *hubs)
{
    bool has_memory = core_search_begin(search, source);
    for (uint32_t at; has_memory && (at = core_search_settle(search)) != CORE_NONE;) {
        const uint32_t parent = search->reached[at].parent;
        const uint32_t before = parent == CORE_NONE ? UINT32_MAX : earliest[parent];
        *hubs += places[at] < before;
        earliest[at] = places[at] < before ? places[at] : before;
        has_memory = core_search_expand(search, at);
    }
    core_search_end(search);
    return has_memory;
}

static enum fr_status sample(void *context, struct fr_work *work)
{
    struct hub_orderer *o = context;
    const size_t count = o->search->count;
    if (!o->places) {
        o->random = (struct fr_random){2};
        o->places = fr_allocate(o->search->allocator, 2 * count, sizeof *o->places);
        if (!o->places)
            return FR_NO_MEMORY;
        for (uint32_t i = 0; i < count; i++)
            o->places[o->order[i]] = i;
    }
    for (size_t *i = &o->progress.item; *i < SAMPLES; (*i)++) {
        if (fr_work_pauses(work))
            return FR_OK;
        const int64_t before = core_search_units(o->search);
        if (!count_hubs(o->search, fr_random_below(&o->random, o->search->count), o->places,
                        o->places + count, &o->hubs))
            return FR_NO_MEMORY;
        work->left -= core_search_units(o->search) - before;
    }
    return FR_OK;
}

enum fr_status hub_order_estimate(struct core_search *search, uint32_t *order, uint64_t *entries,
                                  struct hub_orderer **orderer, struct fr_work *work)
{
    static fr_stage *const stages[] = {plant, take_hubs, sample, NULL};
    if (search->count == 0)
        return FR_OK;
    const enum fr_status status = run(stages, search, FEW_TREES, order, orderer, work);
    if (status != FR_OK || work->paused)
        return status;
    *entries = (*orderer)->hubs * search->count / SAMPLES;
    hub_orderer_release(*orderer);
    *orderer = NULL;
    return FR_OK;
}
