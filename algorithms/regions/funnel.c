#include "algorithms/regions/funnel.h"

#include "maps/geometry/predicates.h"

static enum fr_status add_node(struct funnel *funnel, struct fr_point at, uint32_t before)
{
    if (!fr_reserve(funnel->allocator, &funnel->nodes, funnel->count, 1, &funnel->capacity,
                    sizeof *funnel->nodes))
        return FR_NO_MEMORY;
    funnel->nodes[funnel->count++] = (struct funnel_node){at, before};
    return FR_OK;
}

static enum fr_status push(struct funnel *funnel, struct funnel_chain *chain, uint32_t node)
{
    if (!fr_reserve(funnel->allocator, &chain->nodes, chain->end, 1, &chain->capacity,
                    sizeof *chain->nodes))
        return FR_NO_MEMORY;
    chain->nodes[chain->end++] = node;
    return FR_OK;
}

static bool is_empty(const struct funnel_chain *chain)
{
    return chain->first == chain->end;
}

/* The last node of a chain; the apex if the chain is empty. */
static uint32_t tip(const struct funnel *funnel, const struct funnel_chain *chain)
{
    return is_empty(chain) ? funnel->apex : chain->nodes[chain->end - 1];
}

/* Whether a chain extended to a point still turns at its last node. */
static bool turns_at(const struct funnel *funnel, uint32_t node, struct fr_point to, int side)
{
    const struct funnel_node *at = &funnel->nodes[node];
    const int64_t turn = fr_orient(funnel->nodes[at->before].at, at->at, to);
    return side ? turn > 0 : turn < 0;
}

/* Whether a point on one side is past the first turn of the other, seen from the apex. */
static bool closes(const struct funnel *funnel, uint32_t first_of_other, struct fr_point to,
                   int side)
{
    const int64_t turn =
        fr_orient(funnel->nodes[funnel->apex].at, funnel->nodes[first_of_other].at, to);
    return side ? turn < 0 : turn > 0;
}

/* Moves the end of the last portal on one side to a point. */
static enum fr_status move(struct funnel *funnel, int side, struct fr_point to)
{
    struct funnel_chain *chain = &funnel->chains[side], *other = &funnel->chains[!side];
    if (fr_point_equal(funnel->nodes[tip(funnel, chain)].at, to))
        return FR_OK;
    while (!is_empty(chain) && !turns_at(funnel, tip(funnel, chain), to, side))
        chain->end--;
    if (is_empty(chain)) {
        chain->first = chain->end = 0;
        while (!is_empty(other) && closes(funnel, other->nodes[other->first], to, side))
            funnel->apex = other->nodes[other->first++];
    }
    const enum fr_status status = add_node(funnel, to, tip(funnel, chain));
    return status == FR_OK ? push(funnel, chain, (uint32_t)funnel->count - 1) : status;
}

enum fr_status funnel_begin(struct funnel *funnel, struct fr_point start)
{
    for (int side = 0; side < 2; side++)
        funnel->chains[side].first = funnel->chains[side].end = 0;
    funnel->count = 0;
    funnel->apex = 0;
    return add_node(funnel, start, 0);
}

enum fr_status funnel_cross(struct funnel *funnel, struct fr_point negative,
                            struct fr_point positive)
{
    const enum fr_status status = move(funnel, 0, negative);
    return status == FR_OK ? move(funnel, 1, positive) : status;
}

enum fr_status funnel_end(struct funnel *funnel, struct fr_point goal, struct fr_path *path)
{
    enum fr_status status = move(funnel, 0, goal);
    if (status != FR_OK)
        return status;
    const uint32_t last = tip(funnel, &funnel->chains[0]);
    size_t count = path->count + 1;
    for (uint32_t node = last; node != 0; node = funnel->nodes[node].before)
        count++;
    status = fr_path_reserve(path, count);
    if (status != FR_OK)
        return status;
    path->points[path->count] = funnel->nodes[0].at;
    path->count = count;
    for (uint32_t node = last; node != 0; node = funnel->nodes[node].before)
        path->points[--count] = funnel->nodes[node].at;
    return FR_OK;
}

void funnel_release(struct funnel *funnel)
{
    const struct fr_allocator *allocator = funnel->allocator;
    for (int side = 0; side < 2; side++)
        fr_deallocate(allocator, funnel->chains[side].nodes, funnel->chains[side].capacity,
                      sizeof *funnel->chains[side].nodes);
    fr_deallocate(allocator, funnel->nodes, funnel->capacity, sizeof *funnel->nodes);
    *funnel = (struct funnel){.allocator = allocator};
}
