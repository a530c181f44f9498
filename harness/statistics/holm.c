#include "harness/statistics/holm.h"

#include <math.h>
#include <stdlib.h>

struct placed {
    double p;
    size_t at;
};

static int by_p(const void *a, const void *b)
{
    const struct placed *left = a, *right = b;
    return (left->p > right->p) - (left->p < right->p);
}

enum fr_status fr_holm(double *p, size_t count)
{
    struct placed *order = malloc((count ? count : 1) * sizeof *order);
    if (!order)
        return FR_NO_MEMORY;
    for (size_t i = 0; i < count; i++)
        order[i] = (struct placed){p[i], i};
    qsort(order, count, sizeof *order, by_p);
    double most = 0;
    for (size_t i = 0; i < count; i++) {
        most = fmax(most, fmin(1, order[i].p * (double)(count - i)));
        p[order[i].at] = most;
    }
    free(order);
    return FR_OK;
}
