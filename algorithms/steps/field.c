#include "algorithms/steps/field.h"

#include <assert.h>
#include <string.h>

#include "algorithms/steps/grid_moves.h"

enum { STEP_X = 1, STEP_Y = 1 << 16 }; /* between packed pixels */

static size_t label_count(const struct flood_field *field)
{
    return field->pitch * ((size_t)field->map->height + 2) + 1;
}

enum fr_status flood_field_init(struct flood_field *field, const struct fr_map *map,
                                const struct fr_allocator *allocator)
{
    const uint32_t width = (uint32_t)map->width, height = (uint32_t)map->height;
    *field = (struct flood_field){.map = map,
                                  .allocator = allocator,
                                  .pitch = width + 1,
                                  .room = width * height + width + height};
    field->labels = fr_allocate(allocator, label_count(field), sizeof *field->labels);
    if (!field->labels)
        return FR_NO_MEMORY;
    memset(field->labels, 0xFF, label_count(field) * sizeof *field->labels);
    flood_field_refresh(field, (struct fr_rect){0, 0, map->width, map->height});
    return FR_OK;
}

void flood_field_refresh(struct flood_field *field, struct fr_rect rect)
{
    const struct fr_map *map = field->map;
    const int64_t right = (int64_t)rect.x + rect.width, bottom = (int64_t)rect.y + rect.height;
    const int32_t x0 = rect.x < 0 ? 0 : rect.x, y0 = rect.y < 0 ? 0 : rect.y;
    const int32_t x1 = right > map->width ? map->width : (int32_t)right;
    const int32_t y1 = bottom > map->height ? map->height : (int32_t)bottom;
    for (int32_t y = y0; y < y1; y++) {
        uint32_t *label = field->labels + flood_field_index(field, x0, y);
        for (int32_t x = x0; x < x1; x++)
            *label++ = fr_map_walkable(map, x, y) ? 0 : FLOOD_WALL;
    }
}

static void clear(struct flood_field *field)
{
    for (size_t i = 0; i < label_count(field); i++)
        if (field->labels[i] != FLOOD_WALL)
            field->labels[i] = 0;
    field->cleared = (int64_t)label_count(field);
    field->top = 0;
}

static void swap_stacks(struct flood_field *field)
{
    const struct flood_stack emptied = field->current;
    field->current = field->next;
    field->next = emptied;
    field->swapped = !field->swapped;
}

void flood_field_begin(struct flood_field *field, struct fr_pixel start, struct fr_pixel goal,
                       const struct fr_probe *probe)
{
    field->start = start;
    field->goal = goal;
    field->expanded = field->generated = field->cleared = 0;
    if (field->swapped)
        swap_stacks(field);
    field->current.count = field->next.count = 0;
    if (field->top >= FLOOD_WALL - field->room) {
        fr_probe_enter(probe, FR_PHASE_CLEAR);
        clear(field);
    }
    field->top += field->room;
}

/* Makes room for more pixels. */
static bool reserve(const struct flood_field *field, struct flood_stack *stack, size_t more)
{
    if (stack->count + more <= stack->capacity)
        return true;
    if (!fr_reserve(field->allocator, &stack->pixels, stack->count, more, &stack->capacity,
                    sizeof *stack->pixels))
        return false;
    return true;
}

static inline void push(struct flood_stack *stack, uint32_t pixel)
{
    stack->pixels[stack->count++] = pixel;
}

static inline uint32_t *label_of(const struct flood_field *field, uint32_t pixel)
{
    return field->labels +
           flood_field_index(field, (int32_t)(pixel & 0xFFFF), (int32_t)(pixel >> 16));
}

static inline void visit(uint32_t *neighbour, uint32_t label, uint32_t pixel,
                         struct flood_stack *stack)
{
    if (*neighbour < label) {
        *neighbour = label;
        push(stack, pixel);
    }
}

/* Fills by distance: pixels at one distance are on one stack, their neighbours on the other. */
static bool fill_rings(struct flood_field *field, bool early)
{
    struct flood_stack *const current = &field->current, *const next = &field->next;
    const uint32_t *start = label_of(field, fr_pixel_pack(field->start));
    uint32_t label = field->top;
    *label_of(field, current->pixels[0]) = label;
    field->generated = 1;
    while (current->count > 0 && !(early && *start == label)) {
        field->expanded += (int64_t)current->count;
        label--;
        while (current->count > 0) {
            if (!reserve(field, next, 4))
                return false;
            const uint32_t pixel = current->pixels[--current->count];
            uint32_t *here = label_of(field, pixel);
            visit(here - 1, label, pixel - STEP_X, next);
            visit(here + 1, label, pixel + STEP_X, next);
            visit(here - field->pitch, label, pixel - STEP_Y, next);
            visit(here + field->pitch, label, pixel + STEP_Y, next);
        }
        field->generated += (int64_t)next->count;
        swap_stacks(field);
    }
    return true;
}

