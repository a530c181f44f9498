#include "algorithms/visibility/shadow_cast.h"

#include "maps/bits.h"

static size_t view_words(const struct shadow_view *view)
{
    return (size_t)view->row_words * (size_t)view->height;
}

static void set_bit(struct shadow_view *view, int32_t x, int32_t y)
{
    view->rows[(size_t)y * (size_t)view->row_words + (size_t)x / 64] |= UINT64_C(1) << (x & 63);
}

/* Copies each walkable pixel of a row into the four views. */
static void copy_row(struct shadow_views *views, const struct fr_map *map, int32_t y)
{
    const uint64_t *row = fr_map_row(map, y);
    for (int32_t word = 0; word < map->row_words; word++) {
        for (uint64_t bits = row[word]; bits; bits &= bits - 1) {
            const int32_t x = 64 * word + fr_lowest_bit(bits);
            set_bit(&views->at[0], x, y);
            set_bit(&views->at[1], views->at[1].width - 1 - x, y);
            set_bit(&views->at[2], y, x);
            set_bit(&views->at[3], views->at[3].width - 1 - y, x);
        }
    }
}

enum fr_status shadow_views_create(struct shadow_views *views, const struct fr_map *map,
                                   const struct fr_allocator *allocator)
{
    *views = (struct shadow_views){.allocator = allocator};
    enum fr_status status = FR_OK;
    for (int i = 0; i < 4; i++) {
        struct shadow_view *view = &views->at[i];
        view->height = i < 2 ? map->height : map->width;
        /* with a blocked pixel at the end */
        view->row_words = (i < 2 ? map->width : map->height) / 64 + 1;
        view->width = 64 * view->row_words;
        view->rows = fr_allocate_zeroed(allocator, view_words(view), sizeof *view->rows);
        if (!view->rows)
            status = FR_NO_MEMORY;
    }
    for (int32_t y = 0; y < map->height && status == FR_OK; y++)
        copy_row(views, map, y);
    return status;
}

void shadow_views_release(struct shadow_views *views)
{
    for (struct shadow_view *view = views->at; view < views->at + 4; view++) {
        fr_deallocate(views->allocator, view->rows, view_words(view), sizeof *view->rows);
        view->rows = NULL;
    }
}

/* Cone 0 begins at the wall along x, cone 1 at the wall along y. */
struct shadow_frame shadow_frame_at(const struct shadow_views *views,
                                    const struct fr_corner *corner, int cone)
{
    const bool swapped = cone == 1;
    const int along = swapped ? corner->qy : corner->qx, across = swapped ? corner->qx : corner->qy;
    const int32_t x = (swapped ? corner->y : corner->x) / 2;
    const int32_t y = (swapped ? corner->x : corner->y) / 2;
    const bool mirrored = along < 0;
    const struct shadow_view *view = &views->at[2 * swapped + mirrored];
    return (struct shadow_frame){.view = view,
                                 .swapped = swapped,
                                 .mirrored = mirrored,
                                 .x = mirrored ? view->width - x : x,
                                 .y = y,
                                 .down = -across};
}

struct shadow_ray shadow_ray_to(const struct fr_corner *corner, int cone, struct fr_point to)
{
    const int32_t x = (to.x - corner->x) * corner->qx, y = (to.y - corner->y) * corner->qy;
    return cone == 0 ? (struct shadow_ray){x, -y} : (struct shadow_ray){y, -x};
}

/* The first walkable, or first blocked, pixel at `x` or later; at most `end`. */
static int32_t next_pixel(const uint64_t *row, int32_t x, int32_t end, bool walkable)
{
    const uint64_t flip = walkable ? 0 : ~UINT64_C(0);
    int32_t word = x / 64;
    uint64_t bits = (row[word] ^ flip) >> (x & 63) << (x & 63);
    while (!bits) {
        if (64 * ++word >= end)
            return end;
        bits = row[word] ^ flip;
    }
    x = 64 * word + fr_lowest_bit(bits);
    return x < end ? x : end;
}

struct caster {
    const struct shadow_frame *frame;
    struct shadow_workspace *workspace;
    shadow_see *see;
    void *context;
    /* which of the two arrays holds this row's spans; the other holds the next row's */
    int which;
    size_t count; /* of the next row's spans */
};

