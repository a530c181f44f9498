#include "harness/results/result_check.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/utf8.h"
#include "harness/judge/looks.h"
#include "harness/judge/optimum.h"
#include "harness/results/click_times.h"
#include "harness/results/race_rows.h"
#include "harness/results/result_file.h"
#include "harness/statistics/quantiles.h"

enum { MOST_PRINTED = 20 };

/* Tolerance of a recomputed ratio: two roundings of a double. */
#define RATIO_TOLERANCE 1e-12

struct reading {
    const char *file;
    FILE *problems;
    struct fr_result_summary *summary;
    int64_t line, runs;
    int passes, samples; /* per round, and per click */
    bool ended;
    bool out_of_memory;
    struct fr_row_room room;
    struct fr_race_rows race; /* the rows so far */
};

/* Reports nothing for a row that could not be read for lack of memory. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static void
complain(struct reading *reading, const char *format, ...)
{
    va_list arguments;
    if (reading->out_of_memory)
        return;
    const int64_t problem = ++reading->summary->problems;
    if (problem == MOST_PRINTED + 1)
        fprintf(reading->problems, "%s: more problems follow\n", reading->file);
    if (problem > MOST_PRINTED)
        return;
    char text[1024];
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    fr_utf8_tame(text);
    fprintf(reading->problems, "%s:%lld: %s\n", reading->file, (long long)reading->line, text);
}

static const char *text_or_empty(const char *text)
{
    return text ? text : "";
}

/* Reports a problem of the row with this key. */
static void complain_of(struct reading *reading, const char *what, enum fr_row_kind kind,
                        const struct fr_row_key *key)
{
    complain(reading, "%s: %s: %s %s, %s, %s, %lld, %lld", *key->algo ? "algo" : "map", what,
             fr_row_layouts[kind].name, key->map, key->clicks, key->algo, (long long)key->click,
             (long long)key->round);
}

/* Expects an earlier row of a kind; what: the message if there is none. */
static void expect(struct reading *reading, enum fr_row_kind kind, const struct fr_row_key *key,
                   const char *what)
{
    if (!fr_race_row(&reading->race, kind, key))
        complain_of(reading, what, kind, key);
}

static void expect_map(struct reading *reading, const struct fr_row_key *key)
{
    expect(reading, FR_ROW_MAP, &(struct fr_row_key){key->map, "", "", 0, 0},
           "has no earlier map row for");
}

static void expect_racer(struct reading *reading, const struct fr_row_key *key)
{
    expect(reading, FR_ROW_PREPARE, &(struct fr_row_key){key->map, "", key->algo, 0, 0},
           "has no earlier prepare row for");
}

/* Compares a figure with the median of its samples: equal, or both missing. */
static void check_figure(struct reading *reading, const char *key, double found, const char *of,
                         const struct fr_numbers *samples, double expected)
{
    if (samples->count != 0 && samples->count != (size_t)reading->samples)
        complain(reading, "%s: %zu found, expected %d (rounds times passes) or none", of,
                 samples->count, reading->samples);
    if (isnan(found) != isnan(expected))
        complain(reading, "%s: %s, though %s has %s samples", key,
                 isnan(found) ? "null" : "not null", of, isnan(found) ? "some" : "no");
    else if (fabs(found - expected) > RATIO_TOLERANCE * expected)
        complain(reading, "%s: %.17g found, expected the median of %s, %.17g", key, found, of,
                 expected);
}

static void check_times(struct reading *reading, const struct fr_click_row *row)
{
    const bool remembers = row->remembers == 1;
    const double steady = fr_median_known(row->steady.at, row->steady.count, 1);
    const size_t stride = remembers && reading->passes > 0 ? (size_t)reading->passes : 1;
    check_figure(reading, "ns_played", row->ns_played, "played", &row->played,
                 fr_median_known(row->played.at, row->played.count, stride));
    check_figure(reading, "ns_steady", row->ns_steady, "steady", &row->steady,
                 remembers ? (double)NAN : steady);
    if ((row->steady_passes > 0) == isnan(steady))
        complain(reading, "steady_passes: %lld found, though steady has %s samples",
                 (long long)row->steady_passes, isnan(steady) ? "no" : "some");
}

