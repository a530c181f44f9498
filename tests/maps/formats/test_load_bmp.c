/* Loading BMP: every header, depth and coding, against samples that the test packs itself. */
#include "tests/maps/formats/bmp_bytes.h"
#include "tests/maps/formats/refused.h"

#define MOST_SAMPLES 2048

static struct fr_map *load_bmp(const struct bmp *bmp, const char *options,
                               struct fr_load_report *report)
{
    struct fr_map *map = load_with(put_bmp("image.bmp", bmp), options, report);
    assert_string_equal(report->format, "bmp");
    assert_int_equal(map->width, bmp->width);
    assert_int_equal(map->height, abs(bmp->height));
    return map;
}

static void check_indices(struct bmp *bmp, struct fr_random *random)
{
    static uint8_t packed[BMP_MOST_BYTES], areas[MOST_SAMPLES];
    static uint32_t samples[MOST_SAMPLES];
    const int32_t rows = abs(bmp->height);
    struct fr_load_report report;
    for (int32_t i = 0; i < bmp->width * rows; i++) {
        samples[i] = fr_random_below(random, (uint32_t)bmp->palette_size);
        areas[i] = (uint8_t)samples[i];
    }
    bmp->pixels = packed;
    bmp->size = pack_bmp(packed, samples, bmp->width, rows, bmp->bits, bmp->height < 0);
    struct fr_map *map = load_bmp(bmp, "indices=on", &report);
    assert_areas(map, areas);
    assert_non_null(strstr(report.reading, "palette indices as areas"));
    fr_map_release(map);
}

static void indices_are_areas_at_every_depth_below_every_header(void **state)
{
    static const int headers[] = {12, 16, 40, 52, 56, 64, 108, 124};
    static const int32_t sizes[][2] = {{1, 1}, {7, 3}, {8, 2}, {33, 5}, {64, 3}, {131, 4}};
    struct fr_random random = {1};
    (void)state;
    for (size_t header = 0; header < 8; header++)
        for (int bits = 1; bits <= 8; bits *= 2)
            for (int size = 0; size < 6; size++) {
                struct bmp bmp = {.width = sizes[size][0],
                                  .height = sizes[size][1],
                                  .bits = bits,
                                  .header = headers[header],
                                  .palette_size = 1 << bits,
                                  .gap = size == 1 ? 5 : 0};
                check_indices(&bmp, &random);
                if (bmp.header > 12) {
                    bmp.height = -bmp.height;
                    check_indices(&bmp, &random);
                }
            }
}

/* A header of 12 bytes has no place for the number of colours. */
static void a_palette_may_be_short(void **state)
{
    static const uint8_t pixels[] = {0, 4, 3, 0};
    const struct bmp core = {4, 1, 8, 12, 0, 5, pixels, 4, {0}, 0};
    const struct bmp info = {4, 1, 8, 40, 0, 5, pixels, 4, {0}, 0};
    struct fr_load_report report;
    (void)state;
    struct fr_map *map = load_bmp(&core, "", &report);
    assert_areas(map, pixels);
    fr_map_release(map);
    map = load_bmp(&info, "", &report);
    assert_areas(map, pixels);
    fr_map_release(map);
}

static void equal_palette_colours_stay_two_areas(void **state)
{
    static const uint8_t pixels[] = {1, 2, 0, 3};
    const struct bmp bmp = {4, 1, 8, 40, 0, 13, pixels, 4, {0}, 0};
    struct fr_load_report report;
    (void)state;
    struct fr_map *map = load_bmp(&bmp, "", &report);
    assert_areas(map, pixels);
    assert_string_equal(report.reading, "palette indices as areas, 4 in use");
    fr_map_release(map);
}

static void palette_colours_follow_the_threshold_when_asked(void **state)
{
    static const uint8_t pixels[] = {6, 7, 12, 1};
    const struct bmp bmp = {4, 1, 8, 40, 0, 13, pixels, 4, {0}, 0};
    struct fr_load_report report;
    (void)state;
    struct fr_map *map = load_bmp(&bmp, "threshold=140", &report);
    assert_areas(map, (const uint8_t[]){0, 1, 1, 0});
    assert_int_equal(report.colours, 4);
    fr_map_release(map);
}

/* A kind of true colour: which bits are red, green, blue and alpha; what says so. */
struct kind {
    int bits, header, compression;
    uint32_t masks[4];
};

