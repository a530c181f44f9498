/* What is gathered from the rows of races, for random races of the same maps: every row is found in its place, and
 * nothing else is; and what two races must not contradict each other in. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "algorithms/pathfinder.h"
#include "harness/answer/evidence.h"
#include "maps/random.h"
#include "tests/soak.h"

enum { RACES = 3, RACERS = 6, MAPS = 3, MOST_SAMPLES = 9 };

/* A racer as typed, and what is known of it. */
static const struct {
    const char *algo, *name, *options, *address;
    int copy_of;
} racers[RACERS] = {{"astar", "astar", "", "astar", -1},
                    {"twin=astar", "astar", "", "astar", 0},
                    {"other:heuristic=x", "other", "heuristic=x", "other:heuristic=x", -1},
                    {"third", "other", "heuristic=x", "other:heuristic=x", 2},
                    {"other", "other", "", "other", -1}, /* the options of another back end */
                    {"ast", "ast", "", "ast", -1}};      /* and a part of its name */
static const char *const maps[MAPS] = {"hall", "yard", "attic"};
static const char *const hashes[MAPS] = {"0123", "4567", "89ab"};
static const char *const click_sets[] = {"a", "b"};

static void add(struct fr_race_rows *race, const struct fr_row *row)
{
    bool repeated;
    assert_int_equal(fr_race_rows_add(race, row, &repeated), FR_OK);
}

static void begin(struct fr_race_rows *race, int rounds, int passes)
{
    struct fr_row row;
    *race = (struct fr_race_rows){.name = "a race"};
    fr_row_clear(&row, FR_ROW_RUN);
    row.run.rounds = rounds;
    row.run.passes = passes;
    add(race, &row);
}

static void add_map(struct fr_race_rows *race, int map)
{
    struct fr_row row;
    fr_row_clear(&row, FR_ROW_MAP);
    row.map.map = maps[map];
    row.map.file = "file.png:radius=2";
    row.map.reading = "threshold";
    row.map.hash = hashes[map];
    add(race, &row);
}

static void prepare(struct fr_row *row, int map, int racer, int round)
{
    fr_row_clear(row, FR_ROW_PREPARE);
    row->prepare.map = maps[map];
    row->prepare.algo = racers[racer].algo;
    row->prepare.name = racers[racer].name;
    row->prepare.label = racers[racer].name;
    row->prepare.options = racers[racer].options;
    row->prepare.movement = "grid8";
    row->prepare.candidate = racer != 2;
    row->prepare.round = round;
    row->prepare.outcome = "ok";
    row->prepare.ns = 1000;
    row->prepare.bytes = row->prepare.peak_bytes = row->prepare.saved_bytes = 100;
}

static void click(struct fr_row *row, int map, int set, int racer, int64_t place)
{
    fr_row_clear(row, FR_ROW_CLICK);
    row->click.map = maps[map];
    row->click.clicks = click_sets[set];
    row->click.algo = racers[racer].algo;
    row->click.click = place;
    row->click.start = (struct fr_pixel){(int32_t)place, map};
    row->click.goal = (struct fr_pixel){set, (int32_t)place};
    row->click.class = "detour";
    row->click.outcome = "found";
    row->click.verdict = "ok";
    row->click.length = 10;
    row->click.ns_played = 500;
}

static void draw_prepares(struct fr_random *random, struct fr_race_rows *race, int map, int racer)
{
    for (int round = 0; round < race->run->rounds; round++) {
        struct fr_row row;
        prepare(&row, map, racer, round);
        if (fr_random_below(random, 6) == 0) {
            row.prepare.outcome = "timeout";
            row.prepare.ns = (double)NAN;
            row.prepare.bytes = row.prepare.peak_bytes = row.prepare.saved_bytes = -1;
        } else {
            row.prepare.ns = 1000 + fr_random_below(random, 100);
            row.prepare.ns_first = fr_random_below(random, 2) ? 7 : (double)NAN;
            row.prepare.ns_load = fr_random_below(random, 2) ? 400 : (double)NAN;
            row.prepare.bytes = fr_random_between(random, 0, 50);
            row.prepare.peak_bytes = 50 + fr_random_between(random, 0, 50);
            row.prepare.saved_bytes = fr_random_between(random, -1, 50);
        }
        add(race, &row);
    }
}

