#include "harness/sample.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "algorithms/pathfinder.h"
#include "harness/sample_field.h"
#include "maps/components.h"
#include "maps/line_of_sight.h"
#include "maps/random.h"

#define KINDS 5
#define BUCKETS 10
#define BUCKET_GROWTH 1.75 /* each bucket reaches so many times as far as the one before */

enum { MOST_TRIES = 64, MOST_VIEWS = 4000 };

/* Clicks of each kind in a hundred, in the order of the kinds' bits. */
static const int shares[KINDS] = {50, 20, 10, 15, 5};

/* The oracle: the exact grid8 distance between two pixels. */
struct oracle {
    const struct fr_pathfinder *dijkstra;
    struct fr_state *state;
    struct fr_path path;
};

struct sampler {
    const struct fr_map *map;
    const struct fr_allocator *allocator;
    struct fr_random random;
    struct fr_components *components;
    size_t *begins;   /* per component, and one behind: where its pixels begin in pixels */
    uint32_t *pixels; /* every walkable pixel, component by component */
    size_t pixel_count;
    struct fr_field *field;
    struct oracle oracle;
    double longest; /* pixels: the longest grid8 distance seen */
    struct fr_click_set set;
};

static enum fr_status open_oracle(struct oracle *oracle, const struct fr_map *map,
                                  const struct fr_allocator *allocator)
{
    struct fr_option_values options;
    char message[128];
    fr_path_init(&oracle->path, allocator);
    oracle->dijkstra = fr_pathfinder_find("dijkstra");
    if (!oracle->dijkstra)
        return FR_UNSUPPORTED;
    const enum fr_status status =
        fr_options_parse(oracle->dijkstra->options, oracle->dijkstra->option_count, "model=grid8",
                         &options, message, sizeof message);
    if (status != FR_OK)
        return status;
    return oracle->dijkstra->prepare(map, &options, allocator, &oracle->state);
}

static void close_oracle(struct oracle *oracle)
{
    if (oracle->dijkstra)
        oracle->dijkstra->release(oracle->state);
    fr_path_release(&oracle->path);
}

/* *length is -1 where there is no way. FR_OK or FR_NO_MEMORY. */
static enum fr_status ask_oracle(struct oracle *oracle, struct fr_pixel start, struct fr_pixel goal,
                                 double *length)
{
    const enum fr_outcome outcome = oracle->dijkstra->find(
        oracle->state, fr_pixel_centre(start), fr_pixel_centre(goal), NULL, &oracle->path);
    if (outcome == FR_OUT_OF_MEMORY)
        return FR_NO_MEMORY;
    *length = -1.0;
    if (outcome != FR_FOUND)
        return FR_OK;
    int64_t straight = 0, diagonal = 0;
    for (size_t i = 1; i < oracle->path.count; i++) {
        const struct fr_point a = oracle->path.points[i - 1], b = oracle->path.points[i];
        const int32_t dx = (a.x < b.x ? b.x - a.x : a.x - b.x) / 2;
        const int32_t dy = (a.y < b.y ? b.y - a.y : a.y - b.y) / 2;
        if (dx != 0 && dy != 0)
            diagonal += dx;
        else
            straight += dx + dy;
    }
    *length = (double)straight + (double)diagonal * sqrt(2.0);
    return FR_OK;
}

static struct fr_pixel pixel_of(const struct sampler *sampler, uint32_t index)
{
    const uint32_t width = (uint32_t)sampler->map->width;
    return (struct fr_pixel){(int32_t)(index % width), (int32_t)(index / width)};
}

static struct fr_pixel random_walkable(struct sampler *sampler)
{
    return pixel_of(
        sampler,
        sampler->pixels[fr_random_below(&sampler->random, (uint32_t)sampler->pixel_count)]);
}

static struct fr_pixel random_in_component(struct sampler *sampler, uint32_t component)
{
    const size_t begin = sampler->begins[component];
    const uint32_t size = (uint32_t)(sampler->begins[component + 1] - begin);
    return pixel_of(sampler, sampler->pixels[begin + fr_random_below(&sampler->random, size)]);
}

static uint32_t component_at(const struct sampler *sampler, struct fr_pixel pixel)
{
    return fr_components_at(sampler->components, pixel.x, pixel.y);
}

