#include "harness/race/shard.h"

#include <stdlib.h>

#define MOST_COST_US (INT64_C(1) << 36) /* 19 hours: sums of a race fit in 64 bits */

enum { OWN_COST = 1000 /* pixels' worth of starting a click */ };

enum fr_status fr_shard_read(const char *text, int *shard, int *shards, struct fr_error *error)
{
    char *slash, *end;
    const long part = strtol(text, &slash, 10);
    const long whole = *slash == '/' && slash != text ? strtol(slash + 1, &end, 10) : 0;
    if (whole < 1 || whole > FR_MOST_SHARDS || *end || part < 1 || part > whole)
        return fr_fail(error, FR_BAD_INPUT,
                       "--shard: '%s' found, expected I/N with I from 1 to N, N at most %d", text,
                       FR_MOST_SHARDS);
    *shard = (int)part;
    *shards = (int)whole;
    return FR_OK;
}

size_t fr_share_clicks(const struct fr_course *course, struct fr_share share)
{
    size_t count = 0;
    for (size_t i = share.first; i < share.last; i++)
        count += !course->resolved[i].event;
    return count;
}

static double cost_of_entry(const struct fr_course *course, size_t entry, double pixels)
{
    return course->resolved[entry].event ? OWN_COST : OWN_COST + pixels;
}

/* The shard, from 0, that the middle of an entry falls to. Whole numbers of shards and sums of
 * whole costs: every machine divides alike. */
static int shard_of(double before, double cost, double total, int shards)
{
    const int shard = (int)((before + cost / 2) / total * shards);
    return shard < shards ? shard : shards - 1;
}

void fr_shard_divide(const struct fr_course *courses, int count, int shard, int shards,
                     struct fr_share *shares)
{
    double total = 0, before = 0;
    for (int i = 0; i < count; i++) {
        const double pixels = (double)fr_map_walkable_count(courses[i].map);
        for (size_t j = 0; j < courses[i].set.count; j++)
            total += cost_of_entry(&courses[i], j, pixels);
    }
    for (int i = 0; i < count; i++) {
        const double pixels = (double)fr_map_walkable_count(courses[i].map);
        struct fr_share share = {0, 0};
        for (size_t j = 0; j < courses[i].set.count; j++) {
            const double cost = cost_of_entry(&courses[i], j, pixels);
            if (shard_of(before, cost, total, shards) == shard - 1) {
                share.first = share.last == 0 ? j : share.first;
                share.last = j + 1;
            }
            before += cost;
        }
        shares[i] = share;
    }
}

/* Reads a whole number up to MOST_COST_US that ends with stop; its end, or NULL. */
static const char *read_cost(const char *text, char stop, int64_t *cost)
{
    char *end;
    *cost = strtoll(text, &end, 10);
    const bool whole = *text >= '0' && *text <= '9' && *end == stop;
    return whole && *cost <= MOST_COST_US ? end : NULL;
}

enum fr_status fr_course_costs_read(const char *text, int count, struct fr_course_cost *costs,
                                    struct fr_error *error)
{
    const char *at = text;
    for (int i = 0; i < count && at; i++) {
        at = read_cost(at, '+', &costs[i].prepare_us);
        at = at ? read_cost(at + 1, i + 1 < count ? ',' : '\0', &costs[i].click_us) : NULL;
        at = at && *at ? at + 1 : at;
    }
    return at ? FR_OK
              : fr_fail(error, FR_BAD_INPUT,
                        "--costs: '%s' found, expected PREPARE+CLICK in microseconds for each of "
                        "%d maps, with commas between",
                        text, count);
}

/* Where the entries of a race are cut: a shard is full when the next entry would exceed its limit. */
struct cutting {
    int64_t limit_us, load_us; /* of the shard that is filled; a load of 0: nothing yet */
    int shard;                 /* from 0 */
};

/* Puts an entry into the shard that is filled, or into the next one, whose first of the course it
 * then is. */
static void put(struct cutting *cutting, const struct fr_course_cost *cost, int64_t entry_us,
                bool *begun)
{
    const int64_t more = entry_us + (*begun ? 0 : cost->prepare_us);
    if (cutting->load_us > 0 && cutting->load_us + more > cutting->limit_us) {
        cutting->shard++;
        cutting->load_us = cost->prepare_us + entry_us;
    } else {
        cutting->load_us += more;
    }
    *begun = true;
}

/* Cuts a race; shares and load of the wanted shard are set where shares is not NULL. Returns how many
 * shards it takes. */
static int cut(const struct fr_course *courses, const struct fr_course_cost *costs, int count,
               int64_t limit_us, int wanted, struct fr_share *shares, int64_t *load_us)
{
    struct cutting cutting = {.limit_us = limit_us};
    for (int i = 0; i < count; i++) {
        bool begun = false;
        if (shares)
            shares[i] = (struct fr_share){0, 0};
        for (size_t j = 0; j < courses[i].set.count; j++) {
            /* Events cost next to nothing, but a shard of nothing else is no shard. */
            put(&cutting, &costs[i], courses[i].resolved[j].event ? 1 : costs[i].click_us + 1,
                &begun);
            if (!shares || cutting.shard != wanted)
                continue;
            shares[i].first = shares[i].last == 0 ? j : shares[i].first;
            shares[i].last = j + 1;
            *load_us = cutting.load_us;
        }
    }
    return cutting.shard + 1;
}

int fr_shard_count(const struct fr_course *courses, const struct fr_course_cost *costs, int count,
                   int64_t limit_us)
{
    const int shards = cut(courses, costs, count, limit_us, -1, NULL, NULL);
    return shards < FR_MOST_SHARDS ? shards : FR_MOST_SHARDS;
}

int64_t fr_shard_divide_measured(const struct fr_course *courses,
                                 const struct fr_course_cost *costs, int count, int shard,
                                 int shards, struct fr_share *shares)
{
    int64_t load_us = 0, low = 0, high = 1;
    while (cut(courses, costs, count, high, -1, NULL, NULL) > shards)
        high *= 2;
    while (low + 1 < high) {
        const int64_t middle = low + (high - low) / 2;
        if (cut(courses, costs, count, middle, -1, NULL, NULL) > shards)
            low = middle;
        else
            high = middle;
    }
    cut(courses, costs, count, high, shard - 1, shares, &load_us);
    return load_us;
}
