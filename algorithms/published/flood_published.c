/* The flood fill of Don 2022 as printed, faults included.
 *
 * Problem: for each click, a path between two of a million walkable pixels in a full-HD mask.
 *
 * What the article prints, section by section, and how it is built here:
 *
 * Walkability bitmap: the game opens and closes areas. Here the map stores which areas are open,
 * and each click reads it again: preparation only allocates memory.
 *
 * Set-up: only the destination is checked. A buffer of 32-bit distances, one per pixel, is filled
 * for every click: INT_MAX for walkable pixels, -1 for others. So a path of three pixels costs a
 * pass over the whole scene. A start in a wall is not noticed.
 *
 * Distance calculations: two stacks, for the pixels at this distance and at the next; four
 * neighbours, in the order left, right, up, down. The fill continues after it reaches the start
 * (the conclusion says that stopping there may save time).
 *
 * Path tracing: downhill from the start, left before right, and both before up and down, so of two
 * ways around an obstacle the left one is always taken. A step sideways is joined with one up or
 * down if both are downhill and their sum is, too. Three faults: the result is not a shortest path
 * of straight and diagonal steps; next to the goal the sum is expected at distance -1, which also
 * means a wall (harmless while there is one goal); and where no neighbour is nearer, as from a
 * start in a wall, the loop never ends.
 *
 * Simplification: waypoints inside straight runs are dropped (steps/beautify.h, as printed, has no
 * fault).
 *
 * Beautification: a waypoint that a beeline can skip is dropped; otherwise it is moved along the
 * segment after it, in at most ten steps of at least five pixels. Three faults: for a segment under
 * ten pixels the loop repeats without a change and never ends; the scan from the far end does not
 * stop at what it finds, so the nearest point wins; and from the moved waypoint, rounded to a
 * pixel, the rest of the segment is not tested. The second pass beautifies the reversed path. The
 * beeline is described, not printed: it follows Bresenham's pixels in the buffer. The beeline
 * squeezes between pixels that meet at a corner, and may be blocked in the other direction.
 *
 * Conclusion: a beeline to the goal is tried before all else, as the article says about its
 * implementation (precheck=on). The beeline is tested on the map, as no buffer exists yet.
 *
 * Deviations: where the printed loop would never end, the click ends with FR_LIMIT (hang=limit) or
 * continues with the next waypoint (hang=advance); each step can be switched off, to show what it
 * gains. No stack is freed between clicks.
 *
 * Data: 4 bytes per pixel, 8 for each on the stacks.
 *
 * Complexity: linear in the pixels of the map and those that the goal can reach.
 *
 * Source: Steven Don, "Pathfinding in point and click adventure games", shdon.com, 2022. */
#include <math.h>
#include <stdlib.h>

#include "algorithms/front.h"
#include "algorithms/steps/beautify.h"
#include "maps/geometry/line_of_sight.h"

#define UNSEEN INT32_MAX /* walkable, not reached by the fill */
#define WALL (-1)

enum { PRECHECK, FOLD, SIMPLIFY, FORWARD, REVERSE, SLIDE, HANG };
enum { HANG_LIMIT, HANG_ADVANCE };

static const struct fr_option options[] = {
    [PRECHECK] = FR_SWITCH("precheck", true, "try the straight line before the fill"),
    [FOLD] = FR_SWITCH("fold", true, "join steps into diagonals"),
    [SIMPLIFY] = FR_SWITCH("simplify", true, "drop waypoints inside straight runs"),
    [FORWARD] = FR_SWITCH("forward", true, "straighten the path from its start"),
    [REVERSE] = FR_SWITCH("reverse", true, "straighten the path from its goal"),
    [SLIDE] = FR_SWITCH("slide", true,
                        "straighten: move a waypoint along its segment where it cannot be dropped"),
    [HANG] = FR_CHOICE("hang", "limit|advance", HANG_LIMIT,
                       "what to do if the printed loop never ends: give up, or advance"),
};

