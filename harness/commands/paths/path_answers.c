#include "harness/commands/paths/path_query.h"

#include <math.h>
#include <stdio.h>

#include "harness/judge/optimum.h"
#include "harness/race/optima.h"
#include "harness/results/rows.h"
#include "harness/statistics/quantiles.h"

static void ask_for_expansions(struct fr_sandbox *sandbox, struct fr_point start,
                               struct fr_point goal, struct fr_path_answer *answer)
{
    struct fr_reply reply;
    fr_sandbox_click(sandbox, FR_PROBED, start, goal, &reply, NULL);
    const int64_t count = reply.answer.stats.expanded;
    if (reply.status == FR_REPLY_ANSWERED)
        fr_sandbox_trace(sandbox, start, goal, &reply, &answer->expanded);
    if (reply.status != FR_REPLY_ANSWERED)
        answer->reply = reply;
    const int64_t kept = (int64_t)answer->expanded.count;
    answer->expansions = (struct fr_expansions){&answer->expanded, count > kept ? count : kept};
}

enum { CALLS = 5 };

/* Repeats the query as played; if a repeat fails, the failure is the answer. */
static void time_answer(struct fr_sandbox *sandbox, struct fr_point start, struct fr_point goal,
                        struct fr_path_answer *answer)
{
    const uint64_t hash = answer->reply.answer.hash;
    double samples[CALLS] = {answer->reply.answer.ns};
    for (int i = 1; i < CALLS && answer->reply.status == FR_REPLY_ANSWERED; i++) {
        fr_sandbox_click(sandbox, FR_PLAYED, start, goal, &answer->reply, NULL);
        samples[i] = answer->reply.answer.ns;
        answer->contradicts = answer->contradicts || answer->reply.answer.hash != hash;
    }
    fr_sort(samples, CALLS);
    answer->ns = fr_median(samples, CALLS);
}

static void ask(struct fr_path_query *query, const struct fr_validator *validator, int index)
{
    const struct fr_racer *racer = &query->racers.at[index];
    struct fr_path_answer *answer = &query->answers[index];
    const struct fr_point start = fr_pixel_centre(query->click.start);
    const struct fr_point goal = fr_pixel_centre(query->click.goal);
    struct fr_sandbox sandbox;
    fr_sandbox_init(&sandbox, &query->rules);
    sandbox.reduction = query->report.reduction;
    fr_sandbox_open(&sandbox, racer, query->map, &answer->reply);
    if (answer->reply.status == FR_REPLY_ANSWERED)
        fr_sandbox_click(&sandbox, FR_PLAYED, start, goal, &answer->reply, &answer->path);
    if (answer->reply.status == FR_REPLY_ANSWERED)
        time_answer(&sandbox, start, goal, answer);
    if (answer->reply.status == FR_REPLY_ANSWERED && index == query->heated)
        ask_for_expansions(&sandbox, start, goal, answer);
    fr_sandbox_release(&sandbox);
    if (answer->reply.status != FR_REPLY_ANSWERED) {
        answer->path.count = 0;
        answer->judgement = (struct fr_judgement){.length = NAN, .turning = NAN, .turns = -1};
        return;
    }
    fr_validator_judge(validator, racer->traits.movement, start, goal, answer->reply.answer.outcome,
                       &answer->path, &answer->judgement);
    if (answer->contradicts)
        answer->judgement.verdict = FR_VERDICT_NONDETERMINISTIC;
}

enum fr_status fr_path_query_ask(struct fr_path_query *query, struct fr_error *error)
{
    struct fr_validator *validator;
    if (fr_validator_create(query->map, &fr_default_allocator, &validator) != FR_OK)
        return fr_fail(error, FR_NO_MEMORY, "%s: not enough memory to judge paths", query->spec);
    for (int i = 0; i < query->racers.count; i++) {
        fr_path_init(&query->answers[i].path, &fr_default_allocator);
        fr_path_init(&query->answers[i].expanded, &fr_default_allocator);
        ask(query, validator, i);
    }
    fr_validator_release(validator);
    return FR_OK;
}

enum fr_status fr_path_query_find_optimum(struct fr_path_query *query, struct fr_error *error)
{
    struct fr_click click = {
        .kind = FR_CLICK, .start = query->click.start, .goal = query->click.goal};
    const struct fr_click_set set = {.clicks = &click, .count = 1, .capacity = 1};
    struct fr_optimum_rules rules;
    struct fr_optima optima;
    fr_optimum_rules_init(&rules);
    rules.unlimited_addresses = query->rules.unlimited_addresses;
    rules.stop = query->rules.stop;
    if (fr_optima_create(&rules, query->map, &set, &query->click, &fr_default_allocator, &optima) !=
        FR_OK)
        return fr_fail(error, FR_NO_MEMORY, "%s: not enough memory", query->spec);
    query->optimum = optima.lengths[0];
    if (*optima.reason)
        fprintf(stderr, "footrace: path: %s: no optimum: %s\n", query->spec, optima.reason);
    fr_optima_release(&optima);
    return FR_OK;
}

bool fr_path_query_beats_optimum(const struct fr_path_query *query,
                                 const struct fr_path_answer *answer)
{
    return fr_optimum_beaten(answer->judgement.valid_any_angle, answer->judgement.length,
                             query->optimum);
}

const char *fr_path_answer_verdict(const struct fr_path_answer *answer)
{
    const char *name = fr_verdict_name(answer->judgement.verdict);
    return name ? name : "-";
}

double fr_path_answer_time(const struct fr_path_answer *answer)
{
    return answer->reply.status == FR_REPLY_ANSWERED ? answer->ns : (double)NAN;
}

const char *fr_path_answer_reason(const struct fr_path_query *query,
                                  const struct fr_path_answer *answer)
{
    if (fr_path_query_beats_optimum(query, answer))
        return "legal, yet shorter than the optimum: the judge or the optimum is wrong";
    return answer->reply.status == FR_REPLY_ANSWERED ? answer->judgement.reason
                                                     : answer->reply.reason;
}

void fr_path_query_release_answers(struct fr_path_query *query)
{
    for (int i = 0; i < query->racers.count; i++)
        if (query->answers[i].path.allocator) {
            fr_path_release(&query->answers[i].path);
            fr_path_release(&query->answers[i].expanded);
        }
}