/* An answer without waypoints, or one that changed between queries, may have nothing to measure. */
static void check_path_facts(struct reading *reading, const struct fr_click_row *row)
{
    const struct {
        const char *key;
        bool null;
    } facts[] = {{"length", isnan(row->length)}, {"points", row->points < 0}};
    const char *verdict = text_or_empty(row->verdict);
    const bool found = strcmp(row->outcome, "found") == 0;
    const bool pathless = strcmp(verdict, "short") == 0 || strcmp(verdict, "nondeterministic") == 0;
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
        if (found && !pathless && facts[i].null)
            complain(reading, "%s: null, though a path was found", facts[i].key);
        if (!found && !facts[i].null)
            complain(reading, "%s: not null, though no path was found", facts[i].key);
    }
    if (found && !row->verdict)
        complain(reading, "verdict: null found, expected a verdict, as a path was found");
    if ((row->straight < 0) != (row->diagonal < 0))
        complain(reading,
                 "straight, diagonal: one null found, expected two counts, or null for both");
}

static void check_ratio(struct reading *reading, const struct fr_click_row *row)
{
    const double ratio = row->ratio, expected = fr_optimum_ratio(row->length, row->optimum);
    if (fr_click_row_beats_optimum(row))
        complain(reading,
                 "length: %.17g found of a legal path, expected at least the optimum, %.17g",
                 row->length, row->optimum);
    if (isnan(ratio) && !isnan(expected))
        complain(reading, "ratio: null found, expected length / optimum, %.17g", expected);
    else if (!isnan(ratio) && isnan(expected))
        complain(reading, "ratio: %g found, expected null without length and optimum", ratio);
    else if (fabs(ratio - expected) > RATIO_TOLERANCE * expected)
        complain(reading, "ratio: %.17g found, expected length / optimum, %.17g", ratio, expected);
}

/* The looks of a path follow one rule (judge/looks.h). */
static void check_looks(struct reading *reading, const struct fr_click_row *row)
{
    const struct fr_looks looks = {row->hugging, row->sharp_turns, row->zigzags};
    const bool valid = row->valid_any_angle == 1 && !isnan(row->length);
    const bool known = !isnan(looks.hugging) && looks.sharp_turns >= 0 && looks.zigzags >= 0;
    if (!valid && (!isnan(looks.hugging) || looks.sharp_turns >= 0 || looks.zigzags >= 0))
        complain(reading, "hugging, sharp_turns, zigzags: not null, though there is no legal path");
    if (row->looks_fault != (known ? fr_looks_faulty(&looks) : -1))
        complain(reading,
                 "looks_fault: %d found, expected what hugging, sharp_turns and zigzags "
                 "say, -1 where one is null",
                 row->looks_fault);
}

static void check_click(struct reading *reading, const struct fr_click_row *row)
{
    reading->summary->clicks++;
    check_times(reading, row);
    check_path_facts(reading, row);
    check_ratio(reading, row);
    check_looks(reading, row);
    if (!isnan(row->ns_clear) && row->cleared == 0)
        complain(reading, "ns_clear: not null, though cleared is 0");
}

static void check_total(struct reading *reading, const char *key, int64_t found, int64_t counted)
{
    if (found != counted)
        complain(reading, "%s: %lld found, but the rows come to %lld", key, (long long)found,
                 (long long)counted);
}

static void check_end(struct reading *reading, const struct fr_end_row *row)
{
    const struct fr_row_totals *totals = &reading->race.totals;
    reading->ended = true;
    check_total(reading, "rows", row->rows, reading->line - 1);
    check_total(reading, "clicks", row->clicks, totals->clicks);
    check_total(reading, "found", row->found, totals->found);
    check_total(reading, "faults", row->faults, totals->faults);
    check_total(reading, "expected_faults", row->expected_faults, totals->expected_faults);
}

