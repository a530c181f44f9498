#include "algorithms/regions/box_matrix.h"

#include <math.h>
#include <string.h>

#include "algorithms/steps/search_heap.h"

/* State of a box in a shortest-path tree: its distance to the goal, and the point where the path
 * there leaves it. */
struct label {
    double length;
    double x, y; /* half pixels */
};

struct builder {
    struct box_matrix *matrix;
    const struct box_cover *cover;
    bool by_length;
    struct label *labels; /* by box, for the current goal */
    /* by gate: the index of the same gate among those of the box on the other side */
    size_t *back;
    struct search_heap open;
};

static uint64_t cost_bits(double cost)
{
    uint64_t bits;
    memcpy(&bits, &cost, sizeof bits);
    return bits;
}

/* Two boxes share at most one gate, between the last row of one and the first of the other. */
static void find_backs(struct builder *b)
{
    const struct box_cover *cover = b->cover;
    for (size_t box = 0; box < cover->count; box++)
        for (size_t i = cover->first_gate[box]; i < cover->first_gate[box + 1]; i++) {
            const uint32_t to = cover->gates[i].to;
            size_t back = cover->first_gate[to];
            while (cover->gates[back].to != box)
                back++;
            b->back[i] = back - cover->first_gate[to];
        }
}

/* Offers the path through a box to the boxes on the other side of its gates. */
static enum fr_status offer(struct builder *b, uint32_t box, uint16_t *next)
{
    const struct box_cover *cover = b->cover;
    const struct label from = b->labels[box];
    for (size_t i = cover->first_gate[box]; i < cover->first_gate[box + 1]; i++) {
        const struct box_gate *gate = &cover->gates[i];
        const double x = from.x < gate->left    ? gate->left
                         : from.x > gate->right ? gate->right
                                                : from.x;
        const double dx = x - from.x, dy = gate->y - from.y;
        const double length = from.length + (b->by_length ? sqrt(dx * dx + dy * dy) : 1);
        if (length >= b->labels[gate->to].length)
            continue;
        b->labels[gate->to] = (struct label){length, x, gate->y};
        next[gate->to] = (uint16_t)b->back[i];
        if (!search_heap_push(&b->open, b->matrix->allocator, cost_bits(length), gate->to))
            return FR_NO_MEMORY;
    }
    return FR_OK;
}

/* Dijkstra's algorithm from a goal: fills a column of next gates. */
static enum fr_status grow_tree(struct builder *b, uint32_t goal)
{
    const struct box *box = &b->cover->boxes[goal];
    uint16_t *next = b->matrix->next + (size_t)goal * b->matrix->count;
    for (size_t i = 0; i < b->matrix->count; i++) {
        b->labels[i].length = INFINITY;
        next[i] = BOX_MATRIX_NONE;
    }
    b->labels[goal] =
        (struct label){0, (box->left[0] + box->left[1] + box->right[0] + box->right[1]) / 4.0,
                       (box->top + box->bottom) / 2.0};
    enum fr_status status = offer(b, goal, next);
    while (b->open.count > 0 && status == FR_OK) {
        const struct search_entry entry = search_heap_pop(&b->open);
        if (entry.f == cost_bits(b->labels[entry.node].length))
            status = offer(b, entry.node, next);
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

enum fr_status box_matrix_create(struct box_matrix *matrix, const struct box_cover *cover,
                                 bool by_length, uint64_t most_bytes,
                                 const struct fr_allocator *allocator)
{
    *matrix = (struct box_matrix){.allocator = allocator, .cover = cover};
    if (!fits(cover, most_bytes))
        return FR_UNSUPPORTED;
    matrix->count = cover->count;
    if (cover->count == 0)
        return FR_OK;
    struct builder b = {.matrix = matrix, .cover = cover, .by_length = by_length};
    matrix->next = fr_allocate(allocator, cover->count * cover->count, sizeof *matrix->next);
    b.labels = fr_allocate(allocator, cover->count, sizeof *b.labels);
    b.back = fr_allocate(allocator, cover->gate_count + 1, sizeof *b.back);
    enum fr_status status = matrix->next && b.labels && b.back ? FR_OK : FR_NO_MEMORY;
    if (status == FR_OK)
        find_backs(&b);
    for (uint32_t goal = 0; goal < cover->count && status == FR_OK; goal++)
        status = grow_tree(&b, goal);
    search_heap_release(&b.open, allocator);
    fr_deallocate(allocator, b.back, cover->gate_count + 1, sizeof *b.back);
    fr_deallocate(allocator, b.labels, cover->count, sizeof *b.labels);
    return status;
}

void box_matrix_release(struct box_matrix *matrix)
{
    fr_deallocate(matrix->allocator, matrix->next, matrix->count * matrix->count,
                  sizeof *matrix->next);
    *matrix = (struct box_matrix){.allocator = matrix->allocator};
}
