#include "harness/sandbox/graph_sketch.h"

struct taker {
    enum fr_sketch_part part;
    struct fr_path *points;
    enum fr_status status;
};

static void take(struct taker *taker, enum fr_sketch_part part, const struct fr_point *points,
                 int count)
{
    for (int i = 0; i < count && part == taker->part && taker->status == FR_OK; i++)
        taker->status = fr_path_append(taker->points, points[i]);
}

static void take_corner(void *context, struct fr_point at)
{
    take(context, FR_SKETCH_CORNERS, &at, 1);
}

static void take_edge(void *context, const struct fr_sketch_edge *edge)
{
    const struct fr_point ends[] = {edge->a, edge->b};
    take(context,
         edge->touched ? FR_SKETCH_TOUCHED
         : edge->minor ? FR_SKETCH_MINOR
                       : FR_SKETCH_EDGES,
         ends, 2);
}

void fr_graph_sketch_init(struct fr_graph_sketch *graph, const struct fr_allocator *allocator)
{
    for (int part = 0; part < FR_SKETCH_PARTS; part++)
        fr_path_init(&graph->parts[part], allocator);
}

enum fr_status fr_graph_sketch_take(const struct fr_pathfinder *pathfinder,
                                    const struct fr_state *state, enum fr_sketch_part part,
                                    struct fr_path *points)
{
    struct taker taker = {.part = part, .points = points};
    const struct fr_sketch sketch = {take_corner, take_edge, &taker};
    points->count = 0;
    pathfinder->sketch(state, &sketch);
    return taker.status;
}

void fr_graph_sketch_release(struct fr_graph_sketch *graph)
{
    for (int part = 0; part < FR_SKETCH_PARTS; part++)
        fr_path_release(&graph->parts[part]);
}
