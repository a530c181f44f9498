#define _POSIX_C_SOURCE 200809L

#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "harness/judge/looks.h"
#include "tests/harness/race/race_fixture.h"

static const char *text(const cJSON *row, const char *key)
{
    const cJSON *value = cJSON_GetObjectItemCaseSensitive(row, key);
    return cJSON_IsString(value) ? value->valuestring : "";
}

static double number(const cJSON *row, const char *key)
{
    const cJSON *value = cJSON_GetObjectItemCaseSensitive(row, key);
    return cJSON_IsNumber(value) ? value->valuedouble : (double)NAN;
}

static bool is_null(const cJSON *row, const char *key)
{
    return cJSON_IsNull(cJSON_GetObjectItemCaseSensitive(row, key));
}

static const cJSON *click_row(const cJSON *rows, const char *algo, int click)
{
    const cJSON *row;
    cJSON_ArrayForEach(row, rows)
    {
        if (strcmp(text(row, "kind"), "click") == 0 && strcmp(text(row, "algo"), algo) == 0 &&
            (int)number(row, "click") == click)
            return row;
    }
    return NULL;
}

static const cJSON *kind_row(const cJSON *rows, const char *kind, const char *algo)
{
    const cJSON *row;
    cJSON_ArrayForEach(row, rows)
    {
        if (strcmp(text(row, "kind"), kind) == 0 && (!algo || strcmp(text(row, "algo"), algo) == 0))
            return row;
    }
    return NULL;
}

static int count_clicks(const cJSON *rows, const char *algo)
{
    const cJSON *row;
    int count = 0;
    cJSON_ArrayForEach(row, rows) count +=
        strcmp(text(row, "kind"), "click") == 0 && strcmp(text(row, "algo"), algo) == 0;
    return count;
}

static int count_samples(const cJSON *row, const char *key)
{
    const cJSON *sample;
    int count = 0;
    cJSON_ArrayForEach(sample, cJSON_GetObjectItemCaseSensitive(row, key)) count +=
        cJSON_IsNumber(sample) && sample->valuedouble > 0;
    return count;
}

/* An honest racer's rows: all clicks answered, timed and judged. */
static void assert_honest(const cJSON *rows, const char *algo)
{
    static const struct {
        int click;
        const char *outcome, *clamped, *class;
        int straight;
    } expected[FR_FIXTURE_CLICKS] = {
        {0, "found", "none", "detour", 10}, {1, "found", "none", "detour", 9},
        {2, "found", "none", "direct", 3},  {3, "unreachable", "none", "unreachable", -1},
        {4, "found", "goal", "direct", 6},  {6, "found", "none", "detour", 15},
        {7, "found", "none", "same", 0}};
    assert_int_equal(count_clicks(rows, algo), FR_FIXTURE_CLICKS);
    for (int i = 0; i < FR_FIXTURE_CLICKS; i++) {
        const cJSON *row = click_row(rows, algo, expected[i].click);
        assert_non_null(row);
        assert_string_equal(text(row, "outcome"), expected[i].outcome);
        assert_string_equal(text(row, "verdict"), "ok");
        assert_string_equal(text(row, "clamped"), expected[i].clamped);
        assert_true(is_null(row, "reason"));
        assert_string_equal(text(row, "class"), expected[i].class);
        assert_true(number(row, "ns_played") > 0 && number(row, "ns_steady") > 0);
        assert_true(is_null(row, "ns_cold") && is_null(row, "ns_rehearsed"));
        assert_true(is_null(row, "ns_after_event") == (expected[i].click != 6));
        assert_int_equal(count_samples(row, "played"), 6);
        assert_int_equal(count_samples(row, "steady"), 6);
        assert_true(number(row, "steady_passes") == 2);
        assert_true(number(row, "page_faults") >= 0);
        /* The start's own pixel is answered without the back end. */
        const bool same = strcmp(expected[i].class, "same") == 0;
        assert_true(same ? is_null(row, "ns_search") : number(row, "ns_search") >= 0);
        assert_true(is_null(row, "ns_trace"));
        assert_true(number(row, "expanded") == (same ? 0 : 7));
        assert_true(same ? number(row, "generated") == 0 : is_null(row, "generated"));
        if (expected[i].straight < 0)
            assert_true(is_null(row, "length"));
        else
            assert_true(number(row, "length") == expected[i].straight);
    }
}

