/* Hub labels: the exact shortest any-angle path from tables, without a search.
 *
 * The taut visibility graph of a map (visgraph.c) has a core that all long paths cross. Each core
 * corner has a hub label, so two short lists give the shortest path between any two of these
 * corners. The floor is divided into cells. Each cell lists its via labels: the corners at which a
 * shortest path from one of its pixels may turn first, and which quarters of the cell see them
 * entirely. A click joins the lists of its two ends. If these lists are long, it first joins the
 * corners with the smallest straight-line bounds, and the resulting path excludes most of the
 * others. After exact tests of whether an end may use a corner, the remaining corners are joined in
 * pairs, most promising first, or hub by hub if many are left. Labels are read only if straight
 * lines and the distances to a few landmarks allow a better path, and a line of sight is tested
 * only if the path would be the best. Paths outside the core turn once, or are found by an upward
 * search out of dead ends, over few edges; these are tried, too.
 *
 * Lengths in labels are rounded down, so they only select candidates, usually a single one, whose
 * paths are written and measured.
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
 * corners, not their labels, because straight lines and landmarks leave so few pairs that reading
 * labels is cheaper than storing them. */
#include "algorithms/front.h"
#include "algorithms/hubs/hub_query.h"
#include "algorithms/saved.h"
#include "algorithms/visibility/taut_graph.h"

enum { OPTION_BUDGET, OPTION_CELL };

/* Cells are 2^shift pixels wide. Smaller cells list fewer corners and see more of them. */
enum { FINEST_SHIFT = 1, USUAL_SHIFT = 3 };

/* Work: items per unit, or units per item; tuned on adventure-150. */
enum { PIXELS_PER_UNIT = 20, EDGES_PER_UNIT = 6, UPWARD_UNITS = 1, ESTIMATE_UNITS = 50000 };

static const struct fr_option option_table[] = {
    [OPTION_BUDGET] = FR_INTEGER(
        "budget", 1, 4096, 20,
        "limit of all tables in megabytes; a higher limit makes cells smaller and clicks faster"),
    [OPTION_CELL] = FR_INTEGER("cell", 0, VIA_COARSEST_SHIFT, 0,
                               "cells are 2^cell pixels wide; 0: as small as the budget allows"),
};

struct hub_plan;

struct fr_state {
    struct fr_head head;
    struct hub_tables tables;
    struct hub_query query;
    struct hub_plan *plan; /* during preparation; else NULL */
};

/* A state under construction. */
struct hub_plan {
    struct fr_work_progress progress;
    struct taut_graph taut;
    struct taut_plan *taut_plan;
    struct core_search search;
    struct label_builder *labels;
    struct landmark_plan *landmarks;
    struct via_builder *vias;
    size_t room; /* bytes of the budget that are left for what is not built yet */
    int shift;   /* cells are 2^shift pixels wide */
};

static void release_plan(struct fr_state *state)
{
    struct hub_plan *plan = state->plan;
    if (!plan)
        return;
    via_builder_release(plan->vias);
    landmark_plan_release(plan->landmarks);
    label_builder_release(plan->labels);
    core_search_release(&plan->search);
    taut_plan_release(plan->taut_plan);
    taut_graph_release(&plan->taut);
    fr_deallocate(state->head.allocator, plan, 1, sizeof *plan);
    state->plan = NULL;
}

static void release(struct fr_state *state)
{
    release_plan(state);
    hub_query_release(&state->query);
    upward_edges_release(&state->tables.upward);
    via_labels_release(&state->tables.vias);
    landmarks_release(&state->tables.landmarks);
    hub_labels_release(&state->tables.labels);
}

/* The bytes of a state without label entries, upward edges and lists of cells. */
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

static const struct graph *graph_of(const struct fr_state *state)
{
    return &state->plan->taut.graph;
}

/* A click without a path would try all pairs; comparing components avoids this. */
static enum fr_status label_components(void *context, struct fr_work *work)
{
    struct fr_state *state = context;
    const struct fr_map *map = state->head.map;
    work->left -= (int64_t)map->width * map->height / PIXELS_PER_UNIT;
    return fr_head_label(&state->head, FR_GRID4);
}

static enum fr_status build_taut(void *context, struct fr_work *work)
{
    struct fr_state *state = context;
    return taut_graph_build(&state->plan->taut, state->head.map, true, false, state->head.allocator,
                            &state->plan->taut_plan, work);
}

