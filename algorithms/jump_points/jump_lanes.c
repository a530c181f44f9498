#include "algorithms/jump_points/jump_lanes.h"

/* Padded as in maps/map.c: by a row and a word before and after. */
static size_t padded_words(const struct fr_lanes *lanes)
{
    return 2 + (size_t)lanes->words * ((size_t)lanes->count + 2);
}

static uint64_t *allocate_turned(const struct fr_jump_lanes *lanes)
{
    const struct fr_lanes *columns = &lanes->columns;
    uint64_t *words = fr_allocate_zeroed(lanes->allocator, padded_words(columns), sizeof *words);
    return words ? words + 1 + columns->words : NULL;
}

static void deallocate_turned(const struct fr_jump_lanes *lanes, uint64_t *turned)
{
    const struct fr_lanes *columns = &lanes->columns;
    if (turned)
        fr_deallocate(lanes->allocator, turned - 1 - columns->words, padded_words(columns),
                      sizeof *turned);
}

static bool allocate_lanes(const struct fr_jump_lanes *lanes, struct fr_lanes *of, int32_t count,
                           int32_t length)
{
    *of = (struct fr_lanes){.count = count, .length = length, .words = length / 64 + 1};
    struct fr_lane_word *words =
        fr_allocate_zeroed(lanes->allocator, padded_words(of), sizeof *words);
    of->at = words ? words + 1 + of->words : NULL;
    return words != NULL;
}

static void deallocate_lanes(const struct fr_jump_lanes *lanes, const struct fr_lanes *of)
{
    if (of->at)
        fr_deallocate(lanes->allocator, of->at - 1 - of->words, padded_words(of), sizeof *of->at);
}

/* Transposes 64x64 bits in place, by swapping ever smaller quarters across the diagonal. */
static void transpose(uint64_t block[64])
{
    uint64_t mask = UINT32_MAX;
    for (unsigned half = 32; half > 0; half /= 2, mask ^= mask << half)
        for (unsigned row = 0; row < 64; row = (row + half + 1) & ~half) {
            const uint64_t swapped = (block[row] >> half ^ block[row + half]) & mask;
            block[row] ^= swapped << half;
            block[row + half] ^= swapped;
        }
}

/* Words of a plane that a change touches: lines [top, bottom), words [left, right) of each. */
struct extent {
    int32_t top, bottom, left, right;
};

/* Updates the columns of a transposed copy that a rectangle of 64x64 blocks covers. */
static void turn_bits(const struct fr_jump_lanes *lanes, const uint64_t *from, uint64_t *to,
                      const struct extent *blocks)
{
    const struct fr_map *map = lanes->map;
    for (int32_t down = blocks->top; down < blocks->bottom; down++)
        for (int32_t across = blocks->left; across < blocks->right; across++) {
            uint64_t block[64] = {0};
            for (int32_t i = 0; i < 64 && down * 64 + i < map->height; i++)
                block[i] = from[(ptrdiff_t)(down * 64 + i) * map->row_words + across];
            transpose(block);
            for (int32_t i = 0; i < 64 && across * 64 + i < map->width; i++)
                to[(ptrdiff_t)(across * 64 + i) * lanes->columns.words + down] = block[i];
        }
}

static struct fr_jump_plane plane_of_columns(const struct fr_jump_lanes *lanes)
{
    return (struct fr_jump_plane){lanes->columns.length,         lanes->columns.count,
                                  lanes->columns.words,          lanes->turned,
                                  lanes->turned_walls[FR_SOUTH], lanes->turned_walls[FR_EAST]};
}

static void refresh_lanes(const struct fr_jump_plane *plane, const struct fr_lanes *lanes,
                          const struct extent *extent)
{
    for (int32_t line = extent->top; line < extent->bottom; line++)
        for (int32_t word = extent->left; word < extent->right; word++) {
            const struct fr_jump_word bits = fr_jump_word(plane, line, word);
            lanes->at[(ptrdiff_t)line * lanes->words + word] = (struct fr_lane_word){
                .open = bits.ahead,
                .forward = bits.left[FR_JUMP_AHEAD] | bits.right[FR_JUMP_AHEAD],
                .backward = bits.left[FR_JUMP_BACK] | bits.right[FR_JUMP_BACK],
                .block = bits.block};
        }
}

