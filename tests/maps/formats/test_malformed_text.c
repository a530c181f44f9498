/* Malformed text maps, scenarios and click sets as their user meets them: footrace ends with 2,
 * says in one line which file is wrong, where, and what was expected there, and writes nothing. */
#include "build_paths.h"
#include "tests/maps/files.h"

#include <sys/wait.h>

#define ASCII "footrace-ascii/1 "
#define CLICKS(entry) "{\"format\": \"footrace-clicks/1\", \"clicks\": [" entry "]}"
#define OCTILE "type octile\nheight 2\nwidth 3\nmap\n"
#define DYNAMIC "version 2\nheight 3\nwidth 4\ncost 1 octile\npatch two.patch\n"
#define PATCHED(name) "version 2\nheight 3\nwidth 4\ncost 1 octile\npatch " name "\ncommands\n"

struct malformed {
    const char *name, *text, *place, *expected;
};

static const struct malformed maps[] = {
    {"width.txt", ASCII "0 2\n", "line 1: width '0'", "1 to 32767"},
    {"height.txt", ASCII "2\n..\n", "line 1: height ''", "1 to 32767"},
    {"sizes.txt", ASCII "2 40000\n..\n", "line 1: height '40000'", "1 to 32767"},
    {"word.txt", ASCII "2 1 wall\n..\n", "line 1: 'wall'", "'walls' or nothing"},
    {"words.txt", ASCII "2 1 walls too\n. .\n", "line 1: 'too'", "'walls' or nothing"},
    {"letter.txt", ASCII "3 2\n...\n.@.\n", "line 3, column 2: '@'", "'#' for blocked"},
    {"blank.txt", ASCII "3 1\n. .\n", "line 2, column 2: ' '", "'#' for blocked"},
    {"short.txt", ASCII "3 2\n...\n..\n", "line 3: a row of 2 columns", "expected 3"},
    {"long.txt", ASCII "3 2\n...\n....\n", "line 3: a row of 4 columns", "expected 3"},
    {"rows.txt", ASCII "3 3\n...\n...\n", "line 3: the file ends here", "3 rows, not 2"},
    {"extra.txt", ASCII "3 1\n...\n\n..\n", "line 4: '..'", "the end of the file"},
    {"bomb.txt", ASCII "32767 32767\n", "line 1: the file ends here", "32767 rows, not 0"},
    {"border.txt", ASCII "2 2 walls\n.-.\n\n. .\n", "line 2, column 2: '-'", "'|' for a wall"},
    {"borders.txt", ASCII "2 2 walls\n. .\n|\n. .\n", "line 3, column 1: '|'", "'-' for a wall"},
    {"corner.txt", ASCII "2 2 walls\n. .\n -\n. .\n", "line 3, column 2: '-'", "a blank or '+'"},
    {"pixel.txt", ASCII "2 2 walls\n.\n\n. .\n", "line 2: a row of 1 columns", "expected 3"},
    {"bare.txt", "...\n.?.\n", "line 2, column 2: '?'", "'#' for blocked"},
    {"ragged.txt", "...\n....\n", "line 2: a row of 4 columns", "expected 3"},
    {"apart.txt", "...\n\n...\n", "line 3: '...'", "the end of the file after 1 rows"},

    {"digit.map", OCTILE "..1\n...\n", "line 5, column 3: '1'", ". G S @ O T W"},
    {"heights.map", "type octile-corner\nheight 1\nwidth 3\nmap\n000\nGGG\n",
     "line 1: type 'octile-corner'", "expected octile"},
    {"mark.map", "\xEF\xBB\xBFtype octile\n", "line 1", "'type', 'height', 'width' or 'map'"},
    {"empty.mesh", "mesh", "line 1: the end of the file", "a version"},
};

