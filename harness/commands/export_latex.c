#include "harness/commands/export_markdown.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/units.h"
#include "harness/base/utf8.h"

/* A character that LaTeX reads as a command is escaped. */
static void print_text(FILE *file, const char *text)
{
    for (size_t control; *text; text += control ? control : 1) {
        control = fr_utf8_control_length(text);
        if (control)
            fputc('?', file);
        else if (*text == '\\')
            fputs("\\textbackslash{}", file);
        else if (strchr("~^", *text))
            fprintf(file, "\\%c{}", *text);
        else if (strchr("&%$#_{}", *text))
            fprintf(file, "\\%c", *text);
        else
            fputc(*text, file);
    }
}

/* "12.4 µs" as LaTeX writes the unit, with a space at which no line breaks. */
static void print_measured(FILE *file, const char *text)
{
    const char *unit = strchr(text, ' ');
    if (!unit) {
        fputs(" & --", file);
        return;
    }
    fprintf(file, " & %.*s~%s", (int)(unit - text), text,
            strcmp(unit, " µs") == 0 || strcmp(unit, " us") == 0 ? "$\\mu$s" : unit + 1);
}

static void print_time(FILE *file, double ns)
{
    char text[FR_UNIT_SIZE];
    print_measured(file, fr_format_time(ns, text));
}

static void print_ranked(FILE *file, const struct fr_final_answer *answer,
                         const struct fr_ranked *ranked)
{
    const struct fr_figures *figures = &answer->figures[ranked->racer];
    char text[FR_UNIT_SIZE];
    fprintf(file, "%d & \\textsuperscript{%s} & ", ranked->rank, ranked->letters);
    print_text(file, answer->evidence->racers.at[ranked->racer].algo);
    print_time(file, figures->median_ns);
    print_time(file, figures->median_low);
    print_time(file, figures->median_high);
    print_time(file, figures->slowest_ns);
    if (answer->evidence->events > 0)
        print_time(file, figures->change_ns);
    print_time(file, figures->prepare_ns);
    print_measured(file, fr_format_bytes(figures->held_bytes, text));
    if (isnan(figures->mean_ratio))
        fputs(" & --", file);
    else
        fprintf(file, " & %.2f", 100 * (figures->mean_ratio - 1));
    fprintf(file, " & %zu \\\\\n", figures->failures);
}

static void print_ranking(FILE *file, const struct fr_final_answer *answer,
                          const struct fr_ranking *ranking)
{
    const bool events = answer->evidence->events > 0;
    fprintf(file,
            "%% %zu detours on %zu maps. Back ends that share a letter show no difference.\n"
            "\\begin{tabular}{r@{}llrrrrrrrr%s}\n\\toprule\n"
            " & & back end & median & \\multicolumn{2}{c}{95\\,\\%% interval} & slowest%s & "
            "preparation "
            "& memory & extra length (\\%%) & failures \\\\\n\\midrule\n",
            answer->detours, answer->evidence->maps, events ? "r" : "",
            events ? " & after a change" : "");
    for (int i = 0; i < ranking->count; i++)
        print_ranked(file, answer, &ranking->at[i]);
    fputs("\\bottomrule\n\\end{tabular}\n", file);
}

/* A row for each racer, over all maps: $<$ if it is faster than the column's racer, $>$ if it is
 * slower, nothing if neither is shown. Columns have the same numbers as rows. */
static void print_pairs(FILE *file, const struct fr_final_answer *answer,
                        const struct fr_ranking *ranking)
{
    fputs("\n% Pairs over all maps: < where the row is faster than the column, > where it is "
          "slower.\n"
          "\\begin{tabular}{rl",
          file);
    for (int i = 0; i < ranking->count; i++)
        fputc('c', file);
    fputs("}\n\\toprule\n & ", file);
    for (int i = 0; i < ranking->count; i++)
        fprintf(file, " & %d", i + 1);
    fputs(" \\\\\n\\midrule\n", file);
    for (int i = 0; i < ranking->count; i++) {
        const int row = ranking->at[i].racer;
        fprintf(file, "%d & ", i + 1);
        print_text(file, answer->evidence->racers.at[row].algo);
        for (int j = 0; j < ranking->count; j++) {
            const int column = ranking->at[j].racer;
            fputs(ranking->faster.than[row][column]   ? " & $<$"
                  : ranking->faster.than[column][row] ? " & $>$"
                                                      : " & ",
                  file);
        }
        fputs(" \\\\\n", file);
    }
    fputs("\\bottomrule\n\\end{tabular}\n", file);
}

static enum fr_status print_tables(FILE *file, const struct fr_race_rows *race,
                                   const struct fr_final_answer *answer)
{
    struct fr_ranking *ranking = malloc(sizeof *ranking);
    const enum fr_status status = ranking ? fr_rank(answer, ranking) : FR_NO_MEMORY;
    (void)race;
    if (status == FR_OK) {
        print_ranking(file, answer, ranking);
        print_pairs(file, answer, ranking);
    }
    free(ranking);
    return status;
}

enum fr_status fr_export_latex(struct fr_results *results, FILE *file, struct fr_error *error)
{
    return fr_export_ranked(results, file, print_tables, error);
}
