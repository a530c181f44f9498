#include "harness/results/record.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/hash.h"
#include "harness/judge/optimum.h"
#include "harness/results/results.h"
#include "maps/allocator.h"

/* More than the longest names that the schema admits, in characters of four bytes. */
enum { KEY_SIZE = 8192 };

/* A row's key: kind and names, "" and 0 where its kind has none. */
static void spell_key(char key[KEY_SIZE], const char *kind, const char *map, const char *clicks,
                      const char *algo, size_t click, int round)
{
    snprintf(key, KEY_SIZE, "%s\n%s\n%s\n%s\n%zu\n%d", kind, map, clicks, algo, click, round);
}

static int64_t whole_number(const cJSON *row, const char *name, int64_t fallback)
{
    const double number = fr_row_number(row, name);
    return isnan(number) ? fallback : (int64_t)number;
}

static void key_of(const cJSON *row, char key[KEY_SIZE])
{
    spell_key(key, fr_row_text(row, "kind"), fr_row_text(row, "map"), fr_row_text(row, "clicks"),
              fr_row_text(row, "algo"), (size_t)whole_number(row, "click", 0),
              (int)whole_number(row, "round", 0));
}

static enum fr_reply_status status_of_row(const cJSON *row)
{
    static const struct {
        const char *outcome;
        enum fr_reply_status status;
    } statuses[] = {{"unsupported", FR_REPLY_UNSUPPORTED},
                    {"timeout", FR_REPLY_TIMEOUT},
                    {"crash", FR_REPLY_CRASH},
                    {"memory", FR_REPLY_MEMORY},
                    {"lost", FR_REPLY_LOST}};
    for (size_t i = 0; i < sizeof statuses / sizeof *statuses; i++)
        if (strcmp(fr_row_text(row, "outcome"), statuses[i].outcome) == 0)
            return statuses[i].status;
    return FR_REPLY_ANSWERED;
}

static enum fr_outcome outcome_of(const cJSON *row)
{
    const char *outcome = fr_row_text(row, "outcome");
    return strcmp(outcome, "found") == 0         ? FR_FOUND
           : strcmp(outcome, "unreachable") == 0 ? FR_UNREACHABLE
           : strcmp(outcome, "limit") == 0       ? FR_LIMIT
                                                 : FR_NONE;
}

static enum fr_verdict verdict_of(const cJSON *row)
{
    const char *verdict = fr_row_text(row, "verdict");
    for (int v = FR_VERDICT_OK; v < FR_VERDICTS; v++)
        if (strcmp(verdict, fr_verdict_name((enum fr_verdict)v)) == 0)
            return (enum fr_verdict)v;
    return FR_VERDICT_NONE;
}

/* The draft of a row comes from the journal, which nothing was held against. */
static struct fr_pixel pixel_of(const cJSON *row, const char *key)
{
    const cJSON *pair = cJSON_GetObjectItemCaseSensitive(row, key);
    if (cJSON_GetArraySize(pair) != 2)
        return (struct fr_pixel){-1, -1};
    return (struct fr_pixel){cJSON_GetArrayItem(pair, 0)->valueint,
                             cJSON_GetArrayItem(pair, 1)->valueint};
}

struct fr_recorded_click fr_recorded_click_of(const cJSON *row)
{
    struct fr_recorded_click click = {
        .optimum = fr_row_number(row, "optimum"),
        .ns_played = fr_row_number(row, "ns_played"),
        .ns_after_event = fr_row_number(row, "ns_after_event"),
        .remembers = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(row, "remembers")),
        .start = pixel_of(row, "start"),
        .goal = pixel_of(row, "goal")};
    click.reply.status = status_of_row(row);
    click.answered = click.reply.status == FR_REPLY_ANSWERED;
    click.reply.peak_bytes = -1;
    click.reply.answer.outcome = outcome_of(row);
    click.judgement.verdict = verdict_of(row);
    click.judgement.length = fr_row_number(row, "length");
    const cJSON *legal = cJSON_GetObjectItemCaseSensitive(row, "valid_any_angle");
    click.judgement.any_angle = cJSON_IsBool(legal);
    click.judgement.valid_any_angle = cJSON_IsTrue(legal);
    return click;
}

uint64_t fr_row_identity(const char *line)
{
    return fr_hash_bytes(FR_HASH_BEGIN, line, strlen(line));
}

static bool keep_click(struct fr_record *record, const cJSON *row, int *index)
{
    struct fr_recorded_click *clicks =
        fr_grow(&fr_default_allocator, record->clicks, record->click_count, 1,
                &record->click_capacity, sizeof *clicks);
    if (!clicks)
        return false;
    record->clicks = clicks;
    *index = (int)record->click_count;
    clicks[record->click_count++] = fr_recorded_click_of(row);
    return true;
}

