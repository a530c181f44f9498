#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/answer/ranking.h"
#include "harness/base/units.h"
#include "harness/base/utf8.h"
#include "harness/commands/decision.h"
#include "harness/commands/export_markdown.h"
#include "harness/statistics/quantiles.h"

static void print_time(FILE *file, double ns)
{
    char text[FR_UNIT_SIZE];
    fprintf(file, " %s |", fr_format_time(ns, text));
}

/* Escapes a name: a bar would end its cell, mark-up would be interpreted, and control characters
 * must not be printed. */
static void print_text(FILE *file, const char *name)
{
    for (size_t control; *name; name += control ? control : 1) {
        control = fr_utf8_control_length(name);
        if (!control && strchr("|<[`\\", *name))
            fputc('\\', file);
        fputc(control ? '?' : *name, file);
    }
}

static void print_name(FILE *file, const char *name)
{
    fputs("| ", file);
    print_text(file, name);
    fputs(" |", file);
}

static void print_bytes(FILE *file, int64_t bytes)
{
    char text[FR_UNIT_SIZE];
    fprintf(file, " %s |", fr_format_bytes(bytes, text));
}

/* Preparation: the median over rounds with its range, and memory. */
static void print_preparation(FILE *file, const struct fr_preparation *preparation)
{
    char median[FR_UNIT_SIZE], least[FR_UNIT_SIZE], most[FR_UNIT_SIZE];
    fprintf(file, " %s", fr_format_time(preparation->median, median));
    if (preparation->rounds > 1)
        fprintf(file, " (%s to %s)", fr_format_time(preparation->least, least),
                fr_format_time(preparation->most, most));
    fputs(" |", file);
    print_bytes(file, preparation->bytes);
    print_bytes(file, preparation->peak_bytes);
}

/* Sums over the clicks of a series. */
struct sums {
    size_t found, faults, walked;
    bool remembers;
    double ratios, worst;       /* of length / optimum: the sum, and the largest */
    double *played[FR_CLASSES]; /* of clicks that were answered and timed, sorted */
    size_t timed[FR_CLASSES];
};

static void sum_up(const struct fr_race_rows *race, const struct fr_race_series *series,
                   struct sums *sums)
{
    for (size_t i = 0; i < series->count; i++) {
        const struct fr_click_row *row = &race->click[series->at[i]];
        const enum fr_click_class class = fr_click_class_named(row->class);
        sums->remembers |= row->remembers == 1;
        if (fr_click_row_is_fault(row)) {
            sums->faults++;
            continue;
        }
        sums->found += strcmp(row->outcome, "found") == 0;
        if (!isnan(row->ratio)) {
            sums->ratios += row->ratio;
            sums->worst = fmax(sums->worst, row->ratio);
            sums->walked++;
        }
        if (!isnan(row->ns_played))
            sums->played[class][sums->timed[class]++] = row->ns_played;
    }
    for (int class = 0; class < FR_CLASSES; class ++)
        fr_sort(sums->played[class], sums->timed[class]);
}

/* change: the time after a change; NULL: the race has none. */
static void print_sums(FILE *file, const struct fr_race_rows *race,
                       const struct fr_race_series *series, const struct sums *sums,
                       const double *change)
{
    const double *detours = sums->played[FR_CLASS_DETOUR];
    const size_t count = sums->timed[FR_CLASS_DETOUR];
    const struct fr_preparation preparation =
        fr_race_preparation(race, race->courses[series->course].map, series->algo);
    print_name(file, series->algo);
    fprintf(file, " %zu | %zu |", series->count, sums->found);
    print_time(file, fr_median(sums->played[FR_CLASS_DETOUR], sums->timed[FR_CLASS_DETOUR]));
    print_time(file, fr_tail_percentile(detours, count, 95));
    print_time(file, fr_tail_percentile(detours, count, 99));
    print_time(file, count > 0 ? detours[count - 1] : (double)NAN);
    print_time(file, fr_median(sums->played[FR_CLASS_DIRECT], sums->timed[FR_CLASS_DIRECT]));
    print_time(file,
               fr_median(sums->played[FR_CLASS_UNREACHABLE], sums->timed[FR_CLASS_UNREACHABLE]));
    if (change)
        print_time(file, *change);
    print_preparation(file, &preparation);
    if (sums->walked)
        fprintf(file, " %.4f | %.4f |", sums->ratios / (double)sums->walked, sums->worst);
    else
        fputs(" - | - |", file);
    fprintf(file, " %zu%s |\n", sums->faults, sums->remembers ? ", remembers" : "");
}

static enum fr_status print_series(FILE *file, const struct fr_race_rows *race,
                                   const struct fr_race_series *series, const double *change)
{
    struct sums sums = {.found = 0};
    double *played = malloc(FR_CLASSES * series->count * sizeof *played);
    if (!played)
        return FR_NO_MEMORY;
    for (int class = 0; class < FR_CLASSES; class ++)
        sums.played[class] = played + (size_t) class * series->count;
    sum_up(race, series, &sums);
    print_sums(file, race, series, &sums, change);
    free(played);
    return FR_OK;
}

