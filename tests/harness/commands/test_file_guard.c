/* No command writes over what it reads: each is told to, by the same name, another name or a link,
 * and every file keeps its bytes. */
#include "tests/harness/commands/typed.h"

#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "harness/base/output.h"

static const char *const inputs[] = {"good.png", "clicks.json", "race.jsonl", "plugin.so"};

enum { INPUTS = sizeof inputs / sizeof *inputs };

static char before[INPUTS][MOST_BYTES];
static size_t sizes[INPUTS];

static int make_inputs(void **state)
{
    if (begin_commands(state) != 0)
        return -1;
    assert_works("clicks --map good.png --count 3 -o clicks.json");
    assert_works("run --allow-debug --map good.png --clicks clicks.json --algo bfs -o race.jsonl");
    write_text("plugin.so", "no library, but somebody's\n");
    write_text("dir/moves.scen", "version 2\npatch ../clicks.json\ncommands\n");
    for (int i = 0; i < INPUTS; i++)
        sizes[i] = read_file(inputs[i], before[i]);
    return symlink("good.png", "soft.png") == 0 && link("clicks.json", "hard.json") == 0 ? 0 : -1;
}

static void what_is_read_is_never_written(void **unused)
{
    static const char *const refused[] = {
        "run --allow-debug --map good.png --clicks auto:3 --algo bfs -o good.png",
        "run --allow-debug --map good.png --clicks auto:3 --algo bfs -o soft.png",
        "run --allow-debug --map ./soft.png:radius=2 --clicks auto:3 --algo bfs -o good.png",
        "run --allow-debug --map good.png --clicks clicks.json --algo bfs -o clicks.json",
        "run --allow-debug --map good.png --clicks clicks.json --algo bfs -o hard.json",
        "run --allow-debug --map good.png --plugin ./plugin.so --algo all -o plugin.so",
        "recommend --allow-debug good.png -o good.png",
        "recommend --allow-debug good.png --clicks good.png",
        "recommend --allow-debug good.png -o one.out --clicks one.out",
        "recommend --allow-debug good.png --plugin ./plugin.so -o plugin.so",
        "path --map good.png --from 1,1 --to 9,9 --algo bfs --png good.png",
        "path --map good.png --from 1,1 --to 9,9 --algo bfs --png ../${PWD##*/}/soft.png",
        "path --map good.png --from 1,1 --to 9,9 --algo bfs --json good.png",
        "path --map good.png --from 1,1 --to 9,9 --algo bfs --json one.out --png one.out",
        "clicks --map good.png --clicks clicks.json -o clicks.json",
        "clicks --map good.png --count 3 -o good.png",
        "run --allow-debug --map good.png --clicks dir/moves.scen --algo bfs -o clicks.json",
        "path --map good.png --from 1,1 --to 9,9 --algo bfs --json one.out --png ./one.out",
        "path --map good.png --from 1,1 --to 9,9 --algo bfs --json dir/../one.out --png one.out",
        "merge race.jsonl -o race.jsonl",
        "export race.jsonl --format csv -o race.jsonl",
    };
    char now[MOST_BYTES];
    (void)unused;
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        const int code = footrace(refused[i]);
        if (code != 2 || !is_one_line(standard_error) || !strstr(standard_error, "another file"))
            fail_msg("footrace %s: exit %d, stderr '%s'", refused[i], code, standard_error);
        for (int j = 0; j < INPUTS; j++)
            if (read_file(inputs[j], now) != sizes[j] || memcmp(now, before[j], sizes[j]) != 0)
                fail_msg("footrace %s: changed %s", refused[i], inputs[j]);
        assert_false(exists("one.out"));
    }
}

static void other_files_are_written(void **unused)
{
    (void)unused;
    assert_works("clicks --map good.png --clicks clicks.json -o others.json");
    assert_works("path --map good.png --from 1,1 --to 9,9 --algo bfs --png walk.png --json -");
    assert_works("export race.jsonl --format csv -o /dev/null");
}

