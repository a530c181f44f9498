#include "harness/clicks/sampler.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "algorithms/front.h"
#include "maps/bits.h"

/* Jump point search finds the same exact lengths as Dijkstra's algorithm, a thousand times as
 * fast. */
#define ORACLE "jps"
#define ANY_ANGLE_ORACLE "polyanya"

enum { MOST_PAIRS = 64 };

/* Groups the walkable pixels by component. */
static enum fr_status list_pixels(struct fr_sampler *sampler)
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
    /* begins[i] advances as component i fills, and ends where the next one started. */
    for (int32_t y = 0; y < map->height; y++)
        for (int32_t x = 0; x < map->width; x++)
            if (fr_map_walkable(map, x, y))
                sampler->pixels[sampler->begins[fr_components_at(sampler->components, x, y)]++] =
                    (uint32_t)y * (uint32_t)map->width + (uint32_t)x;
    memmove(sampler->begins + 1, sampler->begins, count * sizeof(size_t));
    sampler->begins[0] = 0;
    return FR_OK;
}

enum fr_status fr_sampler_init(struct fr_sampler *sampler, const struct fr_map *map, uint64_t seed,
                               const struct fr_allocator *allocator)
{
    *sampler = (struct fr_sampler){.map = map, .allocator = allocator, .random = {seed}};
    fr_path_init(&sampler->path, allocator);
    fr_click_set_init(&sampler->set, allocator);
    const enum fr_status status =
        fr_components_create(map, FR_CONNECTED_4, allocator, &sampler->components);
    return status == FR_OK ? list_pixels(sampler) : status;
}

static void close_oracle(struct fr_oracle *oracle)
{
    if (oracle->pathfinder)
        fr_release(oracle->pathfinder, oracle->state);
}

void fr_sampler_release(struct fr_sampler *sampler)
{
    const struct fr_allocator *allocator = sampler->allocator;
    const size_t components = sampler->components ? fr_components_count(sampler->components) : 0;
    fr_deallocate(allocator, sampler->begins, components + 1, sizeof(size_t));
    fr_deallocate(allocator, sampler->pixels, sampler->pixel_count, sizeof(uint32_t));
    fr_deallocate(allocator, sampler->rim, sampler->rim_count, sizeof(uint32_t));
    fr_deallocate(allocator, sampler->groups, sampler->group_capacity, sizeof(size_t));
    close_oracle(&sampler->oracle);
    close_oracle(&sampler->any_angle);
    fr_path_release(&sampler->path);
    fr_field_release(sampler->field);
    fr_components_release(sampler->components);
}

static struct fr_pixel pixel_of(const struct fr_sampler *sampler, uint32_t index)
{
    const uint32_t width = (uint32_t)sampler->map->width;
    return (struct fr_pixel){(int32_t)(index % width), (int32_t)(index / width)};
}

struct fr_pixel fr_sampler_walkable(struct fr_sampler *sampler)
{
    const uint32_t count = (uint32_t)sampler->pixel_count;
    return pixel_of(sampler, sampler->pixels[fr_random_below(&sampler->random, count)]);
}

struct fr_pixel fr_sampler_in_component(struct fr_sampler *sampler, uint32_t component)
{
    const size_t begin = sampler->begins[component];
    const uint32_t size = (uint32_t)(sampler->begins[component + 1] - begin);
    return pixel_of(sampler, sampler->pixels[begin + fr_random_below(&sampler->random, size)]);
}

struct fr_pixel fr_sampler_anywhere(struct fr_sampler *sampler)
{
    struct fr_pixel pixel;
    pixel.x = fr_random_between(&sampler->random, 0, sampler->map->width - 1);
    pixel.y = fr_random_between(&sampler->random, 0, sampler->map->height - 1);
    return pixel;
}

bool fr_sampler_pair(struct fr_sampler *sampler, struct fr_pixel *one, struct fr_pixel *other)
{
    for (int tries = 0; tries < MOST_PAIRS; tries++) {
        *one = fr_sampler_walkable(sampler);
        *other = fr_sampler_in_component(sampler, fr_sampler_component(sampler, *one));
        if (!fr_pixel_equal(*one, *other))
            return true;
    }
    return false;
}

