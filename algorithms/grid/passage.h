/* The cost of crossing a stack of runs from any column, in five numbers.
 *
 * A path that crosses runs row by row and moves sideways only when the next run requires it is a
 * shortest one. Each row thus clamps the path's column, and successive clamps combine. While all
 * runs have columns in common, the clamps combine into a single clamp to these columns. Once no
 * column is common to all runs, all paths enter and leave by fixed columns, and the cost between
 * them is constant. A passage is symmetric. */
#ifndef FOOTRACE_ALGORITHMS_GRID_PASSAGE_H
#define FOOTRACE_ALGORITHMS_GRID_PASSAGE_H

#include <stdint.h>
#include <stdlib.h>

/* Columns left..right, both included. */
struct span {
    uint16_t left, right;
};

/* The ends of a stack. */
enum { UPPER, LOWER, ENDS };

struct passage {
    struct span gate[ENDS]; /* columns to enter by at each end: the common ones, or a single one */
    int32_t length;         /* steps from gate to gate */
};

static inline int32_t span_clamp(struct span span, int32_t x)
{
    x = x < span.left ? span.left : x;
    return x > span.right ? span.right : x;
}

/* The passage of a single run. */
static inline struct passage passage_begin(struct span run)
{
    return (struct passage){{run, run}, 0};
}

/* Extends a passage at an end by a run that overlaps the last run there. */
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

/* Appends another passage at an end: a step to its near end, then across it. */
static inline void passage_append(struct passage *passage, int end, const struct passage *other,
                                  int near)
{
    const struct span gate = other->gate[near];
    passage_extend(passage, end, gate);
    if (gate.left == gate.right)
        passage->gate[end] = other->gate[!near];
    passage->length += other->length;
}

/* The steps from column x of the run at an end to the run at the other end; *out is the column
 * reached. */
static inline int32_t passage_cross(const struct passage *passage, int end, int32_t x, int32_t *out)
{
    const int32_t entered = span_clamp(passage->gate[end], x);
    *out = span_clamp(passage->gate[!end], entered);
    return abs(x - entered) + passage->length;
}

#endif
