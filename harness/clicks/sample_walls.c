/* Kinds close to walls: along them, into notches, around corners, and to neighbouring pixels. */
#include <math.h>

#include "harness/clicks/sampler.h"
#include "maps/geometry/corners.h"
#include "maps/geometry/line_of_sight.h"

/* Directions, clockwise on the screen. */
enum { EAST, SOUTH, WEST, NORTH };
static const int32_t step_x[] = {1, 0, -1, 0}, step_y[] = {0, 1, 0, -1};

static struct fr_pixel step(struct fr_pixel pixel, int direction)
{
    return (struct fr_pixel){pixel.x + step_x[direction], pixel.y + step_y[direction]};
}

static bool walkable(const struct fr_sampler *sampler, struct fr_pixel pixel)
{
    return fr_map_walkable(sampler->map, pixel.x, pixel.y);
}

/* Whether a side of a walkable pixel is closed: by an unwalkable pixel, the map's edge, or an edge
 * wall. */
static bool closed(const struct fr_sampler *sampler, struct fr_pixel pixel, int side)
{
    return !walkable(sampler, step(pixel, side)) ||
           fr_map_walled(sampler->map, pixel.x, pixel.y, step_x[side], step_y[side]);
}

/* A hand that follows a wall: a walkable pixel, and a closed side of it. The wall is to the left of
 * the direction of movement. */
struct hand {
    struct fr_pixel at;
    int wall;
};

/* The midpoint of the border at the hand. */
static struct fr_point touched(struct hand hand)
{
    const struct fr_point centre = fr_pixel_centre(hand.at);
    return (struct fr_point){centre.x + step_x[hand.wall], centre.y + step_y[hand.wall]};
}

/* The next border of the same wall: around an inner corner, straight on, around an outer corner, or
 * around the end of an edge wall to its other side. */
static struct hand move_on(const struct fr_sampler *sampler, struct hand hand)
{
    const int heading = (hand.wall + 1) % 4;
    if (closed(sampler, hand.at, heading))
        return (struct hand){hand.at, heading};
    hand.at = step(hand.at, heading);
    while (!closed(sampler, hand.at, hand.wall)) {
        hand.at = step(hand.at, hand.wall);
        hand.wall = (hand.wall + 3) % 4;
    }
    return hand;
}

static enum fr_status random_hand(struct fr_sampler *sampler, struct hand *hand)
{
    const enum fr_status status = fr_sampler_rim(sampler, &hand->at);
    if (status != FR_OK)
        return status;
    hand->wall = (int)fr_random_below(&sampler->random, 4);
    while (!closed(sampler, hand->at, hand->wall))
        hand->wall = (hand->wall + 1) % 4;
    return FR_OK;
}

/* A log-uniform random number of at least `least` and less than 256 times as much. */
static int random_length(struct fr_sampler *sampler, int least)
{
    const int octave = least << fr_random_below(&sampler->random, 8);
    return octave + (int)fr_random_below(&sampler->random, (uint32_t)octave);
}

/* Clicks from a random border along its wall. */
enum fr_status fr_sample_along_wall(struct fr_sampler *sampler, int count, int *made)
{
    enum fr_status status = FR_OK;
    for (int tries = 0; *made < count && tries < FR_SAMPLER_TRIES && status == FR_OK; tries++) {
        struct hand hand;
        status = random_hand(sampler, &hand);
        if (status != FR_OK)
            return status;
        const struct fr_pixel start = hand.at;
        for (int left = random_length(sampler, 4); left > 0; left--)
            hand = move_on(sampler, hand);
        if (fr_pixel_equal(start, hand.at))
            continue;
        status = fr_sampler_add_measured(sampler, start, hand.at, "along-wall");
        ++*made;
        tries = -1;
    }
    return status;
}

enum { MOST_TRACED = 512, SHORTEST_ARC = 6, ARC_OCTAVES = 6, TRIES_A_SIZE = 100 };

/* Smallest depth of a notch. A notch must also be three quarters as deep as its mouth is wide; the
 * corner of a room is only half as deep, for any choice of mouth. */
#define LEAST_DEPTH 6 /* half pixels */

