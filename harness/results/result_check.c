#include "harness/results/result_check.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/string_set.h"
#include "harness/base/utf8.h"
#include "harness/judge/optimum.h"
#include "harness/results/click_times.h"
#include "harness/results/result_file.h"
#include "harness/results/results.h"
#include "harness/statistics/quantiles.h"
#include "maps/formats/base/json_memory.h"

enum { MOST_PRINTED = 20 };

/* How far a ratio that was divided again may differ: two roundings of a double. */
#define RATIO_TOLERANCE 1e-12

struct reading {
    const char *file;
    FILE *problems;
    struct fr_result_summary *summary;
    int64_t line, runs;
    int passes, samples; /* of a round, and of a click */
    bool ended;
    bool out_of_memory;
    struct fr_string_set seen; /* keys of rows; a prepare row's number is its expected_faults */
    int64_t found, faults, expected_faults;
};

static bool is_out_of_memory(struct reading *reading)
{
    reading->out_of_memory = reading->out_of_memory || fr_json_memory_failed();
    return reading->out_of_memory;
}

/* Says nothing of a row that memory did not suffice to read. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static void
complain(struct reading *reading, const char *format, ...)
{
    va_list arguments;
    if (is_out_of_memory(reading))
        return;
    const int64_t problem = ++reading->summary->problems;
    if (problem == MOST_PRINTED + 1)
        fprintf(reading->problems, "%s: and more\n", reading->file);
    if (problem > MOST_PRINTED)
        return;
    char text[1024];
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    fr_utf8_tame(text);
    fprintf(reading->problems, "%s:%lld: %s\n", reading->file, (long long)reading->line, text);
}

static const cJSON *get(const cJSON *row, const char *key)
{
    return cJSON_GetObjectItemCaseSensitive(row, key);
}

static const char *text_of(const cJSON *row, const char *key)
{
    return get(row, key)->valuestring;
}

/* NAN for null. */
static double number_of(const cJSON *row, const char *key)
{
    const cJSON *value = get(row, key);
    return cJSON_IsNumber(value) ? value->valuedouble : (double)NAN;
}

static bool is_null(const cJSON *row, const char *key)
{
    return cJSON_IsNull(get(row, key));
}

/* Kind and values of keys of a row, as one string; for the caller to free. Keys come last, ended by
 * NULL. The separator occurs in no name: JSON escapes it. */
static char *join(struct reading *reading, const char *kind, const cJSON *row,
                  const char *const *keys)
{
    cJSON *parts = cJSON_CreateArray();
    cJSON_AddItemToArray(parts, cJSON_CreateString(kind));
    for (; *keys; keys++)
        cJSON_AddItemToArray(parts, cJSON_Duplicate(get(row, *keys), true));
    char *joined = cJSON_PrintUnformatted(parts);
    cJSON_Delete(parts);
    reading->out_of_memory = reading->out_of_memory || !joined;
    return joined;
}

static const char *const map_keys[] = {"map", NULL};
static const char *const racer_keys[] = {"map", "algo", NULL};
static const char *const prepare_keys[] = {"map", "algo", "round", NULL};
static const char *const update_keys[] = {"map", "clicks", "algo", "click", "round", NULL};
static const char *const click_keys[] = {"map", "clicks", "algo", "click", NULL};

/* Notes a row; a second one of the same keys is a problem. */
static void note(struct reading *reading, const char *kind, const cJSON *row,
                 const char *const *keys, int number)
{
    bool added = true;
    char *key = join(reading, kind, row, keys);
    if (key && fr_string_set_add(&reading->seen, key, number, &added) != FR_OK)
        reading->out_of_memory = true;
    if (key && !added)
        complain(reading, "%s: a second row of these: %s", keys[1] ? "algo" : "map", key);
    cJSON_free(key);
}

