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

/* Dijkstra's algorithm from a goal: fills a column of next gates, until a box is taken, or all. */
static enum fr_status grow_tree(struct box_matrix *matrix, uint32_t goal, uint32_t until,
                                uint16_t *next)
{
    const struct box *box = &matrix->cover->boxes[goal];
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
        matrix->searched++;
        if (entry.node == until)
            break;
        status = offer(matrix, entry.node, next);
    }
    return status;
}

static bool fits(const struct box_cover *cover, uint64_t most_bytes)
{
    const uint64_t count = cover->count;
    if (count >= BOX_MATRIX_NONE || count * count > most_bytes / sizeof(uint16_t))
        return false;
    return count * count <= SIZE_MAX / sizeof(uint16_t);
}

static void release_trees(struct box_matrix *matrix)
{
    const struct fr_allocator *allocator = matrix->allocator;
    search_heap_release(&matrix->open, allocator);
    matrix->open = (struct search_heap){0};
    fr_deallocate(allocator, matrix->back, matrix->cover->gate_count + 1, sizeof *matrix->back);
    fr_deallocate(allocator, matrix->labels, matrix->count, sizeof *matrix->labels);
    matrix->back = NULL;
    matrix->labels = NULL;
}

/* Fills all columns, and frees what is only needed to grow them. */
static enum fr_status fill(struct box_matrix *matrix)
{
    enum fr_status status = FR_OK;
    for (uint32_t goal = 0; goal < matrix->count && status == FR_OK; goal++)
        status = grow_tree(matrix, goal, UINT32_MAX, matrix->next + (size_t)goal * matrix->count);
    release_trees(matrix);
    return status;
}

enum fr_status box_matrix_create(struct box_matrix *matrix, const struct box_cover *cover,
                                 uint64_t most_bytes, const struct fr_allocator *allocator)
{
    const bool whole = most_bytes > 0;
    *matrix = (struct box_matrix){.allocator = allocator, .cover = cover};
    if (whole ? !fits(cover, most_bytes) : cover->count >= BOX_MATRIX_NONE)
        return FR_UNSUPPORTED;
    matrix->count = cover->count;
    matrix->columns = whole ? cover->count : 1;
    if (cover->count == 0)
        return FR_OK;
    matrix->next = fr_allocate(allocator, matrix->columns * matrix->count, sizeof *matrix->next);
    matrix->labels = fr_allocate(allocator, matrix->count, sizeof *matrix->labels);
    matrix->back = fr_allocate(allocator, cover->gate_count + 1, sizeof *matrix->back);
    if (!matrix->next || !matrix->labels || !matrix->back)
        return FR_NO_MEMORY;
    find_backs(matrix);
    return whole ? fill(matrix) : FR_OK;
}

enum fr_status box_matrix_search(struct box_matrix *matrix, uint32_t from, uint32_t to)
{
    matrix->searched = 0;
    return matrix->labels ? grow_tree(matrix, to, from, matrix->next) : FR_OK;
}

void box_matrix_release(struct box_matrix *matrix)
{
    if (!matrix->cover)
        return;
    release_trees(matrix);
    fr_deallocate(matrix->allocator, matrix->next, matrix->columns * matrix->count,
                  sizeof *matrix->next);
    *matrix = (struct box_matrix){.allocator = matrix->allocator};
}
