/* Kinds that are defined by the places of their two ends. */
#include <math.h>
#include <stdio.h>

#include "harness/clicks/sampler.h"
#include "maps/geometry/line_of_sight.h"

#define BUCKETS 10
#define BUCKET_GROWTH 1.75 /* ratio of the upper limits of two successive buckets */

enum { MOST_TRIES = 64 };

static uint32_t largest_component(const struct fr_sampler *sampler)
{
    uint32_t largest = 0;
    for (uint32_t i = 1; i < fr_components_count(sampler->components); i++)
        if (fr_components_size(sampler->components, i) >
            fr_components_size(sampler->components, largest))
            largest = i;
    return largest;
}

static enum fr_status farthest_from(struct fr_sampler *sampler, struct fr_pixel start,
                                    struct fr_pixel *farthest)
{
    const enum fr_status status = fr_field_spread(sampler->field, start, UINT32_MAX);
    if (status == FR_OK)
        *farthest = fr_field_pixel(sampler->field, fr_field_count(sampler->field) - 1);
    return status;
}

/* An estimate of the longest distance: from a random pixel to the farthest, and from there to the
 * farthest again. */
static enum fr_status measure_longest(struct fr_sampler *sampler)
{
    struct fr_pixel one = fr_sampler_in_component(sampler, largest_component(sampler)), other;
    enum fr_status status = farthest_from(sampler, one, &other);
    if (status == FR_OK)
        status = farthest_from(sampler, other, &one);
    if (status == FR_OK)
        status = fr_sampler_ask(sampler, one, other, &sampler->longest);
    return status;
}

/* The range of distances of a bucket, in pixels; different pixels are at least 1 apart. */
static void bucket_range(const struct fr_sampler *sampler, int bucket, double *low, double *high)
{
    *high = sampler->longest;
    for (int i = BUCKETS - 1; i > bucket; i--)
        *high /= BUCKET_GROWTH;
    *low = bucket == 0 ? 1.0 : fmax(1.0, *high / BUCKET_GROWTH);
}

/* One click from a random start to a goal chosen uniformly among those whose distance is in the
 * bucket. *made is false if no start with such a goal was found. */
static enum fr_status sample_bucket(struct fr_sampler *sampler, int bucket, bool *made)
{
    double low, high;
    bucket_range(sampler, bucket, &low, &high);
    const uint32_t near = (uint32_t)ceil(low * FR_FIELD_UNIT);
    const uint32_t far = (uint32_t)(high / FR_FIELD_SLACK * FR_FIELD_UNIT) + 1;
    *made = false;
    for (int tries = 0; tries < MOST_TRIES && near < far; tries++) {
        const struct fr_pixel start = fr_sampler_walkable(sampler);
        const enum fr_status status = fr_field_spread(sampler->field, start, far);
        if (status != FR_OK)
            return status;
        const size_t first = fr_field_first(sampler->field, near);
        const size_t count = fr_field_count(sampler->field) - first;
        if (count == 0)
            continue;
        const size_t choice = first + fr_random_below(&sampler->random, (uint32_t)count);
        char tag[FR_TAG_SIZE];
        snprintf(tag, sizeof tag, "bucket-%d", bucket);
        *made = true;
        return fr_sampler_add_measured(sampler, start, fr_field_pixel(sampler->field, choice), tag);
    }
    return FR_OK;
}

/* Cycles through the buckets, the farthest first, without those that the map cannot fill. */
enum fr_status fr_sample_buckets(struct fr_sampler *sampler, int count, int *made)
{
    bool empty[BUCKETS] = {false};
    int filled = BUCKETS;
    enum fr_status status = FR_OK;
    if (!sampler->field) {
        status = fr_field_create(sampler->map, sampler->allocator, &sampler->field);
        if (status == FR_OK)
            status = measure_longest(sampler);
    }
    for (int attempt = 0; *made < count && filled > 0 && status == FR_OK; attempt++) {
        const int bucket = BUCKETS - 1 - attempt % BUCKETS;
        bool one = false;
        if (empty[bucket])
            continue;
        status = sample_bucket(sampler, bucket, &one);
        *made += one;
        filled -= !one;
        empty[bucket] = !one;
    }
    return status;
}

/* Two pixels of one component without line of sight; false if none were found. */
static bool find_blocked_view(struct fr_sampler *sampler, struct fr_pixel *start,
                              struct fr_pixel *goal)
{
    for (int tries = 0; tries < FR_SAMPLER_TRIES; tries++) {
        *start = fr_sampler_walkable(sampler);
        *goal = fr_sampler_in_component(sampler, fr_sampler_component(sampler, *start));
        if (!fr_line_of_sight(sampler->map, fr_pixel_centre(*start), fr_pixel_centre(*goal)))
            return true;
    }
    return false;
}

