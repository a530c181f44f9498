#include "harness/commands/evidence_reader.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/answer/gathering.h"
#include "harness/results/record.h"
#include "harness/results/results.h"
#include "maps/allocator.h"

struct reader {
    struct fr_gathering *gathering;
    const char *file;
    double *played; /* of the current row */
    size_t capacity;
    struct fr_error *error;
};

static bool is_true(const cJSON *row, const char *key)
{
    return cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(row, key));
}

static enum fr_movement movement_of(const char *name)
{
    for (int i = FR_GRID4; i <= FR_POLYGON; i++)
        if (strcmp(fr_movement_name((enum fr_movement)i), name) == 0)
            return (enum fr_movement)i;
    return FR_ANY_ANGLE;
}

static int64_t bytes_of(const cJSON *row, const char *key)
{
    const double bytes = fr_row_number(row, key);
    return isnan(bytes) ? -1 : (int64_t)bytes;
}

static enum fr_reply_status prepare_status(const cJSON *row)
{
    const char *outcome = fr_row_text(row, "outcome");
    return strcmp(outcome, "ok") == 0            ? FR_REPLY_ANSWERED
           : strcmp(outcome, "unsupported") == 0 ? FR_REPLY_UNSUPPORTED
                                                 : FR_REPLY_LOST;
}

static enum fr_status take_prepare(const struct reader *reader, const cJSON *row)
{
    const struct fr_gathered_prepare taken = {.map = fr_row_text(row, "map"),
                                              .algo = fr_row_text(row, "algo"),
                                              .name = fr_row_text(row, "name"),
                                              .label = fr_row_text(row, "label"),
                                              .options = fr_row_text(row, "options"),
                                              .movement = movement_of(fr_row_text(row, "movement")),
                                              .candidate = is_true(row, "candidate"),
                                              .other_build = *fr_row_text(row, "build") != '\0',
                                              .reply = {.status = prepare_status(row),
                                                        .ns = fr_row_number(row, "ns"),
                                                        .live_bytes = bytes_of(row, "bytes"),
                                                        .peak_bytes = bytes_of(row, "peak_bytes")}};
    return fr_gathering_prepare(reader->gathering, &taken);
}

static enum fr_status take_click(struct reader *reader, const cJSON *row)
{
    const cJSON *played = cJSON_GetObjectItemCaseSensitive(row, "played"), *sample;
    const size_t count = (size_t)cJSON_GetArraySize(played);
    double *grown = fr_grow(&fr_default_allocator, reader->played, 0, count + 1, &reader->capacity,
                            sizeof *grown);
    if (!grown)
        return fr_fail(reader->error, FR_NO_MEMORY, "%s: no memory for its rows", reader->file);
    reader->played = grown;
    cJSON_ArrayForEach(sample, played)
    {
        *grown++ = cJSON_IsNumber(sample) ? sample->valuedouble : (double)NAN;
    }
    const struct fr_gathered_click taken = {.map = fr_row_text(row, "map"),
                                            .clicks = fr_row_text(row, "clicks"),
                                            .algo = fr_row_text(row, "algo"),
                                            .click = (size_t)fr_row_number(row, "click"),
                                            .class =
                                                fr_click_class_named(fr_row_text(row, "class")),
                                            .played = reader->played,
                                            .played_count = count,
                                            .told = fr_recorded_click_of(row)};
    return fr_gathering_click(reader->gathering, &taken);
}

static enum fr_status take_update(const struct reader *reader, const cJSON *row)
{
    const struct fr_gathered_update taken = {.map = fr_row_text(row, "map"),
                                             .clicks = fr_row_text(row, "clicks"),
                                             .algo = fr_row_text(row, "algo"),
                                             .entry = (size_t)fr_row_number(row, "click"),
                                             .ns = fr_row_number(row, "ns"),
                                             .fresh = is_true(row, "fresh")};
    return fr_gathering_update(reader->gathering, &taken);
}

static enum fr_status take_row(struct reader *reader, const cJSON *row)
{
    if (fr_row_is(row, "click"))
        return take_click(reader, row);
    if (fr_row_is(row, "update"))
        return take_update(reader, row);
    if (fr_row_is(row, "prepare"))
        return take_prepare(reader, row);
    if (fr_row_is(row, "map"))
        return fr_gathering_map(reader->gathering, fr_row_text(row, "map"),
                                fr_row_text(row, "file"), fr_row_text(row, "hash"));
    if (fr_row_is(row, "run"))
        fr_gathering_run(reader->gathering, (int)fr_row_number(row, "rounds"),
                         (int)fr_row_number(row, "passes"));
    if (fr_row_is(row, "end"))
        fr_gathering_end(reader->gathering, is_true(row, "disturbed"),
                         *fr_row_text(row, "stopped") != '\0',
                         (size_t)fr_row_number(row, "lost_to_agent"));
    return FR_OK;
}

static enum fr_status read_file(struct reader *reader, const char *file)
{
    struct fr_results results;
    reader->file = file;
    fr_gathering_begin(reader->gathering, file);
    enum fr_status status = fr_results_open(file, &results, reader->error);
    if (status != FR_OK)
        return status;
    while ((status = fr_results_next(&results, reader->error)) == FR_OK && results.row)
        if ((status = take_row(reader, results.row)) != FR_OK)
            break;
    fr_gathering_end(reader->gathering, false, !results.ended, 0);
    fr_results_close(&results);
    return status;
}

enum fr_status fr_evidence_read(const char *const *files, int count,
                                const struct fr_pathfinder *const *pathfinders,
                                struct fr_evidence *evidence, struct fr_error *error)
{
    struct reader reader = {.error = error};
    memset(evidence, 0, sizeof *evidence);
    enum fr_status status = fr_gathering_create(pathfinders, error, &reader.gathering);
    for (int i = 0; i < count && status == FR_OK; i++)
        status = read_file(&reader, files[i]);
    if (status == FR_OK)
        status = fr_gathering_finish(reader.gathering, evidence);
    fr_gathering_release(reader.gathering);
    fr_deallocate(&fr_default_allocator, reader.played, reader.capacity, sizeof *reader.played);
    return status;
}
