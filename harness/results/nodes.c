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

static bool add_node(struct gathering *gathering, const cJSON *row)
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
    nodes->at[nodes->count++] =
        (struct fr_node){.shard = (int)fr_row_number(row, "shard"), .ratio = (double)NAN};
    return true;
}

static void add_anchor(struct gathering *gathering, const cJSON *row)
{
    const int run = (int)fr_row_number(row, "run");
    const cJSON *sample;
    if (run >= gathering->nodes->count)
        return;
    cJSON_ArrayForEach(sample, cJSON_GetObjectItemCaseSensitive(row, "played"))
    {
        if (!cJSON_IsNumber(sample))
            continue;
        gathering->sums[run].logs += log(sample->valuedouble);
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
    while (status == FR_OK && fits && (status = fr_results_next(&results, error)) == FR_OK &&
           results.row) {
        if (fr_row_is(results.row, "run"))
            fits = add_node(&gathering, results.row);
        else if (fr_row_is(results.row, "anchor"))
            add_anchor(&gathering, results.row);
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
