/* The contract of the generators: what a spec may say, that bytes depend on nothing but spec, size
 * and seed, and that memory is given back. */
#include "tests/maps/generators/generated.h"

static bool same_canvas(struct fr_canvas a, struct fr_canvas b)
{
    const size_t pixels = (size_t)a.width * (size_t)a.height;
    return a.areas == b.areas && !a.walls == !b.walls && memcmp(a.pixels, b.pixels, pixels) == 0 &&
           (!a.walls || memcmp(a.walls, b.walls, pixels) == 0);
}

static bool uses_seed(const char *kind)
{
    static const char *const fixed[] = {"open",       "corridor", "utrap",    "spiral",
                                        "serpentine", "comb",     "staircase"};
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
        if (strcmp(kind, fixed[i]) == 0)
            return false;
    return true;
}

static void the_seed_decides(void **state)
{
    (void)state;
    for (int i = 0; i < fr_generator_count; i++) {
        const char *kind = fr_generators[i]->kind;
        struct fr_canvas first = paint(kind, 300, 200, 1), again = paint(kind, 300, 200, 1);
        struct fr_canvas other = paint(kind, 300, 200, 2);
        assert_true(same_canvas(first, again));
        assert_int_equal(same_canvas(first, other), !uses_seed(kind));
        fr_canvas_release(&first, &fr_default_allocator);
        fr_canvas_release(&again, &fr_default_allocator);
        fr_canvas_release(&other, &fr_default_allocator);
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
        {"utrap:width=70,height=60,wall=4", 0x253DD9AC3E63CC3A},
        {"spiral", 0xCECA543EFE8C8B38},
        {"spiral:corridor=5,wall=2", 0x37E00BC062885719},
        {"serpentine:corridor=3,wall=2", 0xD848FA7CDDA647C6},
        {"maze", 0x920B66A5C3F2EE63},
        {"random:blocked=40", 0x73FD5019275EE3FD},
        {"random:blocked=20,cell=7", 0x4C4FADA2E887D933},
        {"office:room=24,corridor=9,door=5,wall=2,desks=2", 0x84D9D9C58D0951C9},
        {"corridor", 0x2CE2C31F7741C937},
        {"corridor:width=5,turns=9", 0x615ACA5CC6BBFAC2},
        {"comb:tooth=3,wall=2,spine=9", 0x333CD432B0A719DA},
        {"rooms", 0xE1E22CE25F332556},
        {"rooms:columns=5,rows=4,door=9,wall=2,loops=100", 0x268F96B40999C7EA},
        {"gates", 0x7E7CDCAF01F9E78E},
        {"gates:columns=6,rows=4,gates=14,locked=60,door=5,wall=3", 0x6AC5AF85F8C3E274},
        {"cave", 0xD4005C3E802858FE},
        {"cave:blocked=45,grain=7,rounds=2", 0xB5AACF8FD302E84D},
        {"staircase", 0xE6A01147202FD31A},
        {"staircase:step=1,corridor=2,wall=1", 0x3649EA1662FBCFC3},
        {"pinches:block=3,gap=2,chain=4", 0xF6A07C7EF304D2AA},
        {"fan:rays=70", 0x0EAD7D53FE9A6328},
        {"fan:rays=40,near=10,screen=90", 0x7EAF3F302F2B5053},
        {"blocky:columns=80,rows=50", 0x7D199EA448F336AC},
        {"walls", 0x3CAC67890C6385E6},
        {"walls:cell=3,open=0,segments=500,length=30,blocked=7", 0x33CF21B9341DC8B7},
        {"adventure", 0xB1E3FB190FAC3BDA},
        {"painted", 0x50118B00FFA4E816},
        {"painted:share=60,things=50,hand=100,brush=2,dither=1,pinholes=3000", 0xB8F3FD581E7C58F3},
        {"coloured:areas=7,hand=0", 0xF14EE6B78B9794F0},
        {"adventure:formations=20,dirt=10,doors=5,hand=200,bits=8", 0x34E17BED854DA60D},
    };
    bool right = true;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        struct fr_canvas canvas = paint(known[i].spec, 203, 127, 42);
        uint64_t hash = fnv1a(canvas.pixels, 203 * 127);
        if (canvas.walls)
            hash ^= fnv1a(canvas.walls, 203 * 127);
        if (hash != known[i].hash) {
            print_error("{\"%s\", 0x%016llX},\n", known[i].spec, (unsigned long long)hash);
            right = false;
        }
        fr_canvas_release(&canvas, &fr_default_allocator);
    }
    assert_true(right);
}

static void assert_refused(const char *spec, int32_t width, int32_t height, const char *expected)
{
    struct fr_canvas canvas = {.pixels = NULL};
    struct fr_error error = {"", FR_OK};
    assert_int_equal(fr_generate(spec, width, height, 1, &fr_default_allocator, &canvas, &error),
                     FR_BAD_INPUT);
    assert_null(canvas.pixels);
    if (!strstr(error.text, expected))
        fail_msg("'%s' says: %s; expected: %s", spec, error.text, expected);
    assert_int_equal(fr_generate(spec, width, height, 1, &fr_default_allocator, &canvas, NULL),
                     FR_BAD_INPUT);
}

