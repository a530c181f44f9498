/* The engine of the page, built natively: PNG pictures become what the loader makes of them, damaged
 * ones get a sentence, and after any change a back end walks as one that is prepared again. */
#include "tests/maps/files.h"

#include <math.h>
#include <zlib.h>

#include "harness/judge/validator.h"
#include "tests/soak.h"
#include "web/engine.h"

/* As the page's worker does: all IDAT chunks as one stream. */
static uint8_t *inflate_pixels(const uint8_t *bytes, size_t size, size_t expected, size_t *found)
{
    z_stream stream = {0};
    uint8_t *pixels = malloc(expected + 1);
    assert_non_null(pixels);
    assert_int_equal(inflateInit(&stream), Z_OK);
    stream.next_out = pixels;
    stream.avail_out = (uInt)expected;
    for (size_t at = 8; at + 12 <= size;) {
        const size_t length = (size_t)bytes[at] << 24 | (size_t)bytes[at + 1] << 16 |
                              (size_t)bytes[at + 2] << 8 | bytes[at + 3];
        if (length > size - at - 12)
            break;
        if (memcmp(bytes + at + 4, "IDAT", 4) == 0) {
            stream.next_in = (Bytef *)(uintptr_t)(bytes + at + 8);
            stream.avail_in = (uInt)length;
            inflate(&stream, Z_NO_FLUSH);
        }
        at += 12 + length;
    }
    *found = expected - stream.avail_out;
    inflateEnd(&stream);
    return pixels;
}

static bool read_png(const uint8_t *bytes, size_t size)
{
    const double expected = fr_web_png_inflated(bytes, size, "kind.png");
    size_t found;
    if (expected <= 0)
        return false;
    uint8_t *pixels = inflate_pixels(bytes, size, (size_t)expected, &found);
    const bool read = fr_web_room_of_png(bytes, size, "kind.png", pixels, found);
    free(pixels);
    return read;
}

static void fill(struct png_image *image, uint16_t *samples, struct fr_random *random)
{
    const size_t count = image->width * image->height * png_channels(image->colour_type);
    const uint32_t top = 1u << image->depth;
    image->palette.n_entries = image->colour_type != 3 ? 0 : top < 16 ? top : 16;
    for (uint32_t i = 0; i < image->palette.n_entries; i++)
        image->palette.entries[i].red = (uint8_t)fr_random_below(random, 256);
    const uint32_t most = image->colour_type == 3 ? image->palette.n_entries : top;
    for (size_t i = 0; i < count; i++)
        samples[i] = (uint16_t)fr_random_below(random, most);
    image->samples = samples;
    image->transparent = (struct spng_trns){.gray = samples[0],
                                            .red = samples[0],
                                            .green = samples[count > 1],
                                            .blue = samples[count > 2 ? 2 : 0],
                                            .n_type3_entries = 1};
}

static void pngs_are_read_as_by_the_loader(void **state)
{
    static const uint8_t kinds[][2] = {{0, 1}, {0, 2},  {0, 4},  {0, 8}, {0, 16},
                                       {2, 8}, {2, 16}, {3, 1},  {3, 2}, {3, 4},
                                       {3, 8}, {4, 8},  {4, 16}, {6, 8}, {6, 16}};
    static const uint32_t sizes[][2] = {{1, 1}, {5, 3}, {2, 9}, {67, 13}};
    static uint16_t samples[67 * 13 * 4];
    struct fr_random random = {7};
    (void)state;
    for (size_t i = 0; i < 15 * 16; i++) {
        struct png_image image = {.width = sizes[i % 4][0],
                                  .height = sizes[i % 4][1],
                                  .colour_type = kinds[i / 16][0],
                                  .depth = kinds[i / 16][1],
                                  .interlaced = i / 4 % 2,
                                  .has_transparent = i / 8 % 2 && kinds[i / 16][0] < 4};
        size_t size;
        fill(&image, samples, &random);
        uint8_t *bytes = encode_png(&image, &size);
        const char *path = put_bytes("kind.png", bytes, size);
        struct fr_map *map;
        assert_int_equal(fr_map_load(path, folder, &fr_default_allocator, &map, NULL, NULL), FR_OK);
        if (!read_png(bytes, size))
            fail_msg("kind %d of %d bits: %s", image.colour_type, image.depth, fr_web_text());
        assert_memory_equal(fr_web_areas(), map->areas, (size_t)image.width * image.height);
        fr_map_release(map);
        free(bytes);
    }
}

/* Each byte of a small file changed, and each length cut short. */
static void damaged_pngs_get_a_sentence(void **state)
{
    static uint16_t samples[64];
    struct fr_random random = {9};
    struct png_image image = {.width = 8, .height = 8, .colour_type = 3, .depth = 8};
    size_t size;
    (void)state;
    fill(&image, samples, &random);
    uint8_t *bytes = encode_png(&image, &size);
    for (size_t at = 8; at < size; at++) {
        uint8_t *copy = malloc(size);
        assert_non_null(copy);
        memcpy(copy, bytes, size);
        copy[at] ^= (uint8_t)(1 + fr_random_below(&random, 255));
        if (!read_png(copy, size))
            assert_true(strlen(fr_web_text()) > 20);
        memcpy(copy, bytes, at);
        uint8_t *cut = malloc(at); /* so that reading beyond its end is seen */
        assert_non_null(cut);
        memcpy(cut, bytes, at);
        if (!read_png(cut, at))
            assert_true(strlen(fr_web_text()) > 20);
        free(cut);
        free(copy);
    }
    free(bytes);
}

