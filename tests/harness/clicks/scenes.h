/* Checks sampled sets of one kind entry by entry on random maps of many kinds, with the map after
 * the preceding events. */
#ifndef FOOTRACE_TESTS_HARNESS_CLICKS_SCENES_H
#define FOOTRACE_TESTS_HARNESS_CLICKS_SCENES_H

#include "harness/judge/validator.h"
#include "tests/algorithms/random_maps.h"
#include "tests/ascii_map.h"
#include "tests/harness/clicks/samples.h"
#include "tests/soak.h"

enum { MAPS = 40, CLICKS = 24 };

/* A set, and the map after the events before an entry. */
struct scene {
    const struct fr_map *original;
    struct fr_map *map;
    struct fr_validator *validator; /* of the original map */
    const struct fr_click_set *set;
    size_t at; /* the entry */
};

/* Whether an entry is what its kind promises. */
typedef bool (*entry_check)(const struct scene *scene, const struct fr_click *entry);

static inline const struct fr_click *entry_at(const struct scene *scene, size_t index)
{
    return index < scene->set->count ? &scene->set->clicks[index] : NULL;
}

static inline bool sees(const struct scene *scene, struct fr_pixel one, struct fr_pixel other)
{
    return fr_validator_segment(scene->validator, fr_pixel_centre(one), fr_pixel_centre(other));
}

static inline bool connected(const struct scene *scene, struct fr_pixel one, struct fr_pixel other)
{
    return fr_validator_reachable(scene->validator, FR_GRID8, fr_pixel_centre(one),
                                  fr_pixel_centre(other));
}

static inline bool expects(const struct scene *scene, const struct fr_click *click)
{
    const double length = relaxed_distance(scene->map, click->start, click->goal);
    return isinf(length) ? click->expect_grid8 == -1.0 : fabs(click->expect_grid8 - length) < 1e-6;
}

/* Plays the set entry by entry; the map must end as it began. */
static inline void check_set(const struct fr_map *map, const struct fr_click_set *set,
                             entry_check check, uint64_t seed)
{
    struct scene scene = {.original = map, .set = set};
    struct fr_rect changed;
    assert_int_equal(fr_map_clone(map, &fr_default_allocator, &scene.map), FR_OK);
    assert_int_equal(fr_validator_create(map, &fr_default_allocator, &scene.validator), FR_OK);
    for (; scene.at < set->count; scene.at++) {
        const struct fr_click *entry = &set->clicks[scene.at];
        if (!check(&scene, entry)) {
            print_map(map);
            fail_msg("seed %llu, entry %zu, %s: %d,%d to %d,%d", (unsigned long long)seed, scene.at,
                     entry->tag, entry->start.x, entry->start.y, entry->goal.x, entry->goal.y);
        }
        assert_int_equal(fr_click_apply(entry, scene.map, &changed), FR_OK);
    }
    for (int32_t y = 0; y < map->height; y++)
        for (int32_t x = 0; x < map->width; x++)
            assert_int_equal(fr_map_walkable(map, x, y), fr_map_walkable(scene.map, x, y));
    fr_validator_release(scene.validator);
    fr_map_release(scene.map);
}

/* Checks sets of a kind on random maps, many of which must allow it. */
static inline void check_kind(unsigned kind, int clicks, uint64_t fallback_seed, entry_check check)
{
    const uint64_t seed = soak_seed(fallback_seed);
    const int maps = MAPS * soak_scale();
    struct fr_random random = {seed};
    int sets = 0;
    for (int i = 0; i < maps; i++) {
        struct fr_map *map = mixed_map(&random);
        struct fr_click_set set;
        struct fr_error error;
        if (fr_sample_clicks(map, clicks, fr_random_next(&random), kind, &fr_default_allocator,
                             &set, NULL, &error) == FR_OK) {
            check_set(map, &set, check, seed);
            fr_click_set_release(&set);
            sets++;
        }
        fr_map_release(map);
    }
    if (sets * 5 < maps)
        fail_msg("seed %llu: only %d of %d maps gave clicks", (unsigned long long)seed, sets, maps);
}

#endif