/* The number noted with the earlier row of kind that has the same keys, whose lack is a problem. */
static int expect(struct reading *reading, const char *kind, const cJSON *row,
                  const char *const *keys)
{
    char *key = join(reading, kind, row, keys);
    const struct fr_string_entry *entry = key ? fr_string_set_find(&reading->seen, key) : NULL;
    if (key && !entry)
        complain(reading, "%s: no %s row before it for %s", keys[1] ? "algo" : "map", kind, key);
    cJSON_free(key);
    return entry ? entry->number : 0;
}

static bool is_any(const char *word, const char *const *words)
{
    for (; *words; words++)
        if (strcmp(word, *words) == 0)
            return true;
    return false;
}

/* A click row whose legal path is shorter than the shortest. */
static bool beats_optimum(const cJSON *row)
{
    return fr_optimum_beaten(cJSON_IsTrue(get(row, "valid_any_angle")), number_of(row, "length"),
                             number_of(row, "optimum"));
}

/* Counts a row that tells of a failure, by what its racer declared. */
static void count_fault(struct reading *reading, const cJSON *row, bool expected)
{
    static const char *const bad[] = {"limit", "timeout", "crash", "memory", NULL};
    static const char *const fine[] = {"ok", "lost", NULL};
    const cJSON *verdict = get(row, "verdict");
    const cJSON *back = get(row, "outcome_back");
    const bool judged_bad = (cJSON_IsString(verdict) && strcmp(verdict->valuestring, "ok") != 0) ||
                            (cJSON_IsString(back) && !is_any(back->valuestring, fine));
    if (!judged_bad && !is_any(text_of(row, "outcome"), bad) && !beats_optimum(row))
        return;
    reading->faults += !expected;
    reading->expected_faults += expected;
}

/* The median of every stride-th of the samples, of which nulls are not there; NAN without any. */
static double median_of(const cJSON *samples, int stride)
{
    double known[FR_MOST_SAMPLES];
    size_t count = 0;
    int place = 0;
    const cJSON *sample;
    cJSON_ArrayForEach(sample, samples)
    {
        if (place++ % stride == 0 && cJSON_IsNumber(sample) && count < FR_MOST_SAMPLES)
            known[count++] = sample->valuedouble;
    }
    fr_sort(known, count);
    return count > 0 ? fr_median(known, count) : (double)NAN;
}

/* A figure against the samples that it is the median of: the same, or both are missing. */
static void check_figure(struct reading *reading, const cJSON *row, const char *key, const char *of,
                         double expected)
{
    const double found = number_of(row, key);
    const cJSON *samples = get(row, of);
    const int count = cJSON_GetArraySize(samples);
    if (count != 0 && count != reading->samples)
        complain(reading, "%s: %d found, expected rounds times passes, %d, or none", of, count,
                 reading->samples);
    if (isnan(found) != isnan(expected))
        complain(reading, "%s: %s, though %s has %s samples", key,
                 isnan(found) ? "null" : "not null", of, isnan(found) ? "some" : "no");
    else if (fabs(found - expected) > RATIO_TOLERANCE * expected)
        complain(reading, "%s: %.17g found, expected the median of %s, %.17g", key, found, of,
                 expected);
}

static void check_times(struct reading *reading, const cJSON *row)
{
    const bool remembers = cJSON_IsTrue(get(row, "remembers"));
    const double steady = median_of(get(row, "steady"), 1);
    check_figure(
        reading, row, "ns_played", "played",
        median_of(get(row, "played"), remembers && reading->passes > 0 ? reading->passes : 1));
    check_figure(reading, row, "ns_steady", "steady", remembers ? (double)NAN : steady);
    if ((number_of(row, "steady_passes") > 0) == isnan(steady))
        complain(reading, "steady_passes: %g found, though steady has %s samples",
                 number_of(row, "steady_passes"), isnan(steady) ? "no" : "some");
}

