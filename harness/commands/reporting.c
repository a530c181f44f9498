#include "harness/commands/reporting.h"
#include "build_paths.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/answer/answer_json.h"
#include "harness/base/json_document.h"
#include "harness/commands/decision.h"

enum { MOST_WORDS = FR_MAX_VALUES + 2 * FR_MAX_FLAGS, PATH_SIZE = 4096 };

static const char *const pythons[] = {"/usr/bin/python3", "python3"};

enum { PYTHON_COUNT = sizeof pythons / sizeof *pythons };

/* Exits with 0 if all packages are installed; importing them would take half a second. */
static const char *const has_what_it_needs[] = {
    "-c",
    "import importlib.util as util, sys;"
    "sys.exit(not all(map(util.find_spec, ('matplotlib', 'jinja2', 'fastjsonschema'))))",
    NULL,
};

static bool holds_reports(const char *folder)
{
    char file[PATH_SIZE + 32];
    snprintf(file, sizeof file, "%s/reports/__main__.py", folder);
    return access(file, R_OK) == 0;
}

/* The folder of the package, or NULL; `beside` has space for its name. */
static const char *find_package(char *beside, size_t size)
{
    const ssize_t length = readlink("/proc/self/exe", beside, size);
    if (length > 0 && (size_t)length < size) {
        beside[length] = '\0';
        char *name = strrchr(beside, '/');
        snprintf(name, size - (size_t)(name - beside), "/../share/footrace");
        if (holds_reports(beside))
            return beside;
    }
    return holds_reports(FOOTRACE_SOURCE) ? FOOTRACE_SOURCE : NULL;
}

/* Python imports modules only from the package and its own folders, never from the user's current
 * folder, and writes nothing next to the package. */
static void set_environment(const struct fr_program *program, const char *package)
{
    char speaker[64];
    snprintf(speaker, sizeof speaker, "footrace: %s", program->command);
    setenv("FOOTRACE_SPEAKER", speaker, 1);
    setenv("PYTHONPATH", package, 1);
    setenv("PYTHONSAFEPATH", "1", 1);
    setenv("PYTHONDONTWRITEBYTECODE", "1", 1);
}

/* execvp takes non-const strings, so it gets copies. */
static void start(const char *python, const char *const *words)
{
    char *line[MOST_WORDS + 2] = {strdup(python)};
    bool whole = line[0] != NULL;
    for (int i = 0; i < MOST_WORDS && words[i]; i++) {
        line[i + 1] = strdup(words[i]);
        whole = whole && line[i + 1];
    }
    if (whole)
        execvp(line[0], line);
    _exit(127);
}

/* Runs Python; returns its status from waitpid, or -1 if no process could be started. */
static int run_python(const struct fr_program *program, const char *package, const char *python,
                      const char *const *words)
{
    int status;
    fflush(NULL);
    const pid_t child = fork();
    if (child < 0)
        return -1;
    if (child == 0) {
        set_environment(program, package);
        start(python, words);
    }
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        continue;
    return status;
}

static enum fr_status find_python(const struct fr_program *program, const char *package,
                                  const char **python, struct fr_error *error)
{
    for (int i = 0; i < PYTHON_COUNT; i++) {
        *python = pythons[i];
        if (run_python(program, package, *python, has_what_it_needs) == 0)
            return FR_OK;
    }
    return fr_fail(
        error, FR_BAD_INPUT,
        "no python3 with matplotlib, jinja2 and fastjsonschema found; expected their packages "
        "(sudo apt-get install -y python3-matplotlib python3-jinja2 python3-fastjsonschema)");
}

static enum fr_status refuse_package(struct fr_error *error)
{
    return fr_fail(error, FR_BAD_INPUT,
                   "no folder 'reports' found in ../share/footrace nor in " FOOTRACE_SOURCE
                   "; expected an installed footrace");
}

enum fr_status fr_reporting_library(const struct fr_program *program, const char *folder,
                                    const char *back_end, struct fr_error *error)
{
    char beside[PATH_SIZE], script[PATH_SIZE + 32];
    const char *package = find_package(beside, sizeof beside);
    if (!package)
        return refuse_package(error);
    snprintf(script, sizeof script, "%s/library/amalgamate.py", package);
    const char *const words[] = {script, package, folder, back_end, NULL};
    for (int i = 0; i < PYTHON_COUNT; i++)
        if (run_python(program, package, pythons[i], words) == 0)
            return FR_OK;
    return fr_fail(error, FR_BAD_INPUT,
                   "no python3 found that can write the library with only the back end %s",
                   back_end);
}

