/* What a walk through a pile of runs costs, whatever column it begins at, in five numbers.
 *
 * A walk that crosses runs row by row and moves sideways only where the next run forces it to is
 * a shortest one. Each row thus clamps its column, and clamps in a row collapse: as long as all
 * runs have columns in common, to a single clamp to those; from the first run that has none of
 * them on, all walks through pass the same column at either end, and the rest is a constant. A
 * passage is the same from either end. */
#ifndef FOOTRACE_ALGORITHMS_GRID_PASSAGE_H
#define FOOTRACE_ALGORITHMS_GRID_PASSAGE_H

#include <stdint.h>
#include <stdlib.h>

/* Columns left..right, both included. */
struct span {
    uint16_t left, right;
};

/* The ends of a pile. */
enum { UPPER, LOWER, ENDS };

struct passage {
    struct span
        gate[ENDS]; /* columns to step into first: the same common ones, or one column each */
    int32_t length; /* steps from gate to gate */
};

static inline int32_t span_clamp(struct span span, int32_t x)
{
    x = x < span.left ? span.left : x;
    return x > span.right ? span.right : x;
}

/* The passage of one run. */
static inline struct passage passage_begin(struct span run)
{
    return (struct passage){{run, run}, 0};
}

/* One more run behind an end; it overlaps with the run that was the end before. */
static inline void passage_extend(struct passage *passage, int end, struct span run)
{
    struct span *near = &passage->gate[end], *far = &passage->gate[!end];
    const struct span was = *near;
    if (run.left > was.right)
        *near = (struct span){run.left, run.left};
    else if (run.right < was.left)
        *near = (struct span){run.right, run.right};
    else {
        near->left = run.left > was.left ? run.left : was.left;
        near->right = run.right < was.right ? run.right : was.right;
    }
    if (was.left < was.right)
        *far = (struct span){(uint16_t)span_clamp(was, near->left),
                             (uint16_t)span_clamp(was, near->right)};
    passage->length += 1 + abs(near->left - span_clamp(was, near->left));
}

/* All of another passage behind an end: a step into the other's near end, and on to its far end. */
static inline void passage_append(struct passage *passage, int end, const struct passage *other,
                                  int near)
{
    const struct span gate = other->gate[near];
    passage_extend(passage, end, gate);
    if (gate.left == gate.right)
        passage->gate[end] = other->gate[!near];
    passage->length += other->length;
}

/* The steps from column x of the run at an end to the run at the other, and the column reached. */
static inline int32_t passage_cross(const struct passage *passage, int end, int32_t x, int32_t *out)
{
    const int32_t entered = span_clamp(passage->gate[end], x);
    *out = span_clamp(passage->gate[!end], entered);
    return abs(x - entered) + passage->length;
}

#endif
