#include "maps/analysis/erode.h"

#include <string.h>

/* The remaining floor as bits, and work rows. Rows are padded by a word of 0 at both ends, so that
 * bits shifted in are wall. */
struct erosion {
    struct fr_map *map;
    int32_t reach;         /* the radius rounded down to whole pixels */
    uint64_t *kept;        /* height rows of row_words */
    uint64_t *row, *spare; /* one row each, the first word after the padding */
    uint64_t *padded[2];   /* the allocated blocks */
    size_t padded_words, kept_words;
};

const char *fr_agent_shape_name(enum fr_agent_shape shape)
{
    static const char *const names[] = {"square", "pentagon", "hexagon", "disc"};
    return names[shape];
}

/* Packs eight area ids as bits, 1 for floor, the first in the lowest bit: the high bit of each byte
 * is set if the byte is not 0, and a multiplication gathers the eight bits at the top. */
static uint64_t pack_eight(const uint8_t *areas)
{
    uint64_t bytes = 0;
    for (int i = 0; i < 8; i++)
        bytes |= (uint64_t)areas[i] << 8 * i;
    const uint64_t low = UINT64_C(0x7F7F7F7F7F7F7F7F);
    const uint64_t high = (((bytes & low) + low) | bytes) & ~low;
    return (high >> 7) * UINT64_C(0x0102040810204080) >> 56;
}

/* The floor of row y as bits. */
static void pack_row(const struct fr_map *map, int32_t y, uint64_t *row)
{
    const uint8_t *areas = map->areas + (size_t)y * (size_t)map->width;
    memset(row, 0, (size_t)map->row_words * sizeof *row);
    int32_t x = 0;
    for (; x + 8 <= map->width; x += 8)
        row[x / 64] |= pack_eight(areas + x) << (x & 63);
    for (; x < map->width; x++)
        row[x / 64] |= (uint64_t)(areas[x] != 0) << (x & 63);
}

/* Keeps the pixels of a row whose neighbours `step` pixels to the left and right are set, too. */
static void narrow(const uint64_t *from, uint64_t *to, int32_t words, int32_t step)
{
    for (int32_t i = 0; i < words; i++)
        to[i] = from[i] & (from[i] << step | from[i - 1] >> (64 - step)) &
                (from[i] >> step | from[i + 1] << (64 - step));
}

/* Widens the erosion of a row from *width pixels on each side to the wanted number. A step of up to
 * 2 * width + 1 leaves no gap between the combined intervals. */
static void widen(struct erosion *erosion, int32_t *width, int32_t wanted)
{
    while (*width < wanted) {
        int32_t step = wanted - *width;
        step = step > 2 * *width + 1 ? 2 * *width + 1 : step;
        step = step > 63 ? 63 : step;
        narrow(erosion->row, erosion->spare, erosion->map->row_words, step);
        uint64_t *eroded = erosion->spare;
        erosion->spare = erosion->row;
        erosion->row = eroded;
        *width += step;
    }
}

static void intersect(uint64_t *to, const uint64_t *with, int32_t words)
{
    for (int32_t i = 0; i < words; i++)
        to[i] &= with[i];
}

/* Combines each row with the rows up to `reach` above and below it, which are eroded less the
 * farther away they are. */
static void erode_disc(struct erosion *erosion, int32_t radius)
{
    const int32_t words = erosion->map->row_words, height = erosion->map->height;
    const int64_t square = (int64_t)radius * radius;
    memset(erosion->kept, 0xff, erosion->kept_words * sizeof *erosion->kept);
    for (int32_t y = 0; y < height; y++) {
        int32_t width = 0, wanted = 0;
        pack_row(erosion->map, y, erosion->row);
        for (int32_t dy = erosion->reach; dy >= 0; dy--) {
            while (4 * ((int64_t)(wanted + 1) * (wanted + 1) + (int64_t)dy * dy) <= square)
                wanted++;
            widen(erosion, &width, wanted);
            if (y - dy >= erosion->reach)
                intersect(erosion->kept + (ptrdiff_t)(y - dy) * words, erosion->row, words);
            if (y + dy < height - erosion->reach && dy > 0)
                intersect(erosion->kept + (ptrdiff_t)(y + dy) * words, erosion->row, words);
        }
    }
}