static void draw_clicks(struct fr_random *random, struct fr_race_rows *race, int map, int set,
                        int racer)
{
    for (int64_t i = fr_random_between(random, 3, 6); i >= 0;
         i -= fr_random_between(random, 1, 2)) {
        struct fr_row row;
        double played[MOST_SAMPLES];
        const int64_t samples = race->run->rounds * race->run->passes;
        click(&row, map, set, racer, i);
        for (int64_t j = 0; j < samples; j++)
            played[j] = 1 + fr_random_below(random, 1000);
        row.click.played = (struct fr_numbers){played, (size_t)samples};
        row.click.class = i % 2 ? "detour" : "direct";
        row.click.ns_played = 1 + fr_random_below(random, 1000);
        row.click.ns_steady = fr_random_below(random, 3) ? 300 : (double)NAN;
        row.click.looks_fault = fr_random_between(random, -1, 1);
        row.click.optimum = fr_random_below(random, 3) ? 9 : (double)NAN;
        row.click.length = 10 + fr_random_below(random, 3);
        add(race, &row);
    }
}

static void draw_updates(struct fr_random *random, struct fr_race_rows *race, int map, int set,
                         int racer)
{
    for (int round = 0; round < race->run->rounds; round++) {
        struct fr_row row;
        fr_row_clear(&row, FR_ROW_UPDATE);
        row.update.map = maps[map];
        row.update.clicks = click_sets[set];
        row.update.algo = racers[racer].algo;
        row.update.click = 7;
        row.update.round = round;
        row.update.event = "wall";
        row.update.fresh = racer % 2 == 0;
        row.update.outcome = "ok";
        row.update.ns = 1 + fr_random_below(random, 100);
        add(race, &row);
    }
}

/* Each course is in one race only: a click is raced once. */
static void draw_races(struct fr_random *random, struct fr_race_rows races[RACES])
{
    int at[MAPS][2];
    for (int i = 0; i < RACES; i++)
        begin(&races[i], fr_random_between(random, 1, 3), fr_random_between(random, 1, 3));
    for (int map = 0; map < MAPS; map++) {
        at[map][0] = (int)fr_random_below(random, RACES);
        at[map][1] = (int)fr_random_below(random, RACES + 1) - 1; /* -1: nowhere */
        for (int i = 0; i < RACES; i++)
            if (at[map][0] == i || at[map][1] == i) {
                add_map(&races[i], map);
                for (int racer = 0; racer < RACERS; racer++)
                    draw_prepares(random, &races[i], map, racer);
            }
        for (int set = 0; set < 2; set++)
            for (int racer = 0; racer < RACERS && at[map][set] >= 0; racer++) {
                draw_clicks(random, &races[at[map][set]], map, set, racer);
                if (set == 1 && map > 0)
                    draw_updates(random, &races[at[map][set]], map, set, racer);
            }
    }
}

static void assert_equal(double mine, double theirs)
{
    assert_true((isnan(mine) && isnan(theirs)) || fabs(mine - theirs) < 1e-9);
}

static const struct fr_evidence_course *course_of(const struct fr_evidence *evidence,
                                                  const char *map, const char *clicks)
{
    const struct fr_evidence_course *found = NULL;
    for (size_t i = 0; i < evidence->course_count; i++)
        if (strcmp(evidence->courses[i].map, map) == 0 &&
            strcmp(evidence->courses[i].clicks, clicks) == 0) {
            assert_null(found);
            found = &evidence->courses[i];
        }
    assert_non_null(found);
    return found;
}

static int racer_of(const char *algo)
{
    int i = 0;
    while (strcmp(racers[i].algo, algo) != 0)
        i++;
    return i;
}

