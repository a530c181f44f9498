/* The contract of the generators: what a spec may say, that bytes depend on nothing but spec, size
 * and seed, and that memory is given back. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "maps/generators/generate.h"

static struct fr_canvas paint(const char *spec, int32_t width, int32_t height, uint64_t seed)
{
    struct fr_canvas canvas;
    struct fr_error error;
    if (fr_generate(spec, width, height, seed, &fr_default_allocator, &canvas, &error) != FR_OK)
        fail_msg("%s", error.text);
    return canvas;
}

static bool same_levels(struct fr_canvas a, struct fr_canvas b)
{
    return memcmp(a.grey, b.grey, (size_t)a.width * (size_t)a.height) == 0;
}

static bool uses_seed(const char *kind)
{
    return strcmp(kind, "maze") == 0 || strcmp(kind, "random") == 0 ||
           strcmp(kind, "office") == 0 || strcmp(kind, "adventure") == 0;
}

static void the_seed_decides(void **state)
{
    (void)state;
    for (int i = 0; i < fr_generator_count; i++) {
        const char *kind = fr_generators[i]->kind;
        struct fr_canvas first = paint(kind, 300, 200, 1), again = paint(kind, 300, 200, 1);
        struct fr_canvas other = paint(kind, 300, 200, 2);
        assert_true(same_levels(first, again));
        assert_int_equal(same_levels(first, other), !uses_seed(kind));
        free(first.grey);
        free(again.grey);
        free(other.grey);
    }
}

static uint64_t fnv1a(const uint8_t *bytes, size_t count)
{
    uint64_t hash = 0xCBF29CE484222325u;
    for (size_t i = 0; i < count; i++)
        hash = (hash ^ bytes[i]) * 0x100000001B3u;
    return hash;
}

/* Grey levels as first painted, on x86-64 by gcc: any other machine, compiler or build type that
 * rounds or orders something differently shows here. */
static void levels_are_the_same_everywhere(void **state)
{
    (void)state;
    static const struct {
        const char *spec;
        uint64_t hash;
    } known[] = {
        {"open:border=3", 0x1251AB2C0EC6C5E2},
        {"utrap:width=70,height=60,wall=4", 0x253DD9AC3E63CC3A},
        {"spiral", 0xCECA543EFE8C8B38},
        {"spiral:corridor=5,wall=2", 0x37E00BC062885719},
        {"serpentine:corridor=3,wall=2", 0xD848FA7CDDA647C6},
        {"maze", 0x920B66A5C3F2EE63},
        {"maze:corridor=2,wall=3,uniform=1", 0x7C2A11F01881A3F5},
        {"random:blocked=40", 0x73FD5019275EE3FD},
        {"random:blocked=20,cell=7", 0x4C4FADA2E887D933},
        {"office:room=24,corridor=9,door=5,wall=2,desks=2", 0x84D9D9C58D0951C9},
        {"adventure", 0xB1E3FB190FAC3BDA},
        {"adventure:formations=20,dirt=10,doors=5,hand=200,bits=8", 0x34E17BED854DA60D},
    };
    bool right = true;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        struct fr_canvas canvas = paint(known[i].spec, 203, 127, 42);
        const uint64_t hash = fnv1a(canvas.grey, 203 * 127);
        if (hash != known[i].hash) {
            print_error("{\"%s\", 0x%016llX},\n", known[i].spec, (unsigned long long)hash);
            right = false;
        }
        free(canvas.grey);
    }
    assert_true(right);
}

static void assert_refused(const char *spec, int32_t width, int32_t height, const char *expected)
{
    struct fr_canvas canvas = {0, 0, NULL};
    struct fr_error error = {""};
    assert_int_equal(fr_generate(spec, width, height, 1, &fr_default_allocator, &canvas, &error),
                     FR_BAD_INPUT);
    assert_null(canvas.grey);
    if (!strstr(error.text, expected))
        fail_msg("'%s' says: %s; expected: %s", spec, error.text, expected);
    assert_int_equal(fr_generate(spec, width, height, 1, &fr_default_allocator, &canvas, NULL),
                     FR_BAD_INPUT);
}

