#include "harness/race/optima.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "algorithms/front.h"
#include "harness/base/clock.h"
#include "harness/judge/validator.h"
#include "harness/sandbox/sandbox.h"
#include "maps/geometry/corners.h"

/* The computation of the optima of one course. */
struct survey {
    const struct fr_optimum_rules *rules;
    struct fr_racer racer;
    struct fr_sandbox_rules sandbox_rules;
    struct fr_sandbox sandbox;
    struct fr_map *map;             /* after the events so far */
    struct fr_validator *validator; /* of that map; NULL after an event, until needed */
    struct fr_path path;
    uint64_t begin_ns;
    struct fr_optima *optima;
    enum fr_status status;
};

void fr_optimum_rules_init(struct fr_optimum_rules *rules)
{
    *rules = (struct fr_optimum_rules){.pathfinder = fr_pathfinder_find("visgraph"),
                                       .options = "edges=levels",
                                       .seconds = FR_OPTIMUM_SECONDS,
                                       .memory_mb = FR_OPTIMUM_MB,
                                       .corners = FR_OPTIMUM_CORNERS};
}

/* Ends the survey with a reason; returns false, for the caller to return. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static bool
give_up(struct survey *survey, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(survey->optima->reason, sizeof survey->optima->reason, format, arguments);
    va_end(arguments);
    return false;
}

/* Ends the survey and the race: optima that the system refused resources for must not count as
 * unknown. */
static bool fail(struct survey *survey, enum fr_status status, const char *what)
{
    survey->status = status;
    return give_up(survey, "%s", what);
}

/* Remaining seconds of the budget. */
static double seconds_left(const struct survey *survey)
{
    return survey->rules->seconds - (double)(fr_clock_ns() - survey->begin_ns) / 1e9;
}

/* Whether time remains for the survey; if so, that time limits the next request. */
static bool has_time(struct survey *survey)
{
    const double left = seconds_left(survey);
    survey->sandbox_rules.timeout_s = left;
    return left > 0 || give_up(survey, "finding it took longer than %g s", survey->rules->seconds);
}

static bool has_few_corners(struct survey *survey)
{
    struct fr_corners *corners;
    if (fr_corners_create(survey->map, survey->optima->allocator, &corners) != FR_OK)
        return fail(survey, FR_NO_MEMORY, "not enough memory to count corners");
    const uint32_t count = corners->count;
    fr_corners_release(corners);
    return count <= survey->rules->corners ||
           give_up(survey, "the map has %u corners, more than %u", (unsigned)count,
                   (unsigned)survey->rules->corners);
}

/* Whether a request was answered; if not, records why. */
static bool was_answered(struct survey *survey, const struct fr_reply *reply)
{
    if (reply->status == FR_REPLY_ANSWERED)
        return true;
    if (reply->status == FR_REPLY_TIMEOUT)
        return give_up(survey, "finding it took longer than %g s", survey->rules->seconds);
    if (reply->status == FR_REPLY_STOPPED && !*survey->rules->stop)
        return fail(survey, FR_SYSTEM_ERROR, reply->reason);
    return give_up(survey, "%s %s", survey->racer.pathfinder->name, reply->reason);
}

/* Provides a sandbox and a validator for the current map. */
static bool make_ready(struct survey *survey)
{
    struct fr_reply reply;
    if (!survey->validator &&
        fr_validator_create(survey->map, survey->optima->allocator, &survey->validator) != FR_OK)
        return fail(survey, FR_NO_MEMORY, "not enough memory to judge paths");
    if (fr_sandbox_is_open(&survey->sandbox))
        return has_time(survey);
    if (!has_few_corners(survey) || !has_time(survey))
        return false;
    fr_sandbox_open(&survey->sandbox, &survey->racer, survey->map, &reply);
    if (reply.status == FR_REPLY_LOST)
        fr_sandbox_open(&survey->sandbox, &survey->racer, survey->map, &reply);
    return was_answered(survey, &reply) && has_time(survey);
}

/* Runs a query. A sandbox that was killed from outside is opened once more. Returns false
 * if the sandbox cannot be opened. */
static bool ask(struct survey *survey, struct fr_point start, struct fr_point goal,
                struct fr_reply *reply)
{
    for (int attempt = 0; attempt < 2; attempt++) {
        if (!make_ready(survey))
            return false;
        fr_sandbox_click(&survey->sandbox, FR_STEADY, start, goal, reply, &survey->path);
        if (reply->status != FR_REPLY_LOST)
            break;
    }
    return was_answered(survey, reply);
}

