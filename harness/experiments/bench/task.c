#include "harness/experiments/bench/task.h"

#include <stdio.h>

#include "harness/base/clock.h"
#include "harness/experiments/bench/bench.h"
#include "harness/statistics/quantiles.h"

void fr_task_head(const char *title)
{
    printf("\n%-44s %10s %10s %10s\n", title, "ms", "MB/s", "claimed ms");
}

bool fr_task_measure(const struct fr_task *task)
{
    double pass_ms[FR_BENCH_PASSES];
    struct fr_error error = {"", FR_OK};
    for (int pass = -1; pass < FR_BENCH_PASSES; pass++) {
        const uint64_t start = fr_clock_ns();
        if (!task->run(task->subject, &error)) {
            fprintf(stderr, "%s: %s\n", task->name, error.text);
            return false;
        }
        const uint64_t end = fr_clock_ns();
        if (task->undo)
            task->undo(task->subject);
        if (pass >= 0)
            pass_ms[pass] = (double)(end - start) / 1e6;
    }
    fr_sort(pass_ms, FR_BENCH_PASSES);
    const double median = fr_median(pass_ms, FR_BENCH_PASSES);
    printf("%-44s %10.2f %10.0f ", task->name, median, task->pixels / 1e3 / median);
    if (task->claimed_ms > 0)
        printf("%10.0f\n", task->claimed_ms);
    else
        printf("%10s\n", "");
    fflush(stdout);
    return true;
}