static bool keep_prepare(struct fr_record *record, const cJSON *row, int *index)
{
    struct fr_recorded_prepare *prepares =
        fr_grow(&fr_default_allocator, record->prepares, record->prepare_count, 1,
                &record->prepare_capacity, sizeof *prepares);
    if (!prepares)
        return false;
    record->prepares = prepares;
    *index = (int)record->prepare_count;
    prepares[record->prepare_count++].reply = (struct fr_reply){
        .status = status_of_row(row),
        .ns = fr_row_number(row, "ns"),
        .live_bytes = whole_number(row, "bytes", -1),
        .peak_bytes = whole_number(row, "peak_bytes", -1),
    };
    struct fr_recorded_prepare *prepare = &prepares[record->prepare_count - 1];
    prepare->expected_faults =
        cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(row, "expected_faults"));
    prepare->group = (int)whole_number(row, "group", 1);
    return true;
}

/* The hash of a map as the number of its key, cut to an int: enough to tell that a file changed. */
static int short_hash(const char *hexadecimal)
{
    return (int)(strtoull(hexadecimal, NULL, 16) & 0x7fffffff);
}

static enum fr_status keep_row(struct fr_record *record, const cJSON *row, struct fr_error *error)
{
    char key[KEY_SIZE];
    int number = 0;
    bool added, kept = true;
    key_of(row, key);
    if (fr_row_is(row, "click"))
        kept = keep_click(record, row, &number);
    else if (fr_row_is(row, "prepare"))
        kept = keep_prepare(record, row, &number);
    else if (fr_row_is(row, "map"))
        number = short_hash(fr_row_text(row, "hash"));
    if (!kept || fr_string_set_add(&record->rows, key, number, &added) != FR_OK)
        return fr_fail(error, FR_NO_MEMORY, "no memory for what was measured before");
    return FR_OK;
}

/* A path that is shorter than the shortest is our fault, whatever its racer is expected to do. */
static void count_row(struct fr_record *record, const cJSON *row)
{
    char key[KEY_SIZE];
    const bool legal = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(row, "valid_any_angle"));
    const bool beaten =
        fr_optimum_beaten(legal, fr_row_number(row, "length"), fr_row_number(row, "optimum"));
    record->row_count++;
    record->found += fr_row_is(row, "click") && strcmp(fr_row_text(row, "outcome"), "found") == 0;
    if (!fr_row_is_fault(row) && !beaten)
        return;
    spell_key(key, "prepare", fr_row_text(row, "map"), "", fr_row_text(row, "algo"), 0, 0);
    const struct fr_string_entry *entry = fr_string_set_find(&record->rows, key);
    if (entry && record->prepares[entry->number].expected_faults && !beaten)
        record->expected_faults++;
    else
        record->faults++;
}

/* Finds where the file is to be cut. */
static enum fr_status find_cut(struct fr_results *results, bool keep_paths,
                               struct fr_record *record, struct fr_error *error)
{
    enum fr_status status;
    int64_t begin = 0;
    while ((status = fr_results_next(results, error)) == FR_OK && results->row) {
        const int64_t end = (int64_t)ftello(results->file);
        const cJSON *row = results->row;
        const bool walked = fr_row_is(row, "click") && !isnan(fr_row_number(row, "points"));
        if (fr_row_is(row, "end"))
            record->whole = *fr_row_text(row, "stopped") == '\0';
        else if (keep_paths && walked)
            record->bytes = begin; /* until its path is seen */
        else if (keep_paths || !fr_row_is(row, "path"))
            record->bytes = end;
        begin = end;
    }
    return status;
}

static enum fr_status keep_rows(struct fr_results *results, struct fr_record *record,
                                struct fr_error *error)
{
    enum fr_status status;
    while ((status = fr_results_next(results, error)) == FR_OK && results->row &&
           (int64_t)ftello(results->file) <= record->bytes) {
        const cJSON *row = results->row;
        if (results->line == 1) {
            record->identity = fr_row_identity(results->text);
            record->run = cJSON_Duplicate(row, true);
            if (!record->run)
                return fr_fail(error, FR_NO_MEMORY, "no memory for what was measured before");
            record->total_mb = whole_number(row, "total_memory_mb", 0);
        }
        if (results->runs > 1)
            return fr_fail(error, FR_BAD_INPUT, "%s: was merged; expected one race or one shard",
                           results->name);
        status = keep_row(record, row, error);
        if (status != FR_OK)
            return status;
        count_row(record, row);
    }
    return status;
}

/* A race that was killed before its first row was whole left nothing but the begin of one. Whatever
 * else is in the file is not ours to cut. */
