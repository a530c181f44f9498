/* What an inspection finds on maps that are made for it, and what it advises. */
#include "tests/maps/files.h"

#include "harness/inspect/inspection.h"

static void inspect(const char *spec, struct fr_inspection *inspection)
{
    struct fr_error error = {"", FR_OK};
    if (fr_inspect(spec, folder, &fr_default_allocator, inspection, &error) != FR_OK)
        fail_msg("%s", error.text);
}

static bool is_advised(const struct fr_inspection *inspection, const char *words)
{
    for (int i = 0; i < inspection->warning_count; i++)
        if (strstr(inspection->warnings[i], words))
            return true;
    return false;
}

/* Writes a PNG of one grey level a letter: '.' 255, '#' 0, '-' 100. */
static const char *put_grey(const char *name, int width, int height, const char *letters)
{
    static uint16_t samples[8192];
    const struct png_image image = {.width = (uint32_t)width,
                                    .height = (uint32_t)height,
                                    .colour_type = SPNG_COLOR_TYPE_GRAYSCALE,
                                    .depth = 8,
                                    .samples = samples};
    for (int i = 0; i < width * height; i++)
        samples[i] = letters[i] == '.' ? 255 : letters[i] == '-' ? 100 : 0;
    return put_png(name, &image);
}

static void a_sound_map_gets_no_suggestion(void **state)
{
    struct fr_inspection inspection;
    char letters[40 * 30];
    (void)state;
    memset(letters, '.', sizeof letters);
    memset(letters, '#', 40);
    inspect(put_grey("sound.png", 40, 30, letters), &inspection);
    assert_int_equal(inspection.warning_count, 0);
    fr_inspection_release(&inspection);
}

static void masks_read_the_wrong_way_round(void **state)
{
    struct fr_inspection inspection;
    char letters[80 * 60];
    (void)state;
    memset(letters, '#', sizeof letters);
    const char *path = put_grey("dark.png", 80, 60, letters);
    inspect(path, &inspection);
    assert_true(is_advised(&inspection, "No pixel is walkable. If the floor is the dark part"));
    assert_int_equal(inspection.warning_count, 1);
    fr_inspection_release(&inspection);
    letters[2000] = '.';
    inspect(put_grey("dark.png", 80, 60, letters), &inspection);
    assert_true(is_advised(&inspection, "Only 0.1 % of the map is walkable"));
    assert_true(is_advised(&inspection, "invert=on"));
    fr_inspection_release(&inspection);
    memset(letters, '.', sizeof letters);
    inspect(put_grey("light.png", 80, 60, letters), &inspection);
    assert_true(is_advised(&inspection, "Every pixel is walkable. Try another threshold"));
    fr_inspection_release(&inspection);
}

static void soft_edges_and_islands(void **state)
{
    struct fr_inspection inspection;
    char letters[80 * 90];
    (void)state;
    memset(letters, '.', 80 * 60);
    memset(letters + 80 * 60, '#', 80 * 30);
    for (int i = 0; i < 30; i++)
        letters[80 * 61 + 80 * (i % 15) * 2 + (i / 15) * 9] = i < 25 ? '.' : '-';
    inspect(put_grey("soft.png", 80, 90, letters), &inspection);
    assert_int_equal(inspection.health.islands, 25);
    assert_true(
        is_advised(&inspection, "25 components of less than 0.1 % of the floor, at 0,61; 9,61; "));
    assert_true(is_advised(&inspection, "So many components suggest soft edges"));
    assert_false(
        is_advised(&inspection, "lie on both sides of the threshold")); /* five soft pixels */
    fr_inspection_release(&inspection);
    memset(letters + 80 * 60, '-', 80 * 30);
    inspect(put_grey("soft.png", 80, 90, letters), &inspection);
    assert_int_equal(inspection.report.between, 0);
    fr_inspection_release(&inspection);
    memset(letters + 80 * 80, '#', 80 * 10);
    inspect(put_grey("softer.png", 80, 90, letters), &inspection);
    assert_int_equal(inspection.report.between, 80 * 10);
    assert_true(is_advised(&inspection, "Shades of 3 colours lie on both sides of the threshold"));
    fr_inspection_release(&inspection);
}

