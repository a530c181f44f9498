#include "harness/statistics/student.h"

#include <math.h>

enum { MOST_TERMS = 1000, HALVINGS = 200 };

/* From here on the normal distribution is accurate to seven digits. */
#define NORMAL_FREEDOM 1e7

/* The continued fraction of the incomplete beta function (Abramowitz and Stegun, Handbook of
 * Mathematical Functions, 1964, 26.5.8), by Lentz's method: ratios of successive numerators and of
 * successive denominators. */
static double beta_fraction(double a, double b, double x)
{
    double value = 1, above = 1, below = 0;
    for (int i = 1; i <= MOST_TERMS; i++) {
        const double m = floor(i / 2.0);
        const double term = i % 2 ? -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
                                  : m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
        below = 1 / (1 + term * below);
        above = 1 + term / above;
        value *= above * below;
        if (fabs(above * below - 1) < 1e-15)
            break;
    }
    return 1 / value;
}

/* The regularized incomplete beta function; the fraction converges fast below the mean. */
static double beta(double a, double b, double x)
{
    if (x <= 0 || x >= 1)
        return x <= 0 ? 0 : 1;
    const double front = exp(a * log(x) + b * log1p(-x) + lgamma(a + b) - lgamma(a) - lgamma(b));
    return x < (a + 1) / (a + b + 2) ? front * beta_fraction(a, b, x) / a
                                     : 1 - front * beta_fraction(b, a, 1 - x) / b;
}

double fr_student_tails(double t, double freedom)
{
    if (freedom >= NORMAL_FREEDOM)
        return erfc(fabs(t) / sqrt(2));
    return beta(freedom / 2, 0.5, freedom / (freedom + t * t));
}

double fr_student_bound(double chance, double freedom)
{
    double low = 0, high = 1;
    while (fr_student_tails(high, freedom) > chance && high < 1e300)
        high *= 2;
    for (int i = 0; i < HALVINGS && high - low > 1e-12 * high; i++) {
        const double middle = (low + high) / 2;
        *(fr_student_tails(middle, freedom) > chance ? &low : &high) = middle;
    }
    return (low + high) / 2;
}