static enum fr_status find_first_row(const char *file, bool *found, struct fr_error *error)
{
    static const char opening[] = "{\"kind\":\"run\",\"format\":\"";
    int byte = EOF;
    bool ours = true;
    size_t read = 0;
    FILE *stream = fopen(file, "r");
    while (stream && ours && (byte = getc(stream)) != EOF && byte != '\n') {
        ours = read >= sizeof opening - 1 || byte == opening[read];
        read++;
    }
    if (stream)
        fclose(stream);
    *found = byte == '\n';
    return ours ? FR_OK
                : fr_fail(error, FR_BAD_INPUT,
                          "--resume: %s is no result file; expected one, or none yet", file);
}

enum fr_status fr_record_read(const char *file, bool keep_paths, struct fr_record *record,
                              struct fr_error *error)
{
    struct fr_results results;
    bool found = false;
    memset(record, 0, sizeof *record);
    enum fr_status status = find_first_row(file, &found, error);
    if (status != FR_OK || !found)
        return status;
    status = fr_results_open(file, &results, error);
    if (status == FR_OK)
        status = find_cut(&results, keep_paths, record, error);
    fr_results_close(&results);
    if (status == FR_OK)
        status = fr_results_open(file, &results, error);
    if (status == FR_OK)
        status = keep_rows(&results, record, error);
    fr_results_close(&results);
    if (status != FR_OK)
        fr_record_release(record);
    return status;
}

static const struct fr_string_entry *find(const struct fr_record *record, const char *kind,
                                          const char *map, const char *clicks, const char *algo,
                                          size_t click, int round)
{
    char key[KEY_SIZE];
    if (!record)
        return NULL;
    spell_key(key, kind, map, clicks, algo, click, round);
    return fr_string_set_find(&record->rows, key);
}

bool fr_record_has_map(const struct fr_record *record, const struct fr_course *course)
{
    return find(record, "map", course->name, "", "", 0, 0) != NULL;
}

bool fr_record_has_anchor(const struct fr_record *record, const struct fr_course *course)
{
    return find(record, "anchor", course->name, course->clicks, "", 0, 0) != NULL;
}

bool fr_record_has_update(const struct fr_record *record, const struct fr_course *course,
                          const struct fr_racer *racer, size_t click, int round)
{
    return find(record, "update", course->name, course->clicks, racer->algo, click, round) != NULL;
}

bool fr_record_has_path(const struct fr_record *record, const struct fr_course *course,
                        const struct fr_racer *racer, size_t click)
{
    return find(record, "path", course->name, course->clicks, racer->algo, click, 0) != NULL;
}

const struct fr_recorded_prepare *fr_record_prepare(const struct fr_record *record,
                                                    const struct fr_course *course,
                                                    const struct fr_racer *racer, int round)
{
    const struct fr_string_entry *entry =
        find(record, "prepare", course->name, "", racer->algo, 0, round);
    return entry ? &record->prepares[entry->number] : NULL;
}

const struct fr_recorded_click *fr_record_click(const struct fr_record *record,
                                                const struct fr_course *course,
                                                const struct fr_racer *racer, size_t click)
{
    const struct fr_string_entry *entry =
        find(record, "click", course->name, course->clicks, racer->algo, click, 0);
    return entry ? &record->clicks[entry->number] : NULL;
}

enum fr_status fr_record_match(const struct fr_record *record, const char *file,
                               const struct fr_course *course, const struct fr_racers *racers,
                               struct fr_error *error)
{
    char hash[32];
    snprintf(hash, sizeof hash, "%016" PRIx64, fr_map_hash(course->map));
    const struct fr_string_entry *map = find(record, "map", course->name, "", "", 0, 0);
    if (map && map->number != short_hash(hash))
        return fr_fail(error, FR_BAD_INPUT, "%s: map %s has changed since; expected hash ...%08x",
                       file, course->file, (unsigned)map->number);
    for (size_t i = 0; i < course->set.count; i++)
        for (int r = 0; r < racers->count; r++) {
            const struct fr_recorded_click *click =
                fr_record_click(record, course, &racers->at[r], i);
            if (click && (!fr_pixel_equal(click->start, course->resolved[i].start) ||
                          !fr_pixel_equal(click->goal, course->resolved[i].goal)))
                return fr_fail(error, FR_BAD_INPUT,
                               "%s: click %zu of %s on %s leads elsewhere now; expected the same "
                               "clicks",
                               file, i, course->clicks, course->file);
        }
    return FR_OK;
}

void fr_record_release(struct fr_record *record)
{
    fr_string_set_release(&record->rows);
    cJSON_Delete(record->run);
    fr_deallocate(&fr_default_allocator, record->clicks, record->click_capacity,
                  sizeof *record->clicks);
    fr_deallocate(&fr_default_allocator, record->prepares, record->prepare_capacity,
                  sizeof *record->prepares);
    memset(record, 0, sizeof *record);
}