struct stack {
    struct fr_pixel *points;
    size_t count, capacity;
};

struct fr_state {
    struct fr_head head;
    int32_t *distances; /* `height` rows of `width` */
    struct stack current, next;
};

static void describe(const struct fr_option_values *values, struct fr_traits *traits)
{
    const int64_t *on = values->at;
    const bool lines = on[PRECHECK] || on[FORWARD] || on[REVERSE];
    *traits =
        (struct fr_traits){.movement = lines      ? FR_BEELINE
                                       : on[FOLD] ? FR_GRID8
                                                  : FR_GRID4,
                           .optimality = lines || on[FOLD] ? FR_OPTIMAL_NONE : FR_OPTIMAL_STEPS,
                           .expected_faults = true};
}

static int32_t *at(const struct fr_state *state, int32_t x, int32_t y)
{
    return state->distances + (size_t)y * (size_t)state->head.map->width + x;
}

static void release(struct fr_state *state)
{
    const struct fr_allocator *allocator = state->head.allocator;
    fr_deallocate(allocator, state->current.points, state->current.capacity,
                  sizeof *state->current.points);
    fr_deallocate(allocator, state->next.points, state->next.capacity, sizeof *state->next.points);
    fr_deallocate(allocator, state->distances, fr_map_pixels(state->head.map),
                  sizeof *state->distances);
}

static enum fr_status prepare(struct fr_state *state)
{
    const struct fr_head *head = &state->head;
    state->distances = fr_allocate(head->allocator, fr_map_pixels(head->map), sizeof(int32_t));
    return state->distances ? FR_OK : FR_NO_MEMORY;
}

/* --- set-up */

static void clear(struct fr_state *state)
{
    const struct fr_map *map = state->head.map;
    for (int32_t y = 0; y < map->height; y++) {
        const uint64_t *row = fr_map_row(map, y);
        int32_t *distance = at(state, 0, y);
        for (int32_t x = 0; x < map->width; x++)
            distance[x] = row[x / 64] >> (x & 63) & 1 ? UNSEEN : WALL;
    }
    state->head.stats.cleared = (int64_t)fr_map_pixels(map);
}

/* --- distance calculations */

/* Makes room for the neighbours of one more point. */
static bool reserve(const struct fr_state *state, struct stack *stack)
{
    if (stack->count + 4 <= stack->capacity)
        return true;
    if (!fr_reserve(state->head.allocator, &stack->points, stack->count, 4, &stack->capacity,
                    sizeof *stack->points))
        return false;
    return true;
}

static inline void reach(int32_t *label, int32_t distance, struct stack *next, int32_t x, int32_t y)
{
    if (*label == UNSEEN) {
        *label = distance;
        next->points[next->count++] = (struct fr_pixel){x, y};
    }
}

/* Distances from the goal. FR_FOUND, or FR_OUT_OF_MEMORY. */
static enum fr_outcome fill(struct fr_state *state, struct fr_pixel goal)
{
    const int32_t width = state->head.map->width, height = state->head.map->height;
    struct stack current = state->current, next = state->next;
    enum fr_outcome outcome = FR_FOUND;
    bool swapped = false;
    current.count = next.count = 0;
    if (!reserve(state, &current)) {
        state->current = current;
        return FR_OUT_OF_MEMORY;
    }
    *at(state, goal.x, goal.y) = 0;
    current.points[current.count++] = goal;
    for (int32_t distance = 1; current.count > 0 && outcome == FR_FOUND; distance++) {
        state->head.stats.expanded += (int64_t)current.count;
        while (current.count > 0) {
            if (!reserve(state, &next)) {
                outcome = FR_OUT_OF_MEMORY;
                break;
            }
            const struct fr_pixel p = current.points[--current.count];
            int32_t *label = at(state, p.x, p.y);
            if (p.x > 0)
                reach(label - 1, distance, &next, p.x - 1, p.y);
            if (p.x < width - 1)
                reach(label + 1, distance, &next, p.x + 1, p.y);
            if (p.y > 0)
                reach(label - width, distance, &next, p.x, p.y - 1);
            if (p.y < height - 1)
                reach(label + width, distance, &next, p.x, p.y + 1);
        }
        const struct stack emptied = current;
        current = next;
        next = emptied;
        swapped = !swapped;
    }
    state->head.stats.generated = state->head.stats.expanded;
    /* Each stack keeps its own buffer, so that the same click needs the same capacity as before. */
    state->current = swapped ? next : current;
    state->next = swapped ? current : next;
    return outcome;
}

