#include "algorithms/regions/box_cover.h"

/* If a side cannot be drawn to a row, it may reach a lower one, where the steps of a slope match
 * again; this many rows are tried (tuned on adventure-150 and cave). */
#define LOOK_AHEAD 64

/* How much a core may narrow a gate at its bottom, on each side, in half pixels: for slopes whose
 * left and right steps are in different rows (tuned on adventure-150 and cave). */
#define MOST_NARROWED 4

/* ---- contacts ---- */

/* The runs of an adjacent row that touch a run: [first, end). */
struct contacts {
    size_t first, end;
};

static struct contacts touching(const struct run_rows *rows, struct span span, int32_t row,
                                size_t from)
{
    const struct run *runs = rows->runs;
    const size_t last = rows->first[row + 1];
    struct contacts found = {from, from};
    while (found.first < last && runs[found.first].span.right < span.left)
        found.first++;
    for (found.end = found.first; found.end < last && runs[found.end].span.left <= span.right;)
        found.end++;
    return found;
}

/* By run: the runs that touch it above and below. */
struct neighbours {
    struct contacts above, below;
};

static void find_neighbours(const struct run_rows *rows, struct neighbours *neighbours)
{
    for (int32_t y = 0; y < rows->map->height; y++) {
        size_t above = rows->first[y - 1], below = rows->first[y + 1];
        for (size_t i = rows->first[y]; i < rows->first[y + 1]; i++) {
            neighbours[i].above = touching(rows, rows->runs[i].span, y - 1, above);
            neighbours[i].below = touching(rows, rows->runs[i].span, y + 1, below);
            above = neighbours[i].above.first;
            below = neighbours[i].below.first;
        }
    }
}

static bool is_only_one(struct contacts contacts)
{
    return contacts.first + 1 == contacts.end;
}

/* ---- sides ---- */

/* A point to the right of which the side must pass: a vertex of the hull of all run ends so far. */
struct hull_point {
    int32_t y, x; /* y in rows, x in half pixels */
};

/* The left side of a stack; the right side is stored mirrored, with negated x. */
struct side {
    struct hull_point *hull; /* a convex chain of the least possible x, from the top down */
    size_t count;
    int32_t top_run, top_gates; /* end of the first run; beginning of its first gate above */
};

static int64_t hull_turn(struct hull_point a, struct hull_point b, struct hull_point c)
{
    return (int64_t)(b.y - a.y) * (c.x - a.x) - (int64_t)(b.x - a.x) * (c.y - a.y);
}

static void add_to_hull(struct side *side, int32_t y, int32_t x)
{
    const struct hull_point point = {y, x};
    while (side->count > 1 &&
           hull_turn(side->hull[side->count - 2], side->hull[side->count - 1], point) >= 0)
        side->count--;
    side->hull[side->count++] = point;
}

static int64_t round_up(int64_t numerator, int64_t denominator)
{
    return numerator / denominator + (numerator % denominator > 0);
}

/* The least x at the bottom of a straight side that begins at a given x at the top; INT64_MAX if
 * none is possible. */
static int64_t least_end(const struct side *side, int32_t top, int32_t bottom, int32_t from)
{
    const int64_t height = bottom - top;
    int64_t least = INT64_MIN;
    for (size_t i = 0; i < side->count; i++) {
        const int64_t down = side->hull[i].y - top, x = side->hull[i].x;
        if (down == 0 && from < x)
            return INT64_MAX;
        if (down == 0)
            continue;
        const int64_t end = round_up(x * height - from * (height - down), down);
        least = end > least ? end : least;
    }
    return least;
}

/* Draws the side from the end of the first run, or the start of its gates, as wide at the bottom as
 * the limit for the bottom permits. */
static bool draw_side(const struct side *side, int32_t top, int32_t bottom, int32_t limit,
                      int32_t ends[2])
{
    const int32_t begins[2] = {side->top_run, side->top_gates};
    for (int i = 0; i < 2; i++) {
        const int64_t end = least_end(side, top, bottom, begins[i]);
        if (end <= limit) {
            ends[0] = begins[i];
            ends[1] = (int32_t)end;
            return true;
        }
    }
    return false;
}

/* ---- boxes ---- */

struct stacking {
    struct box_cover *cover;
    struct neighbours *neighbours;
    struct side sides[2]; /* left; right, mirrored */
};

/* The ends of a run in half pixels, the left one first; if mirrored, the right one. */
static void ends_of(const struct run *run, int mirrored, int32_t ends[2])
{
    const int32_t left = 2 * run->span.left, right = 2 * run->span.right + 2;
    ends[0] = mirrored ? -right : left;
    ends[1] = mirrored ? -left : right;
}