static enum fr_status begin_search(void *context, struct fr_work *work)
{
    struct fr_state *state = context;
    struct core_search *search = &state->plan->search;
    const size_t budget = (size_t)state->head.options.at[OPTION_BUDGET] * 1000000;
    const enum fr_status status =
        core_search_create(search, graph_of(state), state->head.allocator);
    if (status != FR_OK)
        return status;
    work->left -= (int64_t)graph_of(state)->lists[GRAPH_CROSS].count / EDGES_PER_UNIT;
    const size_t fixed = fixed_bytes(state, search);
    state->plan->room = fixed < budget ? budget - fixed : 0;
    return fixed < budget ? FR_OK : FR_UNSUPPORTED;
}

static enum fr_status build_labels(void *context, struct fr_work *work)
{
    struct fr_state *state = context;
    struct hub_plan *plan = state->plan;
    const struct hub_labels *labels = &state->tables.labels;
    const enum fr_status status = hub_labels_build(&state->tables.labels, &plan->search, plan->room,
                                                   state->head.allocator, &plan->labels, work);
    if (status == FR_OK && !work->paused)
        plan->room -= labels->entry_count * sizeof *labels->entries;
    return status;
}

static enum fr_status build_landmarks(void *context, struct fr_work *work)
{
    struct fr_state *state = context;
    struct hub_plan *plan = state->plan;
    const enum fr_status status = landmarks_build(&state->tables.landmarks, &plan->search,
                                                  state->head.allocator, &plan->landmarks, work);
    if (status != FR_OK || work->paused)
        return status;
    core_search_release(&plan->search);
    plan->search = (struct core_search){0};
    return FR_OK;
}

/* The factor by which the lists grow when cells are halved: at most 4; 2.8 to 3.6 were measured. */
#define LIST_GROWTH 3.6

/* An estimate of the lists may exceed their limit by this factor: it is a few percent off. */
#define ESTIMATE_SLACK 1.1

/* The share of upward edges that some pixel may use: measured 0.15 to 0.4 in rooms and caves. */
#define UPWARD_SHARE 0.25

/* Chooses the smallest cells whose lists are likely to fit into the rest of the budget. */
static enum fr_status choose_cells(void *context, struct fr_work *work)
{
    struct fr_state *state = context;
    struct hub_plan *plan = state->plan;
    const double upward = (double)graph_of(state)->lists[GRAPH_UPWARD].count * UPWARD_SHARE *
                          sizeof *state->tables.upward.items;
    const double room = ((double)plan->room - upward) / sizeof *state->tables.vias.entries;
    plan->shift = (int)state->head.options.at[OPTION_CELL];
    if (plan->shift > 0)
        return FR_OK;
    double numbers = 0;
    for (plan->shift = USUAL_SHIFT; plan->shift <= VIA_COARSEST_SHIFT; plan->shift++) {
        const enum fr_status status = via_labels_estimate(
            state->head.map, graph_of(state), plan->shift, state->head.allocator, &numbers);
        work->left -= ESTIMATE_UNITS;
        if (status != FR_OK)
            return status;
        if (numbers <= ESTIMATE_SLACK * room || plan->shift == VIA_COARSEST_SHIFT)
            break;
    }
    for (; plan->shift > FINEST_SHIFT && numbers * LIST_GROWTH <= room; plan->shift--)
        numbers *= LIST_GROWTH;
    return FR_OK;
}

/* Whether the lists fit, together with what clicks need for the longest list at either end. */
static bool lists_fit(const struct via_labels *vias, size_t most_bytes)
{
    const size_t listed = 4 * sizeof(uint32_t) + sizeof(struct hub_entry) + sizeof(uint32_t);
    const size_t cells = (size_t)vias->columns * (size_t)vias->rows;
    return ((size_t)vias->entry_count + 1) * sizeof *vias->entries +
               (cells + 1) * sizeof *vias->first + 2 * (via_labels_longest(vias) + 1) * listed <=
           most_bytes;
}

static enum fr_status build_upward(struct fr_state *state, struct fr_work *work)
{
    struct hub_tables *tables = &state->tables;
    const enum fr_status status =
        upward_edges_create(&tables->upward, graph_of(state), &tables->vias, state->head.allocator);
    work->left -= (int64_t)graph_of(state)->lists[GRAPH_UPWARD].count * UPWARD_UNITS;
    const size_t bytes = ((size_t)tables->upward.item_count + 1) * sizeof *tables->upward.items;
    if (status != FR_OK || bytes > state->plan->room)
        return status != FR_OK ? status : FR_UNSUPPORTED;
    state->plan->room -= bytes;
    return FR_OK;
}

