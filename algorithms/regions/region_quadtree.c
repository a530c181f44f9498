#include "algorithms/regions/region_quadtree.h"

#include <string.h>

#define WORD_SIDE 64 /* pixels; a square of at most that side is within one word of each row */
#define MOST_BLOCKS ((size_t)1 << 29)
#define MOST_LEVELS 16

static uint32_t content(const struct quadtree *tree, uint32_t node)
{
    return tree->blocks[node / 4].quarters[node % 4];
}

static bool is_leaf(uint32_t content)
{
    return content >= QUADTREE_BLOCKED;
}

struct quadtree_square quadtree_square_of(const struct quadtree *tree, uint32_t node)
{
    const struct quadtree_block *block = &tree->blocks[node / 4];
    const int32_t side = (int32_t)1 << block->level;
    return (struct quadtree_square){block->x + (node & 1 ? side : 0),
                                    block->y + (node & 2 ? side : 0), side};
}

/* ---- building ---- */

/* Divides a leaf. FR_OK, FR_NO_MEMORY or FR_UNSUPPORTED. */
static enum fr_status split(struct quadtree *tree, uint32_t node)
{
    uint32_t number = tree->unused;
    if (number) {
        tree->unused = tree->blocks[number].parent;
    } else {
        if (tree->count == MOST_BLOCKS)
            return FR_UNSUPPORTED;
        if (!fr_reserve(tree->allocator, &tree->blocks, tree->count, 1, &tree->capacity,
                        sizeof *tree->blocks))
            return FR_NO_MEMORY;
        number = (uint32_t)tree->count++;
    }
    const struct quadtree_square square = quadtree_square_of(tree, node);
    struct quadtree_block *block = &tree->blocks[number];
    *block = (struct quadtree_block){.parent = node,
                                     .x = (uint16_t)square.x,
                                     .y = (uint16_t)square.y,
                                     .level = (uint8_t)(tree->blocks[node / 4].level - 1)};
    for (int i = 0; i < 4; i++)
        block->quarters[i] = content(tree, node);
    tree->blocks[node / 4].quarters[node % 4] = number;
    return FR_OK;
}

/* Makes a node a leaf and frees everything below it. */
static void merge(struct quadtree *tree, uint32_t node, uint32_t kind)
{
    const uint32_t number = content(tree, node);
    if (!is_leaf(number)) {
        for (uint32_t i = 0; i < 4; i++)
            merge(tree, 4 * number + i, kind);
        tree->blocks[number].parent = tree->unused;
        tree->unused = number;
    }
    tree->blocks[node / 4].quarters[node % 4] = kind;
}

/* Whether the pixels of a square within the columns of a word are all of one kind, and which; the
 * square's corner is in the map. */
static bool is_uniform(const struct fr_map *map, struct quadtree_square square, uint32_t *kind)
{
    const uint64_t mask = ~(uint64_t)0 >> (WORD_SIDE - square.side) << (square.x & (WORD_SIDE - 1));
    const uint64_t *word = fr_map_row(map, square.y) + square.x / WORD_SIDE;
    const uint64_t first = *word & mask;
    const int32_t bottom =
        square.y + square.side < map->height ? square.y + square.side : map->height;
    if (first != 0 && (first != mask || bottom < square.y + square.side))
        return false;
    for (int32_t y = square.y + 1; y < bottom; y++) {
        word += map->row_words;
        if ((*word & mask) != first)
            return false;
    }
    *kind = first ? QUADTREE_FREE : QUADTREE_BLOCKED;
    return true;
}

static bool meets(struct quadtree_square square, struct fr_rect rect)
{
    return square.x < (int64_t)rect.x + rect.width && square.y < (int64_t)rect.y + rect.height &&
           rect.x < square.x + square.side && rect.y < square.y + square.side;
}

/* Updates a node after the map changed in a rectangle inside it. */
static enum fr_status refresh(struct quadtree *tree, uint32_t node, struct fr_rect rect)
{
    const struct quadtree_square square = quadtree_square_of(tree, node);
    uint32_t kind;
    if (!meets(square, rect))
        return FR_OK;
    if (square.side <= WORD_SIDE && is_uniform(tree->map, square, &kind)) {
        merge(tree, node, kind);
        return FR_OK;
    }
    enum fr_status status = is_leaf(content(tree, node)) ? split(tree, node) : FR_OK;
    if (status != FR_OK)
        return status;
    const uint32_t block = content(tree, node);
    for (uint32_t i = 0; i < 4 && status == FR_OK; i++)
        status = refresh(tree, 4 * block + i, rect);
    const uint32_t *quarters = tree->blocks[block].quarters;
    if (status == FR_OK && is_leaf(quarters[0]) && quarters[0] == quarters[1] &&
        quarters[0] == quarters[2] && quarters[0] == quarters[3])
        merge(tree, node, quarters[0]);
    return status;
}

