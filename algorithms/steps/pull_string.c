#include "algorithms/steps/pull_string.h"

#include "maps/bits.h"

/* A turn a, b, c of the path. */
struct turn {
    struct fr_point a, b, c;
    int64_t side; /* sign of the turn from c to b, seen from a */
};

/* The cross product of the vectors from one point to two others: positive if the second is
 * clockwise of the first, as y grows downward. */
static int64_t cross(struct fr_point from, struct fr_point first, struct fr_point second)
{
    return (int64_t)(first.x - from.x) * (second.y - from.y) -
           (int64_t)(first.y - from.y) * (second.x - from.x);
}

static bool in_quadrant(struct fr_point from, struct fr_point to, int32_t qx, int32_t qy)
{
    return (to.x - from.x) * qx > 0 && (to.y - from.y) * qy > 0;
}

/* Whether a direction from b leads into the triangle. */
static bool in_angle(const struct turn *turn, int32_t dx, int32_t dy)
{
    const struct fr_point to = {turn->b.x + dx, turn->b.y + dy};
    return turn->side * cross(turn->b, turn->a, to) > 0 &&
           turn->side * cross(turn->b, to, turn->c) > 0;
}

/* Whether the quadrant beside b overlaps the triangle's angle there: two angles do if a side of one
 * is inside the other, or if they are equal. */
static bool overlaps_angle(const struct turn *turn, int32_t qx, int32_t qy)
{
    return in_quadrant(turn->b, turn->a, qx, qy) || in_quadrant(turn->b, turn->c, qx, qy) ||
           in_angle(turn, qx, 0) || in_angle(turn, 0, qy) || in_angle(turn, qx, qy);
}

/* Whether a quadrant beside a point of a side has a part on the inner side of that side. */
static bool overlaps_side(const struct turn *turn, struct fr_point from, struct fr_point to,
                          int32_t qx, int32_t qy)
{
    return turn->side * (to.y - from.y) * qx > 0 || -turn->side * (to.x - from.x) * qy > 0;
}

/* Whether the pixel in a quadrant beside a point of the closed triangle overlaps it. */
static bool overlaps(const struct turn *turn, struct fr_point at, int32_t qx, int32_t qy)
{
    if (fr_point_equal(at, turn->b))
        return overlaps_angle(turn, qx, qy);
    if (cross(turn->a, turn->b, at) == 0)
        return overlaps_side(turn, turn->a, turn->b, qx, qy);
    if (cross(turn->b, turn->c, at) == 0)
        return overlaps_side(turn, turn->b, turn->c, qx, qy);
    return true;
}

/* Whether a point of the closed triangle is a corner of an obstacle that holds the string. */
static bool holds(const struct fr_map *map, const struct turn *turn, struct fr_point at)
{
    if (turn->side * cross(turn->a, turn->c, at) <= 0)
        return false;
    for (int32_t qy = -1; qy <= 1; qy += 2)
        for (int32_t qx = -1; qx <= 1; qx += 2)
            if (!fr_map_walkable(map, (at.x + qx) >> 1, (at.y + qy) >> 1) &&
                overlaps(turn, at, qx, qy))
                return true;
    return false;
}

/* Two neighbouring rows of pixels, clipped to the triangle; NULL: none. */
struct rows {
    const uint64_t *above, *below;
};

static uint64_t blocked_word(const struct rows *rows, int32_t word)
{
    return (rows->above ? ~rows->above[word] : 0) | (rows->below ? ~rows->below[word] : 0);
}

/* The first blocked pixel of either row from x to last, or last + 1. */
static int32_t blocked_from(const struct rows *rows, int32_t x, int32_t last)
{
    uint64_t bits = blocked_word(rows, x / 64) >> (x & 63) << (x & 63);
    for (int32_t word = x / 64; word <= last / 64; bits = blocked_word(rows, ++word))
        if (bits) {
            const int32_t found = word * 64 + fr_lowest_bit(bits);
            return found <= last ? found : last + 1;
        }
    return last + 1;
}

/* The last blocked pixel of either row from first to x, or first - 1. */
static int32_t blocked_until(const struct rows *rows, int32_t x, int32_t first)
{
    uint64_t bits = blocked_word(rows, x / 64) << (63 - (x & 63)) >> (63 - (x & 63));
    for (int32_t word = x / 64; word >= first / 64; bits = blocked_word(rows, --word)) {
        if (bits) {
            const int32_t found = word * 64 + fr_highest_bit(bits);
            return found >= first ? found : first - 1;
        }
        if (word == 0)
            break;
    }
    return first - 1;
}

static int64_t floor_quotient(int64_t dividend, int64_t divisor)
{
    return dividend / divisor - (dividend % divisor < 0);
}

/* Extends a range of whole x by the intersection of the segment a-b with the line at y; low > high:
 * empty. */
static void widen(struct fr_point a, struct fr_point b, int32_t y, int32_t *low, int32_t *high)
{
    if (a.y > b.y) {
        const struct fr_point upper = b;
        b = a;
        a = upper;
    }
    if (y < a.y || y > b.y || a.y == b.y)
        return;
    const int64_t way = (int64_t)(b.x - a.x) * (y - a.y), height = b.y - a.y;
    const int32_t right = a.x + (int32_t)floor_quotient(way, height);
    const int32_t left = a.x - (int32_t)floor_quotient(-way, height);
    *low = left < *low ? left : *low;
    *high = right > *high ? right : *high;
}

