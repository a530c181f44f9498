/* footrace convert: rooms go out and come back, what is lost is said, and what cannot be done is
 * refused before anything is written. */
#include "build_paths.h"
#include "tests/maps/files.h"

#include <sys/wait.h>

#define MOST 2048

static char output[MOST];

/* Runs the command in the folder of this test; yields the exit code, and leaves what was printed in
 * output. */
static int convert(const char *arguments)
{
    char line[512];
    size_t size;
    const char *printed = in_folder("printed");
    format_text(line, sizeof line, "cd %s && '%s' convert %s >printed 2>&1 </dev/null", folder,
                FOOTRACE_COMMAND, arguments);
    const int status = system(line);
    char *text = get_bytes(printed, &size);
    format_text(output, sizeof output, "%.2000s", text);
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

/* A room of 14 x 6 pixels with a dent of one pixel, a pillar, and a second area. */
static const char room[] = "footrace-ascii/1 14 6\n"
                           "..............\n"
                           "......#.......\n"
                           "..............\n"
                           "..###.....2222\n"
                           "..###.....2222\n"
                           "#.....#......#\n";

static void masks_go_out_and_come_back(void **state)
{
    (void)state;
    static const char *const names[] = {"out.json", "out.tscn"};
    put_text("room.txt", room);
    in_folder("first.txt");
    in_folder("back.txt");
    assert_int_equal(convert("room.txt -o first.txt"), 0);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char line[128];
        size_t first_size, back_size;
        in_folder(names[i]);
        format_text(line, sizeof line, "room.txt -o %s", names[i]);
        assert_int_equal(convert(line), 0);
        assert_printed("14 x 6");
        assert_printed("corners");
        format_text(line, sizeof line, "%s -o back.txt", names[i]);
        assert_int_equal(convert(line), 0);
        char *first = get_bytes(in_folder("first.txt"), &first_size);
        char *back = get_bytes(in_folder("back.txt"), &back_size);
        assert_int_equal(first_size, back_size);
        assert_memory_equal(first, back, first_size);
        free(first);
        free(back);
    }
}

static void loss_is_measured(void **state)
{
    (void)state;
    put_text("room.txt", room);
    in_folder("simple.json");
    assert_int_equal(convert("room.txt -o simple.json --tolerance 1"), 0);
    assert_printed("corners before");
    assert_printed("square pixels lost");
    assert_printed("of 989"); /* of 1,000 clicks, those whose ends differ */
    assert_printed("% longer");
    in_folder("agent.mesh");
    assert_int_equal(convert("room.txt:radius=0.5,shape=square -o agent.mesh"), 0);
    assert_printed("convex cells");
}

/* Each pixel becomes nine, of its area. */
static void rooms_are_enlarged(void **state)
{
    (void)state;
    static const char *const lines[] = {"room.txt -o large.txt --enlarge 3",
                                        "large.txt -o large.json", "room.txt -o room.json",
                                        "room.json -o drawn.txt --enlarge 3"};
    char expected[2 * MOST] = "footrace-ascii/1 42 18\n";
    size_t length = strlen(expected), size;
    for (const char *row = strchr(room, '\n') + 1; *row; row = strchr(row, '\n') + 1)
        for (int y = 0; y < 3; y++) {
            for (const char *letter = row; *letter != '\n'; letter++)
                for (int x = 0; x < 3; x++)
                    expected[length++] = *letter;
            expected[length++] = '\n';
        }
    expected[length] = '\0';
    put_text("room.txt", room);
    in_folder("large.json");
    in_folder("room.json");
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        assert_int_equal(convert(lines[i]), 0);
    char *large = get_bytes(in_folder("large.txt"), &size);
    assert_string_equal(large, expected);
    free(large);
    char *drawn = get_bytes(in_folder("drawn.txt"), &size);
    assert_string_equal(drawn, expected);
    free(drawn);
}

static void what_cannot_be_done_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *arguments, *message;
    } cases[] = {
        {"room.txt -o out.dwg", "-o: 'out.dwg' found, expected a name that ends in one of .json"},
        {"room.txt -o out", "expected a name that ends in one of"},
        {"room.txt", "-o"},
        {"room.txt -o x.png --tolerance 2", "expected a format of polygons"},
        {"room.txt -o x.json --tolerance 1001", "--tolerance"},
        {"room.txt -o x.json --enlarge 17", "--enlarge"},
        {"room.txt -o x.json --enlarge 2 --tolerance 1", "expected one of the two"},
        {"wide.txt -o x.json --enlarge 16", "16 times 2100 x 1 pixels; expected at most 32767"},
        {"room.txt -o room.txt", "room.txt"},
        {"nothing.txt -o x.json", "nothing.txt"},
        {"blocked.txt -o x.mesh", "blocked.txt: "},
        {"walled.txt -o x.json", "edge walls"},
    };
    char wide[2200] = "footrace-ascii/1 2100 1\n";
    const size_t head = strlen(wide);
    memset(wide + head, '.', 2100);
    memcpy(wide + head + 2100, "\n", 2);
    put_text("wide.txt", wide);
    put_text("room.txt", room);
    put_text("blocked.txt", "footrace-ascii/1 2 1\n##\n");
    put_text("walled.txt", "footrace-ascii/1 2 1 walls\n.|.\n");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(convert(cases[i].arguments), 2);
        assert_printed(cases[i].message);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(masks_go_out_and_come_back),
        cmocka_unit_test(loss_is_measured),
        cmocka_unit_test(rooms_are_enlarged),
        cmocka_unit_test(what_cannot_be_done_is_refused),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
