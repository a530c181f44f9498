#include "algorithms/jump_points/graph_search.h"

#include <string.h>

#include "algorithms/jump_points/jump_search.h"
#include "algorithms/steps/grid_walk.h"

/* What steps in a wedge cost beyond the progress they make toward a goal in an octant. Octile
 * distance is linear in an octant, and nowhere less than that linear function; so is what is left
 * over, which is least at one of the two directions that bound the wedge. */
static void measure_gaps(uint64_t gaps[FR_DIRECTIONS][FR_DIRECTIONS])
{
    const int64_t straight = (int64_t)FR_JUMP_STRAIGHT, diagonal = (int64_t)FR_JUMP_DIAGONAL;
    for (int octant = 0; octant < FR_DIRECTIONS; octant++) {
        const int along = octant % 2 ? (octant + 1) % FR_DIRECTIONS : octant;
        const int slant = octant % 2 ? octant : octant + 1;
        const int32_t side_x = fr_direction_dx[slant] - fr_direction_dx[along];
        const int32_t side_y = fr_direction_dy[slant] - fr_direction_dy[along];
        int64_t over[FR_DIRECTIONS];
        for (int d = 0; d < FR_DIRECTIONS; d++) {
            const int32_t ahead = fr_direction_dx[d] * fr_direction_dx[along] +
                                  fr_direction_dy[d] * fr_direction_dy[along];
            const int32_t aside = fr_direction_dx[d] * side_x + fr_direction_dy[d] * side_y;
            over[d] =
                (d % 2 ? diagonal : straight) - straight * ahead - (diagonal - straight) * aside;
        }
        for (int wedge = 0; wedge < FR_DIRECTIONS; wedge++) {
            const int64_t one = over[wedge], other = over[(wedge + 1) % FR_DIRECTIONS];
            gaps[wedge][octant] = (uint64_t)(one < other ? one : other);
        }
    }
}

void graph_search_init(struct graph_search *search, const struct jump_graph *graph,
                       const struct fr_allocator *allocator)
{
    search->graph = graph;
    search->allocator = allocator;
    search->sides[0].links.allocator = search->sides[1].links.allocator = allocator;
    measure_gaps(search->gaps);
}

enum fr_status graph_search_reserve(struct graph_search *search)
{
    const size_t count = search->graph->node_count;
    for (int s = 0; s < (search->lazy ? 1 : 2); s++) {
        struct search_side *side = &search->sides[s];
        if (count <= side->label_capacity)
            continue;
        const size_t capacity = count + count / 4;
        struct search_label *labels =
            fr_allocate_zeroed(search->allocator, capacity, sizeof *labels);
        if (!labels)
            return FR_NO_MEMORY;
        fr_deallocate(search->allocator, side->labels, side->label_capacity, sizeof *labels);
        side->labels = labels;
        side->label_capacity = capacity;
    }
    return FR_OK;
}

static void begin_side(struct search_side *side, struct fr_pixel from, struct fr_pixel to,
                       bool forget)
{
    side->open.count = side->links.count = 0;
    side->from = from;
    side->to = to;
    if (forget && side->labels)
        memset(side->labels, 0, side->label_capacity * sizeof *side->labels);
}

void graph_search_begin(struct graph_search *search, struct fr_pixel start, struct fr_pixel goal)
{
    const bool wrapped = ++search->stamp == 0;
    search->stamp += wrapped;
    begin_side(&search->sides[0], start, goal, wrapped);
    begin_side(&search->sides[1], goal, start, wrapped);
    search->best = UINT64_MAX;
    search->expanded = search->generated = 0;
}

static bool push(struct graph_search *search, struct search_side *side, uint64_t f, uint32_t node)
{
    search->generated++;
    return search_heap_push(&side->open, search->allocator, f, node);
}

/* A way from a node, or an end, at cost g from this side's end, to follow or to expand. */
struct origin {
    struct fr_pixel at;
    uint32_t node;
    uint64_t g;
    unsigned onward;
    const struct link *links;
    size_t count;
};

/* Whether a way that comes to a corner by a link may go on: by a link, or, where the search looks
 * for the goal from each node, straight to it. */
static bool leads_on(const struct graph_search *search, const struct search_side *side,
                     const struct link *link)
{
    const struct graph_node *node = &search->graph->nodes[link->corner];
    if (link->onward & node->sectors)
        return true;
    const int32_t dx = side->to.x - node->x, dy = side->to.y - node->y;
    return search->lazy && ((dx == 0 && dy == 0) || link->onward >> links_sector(dx, dy) & 1);
}

