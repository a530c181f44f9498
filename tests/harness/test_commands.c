/* The footrace command as it is typed: what it prints, writes and exits with; and that bad input
 * gives exit 2, one line on stderr, and no file. */
#define _POSIX_C_SOURCE 200809L

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cjson/cJSON.h>
#include <cmocka.h>

#define MOST_BYTES (1 << 20)

/* What the last command printed. */
static char standard_output[MOST_BYTES], standard_error[MOST_BYTES];

static char folder[] = "/tmp/footrace-commands-XXXXXX";

static size_t read_file(const char *name, char *bytes)
{
    FILE *stream = fopen(name, "rb");
    const size_t size = stream ? fread(bytes, 1, MOST_BYTES - 1, stream) : 0;
    if (stream)
        fclose(stream);
    bytes[size] = '\0';
    return size;
}

static void write_file(const char *name, const void *bytes, size_t size)
{
    FILE *stream = fopen(name, "wb");
    assert_non_null(stream);
    assert_int_equal(fwrite(bytes, 1, size, stream), size);
    assert_int_equal(fclose(stream), 0);
}

static void write_text(const char *name, const char *text)
{
    write_file(name, text, strlen(text));
}

static bool exists(const char *name)
{
    struct stat facts;
    return stat(name, &facts) == 0;
}

/* Runs footrace through the shell; returns its exit code. A word in front may set the environment.
 */
static int footrace_with(const char *environment, const char *arguments)
{
    char line[2048];
    snprintf(line, sizeof line, "%s '%s' %s >.out 2>.err </dev/null", environment, FOOTRACE_COMMAND,
             arguments);
    const int status = system(line);
    read_file(".out", standard_output);
    read_file(".err", standard_error);
    if (!WIFEXITED(status))
        fail_msg("footrace %s: died", arguments);
    return WEXITSTATUS(status);
}

static int footrace(const char *arguments)
{
    return footrace_with("", arguments);
}

static void assert_works(const char *arguments)
{
    const int code = footrace(arguments);
    if (code != 0 || *standard_error)
        fail_msg("footrace %s: exit %d: %s", arguments, code, standard_error);
}

static void assert_prints(const char *text)
{
    if (!strstr(standard_output, text))
        fail_msg("'%s' is not in:\n%s", text, standard_output);
}

static uint32_t crc(const uint8_t *bytes, size_t count)
{
    uint32_t value = 0xFFFFFFFFu;
    for (size_t i = 0; i < count; i++) {
        value ^= bytes[i];
        for (int bit = 0; bit < 8; bit++)
            value = value >> 1 ^ (value & 1 ? 0xEDB88320u : 0);
    }
    return ~value;
}

static void put_big_endian(uint8_t *at, uint32_t value)
{
    for (int i = 0; i < 4; i++)
        at[i] = (uint8_t)(value >> (24 - 8 * i));
}

static void put_little_endian(uint8_t *at, uint32_t value)
{
    for (int i = 0; i < 4; i++)
        at[i] = (uint8_t)(value >> 8 * i);
}

/* A PNG of another size than its pixels have. */
static void write_resized_png(const char *name, uint32_t width, uint32_t height)
{
    static uint8_t bytes[MOST_BYTES];
    const size_t size = read_file("good.png", (char *)bytes);
    put_big_endian(bytes + 16, width);
    put_big_endian(bytes + 20, height);
    put_big_endian(bytes + 29, crc(bytes + 12, 17));
    write_file(name, bytes, size);
}

/* A BMP of 8 bits a pixel, two by two, with two palette entries. */
static void write_bmp(const char *name, uint32_t header, uint32_t width, uint32_t height,
                      uint8_t index, size_t size)
{
    uint8_t bytes[70] = {'B', 'M', 70};
    put_little_endian(bytes + 10, 62);
    put_little_endian(bytes + 14, header);
    put_little_endian(bytes + 18, width);
    put_little_endian(bytes + 22, height);
    bytes[26] = 1;
    bytes[28] = 8;
    put_little_endian(bytes + 46, 2);
    put_little_endian(bytes + 58, 0xFFFFFF);
    bytes[62] = index;
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
    (void)unused;
    if (!mkdtemp(folder) || chdir(folder) != 0)
        return -1;
    assert_works("generate adventure:formations=3 --size 60x40 -o good.png");
    write_bad_pngs();
    write_bmp("good.bmp", 40, 2, 2, 1, 70);
    write_bmp("index.bmp", 40, 2, 2, 9, 70);
    write_bmp("short.bmp", 40, 2, 2, 1, 66);
    write_bmp("zero.bmp", 40, 0, 2, 1, 70);
    write_bmp("huge.bmp", 40, 100000, 100000, 1, 70);
    write_bmp("header.bmp", 41, 2, 2, 1, 70);
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
    return mkdir("dir", 0777);
}