static const struct {
    const char *does, *outcome, *verdict, *reason;
} failings[] = {
    {"crash", "crash", "", "signal"},
    {"exit", "crash", "", "exited"},
    {"hang", "timeout", "", "longer than"},
    {"crash-prepare", "crash", "", "signal"},
    {"hang-prepare", "timeout", "", "longer than"},
    {"hog", "memory", "",
     "64 MB"}, /* by its allocator, or by the watch over it, whichever is first */
    {"raw-hog", "memory", "", "used more than"},
    {"short", "found", "short", ""},
    {"wall", "found", "invalid", ""},
    {"liar", "unreachable", "false-unreachable", ""},
    {"fickle", "found", "nondeterministic", "differ"},
    {"garbage", "crash", "", "invalid reply"},
    {"forgetful", "found", "short", ""},
    {"boastful", "found", "short", ""},
    {"limit", "limit", "", ""},
    {"refuse", "unsupported", "", "does not support"},
    {"close", "crash", "", "closed its connection"},
};

enum { FAILINGS = sizeof failings / sizeof *failings };

/* Each failing double is named for what it does, and beside it the honest ones come through. */
static void each_failure_is_named(void **state)
{
    struct fr_race_fixture fixture;
    char addresses[FAILINGS][64];
    const char *arguments[64] = {"--algo",   "double", "--algo",   "updating", "--timeout", "2",
                                 "--memory", "64",     "--rounds", "3",        "--seed",    "7"};
    int count = 12;
    (void)state;
    for (int i = 0; i < FAILINGS; i++) {
        snprintf(addresses[i], sizeof addresses[i], "%s=double:does=%s", failings[i].does,
                 failings[i].does);
        arguments[count++] = "--algo";
        arguments[count++] = addresses[i];
    }
    fr_fixture_create(&fixture);
    assert_int_equal(fr_fixture_run(&fixture, arguments), FR_EXIT_FAULT);
    fr_fixture_check(&fixture);
    cJSON *rows = fr_fixture_rows(&fixture);
    assert_honest(rows, "double");
    assert_honest(rows, "updating");
    for (int i = 0; i < FAILINGS; i++) {
        const cJSON *row = click_row(rows, failings[i].does, 0);
        if (!row) /* it left before its turn at that click came */
            row = kind_row(rows, "click", failings[i].does);
        assert_non_null(row);
        print_message("%s: %s %s %s\n", failings[i].does, text(row, "outcome"),
                      text(row, "verdict"), text(row, "reason"));
        assert_string_equal(text(row, "outcome"), failings[i].outcome);
        assert_string_equal(text(row, "verdict"), failings[i].verdict);
        assert_non_null(strstr(text(row, "reason"), failings[i].reason));
    }
    cJSON_Delete(rows);
    fr_fixture_remove(&fixture);
}

