#include "algorithms/published/flood_as_printed.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "algorithms/steps/beautify.h"
#include "maps/geometry/line_of_sight.h"

static size_t pixel_count(const struct published *published)
{
    return (size_t)published->map->width * (size_t)published->map->height;
}

static int32_t *at(const struct published *published, int32_t x, int32_t y)
{
    return published->distances + (size_t)y * (size_t)published->map->width + x;
}

enum fr_status published_init(struct published *published, const struct fr_map *map,
                              const struct fr_allocator *allocator)
{
    *published = (struct published){.map = map, .allocator = allocator};
    published->distances =
        fr_allocate(allocator, pixel_count(published), sizeof *published->distances);
    return published->distances ? FR_OK : FR_NO_MEMORY;
}

void published_clear(struct published *published)
{
    const struct fr_map *map = published->map;
    for (int32_t y = 0; y < map->height; y++) {
        const uint64_t *row = fr_map_row(map, y);
        int32_t *distance = at(published, 0, y);
        for (int32_t x = 0; x < map->width; x++)
            distance[x] = row[x / 64] >> (x & 63) & 1 ? PUBLISHED_UNSEEN : PUBLISHED_WALL;
    }
    published->stats.cleared = (int64_t)pixel_count(published);
}

/* Room for the neighbours of one more point. */
static bool reserve(const struct published *published, struct published_stack *stack)
{
    if (stack->count + 4 <= stack->capacity)
        return true;
    struct fr_pixel *points = fr_grow(published->allocator, stack->points, stack->count, 4,
                                      &stack->capacity, sizeof *points);
    if (!points)
        return false;
    stack->points = points;
    return true;
}

static inline void reach(int32_t *label, int32_t distance, struct published_stack *next, int32_t x,
                         int32_t y)
{
    if (*label == PUBLISHED_UNSEEN) {
        *label = distance;
        next->points[next->count++] = (struct fr_pixel){x, y};
    }
}

enum fr_outcome published_fill(struct published *published, struct fr_pixel goal)
{
    const int32_t width = published->map->width, height = published->map->height;
    struct published_stack current = published->current, next = published->next;
    enum fr_outcome outcome = FR_FOUND;
    bool swapped = false;
    current.count = next.count = 0;
    if (!reserve(published, &current)) {
        published->current = current;
        return FR_OUT_OF_MEMORY;
    }
    *at(published, goal.x, goal.y) = 0;
    current.points[current.count++] = goal;
    for (int32_t distance = 1; current.count > 0 && outcome == FR_FOUND; distance++) {
        published->stats.expanded += (int64_t)current.count;
        while (current.count > 0) {
            if (!reserve(published, &next)) {
                outcome = FR_OUT_OF_MEMORY;
                break;
            }
            const struct fr_pixel p = current.points[--current.count];
            int32_t *label = at(published, p.x, p.y);
            if (p.x > 0)
                reach(label - 1, distance, &next, p.x - 1, p.y);
            if (p.x < width - 1)
                reach(label + 1, distance, &next, p.x + 1, p.y);
            if (p.y > 0)
                reach(label - width, distance, &next, p.x, p.y - 1);
            if (p.y < height - 1)
                reach(label + width, distance, &next, p.x, p.y + 1);
        }
        const struct published_stack emptied = current;
        current = next;
        next = emptied;
        swapped = !swapped;
    }
    published->stats.generated = published->stats.expanded;
    /* Each stack keeps its place, so that the same click needs of it what it needed before. */
    published->current = swapped ? next : current;
    published->next = swapped ? current : next;
    return outcome;
}