static void check_clicks(const struct fr_evidence *evidence, const struct fr_race_rows *race)
{
    const struct fr_standings *standings = &evidence->standings;
    for (size_t i = 0; i < race->counts[FR_ROW_CLICK]; i++) {
        const struct fr_click_row *row = &race->click[i];
        const struct fr_evidence_course *course = course_of(evidence, row->map, row->clicks);
        const int racer = racer_of(row->algo);
        const struct fr_standing *standing = &standings->at[racer];
        const size_t entry = course->first + (size_t)row->click;
        assert_true((size_t)row->click < course->count);
        assert_int_equal(standings->courses[entry], course - evidence->courses);
        assert_equal(standing->ns[entry], row->ns_played);
        assert_equal(standing->steady_ns[entry], row->ns_steady);
        assert_equal(standing->looks[entry], row->looks_fault < 0 ? (double)NAN : row->looks_fault);
        assert_equal(standing->lengths[entry], row->length);
        assert_int_equal(standings->classes[entry], fr_click_class_named(row->class));
        for (int round = 0; round < standings->rounds; round++)
            for (int pass = 0; pass < standings->passes; pass++) {
                const bool taken = round < race->run->rounds && pass < race->run->passes;
                const double sample =
                    taken ? row->played.at[round * race->run->passes + pass] : (double)NAN;
                assert_equal(
                    fr_standings_samples(standings, racer, entry)[round * standings->passes + pass],
                    sample);
            }
    }
}

/* The courses follow each other, with an entry without a click after each. */
static void check_layout(const struct fr_evidence *evidence, const struct fr_race_rows *races)
{
    const struct fr_standings *standings = &evidence->standings;
    size_t rows = 0, times = 0, first = 0, events = 0, courses = 0;
    bool seen[MAPS][2] = {{false}};
    int64_t rounds = 0, passes = 0;
    for (int i = 0; i < RACES; i++) {
        rows += races[i].counts[FR_ROW_CLICK];
        rounds = races[i].run->rounds > rounds ? races[i].run->rounds : rounds;
        passes = races[i].run->passes > passes ? races[i].run->passes : passes;
        for (size_t j = 0; j < races[i].counts[FR_ROW_CLICK]; j++)
            for (int map = 0; map < MAPS; map++)
                if (strcmp(races[i].click[j].map, maps[map]) == 0)
                    seen[map][*races[i].click[j].clicks == 'b'] = true;
    }
    for (size_t i = 0; i < evidence->course_count; i++) {
        assert_int_equal(evidence->courses[i].first, first);
        first += evidence->courses[i].count + 1;
        assert_true(isnan(standings->at[0].ns[first - 1]));
        assert_int_equal(standings->classes[first - 1], FR_CLASS_UNREACHABLE);
        assert_string_equal(evidence->courses[i].file, "file.png:radius=2");
        assert_string_equal(evidence->courses[i].reading, "threshold");
    }
    for (int i = 0; i < RACERS; i++)
        for (size_t j = 0; j < standings->clicks; j++)
            times += !isnan(standings->at[i].ns[j]) ? 1 : 0;
    for (int map = 0; map < MAPS; map++) {
        courses += (size_t)seen[map][0] + seen[map][1];
        events += map > 0 && seen[map][1];
    }
    assert_int_equal(standings->clicks, first);
    assert_int_equal(times, rows);
    assert_int_equal(standings->rounds, rounds);
    assert_int_equal(standings->passes, passes);
    assert_int_equal(evidence->course_count, courses);
    assert_int_equal(evidence->maps, MAPS);
    assert_int_equal(evidence->events, events);
}