static const struct kind kinds[] = {
    {16, 12, 0, {0x7C00, 0x03E0, 0x001F, 0}},
    {16, 40, 0, {0x7C00, 0x03E0, 0x001F, 0}},
    {16, 40, 3, {0x7C00, 0x03E0, 0x001F, 0}},
    {16, 40, 3, {0xF800, 0x07E0, 0x001F, 0}},
    {16, 40, 6, {0x0F00, 0x00F0, 0x000F, 0xF000}},
    {16, 52, 3, {0xF800, 0x07E0, 0x001F, 0}},
    {16, 56, 3, {0x7C00, 0x03E0, 0x001F, 0x8000}},
    {16, 108, 0, {0x7C00, 0x03E0, 0x001F, 0}},
    {16, 124, 3, {0xE000, 0x1C00, 0x0300, 0x00FF}},
    {24, 12, 0, {0xFF0000, 0xFF00, 0xFF, 0}},
    {24, 16, 0, {0xFF0000, 0xFF00, 0xFF, 0}},
    {24, 40, 0, {0xFF0000, 0xFF00, 0xFF, 0}},
    {24, 64, 0, {0xFF0000, 0xFF00, 0xFF, 0}},
    {24, 124, 0, {0xFF0000, 0xFF00, 0xFF, 0}},
    {32, 40, 0, {0xFF0000, 0xFF00, 0xFF, 0}},
    {32, 108, 0, {0xFF0000, 0xFF00, 0xFF, 0}},
    {32, 40, 3, {0xFF0000, 0xFF00, 0xFF, 0}},
    {32, 40, 6, {0xFF0000, 0xFF00, 0xFF, 0xFF000000}},
    {32, 52, 3, {0xFF, 0xFF00, 0xFF0000, 0}},
    {32, 56, 3, {0xFF000000, 0xFF0000, 0xFF00, 0xFF}},
    {32, 108, 3, {0xFF0000, 0xFF00, 0xFF, 0xFF000000}},
    {32, 124, 3, {0xFF, 0xFF00, 0xFF0000, 0xFF000000}},
    {32, 124, 3, {0x3FF00000, 0xFFC00, 0x3FF, 0xC0000000}},
    {32, 56, 3, {0x1, 0xFFFFFE0, 0x1E, 0xF0000000}},
};

/* The part of a sample under a mask, from 0 to 1. */
static double part_of(uint32_t sample, uint32_t mask)
{
    double value = 0, most = 0;
    for (int bit = 31; bit >= 0; bit--)
        if (mask >> bit & 1) {
            value = 2 * value + (sample >> bit & 1);
            most = 2 * most + 1;
        }
    return value / most;
}

static int level_of(uint32_t sample, uint32_t mask)
{
    return mask == 0 ? 255 : (int)(part_of(sample, mask) * 255 + 0.5);
}

static uint8_t expected_area(const struct kind *kind, uint32_t sample, int threshold, bool alpha)
{
    const double luminance = 0.299 * level_of(sample, kind->masks[0]) +
                             0.587 * level_of(sample, kind->masks[1]) +
                             0.114 * level_of(sample, kind->masks[2]);
    return luminance >= threshold - 1e-9 && (!alpha || level_of(sample, kind->masks[3]) >= 128);
}

/* Random samples, a third of them like the one before, unused bits set at random too. */
static void check_kind(const struct kind *kind, bool top_down, struct fr_random *random)
{
    enum { WIDTH = 19, ROWS = 11 };
    static uint32_t samples[WIDTH * ROWS];
    static uint8_t packed[BMP_MOST_BYTES], areas[WIDTH * ROWS];
    struct bmp bmp = {WIDTH,
                      top_down ? -ROWS : ROWS,
                      kind->bits,
                      kind->header,
                      kind->compression,
                      0,
                      packed,
                      0,
                      {0},
                      0};
    memcpy(bmp.masks, kind->masks, sizeof bmp.masks);
    for (int i = 0; i < WIDTH * ROWS; i++)
        samples[i] = i > 0 && fr_random_below(random, 3) == 0 ? samples[i - 1]
                                                              : fr_random_below(random, UINT32_MAX);
    bmp.size = pack_bmp(packed, samples, WIDTH, ROWS, kind->bits, top_down);
    for (int variant = 0; variant < 6; variant++) {
        static const int thresholds[] = {1, 128, 200};
        struct fr_load_report report;
        char options[64];
        const int threshold = thresholds[variant / 2];
        format_text(options, sizeof options, "threshold=%d,alpha=%s", threshold,
                    variant % 2 ? "on" : "off");
        for (int i = 0; i < WIDTH * ROWS; i++)
            areas[i] = expected_area(kind, samples[i], threshold, variant % 2);
        struct fr_map *map = load_bmp(&bmp, options, &report);
        assert_areas(map, areas);
        fr_map_release(map);
    }
}

