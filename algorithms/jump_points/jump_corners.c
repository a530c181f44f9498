#include "algorithms/jump_points/jump_corners.h"

static uint64_t corner_bits(const struct fr_jump_plane *plane, int32_t y, int32_t word)
{
    const struct fr_jump_word bits = fr_jump_word(plane, y, word);
    uint64_t corners = 0;
    for (int way = 0; way < FR_JUMP_WAYS; way++)
        corners |= bits.left[way] | bits.right[way];
    return corners;
}

static void keep_bits(struct fr_corner_group *groups, uint64_t bits)
{
    for (int i = 0; i < FR_CORNER_GROUPS; i++)
        groups[i].bits = (uint16_t)(bits >> 16 * i);
}

/* Finds the corners in rows [top, bottom) and words [left, right); recounts these rows and shifts
 * the numbers of the rows below. */
static void find_corners(struct fr_jump_corners *corners, int32_t top, int32_t bottom, int32_t left,
                         int32_t right)
{
    const struct fr_jump_plane plane = fr_jump_rows(corners->map);
    const uint32_t old_end = corners->first[bottom];
    for (int32_t y = top; y < bottom; y++) {
        struct fr_corner_group *groups = corners->groups + (ptrdiff_t)y * corners->row_groups;
        uint32_t count = 0;
        for (int32_t word = left; word < right; word++)
            keep_bits(groups + word * FR_CORNER_GROUPS, corner_bits(&plane, y, word));
        for (int32_t group = 0; group < corners->row_groups; group++) {
            groups[group].before = (uint16_t)count;
            count += (uint32_t)fr_popcount(groups[group].bits);
        }
        corners->first[y + 1] = corners->first[y] + count;
    }
    const uint32_t moved = corners->first[bottom] - old_end;
    for (int32_t y = bottom + 1; y <= plane.lines; y++)
        corners->first[y] += moved;
}

static size_t group_count(const struct fr_jump_corners *corners)
{
    return (size_t)corners->map->height * (size_t)corners->row_groups;
}

enum fr_status fr_jump_corners_init(struct fr_jump_corners *corners, const struct fr_map *map,
                                    const struct fr_allocator *allocator)
{
    *corners = (struct fr_jump_corners){
        .map = map, .allocator = allocator, .row_groups = map->row_words * FR_CORNER_GROUPS};
    corners->groups = fr_allocate_zeroed(allocator, group_count(corners), sizeof *corners->groups);
    corners->first = fr_allocate_zeroed(allocator, (size_t)map->height + 1, sizeof *corners->first);
    if (!corners->groups || !corners->first)
        return FR_NO_MEMORY;
    find_corners(corners, 0, map->height, 0, map->row_words);
    return FR_OK;
}

void fr_jump_corners_update(struct fr_jump_corners *corners, struct fr_rect rect)
{
    const struct fr_map *map = corners->map;
    const int64_t right = (int64_t)rect.x + rect.width + 2;
    const int64_t bottom = (int64_t)rect.y + rect.height + 2;
    const int32_t left = rect.x < 2 ? 0 : rect.x - 2, top = rect.y < 2 ? 0 : rect.y - 2;
    if (rect.width <= 0 || rect.height <= 0 || right <= 0 || bottom <= 0 || left >= map->width ||
        top >= map->height)
        return;
    find_corners(corners, top, bottom > map->height ? map->height : (int32_t)bottom, left / 64,
                 right > map->width ? map->row_words : (int32_t)right / 64 + 1);
}

void fr_jump_corners_release(struct fr_jump_corners *corners)
{
    if (!corners->map)
        return;
    fr_deallocate(corners->allocator, corners->groups, group_count(corners),
                  sizeof *corners->groups);
    fr_deallocate(corners->allocator, corners->first, (size_t)corners->map->height + 1,
                  sizeof *corners->first);
}
