/* Result files, as check, export, merge and compare read them and --resume does, with the journal beside
 * them: an input is both, a byte 255 between them. What check finds no fault with, all can read. */
#include "tests/fuzz/fuzz.h"

#include "harness/rows/export.h"
#include "harness/rows/journal.h"
#include "harness/rows/merge.h"
#include "harness/rows/record.h"
#include "harness/rows/result_check.h"
#include "harness/rows/results.h"
#include "harness/rows/schema_text.h"
#include "harness/rows/timings.h"

static FILE *nowhere(void)
{
    static FILE *file;
    if (!file)
        file = fopen("/dev/null", "w");
    fuzz_require(file != NULL, "/dev/null");
    return file;
}

static void require(enum fr_status status, bool sound, const struct fr_error *error)
{
    fuzz_require(status == FR_OK || !sound, "what check accepts can be read");
    if (status != FR_OK)
        fuzz_require_refusal(status, error);
}

/* Whether check finds nothing. */
static bool check(const char *file)
{
    static struct fr_schema schema;
    struct fr_result_summary summary;
    struct fr_error error;
    if (!schema.root)
        fuzz_require(fr_schema_read((const char *)fr_schema_text, fr_schema_text_size, &schema,
                                    &error) == FR_OK,
                     "the schema");
    const enum fr_status status = fr_result_check(file, &schema, nowhere(), &summary, &error);
    if (status != FR_OK)
        fuzz_require_refusal(status, &error);
    return status == FR_OK && summary.problems == 0;
}

static void export(const char *file, fr_exporter *exporter, bool sound)
{
    struct fr_results results;
    struct fr_error error;
    enum fr_status status = fr_results_open(file, &results, &error);
    if (status == FR_OK)
        status = exporter(&results, nowhere(), &error);
    require(status, sound, &error);
    fr_results_close(&results);
}

static void merge(const char *file)
{
    int order[1];
    int64_t faults;
    struct fr_error error;
    enum fr_status status = fr_merge_check(&file, 1, order, &error);
    if (status == FR_OK)
        status = fr_merge_write(&file, 1, order, nowhere(), &faults, &error);
    require(status, false, &error); /* one shard of several is no whole */
}

static void resume(const char *file, bool sound)
{
    struct fr_record record = {.bytes = 0};
    struct fr_error error;
    const enum fr_status status = fr_record_read(file, true, &record, &error);
    require(status, sound, &error);
    if (status == FR_OK)
        fr_record_release(&record);
}

static enum fr_status take(void *context, const struct fr_entry *entry)
{
    int *taken = context;
    fuzz_require(entry->racer >= 0 && entry->round >= 0 && entry->pass >= 0 && entry->text,
                 "entries that are whole");
    ++*taken;
    return FR_OK;
}

static void recall(const char *result)
{
    struct fr_journal journal;
    struct fr_error error;
    int taken = 0;
    const enum fr_status status = fr_journal_open(result, true, &journal, &error);
    if (status != FR_OK) {
        fuzz_require_refusal(status, &error);
        return;
    }
    snprintf(journal.race, sizeof journal.race, "race");
    fuzz_require(fr_journal_begin(&journal, "title", take, &taken) == FR_OK, "a journal begins");
    fr_journal_close(&journal, true);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const uint8_t *end = size > 0 ? memchr(data, 255, size) : NULL;
    const size_t length = end ? (size_t)(end - data) : size;
    const char *file = fuzz_put("fuzz.jsonl", data, length);
    const bool sound = check(file);
    export(file, fr_export_csv, sound);
    export(file, fr_export_markdown, sound);
    export(file, fr_export_google_benchmark, sound);
    merge(file);
    resume(file, sound);
    if (end) {
        fuzz_put("fuzz.jsonl.samples", end + 1, size - length - 1);
        recall(file);
    }
    return 0;
}