static const struct malformed click_files[] = {
    {"height.scen", "version 2\nheight 4\n", "line 2: a map with 'height' 4 found", "expected 3"},
    {"width.scen", "version 2\nwidth x\n", "line 2: size 'x'", "a size in pixels"},
    {"twice.scen", "version 2\nwidth 4\nwidth 4\n", "line 3: key 'width'", "each key once"},
    {"key.scen", "version 2\nscale 4\n", "line 2: key 'scale'", "height, width, cost, patch"},
    {"costs.scen", "version 2\ncost 2 octile\n", "line 2: cost '2'", "the number of lengths"},
    {"cost.scen", "version 2\ncost 1 euclid\n", "line 2: cost 'euclid'", "a cost named octile"},
    {"name.scen", "version 2\npatch a b\n", "line 2: patch 'b'", "the name of a file"},
    {"early.scen", "version 2\nheight 3\ncommands\n", "line 3: key 'commands'", "cost and patch"},
    {"cut.scen", DYNAMIC, "line 5: the file ends here", "'commands'"},
    {"command.scen", DYNAMIC "commands\nX 0\n", "line 7: command 'X'", "P or Q"},
    {"bucket.scen", DYNAMIC "commands\nQ x 0 0 1 1 1.4\n", "line 7: bucket 'x'",
     "an integer of at least 0"},
    {"patch.scen", DYNAMIC "commands\nP 0 2 0 0\n", "line 7: patch '2'", "the number of a patch"},
    {"place.scen", DYNAMIC "commands\nP 0 0 2 0\n", "line 7: place '2' '0'",
     "3 x 2 patch is inside the 4 x 3 map"},
    {"words.scen", DYNAMIC "commands\nP 0 0 0\n", "line 7: 4 words", "'P', bucket, patch, x and y"},
    {"query.scen", DYNAMIC "commands\nQ 0 0 0 1 1\n", "line 7: 6 words",
     "start, goal and 1 lengths"},
    {"pixel.scen", DYNAMIC "commands\nQ 0 0 0 4 1 4\n", "line 7: goal '4' '1'", "of the 4 x 3 map"},
    {"length.scen", DYNAMIC "commands\nQ 0 0 0 1 1 -2\n", "line 7: length '-2'",
     "a decimal number"},
    {"nothing.scen", DYNAMIC "commands\n", "line 6: the file ends here", "expected a row"},
    {"minus.scen", "version 1\n0 a.map 4 3 0 0 1 1 -1\n", "line 2: length '-1'",
     "a decimal number"},
    {"fields.scen", "version 0\n0 a.map 4 3 0 0 1 1 1.41\n", "line 2: 9 fields", "expected 7"},

    {"patch.json", CLICKS("{\"patch\": [0, 0]}"), "clicks[0]", "a patch with its rows"},
    {"rows.json", CLICKS("{\"rows\": [\".\"]}"), "clicks[0]", "a patch with its rows"},
    {"corner.json", CLICKS("{\"patch\": [0], \"rows\": [\".\"]}"), "clicks[0].patch: '[0]'",
     "[x, y]"},
    {"ragged.json", CLICKS("{\"patch\": [0, 0], \"rows\": [\"..\", \".\"]}"), "clicks[0].rows",
     "rows of equal length"},
    {"letter.json", CLICKS("{\"patch\": [0, 0], \"rows\": [\".?\"]}"), "clicks[0].rows: '[\".?\"]'",
     "'.', '@' and the letters"},
    {"norows.json", CLICKS("{\"patch\": [0, 0], \"rows\": []}"), "clicks[0].rows: '[]'",
     "rows of equal length"},
    {"blank.json", CLICKS("{\"patch\": [0, 0], \"rows\": [\"\"]}"), "clicks[0].rows", "rows"},
    {"number.json", CLICKS("{\"patch\": [0, 0], \"rows\": [7]}"), "clicks[0].rows: '[7]'", "rows"},
    {"digits.json",
     CLICKS("{\"start\": [0, 0], \"goal\": [1, 1], \"expect\": {\"grid8\": 1, \"digits\": 16}}"),
     "clicks[0].expect", "length"},
};

