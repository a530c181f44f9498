#include "harness/results/record.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "harness/base/hash.h"
#include "harness/results/results.h"

uint64_t fr_row_identity(const char *line)
{
    return fr_hash_bytes(FR_HASH_BEGIN, line, strlen(line));
}

/* Finds where to truncate the file. */
static enum fr_status find_cut(struct fr_results *results, bool keep_paths,
                               struct fr_record *record, struct fr_error *error)
{
    enum fr_status status;
    int64_t begin = 0;
    const struct fr_row *row = &results->row;
    while ((status = fr_results_next(results, error)) == FR_OK && row->kind != FR_ROW_KINDS) {
        const int64_t end = (int64_t)ftello(results->file);
        if (row->kind == FR_ROW_END)
            record->whole = !row->end.stopped || !*row->end.stopped;
        else if (keep_paths && row->kind == FR_ROW_CLICK && row->click.points >= 0)
            record->bytes = begin; /* the click is kept once its path row is seen */
        else if (keep_paths || row->kind != FR_ROW_PATH)
            record->bytes = end;
        begin = end;
    }
    return status;
}

static enum fr_status keep_rows(struct fr_results *results, struct fr_record *record,
                                struct fr_error *error)
{
    enum fr_status status;
    bool repeated;
    while ((status = fr_results_next(results, error)) == FR_OK &&
           results->row.kind != FR_ROW_KINDS && (int64_t)ftello(results->file) <= record->bytes) {
        if (results->line == 1)
            record->identity = fr_row_identity(results->text);
        if (results->runs > 1)
            return fr_fail(error, FR_BAD_INPUT,
                           "%s: a merged race found, expected one race or shard", results->name);
        if (fr_race_rows_add(&record->rows, &results->row, &repeated) != FR_OK)
            return fr_fail(error, FR_NO_MEMORY, "not enough memory for the earlier rows");
    }
    return status;
}

/* A race killed before its first complete row leaves only the beginning of one. A file with any
 * other content is not from a race, and stays unchanged. */
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
                          "--resume: %s is not a result file; expected one, or no file", file);
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

const void *fr_record_row(const struct fr_record *record, enum fr_row_kind kind,
                          const struct fr_course *course, const struct fr_racer *racer,
                          size_t click, int round)
{
    const bool of_map = kind == FR_ROW_MAP || kind == FR_ROW_PREPARE;
    const struct fr_row_key key = {course->name, of_map ? "" : course->clicks,
                                   racer ? racer->algo : "", (int64_t)click, round};
    return record ? fr_race_row(&record->rows, kind, &key) : NULL;
}

enum fr_status fr_record_match(const struct fr_record *record, const char *file,
                               const struct fr_course *course, const struct fr_racers *racers,
                               struct fr_error *error)
{
    char hash[32];
    snprintf(hash, sizeof hash, "%016" PRIx64, fr_map_hash(course->map));
    const char *known = fr_race_map_hash(&record->rows, course->name);
    if (*known && strcmp(known, hash) != 0)
        return fr_fail(error, FR_BAD_INPUT, "%s: map %s has changed; expected hash %s", file,
                       course->file, known);
    for (size_t i = 0; i < course->set.count; i++)
        for (int r = 0; r < racers->count; r++) {
            const struct fr_click_row *click =
                fr_record_row(record, FR_ROW_CLICK, course, &racers->at[r], i, 0);
            if (click && (!fr_pixel_equal(click->start, course->resolved[i].start) ||
                          !fr_pixel_equal(click->goal, course->resolved[i].goal)))
                return fr_fail(error, FR_BAD_INPUT,
                               "%s: click %zu of %s on %s has changed; expected the same clicks",
                               file, i, course->clicks, course->file);
        }
    return FR_OK;
}

void fr_record_release(struct fr_record *record)
{
    fr_race_rows_release(&record->rows);
    memset(record, 0, sizeof *record);
}