/* --- path tracing */

/* Downhill from `start`. FR_FOUND; FR_LIMIT if no neighbour is nearer, so that the printed loop
 * would never end; or FR_OUT_OF_MEMORY. */
static enum fr_outcome trace(const struct fr_state *state, struct fr_pixel start,
                             struct fr_path *path)
{
    const struct fr_map *map = state->head.map;
    struct fr_pixel p = start;
    int32_t distance = *at(state, p.x, p.y);
    while (fr_path_append(path, fr_pixel_centre(p)) == FR_OK) {
        if (distance == 0)
            return FR_FOUND;
        distance--;
        const int32_t diagonal = distance - 1;
        const bool left = p.x > 0 && *at(state, p.x - 1, p.y) == distance;
        const bool right = p.x < map->width - 1 && *at(state, p.x + 1, p.y) == distance;
        const bool up = p.y > 0 && *at(state, p.x, p.y - 1) == distance;
        const bool down = p.y < map->height - 1 && *at(state, p.x, p.y + 1) == distance;
        if (left || right) {
            p.x += left ? -1 : 1;
            if (!state->head.options.at[FOLD])
                continue;
            if (up && *at(state, p.x, p.y - 1) == diagonal) {
                distance = diagonal;
                p.y--;
            } else if (down && *at(state, p.x, p.y + 1) == diagonal) {
                distance = diagonal;
                p.y++;
            }
        } else if (up) {
            p.y--;
        } else if (down) {
            p.y++;
        } else {
            return FR_LIMIT;
        }
    }
    return FR_OUT_OF_MEMORY;
}

/* --- beautification */

/* Whether no wall is among the Bresenham pixels from a to b, by the distance buffer. */
static bool beeline(struct fr_state *state, struct fr_pixel a, struct fr_pixel b)
{
    const int32_t width = abs(b.x - a.x), height = abs(b.y - a.y);
    const int32_t right = b.x < a.x ? -1 : 1, down = b.y < a.y ? -1 : 1;
    const bool steep = height > width;
    const int32_t longer = steep ? height : width, shorter = steep ? width : height;
    int32_t error = 0;
    state->head.stats.sight_checks++;
    for (int32_t step = 0; step < longer; step++) {
        if (*at(state, a.x, a.y) == WALL)
            return false;
        error += 2 * shorter;
        const bool sideways = error > longer;
        if (sideways)
            error -= 2 * longer;
        a.x += steep && !sideways ? 0 : right;
        a.y += steep || sideways ? down : 0;
    }
    return *at(state, b.x, b.y) != WALL;
}

/* Where p2 is moved to: the printed code scans from the far end, but never stops at what it
 * finds. */
static struct fr_pixel slide(struct fr_state *state, struct fr_pixel p1, struct fr_pixel p2,
                             struct fr_pixel p3, double distance)
{
    const int32_t dx = p3.x - p2.x, dy = p3.y - p2.y;
    const int32_t steps = distance / 10 < 5 ? (int32_t)(distance / 5) : 10;
    struct fr_pixel moved = p2;
    for (int32_t i = steps - 1; i > 0; i--) {
        const struct fr_pixel p4 = {p2.x + dx * i / steps, p2.y + dy * i / steps};
        if (beeline(state, p1, p4))
            moved = p4;
    }
    return moved;
}