/* What was not measured is null; clicks after a racer left the course have no rows. */
static void what_was_not_measured_is_absent(void **state)
{
    struct fr_race_fixture fixture;
    static const char *const arguments[] = {
        "--algo", "double:does=crash",  "--algo", "double:does=crash-prepare",
        "--algo", "double:does=fickle", "--algo", "double:does=limit",
        NULL};
    (void)state;
    fr_fixture_create(&fixture);
    assert_int_equal(fr_fixture_run(&fixture, arguments), FR_EXIT_FAULT);
    fr_fixture_check(&fixture);
    cJSON *rows = fr_fixture_rows(&fixture);
    static const char *const times[] = {"ns_played", "ns_steady", "ns_search", NULL};
    const cJSON *crash = kind_row(rows, "click", "double:does=crash");
    const cJSON *fickle = click_row(rows, "double:does=fickle", 0);
    const cJSON *limit = click_row(rows, "double:does=limit", 0);
    for (const char *const *key = times; *key; key++) {
        assert_true(is_null(crash, *key));
        assert_true(is_null(fickle, *key));
        assert_false(is_null(limit, *key));
    }
    assert_true(is_null(crash, "expanded"));
    assert_true(number(crash, "steady_passes") == 0);
    assert_int_equal(count_samples(crash, "played"), 0);
    assert_true(is_null(limit, "length"));
    assert_int_equal(count_clicks(rows, "double:does=crash"), 3);
    assert_int_equal(count_clicks(rows, "double:does=crash-prepare"), FR_FIXTURE_CLICKS);
    assert_string_equal(text(kind_row(rows, "prepare", "double:does=crash"), "outcome"), "ok");
    const cJSON *prepare = kind_row(rows, "prepare", "double:does=crash-prepare");
    assert_string_equal(text(prepare, "outcome"), "crash");
    assert_true(is_null(prepare, "ns") && is_null(prepare, "bytes"));
    cJSON_Delete(rows);
    fr_fixture_remove(&fixture);
}

/* A racer that dies on one click (its goal in column 7) answers all the others, also after the
 * event, which its next child knows from the map. */
static void a_crash_costs_one_click(void **state)
{
    struct fr_race_fixture fixture;
    static const char *const arguments[] = {"--algo",    "once=double:does=crash,when=7",
                                            "--algo",    "late=double:does=hang,when=3",
                                            "--timeout", "0.2",
                                            NULL};
    (void)state;
    fr_fixture_create(&fixture);
    assert_int_equal(fr_fixture_run(&fixture, arguments), FR_EXIT_FAULT);
    fr_fixture_check(&fixture);
    cJSON *rows = fr_fixture_rows(&fixture);
    assert_int_equal(count_clicks(rows, "once"), FR_FIXTURE_CLICKS);
    assert_string_equal(text(click_row(rows, "once", 1), "outcome"), "crash");
    assert_string_equal(text(click_row(rows, "late", 2), "outcome"), "timeout");
    static const int others[] = {0, 4, 6, 7};
    for (int i = 0; i < 4; i++) {
        assert_string_equal(text(click_row(rows, "once", others[i]), "verdict"), "ok");
        assert_string_equal(text(click_row(rows, "late", others[i]), "verdict"), "ok");
    }
    /* Nine steps across, and three up and down around what the event blocked. */
    assert_true(number(click_row(rows, "once", 6), "length") == 15);
    const cJSON *end = kind_row(rows, "end", NULL);
    assert_true(number(end, "faults") == 2);
    assert_true(number(end, "clicks") == 2 * FR_FIXTURE_CLICKS);
    cJSON_Delete(rows);
    fr_fixture_remove(&fixture);
}

static void updates_are_rows(void **state)
{
    struct fr_race_fixture fixture;
    static const char *const arguments[] = {"--algo", "double", "--algo", "updating", NULL};
    (void)state;
    fr_fixture_create(&fixture);
    assert_int_equal(fr_fixture_run(&fixture, arguments), FR_EXIT_DONE);
    cJSON *rows = fr_fixture_rows(&fixture);
    const cJSON *fresh = kind_row(rows, "update", "double");
    const cJSON *updated = kind_row(rows, "update", "updating");
    assert_true(cJSON_IsTrue(cJSON_GetObjectItem(fresh, "fresh")));
    assert_true(cJSON_IsFalse(cJSON_GetObjectItem(updated, "fresh")));
    assert_string_equal(text(updated, "event"), "block");
    assert_true(number(updated, "click") == 5);
    assert_true(number(updated, "ns") >= 0);
    const cJSON *map = kind_row(rows, "map", NULL);
    assert_string_equal(text(map, "map"), "room");
    assert_true(number(map, "walkable") == 12 * 6 - 6);
    assert_true(number(map, "components") == 2);
    assert_true(number(map, "reachable") == 12 * 6 - 6 - 1);
    cJSON_Delete(rows);
    fr_fixture_remove(&fixture);
}

