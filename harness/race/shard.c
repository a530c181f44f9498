#include "harness/race/shard.h"

#include <stdlib.h>

enum { OWN_COST = 1000 /* the cost of a click without its search, in pixels */ };

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

/* The shard, from 0, that contains the middle of an entry. Costs are whole numbers, so every
 * machine divides alike. */
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