/* An answer without waypoints, or one that changes, may have nothing to measure. */
static void check_path_facts(struct reading *reading, const cJSON *row)
{
    static const char *const keys[] = {"length", "points", NULL};
    static const char *const pathless[] = {"short", "nondeterministic", NULL};
    const bool found = strcmp(text_of(row, "outcome"), "found") == 0;
    const cJSON *verdict = get(row, "verdict");
    const bool excused = cJSON_IsString(verdict) && is_any(verdict->valuestring, pathless);
    for (const char *const *key = keys; *key; key++) {
        if (found && !excused && is_null(row, *key))
            complain(reading, "%s: null, though a path was found", *key);
        if (!found && !is_null(row, *key))
            complain(reading, "%s: not null, though no path was found", *key);
    }
    if (found && cJSON_IsNull(verdict))
        complain(reading, "verdict: null, though a path was found");
    if (is_null(row, "straight") != is_null(row, "diagonal"))
        complain(reading, "straight, diagonal: expected two counts, or null for both");
}

static void check_ratio(struct reading *reading, const cJSON *row)
{
    const double ratio = number_of(row, "ratio"), optimum = number_of(row, "optimum");
    const double length = number_of(row, "length");
    const double expected = fr_optimum_ratio(length, optimum);
    if (beats_optimum(row))
        complain(reading, "length: %.17g found, and legal, but the optimum is %.17g", length,
                 optimum);
    if (isnan(ratio) && !isnan(expected))
        complain(reading, "ratio: null, expected length / optimum, %.17g", expected);
    else if (!isnan(ratio) && isnan(expected))
        complain(reading, "ratio: %g found, expected null without length and optimum", ratio);
    else if (fabs(ratio - expected) > RATIO_TOLERANCE * expected)
        complain(reading, "ratio: %.17g found, expected length / optimum, %.17g", ratio, expected);
}

/* Of two sums of the same segments the one that should be longer may be shorter by far less. */
#define LENGTH_TOLERANCE 1e-9

static void check_quality(struct reading *reading, const cJSON *row)
{
    static const char *const back[] = {"length_back", "apart_back", NULL};
    const double length = number_of(row, "length"), optimum = number_of(row, "optimum");
    const double taut = number_of(row, "taut");
    const bool valid = strcmp(fr_row_text(row, "verdict"), "ok") == 0 && !isnan(length);
    const bool walked_back = strcmp(fr_row_text(row, "outcome_back"), "ok") == 0;
    if (!is_null(row, "outcome_back") && !valid)
        complain(reading, "outcome_back: not null, though there is no valid walk");
    if (number_of(row, "clearance_min") > number_of(row, "clearance_mean") * (1 + LENGTH_TOLERANCE))
        complain(reading, "clearance_min: %g found, expected at most clearance_mean, %g",
                 number_of(row, "clearance_min"), number_of(row, "clearance_mean"));
    if (taut > length * (1 + LENGTH_TOLERANCE))
        complain(reading, "taut: %.17g found, expected at most the length, %.17g", taut, length);
    if (taut < optimum * (1 - LENGTH_TOLERANCE))
        complain(reading, "taut: %.17g found, expected at least the optimum, %.17g", taut, optimum);
    for (const char *const *key = back; *key; key++)
        if (is_null(row, *key) == walked_back)
            complain(reading, "%s: %s, though outcome_back is %sok", *key,
                     walked_back ? "null" : "not null", walked_back ? "" : "not ");
}

static void check_phases(struct reading *reading, const cJSON *row)
{
    if (!is_null(row, "ns_clear") && number_of(row, "cleared") == 0)
        complain(reading, "ns_clear: not null, though cleared is 0");
}

static void check_click(struct reading *reading, const cJSON *row)
{
    (void)expect(reading, "map", row, map_keys);
    const bool expected = expect(reading, "prepare", row, racer_keys);
    note(reading, "click", row, click_keys, 0);
    count_fault(reading, row, expected && !beats_optimum(row));
    reading->summary->clicks++;
    reading->found += strcmp(text_of(row, "outcome"), "found") == 0;
    check_times(reading, row);
    check_path_facts(reading, row);
    check_ratio(reading, row);
    check_quality(reading, row);
    check_phases(reading, row);
}

static void check_total(struct reading *reading, const cJSON *row, const char *key, int64_t counted)
{
    if (number_of(row, key) != (double)counted)
        complain(reading, "%s: %.0f found, but the rows come to %lld", key, number_of(row, key),
                 (long long)counted);
}

