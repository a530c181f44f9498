#include "algorithms/regions/mesh_blocks.h"

#include "algorithms/steps/generation.h"

#define UNSEEN 0

/* State of a polygon in the depth-first search. */
struct visit {
    uint32_t order;  /* when it was reached, from 1; UNSEEN: not yet */
    uint32_t low;    /* the earliest polygon next to it or to what was reached from it */
    uint32_t parent; /* the polygon from which it was reached; itself at a root */
    int32_t next;    /* the next edge to follow */
};

struct walk {
    struct mesh *mesh;
    struct visit *visits;
    uint32_t *polygon_of; /* per edge */
    uint32_t *waiting;    /* polygons whose block is not complete */
    uint32_t waiting_count;
    uint32_t order;
};

static size_t at_least_one(size_t count)
{
    return count ? count : 1;
}

static void reach(struct walk *walk, uint32_t polygon, uint32_t parent)
{
    walk->order++;
    walk->visits[polygon] =
        (struct visit){walk->order, walk->order, parent, walk->mesh->first[polygon]};
    walk->waiting[walk->waiting_count++] = polygon;
}

/* Makes a block of all that was reached since a polygon, and of that polygon's parent. */
static void close_block(struct walk *walk, uint32_t polygon)
{
    struct mesh_blocks *blocks = &walk->mesh->blocks;
    uint32_t member;
    do {
        member = walk->waiting[--walk->waiting_count];
        blocks->above[member] = blocks->count;
    } while (member != polygon);
    blocks->items[blocks->count++] = (struct mesh_block){.top = walk->visits[polygon].parent};
}

/* Follows the next edge of a polygon, or leaves it; returns the polygon to continue from. */
static uint32_t step(struct walk *walk, uint32_t polygon)
{
    const struct mesh *mesh = walk->mesh;
    struct visit *visit = &walk->visits[polygon], *parent = &walk->visits[visit->parent];
    if (visit->next < mesh->first[polygon + 1]) {
        const int32_t twin = mesh->edges[visit->next++].twin;
        if (twin == MESH_WALL)
            return polygon;
        const uint32_t beyond = walk->polygon_of[twin];
        if (walk->visits[beyond].order == UNSEEN) {
            reach(walk, beyond, polygon);
            return beyond;
        }
        if (beyond != visit->parent && walk->visits[beyond].order < visit->low)
            visit->low = walk->visits[beyond].order;
        return polygon;
    }
    if (visit->low >= parent->order)
        close_block(walk, polygon);
    else if (visit->low < parent->low)
        parent->low = visit->low;
    return visit->parent;
}

static void walk_component(struct walk *walk, uint32_t root)
{
    const struct mesh *mesh = walk->mesh;
    reach(walk, root, root);
    uint32_t polygon = root;
    while (polygon != root || walk->visits[root].next < mesh->first[root + 1])
        polygon = step(walk, polygon);
    mesh->blocks.above[root] = MESH_NO_BLOCK;
    walk->waiting_count = 0;
}

/* Assigns portals to blocks: to the one above the polygon that was reached later. */
static void name_portals(struct walk *walk)
{
    struct mesh *mesh = walk->mesh;
    for (int32_t edge = 0; edge < mesh->edge_count; edge++) {
        const int32_t twin = mesh->edges[edge].twin;
        if (twin == MESH_WALL)
            continue;
        const uint32_t here = walk->polygon_of[edge], there = walk->polygon_of[twin];
        const bool is_later = walk->visits[here].order > walk->visits[there].order;
        mesh->edges[edge].block = mesh->blocks.above[is_later ? here : there];
    }
}

/* Builds the tree; a block is completed before the block above it. */
static void hang_blocks(struct mesh_blocks *blocks)
{
    for (uint32_t i = blocks->count; i-- > 0;) {
        struct mesh_block *block = &blocks->items[i];
        block->above = blocks->above[block->top];
        block->depth = block->above == MESH_NO_BLOCK ? 1 : blocks->items[block->above].depth + 1;
    }
}

