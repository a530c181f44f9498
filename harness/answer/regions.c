#include "harness/answer/regions.h"

#include <math.h>
#include <stdlib.h>

#include "maps/allocator.h"

#define LEAST_LOAD_NS 1e6
#define MOST_LOAD_NS 1e10
#define LEAST_SLOW_NS 1e4
#define MOST_SLOW_NS 1e8

/* In doublings. */
#define COLUMN_STEP 0.125
#define ROW_STEP 0.5
#define EXACT 1e-4 /* error of a border within a row */
#define CLOSE 2e-3 /* distance of rows with different racers, or of a border from a straight line */

/* The penalties over the plane; loads and slow queries are binary logarithms. */
struct plane {
    const struct fr_final_answer *answer;
    struct fr_scale load, slow;
    bool remaining[FR_MAX_RACERS];
    double other[FR_MAX_RACERS]; /* the penalty for all other quantities */
    double row[FR_MAX_RACERS];   /* the penalty in the current row, without that for load times */
    double low, high;            /* ends of the axis of load times */
    struct fr_regions *regions;
};

static int leads_at(const struct plane *plane, double load)
{
    double penalty[FR_MAX_RACERS];
    for (int i = 0; i < plane->load.racers; i++)
        if (plane->remaining[i])
            penalty[i] = plane->row[i] + fr_scale_points(&plane->load, i, load);
    return fr_pick(plane->answer->evidence, plane->load.racers, plane->remaining, penalty,
                   fr_usual_margins.points);
}

static bool add_region(struct fr_regions *regions, double until, int leads)
{
    if (!fr_reserve(&fr_default_allocator, &regions->regions, (size_t)regions->region_count, 1,
                    &regions->region_room, sizeof *regions->regions))
        return false;
    regions->regions[regions->region_count++] = (struct fr_region_piece){exp2(until), leads};
    regions->rows[regions->row_count].count++;
    return true;
}

/* The load threshold, above `from` and at most `to`, from which on another racer leads. */
static double border_between(const struct plane *plane, double from, double to, int leads)
{
    while (to - from > EXACT) {
        const double middle = (from + to) / 2;
        *(leads_at(plane, middle) == leads ? &from : &to) = middle;
    }
    return to;
}

/* Appends a row; false: no memory. */
static bool add_row(struct plane *plane, double slow)
{
    struct fr_regions *regions = plane->regions;
    if (!fr_reserve(&fr_default_allocator, &regions->rows, (size_t)regions->row_count, 1,
                    &regions->row_room, sizeof *regions->rows))
        return false;
    regions->rows[regions->row_count] =
        (struct fr_region_row){exp2(slow), regions->region_count, 0};
    for (int i = 0; i < plane->slow.racers; i++)
        plane->row[i] = plane->other[i] + fr_scale_points(&plane->slow, i, slow);
    int leads = leads_at(plane, plane->low);
    for (double from = plane->low; from < plane->high;) {
        const double to = fmin(from + COLUMN_STEP, plane->high);
        if (leads_at(plane, to) == leads) {
            from = to;
            continue;
        }
        from = border_between(plane, from, to, leads);
        if (!add_region(regions, from, leads))
            return false;
        leads = leads_at(plane, from);
    }
    if (!add_region(regions, plane->high, leads))
        return false;
    regions->row_count++;
    return true;
}

static bool names_the_same(const struct fr_regions *regions, const struct fr_region_row *one,
                           const struct fr_region_row *other)
{
    for (int i = 0; i < one->count && one->count == other->count; i++)
        if (regions->regions[one->first + i].leads != regions->regions[other->first + i].leads)
            return false;
    return one->count == other->count;
}

/* Whether the borders of the middle row lie on straight lines between those of the other two. */
static bool is_straight(const struct fr_regions *regions, const struct fr_region_row *one,
                        const struct fr_region_row *middle, const struct fr_region_row *other)
{
    if (!names_the_same(regions, one, other) || !names_the_same(regions, one, middle))
        return false;
    for (int i = 0; i < one->count; i++) {
        const struct fr_region_piece *at = regions->regions + i;
        if (fabs(log2(at[middle->first].until * at[middle->first].until / at[one->first].until /
                      at[other->first].until)) > CLOSE)
            return false;
    }
    return true;
}

