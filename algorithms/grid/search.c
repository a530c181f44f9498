#include "algorithms/grid/search.h"

#include <math.h>

#include "maps/bits.h"

/* Each set of the loop's constants gets its own inlined copy, however many there are. */
#if defined(__GNUC__)
#define INLINE inline __attribute__((always_inline))
#else
#define INLINE inline
#endif

static uint32_t pack(struct fr_pixel pixel)
{
    return (uint32_t)pixel.y << 16 | (uint32_t)pixel.x;
}

static size_t node_index(const struct search *search, struct fr_pixel pixel)
{
    return (size_t)pixel.y * (size_t)search->head.map->width + (size_t)pixel.x;
}

/* A lower bound of the cost between two pixels; modulo 2^32 like every cost. */
static INLINE uint32_t estimate(const struct search *search, int32_t dx, int32_t dy)
{
    const uint32_t x = (uint32_t)(dx < 0 ? -dx : dx), y = (uint32_t)(dy < 0 ? -dy : dy);
    const uint32_t longer = x > y ? x : y, shorter = x > y ? y : x;
    const uint32_t straight = search->scale.straight;
    switch (search->heuristic) {
    case HEURISTIC_OCTILE:
        return straight * (longer - shorter) + search->scale.diagonal * shorter;
    case HEURISTIC_MANHATTAN:
        return straight * (longer + shorter);
    case HEURISTIC_CHEBYSHEV:
        return straight * longer;
    case HEURISTIC_EUCLIDEAN:
        break;
    }
    return (uint32_t)(uint64_t)(straight * sqrt((double)x * x + (double)y * y));
}

/* State of one query in the loop. */
struct click {
    struct fr_pixel goal;
    uint32_t best; /* least cost of reaching the goal so far */
    bool reached;
};

/* Takes the next pixel that may be on a path shorter than the best one; false if there is none. */
static INLINE bool pop(struct search *search, enum open_kind kind, const struct click *click,
                       uint32_t *pixel)
{
    struct open_list *open = &search->open;
    if (kind != OPEN_BUCKET) {
        if (open->count == 0)
            return false;
        const struct open_entry entry = entry_pop(open, kind);
        *pixel = entry.pixel;
        return !click->reached || cost_less(entry.f, click->best);
    }
    if (!open->filled)
        return false;
    unsigned index = open->base >> open->shift & (OPEN_BUCKETS - 1);
    if (!(open->filled >> index & 1)) {
        const uint32_t turned = open->filled >> index | open->filled << (OPEN_BUCKETS - index);
        const unsigned steps = (unsigned)fr_lowest_bit(turned);
        open->base += (uint32_t)steps << open->shift;
        index = (index + steps) & (OPEN_BUCKETS - 1);
    }
    if (click->reached && cost_less(click->best, open->base))
        return false;
    struct bucket *bucket = &open->buckets[index];
    *pixel = bucket->pixels[--bucket->count];
    if (bucket->count == 0)
        open->filled &= ~(1u << index);
    return true;
}

static INLINE bool push(struct search *search, enum open_kind kind, size_t listed, uint32_t f,
                        uint32_t pixel)
{
    struct open_list *open = &search->open;
    search->head.stats.generated++;
    /* Where f could decrease, keeps the queue monotone: nothing enters a bucket before the current
     * one. */
    if (kind == OPEN_BUCKET)
        return bucket_push(open, !search->monotone && cost_less(f, open->base) ? open->base : f,
                           pixel);
    const struct open_entry entry = {f, (uint32_t)search->head.stats.generated, pixel};
    if (kind == OPEN_LINEAR_MEMBERSHIP && listed < open->count) {
        open->entries[listed] = entry;
        return true;
    }
    return entry_push(open, kind, entry);
}

/* Offers a path to the neighbour in direction d of a pixel with cost g. False without memory. */
static INLINE bool offer(struct search *search, enum open_kind kind, bool canonical,
                         struct click *click, struct fr_pixel pixel, int d, uint32_t g)
{
    const struct fr_pixel to = {pixel.x + fr_direction_dx[d], pixel.y + fr_direction_dy[d]};
    struct node *node = &search->nodes[node_index(search, to)];
    const uint8_t dir = (uint8_t)(1u << d);
    const size_t listed = kind == OPEN_LINEAR_MEMBERSHIP ? linear_find(&search->open, pack(to)) : 0;
    if (node->stamp == search->stamp) {
        if (g == node->g && canonical) {
            if (node->dirs & dir)
                return true;
            node->dirs |= dir;
        } else if (cost_less(g, node->g)) {
            node->g = g;
            node->dirs = dir;
            node->expanded = 0;
        } else {
            return true;
        }
    } else {
        *node = (struct node){.g = g, .stamp = search->stamp, .dirs = dir, .expanded = 0};
    }
    if (fr_pixel_equal(to, click->goal)) {
        click->best = g;
        click->reached = true;
        return true;
    }
    const uint32_t h = estimate(search, to.x - click->goal.x, to.y - click->goal.y);
    return push(search, kind, listed, g + h, pack(to));
}

