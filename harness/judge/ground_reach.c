#include "harness/judge/ground_reach.h"

#define UNLABELLED UINT32_MAX

/* Components of walkable pixels, numbered from 1. */
struct components {
    bool diagonal;    /* connected over corners, too */
    bool known;       /* valid for the ground as it is */
    uint32_t *labels; /* by fr_ground_index; 0: blocked */
};

struct fr_ground_reach {
    const struct fr_ground *ground;
    struct components over_edges, over_corners;
    uint32_t *queue; /* room for every pixel once */
    const struct fr_allocator *allocator;
};

static size_t index_count(const struct fr_ground *ground)
{
    return fr_ground_index(ground, ground->width, ground->height) + 1;
}

/* Whether no wall blocks a step between two walkable pixels; a diagonal step needs one of its two
 * routes. */
static bool is_open(const struct fr_ground *ground, int32_t x, int32_t y, int32_t dx, int32_t dy)
{
    if (dx == 0 || dy == 0)
        return fr_ground_passes(ground, x, y, dx, dy);
    return fr_ground_passes_across(ground, x, y, dx, dy) ||
           fr_ground_passes_down(ground, x, y, dx, dy);
}

/* Labels all pixels reached from an origin. */
static void flood(struct fr_ground_reach *reach, struct components *components, size_t origin,
                  uint32_t label)
{
    static const int32_t dx[8] = {1, 0, -1, 0, 1, -1, 1, -1}, dy[8] = {0, 1, 0, -1, 1, 1, -1, -1};
    const struct fr_ground *ground = reach->ground;
    const size_t stride = (size_t)ground->width + 2;
    size_t head = 0, tail = 0;
    reach->queue[tail++] = (uint32_t)origin;
    components->labels[origin] = label;
    while (head < tail) {
        const size_t at = reach->queue[head++];
        const int32_t x = (int32_t)(at % stride) - 1, y = (int32_t)(at / stride) - 1;
        for (int i = 0; i < (components->diagonal ? 8 : 4); i++) {
            const size_t next = fr_ground_index(ground, x + dx[i], y + dy[i]);
            if (components->labels[next] != UNLABELLED || !is_open(ground, x, y, dx[i], dy[i]))
                continue;
            components->labels[next] = label;
            reach->queue[tail++] = (uint32_t)next;
        }
    }
}

static void label(struct fr_ground_reach *reach, struct components *components)
{
    const size_t count = index_count(reach->ground);
    uint32_t next = 1;
    for (size_t i = 0; i < count; i++)
        components->labels[i] = reach->ground->walkable[i] ? UNLABELLED : 0;
    for (size_t i = 0; i < count; i++)
        if (components->labels[i] == UNLABELLED)
            flood(reach, components, i, next++);
    components->known = true;
}

enum fr_status fr_ground_reach_create(const struct fr_ground *ground,
                                      const struct fr_allocator *allocator,
                                      struct fr_ground_reach **reach)
{
    const size_t count = index_count(ground);
    struct fr_ground_reach *fresh = fr_allocate_zeroed(allocator, 1, sizeof *fresh);
    if (!fresh)
        return FR_NO_MEMORY;
    *fresh = (struct fr_ground_reach){
        .ground = ground, .over_corners = {.diagonal = true}, .allocator = allocator};
    fresh->over_edges.labels = fr_allocate(allocator, count, sizeof(uint32_t));
    fresh->over_corners.labels = fr_allocate(allocator, count, sizeof(uint32_t));
    fresh->queue = fr_allocate(allocator, count, sizeof *fresh->queue);
    if (!fresh->over_edges.labels || !fresh->over_corners.labels || !fresh->queue) {
        fr_ground_reach_release(fresh);
        return FR_NO_MEMORY;
    }
    *reach = fresh;
    return FR_OK;
}

bool fr_ground_reach_joins(struct fr_ground_reach *reach, struct fr_pixel from, struct fr_pixel to,
                           bool diagonal)
{
    struct components *components = diagonal ? &reach->over_corners : &reach->over_edges;
    if (!components->known)
        label(reach, components);
    const uint32_t here = components->labels[fr_ground_index(reach->ground, from.x, from.y)];
    const uint32_t there = components->labels[fr_ground_index(reach->ground, to.x, to.y)];
    return here != 0 && here == there;
}

void fr_ground_reach_forget(struct fr_ground_reach *reach)
{
    reach->over_edges.known = reach->over_corners.known = false;
}

void fr_ground_reach_release(struct fr_ground_reach *reach)
{
    if (!reach)
        return;
    const size_t count = index_count(reach->ground);
    fr_deallocate(reach->allocator, reach->over_edges.labels, count, sizeof(uint32_t));
    fr_deallocate(reach->allocator, reach->over_corners.labels, count, sizeof(uint32_t));
    fr_deallocate(reach->allocator, reach->queue, count, sizeof *reach->queue);
    fr_deallocate(reach->allocator, reach, 1, sizeof *reach);
}
