/* The jump-point graph of Gilmok 2017 as described: corners by tables of distances, wedges,
 * formations.
 *
 * Problem: paths for the many units of a strategy game, over far fewer nodes than there are tiles.
 *
 * What the article describes, point by point (it prints no code):
 *
 * Jump points: the nodes are tiles beside convex corners, of blocked tiles or of edge walls; they
 * are linked if straight steps lead from one to the other (jump_points/jump_graph.h, which is
 * updated as in the article).
 *
 * Distances: each tile stores, in eight directions, how far it is to a wall or a jump point; a few
 * reads for a diagonal and a straight part show whether two tiles are adjacent (formations.h).
 * links=diagonal links jump points only by this test, diagonal steps first; with stops=on, the next
 * jump point ends the steps. There are up to ten times as many links as in the graph of
 * jump_points/, which links=both uses.
 *
 * Isovists: the start is linked to all adjacent jump points by testing every one of them
 * (isovist=scan), which costs as much as the search. Because of this cost, the author abandoned a
 * search from both ends.
 *
 * Wedges: the links of a node are divided into eight, like a pie; the costs of links are computed
 * only in the wedge toward the goal, or in the next one that leads to something new. The article
 * leaves open when the other wedges follow: when nothing else is left at all (wedges=on), or when
 * everything that came from the wedge has been expanded (wedges=early). With wedges=on or early,
 * paths are not always the shortest. An earlier version computed all costs and followed the links
 * of one wedge (wedges=costed; a node returns to the open list with the least cost of its other
 * links, which keeps paths shortest).
 *
 * Formations: obstacles are traced with the distance markers and boxed; beams in eight directions
 * find the visible ones, and only their corners are tested (isovist=formations). A box hides more
 * than its formation does, so corners are missed. The first version tests every box (beams=every);
 * interval trees, which the author only read about, find the boxes on a beam. In the article the
 * left side of an upward beam has the distance up-right, so the beam is mirrored (beams=mirrored);
 * otherwise each side has its own distance.
 *
 * Deviations, with links=both: no corner is between two linked ones, and both orders of steps are
 * free, which makes adjacency symmetric; links that cannot continue a shortest path at their node
 * are not followed. With all settings: a path of two straight segments needs no search; if
 * formations miss all paths to the goal, isovists are found again exactly, in the bits of rows and
 * columns (always with isovist=walk).
 *
 * Data: the jump-point graph, 40 bytes per corner for the search, 17 per cell for the tables, 12
 * per link from these. Complexity: O(cells + corners * clearance) for preparation, O(corners^2) for
 * links by tables, again after each change; a click takes O(corners + links log corners).
 *
 * Source: Gilmok, "Adventures in pathfinding", java-gaming.org, 2017. */
#include <string.h>

#include "algorithms/jump_points/graph_click.h"
#include "algorithms/jump_points/jump_search.h"
#include "algorithms/published/formations.h"
#include "algorithms/steps/generation.h"
#include "algorithms/steps/grid_walk.h"
#include "algorithms/steps/search_heap.h"

#define START UINT32_MAX /* instead of a corner */

enum { ISOVIST_SCAN, ISOVIST_FORMATIONS, ISOVIST_WALK };
enum { WEDGES_ON, WEDGES_OFF, WEDGES_COSTED, WEDGES_EARLY };
enum { ISOVIST, WEDGES, LINKS, STOPS, READS, BEAMS, GOAL };

