/* Bad input to the footrace command: exit 2, one line on stderr that says where and what was
 * expected, and no file. */
#include "tests/harness/commands/typed.h"

#include "tests/png_bytes.h"

/* A PNG whose stated size is not that of its pixels. */
static void write_resized_png(const char *name, uint32_t width, uint32_t height)
{
    static uint8_t bytes[MOST_BYTES];
    const size_t size = read_file("good.png", (char *)bytes);
    put_big(bytes + 16, width);
    put_big(bytes + 20, height);
    put_big(bytes + 29, png_check_sum(bytes + 12, 17));
    write_file(name, bytes, size);
}

static void write_bad_pngs(void)
{
    static char bytes[MOST_BYTES];
    const size_t size = read_file("good.png", bytes);
    assert_true(size > 100);
    write_file("truncated.png", bytes, size - 30);
    write_file("header.png", bytes, 33);
    write_file("signature.png", bytes, 8);
    write_resized_png("zero.png", 0, 40);
    write_resized_png("huge.png", 100000, 100000);
    write_resized_png("tall.png", 60, 50);
    bytes[size - 30] ^= 1;
    write_file("flipped.png", bytes, size);
    bytes[17] ^= 1;
    write_file("checksum.png", bytes, size);
    write_text("empty.png", "");
    write_text("text.png", "This is no picture.\n");
}

static int make_files(void **unused)
{
    if (begin_commands(unused) != 0)
        return -1;
    write_bad_pngs();
    write_text("good.map", "type octile\nheight 2\nwidth 3\nmap\n...\n.@.\n");
    write_text("row.map", "type octile\nheight 2\nwidth 3\nmap\n...\n.@\n");
    write_text("letter.map", "type octile\nheight 1\nwidth 3\nmap\n.?.\n");
    write_text("number.map", "type octile\nheight two\nwidth 3\nmap\n...\n");
    write_text("huge.map", "type octile\nheight 100000\nwidth 100000\nmap\n");
    write_text("solid.map", "type octile\nheight 1\nwidth 3\nmap\n@@@\n");
    write_text("cut.json", "{\"format\": \"footrace-clicks/1\", \"clicks\": [");
    write_text("format.json", "{\"format\": \"footrace-clicks/9\", \"clicks\": []}");
    write_text("goal.json",
               "{\"format\": \"footrace-clicks/1\", \"clicks\": [{\"start\": [1, 2]}]}");
    write_text("size.scen", "version 1\n0 good.map 9 9 0 0 2 0 2\n");
    write_text("fields.scen", "version 1\n0 good.map 3 2 0 0 2\n");
    write_text("cut.jsonl", "{\"kind\": \"run\", ");
    write_text("secret", "root:x:0:0 password\nuser:y:1\n");
    write_text("secret.map", "root:x:0:0 password\nuser:y:1\n");
    write_text("secret.scen", "root:x:0:0 password\nuser:y:1\n");
    write_text("huge.mesh", "mesh 2 4 1 0 0 1 0 30000 0 1 0 30000 30000 1 0 0 30000 1 0 "
                            "4 0 1 2 3 -1 -1 -1 -1\n");
    write_text("led.scen", "version 2\nheight 2\nwidth 3\ncost 1 octile\npatch secret\ncommands\n");
    return 0;
}

