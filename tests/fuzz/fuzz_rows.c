/* Result files, as check, export, merge and compare read them and --resume does, with the journal beside
 * them: an input is both, a byte 255 between them. What check finds no fault with, all can read. */
#include "tests/fuzz/fuzz.h"

#include "harness/commands/export_markdown.h"
#include "harness/results/export.h"
#include "harness/results/journal.h"
#include "harness/results/merge.h"
#include "harness/results/record.h"
#include "harness/results/result_check.h"
#include "harness/results/results.h"

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
    struct fr_result_summary summary;
    struct fr_error error;
    const enum fr_status status = fr_result_check(file, nowhere(), &summary, &error);
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

static enum fr_status take(void *context, const struct fr_journal_entry *entry)
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

/* A part of an input. */
struct part {
    size_t begin, size;
};

/* The line at some place, its end included. */
static struct part line_at(const uint8_t *data, size_t size, size_t at)
{
    size_t begin = at, end = at;
    while (begin > 0 && data[begin - 1] != '\n')
        begin--;
    while (end < size && data[end] != '\n')
        end++;
    return (struct part){begin, end + (end < size) - begin};
}

/* The value of the first key from some place on: what stands between a colon and a comma or brace. */
static struct part value_at(const uint8_t *data, size_t size, size_t at)
{
    while (at < size && data[at] != ':')
        at++;
    const size_t begin = at + (at < size);
    size_t end = begin;
    while (end < size && !strchr(",}]\n", data[end]))
        end++;
    return (struct part){begin, end - begin};
}

/* Puts a text in the place of a part. */
static size_t replace(uint8_t *data, size_t size, size_t most, struct part old, const void *text,
                      size_t length)
{
    if (size - old.size + length > most)
        return size;
    memmove(data + old.begin + length, data + old.begin + old.size, size - old.begin - old.size);
    memcpy(data + old.begin, text, length);
    return size - old.size + length;
}

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);

/* Half of the time rows stay rows: one is left out, stands twice, or has another value. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed)
{
    static const char *const values[] = {
        "null", "-1",   "0",  "1",  "2147483648", "1e999",   "-9223372036854775809", "0.5",
        "true", "\"\"", "[]", "{}", "[null]",     "\"end\"", "\"\\u0000\"",          "\"\xff\""};
    static uint8_t kept[1 << 14];
    if (seed % 2 == 0 || size == 0)
        return LLVMFuzzerMutate(data, size, most);
    const size_t at = seed / 8 % size, other = seed / 65537 % size;
    const struct part line = line_at(data, size, at);
    const char *value = values[seed / 31 % (sizeof values / sizeof *values)];
    if (seed % 8 == 1)
        return replace(data, size, most, line, "", 0);
    if (seed % 8 != 3)
        return replace(data, size, most, value_at(data, size, at), value, strlen(value));
    if (line.size > sizeof kept)
        return size;
    memcpy(kept, data + line.begin, line.size);
    const struct part before = {line_at(data, size, other).begin, 0};
    return replace(data, size, most, before, kept, line.size);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static fr_exporter *const exporters[] = {fr_export_csv, fr_export_markdown};
    const uint8_t *end = size > 0 ? memchr(data, 255, size) : NULL;
    const size_t length = end ? (size_t)(end - data) : size;
    const char *file = fuzz_put("fuzz.jsonl", data, length);
    const bool sound = check(file);
    export(file, exporters[size % 2], sound);
    merge(file);
    resume(file, sound);
    if (end) {
        fuzz_put("fuzz.jsonl.samples", end + 1, size - length - 1);
        recall(file);
    }
    return 0;
}