static void true_colours_under_every_mask(void **state)
{
    struct fr_random random = {2};
    (void)state;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        print_message("%d bits, header %d, compression %d\n", kinds[i].bits, kinds[i].header,
                      kinds[i].compression);
        check_kind(&kinds[i], false, &random);
        if (kinds[i].header > 12)
            check_kind(&kinds[i], true, &random);
    }
}

/* Every escape, by hand. Rows come from the bottom up; what is skipped is 0. */
static void runs_of_8_bits(void **state)
{
    static const uint8_t runs[] = {3, 5, 0, 3, 7, 8,
                                   9, 0, 0, 0,       /* 5 5 5 7 8 9, padded; the row ends */
                                   0, 2, 2, 1, 1, 4, /* two right, one up: 0 0 4 */
                                   0, 0, 6, 1,       /* a full row without an end of its own */
                                   0, 1};
    static const uint8_t areas[] = {1, 1, 1, 1, 1, 1, 0, 0, 4, 0, 0, 0,
                                    0, 0, 0, 0, 0, 0, 5, 5, 5, 7, 8, 9};
    const struct bmp bmp = {6, 4, 8, 40, 1, 16, runs, sizeof runs, {0}, 3};
    struct fr_load_report report;
    (void)state;
    struct fr_map *map = load_bmp(&bmp, "", &report);
    assert_areas(map, areas);
    fr_map_release(map);
}

static void runs_of_4_bits(void **state)
{
    static const uint8_t runs[] = {5, 0x2A, 0,    0,             /* 2 10 2 10 2, and two left out */
                                   0, 3,    0x12, 0x30, 4, 0xFF, /* 1 2 3, padded; 15 15 15 15 */
                                   0, 0,    0,    2,    6, 0,    1, 0xC7, /* six right: 12 */
                                   0, 1};
    static const uint8_t areas[] = {0,  0,  0,  0, 0,  0, 12, 1, 2, 3, 15,
                                    15, 15, 15, 2, 10, 2, 10, 2, 0, 0};
    const struct bmp bmp = {7, 3, 4, 64, 2, 16, runs, sizeof runs, {0}, 0};
    struct fr_load_report report;
    (void)state;
    struct fr_map *map = load_bmp(&bmp, "", &report);
    assert_areas(map, areas);
    fr_map_release(map);
}

/* The end of the image may come early: what is left is 0. */
static void runs_may_end_early(void **state)
{
    static const uint8_t runs[] = {2, 1, 0, 1};
    static const uint8_t areas[] = {0, 0, 0, 1, 1, 0};
    const struct bmp bmp = {3, 2, 8, 40, 1, 2, runs, sizeof runs, {0}, 0};
    struct fr_load_report report;
    (void)state;
    struct fr_map *map = load_bmp(&bmp, "", &report);
    assert_areas(map, areas);
    fr_map_release(map);
}

static uint8_t *put_pair(uint8_t *out, int first, int second)
{
    out[0] = (uint8_t)first;
    out[1] = (uint8_t)second;
    return out + 2;
}

/* Pixels one by one, padded to an even number of bytes. */
static uint8_t *put_pixels(uint8_t *out, const uint8_t *pixels, int count, int bits)
{
    uint8_t *const start = out;
    out = put_pair(out, 0, count);
    for (int i = 0; i < count; i++)
        if (bits == 8 || i % 2 == 0)
            *out++ = (uint8_t)(pixels[i] << (8 - bits));
        else
            out[-1] |= pixels[i];
    if ((out - start) % 2)
        *out++ = 0;
    return out;
}