/* A series with its racer's rank. */
struct line {
    const struct fr_race_series *series;
    const struct fr_ranked *ranked; /* NULL: not ranked */
};

static const struct fr_ranked *find_rank(const struct fr_final_answer *answer,
                                         const struct fr_ranking *ranking, const char *algo)
{
    for (int i = 0; i < ranking->count; i++)
        if (strcmp(answer->evidence->racers.at[ranking->at[i].racer].algo, algo) == 0)
            return &ranking->at[i];
    return NULL;
}

/* Sorts by rank; series without a rank come last. */
static int by_rank(const void *a, const void *b)
{
    const struct line *left = a, *right = b;
    if (!left->ranked || !right->ranked)
        return !left->ranked - !right->ranked;
    return (left->ranked > right->ranked) - (left->ranked < right->ranked);
}

/* A racer's time after a change on a course, as the answer gives it; NAN: none. */
static double change_of(const struct fr_final_answer *answer, const struct fr_race_rows *race,
                        const struct fr_race_series *series)
{
    const struct fr_evidence *evidence = answer->evidence;
    const struct fr_race_course *course = &race->courses[series->course];
    for (int map = 0; map < answer->measures.maps; map++)
        for (int i = 0; i < answer->measures.racers; i++)
            if (strcmp(evidence->courses[map].map, course->map) == 0 &&
                strcmp(evidence->courses[map].clicks, course->clicks) == 0 &&
                strcmp(evidence->racers.at[i].algo, series->algo) == 0)
                return answer->measures.at[map * answer->measures.racers + i][FR_CHANGE];
    return (double)NAN;
}

/* Prints a series after its rank; racers that share a letter show no difference. */
static enum fr_status print_line(FILE *file, const struct fr_race_rows *race,
                                 const struct line *line, const struct fr_final_answer *answer)
{
    const double change = change_of(answer, race, line->series);
    if (line->ranked)
        fprintf(file, "| %d %s ", line->ranked->rank, line->ranked->letters);
    else
        fputs("| - ", file);
    return print_series(file, race, line->series, answer->evidence->events > 0 ? &change : NULL);
}

static enum fr_status print_table(FILE *file, const struct fr_race_rows *race, size_t course,
                                  const struct fr_final_answer *answer,
                                  const struct fr_ranking *ranking)
{
    struct line *lines = malloc((race->series_count + 1) * sizeof *lines);
    enum fr_status status = FR_OK;
    size_t count = 0;
    if (!lines)
        return FR_NO_MEMORY;
    for (size_t i = 0; i < race->series_count; i++)
        if (race->series[i].course == course)
            lines[count++] =
                (struct line){&race->series[i], find_rank(answer, ranking, race->series[i].algo)};
    if (count > 0) {
        qsort(lines, count, sizeof *lines, by_rank);
        fputs(course ? "\n### " : "### ", file);
        print_text(file, race->courses[course].map);
        fputs(", clicks: ", file);
        print_text(file, race->courses[course].clicks);
        fputs("\n\n", file);
        const bool events = answer->evidence->events > 0;
        fprintf(file,
                "| rank | racer | clicks | found | detours | p95 | p99 | max | direct | unreachable"
                " |%s prepare | memory | while preparing | ratio | worst ratio | failures |\n"
                "|--:|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|%s\n",
                events ? " after a change |" : "", events ? "--:|" : "");
    }
    for (size_t i = 0; i < count && status == FR_OK; i++)
        status = print_line(file, race, &lines[i], answer);
    free(lines);
    return status;
}

static enum fr_status print_tables(FILE *file, const struct fr_race_rows *race,
                                   const struct fr_final_answer *answer)
{
    struct fr_ranking *ranking = malloc(sizeof *ranking);
    enum fr_status status = ranking ? fr_rank(answer, ranking) : FR_NO_MEMORY;
    for (size_t i = 0; i < race->course_count && status == FR_OK; i++)
        status = print_table(file, race, i, answer, ranking);
    free(ranking);
    return status;
}

/* Ranks need no descriptor: the rows contain everything about a racer. */
enum fr_status fr_export_ranked(struct fr_results *results, FILE *file, fr_ranked_printer *print,
                                struct fr_error *error)
{
    static const struct fr_pathfinder *const none[] = {NULL};
    struct fr_race_rows race;
    struct fr_decision *decision = NULL;
    struct fr_situation situation;
    fr_situation_init(&situation);
    enum fr_status status = fr_results_read(results, &race, error);
    if (status != FR_OK)
        return status;
    status = fr_decision_of(&race, 1, none, &situation, &decision, error);
    if (status == FR_OK && (status = print(file, &race, &decision->answer)) != FR_OK)
        (void)fr_fail(error, status, "not enough memory for the export");
    fr_decision_release(decision);
    fr_race_rows_release(&race);
    return status;
}

enum fr_status fr_export_markdown(struct fr_results *results, FILE *file, struct fr_error *error)
{
    return fr_export_ranked(results, file, print_tables, error);
}