/* Two halls and a gap of two pixels between them. */
static const char *put_halls(void)
{
    char text[1024] = "type octile\nheight 12\nwidth 30\nmap\n";
    for (int y = 0; y < 12; y++)
        strcat(text, y == 5 || y == 6 ? "..............................\n"
                                      : "..............@...............\n");
    return put_text("halls.map", text);
}

static void a_gap_stops_wide_characters(void **state)
{
    struct fr_inspection inspection;
    char spec[256];
    (void)state;
    format_text(spec, sizeof spec, "%s:radius=1", put_halls());
    inspect(spec, &inspection);
    assert_int_equal(inspection.losses.split, 1);
    assert_int_equal(inspection.losses.floor, 350);
    assert_int_equal(inspection.losses.left, inspection.health.walkable);
    assert_true(is_advised(&inspection, "With radius 1 (disc), the only component splits"));
    assert_true(is_advised(&inspection, "splits: a corridor closes at 14,5 (2 px wide). W"));
    assert_int_equal(inspection.corridors.count, 1);
    assert_true(is_advised(&inspection, "2 larger components"));
    fr_inspection_release(&inspection);
    format_text(spec, sizeof spec, "%s:radius=9", put_halls());
    inspect(spec, &inspection);
    assert_int_equal(inspection.warning_count, 1);
    assert_true(is_advised(&inspection, "the only component vanishes"));
    fr_inspection_release(&inspection);
}

static void cells_are_counted(void **state)
{
    struct fr_inspection inspection;
    char spec[256];
    (void)state;
    format_text(spec, sizeof spec, "%s:scale=2", put_halls());
    inspect(spec, &inspection);
    assert_int_equal(inspection.cells.width, 15);
    assert_int_equal(inspection.cells.height, 6);
    assert_int_equal(inspection.cells.free, 15 * 6 - 6);
    assert_int_equal(inspection.cells.parts, 2);
    fr_inspection_release(&inspection);
}

static void shares_say_all_only_of_all(void **state)
{
    (void)state;
    assert_true(fr_share(0, 10) == 0.0);
    assert_true(fr_share(10, 10) == 100.0);
    assert_true(fr_share(1, 100000) == 0.1);
    assert_true(fr_share(99999, 100000) == 99.9);
    assert_true(fr_share(5566, 10000) == 55.7);
    assert_true(fr_share(0, 0) == 0.0);
}

static void every_refused_allocation_is_survived(void **state)
{
    char spec[256];
    (void)state;
    format_text(spec, sizeof spec, "%s:radius=1,scale=2", put_halls());
    for (uint64_t n = 1;; n++) {
        struct fr_counting_allocator counting;
        struct fr_inspection inspection;
        struct fr_error error = {"", FR_OK};
        fr_counting_allocator_init(&counting);
        counting.fail_at = n;
        const enum fr_status status =
            fr_inspect(spec, folder, &counting.allocator, &inspection, &error);
        assert_int_equal(status, counting.refused ? FR_NO_MEMORY : FR_OK);
        assert_int_equal(*error.text != '\0', status != FR_OK);
        if (status == FR_OK)
            fr_inspection_release(&inspection);
        assert_int_equal(counting.live_bytes, 0);
        if (status == FR_OK)
            break;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sound_map_gets_no_suggestion),
        cmocka_unit_test(masks_read_the_wrong_way_round),
        cmocka_unit_test(soft_edges_and_islands),
        cmocka_unit_test(a_gap_stops_wide_characters),
        cmocka_unit_test(cells_are_counted),
        cmocka_unit_test(shares_say_all_only_of_all),
        cmocka_unit_test(every_refused_allocation_is_survived),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