/* Failures that are the point do not turn the exit status bad. */
static void expected_faults_are_forgiven(void **state)
{
    struct fr_race_fixture fixture;
    static const char *const arguments[] = {"--algo", "double:does=crash,expected", "--algo",
                                            "double:does=short,expected", NULL};
    (void)state;
    fr_fixture_create(&fixture);
    assert_int_equal(fr_fixture_run(&fixture, arguments), FR_EXIT_DONE);
    fr_fixture_check(&fixture);
    cJSON *rows = fr_fixture_rows(&fixture);
    const cJSON *end = kind_row(rows, "end", NULL);
    assert_true(number(end, "faults") == 0);
    assert_true(number(end, "expected_faults") >= 3 + 4);
    cJSON_Delete(rows);
    fr_fixture_remove(&fixture);
}

static void order_of_turns(const struct fr_race_fixture *fixture, const char *seed, char *order,
                           size_t size)
{
    const char *const arguments[] = {"--algo",   "a=double", "--algo", "b=double",
                                     "--algo",   "c=double", "--seed", seed,
                                     "--rounds", "1",        NULL};
    size_t used = 0;
    assert_int_equal(fr_fixture_run(fixture, arguments), FR_EXIT_DONE);
    cJSON *rows = fr_fixture_rows(fixture);
    const cJSON *row;
    cJSON_ArrayForEach(row, rows)
    {
        if (strcmp(text(row, "kind"), "click") == 0)
            used += (size_t)snprintf(order + used, size - used, "%s", text(row, "algo"));
    }
    cJSON_Delete(rows);
}

static void turns_are_shuffled_by_the_seed(void **state)
{
    struct fr_race_fixture fixture;
    char first[64], again[64], other[64];
    (void)state;
    fr_fixture_create(&fixture);
    order_of_turns(&fixture, "1", first, sizeof first);
    order_of_turns(&fixture, "1", again, sizeof again);
    order_of_turns(&fixture, "2", other, sizeof other);
    assert_int_equal(strlen(first), 3 * FR_FIXTURE_CLICKS);
    assert_string_equal(first, again);
    assert_string_not_equal(first, other);
    fr_fixture_remove(&fixture);
}

static void paths_are_kept(void **state)
{
    struct fr_race_fixture fixture;
    static const char *const arguments[] = {"--algo", "double", "--keep-paths", NULL};
    (void)state;
    fr_fixture_create(&fixture);
    for (int keep = 0; keep < 2; keep++) {
        const char *some[] = {arguments[0], arguments[1], keep ? arguments[2] : NULL, NULL};
        assert_int_equal(fr_fixture_run(&fixture, some), FR_EXIT_DONE);
        fr_fixture_check(&fixture);
        cJSON *rows = fr_fixture_rows(&fixture);
        const cJSON *row;
        int paths = 0;
        cJSON_ArrayForEach(row, rows) paths += strcmp(text(row, "kind"), "path") == 0;
        assert_int_equal(paths, 6);
        row = kind_row(rows, "path", "double");
        const cJSON *points = cJSON_GetObjectItem(row, "points");
        const cJSON *click = click_row(rows, "double", (int)number(row, "click"));
        assert_int_equal(cJSON_GetArraySize(points), 2 * (int)number(click, "points"));
        cJSON_Delete(rows);
    }
    fr_fixture_remove(&fixture);
}

/* Looks are known of every legal path: of one on the grid round the blocks, from (1, 2) to (9, 2),
 * eight across and twice one down or up. */
