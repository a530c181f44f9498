/* Legality of single segments and turns, for the validator. Exact, in integers.
 *
 * Points may hold any int32: a point outside the map breaks a rule and is never looked up. Edge
 * walls apply to grid models only; on a floor with walls, no segment of any other model is
 * legal. */
#ifndef FOOTRACE_HARNESS_JUDGE_LEGALITY_H
#define FOOTRACE_HARNESS_JUDGE_LEGALITY_H

#include "harness/judge/legal_floor.h"
#include "maps/movement.h"
#include "maps/path.h"
#include "maps/point.h"

/* The first rule that a path breaks, and where. */
struct fr_breach {
    const char *rule; /* "crosses blocked pixel", ...; the place follows in the message */
    int32_t x, y;     /* pixels */
};

/* Whether the point is the centre of a pixel of the map. */
static inline bool fr_legal_floor_centre(const struct fr_legal_floor *floor, struct fr_point point)
{
    return point.x > 0 && point.y > 0 && point.x < 2 * floor->width &&
           point.y < 2 * floor->height && point.x % 2 == 1 && point.y % 2 == 1;
}

/* Whether movement allows the segment from a to b; a == b checks a single point. FR_POLYGON is not
 * judged on pixels: here the segment only has to stay on the map. */
bool fr_legal_segment(const struct fr_legal_floor *floor, enum fr_movement movement,
                      struct fr_point a, struct fr_point b, struct fr_breach *breach);

/* Whether a path from `from` over a corner to `to` is legal at that corner: at a pinch it must
 * leave through the same free pixel through which it arrived. Neither end may be the corner
 * itself. */
bool fr_legal_turn(const struct fr_legal_floor *floor, struct fr_point from, struct fr_point corner,
                   struct fr_point to, struct fr_breach *breach);

/* Whether a path of at least one point is legal at all corners; if not, *where is the index of the
 * segment after the faulty corner. */
bool fr_legal_turns(const struct fr_legal_floor *floor, const struct fr_path *path, size_t *where,
                    struct fr_breach *breach);

#endif