enum fr_status fr_sample_blocked(struct fr_sampler *sampler, int count, int *made)
{
    struct fr_pixel start, goal;
    enum fr_status status = FR_OK;
    while (*made < count && status == FR_OK && find_blocked_view(sampler, &start, &goal)) {
        status = fr_sampler_add_measured(sampler, start, goal, "blocked");
        ++*made;
    }
    return status;
}

/* From a random pixel to a random other component; small components are as likely as large ones. */
enum fr_status fr_sample_unreachable(struct fr_sampler *sampler, int count, int *made)
{
    const uint32_t components = fr_components_count(sampler->components);
    enum fr_status status = FR_OK;
    while (components > 1 && *made < count && status == FR_OK) {
        const struct fr_pixel one = fr_sampler_walkable(sampler);
        uint32_t component = fr_random_below(&sampler->random, components - 1);
        component += component >= fr_sampler_component(sampler, one);
        const struct fr_pixel other = fr_sampler_in_component(sampler, component);
        const bool swap = fr_random_below(&sampler->random, 2) == 1;
        status = fr_sampler_add_alone(sampler, swap ? other : one, swap ? one : other,
                                      "unreachable", -1.0);
        ++*made;
    }
    return status;
}

enum fr_status fr_sample_same(struct fr_sampler *sampler, int count, int *made)
{
    enum fr_status status = FR_OK;
    for (; *made < count && status == FR_OK; ++*made) {
        const struct fr_pixel pixel = fr_sampler_walkable(sampler);
        status = fr_sampler_add_alone(sampler, pixel, pixel, "same", 0.0);
    }
    return status;
}

/* A pixel outside the map, at most a quarter of its size away. */
static struct fr_pixel random_outside(struct fr_sampler *sampler)
{
    const struct fr_map *map = sampler->map;
    const int32_t margin_x = map->width / 4 + 1, margin_y = map->height / 4 + 1;
    struct fr_pixel pixel;
    do {
        pixel.x = fr_random_between(&sampler->random, -margin_x, map->width - 1 + margin_x);
        pixel.y = fr_random_between(&sampler->random, -margin_y, map->height - 1 + margin_y);
    } while (fr_map_inside(map, pixel.x, pixel.y));
    return pixel;
}

/* False if walls are too rare to hit. */
static bool random_wall(struct fr_sampler *sampler, struct fr_pixel *wall)
{
    for (int tries = 0; tries < MOST_TRIES; tries++) {
        *wall = fr_sampler_anywhere(sampler);
        if (!fr_sampler_stands(sampler, *wall))
            return true;
    }
    return false;
}

/* The first wall pixel from `pixel` on, row by row, wrapping around; the map has one. */
static struct fr_pixel next_wall(const struct fr_sampler *sampler, struct fr_pixel pixel)
{
    while (fr_sampler_stands(sampler, pixel)) {
        pixel.x++;
        if (pixel.x == sampler->map->width)
            pixel = (struct fr_pixel){0, (pixel.y + 1) % sampler->map->height};
    }
    return pixel;
}

/* A click between a walkable pixel and one that is not: without an expected length, as that depends
 * on clamping. */
static enum fr_status add_off(struct fr_sampler *sampler, struct fr_pixel inside,
                              struct fr_pixel off, bool start_is_off, const char *tag)
{
    return fr_sampler_add_alone(sampler, start_is_off ? off : inside, start_is_off ? inside : off,
                                tag, NAN);
}

/* Cycles through: goal outside the map, goal on a wall, start outside; if walls are rare, goals are
 * outside instead. */
enum fr_status fr_sample_unwalkable(struct fr_sampler *sampler, int count, int *made)
{
    enum fr_status status = FR_OK;
    for (; *made < count && status == FR_OK; ++*made) {
        const struct fr_pixel inside = fr_sampler_walkable(sampler);
        struct fr_pixel off;
        if (*made % 3 != 1 || !random_wall(sampler, &off))
            off = random_outside(sampler);
        status = add_off(sampler, inside, off, *made % 3 == 2, "outside");
    }
    return status;
}

/* The start is outside in one click of three. */
enum fr_status fr_sample_outside(struct fr_sampler *sampler, int count, int *made)
{
    enum fr_status status = FR_OK;
    for (; *made < count && status == FR_OK; ++*made) {
        const struct fr_pixel inside = fr_sampler_walkable(sampler);
        const struct fr_pixel off = random_outside(sampler);
        status = add_off(sampler, inside, off, *made % 3 == 2, "outside");
    }
    return status;
}

enum fr_status fr_sample_on_wall(struct fr_sampler *sampler, int count, int *made)
{
    const struct fr_map *map = sampler->map;
    const bool any = (int64_t)map->width * map->height > (int64_t)sampler->pixel_count;
    enum fr_status status = FR_OK;
    for (; any && *made < count && status == FR_OK; ++*made) {
        const struct fr_pixel inside = fr_sampler_walkable(sampler);
        struct fr_pixel wall;
        if (!random_wall(sampler, &wall))
            wall = next_wall(sampler, wall);
        status = add_off(sampler, inside, wall, *made % 3 == 2, "on-wall");
    }
    return status;
}
