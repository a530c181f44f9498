#define _POSIX_C_SOURCE 200809L

#include "tests/harness/race/race_fixture.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "build_paths.h"
#include "harness/results/result_check.h"
#include "tests/harness/sandbox/doubles.h"

static const char map_text[] = "type octile\nheight 6\nwidth 12\nmap\n"
                               "............\n"
                               "............\n"
                               ".....@@.....\n"
                               ".....@@.....\n"
                               "...........@\n"
                               "..........@.\n";

static const char clicks_text[] =
    "{\"format\": \"footrace-clicks/1\", \"map\": \"room\", \"clicks\": [\n"
    "{\"start\": [1, 2], \"goal\": [9, 2], \"tag\": \"blocked\"},\n"
    "{\"start\": [1, 2], \"goal\": [7, 3]},\n"
    "{\"start\": [0, 0], \"goal\": [3, 0]},\n"
    "{\"start\": [0, 0], \"goal\": [11, 5], \"tag\": \"unreachable\"},\n"
    "{\"start\": [0, 0], \"goal\": [5, 2], \"tag\": \"outside\"},\n"
    "{\"block\": [5, 4, 1, 2]},\n"
    "{\"start\": [0, 4], \"goal\": [9, 4]},\n"
    "{\"start\": [2, 2], \"goal\": [2, 2], \"tag\": \"same\"}\n"
    "]}\n";

void fr_fixture_write(const char *file, const char *text)
{
    FILE *out = fopen(file, "w");
    assert_non_null(out);
    assert_true(fputs(text, out) >= 0);
    assert_int_equal(fclose(out), 0);
}

char *fr_fixture_read(const char *file)
{
    FILE *in = fopen(file, "r");
    if (!in)
        return NULL;
    size_t size = 0, capacity = 1 << 16;
    char *text = malloc(capacity);
    assert_non_null(text);
    for (size_t got; (got = fread(text + size, 1, capacity - size - 1, in)) > 0;) {
        size += got;
        if (capacity - size < 2) {
            capacity *= 2;
            text = realloc(text, capacity);
            assert_non_null(text);
        }
    }
    text[size] = '\0';
    fclose(in);
    return text;
}

void fr_fixture_create(struct fr_race_fixture *fixture)
{
    const char *folder = getenv("TMPDIR");
    snprintf(fixture->folder, sizeof fixture->folder, "%s/footrace-XXXXXX",
             folder && strlen(folder) < 200 ? folder : "/tmp");
    assert_non_null(mkdtemp(fixture->folder));
    snprintf(fixture->map, sizeof fixture->map, "%s/room.map", fixture->folder);
    snprintf(fixture->clicks, sizeof fixture->clicks, "%s/room.clicks.json", fixture->folder);
    snprintf(fixture->result, sizeof fixture->result, "%s/result.jsonl", fixture->folder);
    fr_fixture_write(fixture->map, map_text);
    fr_fixture_write(fixture->clicks, clicks_text);
}

enum fr_exit fr_fixture_run_only(const char *const *arguments)
{
    char texts[64][512], *argv[64] = {texts[0]};
    struct fr_arguments parsed;
    struct fr_error error;
    const struct fr_program program = {.pathfinders = fr_doubles, .bundled = FOOTRACE_BUNDLED};
    int argc = 1;
    strcpy(texts[0], "run");
    for (; *arguments; arguments++, argc++) {
        assert_true(argc < 63);
        snprintf(texts[argc], sizeof texts[argc], "%s", *arguments);
        argv[argc] = texts[argc];
    }
    if (fr_arguments_parse(fr_command_run.flags, argc, argv, &parsed, &error) != FR_OK)
        return FR_EXIT_USAGE;
    return fr_command_run.run(&program, &parsed);
}

enum fr_exit fr_fixture_run(const struct fr_race_fixture *fixture, const char *const *arguments)
{
    const char *all[64] = {"--map", fixture->map,    "--clicks",     fixture->clicks,
                           "-o",    fixture->result, "--allow-debug"};
    int count = 7;
    bool framed = false;
    for (const char *const *word = arguments; *word; word++)
        framed = framed || strcmp(*word, "--frame") == 0;
    if (!framed) {
        all[count++] = "--frame";
        all[count++] = "64x64";
    }
    for (; *arguments; arguments++) {
        assert_true(count < 63);
        all[count++] = *arguments;
    }
    return fr_fixture_run_only(all);
}

cJSON *fr_fixture_rows(const struct fr_race_fixture *fixture)
{
    char *text = fr_fixture_read(fixture->result);
    cJSON *rows = cJSON_CreateArray();
    assert_non_null(text);
    for (char *line = text, *end; (end = strchr(line, '\n')) != NULL; line = end + 1) {
        *end = '\0';
        cJSON *row = cJSON_Parse(line);
        assert_non_null(row);
        cJSON_AddItemToArray(rows, row);
    }
    free(text);
    return rows;
}

bool fr_fixture_is(const cJSON *row, const char *kind)
{
    return strcmp(fr_fixture_text(row, "kind"), kind) == 0;
}

const char *fr_fixture_text(const cJSON *row, const char *key)
{
    const cJSON *value = cJSON_GetObjectItemCaseSensitive(row, key);
    return cJSON_IsString(value) ? value->valuestring : "";
}

double fr_fixture_number(const cJSON *row, const char *key)
{
    const cJSON *value = cJSON_GetObjectItemCaseSensitive(row, key);
    return cJSON_IsNumber(value) ? value->valuedouble : (double)NAN;
}

void fr_fixture_check(const struct fr_race_fixture *fixture)
{
    struct fr_result_summary summary;
    struct fr_error error;
    assert_int_equal(fr_result_check(fixture->result, stderr, &summary, &error), FR_OK);
    assert_int_equal(summary.problems, 0);
}

void fr_fixture_remove(const struct fr_race_fixture *fixture)
{
    char journal[sizeof fixture->result + 8]; /* kept by a race that was stopped */
    snprintf(journal, sizeof journal, "%s.samples", fixture->result);
    unlink(fixture->map);
    unlink(fixture->clicks);
    unlink(fixture->result);
    unlink(journal);
    assert_int_equal(rmdir(fixture->folder), 0);
}