/* The pixels of a 64-pixel word that are walkable and have a closed side, as bits. */
static uint64_t rim_bits(const struct fr_map *map, int32_t y, int32_t word)
{
    const uint64_t *row = fr_map_row(map, y) + word;
    const uint64_t west = row[0] << 1 | row[-1] >> 63, east = row[0] >> 1 | row[1] << 63;
    uint64_t open = west & east & row[-map->row_words] & row[map->row_words];
    if (map->wall_count > 0) {
        const ptrdiff_t at = (ptrdiff_t)y * map->row_words + word;
        const uint64_t *to_east = map->walls[FR_EAST] + at, *to_south = map->walls[FR_SOUTH] + at;
        open &= ~(to_east[0] | to_east[0] << 1 | to_east[-1] >> 63);
        open &= ~(to_south[0] | to_south[-map->row_words]);
    }
    return *row & ~open;
}

static enum fr_status list_rim(struct fr_sampler *sampler)
{
    const struct fr_map *map = sampler->map;
    size_t count = 0;
    for (int32_t y = 0; y < map->height; y++)
        for (int32_t word = 0; word < map->row_words; word++)
            count += (size_t)fr_popcount(rim_bits(map, y, word));
    /* The rim is not empty: no walkable pixel lies above the topmost. */
    sampler->rim = fr_allocate(sampler->allocator, count, sizeof *sampler->rim);
    if (!sampler->rim)
        return FR_NO_MEMORY;
    for (int32_t y = 0; y < map->height; y++)
        for (int32_t word = 0; word < map->row_words; word++)
            for (uint64_t bits = rim_bits(map, y, word); bits; bits &= bits - 1)
                sampler->rim[sampler->rim_count++] =
                    (uint32_t)(y * map->width + 64 * word + fr_lowest_bit(bits));
    return FR_OK;
}

enum fr_status fr_sampler_rim(struct fr_sampler *sampler, struct fr_pixel *rim)
{
    if (!sampler->rim && list_rim(sampler) != FR_OK)
        return FR_NO_MEMORY;
    const uint32_t count = (uint32_t)sampler->rim_count;
    *rim = pixel_of(sampler, sampler->rim[fr_random_below(&sampler->random, count)]);
    return FR_OK;
}

static enum fr_status open_oracle(const struct fr_sampler *sampler, const char *name,
                                  struct fr_oracle *oracle)
{
    struct fr_option_values options;
    const struct fr_pathfinder *pathfinder = fr_pathfinder_find(name);
    if (oracle->pathfinder)
        return FR_OK;
    if (!pathfinder)
        return FR_UNSUPPORTED;
    fr_options_default(pathfinder->options, pathfinder->option_count, &options);
    const enum fr_status status =
        fr_prepare(pathfinder, sampler->map, &options, sampler->allocator, &oracle->state);
    if (status == FR_OK)
        oracle->pathfinder = pathfinder;
    return status;
}

/* FR_OK or FR_NO_MEMORY. */
static enum fr_status consult(struct fr_sampler *sampler, const struct fr_oracle *oracle,
                              struct fr_pixel start, struct fr_pixel goal, bool *found)
{
    const enum fr_outcome outcome =
        fr_find(oracle->pathfinder, oracle->state, fr_pixel_centre(start), fr_pixel_centre(goal),
                NULL, &sampler->path);
    *found = outcome == FR_FOUND;
    return outcome == FR_OUT_OF_MEMORY ? FR_NO_MEMORY : FR_OK;
}

/* The length of a path whose steps lead to adjacent pixels. */
static double grid_length(const struct fr_path *path)
{
    int64_t straight = 0, diagonal = 0;
    for (size_t i = 1; i < path->count; i++) {
        const struct fr_point a = path->points[i - 1], b = path->points[i];
        const int32_t dx = (a.x < b.x ? b.x - a.x : a.x - b.x) / 2;
        const int32_t dy = (a.y < b.y ? b.y - a.y : a.y - b.y) / 2;
        if (dx != 0 && dy != 0)
            diagonal += dx;
        else
            straight += dx + dy;
    }
    return (double)straight + (double)diagonal * sqrt(2.0);
}

enum fr_status fr_sampler_ask(struct fr_sampler *sampler, struct fr_pixel start,
                              struct fr_pixel goal, double *length)
{
    bool found = false;
    enum fr_status status = open_oracle(sampler, ORACLE, &sampler->oracle);
    if (status == FR_OK)
        status = consult(sampler, &sampler->oracle, start, goal, &found);
    if (status == FR_OK)
        *length = found ? grid_length(&sampler->path) : -1.0;
    return status;
}

enum fr_status fr_sampler_ask_any_angle(struct fr_sampler *sampler, struct fr_pixel start,
                                        struct fr_pixel goal)
{
    bool found = false;
    enum fr_status status = open_oracle(sampler, ANY_ANGLE_ORACLE, &sampler->any_angle);
    if (status == FR_OK)
        status = consult(sampler, &sampler->any_angle, start, goal, &found);
    return status != FR_OK || found ? status : FR_UNSUPPORTED;
}