/* Labels a pixel and the run of pixels from it toward the start's column, which all have its key,
 * and pushes the other pixels that they reach: steps toward the start keep the key, steps away add
 * one. Of the pixels above or below the run, only the first of each unlabelled group is pushed, as
 * the sweep from it covers the group. */
static void sweep(struct flood_field *field, uint32_t pixel, uint32_t label)
{
    const size_t pitch = field->pitch;
    const uint32_t column = (uint32_t)field->start.x, row = (uint32_t)field->start.y;
    const bool up_is_away = pixel >> 16 <= row, down_is_away = pixel >> 16 >= row;
    struct flood_stack *const up = up_is_away ? &field->next : &field->current;
    struct flood_stack *const down = down_is_away ? &field->next : &field->current;
    const uint32_t up_label = label - up_is_away, down_label = label - down_is_away;
    const int32_t toward = (pixel & 0xFFFF) < column ? STEP_X : -STEP_X;
    const uint32_t stop = (pixel & ~(uint32_t)0xFFFF) | column;

    uint32_t *here = label_of(field, pixel);
    if (here[-toward] < label - 1)
        push(&field->next, pixel - (uint32_t)toward);
    for (bool was_up = false, was_down = false;;) {
        *here = label;
        field->expanded++;
        const bool is_up = here[-(ptrdiff_t)pitch] < up_label, is_down = here[pitch] < down_label;
        if (is_up && !was_up)
            push(up, pixel - STEP_Y);
        if (is_down && !was_down)
            push(down, pixel + STEP_Y);
        if (pixel == stop || here[toward] >= label)
            break;
        was_up = is_up;
        was_down = is_down;
        here += toward;
        pixel += (uint32_t)toward;
    }
    if (pixel == stop && here[toward] < label - 1)
        push(&field->next, pixel + (uint32_t)toward);
}

/* Fills by key: one stack holds pixels with the current key, the other those with the next. The key
 * of the start is exhausted even if the start is reached earlier: then all pixels on all its
 * shortest paths are labelled, and the trace equals that of the whole field. */
static bool fill_guided(struct flood_field *field, bool early)
{
    const uint32_t *start = label_of(field, fr_pixel_pack(field->start));
    /* pixels that one sweep pushes: every other one, above and below */
    const size_t most = field->pitch + 4;
    uint32_t label = field->top;
    while (field->current.count > 0) {
        while (field->current.count > 0) {
            if (!reserve(field, &field->current, most) || !reserve(field, &field->next, most))
                return false;
            const uint32_t pixel = field->current.pixels[--field->current.count];
            field->generated++;
            if (*label_of(field, pixel) < label)
                sweep(field, pixel, label);
        }
        if (early && *start == label) {
            field->generated += (int64_t)field->next.count;
            return true;
        }
        swap_stacks(field);
        label--;
    }
    return true;
}

/* Labels a pixel and pushes its neighbours across open borders. */
static void spread(struct flood_field *field, uint32_t pixel, uint32_t label)
{
    const int32_t x = (int32_t)(pixel & 0xFFFF), y = (int32_t)(pixel >> 16);
    const struct fr_pixel start = field->start;
    const unsigned closed = fr_walls_around(field->map, x, y).own;
    const bool is_away[FR_DIRECTIONS] = {
        [0] = x >= start.x, [2] = y >= start.y, [4] = x <= start.x, [6] = y <= start.y};
    *label_of(field, pixel) = label;
    field->expanded++;
    for (int d = 0; d < FR_DIRECTIONS; d += 2) {
        const struct fr_pixel to = {x + fr_direction_dx[d], y + fr_direction_dy[d]};
        const bool later = !field->guided || is_away[d];
        if (!(closed >> d & 1) &&
            field->labels[flood_field_index(field, to.x, to.y)] < label - later)
            push(later ? &field->next : &field->current, fr_pixel_pack(to));
    }
}

/* Either fill on a map with edge walls, pixel by pixel: a sweep would miss pixels behind walls. */
static bool fill_past_walls(struct flood_field *field, bool early)
{
    const uint32_t *start = label_of(field, fr_pixel_pack(field->start));
    for (uint32_t label = field->top; field->current.count > 0; label--) {
        while (field->current.count > 0) {
            if (!reserve(field, &field->current, 4) || !reserve(field, &field->next, 4))
                return false;
            const uint32_t pixel = field->current.pixels[--field->current.count];
            field->generated++;
            if (*label_of(field, pixel) < label)
                spread(field, pixel, label);
        }
        if (early && *start == label) {
            field->generated += (int64_t)field->next.count;
            return true;
        }
        swap_stacks(field);
    }
    return true;
}

enum fr_outcome flood_field_fill(struct flood_field *field, bool guided, bool early)
{
    if (!reserve(field, &field->current, 1))
        return FR_OUT_OF_MEMORY;
    push(&field->current, fr_pixel_pack(field->goal));
    field->guided = guided;
    const bool walled = field->map->wall_count > 0;
    if (!(walled ? fill_past_walls : guided ? fill_guided : fill_rings)(field, early))
        return FR_OUT_OF_MEMORY;
    const uint32_t distance = flood_field_distance(field, field->start.x, field->start.y);
    return distance == FLOOD_NO_DISTANCE ? FR_UNREACHABLE : FR_FOUND;
}

