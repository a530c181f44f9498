/* Hub labels: the exact shortest any-angle path from tables, without a search.
 *
 * The taut visibility graph of a map (visgraph.c) has a core that all long paths cross. Each of its
 * corners has a hub label, so that two short lists give the shortest path between any two corners.
 * The floor is divided into cells. Each cell lists its via labels: the corners at which a shortest
 * path from one of its pixels may turn first, and which quarters of the cell see them entirely. A
 * click joins the lists of its two ends. If they are long, it first joins the corners with the
 * smallest straight-line bounds, and the resulting path excludes most of the others. The rest,
 * after exact tests of whether an end may use a corner, is joined in pairs, most promising first,
 * or hub by hub if many are left. Labels are read only if straight lines and the distances to a few
 * landmarks allow a better path, and a line of sight is tested only if the path would be the best.
 * Paths outside the core turn once, or are found by an upward search out of dead ends, over few
 * edges; these are tried, too.
 *
 * Lengths in labels are rounded, each once and downward: they only select candidates, mostly one,
 * whose paths are written and measured.
 *
 * Complexity: preparation takes the taut graph, a pruned search from each corner of the core, and
 * shadows cast from each corner into the narrow cones that matter. A click reads two cells, and one
 * or a few pairs of labels. Memory: 8 bytes per label entry, 4 per corner that a cell lists, about
 * 160 per corner, and 36 more per corner of the core. The budget determines the size of cells. A
 * map is refused if its label entries would not fit, which is estimated before they are made, or if
 * its core has 65,535 or more corners.
 *
 * Sources: Du, Shen, Cheema, "Ultrafast Euclidean shortest path computation using hub labeling",
 * AAAI 2023; Du, Shen, Cheema, "EHL*: memory-budgeted indexing for ultrafast optimal Euclidean
 * shortest path queries", arXiv 2408.11341, 2024; Akiba, Iwata, Yoshida, SIGMOD 2013; Goldberg and
 * Harrelson, SODA 2005. Deviations: only the core is labelled, by sides of corners; a cell lists
 * corners, not their labels: it is cheaper to read pairs of labels than to store them, as straight
 * lines and landmarks leave few. */
#include "algorithms/front.h"
#include "algorithms/hubs/hub_query.h"
#include "algorithms/saved.h"
#include "algorithms/visibility/taut_graph.h"

enum { OPTION_BUDGET, OPTION_CELL };

/* Cells measure 2^shift pixels. Smaller ones list fewer corners, and more of them in sight. */
enum { FINEST_SHIFT = 1, USUAL_SHIFT = 3 };

static const struct fr_option option_table[] = {
    [OPTION_BUDGET] =
        {.name = "budget",
         .kind = FR_OPTION_INTEGER,
         .low = 1,
         .high = 4096,
         .fallback = 20,
         .help = "limit of all tables in megabytes: more makes cells smaller and clicks faster"},
    [OPTION_CELL] = {.name = "cell",
                     .kind = FR_OPTION_INTEGER,
                     .low = 0,
                     .high = VIA_COARSEST_SHIFT,
                     .fallback = 0,
                     .help = "cells are 2^cell pixels wide; 0: as small as the budget allows"},
};

struct fr_state {
    struct fr_head head;
    struct hub_tables tables;
    struct hub_query query;
};

static void release(struct fr_state *state)
{
    hub_query_release(&state->query);
    upward_edges_release(&state->tables.upward);
    via_labels_release(&state->tables.vias);
    landmarks_release(&state->tables.landmarks);
    hub_labels_release(&state->tables.labels);
}

/* What a state holds but label entries, upward edges and lists of cells. */
static size_t fixed_bytes(const struct fr_state *state, const struct core_search *search)
{
    const struct hub_tables *tables = &state->tables;
    const struct graph *graph = search->graph;
    const struct fr_components *parts = state->head.reach.labels;
    const size_t side = sizeof *tables->labels.sides + sizeof *tables->labels.places +
                        sizeof *tables->vias.items + sizeof *tables->upward.first +
                        sizeof *state->query.facing + sizeof(struct hub_node);
    const size_t hub = LANDMARKS * sizeof *tables->landmarks.lengths + sizeof *state->query.table;
    return sizeof *state + (graph->corner_count + 1) * (2 * side + sizeof(uint32_t)) +
           ((size_t)search->count + 1) * hub +
           (graph->lists[GRAPH_CROSS].count + 1) * sizeof *tables->labels.edges +
           (size_t)fr_components_runs(parts) * sizeof(struct fr_run) +
           fr_components_count(parts) * sizeof(int64_t) +
           (size_t)(state->head.map->height + 8) * sizeof(uint32_t);
}

