#include <stdio.h>
#include <string.h>

#include "harness/base/file_guard.h"
#include "harness/base/output.h"
#include "harness/commands/command.h"
#include "harness/commands/export_markdown.h"
#include "harness/results/export.h"

#ifdef FOOTRACE_SQLITE
#define FORMATS "csv, markdown, latex or sqlite"
#else
#define FORMATS "csv, markdown or latex (this build has no SQLite)"
#endif

static const struct fr_flag flags[] = {
    {"format", "F", false, true, FORMATS},
    {"o", FR_WRITES_FILE, false, false, "the file to write (standard output)"},
    {NULL, NULL, false, false, NULL},
};

static const struct {
    const char *name;
    fr_exporter *export;
} formats[] = {
    {"csv", fr_export_csv},
    {"markdown", fr_export_markdown},
    {"latex", fr_export_latex},
#ifdef FOOTRACE_SQLITE
    {"sqlite", fr_export_sqlite},
#endif
};

static fr_exporter *find_format(const char *name, struct fr_error *error)
{
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (strcmp(formats[i].name, name) == 0)
            return formats[i].export;
    (void)fr_fail(error, FR_BAD_INPUT, "--format: '%s' found, expected " FORMATS, name);
    return NULL;
}

/* Reports bad input before anything is written. */
static enum fr_status read_through(const char *file, struct fr_error *error)
{
    struct fr_results results;
    enum fr_status status = fr_results_open(file, &results, error);
    while (status == FR_OK && (status = fr_results_next(&results, error)) == FR_OK &&
           results.row.kind != FR_ROW_KINDS)
        continue;
    if (status == FR_OK && !results.ended)
        fprintf(stderr, "footrace: export: %s:%lld: no end row: the race was cut short\n", file,
                (long long)results.line);
    fr_results_close(&results);
    return status;
}

static enum fr_status write_export(fr_exporter *export, const char *file, struct fr_output *output,
                                   struct fr_error *error)
{
    struct fr_results results;
    enum fr_status status = read_through(file, error);
    if (status == FR_OK)
        status = fr_output_begin(output, error);
    if (status != FR_OK)
        return status;
    status = fr_results_open(file, &results, error);
    if (status == FR_OK)
        status = export(&results, output->file, error);
    fr_results_close(&results);
    return status;
}

static enum fr_exit run(const struct fr_program *program, const struct fr_arguments *arguments)
{
    const char *name = fr_argument(arguments, "o", 0);
    struct fr_output output;
    struct fr_error error;
    fr_exporter *export = find_format(fr_argument(arguments, "format", 0), &error);
    enum fr_status status = export ? FR_OK : FR_BAD_INPUT;
    if (status == FR_OK)
        status = fr_output_open(name ? name : "-", &output, &error);
    if (status != FR_OK)
        return fr_report_error(program, &error);
    status = write_export(export, arguments->words[0], &output, &error);
    status = fr_output_finish(&output, "-o", status, &error);
    return status == FR_OK ? FR_EXIT_DONE : fr_report_error(program, &error);
}

const struct fr_command fr_command_export = {
    .name = "export",
    .group = "Tools",
    .words = "RESULT.jsonl",
    .summary = "Converts results to CSV, Markdown, LaTeX or SQLite.",
    .flags = flags,
    .least_words = 1,
    .most_words = 1,
    .run = run,
};
