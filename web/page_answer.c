#include "web/page_answer.h"

#include "algorithms/front.h"
#include "harness/answer/answer.h"
#include "harness/answer/regions.h"
#include "web/page_text.h"

#define MAP "the room"
#define CLICKS "the page's clicks"

static struct {
    struct fr_race_rows race;
    struct fr_error error;
} rows;

static bool succeeds(enum fr_status status)
{
    if (status == FR_OK)
        return true;
    fr_page_begin();
    fr_page_put("%s", rows.error.text);
    return false;
}

static bool add(const struct fr_row *row)
{
    bool repeated;
    return succeeds(fr_race_rows_add(&rows.race, row, &repeated) == FR_OK
                        ? FR_OK
                        : fr_fail(&rows.error, FR_NO_MEMORY, "not enough memory for the rows"));
}

bool fr_web_rows_begin(int rounds, int passes)
{
    struct fr_row run, map;
    fr_race_rows_release(&rows.race);
    rows.race.name = "this page";
    fr_row_clear(&run, FR_ROW_RUN);
    run.run.rounds = rounds;
    run.run.passes = passes;
    fr_row_clear(&map, FR_ROW_MAP);
    map.map.map = map.map.file = MAP;
    map.map.hash = "";
    return add(&run) && add(&map);
}

bool fr_web_rows_prepare(int racer, int round, int status, double ns, double bytes,
                         double peak_bytes)
{
    const struct fr_pathfinder *pathfinder = fr_pathfinders[racer];
    const struct fr_reply reply = {.status = (enum fr_reply_status)status};
    struct fr_option_values values;
    struct fr_traits traits;
    struct fr_row row;
    char options[512];
    fr_options_default(pathfinder->options, pathfinder->option_count, &values);
    fr_options_format(pathfinder->options, pathfinder->option_count, &values, options,
                      sizeof options);
    fr_traits_of(pathfinder, &values, &traits);
    fr_row_clear(&row, FR_ROW_PREPARE);
    row.prepare.map = MAP;
    row.prepare.algo = row.prepare.name = pathfinder->name;
    row.prepare.label = pathfinder->label;
    row.prepare.options = options;
    row.prepare.movement = fr_movement_name(traits.movement);
    row.prepare.candidate = pathfinder->candidate && !traits.expected_faults;
    row.prepare.expected_faults = traits.expected_faults;
    row.prepare.round = round;
    row.prepare.outcome = reply.status == FR_REPLY_ANSWERED ? "ok" : fr_outcome_name(&reply);
    row.prepare.ns = ns;
    row.prepare.bytes = (int64_t)bytes;
    row.prepare.peak_bytes = (int64_t)peak_bytes;
    return add(&row);
}

static struct fr_pixel pixel_of(const double *xy)
{
    return (struct fr_pixel){(int32_t)xy[0], (int32_t)xy[1]};
}

bool fr_web_rows_click(int racer, const double *numbers, const double *played, int played_count)
{
    const struct fr_reply reply = {.status = (enum fr_reply_status)numbers[FR_WEB_ROW_STATUS],
                                   .answer.outcome = (enum fr_outcome)numbers[FR_WEB_ROW_OUTCOME]};
    struct fr_row row;
    fr_row_clear(&row, FR_ROW_CLICK);
    row.click.map = MAP;
    row.click.clicks = CLICKS;
    row.click.algo = fr_pathfinders[racer]->name;
    row.click.click = (int64_t)numbers[FR_WEB_ROW_CLICK];
    row.click.start = pixel_of(&numbers[FR_WEB_ROW_START_X]);
    row.click.goal = pixel_of(&numbers[FR_WEB_ROW_GOAL_X]);
    row.click.class = fr_click_class_name((enum fr_click_class)numbers[FR_WEB_ROW_CLASS]);
    row.click.outcome = fr_outcome_name(&reply);
    row.click.verdict = fr_verdict_name((enum fr_verdict)numbers[FR_WEB_ROW_VERDICT]);
    row.click.length = numbers[FR_WEB_ROW_LENGTH];
    row.click.valid_any_angle = (int)numbers[FR_WEB_ROW_LEGAL];
    row.click.optimum = numbers[FR_WEB_ROW_OPTIMUM];
    row.click.looks_fault = (int)numbers[FR_WEB_ROW_LOOKS];
    row.click.ns_played = numbers[FR_WEB_ROW_PLAYED];
    row.click.ns_after_event = numbers[FR_WEB_ROW_AFTER];
    if (numbers[FR_WEB_ROW_EXCLUDED] > 0)
        row.click.excluded =
            fr_exclusion_name((enum fr_exclusion)(int)numbers[FR_WEB_ROW_EXCLUDED]);
    row.click.played = (struct fr_numbers){played, (size_t)played_count};
    return add(&row);
}

