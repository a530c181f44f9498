#include "harness/results/results.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#include "harness/results/result_file.h"

enum fr_status fr_results_open(const char *name, struct fr_results *results, struct fr_error *error)
{
    memset(results, 0, sizeof *results);
    results->name = name;
    enum fr_status status = fr_result_file_open(name, &results->file, error);
    if (status != FR_OK)
        fr_results_close(results);
    return status;
}

static enum fr_status hold(struct fr_results *results, size_t length, struct fr_error *error)
{
    struct fr_error problem;
    const long long line = (long long)results->line;
    const enum fr_status status =
        fr_row_read(results->text, length, &results->room, &results->row, &problem);
    if (status == FR_NO_MEMORY)
        return fr_fail(error, FR_NO_MEMORY, "%s: not enough memory to read it", results->name);
    if (status != FR_OK)
        return fr_fail(error, status, "%s:%lld: %s", results->name, line, problem.text);
    const bool run = results->row.kind == FR_ROW_RUN;
    if (run != (results->runs == line - 1) && (run || line == 1))
        return fr_fail(error, FR_BAD_INPUT,
                       "%s:%lld: %s found, expected run rows at the beginning and nowhere else",
                       results->name, line, run ? "a run row" : "another row");
    results->runs += run;
    if (results->ended)
        return fr_fail(error, FR_BAD_INPUT,
                       "%s:%lld: another row found, expected nothing after the end row",
                       results->name, line);
    results->ended = results->row.kind == FR_ROW_END;
    return FR_OK;
}

enum fr_status fr_results_next(struct fr_results *results, struct fr_error *error)
{
    results->row.kind = FR_ROW_KINDS;
    errno = 0;
    const ssize_t length = getline(&results->text, &results->size, results->file);
    if (length < 0 && !feof(results->file))
        return fr_fail(error, fr_status_of(errno), "%s: %s", results->name, strerror(errno));
    const bool whole = length > 0 && results->text[length - 1] == '\n';
    if (!whole && results->line == 0)
        return fr_fail(error, FR_BAD_INPUT, "%s:1: no whole line found, expected a run row",
                       results->name);
    if (!whole)
        return FR_OK;
    results->text[length - 1] = '\0';
    results->line++;
    return hold(results, (size_t)length - 1, error);
}

enum fr_status fr_results_read(struct fr_results *results, struct fr_race_rows *race,
                               struct fr_error *error)
{
    enum fr_status status;
    bool repeated;
    *race = (struct fr_race_rows){.name = results->name};
    while ((status = fr_results_next(results, error)) == FR_OK &&
           results->row.kind != FR_ROW_KINDS) {
        if (fr_race_rows_add(race, &results->row, &repeated) == FR_OK)
            continue;
        status = fr_fail(error, FR_NO_MEMORY, "%s: not enough memory for its rows", results->name);
        break;
    }
    if (status != FR_OK)
        fr_race_rows_release(race);
    return status;
}

enum fr_status fr_results_load(const char *name, struct fr_race_rows *race, struct fr_error *error)
{
    struct fr_results results;
    enum fr_status status = fr_results_open(name, &results, error);
    if (status == FR_OK)
        status = fr_results_read(&results, race, error);
    fr_results_close(&results);
    return status;
}

void fr_results_close(struct fr_results *results)
{
    if (results->file)
        fclose(results->file);
    free(results->text);
    fr_row_room_release(&results->room);
    memset(results, 0, sizeof *results);
}