static void bad_specs_are_explained(void **state)
{
    (void)state;
    assert_refused("", 64, 64, "no map generator ''; expected one of: open utrap spiral");
    assert_refused("sprial", 64, 64, "no map generator 'sprial'; expected one of:");
    assert_refused("spira", 64, 64, "no map generator 'spira'");
    assert_refused("spiral,wall=2", 64, 64, "no map generator 'spiral,wall=2'");
    assert_refused("spiral:walls=2", 64, 64,
                   "'spiral': no option 'walls'; expected one of: "
                   "corridor wall");
    assert_refused("spiral:,wall=2", 64, 64, "'spiral': no option ''");
    assert_refused("spiral:wall=", 64, 64, "option 'wall' is ''; expected 1..1000");
    assert_refused("spiral:wall", 64, 64, "option 'wall' is ''; expected 1..1000");
    assert_refused("spiral:wall=2x", 64, 64, "option 'wall' is '2x'; expected 1..1000");
    assert_refused("spiral:wall= 2", 64, 64, "option 'wall' is ' 2'");
    assert_refused("spiral:wall=2=2", 64, 64, "option 'wall' is '2=2'");
    assert_refused("spiral:wall=-1", 64, 64, "option 'wall' is '-1'");
    assert_refused("spiral:wall=4294967297", 64, 64, "option 'wall' is '4294967297'");
    assert_refused("spiral:wall=99999999999999999999", 64, 64, "option 'wall'");
    assert_refused("spiral:wall=1,corridor=0", 64, 64, "option 'corridor' is '0'");
    assert_refused("no\nnews", 64, 64, "no map generator 'no?news'");
}

static void bad_sizes_are_explained(void **state)
{
    (void)state;
    assert_refused("open", 0, 10, "'open': size is 0x10; expected 1..32767 pixels either way");
    assert_refused("open", 10, -1, "'open': size is 10x-1");
    assert_refused("open", 32768, 1, "'open': size is 32768x1");
    assert_refused("adventure", 31, 64, "'adventure': size is 31x64; expected 32..32767");
    assert_refused("open:border=32", 64, 90, "'open': 64x90 is too small for these options");
    assert_refused("utrap:wall=40", 64, 64, "'utrap': 64x64 is too small");
    assert_refused("spiral:corridor=65", 64, 90, "'spiral': 64x90 is too small");
    assert_refused("serpentine:corridor=65", 90, 64, "'serpentine': 90x64 is too small");
    assert_refused("maze:corridor=65", 64, 90, "'maze': 64x90 is too small");
    assert_refused("office", 64, 64, "'office': 64x64 is too small");
}

/* One option of one generator, set to value, on a canvas that is large enough for any in range. */
static void try_option(const struct fr_generator *generator,
                       const struct fr_generator_option *option, int64_t value)
{
    char spec[128], expected[128];
    snprintf(spec, sizeof spec, "%s:%s=%lld", generator->kind, option->name, (long long)value);
    if (value >= option->low && value <= option->high) {
        struct fr_canvas canvas;
        struct fr_error error;
        const enum fr_status status =
            fr_generate(spec, 320, 240, 5, &fr_default_allocator, &canvas, &error);
        if (status == FR_OK)
            free(canvas.grey);
        else
            assert_non_null(strstr(error.text, "320x240 is too small for these options"));
        return;
    }
    snprintf(expected, sizeof expected, "option '%s' is '%lld'; expected %d..%d", option->name,
             (long long)value, (int)option->low, (int)option->high);
    assert_refused(spec, 320, 240, expected);
}

