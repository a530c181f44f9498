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
    uint16_t parent, child, sibling; /* NO_TWIG: none; child is the first of the siblings */
    uint16_t size;                   /* corners in the subtree, this one included */
};

struct orderer {
    struct core_search *search;
    uint32_t tree_count;
    struct twig *trees;      /* tree_count times the core's corners */
    uint64_t *weight;        /* by corner: the sum of its sizes in all trees */
    uint64_t *first_weight;  /* the weights before the first hub */
    uint8_t *taken;          /* by corner: whether it is a hub */
    uint32_t *stack;         /* corners in settling order, or still to be removed */
    struct search_heap heap; /* by falling weight; entries may be outdated */
    struct fr_random random;
    uint64_t left; /* sum of the sizes of the roots */
};

/* Grows a shortest-path tree from a source. */
static bool grow(struct orderer *o, struct twig *tree, uint32_t source)
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
static void cut(struct orderer *o, struct twig *tree, uint32_t at)
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

/* Refills the heap with all corners that are no hubs yet. */
static bool weigh(struct orderer *o)
{
    o->heap.count = 0;
    for (uint32_t i = 0; i < o->search->count; i++)
        if (!o->taken[i] && !search_heap_push(&o->heap, o->search->allocator, ~o->weight[i], i))
            return false;
    return true;
}

static bool plant(struct orderer *o)
{
    for (uint32_t i = 0; i < o->tree_count; i++) {
        const uint32_t source = fr_random_below(&o->random, o->search->count);
        if (!grow(o, o->trees + (size_t)i * o->search->count, source))
            return false;
    }
    return true;
}

/* The corner with the largest weight. */
static uint32_t heaviest(struct orderer *o)
{
    for (;;) {
        const struct search_entry entry = search_heap_pop(&o->heap);
        if (entry.f == ~o->weight[entry.node])
            return entry.node;
        /* The popped entry left a free place. */
        (void)search_heap_push(&o->heap, o->search->allocator, ~o->weight[entry.node], entry.node);
    }
}

/* When few paths are left in the trees, their weights are mostly chance; the weights before the
 * first hub then give a better order. */
static bool find_order(struct orderer *o, uint32_t *order)
{
    const uint32_t count = o->search->count;
    if (!plant(o) || !weigh(o))
        return false;
    memcpy(o->first_weight, o->weight, count * sizeof *o->weight);
    const uint64_t stale = o->left / STALE;
    bool is_stale = false;
    for (uint32_t hub = 0; hub < count; hub++) {
        if (!is_stale && o->left <= stale) {
            is_stale = true;
            memcpy(o->weight, o->first_weight, count * sizeof *o->weight);
            if (!weigh(o))
                return false;
        }
        order[hub] = heaviest(o);
        o->taken[order[hub]] = 1;
        for (uint32_t i = 0; i < o->tree_count && !is_stale; i++)
            cut(o, o->trees + (size_t)i * count, order[hub]);
    }
    return true;
}

static enum fr_status order_by(struct core_search *search, uint32_t tree_count, uint32_t *order)
{
    const struct fr_allocator *allocator = search->allocator;
    const size_t count = search->count;
    if (count == 0)
        return FR_OK;
    struct orderer o = {.search = search, .tree_count = tree_count, .random = {1}};
    o.trees = fr_allocate(allocator, tree_count * count, sizeof *o.trees);
    o.weight = fr_allocate_zeroed(allocator, count, sizeof *o.weight);
    o.first_weight = fr_allocate(allocator, count, sizeof *o.first_weight);
    o.taken = fr_allocate_zeroed(allocator, count, sizeof *o.taken);
    o.stack = fr_allocate(allocator, count, sizeof *o.stack);
    const bool found =
        o.trees && o.weight && o.first_weight && o.taken && o.stack && find_order(&o, order);
    fr_deallocate(allocator, o.trees, tree_count * count, sizeof *o.trees);
    fr_deallocate(allocator, o.weight, count, sizeof *o.weight);
    fr_deallocate(allocator, o.first_weight, count, sizeof *o.first_weight);
    fr_deallocate(allocator, o.taken, count, sizeof *o.taken);
    fr_deallocate(allocator, o.stack, count, sizeof *o.stack);
    search_heap_release(&o.heap, allocator);
    return found ? FR_OK : FR_NO_MEMORY;
}

enum fr_status hub_order_find(struct core_search *search, uint32_t *order)
{
    return order_by(search, TREES, order);
}

/* Adds to hubs the size of a source's label: a corner counts if it precedes, in hub order, all
 * others on its path. earliest has one element per corner. False without memory. */
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

static bool sample(struct core_search *search, const uint32_t *order, uint32_t *places,
                   uint64_t *hubs)
{
    struct fr_random random = {2};
    for (uint32_t i = 0; i < search->count; i++)
        places[order[i]] = i;
    for (int i = 0; i < SAMPLES; i++)
        if (!count_hubs(search, fr_random_below(&random, search->count), places,
                        places + search->count, hubs))
            return false;
    return true;
}

enum fr_status hub_order_estimate(struct core_search *search, uint32_t *order, uint64_t *entries)
{
    const size_t count = search->count;
    uint64_t hubs = 0;
    enum fr_status status = order_by(search, FEW_TREES, order);
    if (status != FR_OK || count == 0)
        return status;
    uint32_t *places = fr_allocate(search->allocator, 2 * count, sizeof *places);
    if (!places || !sample(search, order, places, &hubs))
        status = FR_NO_MEMORY;
    fr_deallocate(search->allocator, places, 2 * count, sizeof *places);
    *entries = hubs * count / SAMPLES;
    return status;
}