static const struct fr_option options[] = {
    [ISOVIST] = FR_CHOICE(
        "isovist", "scan|formations|walk", ISOVIST_SCAN,
        "how start and goal join the graph: by testing all corners, only corners of visible "
        "formations, or bits"),
    [WEDGES] = FR_CHOICE(
        "wedges", "on|off|costed|early", WEDGES_ON,
        "on: follow other links only when nothing else is left; off: follow all; costed: compute "
        "all costs, but follow one wedge; early: follow other links once a wedge is used up"),
    [LINKS] = FR_CHOICE("links", "both|diagonal", ORDER_DIAGONAL,
                        "both: link corners if both orders of steps are free and no corner is "
                        "between them; diagonal: use tables alone, diagonal steps first"),
    [STOPS] = FR_SWITCH("stops", false, "links from tables end at the next corner"),
    [READS] = FR_CHOICE("reads", "tables|steps", 0,
                        "find adjacent corners in tables of distances, or tile by tile"),
    [BEAMS] =
        FR_CHOICE("beams", "indexed|every|mirrored", 0,
                  "find the formations on a beam in trees of intervals, or by testing each; or "
                  "exchange the widths of a beam's two sides"),
    [GOAL] = FR_CHOICE(
        "goal", "alike|walk", 0,
        "how the goal joins the graph: as the start does, or by bits, to time them separately"),
};

/* A click's data for a corner; each half is valid if its stamp is the click's. */
struct label {
    uint64_t g;       /* cost from the start */
    uint64_t to_goal; /* cost of the link to the goal */
    uint32_t parent;  /* corner, or START */
    uint32_t stamp, goal_stamp;
    uint16_t onward; /* sectors of links to follow */
    uint8_t costed;  /* wedges whose links have costs */
    bool expanded;
    uint32_t waiting; /* corners reached from here that are not expanded yet */
};

struct fr_state {
    struct fr_head head;
    struct jump_graph graph;
    struct formations formations; /* unless walking */
    int isovist;
    int wedges;
    bool tabled; /* links come from the tables and are in `own` and `first` */
    bool goal_by_bits;
    struct links own;
    uint32_t *first; /* of each node: its first link in `own`; one more ends the last */
    size_t first_capacity;

    struct label *labels; /* by corner */
    size_t label_capacity;
    struct search_heap open, later; /* later: corners with wedges that were left out */
    struct links links[2];          /* of the start, and of the goal */
    struct label start_label;
    struct fr_pixel start, goal;
    uint32_t stamp;
    uint64_t best;                /* cost of the best path so far; UINT64_MAX: none */
    uint32_t last;                /* its last corner */
    const struct fr_probe *probe; /* NULL: expansions are not reported */
};

static void describe(const struct fr_option_values *values, struct fr_traits *traits)
{
    const int64_t wedges = values->at[WEDGES];
    const bool exact = (wedges == WEDGES_OFF || wedges == WEDGES_COSTED) &&
                       values->at[ISOVIST] != ISOVIST_FORMATIONS;
    *traits = (struct fr_traits){.movement = FR_GRID8,
                                 .optimality = exact ? FR_OPTIMAL_LENGTH : FR_OPTIMAL_NONE,
                                 .edge_walls = true,
                                 .expansions = true};
}

static void release(struct fr_state *state)
{
    formations_release(&state->formations);
    links_release(&state->own);
    fr_deallocate(state->head.allocator, state->first, state->first_capacity, sizeof *state->first);
    fr_deallocate(state->head.allocator, state->labels, state->label_capacity,
                  sizeof *state->labels);
    search_heap_release(&state->open, state->head.allocator);
    search_heap_release(&state->later, state->head.allocator);
    links_release(&state->links[0]);
    links_release(&state->links[1]);
    jump_graph_release(&state->graph);
}

/* Fills in the nodes that links lead to, and the sectors that are taut after them: all sectors, if
 * links come from the tables. */
static void resolve(const struct fr_state *state, struct fr_pixel from, struct links *links,
                    size_t begin)
{
    jump_graph_resolve(&state->graph, from, links, begin);
    for (size_t i = begin; i < links->count && state->tabled; i++)
        links->at[i].onward = ALL_SECTORS;
}

/* Makes room for labels of all corners. */
static enum fr_status reserve_labels(struct fr_state *state)
{
    const struct fr_growing labels = {&state->labels, sizeof *state->labels};
    const size_t count = state->graph.node_count;
    return count <= state->label_capacity || fr_enlarge(state->head.allocator, &labels, 1,
                                                        &state->label_capacity, count + count / 4)
               ? FR_OK
               : FR_NO_MEMORY;
}

