#include "harness/race/standings.h"

#include <math.h>
#include <string.h>

#include "harness/judge/optimum.h"

/* count times NAN; NULL where there is no memory, or count is 0. */
static double *unknown(size_t count, const struct fr_allocator *allocator)
{
    double *values = fr_allocate(allocator, count, sizeof *values);
    for (size_t i = 0; i < count && values; i++)
        values[i] = (double)NAN;
    return values;
}

enum fr_status fr_standings_create(int racers, size_t clicks, const struct fr_allocator *allocator,
                                   struct fr_standings *standings)
{
    memset(standings, 0, sizeof *standings);
    standings->racers = racers;
    standings->clicks = clicks;
    standings->allocator = allocator;
    standings->optima = unknown(clicks, allocator);
    bool whole = clicks == 0 || standings->optima;
    for (int i = 0; i < racers; i++) {
        struct fr_standing *standing = &standings->at[i];
        standing->prepare_ns = (double)NAN;
        standing->peak_bytes = -1;
        struct fr_samples *const samples[] = {&standing->warm, &standing->updates,
                                              &standing->after_event};
        for (int kind = 0; kind < 3; kind++) {
            samples[kind]->ns = fr_allocate(allocator, clicks, sizeof *samples[kind]->ns);
            whole = whole && (clicks == 0 || samples[kind]->ns);
        }
        double **const by_entry[] = {&standing->lengths, &standing->ns, &standing->first_ns,
                                     &standing->update_ns};
        for (int kind = 0; kind < 4; kind++) {
            *by_entry[kind] = unknown(clicks, allocator);
            whole = whole && (clicks == 0 || *by_entry[kind]);
        }
    }
    if (!whole)
        fr_standings_release(standings);
    return whole ? FR_OK : FR_NO_MEMORY;
}

void fr_standings_take_optima(struct fr_standings *standings, const double *optima)
{
    for (size_t i = 0; i < standings->clicks; i++)
        standings->optima[i] = optima[i];
}

void fr_standing_prepared(struct fr_standing *standing, const struct fr_reply *reply)
{
    const bool done = reply->fate == FR_FATE_ANSWERED;
    standing->prepare_ns = done ? reply->ns : (double)NAN;
    standing->peak_bytes = done ? reply->peak_bytes : -1;
    standing->unsupported = reply->fate == FR_FATE_UNSUPPORTED;
}

static void note_failure(struct fr_standing *standing, const struct fr_reply *reply,
                         const struct fr_judgement *judgement)
{
    static const int by_fate[] = {[FR_FATE_ANSWERED] = -1,
                                  [FR_FATE_UNSUPPORTED] = -1,
                                  [FR_FATE_TIMEOUT] = FR_FAILURE_TIMEOUT,
                                  [FR_FATE_CRASH] = FR_FAILURE_CRASH,
                                  [FR_FATE_MEMORY] = FR_FAILURE_MEMORY,
                                  [FR_FATE_STOPPED] = -1};
    static const int by_verdict[] = {[FR_VERDICT_NONE] = -1,
                                     [FR_VERDICT_OK] = -1,
                                     [FR_VERDICT_SHORT] = FR_FAILURE_SHORT,
                                     [FR_VERDICT_INVALID] = FR_FAILURE_INVALID,
                                     [FR_VERDICT_FALSE_UNREACHABLE] = FR_FAILURE_FALSE_UNREACHABLE,
                                     [FR_VERDICT_NONDETERMINISTIC] = FR_FAILURE_NONDETERMINISTIC};
    int failure = by_fate[reply->fate];
    if (reply->fate == FR_FATE_ANSWERED && judgement)
        failure = by_verdict[judgement->verdict];
    if (failure < 0 && reply->fate == FR_FATE_ANSWERED && reply->measurement.outcome == FR_LIMIT)
        failure = FR_FAILURE_LIMIT;
    if (failure >= 0)
        standing->failures[failure]++;
}

static void add_sample(struct fr_samples *samples, double ns)
{
    samples->ns[samples->count++] = ns;
}

void fr_standing_clicked(struct fr_standing *standing, size_t click, const struct fr_reply *reply,
                         const struct fr_judgement *judgement)
{
    const struct fr_measurement *measured = &reply->measurement;
    standing->clicks++;
    note_failure(standing, reply, judgement);
    if (reply->fate != FR_FATE_ANSWERED)
        return;
    if (reply->peak_bytes > standing->peak_bytes)
        standing->peak_bytes = reply->peak_bytes;
    if (measured->deterministic && measured->repeats > 0) {
        add_sample(&standing->warm, measured->ns_median);
        standing->ns[click] = measured->ns_median;
    }
    if (measured->outcome != FR_FOUND || !judgement)
        return;
    standing->found++;
    standing->any_angle += judgement->any_angle;
    standing->illegal += judgement->any_angle && !judgement->valid_any_angle;
    if (judgement->verdict == FR_VERDICT_OK)
        standing->lengths[click] = judgement->length;
}

void fr_standing_updated(struct fr_standing *standing, size_t event, const struct fr_reply *reply)
{
    if (reply->fate != FR_FATE_ANSWERED || isnan(reply->ns))
        return;
    add_sample(&standing->updates, reply->ns);
    standing->update_ns[event] = reply->ns;
}

void fr_standing_clicked_after_event(struct fr_standing *standing, size_t click,
                                     const struct fr_reply *reply)
{
    if (reply->fate != FR_FATE_ANSWERED || !reply->measurement.deterministic)
        return;
    add_sample(&standing->after_event, reply->measurement.ns_first);
    standing->first_ns[click] = reply->measurement.ns_first;
}

/* The shortest valid length of a click; NAN when nobody found one. */
static double shortest(const struct fr_standings *standings, size_t click)
{
    double best = (double)NAN;
    for (int i = 0; i < standings->racers; i++)
        best = fmin(best, standings->at[i].lengths[click]);
    return best;
}

size_t fr_standings_known_optima(const struct fr_standings *standings)
{
    size_t known = 0;
    for (size_t i = 0; i < standings->clicks; i++)
        known += isnan(standings->optima[i]) ? 0 : 1;
    return known;
}

double fr_standings_yardstick(const struct fr_standings *standings, size_t click)
{
    return fr_standings_known_optima(standings) > 0 ? standings->optima[click]
                                                    : shortest(standings, click);
}

double fr_standings_length_ratio(const struct fr_standings *standings, int racer)
{
    const bool optimal = fr_standings_known_optima(standings) > 0;
    double sum = 0;
    size_t count = 0;
    for (size_t i = 0; i < standings->clicks; i++) {
        const double best = optimal ? standings->optima[i] : shortest(standings, i);
        const double ratio = fr_optimum_ratio(standings->at[racer].lengths[i], best);
        if (isnan(ratio))
            continue;
        sum += ratio;
        count++;
    }
    return count > 0 ? sum / (double)count : (double)NAN;
}

void fr_standings_release(struct fr_standings *standings)
{
    for (int i = 0; i < standings->racers; i++) {
        struct fr_standing *standing = &standings->at[i];
        double **const arrays[] = {
            &standing->warm.ns,  &standing->updates.ns, &standing->after_event.ns,
            &standing->lengths,  &standing->ns,         &standing->first_ns,
            &standing->update_ns};
        for (int array = 0; array < 7; array++) {
            fr_deallocate(standings->allocator, *arrays[array], standings->clicks, sizeof(double));
            *arrays[array] = NULL;
        }
    }
    fr_deallocate(standings->allocator, standings->optima, standings->clicks, sizeof(double));
    standings->optima = NULL;
}