static int32_t clipped(int64_t value, int32_t most)
{
    return value < 0 ? 0 : value > most ? most : (int32_t)value;
}

/* Updates all that depends on pixels [left, right) x [top, bottom), or edge walls in them. */
static void refresh(struct fr_jump_lanes *lanes, int64_t left, int64_t right, int64_t top,
                    int64_t bottom)
{
    const struct fr_map *map = lanes->map;
    const int32_t x0 = clipped(left, map->width), x1 = clipped(right, map->width);
    const int32_t y0 = clipped(top, map->height), y1 = clipped(bottom, map->height);
    if (x0 >= x1 || y0 >= y1)
        return;
    const struct extent blocks = {y0 / 64, (y1 - 1) / 64 + 1, x0 / 64, (x1 - 1) / 64 + 1};
    turn_bits(lanes, map->walkable, lanes->turned, &blocks);
    for (int side = 0; side < 2 && lanes->turned_walls[0]; side++)
        turn_bits(lanes, map->walls[side], lanes->turned_walls[side], &blocks);
    const struct fr_jump_plane rows = fr_jump_rows(map), columns = plane_of_columns(lanes);
    refresh_lanes(&rows, &lanes->rows,
                  &(struct extent){y0, y1, x0 / 64, clipped(x1 / 64 + 1, rows.words)});
    refresh_lanes(&columns, &lanes->columns,
                  &(struct extent){x0, x1, y0 / 64, clipped(y1 / 64 + 1, columns.words)});
}

static enum fr_status follow_walls(struct fr_jump_lanes *lanes)
{
    for (int side = 0; side < 2 && lanes->map->walls[0]; side++) {
        if (!lanes->turned_walls[side])
            lanes->turned_walls[side] = allocate_turned(lanes);
        if (!lanes->turned_walls[side])
            return FR_NO_MEMORY;
    }
    return FR_OK;
}

enum fr_status fr_jump_lanes_init(struct fr_jump_lanes *lanes, const struct fr_map *map,
                                  const struct fr_allocator *allocator)
{
    *lanes = (struct fr_jump_lanes){.map = map, .allocator = allocator};
    if (!allocate_lanes(lanes, &lanes->rows, map->height, map->width) ||
        !allocate_lanes(lanes, &lanes->columns, map->width, map->height))
        return FR_NO_MEMORY;
    lanes->turned = allocate_turned(lanes);
    if (!lanes->turned || follow_walls(lanes) != FR_OK)
        return FR_NO_MEMORY;
    refresh(lanes, 0, map->width, 0, map->height);
    return FR_OK;
}

enum fr_status fr_jump_lanes_update(struct fr_jump_lanes *lanes, struct fr_rect rect)
{
    const bool first_wall = lanes->map->walls[0] && !lanes->turned_walls[0];
    if (follow_walls(lanes) != FR_OK)
        return FR_NO_MEMORY;
    if (first_wall)
        refresh(lanes, 0, lanes->map->width, 0, lanes->map->height);
    else if (rect.width > 0 && rect.height > 0)
        refresh(lanes, (int64_t)rect.x - 2, (int64_t)rect.x + rect.width + 2, (int64_t)rect.y - 2,
                (int64_t)rect.y + rect.height + 2);
    return FR_OK;
}

void fr_jump_lanes_release(struct fr_jump_lanes *lanes)
{
    if (!lanes->map)
        return;
    deallocate_lanes(lanes, &lanes->rows);
    deallocate_lanes(lanes, &lanes->columns);
    deallocate_turned(lanes, lanes->turned);
    for (int side = 0; side < 2; side++)
        deallocate_turned(lanes, lanes->turned_walls[side]);
}