/* Adds rows between two rows until the borders between neighbouring rows are straight. */
static bool refine(struct plane *plane, int below, int above)
{
    struct fr_regions *regions = plane->regions;
    const double low = log2(regions->rows[below].slow), high = log2(regions->rows[above].slow);
    const int middle = regions->row_count, first = regions->region_count;
    if (high - low < CLOSE)
        return true;
    if (!add_row(plane, (low + high) / 2))
        return false;
    if (is_straight(regions, &regions->rows[below], &regions->rows[middle],
                    &regions->rows[above])) {
        regions->row_count = middle;
        regions->region_count = first;
        return true;
    }
    return refine(plane, below, middle) && refine(plane, middle, above);
}

static int compare_rows(const void *one, const void *other)
{
    const double mine = ((const struct fr_region_row *)one)->slow;
    const double its = ((const struct fr_region_row *)other)->slow;
    return (mine > its) - (mine < its);
}

static bool fill(struct plane *plane)
{
    struct fr_regions *regions = plane->regions;
    const double low = log2(regions->slow[0]), high = log2(regions->slow[1]);
    const int steps = (int)ceil((high - low) / ROW_STEP);
    for (int i = 0; i <= steps; i++)
        if (!add_row(plane, low + (high - low) * i / steps))
            return false;
    for (int i = 0; i < steps; i++)
        if (!refine(plane, i, i + 1))
            return false;
    qsort(regions->rows, (size_t)regions->row_count, sizeof *regions->rows, compare_rows);
    return true;
}

/* Weighs once: preferences do not depend on the thresholds of load times and slow queries. */
static enum fr_status weigh(const struct fr_situation *situation, struct plane *plane)
{
    const struct fr_final_answer *answer = plane->answer;
    struct fr_weighing weighing;
    bool eligible[FR_MAX_RACERS] = {false};
    fr_answer_eligible(answer, situation, eligible);
    fr_weigh(&answer->measures, NULL, situation, answer->evidence, eligible, &fr_usual_margins,
             &weighing);
    for (int i = 0; i < answer->measures.racers; i++) {
        plane->remaining[i] = weighing.place[i] >= FR_HEAVIER;
        plane->other[i] =
            weighing.penalty[i] - weighing.points[i][FR_LOAD] - weighing.points[i][FR_SLOW];
    }
    if (weighing.leads < 0)
        return FR_OK;
    const enum fr_status status =
        fr_scale_create(&answer->measures, situation, FR_LOAD, eligible, &plane->load);
    return status != FR_OK
               ? status
               : fr_scale_create(&answer->measures, situation, FR_SLOW, eligible, &plane->slow);
}

enum fr_status fr_regions_create(const struct fr_final_answer *answer,
                                 const struct fr_situation *situation, struct fr_regions *regions)
{
    const double load = situation->thresholds[FR_LOAD], slow = situation->thresholds[FR_SLOW];
    *regions =
        (struct fr_regions){.load = {fmin(LEAST_LOAD_NS, load / 2), fmax(MOST_LOAD_NS, 2 * load)},
                            .slow = {fmin(LEAST_SLOW_NS, slow / 2), fmax(MOST_SLOW_NS, 2 * slow)}};
    struct plane plane = {.answer = answer,
                          .low = log2(regions->load[0]),
                          .high = log2(regions->load[1]),
                          .regions = regions};
    enum fr_status status = weigh(situation, &plane);
    if (status == FR_OK && plane.slow.doublings && !fill(&plane))
        status = FR_NO_MEMORY;
    free(plane.load.doublings);
    free(plane.slow.doublings);
    if (status != FR_OK)
        fr_regions_release(regions);
    return status;
}

void fr_regions_release(struct fr_regions *regions)
{
    fr_deallocate(&fr_default_allocator, regions->rows, regions->row_room, sizeof *regions->rows);
    fr_deallocate(&fr_default_allocator, regions->regions, regions->region_room,
                  sizeof *regions->regions);
    *regions = (struct fr_regions){.row_count = 0};
}
