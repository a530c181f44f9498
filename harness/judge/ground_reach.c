#include "harness/judge/ground_reach.h"

#include "harness/judge/union_find.h"

/* The label of walkable pixels that have none yet. */
#define UNLABELLED UINT32_MAX

struct fr_ground_reach {
    const struct fr_ground *ground;
    uint32_t *labels; /* of the pixels and their ring: 4-connected component from 1, 0 blocked */
    uint32_t *queue;  /* room for every pixel once */
    uint32_t *groups; /* of a label: the least label that 8-connected steps join it to */
    uint32_t label_count; /* labels are 0..label_count-1; 0: nothing is labelled yet */
    const struct fr_allocator *allocator;
};

/* Labels from row to row. */
static size_t stride_of(const struct fr_ground_reach *reach)
{
    return (size_t)reach->ground->width + 2;
}

/* There are more places than labels, if each pixel should be walled in. */
static size_t place_count(const struct fr_ground_reach *reach)
{
    return stride_of(reach) * ((size_t)reach->ground->height + 2);
}

/* Where the label of a pixel, or of one of the ring, lies. */
static size_t place_of(const struct fr_ground_reach *reach, int32_t x, int32_t y)
{
    return (size_t)(y + 1) * stride_of(reach) + (size_t)(x + 1);
}

static uint32_t label_at(const struct fr_ground_reach *reach, int32_t x, int32_t y)
{
    return reach->labels[place_of(reach, x, y)];
}

static bool passes_at(const struct fr_ground_reach *reach, size_t place, int32_t dx, int32_t dy)
{
    const size_t stride = stride_of(reach);
    return fr_ground_passes(reach->ground, (int32_t)(place % stride) - 1,
                            (int32_t)(place / stride) - 1, dx, dy);
}

/* Gives the label to everything that edge steps reach from a place. */
static void flood(struct fr_ground_reach *reach, size_t origin, uint32_t label)
{
    static const int32_t dx[4] = {1, 0, -1, 0}, dy[4] = {0, 1, 0, -1};
    const size_t stride = stride_of(reach);
    const bool walled = reach->ground->walled;
    uint32_t *labels = reach->labels, *queue = reach->queue;
    size_t head = 0, tail = 0;
    queue[tail++] = (uint32_t)origin;
    labels[origin] = label;
    while (head < tail) {
        const size_t at = queue[head++];
        const size_t beside[4] = {at + 1, at + stride, at - 1, at - stride};
        for (int i = 0; i < 4; i++) {
            const size_t next = beside[i];
            if (labels[next] != UNLABELLED || (walled && !passes_at(reach, at, dx[i], dy[i])))
                continue;
            labels[next] = label;
            queue[tail++] = (uint32_t)next;
        }
    }
}

static void label_components(struct fr_ground_reach *reach)
{
    const struct fr_ground *ground = reach->ground;
    uint32_t next = 1;
    for (int32_t y = 0; y < ground->height; y++)
        for (int32_t x = 0; x < ground->width; x++)
            reach->labels[place_of(reach, x, y)] =
                fr_ground_walkable(ground, x, y) ? UNLABELLED : 0;
    for (size_t at = 0; at < place_count(reach); at++)
        if (reach->labels[at] == UNLABELLED)
            flood(reach, at, next++);
    reach->label_count = next;
}

/* Joins the components of a pixel and of the one diagonally below it, to its left or right, unless
 * walls stand on both of the ways between them. */
static void join_diagonally(struct fr_ground_reach *reach, int32_t x, int32_t y, int32_t dx)
{
    const uint32_t label = label_at(reach, x, y), other = label_at(reach, x + dx, y + 1);
    if (label == 0 || other == 0 || label == other)
        return;
    if (fr_ground_passes_across(reach->ground, x, y, dx, 1) ||
        fr_ground_passes_down(reach->ground, x, y, dx, 1))
        fr_groups_join(reach->groups, label, other);
}

/* Joins the 4-connected components that meet at corners. */
static void group_components(struct fr_ground_reach *reach)
{
    for (uint32_t label = 0; label < reach->label_count; label++)
        reach->groups[label] = label;
    for (int32_t y = 0; y + 1 < reach->ground->height; y++)
        for (int32_t x = 0; x + 1 < reach->ground->width; x++) {
            join_diagonally(reach, x, y, 1);
            join_diagonally(reach, x + 1, y, -1);
        }
    for (uint32_t label = 0; label < reach->label_count; label++)
        reach->groups[label] = fr_group_of(reach->groups, label);
}

enum fr_status fr_ground_reach_create(const struct fr_ground *ground,
                                      const struct fr_allocator *allocator,
                                      struct fr_ground_reach **reach)
{
    struct fr_ground_reach *fresh = fr_allocate_zeroed(allocator, 1, sizeof *fresh);
    if (!fresh)
        return FR_NO_MEMORY;
    fresh->ground = ground;
    fresh->allocator = allocator;
    fresh->labels = fr_allocate_zeroed(allocator, place_count(fresh), sizeof *fresh->labels);
    fresh->queue = fr_allocate(allocator, place_count(fresh), sizeof *fresh->queue);
    fresh->groups = fr_allocate(allocator, place_count(fresh), sizeof *fresh->groups);
    if (!fresh->labels || !fresh->queue || !fresh->groups) {
        fr_ground_reach_release(fresh);
        return FR_NO_MEMORY;
    }
    *reach = fresh;
    return FR_OK;
}

bool fr_ground_reach_joins(struct fr_ground_reach *reach, struct fr_pixel from, struct fr_pixel to,
                           bool diagonal)
{
    if (reach->label_count == 0) {
        label_components(reach);
        group_components(reach);
    }
    const uint32_t here = label_at(reach, from.x, from.y), there = label_at(reach, to.x, to.y);
    if (here == 0 || there == 0)
        return false;
    return diagonal ? reach->groups[here] == reach->groups[there] : here == there;
}

void fr_ground_reach_forget(struct fr_ground_reach *reach)
{
    reach->label_count = 0;
}

void fr_ground_reach_release(struct fr_ground_reach *reach)
{
    if (!reach)
        return;
    fr_deallocate(reach->allocator, reach->labels, place_count(reach), sizeof *reach->labels);
    fr_deallocate(reach->allocator, reach->queue, place_count(reach), sizeof *reach->queue);
    fr_deallocate(reach->allocator, reach->groups, place_count(reach), sizeof *reach->groups);
    fr_deallocate(reach->allocator, reach, 1, sizeof *reach);
}