/* The outermost gate between a run and its neighbours on one side; without a gate, the run. */
static void outermost_gate(const struct box_cover *cover, const struct run *run,
                           struct contacts contacts, int mirrored, int32_t gate[2])
{
    ends_of(run, mirrored, gate);
    if (contacts.first == contacts.end)
        return;
    int32_t other[2];
    ends_of(&cover->rows.runs[mirrored ? contacts.end - 1 : contacts.first], mirrored, other);
    gate[0] = other[0] > gate[0] ? other[0] : gate[0];
    gate[1] = other[1] < gate[1] ? other[1] : gate[1];
}

static void begin_stack(struct stacking *stacking, size_t run)
{
    const struct run *first = &stacking->cover->rows.runs[run];
    for (int k = 0; k < 2; k++) {
        struct side *side = &stacking->sides[k];
        int32_t ends[2], gate[2];
        ends_of(first, k, ends);
        outermost_gate(stacking->cover, first, stacking->neighbours[run].above, k, gate);
        side->count = 0;
        side->top_run = ends[0];
        side->top_gates = gate[0];
    }
}

/* Whether the stack may end with a run, at row y; if so, writes its core to `box`. */
static bool may_end(const struct stacking *stacking, size_t run, int32_t top, int32_t y,
                    struct box *box)
{
    const struct box_cover *cover = stacking->cover;
    int32_t ends[2][2];
    for (int k = 0; k < 2; k++) {
        int32_t gate[2];
        outermost_gate(cover, &cover->rows.runs[run], stacking->neighbours[run].below, k, gate);
        const int32_t spare = (gate[1] - gate[0] - 2) / 2;
        const int32_t limit = gate[0] + (spare < MOST_NARROWED ? spare : MOST_NARROWED);
        if (!draw_side(&stacking->sides[k], top, y + 1, limit, ends[k]))
            return false;
    }
    *box = (struct box){.top = 2 * top,
                        .bottom = 2 * (y + 1),
                        .left = {ends[0][0], ends[0][1]},
                        .right = {-ends[1][0], -ends[1][1]}};
    return true;
}

/* Whether a stack may continue from a run to the one below. */
static bool goes_on(const struct stacking *stacking, size_t run)
{
    const struct contacts below = stacking->neighbours[run].below;
    return is_only_one(below) && is_only_one(stacking->neighbours[below.first].above);
}

/* Makes the tallest box that begins with a run at row `top`. */
static enum fr_status stack_runs(struct stacking *stacking, size_t run, int32_t top)
{
    struct box_cover *cover = stacking->cover;
    struct box box;
    size_t at = run;
    int32_t end = top; /* the row after the box */
    begin_stack(stacking, run);
    for (int32_t y = top;; y++) {
        for (int k = 0; k < 2; k++) {
            int32_t ends[2];
            ends_of(&cover->rows.runs[at], k, ends);
            add_to_hull(&stacking->sides[k], y, ends[0]);
            add_to_hull(&stacking->sides[k], y + 1, ends[0]);
        }
        if (may_end(stacking, at, top, y, &box))
            end = y + 1;
        if (!goes_on(stacking, at) || y - end >= LOOK_AHEAD)
            break;
        at = stacking->neighbours[at].below.first;
    }
    if (!fr_reserve(cover->allocator, &cover->boxes, cover->count, 1, &cover->capacity,
                    sizeof *cover->boxes))
        return FR_NO_MEMORY;
    cover->boxes[cover->count] = box;
    for (at = run; top < end; top++, at = stacking->neighbours[at].below.first)
        cover->rows.runs[at].stack = (uint32_t)cover->count;
    cover->count++;
    return FR_OK;
}

static enum fr_status make_boxes(struct stacking *stacking)
{
    const struct run_rows *rows = &stacking->cover->rows;
    enum fr_status status = FR_OK;
    for (int32_t y = 0; y < rows->map->height; y++)
        for (size_t i = rows->first[y]; i < rows->first[y + 1]; i++)
            if (rows->runs[i].stack == RUN_NONE && status == FR_OK)
                status = stack_runs(stacking, i, y);
    return status;
}

/* ---- gates ---- */

/* Visits each pair of touching runs of two boxes. Counts each box's gates in first_gate, or writes
 * the gates at the indices in first_gate, which it advances. */