/* Links all corners by the tables, which do not show which links can follow each other. */
static enum fr_status link_by_tables(struct fr_state *state)
{
    const uint32_t count = (uint32_t)state->graph.node_count;
    if (!fr_reserve(state->head.allocator, &state->first, 0, (size_t)count + 1,
                    &state->first_capacity, sizeof *state->first))
        return FR_NO_MEMORY;
    state->own.count = 0;
    for (uint32_t node = 0; node < count; node++) {
        const struct fr_pixel from = jump_graph_pixel(&state->graph, node);
        int32_t known[FR_DIRECTIONS];
        state->first[node] = (uint32_t)state->own.count;
        if (!state->graph.nodes[node].used)
            continue;
        formations_free_steps(&state->formations, from, known);
        if (!formations_scan(&state->formations, from, false, known, &state->own))
            return FR_NO_MEMORY;
        resolve(state, from, &state->own, state->first[node]);
    }
    state->first[count] = (uint32_t)state->own.count;
    return FR_OK;
}

static enum fr_status build_upon(struct fr_state *state)
{
    enum fr_status status = FR_OK;
    if (state->isovist != ISOVIST_WALK || state->tabled)
        status = formations_init(&state->formations, &state->graph);
    if (status == FR_OK && state->tabled)
        status = link_by_tables(state);
    return status == FR_OK ? reserve_labels(state) : status;
}

static enum fr_status prepare(struct fr_state *state)
{
    const struct fr_head *head = &state->head;
    const int64_t *at = head->options.at;
    state->isovist = (int)at[ISOVIST];
    state->wedges = (int)at[WEDGES];
    state->tabled = at[LINKS] != ORDER_BOTH;
    state->goal_by_bits = at[GOAL] != 0;
    state->formations.traced = state->isovist == ISOVIST_FORMATIONS;
    state->formations.every = at[BEAMS] == 1;
    state->formations.mirrored = at[BEAMS] == 2;
    state->formations.adjacency =
        (struct adjacency){(enum adjacency_order)at[LINKS], at[STOPS] != 0, at[READS] != 0};
    state->own.allocator = head->allocator;
    state->links[0].allocator = state->links[1].allocator = head->allocator;
    if (jump_graph_init(&state->graph, head->map, head->allocator) != FR_OK ||
        build_upon(state) != FR_OK)
        return FR_NO_MEMORY;
    return fr_head_label(&state->head, FR_GRID8);
}

/* Finds the corners that the start or the goal sees. False if out of memory. */
static bool find_links(struct fr_state *state, int isovist, bool goal)
{
    const struct fr_pixel from = goal ? state->goal : state->start;
    struct links *links = &state->links[goal];
    bool memory;
    if (isovist == ISOVIST_SCAN)
        memory = formations_scan(&state->formations, from, goal, NULL, links);
    else if (isovist == ISOVIST_FORMATIONS)
        memory = formations_see(&state->formations, from, goal, links);
    else
        memory = links_all(&state->graph.lanes, from, links);
    if (memory)
        resolve(state, from, links, 0);
    return memory;
}

static bool push(struct fr_state *state, struct search_heap *heap, uint64_t f, uint32_t corner)
{
    state->head.stats.generated++;
    return search_heap_push(heap, state->head.allocator, f, corner);
}

/* A corner whose links need costs, or the start. */
struct origin {
    struct fr_pixel at;
    uint32_t corner;
    uint64_t g;
    unsigned onward;
    uint8_t *costed;
    const struct link *links;
    size_t count;
};

/* The least cost of a path through a link to the goal. */
static uint64_t estimate(const struct fr_state *state, const struct origin *origin,
                         const struct link *link)
{
    return origin->g + fr_jump_octile(link->dx, link->dy) +
           fr_jump_octile(state->goal.x - origin->at.x - link->dx,
                          state->goal.y - origin->at.y - link->dy);
}

static struct label *label_of(struct fr_state *state, uint32_t corner)
{
    return corner == START ? &state->start_label : &state->labels[corner];
}

