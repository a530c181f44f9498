#include "harness/google/shim.h"

#include <benchmark/benchmark.h>

namespace {

void Run(benchmark::State &state, const fr_google_benchmark *what)
{
    for (auto _ : state)
        what->pass(what->context);
    state.SetItemsProcessed(state.iterations() * what->clicks);
    for (const fr_google_counter *counter = what->counters; counter->name; counter++)
        state.counters[counter->name] = counter->value;
}

} // namespace

void fr_google_register(const fr_google_benchmark *what)
{
    benchmark::RegisterBenchmark(what->name, Run, what)->Unit(benchmark::kMicrosecond);
}

void fr_google_take_arguments(int *argc, char **argv)
{
    benchmark::Initialize(argc, argv);
}

void fr_google_run(void)
{
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
}
