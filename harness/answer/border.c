#include "harness/answer/border.h"

#include <math.h>

#define STEP 0.25 /* doublings per step of the search */
#define FARTHEST 6.0

static double *setting_of(struct fr_situation *situation, int quantity)
{
    return quantity == FR_BY_QUERIES ? &situation->queries_per_frame
                                     : &situation->thresholds[quantity];
}

static bool is_here(const struct fr_border_search *search, int leads)
{
    return leads == search->here[0] || leads == search->here[1];
}

static int leads_at(const struct fr_border_search *search, int quantity, double value)
{
    struct fr_situation situation = *search->situation;
    *setting_of(&situation, quantity) = value;
    return search->leads_in(search->context, &situation);
}

/* The value rounded to two digits, away from the current value. */
static double rounded(double value, bool above)
{
    const double unit = pow(10, floor(log10(value)) - 1);
    return (above ? ceil(value / unit - 1e-9) : floor(value / unit + 1e-9)) * unit;
}

/* Searches in one direction, by at most `farthest` doublings. */
static bool look(const struct fr_border_search *search, int quantity, bool above, double farthest,
                 struct fr_border *border)
{
    struct fr_situation now = *search->situation;
    const double from = *setting_of(&now, quantity), sign = above ? 1 : -1;
    for (double steps = STEP; steps <= farthest; steps += STEP) {
        double near = steps - STEP, far = steps;
        const int leads_there = leads_at(search, quantity, from * exp2(sign * far));
        if (leads_there < 0) /* every racer exceeds a limit */
            return false;
        if (is_here(search, leads_there))
            continue;
        while (far - near > 0.01) {
            const double middle = (near + far) / 2;
            const int leads = leads_at(search, quantity, from * exp2(sign * middle));
            *(is_here(search, leads) ? &near : &far) = middle;
        }
        double value = rounded(from * exp2(sign * far), above);
        if (quantity == FR_BY_QUERIES)
            value = ceil(value);
        const int leads = leads_at(search, quantity, value);
        if (leads < 0 || is_here(search, leads))
            continue;
        *border = (struct fr_border){quantity, value, above, leads};
        return true;
    }
    return false;
}

struct fr_border fr_border_nearest(const struct fr_border_search *search)
{
    struct fr_border nearest = {.quantity = -1};
    double farthest = FARTHEST;
    for (int i = 0; i <= FR_QUANTITIES; i++)
        for (int above = 0; above < 2; above++) {
            struct fr_situation now = *search->situation;
            const bool sought =
                i == FR_BY_QUERIES ? above && search->steady_known : search->weighing->counts[i];
            if (i == FR_SPEED || !sought || !look(search, i, above, farthest, &nearest))
                continue;
            farthest = fabs(log2(nearest.value / *setting_of(&now, i)));
        }
    return nearest;
}
