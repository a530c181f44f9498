/* Sums of lengths that come out alike whatever the compiler.
 *
 * Where registers are wider than a double (x87), a sum has more digits until it is stored, and when
 * that is, the compiler decides: of two ways that are as long, now one and now the other would be
 * the shorter. What is compared passes through here first. Elsewhere this is nothing. */
#ifndef FOOTRACE_MAPS_ROUNDED_H
#define FOOTRACE_MAPS_ROUNDED_H

#include <float.h>

static inline double fr_rounded(double value)
{
#if defined(FLT_EVAL_METHOD) && FLT_EVAL_METHOD == 0
    return value;
#else
    const volatile double stored = value;
    return stored;
#endif
}

#endif
