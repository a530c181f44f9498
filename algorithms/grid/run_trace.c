/* A path goes from fork to fork. Between two forks, the path crosses one row after another. Each
 * row has a target column: where a path that comes straight from the next fork would leave that
 * row. The path goes sideways toward the target column. The step to the next row is diagonal where
 * a diagonal leads nearer to the target column, otherwise straight. Of two equally good columns,
 * the left one is tried first.
 *
 * At a fork, and at the start, there are several ways to continue, one for each lane. The labels at
 * the far ends of the lanes show on which lanes every step leads nearer to the goal. Of several
 * suitable lanes, the path takes the one that the rule for pixels would choose first. */
#include "algorithms/grid/run_trace.h"

#include <assert.h>

struct crossed_row {
    struct span span;
    uint16_t low, high; /* target columns; equal if there is only one */
    uint16_t y;
};

/* The kinds of ways to continue. */
enum way_kind {
    BY_APPROACH, /* from the start to its access */
    BY_EXIT,     /* from the start's access to a fork */
    BY_LANE,     /* from fork to fork */
    DIRECT,      /* from the start's access to the goal */
    TO_GOAL      /* from a fork to the goal, by one of its exits */
};

struct way {
    enum way_kind kind;
    const struct run_exit *exit;
    const struct lane *lane;
    uint32_t fork;               /* BY_LANE: the fork where it begins */
    int32_t near_low, near_high; /* columns of this row from which the way is a shortest path */
    int32_t far_low, far_high;   /* target columns of the last row */
    bool open;                   /* a column of this row is on a shortest path along this way */
};

struct tracer {
    struct run_trace *trace;
    const struct run_wave *wave;
    const struct core_graph *core;
    const struct corridors *corridors;
    bool fold, turns_only, failed;
    struct fr_path *path;
    int32_t x, y, distance;
    int32_t dx, dy; /* the last step */
    size_t count;   /* rows in the section */
    struct way best;
};

void run_trace_init(struct run_trace *trace, const struct run_wave *wave)
{
    *trace = (struct run_trace){.wave = wave};
}

void run_trace_release(struct run_trace *trace)
{
    fr_deallocate(trace->wave->core->corridors->rows.allocator, trace->rows, trace->capacity,
                  sizeof *trace->rows);
}

static void waypoint(struct tracer *tracer)
{
    const struct fr_pixel here = {tracer->x, tracer->y};
    if (fr_path_append(tracer->path, fr_pixel_centre(here)) != FR_OK)
        tracer->failed = true;
}

/* Takes `steps` steps in one direction. */
static inline void walk(struct tracer *tracer, int32_t dx, int32_t dy, int32_t steps)
{
    if (steps == 0)
        return;
    if (tracer->turns_only) {
        if (dx != tracer->dx || dy != tracer->dy)
            waypoint(tracer);
        tracer->dx = dx;
        tracer->dy = dy;
        tracer->x += dx * steps;
        tracer->y += dy * steps;
    } else {
        for (int32_t i = 0; i < steps; i++) {
            waypoint(tracer);
            tracer->x += dx;
            tracer->y += dy;
        }
    }
    tracer->distance -= (abs(dx) + abs(dy)) * steps;
}

/* Appends rows from..to of a corridor to the section, up to `most` rows in all. */
static void add_rows(struct tracer *tracer, uint32_t corridor, int32_t from, int32_t to,
                     size_t most)
{
    struct run_trace *trace = tracer->trace;
    const struct corridor *at = &tracer->corridors->at[corridor];
    const struct span *spans = corridor_spans(tracer->corridors, at) - at->top;
    const int32_t step = from < to ? 1 : -1;
    size_t count = (size_t)abs(to - from) + 1;
    if (count > most - tracer->count)
        count = most - tracer->count;
    tracer->failed |= !fr_reserve(tracer->corridors->rows.allocator, &trace->rows, tracer->count,
                                  count, &trace->capacity, sizeof *trace->rows);
    if (tracer->failed)
        return;
    struct crossed_row *rows = trace->rows + tracer->count;
    tracer->count += count;
    for (int32_t y = from; count > 0; y += step, count--)
        *rows++ = (struct crossed_row){.span = spans[y], .y = (uint16_t)y};
}

