/* What the footrace command prints, writes and exits with. */
#include "build_paths.h"
#include "tests/harness/commands/typed.h"

#include <cjson/cJSON.h>

#include "tests/harness/pictures/pixels.h"

static const char *const commands[] = {"run",      "path",   "list",  "inspect",
                                       "generate", "clicks", "check", "doctor"};

static void assert_narrow(const char *text)
{
    for (const char *line = text; *line; line += strcspn(line, "\n") + 1)
        if (strcspn(line, "\n") > 80)
            fail_msg("wider than 80 columns: %.*s", (int)strcspn(line, "\n"), line);
}

static void help_is_everywhere(void **unused)
{
    char arguments[64];
    (void)unused;
    assert_works("--help");
    assert_narrow(standard_output);
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        assert_prints(commands[i]);
    for (size_t i = 0; i < 2 * sizeof commands / sizeof *commands; i++) {
        snprintf(arguments, sizeof arguments, "%s %s", commands[i / 2], i % 2 ? "-h" : "--help");
        assert_works(arguments);
        assert_narrow(standard_output);
        snprintf(arguments, sizeof arguments, "Usage: footrace %s", commands[i / 2]);
        assert_prints(arguments);
        assert_null(strstr(standard_output, "Exit codes")); /* they stand in the manual, once */
    }
    assert_works("generate --help");
    assert_prints("adventure");
    assert_prints(":formations=");
    assert_works("path --map missing.png --help");
    assert_prints("--from X,Y");
    assert_works("--version");
    assert_prints("footrace 0.");
}

/* Skips a case that this machine cannot run; the program then ends with a status that ctest counts as
 * skipped. */
enum { SKIPPED = 77 };
static bool is_left_out;

static void leave_out(void)
{
    is_left_out = true;
    skip();
}

static void output_that_is_lost_is_no_success(void **unused)
{
    (void)unused;
    if (!exists("/dev/full"))
        leave_out();
    const int status = system("'" FOOTRACE_COMMAND "' --help >/dev/full 2>.err");
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 3);
    read_file(".err", standard_error);
    assert_true(is_one_line(standard_error));
}

static void generating_is_repeatable(void **unused)
{
    static char one[MOST_BYTES], other[MOST_BYTES];
    (void)unused;
    assert_works("generate maze:corridor=2 --size 101x51 --seed 9 -o maze-a.png");
    assert_prints("101 x 51, seed 9");
    assert_works("generate maze:corridor=2 --size 101x51 --seed 9 -o maze-b.png");
    const size_t size = read_file("maze-a.png", one);
    assert_int_equal(read_file("maze-b.png", other), size);
    assert_memory_equal(one, other, size);
    assert_works("generate maze:corridor=2 --size 101x51 --seed 8 -o maze-b.png");
    assert_false(read_file("maze-b.png", other) == size && memcmp(one, other, size) == 0);
}

/* Doors of gates are areas, and come back as such. */
static void generated_areas_are_read_back(void **unused)
{
    (void)unused;
    assert_works("generate gates:gates=3 --size 300x200 -o gates.png");
    assert_works("inspect gates.png");
    assert_prints("palette indices as areas, 5 in use");
    assert_prints("areas        4");
}

static void generated_walls_are_read_back(void **unused)
{
    (void)unused;
    assert_works("generate walls:cell=5 --size 60x40 -o walls.txt");
    assert_works("inspect walls.txt");
    assert_prints("60 x 40");
    assert_works("generate gates:gates=3 --size 300x200 -o gates.txt");
    assert_works("inspect gates.txt");
    assert_prints("areas        4");
}

static cJSON *parse_output(void)
{
    cJSON *document = cJSON_Parse(standard_output);
    if (!document)
        fail_msg("no JSON: %s", standard_output);
    return document;
}

static double number_at(const cJSON *object, const char *key)
{
    const cJSON *item = cJSON_GetObjectItem(object, key);
    if (!cJSON_IsNumber(item))
        fail_msg("no number %s", key);
    return item->valuedouble;
}

