/* The answer of the page is that of `footrace answer`: the same sentences from the same rows, those of a
 * reference race. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <cjson/cJSON.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "build_paths.h"
#include "harness/commands/decision.h"
#include "harness/results/results.h"
#include "web/engine.h"
#include "web/page_answer.h"

#define ROWS "test_page_answer.jsonl" /* in the folder where the test runs */

enum { CLICKS = 70, LINE = 1 << 20 };

static int racer_of(const char *algo)
{
    for (int i = 0; fr_pathfinders[i]; i++)
        if (strcmp(fr_pathfinders[i]->name, algo) == 0)
            return i;
    return -1;
}

/* Whether a line is of a back end that a page of this build cannot race: those of a race that was
 * shipped may have gone since. */
static bool is_gone(const char *line)
{
    char algo[64];
    const char *found = strstr(line, "\"algo\":\"");
    return found && sscanf(found + 8, "%63[^\"]", algo) == 1 && racer_of(algo) < 0;
}

/* A row without the time in which the system ran others: a browser does not say it. */
static void put_undisturbed(const char *line, FILE *file)
{
    cJSON *row = cJSON_Parse(line);
    const cJSON *waited = cJSON_GetObjectItem(row, "waited");
    cJSON *played = cJSON_GetObjectItem(row, "played");
    assert_non_null(row);
    for (int i = 0; i < cJSON_GetArraySize(waited); i++) {
        cJSON *sample = cJSON_GetArrayItem(played, i), *wait = cJSON_GetArrayItem(waited, i);
        cJSON_SetNumberValue(sample, sample->valuedouble - wait->valuedouble);
        cJSON_SetNumberValue(wait, 0);
    }
    char *text = cJSON_PrintUnformatted(row);
    fprintf(file, "%s\n", text);
    cJSON_free(text);
    cJSON_Delete(row);
}

/* The first clicks of a race, without its end row. */
static void cut_race(const char *name)
{
    static char line[LINE];
    char path[1024];
    snprintf(path, sizeof path, FOOTRACE_SOURCE "/results/reference/every-%s.jsonl.gz", name);
    gzFile race = gzopen(path, "rb");
    FILE *file = fopen(ROWS, "w");
    assert_non_null(race);
    assert_non_null(file);
    while (gzgets(race, line, LINE)) {
        const char *click = strstr(line, "\"click\":");
        if (strstr(line, "\"kind\":\"end\"") || strstr(line, "\"kind\":\"path\"") ||
            is_gone(line) || (click && atoi(click + 8) >= CLICKS))
            continue;
        if (strstr(line, "\"waited\":["))
            put_undisturbed(line, file);
        else
            fputs(line, file);
    }
    gzclose(race);
    assert_int_equal(fclose(file), 0);
}

static void hand_prepare(const struct fr_prepare_row *row)
{
    const double first = isnan(row->ns_first) ? 0 : row->ns_first;
    assert_true(fr_web_rows_prepare(racer_of(row->algo), (int)row->round,
                                    (int)fr_recorded_reply_of(row).status, row->ns + first,
                                    (double)row->bytes, (double)row->peak_bytes));
}

static void hand_click(const struct fr_click_row *row)
{
    const struct fr_recorded_click told = fr_recorded_click_of(row);
    const double numbers[FR_WEB_ROW_NUMBERS] = {[FR_WEB_ROW_CLICK] = (double)row->click,
                                                [FR_WEB_ROW_START_X] = row->start.x,
                                                [FR_WEB_ROW_START_Y] = row->start.y,
                                                [FR_WEB_ROW_GOAL_X] = row->goal.x,
                                                [FR_WEB_ROW_GOAL_Y] = row->goal.y,
                                                [FR_WEB_ROW_CLASS] =
                                                    fr_click_class_named(row->class),
                                                [FR_WEB_ROW_STATUS] = told.reply.status,
                                                [FR_WEB_ROW_OUTCOME] = told.reply.answer.outcome,
                                                [FR_WEB_ROW_VERDICT] = told.judgement.verdict,
                                                [FR_WEB_ROW_LENGTH] = told.judgement.length,
                                                [FR_WEB_ROW_LEGAL] = row->valid_any_angle,
                                                [FR_WEB_ROW_OPTIMUM] = row->optimum,
                                                [FR_WEB_ROW_PLAYED] = row->ns_played,
                                                [FR_WEB_ROW_AFTER] = row->ns_after_event,
                                                [FR_WEB_ROW_EXCLUDED] = told.excluded,
                                                [FR_WEB_ROW_LOOKS] = row->looks_fault};
    assert_true(
        fr_web_rows_click(racer_of(row->algo), numbers, row->played.at, (int)row->played.count));
}

