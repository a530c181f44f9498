#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "harness/base/file_guard.h"
#include "harness/base/utf8.h"
#include "harness/commands/command.h"
#include "harness/commands/help.h"
#include "harness/commands/manual.h"
#include "harness/machine/revision.h"
#include "maps/formats/base/json_file.h"

/* Commands by group and, within a group, in the order in which a newcomer needs them. */
static const struct fr_command *const commands[] = {
    &fr_command_recommend,
    &fr_command_answer,
    &fr_command_inspect,
    &fr_command_run,
    &fr_command_compare,
    &fr_command_report,
    &fr_command_path,
    &fr_command_list,
    &fr_command_generate,
    &fr_command_clicks,
    &fr_command_convert,
    &fr_command_merge,
    &fr_command_check,
    &fr_command_export,
    &fr_command_doctor,
    &fr_command_check_backend,
    NULL,
};

enum { COMMAND_COUNT = sizeof commands / sizeof *commands - 1 };

enum fr_exit fr_report_error(const struct fr_program *program, const struct fr_error *error)
{
    char line[sizeof error->text];
    snprintf(line, sizeof line, "%s", error->text);
    for (char *at = line; (at = strpbrk(at, "\r\n")) != NULL;)
        *at = ' ';
    fr_utf8_tame(line);
    fprintf(stderr, "footrace: %s%s%s\n", program->command ? program->command : "",
            program->command ? ": " : "", line);
    return error->status == FR_NO_MEMORY || error->status == FR_SYSTEM_ERROR ? FR_EXIT_STOPPED
                                                                             : FR_EXIT_USAGE;
}

static const struct fr_command *find_command(const char *name)
{
    for (int i = 0; i < COMMAND_COUNT; i++)
        if (strcmp(commands[i]->name, name) == 0)
            return commands[i];
    /* Hidden commands do not appear in the help. */
    return strcmp(name, fr_command_serve.name) == 0 ? &fr_command_serve : NULL;
}

static enum fr_exit unknown_command(const struct fr_program *program, const char *typed)
{
    const char *names[COMMAND_COUNT];
    struct fr_error error;
    for (int i = 0; i < COMMAND_COUNT; i++)
        names[i] = commands[i]->name;
    const char *close = fr_did_you_mean(typed, names, COMMAND_COUNT);
    if (close)
        (void)fr_fail(&error, FR_BAD_INPUT, "no command '%s'; did you mean %s?", typed, close);
    else
        (void)fr_fail(&error, FR_BAD_INPUT, "no command '%s'; 'footrace --help' lists them", typed);
    return fr_report_error(program, &error);
}

/* Checks the number of words without a flag. */
static enum fr_status check_words(const struct fr_command *command,
                                  const struct fr_arguments *arguments, struct fr_error *error)
{
    if (arguments->word_count < command->least_words)
        return fr_fail(error, FR_BAD_INPUT, "nothing found, expected %s; see 'footrace %s --help'",
                       command->words, command->name);
    if (arguments->word_count > command->most_words)
        return fr_fail(error, FR_BAD_INPUT, "'%s' found, expected none; see 'footrace %s --help'",
                       arguments->words[command->most_words], command->name);
    return FR_OK;
}

/* "-" as an input is standard input; outputs handle "-" themselves. */
static void name_streams(struct fr_arguments *arguments)
{
    for (int i = 0; i < arguments->word_count; i++)
        if (strcmp(arguments->words[i], "-") == 0)
            arguments->words[i] = "/dev/stdin";
    for (int flag = 0; arguments->flags[flag].name; flag++) {
        const struct fr_flag *each = &arguments->flags[flag];
        for (int i = 0; i < arguments->counts[flag]; i++)
            if (each->value && !fr_flag_writes(each) &&
                strcmp(arguments->values[flag][i], "-") == 0)
                arguments->values[flag][i] = "/dev/stdin";
    }
}