bool fr_web_rows_update(int racer, int click, int round, bool fresh, int status, double ns,
                        int survives)
{
    const struct fr_reply reply = {.status = (enum fr_reply_status)status};
    struct fr_row row;
    fr_row_clear(&row, FR_ROW_UPDATE);
    row.update.map = MAP;
    row.update.clicks = CLICKS;
    row.update.algo = fr_pathfinders[racer]->name;
    row.update.click = click;
    row.update.round = round;
    row.update.event = "";
    row.update.fresh = fresh;
    row.update.outcome = reply.status == FR_REPLY_ANSWERED ? "ok" : fr_outcome_name(&reply);
    row.update.ns = ns;
    row.update.survives = survives;
    return add(&row);
}

static void put_candidate(const struct fr_final_answer *answer, int racer)
{
    char reason[FR_ANSWER_TEXT];
    fr_answer_reason(answer, racer, reason);
    fr_page_put("{");
    fr_page_put_string("algo", answer->evidence->racers.at[racer].algo);
    fr_page_put_string("place", fr_place_name(answer->places[racer]));
    fr_page_put("\"reason\":");
    fr_page_put_quoted(reason);
    fr_page_put("}");
}

static void put_region_row(const struct fr_final_answer *answer, const struct fr_regions *regions,
                           const struct fr_region_row *row)
{
    const struct fr_region_piece *at = regions->regions + row->first;
    fr_page_put("{\"slow\":%.6g,\"until\":[", row->slow);
    for (int i = 0; i < row->count; i++)
        fr_page_put("%s%.6g", i ? "," : "", at[i].until);
    fr_page_put("],\"leads\":[");
    for (int i = 0; i < row->count; i++) {
        fr_page_put("%s", i ? "," : "");
        fr_page_put_quoted(answer->evidence->racers.at[at[i].leads].algo);
    }
    fr_page_put("]}");
}

static void put_regions(const struct fr_final_answer *answer, const struct fr_regions *regions)
{
    const double *thresholds = answer->situation->thresholds;
    fr_page_put(",\"regions\":{\"at\":[%.6g,%.6g],\"load\":[%.6g,%.6g],\"slow\":[%.6g,%.6g],"
                "\"rows\":[",
                thresholds[FR_LOAD], thresholds[FR_SLOW], regions->load[0], regions->load[1],
                regions->slow[0], regions->slow[1]);
    for (int i = 0; i < regions->row_count; i++) {
        fr_page_put("%s", i ? "," : "");
        put_region_row(answer, regions, &regions->rows[i]);
    }
    fr_page_put("]}");
}

static void put_answer(const struct fr_final_answer *answer, const struct fr_regions *regions)
{
    int order[FR_MAX_RACERS];
    char sentence[FR_ANSWER_TEXT];
    const int count = fr_answer_others(answer, order);
    fr_page_begin();
    fr_page_put("{");
    if (fr_answer_ship(answer))
        fr_page_put_string("ship", fr_answer_ship(answer));
    fr_page_put("\"settled\":%s,\"sentences\":[", answer->settled ? "true" : "false");
    for (int i = FR_SHIP; i < FR_SENTENCES; i++) {
        fr_answer_sentence(answer, (enum fr_sentence)i, sentence);
        fr_page_put("%s", *sentence && i > FR_SHIP ? "," : "");
        if (*sentence)
            fr_page_put_quoted(sentence);
    }
    fr_page_put("],\"candidates\":[");
    for (int i = 0; i < count; i++) {
        fr_page_put("%s", i ? "," : "");
        put_candidate(answer, order[i]);
    }
    fr_page_put("]");
    put_regions(answer, regions);
    fr_page_put("}");
}

const char *fr_web_rows_answer(int preferred, int untried, double load_ns, double slow_ns)
{
    static struct fr_evidence evidence;
    static struct fr_final_answer answer;
    struct fr_situation situation;
    struct fr_regions regions;
    fr_situation_init(&situation);
    if (preferred >= 0)
        situation.preferences[situation.count++] = (enum fr_quantity)preferred;
    if (load_ns > 0)
        situation.thresholds[FR_LOAD] = load_ns;
    if (slow_ns > 0)
        situation.thresholds[FR_SLOW] = slow_ns;
    if (!succeeds(fr_evidence_gather(&rows.race, 1, fr_pathfinders, &evidence, &rows.error)))
        return NULL;
    bool decided = succeeds(fr_answer_decide(&evidence, &situation, &answer, &rows.error));
    if (decided) {
        fr_answer_set_untried(&answer, untried);
        decided = fr_regions_create(&answer, &situation, &regions) == FR_OK ||
                  fr_page_fail("not enough memory for the map of decisions");
        if (decided) {
            put_answer(&answer, &regions);
            fr_regions_release(&regions);
        }
        fr_answer_release(&answer);
    }
    fr_evidence_release(&evidence);
    return decided ? fr_page_text() : NULL;
}