/* A stretch of wall, as a list of borders. */
struct trace {
    struct hand hands[MOST_TRACED];
    struct fr_point borders[MOST_TRACED];
    int count;
    int longest; /* largest number of borders in a notch */
};

/* On a closed wall (the inside of a room or the outside of a pillar) a notch is at most a third of
 * the wall: otherwise any two adjacent borders would make the rest of the wall a notch. */
static void trace_wall(const struct fr_sampler *sampler, struct hand hand, struct trace *trace)
{
    const struct hand begin = hand;
    bool round = false;
    for (trace->count = 0; trace->count < MOST_TRACED && !round; trace->count++) {
        trace->hands[trace->count] = hand;
        trace->borders[trace->count] = touched(hand);
        hand = move_on(sampler, hand);
        round = fr_pixel_equal(hand.at, begin.at) && hand.wall == begin.wall;
    }
    trace->longest = round ? trace->count / 3 : trace->count - 1;
}

/* Twice the area of the triangle over a mouth: positive for points beyond the mouth, deeper in. */
static int64_t depth_times_width(struct fr_point from, struct fr_point to, struct fr_point at)
{
    return (int64_t)(to.y - from.y) * (at.x - from.x) - (int64_t)(to.x - from.x) * (at.y - from.y);
}

/* Whether the borders `first` to `last` of the wall form a notch. *bottom: the index of the deepest
 * border; the middle one of several. */
static bool is_notch(const struct fr_sampler *sampler, const struct trace *trace, int first,
                     int last, int *bottom)
{
    const struct fr_point from = trace->borders[first], to = trace->borders[last];
    const int64_t dx = to.x - from.x, dy = to.y - from.y, width = dx * dx + dy * dy;
    int64_t deepest = 0;
    int begin = first, end = first;
    /* Borders of two half pixels lead down and up again: at least twice the depth in all. */
    if (width == 0 || 9 * width > 16 * (int64_t)(last - first) * (last - first))
        return false;
    for (int i = first; i <= last; i++) {
        const int64_t depth = depth_times_width(from, to, trace->borders[i]);
        begin = depth > deepest ? i : begin;
        end = depth >= deepest ? i : end;
        deepest = depth > deepest ? depth : deepest;
    }
    *bottom = begin + (end - begin) / 2;
    return 4 * deepest >= 3 * width &&
           deepest * deepest >= (int64_t)LEAST_DEPTH * LEAST_DEPTH * width &&
           fr_line_of_sight(sampler->map, from, to);
}

/* The bottom of a notch on a random stretch of wall, of at least `arc` borders and less than twice
 * as many; *found is false if no notch is found. */
static enum fr_status find_notch(struct fr_sampler *sampler, int arc, struct fr_pixel *bottom,
                                 bool *found)
{
    struct trace trace;
    struct hand hand;
    const enum fr_status status = random_hand(sampler, &hand);
    *found = false;
    if (status != FR_OK)
        return status;
    trace_wall(sampler, hand, &trace);
    for (int length = arc; length < 2 * arc && length <= trace.longest; length += 1 + arc / 8)
        for (int first = 0; first + length < trace.count; first++) {
            int border;
            if (!is_notch(sampler, &trace, first, first + length, &border))
                continue;
            *bottom = trace.hands[border].at;
            *found = true;
            return FR_OK;
        }
    return FR_OK;
}

/* Small and large notches alternate while any are found; the start is a random pixel, or every
 * other time the previous notch if possible. */
enum fr_status fr_sample_notch(struct fr_sampler *sampler, int count, int *made)
{
    struct fr_pixel goal, before = {0, 0};
    enum fr_status status = FR_OK;
    for (int tries = 0; *made < count && tries < FR_SAMPLER_TRIES && status == FR_OK; tries++) {
        bool found;
        const int attempt = tries < TRIES_A_SIZE ? *made : tries;
        status = find_notch(sampler, SHORTEST_ARC << attempt % ARC_OCTAVES, &goal, &found);
        if (status != FR_OK || !found)
            continue;
        const uint32_t component = fr_sampler_component(sampler, goal);
        struct fr_pixel start = fr_sampler_in_component(sampler, component);
        if (*made % 2 == 1 && fr_sampler_component(sampler, before) == component &&
            !fr_pixel_equal(before, goal))
            start = before;
        if (fr_pixel_equal(start, goal))
            continue;
        status = fr_sampler_add_alone(sampler, start, goal, "notch", NAN);
        before = goal;
        ++*made;
        tries = -1;
    }
    return status;
}