static enum fr_exit run_command(const struct fr_program *program, const struct fr_command *command,
                                int argc, char **argv)
{
    struct fr_arguments arguments;
    struct fr_targets targets = {.count = 0};
    struct fr_error error;
    enum fr_status status = fr_arguments_parse(command->flags, argc, argv, &arguments, &error);
    if (status == FR_OK && arguments.help) {
        fr_help_command(command);
        return FR_EXIT_DONE;
    }
    if (status == FR_OK)
        status = check_words(command, &arguments, &error);
    if (status == FR_OK) {
        name_streams(&arguments);
        if (command->fill_in)
            status = command->fill_in(&arguments, &error);
    }
    if (status == FR_OK)
        status = fr_guard_files(&arguments, &error);
    if (status == FR_OK)
        status = fr_open_targets(&arguments, &targets, &error);
    const enum fr_exit code =
        status == FR_OK ? command->run(program, &arguments) : fr_report_error(program, &error);
    fr_targets_release(&targets);
    return code;
}

/* Fails if output was not fully written, e.g. because the disk is full. */
static enum fr_exit close_output(const struct fr_program *program, enum fr_exit code)
{
    struct fr_error error;
    errno = 0;
    if ((fflush(stdout) == 0 && !ferror(stdout)) || code != FR_EXIT_DONE)
        return code;
    (void)fr_fail(&error, FR_SYSTEM_ERROR, "standard output: %s", strerror(errno ? errno : EIO));
    return fr_report_error(program, &error);
}

/* If the parent process has closed a standard stream, the next file opened would get the stream's
 * number, and messages would be written into that file. The parent may also have set SIGCHLD to be
 * ignored: then this process could not wait for its children. */
static void open_standard_streams(void)
{
    int opened = 0;
    while (opened >= 0 && opened <= STDERR_FILENO)
        opened = open("/dev/null", O_RDWR);
    if (opened > STDERR_FILENO)
        close(opened);
    signal(SIGCHLD, SIG_DFL);
}

/* A file size limit is reported like a full disk, not by a signal; and JSON output stops if memory
 * runs out, instead of lacking keys. */
static void expect_shortage(void)
{
    signal(SIGXFSZ, SIG_IGN);
    fr_json_memory_watch();
}

static bool is_one_of(const char *word, const char *one, const char *other, const char *third)
{
    return strcmp(word, one) == 0 || strcmp(word, other) == 0 || strcmp(word, third) == 0;
}

/* Help for the named command, or for all. */
static enum fr_exit help(const struct fr_program *program, int argc, char **argv)
{
    const bool named = argc > 2 && argv[2][0] != '-';
    const struct fr_command *command = named ? find_command(argv[2]) : NULL;
    if (named && !command)
        return unknown_command(program, argv[2]);
    if (command)
        fr_help_command(command);
    else
        fr_help_program(commands);
    return FR_EXIT_DONE;
}

enum fr_exit fr_main(const struct fr_program *program, int argc, char **argv)
{
    struct fr_program running = *program;
    running.command = NULL;
    open_standard_streams();
    expect_shortage();
    if (argc < 2) {
        fr_help_program(commands);
        return close_output(&running, FR_EXIT_DONE);
    }
    if (is_one_of(argv[1], "help", "--help", "-h"))
        return close_output(&running, help(&running, argc, argv));
    if (is_one_of(argv[1], "--version", "-V", "version")) {
        printf("footrace " FOOTRACE_VERSION "%s%s%s\n", *fr_revision ? " (" : "", fr_revision,
               *fr_revision ? ")" : "");
        return close_output(&running, FR_EXIT_DONE);
    }
    if (strcmp(argv[1], "--manual") == 0) {
        fr_manual_page(commands);
        return close_output(&running, FR_EXIT_DONE);
    }
    const struct fr_command *command = find_command(argv[1]);
    if (!command)
        return unknown_command(&running, argv[1]);
    running.command = command->name;
    return close_output(&running, run_command(&running, command, argc - 1, argv + 1));
}
