/* Reads a path from a distance field. */
#ifndef FOOTRACE_ALGORITHMS_STEPS_TRACE_H
#define FOOTRACE_ALGORITHMS_STEPS_TRACE_H

#include <stdbool.h>

#include "algorithms/steps/field.h"

/* Appends the path from the field's start downhill to its goal, a waypoint for each pixel: left,
 * right, up or down, the first that is a step nearer. With fold, a step left or right is combined
 * with one up or down if both are a step nearer and the diagonal is two. FR_FOUND, or
 * FR_OUT_OF_MEMORY. */
enum fr_outcome flood_trace(const struct flood_field *field, bool fold, struct fr_path *path);

#endif
