#include "algorithms/visibility/landmarks.h"

/* The length where no path exists: longer than any path. */
#define UNREACHED 1e30f

/* Lengths before they are rounded. */
struct landmark_plan {
    struct fr_work_progress progress;
    struct landmarks *landmarks;
    struct core_search *search;
    uint32_t next;  /* the corner that becomes a landmark next */
    float *lengths; /* pixels, in the order of the landmarks' lengths; UNREACHED: no path */
    double *nearest;
    double longest;
};

static void record(struct landmark_plan *plan, size_t landmark)
{
    const struct core_search *search = plan->search;
    for (uint32_t i = 0; i < search->count; i++) {
        const int64_t ticks = search->reached[i].length;
        const double length = (double)ticks / search->ticks;
        plan->lengths[(size_t)i * LANDMARKS + landmark] =
            ticks == CORE_FAR ? UNREACHED : (float)length;
        if (ticks == CORE_FAR)
            continue;
        plan->nearest[i] = length < plan->nearest[i] ? length : plan->nearest[i];
        plan->longest = length > plan->longest ? length : plan->longest;
    }
}

/* The corner farthest from all landmarks; corners that no landmark reaches are the farthest. */
static uint32_t farthest(const double *nearest, uint32_t count)
{
    uint32_t at = 0;
    for (uint32_t i = 1; i < count; i++)
        if (nearest[i] > nearest[at])
            at = i;
    return at;
}

static enum fr_status measure(void *context, struct fr_work *work)
{
    struct landmark_plan *plan = context;
    struct core_search *search = plan->search;
    search->all_ways = true;
    for (size_t *i = &plan->progress.item; search->count > 0 && *i < LANDMARKS; (*i)++) {
        if (fr_work_pauses(work))
            return FR_OK;
        const int64_t before = core_search_units(search);
        bool has_memory = core_search_begin(search, plan->next);
        for (uint32_t at; has_memory && (at = core_search_settle(search)) != CORE_NONE;)
            has_memory = core_search_expand(search, at);
        if (!has_memory)
            return FR_NO_MEMORY;
        record(plan, *i);
        core_search_end(search);
        plan->next = farthest(plan->nearest, search->count);
        work->left -= core_search_units(search) - before;
    }
    search->all_ways = false;
    return FR_OK;
}

/* Rounds lengths down to whole steps, the finest that fit. */
static void round_lengths(const struct landmark_plan *plan)
{
    struct landmarks *landmarks = plan->landmarks;
    landmarks->step = plan->longest > 0 ? plan->longest / (LANDMARKS_FAR - 1) : 1;
    for (size_t i = 0; i < (size_t)landmarks->count * LANDMARKS; i++) {
        const float length = plan->lengths[i];
        landmarks->lengths[i] =
            (int16_t)(length < UNREACHED ? length / landmarks->step : LANDMARKS_FAR);
    }
}

static enum fr_status begin(struct landmark_plan *plan, const struct fr_allocator *allocator)
{
    struct landmarks *landmarks = plan->landmarks;
    const struct core_search *search = plan->search;
    const size_t count = (size_t)search->count + 1, corners = search->graph->corner_count + 1;
    *landmarks = (struct landmarks){.allocator = allocator,
                                    .count = search->count,
                                    .corner_count = (uint32_t)search->graph->corner_count};
    plan->lengths = fr_allocate(allocator, count * LANDMARKS, sizeof *plan->lengths);
    plan->nearest = fr_allocate(allocator, count, sizeof *plan->nearest);
    landmarks->rows = fr_allocate(allocator, corners, sizeof *landmarks->rows);
    landmarks->lengths = fr_allocate(allocator, count * LANDMARKS, sizeof *landmarks->lengths);
    if (!plan->lengths || !plan->nearest || !landmarks->rows || !landmarks->lengths)
        return FR_NO_MEMORY;
    for (size_t i = 0; i < search->graph->corner_count; i++)
        landmarks->rows[i] = search->numbers[i];
    for (uint32_t i = 0; i < search->count; i++)
        plan->nearest[i] = UNREACHED;
    return FR_OK;
}