static void inspecting_counts_and_warns(void **unused)
{
    (void)unused;
    write_text("two.map", "type octile\nheight 3\nwidth 5\nmap\n..@..\n..@..\n.@...\n");
    assert_works("inspect two.map");
    assert_prints("5 x 3");
    assert_prints("warning");
    assert_works("inspect two.map --json");
    cJSON *document = parse_output();
    assert_true(number_at(document, "walkable") == 12);
    assert_true(number_at(document, "components_4") == 2);
    assert_true(number_at(document, "components_8") == 1);
    assert_true(number_at(document, "runs") == 6);
    assert_true(number_at(document, "pinches") == 1);
    assert_true(number_at(document, "corners") == 2);
    assert_true(number_at(document, "islands") == 0);
    assert_true(cJSON_GetArraySize(cJSON_GetObjectItem(document, "warnings")) == 3);
    cJSON_Delete(document);
    assert_int_equal(footrace_with("FOOTRACE_MAPS=.", "inspect good"), 0);
    assert_prints("60 x 40");
    assert_works("inspect two.map:radius=1,scale=2 --json");
    document = parse_output();
    const cJSON *agent = cJSON_GetObjectItem(document, "agent");
    assert_true(number_at(agent, "radius") == 1);
    assert_true(number_at(agent, "floor_of_a_point") == 12);
    assert_true(number_at(agent, "vanished") == 2);
    assert_true(number_at(cJSON_GetObjectItem(document, "cells"), "width") == 3);
    assert_true(number_at(document, "walkable") == 0);
    cJSON_Delete(document);
}

static void the_doctor_examines_the_machine(void **unused)
{
    (void)unused;
    assert_works("doctor");
    assert_prints("processor ");
    assert_prints("clock ");
}

static void listing_names_everything(void **unused)
{
    (void)unused;
    assert_works("list");
    assert_prints("dijkstra");
    assert_prints("spiral");
    assert_works("list --json");
    cJSON *document = parse_output();
    assert_true(cJSON_GetArraySize(cJSON_GetObjectItem(document, "algorithms")) >= 4);
    assert_true(cJSON_GetArraySize(cJSON_GetObjectItem(document, "maps")) >= 12);
    assert_true(cJSON_GetArraySize(cJSON_GetObjectItem(document, "generators")) >= 8);
    const cJSON *map;
    cJSON_ArrayForEach(map, cJSON_GetObjectItem(document, "maps"))
        assert_true(number_at(map, "clicks") >= 40);
    cJSON_Delete(document);
    assert_works("list generators");
    assert_null(strstr(standard_output, "dijkstra"));
}

static void clicks_can_be_raced(void **unused)
{
    (void)unused;
    assert_works("clicks --map good.png --count 20 --seed 4 -o good.clicks.json");
    assert_prints("20 clicks on good.png");
    assert_prints(" 0 unreachable (the map has only one component)");
    assert_works("clicks --map good.png --count 5 --kind same --kind outside -o few.clicks.json");
    assert_prints("5 clicks on good.png, seed 1: 2 same, 3 outside\n");
    assert_works("run --allow-debug --map good.png --clicks good.clicks.json --algo dijkstra "
                 "--algo null --rounds 1 -o race.jsonl");
    assert_works("check race.jsonl");
    assert_works("run --allow-debug --map good.png --clicks few.clicks.json --algo bfs --rounds 1 "
                 "--clamp component -o -");
    assert_prints("\"clamp\":\"component\"");
}

/* A mask is all that a race needs; its result takes the first free name. */
static void a_mask_is_raced_by_its_name(void **unused)
{
    (void)unused;
    const char *line = "run good.png --allow-debug --algo jps,visgraph --rounds 1 --frame 0x0";
    assert_int_equal(footrace(line), 0);
    assert_true(exists("good.jsonl"));
    assert_non_null(strstr(standard_output, "The rows are in good.jsonl."));
    assert_int_equal(footrace(line), 0);
    assert_true(exists("good-2.jsonl"));
    assert_int_equal(footrace("run good.png --allow-debug --algo jps --dry-run"), 0);
    assert_false(exists("good-3.jsonl"));
    assert_int_equal(footrace("run --allow-debug"), 2);
    assert_int_equal(footrace("run --allow-debug good.png --resume"), 2);
    assert_non_null(strstr(standard_error, "--resume: no -o found, expected -o FILE"));
    assert_int_equal(footrace("answer good.jsonl --json"), 0);
    assert_non_null(strstr(standard_output, "\"footrace-answer/1\""));
}

static void several_masks_are_inspected(void **unused)
{
    (void)unused;
    assert_int_equal(footrace("inspect good.png good.png --json"), 0);
    assert_true(*standard_output == '[');
    assert_int_equal(footrace("inspect good.png --png health.png"), 0);
    assert_true(exists("health.png"));
    assert_int_equal(footrace("inspect good.png good.png --png health.png"), 2);
    assert_int_equal(footrace("inspect good.png good.png"), 0);
    assert_non_null(strstr(standard_output, "\n\ngood.png\n"));
}

static void help_and_version_have_several_names(void **unused)
{
    (void)unused;
    assert_int_equal(footrace("help answer"), 0);
    assert_int_equal(strncmp(standard_output, "Usage: footrace answer", 22), 0);
    assert_int_equal(footrace("-V"), 0);
}

