#include "harness/clicks/sample.h"

#include <stdio.h>
#include <string.h>

#include "harness/clicks/sampler.h"

/* Indexed by bit. */
static const struct kind {
    const char *name, *help, *lack;
    int share; /* clicks in a hundred of a default set; a weight in other sets */
    int least; /* clicks in its smallest group */
    fr_sample_kind *sample;
} kinds[FR_SAMPLE_KINDS] = {
    {"buckets", "distances in ten equal groups, from near to far", "no two pixels are connected",
     50, 1, fr_sample_buckets},
    {"blocked", "reachable, but not by a straight line",
     "no two connected pixels without a line of sight were found", 20, 1, fr_sample_blocked},
    {"unreachable", "from one component to another", "the map has only one component", 10, 1,
     fr_sample_unreachable},
    {"unwalkable", "outside the map and on walls, mixed as in the default sets; tag: outside", NULL,
     15, 1, fr_sample_unwalkable},
    {"same", "start and goal are the same pixel", NULL, 5, 1, fr_sample_same},
    {"outside", "an end lies outside the map", NULL, 10, 1, fr_sample_outside},
    {"on-wall", "an end lies on a wall", "the map has no wall", 10, 1, fr_sample_on_wall},
    {"along-wall", "start and goal lie along the same wall", "no wall is long enough", 10, 1,
     fr_sample_along_wall},
    {"notch", "the goal lies deep in a concavity", "no concavity was found", 10, 1,
     fr_sample_notch},
    {"corner", "a corner blocks the straight line by one pixel", "no wall has a corner to pass", 10,
     1, fr_sample_corner},
    {"neighbours", "to a neighbouring pixel, straight or diagonal", "no two walkable pixels touch",
     10, 1, fr_sample_neighbours},
    {"walk", "each click starts at the goal of the previous one", NULL, 20, 2, fr_sample_walk},
    {"hover", "a mouse moves over the map: a goal every 1/60 s, from one start", NULL, 20, 1,
     fr_sample_hover},
    {"burst", "3 to 6 quick clicks near each other while the character walks",
     "no path is long enough to be interrupted", 20, 3, fr_sample_burst},
    {"symmetric", "each click twice, from start to goal and back", "no two pixels are connected",
     20, 2, fr_sample_symmetric},
    {"gates", "areas open and close; clicks lead across and into them",
     "no second area connects two others", 20, 4, fr_sample_gates},
    {"movers", "solid rectangles move between the clicks",
     "no solid object fits between two connected pixels", 20, 1, fr_sample_movers},
    {"obstructed", "an obstacle lands on the shortest path while the figure walks along it",
     "no path has room for an obstacle, or the map has edge walls", 20, 2, fr_sample_obstructed},
    {"changes", "1, 10, 100 and 1,000 blocks appear and vanish, with a click after each change",
     NULL, 20, 2, fr_sample_changes},
};

const char *fr_sample_kind_name(int kind)
{
    return kinds[kind].name;
}

const char *fr_sample_kind_help(int kind)
{
    return kinds[kind].help;
}

unsigned fr_sample_kind_bits(const char *word)
{
    if (strcmp(word, "default") == 0)
        return FR_SAMPLE_DEFAULT;
    if (strcmp(word, "all") == 0)
        return FR_SAMPLE_ALL;
    for (int k = 0; k < FR_SAMPLE_KINDS; k++)
        if (strcmp(word, kinds[k].name) == 0)
            return 1u << k;
    return 0;
}

/* Divides `count` among the kinds by share; the remainder of rounding goes to the first kinds. */
static void apportion(int count, unsigned chosen, int quotas[FR_SAMPLE_KINDS])
{
    int total = 0, left = count;
    for (int i = 0; i < FR_SAMPLE_KINDS; i++)
        total += chosen >> i & 1 ? kinds[i].share : 0;
    for (int i = 0; i < FR_SAMPLE_KINDS; i++) {
        quotas[i] = chosen >> i & 1 ? (int)((int64_t)count * kinds[i].share / total) : 0;
        left -= quotas[i];
    }
    for (int i = 0; left > 0; i = (i + 1) % FR_SAMPLE_KINDS)
        if (chosen >> i & 1) {
            quotas[i]++;
            left--;
        }
}

