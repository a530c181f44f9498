#include "harness/race/standings.h"

#include <math.h>
#include <string.h>

#include "harness/judge/optimum.h"
#include "harness/statistics/quantiles.h"

/* `count` times NAN; NULL if out of memory, or if `count` is 0. */
static double *unknown(size_t count, const struct fr_allocator *allocator)
{
    double *values = fr_allocate(allocator, count, sizeof *values);
    for (size_t i = 0; i < count && values; i++)
        values[i] = (double)NAN;
    return values;
}

/* How many sample lists, and how many arrays by entry, a standing has. */
enum { SAMPLE_KINDS = FR_CLASSES + 3, ENTRY_KINDS = 6 };

static void list_samples(struct fr_standing *standing, struct fr_samples *kinds[SAMPLE_KINDS])
{
    for (int class = 0; class < FR_CLASSES; class ++)
        kinds[class] = &standing->played[class];
    kinds[FR_CLASSES] = &standing->after_event;
    kinds[FR_CLASSES + 1] = &standing->prepares;
    kinds[FR_CLASSES + 2] = &standing->updates;
}

static size_t most_samples(const struct fr_standings *standings, int kind)
{
    const size_t rounds = (size_t)standings->rounds;
    return kind == FR_CLASSES + 1   ? rounds
           : kind == FR_CLASSES + 2 ? standings->clicks * rounds
                                    : standings->clicks;
}

static void list_entries(struct fr_standing *standing, double **kinds[ENTRY_KINDS])
{
    kinds[0] = &standing->lengths;
    kinds[1] = &standing->ns;
    kinds[2] = &standing->first_ns;
    kinds[3] = &standing->update_ns;
    kinds[4] = &standing->steady_ns;
    kinds[5] = &standing->looks;
}

static bool create_standing(const struct fr_standings *standings, struct fr_standing *standing)
{
    struct fr_samples *samples[SAMPLE_KINDS];
    double **entries[ENTRY_KINDS];
    bool whole = true;
    standing->prepare_ns = (double)NAN;
    standing->peak_bytes = standing->held_bytes = standing->saved_bytes = -1;
    standing->load_ns = (double)NAN;
    list_samples(standing, samples);
    for (int kind = 0; kind < SAMPLE_KINDS; kind++) {
        const size_t most = most_samples(standings, kind);
        samples[kind]->ns = fr_allocate(standings->allocator, most, sizeof *samples[kind]->ns);
        whole = whole && (most == 0 || samples[kind]->ns);
    }
    list_entries(standing, entries);
    for (int kind = 0; kind < ENTRY_KINDS; kind++) {
        *entries[kind] = unknown(standings->clicks, standings->allocator);
        whole = whole && (standings->clicks == 0 || *entries[kind]);
    }
    return whole;
}

enum fr_status fr_standings_create(int racers, size_t clicks, int rounds,
                                   const struct fr_allocator *allocator,
                                   struct fr_standings *standings)
{
    memset(standings, 0, sizeof *standings);
    standings->racers = racers;
    standings->clicks = clicks;
    standings->rounds = rounds;
    standings->allocator = allocator;
    standings->course_count = 1;
    standings->optima = unknown(clicks, allocator);
    standings->classes = fr_allocate(allocator, clicks, sizeof *standings->classes);
    bool whole = clicks == 0 || (standings->optima && standings->classes);
    for (size_t i = 0; i < clicks && standings->classes; i++)
        standings->classes[i] = FR_CLASS_DETOUR;
    for (int i = 0; i < racers; i++)
        whole = create_standing(standings, &standings->at[i]) && whole;
    if (!whole)
        fr_standings_release(standings);
    return whole ? FR_OK : FR_NO_MEMORY;
}

static size_t sample_count(const struct fr_standings *standings)
{
    return (size_t)standings->racers * standings->clicks * (size_t)standings->rounds *
           (size_t)standings->passes;
}

enum fr_status fr_standings_keep_samples(struct fr_standings *standings, int passes)
{
    standings->passes = passes;
    standings->samples = unknown(sample_count(standings), standings->allocator);
    standings->waited = unknown(sample_count(standings), standings->allocator);
    return (standings->samples && standings->waited) || sample_count(standings) == 0 ? FR_OK
                                                                                     : FR_NO_MEMORY;
}

