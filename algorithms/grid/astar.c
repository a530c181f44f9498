/* A* over pixels: a shortest path by steps to neighbouring pixels.
 *
 * Pixels are expanded in the order of f = cost from the start + a lower bound of the cost to the
 * goal. Five open lists, four heuristics and four movement models can be combined, to show what
 * each choice gains:
 *   - the default is a bucket queue over exact integer costs, with canonical ordering, which
 *     generates most pixels once instead of eight times;
 *   - with open=linear and open=linear-membership, "A* over pixels" takes 20 seconds.
 *
 * Costs: a path of a straight and b diagonal steps costs a*S + b*D, where D/S is a continued
 * fraction convergent of sqrt(2). These costs order two paths exactly as a + b*sqrt(2) does, if
 * their numbers of diagonal steps differ by less than S: no fraction with a smaller denominator
 * lies between D/S and sqrt(2). S = 93,222,358 is larger than any such difference in a search.
 * Costs are kept modulo 2^32. That is exact, too, while the heuristic is consistent: costs that are
 * compared, those of one pixel or of entries of the open list at one time, then differ by less than
 * three moves. With a heuristic that overestimates, costs are small and never wrap.
 *
 * Bucket queue: with a consistent heuristic, f never decreases, and grows by at most 2*D per move
 * (D + 2*S if the heuristic overestimates, and f is kept from decreasing). A bucket spans 36 % of a
 * straight move, so at most 11 of the 16 buckets are in use at a time. Inside a bucket, the last
 * entry is taken first. A pixel that is expanded too early there, and later reached at a lower
 * cost, is expanded again, and the search ends only when no entry is cheaper than the known path:
 * the result is exact in any order.
 *
 * Complexity: O(pixels) time with buckets, O(pixels log pixels) with the heap, O(pixels * open
 * list) with the others; 9 bytes per pixel. Nodes are reset by a new stamp or, as beginners do it
 * (reset=clear), by a pass over all pixels before each click.
 *
 * Source: Hart, Nilsson, Raphael, "A Formal Basis for the Heuristic Determination of Minimum Cost
 * Paths", IEEE Transactions on Systems Science and Cybernetics, 1968; Dial, "Algorithm 360", CACM,
 * 1969 (buckets). The version that Covert 2016 prints is published/astar_published.c. */
#include "algorithms/grid/search.h"
#include "algorithms/steps/smooth.h"

#define MODELS "grid4|grid8|grid8-one|grid8-cut"

enum {
    OPTION_MODEL,
    OPTION_OPEN,
    OPTION_HEURISTIC,
    OPTION_COSTS,
    OPTION_CANONICAL,
    OPTION_RESET,
    OPTION_LABELS,
    OPTION_SMOOTH
};

enum { CHOICE_AUTO, CHOICE_OCTILE }; /* of OPTION_HEURISTIC; the others follow enum heuristic */

static const struct fr_option option_table[] = {
    [OPTION_MODEL] = {.name = "model",
                      .kind = FR_OPTION_CHOICE,
                      .choices = MODELS,
                      .fallback = FR_GRID8,
                      .help = "which steps are legal"},
    [OPTION_OPEN] = {.name = "open",
                     .kind = FR_OPTION_CHOICE,
                     .choices = "bucket|heap|sorted|linear|linear-membership",
                     .fallback = OPEN_BUCKET,
                     .help = "the open list; the last three take quadratic time"},
    [OPTION_HEURISTIC] = {.name = "heuristic",
                          .kind = FR_OPTION_CHOICE,
                          .choices = "auto|octile|manhattan|chebyshev|euclidean",
                          .fallback = CHOICE_AUTO,
                          .help =
                              "auto: the closest lower bound (manhattan on grid4, else octile)"},
    [OPTION_COSTS] = {.name = "costs",
                      .kind = FR_OPTION_CHOICE,
                      .choices = "length|steps",
                      .fallback = 0,
                      .help = "a diagonal step costs sqrt(2), or 1"},
    [OPTION_CANONICAL] = {.name = "canonical",
                          .kind = FR_OPTION_SWITCH,
                          .fallback = 1,
                          .help = "generate only one of several equally short paths"},
    [OPTION_RESET] = {.name = "reset",
                      .kind = FR_OPTION_CHOICE,
                      .choices = "stamps|clear",
                      .fallback = 0,
                      .help =
                          "how nodes are reset for a click: by a new stamp, or by clearing all"},
    [OPTION_LABELS] = {.name = "labels",
                       .kind = FR_OPTION_SWITCH,
                       .fallback = 1,
                       .help = "find unreachable clicks from component labels, without a search"},
    [OPTION_SMOOTH] = FR_SMOOTH_OPTION(FR_SMOOTH_NONE),
};

struct fr_state {
    struct search search;
};

static enum heuristic chosen_heuristic(const struct fr_option_values *options)
{
    const int64_t choice = options->at[OPTION_HEURISTIC];
    if (choice != CHOICE_AUTO)
        return (enum heuristic)(choice - CHOICE_OCTILE + HEURISTIC_OCTILE);
    return options->at[OPTION_MODEL] == FR_GRID4 ? HEURISTIC_MANHATTAN : HEURISTIC_OCTILE;
}

static bool steps_only(const struct fr_option_values *options)
{
    return options->at[OPTION_COSTS] == 1;
}

