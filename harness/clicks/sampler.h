/* Shared by all kinds of click sampling: random pixels of a map, the oracle, and the set under
 * construction. Internal to the sample*.c files. */
#ifndef FOOTRACE_HARNESS_CLICKS_SAMPLER_H
#define FOOTRACE_HARNESS_CLICKS_SAMPLER_H

#include "algorithms/pathfinder.h"
#include "harness/clicks/sample_field.h"
#include "maps/analysis/components.h"
#include "maps/click_set.h"
#include "maps/random.h"

/* Attempts of a kind before it gives up on the map. */
#define FR_SAMPLER_TRIES 4000

/* A back end and its state; NULL until needed. */
struct fr_oracle {
    const struct fr_pathfinder *pathfinder;
    struct fr_state *state;
};

struct fr_sampler {
    const struct fr_map *map;
    const struct fr_allocator *allocator;
    struct fr_random random;
    struct fr_components *components;
    size_t *begins;   /* per component, and the end: index of its first pixel in `pixels` */
    uint32_t *pixels; /* every walkable pixel, grouped by component */
    size_t pixel_count;
    uint32_t *rim; /* the walkable pixels with a wall on a side; NULL until needed */
    size_t rim_count;
    struct fr_field *field;     /* NULL until needed */
    double longest;             /* longest grid8 distance seen, in pixels, for buckets */
    struct fr_oracle oracle;    /* exact grid8 distances */
    struct fr_oracle any_angle; /* exact any-angle paths */
    struct fr_path path;        /* the last path of either oracle */
    struct fr_click_set set;
    size_t *groups; /* index of each group's first entry in the set */
    size_t group_count, group_capacity;
};

/* FR_OK; or FR_NO_MEMORY with a sampler that can be released. The map must have a walkable
 * pixel. */
FR_MUST_USE enum fr_status fr_sampler_init(struct fr_sampler *sampler, const struct fr_map *map,
                                           uint64_t seed, const struct fr_allocator *allocator);

struct fr_pixel fr_sampler_walkable(struct fr_sampler *sampler);
struct fr_pixel fr_sampler_in_component(struct fr_sampler *sampler, uint32_t component);

/* A random pixel of the map, walkable or not. */
struct fr_pixel fr_sampler_anywhere(struct fr_sampler *sampler);

/* A random walkable pixel with a wall, the map's edge or an edge wall on at least one side; every
 * map has one. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_sampler_rim(struct fr_sampler *sampler, struct fr_pixel *rim);

/* Two different random pixels of one component; false if no attempt finds any. */
bool fr_sampler_pair(struct fr_sampler *sampler, struct fr_pixel *one, struct fr_pixel *other);

static inline uint32_t fr_sampler_component(const struct fr_sampler *sampler, struct fr_pixel pixel)
{
    return fr_components_at(sampler->components, pixel.x, pixel.y);
}

static inline bool fr_sampler_stands(const struct fr_sampler *sampler, struct fr_pixel pixel)
{
    return fr_map_inside(sampler->map, pixel.x, pixel.y) &&
           fr_map_walkable(sampler->map, pixel.x, pixel.y);
}

/* The map's longer side, in pixels; hand movements, object sizes and speeds are relative to it. */
static inline int32_t fr_sampler_longer_side(const struct fr_sampler *sampler)
{
    const struct fr_map *map = sampler->map;
    return map->width > map->height ? map->width : map->height;
}

/* True with probability 1 / count. */
static inline bool fr_sampler_once_in(struct fr_sampler *sampler, uint32_t count)
{
    return fr_random_below(&sampler->random, count) == 0;
}

/* The exact grid8 distance between two walkable pixels, -1 if there is no path; the path is left in
 * sampler->path. FR_OK, FR_NO_MEMORY, or FR_UNSUPPORTED if the oracle cannot take the map. */
FR_MUST_USE enum fr_status fr_sampler_ask(struct fr_sampler *sampler, struct fr_pixel start,
                                          struct fr_pixel goal, double *length);

/* Leaves a shortest any-angle path between two connected pixels in sampler->path. FR_OK,
 * FR_NO_MEMORY, or FR_UNSUPPORTED on a map with edge walls. */
FR_MUST_USE enum fr_status fr_sampler_ask_any_angle(struct fr_sampler *sampler,
                                                    struct fr_pixel start, struct fr_pixel goal);

/* The pixel of sampler->path after `travelled` pixels; the last one if the path is shorter. The
 * path must be from fr_sampler_ask and have a waypoint. */
struct fr_pixel fr_sampler_under_way(const struct fr_sampler *sampler, double travelled);

/* Starts a group with the next entry. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_sampler_begin_group(struct fr_sampler *sampler);

/* Adds a click with its tag to the group; `expect` may be NAN. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_sampler_add(struct fr_sampler *sampler, struct fr_pixel start,
                                          struct fr_pixel goal, const char *tag, double expect);

/* Adds any entry to the group. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_sampler_append(struct fr_sampler *sampler,
                                             const struct fr_click *entry, const char *tag);

/* Adds a group of one click. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_sampler_add_alone(struct fr_sampler *sampler, struct fr_pixel start,
                                                struct fr_pixel goal, const char *tag,
                                                double expect);

/* Like fr_sampler_add_alone, with the oracle's distance; may also return FR_UNSUPPORTED. */
FR_MUST_USE enum fr_status fr_sampler_add_measured(struct fr_sampler *sampler,
                                                   struct fr_pixel start, struct fr_pixel goal,
                                                   const char *tag);

/* Shuffles the groups of the set. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_sampler_shuffle(struct fr_sampler *sampler);

/* Releases everything except the set. */
void fr_sampler_release(struct fr_sampler *sampler);

/* One function for each kind: adds up to `count` clicks, in whole groups. *made is 0 before the
 * call, and the number added after it; it is less than `count` if the map allows no more, or a
 * group would not fit. FR_OK, FR_NO_MEMORY or FR_UNSUPPORTED. */
typedef enum fr_status fr_sample_kind(struct fr_sampler *sampler, int count, int *made);

fr_sample_kind fr_sample_buckets, fr_sample_blocked, fr_sample_unreachable, fr_sample_unwalkable,
    fr_sample_same, fr_sample_outside, fr_sample_on_wall, fr_sample_along_wall, fr_sample_notch,
    fr_sample_corner, fr_sample_neighbours, fr_sample_walk, fr_sample_hover, fr_sample_burst,
    fr_sample_symmetric, fr_sample_gates, fr_sample_movers, fr_sample_obstructed, fr_sample_changes;

#endif
