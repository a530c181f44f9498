/* The JSON of an answer holds what the answer holds, and null where that is unknown. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "harness/answer/answer_json.h"
#include "harness/answer/regions.h"
#include "tests/harness/answer/answer_field.h"
#include "tests/soak.h"

enum { RACERS = 3, MAPS = 2, CLICKS = 12 };

/* Racers on two maps, of which the first to the last take longer and hold less. */
static void create_unlike(struct field *field)
{
    create(field, RACERS, MAPS, CLICKS);
    struct fr_standings *standings = &field->evidence.standings;
    field->evidence.maps = MAPS;
    for (int i = 0; i < RACERS; i++) {
        struct fr_racer *racer = &field->evidence.racers.at[i];
        snprintf(racer->algo, sizeof racer->algo, "racer%d", i);
        snprintf(racer->address, sizeof racer->address, "address%d", i);
        field->evidence.object_bytes[i] = 1000 * i;
        for (size_t j = 0; j < MAPS * CLICKS; j++) {
            standings->at[i].steady_ns[j] = (double)NAN;
            standings->at[i].ns[j] = *fr_standings_samples(standings, i, j) =
                (j / CLICKS ? 4e5 : 1e5) * (1 + i);
        }
        for (int map = 0; map < MAPS; map++) {
            struct fr_evidence_cost *cost = &field->costs[map * RACERS + i];
            cost->held_bytes = 32000000 >> i;
            cost->peak_bytes = 40000000;
            cost->saved_bytes = -1;
        }
    }
}

static const cJSON *member(const cJSON *object, const char *key)
{
    const cJSON *found = cJSON_GetObjectItemCaseSensitive(object, key);
    if (!found)
        fail_msg("no member '%s'", key);
    return found;
}

/* NAN: null. */
static void assert_number(const cJSON *object, const char *key, double expected)
{
    const cJSON *found = member(object, key);
    if (isnan(expected) ? !cJSON_IsNull(found)
                        : fabs(found->valuedouble - expected) > 1e-9 * fabs(expected))
        fail_msg("%s is not %g", key, expected);
}

/* -1: null. */
static void assert_racer(const struct field *field, const cJSON *object, const char *key, int racer)
{
    const cJSON *found = member(object, key);
    if (racer < 0)
        assert_true(cJSON_IsNull(found));
    else
        assert_string_equal(found->valuestring, field->evidence.racers.at[racer].address);
}

static void check_racers(const struct field *field, const cJSON *document)
{
    const struct fr_final_answer *answer = &field->answer;
    int order[FR_MAX_RACERS];
    const int others = fr_answer_others(answer, order);
    const cJSON *all = member(document, "candidates");
    assert_int_equal(cJSON_GetArraySize(all), others + (answer->chosen >= 0));
    for (int i = 0; i < cJSON_GetArraySize(all); i++) {
        const cJSON *entry = cJSON_GetArrayItem(all, i);
        const int racer = answer->chosen < 0 ? order[i] : i == 0 ? answer->chosen : order[i - 1];
        const bool weighed = answer->places[racer] >= FR_PLACE_NOT_PREFERRED;
        const int64_t bytes = field->evidence.object_bytes[racer];
        assert_racer(field, entry, "address", racer);
        assert_string_equal(member(entry, "place")->valuestring,
                            fr_place_name(answer->places[racer]));
        assert_number(entry, "object_bytes", bytes > 0 ? (double)bytes : (double)NAN);
        assert_number(entry, "penalty", weighed ? answer->weighing.penalty[racer] : (double)NAN);
        assert_int_equal(cJSON_IsObject(member(entry, "points")), weighed);
        /* The geometric mean of the maps. */
        assert_number(entry, "ns_slow", 2e5 * (1 + racer));
        const cJSON *maps = member(entry, "measures");
        assert_int_equal(cJSON_GetArraySize(maps),
                         answer->places[racer] >= FR_PLACE_OVER_LIMIT ? MAPS : 0);
        for (int map = 0; map < cJSON_GetArraySize(maps); map++) {
            assert_number(cJSON_GetArrayItem(maps, map), "slow", (map ? 4e5 : 1e5) * (1 + racer));
            assert_number(cJSON_GetArrayItem(maps, map), "change", (double)NAN);
        }
    }
}

