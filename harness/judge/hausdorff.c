/* Processes one path against the other, segment by segment. For points between two probes of a
 * segment, the distance to the other path has two upper bounds: the larger distance of the two
 * probes to any one segment of it, as that distance is convex; and what the probes' distances plus
 * the length between them allow. A piece that cannot exceed the largest distance so far is skipped;
 * any other is halved. A binary tree of bounding boxes finds the nearest segment to a point. */
#include "harness/judge/hausdorff.h"

#include <math.h>

struct place {
    double x, y;
};

struct box {
    double left, top, right, bottom;
};

/* Bounding boxes of parts of a path: box 1 bounds all of it, boxes 2i and 2i+1 bound the halves of
 * box i, and box leaves+j bounds segment j. */
struct box_tree {
    const struct fr_path *path;
    size_t segments, leaves;
    struct box *boxes;
    const struct fr_allocator *allocator;
};

/* A point of one path, and the nearest segment of the other. */
struct probe {
    struct place at;
    size_t nearest;
    double away;
};

static struct place place_of(struct fr_point point)
{
    return (struct place){point.x / 2.0, point.y / 2.0};
}

static double to_segment(const struct box_tree *tree, size_t segment, struct place at)
{
    const struct fr_path *path = tree->path;
    const struct place a = place_of(path->points[segment]);
    const struct place b = place_of(path->points[segment + (path->count > 1)]);
    const double dx = b.x - a.x, dy = b.y - a.y, square = dx * dx + dy * dy;
    double along = square > 0 ? ((at.x - a.x) * dx + (at.y - a.y) * dy) / square : 0;
    along = fmin(fmax(along, 0), 1);
    return hypot(at.x - a.x - along * dx, at.y - a.y - along * dy);
}

static double to_box(const struct box *box, struct place at)
{
    const double dx = fmax(fmax(box->left - at.x, at.x - box->right), 0);
    const double dy = fmax(fmax(box->top - at.y, at.y - box->bottom), 0);
    return hypot(dx, dy);
}

static enum fr_status create_tree(const struct fr_path *path, const struct fr_allocator *allocator,
                                  struct box_tree *tree)
{
    *tree = (struct box_tree){.path = path,
                              .segments = path->count > 1 ? path->count - 1 : 1,
                              .leaves = 1,
                              .allocator = allocator};
    while (tree->leaves < tree->segments)
        tree->leaves *= 2;
    tree->boxes = fr_allocate(allocator, 2 * tree->leaves, sizeof *tree->boxes);
    if (!tree->boxes)
        return FR_NO_MEMORY;
    for (size_t i = 0; i < tree->leaves; i++) {
        const size_t segment = i < tree->segments ? i : tree->segments - 1;
        const struct place a = place_of(path->points[segment]);
        const struct place b = place_of(path->points[segment + (path->count > 1)]);
        tree->boxes[tree->leaves + i] =
            (struct box){fmin(a.x, b.x), fmin(a.y, b.y), fmax(a.x, b.x), fmax(a.y, b.y)};
    }
    for (size_t i = tree->leaves - 1; i > 0; i--) {
        const struct box *a = &tree->boxes[2 * i], *b = &tree->boxes[2 * i + 1];
        tree->boxes[i] = (struct box){fmin(a->left, b->left), fmin(a->top, b->top),
                                      fmax(a->right, b->right), fmax(a->bottom, b->bottom)};
    }
    return FR_OK;
}

static void release_tree(struct box_tree *tree)
{
    fr_deallocate(tree->allocator, tree->boxes, 2 * tree->leaves, sizeof *tree->boxes);
}

/* Searches a box for a segment nearer than the probe's, the nearer half first. */
static void search(const struct box_tree *tree, size_t node, struct probe *probe)
{
    if (node >= tree->leaves) {
        const size_t segment = node - tree->leaves;
        const double away =
            segment < tree->segments ? to_segment(tree, segment, probe->at) : probe->away;
        if (away < probe->away) {
            probe->away = away;
            probe->nearest = segment;
        }
        return;
    }
    const double first = to_box(&tree->boxes[2 * node], probe->at);
    const double second = to_box(&tree->boxes[2 * node + 1], probe->at);
    const size_t nearer = 2 * node + (second < first);
    if (fmin(first, second) < probe->away)
        search(tree, nearer, probe);
    if (fmax(first, second) < probe->away)
        search(tree, nearer ^ 1, probe);
}

/* hint: a segment that is probably near. */
static struct probe probe_at(const struct box_tree *tree, struct place at, size_t hint)
{
    struct probe probe = {at, hint, to_segment(tree, hint, at)};
    search(tree, 1, &probe);
    return probe;
}

/* The largest distance between two probes of a segment; most if no distance there is larger. */
static double farthest(const struct box_tree *tree, const struct probe *a, const struct probe *b,
                       double most)
{
    most = fmax(most, fmax(a->away, b->away));
    const double by_a = fmax(a->away, to_segment(tree, a->nearest, b->at));
    const double by_b = fmax(b->away, to_segment(tree, b->nearest, a->at));
    const double by_way = (a->away + b->away + hypot(b->at.x - a->at.x, b->at.y - a->at.y)) / 2;
    if (fmin(fmin(by_a, by_b), by_way) <= most + FR_HAUSDORFF_TOLERANCE)
        return most;
    const struct place middle = {(a->at.x + b->at.x) / 2, (a->at.y + b->at.y) / 2};
    const struct probe between = probe_at(tree, middle, a->nearest);
    return farthest(tree, &between, b, farthest(tree, a, &between, most));
}

/* The largest distance from a path to the path of a tree. */
static double farthest_along(const struct fr_path *path, const struct box_tree *tree)
{
    struct probe last = probe_at(tree, place_of(path->points[0]), 0);
    double most = last.away;
    for (size_t i = 1; i < path->count; i++) {
        const struct probe next = probe_at(tree, place_of(path->points[i]), last.nearest);
        most = farthest(tree, &last, &next, most);
        last = next;
    }
    return most;
}

enum fr_status fr_hausdorff_distance(const struct fr_path *a, const struct fr_path *b,
                                     const struct fr_allocator *allocator, double *apart)
{
    struct box_tree first, second;
    if (create_tree(a, allocator, &first) != FR_OK)
        return FR_NO_MEMORY;
    if (create_tree(b, allocator, &second) != FR_OK) {
        release_tree(&first);
        return FR_NO_MEMORY;
    }
    *apart = fmax(farthest_along(a, &second), farthest_along(b, &first));
    release_tree(&first);
    release_tree(&second);
    return FR_OK;
}