/* Whether no move changes the estimate by more than it costs (but for the rounding of roots). */
static bool consistent(const struct fr_option_values *options)
{
    if (options->at[OPTION_MODEL] == FR_GRID4)
        return true;
    const enum heuristic heuristic = chosen_heuristic(options);
    return heuristic != HEURISTIC_MANHATTAN &&
           !(heuristic == HEURISTIC_EUCLIDEAN && steps_only(options));
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
                                 .tells_expansions = true};
    traits->expected_faults = options->at[OPTION_OPEN] >= OPEN_SORTED;
    if (!consistent(options))
        traits->optimality = FR_OPTIMAL_NONE;
    else
        traits->optimality = steps_only(options) ? FR_OPTIMAL_STEPS : FR_OPTIMAL_LENGTH;
}

static size_t pixel_count(const struct fr_map *map)
{
    return (size_t)map->width * (size_t)map->height;
}

static void release(struct fr_state *state)
{
    struct search *search = &state->search;
    const struct fr_allocator *allocator = search->head.allocator;
    const size_t count = pixel_count(search->head.map);
    fr_deallocate(allocator, search->nodes, count, sizeof *search->nodes);
    fr_deallocate(allocator, search->surroundings, count, sizeof *search->surroundings);
    if (search->open.allocator)
        open_release(&search->open);
}

/* Brings the surroundings of all pixels in and next to rect in step with the map. */
static void refresh(struct search *search, struct fr_rect rect)
{
    const struct fr_map *map = search->head.map;
    const bool walled = map->wall_count > 0;
    const int64_t right = (int64_t)rect.x + rect.width + 1;
    const int64_t bottom = (int64_t)rect.y + rect.height + 1;
    const int32_t x0 = rect.x < 1 ? 0 : rect.x - 1, y0 = rect.y < 1 ? 0 : rect.y - 1;
    for (int32_t y = y0; y < bottom && y < map->height; y++)
        for (int32_t x = x0; x < right && x < map->width; x++)
            search->surroundings[(size_t)y * (size_t)map->width + (size_t)x] =
                walled ? fr_walled_surroundings(map, search->movement, x, y)
                       : fr_surroundings(map, x, y);
}

static void prepare_moves(struct search *search)
{
    if (search->canonical) {
        fr_canonical_moves(search->movement, search->scale.straight, search->scale.diagonal,
                           search->moves);
        return;
    }
    for (int d = 0; d <= FR_START; d++)
        fr_legal_moves(search->movement, search->moves[d]);
}

static enum fr_status prepare(struct fr_state *state)
{
    struct search *search = &state->search;
    const struct fr_map *map = search->head.map;
    const struct fr_allocator *allocator = search->open.allocator = search->head.allocator;
    const struct fr_option_values *options = &search->head.options;
    search->movement = fr_smoother_model(search->head.smoother, options->at[OPTION_MODEL]);
    search->heuristic = chosen_heuristic(options);
    search->monotone = consistent(options) && search->heuristic != HEURISTIC_EUCLIDEAN;
    search->canonical = options->at[OPTION_CANONICAL] != 0;
    search->clears = options->at[OPTION_RESET] == 1;
    search->prunes_at_walls = search->movement == FR_GRID4 || search->movement == FR_GRID8;
    search->scale = chosen_scale(options);
    const size_t longest = pixel_count(map) + (size_t)map->width + (size_t)map->height;
    if (!consistent(options) && longest > INT32_MAX / search->scale.diagonal)
        return FR_UNSUPPORTED;
    search->open.shift = search->scale.bucket_shift;
    search->nodes = fr_allocate_zeroed(allocator, pixel_count(map), sizeof *search->nodes);
    search->surroundings = fr_allocate(allocator, pixel_count(map), 1);
    if (!search->nodes || !search->surroundings)
        return FR_NO_MEMORY;
    prepare_moves(search);
    refresh(search, (struct fr_rect){0, 0, map->width, map->height});
    return options->at[OPTION_LABELS] ? fr_head_label(&search->head, search->movement) : FR_OK;
}

static enum fr_outcome find(struct fr_state *state, struct fr_point start, struct fr_point goal,
                            const struct fr_probe *probe, struct fr_path *path)
{
    struct search *search = &state->search;
    const struct fr_pixel from = fr_point_pixel(start), to = fr_point_pixel(goal);
    if (!fr_head_joins(&search->head, start, goal))
        return FR_UNREACHABLE;
    search->probe = fr_probe_for_expansions(probe);
    search_forget(search, probe);
    fr_probe_enter(probe, FR_PHASE_SEARCH);
    const enum fr_outcome outcome =
        search_run(search, (enum open_kind)search->head.options.at[OPTION_OPEN], from, to);
    if (outcome != FR_FOUND)
        return outcome;
    fr_probe_enter(probe, FR_PHASE_TRACE);
    return search_trace(search, from, to, path);
}

static enum fr_status update(struct fr_state *state, const struct fr_rect *rects, size_t count)
{
    struct fr_head *head = &state->search.head;
    for (size_t i = 0; i < count; i++)
        refresh(&state->search, rects[i]);
    return head->options.at[OPTION_LABELS] ? fr_head_label(head, state->search.movement) : FR_OK;
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