/* Labels and landmarks; *room is what is left of the budget for the rest. */
static enum fr_status build_labels(struct fr_state *state, const struct graph *graph, size_t budget,
                                   size_t *room)
{
    struct hub_tables *tables = &state->tables;
    struct core_search search;
    enum fr_status status = core_search_create(&search, graph, state->head.allocator);
    const size_t fixed = status == FR_OK ? fixed_bytes(state, &search) : 0;
    if (status == FR_OK && fixed >= budget)
        status = FR_UNSUPPORTED;
    if (status == FR_OK)
        status = hub_labels_create(&tables->labels, &search, budget - fixed, state->head.allocator);
    if (status == FR_OK)
        status = landmarks_create(&tables->landmarks, &search, state->head.allocator);
    core_search_release(&search);
    *room = budget - fixed - tables->labels.entry_count * sizeof *tables->labels.entries;
    return status;
}

/* By how much the lists grow where cells are halved: at most four times, measured 2.8 to 3.6. */
#define LIST_GROWTH 3.6

static size_t list_bytes(const struct via_labels *vias)
{
    return ((size_t)vias->entry_count + 1) * sizeof *vias->entries +
           ((size_t)vias->columns * (size_t)vias->rows + 1) * sizeof *vias->first;
}

/* Whether the lists, and what clicks need for the longest one at either end, take no more. */
static bool lists_fit(const struct via_labels *vias, size_t most_bytes)
{
    const size_t listed = 4 * sizeof(uint32_t) + sizeof(struct hub_entry) + sizeof(uint32_t);
    return list_bytes(vias) + 2 * (via_labels_longest(vias) + 1) * listed <= most_bytes;
}

/* Lists again what cells of another size see; *fits says whether in so many bytes. */
static enum fr_status list_again(struct fr_state *state, const struct graph *graph, int shift,
                                 size_t most_bytes, bool *fits)
{
    struct via_labels *vias = &state->tables.vias, other = {0};
    const enum fr_status status =
        via_labels_create(&other, state->head.map, graph, shift, state->head.allocator);
    via_labels_finish(&other);
    *fits = status == FR_OK && lists_fit(&other, most_bytes);
    const bool take = status == FR_OK && (*fits || shift > vias->cell_shift);
    via_labels_release(take ? vias : &other);
    if (take)
        *vias = other;
    return status;
}

/* The smallest cells whose lists fit into the room, as far as is known in advance; FR_UNSUPPORTED
 * where those of the largest do not. */
static enum fr_status fit_cells(struct fr_state *state, const struct graph *graph, size_t room)
{
    double bytes = (double)list_bytes(&state->tables.vias);
    bool fits = lists_fit(&state->tables.vias, room);
    int shift = USUAL_SHIFT;
    while (shift > FINEST_SHIFT && bytes * LIST_GROWTH <= (double)room) {
        bytes *= LIST_GROWTH;
        shift--;
    }
    if (shift < USUAL_SHIFT)
        return list_again(state, graph, shift, room, &fits);
    enum fr_status status = FR_OK;
    while (!fits && status == FR_OK && shift < VIA_COARSEST_SHIFT)
        status = list_again(state, graph, ++shift, room, &fits);
    return status == FR_OK && !fits ? FR_UNSUPPORTED : status;
}

static enum fr_status build_tables(struct fr_state *state, const struct graph *graph)
{
    const struct fr_option_values *options = &state->head.options;
    const int cell = (int)options->at[OPTION_CELL];
    struct hub_tables *tables = &state->tables;
    size_t room = 0;
    enum fr_status status =
        build_labels(state, graph, (size_t)options->at[OPTION_BUDGET] * 1000000, &room);
    if (status == FR_OK)
        status = via_labels_create(&tables->vias, state->head.map, graph, cell ? cell : USUAL_SHIFT,
                                   state->head.allocator);
    if (status == FR_OK)
        status = upward_edges_create(&tables->upward, graph, &tables->vias, state->head.allocator);
    via_labels_finish(&tables->vias);
    const size_t upward = ((size_t)tables->upward.item_count + 1) * sizeof *tables->upward.items;
    if (status == FR_OK && upward > room)
        status = FR_UNSUPPORTED;
    room -= upward;
    if (status == FR_OK && cell)
        return lists_fit(&tables->vias, room) ? FR_OK : FR_UNSUPPORTED;
    return status == FR_OK ? fit_cells(state, graph, room) : status;
}

static enum fr_status build(struct fr_state *state)
{
    const struct fr_allocator *allocator = state->head.allocator;
    struct taut_graph taut = {.graph = {.allocator = allocator}};
    enum fr_status status =
        taut_graph_create(&taut, state->head.map, SIGHT_EXPANSION, true, allocator);
    if (status == FR_OK)
        status = build_tables(state, &taut.graph);
    taut_graph_release(&taut);
    return status;
}

/* Whether a path that enters the core at a corner finds its lengths to the landmarks. */
static bool is_sound_corner(const struct hub_tables *tables, uint32_t corner)
{
    const struct hub_place place = tables->labels.places[corner];
    const struct hub_side *sides = &tables->labels.sides[2 * corner];
    bool leads = sides[0].edge < sides[2].edge;
    for (uint32_t side = 2 * corner; side < 2 * corner + 2; side++) {
        const struct via_label *via = &tables->vias.items[side];
        if (via->x != place.x || via->y != place.y)
            return false;
        leads = leads || !via_leads_nowhere(via, VIA_CORE);
    }
    return !leads || tables->landmarks.rows[corner] != CORE_NONE;
}

