/* Reading a path off a distance field. */
#ifndef FOOTRACE_ALGORITHMS_STEPS_TRACE_H
#define FOOTRACE_ALGORITHMS_STEPS_TRACE_H

#include <stdbool.h>

#include "algorithms/steps/field.h"

/* From the field's start downhill to its goal, one pixel a waypoint: left, right, up or down, the
 * first that is a step nearer. With fold, a step left or right is joined with one up or down where
 * both are a step nearer and the diagonal is two. FR_FOUND, or FR_OUT_OF_MEMORY. */
enum fr_outcome flood_trace(const struct flood_field *field, bool fold, struct fr_path *path);

#endif