/* A reflex corner has three free pixels around it. The near end is next to the blocked pixel on one
 * side; the far end is up to 64 pixels along the other side. From the far end, only one pixel hides
 * the near end, whose neighbour, the third free pixel, is visible. False if there is no free pixel
 * along that side. */
static bool around_corner(struct fr_sampler *sampler, const struct fr_corner *corner,
                          struct fr_pixel *near, struct fr_pixel *far)
{
    const bool upright = fr_random_below(&sampler->random, 2) == 1;
    const uint32_t most = 1u << fr_random_below(&sampler->random, 7);
    const uint32_t length = 1 + fr_random_below(&sampler->random, most);
    const struct fr_pixel blocked = {corner->x / 2 - (corner->qx < 0),
                                     corner->y / 2 - (corner->qy < 0)};
    const struct fr_pixel left = {blocked.x - corner->qx, blocked.y};
    const struct fr_pixel above = {blocked.x, blocked.y - corner->qy};
    const int down = upright ? (corner->qy > 0 ? SOUTH : NORTH) : (corner->qx > 0 ? EAST : WEST);
    *near = upright ? above : left;
    *far = upright ? left : above;
    uint32_t gone = 0;
    for (; gone < length && walkable(sampler, step(*far, down)); gone++)
        *far = step(*far, down);
    return gone > 0;
}

static enum fr_status sample_corners(struct fr_sampler *sampler, const struct fr_corners *corners,
                                     int count, int *made)
{
    enum fr_status status = FR_OK;
    for (int tries = 0; *made < count && tries < FR_SAMPLER_TRIES && status == FR_OK; tries++) {
        const uint32_t choice = fr_random_below(&sampler->random, corners->count);
        struct fr_pixel near, far;
        if (!around_corner(sampler, &corners->items[choice], &near, &far))
            continue;
        const bool swap = fr_random_below(&sampler->random, 2) == 1;
        status = fr_sampler_add_measured(sampler, swap ? far : near, swap ? near : far, "corner");
        ++*made;
        tries = -1;
    }
    return status;
}

enum fr_status fr_sample_corner(struct fr_sampler *sampler, int count, int *made)
{
    struct fr_corners *corners;
    enum fr_status status = fr_corners_create(sampler->map, sampler->allocator, &corners);
    if (status != FR_OK)
        return status;
    if (corners->count > 0)
        status = sample_corners(sampler, corners, count, made);
    fr_corners_release(corners);
    return status;
}

/* A walkable neighbour across an edge or a corner; false if there is none. */
static bool neighbour(struct fr_sampler *sampler, struct fr_pixel pixel, bool diagonal,
                      struct fr_pixel *next)
{
    const uint32_t first = fr_random_below(&sampler->random, 4);
    for (uint32_t i = 0; i < 4; i++) {
        const int direction = (int)((first + i) % 4);
        *next = step(pixel, direction);
        if (diagonal)
            *next = step(*next, (direction + 1) % 4);
        if (walkable(sampler, *next))
            return true;
    }
    return false;
}

/* Straight and diagonal clicks alternate, from random pixels and from pixels beside walls. */
enum fr_status fr_sample_neighbours(struct fr_sampler *sampler, int count, int *made)
{
    enum fr_status status = FR_OK;
    for (int tries = 0; *made < count && tries < FR_SAMPLER_TRIES && status == FR_OK; tries++) {
        const int attempt = (*made + tries) % 4;
        const bool diagonal = attempt % 2 == 1;
        struct fr_pixel start = fr_sampler_walkable(sampler), goal;
        if (attempt >= 2)
            status = fr_sampler_rim(sampler, &start);
        if (status != FR_OK || !neighbour(sampler, start, diagonal, &goal))
            continue;
        status = fr_sampler_add_measured(sampler, start, goal,
                                         diagonal ? "neighbour-diagonal" : "neighbour-straight");
        ++*made;
        tries = -1;
    }
    return status;
}
