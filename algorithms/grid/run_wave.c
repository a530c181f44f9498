#include "algorithms/grid/run_wave.h"

#include "algorithms/steps/generation.h"
#include "maps/bits.h"

enum fr_status run_wave_init(struct run_wave *wave, const struct core_graph *core)
{
    *wave = (struct run_wave){.core = core, .ends.core = core};
    return run_wave_refresh(wave);
}

enum fr_status run_wave_refresh(struct run_wave *wave)
{
    const struct fr_allocator *allocator = wave->core->corridors->rows.allocator;
    const size_t capacity = wave->core->fork_capacity;
    if (capacity == wave->fork_capacity)
        return FR_OK;
    fr_deallocate(allocator, wave->forks, wave->fork_capacity, sizeof *wave->forks);
    wave->forks = fr_allocate_zeroed(allocator, capacity, sizeof *wave->forks);
    wave->fork_capacity = wave->forks ? capacity : 0;
    wave->search = 0;
    return wave->forks ? FR_OK : FR_NO_MEMORY;
}

void run_wave_release(struct run_wave *wave)
{
    const struct fr_allocator *allocator = wave->core->corridors->rows.allocator;
    fr_deallocate(allocator, wave->labels, wave->label_capacity, sizeof *wave->labels);
    fr_deallocate(allocator, wave->forks, wave->fork_capacity, sizeof *wave->forks);
    run_ends_release(&wave->ends);
}

static inline void put(struct run_wave *wave, uint32_t number)
{
    struct wave_label *label = &wave->labels[number];
    const uint64_t differs = label->key ^ wave->key;
    const int bucket = differs ? fr_highest_bit(differs) : 64;
    label->queued = wave->bucket[bucket];
    wave->bucket[bucket] = number;
    if (differs)
        wave->filled |= (uint64_t)1 << bucket;
}

/* Removes a label with the least key from the open list; RUN_NONE if it is empty. */
static inline uint32_t take(struct run_wave *wave)
{
    if (wave->bucket[64] == RUN_NONE) {
        if (!wave->filled)
            return RUN_NONE;
        const int least = fr_lowest_bit(wave->filled);
        uint32_t number = wave->bucket[least];
        wave->key = UINT64_MAX;
        for (uint32_t i = number; i != RUN_NONE; i = wave->labels[i].queued)
            if (wave->labels[i].key < wave->key)
                wave->key = wave->labels[i].key;
        wave->bucket[least] = RUN_NONE;
        wave->filled &= wave->filled - 1;
        for (uint32_t next; number != RUN_NONE; number = next) {
            next = wave->labels[number].queued;
            put(wave, number);
        }
    }
    const uint32_t number = wave->bucket[64];
    wave->bucket[64] = wave->labels[number].queued;
    return number;
}

/* Reaches the start from a column of its access, at this many steps from the goal. */
static void arrive(struct run_wave *wave, int32_t x, int32_t distance)
{
    const struct run_end *start = &wave->ends.start;
    x = stretch_cross(&start->approach, LOWER, x, &distance);
    distance += abs(x - start->pixel.x);
    if (distance < wave->distance)
        wave->distance = distance;
}

/* Adds a label to a fork in row y and to the open list, unless other labels imply it or no shortest
 * path passes there. False if out of memory. */
static inline bool label(struct run_wave *wave, struct wave_label fresh, int32_t y)
{
    const struct run_end *start = &wave->ends.start;
    const int32_t through =
        fresh.distance + abs(fresh.x - start->pixel.x) + abs(y - start->pixel.y);
    if (through > wave->distance)
        return true;
    fresh.key = (uint64_t)through << 32 | (uint32_t)fresh.distance;
    fresh.next = run_wave_label(wave, fresh.fork);
    for (uint32_t i = fresh.next; i != RUN_NONE; i = wave->labels[i].next)
        if (wave->labels[i].distance + abs(wave->labels[i].x - fresh.x) <= fresh.distance)
            return true;
    if (!fr_reserve(wave->core->corridors->rows.allocator, &wave->labels, wave->label_count, 1,
                    &wave->label_capacity, sizeof *wave->labels))
        return false;
    const uint32_t number = (uint32_t)wave->label_count++;
    wave->labels[number] = fresh;
    wave->forks[fresh.fork] = (struct wave_fork){wave->search, number};
    put(wave, number);
    for (int i = 0; i < start->exit_count; i++)
        if (start->exits[i].fork == fresh.fork) {
            int32_t distance = fresh.distance;
            const int32_t x = stretch_cross(&start->exits[i].stretch, LOWER, fresh.x, &distance);
            arrive(wave, x, distance);
        }
    return true;
}

/* Propagates a label along the lanes of its fork. False if out of memory. */
static inline bool expand(struct run_wave *wave, uint32_t number)
{
    const struct wave_label from = wave->labels[number];
    const struct fork *fork = &wave->core->forks[from.fork];
    wave->expanded++;
    for (uint32_t i = fork->lanes; i < fork->lanes + fork->lane_count; i++) {
        const struct lane *lane = &wave->core->lanes[i];
        if (i == from.back)
            continue;
        struct wave_label fresh = {.fork = lane->to, .back = lane->back};
        fresh.distance = from.distance + passage_cross(&lane->passage, UPPER, from.x, &fresh.x);
        if (!label(wave, fresh, lane->row))
            return false;
    }
    return true;
}

static inline bool spread(struct run_wave *wave)
{
    for (uint32_t number; (number = take(wave)) != RUN_NONE;) {
        if ((int32_t)(wave->labels[number].key >> 32) > wave->distance)
            break;
        if (!expand(wave, number))
            return false;
    }
    return true;
}

static void begin(struct run_wave *wave)
{
    wave->search =
        fr_next_generation(wave->search, wave->forks, wave->fork_capacity, sizeof *wave->forks);
    wave->label_count = 0;
    wave->filled = 0;
    wave->key = 0;
    for (int i = 0; i < WAVE_BUCKETS; i++)
        wave->bucket[i] = RUN_NONE;
    wave->distance = INT32_MAX;
    wave->expanded = 0;
}

/* Labels the forks next to the goal. False if out of memory. */
static bool label_goal(struct run_wave *wave)
{
    const struct run_ends *ends = &wave->ends;
    const struct run_end *goal = &ends->goal;
    int32_t to_access = 0;
    const int32_t access = stretch_cross(&goal->approach, UPPER, goal->pixel.x, &to_access);
    if (ends->joined) {
        int32_t distance = to_access;
        const int32_t x = stretch_cross(&ends->direct, LOWER, access, &distance);
        arrive(wave, x, distance);
    }
    for (int i = 0; i < goal->exit_count; i++) {
        const struct run_exit *exit = &goal->exits[i];
        const struct fork *fork = &wave->core->forks[exit->fork];
        struct wave_label fresh = {.fork = exit->fork, .distance = to_access, .back = RUN_NONE};
        fresh.x = stretch_cross(&exit->stretch, UPPER, access, &fresh.distance);
        if (!label(wave, fresh, fork->row))
            return false;
    }
    return true;
}

enum fr_outcome run_wave_search(struct run_wave *wave, struct fr_pixel start, struct fr_pixel goal)
{
    begin(wave);
    const enum fr_outcome outcome = run_ends_join(&wave->ends, start, goal);
    if (outcome != FR_FOUND)
        return outcome;
    return label_goal(wave) && spread(wave) ? FR_FOUND : FR_OUT_OF_MEMORY;
}
