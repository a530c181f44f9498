#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/statistics.h"
#include "harness/base/units.h"
#include "harness/rows/export.h"
#include "harness/rows/tally.h"

static void print_time(FILE *file, double ns)
{
    char text[FR_UNIT_SIZE];
    fprintf(file, " %s |", fr_format_time(ns, text));
}

/* A bar inside a name would end the cell. */
static void print_name(FILE *file, const char *name)
{
    fputs("| ", file);
    for (; *name; name++)
        fprintf(file, *name == '|' ? "\\%c" : "%c", *name);
    fputs(" |", file);
}

static void print_tally(FILE *file, const struct fr_tally *tally)
{
    char memory[FR_UNIT_SIZE];
    const double none = (double)NAN;
    print_name(file, tally->algo);
    fprintf(file, " %zu | %zu |", tally->asked, tally->found);
    print_time(file, tally->timed ? fr_median(tally->ns, tally->timed) : none);
    print_time(file, fr_tail_percentile(tally->ns, tally->timed, 95));
    print_time(file, fr_tail_percentile(tally->ns, tally->timed, 99));
    print_time(file, tally->timed ? tally->ns[tally->timed - 1] : none);
    print_time(file, tally->prepare_ns);
    fprintf(file, " %s |",
            fr_format_bytes(isnan(tally->bytes) ? -1 : (int64_t)tally->bytes, memory));
    if (tally->walked)
        fprintf(file, " %.4f | %.4f |", tally->ratios / (double)tally->walked, tally->worst);
    else
        fputs(" - | - |", file);
    fprintf(file, " %zu |\n", tally->faults);
}

static bool same_table(const struct fr_tally *a, const struct fr_tally *b)
{
    return strcmp(a->map, b->map) == 0 && strcmp(a->clicks, b->clicks) == 0;
}

/* The fastest median first, those without a time last. */
static int by_median(const void *a, const void *b)
{
    const struct fr_tally *left = *(const struct fr_tally *const *)a;
    const struct fr_tally *right = *(const struct fr_tally *const *)b;
    if (left->timed == 0 || right->timed == 0)
        return (left->timed == 0) - (right->timed == 0);
    const double before = fr_median(left->ns, left->timed);
    const double after = fr_median(right->ns, right->timed);
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
    qsort(ranking, count, sizeof *ranking, by_median);
    fprintf(file, "%s### %s, clicks: %s\n\n", first ? "\n" : "", head->map, head->clicks);
    fputs("| racer | clicks | found | median | p95 | p99 | max | prepare | memory | ratio | worst "
          "ratio | failures |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n",
          file);
    for (size_t i = 0; i < count; i++)
        print_tally(file, ranking[i]);
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