static size_t first_sample(const struct fr_standings *standings, int racer, size_t click)
{
    const size_t each = (size_t)standings->rounds * (size_t)standings->passes;
    return ((size_t)racer * standings->clicks + click) * each;
}

double *fr_standings_samples(const struct fr_standings *standings, int racer, size_t click)
{
    return standings->samples + first_sample(standings, racer, click);
}

double *fr_standings_waited(const struct fr_standings *standings, int racer, size_t click)
{
    return standings->waited + first_sample(standings, racer, click);
}

void fr_standings_take_optima(struct fr_standings *standings, const double *optima)
{
    for (size_t i = 0; i < standings->clicks; i++)
        standings->optima[i] = optima[i];
}

bool fr_standings_ranked(const struct fr_standings *standings, size_t click)
{
    if (standings->classes[click] == FR_CLASS_DETOUR)
        return true;
    for (size_t i = 0; i < standings->clicks; i++)
        if (standings->classes[i] == FR_CLASS_DETOUR)
            return false;
    return standings->classes[click] == FR_CLASS_DIRECT;
}

size_t fr_standings_common(const struct fr_standings *standings, int one, int other)
{
    const double *a = standings->at[one].ns, *b = standings->at[other].ns;
    size_t count = 0;
    for (size_t i = 0; i < standings->clicks; i++)
        count += !isnan(a[i]) && !isnan(b[i]) && fr_standings_ranked(standings, i);
    return count;
}

double fr_change_cost(const struct fr_standing *standing, size_t click)
{
    double cost = standing->first_ns[click];
    size_t event = click;
    while (event > 0 && !isnan(standing->update_ns[event - 1]))
        cost += standing->update_ns[--event];
    return event < click ? cost : (double)NAN;
}

static void add_sample(struct fr_samples *samples, double ns)
{
    samples->ns[samples->count++] = ns;
}

void fr_standing_prepared(struct fr_standing *standing, const struct fr_reply *reply)
{
    standing->unsupported = reply->status == FR_REPLY_UNSUPPORTED;
    if (reply->status != FR_REPLY_ANSWERED)
        return;
    add_sample(&standing->prepares, fr_load_ns(reply->ns, reply->ns_first));
    fr_sort(standing->prepares.ns, standing->prepares.count);
    standing->prepare_ns = fr_median(standing->prepares.ns, standing->prepares.count);
    standing->load_ns = fr_load_saved_ns(reply);
    standing->saved_bytes = reply->saved_bytes;
    if (reply->live_bytes > standing->held_bytes)
        standing->held_bytes = reply->live_bytes;
    if (reply->peak_bytes > standing->peak_bytes)
        standing->peak_bytes = reply->peak_bytes;
}

const char *const fr_failure_names[FR_FAILURES] = {
    [FR_FAILURE_TIMEOUT] = "timeout",
    [FR_FAILURE_CRASH] = "crash",
    [FR_FAILURE_MEMORY] = "memory",
    [FR_FAILURE_LIMIT] = "limit",
    [FR_FAILURE_SHORT] = "short",
    [FR_FAILURE_INVALID] = "invalid",
    [FR_FAILURE_FALSE_UNREACHABLE] = "false-unreachable",
    [FR_FAILURE_NONDETERMINISTIC] = "nondeterministic",
    [FR_FAILURE_CLOCK] = "clock"};

/* Counts an outcome or a verdict; returns whether it is a failure. */
static bool note_failure(struct fr_standing *standing, const char *word)
{
    for (int i = 0; i < FR_FAILURES && word; i++)
        if (strcmp(word, fr_failure_names[i]) == 0) {
            standing->failures[i]++;
            return true;
        }
    return false;
}

static void take_samples(const struct fr_standings *standings, int racer, size_t click,
                         const struct fr_click_row *row, int rounds, int passes)
{
    double *samples = fr_standings_samples(standings, racer, click);
    double *waited = fr_standings_waited(standings, racer, click);
    const size_t most = (size_t)rounds * (size_t)passes;
    for (size_t i = 0; i < row->played.count && i < most; i++) {
        const size_t place = i / (size_t)passes * (size_t)standings->passes + i % (size_t)passes;
        samples[place] = row->played.at[i];
        if (i < row->waited.count && row->waited.at[i] > 0)
            waited[place] = row->waited.at[i];
    }
}

