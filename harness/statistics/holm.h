/* Holm's correction of p values for multiple comparisons.
 *
 * Source: S. Holm, "A Simple Sequentially Rejective Multiple Test Procedure", Scandinavian Journal
 * of Statistics 6, 1979. */
#ifndef FOOTRACE_HARNESS_STATISTICS_HOLM_H
#define FOOTRACE_HARNESS_STATISTICS_HOLM_H

#include <stddef.h>

#include "maps/status.h"

/* Adjusts `count` p values so that each can be compared with one level for all tests together.
 * FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_holm(double *p, size_t count);

#endif