static bool keep(struct caster *caster, struct shadow_ray low, struct shadow_ray high)
{
    struct shadow_workspace *workspace = caster->workspace;
    const int next = !caster->which;
    if (!fr_reserve(workspace->allocator, &workspace->spans[next], caster->count, 1,
                    &workspace->capacity[next], sizeof *workspace->spans[next]))
        return false;
    workspace->spans[next][caster->count++] = (struct shadow_span){low, high};
    return true;
}

static int64_t ceiling(int64_t numerator, int64_t denominator)
{
    return numerator <= 0 ? 0 : (numerator + denominator - 1) / denominator;
}

/* Reports pixels in a gap of a row with centres between two rays. False if out of memory. */
static bool report(const struct caster *caster, int32_t row, int32_t first, int32_t end,
                   struct shadow_ray low, struct shadow_ray high)
{
    const int64_t height = 2 * (int64_t)row + 1;
    const int64_t from = ceiling(height * high.x - high.y, 2 * (int64_t)high.y);
    const int64_t to = low.y == 0               ? end - 1
                       : height * low.x < low.y ? -1
                                                : (height * low.x - low.y) / (2 * (int64_t)low.y);
    const int32_t left = from > first ? (int32_t)(from < end ? from : end) : first;
    const int32_t right = to < end - 1 ? (int32_t)to : end - 1;
    return left > right ||
           caster->see(caster->context, row, left, right, shadow_steeper(high, low));
}

/* Continues a span into a row. */
static bool cast_span(struct caster *caster, const uint64_t *bits, int32_t row,
                      struct shadow_span span)
{
    const struct shadow_frame *frame = caster->frame;
    const struct shadow_ray low = span.low;
    struct shadow_ray high = span.high;
    const int32_t most = frame->view->width - frame->x;
    const int64_t reach = low.y == 0 ? most : ceiling((int64_t)low.x * (row + 1), low.y);
    const int32_t end = reach < most ? (int32_t)reach : most;
    int32_t at = (int32_t)((int64_t)high.x * row / high.y);
    while (at < end) {
        const int32_t first = next_pixel(bits, frame->x + at, frame->x + end, true) - frame->x;
        if (first >= end)
            break;
        if (first > at) {
            const struct shadow_ray past = {first, row};
            if (row == 0 || shadow_steeper(low, past))
                break;
            if (shadow_steeper(high, past))
                high = past;
        }
        const int32_t wall = next_pixel(bits, frame->x + first, frame->x + end, false) - frame->x;
        if (!report(caster, row, first, wall, low, high))
            return false;
        const struct shadow_ray before = {wall, row + 1};
        const struct shadow_ray new_low = shadow_steeper(before, low) ? before : low;
        if (!shadow_steeper(new_low, high) && !keep(caster, new_low, high))
            return false;
        at = wall;
    }
    return true;
}

enum fr_status shadow_cast(const struct shadow_frame *frame, struct shadow_ray limit, int32_t rows,
                           struct shadow_workspace *workspace, shadow_see *see, void *context)
{
    struct caster caster = {frame, workspace, see, context, 1, 0};
    if (!keep(&caster, (struct shadow_ray){1, 0}, limit))
        return FR_NO_MEMORY;
    const struct shadow_view *view = frame->view;
    int32_t y = frame->down > 0 ? frame->y : frame->y - 1;
    for (int32_t row = 0; row < rows && y >= 0 && y < view->height; row++, y += frame->down) {
        const size_t count = caster.count;
        if (count == 0)
            break;
        caster.which = !caster.which;
        caster.count = 0;
        const uint64_t *bits = view->rows + (size_t)y * (size_t)view->row_words;
        for (size_t i = 0; i < count; i++)
            if (!cast_span(&caster, bits, row, workspace->spans[caster.which][i]))
                return FR_NO_MEMORY;
    }
    workspace->beyond = (struct shadow_ray){0, 1};
    for (size_t i = 0; i < caster.count; i++) {
        const struct shadow_ray low = workspace->spans[!caster.which][i].low;
        if (shadow_steeper(workspace->beyond, low))
            workspace->beyond = low;
    }
    return FR_OK;
}

void shadow_workspace_release(struct shadow_workspace *workspace)
{
    for (int i = 0; i < 2; i++)
        fr_deallocate(workspace->allocator, workspace->spans[i], workspace->capacity[i],
                      sizeof **workspace->spans);
}
