#include "harness/commands/help.h"

#include <stdio.h>
#include <string.h>

#include "harness/answer/quantity.h"
#include "harness/base/wrap.h"

enum { WIDTH = 80, COMMAND_COLUMN = 17, TEXT_COLUMN = 24 };

void fr_help_entry_at(const char *term, const char *text, int column)
{
    fr_wrap_entry(term, text, column, WIDTH);
}

void fr_help_entry(const char *term, const char *text)
{
    fr_help_entry_at(term, text, TEXT_COLUMN);
}

void fr_help_answer(void)
{
    putchar('\n');
    fr_wrap(
        "A back end that fails a click, crosses a wall or exceeds a limit is excluded. A "
        "quantity up to its threshold costs nothing, as nobody notices it; each doubling "
        "beyond it costs one point. Points are averaged over maps. The back end with the fewest "
        "points is shipped; within a tenth of a point, the one with the smallest object code.",
        0, 0, WIDTH);
    printf("\n\nQuantities:\n");
    for (int i = 0; i < FR_QUANTITIES; i++)
        fr_help_entry(fr_quantities[i].name, fr_quantities[i].help);
}

void fr_help_program(const struct fr_command *const *commands)
{
    const char *group = "";
    printf("Benchmarks pathfinders in your game's rooms, and names the one to ship.\n\n"
           "Usage: footrace COMMAND [OPTION...]\n");
    for (; *commands; commands++) {
        if (strcmp((*commands)->group, group) != 0)
            printf("\n%s:\n", group = (*commands)->group);
        fr_help_entry_at((*commands)->name, (*commands)->summary, COMMAND_COLUMN);
    }
    printf("\nMore: footrace COMMAND --help; the whole manual: footrace --manual | man -l -\nAlso: "
           "footrace --version\n");
}

/* "--map M", "-o FILE", "--json", "--algo A...". */
static void spell_flag(const struct fr_flag *flag, char *text, size_t size)
{
    snprintf(text, size, "%s%s%s%s%s", flag->name[1] ? "--" : "-", flag->name,
             flag->value ? " " : "", flag->value ? flag->value : "", flag->repeated ? "..." : "");
}

static void show_usage(const struct fr_command *command)
{
    char spelled[96];
    printf("Usage: footrace %s%s%s", command->name, *command->words ? " " : "", command->words);
    for (const struct fr_flag *flag = command->flags; flag->name; flag++)
        if (flag->required) {
            spell_flag(flag, spelled, sizeof spelled);
            printf(" %s", spelled);
        }
    printf(" [OPTION...]\n%s\n", command->summary);
}

void fr_help_command(const struct fr_command *command)
{
    char term[96];
    show_usage(command);
    printf("\nOptions:\n");
    for (int i = 0; command->flags[i].name; i++) {
        if (i > 0 && i == command->first_flags)
            printf("\nFor experts:\n");
        spell_flag(&command->flags[i], term, sizeof term);
        fr_help_entry(term, command->flags[i].help);
    }
    fr_help_entry("-h, --help", "show this help");
    if (command->explain)
        command->explain();
}