static uint32_t largest_component(const struct sampler *sampler)
{
    uint32_t largest = 0;
    for (uint32_t i = 1; i < fr_components_count(sampler->components); i++)
        if (fr_components_size(sampler->components, i) >
            fr_components_size(sampler->components, largest))
            largest = i;
    return largest;
}

/* Sorts the walkable pixels by component. */
static enum fr_status list_pixels(struct sampler *sampler)
{
    const struct fr_map *map = sampler->map;
    const uint32_t count = fr_components_count(sampler->components);
    sampler->pixel_count = (size_t)fr_map_walkable_count(map);
    sampler->begins = fr_allocate(sampler->allocator, (size_t)count + 1, sizeof(size_t));
    sampler->pixels = fr_allocate(sampler->allocator, sampler->pixel_count, sizeof(uint32_t));
    if (!sampler->begins || !sampler->pixels)
        return FR_NO_MEMORY;
    size_t begin = 0;
    for (uint32_t i = 0; i < count; i++) {
        sampler->begins[i] = begin;
        begin += (size_t)fr_components_size(sampler->components, i);
    }
    sampler->begins[count] = begin;
    /* Each begin moves along as its component fills, and ends where the next one began. */
    for (int32_t y = 0; y < map->height; y++)
        for (int32_t x = 0; x < map->width; x++)
            if (fr_map_walkable(map, x, y))
                sampler->pixels[sampler->begins[fr_components_at(sampler->components, x, y)]++] =
                    (uint32_t)y * (uint32_t)map->width + (uint32_t)x;
    memmove(sampler->begins + 1, sampler->begins, count * sizeof(size_t));
    sampler->begins[0] = 0;
    return FR_OK;
}

static enum fr_status farthest_from(struct sampler *sampler, struct fr_pixel start,
                                    struct fr_pixel *farthest)
{
    const enum fr_status status = fr_field_spread(sampler->field, start, UINT32_MAX);
    if (status == FR_OK)
        *farthest = fr_field_pixel(sampler->field, fr_field_count(sampler->field) - 1);
    return status;
}

/* The distance between two pixels that are about as far apart as any: from a random one to the
 * farthest, and from there to the farthest again. */
static enum fr_status measure_longest(struct sampler *sampler)
{
    struct fr_pixel one = random_in_component(sampler, largest_component(sampler)), other;
    enum fr_status status = farthest_from(sampler, one, &other);
    if (status == FR_OK)
        status = farthest_from(sampler, other, &one);
    if (status == FR_OK)
        status = ask_oracle(&sampler->oracle, one, other, &sampler->longest);
    return status;
}

static enum fr_status add_click(struct sampler *sampler, struct fr_pixel start,
                                struct fr_pixel goal, const char *tag, double expect)
{
    struct fr_click click = {.kind = FR_CLICK, .start = start, .goal = goal};
    click.expect_grid8 = expect;
    snprintf(click.tag, sizeof click.tag, "%s", tag);
    return fr_click_set_append(&sampler->set, &click);
}

/* The distances of a bucket, in pixels; no two pixels are nearer than 1. */
static void bucket_range(const struct sampler *sampler, int bucket, double *low, double *high)
{
    *high = sampler->longest;
    for (int i = BUCKETS - 1; i > bucket; i--)
        *high /= BUCKET_GROWTH;
    *low = bucket == 0 ? 1.0 : fmax(1.0, *high / BUCKET_GROWTH);
}

/* One click from a random start to a goal drawn evenly from those whose distance is in the bucket.
 * *made is false where no start was found that has any. */
static enum fr_status sample_bucket(struct sampler *sampler, int bucket, bool *made)
{
    double low, high, length;
    bucket_range(sampler, bucket, &low, &high);
    const uint32_t near = (uint32_t)ceil(low * FR_FIELD_UNIT);
    const uint32_t far = (uint32_t)(high / FR_FIELD_SLACK * FR_FIELD_UNIT) + 1;
    *made = false;
    for (int tries = 0; tries < MOST_TRIES && near < far; tries++) {
        const struct fr_pixel start = random_walkable(sampler);
        enum fr_status status = fr_field_spread(sampler->field, start, far);
        if (status != FR_OK)
            return status;
        const size_t first = fr_field_first(sampler->field, near);
        const size_t count = fr_field_count(sampler->field) - first;
        if (count == 0)
            continue;
        const size_t choice = first + fr_random_below(&sampler->random, (uint32_t)count);
        const struct fr_pixel goal = fr_field_pixel(sampler->field, choice);
        status = ask_oracle(&sampler->oracle, start, goal, &length);
        if (status != FR_OK)
            return status;
        char tag[FR_TAG_SIZE];
        snprintf(tag, sizeof tag, "bucket-%d", bucket);
        *made = true;
        return add_click(sampler, start, goal, tag, length);
    }
    return FR_OK;
}