static void check(const struct field *field)
{
    const struct fr_final_answer *answer = &field->answer;
    cJSON *written = fr_answer_json(answer);
    char *text = cJSON_PrintUnformatted(written);
    cJSON *document = cJSON_Parse(text);
    const bool none = answer->chosen < 0;
    assert_racer(field, document, "ship", answer->chosen);
    assert_racer(field, document, "leads", answer->weighing.leads);
    assert_racer(field, document, "undecided", answer->other);
    assert_racer(field, document, "halved", none ? -1 : answer->halved);
    assert_racer(field, document, "doubled", none ? -1 : answer->doubled);
    assert_number(document, "share", none ? (double)NAN : answer->share[0]);
    assert_number(document, "noise", answer->noise);
    for (int i = 0; i < FR_QUANTITIES; i++) {
        const char *name = fr_quantities[i].name;
        assert_racer(field, member(document, "alone"), name, answer->alone[i]);
        assert_number(member(document, "thresholds"), name,
                      i == FR_SPEED ? (double)NAN : field->situation.thresholds[i]);
        assert_number(member(document, "limits"), name,
                      isinf(field->situation.limits[i]) ? (double)NAN : field->situation.limits[i]);
    }
    const cJSON *border = member(document, "border");
    assert_int_equal(cJSON_IsObject(border), answer->border.quantity >= 0);
    if (answer->border.quantity >= 0) {
        assert_string_equal(member(border, "quantity")->valuestring,
                            fr_quantities[answer->border.quantity].name);
        assert_number(border, "value", answer->border.value);
        assert_racer(field, border, "leads", answer->border.leads);
    }
    assert_int_equal(cJSON_GetArraySize(member(document, "ranking")), RACERS);
    check_racers(field, document);
    cJSON_free(text);
    cJSON_Delete(written);
    cJSON_Delete(document);
}

static void the_document_holds_what_the_answer_holds(void **state)
{
    (void)state;
    int first = 0, borders = 0, none = 0, left = 0;
    for (int memory = 0; memory < 8; memory++)
        for (int stated = 0; stated < 3; stated++) { /* nothing, a limit, a preference */
            static struct field field;
            create_unlike(&field);
            field.situation.thresholds[FR_SLOW] = 5e4;
            field.situation.thresholds[FR_MEMORY] = 1e6 * (1 << memory);
            field.situation.limits[FR_MEMORY] =
                stated == 1 ? 1e6 * (4 << memory) : (double)INFINITY;
            field.situation.preferences[0] = FR_SPEED;
            field.situation.count = stated == 2;
            decide(&field);
            check(&field);
            left += field.answer.places[1] == FR_PLACE_NOT_PREFERRED;
            first += field.answer.chosen == 0;
            none += field.answer.chosen < 0;
            borders += field.answer.border.quantity >= 0;
            release(&field);
        }
    assert_true(first > 0 && none > 0 && borders > 0 && left > 0);
}

static void check_map(const struct field *field, const struct fr_situation *situation,
                      const cJSON *map)
{
    struct fr_regions regions;
    const cJSON *rows = member(map, "rows");
    assert_int_equal(fr_regions_create(&field->answer, situation, &regions), FR_OK);
    assert_int_equal(cJSON_GetArraySize(rows), regions.row_count);
    for (int i = 0; i < regions.row_count; i++) {
        const cJSON *row = cJSON_GetArrayItem(rows, i);
        const cJSON *until = member(row, "until"), *leads = member(row, "leads");
        const struct fr_region_row *expected = &regions.rows[i];
        assert_true(fabs(member(row, "slow")->valuedouble / expected->slow - 1) < 1e-5);
        assert_int_equal(cJSON_GetArraySize(until), expected->count);
        assert_int_equal(cJSON_GetArraySize(leads), expected->count);
        for (int j = 0; j < expected->count; j++) {
            const struct fr_region_piece *piece = &regions.regions[expected->first + j];
            const double there = cJSON_GetArrayItem(until, j)->valuedouble;
            assert_true(fabs(there / piece->until - 1) < 1e-5);
            assert_string_equal(cJSON_GetArrayItem(leads, j)->valuestring,
                                field->evidence.racers.at[piece->leads].address);
        }
    }
    fr_regions_release(&regions);
}