static void looks_are_measured(void **state)
{
    static const char *const keys[] = {"hugging", "sharp_turns", "zigzags", "looks_fault"};
    const char *some[] = {"--algo", "double", NULL};
    struct fr_race_fixture fixture;
    (void)state;
    fr_fixture_create(&fixture);
    assert_int_equal(fr_fixture_run(&fixture, some), FR_EXIT_DONE);
    fr_fixture_check(&fixture);
    cJSON *rows = fr_fixture_rows(&fixture);
    const cJSON *row = click_row(rows, "double", 0);
    assert_true(number(row, "turns") >= 2 && number(row, "turns") < number(row, "points"));
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        assert_false(is_null(row, keys[i]));
        assert_true(is_null(click_row(rows, "double", 3), keys[i])); /* no path there */
    }
    assert_true(number(row, "sharp_turns") == 0);
    assert_int_equal(cJSON_IsTrue(cJSON_GetObjectItem(row, "looks_fault")),
                     number(row, "hugging") > FR_LOOKS_HUGGING || number(row, "zigzags") > 0);
    cJSON_Delete(rows);
    fr_fixture_remove(&fixture);
}

/* Bad usage and bad input: exit 2, and an older result file is as it was. */
static void bad_usage_loses_nothing(void **state)
{
    struct fr_race_fixture fixture;
    static const char *const cases[][6] = {
        {"--algo", "dubble"},
        {"--algo", "double:does=nothing"},
        {"--algo", "double", "--algo", "double"},
        {"--algo", "double", "--timeout", "0"},
        {"--algo", "double", "--timeout", "soon"},
        {"--algo", "double", "--memory", "0"},
        {"--algo", "double", "--rounds", "0"},
        {"--algo", "double", "--passes", "0"},
        {"--algo", "double", "--rounds", "100", "--passes", "100"},
        {"--algo", "double", "--frame", "1920"},
        {"--algo", "double", "--frame", "-1x1"},
        {"--algo", "double", "--seed", "-1"},
        {"--algo", "double", "--clamp", "far"},
        {"--algo", "double", "--map", "/nowhere.map"},
        {"--algo", "=double"},
        {"--algo", "double", "--clicks", "auto:0"},
    };
    (void)state;
    fr_fixture_create(&fixture);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        fr_fixture_write(fixture.result, "older\n");
        assert_int_equal(fr_fixture_run(&fixture, cases[i]), FR_EXIT_USAGE);
        char *kept = fr_fixture_read(fixture.result);
        assert_string_equal(kept, "older\n");
        free(kept);
        unlink(fixture.result);
        assert_int_equal(fr_fixture_run(&fixture, cases[i]), FR_EXIT_USAGE);
        assert_null(fr_fixture_read(fixture.result));
    }
    const char *const unwritable[] = {
        "--map", fixture.map, "--algo", "double", "-o", "/nowhere/result.jsonl", NULL};
    assert_int_equal(fr_fixture_run_only(unwritable), FR_EXIT_USAGE);
    const char *const folder[] = {"--map", fixture.map,    "--algo", "double",
                                  "-o",    fixture.folder, NULL};
    assert_int_equal(fr_fixture_run_only(folder), FR_EXIT_USAGE);
    fr_fixture_remove(&fixture);
}

static void a_full_disk_stops_the_race(void **state)
{
    struct fr_race_fixture fixture;
    (void)state;
    if (access("/dev/full", W_OK) != 0)
        skip();
    fr_fixture_create(&fixture);
    const char *const arguments[] = {"--map",     fixture.map, "--clicks",      fixture.clicks,
                                     "--algo",    "double",    "--allow-debug", "-o",
                                     "/dev/full", NULL};
    assert_int_equal(fr_fixture_run_only(arguments), FR_EXIT_STOPPED);
    fr_fixture_remove(&fixture);
}

static void sleep_ms(long ms)
{
    const struct timespec pause = {ms / 1000, ms % 1000 * 1000000};
    nanosleep(&pause, NULL);
}

/* How many lines the result file has by now. */
static int count_lines(const char *file)
{
    int lines = 0;
    char *all = fr_fixture_read(file);
    for (const char *at = all; at && *at; at++)
        lines += *at == '\n';
    free(all);
    return lines;
}

