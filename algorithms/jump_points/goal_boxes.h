/* Goal bounding at corners: for each way to leave one, the box around all goals that a shortest
 * path through the corner reaches by leaving that way. A search need not leave it in directions
 * whose box does not hold the goal (Rabin and Sturtevant, "Combining Bounding Boxes and JPS to
 * Prune Grid Pathfinding", AAAI 2016; at jump points only: Hu et al., "Regarding Jump Point Search
 * and Subgoal Graphs", IJCAI 2019).
 *
 * Made by one flood of the map from each corner: ten seconds for the 3,964 corners and 96,603
 * walkable pixels of Moving AI's orz900d, minutes on wide open maps of that size. Boxes describe
 * the map as it was then. Reading is safe from several threads. */
#ifndef FOOTRACE_ALGORITHMS_JUMP_POINTS_GOAL_BOXES_H
#define FOOTRACE_ALGORITHMS_JUMP_POINTS_GOAL_BOXES_H

#include <stdint.h>

#include "algorithms/jump_points/jump_corners.h"
#include "algorithms/jump_points/jump_distances.h"
#include "algorithms/saved.h"

/* All inclusive; left > right: no goal. */
struct goal_box {
    int16_t left, top, right, bottom;
};

/* By direction. */
struct corner_boxes {
    struct goal_box toward[FR_DIRECTIONS];
};

struct goal_boxes {
    const struct fr_allocator *allocator;
    struct corner_boxes *of; /* by number of the corner */
    uint32_t count;
};

/* FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status goal_boxes_create(const struct fr_jump_distances *distances,
                                             const struct fr_jump_corners *corners,
                                             const struct fr_allocator *allocator,
                                             struct goal_boxes **boxes);

/* Appends the boxes to bytes. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status goal_boxes_save(const struct goal_boxes *boxes, struct fr_bytes *bytes);

/* The boxes of so many corners, as they were saved. FR_OK, FR_NO_MEMORY, or FR_BAD_INPUT where there
 * are too few bytes. */
FR_MUST_USE enum fr_status goal_boxes_load(uint32_t count, const struct fr_allocator *allocator,
                                           struct fr_saved *saved, struct goal_boxes **boxes);

/* Those of the exits of a corner, as bits of directions, that may lead to a goal. */
static inline unsigned goal_boxes_toward(const struct goal_boxes *boxes, uint32_t corner,
                                         unsigned exits, struct fr_pixel goal)
{
    unsigned kept = 0;
    for (; exits; exits &= exits - 1) {
        const struct goal_box *box = &boxes->of[corner].toward[fr_lowest_bit(exits)];
        if (goal.x >= box->left && goal.x <= box->right && goal.y >= box->top &&
            goal.y <= box->bottom)
            kept |= exits & (~exits + 1);
    }
    return kept;
}

/* Accepts NULL. */
void goal_boxes_release(struct goal_boxes *boxes);

#endif