/* Runs `python3 -m reports words...`; `words` ends with NULL. Error messages of the reports name
 * the running command. FR_OK with the child's exit code in `code`; or FR_BAD_INPUT with `error`
 * filled if there is no package, or no python3 that has what it needs. */
static enum fr_status run_reports(const struct fr_program *program, const char *const *words,
                                  enum fr_exit *code, struct fr_error *error)
{
    char beside[PATH_SIZE];
    const char *line[MOST_WORDS + 1] = {"-m", "reports"};
    const char *package = find_package(beside, sizeof beside);
    const char *python;
    for (int i = 0; i < MOST_WORDS - 2 && words[i]; i++)
        line[i + 2] = words[i];
    if (!package)
        return refuse_package(error);
    if (find_python(program, package, &python, error) != FR_OK)
        return FR_BAD_INPUT;
    const int status = run_python(program, package, python, line);
    if (status < 0 || !WIFEXITED(status))
        return fr_fail(error, FR_BAD_INPUT,
                       "%s -m reports was ended by signal %d; expected it to finish", python,
                       status < 0 ? 0 : WTERMSIG(status));
    *code = (enum fr_exit)WEXITSTATUS(status);
    return FR_OK;
}

/* A document for Python in a temporary file, deleted when this process ends; file NULL: none. */
struct handed {
    FILE *file;
    char name[32];
};

/* Writes the document to a temporary file, and releases it; file NULL: writing failed. */
static struct handed hand_over(cJSON *document)
{
    struct handed handed = {.file = tmpfile()};
    if (!handed.file)
        cJSON_Delete(document);
    else if (fr_json_write(handed.file, document) != FR_OK || fflush(handed.file) != 0) {
        fclose(handed.file);
        handed.file = NULL;
    } else
        snprintf(handed.name, sizeof handed.name, "/proc/self/fd/%d", fileno(handed.file));
    return handed;
}

/* Writes the answer and its map of decisions; FR_OK, or the status of fr_decision_create. */
static enum fr_status write_answer(const struct fr_program *program, const char *const *files,
                                   int count, const struct fr_situation *situation,
                                   struct handed *answer, struct handed *regions,
                                   struct fr_error *error)
{
    struct fr_decision *decision;
    const enum fr_status status =
        fr_decision_create(files, count, program->pathfinders, situation, &decision, error);
    if (status != FR_OK)
        return status;
    *answer = hand_over(fr_answer_json(&decision->answer));
    *regions = hand_over(fr_answer_regions_json(&decision->answer));
    fr_decision_release(decision);
    if (answer->file && regions->file)
        return FR_OK;
    return fr_fail(error, FR_BAD_INPUT, "a temporary file: %s", strerror(errno));
}

/* Appends a flag and its value, if there is one. */
static int add_flag(const char **words, int used, const char *flag, const char *value)
{
    if (!value)
        return used;
    words[used] = flag;
    words[used + 1] = value;
    return used + 2;
}

enum fr_status fr_reporting_page(const struct fr_program *program,
                                 const struct fr_arguments *arguments,
                                 const struct fr_situation *situation, enum fr_exit *code,
                                 struct fr_error *error)
{
    static const char *const passed[] = {"-o", "--racers", "--titles"};
    const char *const *files = arguments->words;
    const int count = arguments->word_count;
    const char *words[FR_MAX_VALUES + 16];
    struct fr_error missing;
    struct handed answer = {.file = NULL}, regions = {.file = NULL};
    int used = 0;
    const enum fr_status written =
        write_answer(program, files, count, situation, &answer, &regions, &missing);
    for (size_t i = 0; i < sizeof passed / sizeof *passed; i++)
        used = add_flag(words, used, passed[i],
                        fr_argument(arguments, passed[i] + strspn(passed[i], "-"), 0));
    if (fr_argument_count(arguments, "pdf") > 0)
        words[used++] = "--pdf";
    used = add_flag(words, used, "--answer", answer.file ? answer.name : NULL);
    used = add_flag(words, used, "--regions", regions.file ? regions.name : NULL);
    words[used++] = "--";
    for (int i = 0; i < count; i++)
        words[used++] = files[i];
    words[used] = NULL;
    const enum fr_status status = run_reports(program, words, code, error);
    if (answer.file)
        fclose(answer.file);
    if (regions.file)
        fclose(regions.file);
    if (written != FR_OK && status == FR_OK && *code == FR_EXIT_DONE)
        fprintf(stderr, "footrace: %s: the page has no answer: %s\n", program->command,
                missing.text);
    return status;
}