/* Appends the pieces of a stretch, in its direction or in reverse. */
static void add_pieces(struct tracer *tracer, const struct run_end *end,
                       const struct stretch *stretch, size_t most)
{
    for (size_t i = 0; i < stretch->count && tracer->count < most; i++) {
        const struct piece piece = end->pieces[stretch->first + i];
        add_rows(tracer, piece.corridor, piece.from, piece.to, most);
    }
}

static void add_pieces_back(struct tracer *tracer, const struct run_end *end,
                            const struct stretch *stretch, size_t most)
{
    for (size_t i = stretch->count; i-- > 0 && tracer->count < most;) {
        const struct piece piece = end->pieces[stretch->first + i];
        add_rows(tracer, piece.corridor, piece.to, piece.from, most);
    }
}

/* Appends the rows from the goal's access, which is in the section, to the goal. */
static void add_descent(struct tracer *tracer, size_t most)
{
    const struct run_end *goal = &tracer->wave->ends.goal;
    struct stretch approach = goal->approach;
    approach.count--;
    add_pieces_back(tracer, goal, &approach, most);
}

static void add_lane(struct tracer *tracer, const struct way *way, size_t most)
{
    const struct core_graph *core = tracer->core;
    const struct fork *fork = &core->forks[way->fork], *to = &core->forks[way->lane->to];
    const int end = way->lane->end;
    uint32_t corridor = way->lane->first;
    if (corridor != fork->corridor)
        add_rows(tracer, fork->corridor, fork->row, fork->row, most);
    while (tracer->count < most) {
        const struct corridor *at = &tracer->corridors->at[corridor];
        const bool last = corridor == to->corridor;
        add_rows(tracer, corridor, corridor_row(at, end), last ? to->row : corridor_row(at, !end),
                 most);
        if (last)
            return;
        corridor = core->at[corridor].beyond[!end];
    }
}

/* Fills the section with the first rows of a way, from this row on. */
static void lay(struct tracer *tracer, const struct way *way, size_t most)
{
    const struct run_ends *ends = &tracer->wave->ends;
    tracer->count = 0;
    switch (way->kind) {
    case BY_APPROACH:
        add_pieces(tracer, &ends->start, &ends->start.approach, most);
        break;
    case BY_EXIT:
        add_pieces(tracer, &ends->start, &way->exit->stretch, most);
        break;
    case BY_LANE:
        add_lane(tracer, way, most);
        break;
    case DIRECT:
        add_pieces(tracer, &ends->start, &ends->direct, most);
        add_descent(tracer, most);
        break;
    case TO_GOAL:
        add_pieces_back(tracer, &ends->goal, &way->exit->stretch, most);
        add_descent(tracer, most);
        break;
    }
}

/* Computes the target columns of the section's rows, backward from those of the last row. */
static void aim(struct tracer *tracer, int32_t low, int32_t high)
{
    struct crossed_row *rows = tracer->trace->rows;
    for (size_t i = tracer->count; i-- > 0;) {
        low = span_clamp(rows[i].span, low);
        high = span_clamp(rows[i].span, high);
        rows[i].low = (uint16_t)low;
        rows[i].high = (uint16_t)high;
    }
}

/* Follows the section to its last row. */
static void follow(struct tracer *tracer)
{
    const struct crossed_row *row = tracer->trace->rows;
    bool left = true, right = true; /* whether the low and the high column are still targets */
    for (size_t i = 1; i < tracer->count && !tracer->failed; i++, row++) {
        const int32_t low = left ? row->low : row->high, high = right ? row->high : row->low;
        const int32_t side = low < tracer->x ? -1 : high > tracer->x;
        const int32_t column = side < 0 ? low : high, dy = row[1].y - row->y;
        int32_t x = column;
        if (tracer->fold && side != 0)
            x = span_clamp(row[1].span, tracer->x);
        walk(tracer, side, 0, abs(x - tracer->x));
        if (low != high) {
            right = right && !(side < 0 && high >= x);
            left = left && !(side > 0 && low <= x);
        }
        walk(tracer, x != column ? side : 0, dy, 1);
    }
}

