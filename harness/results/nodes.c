#include "harness/results/nodes.h"

#include <math.h>
#include <stdlib.h>

#include "harness/results/results.h"
#include "harness/statistics/quantiles.h"

/* The logarithms of a node's anchors, added up: of the geometric mean of its passes. */
struct sum {
    double logs;
    int count;
};

struct gathering {
    struct fr_nodes *nodes;
    struct sum *sums;
    int capacity;
};

static bool add_node(struct gathering *gathering, const struct fr_run_row *row)
{
    struct fr_nodes *nodes = gathering->nodes;
    if (nodes->count == gathering->capacity) {
        const int capacity = gathering->capacity ? 2 * gathering->capacity : 16;
        struct fr_node *at = realloc(nodes->at, (size_t)capacity * sizeof *at);
        nodes->at = at ? at : nodes->at;
        struct sum *sums = at ? realloc(gathering->sums, (size_t)capacity * sizeof *sums) : NULL;
        if (!sums)
            return false;
        gathering->sums = sums;
        gathering->capacity = capacity;
    }
    gathering->sums[nodes->count] = (struct sum){0, 0};
    nodes->at[nodes->count++] = (struct fr_node){.shard = (int)row->shard, .ratio = (double)NAN};
    return true;
}

static void add_anchor(struct gathering *gathering, const struct fr_anchor_row *row)
{
    const int run = (int)row->run;
    if (run >= gathering->nodes->count)
        return;
    for (size_t i = 0; i < row->played.count; i++) {
        if (isnan(row->played.at[i]))
            continue;
        gathering->sums[run].logs += log(row->played.at[i]);
        gathering->sums[run].count++;
    }
}

/* Ratios to the median of the nodes that timed an anchor. */
static bool weigh(struct gathering *gathering)
{
    const struct fr_nodes *nodes = gathering->nodes;
    double *means = malloc(((size_t)nodes->count + 1) * sizeof *means);
    size_t count = 0;
    if (!means)
        return false;
    for (int i = 0; i < nodes->count; i++)
        if (gathering->sums[i].count > 0)
            means[count++] = exp(gathering->sums[i].logs / gathering->sums[i].count);
    fr_sort(means, count);
    const double middle = count > 0 ? fr_median(means, count) : (double)NAN;
    for (int i = 0; i < nodes->count; i++)
        if (gathering->sums[i].count > 0)
            nodes->at[i].ratio = exp(gathering->sums[i].logs / gathering->sums[i].count) / middle;
    free(means);
    return true;
}

enum fr_status fr_nodes_read(const char *file, struct fr_nodes *nodes, struct fr_error *error)
{
    struct gathering gathering = {.nodes = nodes};
    struct fr_results results;
    bool fits = true;
    *nodes = (struct fr_nodes){.count = 0};
    enum fr_status status = fr_results_open(file, &results, error);
    while (status == FR_OK && fits && (status = fr_results_read(&results, error)) == FR_OK &&
           results.read.kind != FR_ROW_KINDS) {
        if (results.read.kind == FR_ROW_RUN)
            fits = add_node(&gathering, &results.read.run);
        else if (results.read.kind == FR_ROW_ANCHOR)
            add_anchor(&gathering, &results.read.anchor);
    }
    fr_results_close(&results);
    if (status == FR_OK && !(fits && weigh(&gathering)))
        status = fr_fail(error, FR_NO_MEMORY, "no memory for the nodes of %s", file);
    free(gathering.sums);
    if (status != FR_OK)
        fr_nodes_release(nodes);
    return status;
}

void fr_nodes_release(struct fr_nodes *nodes)
{
    free(nodes->at);
    *nodes = (struct fr_nodes){.count = 0};
}