/* Files that accompany scenarios, each read through its own scenario. */
static const struct malformed patch_files[] = {
    {"type.patch", "type octile\n", "line 1: type 'octile'", "expected patch"},
    {"first.patch", "patches 1\n", "line 1: a different word", "'type' and one more word"},
    {"count.patch", "type patch\npatches x\n", "line 2: patches 'x'", "an integer from 0"},
    {"number.patch", "type patch\npatches 1\npatch 1\n", "line 3: patch '1'", "from 0 to 0"},
    {"high.patch", "type patch\npatches 1\npatch 0\nheight 4\n", "line 4: height '4'",
     "from 1 to 3"},
    {"wide.patch", "type patch\npatches 1\npatch 0\nheight 1\nwidth 0\n", "line 5: width '0'",
     "from 1 to 4"},
    {"map.patch", "type patch\npatches 1\npatch 0\nheight 1\nwidth 1\nmap .\n", "line 6: 'map'",
     "'map' alone"},
    {"row.patch", "type patch\npatches 1\npatch 0\nheight 1\nwidth 2\nmap\n.\n",
     "line 7: a row of 1", "expected 2"},
    {"letter.patch", "type patch\npatches 1\npatch 0\nheight 1\nwidth 2\nmap\n.#\n",
     "line 7, column 2: '#'", ". G S @ O T W"},
    {"more.patch", "type patch\npatches 1\npatch 0\nheight 1\nwidth 1\nmap\n.\npatch 1\n",
     "line 8: 'patch'", "the end of the file after 1 patches"},
    {"few.patch", "type patch\npatches 2000000000\n", "line 2: the file ends here", "'patch'"},
};

/* Runs footrace, which must end with 2; gets its message. */
static void ask(const char *arguments, char *said, size_t size)
{
    char command[1024];
    format_text(command, sizeof command, FOOTRACE_COMMAND " %s 2>&1", arguments);
    FILE *stream = popen(command, "r");
    assert_non_null(stream);
    const size_t length = fread(said, 1, size - 1, stream);
    said[length] = '\0';
    const int status = pclose(stream);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 2)
        fail_msg("%s: status %d: %s", arguments, status, said);
}

static void refuse(const char *arguments, const struct malformed *of)
{
    char said[4096];
    ask(arguments, said, sizeof said);
    const char *end = strchr(said, '\n');
    if (!end || end[1] != '\0' || !strstr(said, of->name) || !strstr(said, of->place) ||
        !strstr(said, of->expected))
        fail_msg("%s\n%swithout %s: %s or %s, or not one line", arguments, said, of->name,
                 of->place, of->expected);
}

static void refuse_clicks(const char *path, const struct malformed *of)
{
    char arguments[512];
    const char *result = in_folder("result.jsonl");
    format_text(arguments, sizeof arguments,
                "run --map %s --clicks %s --algo null --allow-debug -o %s", in_folder("room.txt"),
                path, result);
    refuse(arguments, of);
    assert_int_not_equal(access(result, F_OK), 0);
}

static void maps_in_text(void **state)
{
    (void)state;
    put_text("room.txt", "....\n....\n....\n");
    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++) {
        char arguments[256];
        format_text(arguments, sizeof arguments, "inspect %s",
                    put_text(maps[i].name, maps[i].text));
        refuse(arguments, &maps[i]);
    }
}

static void click_sets_in_text(void **state)
{
    (void)state;
    put_text("room.txt", "....\n....\n....\n");
    put_text("two.patch", "type patch\npatches 2\npatch 0\nheight 2\nwidth 3\nmap\n...\n@@@\n"
                          "patch 1\nheight 1\nwidth 1\nmap\n.\n");
    for (size_t i = 0; i < sizeof click_files / sizeof *click_files; i++)
        refuse_clicks(put_text(click_files[i].name, click_files[i].text), &click_files[i]);
}

static void patches_in_text(void **state)
{
    static const struct malformed missing = {"none.patch", "", "cannot be opened", "No such file"};
    (void)state;
    put_text("room.txt", "....\n....\n....\n");
    for (size_t i = 0; i < sizeof patch_files / sizeof *patch_files; i++) {
        char text[256];
        put_text(patch_files[i].name, patch_files[i].text);
        format_text(text, sizeof text, PATCHED("%s"), patch_files[i].name);
        refuse_clicks(put_text("patched.scen", text), &patch_files[i]);
    }
    refuse_clicks(put_text("patched.scen", PATCHED("none.patch")), &missing);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(maps_in_text),
        cmocka_unit_test(click_sets_in_text),
        cmocka_unit_test(patches_in_text),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
