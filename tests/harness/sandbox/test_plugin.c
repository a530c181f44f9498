/* Plugins as the command takes them: what is no plugin is refused with one line that says so, and
 * whatever a back end from outside does, the race and the conformance tests name it for what it is,
 * and finish. */
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

#include <cmocka.h>

#include "build_paths.h"

#define MOST_BYTES (1 << 18)

static char folder[] = "/tmp/footrace-plugin-XXXXXX";
static char printed[MOST_BYTES];

static void read_file(const char *name)
{
    FILE *stream = fopen(name, "rb");
    assert_non_null(stream);
    printed[fread(printed, 1, sizeof printed - 1, stream)] = '\0';
    fclose(stream);
}

/* Runs footrace through the shell, both its outputs in printed; returns its exit code. */
static int footrace(const char *environment, const char *arguments)
{
    char line[2048];
    snprintf(line, sizeof line, "%s '%s' %s >.out 2>&1 </dev/null", environment, FOOTRACE_COMMAND,
             arguments);
    const int status = system(line);
    read_file(".out");
    if (!WIFEXITED(status))
        fail_msg("%s footrace %s: died", environment, arguments);
    return WEXITSTATUS(status);
}

static void assert_told(const char *text)
{
    if (!strstr(printed, text))
        fail_msg("'%s' is not in:\n%s", text, printed);
}

static void assert_refused(const char *environment, const char *plugin, const char *expected)
{
    char arguments[1024];
    snprintf(arguments, sizeof arguments,
             "path --map open --from 1,1 --to 5,5 --algo flood --plugin '%s'", plugin);
    const int code = footrace(environment, arguments);
    if (code != 2)
        fail_msg("%s footrace %s: exit %d: %s", environment, arguments, code, printed);
    assert_told(plugin);
    assert_told(expected);
    assert_ptr_equal(strchr(printed, '\n'), printed + strlen(printed) - 1);
}

static void what_is_no_plugin_is_refused(void **state)
{
    (void)state;
    FILE *stream = fopen("text.so", "w");
    assert_non_null(stream);
    fputs("no library\n", stream);
    fclose(stream);
    assert_int_equal(mkfifo("silent.so", 0600), 0);
    assert_refused("", "missing.so", "No such file");
    assert_refused("", "text.so", "expected a library that can be loaded");
    assert_refused("", ".", "expected a library that can be loaded");
    assert_refused("", "libm.so.6", "No such file");
    assert_refused("", "silent.so", "took longer than");
}

static void a_plugin_that_does_not_fit_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *order, *expected;
    } orders[] = {
        {"version", "version 99 of the interface, expected 6"},
        {"sizes", "headers in which struct fr_traits has"},
        {"empty", "lists no back end; expected at least one"},
        {"clash", "'flood' of a back end belongs to a built-in back end"},
        {"name", "back end 3: lacks a name of 1 to 47 lowercase letters"},
        {"colour", "back end 3: has a colour that is not like #D55E00"},
        {"marker", "back end 3: has a marker that is not one of o^v<>"},
        {"settings", "back end 3: has settings that are not a list of lines, or has too many"},
        {"option", "option 'n' has a default outside its range"},
        {"options", "has 1000000 options, expected 0 to 16"},
        {"incomplete", "back end 3: lacks prepare or find"},
        {"wild-name", "(Segmentation fault) in its descriptors"},
        {"open-crash", "(Segmentation fault) while it was opened"},
        {"open-exit", "exited with status 0 while it was opened"},
        {"open-hang", "took longer than 10 s while it was opened"},
        {"describe-crash", "(Segmentation fault) in describe"},
        {"close-crash", "(Segmentation fault) while it was closed"},
    };
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
        char environment[64];
        snprintf(environment, sizeof environment, "FOOTRACE_HOSTILE=%s", orders[i].order);
        assert_refused(environment, FOOTRACE_HOSTILE_PLUGIN, orders[i].expected);
    }
}

