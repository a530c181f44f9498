#include "algorithms/grid/run_rows.h"

#include <string.h>

#include "maps/bits.h"

enum fr_status run_rows_init(struct run_rows *rows, const struct fr_map *map,
                             const struct fr_allocator *allocator)
{
    *rows = (struct run_rows){.map = map, .allocator = allocator};
    uint32_t *first = fr_allocate_zeroed(allocator, (size_t)map->height + 3, sizeof *first);
    if (!first)
        return FR_NO_MEMORY;
    rows->first = first + 1;
    return FR_OK;
}

void run_rows_release(struct run_rows *rows)
{
    fr_deallocate(rows->allocator, rows->runs, rows->capacity, sizeof *rows->runs);
    fr_deallocate(rows->allocator, rows->first - 1, (size_t)rows->map->height + 3,
                  sizeof *rows->first);
}

/* Writes the runs of a row and returns their number. A bit that differs from the previous bit
 * begins a run, or is the first after one. */
static size_t read_row(const struct fr_map *map, int32_t y, struct run *out)
{
    const uint64_t *row = fr_map_row(map, y);
    struct run *const begin = out;
    uint64_t last = 0;
    for (int32_t word = 0; word < map->row_words; word++) {
        const uint64_t bits = row[word];
        for (uint64_t edges = bits ^ (bits << 1 | last); edges; edges &= edges - 1) {
            const int bit = fr_lowest_bit(edges);
            const uint16_t x = (uint16_t)(64 * word + bit);
            if (bits >> bit & 1)
                *out = (struct run){{x, x}, RUN_NONE};
            else
                out++->span.right = (uint16_t)(x - 1);
        }
        last = bits >> 63;
    }
    return (size_t)(out - begin);
}

/* Rows being read. */
struct reading {
    struct run *runs;
    size_t count, capacity;
    uint32_t *ends; /* by row: the end of its runs */
};

/* False if out of memory. */
static bool read_rows(const struct run_rows *rows, int32_t top, int32_t bottom,
                      struct reading *reading)
{
    const size_t most = (size_t)rows->map->width / 2 + 1;
    reading->ends = fr_allocate(rows->allocator, (size_t)(bottom - top) + 1, sizeof *reading->ends);
    for (int32_t y = top; reading->ends && y <= bottom; y++) {
        if (!fr_reserve(rows->allocator, &reading->runs, reading->count, most, &reading->capacity,
                        sizeof *reading->runs))
            return false;
        reading->count += read_row(rows->map, y, reading->runs + reading->count);
        reading->ends[y - top] = (uint32_t)reading->count;
    }
    return reading->ends;
}

/* Replaces the old runs with those just read. False if out of memory. */
static bool replace(struct run_rows *rows, int32_t top, int32_t bottom,
                    const struct reading *reading)
{
    const size_t before = rows->first[top], behind = rows->first[bottom + 1];
    const size_t stale = behind - before, fresh = reading->count;
    if ((fresh > stale || !rows->runs) && /* neither shrinking nor an empty array ever fails */
        !fr_reserve(rows->allocator, &rows->runs, rows->count, fresh > stale ? fresh - stale : 1,
                    &rows->capacity, sizeof *rows->runs))
        return false;
    struct run *const runs = rows->runs;
    memmove(runs + before + fresh, runs + behind, (rows->count - behind) * sizeof *runs);
    memcpy(runs + before, reading->runs, fresh * sizeof *runs);
    for (int32_t y = top; y <= bottom; y++)
        rows->first[y + 1] = (uint32_t)before + reading->ends[y - top];
    for (int32_t y = bottom + 2; y <= rows->map->height + 1; y++)
        rows->first[y] += (uint32_t)(fresh - stale);
    rows->count += fresh - stale;
    return true;
}

enum fr_status run_rows_read(struct run_rows *rows, int32_t top, int32_t bottom)
{
    struct reading reading = {0};
    const bool done =
        read_rows(rows, top, bottom, &reading) && replace(rows, top, bottom, &reading);
    fr_deallocate(rows->allocator, reading.runs, reading.capacity, sizeof *reading.runs);
    fr_deallocate(rows->allocator, reading.ends, (size_t)(bottom - top) + 1, sizeof *reading.ends);
    return done ? FR_OK : FR_NO_MEMORY;
}