static void the_manual_page_has_every_command(void **unused)
{
    (void)unused;
    assert_works("--manual");
    assert_prints(".TH FOOTRACE 1 ");
    assert_prints("\n.SS recommend MASK\n");
    assert_prints("\\fB\\-\\-timeout\\fR \\fI");
    assert_null(strstr(standard_output, "\n'"));
}

/* Islands are ringed and numbered. */
static void islands_are_drawn(void **unused)
{
    static const struct fr_colour red = {0xC0, 0x1F, 0x1F};
    char room[40 * 61 + 1];
    (void)unused;
    for (int i = 0; i < 40 * 61; i++)
        room[i] = i % 61 == 60 ? '\n' : '.';
    room[40 * 61] = '\0';
    for (int islands = 0; islands < 2; islands++) {
        write_text("sea.txt", room);
        assert_int_equal(footrace("inspect sea.txt --png sea.png"), 0);
        cairo_surface_t *picture = cairo_image_surface_create_from_png("sea.png");
        bool ringed = false;
        for (int y = 0; y < cairo_image_surface_get_height(picture); y++)
            for (int x = 0; x < cairo_image_surface_get_width(picture); x++)
                ringed = ringed || is_colour(surface_pixel(picture, x, y), red);
        cairo_surface_destroy(picture);
        assert_int_equal(ringed, islands);
        room[1] = room[61] = '#'; /* cuts off the first pixel */
    }
}

/* On a terminal, which script makes: a line that is drawn over, with what is left, and gone in the end. */
static void progress_is_shown_on_a_terminal(void **unused)
{
    static char shown[MOST_BYTES];
    (void)unused;
    if (system("command -v script >/dev/null && script -qec true .terminal >/dev/null 2>&1 "
               "</dev/null") != 0)
        leave_out(); /* no script, or no pseudo-terminal in /dev/pts */
    assert_int_equal(system("script -qec \"'" FOOTRACE_COMMAND "' run --allow-debug --map good.png "
                            "--clicks auto:20 --algo bfs --algo dijkstra -o shown.jsonl\" "
                            "shown.txt >/dev/null 2>&1 </dev/null"),
                     0);
    read_file("shown.txt", shown);
    const char *drawn = strstr(shown, "\r\033[Kgood: ");
    assert_non_null(drawn);
    assert_non_null(strstr(drawn, " left"));
    const char *erased = strstr(drawn, "\r\033[K");
    for (const char *next = erased; next; next = strstr(next + 1, "\r\033[K"))
        erased = next;
    assert_null(strstr(erased, " left"));
    assert_works("check shown.jsonl");
}

static void a_set_is_written_as_it_was_read(void **unused)
{
    static char sampled[MOST_BYTES], again[MOST_BYTES];
    (void)unused;
    assert_works("clicks --map good.png --count 60 --kind all -o all.clicks.json");
    assert_works("clicks --map good.png --clicks all.clicks.json -o again.json");
    assert_prints(" events on good.png\n");
    assert_true(read_file("again.json", again) == read_file("all.clicks.json", sampled));
    assert_string_equal(sampled, again);
}

static void paths_are_judged_and_drawn(void **unused)
{
    static char bytes[MOST_BYTES];
    (void)unused;
    assert_works("path --map good.png --from -5,20 --to 40,25 --algo dijkstra --algo base=bfs "
                 "--algo null --png path.png --json path.json");
    assert_prints("(clamped)");
    assert_prints("base");
    assert_true(read_file("path.png", bytes) > 1000);
    assert_memory_equal(bytes, "\x89PNG\r\n\x1a\n", 8);
    assert_works("inspect path.png");
    assert_true(read_file("path.json", standard_output) > 0);
    cJSON *document = parse_output();
    const cJSON *paths = cJSON_GetObjectItem(document, "paths");
    assert_int_equal(cJSON_GetArraySize(paths), 3);
    const cJSON *first = cJSON_GetArrayItem(paths, 0);
    assert_string_equal(cJSON_GetStringValue(cJSON_GetObjectItem(first, "verdict")), "ok");
    const int points = cJSON_GetArraySize(cJSON_GetObjectItem(first, "points"));
    assert_true(points >= 2);
    assert_in_range(cJSON_GetNumberValue(cJSON_GetObjectItem(first, "turns")), 0, points - 2);
    assert_true(number_at(first, "length") > 0);
    assert_true(number_at(document, "optimum") > 0);
    assert_true(number_at(first, "ratio") ==
                number_at(first, "length") / number_at(document, "optimum"));
    assert_true(cJSON_IsNull(cJSON_GetObjectItem(cJSON_GetArrayItem(paths, 2), "length")));
    cJSON_Delete(document);
    assert_works("path --map good.png --from 30,20 --to 40,25 --algo bfs --json -");
    document = parse_output();
    cJSON_Delete(document);
}

