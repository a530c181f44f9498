#include <math.h>
#include <stdio.h>
#include <string.h>

#include "harness/base/json_line.h"
#include "harness/results/export.h"

/* The part of Google Benchmark's context that its tools read. */
static cJSON *context_of(const cJSON *run)
{
    cJSON *context = cJSON_CreateObject();
    fr_json_text(context, "date", fr_row_text(run, "time"));
    fr_json_text(context, "host_name", fr_row_text(run, "cpu"));
    fr_json_text(context, "executable", fr_row_text(run, "command"));
    fr_json_integer(context, "num_cpus", (int64_t)fr_row_number(run, "cores"));
    fr_json_integer(context, "mhz_per_cpu", 0);
    fr_json_bool(context, "cpu_scaling_enabled", *fr_row_text(run, "governor") != '\0');
    cJSON_AddItemToObject(context, "caches", cJSON_CreateArray());
    fr_json_text(context, "library_build_type",
                 cJSON_IsTrue(cJSON_GetObjectItem(run, "asserts")) ? "debug" : "release");
    return context;
}

static void add_counter(cJSON *benchmark, const char *name, double value)
{
    if (!isnan(value))
        cJSON_AddNumberToObject(benchmark, name, value);
}

/* One processor, nothing waits: processor time is time. */
static cJSON *benchmark_of(const cJSON *click)
{
    char name[2048];
    const double ns = fr_row_number(click, "ns_played");
    const char *class = fr_row_text(click, "class");
    const bool detour = strcmp(class, "detour") == 0;
    snprintf(name, sizeof name, "%s/%s%s%s", fr_row_text(click, "map"), fr_row_text(click, "algo"),
             detour ? "" : "/", detour ? "" : class);
    cJSON *benchmark = cJSON_CreateObject();
    fr_json_text(benchmark, "name", name);
    fr_json_text(benchmark, "run_name", name);
    fr_json_text(benchmark, "run_type", "iteration");
    fr_json_integer(benchmark, "repetition_index", (int64_t)fr_row_number(click, "click"));
    fr_json_integer(benchmark, "threads", 1);
    fr_json_integer(benchmark, "iterations",
                    cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(click, "played")));
    cJSON_AddNumberToObject(benchmark, "real_time", ns);
    cJSON_AddNumberToObject(benchmark, "cpu_time", ns);
    fr_json_text(benchmark, "time_unit", "ns");
    add_counter(benchmark, "expanded", fr_row_number(click, "expanded"));
    add_counter(benchmark, "length", fr_row_number(click, "length"));
    add_counter(benchmark, "ratio", fr_row_number(click, "ratio"));
    return benchmark;
}

/* An element of a document that is written piece by piece, since there may be a million. */
static enum fr_status write_piece(FILE *file, const char *before, cJSON *piece,
                                  struct fr_error *error)
{
    char *text = cJSON_PrintUnformatted(piece);
    cJSON_Delete(piece);
    if (!text)
        return fr_fail(error, FR_NO_MEMORY, "no memory for the export");
    fprintf(file, "%s%s", before, text);
    cJSON_free(text);
    return FR_OK;
}

enum fr_status fr_export_google_benchmark(struct fr_results *results, FILE *file,
                                          struct fr_error *error)
{
    enum fr_status status = fr_results_next(results, error);
    if (status == FR_OK)
        status = write_piece(file, "{\"context\": ", context_of(results->row), error);
    bool any = false;
    while (status == FR_OK && (status = fr_results_next(results, error)) == FR_OK && results->row) {
        if (!fr_row_is(results->row, "click") || isnan(fr_row_number(results->row, "ns_played")))
            continue;
        status = write_piece(file, any ? ",\n" : ",\n\"benchmarks\": [\n",
                             benchmark_of(results->row), error);
        any = true;
    }
    if (status == FR_OK)
        fputs(any ? "\n]}\n" : ",\n\"benchmarks\": []}\n", file);
    return status;
}
