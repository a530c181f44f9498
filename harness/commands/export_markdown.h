/* Exports results as tables, with racers in the order of the ranking (harness/answer/ranking.h). */
#ifndef FOOTRACE_HARNESS_COMMANDS_EXPORT_MARKDOWN_H
#define FOOTRACE_HARNESS_COMMANDS_EXPORT_MARKDOWN_H

#include "harness/answer/ranking.h"
#include "harness/results/export.h"
#include "harness/results/race_rows.h"

/* Markdown, for pull requests: a table for each map. */
fr_exporter fr_export_markdown;

/* LaTeX, for articles: the ranking over all maps, and which pairs differ. The tables need the
 * package booktabs. */
fr_exporter fr_export_latex;

/* Prints a race with the answer to its rows; FR_OK or FR_NO_MEMORY. */
typedef enum fr_status fr_ranked_printer(FILE *file, const struct fr_race_rows *race,
                                         const struct fr_final_answer *answer);

/* Reads all rows, decides, and prints. Returns what fr_exporter does. */
FR_MUST_USE enum fr_status fr_export_ranked(struct fr_results *results, FILE *file,
                                            fr_ranked_printer *print, struct fr_error *error);

#endif