/* A lower bound on the cost of paths through a corner, or from the start. */
static uint64_t estimate_at(struct fr_state *state, uint32_t corner)
{
    const bool start = corner == START;
    const struct fr_pixel at = start ? state->start : jump_graph_pixel(&state->graph, corner);
    return label_of(state, corner)->g + fr_jump_octile(state->goal.x - at.x, state->goal.y - at.y);
}

/* Counts down the corners reached from this one that are not expanded yet; after the last of them,
 * this corner returns to the open list if it has wedges left. False if out of memory. */
static bool leave(struct fr_state *state, uint32_t corner)
{
    struct label *label = label_of(state, corner);
    if (label->waiting == 0 || --label->waiting > 0)
        return true;
    return state->wedges != WEDGES_EARLY || label->costed == 0xFF ||
           push(state, &state->open, estimate_at(state, corner), corner);
}

/* Offers a path to the corner of a link. False if out of memory. */
static bool offer(struct fr_state *state, const struct origin *origin, const struct link *link)
{
    const uint64_t g = origin->g + fr_jump_octile(link->dx, link->dy);
    const uint64_t f = estimate(state, origin, link);
    if (f >= state->best)
        return true;
    struct label *label = &state->labels[link->corner];
    if (label->stamp == state->stamp && g >= label->g) {
        if (g == label->g)
            label->onward &= link->onward;
        return true;
    }
    const uint32_t before =
        label->stamp == state->stamp && !label->expanded ? label->parent : origin->corner;
    label_of(state, origin->corner)->waiting++;
    label->g = g;
    label->parent = origin->corner;
    label->stamp = state->stamp;
    label->onward = link->onward;
    label->costed = 0;
    label->waiting = 0;
    label->expanded = false;
    if (label->goal_stamp == state->stamp && g + label->to_goal < state->best) {
        state->best = g + label->to_goal;
        state->last = link->corner;
    }
    return push(state, &state->open, f, link->corner) &&
           (before == origin->corner || leave(state, before));
}

/* Offers the links of a wedge, or those of all sectors in a mask. */
static bool offer_sectors(struct fr_state *state, const struct origin *origin, unsigned sectors)
{
    for (size_t i = 0; i < origin->count; i++)
        if (origin->onward & sectors & 1u << origin->links[i].sector &&
            !offer(state, origin, &origin->links[i]))
            return false;
    return true;
}

/* Offsets from a wedge to the others, nearest first. */
static const int beside[FR_DIRECTIONS] = {0, 1, 7, 2, 6, 3, 5, 4};

/* The wedge toward the goal, or the next one beside it that leads to something new. */
static bool offer_wedge(struct fr_state *state, const struct origin *origin)
{
    const int32_t dx = state->goal.x - origin->at.x, dy = state->goal.y - origin->at.y;
    const int toward = (int)links_sector(dx, dy) / 2;
    const int64_t generated = state->head.stats.generated;
    for (int i = 0; i < FR_DIRECTIONS && state->head.stats.generated == generated; i++) {
        const int wedge = (toward + beside[i]) % FR_DIRECTIONS;
        if (*origin->costed >> wedge & 1)
            continue;
        *origin->costed |= (uint8_t)(1u << wedge);
        if (!offer_sectors(state, origin, 3u << 2 * wedge))
            return false;
    }
    return *origin->costed == 0xFF || state->wedges == WEDGES_EARLY ||
           push(state, &state->later, origin->g + fr_jump_octile(dx, dy), origin->corner);
}

/* Costs all links, and follows those of the wedge toward the goal, or of the nearest wedge that has
 * links. The corner goes back on the open list, with the lowest cost of the remaining links. */