/* Fills the set; the shares of kinds that the map does not allow go to the others. */
static enum fr_status fill_set(struct fr_sampler *sampler, int count, unsigned chosen,
                               struct fr_sample_tally *tally)
{
    int left = count;
    while (left > 0 && chosen != 0) {
        int quotas[FR_SAMPLE_KINDS];
        apportion(left, chosen, quotas);
        for (int i = 0; i < FR_SAMPLE_KINDS; i++) {
            int made = 0;
            if (quotas[i] == 0)
                continue;
            const enum fr_status status = kinds[i].sample(sampler, quotas[i], &made);
            if (status != FR_OK)
                return status;
            if (made < quotas[i])
                chosen &= ~(1u << i);
            if (made == 0 && tally->clicks[i] == 0)
                tally->lack[i] = quotas[i] < kinds[i].least
                                     ? "its share of the clicks is less than one group"
                                     : kinds[i].lack;
            tally->clicks[i] += made;
            left -= made;
        }
    }
    return left < count ? FR_OK : FR_BAD_INPUT;
}

/* Explains an empty set: the reason for each requested kind. */
static enum fr_status explain_lack(const struct fr_sample_tally *tally, struct fr_error *error)
{
    char reasons[768] = "";
    size_t used = 0;
    for (int i = 0; i < FR_SAMPLE_KINDS; i++)
        if (tally->lack[i] && used < sizeof reasons)
            used += (size_t)snprintf(reasons + used, sizeof reasons - used, "%s%s (%s)",
                                     used ? ", " : "", kinds[i].name, tally->lack[i]);
    return fr_fail(error, FR_BAD_INPUT, "click sampling: no clicks of kind %s exist on this map",
                   reasons);
}

static enum fr_status explain(enum fr_status status, const struct fr_sample_tally *tally,
                              struct fr_error *error)
{
    if (status == FR_NO_MEMORY)
        return fr_fail(error, status, "click sampling: not enough memory for this map");
    if (status == FR_UNSUPPORTED)
        return fr_fail(error, FR_BAD_INPUT,
                       "click sampling: the reference pathfinder does not support this map");
    return explain_lack(tally, error);
}

unsigned fr_sample_usual(const struct fr_map *map)
{
    const size_t pixels = (size_t)map->width * (size_t)map->height;
    uint8_t first = 0;
    for (size_t i = 0; i < pixels; i++) {
        const uint8_t area = map->areas[i];
        if (area == 0 || area == first)
            continue;
        if (first > 0)
            return FR_SAMPLE_DEFAULT | FR_SAMPLE_GATES;
        first = area;
    }
    return FR_SAMPLE_DEFAULT;
}

enum fr_status fr_sample_clicks(const struct fr_map *map, int count, uint64_t seed, unsigned chosen,
                                const struct fr_allocator *allocator, struct fr_click_set *set,
                                struct fr_sample_tally *tally, struct fr_error *error)
{
    if (fr_map_walkable_count(map) == 0)
        return fr_fail(error, FR_BAD_INPUT, "click sampling: no pixel of this map is walkable");
    struct fr_sampler sampler;
    struct fr_sample_tally fresh = {{0}, {NULL}};
    enum fr_status status = fr_sampler_init(&sampler, map, seed, allocator);
    if (status == FR_OK)
        status = fill_set(&sampler, count, chosen, &fresh);
    if (status == FR_OK)
        status = fr_sampler_shuffle(&sampler);
    fr_sampler_release(&sampler);
    if (status != FR_OK) {
        fr_click_set_release(&sampler.set);
        return explain(status, &fresh, error);
    }
    *set = sampler.set;
    if (tally)
        *tally = fresh;
    return FR_OK;
}
