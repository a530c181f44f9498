/* A* over pixels: a shortest path by steps to neighbouring pixels.
 *
 * Pixels are expanded in the order of f = cost from the start + a lower bound of the cost to the
 * goal. Five open lists, two heuristics and four movement models can be combined, to show what
 * each choice gains:
 *   - the default is a bucket queue over exact integer costs, with canonical ordering, which
 *     generates most pixels once instead of eight times;
 *   - with open=linear and open=linear-membership, "A* over pixels" takes 20 seconds.
 *
 * Costs: a path of a straight and b diagonal steps costs a*S + b*D, where D/S is a continued
 * fraction convergent of sqrt(2). These integer costs order two paths exactly as a + b*sqrt(2)
 * does, if their numbers of diagonal steps differ by less than S: no fraction with a smaller
 * denominator is between D/S and sqrt(2). S = 93,222,358 is enough for any two paths that a search
 * compares. Costs are kept modulo 2^32, which is exact while the heuristic is consistent: compared
 * costs belong to one pixel, or to entries that are in the open list together, and differ by less
 * than three moves. With a heuristic that overestimates, costs are small and never wrap.
 *
 * Bucket queue: with a consistent heuristic, f never decreases, and grows by at most 2*D per move
 * (D + 2*S if the heuristic overestimates, and f is kept from decreasing). A bucket spans 36 % of a
 * straight move, so at most 11 of the 16 buckets are in use at a time. Inside a bucket, the last
 * entry is taken first. A pixel that is expanded too early, and later reached at a lower cost, is
 * expanded again, and the search ends only when no entry is cheaper than the known path: the result
 * is exact in any order.
 *
 * Complexity: O(pixels) time with buckets, O(pixels log pixels) with the heap, O(pixels * open
 * list) with an array; 9 bytes per pixel. Nodes are reset by a new stamp or, as beginners do it
 * (reset=clear), by a pass over all pixels before each click.
 *
 * Source: Hart, Nilsson, Raphael, "A Formal Basis for the Heuristic Determination of Minimum Cost
 * Paths", IEEE Transactions on Systems Science and Cybernetics, 1968; Dial, "Algorithm 360", CACM,
 * 1969 (buckets). The version that Covert 2016 prints is published/astar_published.c. */
#include "algorithms/front.h"
#include "algorithms/steps/grid_moves.h"
#include "algorithms/steps/open_list.h"
#include "algorithms/steps/smooth.h"
#include "maps/bits.h"

#define MODELS "grid4|grid8|grid8-one|grid8-cut"

enum {
    OPTION_MODEL,
    OPTION_OPEN,
    OPTION_HEURISTIC,
    OPTION_COSTS,
    OPTION_CANONICAL,
    OPTION_RESET,
    OPTION_SMOOTH
};

enum { CHOICE_AUTO, CHOICE_OCTILE, CHOICE_MANHATTAN }; /* of OPTION_HEURISTIC */

static const struct fr_option option_table[] = {
    [OPTION_MODEL] = FR_CHOICE("model", MODELS, FR_GRID8, "which steps are legal"),
    [OPTION_OPEN] = FR_CHOICE("open", "bucket|heap|sorted|linear|linear-membership", OPEN_BUCKET,
                              "the open list; the last three take quadratic time"),
    [OPTION_HEURISTIC] =
        FR_CHOICE("heuristic", "auto|octile|manhattan", CHOICE_AUTO,
                  "auto: the closest lower bound (manhattan on grid4, else octile)"),
    [OPTION_COSTS] = FR_CHOICE("costs", "length|steps", 0, "a diagonal step costs sqrt(2), or 1"),
    [OPTION_CANONICAL] =
        FR_SWITCH("canonical", true, "generate only one of several equally short paths"),
    [OPTION_RESET] =
        FR_CHOICE("reset", "stamps|clear", 0,
                  "how nodes are reset for a click: by a new stamp, or by clearing all nodes"),
    [OPTION_SMOOTH] = FR_SMOOTH_OPTION,
};

