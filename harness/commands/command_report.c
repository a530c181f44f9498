#include <stddef.h>

#include "harness/commands/command.h"
#include "harness/commands/reporting.h"

static const struct fr_flag flags[] = {
    FR_SITUATION_FLAGS,
    FR_THRESHOLD_FLAGS,
    {"o", "DIR", false, true, "the folder for report.html and charts/; created if missing"},
    {"racers", "A...", false, false,
     "draw only these racers, as NAME,NAME; the answer still considers all"},
    {"titles", "KIND", false, false, "plain: titles name what is drawn, not the result"},
    {"pdf", NULL, false, false, "also write each chart as PDF"},
    {NULL, NULL, false, false, NULL},
};

static enum fr_exit run(const struct fr_program *program, const struct fr_arguments *arguments)
{
    enum fr_exit code = FR_EXIT_DONE;
    struct fr_situation situation;
    struct fr_error error;
    if (fr_situation_read(arguments, &situation, &error) == FR_OK &&
        fr_reporting_page(program, arguments, &situation, &code, &error) == FR_OK)
        return code;
    return fr_report_error(program, &error);
}

const struct fr_command fr_command_report = {
    .name = "report",
    .group = "Race",
    .words = "RESULT.jsonl...",
    .summary = "Writes an HTML page with the answer, the ranking and charts.",
    .flags = flags,
    .least_words = 1,
    .most_words = FR_MAX_VALUES,
    .run = run,
};
