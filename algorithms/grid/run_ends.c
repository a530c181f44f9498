#include "algorithms/grid/run_ends.h"

#include <stdlib.h>

static void begin_stretch(struct run_end *end, struct stretch *stretch)
{
    *stretch = (struct stretch){.first = end->piece_count};
}

/* Appends rows from..to of a corridor to the end's last stretch. False if out of memory. */
static bool add_rows(struct run_end *end, const struct corridors *corridors,
                     struct stretch *stretch, uint32_t corridor, int32_t from, int32_t to)
{
    if (!fr_reserve(corridors->rows.allocator, &end->pieces, end->piece_count, 1,
                    &end->piece_capacity, sizeof *end->pieces))
        return false;
    end->pieces[end->piece_count++] = (struct piece){corridor, (uint16_t)from, (uint16_t)to};
    const struct corridor *at = &corridors->at[corridor];
    const struct span *spans = corridor_spans(corridors, at) - at->top;
    struct passage *passage = &stretch->passage;
    if (stretch->count++ == 0) {
        *passage = passage_begin(spans[from]);
    } else if (from != to && abs(from - to) == at->bottom - at->top) {
        passage_append(passage, LOWER, &at->passage, from < to ? UPPER : LOWER);
        return true;
    } else {
        passage_extend(passage, LOWER, spans[from]);
    }
    for (int32_t step = from < to ? 1 : -1; from != to;) {
        from += step;
        passage_extend(passage, LOWER, spans[from]);
    }
    return true;
}

/* Leaves a dead end for its parent. False if out of memory. */
static bool leave_dead_end(const struct core_graph *core, struct run_end *end)
{
    const struct corridors *corridors = core->corridors;
    const uint32_t parent = core->at[end->access].parent;
    const struct corridor *from = &corridors->at[end->access], *to = &corridors->at[parent];
    const int by = to->bottom < from->top ? UPPER : LOWER;
    if (!add_rows(end, corridors, &end->approach, end->access, end->row, corridor_row(from, by)))
        return false;
    end->access = parent;
    end->row = corridor_row(to, !by);
    return true;
}

static struct run_exit *begin_exit(struct run_end *end)
{
    struct run_exit *exit = &end->exits[end->exit_count++];
    *exit = (struct run_exit){.here = false};
    begin_stretch(end, &exit->stretch);
    return exit;
}

/* Lets both ends leave dead ends until they meet, or reach the core. False if out of memory. */
static bool reach_core(struct run_ends *ends)
{
    const struct core_graph *core = ends->core;
    struct run_end *start = &ends->start, *goal = &ends->goal;
    while (start->access != goal->access) {
        const uint32_t start_depth = core->at[start->access].depth;
        const uint32_t goal_depth = core->at[goal->access].depth;
        if (start_depth == 0 && goal_depth == 0)
            break;
        if (start_depth >= goal_depth && !leave_dead_end(core, start))
            return false;
        if (goal_depth >= start_depth && !leave_dead_end(core, goal))
            return false;
    }
    return add_rows(start, core->corridors, &start->approach, start->access, start->row,
                    start->row) &&
           add_rows(goal, core->corridors, &goal->approach, goal->access, goal->row, goal->row);
}

/* Goes from the access, through an end of its corridor, straight to the next fork; or, by the
 * direct stretch, to the goal's access if the start reaches that first. False if out of memory. */
static bool leave(struct run_ends *ends, struct run_end *end, int by)
{
    const struct core_graph *core = ends->core;
    const struct corridors *corridors = core->corridors;
    struct run_exit *exit = begin_exit(end);
    uint32_t at = end->access;
    bool done = add_rows(end, corridors, &exit->stretch, at, end->row,
                         corridor_row(&corridors->at[at], by));
    exit->fork = core->at[at].fork[by];
    while (done && exit->fork == RUN_NONE) {
        at = core->at[at].beyond[by];
        const int32_t row = corridor_row(&corridors->at[at], !by);
        exit->fork = core->at[at].fork[!by];
        if (exit->fork != RUN_NONE)
            return add_rows(end, corridors, &exit->stretch, at, row, row);
        if (end == &ends->start && at == ends->goal.access) {
            ends->joined = true;
            ends->direct = exit->stretch;
            end->exit_count--;
            return add_rows(end, corridors, &ends->direct, at, row, ends->goal.row);
        }
        done =
            add_rows(end, corridors, &exit->stretch, at, row, corridor_row(&corridors->at[at], by));
        exit->fork = core->at[at].fork[by];
    }
    return done;
}

/* Finds the exits from the access to forks. False if out of memory. */
static bool find_exits(struct run_ends *ends, struct run_end *end)
{
    const struct corridors *corridors = ends->core->corridors;
    const struct core_corridor *access = &ends->core->at[end->access];
    for (int by = UPPER; by <= LOWER; by++) {
        if (access->fork[by] == RUN_NONE ||
            (by == LOWER && access->fork[UPPER] == access->fork[by]) ||
            end->row != corridor_row(&corridors->at[end->access], by))
            continue;
        struct run_exit *exit = begin_exit(end);
        exit->fork = access->fork[by];
        exit->here = true;
        if (!add_rows(end, corridors, &exit->stretch, end->access, end->row, end->row))
            return false;
    }
    if (end->exit_count > 0)
        return true;
    for (int by = UPPER; by <= LOWER; by++)
        if ((access->fork[by] != RUN_NONE || access->beyond[by] != RUN_NONE) &&
            !leave(ends, end, by))
            return false;
    return true;
}

static void begin_end(const struct core_graph *core, struct run_end *end, struct fr_pixel pixel)
{
    end->pixel = pixel;
    end->access = run_rows_at(&core->corridors->rows, pixel.x, pixel.y)->stack;
    end->row = pixel.y;
    end->exit_count = 0;
    end->piece_count = 0;
    begin_stretch(end, &end->approach);
}

static bool join(struct run_ends *ends)
{
    const struct core_graph *core = ends->core;
    struct run_end *start = &ends->start;
    if (!reach_core(ends))
        return false;
    ends->joined = start->access == ends->goal.access;
    if (ends->joined) {
        begin_stretch(start, &ends->direct);
        if (!add_rows(start, core->corridors, &ends->direct, start->access, start->row,
                      ends->goal.row))
            return false;
    }
    return core->at[start->access].parent != CORE ||
           (find_exits(ends, &ends->goal) && find_exits(ends, start));
}

enum fr_outcome run_ends_join(struct run_ends *ends, struct fr_pixel start, struct fr_pixel goal)
{
    const struct core_graph *core = ends->core;
    begin_end(core, &ends->start, start);
    begin_end(core, &ends->goal, goal);
    if (core->at[ends->start.access].component != core->at[ends->goal.access].component)
        return FR_UNREACHABLE;
    return join(ends) ? FR_FOUND : FR_OUT_OF_MEMORY;
}

void run_ends_release(struct run_ends *ends)
{
    const struct fr_allocator *allocator = ends->core->corridors->rows.allocator;
    fr_deallocate(allocator, ends->start.pieces, ends->start.piece_capacity, sizeof(struct piece));
    fr_deallocate(allocator, ends->goal.pieces, ends->goal.piece_capacity, sizeof(struct piece));
}
