#include <stdio.h>

#include "harness/commands/command.h"
#include "harness/results/result_check.h"

static const struct fr_flag flags[] = {{NULL, NULL, false, false, NULL}};

static enum fr_exit check_files(const struct fr_program *program,
                                const struct fr_arguments *arguments)
{
    enum fr_exit code = FR_EXIT_DONE;
    for (int i = 0; i < arguments->word_count; i++) {
        const char *file = arguments->words[i];
        struct fr_result_summary summary;
        struct fr_error error;
        if (fr_result_check(file, stderr, &summary, &error) != FR_OK)
            return fr_report_error(program, &error);
        if (summary.problems == 0)
            printf("%s: ok, %lld rows, %lld clicks\n", file, (long long)summary.rows,
                   (long long)summary.clicks);
        else
            code = FR_EXIT_FAULT;
    }
    return code;
}

const struct fr_command fr_command_check = {
    .name = "check",
    .group = "Tools",
    .words = "RESULT...",
    .summary = "Checks that result files are complete and valid.",
    .flags = flags,
    .least_words = 1,
    .most_words = FR_MAX_VALUES,
    .run = check_files,
};