static void find_blocks(struct walk *walk)
{
    const struct mesh *mesh = walk->mesh;
    for (uint32_t polygon = 0; polygon < mesh->polygon_count; polygon++) {
        walk->visits[polygon].order = UNSEEN;
        for (int32_t edge = mesh->first[polygon]; edge < mesh->first[polygon + 1]; edge++)
            walk->polygon_of[edge] = polygon;
    }
    for (uint32_t polygon = 0; polygon < mesh->polygon_count; polygon++)
        if (walk->visits[polygon].order == UNSEEN)
            walk_component(walk, polygon);
    name_portals(walk);
    hang_blocks(&walk->mesh->blocks);
}

enum fr_status mesh_blocks_create(struct mesh *mesh)
{
    const struct fr_allocator *allocator = mesh->allocator;
    const size_t polygons = at_least_one(mesh->polygon_count);
    const size_t edges = at_least_one((size_t)mesh->edge_count);
    struct mesh_blocks *blocks = &mesh->blocks;
    blocks->above = fr_allocate(allocator, polygons, sizeof *blocks->above);
    blocks->items = fr_allocate(allocator, polygons, sizeof *blocks->items);
    blocks->stamps = fr_allocate_zeroed(allocator, polygons, sizeof *blocks->stamps);
    struct walk walk = {.mesh = mesh,
                        .visits = fr_allocate(allocator, polygons, sizeof *walk.visits),
                        .polygon_of = fr_allocate(allocator, edges, sizeof *walk.polygon_of),
                        .waiting = fr_allocate(allocator, polygons, sizeof *walk.waiting)};
    enum fr_status status = FR_NO_MEMORY;
    if (blocks->above && blocks->items && blocks->stamps && walk.visits && walk.polygon_of &&
        walk.waiting) {
        find_blocks(&walk);
        status = FR_OK;
    }
    fr_deallocate(allocator, walk.waiting, polygons, sizeof *walk.waiting);
    fr_deallocate(allocator, walk.polygon_of, edges, sizeof *walk.polygon_of);
    fr_deallocate(allocator, walk.visits, polygons, sizeof *walk.visits);
    return status;
}

/* An end of the path on its way up the tree. */
struct climber {
    uint32_t polygon, above; /* above: the block above the polygon */
};

static uint32_t depth_of(const struct mesh_blocks *blocks, const struct climber *climber)
{
    return climber->above == MESH_NO_BLOCK ? 0 : blocks->items[climber->above].depth;
}

/* Opens the block above and moves past it. */
static void climb(struct mesh_blocks *blocks, struct climber *climber)
{
    const struct mesh_block *block = &blocks->items[climber->above];
    blocks->stamps[climber->above] = blocks->stamp;
    *climber = (struct climber){block->top, block->above};
}

bool mesh_blocks_open(struct mesh *mesh, uint32_t from, uint32_t to)
{
    struct mesh_blocks *blocks = &mesh->blocks;
    struct climber one = {from, blocks->above[from]}, other = {to, blocks->above[to]};
    blocks->stamp =
        fr_next_generation(blocks->stamp, blocks->stamps, blocks->count * sizeof *blocks->stamps);
    while (one.polygon != other.polygon) {
        if (one.above == other.above) {
            if (one.above == MESH_NO_BLOCK)
                return false;
            climb(blocks, &one);
            return true;
        }
        climb(blocks, depth_of(blocks, &one) >= depth_of(blocks, &other) ? &one : &other);
    }
    return true;
}

void mesh_blocks_release(struct mesh *mesh)
{
    struct mesh_blocks *blocks = &mesh->blocks;
    const size_t polygons = at_least_one(mesh->polygon_count);
    fr_deallocate(mesh->allocator, blocks->above, polygons, sizeof *blocks->above);
    fr_deallocate(mesh->allocator, blocks->items, polygons, sizeof *blocks->items);
    fr_deallocate(mesh->allocator, blocks->stamps, polygons, sizeof *blocks->stamps);
}