static int remove_files(void **unused)
{
    char line[128];
    (void)unused;
    snprintf(line, sizeof line, "rm -r '%s'", folder);
    return chdir("/") == 0 ? system(line) : -1;
}

/* Each is refused; output, where there is any, would go to a file named result. */
static const char *const refused[] = {
    /* no such command, flag or word */
    "",
    "pth",
    "--frobnicate",
    "run",
    "path",
    "inspect",
    "inspect good.png good.png",
    "inspect --jsn good.png",
    "list wombats",
    "list --png result",
    "list charts --png result",
    "list maps --png",
    "list maps --png no/such/result",
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
    "generate open:border=-1 --size 10x10 -o result",
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
    "path --map good.png --from 1,1 --to 2,2 --algo bfs --timeout 0 --json result",
    "path --map good.png --from 1,1 --to 2,2 --algo visgraph --graph",
    "path --map good.png --from 1,1 --to 2,2 --algo bfs --graph --png result",
    "inspect good.png:threshold=300",
    "inspect good.png:colour=3",
    "inspect good.png:legend=nothing",
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
    "inspect index.bmp",
    "inspect short.bmp",
    "inspect zero.bmp",
    "inspect huge.bmp",
    "inspect header.bmp",
    "inspect row.map",
    "inspect letter.map",
    "inspect number.map",
    "inspect huge.map",
    "clicks --map truncated.png -o result",
    "path --map truncated.png --from 1,1 --to 2,2 --algo bfs --png result",
    /* maps and clicks that do not fit what is asked */
    "clicks --map solid.map -o result",
    "clicks --map good.bmp --kind unreachable -o result",
    "clicks --map good.png --kind gates --kind unreachable -o result",
    "clicks --map good.png --kind burst --count 2 -o result",
    "clicks --map good.png --clicks missing.json --png result",
    "clicks --map good.png --clicks goal.json --png result",
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
    "run --allow-debug --map good.png --algo bfs --repeat 0 -o result",
    /* files that cannot be written */
    "generate open --size 10x10 -o dir",
    "generate open --size 10x10 -o no/such/result",
    "clicks --map good.png --count 2 -o dir",
    "clicks --map good.png --count 2 -o no/such/result",
    "clicks --map good.png --count 2 --png no/such/result",
    "clicks --map good.png --count 2 --png dir",
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

/* Whether text is one line, named after the program. */
static bool is_one_line(const char *text)
{
    const char *end = strchr(text, '\n');
    return strncmp(text, "footrace: ", strlen("footrace: ")) == 0 && end && end[1] == '\0' &&
           end > text + strlen("footrace: ") + 8;
}

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
        {"pth", "footrace: 'pth'", "did you mean path?"},
        {"clicks --mop x", "footrace: clicks: --mop", "did you mean --map"},
        {"path --map good.png --from 1 --to 2,2 --algo bfs", "footrace: path: --from: '1'",
         "two integers"},
        {"path --map good.png --from 1,1 --to 2,2 --algo bfs --graph --png result",
         "footrace: path: --graph: 'bfs' has no graph", "such as visgraph"},
        {"path --map good.png --from 1,1 --to 2,2 --algo bsf", "'bsf'", "did you mean bfs?"},
        {"clicks --map good.png --kind notches -o result", "--kind: 'notches'",
         "did you mean notch?"},
        {"clicks --map good.png --kind gates -o result", "no clicks can be had of kind gates",
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
        assert_prints("Exit codes:");
    }
    assert_works("generate --help");
    assert_prints("adventure");
    assert_prints(":formations=");
    assert_works("path --map missing.png --help");
    assert_prints("--from X,Y");
    assert_works("--version");
    assert_prints("footrace 0.");
}

static void output_that_is_lost_is_no_success(void **unused)
{
    (void)unused;
    if (!exists("/dev/full"))
        skip();
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
    assert_works("generate walls:cell=5,blocked=3 --size 60x40 -o hall.v2.json");
    assert_works("inspect hall.v2.png");
    assert_works("inspect hall.v2.json");
    assert_prints("edge walls on png");
    assert_works("generate walls:open=100,segments=0 --size 60x40 -o dir/bare.json");
    assert_works("inspect dir/bare.json");
    assert_prints("0 edge walls on png");
    assert_works("generate gates:gates=3 --size 300x200 -o gates.txt");
    assert_works("inspect gates.txt");
    assert_prints("areas        4");
}

