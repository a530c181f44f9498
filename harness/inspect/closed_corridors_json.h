/* Closed corridors as JSON. */
#ifndef FOOTRACE_HARNESS_INSPECT_CLOSED_CORRIDORS_JSON_H
#define FOOTRACE_HARNESS_INSPECT_CLOSED_CORRIDORS_JSON_H

#include "harness/base/json_line.h"
#include "harness/clicks/closed_corridors.h"

/* An array of the reported corridors: objects with at, width, passes_radius, cuts_off and
 * clicks. */
cJSON *fr_closed_corridors_json(const struct fr_closed_corridors *corridors);

#endif