static void visit_gates(struct box_cover *cover, const struct neighbours *neighbours, bool write)
{
    for (size_t i = 0; i < cover->rows.count; i++) {
        const uint32_t above = cover->rows.runs[i].stack;
        for (size_t k = neighbours[i].below.first; k < neighbours[i].below.end; k++) {
            const uint32_t below = cover->rows.runs[k].stack;
            if (above == below)
                continue;
            const struct box *upper = &cover->boxes[above], *lower = &cover->boxes[below];
            struct box_gate gate = {.to = below,
                                    .y = upper->bottom,
                                    .left = fr_greater(upper->left[1], lower->left[0]),
                                    .right = fr_lesser(upper->right[1], lower->right[0])};
            const size_t down = cover->first_gate[above]++, up = cover->first_gate[below]++;
            if (!write)
                continue;
            cover->gates[down] = gate;
            gate.to = above;
            cover->gates[up] = gate;
        }
    }
}

/* Turns the number of each box's gates into the index where they begin. */
static void sum_up(size_t *counts, size_t count)
{
    size_t sum = 0;
    for (size_t i = 0; i <= count; i++) {
        const size_t here = counts[i];
        counts[i] = sum;
        sum += here;
    }
}

static enum fr_status make_gates(struct box_cover *cover, const struct neighbours *neighbours)
{
    const size_t boxes = cover->count;
    cover->first_gate = fr_allocate_zeroed(cover->allocator, boxes + 1, sizeof *cover->first_gate);
    if (!cover->first_gate)
        return FR_NO_MEMORY;
    visit_gates(cover, neighbours, false);
    sum_up(cover->first_gate, boxes);
    cover->gate_count = cover->first_gate[boxes];
    cover->gates =
        fr_allocate(cover->allocator, fr_at_least_one(cover->gate_count), sizeof *cover->gates);
    if (!cover->gates)
        return FR_NO_MEMORY;
    visit_gates(cover, neighbours, true);
    for (size_t i = boxes; i > 0; i--)
        cover->first_gate[i] = cover->first_gate[i - 1];
    cover->first_gate[0] = 0;
    return FR_OK;
}

static enum fr_status build(struct box_cover *cover, const struct fr_map *map)
{
    const struct fr_allocator *allocator = cover->allocator;
    const size_t runs = fr_at_least_one(cover->rows.count), points = 2 * (size_t)map->height;
    struct stacking stacking = {.cover = cover};
    stacking.neighbours = fr_allocate(allocator, runs, sizeof *stacking.neighbours);
    for (int k = 0; k < 2; k++)
        stacking.sides[k].hull = fr_allocate(allocator, points, sizeof *stacking.sides[k].hull);
    enum fr_status status = FR_NO_MEMORY;
    if (stacking.neighbours && stacking.sides[0].hull && stacking.sides[1].hull) {
        find_neighbours(&cover->rows, stacking.neighbours);
        status = make_boxes(&stacking);
    }
    if (status == FR_OK)
        status = make_gates(cover, stacking.neighbours);
    for (int k = 0; k < 2; k++)
        fr_deallocate(allocator, stacking.sides[k].hull, points, sizeof *stacking.sides[k].hull);
    fr_deallocate(allocator, stacking.neighbours, runs, sizeof *stacking.neighbours);
    return status;
}

enum fr_status box_cover_create(struct box_cover *cover, const struct fr_map *map,
                                const struct fr_allocator *allocator)
{
    *cover = (struct box_cover){.allocator = allocator};
    const bool read = run_rows_init(&cover->rows, map, allocator) == FR_OK &&
                      run_rows_read(&cover->rows, 0, map->height - 1) == FR_OK;
    return read ? build(cover, map) : FR_NO_MEMORY;
}

uint32_t box_cover_locate(const struct box_cover *cover, struct fr_pixel pixel)
{
    return run_rows_at(&cover->rows, pixel.x, pixel.y)->stack;
}

struct fr_point box_core_point(const struct box *box, struct fr_point centre)
{
    const int64_t height = box->bottom - box->top, down = centre.y - box->top;
    const int64_t left = box->left[0] * (height - down) + box->left[1] * down;
    const int64_t right = box->right[0] * (height - down) + box->right[1] * down;
    const int32_t first = (int32_t)((left + height - 1) / height);
    const int32_t last = (int32_t)(right / height);
    const int32_t x = centre.x < first ? first : centre.x > last ? last : centre.x;
    return (struct fr_point){x, centre.y};
}

void box_cover_release(struct box_cover *cover)
{
    const struct fr_allocator *allocator = cover->allocator;
    fr_deallocate(allocator, cover->gates, fr_at_least_one(cover->gate_count),
                  sizeof *cover->gates);
    fr_deallocate(allocator, cover->first_gate, cover->count + 1, sizeof *cover->first_gate);
    fr_deallocate(allocator, cover->boxes, cover->capacity, sizeof *cover->boxes);
    if (cover->rows.first)
        run_rows_release(&cover->rows);
    *cover = (struct box_cover){.allocator = allocator};
}
