#include "algorithms/visibility/landmarks.h"

/* Where no way leads: equal to itself, and longer than any way. */
#define UNREACHED 1e30f

static void record(struct landmarks *landmarks, const struct core_search *search, int landmark,
                   double *nearest, double *longest)
{
    for (uint32_t i = 0; i < search->count; i++) {
        const int64_t ticks = search->reached[i].length;
        const double length = (double)ticks / search->ticks;
        landmarks->lengths[(size_t)i * LANDMARKS + (size_t)landmark] =
            ticks == CORE_FAR ? UNREACHED : (float)length;
        if (ticks == CORE_FAR)
            continue;
        nearest[i] = length < nearest[i] ? length : nearest[i];
        *longest = length > *longest ? length : *longest;
    }
}

/* The corner farthest from all landmarks, in a part that has one, or in one that has none. */
static uint32_t farthest(const double *nearest, uint32_t count)
{
    uint32_t at = 0;
    for (uint32_t i = 1; i < count; i++)
        if (nearest[i] > nearest[at])
            at = i;
    return at;
}

static bool measure(struct landmarks *landmarks, struct core_search *search, double *nearest)
{
    double longest = 0;
    uint32_t at = 0;
    for (uint32_t i = 0; i < search->count; i++)
        nearest[i] = UNREACHED;
    search->all_ways = true;
    for (int landmark = 0; landmark < LANDMARKS; landmark++) {
        if (!core_search_begin(search, at))
            return false;
        for (uint32_t next; (next = core_search_settle(search)) != CORE_NONE;)
            if (!core_search_expand(search, next))
                return false;
        record(landmarks, search, landmark, nearest, &longest);
        core_search_end(search);
        at = farthest(nearest, search->count);
    }
    search->all_ways = false;
    /* Two lengths are off by half a unit in the last of 24 places each, and so is their difference. */
    landmarks->slack = longest / (1 << 22);
    return true;
}

enum fr_status landmarks_create(struct landmarks *landmarks, struct core_search *search,
                                const struct fr_allocator *allocator)
{
    const size_t count = (size_t)search->count + 1, corners = search->graph->corner_count + 1;
    *landmarks = (struct landmarks){.allocator = allocator,
                                    .count = search->count,
                                    .corner_count = (uint32_t)search->graph->corner_count};
    double *nearest = fr_allocate(allocator, count, sizeof *nearest);
    landmarks->rows = fr_allocate(allocator, corners, sizeof *landmarks->rows);
    landmarks->lengths = fr_allocate(allocator, count * LANDMARKS, sizeof *landmarks->lengths);
    enum fr_status status = nearest && landmarks->rows && landmarks->lengths ? FR_OK : FR_NO_MEMORY;
    for (size_t i = 0; status == FR_OK && i < search->graph->corner_count; i++)
        landmarks->rows[i] = search->numbers[i];
    if (status == FR_OK && search->count > 0 && !measure(landmarks, search, nearest))
        status = FR_NO_MEMORY;
    fr_deallocate(allocator, nearest, count, sizeof *nearest);
    return status;
}

void landmarks_release(struct landmarks *landmarks)
{
    const struct fr_allocator *allocator = landmarks->allocator;
    if (!allocator)
        return;
    fr_deallocate(allocator, landmarks->rows, (size_t)landmarks->corner_count + 1,
                  sizeof *landmarks->rows);
    fr_deallocate(allocator, landmarks->lengths, ((size_t)landmarks->count + 1) * LANDMARKS,
                  sizeof *landmarks->lengths);
}

struct saved_counts {
    uint32_t core, corners;
    double slack;
};

enum fr_status landmarks_save(const struct landmarks *landmarks, struct fr_bytes *bytes)
{
    const struct saved_counts counts = {landmarks->count, landmarks->corner_count,
                                        landmarks->slack};
    enum fr_status status = fr_bytes_append(bytes, &counts, 1, sizeof counts);
    if (status == FR_OK)
        status = fr_bytes_append(bytes, landmarks->rows, landmarks->corner_count,
                                 sizeof *landmarks->rows);
    return status == FR_OK
               ? fr_bytes_append(bytes, landmarks->lengths, (size_t)landmarks->count * LANDMARKS,
                                 sizeof *landmarks->lengths)
               : status;
}

enum fr_status landmarks_load(struct landmarks *landmarks, const struct fr_allocator *allocator,
                              struct fr_saved *saved)
{
    struct saved_counts counts;
    if (!fr_saved_take(saved, &counts, 1, sizeof counts))
        return FR_BAD_INPUT;
    *landmarks = (struct landmarks){.allocator = allocator,
                                    .count = counts.core,
                                    .corner_count = counts.corners,
                                    .slack = counts.slack};
    const size_t corners = counts.corners, lengths = (size_t)counts.core * LANDMARKS;
    landmarks->rows =
        fr_saved_array(saved, allocator, corners, corners + 1, sizeof *landmarks->rows);
    landmarks->lengths =
        fr_saved_array(saved, allocator, lengths, lengths + LANDMARKS, sizeof *landmarks->lengths);
    return saved->status;
}