static bool measure(struct survey *survey, const struct fr_resolved_click *click, double *length)
{
    const struct fr_point start = fr_pixel_centre(click->start);
    const struct fr_point goal = fr_pixel_centre(click->goal);
    struct fr_reply reply;
    struct fr_judgement judgement;
    if (!fr_point_equal(start, click->from) || !fr_point_equal(goal, click->to))
        return true; /* an end lies on an edge of a drawing, where the mask's optimum does not
                      * apply */
    if (!ask(survey, start, goal, &reply))
        return false;
    if (reply.answer.outcome != FR_FOUND)
        return give_up(survey, "%s returned '%s' although there is a path",
                       survey->racer.pathfinder->name, fr_outcome_name(&reply));
    fr_validator_judge(survey->validator, FR_ANY_ANGLE, start, goal, FR_FOUND, &survey->path,
                       &judgement);
    if (judgement.verdict != FR_VERDICT_OK)
        return give_up(survey, "the path of %s is not legal: %.100s",
                       survey->racer.pathfinder->name, judgement.reason);
    *length = judgement.length;
    return true;
}

/* The yardstick updates after a change if it can; otherwise it is prepared again for the next
 * click. Edge walls end the survey. */
static bool carry_out(struct survey *survey, const struct fr_click *events, size_t count)
{
    struct fr_rect changed;
    struct fr_reply reply;
    fr_validator_release(survey->validator);
    survey->validator = NULL;
    for (size_t i = 0; i < count; i++)
        if (fr_click_apply(&events[i], survey->map, &changed) != FR_OK)
            return fail(survey, FR_NO_MEMORY, "not enough memory to apply an event");
    if (survey->map->wall_count > 0)
        return true;
    if (!survey->racer.pathfinder->update)
        fr_sandbox_close(&survey->sandbox);
    if (!fr_sandbox_is_open(&survey->sandbox))
        return true;
    if (!has_time(survey))
        return false;
    fr_sandbox_change(&survey->sandbox, events, (int)count, &reply);
    return reply.status == FR_REPLY_LOST || was_answered(survey, &reply);
}

static void measure_all(struct survey *survey, const struct fr_click_set *set,
                        const struct fr_resolved_click *resolved)
{
    bool going_on = true;
    size_t i = 0;
    while (i < set->count && !*survey->rules->stop) {
        const size_t events = fr_click_set_events(set, i);
        if (survey->map->wall_count > 0)
            going_on = give_up(survey, "the map has edge walls");
        else if (events > 0)
            going_on = carry_out(survey, &set->clicks[i], events);
        else if (resolved[i].answerable && resolved[i].reachable)
            going_on = measure(survey, &resolved[i], &survey->optima->lengths[i]);
        if (!going_on)
            break;
        i += events > 0 ? events : 1;
    }
    survey->optima->known_until = i;
    if (*survey->rules->stop)
        *survey->optima->reason = '\0';
}

/* Selects the yardstick and its limits. */
static bool choose_yardstick(struct survey *survey)
{
    const struct fr_optimum_rules *rules = survey->rules;
    struct fr_racer *racer = &survey->racer;
    char message[128];
    if (!rules->pathfinder)
        return give_up(survey, "this build has no exact back end");
    racer->pathfinder = rules->pathfinder;
    if (fr_options_parse(racer->pathfinder->options, racer->pathfinder->option_count,
                         rules->options, &racer->options, message, sizeof message) != FR_OK)
        return give_up(survey, "%s: %s", racer->pathfinder->name, message);
    fr_traits_of(racer->pathfinder, &racer->options, &racer->traits);
    survey->sandbox_rules = (struct fr_sandbox_rules){
        .timeout_s = rules->seconds,
        .memory_mb = rules->memory_mb,
        .unlimited_addresses = rules->unlimited_addresses,
        .stop = rules->stop,
    };
    return true;
}

enum fr_status fr_optima_create(const struct fr_optimum_rules *rules, const struct fr_map *map,
                                const struct fr_click_set *set,
                                const struct fr_resolved_click *resolved,
                                const struct fr_allocator *allocator, struct fr_optima *optima)
{
    struct survey survey = {.rules = rules, .begin_ns = fr_clock_ns(), .optima = optima};
    *optima = (struct fr_optima){.count = set->count, .allocator = allocator};
    optima->lengths = fr_allocate(allocator, set->count, sizeof *optima->lengths);
    if (set->count > 0 && !optima->lengths)
        return FR_NO_MEMORY;
    for (size_t i = 0; i < set->count; i++)
        optima->lengths[i] = (double)NAN;
    if (!(rules->seconds > 0) || !choose_yardstick(&survey))
        return FR_OK;
    if (fr_map_clone(map, allocator, &survey.map) != FR_OK) {
        fr_optima_release(optima);
        return FR_NO_MEMORY;
    }
    fr_sandbox_init(&survey.sandbox, &survey.sandbox_rules);
    fr_path_init(&survey.path, allocator);
    measure_all(&survey, set, resolved);
    fr_sandbox_release(&survey.sandbox);
    fr_path_release(&survey.path);
    fr_validator_release(survey.validator);
    fr_map_release(survey.map);
    if (survey.status != FR_OK)
        fr_optima_release(optima);
    return survey.status;
}

void fr_optima_release(struct fr_optima *optima)
{
    if (!optima->lengths)
        return;
    fr_deallocate(optima->allocator, optima->lengths, optima->count, sizeof *optima->lengths);
    optima->lengths = NULL;
}