/* Each is refused; output, where there is any, would go to a file named result. */
static const char *const refused[] = {
    /* no such command, flag or word */
    "pth",
    "--frobnicate",
    "run",
    "path",
    "inspect",
    "inspect missing.png good.png",
    "path --map good.png --from 1,1 --to 2,2 --algo bfs --png walk.svg",
    "generate maze -o result.svg",
    "help runn",
    "inspect --jsn good.png",
    "list wombats",
    "list --png result",
    "clicks --map good.png --png result",
    "path --map good.png --from 1,1 --to 2,2 --algo dijkstra --png result.svg",
    "path --map good.png --from 1,1 --to 2,2 --algo dijkstra --png no/such/result",
    "generate gates:columns=2,rows=2,gates=2 --size 99x99 -o result",
    "generate walls --size 99x99 -o result.png",
    "generate",
    "generate open --size 10x10",
    "generate open --size 10x10 -o",
    "clicks --map good.png --count 3 --count 4 -o result",
    "clicks --map good.png --count 3",
    "clicks --map good.png --clicks good.clicks.json --count 3 -o result",
    "clicks --map good.png --clicks good.clicks.json --kind same -o result",
    /* bad values */
    "generate opne --size 10x10 -o result",
    "generate open:depth=3 --size 10x10 -o result",
    "generate spiral:wall=-1 --size 10x10 -o result",
    "generate open --size 10 -o result",
    "generate open --size 10by10 -o result",
    "generate open --size 0x10 -o result",
    "generate open --size 100000x100000 -o result",
    "generate open --size 99999999999999999999x1 -o result",
    "generate open --size 10x10 --seed -1 -o result",
    "generate open --size 10x10 --seed one -o result",
    "clicks --map good.png --count 0 -o result",
    "clicks --map good.png --count ten -o result",
    "clicks --map good.png --kind wild -o result",
    "path --map good.png --from 1 --to 2,2 --algo dijkstra --json result",
    "path --map good.png --from 1,2,3 --to 2,2 --algo dijkstra --json result",
    "path --map good.png --from 1,1 --to 9999999999,2 --algo dijkstra --json result",
    "path --map good.png --from 1,1 --to 2,2 --algo dijkstar --json result",
    "path --map good.png --from 1,1 --to 2,2 --algo dijkstra:speed=9 --json result",
    "path --map good.png --from 1,1 --to 2,2 --algo dijkstra:model=grid9 --json result",
    "path --map good.png --from 1,1 --to 2,2 --algo =dijkstra --json result",
    "path --map good.png --from 1,1 --to 2,2 --algo bfs --algo bfs --json result",
    "path --map good.png --from 1,1 --to 2,2 --algo bfs --frame 0 --json result",
    "path --map good.png --from 1,1 --to 2,2 --algo astar --heat",
    "path --map good.png --from 1,1 --to 2,2 --algo walkbox --heat --png result",
    "inspect good.png:threshold=300",
    "inspect good.png:colour=3",
    "inspect good.png:legend=nothing",
    "inspect good.png:threshold=3,threshold=4",
    "inspect good.png:legend=000000=0/ffffff=1/ffffff=2",
    "generate random:blocked=3,blocked=4 --size 40x40 -o result",
    "path --map good.png --from 1,1 --to 2,2 --algo astar:open=heap,open=heap --json result",
    "run --allow-debug --map good.png --clicks auto:2:blocked,blocked --algo bfs -o result",
    "inspect no-such-map",
    /* files that cannot be read */
    "inspect missing.png",
    "inspect dir",
    "inspect ./dir",
    "inspect empty.png",
    "inspect text.png",
    "inspect signature.png",
    "inspect header.png",
    "inspect truncated.png",
    "inspect flipped.png",
    "inspect checksum.png",
    "inspect zero.png",
    "inspect huge.png",
    "inspect tall.png",
    "inspect row.map",
    "inspect letter.map",
    "inspect number.map",
    "inspect huge.map",
    "inspect huge.mesh",
    "clicks --map truncated.png -o result",
    "path --map truncated.png --from 1,1 --to 2,2 --algo bfs --png result",
    /* maps and clicks that do not fit what is asked */
    "clicks --map solid.map -o result",
    "clicks --map good.map --kind unreachable -o result",
    "clicks --map good.png --kind gates --kind unreachable -o result",
    "clicks --map good.png --kind burst --count 2 -o result",
    "clicks --map good.png --clicks missing.json -o result",
    "clicks --map good.png --clicks goal.json -o result",
    "path --map solid.map --from 0,0 --to 1,0 --algo bfs --png result",
    "run --allow-debug --map good.png --clicks cut.json --algo bfs -o result",
    "run --allow-debug --map good.png --clicks format.json --algo bfs -o result",
    "run --allow-debug --map good.png --clicks goal.json --algo bfs -o result",
    "run --allow-debug --map good.png --clicks missing.json --algo bfs -o result",
    "run --allow-debug --map good.png --clicks dir --algo bfs -o result",
    "run --allow-debug --map good.png --clicks auto:0 --algo bfs -o result",
    "run --allow-debug --map good.png --clicks auto:many --algo bfs -o result",
    "run --allow-debug --map good.map --clicks size.scen --algo bfs -o result",
    "run --allow-debug --map good.map --clicks fields.scen --algo bfs -o result",
    "run --allow-debug --map truncated.png --algo bfs -o result",
    "run --allow-debug --map good.png --algo bfs --timeout never -o result",
    "run --allow-debug --map good.png --algo bfs --rounds 0 -o result",
    /* files that cannot be written */
    "generate open --size 10x10 -o dir",
    "generate open --size 10x10 -o no/such/result",
    "clicks --map good.png --count 2 -o dir",
    "clicks --map good.png --count 2 -o no/such/result",
    "path --map good.png --from 30,20 --to 31,20 --algo bfs --png no/such/result",
    "path --map good.png --from 30,20 --to 31,20 --algo bfs --png dir",
    "path --map good.png --from 30,20 --to 31,20 --algo bfs --png result --json no/such/result",
    "run --allow-debug --map good.png --clicks auto:2 --algo bfs -o no/such/result",
    /* reports of what is no result file */
    "report",
    "report missing.jsonl",
    "report missing.jsonl -o result",
    "report cut.jsonl -o result",
    "report good.png -o result",
    "report dir -o result",
};