/* Whether a step by (dx, dy) leads to a pixel at this distance. */
static bool leads(const struct flood_field *field, struct fr_pixel from, int32_t dx, int32_t dy,
                  uint32_t distance)
{
    return flood_field_distance(field, from.x + dx, from.y + dy) == distance &&
           !fr_map_walled(field->map, from.x, from.y, dx, dy);
}

/* The step up or down, at this distance, that can be combined with dx: -1, 1 or 0. */
static int32_t fold_step(const struct flood_field *field, struct fr_pixel here, int32_t dx,
                         uint32_t distance)
{
    if (distance < 2)
        return 0;
    for (int32_t step = -1; step <= 1; step += 2) {
        const struct fr_pixel beside = {here.x + dx, here.y}, over = {here.x, here.y + step};
        if (leads(field, here, 0, step, distance - 1) && leads(field, over, dx, 0, distance - 2) &&
            leads(field, beside, 0, step, distance - 2))
            return step;
    }
    return 0;
}

enum fr_outcome flood_trace(const struct flood_field *field, bool fold, struct fr_path *path)
{
    struct fr_pixel here = field->start;
    uint32_t distance = flood_field_distance(field, here.x, here.y);
    while (fr_path_append(path, fr_pixel_centre(here)) == FR_OK) {
        if (distance == 0)
            return FR_FOUND;
        const bool left = leads(field, here, -1, 0, distance - 1);
        if (left || leads(field, here, 1, 0, distance - 1)) {
            const int32_t dx = left ? -1 : 1;
            const int32_t folded = fold ? fold_step(field, here, dx, distance) : 0;
            here = (struct fr_pixel){here.x + dx, here.y + folded};
            distance -= folded ? 2 : 1;
        } else {
            const bool up = leads(field, here, 0, -1, distance - 1);
            assert(up || leads(field, here, 0, 1, distance - 1));
            here.y += up ? -1 : 1;
            distance--;
        }
    }
    return FR_OUT_OF_MEMORY;
}

static void release_stack(const struct flood_field *field, struct flood_stack *stack)
{
    fr_deallocate(field->allocator, stack->pixels, stack->capacity, sizeof *stack->pixels);
}

void flood_field_release(struct flood_field *field)
{
    release_stack(field, &field->current);
    release_stack(field, &field->next);
    fr_deallocate(field->allocator, field->labels, label_count(field), sizeof *field->labels);
}

/* The first key that was not expanded: if a fill ends early, its last ring is only labelled. */
static uint32_t end_key(const struct flood_field *field)
{
    return field->guided || field->current.count == 0
               ? field->room
               : field->top - *label_of(field, field->current.pixels[0]);
}

/* The key of a pixel in this query; false if it has none, or was not expanded. */
static bool key_of(const struct flood_field *field, int32_t x, int32_t y, uint32_t end,
                   uint32_t *key)
{
    const uint32_t label = field->labels[flood_field_index(field, x, y)];
    *key = field->top - label;
    return label <= field->top && *key < end;
}

/* Counting sort: the last loop moves places[key] from a key's first index to its end. */
static void sort_by_key(const struct flood_field *field, size_t *places, uint32_t *pixels)
{
    const uint32_t end = end_key(field);
    uint32_t key;
    for (int32_t y = 0; y < field->map->height; y++)
        for (int32_t x = 0; x < field->map->width; x++)
            if (key_of(field, x, y, end, &key))
                places[key + 1]++;
    for (uint32_t i = 0; i < field->room; i++)
        places[i + 1] += places[i];
    for (int32_t y = 0; y < field->map->height; y++)
        for (int32_t x = 0; x < field->map->width; x++)
            if (key_of(field, x, y, end, &key))
                pixels[places[key]++] = fr_pixel_pack((struct fr_pixel){x, y});
}

enum fr_status flood_field_report(const struct flood_field *field, const struct fr_probe *probe)
{
    const size_t most = (size_t)field->map->width * (size_t)field->map->height;
    size_t *places = fr_allocate_zeroed(field->allocator, (size_t)field->room + 1, sizeof *places);
    uint32_t *pixels = fr_allocate(field->allocator, most, sizeof *pixels);
    const bool memory = places && pixels;
    if (memory) {
        sort_by_key(field, places, pixels);
        for (size_t i = 0; i < places[field->room]; i++)
            fr_probe_expanded(probe,
                              fr_pixel_centre((struct fr_pixel){(int32_t)(pixels[i] & 0xFFFF),
                                                                (int32_t)(pixels[i] >> 16)}));
    }
    fr_deallocate(field->allocator, pixels, most, sizeof *pixels);
    fr_deallocate(field->allocator, places, (size_t)field->room + 1, sizeof *places);
    return memory ? FR_OK : FR_NO_MEMORY;
}
