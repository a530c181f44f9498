/* The footrace command: its subcommands and what they share. */
#ifndef FOOTRACE_HARNESS_COMMANDS_COMMAND_H
#define FOOTRACE_HARNESS_COMMANDS_COMMAND_H

#include "algorithms/pathfinder.h"
#include "harness/base/arguments.h"
#include "harness/base/exit_code.h"

/* The data that all commands share. */
struct fr_program {
    const struct fr_pathfinder *const *pathfinders; /* NULL at the end */
    const char *bundled;                            /* folder of the bundled maps */
    const char *command;                            /* the subcommand that runs; set by fr_main */
};

struct fr_command {
    const char *name, *group; /* group: its heading in the help */
    const char *words;        /* its arguments besides flags, as help shows them; "": none */
    const char *summary;      /* one line */
    const struct fr_flag *flags;
    int first_flags; /* number of flags for newcomers; later flags are for experts; 0: all are for
                      * newcomers */
    int least_words, most_words;
    /* Fills in missing arguments before files are checked; NULL: nothing to fill in. */
    enum fr_status (*fill_in)(struct fr_arguments *arguments, struct fr_error *error);
    enum fr_exit (*run)(const struct fr_program *program, const struct fr_arguments *arguments);
    void (*explain)(void); /* prints more help on stdout, after the flags */
};

extern const struct fr_command fr_command_run, fr_command_path, fr_command_list,
    fr_command_generate, fr_command_clicks, fr_command_inspect, fr_command_check,
    fr_command_compare, fr_command_doctor, fr_command_export, fr_command_merge,
    fr_command_check_backend, fr_command_report, fr_command_recommend, fr_command_answer,
    fr_command_convert, fr_command_serve;

/* The whole command: selects the subcommand of argv[1], reads its flags, then shows help or runs
 * it. */
enum fr_exit fr_main(const struct fr_program *program, int argc, char **argv);

/* Prints "footrace: command: error text" on stderr, as one line; returns FR_EXIT_STOPPED if memory
 * or the system failed, else FR_EXIT_USAGE. */
enum fr_exit fr_report_error(const struct fr_program *program, const struct fr_error *error);

#endif