static int racer_named(const char *name)
{
    const char *text = fr_web_racers();
    char wanted[64];
    int place = 0;
    format_text(wanted, sizeof wanted, "{\"name\":\"%s\"", name);
    const char *end = strstr(text, wanted);
    assert_non_null(end);
    for (; text < end; text++)
        place += *text == '{';
    return place;
}

enum { SIDE = 90, QUESTIONS = 6 };

static void change_room(struct fr_random *random)
{
    const double x = fr_random_below(random, SIDE), y = fr_random_below(random, SIDE);
    switch (fr_random_below(random, 3)) {
    case 0:
        fr_web_paint(x, y, x + 9, y - 5, fr_random_between(random, 1, 7),
                     (int)fr_random_below(random, 3));
        return;
    case 1:
        assert_true(fr_web_block((int)x - 5, (int)y - 5, 12, 9, fr_random_below(random, 2) != 0));
        return;
    default:
        fr_web_open(2, fr_random_below(random, 2) != 0);
    }
}

/* Of the walk that a back end finds; -1: none, -2: nothing can be walked on. */
static double valid_length(int racer, const int32_t at[4])
{
    const double *found = fr_web_find(racer, at[0], at[1], at[2], at[3]);
    if (!found)
        return -2;
    fr_web_judge((double)NAN);
    if (found[FR_WEB_VERDICT] != FR_VERDICT_OK)
        fail_msg("a walk that the judge refuses: %s", fr_web_text());
    return found[FR_WEB_OUTCOME] == FR_FOUND ? found[FR_WEB_LENGTH] : -1;
}

static void changes_are_what_a_fresh_preparation_sees(void **state)
{
    static const char *const names[] = {"visgraph", "jps", "flood", "walkbox", "bfs"};
    static uint8_t areas[SIDE * SIDE];
    struct fr_random random = {11};
    (void)state;
    for (size_t i = 0; i < (size_t)(40 * soak_scale()); i++) {
        const int racer = racer_named(names[i % 5]);
        double before[QUESTIONS];
        int32_t at[QUESTIONS][4];
        memset(areas, 1, sizeof areas);
        assert_true(fr_web_room_of_areas(areas, SIDE, SIDE));
        for (int step = 0; step < 12; step++) {
            change_room(&random);
            if (step == 3)
                assert_int_equal(fr_web_prepare(racer, 0), 0);
            if (step >= 3)
                assert_true(fr_web_update(racer) >= 0);
            fr_web_settle();
        }
        for (int k = 0; k < QUESTIONS; k++) {
            for (int end = 0; end < 4; end++)
                at[k][end] = fr_random_between(&random, -5, SIDE + 5);
            before[k] = valid_length(racer, at[k]);
        }
        assert_int_equal(fr_web_prepare(racer, 0), 0);
        for (int k = 0; k < QUESTIONS; k++)
            assert_true(valid_length(racer, at[k]) == before[k]);
    }
}

/* Over half of a path runs along a wall that leaves room beside it. The wall goes, and with it the
 * fault. */
static void looks_are_of_the_room_as_it_is(void **state)
{
    static uint8_t areas[SIDE * SIDE];
    const int racer = racer_named("visgraph");
    (void)state;
    memset(areas, 1, sizeof areas);
    memset(areas + 50 * SIDE + 25, 2, 40);
    assert_true(fr_web_room_of_areas(areas, SIDE, SIDE));
    fr_web_open(2, false);
    assert_int_equal(fr_web_prepare(racer, 0), 0);
    const double *found = fr_web_find(racer, 5, 49, 84, 49);
    assert_non_null(found);
    fr_web_judge((double)NAN);
    assert_true(found[FR_WEB_HUGGING] > 0.5 && found[FR_WEB_LOOKS_FAULT] == 1);
    assert_true(found[FR_WEB_SHARP_TURNS] == 0 && found[FR_WEB_ZIGZAGS] == 0);
    fr_web_open(2, true);
    fr_web_settle();
    assert_int_equal(fr_web_prepare(racer, 0), 0);
    found = fr_web_find(racer, 5, 49, 84, 49);
    fr_web_judge((double)NAN);
    assert_true(found[FR_WEB_HUGGING] == 0 && found[FR_WEB_LOOKS_FAULT] == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pngs_are_read_as_by_the_loader),
        cmocka_unit_test(damaged_pngs_get_a_sentence),
        cmocka_unit_test(changes_are_what_a_fresh_preparation_sees),
        cmocka_unit_test(looks_are_of_the_room_as_it_is),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