static void bad_specs_are_explained(void **state)
{
    (void)state;
    assert_refused("", 64, 64, "unknown map generator ''; expected one of: open corridor utrap");
    assert_refused("sprial", 64, 64, "unknown map generator 'sprial'; expected one of:");
    assert_refused("spira", 64, 64, "unknown map generator 'spira'");
    assert_refused("spiral,wall=2", 64, 64, "unknown map generator 'spiral,wall=2'");
    assert_refused("spiral:walls=2", 64, 64,
                   "'spiral': unknown option 'walls'; expected one of: "
                   "corridor wall");
    assert_refused("spiral:,wall=2", 64, 64, "'spiral': unknown option ''");
    assert_refused("spiral:wall=", 64, 64, "option 'wall': '' found, expected 1..1000");
    assert_refused("spiral:wall", 64, 64, "option 'wall': '' found, expected 1..1000");
    assert_refused("spiral:wall=2x", 64, 64, "option 'wall': '2x' found, expected 1..1000");
    assert_refused("spiral:wall= 2", 64, 64, "option 'wall': ' 2' found");
    assert_refused("spiral:wall=2=2", 64, 64, "option 'wall': '2=2' found");
    assert_refused("spiral:wall=-1", 64, 64, "option 'wall': '-1' found");
    assert_refused("spiral:wall=4294967297", 64, 64, "option 'wall': '4294967297' found");
    assert_refused("spiral:wall=99999999999999999999", 64, 64, "option 'wall'");
    assert_refused("spiral:wall=1,corridor=0", 64, 64, "option 'corridor': '0' found");
    assert_refused("no\nnews", 64, 64, "unknown map generator 'no?news'");
}

static void bad_sizes_are_explained(void **state)
{
    (void)state;
    assert_refused("open", 0, 10,
                   "'open': size 0x10 found, expected 1..32767 pixels in each direction");
    assert_refused("open", 10, -1, "'open': size 10x-1");
    assert_refused("open", 32768, 1, "'open': size 32768x1");
    assert_refused("adventure", 31, 64, "'adventure': size 31x64 found, expected 32..32767");
    assert_refused("utrap:wall=40", 64, 64,
                   "'utrap': these options do not fit 64x64 pixels; expected");
    assert_refused("spiral:corridor=65", 64, 90,
                   "'spiral': these options do not fit 64x90 pixels; expected");
    assert_refused("serpentine:corridor=65", 90, 64,
                   "'serpentine': these options do not fit 90x64 pixels; expected");
    assert_refused("maze:corridor=65", 64, 90,
                   "'maze': these options do not fit 64x90 pixels; expected");
    assert_refused("corridor:turns=8,width=8", 64, 16,
                   "'corridor': these options do not fit 64x16");
    assert_refused("comb:spine=64", 64, 64,
                   "expected a width of at least 'tooth' and a height over 'spine' pixels");
    assert_refused("rooms:columns=9", 64, 64, "expected rooms at least as wide and high as a door");
    assert_refused("gates:columns=3,rows=3,gates=5", 320, 200,
                   "at most (columns - 1) * (rows - 1)");
    assert_refused("cave:blocked=100", 64, 64, "expected more cells, or fewer blocked");
    assert_refused("pinches:gap=25", 64, 98, "expected at least chain * block + 2 * gap pixels");
    assert_refused("fan:rays=9000", 640, 360, "expected about 1.5 pixels of width for each ray");
    assert_refused("blocky", 159, 200,
                   "expected a width of at least 'columns' and a height of at least 'rows' pixels");
    assert_refused("office", 64, 64, "'office': these options do not fit 64x64 pixels; expected");
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
            fr_canvas_release(&canvas, &fr_default_allocator);
        else
            assert_non_null(
                strstr(error.text, "these options do not fit 320x240 pixels; expected"));
        return;
    }
    snprintf(expected, sizeof expected, "option '%s': '%lld' found, expected %d..%d", option->name,
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
        assert_true(same_canvas(spelled, plain));
        fr_canvas_release(&spelled, &fr_default_allocator);
        fr_canvas_release(&plain, &fr_default_allocator);
    }
}

static void a_canvas_is_a_map_from_half_white(void **state)
{
    (void)state;
    uint8_t grey[] = {0, 127, 128, 255, 129, 1};
    const struct fr_canvas canvas = {.width = 3, .height = 2, .pixels = grey};
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
        struct fr_canvas canvas = {.pixels = NULL};
        struct fr_error error = {"", FR_OK};
        const enum fr_status status =
            fr_generate(spec, 320, 240, 3, &counting.allocator, &canvas, &error);
        if (status == FR_OK) {
            assert_int_equal(counting.refused, 0);
            assert_int_equal(counting.live_bytes, canvas.walls ? 2 * 320 * 240 : 320 * 240);
            fr_canvas_release(&canvas, &counting.allocator);
            assert_int_equal(counting.live_bytes, 0);
            return;
        }
        assert_int_equal(status, FR_NO_MEMORY);
        assert_null(canvas.pixels);
        assert_int_equal(counting.live_bytes, 0);
        assert_non_null(strstr(error.text, "not enough memory for 320x240"));
    }
}

static void running_out_of_memory_leaks_nothing(void **state)
{
    (void)state;
    for (int i = 0; i < fr_generator_count; i++)
        fail_each_allocation(fr_generators[i]->kind);
    struct fr_canvas canvas = paint("walls", 40, 30, 1);
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
    fr_canvas_release(&canvas, &fr_default_allocator);
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
