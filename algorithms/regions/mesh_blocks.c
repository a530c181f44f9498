#include "algorithms/regions/mesh_blocks.h"

#include "algorithms/steps/generation.h"

#define UNSEEN 0

/* The data of a polygon in the depth-first search. */
struct mesh_block_visit {
    uint32_t order;  /* when the polygon was reached, from 1; UNSEEN: not yet */
    uint32_t low;    /* the earliest beside this polygon or those reached from it */
    uint32_t parent; /* the polygon from which it was reached; itself at a root */
    int32_t next;    /* the next edge to follow */
};

/* During the depth-first search, each edge stores its polygon instead of its block. */
struct walk {
    struct mesh *mesh;
    struct mesh_block_visit *visits;
    uint32_t *waiting; /* polygons whose block is not complete */
    uint32_t waiting_count;
    uint32_t order;
};

static void reach(struct walk *walk, uint32_t polygon, uint32_t parent)
{
    walk->order++;
    walk->visits[polygon] =
        (struct mesh_block_visit){walk->order, walk->order, parent, walk->mesh->first[polygon]};
    walk->waiting[walk->waiting_count++] = polygon;
}

/* Makes a block of a polygon, its parent, and all polygons that wait above it on the stack. */
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
    struct mesh_block_visit *visit = &walk->visits[polygon], *parent = &walk->visits[visit->parent];
    if (visit->next < mesh_end(mesh, polygon)) {
        const int32_t twin = mesh->edges[visit->next++].twin;
        if (twin == MESH_WALL)
            return polygon;
        const uint32_t beyond = mesh->edges[twin].block;
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
    while (polygon != root || walk->visits[root].next < mesh_end(mesh, root))
        polygon = step(walk, polygon);
    mesh->blocks.above[root] = MESH_NO_BLOCK;
    walk->waiting_count = 0;
}

