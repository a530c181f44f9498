/* Results as LaTeX, for papers: the one ranking over all maps (harness/answer/ranking.h), and a table of
 * pairs that says of each whether one is shown to be faster. It needs the package booktabs. */
#ifndef FOOTRACE_HARNESS_COMMANDS_EXPORT_LATEX_H
#define FOOTRACE_HARNESS_COMMANDS_EXPORT_LATEX_H

#include "harness/results/export.h"

fr_exporter fr_export_latex;

#endif