/* One pass. False if the printed loop never ends. */
static bool beautify(struct fr_state *state, struct fr_path *path)
{
    if (path->count < 3)
        return true;
    struct fr_point *points = path->points;
    size_t kept = 1;
    for (size_t i = 1; i + 1 < path->count; i++) {
        const struct fr_pixel p1 = fr_point_pixel(points[kept - 1]);
        const struct fr_pixel p2 = fr_point_pixel(points[i]), p3 = fr_point_pixel(points[i + 1]);
        if (beeline(state, p1, p3))
            continue;
        const double dx = p3.x - p2.x, dy = p3.y - p2.y, distance = sqrt(dx * dx + dy * dy);
        if (!state->head.options.at[SIMPLIFY] || !state->head.options.at[SLIDE]) {
            points[kept++] = points[i];
        } else if (distance >= 10) {
            points[kept++] = fr_pixel_centre(slide(state, p1, p2, p3, distance));
        } else if (state->head.options.at[HANG] == HANG_ADVANCE) {
            points[kept++] = points[i];
        } else {
            return false;
        }
    }
    points[kept++] = points[path->count - 1];
    path->count = kept;
    return true;
}

static enum fr_outcome smooth(struct fr_state *state, const struct fr_probe *probe,
                              struct fr_path *path)
{
    const int64_t *on = state->head.options.at;
    if (on[SIMPLIFY]) {
        fr_probe_enter(probe, FR_PHASE_SIMPLIFY);
        fr_simplify(path);
    }
    if (on[FORWARD]) {
        fr_probe_enter(probe, FR_PHASE_FORWARD);
        if (!beautify(state, path))
            return FR_LIMIT;
    }
    if (on[REVERSE]) {
        fr_probe_enter(probe, FR_PHASE_REVERSE);
        fr_path_reverse(path);
        if (!beautify(state, path))
            return FR_LIMIT;
        fr_path_reverse(path);
    }
    return FR_FOUND;
}

/* --- a click */

static enum fr_outcome find(struct fr_state *state, struct fr_point from, struct fr_point to,
                            const struct fr_probe *probe, struct fr_path *path)
{
    const struct fr_pixel start = fr_point_pixel(from), goal = fr_point_pixel(to);
    if (!fr_map_walkable(state->head.map, goal.x, goal.y))
        return FR_UNREACHABLE;
    if (state->head.options.at[PRECHECK]) {
        fr_probe_enter(probe, FR_PHASE_PRECHECK);
        state->head.stats.sight_checks++;
        if (fr_beeline(state->head.map, start, goal))
            return fr_find_straight(path, fr_pixel_centre(start), fr_pixel_centre(goal));
    }
    fr_probe_enter(probe, FR_PHASE_CLEAR);
    clear(state);
    fr_probe_enter(probe, FR_PHASE_SEARCH);
    enum fr_outcome outcome = fill(state, goal);
    if (outcome != FR_FOUND)
        return outcome;
    if (*at(state, start.x, start.y) == UNSEEN)
        return FR_UNREACHABLE;
    fr_probe_enter(probe, FR_PHASE_TRACE);
    outcome = trace(state, start, path);
    return outcome == FR_FOUND ? smooth(state, probe, path) : outcome;
}

const struct fr_pathfinder fr_flood_published = {
    .name = "flood-published",
    .label = "Flood fill, as published",
    .summary = "fills in Manhattan distances with two stacks, as printed, faults included",
    .source = "Steven Don, Pathfinding in point and click adventure games, shdon.com, 2022",
    .colour = "#8C3E00",
    .marker = 'd',
    .takes_any_ends = true,
    .counts = FR_COUNTS_ALL,
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .describe = describe,
    .state_bytes = sizeof(struct fr_state),
    .prepare = prepare,
    .find = find,
    .update = fr_update_nothing,
    .release = release,
};
