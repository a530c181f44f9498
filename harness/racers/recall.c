#include "harness/racers/recall.h"

#include <math.h>
#include <stdlib.h>

#include "harness/statistics/quantiles.h"

/* A new question takes at least so many times as long as the same one again, in three of four
 * trials: who remembers does so each time, whereas on a busy machine an honest answer from tables may
 * find them out of the caches in half of them. On adventure-20 the back ends that ship are at 0.97 to
 * 1.5, for what the processor learns, and at 150 and more with a memory in front. */
#define GAIN 4.0
#define OFTEN 0.25

/* Shorter times cannot be distinguished from the clock's jitter. */
#define LEAST_SAVED_NS 100.0

enum { REACH = 4 }; /* steps to a neighbour, at the most */

/* Walkable pixels around one, the nearest rings first; how many there are of those wanted. */
static int gather(const struct fr_map *map, struct fr_pixel centre, int step,
                  struct fr_pixel *around, int wanted)
{
    int count = 0;
    for (int ring = 1; ring <= REACH; ring++)
        for (int dy = -ring; dy <= ring; dy++)
            for (int dx = -ring; dx <= ring && count < wanted; dx++) {
                const struct fr_pixel at = {centre.x + dx * step, centre.y + dy * step};
                if ((abs(dx) == ring || abs(dy) == ring) && fr_map_inside(map, at.x, at.y) &&
                    fr_map_walkable(map, at.x, at.y))
                    around[count++] = at;
            }
    return count;
}

bool fr_recall_questions(const struct fr_map *map, struct fr_pixel start, struct fr_pixel goal,
                         int step, struct fr_question questions[FR_TRIAL_CALLS])
{
    enum { WANTED = FR_TRIAL_NEIGHBOURS + 1 };
    struct fr_pixel starts[WANTED], goals[WANTED];
    if (gather(map, start, step, starts, WANTED) < WANTED ||
        gather(map, goal, step, goals, WANTED) < WANTED)
        return false;
    for (int i = 0; i < FR_TRIAL_CALLS; i++) {
        const int which = i < WANTED ? i : WANTED - 1;
        questions[i] =
            (struct fr_question){fr_pixel_centre(starts[which]), fr_pixel_centre(goals[which])};
    }
    return true;
}

void fr_recall_note(struct fr_recall *recall, const double ns[3])
{
    const double again = fmin(ns[1], ns[2]);
    if (recall->count < FR_MOST_TRIALS)
        recall->gains[recall->count++] =
            ns[0] - again >= LEAST_SAVED_NS ? ns[0] / fmax(again, 1) : 1;
}

enum fr_caching fr_recall_judge(const struct fr_recall *recall)
{
    struct fr_recall sorted = *recall;
    if (recall->count < FR_LEAST_TRIALS)
        return FR_CACHING_UNKNOWN;
    fr_sort(sorted.gains, (size_t)sorted.count);
    return sorted.gains[(int)(OFTEN * sorted.count)] >= GAIN ? FR_CACHING_FOUND : FR_CACHING_NONE;
}