/* A way to the corner of a link. False without memory. */
static bool offer(struct graph_search *search, int s, const struct origin *origin,
                  const struct link *link)
{
    struct search_side *side = &search->sides[s];
    const uint64_t g = origin->g + fr_jump_octile(link->dx, link->dy);
    const uint64_t f = g + fr_jump_octile(side->to.x - origin->at.x - link->dx,
                                          side->to.y - origin->at.y - link->dy);
    if (f >= search->best)
        return true;
    struct search_label *label = &side->labels[link->corner];
    if (label->stamp == search->stamp && g >= label->g) {
        if (g == label->g)
            label->onward &= link->onward;
        return true;
    }
    *label = (struct search_label){
        .g = g, .parent = origin->node, .stamp = search->stamp, .onward = link->onward};
    if (!search->lazy) {
        const struct search_label *other = &search->sides[1 - s].labels[link->corner];
        if (other->stamp == search->stamp && g + other->g < search->best) {
            search->best = g + other->g;
            search->meet = link->corner;
        }
    }
    if ((s == 1 && !search->bidirectional) || !leads_on(search, side, link))
        return true;
    return push(search, side, f, link->corner);
}

static bool offer_all(struct graph_search *search, int s, const struct origin *origin)
{
    for (size_t i = 0; i < origin->count;) {
        const struct link *link = &origin->links[i];
        const bool onward = origin->onward >> link->sector & 1;
        if (onward && !offer(search, s, origin, link))
            return false;
        i += onward || link->skip == 0 ? 1 : link->skip;
    }
    return true;
}

static bool offer_wedge(struct graph_search *search, int s, const struct origin *origin, int wedge)
{
    for (size_t i = 0; i < origin->count;) {
        const struct link *link = &origin->links[i];
        const bool onward = link->sector / 2 == wedge && origin->onward >> link->sector & 1;
        if (onward && !offer(search, s, origin, link))
            return false;
        i += onward || link->skip == 0 ? 1 : link->skip;
    }
    return true;
}

/* All wedges whose bound is no more than f; then back on the open list for the next. */
static bool offer_bounded(struct graph_search *search, int s, const struct origin *origin,
                          uint8_t *costed, const uint16_t *nearest, uint64_t f)
{
    struct search_side *side = &search->sides[s];
    const int32_t dx = side->to.x - origin->at.x, dy = side->to.y - origin->at.y;
    const int octant = (int)links_sector(dx, dy) / 2;
    const uint64_t estimate = origin->g + fr_jump_octile(dx, dy);
    uint64_t next = UINT64_MAX;
    for (int wedge = 0; wedge < FR_DIRECTIONS; wedge++) {
        const unsigned sectors = origin->onward >> 2 * wedge & 3;
        if (*costed >> wedge & 1 || sectors == 0 || nearest[wedge] == 0)
            continue;
        const uint64_t bound = estimate + nearest[wedge] * search->gaps[wedge][octant];
        if (bound <= f) {
            *costed |= (uint8_t)(1u << wedge);
            if (!offer_wedge(search, s, origin, wedge))
                return false;
        }
        if (bound > f && bound < next)
            next = bound;
    }
    return next >= search->best || push(search, side, next, origin->node);
}

/* Bounded wedges, too, offer an end's links all at once: a search from both ends may only stop
 * early if each finds the other's. */
static bool expand_end(struct graph_search *search, int s)
{
    const struct search_side *side = &search->sides[s];
    const struct origin origin = {.at = side->from,
                                  .node = SEARCH_END,
                                  .onward = ALL_SECTORS,
                                  .links = side->links.at,
                                  .count = side->links.count};
    return offer_all(search, s, &origin);
}

static bool expand_node(struct graph_search *search, int s, uint32_t number, uint64_t f)
{
    struct search_label *label = &search->sides[s].labels[number];
    const struct graph_node *node = &search->graph->nodes[number];
    const struct origin origin = {.at = {node->x, node->y},
                                  .node = number,
                                  .g = label->g,
                                  .onward = label->onward,
                                  .links = search->graph->links.at + node->first,
                                  .count = node->count};
    if (!label->expanded)
        fr_probe_expanded(search->probe, fr_pixel_centre(origin.at));
    search->expanded += !label->expanded;
    label->expanded = true;
    return search->bounded_wedges
               ? offer_bounded(search, s, &origin, &label->costed, node->nearest, f)
               : offer_all(search, s, &origin);
}

/* Offers what a lazy start's walk meets in its next steps, those toward the goal and some more, and
 * leaves it for when the rest has its turn. */