static void assert_same(const char *file, const char *other)
{
    char one[MOST_BYTES], two[MOST_BYTES];
    const size_t size = read_file(file, one);
    if (read_file(other, two) != size || memcmp(one, two, size) != 0)
        fail_msg("%s is not what %s is", file, other);
}

static void a_finished_result_is_kept(void **unused)
{
    static const char *const refused[] = {
        "run --allow-debug --map good.png --clicks auto:3 --algo bfs -o done.jsonl",
        "run --allow-debug --map good.png --clicks auto:3 --algo bfs -o linked.jsonl",
        "recommend --allow-debug good.png -o done.jsonl",
        "merge race.jsonl -o done.jsonl",
        "export race.jsonl --format csv -o done.jsonl",
        "path --map good.png --from 1,1 --to 9,9 --algo bfs --json done.jsonl",
        "clicks --map good.png --count 3 -o done.jsonl",
        "generate cave --size 160x120 -o done.jsonl",
    };
    (void)unused;
    assert_works("run --allow-debug --map good.png --clicks clicks.json --algo bfs -o done.jsonl");
    assert_int_equal(system("cp done.jsonl kept.jsonl"), 0);
    assert_int_equal(symlink("done.jsonl", "linked.jsonl"), 0);
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        const int code = footrace(refused[i]);
        if (code != 2 || !is_one_line(standard_error) ||
            !strstr(standard_error, "holds a finished result; expected another file"))
            fail_msg("footrace %s: exit %d, stderr '%s'", refused[i], code, standard_error);
        assert_same("done.jsonl", "kept.jsonl");
    }
    assert_works("run --allow-debug --map good.png --clicks clicks.json --algo bfs -o done.jsonl "
                 "--dry-run");
    assert_same("done.jsonl", "kept.jsonl");
    assert_works("run --allow-debug --map good.png --clicks clicks.json --algo bfs -o done.jsonl "
                 "--resume");
    assert_same("done.jsonl", "kept.jsonl");
    assert_works("run --allow-debug --map good.png --clicks auto:2 --algo bfs -o done.jsonl "
                 "--force");
    assert_works("check done.jsonl");
    assert_int_equal(system("head -n 3 kept.jsonl >cut.jsonl"), 0);
    assert_works("run --allow-debug --map good.png --clicks auto:2 --algo bfs -o cut.jsonl");
}

/* Half of what is of use only as a whole is not left behind; a full device is the system's failure. */
static void half_a_file_is_removed(void **unused)
{
    static const char *const writes[] = {"export race.jsonl --format csv -o half.out",
                                         "merge race.jsonl -o half.out",
                                         "generate cave --size 1600x1200 -o half.out"};
    (void)unused;
    for (size_t i = 0; i < sizeof writes / sizeof *writes; i++) {
        if (footrace_with("ulimit -f 1;", writes[i]) != 3 || !is_one_line(standard_error))
            fail_msg("footrace %s: stderr '%s'", writes[i], standard_error);
        assert_false(exists("half.out"));
    }
    if (exists("/dev/full")) {
        assert_int_equal(
            footrace("path --map good.png --from 1,1 --to 9,9 --algo bfs --json /dev/full"), 3);
        assert_true(is_one_line(standard_error));
    }
}

static bool is_link(const char *name)
{
    char target[16];
    return readlink(name, target, sizeof target) > 0;
}

/* Whoever can write into the folder may have laid out names that lead elsewhere. */
static void links_are_followed_and_kept(void **unused)
{
    static const char *const writes[] = {
        "generate cave --size 160x120 -o to.png",
        "inspect good.png --png to.png",
        "path --map good.png --from 1,1 --to 9,9 --algo bfs --png to.png",
    };
    (void)unused;
    assert_int_equal(symlink("target.png", "to.png"), 0);
    assert_int_equal(footrace(writes[0]), 2);
    assert_non_null(strstr(standard_error, "a broken symbolic link"));
    for (size_t i = 0; i < sizeof writes / sizeof *writes; i++) {
        write_text("target.png", "what was here before\n");
        assert_works(writes[i]);
        assert_true(is_link("to.png"));
        assert_works("inspect target.png");
    }
    assert_int_equal(symlink("victim.txt", "race2.jsonl.samples"), 0);
    write_text("victim.txt", "somebody's\n");
    assert_int_equal(footrace("run --allow-debug --map good.png --clicks auto:2 --algo bfs "
                              "-o race2.jsonl"),
                     2);
    write_text("race3.jsonl.samples", "somebody's\n");
    assert_int_equal(footrace("run --allow-debug --map good.png --clicks auto:2 --algo bfs "
                              "-o race3.jsonl"),
                     2);
    assert_same("victim.txt", "race3.jsonl.samples");
    assert_false(exists("race2.jsonl") || exists("race3.jsonl"));
}