static bool offer_costed(struct fr_state *state, const struct origin *origin)
{
    const int toward =
        (int)links_sector(state->goal.x - origin->at.x, state->goal.y - origin->at.y) / 2;
    uint64_t least[FR_DIRECTIONS], rest = UINT64_MAX;
    for (int wedge = 0; wedge < FR_DIRECTIONS; wedge++)
        least[wedge] = UINT64_MAX;
    for (size_t i = 0; i < origin->count; i++) {
        const struct link *link = &origin->links[i];
        const uint64_t f = estimate(state, origin, link);
        uint64_t *of = &least[link->sector / 2];
        if (origin->onward >> link->sector & 1 && f < *of)
            *of = f;
    }
    int chosen = -1;
    for (int i = 0; i < FR_DIRECTIONS; i++) {
        const int wedge = (toward + beside[i]) % FR_DIRECTIONS;
        if (*origin->costed >> wedge & 1 || least[wedge] >= state->best)
            continue;
        if (chosen < 0)
            chosen = wedge;
        else if (least[wedge] < rest)
            rest = least[wedge];
    }
    if (chosen < 0)
        return true;
    *origin->costed |= (uint8_t)(1u << chosen);
    return offer_sectors(state, origin, 3u << 2 * chosen) &&
           (rest == UINT64_MAX || push(state, &state->open, rest, origin->corner));
}

/* Offers all links, or those of the first wedge. */
static bool offer_some(struct fr_state *state, const struct origin *origin)
{
    if (state->wedges == WEDGES_OFF)
        return offer_sectors(state, origin, ALL_SECTORS);
    return state->wedges == WEDGES_COSTED ? offer_costed(state, origin)
                                          : offer_wedge(state, origin);
}

static bool expand(struct fr_state *state, uint32_t corner)
{
    struct label *label = label_of(state, corner);
    struct origin origin = {.at = state->start,
                            .corner = START,
                            .onward = ALL_SECTORS,
                            .costed = &label->costed,
                            .links = state->links[0].at,
                            .count = state->links[0].count};
    if (corner != START) {
        const struct graph_node *node = &state->graph.nodes[corner];
        origin = (struct origin){.at = {node->x, node->y},
                                 .corner = corner,
                                 .g = label->g,
                                 .onward = label->onward,
                                 .costed = &label->costed,
                                 .links = state->graph.links.at + node->first,
                                 .count = node->count};
        if (state->tabled) {
            origin.links = state->own.at + state->first[corner];
            origin.count = state->first[corner + 1] - state->first[corner];
        }
        if (!label->expanded)
            fr_probe_expanded(state->probe, fr_pixel_centre(origin.at));
        state->head.stats.expanded += !label->expanded;
        if (!label->expanded) {
            label->expanded = true;
            return offer_some(state, &origin) && leave(state, label->parent);
        }
    }
    return offer_some(state, &origin);
}

/* Whether a corner was expanded after an entry for it was made, or has a less costly entry. */
static bool is_stale(struct fr_state *state, struct search_entry entry)
{
    if (state->wedges == WEDGES_OFF)
        return state->labels[entry.node].expanded;
    return state->wedges != WEDGES_COSTED && entry.f != estimate_at(state, entry.node);
}

/* A*. If nothing is left to expand and no path was found, offers the wedges that were left out,
 * first those of the corner that seems nearest. */
static enum fr_outcome search(struct fr_state *state)
{
    bool memory = expand(state, START);
    while (memory) {
        if (state->open.count > 0) {
            if (state->open.entries[0].f >= state->best)
                break;
            const struct search_entry entry = search_heap_pop(&state->open);
            memory = is_stale(state, entry) || expand(state, entry.node);
        } else {
            if (state->best != UINT64_MAX || state->later.count == 0)
                break;
            memory = expand(state, search_heap_pop(&state->later).node);
        }
    }
    if (!memory)
        return FR_OUT_OF_MEMORY;
    return state->best == UINT64_MAX ? FR_UNREACHABLE : FR_FOUND;
}

static void forget(struct fr_state *state)
{
    state->stamp = fr_next_generation(state->stamp, state->labels, state->label_capacity,
                                      sizeof *state->labels);
    state->open.count = state->later.count = 0;
    state->links[0].count = state->links[1].count = 0;
    state->start_label = (struct label){0};
    state->best = UINT64_MAX;
    state->head.stats = (struct fr_stats){0};
}

