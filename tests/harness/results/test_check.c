#define _POSIX_C_SOURCE 200809L

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "build_paths.h"
#include "harness/results/result_check.h"
#include "harness/results/row.h"
#include "tests/harness/race/race_fixture.h"

static struct fr_race_fixture fixture;
static char *original; /* text of a result file with rows of every kind */

static int set_up(void **state)
{
    static const char *const arguments[] = {
        "--algo", "double", "--algo", "updating", "--algo", "double:does=short,expected", NULL};
    (void)state;
    fr_fixture_create(&fixture);
    if (fr_fixture_run(&fixture, arguments) != FR_EXIT_DONE)
        return -1;
    original = fr_fixture_read(fixture.result);
    return original ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    free(original);
    fr_fixture_remove(&fixture);
    return 0;
}

/* What the check prints about a text; "" when it accepts it. For the caller to free. */
static char *problems_of(const char *text)
{
    struct fr_result_summary summary;
    struct fr_error error;
    char *printed = NULL;
    size_t size = 0;
    FILE *problems = open_memstream(&printed, &size);
    assert_non_null(problems);
    fr_fixture_write(fixture.result, text);
    assert_int_equal(fr_result_check(fixture.result, problems, &summary, &error), FR_OK);
    fclose(problems);
    assert_int_equal(summary.problems == 0, size == 0);
    return printed;
}

/* The original with the first occurrence of from after the place of mark replaced by to. */
static char *edited(const char *mark, const char *from, const char *to)
{
    const char *after = strstr(original, mark);
    assert_non_null(after);
    const char *place = strstr(after, from);
    assert_non_null(place);
    char *text = malloc(strlen(original) + strlen(to) + 1);
    assert_non_null(text);
    sprintf(text, "%.*s%s%s", (int)(place - original), original, to, place + strlen(from));
    return text;
}

static void assert_problem(char *text, const char *expected)
{
    char *problems = problems_of(text);
    if (!strstr(problems, expected))
        print_error("expected '%s' in:\n%s", expected, problems);
    assert_non_null(strstr(problems, expected));
    assert_non_null(strstr(problems, "result.jsonl:"));
    free(problems);
    free(text);
}

static void a_race_is_accepted(void **state)
{
    (void)state;
    char *problems = problems_of(original);
    assert_string_equal(problems, "");
    free(problems);
}

#define CLICK "\"kind\":\"click\""
#define END "\"kind\":\"end\""

