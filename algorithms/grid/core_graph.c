#include "algorithms/grid/core_graph.h"

/* State while a core is built. */
struct making {
    struct core_graph *core;
    uint16_t (*beside)[ENDS]; /* by corridor: neighbours not yet removed as dead ends */
    uint32_t *order;          /* removed corridors in order, then the stack of a search */
    size_t count;
};

enum fr_status core_graph_init(struct core_graph *core, const struct corridors *corridors)
{
    *core = (struct core_graph){.corridors = corridors};
    const enum fr_status status = core_graph_refresh(core);
    if (status != FR_OK)
        core_graph_release(core);
    return status;
}

void core_graph_release(struct core_graph *core)
{
    const struct fr_allocator *allocator = core->corridors->rows.allocator;
    fr_deallocate(allocator, core->lanes, core->lane_capacity, sizeof *core->lanes);
    fr_deallocate(allocator, core->forks, core->fork_capacity, sizeof *core->forks);
    fr_deallocate(allocator, core->at, core->capacity, sizeof *core->at);
    *core = (struct core_graph){0};
}

static struct run_range beside(const struct core_graph *core, uint32_t corridor, int end)
{
    return corridor_beside(core->corridors, &core->corridors->at[corridor], end);
}

static bool in_use(const struct core_graph *core, size_t corridor)
{
    return corridor_in_use(&core->corridors->at[corridor]);
}

static bool in_core(const struct core_graph *core, uint32_t corridor)
{
    return core->at[corridor].parent == CORE;
}

static void take_off(struct making *making, uint32_t corridor)
{
    struct core_graph *core = making->core;
    core->at[corridor].parent = CORE_ROOT;
    for (int end = UPPER; end <= LOWER; end++) {
        const struct run_range range = beside(core, corridor, end);
        for (const struct run *run = range.begin; run < range.end; run++) {
            if (!in_core(core, run->stack))
                continue;
            uint16_t *const left = making->beside[run->stack];
            core->at[corridor].parent = run->stack;
            left[!end]--;
            if (left[UPPER] + left[LOWER] == 1)
                making->order[making->count++] = run->stack;
        }
    }
}

/* Separates dead ends from the core. */
static void peel(struct making *making)
{
    struct core_graph *core = making->core;
    const size_t count = core->corridors->count;
    for (uint32_t i = 0; i < count; i++) {
        core->at[i] = (struct core_corridor){.parent = CORE,
                                             .component = RUN_NONE,
                                             .fork = {RUN_NONE, RUN_NONE},
                                             .beyond = {RUN_NONE, RUN_NONE}};
        if (!in_use(core, i))
            continue;
        uint16_t *const left = making->beside[i];
        for (int end = UPPER; end <= LOWER; end++) {
            const struct run_range range = beside(core, i, end);
            left[end] = (uint16_t)(range.end - range.begin);
        }
        if (left[UPPER] + left[LOWER] <= 1)
            making->order[making->count++] = i;
    }
    for (size_t i = 0; i < making->count; i++)
        take_off(making, making->order[i]);
}

/* Makes forks of a corridor's ends that have several continuations. False if out of memory. */
static bool make_forks(const struct making *making, uint32_t number)
{
    struct core_graph *core = making->core;
    const struct corridor *corridor = &core->corridors->at[number];
    struct core_corridor *at = &core->at[number];
    const uint16_t *left = making->beside[number];
    if (!fr_reserve(core->corridors->rows.allocator, &core->forks, core->fork_count, ENDS,
                    &core->fork_capacity, sizeof *core->forks))
        return false;
    for (int end = UPPER; end <= LOWER; end++) {
        if (left[end] < 2)
            continue;
        const bool one_run = corridor->top == corridor->bottom;
        const int lanes = one_run ? left[UPPER] + left[LOWER] : left[end] + (left[!end] > 0);
        at->fork[end] = (uint32_t)core->fork_count;
        if (one_run)
            at->fork[!end] = at->fork[end];
        core->forks[core->fork_count++] =
            (struct fork){.corridor = number,
                          .lanes = (uint32_t)core->lane_count,
                          .lane_count = (uint16_t)lanes,
                          .row = (uint16_t)corridor_row(corridor, end)};
        core->lane_count += (size_t)lanes;
        if (one_run)
            break;
    }
    return true;
}

/* Labels the core corridors connected to this one and finds their forks. False if out of memory. */
static bool label_core(struct making *making, uint32_t corridor)
{
    struct core_graph *core = making->core;
    uint32_t *const waiting = making->order + making->count;
    size_t count = 0;
    core->at[corridor].component = corridor;
    waiting[count++] = corridor;
    while (count > 0) {
        const uint32_t at = waiting[--count];
        for (int end = UPPER; end <= LOWER; end++) {
            const struct run_range range = beside(core, at, end);
            for (const struct run *run = range.begin; run < range.end; run++) {
                struct core_corridor *next = &core->at[run->stack];
                if (next->parent != CORE)
                    continue;
                if (making->beside[at][end] == 1)
                    core->at[at].beyond[end] = run->stack;
                if (next->component != RUN_NONE)
                    continue;
                next->component = corridor;
                waiting[count++] = run->stack;
            }
        }
        if (!make_forks(making, at))
            return false;
    }
    return true;
}

/* Labels components: each gets the number of one of its corridors. False if out of memory. */
static bool label_components(struct making *making)
{
    struct core_graph *core = making->core;
    for (uint32_t i = 0; i < core->corridors->count; i++)
        if (in_use(core, i) && in_core(core, i) && core->at[i].component == RUN_NONE &&
            !label_core(making, i))
            return false;
    for (size_t i = making->count; i-- > 0;) {
        struct core_corridor *at = &core->at[making->order[i]];
        const bool root = at->parent == CORE_ROOT;
        at->component = root ? making->order[i] : core->at[at->parent].component;
        at->depth = root ? 0 : core->at[at->parent].depth + 1;
    }
    return true;
}