enum fr_status landmarks_build(struct landmarks *landmarks, struct core_search *search,
                               const struct fr_allocator *allocator, struct landmark_plan **plan,
                               struct fr_work *work)
{
    static fr_stage *const stages[] = {measure, NULL};
    enum fr_status status = FR_OK;
    if (!*plan) {
        *plan = fr_allocate_zeroed(allocator, 1, sizeof **plan);
        if (!*plan)
            return FR_NO_MEMORY;
        (*plan)->landmarks = landmarks;
        (*plan)->search = search;
        status = begin(*plan, allocator);
    }
    if (status == FR_OK)
        status = fr_stages_run(stages, *plan, &(*plan)->progress, work);
    if (status != FR_OK || work->paused)
        return status;
    round_lengths(*plan);
    landmark_plan_release(*plan);
    *plan = NULL;
    return FR_OK;
}

void landmark_plan_release(struct landmark_plan *plan)
{
    if (!plan)
        return;
    const struct fr_allocator *allocator = plan->landmarks->allocator;
    const size_t count = (size_t)plan->landmarks->count + 1;
    fr_deallocate(allocator, plan->lengths, count * LANDMARKS, sizeof *plan->lengths);
    fr_deallocate(allocator, plan->nearest, count, sizeof *plan->nearest);
    fr_deallocate(allocator, plan, 1, sizeof *plan);
}

/* A lower bound in pixels on a difference of two lengths that were rounded down; a hundredth of a
 * step covers the error of the rounding itself. */
static double in_pixels(const struct landmarks *landmarks, int16_t steps)
{
    return fr_rounded((steps - 1.01) * landmarks->step);
}

/* This function and the next are not inline: compilers vectorise their loops only outside other
 * loops. */
double landmarks_bound(const struct landmarks *landmarks, uint32_t a, uint32_t b)
{
    const int16_t *to_a = landmarks_row(landmarks, a), *to_b = landmarks_row(landmarks, b);
    int16_t most = 0;
    for (int i = 0; i < LANDMARKS; i++)
        most = landmarks_max(
            most, landmarks_max((int16_t)(to_a[i] - to_b[i]), (int16_t)(to_b[i] - to_a[i])));
    return in_pixels(landmarks, most);
}

double landmarks_beyond(const struct landmarks *landmarks, const int16_t *lengths,
                        const struct landmark_range *range)
{
    int16_t most = 0;
    for (int i = 0; i < LANDMARKS; i++)
        most = landmarks_max(most, landmarks_max((int16_t)(range->nearest[i] - lengths[i]),
                                                 (int16_t)(lengths[i] - range->farthest[i])));
    return in_pixels(landmarks, most);
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

static bool is_sound(const struct landmarks *landmarks)
{
    for (uint32_t i = 0; i < landmarks->corner_count; i++)
        if (landmarks->rows[i] >= landmarks->count && landmarks->rows[i] != CORE_NONE)
            return false;
    for (size_t i = 0; i < (size_t)landmarks->count * LANDMARKS; i++)
        if (landmarks->lengths[i] < 0 || landmarks->lengths[i] > LANDMARKS_FAR)
            return false;
    return landmarks->step > 0;
}

void landmarks_pass(struct landmarks *landmarks, struct fr_saved *saved)
{
    fr_saved_pass(saved, &landmarks->count, 1, sizeof landmarks->count);
    fr_saved_pass(saved, &landmarks->corner_count, 1, sizeof landmarks->corner_count);
    fr_saved_pass(saved, &landmarks->step, 1, sizeof landmarks->step);
    if (fr_saved_loaded(saved))
        landmarks->allocator = saved->allocator;
    const size_t corners = landmarks->corner_count;
    const size_t lengths = (size_t)landmarks->count * LANDMARKS;
    fr_saved_array(saved, &landmarks->rows, corners, corners + 1, sizeof *landmarks->rows);
    fr_saved_array(saved, &landmarks->lengths, lengths, lengths + LANDMARKS,
                   sizeof *landmarks->lengths);
    if (fr_saved_loaded(saved) && !is_sound(landmarks))
        saved->status = FR_BAD_INPUT;
}