/* Joins the goal: each corner next to it stores the remaining distance. */
static void mark_goal(struct fr_state *state)
{
    for (size_t i = 0; i < state->links[1].count; i++) {
        const struct link *link = &state->links[1].at[i];
        struct label *label = &state->labels[link->corner];
        label->to_goal = fr_jump_octile(link->dx, link->dy);
        label->goal_stamp = state->stamp;
    }
    state->head.stats.cleared = (int64_t)state->links[1].count;
}

static enum fr_outcome run(struct fr_state *state, int isovist, const struct fr_probe *probe)
{
    forget(state);
    state->probe = fr_probe_for_expansions(probe);
    fr_probe_enter(probe, FR_PHASE_ISOVIST);
    if (!find_links(state, isovist, false) ||
        !find_links(state, state->goal_by_bits ? ISOVIST_WALK : isovist, true))
        return FR_OUT_OF_MEMORY;
    fr_probe_enter(probe, FR_PHASE_CLEAR);
    mark_goal(state);
    fr_probe_enter(probe, FR_PHASE_SEARCH);
    const enum fr_outcome outcome = search(state);
    return outcome == FR_UNREACHABLE && isovist == ISOVIST_FORMATIONS
               ? run(state, ISOVIST_WALK, probe)
               : outcome;
}

/* Reads the path from the goal back to the start, and reverses it. */
static enum fr_outcome trace(const struct fr_state *state, struct fr_path *path)
{
    struct fr_pixel at = state->goal;
    enum fr_status status = fr_grid_walk_run(path, at);
    uint32_t corner = state->last;
    while (status == FR_OK) {
        const bool start = corner == START;
        const struct fr_pixel from = start ? state->start : jump_graph_pixel(&state->graph, corner);
        status = fr_grid_walk_to(path, from, true);
        if (start)
            break;
        at = from;
        corner = state->labels[corner].parent;
    }
    fr_path_reverse(path);
    return status == FR_OK ? FR_FOUND : FR_OUT_OF_MEMORY;
}

static enum fr_outcome find(struct fr_state *state, struct fr_point start, struct fr_point goal,
                            const struct fr_probe *probe, struct fr_path *path)
{
    enum fr_outcome outcome =
        graph_click_at_once(&state->head, &state->graph, NULL, start, goal, probe, path);
    if (outcome != FR_NONE)
        return outcome;
    state->start = fr_point_pixel(start);
    state->goal = fr_point_pixel(goal);
    outcome = run(state, state->isovist, probe);
    if (outcome != FR_FOUND)
        return outcome;
    fr_probe_enter(probe, FR_PHASE_TRACE);
    return trace(state, path);
}

/* All links from the tables are rebuilt after any change, in the order of the nodes. The order
 * of links decides between equal wedges, so the nodes get the order of a new graph. */
static enum fr_status begin_graph_again(struct fr_state *state)
{
    const struct fr_map *map = state->graph.map;
    jump_graph_release(&state->graph);
    memset(&state->graph, 0, sizeof state->graph);
    return jump_graph_init(&state->graph, map, state->head.allocator);
}

static enum fr_status update(struct fr_state *state, const struct fr_rect *rects, size_t count)
{
    state->head.reach.stale = true;
    enum fr_status status =
        state->tabled ? begin_graph_again(state) : jump_graph_update(&state->graph, rects, count);
    if (status == FR_OK && (state->isovist != ISOVIST_WALK || state->tabled))
        status = formations_update(&state->formations, rects, count);
    if (status == FR_OK && state->tabled)
        status = link_by_tables(state);
    return status == FR_OK ? reserve_labels(state) : status;
}

const struct fr_pathfinder fr_jumpgraph_published = {
    .name = "jumpgraph-published",
    .label = "Jump-point graph, as published",
    .summary = "A* over jump points that follows the links of one wedge at a time, as described",
    .source = "Gilmok, Adventures in pathfinding, java-gaming.org, 2017",
    .colour = "#A366E0",
    .marker = '*',
    .counts = FR_COUNTS_NODES,
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .describe = describe,
    .state_bytes = sizeof(struct fr_state),
    .prepare = prepare,
    .find = find,
    .update = update,
    .release = release,
};
