/* No command writes over what it reads: each is told to, by the same name, another name or a link,
 * and every file keeps its bytes. */
#include "tests/harness/commands/typed.h"

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
    for (int i = 0; i < INPUTS; i++)
        sizes[i] = read_file(inputs[i], before[i]);
    return symlink("good.png", "soft.png") == 0 && link("clicks.json", "hard.json") == 0 ? 0 : -1;
}

static void what_is_read_is_never_written(void **unused)
{
    static const char *const refused[] = {
        "run --allow-debug --map good.png --clicks auto:3 --algo bfs -o good.png",
        "run --allow-debug --map good.png --clicks auto:3 --algo bfs -o soft.png",
        "run --allow-debug --map ./soft.png:agent=2 --clicks auto:3 --algo bfs -o good.png",
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
        "clicks --map good.png --clicks clicks.json --png clicks.json",
        "clicks --map good.png --count 3 -o good.png",
        "clicks --map good.png --count 3 --png good.png",
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
    assert_works("clicks --map good.png --clicks clicks.json --png clicks.png");
    assert_works("path --map good.png --from 1,1 --to 9,9 --algo bfs --png walk.png --json -");
    assert_works("export race.jsonl --format csv -o /dev/null");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_read_is_never_written),
        cmocka_unit_test(other_files_are_written),
    };
    return cmocka_run_group_tests(tests, make_inputs, end_commands);
}
