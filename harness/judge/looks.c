#include "harness/judge/looks.h"

#include <math.h>
#include <string.h>

#include "harness/judge/taut_path.h"
#include "maps/geometry/predicates.h"

#define LONGER 1.01       /* a roomy path may be this many times as long as the judged one */
#define SEEN_DEGREES 30.0 /* a turn that a player sees */
#define SHARP_DEGREES 90.0
#define ZIGZAG_PX 20.0 /* between two turns */
#define NEAR_PX 10.0   /* from a turn of the taut path to one that it justifies */

/* A waypoint that turns. */
struct turn {
    size_t waypoint;
    struct fr_point at;
    double degrees; /* to the positive side */
    double along;   /* pixels of path before the turn */
};

static double degrees(struct fr_point in, struct fr_point out)
{
    return atan2((double)fr_cross(in, out), (double)fr_dot(in, out)) * 180 / acos(-1);
}

static double distance(struct fr_point a, struct fr_point b)
{
    return hypot(a.x - b.x, a.y - b.y) / 2;
}

/* The turns of at least `least` degrees; `turns` has space for all. Returns their number. */
static size_t list_turns(const struct fr_path *path, double least, struct turn *turns)
{
    struct fr_point in = {0, 0};
    double along = 0;
    size_t count = 0;
    for (size_t i = 1; i < path->count; i++) {
        const struct fr_point at = path->points[i - 1];
        const struct fr_point out = fr_point_minus(path->points[i], at);
        if (out.x == 0 && out.y == 0)
            continue;
        const double turned = in.x || in.y ? degrees(in, out) : 0;
        if (fabs(turned) >= least)
            turns[count++] = (struct turn){i - 1, at, turned, along};
        along += distance(path->points[i], at);
        in = out;
    }
    return count;
}

/* Whether a turn and the one before it are to different sides, at most `farthest` pixels apart. */
static bool zigzags(const struct turn *turn, double farthest)
{
    return turn[-1].degrees * turn->degrees < 0 && turn->along - turn[-1].along <= farthest;
}

static bool near(const struct turn *one, const struct turn *other)
{
    return distance(one->at, other->at) <= NEAR_PX;
}

static bool asks_for_sharp(const struct turn *taut, size_t count, const struct turn *turn)
{
    double turned = 0;
    for (size_t i = 0; i < count; i++)
        if (near(&taut[i], turn))
            turned += fabs(taut[i].degrees);
    return turned >= SHARP_DEGREES / 2;
}

/* Whether the taut path has a zigzag near a turn of the path or near the turn before it. */
static bool asks_for_zigzag(const struct turn *taut, size_t count, const struct turn *turn)
{
    for (size_t i = 1; i < count; i++)
        if (zigzags(&taut[i], 2 * ZIGZAG_PX) &&
            (near(&taut[i], turn) || near(&taut[i - 1], turn) || near(&taut[i], turn - 1) ||
             near(&taut[i - 1], turn - 1)))
            return true;
    return false;
}

static unsigned faults_of(const struct turn *turn, bool first, const struct turn *taut,
                          size_t count)
{
    const bool sharp = fabs(turn->degrees) > SHARP_DEGREES && !asks_for_sharp(taut, count, turn);
    const bool zigzag = !first && zigzags(turn, ZIGZAG_PX) && !asks_for_zigzag(taut, count, turn);
    return (sharp ? FR_TURN_SHARP : 0) | (zigzag ? FR_TURN_ZIGZAG : 0);
}

enum fr_status fr_looks_turns(const struct fr_map *map, const struct fr_path *path,
                              const struct fr_allocator *allocator, uint8_t *faults, bool *known)
{
    struct fr_path taut;
    fr_path_init(&taut, allocator);
    enum fr_status status = fr_taut_path(map, path, allocator, &taut);
    const size_t room = path->count + taut.count;
    struct turn *own = fr_allocate(allocator, room, sizeof *own), *asked = own + path->count;
    if (status == FR_OK && room > 0 && !own)
        status = FR_NO_MEMORY;
    if (status == FR_OK) {
        const size_t count = list_turns(path, SEEN_DEGREES, own);
        const size_t asked_count = list_turns(&taut, SEEN_DEGREES / 2, asked);
        *known = taut.count > 0;
        memset(faults, 0, path->count * sizeof *faults);
        for (size_t i = 0; i < count; i++)
            faults[own[i].waypoint] = (uint8_t)faults_of(&own[i], i == 0, asked, asked_count);
    }
    fr_deallocate(allocator, own, room, sizeof *own);
    fr_path_release(&taut);
    return status;
}

bool fr_looks_faulty(const struct fr_looks *looks)
{
    return looks->hugging > FR_LOOKS_HUGGING || looks->sharp_turns > 0 || looks->zigzags > 0;
}

static double hugging(const struct fr_margin *margin, const struct fr_roomy *roomy,
                      const struct fr_path *path)
{
    const double length = fr_path_length(path);
    if (!(length > 0) || roomy->length > LONGER * length)
        return 0;
    const double needed = roomy->length > 0 ? roomy->margin / roomy->length : 0;
    return fmax(fr_margin_along(margin, path) / length - needed, 0);
}

enum fr_status fr_looks_measure(const struct fr_map *map, const struct fr_margin *margin,
                                const struct fr_roomy *roomy, const struct fr_path *path,
                                const struct fr_allocator *allocator, struct fr_looks *looks)
{
    uint8_t *faults = fr_allocate(allocator, path->count, sizeof *faults);
    bool known = false;
    if (path->count > 0 && !faults)
        return FR_NO_MEMORY;
    const enum fr_status status = fr_looks_turns(map, path, allocator, faults, &known);
    if (status == FR_OK) {
        *looks = (struct fr_looks){(double)NAN, known ? 0 : -1, known ? 0 : -1};
        for (size_t i = 0; i < path->count && known; i++) {
            looks->sharp_turns += (faults[i] & FR_TURN_SHARP) != 0;
            looks->zigzags += (faults[i] & FR_TURN_ZIGZAG) != 0;
        }
        if (!isnan(roomy->length))
            looks->hugging = hugging(margin, roomy, path);
    }
    fr_deallocate(allocator, faults, path->count, sizeof *faults);
    return status;
}