/* Costs are unsigned 32-bit integers that wrap around: only differences of costs that are close
 * together are compared, as signed numbers. */
struct cost_scale {
    uint32_t straight, diagonal; /* the cost of a move */
    unsigned bucket_shift;       /* a bucket of the bucket queue spans a cost of 2^bucket_shift */
};

/* One pixel, in only eight bytes, as a search mostly waits for nodes in memory. */
struct node {
    uint32_t g;       /* cost from the start */
    uint16_t stamp;   /* the query that last wrote this node; if older, the node is unreached */
    uint8_t dirs;     /* directions of the moves that reach the node at cost g, as bits */
    uint8_t expanded; /* those of `dirs` whose successors were generated */
};

struct fr_state {
    struct fr_head head;
    struct node *nodes;    /* width * height */
    uint8_t *surroundings; /* width * height; near an edge wall, the legal moves */
    uint16_t stamp;        /* this query's */
    enum fr_movement movement;
    bool manhattan; /* the heuristic; octile if false */
    bool monotone;  /* f never falls from a pixel to its successor */
    bool canonical;
    bool clears;          /* clears the nodes for each query, although a new stamp would suffice */
    bool prunes_at_walls; /* canonical ordering also applies near edge walls: see grid_moves.h */
    struct cost_scale scale;
    uint8_t moves[FR_DIRECTIONS + 1][256]; /* by incoming direction and surroundings */
    struct open_list open;
    const struct fr_probe *probe; /* NULL: expansions are not reported */
};

static bool is_manhattan(const struct fr_option_values *options)
{
    const int64_t choice = options->at[OPTION_HEURISTIC];
    return choice == CHOICE_MANHATTAN ||
           (choice == CHOICE_AUTO && options->at[OPTION_MODEL] == FR_GRID4);
}

static bool steps_only(const struct fr_option_values *options)
{
    return options->at[OPTION_COSTS] == 1;
}

/* Whether no move changes the estimate by more than it costs. */
static bool consistent(const struct fr_option_values *options)
{
    return options->at[OPTION_MODEL] == FR_GRID4 || !is_manhattan(options);
}

static struct cost_scale chosen_scale(const struct fr_option_values *options)
{
    if (!consistent(options))
        return (struct cost_scale){169, steps_only(options) ? 169 : 239, 6};
    return (struct cost_scale){93222358, steps_only(options) ? 93222358 : 131836323, 25};
}

static void describe(const struct fr_option_values *options, struct fr_traits *traits)
{
    *traits = (struct fr_traits){.movement = (enum fr_movement)options->at[OPTION_MODEL],
                                 .edge_walls = true,
                                 .expansions = true};
    traits->expected_faults = options->at[OPTION_OPEN] >= OPEN_SORTED;
    if (!consistent(options))
        traits->optimality = FR_OPTIMAL_NONE;
    else
        traits->optimality = steps_only(options) ? FR_OPTIMAL_STEPS : FR_OPTIMAL_LENGTH;
}

static void release(struct fr_state *state)
{
    const struct fr_allocator *allocator = state->head.allocator;
    const size_t count = fr_map_pixels(state->head.map);
    fr_deallocate(allocator, state->nodes, count, sizeof *state->nodes);
    fr_deallocate(allocator, state->surroundings, count, sizeof *state->surroundings);
    if (state->open.allocator)
        open_release(&state->open);
}

/* Updates the surroundings of all pixels in and next to `rect`. */
static void refresh(struct fr_state *state, struct fr_rect rect)
{
    const struct fr_map *map = state->head.map;
    const bool walled = map->wall_count > 0;
    const int64_t right = (int64_t)rect.x + rect.width + 1;
    const int64_t bottom = (int64_t)rect.y + rect.height + 1;
    const int32_t x0 = rect.x < 1 ? 0 : rect.x - 1, y0 = rect.y < 1 ? 0 : rect.y - 1;
    for (int32_t y = y0; y < bottom && y < map->height; y++)
        for (int32_t x = x0; x < right && x < map->width; x++)
            state->surroundings[(size_t)y * (size_t)map->width + (size_t)x] =
                walled ? fr_walled_surroundings(map, state->movement, x, y)
                       : fr_surroundings(map, x, y);
}

