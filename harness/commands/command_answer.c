#include <stdio.h>

#include "harness/answer/answer_json.h"
#include "harness/base/json_document.h"
#include "harness/base/terminal.h"
#include "harness/base/wrap.h"
#include "harness/commands/command.h"
#include "harness/commands/decision.h"
#include "harness/commands/help.h"

static const struct fr_flag flags[] = {
    FR_SITUATION_FLAGS,
    {"regions", NULL, false, false,
     "print the leader at each threshold of load time and slow query, as JSON"},
    {"json", NULL, false, false, "print JSON, for programs"},
    FR_THRESHOLD_FLAGS,
    {NULL, NULL, false, false, NULL},
};

/* Prints what no back end can fix: clicks where the radius does not fit. */
static void print_lost(const struct fr_evidence *evidence)
{
    char text[2048];
    if (evidence->lost_to_agent == 0)
        return;
    snprintf(text, sizeof text,
             "%zu click%s lost at this radius: footrace inspect %s names the corridors that close.",
             evidence->lost_to_agent, evidence->lost_to_agent == 1 ? " is" : "s are",
             evidence->maps == 1 ? evidence->courses[0].file : "MAP");
    putchar('\n');
    fr_wrap(text, 0, 0, fr_terminal_width());
    putchar('\n');
}

static enum fr_exit run(const struct fr_program *program, const struct fr_arguments *arguments)
{
    struct fr_situation situation;
    struct fr_decision *decision;
    struct fr_error error;
    enum fr_status status = fr_situation_read(arguments, &situation, &error);
    if (status == FR_OK)
        status = fr_decision_create(arguments->words, arguments->word_count, program->pathfinders,
                                    &situation, &decision, &error);
    if (status != FR_OK)
        return fr_report_error(program, &error);
    if (fr_argument_count(arguments, "regions") > 0)
        status = fr_json_write(stdout, fr_answer_regions_json(&decision->answer));
    else if (fr_argument_count(arguments, "json") > 0)
        status = fr_json_write(stdout, fr_answer_json(&decision->answer));
    else {
        fr_answer_print(&decision->answer, fr_terminal_width(), fr_terminal_bold());
        print_lost(decision->answer.evidence);
    }
    const bool ships = fr_answer_ship(&decision->answer) != NULL;
    fr_decision_release(decision);
    if (status == FR_OK)
        return ships ? FR_EXIT_DONE : FR_EXIT_FAULT;
    (void)fr_fail(&error, status, "not enough memory for the answer");
    return fr_report_error(program, &error);
}

const struct fr_command fr_command_answer = {
    .name = "answer",
    .group = "Decide",
    .words = "RESULT.jsonl...",
    .summary = "Names the back end to ship, from result files.",
    .flags = flags,
    .first_flags = 15,
    .least_words = 1,
    .most_words = FR_MAX_VALUES,
    .run = run,
    .explain = fr_help_answer,
};
