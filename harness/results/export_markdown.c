#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/units.h"
#include "harness/base/utf8.h"
#include "harness/results/export.h"
#include "harness/results/tally.h"
#include "harness/statistics/quantiles.h"

static void print_time(FILE *file, double ns)
{
    char text[FR_UNIT_SIZE];
    fprintf(file, " %s |", fr_format_time(ns, text));
}

/* A bar inside a name would end a cell, a mark-up character would be one, and what controls a
 * terminal is not for printing. */
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

static double median_of(const struct fr_tally_samples *samples)
{
    return samples->count > 0 ? fr_median(samples->at, samples->count) : (double)NAN;
}

static void print_bytes(FILE *file, double bytes)
{
    char text[FR_UNIT_SIZE];
    fprintf(file, " %s |", fr_format_bytes(isnan(bytes) ? -1 : (int64_t)bytes, text));
}

/* Preparing: the median of the rounds with its range, and memory. */
static void print_cost(FILE *file, const struct fr_tally_cost *cost)
{
    char median[FR_UNIT_SIZE], least[FR_UNIT_SIZE], most[FR_UNIT_SIZE];
    if (!cost) {
        fputs(" - | - | - |", file);
        return;
    }
    const size_t rounds = cost->ns.count;
    fprintf(file, " %s", fr_format_time(median_of(&cost->ns), median));
    if (rounds > 1)
        fprintf(file, " (%s to %s)", fr_format_time(cost->ns.at[0], least),
                fr_format_time(cost->ns.at[rounds - 1], most));
    fputs(" |", file);
    print_bytes(file, cost->bytes);
    print_bytes(file, cost->peak_bytes);
}

static void print_tally(FILE *file, const struct fr_tallies *tallies, const struct fr_tally *tally)
{
    const struct fr_tally_samples *detours = &tally->played[FR_CLASS_DETOUR];
    print_name(file, tally->algo);
    fprintf(file, " %zu | %zu |", tally->asked, tally->found);
    print_time(file, median_of(detours));
    print_time(file, fr_tail_percentile(detours->at, detours->count, 95));
    print_time(file, fr_tail_percentile(detours->at, detours->count, 99));
    print_time(file, detours->count > 0 ? detours->at[detours->count - 1] : (double)NAN);
    print_time(file, median_of(&tally->played[FR_CLASS_DIRECT]));
    print_time(file, median_of(&tally->played[FR_CLASS_UNREACHABLE]));
    print_cost(file, tally->cost >= 0 ? &tallies->costs[tally->cost] : NULL);
    if (tally->walked)
        fprintf(file, " %.4f | %.4f |", tally->ratios / (double)tally->walked, tally->worst);
    else
        fputs(" - | - |", file);
    fprintf(file, " %zu%s |\n", tally->faults, tally->remembers ? ", remembers" : "");
}

static bool same_table(const struct fr_tally *a, const struct fr_tally *b)
{
    return strcmp(a->map, b->map) == 0 && strcmp(a->clicks, b->clicks) == 0;
}

/* What ranks a racer: its detours; where nobody has any, what it sees. */
static double rank_of(const struct fr_tally *tally)
{
    const double detours = median_of(&tally->played[FR_CLASS_DETOUR]);
    return isnan(detours) ? median_of(&tally->played[FR_CLASS_DIRECT]) : detours;
}

/* The fastest first; behind them those that remember, and those without a time last. */
static int by_rank(const void *a, const void *b)
{
    const struct fr_tally *left = *(const struct fr_tally *const *)a;
    const struct fr_tally *right = *(const struct fr_tally *const *)b;
    const double before = rank_of(left), after = rank_of(right);
    if (isnan(before) || isnan(after))
        return isnan(before) - isnan(after);
    if (left->remembers != right->remembers)
        return left->remembers ? 1 : -1;
    return (before > after) - (before < after);
}

static enum fr_status print_table(FILE *file, const struct fr_tallies *tallies, size_t first)
{
    const struct fr_tally *head = &tallies->at[first];
    const struct fr_tally **ranking = malloc(tallies->count * sizeof *ranking);
    size_t count = 0;
    if (!ranking)
        return FR_NO_MEMORY;
    for (size_t i = first; i < tallies->count; i++)
        if (same_table(head, &tallies->at[i]))
            ranking[count++] = &tallies->at[i];
    qsort(ranking, count, sizeof *ranking, by_rank);
    fputs(first ? "\n### " : "### ", file);
    print_text(file, head->map);
    fputs(", clicks: ", file);
    print_text(file, head->clicks);
    fputs("\n\n", file);
    fputs(
        "| racer | clicks | found | detours | p95 | p99 | max | direct | no way | prepare | memory "
        "| while preparing | ratio | worst ratio | failures |\n"
        "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n",
        file);
    for (size_t i = 0; i < count; i++)
        print_tally(file, tallies, ranking[i]);
    free(ranking);
    return FR_OK;
}

static bool is_first(const struct fr_tallies *tallies, size_t index)
{
    for (size_t i = 0; i < index; i++)
        if (same_table(&tallies->at[i], &tallies->at[index]))
            return false;
    return true;
}

enum fr_status fr_export_markdown(struct fr_results *results, FILE *file, struct fr_error *error)
{
    struct fr_tallies tallies;
    enum fr_status status = fr_tallies_read(results, &tallies, error);
    if (status != FR_OK)
        return status;
    for (size_t i = 0; i < tallies.count && status == FR_OK; i++)
        if (is_first(&tallies, i))
            status = print_table(file, &tallies, i);
    fr_tallies_release(&tallies);
    return status == FR_OK ? FR_OK : fr_fail(error, status, "no memory for the export");
}
