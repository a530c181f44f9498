#include "harness/commands/manual.h"

#include <stdio.h>

/* Escapes text for roff: a backslash and a leading dot or quote would be commands, and a hyphen is
 * a minus sign only after a backslash. */
static void roff(const char *text)
{
    if (*text == '.' || *text == '\'')
        printf("\\&");
    for (; *text; text++)
        printf(*text == '\\' ? "\\e" : *text == '-' ? "\\-" : "%c", *text);
}

static void roff_flag(const struct fr_flag *flag)
{
    printf(".TP\n\\fB");
    roff(flag->name[1] ? "--" : "-");
    roff(flag->name);
    printf("\\fR");
    if (flag->value) {
        printf(" \\fI");
        roff(flag->value);
        printf("\\fR");
    }
    printf("%s\n", flag->repeated ? " ..." : "");
    roff(flag->help);
    printf("%s\n", flag->required ? " (required)" : "");
}

static void roff_command(const struct fr_command *command)
{
    printf(".SS ");
    roff(command->name);
    putchar(' ');
    roff(command->words);
    putchar('\n');
    roff(command->summary);
    putchar('\n');
    for (const struct fr_flag *flag = command->flags; flag->name; flag++)
        roff_flag(flag);
}

void fr_manual_page(const struct fr_command *const *commands)
{
    printf(".TH FOOTRACE 1 \"\" \"footrace " FOOTRACE_VERSION "\" \"User Commands\"\n"
           ".SH NAME\nfootrace \\- race pathfinding algorithms on walkable masks, and name the one "
           "to ship\n"
           ".SH SYNOPSIS\n.B footrace\n\\fICOMMAND\\fR [\\fIOPTION\\fR...]\n"
           ".SH DESCRIPTION\n"
           "Runs players' clicks on the walkable floor of game rooms through interchangeable "
           "pathfinders, times each click, checks every path, and names the pathfinder to ship. "
           "Results are JSON Lines; reports and charts are drawn from them.\n"
           ".SH COMMANDS\n");
    for (; *commands; commands++)
        roff_command(*commands);
    printf(".SH EXIT STATUS\n"
           ".TP\n.B 0\ndone\n"
           ".TP\n.B 1\ndone, but a path was invalid, or a back end failed unexpectedly\n"
           ".TP\n.B 2\ninvalid usage or input: one line on standard error, no file written\n"
           ".TP\n.B 3\nstopped early (signal, full disk): the rows measured so far are kept\n"
           ".SH ENVIRONMENT\n"
           ".TP\n.B FOOTRACE_MAPS\nfolder of bundled maps, instead of the installed one\n"
           ".TP\n.B FOOTRACE_MOVINGAI\nfolder of Moving AI maps and scenarios\n");
}