/* The trace allows a diagonal of the distance after next, which beside the goal is -1: a wall's. */
enum fr_outcome published_trace(const struct published *published, struct fr_pixel start,
                                struct fr_path *path)
{
    const struct fr_map *map = published->map;
    struct fr_pixel p = start;
    int32_t distance = *at(published, p.x, p.y);
    while (fr_path_append(path, fr_pixel_centre(p)) == FR_OK) {
        if (distance == 0)
            return FR_FOUND;
        distance--;
        const int32_t diagonal = distance - 1;
        const bool left = p.x > 0 && *at(published, p.x - 1, p.y) == distance;
        const bool right = p.x < map->width - 1 && *at(published, p.x + 1, p.y) == distance;
        const bool up = p.y > 0 && *at(published, p.x, p.y - 1) == distance;
        const bool down = p.y < map->height - 1 && *at(published, p.x, p.y + 1) == distance;
        if (left || right) {
            p.x += left ? -1 : 1;
            if (!published->fold)
                continue;
            if (up && *at(published, p.x, p.y - 1) == diagonal) {
                distance = diagonal;
                p.y--;
            } else if (down && *at(published, p.x, p.y + 1) == diagonal) {
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

bool published_beeline(struct published *published, struct fr_pixel a, struct fr_pixel b)
{
    const int32_t width = abs(b.x - a.x), height = abs(b.y - a.y);
    const int32_t right = b.x < a.x ? -1 : 1, down = b.y < a.y ? -1 : 1;
    const bool steep = height > width;
    const int32_t longer = steep ? height : width, shorter = steep ? width : height;
    int32_t error = 0;
    published->stats.sight_checks++;
    for (int32_t step = 0; step < longer; step++) {
        if (*at(published, a.x, a.y) == PUBLISHED_WALL)
            return false;
        error += 2 * shorter;
        const bool sideways = error > longer;
        if (sideways)
            error -= 2 * longer;
        a.x += steep && !sideways ? 0 : right;
        a.y += steep || sideways ? down : 0;
    }
    return *at(published, b.x, b.y) != PUBLISHED_WALL;
}

/* Where p2 is moved to: the print scans from the far end, but never stops at what it finds. */
static struct fr_pixel slide(struct published *published, struct fr_pixel p1, struct fr_pixel p2,
                             struct fr_pixel p3, double distance)
{
    const int32_t dx = p3.x - p2.x, dy = p3.y - p2.y;
    const int32_t steps = distance / 10 < 5 ? (int32_t)(distance / 5) : 10;
    struct fr_pixel moved = p2;
    for (int32_t i = steps - 1; i > 0; i--) {
        const struct fr_pixel p4 = {p2.x + dx * i / steps, p2.y + dy * i / steps};
        if (published_beeline(published, p1, p4))
            moved = p4;
    }
    return moved;
}

bool published_beautify(struct published *published, struct fr_path *path)
{
    if (path->count < 3)
        return true;
    struct fr_point *points = path->points;
    size_t kept = 1;
    for (size_t i = 1; i + 1 < path->count; i++) {
        const struct fr_pixel p1 = fr_point_pixel(points[kept - 1]);
        const struct fr_pixel p2 = fr_point_pixel(points[i]), p3 = fr_point_pixel(points[i + 1]);
        if (published_beeline(published, p1, p3))
            continue;
        const double dx = p3.x - p2.x, dy = p3.y - p2.y, distance = sqrt(dx * dx + dy * dy);
        if (!published->simplify) {
            points[kept++] = points[i];
        } else if (distance >= 10) {
            points[kept++] = fr_pixel_centre(slide(published, p1, p2, p3, distance));
        } else if (published->advance) {
            points[kept++] = points[i];
        } else {
            return false;
        }
    }
    points[kept++] = points[path->count - 1];
    path->count = kept;
    return true;
}

static enum fr_outcome smooth(struct published *published, const struct fr_probe *probe,
                              struct fr_path *path)
{
    if (published->simplify) {
        fr_probe_enter(probe, FR_PHASE_SIMPLIFY);
        fr_simplify(path);
    }
    if (published->forward) {
        fr_probe_enter(probe, FR_PHASE_FORWARD);
        if (!published_beautify(published, path))
            return FR_LIMIT;
    }
    if (published->reverse) {
        fr_probe_enter(probe, FR_PHASE_REVERSE);
        fr_path_reverse(path);
        if (!published_beautify(published, path))
            return FR_LIMIT;
        fr_path_reverse(path);
    }
    return FR_FOUND;
}

enum fr_outcome published_find(struct published *published, struct fr_pixel start,
                               struct fr_pixel goal, const struct fr_probe *probe,
                               struct fr_path *path)
{
    published->stats = (struct fr_stats){0};
    if (!fr_map_walkable(published->map, goal.x, goal.y))
        return FR_UNREACHABLE;
    if (published->precheck) {
        fr_probe_enter(probe, FR_PHASE_PRECHECK);
        published->stats.sight_checks++;
        if (fr_beeline(published->map, start, goal))
            return fr_path_straight(path, fr_pixel_centre(start), fr_pixel_centre(goal)) == FR_OK
                       ? FR_FOUND
                       : FR_OUT_OF_MEMORY;
    }
    fr_probe_enter(probe, FR_PHASE_CLEAR);
    published_clear(published);
    fr_probe_enter(probe, FR_PHASE_SEARCH);
    enum fr_outcome outcome = published_fill(published, goal);
    if (outcome != FR_FOUND)
        return outcome;
    if (*at(published, start.x, start.y) == PUBLISHED_UNSEEN)
        return FR_UNREACHABLE;
    fr_probe_enter(probe, FR_PHASE_TRACE);
    outcome = published_trace(published, start, path);
    return outcome == FR_FOUND ? smooth(published, probe, path) : outcome;
}

static void release_stack(const struct published *published, struct published_stack *stack)
{
    fr_deallocate(published->allocator, stack->points, stack->capacity, sizeof *stack->points);
}

void published_release(struct published *published)
{
    release_stack(published, &published->current);
    release_stack(published, &published->next);
    fr_deallocate(published->allocator, published->distances, pixel_count(published),
                  sizeof *published->distances);
}
