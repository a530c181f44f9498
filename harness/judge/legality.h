/* Legality of single segments and turns, for the validator: exact, in integers.
 *
 * Points may hold any int32: what lies outside the map is a breach, never read. Where the ground
 * has edge walls, the grid models alone say what they mean: no segment of another model is legal
 * there. */
#ifndef FOOTRACE_HARNESS_JUDGE_LEGALITY_H
#define FOOTRACE_HARNESS_JUDGE_LEGALITY_H

#include "harness/judge/legal_ground.h"
#include "maps/movement.h"
#include "maps/path.h"
#include "maps/point.h"

/* The first thing wrong that was met. */
struct fr_breach {
    const char *rule; /* "crosses blocked pixel", ...: what follows is where */
    int32_t x, y;     /* pixels */
};

/* Whether the point is the centre of a pixel of the map. */
static inline bool fr_ground_centre(const struct fr_ground *ground, struct fr_point point)
{
    return point.x > 0 && point.y > 0 && point.x < 2 * ground->width &&
           point.y < 2 * ground->height && point.x % 2 == 1 && point.y % 2 == 1;
}

/* Whether movement allows the straight walk from a to b; a == b asks whether one may stand there.
 * FR_POLYGON is not judged on pixels: here it only has to stay on the map. */
bool fr_legal_segment(const struct fr_ground *ground, enum fr_movement movement, struct fr_point a,
                      struct fr_point b, struct fr_breach *breach);

/* Whether a path that comes from `from` and goes on to `to`, both other points than the corner, may
 * touch this corner: at a pinch it must leave through the free pixel that it came through. */
bool fr_legal_turn(const struct fr_ground *ground, struct fr_point from, struct fr_point corner,
                   struct fr_point to, struct fr_breach *breach);

/* The same wherever a path of at least one point turns; if not, *where is the index of the segment
 * behind the corner. */
bool fr_legal_turns(const struct fr_ground *ground, const struct fr_path *path, size_t *where,
                    struct fr_breach *breach);

#endif
