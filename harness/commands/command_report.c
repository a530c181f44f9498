#include <stddef.h>

#include "harness/commands/command.h"
#include "harness/commands/reporting.h"

static const struct fr_flag flags[] = {
    {"o", "DIR", false, true, "folder for report.html and charts/, made where it does not exist"},
    {NULL, NULL, false, false, NULL},
};

static enum fr_exit run(const struct fr_program *program, const struct fr_arguments *arguments)
{
    const char *words[FR_MAX_VALUES + 4] = {"-o", fr_argument(arguments, "o", 0), "--"};
    enum fr_exit code = FR_EXIT_DONE;
    struct fr_error error;
    for (int i = 0; i < arguments->word_count; i++)
        words[i + 3] = arguments->words[i];
    return fr_reporting_run(program, "reports", words, &code, &error) == FR_OK
               ? code
               : fr_report_error(program, &error);
}

const struct fr_command fr_command_report = {
    .name = "report",
    .words = "RESULT.jsonl...",
    .summary = "writes a page that ranks the back ends of a race, with charts (PNG and SVG)",
    .flags = flags,
    .least_words = 1,
    .most_words = FR_MAX_VALUES,
    .run = run,
};