/* Assigns each portal to the block above whichever of its polygons was reached later. */
static void name_portals(struct walk *walk)
{
    struct mesh *mesh = walk->mesh;
    for (int32_t edge = 0; edge < mesh->edge_count; edge++) {
        const int32_t twin = mesh->edges[edge].twin;
        if (mesh->edges[edge].count == 0 || twin < edge)
            continue;
        const uint32_t here = mesh->edges[edge].block, there = mesh->edges[twin].block;
        const bool is_later = walk->visits[here].order > walk->visits[there].order;
        mesh->edges[edge].block = mesh->edges[twin].block =
            mesh->blocks.above[is_later ? here : there];
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
    struct mesh *mesh = walk->mesh;
    for (uint32_t polygon = 0; polygon < mesh->polygon_count; polygon++) {
        walk->visits[polygon].order = UNSEEN;
        if (mesh->first[polygon] < 0)
            continue;
        const int32_t end = mesh_end(mesh, polygon);
        for (int32_t edge = mesh->first[polygon]; edge < end; edge++)
            mesh->edges[edge].block = polygon;
    }
    mesh->blocks.count = 0;
    for (uint32_t polygon = 0; polygon < mesh->polygon_count; polygon++)
        if (mesh->first[polygon] >= 0 && walk->visits[polygon].order == UNSEEN)
            walk_component(walk, polygon);
    name_portals(walk);
    hang_blocks(&mesh->blocks);
}

void mesh_blocks_release(struct mesh *mesh)
{
    struct mesh_blocks *blocks = &mesh->blocks;
    const struct fr_allocator *allocator = mesh->allocator;
    fr_deallocate(allocator, blocks->above, blocks->room, sizeof *blocks->above);
    fr_deallocate(allocator, blocks->items, blocks->room, sizeof *blocks->items);
    fr_deallocate(allocator, blocks->stamps, blocks->room, sizeof *blocks->stamps);
    fr_deallocate(allocator, blocks->visits, blocks->room, sizeof *blocks->visits);
    fr_deallocate(allocator, blocks->waiting, blocks->room, sizeof *blocks->waiting);
    *blocks = (struct mesh_blocks){.room = 0};
}

/* Makes empty blocks, with room for this many polygons. */
static bool make_room(struct mesh *mesh, uint32_t polygons)
{
    struct mesh_blocks *blocks = &mesh->blocks;
    const struct fr_allocator *allocator = mesh->allocator;
    mesh_blocks_release(mesh);
    blocks->room = polygons;
    blocks->above = fr_allocate(allocator, polygons, sizeof *blocks->above);
    blocks->items = fr_allocate(allocator, polygons, sizeof *blocks->items);
    blocks->stamps = fr_allocate_zeroed(allocator, polygons, sizeof *blocks->stamps);
    blocks->visits = fr_allocate(allocator, polygons, sizeof *blocks->visits);
    blocks->waiting = fr_allocate(allocator, polygons, sizeof *blocks->waiting);
    return blocks->above && blocks->items && blocks->stamps && blocks->visits && blocks->waiting;
}

enum fr_status mesh_blocks_create(struct mesh *mesh)
{
    struct mesh_blocks *blocks = &mesh->blocks;
    if (!make_room(mesh, mesh->polygon_count + 1))
        return FR_NO_MEMORY;
    struct walk walk = {.mesh = mesh, .visits = blocks->visits, .waiting = blocks->waiting};
    find_blocks(&walk);
    fr_deallocate(mesh->allocator, blocks->visits, blocks->room, sizeof *blocks->visits);
    fr_deallocate(mesh->allocator, blocks->waiting, blocks->room, sizeof *blocks->waiting);
    blocks->visits = NULL;
    blocks->waiting = NULL;
    return FR_OK;
}

enum fr_status mesh_blocks_outdate(struct mesh *mesh)
{
    struct mesh_blocks *blocks = &mesh->blocks;
    const bool fits = blocks->visits && mesh->polygon_count <= blocks->room;
    if (!fits && !make_room(mesh, mesh->polygon_count + mesh->polygon_count / 8 + 1))
        return FR_NO_MEMORY;
    blocks->outdated = true;
    blocks->searched = 0;
    return FR_OK;
}

/* An end of the path on its way up the tree. */
struct place {
    uint32_t polygon, above; /* above: the block above the polygon */
};

static uint32_t depth_of(const struct mesh_blocks *blocks, const struct place *place)
{
    return place->above == MESH_NO_BLOCK ? 0 : blocks->items[place->above].depth;
}

/* Opens the block above and moves past it. */
static void ascend(struct mesh_blocks *blocks, struct place *place)
{
    const struct mesh_block *block = &blocks->items[place->above];
    blocks->stamps[place->above] = blocks->stamp;
    *place = (struct place){block->top, block->above};
}

bool mesh_blocks_open(struct mesh *mesh, uint32_t from, uint32_t to)
{
    struct mesh_blocks *blocks = &mesh->blocks;
    if (blocks->outdated && blocks->searched < mesh->polygon_count)
        return true;
    if (blocks->outdated) {
        struct walk walk = {.mesh = mesh, .visits = blocks->visits, .waiting = blocks->waiting};
        find_blocks(&walk);
        blocks->outdated = false;
    }
    struct place one = {from, blocks->above[from]}, other = {to, blocks->above[to]};
    blocks->stamp =
        fr_next_generation(blocks->stamp, blocks->stamps, blocks->count, sizeof *blocks->stamps);
    while (one.polygon != other.polygon) {
        if (one.above == other.above) {
            if (one.above == MESH_NO_BLOCK)
                return false;
            ascend(blocks, &one);
            return true;
        }
        ascend(blocks, depth_of(blocks, &one) >= depth_of(blocks, &other) ? &one : &other);
    }
    return true;
}

void mesh_blocks_open_all(struct mesh *mesh)
{
    struct mesh_blocks *blocks = &mesh->blocks;
    for (uint32_t i = 0; i < blocks->count; i++)
        blocks->stamps[i] = blocks->stamp;
}