static INLINE bool expand(struct search *search, enum open_kind kind, bool canonical,
                          struct click *click, struct fr_pixel pixel, unsigned moves, uint32_t g)
{
    search->head.stats.expanded++;
    for (; moves; moves &= moves - 1) {
        const int d = fr_lowest_bit(moves);
        const uint32_t cost = d & 1 ? search->scale.diagonal : search->scale.straight;
        if (!offer(search, kind, canonical, click, pixel, d, g + cost))
            return false;
    }
    return true;
}

/* The A* loop; kind, canonical and the probe are constants wherever it is inlined for speed. */
static INLINE enum fr_outcome loop(struct search *search, enum open_kind kind, bool canonical,
                                   const struct fr_probe *probe, struct fr_pixel start,
                                   struct fr_pixel goal)
{
    struct click click = {.goal = goal};
    const uint8_t *around = search->surroundings;
    struct node *first = &search->nodes[node_index(search, start)];
    *first = (struct node){.g = 0, .stamp = search->stamp, .dirs = 0, .expanded = 0xFF};
    open_clear(&search->open, estimate(search, start.x - goal.x, start.y - goal.y));
    fr_probe_expanded(probe, fr_pixel_centre(start));
    if (!expand(search, kind, canonical, &click, start,
                search->moves[FR_START][around[node_index(search, start)]], 0))
        return FR_OUT_OF_MEMORY;
    uint32_t packed;
    while (pop(search, kind, &click, &packed)) {
        const struct fr_pixel pixel = {(int32_t)(packed & 0xFFFF), (int32_t)(packed >> 16)};
        const size_t index = node_index(search, pixel);
        struct node *node = &search->nodes[index];
        unsigned fresh = node->dirs & (unsigned)~node->expanded;
        if (!fresh)
            continue;
        const uint32_t g = node->g;
        /* A bucket spans several costs: some of its pixels cannot lead to a shorter path. */
        if (kind == OPEN_BUCKET && click.reached &&
            !cost_less(g + estimate(search, pixel.x - goal.x, pixel.y - goal.y), click.best))
            continue;
        const bool pruned = canonical && (search->prunes_at_walls ||
                                          !fr_wall_near(search->head.map, pixel.x, pixel.y));
        node->expanded = pruned ? node->dirs : 0xFF;
        unsigned moves = 0;
        for (; pruned && fresh; fresh &= fresh - 1)
            moves |= search->moves[fr_lowest_bit(fresh)][around[index]];
        if (!pruned)
            moves = search->moves[FR_START][around[index]];
        fr_probe_expanded(probe, fr_pixel_centre(pixel));
        if (!expand(search, kind, canonical, &click, pixel, moves, g))
            return FR_OUT_OF_MEMORY;
    }
    return click.reached ? FR_FOUND : FR_UNREACHABLE;
}

/* A new stamp resets every node; the nodes are cleared when 65,535 stamps are used up. */
void search_forget(struct search *search, const struct fr_probe *probe)
{
    search->head.stats.cleared = 0;
    if (++search->stamp != 0 && !search->clears)
        return;
    fr_probe_enter(probe, FR_PHASE_CLEAR);
    const size_t count = (size_t)search->head.map->width * (size_t)search->head.map->height;
    memset(search->nodes, 0, count * sizeof *search->nodes);
    search->head.stats.cleared = (int64_t)count;
    search->stamp = 1;
}

enum fr_outcome search_run(struct search *search, enum open_kind kind, struct fr_pixel start,
                           struct fr_pixel goal)
{
    search->head.stats.expanded = search->head.stats.generated = 0;
    const bool canonical = search->canonical;
    if (search->probe)
        return loop(search, kind, canonical, search->probe, start, goal);
    switch (kind) {
    case OPEN_BUCKET:
        return canonical ? loop(search, OPEN_BUCKET, true, NULL, start, goal)
                         : loop(search, OPEN_BUCKET, false, NULL, start, goal);
    case OPEN_HEAP:
        return canonical ? loop(search, OPEN_HEAP, true, NULL, start, goal)
                         : loop(search, OPEN_HEAP, false, NULL, start, goal);
    case OPEN_SORTED:
        return loop(search, OPEN_SORTED, canonical, NULL, start, goal);
    case OPEN_LINEAR:
        return loop(search, OPEN_LINEAR, canonical, NULL, start, goal);
    case OPEN_LINEAR_MEMBERSHIP:
        return loop(search, OPEN_LINEAR_MEMBERSHIP, canonical, NULL, start, goal);
    }
    return FR_NONE;
}

enum fr_outcome search_trace(const struct search *search, struct fr_pixel start,
                             struct fr_pixel goal, struct fr_path *path)
{
    struct fr_pixel at = goal;
    int last = -1;
    while (!fr_pixel_equal(at, start)) {
        const uint8_t dirs = search->nodes[node_index(search, at)].dirs;
        const int d = last >= 0 && dirs >> last & 1 ? last : fr_lowest_bit(dirs);
        if (d != last && fr_path_append(path, fr_pixel_centre(at)) != FR_OK)
            return FR_OUT_OF_MEMORY;
        last = d;
        at.x -= fr_direction_dx[d];
        at.y -= fr_direction_dy[d];
    }
    if (fr_path_append(path, fr_pixel_centre(start)) != FR_OK)
        return FR_OUT_OF_MEMORY;
    fr_path_reverse(path);
    return FR_FOUND;
}
