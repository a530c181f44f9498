#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/json_document.h"
#include "harness/base/json_line.h"
#include "harness/commands/command.h"
#include "harness/conformance/conformance.h"
#include "harness/racers/addresses.h"
#include "harness/sandbox/racer_plugin.h"

enum { QUICK_MAPS = 8, MAPS = 80, TIMEOUT_S = 30, MOST_TIMEOUTS = 2 };

static const struct fr_flag flags[] = {
    {"seed", "N", false, false, "seed of the random maps (1)"},
    {"quick", NULL, false, false, "8 maps in each check instead of 80"},
    {"timeout", "S", false, false, "limit of one check, in whole seconds (30)"},
    {"plugin", "SO", true, false,
     "a library with more back ends (algorithms/plugin.h), or a program that acts as a back end "
     "(guests/protocol.md)"},
    {"json", NULL, false, false, "print JSON, for programs"},
    {NULL, NULL, false, false, NULL},
};

struct job {
    struct fr_plugins plugins;
    struct fr_racers racers;
    struct fr_conformance_plan plan;
    cJSON *document, *findings; /* NULL: print text */
    int failed;
};

/* Adds the back ends of a shared library: FILE.so or FILE.so:options. */
static enum fr_status add_library(struct job *job, const char *word, const char *end,
                                  struct fr_error *error)
{
    char file[4096], address[256];
    const int before = job->plugins.list.count;
    snprintf(file, sizeof file, "%.*s", (int)(end - word), word);
    enum fr_status status = fr_plugins_load(&job->plugins, file, error);
    if (status == FR_OK && *end && job->plugins.list.count > before + 1)
        return fr_fail(error, FR_BAD_INPUT,
                       "%s: this library has several back ends; expected --plugin %.*s NAME%s",
                       word, (int)(end - word), word, end);
    for (int i = before; i < job->plugins.list.count && status == FR_OK; i++) {
        snprintf(address, sizeof address, "%s%s", job->plugins.list.at[i]->name, end);
        status = fr_racers_add(&job->racers, job->plugins.list.at, address, error);
    }
    return status;
}

/* The end of the file name in a word that names a library; NULL for the name of a back end. */
static const char *library_end(const char *word)
{
    const char *end = NULL;
    for (const char *at = word; (at = strstr(at, ".so")) != NULL; at += 3)
        if (at[3] == '\0' || at[3] == ':')
            end = at + 3;
    return end || !strchr(word, '/') ? end : word + strlen(word);
}

static enum fr_status add_word(struct job *job, const char *word, struct fr_error *error)
{
    static const char flag[] = "--algo ";
    struct fr_error wrong = {"", FR_OK};
    const char *end = library_end(word);
    const enum fr_status status =
        end ? add_library(job, word, end, &wrong)
            : fr_racers_add(&job->racers, job->plugins.list.at, word, &wrong);
    const size_t front = strncmp(wrong.text, flag, sizeof flag - 1) == 0 ? sizeof flag - 1 : 0;
    return status == FR_OK ? FR_OK : fr_fail(error, status, "%s", wrong.text + front);
}

static enum fr_status read_job(const struct fr_program *program,
                               const struct fr_arguments *arguments, struct job *job,
                               struct fr_error *error)
{
    int64_t seed, timeout;
    enum fr_status status = fr_plugins_read(&job->plugins, program->pathfinders, arguments, error);
    if (status == FR_OK)
        status = fr_argument_integer(arguments, "seed", 0, INT64_MAX, 1, &seed, error);
    if (status == FR_OK)
        status = fr_argument_integer(arguments, "timeout", 1, 86400, TIMEOUT_S, &timeout, error);
    for (int i = 0; i < arguments->word_count && status == FR_OK; i++)
        status = add_word(job, arguments->words[i], error);
    if (status != FR_OK)
        return status;
    job->plan = (struct fr_conformance_plan){
        .seed = (uint64_t)seed,
        .maps = fr_argument_count(arguments, "quick") > 0 ? QUICK_MAPS : MAPS,
        .timeout_s = (double)timeout};
    return FR_OK;
}

static void print_finding(int check, const struct fr_conformance_finding *finding)
{
    static const char *const verdicts[] = {"ok", "FAILED", "skipped"};
    printf("  %-10s  %s%s%s", fr_conformance_name(check), verdicts[finding->verdict],
           *finding->what ? ": " : "", finding->what);
    if (finding->verdict != FR_CONFORMANCE_FAILED) {
        printf("\n");
        return;
    }
    if (finding->asked)
        printf(", from %d,%d to %d,%d", finding->start.x, finding->start.y, finding->goal.x,
               finding->goal.y);
    printf(", seed %llu\n", (unsigned long long)finding->seed);
    for (const char *line = finding->map; *line;) {
        const int length = (int)strcspn(line, "\n");
        printf("    %.*s\n", length, line);
        line += length + (line[length] != '\0');
    }
}