/* Follows a lane from where it enters a corridor to its fork; returns the corridor before the fork,
 * or the fork's own if the lane crosses it. */
static uint32_t go_to_fork(const struct core_graph *core, uint32_t corridor, int end, uint32_t from,
                           struct lane *lane)
{
    const struct corridors *corridors = core->corridors;
    for (;;) {
        const struct corridor *at = &corridors->at[corridor];
        const uint32_t *fork = core->at[corridor].fork;
        if (fork[end] != RUN_NONE) {
            passage_extend(&lane->passage, LOWER, corridor_end(corridors, at, end));
            lane->to = fork[end];
            lane->row = (uint16_t)corridor_row(at, end);
            return from;
        }
        passage_append(&lane->passage, LOWER, &at->passage, end);
        if (fork[!end] != RUN_NONE) {
            lane->to = fork[!end];
            lane->row = (uint16_t)corridor_row(at, !end);
            return corridor;
        }
        from = corridor;
        corridor = core->at[corridor].beyond[!end];
    }
}

/* Makes the lane from a fork to a neighbour, or through its own corridor. */
static struct lane make_lane(const struct core_graph *core, const struct fork *fork, uint32_t first,
                             uint32_t *last)
{
    const struct corridors *corridors = core->corridors;
    const struct corridor *corridor = &corridors->at[fork->corridor];
    const int at = fork->row == corridor->top ? UPPER : LOWER;
    struct lane lane = {.first = first};
    if (first != fork->corridor) {
        lane.end = corridors->at[first].top > fork->row ? UPPER : LOWER;
        lane.passage = passage_begin(corridor_end(corridors, corridor, at));
        *last = go_to_fork(core, first, lane.end, fork->corridor, &lane);
        return lane;
    }
    lane.end = (uint16_t)at;
    lane.passage = corridor->passage;
    lane.passage.gate[UPPER] = corridor->passage.gate[at];
    lane.passage.gate[LOWER] = corridor->passage.gate[!at];
    lane.to = core->at[first].fork[!at];
    lane.row = (uint16_t)corridor_row(corridor, !at);
    *last = first;
    if (lane.to == RUN_NONE)
        *last = go_to_fork(core, core->at[first].beyond[!at], at, first, &lane);
    return lane;
}

/* Makes the lanes of a fork; `last` gets, for each lane, the first corridor of the reverse lane. */
static void make_lanes_of(const struct core_graph *core, const struct fork *fork, uint32_t *last)
{
    const struct corridor *corridor = &core->corridors->at[fork->corridor];
    struct lane *lane = core->lanes + fork->lanes;
    const struct lane *const end_lane = lane + fork->lane_count;
    for (int end = UPPER; end <= LOWER; end++) {
        if (fork->row != corridor_row(corridor, end))
            continue;
        const struct run_range range = beside(core, fork->corridor, end);
        for (const struct run *run = range.begin; run < range.end; run++)
            if (in_core(core, run->stack))
                *lane++ = make_lane(core, fork, run->stack, last++);
    }
    if (lane < end_lane)
        *lane = make_lane(core, fork, fork->corridor, last);
}

/* Makes the lanes of all forks. False if out of memory. */
static bool make_lanes(struct core_graph *core)
{
    const struct fr_allocator *allocator = core->corridors->rows.allocator;
    const size_t count = core->lane_count;
    uint32_t *const last = fr_allocate(allocator, count, sizeof *last);
    const bool ready =
        count == 0 || (last && fr_reserve(allocator, &core->lanes, 0, count, &core->lane_capacity,
                                          sizeof *core->lanes));
    struct lane *const lanes = core->lanes;
    for (size_t i = 0; ready && i < core->fork_count; i++)
        make_lanes_of(core, &core->forks[i], last + core->forks[i].lanes);
    for (size_t i = 0; ready && i < count; i++) {
        lanes[i].back = core->forks[lanes[i].to].lanes;
        while (lanes[lanes[i].back].first != last[i])
            lanes[i].back++;
    }
    fr_deallocate(allocator, last, count, sizeof *last);
    return ready;
}

/* Makes room for all corridors. False if out of memory. */
static bool reserve(struct core_graph *core)
{
    const struct fr_allocator *allocator = core->corridors->rows.allocator;
    const size_t capacity = core->corridors->capacity;
    if (capacity == core->capacity)
        return true;
    fr_deallocate(allocator, core->at, core->capacity, sizeof *core->at);
    core->at = fr_allocate(allocator, capacity, sizeof *core->at);
    core->capacity = core->at ? capacity : 0;
    return core->at;
}

static bool make(struct making *making)
{
    if (!reserve(making->core))
        return false;
    making->core->fork_count = making->core->lane_count = 0;
    peel(making);
    return label_components(making) && make_lanes(making->core);
}

enum fr_status core_graph_refresh(struct core_graph *core)
{
    const struct fr_allocator *allocator = core->corridors->rows.allocator;
    const size_t count = core->corridors->count;
    if (count == 0)
        return FR_OK;
    struct making making = {.core = core,
                            .beside = fr_allocate(allocator, count, sizeof *making.beside),
                            .order = fr_allocate(allocator, count, sizeof *making.order)};
    const bool done = making.beside && making.order && make(&making);
    fr_deallocate(allocator, making.order, count, sizeof *making.order);
    fr_deallocate(allocator, making.beside, count, sizeof *making.beside);
    return done ? FR_OK : FR_NO_MEMORY;
}