static void prepare_moves(struct fr_state *state)
{
    if (state->canonical) {
        fr_canonical_moves(state->movement, state->scale.straight, state->scale.diagonal,
                           state->moves);
        return;
    }
    for (int d = 0; d <= FR_START; d++)
        fr_legal_moves(state->movement, state->moves[d]);
}

static enum fr_status prepare(struct fr_state *state)
{
    const struct fr_map *map = state->head.map;
    const struct fr_allocator *allocator = state->open.allocator = state->head.allocator;
    const struct fr_option_values *options = &state->head.options;
    state->movement = fr_smoother_model(state->head.smoother, options->at[OPTION_MODEL]);
    state->manhattan = is_manhattan(options);
    state->monotone = consistent(options);
    state->canonical = options->at[OPTION_CANONICAL] != 0;
    state->clears = options->at[OPTION_RESET] == 1;
    state->prunes_at_walls = state->movement == FR_GRID4 || state->movement == FR_GRID8;
    state->scale = chosen_scale(options);
    const size_t longest = fr_map_pixels(map) + (size_t)map->width + (size_t)map->height;
    if (!consistent(options) && longest > INT32_MAX / state->scale.diagonal)
        return FR_UNSUPPORTED;
    state->open.shift = state->scale.bucket_shift;
    state->nodes = fr_allocate_zeroed(allocator, fr_map_pixels(map), sizeof *state->nodes);
    state->surroundings = fr_allocate(allocator, fr_map_pixels(map), 1);
    if (!state->nodes || !state->surroundings)
        return FR_NO_MEMORY;
    prepare_moves(state);
    refresh(state, (struct fr_rect){0, 0, map->width, map->height});
    return fr_head_label(&state->head, state->movement);
}

/* Each set of constants gets its own inlined copy of the loop, however many sets there are. */
#if defined(__GNUC__)
#define INLINE inline __attribute__((always_inline))
#else
#define INLINE inline
#endif

static size_t node_index(const struct fr_state *state, struct fr_pixel pixel)
{
    return (size_t)pixel.y * (size_t)state->head.map->width + (size_t)pixel.x;
}

/* A lower bound of the cost between two pixels; modulo 2^32 like every cost. */
static INLINE uint32_t estimate(const struct fr_state *state, int32_t dx, int32_t dy)
{
    const uint32_t x = (uint32_t)(dx < 0 ? -dx : dx), y = (uint32_t)(dy < 0 ? -dy : dy);
    const uint32_t longer = x > y ? x : y, shorter = x > y ? y : x;
    const uint32_t straight = state->scale.straight;
    return state->manhattan ? straight * (longer + shorter)
                            : straight * (longer - shorter) + state->scale.diagonal * shorter;
}

/* State of one query in the loop. */
struct click {
    struct fr_pixel goal;
    uint32_t best; /* least cost of reaching the goal so far */
    bool reached;
};

