/* A C interface to Google Benchmark, which has none; a thin C++ file implements it. Debian's
 * library is a debug build and says so in every run. It only slows down the loop around a pass: the
 * timed code is built as always. */
#ifndef FOOTRACE_HARNESS_GOOGLE_SHIM_H
#define FOOTRACE_HARNESS_GOOGLE_SHIM_H

#ifdef __cplusplus
extern "C" {
#endif

struct fr_google_counter {
    const char *name; /* NULL ends a list */
    double value;
};

struct fr_google_benchmark {
    const char *name;
    void (*pass)(void *context); /* what is timed, once an iteration */
    void *context;
    int clicks;                               /* in a pass: items of Google Benchmark */
    const struct fr_google_counter *counters; /* per click where that makes sense */
};

/* Registers a benchmark, which must live until it has run. */
void fr_google_register(const struct fr_google_benchmark *benchmark);

/* Takes Google Benchmark's own arguments (--benchmark_...) out of argv. */
void fr_google_take_arguments(int *argc, char **argv);

/* Runs all that were registered, and prints or writes what its arguments ask for. */
void fr_google_run(void);

#ifdef __cplusplus
}
#endif

#endif