/* Of a racer on a map: the preparations of all races. */
static void check_costs(const struct fr_evidence *evidence, const struct fr_race_rows *races,
                        const struct fr_evidence_course *course, int racer)
{
    const struct fr_evidence_cost *cost =
        fr_evidence_cost_of(evidence, (int)(course - evidence->courses), racer);
    double sum = 0, saved = 0;
    int64_t held = -1, peak = -1, saved_bytes = -1;
    int rounds = 0, with_saved = 0;
    for (int i = 0; i < RACES; i++)
        for (size_t j = 0; j < races[i].counts[FR_ROW_PREPARE]; j++) {
            const struct fr_prepare_row *row = &races[i].prepare[j];
            if (strcmp(row->map, course->map) != 0 || strcmp(row->algo, racers[racer].algo) != 0 ||
                isnan(row->ns))
                continue;
            const struct fr_reply reply = fr_recorded_reply_of(row);
            rounds++;
            sum += row->ns + (isnan(row->ns_first) ? 0 : row->ns_first);
            held = row->bytes > held ? row->bytes : held;
            peak = row->peak_bytes > peak ? row->peak_bytes : peak;
            saved_bytes = row->saved_bytes > saved_bytes ? row->saved_bytes : saved_bytes;
            with_saved += !isnan(fr_load_saved_ns(&reply));
            saved += isnan(fr_load_saved_ns(&reply)) ? 0 : fr_load_saved_ns(&reply);
        }
    assert_int_equal(cost->rounds, rounds);
    assert_int_equal(cost->held_bytes, held);
    assert_int_equal(cost->peak_bytes, peak);
    assert_int_equal(cost->saved_bytes, saved_bytes);
    for (int i = 0; i < rounds; i++) {
        assert_true(i == 0 || cost->ns[i - 1] <= cost->ns[i]);
        sum -= cost->ns[i];
        saved -= isnan(cost->saved_ns[i]) ? 0 : cost->saved_ns[i];
        with_saved -= !isnan(cost->saved_ns[i]);
    }
    assert_true(fabs(sum) < 1e-6 && fabs(saved) < 1e-6 && with_saved == 0);
}

/* Over maps, not courses: the geometric mean of what is known of each. */
static void check_standing(const struct fr_evidence *evidence, int racer)
{
    double product = 1;
    int count = 0;
    for (int map = 0; map < MAPS; map++) {
        const struct fr_evidence_course *course = course_of(evidence, maps[map], "a");
        const struct fr_evidence_cost *cost =
            fr_evidence_cost_of(evidence, (int)(course - evidence->courses), racer);
        if (cost->rounds == 0)
            continue;
        product *= (cost->ns[(cost->rounds - 1) / 2] + cost->ns[cost->rounds / 2]) / 2;
        count++;
    }
    const double found = evidence->standings.at[racer].prepare_ns;
    assert_true(count > 0 ? !isnan(found) : isnan(found));
    assert_true(count == 0 || fabs(found / pow(product, 1.0 / count) - 1) < 1e-9);
}

static void check_racers(const struct fr_evidence *evidence)
{
    assert_int_equal(evidence->racers.count, RACERS);
    for (int i = 0; i < RACERS; i++) {
        const struct fr_racer *racer = &evidence->racers.at[i];
        assert_string_equal(racer->algo, racers[i].algo);
        assert_string_equal(racer->options_text, racers[i].options);
        assert_int_equal(evidence->copy_of[i], racers[i].copy_of);
        assert_int_equal(racer->candidate, i != 2);
        assert_int_equal(racer->traits.movement, FR_GRID8);
        assert_int_equal(racer->pathfinder != NULL, i < 2);
        assert_int_equal(evidence->object_bytes[i] > 0, i < 2);
        if (i >= 2)
            assert_string_equal(racer->address, racers[i].address);
    }
}

/* A racer updates if its back end here does, or if any row says that it did. */
static void check_updates(const struct fr_evidence *evidence, const struct fr_race_rows *races)
{
    bool updates[RACERS] = {false};
    updates[0] = updates[1] = fr_pathfinder_find("astar")->update != NULL;
    for (int i = 0; i < RACES; i++)
        for (size_t j = 0; j < races[i].counts[FR_ROW_UPDATE]; j++)
            updates[racer_of(races[i].update[j].algo)] |= races[i].update[j].fresh == 0;
    for (int i = 0; i < RACERS; i++)
        assert_int_equal(evidence->updates[i], updates[i]);
}