/* Appends the first and last corner that hold the string on the line at y = 2 * row. FR_OK or
 * FR_NO_MEMORY. */
static enum fr_status add_outermost(struct fr_string *string, const struct turn *turn,
                                    const struct rows *rows, int32_t row)
{
    int32_t low = INT32_MAX, high = INT32_MIN;
    widen(turn->a, turn->b, 2 * row, &low, &high);
    widen(turn->b, turn->c, 2 * row, &low, &high);
    widen(turn->c, turn->a, 2 * row, &low, &high);
    const int32_t first = (low + 1) >> 1, last = high >> 1;
    enum fr_status status = FR_OK;
    /* Corner x is between the pixels x - 1 and x of both rows. */
    for (int32_t x = first; x <= last && status == FR_OK; x++) {
        const int32_t pixel = blocked_from(rows, x - 1, last);
        x = pixel < x ? x : pixel;
        if (x > last || !holds(string->map, turn, (struct fr_point){2 * x, 2 * row}))
            continue;
        status = fr_path_append(&string->corners, (struct fr_point){2 * x, 2 * row});
        break;
    }
    for (int32_t x = last; x >= first && status == FR_OK; x--) {
        const int32_t pixel = blocked_until(rows, x, first - 1);
        x = pixel < x ? pixel + 1 : x;
        if (x < first || !holds(string->map, turn, (struct fr_point){2 * x, 2 * row}))
            continue;
        status = fr_path_append(&string->corners, (struct fr_point){2 * x, 2 * row});
        break;
    }
    return status;
}

/* Collects corners whose hull, with a and c, equals that of everything that blocks the triangle. */
static enum fr_status collect(struct fr_string *string, const struct turn *turn)
{
    const struct fr_map *map = string->map;
    const int32_t top = fr_lesser(fr_lesser(turn->a.y, turn->b.y), turn->c.y);
    const int32_t bottom = fr_greater(fr_greater(turn->a.y, turn->b.y), turn->c.y);
    enum fr_status status = FR_OK;
    string->corners.count = 0;
    for (int32_t row = (top + 1) >> 1; 2 * row <= bottom && status == FR_OK; row++) {
        const struct rows rows = {.above = 2 * row > top ? fr_map_row(map, row - 1) : NULL,
                                  .below = 2 * row < bottom ? fr_map_row(map, row) : NULL};
        status = add_outermost(string, turn, &rows, row);
    }
    return status;
}

static int64_t square_distance(struct fr_point a, struct fr_point b)
{
    const int64_t dx = b.x - a.x, dy = b.y - a.y;
    return dx * dx + dy * dy;
}

/* The next corner of the hull, from a toward c. */
static struct fr_point next_on_hull(const struct fr_string *string, const struct turn *turn,
                                    struct fr_point from)
{
    struct fr_point best = turn->c;
    for (size_t i = 0; i < string->corners.count; i++) {
        const struct fr_point corner = string->corners.points[i];
        const int64_t beyond = turn->side * cross(from, best, corner);
        if (beyond > 0 ||
            (beyond == 0 && square_distance(from, corner) > square_distance(from, best)))
            best = corner;
    }
    return best;
}

/* Appends the hull's corners and c to ahead, c last on the path. FR_OK or FR_NO_MEMORY. */
static enum fr_status go_round(struct fr_string *string, const struct turn *turn)
{
    const size_t first = string->ahead.count;
    struct fr_point at = turn->a;
    enum fr_status status;
    do {
        at = next_on_hull(string, turn, at);
        status = fr_path_append(&string->ahead, at);
    } while (status == FR_OK && !fr_point_equal(at, turn->c));
    struct fr_path hull = {.points = string->ahead.points + first,
                           .count = string->ahead.count - first};
    fr_path_reverse(&hull);
    return status;
}

/* Sets *tight if the string from a to c is taut at b; else puts the replacement of b into ahead.
 * FR_OK or FR_NO_MEMORY. */
static enum fr_status pull(struct fr_string *string, const struct turn *turn, bool *tight)
{
    *tight = false;
    if (turn->side == 0)
        return fr_path_append(&string->ahead, turn->c);
    if (turn->b.x % 2 == 0 && turn->b.y % 2 == 0 && holds(string->map, turn, turn->b)) {
        *tight = true;
        return FR_OK;
    }
    const enum fr_status status = collect(string, turn);
    return status == FR_OK ? go_round(string, turn) : status;
}

enum fr_status fr_pull_string(struct fr_string *string, struct fr_path *path)
{
    if (path->count < 3)
        return FR_OK;
    string->ahead.count = 0;
    enum fr_status status = FR_OK;
    for (size_t i = path->count; i > 1 && status == FR_OK; i--)
        status = fr_path_append(&string->ahead, path->points[i - 1]);
    path->count = 1;
    while (string->ahead.count > 0 && status == FR_OK) {
        const struct fr_point next = string->ahead.points[--string->ahead.count];
        bool tight = true;
        if (path->count > 1) {
            struct turn turn = {
                .a = path->points[path->count - 2], .b = path->points[path->count - 1], .c = next};
            const int64_t turning = cross(turn.a, turn.c, turn.b);
            turn.side = (turning > 0) - (turning < 0);
            status = pull(string, &turn, &tight);
        }
        if (!tight)
            path->count--;
        else if (status == FR_OK)
            status = fr_path_append(path, next);
    }
    return status;
}