/* The first sideways move of a way, and where it leaves this row. */
struct turn {
    int order; /* 0: left, 1: right, 2: nowhere */
    bool folded;
    int32_t reach; /* columns to where the way leaves this row */
    int32_t dy;
};

static struct turn first_turn(struct tracer *tracer, const struct way *way)
{
    lay(tracer, way, 2);
    const struct crossed_row *rows = tracer->trace->rows;
    const int32_t x = tracer->x;
    struct turn turn = {.order = way->near_low < x ? 0 : way->near_high > x ? 1 : 2};
    const int32_t column = turn.order == 0 ? way->near_low : way->near_high;
    turn.reach = abs(column - x);
    if (tracer->count < 2 || tracer->failed)
        return turn;
    turn.dy = rows[1].y - rows[0].y;
    const int32_t at = span_clamp(rows[1].span, x);
    if (tracer->fold && turn.order < 2 && at != column) {
        turn.folded = true;
        turn.reach = abs(at - x);
    }
    return turn;
}

/* Whether the rule for pixels prefers the first turn to the second. */
static bool comes_before(struct turn a, struct turn b)
{
    if (a.order != b.order)
        return a.order < b.order;
    if (a.folded != b.folded)
        return a.folded;
    if (a.reach != b.reach)
        return a.folded ? a.reach < b.reach : a.reach > b.reach;
    return a.dy < b.dy;
}

/* Offers a way to continue, if it is open. */
static void offer(struct tracer *tracer, const struct way *way)
{
    if (!way->open)
        return;
    if (!tracer->best.open ||
        comes_before(first_turn(tracer, way), first_turn(tracer, &tracer->best)))
        tracer->best = *way;
}

/* Opens a way through column `near` of this row, at this many steps from the goal, if that is on a
 * shortest path; its target in the last row is column `far`. */
static void try(struct tracer *tracer, struct way *way, int32_t near, int32_t distance, int32_t far)
{
    if (distance + abs(near - tracer->x) != tracer->distance)
        return;
    if (!way->open) {
        way->open = true;
        way->near_low = way->near_high = near;
        way->far_low = way->far_high = far;
        return;
    }
    way->near_low = near < way->near_low ? near : way->near_low;
    way->near_high = near > way->near_high ? near : way->near_high;
    way->far_low = far < way->far_low ? far : way->far_low;
    way->far_high = far > way->far_high ? far : way->far_high;
}

/* Opens a way according to the labels of the fork at its end. */
static void try_labels(struct tracer *tracer, struct way *way, uint32_t fork,
                       const struct passage *passage)
{
    const struct run_wave *wave = tracer->wave;
    for (uint32_t i = run_wave_label(wave, fork); i != RUN_NONE; i = wave->labels[i].next) {
        const struct wave_label *label = &wave->labels[i];
        int32_t near;
        const int32_t steps = passage_cross(passage, LOWER, label->x, &near);
        try(tracer, way, near, label->distance + steps, label->x);
    }
}

/* Opens a way to the goal, at the end of a stretch from its access. */
static void try_goal(struct tracer *tracer, struct way *way, const struct stretch *stretch,
                     int access_end)
{
    const struct run_end *goal = &tracer->wave->ends.goal;
    int32_t distance = 0;
    int32_t x = stretch_cross(&goal->approach, UPPER, goal->pixel.x, &distance);
    x = stretch_cross(stretch, access_end, x, &distance);
    try(tracer, way, x, distance, goal->pixel.x);
}

/* Offers the ways from a fork. */
static void offer_fork(struct tracer *tracer, uint32_t number)
{
    const struct fork *fork = &tracer->core->forks[number];
    const struct run_end *goal = &tracer->wave->ends.goal;
    for (uint32_t i = fork->lanes; i < fork->lanes + fork->lane_count; i++) {
        const struct lane *lane = &tracer->core->lanes[i];
        struct way way = {.kind = BY_LANE, .lane = lane, .fork = number};
        try_labels(tracer, &way, lane->to, &lane->passage);
        offer(tracer, &way);
    }
    for (int i = 0; i < goal->exit_count; i++) {
        struct way way = {.kind = TO_GOAL, .exit = &goal->exits[i]};
        if (way.exit->fork != number)
            continue;
        try_goal(tracer, &way, &way.exit->stretch, UPPER);
        offer(tracer, &way);
    }
}