static void every_row_is_found_in_its_place(void **state)
{
    (void)state;
    struct fr_random random = {soak_seed(31)};
    printf("FOOTRACE_SEED=%llu\n", (unsigned long long)soak_seed(31));
    for (int64_t i = 0; i < soak_fewer(200, 10) * soak_scale(); i++) {
        struct fr_race_rows races[RACES];
        struct fr_evidence evidence;
        struct fr_error error;
        draw_races(&random, races);
        assert_int_equal(fr_evidence_gather(races, RACES, fr_pathfinders, &evidence, &error),
                         FR_OK);
        check_racers(&evidence);
        check_updates(&evidence, races);
        check_layout(&evidence, races);
        for (int j = 0; j < RACES; j++)
            check_clicks(&evidence, &races[j]);
        for (int racer = 0; racer < RACERS; racer++) {
            for (size_t j = 0; j < evidence.course_count; j++)
                check_costs(&evidence, races, &evidence.courses[j], racer);
            check_standing(&evidence, racer);
        }
        fr_evidence_release(&evidence);
        for (int j = 0; j < RACES; j++)
            fr_race_rows_release(&races[j]);
    }
}

/* Two races of one click each, the second changed by a test. */
struct two {
    struct fr_race_rows races[2];
    struct fr_row prepare, click;
};

static void begin_two(struct two *two)
{
    for (int i = 0; i < 2; i++) {
        begin(&two->races[i], 1, 1);
        add_map(&two->races[i], 0);
        prepare(&two->prepare, 0, i, 0);
        click(&two->click, 0, 0, i, 0);
        if (i == 0) {
            add(&two->races[i], &two->prepare);
            add(&two->races[i], &two->click);
        }
    }
}

static enum fr_status gather_two(struct two *two, struct fr_evidence *evidence,
                                 struct fr_error *error)
{
    return fr_evidence_gather(two->races, 2, fr_pathfinders, evidence, error);
}

static void release_two(struct two *two, struct fr_evidence *evidence)
{
    fr_evidence_release(evidence);
    for (int i = 0; i < 2; i++)
        fr_race_rows_release(&two->races[i]);
}

/* Each race has a different racer, on all maps. */
static void races_on_the_same_courses_share_them(void **state)
{
    (void)state;
    struct fr_race_rows races[2];
    struct fr_evidence evidence;
    struct fr_error error;
    for (int i = 0; i < 2; i++) {
        begin(&races[i], 1, 1);
        for (int map = 0; map < MAPS; map++) {
            struct fr_row row;
            add_map(&races[i], map);
            prepare(&row, map, i, 0);
            add(&races[i], &row);
            click(&row, map, 0, i, 0);
            row.click.played = (struct fr_numbers){&row.click.ns_played, 1};
            add(&races[i], &row);
        }
    }
    assert_int_equal(fr_evidence_gather(races, 2, fr_pathfinders, &evidence, &error), FR_OK);
    assert_int_equal(evidence.course_count, MAPS);
    assert_int_equal(evidence.maps, MAPS);
    for (int i = 0; i < 2; i++)
        check_clicks(&evidence, &races[i]);
    fr_evidence_release(&evidence);
    for (int i = 0; i < 2; i++)
        fr_race_rows_release(&races[i]);
}