/* Combines rows that were eroded sideways, each with those below it, in doubling heights; the
 * result for the whole square then belongs to its middle row. */
static void erode_square(struct erosion *erosion)
{
    const int32_t words = erosion->map->row_words, height = erosion->map->height;
    const int32_t side = 2 * erosion->reach + 1;
    for (int32_t y = 0; y < height; y++) {
        int32_t width = 0;
        pack_row(erosion->map, y, erosion->row);
        widen(erosion, &width, erosion->reach);
        memcpy(erosion->kept + (ptrdiff_t)y * words, erosion->row, (size_t)words * 8);
    }
    for (int32_t covered = 1; covered < side;) {
        const int32_t step = covered < side - covered ? covered : side - covered;
        for (int32_t y = 0; y + step < height; y++)
            intersect(erosion->kept + (ptrdiff_t)y * words,
                      erosion->kept + (ptrdiff_t)(y + step) * words, words);
        covered += step;
    }
    for (int32_t y = height - 1 - erosion->reach; y >= erosion->reach; y--)
        memcpy(erosion->kept + (ptrdiff_t)y * words,
               erosion->kept + (ptrdiff_t)(y - erosion->reach) * words, (size_t)words * 8);
}

static void apply(const struct erosion *erosion)
{
    struct fr_map *map = erosion->map;
    memset(erosion->row, 0, (size_t)map->row_words * sizeof *erosion->row);
    for (int32_t y = 0; y < map->height; y++) {
        const bool rim = y < erosion->reach || y >= map->height - erosion->reach;
        fr_map_keep(map, y, rim ? erosion->row : erosion->kept + (ptrdiff_t)y * map->row_words);
    }
}

static bool allocate(struct erosion *erosion)
{
    const struct fr_map *map = erosion->map;
    erosion->padded_words = (size_t)map->row_words + 2;
    erosion->kept_words = (size_t)map->row_words * (size_t)map->height;
    erosion->kept = fr_allocate(map->allocator, erosion->kept_words, sizeof *erosion->kept);
    for (int i = 0; i < 2; i++)
        erosion->padded[i] =
            fr_allocate_zeroed(map->allocator, erosion->padded_words, sizeof *erosion->kept);
    if (!erosion->kept || !erosion->padded[0] || !erosion->padded[1])
        return false;
    erosion->row = erosion->padded[0] + 1;
    erosion->spare = erosion->padded[1] + 1;
    return true;
}

static void deallocate(struct erosion *erosion)
{
    const struct fr_allocator *allocator = erosion->map->allocator;
    fr_deallocate(allocator, erosion->kept, erosion->kept_words, sizeof *erosion->kept);
    for (int i = 0; i < 2; i++)
        fr_deallocate(allocator, erosion->padded[i], erosion->padded_words, sizeof *erosion->kept);
}

enum fr_status fr_erode(struct fr_map *map, struct fr_agent agent)
{
    struct erosion erosion = {.map = map, .reach = agent.radius / 2};
    if ((agent.shape != FR_SQUARE && agent.shape != FR_DISC) || map->wall_count > 0)
        return FR_UNSUPPORTED;
    if (erosion.reach == 0)
        return FR_OK;
    const bool whole = allocate(&erosion);
    if (whole && agent.shape == FR_SQUARE)
        erode_square(&erosion);
    else if (whole)
        erode_disc(&erosion, agent.radius);
    if (whole)
        apply(&erosion);
    deallocate(&erosion);
    return whole ? FR_OK : FR_NO_MEMORY;
}
