#include "algorithms/regions/box_matrix.h"

#include <math.h>

/* Two boxes share at most one gate, between the last row of one and the first of the other. */
static void find_backs(struct box_matrix *matrix)
{
    const struct box_cover *cover = matrix->cover;
    for (size_t box = 0; box < cover->count; box++)
        for (size_t i = cover->first_gate[box]; i < cover->first_gate[box + 1]; i++) {
            const uint32_t to = cover->gates[i].to;
            size_t back = cover->first_gate[to];
            while (cover->gates[back].to != box)
                back++;
            matrix->back[i] = back - cover->first_gate[to];
        }
}

/* Offers the path through a box to the boxes on the other side of its gates. */
static enum fr_status offer(struct box_matrix *matrix, uint32_t box, uint16_t *next)
{
    const struct box_cover *cover = matrix->cover;
    const struct box_label from = matrix->labels[box];
    for (size_t i = cover->first_gate[box]; i < cover->first_gate[box + 1]; i++) {
        const struct box_gate *gate = &cover->gates[i];
        const double x = from.x < gate->left    ? gate->left
                         : from.x > gate->right ? gate->right
                                                : from.x;
        const double dx = x - from.x, dy = gate->y - from.y;
        const double length = from.length + sqrt(dx * dx + dy * dy);
        if (length >= matrix->labels[gate->to].length)
            continue;
        matrix->labels[gate->to] = (struct box_label){length, x, gate->y};
        next[gate->to] = (uint16_t)matrix->back[i];
        if (!search_heap_push(&matrix->open, matrix->allocator, search_heap_key(length), gate->to))
            return FR_NO_MEMORY;
    }
    return FR_OK;
}

/* Dijkstra's algorithm from a goal: fills its column of next gates, up to a box or completely. */
static enum fr_status grow_tree(struct box_matrix *matrix, uint32_t goal, uint32_t until)
{
    const struct box *box = &matrix->cover->boxes[goal];
    uint16_t *next = box_matrix_column(matrix, goal);
    for (size_t i = 0; i < matrix->count; i++) {
        matrix->labels[i].length = INFINITY;
        next[i] = BOX_MATRIX_NONE;
    }
    matrix->open.count = 0;
    matrix->labels[goal] =
        (struct box_label){0, (box->left[0] + box->left[1] + box->right[0] + box->right[1]) / 4.0,
                           (box->top + box->bottom) / 2.0};
    enum fr_status status = offer(matrix, goal, next);
    while (matrix->open.count > 0 && status == FR_OK) {
        const struct search_entry entry = search_heap_pop(&matrix->open);
        if (entry.f != search_heap_key(matrix->labels[entry.node].length))
            continue;
        if (entry.node == until)
            break;
        status = offer(matrix, entry.node, next);
    }
    return status;
}

/* Whether the elements can number the boxes, and the matrix is small enough. */
static bool fits(const struct box_matrix *matrix)
{
    const uint64_t count = matrix->cover->count;
    return count < BOX_MATRIX_NONE && (matrix->most == 0 || count * count <= matrix->most);
}

static void release_trees(struct box_matrix *matrix)
{
    const struct fr_allocator *allocator = matrix->allocator;
    search_heap_release(&matrix->open, allocator);
    matrix->open = (struct search_heap){0};
    fr_deallocate(allocator, matrix->grown, matrix->count, sizeof *matrix->grown);
    fr_deallocate(allocator, matrix->labels, matrix->count, sizeof *matrix->labels);
    fr_deallocate(allocator, matrix->back, matrix->gate_count, sizeof *matrix->back);
    matrix->grown = NULL;
    matrix->labels = NULL;
    matrix->back = NULL;
}

/* Makes room for the elements; after a change, for more than needed. */
static bool reserve(struct box_matrix *matrix)
{
    const size_t needed = matrix->count * (matrix->most > 0 ? matrix->count : 1);
    size_t room = needed;
    if (needed <= matrix->room)
        return true;
    if (matrix->room > 0 && needed + needed / 8 <= matrix->most)
        room += needed / 8;
    fr_deallocate(matrix->allocator, matrix->next, matrix->room, sizeof *matrix->next);
    matrix->next = fr_allocate(matrix->allocator, room, sizeof *matrix->next);
    matrix->room = room;
    return matrix->next != NULL;
}

enum fr_status box_matrix_renew(struct box_matrix *matrix)
{
    const struct fr_allocator *allocator = matrix->allocator;
    release_trees(matrix);
    if (!fits(matrix))
        return FR_UNSUPPORTED;
    matrix->count = matrix->cover->count;
    matrix->gate_count = matrix->cover->gate_count;
    if (matrix->count == 0)
        return FR_OK;
    matrix->grown = fr_allocate_zeroed(allocator, matrix->count, sizeof *matrix->grown);
    matrix->labels = fr_allocate(allocator, matrix->count, sizeof *matrix->labels);
    matrix->back = fr_allocate(allocator, matrix->gate_count, sizeof *matrix->back);
    if (!reserve(matrix) || !matrix->grown || !matrix->labels ||
        (!matrix->back && matrix->gate_count > 0))
        return FR_NO_MEMORY;
    find_backs(matrix);
    return FR_OK;
}

enum fr_status box_matrix_create(struct box_matrix *matrix, const struct box_cover *cover,
                                 uint64_t most_bytes, const struct fr_allocator *allocator)
{
    const uint64_t most = most_bytes / sizeof *matrix->next;
    *matrix = (struct box_matrix){.allocator = allocator,
                                  .cover = cover,
                                  .most = (size_t)(most < SIZE_MAX ? most : SIZE_MAX)};
    enum fr_status status = box_matrix_renew(matrix);
    for (uint32_t goal = 0; matrix->most > 0 && goal < matrix->count && status == FR_OK; goal++)
        status = grow_tree(matrix, goal, UINT32_MAX);
    if (matrix->most > 0)
        release_trees(matrix);
    return status;
}

enum fr_status box_matrix_search(struct box_matrix *matrix, uint32_t from, uint32_t to)
{
    if (!matrix->grown || matrix->grown[to])
        return FR_OK;
    const enum fr_status status = grow_tree(matrix, to, matrix->most > 0 ? UINT32_MAX : from);
    matrix->grown[to] = matrix->most > 0 && status == FR_OK;
    return status;
}

void box_matrix_release(struct box_matrix *matrix)
{
    release_trees(matrix);
    fr_deallocate(matrix->allocator, matrix->next, matrix->room, sizeof *matrix->next);
    *matrix = (struct box_matrix){.allocator = matrix->allocator};
}