static void what_contradicts_is_refused(void **state)
{
    (void)state;
    static const char *const said[] = {NULL,
                                       "a racer has two rows for it",
                                       "different clicks",
                                       "different clicks",
                                       "has the options 'budget=2', but ''",
                                       "without an earlier prepare row"};
    for (int i = 0; i < 6; i++) {
        struct two two;
        struct fr_evidence evidence;
        struct fr_error error;
        begin_two(&two);
        if (i == 1 || i == 4)
            two.prepare.prepare.algo = two.click.click.algo = racers[0].algo;
        two.click.click.start.x += i == 2;
        two.click.click.goal.y += i == 3;
        if (i == 4)
            two.prepare.prepare.options = "budget=2";
        if (i != 5)
            add(&two.races[1], &two.prepare);
        add(&two.races[1], &two.click);
        assert_int_equal(gather_two(&two, &evidence, &error), said[i] ? FR_BAD_INPUT : FR_OK);
        if (said[i])
            assert_non_null(strstr(error.text, said[i]));
        release_two(&two, &evidence);
    }
}

/* Other builds, unsupported maps, updates, and what end rows say. */
static void what_rows_say_of_a_racer_and_a_race_is_kept(void **state)
{
    (void)state;
    for (int other = 0; other < 2; other++)
        for (int ended = 0; ended < 3; ended++) {
            struct two two;
            struct fr_evidence evidence;
            struct fr_error error;
            struct fr_row row;
            begin_two(&two);
            two.prepare.prepare.build = other ? "older" : NULL;
            two.prepare.prepare.outcome = other ? "unsupported" : "ok";
            add(&two.races[1], &two.prepare);
            for (int i = 0; i < 2 && ended > 0; i++) {
                fr_row_clear(&row, FR_ROW_END);
                row.end.disturbed = ended - 1;
                row.end.lost_to_agent = 3 + i;
                add(&two.races[i], &row);
                two.races[i].whole = true;
            }
            assert_int_equal(gather_two(&two, &evidence, &error), FR_OK);
            assert_int_equal(evidence.other_build[1], other);
            assert_int_equal(evidence.standings.at[1].unsupported, other);
            assert_false(evidence.other_build[0] || evidence.standings.at[0].unsupported);
            assert_int_equal(evidence.standings.at[0].held_bytes, 100);
            assert_int_equal(evidence.standings.at[1].held_bytes, other ? -1 : 100);
            assert_int_equal(evidence.standings.at[1].peak_bytes, other ? -1 : 100);
            assert_int_equal(evidence.disturbed, ended == 2);
            assert_int_equal(evidence.lost_to_agent, ended > 0 ? 7 : 0);
            assert_int_equal(evidence.cut_short, ended == 0);
            release_two(&two, &evidence);
        }
}

/* Of a race that has just begun: nothing, and no complaint. */
static void rows_without_a_click_are_evidence_of_nothing(void **state)
{
    (void)state;
    struct two two;
    struct fr_evidence evidence;
    struct fr_error error;
    for (int i = 0; i < 2; i++)
        begin(&two.races[i], 1, 1);
    assert_int_equal(gather_two(&two, &evidence, &error), FR_OK);
    assert_true(evidence.course_count == 0 && evidence.standings.clicks == 0);
    release_two(&two, &evidence);
}

/* A row has room for 127 letters. */
static void long_names_differ_in_their_last_letter(void **state)
{
    (void)state;
    char names[2][128];
    struct two two;
    struct fr_evidence evidence;
    struct fr_error error;
    begin_two(&two);
    for (int i = 0; i < 2; i++) {
        memset(names[i], 'n', sizeof names[i] - 2);
        snprintf(names[i] + sizeof names[i] - 2, 2, "%d", i);
        two.prepare.prepare.algo = names[i];
        add(&two.races[1], &two.prepare);
    }
    assert_int_equal(gather_two(&two, &evidence, &error), FR_OK);
    assert_int_equal(evidence.racers.count, 3);
    release_two(&two, &evidence);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_row_is_found_in_its_place),
        cmocka_unit_test(races_on_the_same_courses_share_them),
        cmocka_unit_test(what_contradicts_is_refused),
        cmocka_unit_test(rows_without_a_click_are_evidence_of_nothing),
        cmocka_unit_test(long_names_differ_in_their_last_letter),
        cmocka_unit_test(what_rows_say_of_a_racer_and_a_race_is_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
