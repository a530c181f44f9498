#include "harness/commands/help.h"

#include <stdio.h>
#include <string.h>

#include "harness/answer/recommend_preference.h"
#include "harness/base/wrap.h"

enum { WIDTH = 80, TERM_COLUMN = 2, TEXT_COLUMN = 24 };

void fr_help_entry_at(const char *term, const char *text, int column)
{
    const int used = printf("%*s%s", TERM_COLUMN, "", term);
    if (used + 2 > column)
        printf("\n%*s", column, "");
    else
        printf("%*s", column - used, "");
    fr_wrap(text, column, column, WIDTH);
    putchar('\n');
}

void fr_help_entry(const char *term, const char *text)
{
    fr_help_entry_at(term, text, TEXT_COLUMN);
}

void fr_help_preferences(void)
{
    printf("\nPreferences. A back end that fails a click or exceeds a budget is not shipped:\n");
    for (int i = 0; i < FR_PREFERENCES; i++)
        fr_help_entry(fr_preference_name((enum fr_preference)i),
                      fr_preference_help((enum fr_preference)i));
}

static void show_exit_codes(void)
{
    printf("\nExit codes:\n");
    fr_help_entry("0", "done");
    fr_help_entry("1", "done, but a path was invalid or a back end failed that should not");
    fr_help_entry("2", "bad usage or bad input: one line on stderr, nothing written");
    fr_help_entry("3", "stopped early (signal, full disk): what was measured is kept");
}

void fr_help_program(const struct fr_command *const *commands)
{
    printf("Usage: footrace COMMAND [OPTION...]\n\n");
    fr_wrap("Races pathfinding back ends on walkability masks, and judges every path.", 0, 0,
            WIDTH);
    printf("\n\nCommands:\n");
    for (; *commands; commands++)
        fr_help_entry((*commands)->name, (*commands)->summary);
    printf("\nOptions:\n");
    fr_help_entry("-h, --help", "show this help, or that of a command behind its name; also: help");
    fr_help_entry("-V, --version", "show the version and the revision that was built");
    fr_help_entry("--manual", "print the manual page: footrace --manual | man -l -");
    fr_help_entry("--completion SHELL", "print the completion for bash, zsh or fish (bash)");
    show_exit_codes();
}

/* "--map M", "-o FILE", "--json". */
static void spell_flag(const struct fr_flag *flag, char *text, size_t size)
{
    snprintf(text, size, "%s%s%s%s", flag->name[1] ? "--" : "-", flag->name, flag->value ? " " : "",
             flag->value ? flag->value : "");
}

/* One flag of the usage line; its inner space must not be a place to wrap. */
static int show_usage_flag(const struct fr_flag *flag, int column, int indent)
{
    char spelled[96], item[128];
    spell_flag(flag, spelled, sizeof spelled);
    snprintf(item, sizeof item, flag->required ? "%s%s" : "[%s]%s", spelled,
             flag->repeated ? "..." : "");
    if (column + 1 + (int)strlen(item) > WIDTH) {
        printf("\n%*s", indent, "");
        return indent + printf("%s", item);
    }
    return column + printf(" %s", item);
}

static void show_usage(const struct fr_command *command)
{
    const int indent = printf("Usage: footrace %s", command->name) + 1;
    int column = indent - 1;
    if (*command->words)
        column += printf(" %s", command->words);
    for (const struct fr_flag *flag = command->flags; flag->name; flag++)
        column = show_usage_flag(flag, column, indent);
    printf("\n\n");
}

void fr_help_command(const struct fr_program *program, const struct fr_command *command)
{
    show_usage(command);
    fr_wrap(command->summary, 0, 0, WIDTH);
    printf("\n\nOptions:\n");
    for (const struct fr_flag *flag = command->flags; flag->name; flag++) {
        char term[96], text[512];
        spell_flag(flag, term, sizeof term);
        snprintf(text, sizeof text, "%s%s", flag->help, flag->repeated ? " (may be repeated)" : "");
        fr_help_entry(term, text);
    }
    fr_help_entry("-h, --help", "show this help");
    if (command->explain)
        command->explain(program);
    show_exit_codes();
}
