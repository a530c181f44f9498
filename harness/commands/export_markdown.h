/* Exports results as Markdown, for pull requests: a table for each map, with racers in the order of
 * the ranking (harness/answer/ranking.h). */
#ifndef FOOTRACE_HARNESS_COMMANDS_EXPORT_MARKDOWN_H
#define FOOTRACE_HARNESS_COMMANDS_EXPORT_MARKDOWN_H

#include "harness/results/export.h"

fr_exporter fr_export_markdown;

#endif