static bool go_on(struct graph_search *search, uint32_t walk_number)
{
    struct search_side *side = &search->sides[0];
    struct link_walk *walk = &search->walks[walk_number - SEARCH_WALK];
    const int32_t sx = fr_direction_dx[walk->direction], sy = fr_direction_dy[walk->direction];
    const int32_t x = (side->to.x - side->from.x) * sx, y = (side->to.y - side->from.y) * sy;
    const int32_t toward = x < y ? x : y;
    side->links.count = 0;
    const enum link_progress progress =
        links_walk(&search->graph->lanes, walk,
                   (toward > walk->done ? toward : walk->done) + FR_JUMP_PATIENCE, &side->links);
    if (progress == LINKS_NO_MEMORY)
        return false;
    jump_graph_resolve(search->graph, side->from, &side->links, 0);
    if (!expand_end(search, 0))
        return false;
    const uint64_t f = FR_JUMP_DIAGONAL * (uint64_t)walk->done +
                       fr_jump_octile(side->to.x - side->from.x - sx * walk->done,
                                      side->to.y - side->from.y - sy * walk->done);
    return progress == LINKS_DONE || f >= search->best || push(search, side, f, walk_number);
}

static bool begin_lazily(struct graph_search *search)
{
    struct search_side *side = &search->sides[0];
    if (!links_straight(&search->graph->lanes, side->from, &side->links))
        return false;
    jump_graph_resolve(search->graph, side->from, &side->links, 0);
    if (!expand_end(search, 0))
        return false;
    for (uint32_t i = 0; i < 4; i++) {
        search->walks[i] = links_walk_from(&search->graph->lanes, side->from, (int)(2 * i + 1));
        if (!go_on(search, SEARCH_WALK + i))
            return false;
    }
    return true;
}

/* Whether a node, taken off the open list, has the goal in walking distance. */
static bool sees_goal(const struct graph_search *search, uint32_t number)
{
    const struct search_side *side = &search->sides[0];
    const struct fr_pixel at = jump_graph_pixel(search->graph, number);
    const int32_t dx = side->to.x - at.x, dy = side->to.y - at.y;
    if (dx == 0 && dy == 0)
        return true;
    return side->labels[number].onward >> links_sector(dx, dy) & 1 &&
           links_walk_open(&search->graph->lanes, at, dx, dy);
}

/* One entry of a side's open list. False without memory. */
static bool take(struct graph_search *search, int s)
{
    struct search_side *side = &search->sides[s];
    const struct search_entry entry = search_heap_pop(&side->open);
    if (entry.node >= SEARCH_WALK)
        return go_on(search, entry.node);
    const struct search_label *label = &side->labels[entry.node];
    if (label->expanded && !search->bounded_wedges)
        return true;
    if (search->lazy && !label->expanded && sees_goal(search, entry.node)) {
        search->best = entry.f;
        search->meet = entry.node;
        return true;
    }
    return expand_node(search, s, entry.node, entry.f);
}

static bool search_step(struct graph_search *search, bool *done)
{
    const size_t counts[2] = {search->sides[0].open.count, search->sides[1].open.count};
    const int s =
        search->bidirectional && counts[1] > 0 && (counts[0] == 0 || counts[1] < counts[0]);
    *done = counts[s] == 0 || search->sides[s].open.entries[0].f >= search->best;
    return *done || take(search, s);
}

enum fr_outcome graph_search_run(struct graph_search *search)
{
    bool memory = true, done = false;
    if (search->lazy)
        memory = begin_lazily(search);
    else
        memory = expand_end(search, 1) && expand_end(search, 0);
    while (memory && !done)
        memory = search_step(search, &done);
    if (!memory)
        return FR_OUT_OF_MEMORY;
    return search->best == UINT64_MAX ? FR_UNREACHABLE : FR_FOUND;
}

/* From the node where the parts meet to an end. */
static enum fr_status follow_parents(const struct graph_search *search, int s, struct fr_path *path)
{
    const struct search_side *side = &search->sides[s];
    enum fr_status status = FR_OK;
    for (uint32_t node = side->labels[search->meet].parent; status == FR_OK && node != SEARCH_END;
         node = side->labels[node].parent)
        status = fr_grid_walk_to(path, jump_graph_pixel(search->graph, node), s == 0);
    return status == FR_OK ? fr_grid_walk_to(path, side->from, s == 0) : status;
}

enum fr_outcome graph_search_trace(const struct graph_search *search, struct fr_path *path)
{
    enum fr_status status = fr_grid_walk_run(path, jump_graph_pixel(search->graph, search->meet));
    if (status == FR_OK)
        status = follow_parents(search, 0, path);
    if (status == FR_OK) {
        fr_path_reverse(path);
        status = search->lazy ? fr_grid_walk_to(path, search->sides[0].to, false)
                              : follow_parents(search, 1, path);
    }
    if (status != FR_OK) {
        path->count = 0;
        return FR_OUT_OF_MEMORY;
    }
    return FR_FOUND;
}

void graph_search_release(struct graph_search *search)
{
    for (int s = 0; s < 2; s++) {
        struct search_side *side = &search->sides[s];
        links_release(&side->links);
        fr_deallocate(search->allocator, side->labels, side->label_capacity, sizeof *side->labels);
        search_heap_release(&side->open, search->allocator);
    }
}