/* Names that a file is written under before it is whole are nobody's to know. */
static void files_beside_are_new_ones(void **unused)
{
    (void)unused;
    write_text("victim.txt", "somebody's\n");
    assert_int_equal(symlink("victim.txt", "fresh.png.part"), 0);
    assert_works("generate cave --size 160x120 -o fresh.png");
    char text[MOST_BYTES];
    assert_int_equal(read_file("victim.txt", text), strlen("somebody's\n"));
    assert_works("inspect fresh.png");
    assert_int_equal(system("test -z \"$(ls | grep 'fresh.png.*[0-9a-f].part')\""), 0);
}

static void a_pipe_is_written_to(void **unused)
{
    static const char *const writes[] = {
        "generate cave --size 160x120",
        "clicks --map good.png --count 3",
        "run --allow-debug --map good.png --clicks auto:2 --algo bfs",
        "export race.jsonl --format csv",
    };
    (void)unused;
    for (size_t i = 0; i < sizeof writes / sizeof *writes; i++) {
        char line[256];
        struct stat facts;
        assert_int_equal(mkfifo("pipe", 0600), 0);
        assert_int_equal(system("cat pipe >arrived &"), 0);
        snprintf(line, sizeof line, "%s -o pipe", writes[i]);
        assert_works(line);
        assert_int_equal(stat("pipe", &facts), 0);
        assert_true(S_ISFIFO(facts.st_mode));
        assert_int_equal(unlink("pipe"), 0);
        assert_int_equal(system("until test -s arrived; do sleep 0.01; done; rm arrived"), 0);
    }
}

static int open_output(const char *name)
{
    struct fr_output output;
    struct fr_error error;
    if (fr_output_open(name, &output, &error) != FR_OK)
        return -1;
    fr_output_close(&output);
    return 0;
}

/* Opens the file, starts a child that outlives it, tells the child's number and is killed. */
static void write_and_die(const char *name, int tell)
{
    struct fr_output output;
    struct fr_error error;
    if (fr_output_open(name, &output, &error) != FR_OK)
        _exit(1);
    const pid_t child = fork();
    if (child == 0)
        for (;;)
            pause();
    if (write(tell, &child, sizeof child) != sizeof child)
        _exit(1);
    raise(SIGKILL);
}

static void a_lock_ends_with_its_process(void **unused)
{
    int ends[2];
    pid_t child = -1;
    (void)unused;
    assert_int_equal(pipe(ends), 0);
    const pid_t writer = fork();
    if (writer == 0)
        write_and_die("locked.jsonl", ends[1]);
    assert_int_equal(waitpid(writer, NULL, 0), writer);
    assert_int_equal(read(ends[0], &child, sizeof child), sizeof child);
    const int opened = open_output("locked.jsonl");
    kill(child, SIGKILL);
    close(ends[0]);
    close(ends[1]);
    assert_int_equal(opened, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_read_is_never_written),
        cmocka_unit_test(other_files_are_written),
        cmocka_unit_test(a_finished_result_is_kept),
        cmocka_unit_test(half_a_file_is_removed),
        cmocka_unit_test(links_are_followed_and_kept),
        cmocka_unit_test(files_beside_are_new_ones),
        cmocka_unit_test(a_pipe_is_written_to),
        cmocka_unit_test(a_lock_ends_with_its_process),
    };
    return cmocka_run_group_tests(tests, make_inputs, end_commands);
}