static void rows_contradict_each_other(void **state)
{
    static const struct {
        const char *mark, *from, *to, *problem;
    } cases[] = {
        {CLICK, "\"ns_cold\":", "\"ns_cold\":9e9,\"was\":", "was: unknown key"},
        {CLICK, "\"length\":", "\"length\":-", "length: -"},
        {CLICK, "\"played\":[", "\"played\":[9,", "expected 6 (rounds times passes)"},
        {CLICK, "\"steady_passes\":2", "\"steady_passes\":0", "though steady has some samples"},
        {CLICK, "\"class\":\"", "\"class\":\"long ", "class: "},
        {CLICK, "\"outcome\":\"found\"", "\"outcome\":\"won\"", "outcome: \"won\" found"},
        {CLICK, "\"outcome\":\"found\"", "\"outcome\":\"limit\"", "length: not null"},
        {CLICK, "\"verdict\":\"ok\"", "\"verdict\":null", "verdict: null found"},
        {CLICK, "\"ratio\":null", "\"ratio\":1", "ratio: 1 found, expected null"},
        {CLICK, "\"ratio\":", "\"ratio\":9", "expected length / optimum"},
        {CLICK, "\"optimum\":", "\"optimum\":9",
         "of a legal path, expected at least the optimum, 9"},
        {CLICK, "\"optimum\":", "\"optimum\":9", "faults: 0 found, but the rows come to 1"},
        {CLICK, "\"sharp_turns\":0", "\"sharp_turns\":null", "looks_fault: 1 found, expected what"},
        {CLICK, "\"looks_fault\":true", "\"looks_fault\":false", "looks_fault: 0 found"},
        {CLICK, "\"valid_any_angle\":true", "\"valid_any_angle\":false",
         "zigzags: not null, though"},
        {CLICK, "\"ns_clear\":null", "\"ns_clear\":7", "ns_clear: not null, though cleared is 0"},
        {"\"kind\":\"prepare\"", "\"colour\":\"#", "\"colour\":\"", "colour: "},
        {"\"kind\":\"prepare\"", "\"marker\":\"", "\"marker\":\"#", "marker: "},
        {CLICK, "\"algo\":\"", "\"algo\":\"no", "no earlier prepare row"},
        {CLICK, "\"map\":\"", "\"map\":\"no", "no earlier map row"},
        {CLICK, "\"enabled\":[1]", "\"enabled\":[256]", "enabled[0]: 256 found, expected at most"},
        {CLICK, "\"start\":[", "\"start\":[1,", "start: "},
        {"{", "\"kind\":\"run\"", "\"kind\":\"walk\"", "kind: \"walk\" found"},
        {"{", "footrace-results/1", "footrace-results/2", "format: "},
        {"{", "\"kind\":\"run\",", "", "row: "},
        {"{", "\"seed\":1,", "", "seed: missing"},
        {"{", "\"seed\":1,", "\"seed\":1,\"seed\":2,", "seed: given twice"},
        {"\"kind\":\"map\"", "\"hash\":\"", "\"hash\":\"G", "hash: "},
        {"\"kind\":\"map\"", "\"width\":12", "\"width\":0", "width: 0 found, expected at least"},
        {"\"kind\":\"prepare\"", "\"outcome\":\"ok\"", "\"outcome\":\"crash\"", "faults: 0 found"},
        {"{", "\"timeout_s\":10", "\"timeout_s\":0", "timeout_s: 0 found, expected more than"},
        {"{", "\"cores\":", "\"cores\":0.", "cores: 0."},
        {END, "\"rows\":", "\"rows\":9", "rows: 9"},
        {END, "\"clicks\":", "\"clicks\":9", "clicks: 9"},
        {END, "\"found\":", "\"found\":9", "found: 9"},
        {END, "\"faults\":0", "\"faults\":1", "faults: 1 found, but the rows come to 0"},
        {END, "\"expected_faults\":", "\"expected_faults\":9", "expected_faults: 9"},
        {END, "{\"kind\":\"end\"", "{\"kind\":\"END\"", "no end row"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        /* The end row's kind stands behind the brace that it is marked by. */
        const char *mark = strncmp(cases[i].from, "{", 1) == 0 ? cases[i].from : cases[i].mark;
        assert_problem(edited(mark, cases[i].from, cases[i].to), cases[i].problem);
    }
}

/* Whether enough was tried depends on what the system took away. */
static void one_that_remembers_has_no_steady_time(void **state)
{
    (void)state;
    const bool tried = strstr(strstr(original, CLICK), "\"remembers\":false") != NULL;
    assert_problem(
        edited(CLICK, tried ? "\"remembers\":false" : "\"remembers\":null", "\"remembers\":true"),
        "ns_steady: not null, though");
}

/* Times differ from run to run, and a ratio has many digits, so the whole value goes. */
static void values_out_of_order(void **state)
{
    static const char *const keys[] = {
        "\"ns_played\":", "\"ns_steady\":", "\"ratio\":", "\"diagonal\":"};
    static const char *const spoilt[] = {"1e12", "null", "null", "null"};
    static const char *const problems[] = {"ns_played: ", "ns_steady: null, though",
                                           "ratio: null found", "straight, diagonal: one null"};
    (void)state;
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        char from[64];
        const char *value = strstr(strstr(original, CLICK), keys[i]) + strlen(keys[i]);
        snprintf(from, sizeof from, "%s%.*s", keys[i], (int)strcspn(value, ",}"), value);
        char to[64];
        snprintf(to, sizeof to, "%s%s", keys[i], spoilt[i]);
        assert_problem(edited(CLICK, from, to), problems[i]);
    }
}

/* The original without, or with twice, the first line that holds mark. */
static char *with_line(const char *mark, int times)
{
    const char *begin = strstr(original, mark);
    assert_non_null(begin);
    while (begin > original && begin[-1] != '\n')
        begin--;
    const char *end = strchr(begin, '\n') + 1;
    char *text = malloc(2 * strlen(original) + 1);
    assert_non_null(text);
    int used = sprintf(text, "%.*s", (int)(begin - original), original);
    for (int i = 0; i < times; i++)
        used += sprintf(text + used, "%.*s", (int)(end - begin), begin);
    strcpy(text + used, end);
    return text;
}

static void rows_out_of_order(void **state)
{
    (void)state;
    assert_problem(with_line("\"kind\":\"run\"", 0), "the first row is 'map', expected 'run'");
    assert_problem(with_line("\"kind\":\"map\"", 0), "no earlier map row");
    assert_problem(with_line("\"kind\":\"map\"", 2), "is a duplicate row of");
    assert_problem(with_line("\"kind\":\"prepare\"", 0), "no earlier prepare row");
    assert_problem(with_line("\"kind\":\"prepare\"", 2), "is a duplicate row of");
    assert_problem(with_line(CLICK, 2), "is a duplicate row of");
    assert_problem(with_line(CLICK, 0), "clicks: ");
    assert_problem(with_line("\"kind\":\"update\"", 2), "is a duplicate row of");
    assert_problem(with_line("\"kind\":\"path\"", 2), "is a duplicate row of");
    assert_problem(with_line(END, 0), "no end row: the race was cut short");
    assert_problem(with_line(END, 2), "a row found after the end row");
}