/* The situation itself, an eighth and eight times the memory, ten and a hundred times the queries. */
static void maps_of_decisions_are_those_of_their_situations(void **state)
{
    (void)state;
    static struct field field;
    create_unlike(&field);
    for (int i = 0; i < RACERS; i++)
        for (size_t j = 0; j < MAPS * CLICKS; j++)
            field.evidence.standings.at[i].steady_ns[j] = 5e4 * (1 + i);
    field.situation.thresholds[FR_SLOW] = 5e4;
    decide(&field);
    struct fr_situation there[5];
    for (int i = 0; i < 5; i++)
        there[i] = field.situation;
    there[1].thresholds[FR_MEMORY] /= 8;
    there[2].thresholds[FR_MEMORY] *= 8;
    there[3].queries_per_frame = 10;
    there[4].queries_per_frame = 100;
    cJSON *written = fr_answer_regions_json(&field.answer);
    char *text = cJSON_PrintUnformatted(written);
    cJSON *document = cJSON_Parse(text);
    const cJSON *maps = member(document, "maps");
    assert_int_equal(cJSON_GetArraySize(maps), 5);
    for (int i = 0; i < 5; i++) {
        const cJSON *map = cJSON_GetArrayItem(maps, i);
        assert_true(i > 0 || cJSON_IsNull(member(map, "quantity")));
        if (i > 0)
            assert_string_equal(member(map, "quantity")->valuestring,
                                i < 3 ? "memory" : "queries-per-frame");
        assert_number(map, "value",
                      i == 0  ? (double)NAN
                      : i < 3 ? there[i].thresholds[FR_MEMORY]
                              : there[i].queries_per_frame);
        check_map(&field, &there[i], map);
    }
    assert_number(document, "slow", 5e4);
    cJSON_free(text);
    cJSON_Delete(written);
    cJSON_Delete(document);
    release(&field);
}

enum { DETOURS = 12, CHANGES = 2, ENTRIES = DETOURS + 2 * CHANGES };

/* Two maps with clicks at distances 100, 200, ..., whose times are 1000, 2000, ... on the first map and 1000,
 * 4000, 9000, ... on the second. Two changes follow, each with a click on the spot: slow at first, then, less the
 * clock's own cost, fractions of a nanosecond. */
static void create_far(struct field *field, struct fr_evidence_course courses[MAPS])
{
    create(field, 2, MAPS, ENTRIES);
    struct fr_standings *standings = &field->evidence.standings;
    field->evidence.courses = courses;
    field->evidence.course_count = field->evidence.maps = MAPS;
    for (size_t map = 0; map < MAPS; map++)
        courses[map] = (struct fr_evidence_course){
            .map = map ? "second" : "first", .first = map * ENTRIES, .count = ENTRIES};
    for (int i = 0; i < 2; i++)
        for (size_t j = 0; j < MAPS * ENTRIES; j++) {
            struct fr_standing *standing = &standings->at[i];
            const size_t map = j / ENTRIES, entry = j % ENTRIES, change = entry - DETOURS;
            const double nth = (double)entry + 1, times = map ? 4 : 1;
            standings->classes[j] = entry < DETOURS ? FR_CLASS_DETOUR : FR_CLASS_SAME;
            standings->optima[j] = standing->lengths[j] = entry < DETOURS ? 100 * nth : 0;
            standing->ns[j] = 1000 * (map ? nth * nth : nth);
            if (entry >= DETOURS && change % 2 == 0) {
                standing->ns[j] = standing->lengths[j] = standings->optima[j] = (double)NAN;
                standing->update_ns[j] = 1e6;
            } else if (entry >= DETOURS) {
                standing->ns[j] = times * (change == 1 ? 0.03 : 0.05);
                standing->first_ns[j] = times * (change == 1 ? 7e4 : 9e4);
            }
            standing->steady_ns[j] = *fr_standings_samples(standings, i, j) = standing->ns[j];
        }
}

