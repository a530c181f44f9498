/* What charts and the report show about a racer beyond its figures: its medians on each course, for
 * clicks of other classes, around changes, and by distance. Only answered clicks count. */
#ifndef FOOTRACE_HARNESS_ANSWER_CHART_FIGURES_H
#define FOOTRACE_HARNESS_ANSWER_CHART_FIGURES_H

#include "harness/answer/answer.h"
#include "harness/base/json_line.h"

/* Adds to a racer's entry of the ranking:
 *
 *     maps       for each course: map, ns_median, ns_prepare, held_bytes, peak_bytes, and distances:
 *                [pixels, ns] of the median click in bins of equal size, the nearest clicks first
 *     classes    ns of clicks that are not ranked, by class: geometric means of courses' medians
 *     ns_first   the median first query after a change; ns_again: of the same clicks, repeated
 *     far_near   time of the farthest third of clicks / that of the nearest; median over courses
 *
 * A click's distance is the length that its paths are compared with. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_chart_figures_describe(const struct fr_final_answer *answer,
                                                     int racer, cJSON *entry);

#endif
