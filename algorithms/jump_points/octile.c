/* Octile labels: shortest grid8 paths from tables, without a search.
 *
 * Problem: shortest grid8 paths on a map that does not change, in a microsecond or two.
 *
 * Idea: the corners of the map and the links between them are contracted (hierarchy.h). From the
 * hierarchy, each corner gets a hub label (corner_labels.h), and every edge its turns, ready to be
 * written. A click joins its ends to the jump points around them, which a table of cells lists
 * (cell_joins.h), finds the best hub that two of their labels share, and copies the paths up to it
 * and down again (label_query.h).
 *
 * Data: 20 bytes per label entry, of which a corner has 20 to 80; 8 bytes per edge and 4 for each
 * of its turns; 4 bytes per cell, and 4 for each jump point of a list, which cells share. If the
 * table of cells would exceed the budget, square blocks of cells share lists; if labels would
 * exceed it, or the hierarchy has a core, clicks are answered as in `contracted`. Complexity:
 * O(cells + corners * clearance) for the graph, O(links) with a large factor for the hierarchy,
 * O(entries * label) for the labels; a click reads a few dozen entries for each end, at any
 * distance, and writes its path. After a change, everything is prepared again.
 *
 * Sources: Abraham, Delling, Goldberg and Werneck, "Hierarchical Hub Labelings for Shortest Paths",
 * ESA 2012; Uras and Koenig, "Understanding Subgoal Graphs by Augmenting Contraction Hierarchies",
 * IJCAI 2018. Deviations: ends are joined by jump points; of a label, only sectors that are taut
 * after the last step are read; edges are stored as turns. */
#include "algorithms/jump_points/graph_click.h"
#include "algorithms/jump_points/hierarchy_query.h"
#include "algorithms/jump_points/label_query.h"
#include "algorithms/steps/smooth.h"

enum { OPTION_BUDGET, OPTION_SMOOTH };

static const struct fr_option options[] = {
    [OPTION_BUDGET] =
        FR_INTEGER("budget", 0, 4096, 24,
                   "limit of labels and joins in megabytes, besides 3 bytes per pixel "
                   "of the map; with 0 or too little, each click needs a search"),
    [OPTION_SMOOTH] = FR_SMOOTH_OPTION,
};

/* This many pixels cost one unit of work; tuned on adventure-150. */
#define PIXELS_PER_UNIT 15

struct fr_state {
    struct fr_head head;
    struct jump_graph graph;
    bool labelled;                /* if not, clicks need a search */
    struct label_query labels;    /* filled in if labelled */
    struct hierarchy_query query; /* filled in if not */
    struct octile_plan *plan;     /* during preparation; else NULL */
};

/* A state under construction. */
struct octile_plan {
    struct fr_work_progress progress;
    struct contraction *contraction;
    struct hierarchy hierarchy;
    struct labelling *labelling;
    struct casting *casting;
};

static void begin(struct fr_state *state)
{
    label_query_init(&state->labels, &state->graph, state->head.allocator);
    hierarchy_query_init(&state->query, &state->graph, state->head.allocator);
}

static void release_plan(struct fr_state *state)
{
    struct octile_plan *plan = state->plan;
    if (!plan)
        return;
    casting_release(plan->casting);
    labelling_release(plan->labelling);
    contraction_release(plan->contraction);
    hierarchy_release(&plan->hierarchy);
    fr_deallocate(state->head.allocator, plan, 1, sizeof *plan);
    state->plan = NULL;
}

static void release(struct fr_state *state)
{
    release_plan(state);
    label_query_release(&state->labels);
    hierarchy_query_release(&state->query);
    jump_graph_release(&state->graph);
}

static size_t most_bytes(const struct fr_state *state)
{
    return (size_t)state->head.options.at[OPTION_BUDGET] * 1000000;
}

static enum fr_status build_nodes(void *context, struct fr_work *work)
{
    struct fr_state *state = context;
    const struct fr_head *head = &state->head;
    begin(state);
    work->left -= (int64_t)head->map->width * head->map->height / PIXELS_PER_UNIT;
    return jump_graph_nodes(&state->graph, head->map, head->allocator);
}

static enum fr_status build_links(void *context, struct fr_work *work)
{
    struct fr_state *state = context;
    return jump_graph_link(&state->graph, work);
}

static enum fr_status build_hierarchy(void *context, struct fr_work *work)
{
    struct fr_state *state = context;
    return hierarchy_build(&state->plan->hierarchy, &state->graph, HIERARCHY_SCANS,
                           &state->plan->contraction, work);
}

/* What answers clicks: the labels, or else the hierarchy. */
static enum fr_status build_labels(void *context, struct fr_work *work)
{
    struct fr_state *state = context;
    struct octile_plan *plan = state->plan;
    struct corner_labels *labels = &state->labels.labels;
    const enum fr_status status = corner_labels_build(labels, &state->graph, &plan->hierarchy,
                                                      most_bytes(state), &plan->labelling, work);
    if (work->paused)
        return status;
    labelling_release(plan->labelling);
    plan->labelling = NULL;
    state->labelled = status == FR_OK;
    if (status == FR_OK) {
        jump_graph_forget(&state->graph);
        return FR_OK;
    }
    corner_labels_release(labels);
    return status == FR_UNSUPPORTED ? hierarchy_query_take(&state->query, &plan->hierarchy)
                                    : status;
}