/* A race in a separate process hangs on its first click; the signal ends it at once, with the rows
 * so far, an end row, and exit 3. */
static void a_signal_stops_the_race(void **state)
{
    struct fr_race_fixture fixture;
    static const char *const arguments[] = {"--algo", "double:does=hang", "--timeout", "60", NULL};
    (void)state;
    fr_fixture_create(&fixture);
    fflush(NULL);
    const pid_t racing = fork();
    assert_true(racing >= 0);
    if (racing == 0) {
        signal(SIGINT, SIG_DFL); /* a shell ignores it in the background */
        _exit((int)fr_fixture_run(&fixture, arguments));
    }
    for (int tries = 0; tries < 500 && count_lines(fixture.result) < 3; tries++)
        sleep_ms(10);
    sleep_ms(50);
    kill(racing, SIGINT);
    int status;
    assert_int_equal(waitpid(racing, &status, 0), racing);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), FR_EXIT_STOPPED);
    fr_fixture_check(&fixture);
    cJSON *rows = fr_fixture_rows(&fixture);
    assert_string_equal(text(kind_row(rows, "end", NULL), "stopped"), "interrupted");
    assert_int_equal(count_clicks(rows, "double:does=hang"), 0);
    cJSON_Delete(rows);
    fr_fixture_remove(&fixture);
}

static void two_click_sets_share_a_map(void **state)
{
    struct fr_race_fixture fixture;
    (void)state;
    fr_fixture_create(&fixture);
    const char *const arguments[] = {"--map",  fixture.map, "--clicks", "auto:12",
                                     "--algo", "double",    NULL};
    assert_int_equal(fr_fixture_run(&fixture, arguments), FR_EXIT_DONE);
    fr_fixture_check(&fixture);
    cJSON *rows = fr_fixture_rows(&fixture);
    const cJSON *row;
    int maps = 0;
    cJSON_ArrayForEach(row, rows) maps += strcmp(text(row, "kind"), "map") == 0;
    assert_int_equal(maps, 1);
    assert_int_equal(count_clicks(rows, "double"), FR_FIXTURE_CLICKS + 12);
    cJSON_Delete(rows);
    fr_fixture_remove(&fixture);
}

/* A map without walkable pixels: there are rows, but no racer is queried. */
static void a_solid_map_asks_nobody(void **state)
{
    struct fr_race_fixture fixture;
    static const char *const arguments[] = {"--algo", "double:does=crash", NULL};
    (void)state;
    fr_fixture_create(&fixture);
    fr_fixture_write(fixture.map, "type octile\nheight 2\nwidth 3\nmap\n@@@\n@@@\n");
    assert_int_equal(fr_fixture_run(&fixture, arguments), FR_EXIT_DONE);
    fr_fixture_check(&fixture);
    cJSON *rows = fr_fixture_rows(&fixture);
    const cJSON *row = click_row(rows, "double:does=crash", 0);
    assert_string_equal(text(row, "outcome"), "unreachable");
    assert_true(is_null(row, "verdict"));
    cJSON_Delete(rows);
    fr_fixture_remove(&fixture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_failure_is_named),
        cmocka_unit_test(what_was_not_measured_is_absent),
        cmocka_unit_test(a_crash_costs_one_click),
        cmocka_unit_test(updates_are_rows),
        cmocka_unit_test(expected_faults_are_forgiven),
        cmocka_unit_test(turns_are_shuffled_by_the_seed),
        cmocka_unit_test(paths_are_kept),
        cmocka_unit_test(looks_are_measured),
        cmocka_unit_test(bad_usage_loses_nothing),
        cmocka_unit_test(a_full_disk_stops_the_race),
        cmocka_unit_test(a_signal_stops_the_race),
        cmocka_unit_test(two_click_sets_share_a_map),
        cmocka_unit_test(a_solid_map_asks_nobody),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
