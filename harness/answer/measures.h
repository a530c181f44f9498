/* The figures of every racer on every map, by quantity: what the answer weighs.
 *
 * Here, a map means a course: a map with its click set. All figures are about a map's clicks of
 * class detour, or of class direct if it has no detours. Figures can also be computed from a
 * resample, which draws a map's rounds, then their passes, then clicks, the same for all racers (T.
 * Kalibera and R. Jones, "Rigorous Benchmarking in Reasonable Time", ISMM 2013). */
#ifndef FOOTRACE_HARNESS_ANSWER_MEASURES_H
#define FOOTRACE_HARNESS_ANSWER_MEASURES_H

#include "harness/answer/evidence.h"
#include "harness/answer/situation.h"
#include "maps/random.h"

/* Besides the quantities: the median of the steady queries, and the load time of a saved state. */
enum { FR_STEADY_QUERY = FR_QUANTITIES, FR_LOAD_SAVED, FR_MEASURES };

struct fr_measures {
    int maps, racers;
    double (*at)[FR_MEASURES]; /* by map, then racer; NAN: unknown from the rows */
};

/* A quantity in a situation, considering its queries per frame, machine and saved states. */
double fr_measured(const struct fr_measures *measures, const struct fr_situation *situation,
                   int map, int racer, int quantity);

/* Computes figures from rows. Opaque. */
struct fr_gauge;

/* Borrows evidence. slow_percent: which percentile the slow query is. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_gauge_create(const struct fr_evidence *evidence, double slow_percent,
                                           struct fr_gauge **gauge);

/* FR_OK and measures that the caller releases, all NAN; or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_measures_create(const struct fr_evidence *evidence,
                                              struct fr_measures *measures);

/* Fills in the figures of one map for the selected racers. random: from a resample; NULL: from the
 * rows themselves. */
void fr_gauge_read(struct fr_gauge *gauge, int map, const bool racers[FR_MAX_RACERS],
                   struct fr_random *random, struct fr_measures *measures);

/* The number of samples that a resample of all maps draws for one racer. */
size_t fr_gauge_samples(const struct fr_gauge *gauge);

void fr_gauge_release(struct fr_gauge *gauge);          /* accepts NULL */
void fr_measures_release(struct fr_measures *measures); /* accepts all-zero measures */

#endif
