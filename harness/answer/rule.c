#include "harness/answer/rule.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const struct fr_margins fr_usual_margins = {1.1, 0.1, 99};

bool fr_is_smaller(const struct fr_evidence *evidence, int one, int other)
{
    const int64_t mine = evidence->object_bytes[one], theirs = evidence->object_bytes[other];
    if (mine != theirs && mine > 0 && theirs > 0)
        return mine < theirs;
    return strcmp(evidence->racers.at[one].algo, evidence->racers.at[other].algo) < 0;
}

bool fr_map_counts(const struct fr_measures *measures, int map, const bool eligible[FR_MAX_RACERS])
{
    for (int i = 0; i < measures->racers; i++)
        if (eligible[i] && isnan(measures->at[map * measures->racers + i][FR_SPEED]))
            return false;
    return true;
}

/* Whether every remaining racer has a quantity on a map. */
static bool counts_on(const struct fr_measures *measures, const struct fr_situation *situation,
                      int map, int quantity, const bool eligible[FR_MAX_RACERS])
{
    for (int i = 0; i < measures->racers; i++)
        if (eligible[i] && isnan(fr_measured(measures, situation, map, i, quantity)))
            return false;
    return true;
}

static bool is_share(int quantity)
{
    const enum fr_quantity_unit unit = fr_quantities[quantity].unit;
    return unit == FR_OF_LENGTH || unit == FR_OF_PATHS;
}

/* Adds a quantity on one map to the sums. */
static void add(const struct fr_measures *measures, int map, int quantity, int times,
                const struct fr_situation *situation, const bool eligible[FR_MAX_RACERS],
                struct fr_weighing *weighing)
{
    const double threshold = situation->thresholds[quantity];
    weighing->counts[quantity] = true;
    for (int i = 0; i < measures->racers; i++) {
        const double value = fr_measured(measures, situation, map, i, quantity);
        if (!eligible[i])
            continue;
        weighing->points[i][quantity] += times * log2(fmax(1, value / threshold));
        weighing->mean[i][quantity] += times * (is_share(quantity) ? value : log(fmax(value, 1)));
    }
}

/* Computes the means over all maps. */
static void sum_up(const struct fr_measures *measures, const int *times,
                   const struct fr_situation *situation, const bool eligible[FR_MAX_RACERS],
                   struct fr_weighing *weighing)
{
    int every = 0, counted[FR_QUANTITIES] = {0};
    for (int map = 0; map < measures->maps; map++) {
        const int mine = times ? times[map] : 1;
        if (mine == 0 || !fr_map_counts(measures, map, eligible))
            continue;
        every += mine;
        for (int j = 0; j < FR_QUANTITIES; j++)
            if (counts_on(measures, situation, map, j, eligible)) {
                add(measures, map, j, mine, situation, eligible, weighing);
                counted[j] += mine;
            }
    }
    for (int i = 0; i < measures->racers; i++)
        for (int j = 0; j < FR_QUANTITIES; j++) {
            weighing->points[i][j] /= every > 0 ? every : 1;
            weighing->penalty[i] += weighing->points[i][j];
            const double mean = weighing->mean[i][j] / counted[j];
            weighing->mean[i][j] = !eligible[i] || counted[j] == 0 ? (double)NAN
                                   : is_share(j)                   ? mean
                                                                   : exp(mean);
        }
}

/* Removes racers that are not close enough to the best in a quantity. */
static void prefer(enum fr_quantity quantity, int racers, double within, double threshold,
                   struct fr_weighing *weighing)
{
    const double least =
        fr_quantities[quantity].unit == FR_OF_LENGTH ? FR_LEAST_PART * threshold : 1;
    double best = (double)INFINITY;
    for (int i = 0; i < racers; i++)
        if (weighing->place[i] == FR_HEAVIER)
            best = fmin(best, weighing->mean[i][quantity]);
    for (int i = 0; i < racers; i++)
        if (weighing->place[i] == FR_HEAVIER &&
            weighing->mean[i][quantity] > within * fmax(best, least)) {
            weighing->place[i] = FR_NOT_PREFERRED;
            weighing->lost_by[i] = quantity;
        }
}

int fr_pick(const struct fr_evidence *evidence, int racers, const bool remaining[FR_MAX_RACERS],
            const double penalty[FR_MAX_RACERS], double points)
{
    double least = (double)INFINITY;
    int leads = -1;
    for (int i = 0; i < racers; i++)
        if (remaining[i])
            least = fmin(least, penalty[i]);
    for (int i = 0; i < racers; i++)
        if (remaining[i] && penalty[i] <= least + points &&
            (leads < 0 || fr_is_smaller(evidence, i, leads)))
            leads = i;
    return leads;
}

static void lead(const struct fr_evidence *evidence, int racers, double points,
                 struct fr_weighing *weighing)
{
    bool remaining[FR_MAX_RACERS];
    double least = (double)INFINITY;
    for (int i = 0; i < racers; i++) {
        remaining[i] = weighing->place[i] == FR_HEAVIER;
        least = remaining[i] ? fmin(least, weighing->penalty[i]) : least;
    }
    weighing->leads = fr_pick(evidence, racers, remaining, weighing->penalty, points);
    for (int i = 0; i < racers; i++)
        if (remaining[i] && weighing->penalty[i] <= least + points)
            weighing->place[i] = i == weighing->leads ? FR_LEADS : FR_LARGER;
}

enum fr_status fr_scale_create(const struct fr_measures *measures,
                               const struct fr_situation *situation, int quantity,
                               const bool eligible[FR_MAX_RACERS], struct fr_scale *scale)
{
    const int racers = measures->racers;
    *scale = (struct fr_scale){.racers = racers,
                               .doublings = malloc(((size_t)measures->maps * (size_t)racers + 1) *
                                                   sizeof *scale->doublings)};
    if (!scale->doublings)
        return FR_NO_MEMORY;
    for (int map = 0; map < measures->maps; map++) {
        if (!fr_map_counts(measures, map, eligible))
            continue;
        scale->every++;
        if (!counts_on(measures, situation, map, quantity, eligible))
            continue;
        for (int i = 0; i < racers; i++)
            scale->doublings[scale->maps * racers + i] =
                log2(fr_measured(measures, situation, map, i, quantity));
        scale->maps++;
    }
    return FR_OK;
}

double fr_scale_points(const struct fr_scale *scale, int racer, double threshold)
{
    double sum = 0;
    for (int map = 0; map < scale->maps; map++)
        sum += fmax(0, scale->doublings[map * scale->racers + racer] - threshold);
    return sum / (scale->every > 0 ? scale->every : 1);
}

void fr_weigh(const struct fr_measures *measures, const int *times,
              const struct fr_situation *situation, const struct fr_evidence *evidence,
              const bool eligible[FR_MAX_RACERS], const struct fr_margins *margins,
              struct fr_weighing *weighing)
{
    memset(weighing, 0, sizeof *weighing);
    weighing->leads = -1;
    for (int i = 0; i < measures->racers; i++)
        weighing->place[i] = eligible[i] ? FR_HEAVIER : FR_NOT_ELIGIBLE;
    sum_up(measures, times, situation, eligible, weighing);
    for (int i = 0; i < situation->count; i++)
        if (weighing->counts[situation->preferences[i]])
            prefer(situation->preferences[i], measures->racers, margins->within,
                   situation->thresholds[situation->preferences[i]], weighing);
    lead(evidence, measures->racers, margins->points, weighing);
}
