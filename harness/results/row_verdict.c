#include "harness/results/row_verdict.h"

#include <string.h>

#include "harness/judge/optimum.h"

static bool is(const char *word, const char *expected)
{
    return word && strcmp(word, expected) == 0;
}

/* Whether the outcome of a preparation, an update or a query is a failure. */
static bool is_failure(const char *outcome)
{
    return is(outcome, "limit") || is(outcome, "timeout") || is(outcome, "crash") ||
           is(outcome, "memory");
}

static enum fr_verdict verdict_of(const char *verdict)
{
    for (int v = FR_VERDICT_OK; v < FR_VERDICTS; v++)
        if (is(verdict, fr_verdict_name((enum fr_verdict)v)))
            return (enum fr_verdict)v;
    return FR_VERDICT_NONE;
}

bool fr_click_row_is_fault(const struct fr_click_row *row)
{
    const char *back = row->outcome_back; /* older files: of the query from goal to start */
    return is_failure(row->outcome) ||
           (row->verdict && !fr_verdict_passes(verdict_of(row->verdict))) ||
           (back && !is(back, "ok") && !is(back, "lost"));
}

bool fr_click_row_beats_optimum(const struct fr_click_row *row)
{
    return fr_optimum_beaten(row->valid_any_angle == 1, row->length, row->optimum);
}

bool fr_row_fails(const struct fr_row *row)
{
    if (row->kind == FR_ROW_PREPARE)
        return is_failure(row->prepare.outcome);
    if (row->kind == FR_ROW_UPDATE)
        return is_failure(row->update.outcome);
    return row->kind == FR_ROW_CLICK &&
           (fr_click_row_is_fault(&row->click) || fr_click_row_beats_optimum(&row->click));
}

void fr_row_totals_add(struct fr_row_totals *totals, const struct fr_row *row, bool expected)
{
    const bool click = row->kind == FR_ROW_CLICK, fails = fr_row_fails(row);
    const bool ours = click && fr_click_row_beats_optimum(&row->click);
    totals->rows++;
    totals->clicks += click;
    totals->found += click && is(row->click.outcome, "found");
    totals->expected_faults += fails && expected && !ours;
    totals->faults += fails && !(expected && !ours);
}

static enum fr_reply_status status_of(const char *outcome)
{
    static const char *const names[] = {[FR_REPLY_UNSUPPORTED] = "unsupported",
                                        [FR_REPLY_TIMEOUT] = "timeout",
                                        [FR_REPLY_CRASH] = "crash",
                                        [FR_REPLY_MEMORY] = "memory",
                                        [FR_REPLY_LOST] = "lost"};
    for (int status = FR_REPLY_UNSUPPORTED; status <= FR_REPLY_LOST; status++)
        if (is(outcome, names[status]))
            return (enum fr_reply_status)status;
    return FR_REPLY_ANSWERED;
}

static enum fr_outcome outcome_of(const char *outcome)
{
    return is(outcome, "found")         ? FR_FOUND
           : is(outcome, "unreachable") ? FR_UNREACHABLE
           : is(outcome, "limit")       ? FR_LIMIT
                                        : FR_NONE;
}

struct fr_recorded_click fr_recorded_click_of(const struct fr_click_row *row)
{
    const enum fr_reply_status status = status_of(row->outcome);
    return (struct fr_recorded_click){
        .reply = {.status = status, .peak_bytes = -1, .answer.outcome = outcome_of(row->outcome)},
        .judgement = {.verdict = verdict_of(row->verdict),
                      .length = row->length,
                      .any_angle = row->valid_any_angle >= 0,
                      .valid_any_angle = row->valid_any_angle == 1},
        .answered = status == FR_REPLY_ANSWERED,
        .excluded = row->excluded         ? fr_exclusion_of(row->excluded)
                    : row->remembers == 1 ? FR_EXCLUDED_CACHES
                                          : FR_EXCLUDED_NOT};
}

struct fr_reply fr_recorded_reply_of(const struct fr_prepare_row *row)
{
    return (struct fr_reply){.status = status_of(row->outcome),
                             .ns = row->ns,
                             .ns_first = row->ns_first,
                             .ns_load = row->ns_load,
                             .saved_bytes = row->saved_bytes,
                             .live_bytes = row->bytes,
                             .peak_bytes = row->peak_bytes};
}

struct fr_reply fr_recorded_update_of(const struct fr_update_row *row)
{
    return (struct fr_reply){.status = status_of(row->outcome), .ns = row->ns};
}