struct fr_pixel fr_sampler_under_way(const struct fr_sampler *sampler, double travelled)
{
    const struct fr_path *path = &sampler->path;
    for (size_t i = 1; i < path->count; i++) {
        const struct fr_pixel a = fr_point_pixel(path->points[i - 1]);
        const struct fr_pixel b = fr_point_pixel(path->points[i]);
        const int32_t dx = (b.x > a.x) - (b.x < a.x), dy = (b.y > a.y) - (b.y < a.y);
        const int32_t steps = dx ? (b.x - a.x) * dx : (b.y - a.y) * dy;
        const double length = dx && dy ? sqrt(2.0) : 1.0;
        if (steps * length > travelled) {
            const int32_t gone = (int32_t)(travelled / length);
            return (struct fr_pixel){a.x + gone * dx, a.y + gone * dy};
        }
        travelled -= steps * length;
    }
    return fr_point_pixel(path->points[path->count - 1]);
}

enum fr_status fr_sampler_begin_group(struct fr_sampler *sampler)
{
    return fr_append(sampler->allocator, &sampler->groups, &sampler->group_count,
                     &sampler->group_capacity, &sampler->set.count, sizeof sampler->set.count)
               ? FR_OK
               : FR_NO_MEMORY;
}

enum fr_status fr_sampler_append(struct fr_sampler *sampler, const struct fr_click *entry,
                                 const char *tag)
{
    struct fr_click tagged = *entry;
    snprintf(tagged.tag, sizeof tagged.tag, "%s", tag);
    return fr_click_set_append(&sampler->set, &tagged);
}

enum fr_status fr_sampler_add(struct fr_sampler *sampler, struct fr_pixel start,
                              struct fr_pixel goal, const char *tag, double expect)
{
    const struct fr_click click = {
        .kind = FR_CLICK, .start = start, .goal = goal, .expect_grid8 = expect};
    return fr_sampler_append(sampler, &click, tag);
}

enum fr_status fr_sampler_add_alone(struct fr_sampler *sampler, struct fr_pixel start,
                                    struct fr_pixel goal, const char *tag, double expect)
{
    const enum fr_status status = fr_sampler_begin_group(sampler);
    return status == FR_OK ? fr_sampler_add(sampler, start, goal, tag, expect) : status;
}

enum fr_status fr_sampler_add_measured(struct fr_sampler *sampler, struct fr_pixel start,
                                       struct fr_pixel goal, const char *tag)
{
    double length;
    const enum fr_status status = fr_sampler_ask(sampler, start, goal, &length);
    return status == FR_OK ? fr_sampler_add_alone(sampler, start, goal, tag, length) : status;
}

/* The index after a group's last entry; groups are still in the set's order. */
static size_t group_end(const struct fr_sampler *sampler, size_t group)
{
    return group + 1 < sampler->group_count ? sampler->groups[group + 1] : sampler->set.count;
}

/* Rewrites the set, group by group in the given order. */
static enum fr_status reorder(struct fr_sampler *sampler, const uint32_t *order)
{
    struct fr_click_set fresh;
    fr_click_set_init(&fresh, sampler->allocator);
    for (size_t i = 0; i < sampler->group_count; i++)
        for (size_t j = sampler->groups[order[i]]; j < group_end(sampler, order[i]); j++)
            if (fr_click_set_append(&fresh, &sampler->set.clicks[j]) != FR_OK) {
                fr_click_set_release(&fresh);
                return FR_NO_MEMORY;
            }
    fr_click_set_release(&sampler->set);
    sampler->set = fresh;
    return FR_OK;
}

enum fr_status fr_sampler_shuffle(struct fr_sampler *sampler)
{
    const size_t count = sampler->group_count;
    uint32_t *order = fr_allocate(sampler->allocator, count, sizeof *order);
    if (!order)
        return FR_NO_MEMORY;
    for (size_t i = 0; i < count; i++)
        order[i] = (uint32_t)i;
    for (size_t i = count; i > 1; i--) {
        const size_t j = fr_random_below(&sampler->random, (uint32_t)i);
        const uint32_t group = order[i - 1];
        order[i - 1] = order[j];
        order[j] = group;
    }
    const enum fr_status status = reorder(sampler, order);
    fr_deallocate(sampler->allocator, order, count, sizeof *order);
    return status;
}
