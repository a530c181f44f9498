#include "algorithms/saved.h"

#include <string.h>

#include "algorithms/front.h"
#include "maps/checksum.h"

#define MAGIC "footrac2"

/* The header of a saved state. The checksum covers everything after it. */
struct frame {
    char magic[8];
    uint64_t checksum;
    uint64_t machine; /* sizeof(size_t); another byte order fails the checksum */
    uint64_t writer;  /* hash of back end, layout and options */
    uint64_t map;     /* fr_map_mark */
    uint64_t count;   /* bytes after the header */
};

enum { CHECKED = offsetof(struct frame, machine) };

enum fr_status fr_bytes_append(struct fr_bytes *bytes, const void *items, size_t count, size_t size)
{
    if (count == 0)
        return FR_OK;
    if (count > (SIZE_MAX / 2 - bytes->count) / size)
        return FR_NO_MEMORY;
    if (!fr_reserve(bytes->allocator, &bytes->items, bytes->count, count * size, &bytes->capacity,
                    sizeof *bytes->items))
        return FR_NO_MEMORY;
    memcpy(bytes->items + bytes->count, items, count * size);
    bytes->count += count * size;
    return FR_OK;
}

void fr_bytes_release(struct fr_bytes *bytes)
{
    fr_deallocate(bytes->allocator, bytes->items, bytes->capacity, sizeof *bytes->items);
    *bytes = (struct fr_bytes){.allocator = bytes->allocator};
}

void fr_saved_pass(struct fr_saved *saved, void *items, size_t count, size_t size)
{
    if (saved->status != FR_OK)
        return;
    if (saved->bytes) {
        saved->status = fr_bytes_append(saved->bytes, items, count, size);
        return;
    }
    if (count > saved->left / size) {
        saved->status = FR_BAD_INPUT;
        return;
    }
    if (count > 0)
        memcpy(items, saved->at, count * size);
    saved->at += count * size;
    saved->left -= count * size;
}

void fr_saved_array(struct fr_saved *saved, void *array, size_t count, size_t room, size_t size)
{
    void *items;
    memcpy(&items, array, sizeof items);
    if (fr_saved_loaded(saved) && room > 0 && count <= saved->left / size) {
        items = fr_allocate(saved->allocator, room, size);
        memcpy(array, &items, sizeof items);
        saved->status = items ? FR_OK : FR_NO_MEMORY;
    }
    fr_saved_pass(saved, items, count, size);
}

bool fr_saved_lists(const uint32_t *first, size_t count, uint32_t last)
{
    for (size_t i = 0; i < count; i++)
        if (first[i] > first[i + 1])
            return false;
    return first[0] == 0 && first[count] == last;
}

static uint64_t machine_mark(void)
{
    return sizeof(size_t);
}

static uint64_t writer_mark(const struct fr_pathfinder *pathfinder,
                            const struct fr_option_values *options)
{
    uint64_t sum = fr_checksum(pathfinder->name, strlen(pathfinder->name));
    sum = fr_checksum_mix(sum, (uint64_t)pathfinder->saved_layout);
    for (int i = 0; i < pathfinder->option_count; i++)
        sum = fr_checksum_mix(sum, (uint64_t)options->at[i]);
    return sum;
}

enum fr_status fr_state_save(const struct fr_pathfinder *pathfinder, const struct fr_state *state,
                             const struct fr_map *map, const struct fr_option_values *options,
                             struct fr_bytes *bytes)
{
    struct frame frame = {.magic = MAGIC,
                          .machine = machine_mark(),
                          .writer = writer_mark(pathfinder, options),
                          .map = fr_map_mark(map)};
    if (!pathfinder->save)
        return FR_UNSUPPORTED;
    bytes->count = 0;
    enum fr_status status = fr_bytes_append(bytes, &frame, 1, sizeof frame);
    if (status == FR_OK)
        status = pathfinder->save(state, bytes);
    if (status != FR_OK) {
        bytes->count = 0;
        return status;
    }
    frame.count = bytes->count - sizeof frame;
    memcpy(bytes->items, &frame, sizeof frame);
    frame.checksum = fr_checksum(bytes->items + CHECKED, bytes->count - CHECKED);
    memcpy(bytes->items, &frame, sizeof frame);
    return FR_OK;
}

enum fr_status fr_state_load(const struct fr_pathfinder *pathfinder, const struct fr_map *map,
                             const struct fr_option_values *options,
                             const struct fr_allocator *allocator, const void *bytes, size_t count,
                             struct fr_state **state)
{
    struct fr_saved saved = {.at = bytes, .left = count, .allocator = allocator};
    struct frame frame;
    struct fr_state *fresh;
    if (!pathfinder->load)
        return FR_UNSUPPORTED;
    fr_saved_pass(&saved, &frame, 1, sizeof frame);
    if (saved.status != FR_OK || memcmp(frame.magic, MAGIC, sizeof frame.magic) != 0)
        return FR_BAD_INPUT;
    if (frame.checksum != fr_checksum((const uint8_t *)bytes + CHECKED, count - CHECKED) ||
        frame.count != saved.left)
        return FR_BAD_INPUT;
    if (frame.machine != machine_mark() || frame.writer != writer_mark(pathfinder, options) ||
        frame.map != fr_map_mark(map))
        return FR_UNSUPPORTED;
    const enum fr_status status = fr_load(pathfinder, map, options, allocator, &saved, &fresh);
    if (status != FR_OK)
        return status;
    if (saved.left > 0) {
        fr_release(pathfinder, fresh);
        return FR_BAD_INPUT;
    }
    *state = fresh;
    return FR_OK;
}
