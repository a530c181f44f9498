#include <stdio.h>

#include "harness/commands/command.h"
#include "harness/results/result_check.h"
#include "harness/results/schema_text.h"

static const struct fr_flag flags[] = {{NULL, NULL, false, false, NULL}};

static enum fr_exit check_files(const struct fr_program *program, const struct fr_schema *schema,
                                const struct fr_arguments *arguments)
{
    enum fr_exit code = FR_EXIT_DONE;
    for (int i = 0; i < arguments->word_count; i++) {
        const char *file = arguments->words[i];
        struct fr_result_summary summary;
        struct fr_error error;
        if (fr_result_check(file, schema, stderr, &summary, &error) != FR_OK)
            return fr_report_error(program, &error);
        if (summary.problems == 0)
            printf("%s: ok, %lld rows, %lld clicks\n", file, (long long)summary.rows,
                   (long long)summary.clicks);
        else
            code = FR_EXIT_FAULT;
    }
    return code;
}

static enum fr_exit run(const struct fr_program *program, const struct fr_arguments *arguments)
{
    struct fr_schema schema;
    struct fr_error error;
    const enum fr_status status =
        fr_schema_read((const char *)fr_schema_text, fr_schema_text_size, &schema, &error);
    if (status != FR_OK)
        return fr_report_error(program, &error);
    const enum fr_exit code = check_files(program, &schema, arguments);
    fr_schema_release(&schema);
    return code;
}

const struct fr_command fr_command_check = {
    .name = "check",
    .words = "RESULT...",
    .summary = "holds result files against the schema and against themselves",
    .flags = flags,
    .least_words = 1,
    .most_words = FR_MAX_VALUES,
    .run = run,
};