static void a_plugin_without_colour_and_marker_gets_them(void **state)
{
    (void)state;
    assert_int_equal(footrace("FOOTRACE_HOSTILE=plain",
                              "run --map room.txt --clicks clicks.json --plugin "
                              "'" FOOTRACE_HOSTILE_PLUGIN
                              "' --algo hostile:at=never --optimum 0 --rounds 1 "
                              "--frame 64x64 --quiet --allow-debug -o plain.jsonl"),
                     0);
    assert_int_equal(footrace("", "check plain.jsonl"), 0); /* each has a colour and a marker */
    read_file("plain.jsonl");
    assert_told("\"colour\":\"#");
}

/* A timeout in seconds: short for a racer that hangs; for the others long, as the machine may be
 * loaded. */
static const char *patience(const char *racer, const char *seconds)
{
    return strstr(racer, "does=hang") ? seconds : "60";
}

/* The harm, and what the result file or the race says of it, beside another racer. */
static void each_harm_is_named_and_the_race_finishes(void **state)
{
    (void)state;
    static const struct {
        const char *racer, *expected;
    } harms[] = {
        {"hostile:at=prepare,does=crash", "killed by signal 11"},
        {"hostile:at=prepare,does=hang", "took longer than"},
        {"hostile:at=prepare,does=exit", "exited with status"},
        {"hostile:at=prepare,does=hog", "used more than"},
        {"hostile:at=prepare,does=map", "changed the map"},
        {"hostile:at=prepare,does=nonsense", "returned status 77"},
        {"hostile:at=find,does=crash", "killed by signal 11"},
        {"hostile:at=find,does=hang", "took longer than"},
        {"hostile:at=find,does=exit", "exited with status"},
        {"hostile:at=find,does=hog", "used more than"},
        {"hostile:at=find,does=map", "changed the map"},
        {"hostile:at=find,does=bits", "changed the map"},
        {"hostile:at=find,does=edge", "changed the map"},
        {"hostile:at=find,does=path", "wrote outside the path's buffer"},
        {"hostile:at=find,does=nonsense", "returned outcome 77"},
        {"hostile:at=update,does=crash", "killed by signal 11"},
        {"hostile:at=update,does=hang", "took longer than"},
        {"hostile:at=update,does=map", "changed the map"},
        {"hostile:at=update,does=nonsense", "returned status 77"},
        {"double:does=short", "\"verdict\":\"short\""},
        {"double:does=wall", "\"verdict\":\"invalid\""},
        {"double:does=liar", "\"verdict\":\"false-unreachable\""},
        {"double:does=fickle", "\"verdict\":\"nondeterministic\""},
        {"double:does=boastful", "\"verdict\":\"short\""},
    };
    for (size_t i = 0; i < sizeof harms / sizeof *harms; i++) {
        char arguments[1024];
        snprintf(arguments, sizeof arguments,
                 "run --map room.txt --clicks clicks.json --plugin '%s' --algo %s --algo flood "
                 "--timeout %s --memory 64 --optimum 0 --rounds 1 --frame 64x64 --quiet "
                 "--allow-debug -o race.jsonl",
                 FOOTRACE_HOSTILE_PLUGIN, harms[i].racer, patience(harms[i].racer, "0.3"));
        const int code = footrace("", arguments);
        if (code != 1)
            fail_msg("footrace %s: exit %d: %s", arguments, code, printed);
        const bool told = strstr(printed, harms[i].expected);
        assert_int_equal(footrace("", "check race.jsonl"), 0);
        read_file("race.jsonl");
        if (!told && !strstr(printed, harms[i].expected))
            fail_msg("%s: '%s' is not in\n%s", harms[i].racer, harms[i].expected, printed);
        assert_int_equal(unlink("race.jsonl"), 0);
    }
}