static void bad_input_is_refused_in_one_line(void **unused)
{
    (void)unused;
    const size_t count = sizeof refused / sizeof *refused;
    assert_true(count >= 30);
    for (size_t i = 0; i < count; i++) {
        const int code = footrace(refused[i]);
        if (code != 2 || !is_one_line(standard_error) || *standard_output)
            fail_msg("footrace %s: exit %d, stderr '%s', stdout '%s'", refused[i], code,
                     standard_error, standard_output);
        if (exists("result"))
            fail_msg("footrace %s: left a file", refused[i]);
    }
}

/* check has no output, and may name several places. */
static void bad_results_are_refused(void **unused)
{
    (void)unused;
    assert_int_equal(footrace("check missing.jsonl"), 2);
    assert_true(is_one_line(standard_error));
    assert_int_equal(footrace("check dir"), 2);
    assert_true(is_one_line(standard_error));
    assert_true(footrace("check cut.jsonl") != 0);
    assert_true(footrace("check good.png") != 0);
}

/* Errors name the command, the place, and what was expected there. */
static void errors_say_where(void **unused)
{
    static const char *const cases[][3] = {
        {"pth", "footrace: no command 'pth'", "did you mean path?"},
        {"clicks --mop x", "footrace: clicks: --mop", "did you mean --map"},
        {"run --m=x", "--m=x: unknown option", "see --help"},
        {"run -x", "-x: unknown option", "see --help"},
        {"run --walker 6", "--walker found", "expected --radius"},
        {"path --walker=6", "--walker found", "expected --radius"},
        {"path --map good.png --from 1,1 --to 2,2 --algo foo", "no back end 'foo'",
         "'footrace list algorithms' lists all"},
        {"run --allow-debug good.png --map good.png --map good.png --clicks a --clicks b",
         "--clicks: given 2 times", "expected once, or once for each mask (3)"},
        {"inspect --hlep", "--hlep: unknown option", "did you mean --help"},
        {"path --map good.png --from 1 --to 2,2 --algo bfs", "footrace: path: --from: '1'",
         "two integers"},
        {"path --map good.png --from 1,1 --to 2,2 --algo walkbox --heat --png result",
         "footrace: path: --heat: 'walkbox' does not report its expansions", "such as astar"},
        {"path --map good.png --from 1,1 --to 2,2 --algo bsf", "'bsf'", "did you mean bfs?"},
        {"clicks --map good.png --kind notches -o result", "--kind: 'notches'",
         "did you mean notch?"},
        {"clicks --map good.png --kind gates -o result", "no clicks of kind gates",
         "no second area"},
        {"inspect letter.map", "letter.map: line 5, column 2", "expected"},
        {"inspect huge.png", "huge.png", "100000"},
        {"list algorithm", "footrace: list: 'algorithm'", "did you mean algorithms?"},
        {"run --allow-debug --map good.png --clicks goal.json --algo bfs -o result",
         "footrace: run: goal.json", "clicks[0]"},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(footrace(cases[i][0]), 2);
        if (!strstr(standard_error, cases[i][1]) || !strstr(standard_error, cases[i][2]))
            fail_msg("footrace %s: '%s' lacks '%s' or '%s'", cases[i][0], standard_error,
                     cases[i][1], cases[i][2]);
    }
}

/* A file that was never typed is named together with the one that names it; and what a file holds
 * that is no map, not a word of it is reported. */
static void led_astray(void **unused)
{
    static const char *const cases[][2] = {
        {"run --allow-debug --map good.map --clicks led.scen --algo bfs -o result",
         "(named by led.scen)"},
        {"inspect secret.map", "secret.map"},
        {"inspect secret", "no bundled map of this name"},
        {"run --allow-debug --map good.map --clicks secret.scen --algo bfs -o result",
         "secret.scen"},
        {"run --allow-debug --map good.map --clicks secret --algo bfs -o result", "secret"},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(footrace(cases[i][0]), 2);
        if (!strstr(standard_error, cases[i][1]) || strstr(standard_error, "password") ||
            strstr(standard_error, "root") || strstr(standard_error, "user"))
            fail_msg("footrace %s: %s", cases[i][0], standard_error);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_input_is_refused_in_one_line),
        cmocka_unit_test(bad_results_are_refused),
        cmocka_unit_test(errors_say_where),
        cmocka_unit_test(led_astray),
    };
    return cmocka_run_group_tests(tests, make_files, end_commands);
}
