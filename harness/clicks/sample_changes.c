/* Clicks after changes of very different sizes: the time after a change grows with the size. */
#include <math.h>

#include "harness/clicks/sampler.h"

enum { MOST_EVENTS = 1000 };

/* Blocks along the map's longer side; a block's side is 8 pixels in full HD. */
enum { BLOCKS_A_SIDE = 240 };

static enum fr_status add_blocks(struct fr_sampler *sampler, const struct fr_rect *blocks,
                                 int count, bool blocked)
{
    enum fr_status status = FR_OK;
    for (int i = 0; i < count && status == FR_OK; i++) {
        const struct fr_click event = {.kind = blocked ? FR_BLOCK : FR_UNBLOCK, .rect = blocks[i]};
        status = fr_sampler_append(sampler, &event, "changes");
    }
    return status;
}

static enum fr_status add_click(struct fr_sampler *sampler)
{
    struct fr_pixel start, goal;
    if (!fr_sampler_pair(sampler, &start, &goal))
        start = goal = fr_sampler_walkable(sampler);
    return fr_sampler_add(sampler, start, goal, "changes", NAN);
}

/* As many blocks as `events` appear, then vanish again; a click follows each of the two changes. */
static enum fr_status add_change(struct fr_sampler *sampler, int events)
{
    static const bool blocked[] = {true, false};
    struct fr_rect blocks[MOST_EVENTS];
    const int32_t side = fr_sampler_longer_side(sampler) / BLOCKS_A_SIDE + 1;
    enum fr_status status = fr_sampler_begin_group(sampler);
    for (int i = 0; i < events; i++) {
        const struct fr_pixel at = fr_sampler_walkable(sampler);
        blocks[i] = fr_map_clip(sampler->map, (struct fr_rect){at.x, at.y, side, side});
    }
    for (int i = 0; i < 2 && status == FR_OK; i++) {
        status = add_blocks(sampler, blocks, events, blocked[i]);
        if (status == FR_OK)
            status = add_click(sampler);
    }
    return status;
}

enum fr_status fr_sample_changes(struct fr_sampler *sampler, int count, int *made)
{
    enum fr_status status = FR_OK;
    for (int events = 1; *made + 2 <= count && status == FR_OK;
         events = events == MOST_EVENTS ? 1 : 10 * events) {
        status = add_change(sampler, events);
        *made += 2;
    }
    return status;
}
