#include "maps/changes.h"

/* A rectangle is compared with the last LOOKED_BACK ones, so thousands take linear time. */
enum { LOOKED_BACK = 64 };

static int64_t pixels(struct fr_rect rect)
{
    return (int64_t)rect.width * rect.height;
}

enum fr_status fr_changes_note(struct fr_changes *changes, struct fr_rect rect)
{
    size_t last = changes->count > LOOKED_BACK ? changes->count - LOOKED_BACK : 0;
    if (rect.width == 0)
        return FR_OK;
    if (!fr_reserve(changes->allocator, &changes->rects, changes->count, 1, &changes->capacity,
                    sizeof *changes->rects))
        return FR_NO_MEMORY;
    for (size_t i = changes->count; i-- > last;) {
        const struct fr_rect around = fr_rect_around(changes->rects[i], rect);
        if (pixels(around) > pixels(changes->rects[i]) + pixels(rect))
            continue;
        rect = around;
        changes->rects[i] = changes->rects[--changes->count];
        i = changes->count; /* the rectangle has grown, and may now contain others */
    }
    changes->rects[changes->count++] = rect;
    return FR_OK;
}

bool fr_rects_exceed(const struct fr_map *map, const struct fr_rect *rects, size_t count,
                     int32_t margin, int64_t share)
{
    int64_t sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += ((int64_t)rects[i].width + margin) * (rects[i].height + margin);
    return sum > (int64_t)map->width * map->height / share;
}

void fr_changes_release(struct fr_changes *changes)
{
    fr_deallocate(changes->allocator, changes->rects, changes->capacity, sizeof *changes->rects);
    changes->rects = NULL;
    changes->count = changes->capacity = 0;
}