/* A row coded at random: runs, pixels one by one, steps over zeros. */
static uint8_t *code_row(uint8_t *out, const uint8_t *row, int width, int bits,
                         struct fr_random *random)
{
    for (int x = 0; x < width;) {
        int same = 1, zeros = 0;
        while (x + same < width && same < 255 && row[x + same] == row[x])
            same++;
        while (x + zeros < width - 1 && zeros < 255 && row[x + zeros] == 0)
            zeros++;
        const int left = width - x;
        const uint32_t choice = fr_random_below(random, 3);
        if (choice == 0 && zeros > 0) {
            out = put_pair(put_pair(out, 0, 2), zeros, 0);
            x += zeros;
        } else if (choice == 1 && left > 2) {
            const int count = 3 + (int)fr_random_below(random, (uint32_t)(left - 2));
            out = put_pixels(out, row + x, count, bits);
            x += count;
        } else {
            out = put_pair(out, same, bits == 8 ? row[x] : row[x] * 17);
            x += same;
        }
    }
    return out;
}

static void random_runs(void **state)
{
    static uint8_t coded[BMP_MOST_BYTES], areas[MOST_SAMPLES];
    struct fr_random random = {3};
    (void)state;
    for (int round = 0; round < 200; round++) {
        const int bits = round % 2 ? 8 : 4, width = 1 + (int)fr_random_below(&random, 60);
        const int height = 1 + (int)fr_random_below(&random, 20);
        uint8_t *end = coded;
        for (int i = 0; i < width * height; i++)
            areas[i] =
                fr_random_below(&random, 3) && i > 0
                    ? areas[i - 1]
                    : (uint8_t)(fr_random_below(&random, 2) * fr_random_below(&random, 1u << bits));
        for (int y = height - 1; y >= 0; y--) {
            end = code_row(end, areas + y * width, width, bits, &random);
            end = put_pair(end, 0, y == 0);
        }
        const struct bmp bmp = {
            width, height, bits, 40, bits == 8 ? 1 : 2, 1 << bits, coded, (size_t)(end - coded),
            {0},   0};
        struct fr_load_report report;
        struct fr_map *map = load_bmp(&bmp, "indices=on", &report);
        assert_areas(map, areas);
        fr_map_release(map);
    }
}

/* The file lies in memory once, beside the map. */
static void a_large_file_takes_little_more_than_itself_and_its_map(void **state)
{
    enum { WIDTH = 2000, ROWS = 1000 };
    uint8_t *bytes = calloc(62 + (size_t)WIDTH * ROWS, 1);
    const struct bmp head = {WIDTH, ROWS, 8, 40, 0, 2, bytes, 0, {0}, 0};
    struct fr_counting_allocator counting;
    struct fr_map *map;
    (void)state;
    assert_non_null(bytes);
    make_bmp(bytes, &head);
    const char *path = put_bytes("large.bmp", bytes, 62 + (size_t)WIDTH * ROWS);
    free(bytes);
    fr_counting_allocator_init(&counting);
    assert_int_equal(fr_map_load(path, folder, &counting.allocator, &map, NULL, NULL), FR_OK);
    assert_true(counting.peak_bytes < (size_t)WIDTH * ROWS * 9 / 4);
    fr_map_release(map);
    assert_int_equal(counting.live_bytes, 0);
}

static void refused_memory_is_reported_and_nothing_leaks(void **state)
{
    static const uint8_t runs[] = {0, 1};
    static const uint8_t plain[32];
    static const struct bmp images[] = {{3, 2, 8, 40, 1, 2, runs, sizeof runs, {0}, 0},
                                        {3, 2, 16, 40, 0, 0, plain, 16, {0}, 0}};
    (void)state;
    for (size_t i = 0; i < 2; i++)
        assert_true(refuse_each_allocation(put_bmp("memory.bmp", &images[i])) > 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(indices_are_areas_at_every_depth_below_every_header),
        cmocka_unit_test(a_palette_may_be_short),
        cmocka_unit_test(equal_palette_colours_stay_two_areas),
        cmocka_unit_test(palette_colours_follow_the_threshold_when_asked),
        cmocka_unit_test(true_colours_under_every_mask),
        cmocka_unit_test(runs_of_8_bits),
        cmocka_unit_test(runs_of_4_bits),
        cmocka_unit_test(runs_may_end_early),
        cmocka_unit_test(random_runs),
        cmocka_unit_test(a_large_file_takes_little_more_than_itself_and_its_map),
        cmocka_unit_test(refused_memory_is_reported_and_nothing_leaks),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