void fr_standings_take_row(struct fr_standings *standings, int racer, size_t click,
                           const struct fr_click_row *row, int rounds, int passes)
{
    struct fr_standing *standing = &standings->at[racer];
    const struct fr_recorded_click past = fr_recorded_click_of(row);
    const enum fr_click_class class = standings->classes[click];
    if (standings->samples)
        take_samples(standings, racer, click, row, rounds, passes);
    standing->clicks++;
    const bool gave_up =
        !note_failure(standing, row->verdict) && note_failure(standing, row->outcome);
    standing->excluded = past.excluded != FR_EXCLUDED_NOT ? past.excluded : standing->excluded;
    standing->remembers = standing->excluded != FR_EXCLUDED_NOT;
    if (!past.answered || gave_up)
        return;
    if (!isnan(row->ns_played))
        add_sample(&standing->played[class], row->ns_played);
    if (!isnan(row->ns_after_event))
        add_sample(&standing->after_event, row->ns_after_event);
    standing->ns[click] = row->ns_played;
    standing->first_ns[click] = row->ns_after_event;
    if (past.reply.answer.outcome != FR_FOUND)
        return;
    standing->found++;
    standing->any_angle += past.judgement.any_angle;
    standing->illegal += past.judgement.any_angle && !past.judgement.valid_any_angle;
    if (fr_verdict_passes(past.judgement.verdict))
        standing->lengths[click] = row->length;
}

void fr_standing_updated(struct fr_standing *standing, size_t entry, const struct fr_reply *reply,
                         int survives)
{
    standing->under_way += survives >= 0;
    standing->surviving += survives == 1;
    (void)note_failure(standing, fr_outcome_name(reply));
    if (reply->status != FR_REPLY_ANSWERED || isnan(reply->ns))
        return;
    add_sample(&standing->updates, reply->ns);
    standing->update_ns[entry] = reply->ns;
}

/* The shortest valid length of a click; NAN if there is none. */
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

double fr_standings_yardstick(const struct fr_standings *standings, size_t click, bool optimal)
{
    return optimal ? standings->optima[click] : shortest(standings, click);
}

double fr_standings_length_ratio(const struct fr_standings *standings, int racer)
{
    const bool optimal = fr_standings_known_optima(standings) > 0;
    double sum = 0;
    size_t count = 0;
    for (size_t i = 0; i < standings->clicks; i++) {
        const double ratio = fr_optimum_ratio(standings->at[racer].lengths[i],
                                              fr_standings_yardstick(standings, i, optimal));
        if (isnan(ratio))
            continue;
        sum += ratio;
        count++;
    }
    return count > 0 ? sum / (double)count : (double)NAN;
}

static void release_standing(const struct fr_standings *standings, struct fr_standing *standing)
{
    struct fr_samples *samples[SAMPLE_KINDS];
    double **entries[ENTRY_KINDS];
    list_samples(standing, samples);
    for (int kind = 0; kind < SAMPLE_KINDS; kind++) {
        fr_deallocate(standings->allocator, samples[kind]->ns, most_samples(standings, kind),
                      sizeof *samples[kind]->ns);
        samples[kind]->ns = NULL;
    }
    list_entries(standing, entries);
    for (int kind = 0; kind < ENTRY_KINDS; kind++) {
        fr_deallocate(standings->allocator, *entries[kind], standings->clicks, sizeof(double));
        *entries[kind] = NULL;
    }
}

void fr_standings_release(struct fr_standings *standings)
{
    for (int i = 0; i < standings->racers; i++)
        release_standing(standings, &standings->at[i]);
    fr_deallocate(standings->allocator, standings->optima, standings->clicks, sizeof(double));
    fr_deallocate(standings->allocator, standings->classes, standings->clicks,
                  sizeof *standings->classes);
    fr_deallocate(standings->allocator, standings->samples, sample_count(standings),
                  sizeof(double));
    fr_deallocate(standings->allocator, standings->waited, sample_count(standings), sizeof(double));
    fr_deallocate(standings->allocator, standings->courses, standings->clicks, sizeof(int));
    standings->optima = NULL;
    standings->racers = 0; /* no racer's results are left to print */
    standings->classes = NULL;
    standings->samples = standings->waited = NULL;
    standings->courses = NULL;
}
