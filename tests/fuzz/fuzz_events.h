/* The requirements on every click set that was loaded. */
#ifndef FOOTRACE_TESTS_FUZZ_FUZZ_EVENTS_H
#define FOOTRACE_TESTS_FUZZ_FUZZ_EVENTS_H

#include "maps/formats/clicks/click_set_file.h"
#include "tests/fuzz/fuzz.h"

#define FUZZ_WIDTH 70
#define FUZZ_HEIGHT 9

/* Bytes of memory per byte of a file: an entry of a few letters becomes a struct fr_click, in an
 * array that doubles. */
#define BYTES_A_BYTE 128

static inline void fuzz_require_same_click(const struct fr_click *a, const struct fr_click *b)
{
    const bool patch = a->kind == FR_PATCH;
    const size_t pixels = patch ? (size_t)a->rect.width * (size_t)a->rect.height : 0;
    fuzz_require(a->kind == b->kind && strcmp(a->tag, b->tag) == 0, "the same kind and tag");
    fuzz_require(memcmp(&a->rect, &b->rect, sizeof a->rect) == 0 && a->side == b->side &&
                     a->closed == b->closed && memcmp(a->areas, b->areas, sizeof a->areas) == 0,
                 "the same event");
    fuzz_require(pixels == 0 || memcmp(a->patch, b->patch, pixels) == 0, "the same patch");
    fuzz_require(fr_pixel_equal(a->start, b->start) && fr_pixel_equal(a->goal, b->goal),
                 "the same ends");
    fuzz_require((a->expect_grid8 == b->expect_grid8 ||
                  (a->expect_grid8 != a->expect_grid8 && b->expect_grid8 != b->expect_grid8)) &&
                     a->expect_digits == b->expect_digits,
                 "the same length");
}

/* A set written as JSON must read back the same. */
static inline void fuzz_write_and_read(const struct fr_click_set *set)
{
    struct fr_click_set again;
    struct fr_error error = {"", FR_OK};
    const char *path = fuzz_path("again.json");
    enum fr_status status = fr_click_set_save(path, set, &error);
    if (status == FR_OK)
        status = fr_click_set_load(path, FUZZ_WIDTH, FUZZ_HEIGHT, set->allocator, &again, &error);
    if (status == FR_NO_MEMORY)
        return;
    fuzz_require(status == FR_OK, error.text);
    fuzz_require(set->count == again.count && strcmp(set->map, again.map) == 0, "the same set");
    for (size_t i = 0; i < set->count; i++)
        fuzz_require_same_click(&set->clicks[i], &again.clicks[i]);
    fr_click_set_release(&again);
}

static inline void fuzz_carry_out(const struct fr_click_set *set)
{
    struct fr_map *map;
    struct fr_rect changed;
    fuzz_require(fr_map_create(FUZZ_WIDTH, FUZZ_HEIGHT, &fr_default_allocator, &map) == FR_OK,
                 "a small map");
    for (size_t i = 0; i < set->count; i++)
        fuzz_require(fr_click_apply(&set->clicks[i], map, &changed) == FR_OK,
                     "events of a set that was loaded can be carried out");
    fuzz_require_map(map);
    fr_map_release(map);
}

/* Loads a click set, and checks it, or its refusal. */
static inline void fuzz_click_set(const char *path, size_t size)
{
    struct fuzz_memory memory;
    struct fr_click_set set;
    struct fr_error error = {"", FR_OK};
    fuzz_memory_init(&memory);
    const enum fr_status status =
        fr_click_set_load(path, FUZZ_WIDTH, FUZZ_HEIGHT, &memory.allocator, &set, &error);
    fuzz_require(memory.asked_bytes <= FUZZ_BASE + size * BYTES_A_BYTE,
                 "memory in proportion to the file");
    if (status == FR_OK) {
        fuzz_carry_out(&set);
        fuzz_write_and_read(&set);
        fr_click_set_release(&set);
    } else {
        fuzz_require_refusal(status, &error);
    }
    fuzz_require(memory.live_bytes == 0, "all memory given back");
}

#endif
