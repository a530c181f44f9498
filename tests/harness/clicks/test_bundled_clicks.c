/* The click sets of the bundled maps: they load, every expected length is what another search
 * finds, and the manifest's seed and count give the same bytes again (all of them in the soak, with
 * FOOTRACE_SOAK_SCALE set; the faster ones otherwise). */
#define _POSIX_C_SOURCE 200809L

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cjson/cJSON.h>
#include <cmocka.h>

#include "algorithms/front.h"
#include "build_paths.h"
#include "harness/clicks/sample.h"
#include "harness/judge/validator.h"
#include "maps/formats/clicks/click_set_file.h"
#include "maps/formats/load.h"
#include "maps/geometry/line_of_sight.h"
#include "tests/soak.h"

#define MOST_BYTES (1 << 20)

static char *read_text(const char *file)
{
    char *text = malloc(MOST_BYTES);
    FILE *stream = fopen(file, "rb");
    assert_non_null(text);
    if (!stream)
        fail_msg("%s: cannot be read", file);
    const size_t length = fread(text, 1, MOST_BYTES - 1, stream);
    fclose(stream);
    text[length] = '\0';
    return text;
}

static const char *text_of(const cJSON *entry, const char *key)
{
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItem(entry, key));
    assert_non_null(text);
    return text;
}

static int number_of(const cJSON *entry, const char *key)
{
    const cJSON *number = cJSON_GetObjectItem(entry, key);
    if (!cJSON_IsNumber(number))
        fail_msg("manifest.json: %s has no %s", text_of(entry, "name"), key);
    return number->valueint;
}

/* A bundled map with its click set. */
struct bundle {
    const char *name;
    const char *kinds; /* words of --kind, a space between them */
    int seed, count;
    struct fr_map *map;
    struct fr_click_set set;
    char file[4096];
};

static void open_bundle(const cJSON *entry, struct bundle *bundle)
{
    struct fr_error error = {"", FR_OK};
    bundle->name = text_of(entry, "name");
    const cJSON *kinds = cJSON_GetObjectItem(entry, "clicks_kinds");
    bundle->kinds = kinds ? cJSON_GetStringValue(kinds) : "default";
    bundle->seed = number_of(entry, "clicks_seed");
    bundle->count = number_of(entry, "clicks_count");
    snprintf(bundle->file, sizeof bundle->file, "%s/%s.clicks.json", FOOTRACE_BUNDLED,
             bundle->name);
    if (fr_map_load(bundle->name, FOOTRACE_BUNDLED, &fr_default_allocator, &bundle->map, NULL,
                    &error) != FR_OK ||
        fr_click_set_load(bundle->file, bundle->map->width, bundle->map->height,
                          &fr_default_allocator, &bundle->set, &error) != FR_OK)
        fail_msg("%s", error.text);
}

static void close_bundle(struct bundle *bundle)
{
    fr_click_set_release(&bundle->set);
    fr_map_release(bundle->map);
}

static void for_each_bundle(void (*check)(const struct bundle *bundle))
{
    char *text = read_text(FOOTRACE_BUNDLED "/manifest.json");
    cJSON *manifest = cJSON_Parse(text);
    const cJSON *entry;
    assert_non_null(manifest);
    cJSON_ArrayForEach(entry, cJSON_GetObjectItem(manifest, "maps"))
    {
        struct bundle bundle;
        open_bundle(entry, &bundle);
        check(&bundle);
        close_bundle(&bundle);
    }
    cJSON_Delete(manifest);
    free(text);
}

static int count_tagged(const struct fr_click_set *set, const char *tag)
{
    int count = 0;
    for (size_t i = 0; i < set->count; i++)
        count += strncmp(set->clicks[i].tag, tag, strlen(tag)) == 0;
    return count;
}

static int count_events(const struct fr_click_set *set)
{
    int count = 0;
    for (size_t i = 0; i < set->count; i++)
        count += set->clicks[i].kind != FR_CLICK && set->clicks[i].kind != FR_WALK;
    return count;
}

/* Takes the next kind off a list of words: its bit, or those of the default, or 0 at the end. */
static unsigned next_kind(const char **words)
{
    const size_t length = strcspn(*words, " ");
    const char *word = *words;
    *words += length + ((*words)[length] == ' ');
    if (length == strlen("default") && strncmp(word, "default", length) == 0)
        return FR_SAMPLE_DEFAULT;
    for (int k = 0; k < FR_SAMPLE_KINDS; k++)
        if (strlen(fr_sample_kind_name(k)) == length &&
            strncmp(word, fr_sample_kind_name(k), length) == 0)
            return 1u << k;
    assert_int_equal(length, 0);
    return 0;
}

/* Clicks are tagged by their kind, one of "gates" as "gate-open", say. */
static void check_tags(const struct bundle *bundle, unsigned kinds)
{
    for (int k = 0; k < FR_SAMPLE_KINDS; k++) {
        char tag[32];
        if (!(kinds >> k & 1))
            continue;
        snprintf(tag, sizeof tag, "%s", fr_sample_kind_name(k));
        if (tag[strlen(tag) - 1] == 's')
            tag[strlen(tag) - 1] = '\0';
        if (count_tagged(&bundle->set, tag) == 0)
            fail_msg("%s: no clicks of the kind %s", bundle->name, fr_sample_kind_name(k));
    }
}

static bool has_several_parts(const struct bundle *bundle)
{
    return strncmp(bundle->name, "adventure", strlen("adventure")) == 0 ||
           strcmp(bundle->name, "random") == 0 || strcmp(bundle->name, "painted-20k") == 0;
}

