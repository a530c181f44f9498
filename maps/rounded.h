/* Sums of lengths that are equal with all compilers.
 *
 * Where registers are wider than a double (x87), a sum has extra digits until the compiler happens
 * to store it; of two equally long paths, either could then seem the shorter. Lengths that are
 * compared are rounded first. On other machines rounding does nothing. */
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