static enum fr_status build_joins(void *context, struct fr_work *work)
{
    struct fr_state *state = context;
    if (!state->labelled)
        return fr_head_label(&state->head, FR_GRID8);
    hierarchy_release(&state->plan->hierarchy);
    return label_query_begin(&state->labels,
                             most_bytes(state) - corner_labels_bytes(&state->labels.labels),
                             &state->plan->casting, work);
}

static enum fr_status prepare_some(struct fr_state *state, struct fr_work *work)
{
    static fr_stage *const stages[] = {build_nodes,  build_links, build_hierarchy,
                                       build_labels, build_joins, NULL};
    if (!state->plan) {
        state->plan = fr_allocate_zeroed(state->head.allocator, 1, sizeof *state->plan);
        if (!state->plan)
            return FR_NO_MEMORY;
    }
    const enum fr_status status = fr_stages_run(stages, state, &state->plan->progress, work);
    if (status == FR_OK && !work->paused)
        release_plan(state);
    return status;
}

static enum fr_status load_labels(struct fr_state *state, struct fr_saved *saved)
{
    const struct fr_head *head = &state->head;
    const enum fr_status status = jump_graph_outline(&state->graph, head->map, head->allocator);
    return status == FR_OK ? label_query_load(&state->labels, saved) : status;
}

static enum fr_status load_hierarchy(struct fr_state *state, struct fr_saved *saved)
{
    const struct fr_head *head = &state->head;
    const enum fr_status status = jump_graph_nodes(&state->graph, head->map, head->allocator);
    return status == FR_OK ? hierarchy_query_load(&state->query, saved) : status;
}

static enum fr_status load(struct fr_state *state, struct fr_saved *saved)
{
    uint64_t labelled = 0;
    begin(state);
    fr_saved_pass(saved, &labelled, 1, sizeof labelled);
    if (saved->status != FR_OK)
        return saved->status;
    state->labelled = labelled;
    if (labelled)
        return load_labels(state, saved);
    const enum fr_status status = load_hierarchy(state, saved);
    return status == FR_OK ? fr_head_label(&state->head, FR_GRID8) : status;
}

static enum fr_status save(const struct fr_state *state, struct fr_bytes *bytes)
{
    struct fr_saved saved = {.bytes = bytes};
    struct hierarchy hierarchy = state->query.hierarchy;
    uint64_t labelled = state->labelled;
    fr_saved_pass(&saved, &labelled, 1, sizeof labelled);
    if (saved.status == FR_OK && labelled)
        return label_query_save(&state->labels, bytes);
    hierarchy_pass(&hierarchy, &state->graph, &saved);
    return saved.status;
}

static enum fr_outcome look_up(struct fr_state *state, struct fr_point start, struct fr_point goal,
                               const struct fr_probe *probe, struct fr_path *path)
{
    enum fr_outcome outcome = graph_click_walk(
        &state->head, &state->graph, &state->labels.joins.diagonals, start, goal, probe, path);
    if (outcome != FR_NONE)
        return outcome;
    outcome = label_query_run(&state->labels, fr_point_pixel(start), fr_point_pixel(goal), probe);
    if (outcome != FR_FOUND)
        return outcome;
    fr_probe_enter(probe, FR_PHASE_TRACE);
    return label_query_trace(&state->labels, path);
}

static enum fr_outcome find(struct fr_state *state, struct fr_point start, struct fr_point goal,
                            const struct fr_probe *probe, struct fr_path *path)
{
    if (!state->labelled)
        return hierarchy_query_click(&state->query, &state->head, start, goal, probe, path);
    state->labels.expanded = state->labels.generated = 0; /* both stay 0 if no label is read */
    const enum fr_outcome outcome = look_up(state, start, goal, probe, path);
    state->head.stats.expanded = state->labels.expanded;
    state->head.stats.generated = state->labels.generated;
    return outcome;
}

const struct fr_pathfinder fr_octile = {
    .name = "octile",
    .label = "Octile labels",
    .summary = "shortest grid8 paths from tables of corners and hubs, for maps that do not change",
    .source = "Abraham, Delling, Goldberg and Werneck, ESA 2012; Uras and Koenig, IJCAI 2018",
    .colour = "#1B5E8C",
    .marker = 'p',
    .candidate = true,
    .counts = FR_COUNTS_NODES,
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .smoothing = &fr_smoothing,
    .traits = FR_EXACT_GRID8,
    .state_bytes = sizeof(struct fr_state),
    .prepare_some = prepare_some,
    .find = find,
    .release = release,
    .save = save,
    .load = load,
    .saved_layout = 6,
};