static void check_end(struct reading *reading, const cJSON *row)
{
    reading->ended = true;
    check_total(reading, row, "rows", reading->line - 1);
    check_total(reading, row, "clicks", reading->summary->clicks);
    check_total(reading, row, "found", reading->found);
    check_total(reading, row, "faults", reading->faults);
    check_total(reading, row, "expected_faults", reading->expected_faults);
}

static void check_prepare(struct reading *reading, const cJSON *row)
{
    const bool expected = cJSON_IsTrue(get(row, "expected_faults"));
    (void)expect(reading, "map", row, map_keys);
    note(reading, "prepare of a round", row, prepare_keys, expected);
    if (number_of(row, "round") == 0)
        note(reading, "prepare", row, racer_keys, expected);
    count_fault(reading, row, expected);
}

static void check_update(struct reading *reading, const cJSON *row)
{
    const bool expected = expect(reading, "prepare", row, racer_keys);
    note(reading, "update", row, update_keys, 0);
    count_fault(reading, row, expected);
}

/* A row that the schema accepts, against those before it. */
static void check_row(struct reading *reading, const cJSON *row)
{
    const char *kind = text_of(row, "kind");
    const bool run = strcmp(kind, "run") == 0;
    if (reading->ended)
        complain(reading, "kind: a row behind the end row");
    if (reading->line == 1 && !run)
        complain(reading, "kind: the first row is '%s', expected 'run'", kind);
    else if (run && reading->runs != reading->line - 1)
        complain(reading, "kind: a run row behind rows of other kinds");
    reading->runs += run;
    if (run) {
        reading->passes = (int)number_of(row, "passes");
        reading->samples = (int)number_of(row, "rounds") * reading->passes;
    }
    if (strcmp(kind, "map") == 0)
        note(reading, "map", row, map_keys, 0);
    else if (strcmp(kind, "prepare") == 0)
        check_prepare(reading, row);
    else if (strcmp(kind, "click") == 0)
        check_click(reading, row);
    else if (strcmp(kind, "update") == 0)
        check_update(reading, row);
    else if (strcmp(kind, "anchor") == 0)
        (void)expect(reading, "map", row, map_keys);
    else if (strcmp(kind, "end") == 0)
        check_end(reading, row);
    else if (strcmp(kind, "path") == 0) {
        (void)expect(reading, "click", row, click_keys);
        note(reading, "path", row, click_keys, 0);
    }
}

static void check_line(struct reading *reading, const struct fr_schema *schema, const char *text,
                       size_t length)
{
    struct fr_error error;
    reading->line++;
    reading->summary->rows++;
    if (length == 0 || text[length - 1] != '\n')
        complain(reading, "the line does not end: the file was cut short");
    cJSON *row = strlen(text) == length ? cJSON_ParseWithOpts(text, NULL, true) : NULL;
    if (!cJSON_IsObject(row))
        complain(reading, "not a JSON object");
    else if (fr_schema_check(schema, row, &error) != FR_OK)
        complain(reading, "%s", error.text);
    else
        check_row(reading, row);
    cJSON_Delete(row);
}

enum fr_status fr_result_check(const char *file, const struct fr_schema *schema, FILE *problems,
                               struct fr_result_summary *summary, struct fr_error *error)
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
    while (!is_out_of_memory(&reading) && (length = getline(&text, &size, input)) >= 0)
        check_line(&reading, schema, text, (size_t)length);
    const bool unreadable = ferror(input) != 0;
    const int cause = errno;
    fclose(input);
    free(text);
    fr_string_set_release(&reading.seen);
    if (unreadable)
        return fr_fail(error, fr_status_of(cause), "%s: %s", file, strerror(cause));
    if (is_out_of_memory(&reading))
        return fr_fail(error, FR_NO_MEMORY, "%s: no memory to check it", file);
    if (!reading.ended)
        complain(&reading, "no end row: the race was cut short");
    return FR_OK;
}