static void check_map_figures(const cJSON *map, const char *name, double median,
                              const double bins[4][2])
{
    const cJSON *distances = member(map, "distances");
    assert_string_equal(member(map, "map")->valuestring, name);
    assert_number(map, "ns_median", median);
    assert_number(map, "ns_prepare", 1e6);
    assert_int_equal(cJSON_GetArraySize(distances), 4);
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 2; j++)
            assert_true(fabs(cJSON_GetArrayItem(cJSON_GetArrayItem(distances, i), j)->valuedouble -
                             bins[i][j]) < 1e-6);
}

/* Four groups by distance, the farthest third of the clicks against the nearest, the first query after a change and
 * the same query again. */
static void charts_get_figures_of_classes_distances_and_changes(void **state)
{
    (void)state;
    static const double bins[MAPS][4][2] = {{{200, 2e3}, {500, 5e3}, {800, 8e3}, {1100, 11e3}},
                                            {{200, 4e3}, {500, 25e3}, {800, 64e3}, {1100, 121e3}}};
    static struct field field;
    struct fr_evidence_course courses[MAPS];
    create_far(&field, courses);
    decide(&field);
    cJSON *document = fr_answer_json(&field.answer);
    const cJSON *ranking = member(document, "ranking");
    assert_int_equal(cJSON_GetArraySize(ranking), 2);
    for (int i = 0; i < 2; i++) {
        const cJSON *entry = cJSON_GetArrayItem(ranking, i);
        const cJSON *maps = member(entry, "maps"), *classes = member(entry, "classes");
        assert_int_equal(cJSON_GetArraySize(maps), MAPS);
        check_map_figures(cJSON_GetArrayItem(maps, 0), "first", 6500, bins[0]);
        check_map_figures(cJSON_GetArrayItem(maps, 1), "second", 42500, bins[1]);
        assert_int_equal(cJSON_GetArraySize(classes), 1); /* detours have figures of their own */
        assert_number(classes, "same", 0.08);             /* of 0.04 and 0.16 */
        assert_number(entry, "ns_first", 185e3);          /* of 70, 90, 280 and 360 us */
        assert_number(entry, "ns_again", 0.085);          /* of 0.03, 0.05, 0.12 and 0.2 */
        assert_number(entry, "far_near", 10.5 / 2.5);     /* on the second map it is 17 */
    }
    cJSON_Delete(document);
    release(&field);
}

/* All entries are clicks that count, on one map. */
static void charts_have_room_for_all_clicks(void **state)
{
    (void)state;
    for (size_t clicks = 1; clicks <= DETOURS; clicks++) {
        static struct field field;
        create(&field, 1, 1, clicks);
        struct fr_evidence_course course = {.map = "one", .count = clicks};
        field.evidence.courses = &course;
        field.evidence.course_count = field.evidence.maps = 1;
        decide(&field);
        cJSON *document = fr_answer_json(&field.answer);
        const cJSON *entry = cJSON_GetArrayItem(member(document, "ranking"), 0);
        assert_number(cJSON_GetArrayItem(member(entry, "maps"), 0), "ns_median", 1000);
        assert_number(entry, "far_near", clicks < 9 ? (double)NAN : 1);
        assert_number(entry, "ns_first", (double)NAN);
        cJSON_Delete(document);
        release(&field);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(maps_of_decisions_are_those_of_their_situations),
        cmocka_unit_test(the_document_holds_what_the_answer_holds),
        cmocka_unit_test(charts_get_figures_of_classes_distances_and_changes),
        cmocka_unit_test(charts_have_room_for_all_clicks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