static void harm_in_describe_is_bad_usage(void **state)
{
    (void)state;
    static const char *const harms[][2] = {
        {"crash", "killed by signal 11"},
        {"hang", "took longer than"},
        {"exit", "exited with status 0"},
        {"nonsense", "describe leaves movement unset"},
    };
    for (size_t i = 0; i < sizeof harms / sizeof *harms; i++) {
        char arguments[1024];
        snprintf(arguments, sizeof arguments,
                 "path --map open --from 1,1 --to 5,5 --plugin '%s' "
                 "--algo hostile:at=describe,does=%s",
                 FOOTRACE_HOSTILE_PLUGIN, harms[i][0]);
        assert_int_equal(footrace("", arguments), 2);
        assert_told(harms[i][1]);
    }
}

static int check_backend(const char *subject, const char *flags)
{
    char arguments[1024];
    snprintf(arguments, sizeof arguments, "check-backend --plugin '%s' %s --quick --timeout %s %s",
             FOOTRACE_HOSTILE_PLUGIN, subject, patience(subject, "2"), flags);
    return footrace("", arguments);
}

/* The harm, the check that is to find it, and what it is to call it. */
static void each_harm_is_found_by_a_check(void **state)
{
    (void)state;
    static const char *const harms[][3] = {
        {"hostile:at=prepare,does=crash", "reach",
         "killed by signal 11 (Segmentation fault) in "
         "prepare"},
        {"hostile:at=prepare,does=map", "reach", "prepare changed the map"},
        {"hostile:at=prepare,does=nonsense", "reach", "prepare returned 77"},
        {"hostile:at=find,does=crash", "reach", "(Segmentation fault) in find"},
        {"hostile:at=find,does=hang", "reach", "took longer than 2 s in find"},
        {"hostile:at=find,does=exit", "reach", "exited with status 0 in find"},
        {"hostile:at=find,does=hog", "reach", "used more than 512 MB in find"},
        {"hostile:at=find,does=map", "reach", "find changed the map"},
        {"hostile:at=find,does=bits", "reach", "find changed the map"},
        {"hostile:at=find,does=edge", "reach", "find changed the map"},
        {"hostile:at=find,does=path", "reach", "find wrote outside an allocated block"},
        {"hostile:at=find,does=nonsense", "reach", "find returned 77"},
        {"hostile:at=update,does=crash", "update", "(Segmentation fault) in update"},
        {"hostile:at=update,does=map", "update", "update changed the map"},
        {"hostile:at=update,does=nonsense", "update", "update returned 77"},
        {"hostile:at=release,does=crash", "leaks", "(Segmentation fault) in release"},
        {"double:does=short", "reach", "short: "},
        {"double:does=wall", "reach", "invalid: "},
        {"double:does=liar", "reach", "false-unreachable: "},
        {"double:does=limit", "reach", "gives up"},
        {"double:does=fickle", "order", "nondeterministic: "},
        {"double:does=hog", "reach", "runs out of memory"},
        {"double:does=hog", "leaks", "release leaks "},
        {"double:does=forgetful", "reach", "find reports a path, but returned no waypoints"},
        {"double:does=boastful", "reach", "more waypoints than its buffer holds"},
    };
    for (size_t i = 0; i < sizeof harms / sizeof *harms; i++) {
        char line[160];
        if (check_backend(harms[i][0], "") != 1)
            fail_msg("check-backend %s is content: %s", harms[i][0], printed);
        snprintf(line, sizeof line, "\n  %-10s  FAILED: ", harms[i][1]);
        const char *found = strstr(printed, line);
        if (!found || !strstr(found, harms[i][2]))
            fail_msg("%s: %s does not say '%s':\n%s", harms[i][0], harms[i][1], harms[i][2],
                     printed);
    }
}

