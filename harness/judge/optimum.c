#include "harness/judge/optimum.h"

#include <math.h>

#define TOLERANCE 1e-9

double fr_optimum_ratio(double length, double optimum)
{
    if (isnan(length) || isnan(optimum))
        return (double)NAN;
    return optimum > 0 ? length / optimum : 1;
}

bool fr_optimum_beaten(bool valid_any_angle, double length, double optimum)
{
    return valid_any_angle && length < optimum * (1 - TOLERANCE);
}
