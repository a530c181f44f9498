/* Shared checks of malformed files: each is refused in one line that names the file, the place in
 * it and what was expected, and the results stay untouched. */
#ifndef FOOTRACE_TESTS_MAPS_FORMATS_REFUSED_H
#define FOOTRACE_TESTS_MAPS_FORMATS_REFUSED_H

#include "tests/maps/files.h"

static inline void assert_one_line(const char *text)
{
    for (const char *letter = text; *letter; letter++)
        assert_true((unsigned char)*letter >= ' ');
}

static inline void assert_message(const char *message, const char *file, const char *place,
                                  const char *expected)
{
    if (!strstr(message, file) || !strstr(message, place) || !strstr(message, expected))
        print_error("message: %s\nwithout: %s, %s or %s\n", message, file, place, expected);
    assert_non_null(strstr(message, file));
    assert_non_null(strstr(message, place));
    assert_non_null(strstr(message, expected));
    assert_one_line(message);
}

/* spec is a path, perhaps with options. */
static inline void refuse_map(const char *spec, const char *file, const char *place,
                              const char *expected, bool unsupported)
{
    struct fr_error error = {"", FR_OK};
    struct fr_counting_allocator counting;
    struct fr_map *const untouched = NULL;
    struct fr_map *map = untouched;
    fr_counting_allocator_init(&counting);
    const enum fr_status status =
        fr_map_load(spec, folder, &counting.allocator, &map, NULL, &error);
    if (status != (unsupported ? FR_UNSUPPORTED : FR_BAD_INPUT))
        print_error("%s: status %d, %s\n", spec, status, error.text);
    assert_int_equal(status, unsupported ? FR_UNSUPPORTED : FR_BAD_INPUT);
    assert_message(error.text, file, place, expected);
    assert_null(map);
    assert_int_equal(counting.live_bytes, 0);
    assert_true(counting.peak_bytes < 1 << 22);
}

/* Fails each allocation of loading a map once: that must be reported, without leaks. Returns the
 * number of allocations. */
static inline uint64_t refuse_each_allocation(const char *spec)
{
    for (uint64_t n = 1;; n++) {
        struct fr_counting_allocator counting;
        struct fr_error error = {"", FR_OK};
        struct fr_map *map = NULL;
        fr_counting_allocator_init(&counting);
        counting.fail_at = n;
        const enum fr_status status =
            fr_map_load(spec, folder, &counting.allocator, &map, NULL, &error);
        if (status != (counting.refused ? FR_NO_MEMORY : FR_OK))
            fail_msg("%s: status %d, %s", spec, status, error.text);
        assert_int_equal(strstr(error.text, "memory") != NULL, status != FR_OK);
        assert_int_equal(map != NULL, status == FR_OK);
        fr_map_release(map);
        assert_int_equal(counting.live_bytes, 0);
        if (status == FR_OK)
            return n - 1;
    }
}

#endif