/* Whether a cell says of no corner outside the core that all of a quarter may enter it there. */
static bool is_sound_entry(const struct hub_tables *tables, uint32_t listed)
{
    if (tables->landmarks.rows[listed >> (VIA_FLAG_BITS + 1)] != CORE_NONE)
        return true;
    for (int quarter = VIA_QUARTERS; quarter < VIA_FLAG_BITS; quarter += 2)
        if (via_sight(listed, quarter) == VIA_SURE)
            return false;
    return true;
}

/* Whether the tables, each of which is sound, belong together. */
static bool agree(const struct hub_tables *tables)
{
    const uint32_t sides = tables->labels.side_count;
    if (tables->landmarks.corner_count != sides / 2 || tables->vias.side_count != sides ||
        tables->upward.side_count != sides)
        return false;
    for (uint32_t corner = 0; corner < sides / 2; corner++)
        if (!is_sound_corner(tables, corner))
            return false;
    for (uint32_t i = 0; i < tables->vias.entry_count; i++)
        if (!is_sound_entry(tables, tables->vias.entries[i]))
            return false;
    return true;
}

static enum fr_status load_tables(struct fr_state *state, struct fr_saved *saved)
{
    struct hub_tables *tables = &state->tables;
    const struct fr_map *map = state->head.map;
    enum fr_status status = hub_labels_load(&tables->labels, map, state->head.allocator, saved);
    if (status == FR_OK)
        status = landmarks_load(&tables->landmarks, state->head.allocator, saved);
    if (status == FR_OK)
        status = via_labels_load(&tables->vias, map, state->head.allocator, saved);
    if (status == FR_OK)
        status = upward_edges_load(&tables->upward, state->head.allocator, saved);
    return status == FR_OK && !agree(tables) ? FR_BAD_INPUT : status;
}

/* With tables that were saved, or built where saved is NULL. A click that has no answer would try
 * all pairs: labels of components know it. */
static enum fr_status load(struct fr_state *state, struct fr_saved *saved)
{
    state->tables.map = state->head.map;
    enum fr_status status = fr_head_label(&state->head, FR_GRID4);
    if (status == FR_OK)
        status = saved ? load_tables(state, saved) : build(state);
    if (status == FR_OK)
        status = hub_query_create(&state->query, &state->tables, state->head.allocator);
    return status;
}

static enum fr_status prepare(struct fr_state *state)
{
    return load(state, NULL);
}

static enum fr_status save(const struct fr_state *state, struct fr_bytes *bytes)
{
    const struct hub_tables *tables = &state->tables;
    enum fr_status status = hub_labels_save(&tables->labels, bytes);
    if (status == FR_OK)
        status = landmarks_save(&tables->landmarks, bytes);
    if (status == FR_OK)
        status = via_labels_save(&tables->vias, bytes);
    return status == FR_OK ? upward_edges_save(&tables->upward, bytes) : status;
}

static enum fr_outcome answer(struct fr_state *state, struct fr_point start, struct fr_point goal,
                              const struct fr_probe *probe, struct fr_path *path)
{
    fr_probe_enter(probe, FR_PHASE_PRECHECK);
    if (hub_query_sees(&state->query, start, goal))
        return fr_find_straight(path, start, goal);
    if (!fr_head_joins(&state->head, start, goal))
        return FR_UNREACHABLE;
    return hub_query_run(&state->query, start, goal, probe, path);
}

static enum fr_outcome find(struct fr_state *state, struct fr_point start, struct fr_point goal,
                            const struct fr_probe *probe, struct fr_path *path)
{
    struct hub_query *query = &state->query;
    hub_query_forget(query);
    const enum fr_outcome outcome = answer(state, start, goal, probe, path);
    state->head.stats =
        (struct fr_stats){query->expanded, query->generated, 0, query->sight_checks};
    return outcome;
}

/* At the default budget, rooms with many corners in loops are refused. */
static const char *const settings[] = {"budget=80", NULL};

const struct fr_pathfinder fr_hublabel = {
    .name = "hublabel",
    .label = "Hub labels",
    .summary = "the exact shortest any-angle path, from tables of hubs and first corners",
    .source = "Du, Shen and Cheema, AAAI 2023 and arXiv 2408.11341; Akiba et al., SIGMOD 2013",
    .colour = "#808000",
    .marker = 'H',
    .candidate = true,
    .counts = FR_COUNTS_ALL,
    .settings = settings,
    .options = option_table,
    .option_count = sizeof option_table / sizeof *option_table,
    .traits = {.movement = FR_ANY_ANGLE, .optimality = FR_OPTIMAL_LENGTH, .tells_expansions = true},
    .state_bytes = sizeof(struct fr_state),
    .prepare = prepare,
    .find = find,
    .release = release,
    .save = save,
    .load = load,
    .saved_layout = 6,
};