/* Takes the next pixel that may be on a path shorter than the best one; false if there is none. */
static INLINE bool pop(struct fr_state *state, enum open_kind kind, const struct click *click,
                       uint32_t *pixel)
{
    struct open_list *open = &state->open;
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

static INLINE bool push(struct fr_state *state, enum open_kind kind, size_t listed, uint32_t f,
                        uint32_t pixel)
{
    struct open_list *open = &state->open;
    state->head.stats.generated++;
    /* Where f could decrease, keeps the queue monotone: nothing enters a bucket before the current
     * one. */
    if (kind == OPEN_BUCKET)
        return bucket_push(open, !state->monotone && cost_less(f, open->base) ? open->base : f,
                           pixel);
    const struct open_entry entry = {f, (uint32_t)state->head.stats.generated, pixel};
    if (kind == OPEN_LINEAR_MEMBERSHIP && listed < open->count) {
        open->entries[listed] = entry;
        return true;
    }
    return entry_push(open, kind, entry);
}

/* Offers a path to the neighbour in direction d of a pixel with cost g. False if out of memory. */
static INLINE bool offer(struct fr_state *state, enum open_kind kind, bool canonical,
                         struct click *click, struct fr_pixel pixel, int d, uint32_t g)
{
    const struct fr_pixel to = {pixel.x + fr_direction_dx[d], pixel.y + fr_direction_dy[d]};
    struct node *node = &state->nodes[node_index(state, to)];
    const uint8_t dir = (uint8_t)(1u << d);
    const size_t listed =
        kind == OPEN_LINEAR_MEMBERSHIP ? linear_find(&state->open, fr_pixel_pack(to)) : 0;
    if (node->stamp == state->stamp) {
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
        *node = (struct node){.g = g, .stamp = state->stamp, .dirs = dir, .expanded = 0};
    }
    if (fr_pixel_equal(to, click->goal)) {
        click->best = g;
        click->reached = true;
        return true;
    }
    const uint32_t h = estimate(state, to.x - click->goal.x, to.y - click->goal.y);
    return push(state, kind, listed, g + h, fr_pixel_pack(to));
}

static INLINE bool expand(struct fr_state *state, enum open_kind kind, bool canonical,
                          struct click *click, struct fr_pixel pixel, unsigned moves, uint32_t g)
{
    state->head.stats.expanded++;
    for (; moves; moves &= moves - 1) {
        const int d = fr_lowest_bit(moves);
        const uint32_t cost = d & 1 ? state->scale.diagonal : state->scale.straight;
        if (!offer(state, kind, canonical, click, pixel, d, g + cost))
            return false;
    }
    return true;
}

/* The A* loop, inlined for speed with constants for `kind`, `canonical` and the probe. */
static INLINE enum fr_outcome loop(struct fr_state *state, enum open_kind kind, bool canonical,
                                   const struct fr_probe *probe, struct fr_pixel start,
                                   struct fr_pixel goal)
{
    struct click click = {.goal = goal};
    const uint8_t *around = state->surroundings;
    struct node *first = &state->nodes[node_index(state, start)];
    *first = (struct node){.g = 0, .stamp = state->stamp, .dirs = 0, .expanded = 0xFF};
    open_clear(&state->open, estimate(state, start.x - goal.x, start.y - goal.y));
    fr_probe_expanded(probe, fr_pixel_centre(start));
    if (!expand(state, kind, canonical, &click, start,
                state->moves[FR_START][around[node_index(state, start)]], 0))
        return FR_OUT_OF_MEMORY;
    uint32_t packed;
    while (pop(state, kind, &click, &packed)) {
        const struct fr_pixel pixel = fr_pixel_unpack(packed);
        const size_t index = node_index(state, pixel);
        struct node *node = &state->nodes[index];
        unsigned fresh = node->dirs & (unsigned)~node->expanded;
        if (!fresh)
            continue;
        const uint32_t g = node->g;
        /* A bucket spans several costs: some of its pixels cannot lead to a shorter path. */
        if (kind == OPEN_BUCKET && click.reached &&
            !cost_less(g + estimate(state, pixel.x - goal.x, pixel.y - goal.y), click.best))
            continue;
        const bool pruned = canonical && (state->prunes_at_walls ||
                                          !fr_wall_near(state->head.map, pixel.x, pixel.y));
        node->expanded = pruned ? node->dirs : 0xFF;
        unsigned moves = 0;
        for (; pruned && fresh; fresh &= fresh - 1)
            moves |= state->moves[fr_lowest_bit(fresh)][around[index]];
        if (!pruned)
            moves = state->moves[FR_START][around[index]];
        fr_probe_expanded(probe, fr_pixel_centre(pixel));
        if (!expand(state, kind, canonical, &click, pixel, moves, g))
            return FR_OUT_OF_MEMORY;
    }
    return click.reached ? FR_FOUND : FR_UNREACHABLE;
}

/* A new stamp resets every node; the nodes are cleared when 65,535 stamps are used up. */
static void forget(struct fr_state *state, const struct fr_probe *probe)
{
    state->head.stats.cleared = 0;
    if (++state->stamp != 0 && !state->clears)
        return;
    fr_probe_enter(probe, FR_PHASE_CLEAR);
    const size_t count = (size_t)state->head.map->width * (size_t)state->head.map->height;
    memset(state->nodes, 0, count * sizeof *state->nodes);
    state->head.stats.cleared = (int64_t)count;
    state->stamp = 1;
}

static enum fr_outcome search(struct fr_state *state, enum open_kind kind, struct fr_pixel start,
                              struct fr_pixel goal)
{
    state->head.stats.expanded = state->head.stats.generated = 0;
    const bool canonical = state->canonical;
    if (state->probe)
        return loop(state, kind, canonical, state->probe, start, goal);
    switch (kind) {
    case OPEN_BUCKET:
        return canonical ? loop(state, OPEN_BUCKET, true, NULL, start, goal)
                         : loop(state, OPEN_BUCKET, false, NULL, start, goal);
    case OPEN_HEAP:
        return canonical ? loop(state, OPEN_HEAP, true, NULL, start, goal)
                         : loop(state, OPEN_HEAP, false, NULL, start, goal);
    case OPEN_SORTED:
        return loop(state, OPEN_SORTED, canonical, NULL, start, goal);
    case OPEN_LINEAR:
        return loop(state, OPEN_LINEAR, canonical, NULL, start, goal);
    case OPEN_LINEAR_MEMBERSHIP:
        return loop(state, OPEN_LINEAR_MEMBERSHIP, canonical, NULL, start, goal);
    }
    return FR_NONE;
}

static enum fr_outcome trace(const struct fr_state *state, struct fr_pixel start,
                             struct fr_pixel goal, struct fr_path *path)
{
    struct fr_pixel at = goal;
    int last = -1;
    while (!fr_pixel_equal(at, start)) {
        const uint8_t dirs = state->nodes[node_index(state, at)].dirs;
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

static enum fr_outcome find(struct fr_state *state, struct fr_point start, struct fr_point goal,
                            const struct fr_probe *probe, struct fr_path *path)
{
    const struct fr_pixel from = fr_point_pixel(start), to = fr_point_pixel(goal);
    if (!fr_head_joins(&state->head, start, goal))
        return FR_UNREACHABLE;
    state->probe = fr_probe_for_expansions(probe);
    forget(state, probe);
    fr_probe_enter(probe, FR_PHASE_SEARCH);
    const enum fr_outcome outcome =
        search(state, (enum open_kind)state->head.options.at[OPTION_OPEN], from, to);
    if (outcome != FR_FOUND)
        return outcome;
    fr_probe_enter(probe, FR_PHASE_TRACE);
    return trace(state, from, to, path);
}

static enum fr_status update(struct fr_state *state, const struct fr_rect *rects, size_t count)
{
    for (size_t i = 0; i < count; i++)
        refresh(state, rects[i]);
    return fr_head_label(&state->head, state->movement);
}

const struct fr_pathfinder fr_astar = {
    .name = "astar",
    .label = "A*",
    .summary = "A* over pixels, with the open list, heuristic and movement model of your choice",
    .source = "Hart, Nilsson, Raphael, IEEE Trans. Systems Science and Cybernetics, 1968",
    .colour = "#0072B2",
    .marker = 'o',
    .candidate = true,
    .counts = FR_COUNTS_NODES,
    .options = option_table,
    .option_count = sizeof option_table / sizeof *option_table,
    .smoothing = &fr_smoothing,
    .describe = describe,
    .state_bytes = sizeof(struct fr_state),
    .prepare = prepare,
    .find = find,
    .update = update,
    .release = release,
};