static void check_default_kinds(const struct bundle *bundle)
{
    const bool convex = strcmp(bundle->name, "open") == 0 || strcmp(bundle->name, "pentagon") == 0;
    assert_true(count_tagged(&bundle->set, "bucket-0") > 0);
    assert_true(count_tagged(&bundle->set, "bucket-9") > 0);
    assert_true(count_tagged(&bundle->set, "outside") > 0);
    assert_true(count_tagged(&bundle->set, "same") > 0);
    assert_true((count_tagged(&bundle->set, "blocked") > 0) == !convex);
    assert_true((count_tagged(&bundle->set, "unreachable") > 0) == has_several_parts(bundle));
}

static void check_kinds(const struct bundle *bundle)
{
    const char *words = bundle->kinds;
    assert_string_equal(bundle->set.map, bundle->name);
    assert_int_equal((int)bundle->set.count - count_events(&bundle->set), bundle->count);
    for (unsigned kinds; (kinds = next_kind(&words)) != 0;)
        if (kinds == FR_SAMPLE_DEFAULT)
            check_default_kinds(bundle);
        else
            check_tags(bundle, kinds);
}

static void sets_hold_every_kind(void **unused)
{
    (void)unused;
    for_each_bundle(check_kinds);
}

/* A click's expectation against the validator's reach and another optimal search. */
static void check_click(const struct bundle *bundle, const struct fr_click *click,
                        const struct fr_validator *validator, struct fr_state *state,
                        struct fr_path *path)
{
    const struct fr_point start = fr_pixel_centre(click->start),
                          goal = fr_pixel_centre(click->goal);
    const enum fr_outcome outcome =
        fr_find(fr_pathfinder_find("astar"), state, start, goal, NULL, path);
    struct fr_judgement judgement;
    fr_validator_judge(validator, FR_GRID8, start, goal, outcome, path, &judgement);
    const bool known = click->expect_grid8 < 0
                           ? outcome == FR_UNREACHABLE
                           : outcome == FR_FOUND && judgement.length == click->expect_grid8;
    if (judgement.verdict != FR_VERDICT_OK || !known)
        fail_msg("%s: %d,%d to %d,%d (%s): expected %.17g, found %.17g %s", bundle->name,
                 click->start.x, click->start.y, click->goal.x, click->goal.y, click->tag,
                 click->expect_grid8, judgement.length, judgement.reason);
    if (strcmp(click->tag, "blocked") == 0)
        assert_false(fr_line_of_sight(bundle->map, start, goal));
}

static void check_expectations(const struct bundle *bundle)
{
    const struct fr_pathfinder *astar = fr_pathfinder_find("astar");
    struct fr_option_values options;
    struct fr_validator *validator;
    struct fr_state *state;
    struct fr_path path;
    int expected = 0;
    fr_options_default(astar->options, astar->option_count, &options);
    fr_path_init(&path, &fr_default_allocator);
    assert_int_equal(fr_validator_create(bundle->map, &fr_default_allocator, &validator), FR_OK);
    assert_int_equal(fr_prepare(astar, bundle->map, &options, &fr_default_allocator, &state),
                     FR_OK);
    for (size_t i = 0; i < bundle->set.count; i++) {
        if (isnan(bundle->set.clicks[i].expect_grid8))
            continue;
        check_click(bundle, &bundle->set.clicks[i], validator, state, &path);
        expected++;
    }
    assert_true(expected * 3 > bundle->count);
    fr_release(astar, state);
    fr_validator_release(validator);
    fr_path_release(&path);
}

static void expected_lengths_hold(void **unused)
{
    (void)unused;
    for_each_bundle(check_expectations);
}

/* Whether the set is made again: all in the soak, else those that take a few seconds at most. */
static bool is_due(const struct bundle *bundle)
{
    static const char *const quick[] = {"adventure-60",    "adventure-300",   "maze",     "spiral",
                                        "history-320x200", "history-160x120", "corridor", "walls"};
    bool due = soak_scale() > 1;
    for (size_t i = 0; i < sizeof quick / sizeof *quick; i++)
        due = due || strcmp(bundle->name, quick[i]) == 0;
    return due;
}

static void check_bytes(const struct bundle *bundle)
{
    char file[] = "/tmp/footrace-clicks-XXXXXX";
    struct fr_click_set set;
    struct fr_error error = {"", FR_OK};
    if (!is_due(bundle))
        return;
    const int descriptor = mkstemp(file);
    assert_true(descriptor >= 0);
    close(descriptor);
    unsigned kinds = 0;
    const char *words = bundle->kinds;
    for (unsigned next; (next = next_kind(&words)) != 0;)
        kinds |= next;
    if (fr_sample_clicks(bundle->map, bundle->count, (uint64_t)bundle->seed, kinds,
                         &fr_default_allocator, &set, NULL, &error) != FR_OK)
        fail_msg("%s", error.text);
    snprintf(set.map, sizeof set.map, "%s", bundle->name);
    assert_int_equal(fr_click_set_save(file, &set, &error), FR_OK);
    char *committed = read_text(bundle->file), *anew = read_text(file);
    unlink(file);
    if (strcmp(committed, anew) != 0)
        fail_msg("%s is not what 'footrace clicks --map %s --seed %d --count %d' writes of: %s",
                 bundle->file, bundle->name, bundle->seed, bundle->count, bundle->kinds);
    free(committed);
    free(anew);
    fr_click_set_release(&set);
}

static void seeds_give_the_same_bytes(void **unused)
{
    (void)unused;
    for_each_bundle(check_bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sets_hold_every_kind),
        cmocka_unit_test(expected_lengths_hold),
        cmocka_unit_test(seeds_give_the_same_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