static void check_run(struct reading *reading, const struct fr_run_row *row)
{
    reading->passes = (int)row->passes;
    reading->samples = (int)row->rounds * reading->passes;
    if (reading->runs != reading->line - 1)
        complain(reading, "kind: a run row found after rows of other kinds");
    reading->runs++;
}

/* Checks that the earlier rows that a kind requires exist. */
static void check_order(struct reading *reading, const struct fr_row *row,
                        const struct fr_row_key *key)
{
    if (reading->ended)
        complain(reading, "kind: a row found after the end row");
    if (reading->line == 1 && row->kind != FR_ROW_RUN)
        complain(reading, "kind: the first row is '%s', expected 'run'",
                 fr_row_layouts[row->kind].name);
    if (row->kind == FR_ROW_PREPARE || row->kind == FR_ROW_CLICK || row->kind == FR_ROW_ANCHOR)
        expect_map(reading, key);
    if (row->kind == FR_ROW_CLICK || row->kind == FR_ROW_UPDATE)
        expect_racer(reading, key);
    if (row->kind == FR_ROW_PATH)
        expect(reading, FR_ROW_CLICK, key, "has no earlier click row for");
}

/* Checks a row that the table of fields accepts against the earlier rows. */
static void check_row(struct reading *reading, const struct fr_row *row)
{
    const struct fr_row_key key = fr_row_key_of(row);
    bool repeated = false;
    check_order(reading, row, &key);
    if (row->kind == FR_ROW_RUN)
        check_run(reading, &row->run);
    else if (row->kind == FR_ROW_CLICK)
        check_click(reading, &row->click);
    else if (row->kind == FR_ROW_END)
        check_end(reading, &row->end);
    if (fr_race_rows_add(&reading->race, row, &repeated) != FR_OK)
        reading->out_of_memory = true;
    if (repeated && row->kind > FR_ROW_RUN && row->kind < FR_ROW_ANCHOR)
        complain_of(reading, "is a duplicate row of", row->kind, &key);
}

static void check_line(struct reading *reading, const char *text, size_t length)
{
    struct fr_error error;
    struct fr_row row;
    reading->line++;
    reading->summary->rows++;
    if (length == 0 || text[length - 1] != '\n')
        complain(reading, "the line has no end, as the file was cut short");
    const enum fr_status status = fr_row_read(text, length, &reading->room, &row, &error);
    if (status == FR_OK)
        check_row(reading, &row);
    else if (status == FR_NO_MEMORY)
        reading->out_of_memory = true;
    else
        complain(reading, "%s", error.text);
}

enum fr_status fr_result_check(const char *file, FILE *problems, struct fr_result_summary *summary,
                               struct fr_error *error)
{
    struct reading reading = {.file = file, .problems = problems, .summary = summary};
    char *text = NULL;
    size_t size = 0;
    ssize_t length;
    *summary = (struct fr_result_summary){0, 0, 0};
    FILE *input;
    const enum fr_status status = fr_result_file_open(file, &input, error);
    if (status != FR_OK)
        return status;
    errno = 0;
    while (!reading.out_of_memory && (length = getline(&text, &size, input)) >= 0)
        check_line(&reading, text, (size_t)length);
    const bool unreadable = ferror(input) != 0;
    const int cause = errno;
    fclose(input);
    free(text);
    fr_row_room_release(&reading.room);
    fr_race_rows_release(&reading.race);
    if (unreadable)
        return fr_fail(error, fr_status_of(cause), "%s: %s", file, strerror(cause));
    if (reading.out_of_memory)
        return fr_fail(error, FR_NO_MEMORY, "%s: not enough memory to check it", file);
    if (!reading.ended)
        complain(&reading, "no end row: the race was cut short");
    return FR_OK;
}
