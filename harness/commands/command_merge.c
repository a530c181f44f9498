#include <stdio.h>

#include "harness/base/file_guard.h"
#include "harness/base/output.h"
#include "harness/commands/command.h"
#include "harness/race/shard.h"
#include "harness/results/merge.h"
#include "harness/results/results.h"

static const struct fr_flag flags[] = {
    {"force", NULL, false, false, "replace a finished result"},
    {"status", NULL, false, false,
     "do not merge: list the complete shards, and what is left to race"},
    {"o", FR_WRITES_FILE, false, false, "the merged result file, - for stdout"},
    {NULL, NULL, false, false, NULL},
};

/* Which shards of a race exist. */
struct census {
    int shards; /* of the race; 0: not yet known */
    int whole, begun;
    bool seen[FR_MOST_SHARDS];
};

static enum fr_status note(const char *name, struct census *census, struct fr_error *error)
{
    struct fr_race_rows race;
    enum fr_status status = fr_results_load(name, &race, error);
    if (status != FR_OK)
        return status;
    const int shard = (int)race.run->shard, shards = (int)race.run->shards;
    if (race.counts[FR_ROW_RUN] > 1)
        status = fr_fail(error, FR_BAD_INPUT, "%s: is already merged; expected shards", name);
    else if (census->shards && census->shards != shards)
        status = fr_fail(error, FR_BAD_INPUT, "%s: shard %d of %d; expected shards of %d", name,
                         shard, shards, census->shards);
    else if (shard > shards || census->seen[shard - 1])
        status =
            fr_fail(error, FR_BAD_INPUT, "%s: shard %d of %d appears twice; expected each once",
                    name, shard, shards);
    else {
        census->shards = shards;
        census->seen[shard - 1] = true;
        census->whole += race.whole;
        census->begun += !race.whole;
        if (!race.whole)
            printf("%s: shard %d was cut short after %zu click rows; 'run --resume' continues it\n",
                   name, shard, race.counts[FR_ROW_CLICK]);
    }
    fr_race_rows_release(&race);
    return status;
}

static void print_census(const struct census *census)
{
    const int missing = census->shards - census->whole - census->begun;
    printf("%d of %d shards are complete, %d cut short, %d not started", census->whole,
           census->shards, census->begun, missing);
    for (int i = 0, told = 0; i < census->shards; i++)
        if (!census->seen[i])
            printf("%s%d", told++ ? ", " : ": ", i + 1);
    printf("\n");
}

static enum fr_exit tell_status(const struct fr_program *program,
                                const struct fr_arguments *arguments)
{
    static struct census census;
    struct fr_error error;
    enum fr_status status = FR_OK;
    census = (struct census){.shards = 0};
    for (int i = 0; i < arguments->word_count && status == FR_OK; i++)
        status = note(arguments->words[i], &census, &error);
    if (status != FR_OK)
        return fr_report_error(program, &error);
    print_census(&census);
    return FR_EXIT_DONE;
}

static enum fr_exit run(const struct fr_program *program, const struct fr_arguments *arguments)
{
    int order[FR_MAX_VALUES];
    struct fr_output output;
    struct fr_error error;
    int64_t faults = 0;
    const char *name = fr_argument(arguments, "o", 0);
    if (fr_argument_count(arguments, "status") > 0)
        return tell_status(program, arguments);
    enum fr_status status =
        name ? fr_merge_check(arguments->words, arguments->word_count, order, &error)
             : fr_fail(&error, FR_BAD_INPUT, "-o is missing; expected the file to write");
    if (status == FR_OK)
        status = fr_output_open(name, &output, &error);
    if (status != FR_OK)
        return fr_report_error(program, &error);
    status = fr_output_begin(&output, &error);
    if (status == FR_OK)
        status = fr_merge_write(arguments->words, arguments->word_count, order, output.file,
                                &faults, &error);
    status = fr_output_finish(&output, "-o", status, &error);
    if (status != FR_OK)
        return fr_report_error(program, &error);
    return faults > 0 ? FR_EXIT_FAULT : FR_EXIT_DONE;
}

const struct fr_command fr_command_merge = {
    .name = "merge",
    .group = "Tools",
    .words = "SHARD.jsonl...",
    .summary = "Joins the shards of a race (run --shard), or lists what is left.",
    .flags = flags,
    .least_words = 1,
    .most_words = FR_MAX_VALUES,
    .run = run,
};