static void galleries_are_pictures(void **unused)
{
    static char bytes[MOST_BYTES];
    (void)unused;
    assert_works("list generators --png generators.png");
    assert_works("inspect generators.png");
    assert_true(read_file("generators.png", bytes) > 10000);
    assert_int_equal(footrace_with("FOOTRACE_MAPS=.", "list maps --png maps.png"), 0);
    assert_works("inspect maps.png");
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
    assert_true(cJSON_GetArraySize(cJSON_GetObjectItem(document, "warnings")) == 4);
    cJSON_Delete(document);
    assert_int_equal(footrace_with("FOOTRACE_MAPS=.", "inspect good"), 0);
    assert_prints("60 x 40");
    assert_works("inspect two.map:agent=1,scale=2 --json");
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
    assert_works("doctor --json");
    cJSON *document = parse_output();
    const cJSON *finding;
    cJSON_ArrayForEach(finding, cJSON_GetObjectItem(document, "disturbances"))
    {
        assert_true(cJSON_IsString(cJSON_GetObjectItem(finding, "name")));
        assert_true(cJSON_IsString(cJSON_GetObjectItem(finding, "fix")));
    }
    assert_true(number_at(document, "hiccups") >= 0);
    cJSON_Delete(document);
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

/* The command cannot read Python: its list of charts must be the one that the reports draw. */
static void charts_are_those_of_the_reports(void **unused)
{
    static char source[MOST_BYTES];
    char key[64];
    (void)unused;
    assert_true(read_file(FOOTRACE_SOURCE "/reports/__main__.py", source) > 0);
    char *begin = strstr(source, "CHARTS = {");
    assert_non_null(begin);
    *strchr(begin, '}') = '\0';
    assert_works("list charts --json");
    cJSON *document = parse_output();
    const cJSON *chart;
    int count = 0;
    cJSON_ArrayForEach(chart, cJSON_GetObjectItem(document, "charts"))
    {
        snprintf(key, sizeof key,
                 "\"%s\":", cJSON_GetStringValue(cJSON_GetObjectItem(chart, "name")));
        if (!strstr(begin, key))
            fail_msg("the reports draw no %s", key);
        count++;
    }
    for (const char *at = begin; (at = strstr(at, "\":")) != NULL; at++)
        count--;
    assert_int_equal(count, 0);
    cJSON_Delete(document);
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
                 "--algo null --repeat 1 -o race.jsonl");
    assert_works("check race.jsonl");
    assert_works("run --allow-debug --map good.png --clicks few.clicks.json --algo bfs --repeat 1 "
                 "--clamp component -o -");
    assert_prints("\"clamp\":\"component\"");
}

/* A picture is drawn of a sampled set, and the same one of the file that was written of it. */
static void clicks_are_drawn(void **unused)
{
    static char sampled[MOST_BYTES], drawn[MOST_BYTES];
    (void)unused;
    assert_works("clicks --map good.png --count 60 --kind all -o all.clicks.json --png all.png");
    const size_t size = read_file("all.png", sampled);
    assert_true(size > 1000);
    assert_memory_equal(sampled, "\x89PNG\r\n\x1a\n", 8);
    assert_works("clicks --map good.png --clicks all.clicks.json --png again.png -o again.json");
    assert_prints(" events on good.png\n");
    assert_int_equal(read_file("again.png", drawn), size);
    assert_memory_equal(sampled, drawn, size);
    assert_true(read_file("again.json", drawn) == read_file("all.clicks.json", sampled));
    assert_string_equal(sampled, drawn);
    assert_works("clicks --map maze --clicks bundled --png maze.png");
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
    assert_true(cJSON_GetArraySize(cJSON_GetObjectItem(first, "points")) >= 2);
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

/* The picture differs from the one without, by more than its legend. */
static void graphs_are_drawn(void **unused)
{
    static char plain[MOST_BYTES], drawn[MOST_BYTES];
    (void)unused;
    assert_works("path --map good.png --from 30,20 --to 40,25 --algo bfs --algo visgraph "
                 "--png plain.png");
    assert_works("path --map good.png --from 30,20 --to 40,25 --algo bfs --algo visgraph "
                 "--graph --png drawn.png");
    assert_prints("visgraph");
    const size_t size = read_file("plain.png", plain);
    assert_true(read_file("drawn.png", drawn) > size + 1000);
    assert_works("inspect drawn.png");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_input_is_refused_in_one_line),
        cmocka_unit_test(bad_results_are_refused),
        cmocka_unit_test(errors_say_where),
        cmocka_unit_test(help_is_everywhere),
        cmocka_unit_test(output_that_is_lost_is_no_success),
        cmocka_unit_test(generating_is_repeatable),
        cmocka_unit_test(generated_areas_are_read_back),
        cmocka_unit_test(generated_walls_are_read_back),
        cmocka_unit_test(galleries_are_pictures),
        cmocka_unit_test(inspecting_counts_and_warns),
        cmocka_unit_test(the_doctor_examines_the_machine),
        cmocka_unit_test(listing_names_everything),
        cmocka_unit_test(charts_are_those_of_the_reports),
        cmocka_unit_test(clicks_can_be_raced),
        cmocka_unit_test(clicks_are_drawn),
        cmocka_unit_test(paths_are_judged_and_drawn),
        cmocka_unit_test(graphs_are_drawn),
    };
    return cmocka_run_group_tests(tests, make_files, remove_files);
}
