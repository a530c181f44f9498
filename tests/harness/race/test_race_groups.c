#define _POSIX_C_SOURCE 200809L

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "tests/harness/race/race_fixture.h"

/* A double takes eight bytes a pixel to prepare: two of them fit in one megabyte here. */
enum { SIZE = 250 };

static void write_open_map(const char *file)
{
    FILE *out = fopen(file, "w");
    assert_non_null(out);
    fprintf(out, "type octile\nheight %d\nwidth %d\nmap\n", SIZE, SIZE);
    for (int y = 0; y < SIZE; y++) {
        for (int x = 0; x < SIZE; x++)
            fputc('.', out);
        fputc('\n', out);
    }
    assert_int_equal(fclose(out), 0);
}

static int group_of(const cJSON *rows, const char *algo)
{
    const cJSON *row;
    cJSON_ArrayForEach(row, rows)
    {
        if (fr_fixture_is(row, "prepare") && strcmp(fr_fixture_text(row, "algo"), algo) == 0)
            return (int)fr_fixture_number(row, "group");
    }
    fail_msg("no prepare row of %s", algo);
    return 0;
}

/* Runs and reads the rows back; most is that of --total-memory. */
static cJSON *race(const char *total, const char *const *racers)
{
    struct fr_race_fixture fixture;
    const char *arguments[32] = {"--total-memory", total, "--seed", "3"};
    int count = 4;
    fr_fixture_create(&fixture);
    write_open_map(fixture.map);
    for (; *racers; racers++) {
        arguments[count++] = "--algo";
        arguments[count++] = *racers;
    }
    (void)fr_fixture_run(&fixture, arguments);
    fr_fixture_check(&fixture);
    cJSON *rows = fr_fixture_rows(&fixture);
    fr_fixture_remove(&fixture);
    return rows;
}

/* Racers that do not fit in beside each other race one group after the other, each over the whole
 * course, events included. */
static void groups_race_one_after_the_other(void **state)
{
    const char *const racers[] = {"a=updating", "b=updating", "c=double",
                                  "d=double",   "e=double",   NULL};
    enum { ROUNDS = 3 };
    int prepared[4] = {0}, clicks[4] = {0}, updates[4] = {0}, last = 1;
    const cJSON *row;
    (void)state;
    cJSON *rows = race("1", racers);
    cJSON_ArrayForEach(row, rows)
    {
        if (!*fr_fixture_text(row, "algo") || fr_fixture_is(row, "path"))
            continue;
        const int group = group_of(rows, fr_fixture_text(row, "algo"));
        assert_in_range(group, 1, 3);
        assert_true(group == last || (group == last + 1 && fr_fixture_is(row, "prepare")));
        last = group;
        prepared[group] += fr_fixture_is(row, "prepare");
        clicks[group] += fr_fixture_is(row, "click");
        updates[group] += fr_fixture_is(row, "update");
    }
    for (int group = 1; group <= 3; group++) {
        const int racers_here = group < 3 ? 2 : 1;
        assert_int_equal(prepared[group], ROUNDS * racers_here);
        assert_int_equal(clicks[group], FR_FIXTURE_CLICKS * racers_here);
        assert_int_equal(updates[group], ROUNDS * racers_here);
    }
    cJSON_Delete(rows);
}

/* A racer that fails with all the memory that the rules allow has failed; one that fails with less
 * waits. Neither takes memory from the others, which race together if possible. */
static void failures_take_no_room(void **state)
{
    const char *const racers[] = {"a=double", "crash=double:does=crash-prepare",
                                  "refuse=double:does=refuse", "b=double", NULL};
    (void)state;
    cJSON *rows = race("1", racers);
    assert_int_equal(group_of(rows, "a"), 1);
    assert_int_equal(group_of(rows, "b"), 1);
    assert_int_equal(group_of(rows, "refuse"), 1);
    const cJSON *row;
    cJSON_ArrayForEach(row, rows)
    {
        if (fr_fixture_is(row, "prepare") && strcmp(fr_fixture_text(row, "algo"), "crash") == 0)
            assert_string_equal(fr_fixture_text(row, "outcome"), "crash");
    }
    cJSON_Delete(rows);
}

static void with_room_there_is_one_group(void **state)
{
    const char *const racers[] = {"a=double", "b=double", "c=updating", NULL};
    (void)state;
    cJSON *rows = race("64", racers);
    for (int i = 0; racers[i]; i++)
        assert_int_equal(group_of(rows, (const char[]){racers[i][0], '\0'}), 1);
    assert_true(fr_fixture_number(rows->child, "total_memory_mb") == 64);
    cJSON_Delete(rows);
}

/* Of the time that a race takes, what was spent in its racers, and before them. */
static void the_time_inside_is_told(void **state)
{
    const char *const racers[] = {"double", "updating", NULL};
    (void)state;
    cJSON *rows = race("64", racers);
    const cJSON *row, *end = NULL;
    double least = 0;
    cJSON_ArrayForEach(row, rows)
    {
        if (fr_fixture_is(row, "click"))
            least += fr_fixture_number(row, "ns_played") + fr_fixture_number(row, "ns_steady");
        else if (fr_fixture_is(row, "prepare") || fr_fixture_is(row, "update"))
            least += fr_fixture_number(row, "ns");
        end = row;
    }
    assert_true(least > 0);
    assert_true(1e9 * fr_fixture_number(end, "inside_s") > least);
    assert_true(fr_fixture_number(end, "setup_s") > 0);
    assert_true(fr_fixture_number(end, "frames_s") > 0);
    assert_true(fr_fixture_number(end, "inside_s") + fr_fixture_number(end, "frames_s") +
                    fr_fixture_number(end, "setup_s") <
                fr_fixture_number(end, "elapsed_s"));
    cJSON_Delete(rows);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(groups_race_one_after_the_other),
        cmocka_unit_test(failures_take_no_room),
        cmocka_unit_test(with_room_there_is_one_group),
        cmocka_unit_test(the_time_inside_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
