#include <stdio.h>

#include "harness/base/file_guard.h"
#include "harness/base/output.h"
#include "harness/commands/command.h"
#include "harness/results/merge.h"

static const struct fr_flag flags[] = {
    {"force", NULL, false, false, "replace a finished result"},
    {"o", FR_WRITES_FILE, false, true, "the merged result file, - for stdout"},
    {NULL, NULL, false, false, NULL},
};

static enum fr_exit run(const struct fr_program *program, const struct fr_arguments *arguments)
{
    int order[FR_MAX_VALUES];
    struct fr_output output;
    struct fr_error error;
    int64_t faults = 0;
    const char *name = fr_argument(arguments, "o", 0);
    enum fr_status status = fr_merge_check(arguments->words, arguments->word_count, order, &error);
    if (status == FR_OK)
        status = fr_output_open(name, &output, &error);
    if (status != FR_OK)
        return fr_report_error(program, &error);
    status = fr_output_begin(&output, &error);
    if (status == FR_OK)
        status = fr_merge_write(arguments->words, arguments->word_count, order, output.file,
                                &faults, &error);
    status = fr_output_finish(&output, "-o", status, &error);
    if (status != FR_OK)
        return fr_report_error(program, &error);
    return faults > 0 ? FR_EXIT_FAULT : FR_EXIT_DONE;
}

const struct fr_command fr_command_merge = {
    .name = "merge",
    .group = "Tools",
    .words = "SHARD.jsonl...",
    .summary = "Joins the shards of a race (run --shard).",
    .flags = flags,
    .least_words = 1,
    .most_words = FR_MAX_VALUES,
    .run = run,
};