static void torn_files(void **state)
{
    (void)state;
    assert_problem(strdup(""), "no end row");
    assert_problem(strdup("\n"), "no JSON object found");
    assert_problem(strdup("[1]\n"), "no JSON object found");
    assert_problem(strdup("{\"kind\":\"run\"} x\n"), "no JSON object found");
    assert_problem(strdup("{}\n"), "row: {} found, expected an object with a kind");
    for (size_t cut = 1; cut < 400; cut += 57) {
        char *text = strdup(original);
        assert_non_null(text);
        text[strlen(text) - cut] = '\0';
        assert_problem(text, "cut short");
    }
}

static void a_missing_file_is_an_error(void **state)
{
    struct fr_result_summary summary;
    struct fr_error error;
    (void)state;
    assert_int_equal(fr_result_check("/nowhere.jsonl", stderr, &summary, &error), FR_BAD_INPUT);
    assert_non_null(strstr(error.text, "/nowhere.jsonl"));
    assert_int_equal(fr_result_check("/", stderr, &summary, &error), FR_BAD_INPUT);
}

/* Values that each key is given in turn: of every type, and at the edges of the ranges. */
static const char *const values[] = {
    "null", "true",  "-1",      "0",  "1",    "1.5", "256",  "\"\"",         "\"ok\"",
    "[]",   "[1,2]", "[1,2,3]", "{}", "1e20", "[0]", "-0.5", "[\"a\",\"b\"]"};

/* Writes a row and our word about it ("1 {...}") where a key has another value, or none. */
static void write_variant(FILE *variants, const cJSON *row, const char *key, const char *value)
{
    struct fr_error error;
    cJSON *variant = cJSON_Duplicate(row, true);
    if (value)
        cJSON_ReplaceItemInObjectCaseSensitive(variant, key, cJSON_Parse(value));
    else
        cJSON_DeleteItemFromObjectCaseSensitive(variant, key);
    char *text = cJSON_PrintUnformatted(variant);
    struct fr_row_room room = {NULL, 0};
    struct fr_row read;
    const enum fr_status status = fr_row_read(text, strlen(text), &room, &read, &error);
    fprintf(variants, "%d %s\n", status == FR_OK, text);
    fr_row_room_release(&room);
    cJSON_free(text);
    cJSON_Delete(variant);
}

static void write_variants(const char *file)
{
    FILE *variants = fopen(file, "w");
    assert_non_null(variants);
    fr_fixture_write(fixture.result, original);
    cJSON *rows = fr_fixture_rows(&fixture);
    const char *last = "";
    const cJSON *row;
    cJSON_ArrayForEach(row, rows)
    {
        const char *kind = cJSON_GetObjectItem(row, "kind")->valuestring;
        if (strcmp(kind, last) == 0)
            continue;
        last = kind;
        const cJSON *item;
        cJSON_ArrayForEach(item, row)
        {
            write_variant(variants, row, item->string, NULL);
            for (size_t i = 0; i < sizeof values / sizeof *values; i++)
                write_variant(variants, row, item->string, values[i]);
        }
    }
    cJSON_Delete(rows);
    assert_int_equal(fclose(variants), 0);
}

/* Python's jsonschema says of thousands of spoilt rows what our interpreter says. */
static void jsonschema_agrees(void **state)
{
    static const char script[] =
        "import json, sys\n"
        "try:\n"
        "    import jsonschema\n"
        "except ImportError:\n"
        "    sys.exit(77)\n"
        "judge = jsonschema.Draft7Validator(json.load(open(sys.argv[1])))\n"
        "count = 0\n"
        "for line in open(sys.argv[2]):\n"
        "    ours, row = line.split(' ', 1)\n"
        "    if judge.is_valid(json.loads(row)) != (ours == '1'):\n"
        "        sys.exit('we say ' + ours + ' of ' + row)\n"
        "    count += 1\n"
        "print(count, 'rows agree')\n"
        "sys.exit(count < 1000)\n";
    char file[384], command[1024], program[384];
    (void)state;
    snprintf(file, sizeof file, "%s/variants.txt", fixture.folder);
    snprintf(program, sizeof program, "%s/agree.py", fixture.folder);
    write_variants(file);
    fr_fixture_write(program, script);
    snprintf(command, sizeof command, "/usr/bin/python3 %s %s %s", program,
             FOOTRACE_SOURCE "/results/schema.json", file);
    fflush(NULL);
    const int status = system(command);
    unlink(file);
    unlink(program);
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    if (code == 77 || code == 127) {
        print_message("no python3 with jsonschema\n");
        skip();
    }
    assert_int_equal(code, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_race_is_accepted),
        cmocka_unit_test(rows_contradict_each_other),
        cmocka_unit_test(one_that_remembers_has_no_steady_time),
        cmocka_unit_test(values_out_of_order),
        cmocka_unit_test(rows_out_of_order),
        cmocka_unit_test(torn_files),
        cmocka_unit_test(a_missing_file_is_an_error),
        cmocka_unit_test(jsonschema_agrees),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