/* Lists the via corners of each cell; if the lists do not fit, tries larger and larger cells.
 * FR_UNSUPPORTED if none fit. */
static enum fr_status build_vias(void *context, struct fr_work *work)
{
    struct fr_state *state = context;
    struct hub_plan *plan = state->plan;
    struct via_labels *vias = &state->tables.vias;
    for (;; plan->shift++) {
        enum fr_status status =
            via_labels_build(vias, state->head.map, graph_of(state), plan->shift,
                             state->head.allocator, &plan->vias, work);
        if (status != FR_OK || work->paused)
            return status;
        if (!state->tables.upward.first)
            status = build_upward(state, work);
        via_labels_finish(vias);
        if (status != FR_OK || lists_fit(vias, plan->room))
            return status;
        if (state->head.options.at[OPTION_CELL] > 0 || plan->shift == VIA_COARSEST_SHIFT)
            return FR_UNSUPPORTED;
        via_labels_release(vias);
        *vias = (struct via_labels){0};
    }
}

static enum fr_status prepare_some(struct fr_state *state, struct fr_work *work)
{
    static fr_stage *const stages[] = {label_components, build_taut,   begin_search, build_labels,
                                       build_landmarks,  choose_cells, build_vias,   NULL};
    if (!state->plan) {
        state->tables.map = state->head.map;
        state->plan = fr_allocate_zeroed(state->head.allocator, 1, sizeof *state->plan);
        if (!state->plan)
            return FR_NO_MEMORY;
        state->plan->taut.graph.allocator = state->head.allocator;
    }
    const enum fr_status status = fr_stages_run(stages, state, &state->plan->progress, work);
    if (status != FR_OK || work->paused)
        return status;
    release_plan(state);
    return hub_query_create(&state->query, &state->tables, state->head.allocator);
}

/* Whether a corner has lengths to the landmarks if a path may enter the core there. */
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

/* Whether a cell's entry is sound: for a corner outside the core, no quarter may hold VIA_SURE. */
static bool is_sound_entry(const struct hub_tables *tables, uint32_t listed)
{
    if (tables->landmarks.rows[listed >> (VIA_FLAG_BITS + 1)] != CORE_NONE)
        return true;
    for (int quarter = VIA_QUARTERS; quarter < VIA_FLAG_BITS; quarter += 2)
        if (via_sight(listed, quarter) == VIA_SURE)
            return false;
    return true;
}

/* Whether tables that are sound by themselves belong together. */
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

static void pass(struct hub_tables *tables, struct fr_saved *saved)
{
    hub_labels_pass(&tables->labels, tables->map, saved);
    landmarks_pass(&tables->landmarks, saved);
    via_labels_pass(&tables->vias, tables->map, saved);
    upward_edges_pass(&tables->upward, saved);
    if (fr_saved_loaded(saved) && !agree(tables))
        saved->status = FR_BAD_INPUT;
}

static enum fr_status load(struct fr_state *state, struct fr_saved *saved)
{
    state->tables.map = state->head.map;
    enum fr_status status = fr_head_label(&state->head, FR_GRID4);
    if (status == FR_OK)
        pass(&state->tables, saved);
    if (status == FR_OK)
        status = saved->status;
    if (status == FR_OK)
        status = hub_query_create(&state->query, &state->tables, state->head.allocator);
    return status;
}

static enum fr_status save(const struct fr_state *state, struct fr_bytes *bytes)
{
    struct fr_saved saved = {.bytes = bytes};
    struct hub_tables tables = state->tables;
    pass(&tables, &saved);
    return saved.status;
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

/* At the default budget, rooms with many corners in the core are refused. */
static const char *const settings[] = {"budget=80", NULL};

const struct fr_pathfinder fr_hublabel = {
    .name = "hublabel",
    .label = "Hub labels",
    .summary = "the exact shortest any-angle path, from tables of hub labels and via labels",
    .source = "Du, Shen and Cheema, AAAI 2023 and arXiv 2408.11341; Akiba et al., SIGMOD 2013",
    .colour = "#808000",
    .marker = 'H',
    .candidate = true,
    .counts = FR_COUNTS_ALL,
    .settings = settings,
    .options = option_table,
    .option_count = sizeof option_table / sizeof *option_table,
    .traits = {.movement = FR_ANY_ANGLE, .optimality = FR_OPTIMAL_LENGTH, .expansions = true},
    .state_bytes = sizeof(struct fr_state),
    .prepare_some = prepare_some,
    .find = find,
    .release = release,
    .save = save,
    .load = load,
    .saved_layout = 7,
};