/* Pixels that a search expanded have other colours in the map, of which the upper half of the picture
 * shows a part. */
static void heat_is_drawn(void **unused)
{
    (void)unused;
    assert_works("path --map good.png --from 30,20 --to 40,25 --algo astar --png plain.png");
    assert_works("path --map good.png --from 30,20 --to 40,25 --algo astar --heat --png heat.png");
    assert_prints("astar");
    cairo_surface_t *plain = cairo_image_surface_create_from_png("plain.png");
    cairo_surface_t *heat = cairo_image_surface_create_from_png("heat.png");
    int changed = 0;
    for (int y = 0; y < cairo_image_surface_get_height(plain) / 2; y++)
        for (int x = 0; x < cairo_image_surface_get_width(plain); x++)
            changed += !is_colour(surface_pixel(heat, x, y), surface_pixel(plain, x, y));
    cairo_surface_destroy(plain);
    cairo_surface_destroy(heat);
    assert_true(changed > 0);
}

/* --radius R is radius=R of every map. */
static void a_radius_is_an_option_of_every_map(void **state)
{
    static char rows[MOST_BYTES];
    (void)state;
    write_text("hall.txt", "footrace-ascii/1 9 7\n.........\n.........\n.........\n####.####\n"
                           ".........\n.........\n.........\n");
    assert_works("path --map hall.txt --radius 1 --from 1,1 --to 7,1 --algo astar --json - "
                 "--png walked.png");
    assert_prints("hall.txt:radius=1");
    write_text("across.json", "{\"format\": \"footrace-clicks/1\", \"clicks\": ["
                              "{\"start\": [1, 1], \"goal\": [7, 5]}, "
                              "{\"start\": [1, 1], \"goal\": [7, 1]}]}");
    assert_int_equal(
        footrace("run --map hall.txt --clicks across.json --radius 1 --algo astar --rounds 1 "
                 "--passes 1 --frame 0x0 --allow-debug --quiet --force "
                 "-o walked.jsonl"),
        0);
    assert_non_null(strstr(standard_error, "with radius 1 (disc), the only component splits"));
    assert_non_null(
        strstr(standard_error, "lost: 0; a corridor closes at 4,3 (1 px wide, 1 click)"));
    assert_works("answer walked.jsonl");
    assert_prints("1 click is lost at this radius: footrace inspect hall.txt:radius=1");
    assert_works("path --map hall.txt:radius=1 --from 4,1 --to 4,5 --algo astar");
    assert_prints("A point can reach the goal; for this radius, a corridor of 1 px closes at 4,3.");
    read_file("walked.jsonl", rows);
    assert_non_null(strstr(rows, "\"file\":\"hall.txt:radius=1\""));
    assert_non_null(strstr(rows, "--radius 1"));
    assert_int_equal(
        footrace("run --map hall.txt --radius wide --algo astar --allow-debug -o wide.jsonl"), 2);
    assert_non_null(strstr(standard_error, "--radius: 'wide'"));
    assert_int_equal(footrace("path --map hall.txt --radius 65 --from 1,1 --to 7,1 --algo astar"),
                     2);
    assert_true(is_one_line(standard_error) && strstr(standard_error, "pixels from 0 to 64"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(help_is_everywhere),
        cmocka_unit_test(output_that_is_lost_is_no_success),
        cmocka_unit_test(generating_is_repeatable),
        cmocka_unit_test(generated_areas_are_read_back),
        cmocka_unit_test(generated_walls_are_read_back),
        cmocka_unit_test(inspecting_counts_and_warns),
        cmocka_unit_test(the_doctor_examines_the_machine),
        cmocka_unit_test(listing_names_everything),
        cmocka_unit_test(clicks_can_be_raced),
        cmocka_unit_test(a_mask_is_raced_by_its_name),
        cmocka_unit_test(several_masks_are_inspected),
        cmocka_unit_test(help_and_version_have_several_names),
        cmocka_unit_test(the_manual_page_has_every_command),
        cmocka_unit_test(islands_are_drawn),
        cmocka_unit_test(progress_is_shown_on_a_terminal),
        cmocka_unit_test(a_set_is_written_as_it_was_read),
        cmocka_unit_test(paths_are_judged_and_drawn),
        cmocka_unit_test(a_radius_is_an_option_of_every_map),
        cmocka_unit_test(heat_is_drawn),
    };
    const int failed = cmocka_run_group_tests(tests, begin_commands, end_commands);
    return failed == 0 && is_left_out ? SKIPPED : failed;
}