/* Farthest bucket first, round and round, leaving out those that the map cannot fill. */
static enum fr_status sample_buckets(struct sampler *sampler, int count, int *made)
{
    bool empty[BUCKETS] = {false};
    int filled = BUCKETS;
    enum fr_status status = FR_OK;
    for (int turn = 0; *made < count && filled > 0 && status == FR_OK; turn++) {
        const int bucket = BUCKETS - 1 - turn % BUCKETS;
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

/* Two pixels that can reach but not see each other; false where none were found. */
static bool find_blocked_view(struct sampler *sampler, struct fr_pixel *start,
                              struct fr_pixel *goal)
{
    for (int tries = 0; tries < MOST_VIEWS; tries++) {
        *start = random_walkable(sampler);
        *goal = random_in_component(sampler, component_at(sampler, *start));
        if (!fr_line_of_sight(sampler->map, fr_pixel_centre(*start), fr_pixel_centre(*goal)))
            return true;
    }
    return false;
}

static enum fr_status sample_blocked(struct sampler *sampler, int count, int *made)
{
    struct fr_pixel start, goal;
    double length;
    enum fr_status status = FR_OK;
    while (*made < count && status == FR_OK && find_blocked_view(sampler, &start, &goal)) {
        status = ask_oracle(&sampler->oracle, start, goal, &length);
        if (status == FR_OK)
            status = add_click(sampler, start, goal, "blocked", length);
        ++*made;
    }
    return status;
}

/* Between a random pixel and a random other component, small ones as likely as large ones. */
static enum fr_status sample_unreachable(struct sampler *sampler, int count, int *made)
{
    const uint32_t components = fr_components_count(sampler->components);
    enum fr_status status = FR_OK;
    while (components > 1 && *made < count && status == FR_OK) {
        const struct fr_pixel one = random_walkable(sampler);
        uint32_t component = fr_random_below(&sampler->random, components - 1);
        component += component >= component_at(sampler, one);
        const struct fr_pixel other = random_in_component(sampler, component);
        const bool swap = fr_random_below(&sampler->random, 2) == 1;
        status = add_click(sampler, swap ? other : one, swap ? one : other, "unreachable", -1.0);
        ++*made;
    }
    return status;
}

/* A pixel up to a quarter of the map's size outside it. */
static struct fr_pixel random_outside(struct sampler *sampler)
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

/* A wall of the map, or a pixel outside it where walls are rare. */
static struct fr_pixel random_wall(struct sampler *sampler)
{
    const struct fr_map *map = sampler->map;
    for (int tries = 0; tries < MOST_TRIES; tries++) {
        const struct fr_pixel pixel = {fr_random_between(&sampler->random, 0, map->width - 1),
                                       fr_random_between(&sampler->random, 0, map->height - 1)};
        if (!fr_map_walkable(map, pixel.x, pixel.y))
            return pixel;
    }
    return random_outside(sampler);
}

/* In turn: the goal outside the map, the goal on a wall, the start outside. What clamping makes of
 * them is not for the oracle to say. */
static enum fr_status sample_outside(struct sampler *sampler, int count, int *made)
{
    enum fr_status status = FR_OK;
    for (; *made < count && status == FR_OK; ++*made) {
        const struct fr_pixel inside = random_walkable(sampler);
        const struct fr_pixel off = *made % 3 == 1 ? random_wall(sampler) : random_outside(sampler);
        const bool start_is_off = *made % 3 == 2;
        status = add_click(sampler, start_is_off ? off : inside, start_is_off ? inside : off,
                           "outside", NAN);
    }
    return status;
}

static enum fr_status sample_same(struct sampler *sampler, int count, int *made)
{
    enum fr_status status = FR_OK;
    for (; *made < count && status == FR_OK; ++*made) {
        const struct fr_pixel pixel = random_walkable(sampler);
        status = add_click(sampler, pixel, pixel, "same", 0.0);
    }
    return status;
}

/* Splits count among the kinds by their shares; what rounding leaves goes to the first ones. */
static void apportion(int count, unsigned kinds, int quotas[KINDS])
{
    int total = 0, left = count;
    for (int i = 0; i < KINDS; i++)
        total += kinds >> i & 1 ? shares[i] : 0;
    for (int i = 0; i < KINDS; i++) {
        quotas[i] = kinds >> i & 1 ? (int)((int64_t)count * shares[i] / total) : 0;
        left -= quotas[i];
    }
    for (int i = 0; left > 0; i = (i + 1) % KINDS)
        if (kinds >> i & 1) {
            quotas[i]++;
            left--;
        }
}

/* Fills the set; kinds that the map cannot give drop out, and the others share what they left. */
static enum fr_status fill_set(struct sampler *sampler, int count, unsigned kinds)
{
    static enum fr_status (*const sample[KINDS])(struct sampler *, int, int *) = {
        sample_buckets, sample_blocked, sample_unreachable, sample_outside, sample_same};
    while (sampler->set.count < (size_t)count && kinds != 0) {
        int quotas[KINDS];
        apportion(count - (int)sampler->set.count, kinds, quotas);
        for (int i = 0; i < KINDS; i++) {
            int made = 0;
            if (quotas[i] == 0)
                continue;
            const enum fr_status status = sample[i](sampler, quotas[i], &made);
            if (status != FR_OK)
                return status;
            if (made < quotas[i])
                kinds &= ~(1u << i);
        }
    }
    return sampler->set.count > 0 ? FR_OK : FR_BAD_INPUT;
}

static void shuffle(struct sampler *sampler)
{
    struct fr_click *clicks = sampler->set.clicks;
    for (size_t i = sampler->set.count; i > 1; i--) {
        const size_t j = fr_random_below(&sampler->random, (uint32_t)i);
        const struct fr_click click = clicks[i - 1];
        clicks[i - 1] = clicks[j];
        clicks[j] = click;
    }
}

static enum fr_status prepare(struct sampler *sampler, unsigned kinds)
{
    enum fr_status status = fr_components_create(sampler->map, FR_CONNECTED_4, sampler->allocator,
                                                 &sampler->components);
    if (status == FR_OK)
        status = list_pixels(sampler);
    if (status == FR_OK && kinds & (FR_SAMPLE_BUCKETS | FR_SAMPLE_BLOCKED))
        status = open_oracle(&sampler->oracle, sampler->map, sampler->allocator);
    if (status == FR_OK && kinds & FR_SAMPLE_BUCKETS)
        status = fr_field_create(sampler->map, sampler->allocator, &sampler->field);
    if (status == FR_OK && kinds & FR_SAMPLE_BUCKETS)
        status = measure_longest(sampler);
    return status;
}

static void release(struct sampler *sampler)
{
    const size_t components = sampler->components ? fr_components_count(sampler->components) : 0;
    fr_deallocate(sampler->allocator, sampler->begins, components + 1, sizeof(size_t));
    fr_deallocate(sampler->allocator, sampler->pixels, sampler->pixel_count, sizeof(uint32_t));
    close_oracle(&sampler->oracle);
    fr_field_release(sampler->field);
    fr_components_release(sampler->components);
}

static enum fr_status explain(enum fr_status status, struct fr_error *error)
{
    if (status == FR_NO_MEMORY)
        return fr_fail(error, status, "click sampling: not enough memory for this map");
    if (status == FR_UNSUPPORTED)
        return fr_fail(error, FR_BAD_INPUT, "click sampling: the oracle cannot take this map");
    return fr_fail(error, status,
                   "click sampling: this map gives no clicks of the kinds asked for");
}

enum fr_status fr_sample_clicks(const struct fr_map *map, int count, uint64_t seed, unsigned kinds,
                                const struct fr_allocator *allocator, struct fr_click_set *set,
                                struct fr_error *error)
{
    if (fr_map_walkable_count(map) == 0)
        return fr_fail(error, FR_BAD_INPUT, "click sampling: no pixel of this map is walkable");
    struct sampler sampler = {.map = map, .allocator = allocator, .random = {seed}};
    fr_path_init(&sampler.oracle.path, allocator);
    fr_click_set_init(&sampler.set, allocator);
    enum fr_status status = prepare(&sampler, kinds);
    if (status == FR_OK)
        status = fill_set(&sampler, count, kinds);
    release(&sampler);
    if (status != FR_OK) {
        fr_click_set_release(&sampler.set);
        return explain(status, error);
    }
    shuffle(&sampler);
    *set = sampler.set;
    return FR_OK;
}
