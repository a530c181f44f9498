#include <math.h>
#include <stdio.h>
#include <string.h>

#include "harness/base/json_line.h"
#include "harness/results/export.h"

/* The keys of Google Benchmark's context that its tools read. */
static cJSON *context_of(const struct fr_run_row *run)
{
    return fr_json_object("date:s host_name:s executable:s num_cpus:i mhz_per_cpu:d "
                          "cpu_scaling_enabled:b caches:o library_build_type:s",
                          run->time, run->cpu, run->command, run->cores, 0,
                          run->governor && *run->governor, cJSON_CreateArray(),
                          run->asserts == 1 ? "debug" : "release");
}

static void add_counter(cJSON *benchmark, const char *name, double value)
{
    if (!isnan(value))
        cJSON_AddNumberToObject(benchmark, name, value);
}

/* cpu_time equals real_time: one thread that never waits. */
static cJSON *benchmark_of(const struct fr_click_row *click)
{
    char name[2048];
    const bool detour = strcmp(click->class, "detour") == 0;
    snprintf(name, sizeof name, "%s/%s%s%s", click->map, click->algo, detour ? "" : "/",
             detour ? "" : click->class);
    cJSON *benchmark = fr_json_object(
        "name:s run_name:s run_type:s repetition_index:i threads:d iterations:z real_time:n "
        "cpu_time:n time_unit:s",
        name, name, "iteration", click->click, 1, click->played.count, click->ns_played,
        click->ns_played, "ns");
    add_counter(benchmark, "expanded", click->expanded < 0 ? (double)NAN : (double)click->expanded);
    add_counter(benchmark, "length", click->length);
    add_counter(benchmark, "ratio", click->ratio);
    return benchmark;
}

/* Writes one element; the document is written piecewise, as it may have a million. */
static enum fr_status write_piece(FILE *file, const char *before, cJSON *piece,
                                  struct fr_error *error)
{
    char *text = cJSON_PrintUnformatted(piece);
    cJSON_Delete(piece);
    if (!text)
        return fr_fail(error, FR_NO_MEMORY, "not enough memory for the export");
    fprintf(file, "%s%s", before, text);
    cJSON_free(text);
    return FR_OK;
}

enum fr_status fr_export_google_benchmark(struct fr_results *results, FILE *file,
                                          struct fr_error *error)
{
    enum fr_status status = fr_results_next(results, error);
    if (status == FR_OK)
        status = write_piece(file, "{\"context\": ", context_of(&results->row.run), error);
    bool any = false;
    while (status == FR_OK && (status = fr_results_next(results, error)) == FR_OK &&
           results->row.kind != FR_ROW_KINDS) {
        if (results->row.kind != FR_ROW_CLICK || isnan(results->row.click.ns_played))
            continue;
        status = write_piece(file, any ? ",\n" : ",\n\"benchmarks\": [\n",
                             benchmark_of(&results->row.click), error);
        any = true;
    }
    if (status == FR_OK)
        fputs(any ? "\n]}\n" : ",\n\"benchmarks\": []}\n", file);
    return status;
}