static cJSON *pixel_of(const struct fr_conformance_finding *finding, struct fr_pixel pixel)
{
    return finding->verdict == FR_CONFORMANCE_FAILED && finding->asked
               ? cJSON_CreateIntArray((int[]){pixel.x, pixel.y}, 2)
               : NULL;
}

static void add_finding(cJSON *findings, const char *address, int check,
                        const struct fr_conformance_finding *finding)
{
    static const char *const verdicts[] = {"ok", "failed", "skipped"};
    const bool failed = finding->verdict == FR_CONFORMANCE_FAILED;
    fr_json_append(findings,
                   "backend:s check:s promise:s verdict:s what:t seed:c from:o to:o map:t", address,
                   fr_conformance_name(check), fr_conformance_promise(check),
                   verdicts[finding->verdict], finding->what,
                   failed ? (int64_t)finding->seed : INT64_C(-1), pixel_of(finding, finding->start),
                   pixel_of(finding, finding->goal), failed ? finding->map : "");
}

static enum fr_status check_racer(struct job *job, const struct fr_racer *racer,
                                  struct fr_error *error)
{
    struct fr_conformance_finding *finding = malloc(sizeof *finding);
    enum fr_status status = finding ? FR_OK : FR_NO_MEMORY;
    int timeouts = 0;
    if (!job->findings)
        printf("%s\n", racer->algo);
    for (int check = 0; status == FR_OK && check < fr_conformance_count(); check++) {
        if (timeouts < MOST_TIMEOUTS) {
            fr_conformance_check(racer, &job->plan, check, finding);
            if (finding->refused) {
                status = FR_SYSTEM_ERROR;
                break;
            }
        } else {
            memset(finding, 0, sizeof *finding);
            finding->verdict = FR_CONFORMANCE_SKIPPED;
            snprintf(finding->what, sizeof finding->what,
                     "skipped, as %d earlier checks exceeded the time limit", MOST_TIMEOUTS);
        }
        timeouts += finding->out_of_time;
        job->failed += finding->verdict == FR_CONFORMANCE_FAILED;
        if (job->findings)
            add_finding(job->findings, racer->algo, check, finding);
        else
            print_finding(check, finding);
        fflush(stdout);
    }
    if (status != FR_OK)
        (void)fr_fail(error, status, "%.500s: %s", racer->algo,
                      finding ? finding->what : "not enough memory for the check");
    free(finding);
    return status;
}

static enum fr_exit carry_out(const struct fr_program *program,
                              const struct fr_arguments *arguments, struct job *job)
{
    struct fr_error error;
    enum fr_status status = read_job(program, arguments, job, &error);
    if (status == FR_OK && fr_argument_count(arguments, "json") > 0) {
        job->document = fr_json_object("seed:i maps:d", (int64_t)job->plan.seed, job->plan.maps);
        job->findings = cJSON_AddArrayToObject(job->document, "findings");
    }
    for (int i = 0; i < job->racers.count && status == FR_OK; i++)
        status = check_racer(job, &job->racers.at[i], &error);
    if (status == FR_OK && job->document && fr_json_write(stdout, job->document) != FR_OK)
        status = fr_fail(&error, FR_NO_MEMORY, "not enough memory to write JSON");
    if (status != FR_OK)
        return fr_report_error(program, &error);
    return job->failed > 0 ? FR_EXIT_FAULT : FR_EXIT_DONE;
}

static enum fr_exit run(const struct fr_program *program, const struct fr_arguments *arguments)
{
    struct job *job = calloc(1, sizeof *job);
    struct fr_error error = {"not enough memory", FR_NO_MEMORY};
    if (!job)
        return fr_report_error(program, &error);
    const enum fr_exit code = carry_out(program, arguments, job);
    fr_plugins_release(&job->plugins);
    free(job);
    return code;
}

static void explain(void)
{
    printf("\nThe checks (a failure is shown with its seed and map):\n");
    for (int check = 0; check < fr_conformance_count(); check++)
        printf("  %-10s  %s\n", fr_conformance_name(check), fr_conformance_promise(check));
}

const struct fr_command fr_command_check_backend = {
    .name = "check-backend",
    .group = "Tools",
    .words = "NAME|FILE.so[:options]...",
    .summary = "Checks back ends against the rules of algorithms/pathfinder.h.",
    .flags = flags,
    .least_words = 1,
    .most_words = FR_MAX_VALUES,
    .run = run,
    .explain = explain,
};
