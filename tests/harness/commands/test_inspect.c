/* footrace inspect on what painters save: it says what became of smooth edges, and of the specks
 * that they leave. */
#include "build_paths.h"
#include "tests/maps/files.h"

#include <sys/wait.h>

static char output[8192];

/* Inspects a map; yields the exit code, and leaves what was printed in output. */
static int inspect(const char *spec)
{
    char line[512];
    size_t size;
    const char *printed = in_folder("printed");
    format_text(line, sizeof line, "'%s' inspect %s >%s 2>&1 </dev/null", FOOTRACE_COMMAND, spec,
                printed);
    const int status = system(line);
    char *text = get_bytes(printed, &size);
    format_text(output, sizeof output, "%s", text);
    free(text);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static void assert_printed(const char *text)
{
    if (!strstr(output, text))
        print_error("'%s' is not in:\n%s", text, output);
    assert_non_null(strstr(output, text));
}

#define SIZE 600

/* How much of a pixel a disc covers, from 0 to 255, by 16 x 16 samples: in 32nds of a pixel, around
 * a centre off every line of symmetry. Three levels are left out. */
static uint16_t coverage(int x, int y)
{
    const int left = 32 * x - 9611, top = 32 * y - 9634, radius = 32 * 290;
    int inside = 0;
    for (int i = 0; i < 256; i++) {
        const int across = left + 2 * (i % 16) + 1, down = top + 2 * (i / 16) + 1;
        inside += across * across + down * down < radius * radius;
    }
    const int level = inside * 255 / 256;
    return (uint16_t)(level == 100 || level == 199 || level == 200 ? 50 : level);
}

/* A disc with a smooth edge, and two specks beside it. */
static const char *put_disc(void)
{
    static uint16_t samples[SIZE * SIZE];
    static const struct png_image image = {
        .width = SIZE, .height = SIZE, .colour_type = 0, .depth = 8, .samples = samples};
    for (int i = 0; i < SIZE * SIZE; i++)
        samples[i] = coverage(i % SIZE, i / SIZE);
    samples[3 * SIZE + 3] = samples[9 * SIZE + 3] = 180;
    return put_png("disc.png", &image);
}

static void smooth_edges_are_cut_in_two_and_said_to_be(void **state)
{
    int64_t walkable = 2;
    char line[64];
    (void)state;
    assert_int_equal(inspect(put_disc()), 0);
    for (int i = 0; i < SIZE * SIZE; i++)
        walkable += coverage(i % SIZE, i / SIZE) >= 128;
    format_text(line, sizeof line, ", %lld pixels in ", (long long)walkable);
    assert_printed("read as      png, threshold 128 of 253 grey levels\n");
    assert_printed(line);
    assert_printed("areas        1\n");
    assert_printed("small      2 smaller than 0.1 %, 2 pixels together\n");
    assert_printed("2 components of less than 0.1 % of the floor, at ");
    assert_null(
        strstr(output, "lie on both sides of the threshold")); /* that much is anti-aliasing */
}

static void other_readings_are_said_too(void **state)
{
    char spec[128];
    (void)state;
    format_text(spec, sizeof spec, "%s:threshold=256,invert=on", in_folder("disc.png"));
    assert_int_equal(inspect(spec), 0);
    assert_printed("threshold 256 of 253 grey levels, inverted\n");
    assert_printed("Every pixel is walkable.");
    format_text(spec, sizeof spec, "%s:ags=on", in_folder("disc.png"));
    assert_int_equal(inspect(spec), 2);
    assert_printed(
        "disc.png: header: no palette found, expected an indexed PNG or BMP of 1, 4 or 8 "
        "bits for ags=on\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(smooth_edges_are_cut_in_two_and_said_to_be),
        cmocka_unit_test(other_readings_are_said_too),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