enum fr_status quadtree_create(struct quadtree *tree, const struct fr_map *map,
                               const struct fr_allocator *allocator)
{
    *tree = (struct quadtree){.map = map, .allocator = allocator};
    if (!fr_reserve(allocator, &tree->blocks, 0, 1, &tree->capacity, sizeof *tree->blocks))
        return FR_NO_MEMORY;
    uint8_t level = 0;
    while ((int32_t)1 << level < map->width || (int32_t)1 << level < map->height)
        level++;
    tree->count = 1;
    tree->blocks[0] = (struct quadtree_block){.quarters = {QUADTREE_BLOCKED}, .level = level};
    return quadtree_update(tree, (struct fr_rect){0, 0, map->width, map->height});
}

enum fr_status quadtree_update(struct quadtree *tree, struct fr_rect rect)
{
    const struct fr_rect inside = fr_map_clip(tree->map, rect);
    return inside.width > 0 ? refresh(tree, QUADTREE_ROOT, inside) : FR_OK;
}

void quadtree_release(struct quadtree *tree)
{
    fr_deallocate(tree->allocator, tree->blocks, tree->capacity, sizeof *tree->blocks);
}

/* ---- looking up ---- */

uint32_t quadtree_locate(const struct quadtree *tree, struct fr_pixel pixel)
{
    uint32_t node = QUADTREE_ROOT;
    for (uint32_t inside = content(tree, node); !is_leaf(inside); inside = content(tree, node)) {
        const uint8_t level = tree->blocks[inside].level;
        const int32_t quarter = (pixel.x >> level & 1) | (pixel.y >> level & 1) << 1;
        node = 4 * inside + (uint32_t)quarter;
    }
    return node;
}

/* The bit of a quarter's number for a side, and its value on that side. */
static uint32_t side_bit(enum quadtree_side side)
{
    return side == QUADTREE_EAST || side == QUADTREE_WEST ? 1 : 2;
}

static uint32_t outer_bit(enum quadtree_side side)
{
    return side == QUADTREE_EAST || side == QUADTREE_SOUTH ? side_bit(side) : 0;
}

/* The node across a side of another node: of the same size, or a larger leaf; QUADTREE_FREE outside
 * the root. Goes up to the first square that extends beyond the side, then down, mirrored. */
static uint32_t beside(const struct quadtree *tree, uint32_t node, enum quadtree_side side)
{
    const uint32_t bit = side_bit(side);
    uint32_t quarters[MOST_LEVELS];
    int depth = 0;
    for (; node != QUADTREE_ROOT && (node & bit) == outer_bit(side); depth++) {
        quarters[depth] = node % 4;
        node = tree->blocks[node / 4].parent;
    }
    if (node == QUADTREE_ROOT)
        return QUADTREE_FREE;
    node ^= bit;
    while (depth > 0 && !is_leaf(content(tree, node)))
        node = 4 * content(tree, node) + (quarters[--depth] ^ bit);
    return node;
}

/* Appends the free leaves of a node along one of its sides. */
static enum fr_status append_side(const struct quadtree *tree, uint32_t node,
                                  enum quadtree_side side, struct quadtree_list *list)
{
    const uint32_t inside = content(tree, node);
    if (inside == QUADTREE_BLOCKED)
        return FR_OK;
    if (inside == QUADTREE_FREE)
        return fr_append(tree->allocator, &list->nodes, &list->count, &list->capacity, &node,
                         sizeof node)
                   ? FR_OK
                   : FR_NO_MEMORY;
    const uint32_t first = 4 * inside + outer_bit(side);
    const enum fr_status status = append_side(tree, first, side, list);
    return status == FR_OK ? append_side(tree, first + (3 ^ side_bit(side)), side, list) : status;
}

enum fr_status quadtree_neighbours(const struct quadtree *tree, uint32_t leaf,
                                   enum quadtree_side side, struct quadtree_list *list)
{
    static const enum quadtree_side opposite[] = {QUADTREE_WEST, QUADTREE_NORTH, QUADTREE_EAST,
                                                  QUADTREE_SOUTH};
    const uint32_t node = beside(tree, leaf, side);
    return node == QUADTREE_FREE ? FR_OK : append_side(tree, node, opposite[side], list);
}
