/* Paths judged on small maps, for the tests of the validator. */
#ifndef FOOTRACE_TESTS_HARNESS_JUDGE_HEARING_H
#define FOOTRACE_TESTS_HARNESS_JUDGE_HEARING_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "harness/judge/validator.h"
#include "tests/ascii_map.h"

#define MOST_POINTS 16

/* A path judged on a map; points are pairs of half pixels. */
struct hearing {
    struct fr_map *map;
    struct fr_validator *validator;
    struct fr_judgement judgement;
};

/* Takes ownership of the map. */
static inline void open_hearing_on(struct hearing *hearing, struct fr_map *map)
{
    hearing->map = map;
    assert_int_equal(fr_validator_create(hearing->map, &fr_default_allocator, &hearing->validator),
                     FR_OK);
}

static inline void open_hearing(struct hearing *hearing, const char *text)
{
    open_hearing_on(hearing, ascii_map(text));
}

static inline void close_hearing(struct hearing *hearing)
{
    fr_validator_release(hearing->validator);
    fr_map_release(hearing->map);
}

static inline enum fr_verdict judge_between(struct hearing *hearing, enum fr_movement movement,
                                            struct fr_point start, struct fr_point goal,
                                            const int32_t *pairs, size_t count)
{
    struct fr_point points[MOST_POINTS];
    assert_true(count <= MOST_POINTS);
    for (size_t i = 0; i < count; i++)
        points[i] = (struct fr_point){pairs[2 * i], pairs[2 * i + 1]};
    const struct fr_path path = {points, count, MOST_POINTS, &fr_default_allocator};
    fr_validator_judge(hearing->validator, movement, start, goal, FR_FOUND, &path,
                       &hearing->judgement);
    return hearing->judgement.verdict;
}

/* The same for a path from the queried start to the queried goal. */
static inline enum fr_verdict judge_pairs(struct hearing *hearing, enum fr_movement movement,
                                          const int32_t *pairs, size_t count)
{
    const struct fr_point start = {pairs[0], pairs[1]};
    const struct fr_point goal = {pairs[2 * count - 2], pairs[2 * count - 1]};
    return judge_between(hearing, movement, start, goal, pairs, count);
}

static inline enum fr_verdict judge_unreachable(struct hearing *hearing, enum fr_movement movement,
                                                struct fr_point start, struct fr_point goal)
{
    fr_validator_judge(hearing->validator, movement, start, goal, FR_UNREACHABLE, NULL,
                       &hearing->judgement);
    return hearing->judgement.verdict;
}

#define JUDGE(hearing, movement, ...)                                                              \
    judge_pairs((hearing), (movement), (const int32_t[]){__VA_ARGS__},                             \
                sizeof(const int32_t[]){__VA_ARGS__} / (2 * sizeof(int32_t)))

#define CENTRE(px, py) 2 * (px) + 1, 2 * (py) + 1

static inline struct fr_point random_point(struct fr_random *random, const struct fr_map *map)
{
    return (struct fr_point){fr_random_between(random, 0, 2 * map->width),
                             fr_random_between(random, 0, 2 * map->height)};
}

#endif
