#include "maps/allocator.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static void *default_allocate(void *context, size_t bytes)
{
    (void)context;
    return malloc(bytes);
}

static void default_deallocate(void *context, void *block, size_t bytes)
{
    (void)context;
    (void)bytes;
    free(block);
}

const struct fr_allocator fr_default_allocator = {default_allocate, default_deallocate, NULL};

void *fr_allocate(const struct fr_allocator *allocator, size_t count, size_t size)
{
    if (count == 0 || size == 0 || count > SIZE_MAX / size)
        return NULL;
    return allocator->allocate(allocator->context, count * size);
}

void *fr_allocate_zeroed(const struct fr_allocator *allocator, size_t count, size_t size)
{
    void *block = fr_allocate(allocator, count, size);
    if (block)
        memset(block, 0, count * size);
    return block;
}

bool fr_resize(const struct fr_allocator *allocator, void *array, size_t count, size_t *capacity,
               size_t size, size_t wanted)
{
    void *items;
    void *block = fr_allocate(allocator, wanted, size);
    if (!block)
        return false;
    memcpy(&items, array, sizeof items);
    if (count > 0)
        memcpy(block, items, count * size);
    fr_deallocate(allocator, items, *capacity, size);
    memcpy(array, &block, sizeof block);
    *capacity = wanted;
    return true;
}

bool fr_reserve_beyond(const struct fr_allocator *allocator, void *array, size_t count, size_t more,
                       size_t *capacity, size_t size)
{
    const size_t least = *capacity < 64 ? 64 : *capacity;
    const size_t larger = 2 * least < count + more ? 2 * (count + more) : 2 * least;
    return fr_resize(allocator, array, count, capacity, size, larger);
}

bool fr_enlarge(const struct fr_allocator *allocator, const struct fr_growing *arrays, size_t count,
                size_t *capacity, size_t wanted)
{
    void *fresh[FR_MOST_GROWING], *items;
    for (size_t i = 0; i < count; i++)
        if (!(fresh[i] = fr_allocate_zeroed(allocator, wanted, arrays[i].size))) {
            while (i-- > 0)
                fr_deallocate(allocator, fresh[i], wanted, arrays[i].size);
            return false;
        }
    for (size_t i = 0; i < count; i++) {
        const size_t size = arrays[i].size;
        memcpy(&items, arrays[i].array, sizeof items);
        if (*capacity > 0)
            memcpy(fresh[i], items, *capacity * size);
        fr_deallocate(allocator, items, *capacity, size);
        memcpy(arrays[i].array, &fresh[i], sizeof fresh[i]);
    }
    *capacity = wanted;
    return true;
}

void fr_deallocate(const struct fr_allocator *allocator, void *block, size_t count, size_t size)
{
    if (block)
        allocator->deallocate(allocator->context, block, count * size);
}

static void *counting_allocate(void *context, size_t bytes)
{
    struct fr_counting_allocator *counting = context;
    counting->allocations++;
    const bool over =
        counting->limit_bytes != 0 &&
        (bytes > counting->limit_bytes || counting->live_bytes > counting->limit_bytes - bytes);
    void *block = over || counting->allocations == counting->fail_at ? NULL : malloc(bytes);
    if (!block) {
        counting->refused++;
        return NULL;
    }
    counting->live_bytes += bytes;
    if (counting->live_bytes > counting->peak_bytes)
        counting->peak_bytes = counting->live_bytes;
    return block;
}

static void counting_deallocate(void *context, void *block, size_t bytes)
{
    struct fr_counting_allocator *counting = context;
    counting->live_bytes -= bytes;
    free(block);
}

void fr_counting_allocator_init(struct fr_counting_allocator *counting)
{
    *counting = (struct fr_counting_allocator){
        .allocator = {counting_allocate, counting_deallocate, counting}};
}