/* Writes the first map of a report to a file; and its query. */
static void paste_map(char *question, size_t size)
{
    const char *from = strstr(printed, ", from ");
    const char *line = from ? strchr(from, '\n') : NULL;
    int start[2], goal[2];
    assert_non_null(line);
    assert_int_equal(
        sscanf(from, ", from %d,%d to %d,%d", &start[0], &start[1], &goal[0], &goal[1]), 4);
    snprintf(question, size, "--from %d,%d --to %d,%d", start[0], start[1], goal[0], goal[1]);
    FILE *stream = fopen("found.txt", "w");
    assert_non_null(stream);
    while (strncmp(line, "\n    ", 5) == 0) {
        const size_t length = strcspn(line + 5, "\n");
        fprintf(stream, "%.*s\n", (int)length, line + 5);
        line += 5 + length;
    }
    fclose(stream);
}

static void a_finding_can_be_asked_again(void **state)
{
    (void)state;
    char question[128], arguments[1024];
    assert_int_equal(check_backend("double:does=liar", ""), 1);
    paste_map(question, sizeof question);
    snprintf(arguments, sizeof arguments, "path --map found.txt %s --plugin '%s' --algo %s",
             question, FOOTRACE_HOSTILE_PLUGIN, "double:does=liar");
    assert_int_equal(footrace("", arguments), 1);
    assert_told("false-unreachable");
}

static void the_honest_pass(void **state)
{
    (void)state;
    if (check_backend("double updating", "--seed 7") != 0 ||
        check_backend("bfs flood", "") != 0)
        fail_msg("%s", printed);
    assert_int_equal(check_backend("updating", "--json"), 0);
    assert_told("\"verdict\":\t\"ok\"");
    assert_null(strstr(printed, "\"failed\""));
}

static void bad_usage_of_check_backend(void **state)
{
    (void)state;
    char subject[1024];
    assert_int_equal(footrace("", "check-backend"), 2);
    assert_int_equal(footrace("", "check-backend floot"), 2);
    assert_told("check-backend: floot: no back end 'floot'; did you mean flood?");
    assert_int_equal(footrace("", "check-backend flood:nothing"), 2);
    assert_int_equal(footrace("", "check-backend ./missing.so"), 2);
    assert_told("check-backend: ./missing.so: cannot open");
    snprintf(subject, sizeof subject, "check-backend '%s:does=liar'", FOOTRACE_HOSTILE_PLUGIN);
    assert_int_equal(footrace("", subject), 2);
    assert_told("this library has several back ends");
}

/* A room with a wall down the middle, a passage below it, and clicks across it. */
static bool write_course(void)
{
    FILE *stream = fopen("room.txt", "w");
    if (!stream)
        return false;
    fputs("footrace-ascii/1 40 20\n", stream);
    for (int y = 0; y < 20; y++)
        fputs(y < 17 ? "....................#...................\n"
                     : "........................................\n",
              stream);
    if (fclose(stream) != 0)
        return false;
    stream = fopen("clicks.json", "w");
    if (!stream)
        return false;
    fputs("{\"format\": \"footrace-clicks/1\", \"map\": \"room\", \"clicks\": ["
          "{\"start\": [5, 5], \"goal\": [35, 5]}, {\"block\": [0, 0, 3, 3]},"
          "{\"start\": [5, 5], \"goal\": [30, 9]}, {\"goal\": [9, 7]}]}",
          stream);
    return fclose(stream) == 0;
}

static int enter_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) && chdir(folder) == 0 && write_course() ? 0 : -1;
}

static int leave_folder(void **state)
{
    (void)state;
    char line[64];
    snprintf(line, sizeof line, "rm -rf %s", folder);
    return system(line);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_no_plugin_is_refused),
        cmocka_unit_test(a_plugin_that_does_not_fit_is_refused),
        cmocka_unit_test(a_plugin_without_colour_and_marker_gets_them),
        cmocka_unit_test(each_harm_is_named_and_the_race_finishes),
        cmocka_unit_test(harm_in_describe_is_bad_usage),
        cmocka_unit_test(each_harm_is_found_by_a_check),
        cmocka_unit_test(a_finding_can_be_asked_again),
        cmocka_unit_test(the_honest_pass),
        cmocka_unit_test(bad_usage_of_check_backend),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
