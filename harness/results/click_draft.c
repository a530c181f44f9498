#include "harness/results/click_draft.h"

#include <math.h>
#include <stdio.h>

#include "harness/judge/optimum.h"

#define LOST_TO_AGENT "the character cannot reach the goal; a point can"

static const char *text_or_null(const char *text)
{
    return text && *text ? text : NULL;
}

static void add_click_facts(struct fr_click_row *row, const struct fr_click_facts *facts)
{
    static const char *const clamped[] = {"none", "start", "goal", "both"};
    const struct fr_resolved_click *resolved = &facts->course->resolved[facts->click];
    row->map = facts->course->name;
    row->clicks = facts->course->clicks;
    row->algo = facts->racer->algo;
    row->click = (int64_t)facts->click;
    row->run = 0;
    row->tag = facts->course->set.clicks[facts->click].tag;
    row->start = resolved->start;
    row->goal = resolved->goal;
    row->class = fr_click_class_name(facts->class);
    row->after_event = facts->after_event;
    row->clamped = clamped[resolved->start_clamped + 2 * resolved->goal_clamped];
    row->enabled = facts->enabled;
}

static void add_path_facts(struct fr_click_row *row, const struct fr_judgement *judgement,
                           size_t points)
{
    row->length = judgement->length;
    row->straight = judgement->straight;
    row->diagonal = judgement->diagonal;
    row->points = (int64_t)points;
    row->turning = judgement->turning;
    row->turns = judgement->turns;
    row->wall_depth = judgement->wall_depth;
    row->wall_length = judgement->wall_length;
}

static void add_looks(struct fr_click_row *row, const struct fr_looks *looks)
{
    const bool known = !isnan(looks->hugging) && looks->zigzags >= 0;
    row->hugging = looks->hugging;
    row->sharp_turns = looks->sharp_turns;
    row->zigzags = looks->zigzags;
    row->looks_fault = known ? fr_looks_faulty(looks) : -1;
}

void fr_click_draft(const struct fr_click_facts *facts, struct fr_row *draft)
{
    const struct fr_reply *reply = facts->reply;
    const struct fr_judgement *judgement = facts->judgement;
    const bool lost = facts->course->lost && facts->course->lost[facts->click];
    struct fr_click_row *row = &draft->click;
    fr_row_clear(draft, FR_ROW_CLICK);
    add_click_facts(row, facts);
    row->outcome = reply ? fr_outcome_name(reply) : "unreachable";
    row->verdict = judgement ? fr_verdict_name(judgement->verdict) : NULL;
    row->reason = text_or_null(judgement && *judgement->reason ? judgement->reason
                               : lost                          ? LOST_TO_AGENT
                               : reply                         ? reply->reason
                                                               : "no pixel of the map is walkable");
    row->steady_passes = 0;
    if (facts->points > 0 && judgement)
        add_path_facts(row, judgement, facts->points);
    if (reply && reply->status == FR_REPLY_ANSWERED && reply->answer.outcome == FR_FOUND &&
        judgement && judgement->any_angle)
        row->valid_any_angle = judgement->valid_any_angle;
    if (reply && reply->status == FR_REPLY_ANSWERED) {
        row->ns_outside = reply->answer.ns_outside;
        row->ns_empty = reply->answer.ns_empty;
        row->moved = reply->answer.moved;
    }
    row->optimum = facts->optimum;
    row->ratio = fr_optimum_ratio(row->length, facts->optimum);
    if (facts->looks)
        add_looks(row, facts->looks);
}

void fr_click_draft_fail(struct fr_row *draft, const struct fr_reply *reply)
{
    static const struct fr_judgement nothing = {.length = (double)NAN,
                                                .straight = -1,
                                                .diagonal = -1,
                                                .turning = (double)NAN,
                                                .turns = -1,
                                                .wall_depth = (double)NAN,
                                                .wall_length = (double)NAN};
    static const struct fr_looks unknown = {(double)NAN, -1, -1};
    struct fr_click_row *row = &draft->click;
    row->outcome = fr_outcome_name(reply);
    row->reason = text_or_null(reply->reason);
    row->verdict = NULL;
    row->valid_any_angle = -1;
    row->ratio = (double)NAN;
    add_path_facts(row, &nothing, 0);
    row->points = -1;
    add_looks(row, &unknown);
}

void fr_click_draft_disbelieve(struct fr_row *draft, const struct fr_answer *answer,
                               char reason[FR_LONGEST_DOUBT])
{
    snprintf(reason, FR_LONGEST_DOUBT,
             "reported %.1f µs; it took %.1f µs by our clock (an empty reply: %.1f µs)",
             answer->ns / 1e3, answer->ns_outside / 1e3, answer->ns_empty / 1e3);
    draft->click.verdict = fr_verdict_name(FR_VERDICT_CLOCK);
    draft->click.reason = reason;
}

void fr_click_draft_contradict(struct fr_row *draft)
{
    draft->click.verdict = fr_verdict_name(FR_VERDICT_NONDETERMINISTIC);
    draft->click.reason = "different paths for the same query";
}

static void add_work(struct fr_click_row *row, const struct fr_click_times *times)
{
    const double *ns = times->ns_phases;
    row->ns_precheck = ns[FR_PHASE_PRECHECK];
    row->ns_clear = ns[FR_PHASE_CLEAR];
    row->ns_isovist = ns[FR_PHASE_ISOVIST];
    row->ns_search = ns[FR_PHASE_SEARCH];
    row->ns_trace = ns[FR_PHASE_TRACE];
    row->ns_simplify = ns[FR_PHASE_SIMPLIFY];
    row->ns_forward = ns[FR_PHASE_FORWARD];
    row->ns_reverse = ns[FR_PHASE_REVERSE];
    row->ns_smooth = ns[FR_PHASE_SMOOTH];
    row->expanded = times->stats.expanded;
    row->generated = times->stats.generated;
    row->cleared = times->stats.cleared;
    row->sight_checks = times->stats.sight_checks;
}

void fr_click_draft_finish(struct fr_row *draft, const struct fr_click_times *times,
                           enum fr_caching caching, enum fr_exclusion excluded)
{
    const size_t samples = (size_t)times->rounds * (size_t)times->passes;
    struct fr_click_figures figures;
    struct fr_click_row *row = &draft->click;
    if (caching != FR_CACHING_UNKNOWN)
        row->remembers = caching != FR_CACHING_NONE;
    if (excluded != FR_EXCLUDED_NOT)
        row->excluded = fr_exclusion_name(excluded);
    if (!times->played)
        return;
    fr_click_times_figures(times, caching > FR_CACHING_NONE, &figures);
    row->ns_played = figures.ns_played;
    row->ns_steady = figures.ns_steady;
    row->ns_after_event = figures.ns_after_event;
    row->played = (struct fr_numbers){times->played, samples};
    if (times->interrupted)
        row->waited = (struct fr_numbers){times->waited, samples};
    row->steady = (struct fr_numbers){times->steady, samples};
    row->steady_passes = figures.steady_passes;
    row->page_faults = times->page_faults;
    add_work(row, times);
}