static void options_stay_in_range(void **state)
{
    (void)state;
    for (int i = 0; i < fr_generator_count; i++) {
        const struct fr_generator *generator = fr_generators[i];
        assert_non_null(generator->summary);
        for (const struct fr_generator_option *option = generator->options; option->name;
             option++) {
            assert_non_null(option->help);
            assert_in_range(option->fallback, option->low, option->high);
            try_option(generator, option, (int64_t)option->low - 1);
            try_option(generator, option, option->low);
            try_option(generator, option, option->high);
            try_option(generator, option, (int64_t)option->high + 1);
        }
    }
}

static void defaults_may_be_spelled_out(void **state)
{
    (void)state;
    for (int i = 0; i < fr_generator_count; i++) {
        const struct fr_generator *generator = fr_generators[i];
        char spec[256];
        int used = snprintf(spec, sizeof spec, "%s", generator->kind);
        for (int j = 0; generator->options[j].name; j++)
            used += snprintf(spec + used, sizeof spec - (size_t)used, "%c%s=%d", j ? ',' : ':',
                             generator->options[j].name, (int)generator->options[j].fallback);
        struct fr_canvas spelled = paint(spec, 300, 200, 9);
        struct fr_canvas plain = paint(generator->kind, 300, 200, 9);
        assert_true(same_levels(spelled, plain));
        free(spelled.grey);
        free(plain.grey);
    }
}

static void a_canvas_is_a_map_from_half_white(void **state)
{
    (void)state;
    uint8_t grey[] = {0, 127, 128, 255, 129, 1};
    const struct fr_canvas canvas = {3, 2, grey};
    struct fr_map *map;
    assert_int_equal(fr_canvas_map(&canvas, &fr_default_allocator, &map), FR_OK);
    const uint8_t areas[] = {0, 0, 1, 1, 1, 0};
    assert_memory_equal(map->areas, areas, sizeof areas);
    assert_true(fr_map_walkable(map, 2, 0));
    assert_false(fr_map_walkable(map, 1, 0));
    fr_map_release(map);
}

/* Generates with the n-th allocation refused, for every n until none is. */
static void fail_each_allocation(const char *spec)
{
    for (uint64_t n = 1;; n++) {
        struct fr_counting_allocator counting;
        fr_counting_allocator_init(&counting);
        counting.fail_at = n;
        struct fr_canvas canvas = {0, 0, NULL};
        struct fr_error error = {""};
        const enum fr_status status =
            fr_generate(spec, 320, 240, 3, &counting.allocator, &canvas, &error);
        if (status == FR_OK) {
            assert_int_equal(counting.refused, 0);
            assert_int_equal(counting.live_bytes, 320 * 240);
            fr_deallocate(&counting.allocator, canvas.grey, 320 * 240, 1);
            return;
        }
        assert_int_equal(status, FR_NO_MEMORY);
        assert_null(canvas.grey);
        assert_int_equal(counting.live_bytes, 0);
        assert_non_null(strstr(error.text, "not enough memory for 320x240"));
    }
}

static void running_out_of_memory_leaks_nothing(void **state)
{
    (void)state;
    for (int i = 0; i < fr_generator_count; i++)
        fail_each_allocation(fr_generators[i]->kind);
    struct fr_canvas canvas = paint("random", 40, 30, 1);
    for (uint64_t n = 1;; n++) {
        struct fr_counting_allocator counting;
        fr_counting_allocator_init(&counting);
        counting.fail_at = n;
        struct fr_map *map;
        if (fr_canvas_map(&canvas, &counting.allocator, &map) == FR_OK) {
            fr_map_release(map);
            assert_int_equal(counting.live_bytes, 0);
            break;
        }
        assert_int_equal(counting.live_bytes, 0);
    }
    free(canvas.grey);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_seed_decides),
        cmocka_unit_test(levels_are_the_same_everywhere),
        cmocka_unit_test(bad_specs_are_explained),
        cmocka_unit_test(bad_sizes_are_explained),
        cmocka_unit_test(options_stay_in_range),
        cmocka_unit_test(defaults_may_be_spelled_out),
        cmocka_unit_test(a_canvas_is_a_map_from_half_white),
        cmocka_unit_test(running_out_of_memory_leaks_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
