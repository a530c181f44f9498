#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/answer/ranking.h"
#include "harness/base/units.h"
#include "harness/base/utf8.h"
#include "harness/commands/decision.h"
#include "harness/commands/export_markdown.h"
#include "harness/commands/tally.h"
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

/* A tally with its racer's place in the one ranking. */
struct line {
    const struct fr_tally *tally;
    const struct fr_ranked *ranked; /* NULL: not compared */
};

static const struct fr_ranked *find_rank(const struct fr_final_answer *answer,
                                         const struct fr_ranking *ranking, const char *algo)
{
    for (int i = 0; i < ranking->count; i++)
        if (strcmp(answer->evidence->racers.at[ranking->at[i].racer].algo, algo) == 0)
            return &ranking->at[i];
    return NULL;
}

/* In the order of the ranking, those without a rank last. */
static int by_rank(const void *a, const void *b)
{
    const struct line *left = a, *right = b;
    if (!left->ranked || !right->ranked)
        return !left->ranked - !right->ranked;
    return (left->ranked > right->ranked) - (left->ranked < right->ranked);
}

/* Ties carry an equals sign. */
static void print_line(FILE *file, const struct fr_tallies *tallies, const struct line *line)
{
    if (line->ranked)
        fprintf(file, "| %d%s ", line->ranked->rank, line->ranked->tied ? " =" : "");
    else
        fputs("| - ", file);
    print_tally(file, tallies, line->tally);
}

static enum fr_status print_table(FILE *file, const struct fr_tallies *tallies, size_t first,
                                  const struct fr_final_answer *answer,
                                  const struct fr_ranking *ranking)
{
    const struct fr_tally *head = &tallies->at[first];
    struct line *lines = malloc(tallies->count * sizeof *lines);
    size_t count = 0;
    if (!lines)
        return FR_NO_MEMORY;
    for (size_t i = first; i < tallies->count; i++)
        if (same_table(head, &tallies->at[i]))
            lines[count++] =
                (struct line){&tallies->at[i], find_rank(answer, ranking, tallies->at[i].algo)};
    qsort(lines, count, sizeof *lines, by_rank);
    fputs(first ? "\n### " : "### ", file);
    print_text(file, head->map);
    fputs(", clicks: ", file);
    print_text(file, head->clicks);
    fputs("\n\n", file);
    fputs("| rank | racer | clicks | found | detours | p95 | p99 | max | direct | no way | prepare "
          "| memory "
          "| while preparing | ratio | worst ratio | failures |\n"
          "|--:|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n",
          file);
    for (size_t i = 0; i < count; i++)
        print_line(file, tallies, &lines[i]);
    free(lines);
    return FR_OK;
}

static bool is_first(const struct fr_tallies *tallies, size_t index)
{
    for (size_t i = 0; i < index; i++)
        if (same_table(&tallies->at[i], &tallies->at[index]))
            return false;
    return true;
}

static enum fr_status print_tables(FILE *file, const struct fr_tallies *tallies,
                                   const struct fr_final_answer *answer)
{
    struct fr_ranking *ranking = malloc(sizeof *ranking);
    enum fr_status status = ranking ? fr_rank(answer, ranking) : FR_NO_MEMORY;
    for (size_t i = 0; i < tallies->count && status == FR_OK; i++)
        if (is_first(tallies, i))
            status = print_table(file, tallies, i, answer, ranking);
    free(ranking);
    return status;
}

/* Ranks need no descriptor: what the rows say of a racer is enough. */
enum fr_status fr_export_markdown(struct fr_results *results, FILE *file, struct fr_error *error)
{
    static const struct fr_pathfinder *const none[] = {NULL};
    struct fr_tallies tallies;
    struct fr_decision *decision;
    struct fr_situation situation;
    fr_situation_init(&situation);
    enum fr_status status =
        fr_decision_create(&results->name, 1, none, &situation, &decision, error);
    if (status != FR_OK)
        return status;
    status = fr_tallies_read(results, &tallies, error);
    if (status == FR_OK) {
        status = print_tables(file, &tallies, &decision->answer);
        fr_tallies_release(&tallies);
        if (status != FR_OK)
            (void)fr_fail(error, status, "no memory for the export");
    }
    fr_decision_release(decision);
    return status;
}
