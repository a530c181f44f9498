#include "web/page_answer.h"

#include <math.h>

#include "algorithms/pathfinder.h"
#include "harness/answer/answer.h"
#include "harness/answer/gathering.h"
#include "web/page_text.h"

#define MAP "the room"
#define CLICKS "the page's clicks"

static struct {
    struct fr_gathering *gathering; /* NULL: no rows */
    struct fr_error error;
} rows;

static bool tell(enum fr_status status)
{
    if (status == FR_OK)
        return true;
    fr_page_begin();
    fr_page_put("%s", rows.error.text);
    return false;
}

bool fr_web_rows_begin(int rounds, int passes)
{
    fr_gathering_release(rows.gathering);
    rows.gathering = NULL;
    if (!tell(fr_gathering_create(fr_pathfinders, &rows.error, &rows.gathering)))
        return false;
    fr_gathering_begin(rows.gathering, "this page");
    fr_gathering_run(rows.gathering, rounds, passes);
    return tell(fr_gathering_map(rows.gathering, MAP, MAP, ""));
}

bool fr_web_rows_prepare(int racer, int status, double ns, double bytes, double peak_bytes)
{
    const struct fr_pathfinder *pathfinder = fr_pathfinders[racer];
    struct fr_option_values values;
    struct fr_traits traits;
    char options[512];
    fr_options_default(pathfinder->options, pathfinder->option_count, &values);
    fr_options_format(pathfinder->options, pathfinder->option_count, &values, options,
                      sizeof options);
    pathfinder->describe(&values, &traits);
    const struct fr_gathered_prepare row = {.map = MAP,
                                            .algo = pathfinder->name,
                                            .name = pathfinder->name,
                                            .label = pathfinder->label,
                                            .options = options,
                                            .movement = traits.movement,
                                            .candidate =
                                                pathfinder->candidate && !traits.expected_faults,
                                            .reply = {.status = (enum fr_reply_status)status,
                                                      .ns = ns,
                                                      .live_bytes = (int64_t)bytes,
                                                      .peak_bytes = (int64_t)peak_bytes}};
    return tell(fr_gathering_prepare(rows.gathering, &row));
}

bool fr_web_rows_click(int racer, const double *row, const double *played, int played_count)
{
    const enum fr_reply_status status = (enum fr_reply_status)row[FR_WEB_ROW_STATUS];
    const struct fr_gathered_click taken = {
        .map = MAP,
        .clicks = CLICKS,
        .algo = fr_pathfinders[racer]->name,
        .click = (size_t)row[FR_WEB_ROW_CLICK],
        .class = (enum fr_click_class)row[FR_WEB_ROW_CLASS],
        .played = played,
        .played_count = (size_t)played_count,
        .told = {.reply = {.status = status,
                           .peak_bytes = -1,
                           .answer.outcome = (enum fr_outcome)row[FR_WEB_ROW_OUTCOME]},
                 .judgement = {.verdict = (enum fr_verdict)row[FR_WEB_ROW_VERDICT],
                               .length = row[FR_WEB_ROW_LENGTH],
                               .any_angle = row[FR_WEB_ROW_LEGAL] >= 0,
                               .valid_any_angle = row[FR_WEB_ROW_LEGAL] > 0},
                 .answered = status == FR_REPLY_ANSWERED,
                 .optimum = row[FR_WEB_ROW_OPTIMUM],
                 .ns_played = row[FR_WEB_ROW_PLAYED],
                 .ns_after_event = (double)NAN,
                 .remembers = row[FR_WEB_ROW_REMEMBERS] > 0,
                 .start = {(int32_t)row[FR_WEB_ROW_START_X], (int32_t)row[FR_WEB_ROW_START_Y]},
                 .goal = {(int32_t)row[FR_WEB_ROW_GOAL_X], (int32_t)row[FR_WEB_ROW_GOAL_Y]}}};
    return tell(fr_gathering_click(rows.gathering, &taken));
}

static void put_candidate(const struct fr_final_answer *answer, int racer)
{
    char reason[FR_ANSWER_TEXT];
    fr_answer_reason(answer, racer, reason);
    fr_page_put("{");
    fr_page_put_string("algo", answer->evidence->racers.at[racer].algo);
    fr_page_put_string("place", fr_place_name(answer->choice.places[racer]));
    fr_page_put("\"reason\":");
    fr_page_put_quoted(reason);
    fr_page_put("}");
}

static void put_answer(const struct fr_final_answer *answer)
{
    int order[FR_MAX_RACERS];
    char sentence[FR_ANSWER_TEXT];
    const int count = fr_answer_rivals(answer, order);
    fr_page_begin();
    fr_page_put("{");
    if (fr_answer_ship(answer))
        fr_page_put_string("ship", fr_answer_ship(answer));
    fr_page_put("\"settled\":%s,\"sentences\":[", answer->settled ? "true" : "false");
    for (int i = FR_SHIP; i < FR_SENTENCES; i++) {
        fr_answer_sentence(answer, (enum fr_answer_sentence)i, sentence);
        fr_page_put("%s", *sentence && i > FR_SHIP ? "," : "");
        if (*sentence)
            fr_page_put_quoted(sentence);
    }
    fr_page_put("],\"candidates\":[");
    for (int i = 0; i < count; i++) {
        fr_page_put("%s", i ? "," : "");
        put_candidate(answer, order[i]);
    }
    fr_page_put("]}");
}

const char *fr_web_rows_answer(int preferred, int untried)
{
    static struct fr_evidence evidence;
    static struct fr_final_answer answer;
    struct fr_situation situation;
    fr_situation_init(&situation);
    situation.preferences[0] = (enum fr_preference)preferred;
    if (!tell(fr_gathering_finish(rows.gathering, &evidence)))
        return NULL;
    const bool decided = tell(fr_answer_decide(&evidence, &situation, &answer, &rows.error));
    if (decided) {
        fr_answer_set_untried(&answer, untried);
        put_answer(&answer);
    }
    fr_evidence_release(&evidence);
    return decided ? fr_page_text() : NULL;
}