static void hand_rows(void)
{
    struct fr_race_rows race;
    struct fr_error error;
    assert_int_equal(fr_results_load(ROWS, &race, &error), FR_OK);
    assert_true(fr_web_rows_begin((int)race.run->rounds, (int)race.run->passes));
    for (size_t i = 0; i < race.counts[FR_ROW_PREPARE]; i++)
        hand_prepare(&race.prepare[i]);
    for (size_t i = 0; i < race.counts[FR_ROW_CLICK]; i++)
        hand_click(&race.click[i]);
    fr_race_rows_release(&race);
}

static void hold_sentences(const struct fr_final_answer *native, const cJSON *page)
{
    const cJSON *sentence = cJSON_GetObjectItem(page, "sentences")->child;
    char text[FR_ANSWER_TEXT];
    for (int i = FR_SHIP; i < FR_SENTENCES; i++, sentence = sentence->next) {
        fr_answer_sentence(native, (enum fr_sentence)i, text);
        assert_non_null(sentence);
        assert_string_equal(sentence->valuestring, text);
    }
    assert_string_equal(cJSON_GetObjectItem(page, "ship")->valuestring, fr_answer_ship(native));
}

static void hold_reasons(const struct fr_final_answer *native, const cJSON *page)
{
    int order[FR_MAX_RACERS];
    char reason[FR_ANSWER_TEXT];
    const cJSON *candidates = cJSON_GetObjectItem(page, "candidates");
    const int count = fr_answer_others(native, order);
    assert_int_equal(cJSON_GetArraySize(candidates), count);
    for (int i = 0; i < count; i++) {
        const cJSON *told = cJSON_GetArrayItem(candidates, i);
        fr_answer_reason(native, order[i], reason);
        assert_string_equal(cJSON_GetObjectItem(told, "algo")->valuestring,
                            native->evidence->racers.at[order[i]].algo);
        assert_string_equal(cJSON_GetObjectItem(told, "reason")->valuestring, reason);
    }
}

/* preferred: a quantity; -1: none. */
static void hold(int preferred)
{
    const char *const files[] = {ROWS};
    struct fr_decision *native;
    struct fr_situation situation;
    struct fr_error error;
    fr_situation_init(&situation);
    if (preferred >= 0)
        situation.preferences[situation.count++] = (enum fr_quantity)preferred;
    assert_int_equal(fr_decision_create(files, 1, fr_pathfinders, &situation, &native, &error),
                     FR_OK);
    hand_rows();
    cJSON *page = cJSON_Parse(fr_web_rows_answer(preferred, 0, 0, 0));
    assert_non_null(page);
    hold_sentences(&native->answer, page);
    hold_reasons(&native->answer, page);
    cJSON_Delete(page);
    fr_decision_release(native);
}

static void the_page_says_what_answer_says(void **state)
{
    (void)state;
    cut_race("adventure-150");
    hold(-1);
    hold(FR_MEMORY);
    hold(FR_CHANGE);
    assert_int_equal(remove(ROWS), 0);
}

static void rows_without_an_answer_get_a_sentence(void **state)
{
    const double numbers[FR_WEB_ROW_NUMBERS] = {0};
    (void)state;
    assert_true(fr_web_rows_begin(1, 1));
    assert_true(fr_web_rows_click(0, numbers, NULL, 0));
    assert_null(fr_web_rows_answer(-1, 0, 0, 0));
    assert_non_null(strstr(fr_web_text(), "without an earlier prepare row"));
    assert_true(fr_web_rows_prepare(0, 0, FR_REPLY_ANSWERED, 1, 1, 1));
    assert_true(fr_web_rows_click(0, numbers, NULL, 0));
    assert_null(fr_web_rows_answer(-1, 0, 0, 0));
    assert_non_null(strstr(fr_web_text(), "two rows"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_page_says_what_answer_says),
        cmocka_unit_test(rows_without_an_answer_get_a_sentence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