/* Offers the ways from the start's access. */
static void offer_start(struct tracer *tracer)
{
    const struct run_ends *ends = &tracer->wave->ends;
    const struct run_end *start = &ends->start;
    if (ends->joined) {
        struct way way = {.kind = DIRECT};
        try_goal(tracer, &way, &ends->direct, LOWER);
        offer(tracer, &way);
    }
    for (int i = 0; i < start->exit_count; i++) {
        const struct run_exit *exit = &start->exits[i];
        if (exit->here) {
            offer_fork(tracer, exit->fork);
            continue;
        }
        struct way way = {.kind = BY_EXIT, .exit = exit};
        try_labels(tracer, &way, exit->fork, &exit->stretch.passage);
        offer(tracer, &way);
    }
}

/* Follows a way to its end. */
static void take_way(struct tracer *tracer, const struct way *way)
{
    lay(tracer, way, SIZE_MAX);
    if (tracer->failed)
        return;
    aim(tracer, way->far_low, way->far_high);
    follow(tracer);
}

/* Makes column `near` of the start's access, at this many steps from the goal, a target of the
 * approach if it is on a shortest path. */
static void try_approach(struct tracer *tracer, struct way *way, int32_t near, int32_t distance)
{
    const int32_t far = near;
    near = stretch_cross(&tracer->wave->ends.start.approach, LOWER, near, &distance);
    try(tracer, way, near, distance, far);
}

/* Goes from the start to its access. */
static void approach(struct tracer *tracer)
{
    const struct run_wave *wave = tracer->wave;
    const struct run_ends *ends = &wave->ends;
    struct way way = {.kind = BY_APPROACH};
    if (ends->joined) {
        const struct run_end *goal = &ends->goal;
        int32_t distance = 0;
        int32_t x = stretch_cross(&goal->approach, UPPER, goal->pixel.x, &distance);
        x = stretch_cross(&ends->direct, LOWER, x, &distance);
        try_approach(tracer, &way, x, distance);
    }
    for (int i = 0; i < ends->start.exit_count; i++) {
        const struct run_exit *exit = &ends->start.exits[i];
        for (uint32_t j = run_wave_label(wave, exit->fork); j != RUN_NONE;
             j = wave->labels[j].next) {
            int32_t distance = wave->labels[j].distance;
            const int32_t x = stretch_cross(&exit->stretch, LOWER, wave->labels[j].x, &distance);
            try_approach(tracer, &way, x, distance);
        }
    }
    assert(way.open);
    take_way(tracer, &way);
}

enum fr_outcome run_trace_walk(struct run_trace *trace, bool fold, bool turns_only,
                               struct fr_path *path)
{
    const struct run_wave *wave = trace->wave;
    const struct run_ends *ends = &wave->ends;
    struct tracer tracer = {.trace = trace,
                            .wave = wave,
                            .core = wave->core,
                            .corridors = wave->core->corridors,
                            .fold = fold,
                            .turns_only = turns_only,
                            .path = path,
                            .x = ends->start.pixel.x,
                            .y = ends->start.pixel.y,
                            .distance = wave->distance};
    if (ends->start.approach.count > 1)
        approach(&tracer);
    offer_start(&tracer);
    while (tracer.best.open && !tracer.failed) {
        const struct way way = tracer.best;
        take_way(&tracer, &way);
        tracer.best.open = false;
        if (way.kind == BY_EXIT)
            offer_fork(&tracer, way.exit->fork);
        else if (way.kind == BY_LANE)
            offer_fork(&tracer, way.lane->to);
    }
    const struct fr_pixel goal = ends->goal.pixel;
    walk(&tracer, goal.x < tracer.x ? -1 : 1, 0, abs(goal.x - tracer.x));
    waypoint(&tracer);
    assert(tracer.failed || (tracer.distance == 0 && tracer.y == goal.y));
    return tracer.failed ? FR_OUT_OF_MEMORY : FR_FOUND;
}
