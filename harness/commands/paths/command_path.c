#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/answer/situation.h"
#include "harness/base/clock.h"
#include "harness/base/file_guard.h"
#include "harness/base/output.h"
#include "harness/commands/paths/path_query.h"
#include "harness/machine/machine.h"
#include "harness/racers/addresses.h"
#include "harness/results/rows.h"

#define FARTHEST 1000000000 /* pixels: how far outside a map a click may be, in each direction */
#define TIMEOUT_S 60        /* of a query: an algorithm as published takes up to 25 s on a trap */
#define MEMORY_MB 4096      /* of a back end */

static const struct fr_flag flags[] = {
    {"map", "M", false, true, "a bundled map's name or a file; options follow a colon"},
    {"from", "X,Y", false, true, "the start pixel; a pixel off the floor is moved onto it"},
    {"to", "X,Y", false, true, "the goal pixel"},
    {"algo", "A", true, true,
     "a back end, as [LABEL=]NAME[:OPTION=VALUE,...]; several, as NAME,NAME; or a set from "
     "'footrace list'"},
    {FR_RADIUS_FLAG},
    {FR_GATE_FLAG},
    {"png", FR_WRITES_FILE, false, false, "draw the paths on the mask"},
    {"heat", NULL, false, false,
     "also draw the expansions of the first back end that reports them"},
    {"json", FR_WRITES_FILE, false, false, "write outcomes and waypoints as JSON, - for stdout"},
    {"plugin", "SO", true, false,
     "a library with more back ends (algorithms/plugin.h), or a program that acts as a back end "
     "(guests/protocol.md)"},
    {"frame", "WxH", false, false,
     "size of the frame drawn before each query; 0x0: none (1920x1080)"},
    {NULL, NULL, false, false, NULL},
};

static const volatile sig_atomic_t never_stopped;

static enum fr_status read_pixel(const struct fr_arguments *arguments, const char *name,
                                 struct fr_pixel *pixel, struct fr_error *error)
{
    int64_t x, y;
    const enum fr_status status = fr_argument_pair(arguments, name, ',', &x, &y, error);
    if (status != FR_OK)
        return status;
    if (x < -FARTHEST || x > FARTHEST || y < -FARTHEST || y > FARTHEST)
        return fr_fail(error, FR_BAD_INPUT,
                       "--%s: '%s' found, expected at most %d in each direction", name,
                       fr_argument(arguments, name, 0), FARTHEST);
    *pixel = (struct fr_pixel){(int32_t)x, (int32_t)y};
    return FR_OK;
}

static void set_rules(struct fr_sandbox_rules *rules)
{
    struct fr_clock clock;
    struct fr_machine machine;
    fr_clock_measure(&clock);
    fr_machine_read(&machine);
    rules->timeout_s = TIMEOUT_S;
    rules->memory_mb = MEMORY_MB;
    rules->clock_ns = clock.cost_ns;
    rules->unlimited_addresses = machine.sanitized;
    rules->stop = &never_stopped;
}

/* Clamps the ends as a race does. */
static enum fr_status resolve(struct fr_path_query *query, struct fr_pixel from, struct fr_pixel to,
                              struct fr_error *error)
{
    struct fr_click click = {.kind = FR_CLICK, .start = from, .goal = to, .expect_grid8 = NAN};
    const struct fr_click_set set = {.clicks = &click, .count = 1, .capacity = 1};
    struct fr_resolved_click *resolved;
    if (fr_resolve(&set, query->map, FR_CLAMP_NEAREST, &fr_default_allocator, &resolved) != FR_OK)
        return fr_fail(error, FR_NO_MEMORY, "%s: not enough memory", query->spec);
    query->click = *resolved;
    fr_deallocate(&fr_default_allocator, resolved, 1, sizeof *resolved);
    if (!query->click.answerable)
        return fr_fail(error, FR_BAD_INPUT, "%s: no pixel is walkable; expected one to start from",
                       query->spec);
    const bool lost = true;
    if (query->point && !query->click.reachable &&
        fr_closed_corridors_find(query->point, query->map, query->report.agent, &query->click,
                                 &lost, 1, &fr_default_allocator, &query->corridors) != FR_OK)
        return fr_fail(error, FR_NO_MEMORY, "%s: not enough memory", query->spec);
    return FR_OK;
}

/* Reports before any work whether an output file can be written; `file` may be NULL. */
static enum fr_status check_writable(const char *flag, const char *file, struct fr_error *error)
{
    struct fr_output output;
    if (!file)
        return FR_OK;
    if (fr_output_open(file, &output, NULL) != FR_OK)
        return fr_fail(error, fr_status_of(errno),
                       "--%s %s: %s; expected a file that can be written", flag, file,
                       strerror(errno));
    fr_output_close(&output);
    return FR_OK;
}

/* Loads the map with the radius and, for the picture, the map for a point. */
static enum fr_status load(const struct fr_arguments *arguments, struct fr_path_query *query,
                           struct fr_error *error)
{
    const char *bundled = query->program->bundled;
    double radius_px = 0;
    enum fr_status status = fr_radius_read(arguments, &radius_px, error);
    if (status == FR_OK)
        status = fr_mask_spec(fr_argument(arguments, "map", 0), radius_px, arguments, query->spec,
                              sizeof query->spec, error);
    if (status != FR_OK)
        return status;
    status = fr_map_load(query->spec, bundled, &fr_default_allocator, &query->map, &query->report,
                         error);
    if (status == FR_OK && query->report.agent.radius > 0)
        status = fr_map_load_for_point(query->spec, bundled, &fr_default_allocator, &query->point,
                                       error);
    return status;
}

static enum fr_status prepare(const struct fr_arguments *arguments, struct fr_path_query *query,
                              struct fr_error *error)
{
    struct fr_pixel from = {0, 0}, to = {0, 0};
    enum fr_status status = read_pixel(arguments, "from", &from, error);
    if (status == FR_OK)
        status = read_pixel(arguments, "to", &to, error);
    if (status == FR_OK)
        status = fr_frame_read(arguments, &query->frame, error);
    set_rules(&query->rules);
    fr_frame_use(&query->frame, &query->rules);
    if (status == FR_OK)
        status = fr_plugins_read(&query->plugins, query->program->pathfinders, arguments, error);
    for (int i = 0; i < fr_argument_count(arguments, "algo") && status == FR_OK; i++)
        status = fr_racers_add(&query->racers, query->plugins.list.at,
                               fr_argument(arguments, "algo", i), error);
    if (status == FR_OK)
        status = fr_path_query_choose_heat(arguments, query, error);
    if (status == FR_OK)
        status = check_writable("png", fr_argument(arguments, "png", 0), error);
    if (status == FR_OK)
        status = check_writable("json", fr_argument(arguments, "json", 0), error);
    if (status == FR_OK)
        status = load(arguments, query, error);
    if (status == FR_OK)
        status = fr_path_query_check_reduction(query, error);
    return status == FR_OK ? resolve(query, from, to, error) : status;
}

/* Writes pictures and documents first, so that a table on stdout means that everything
 * succeeded. */
static enum fr_status hand_out(const struct fr_arguments *arguments,
                               const struct fr_path_query *query, struct fr_error *error)
{
    const char *json = fr_argument(arguments, "json", 0);
    enum fr_status status = fr_path_query_draw(arguments, query, error);
    if (status == FR_OK && json)
        status = fr_path_query_write_json(query, json, error);
    if (status == FR_OK && !(json && strcmp(json, "-") == 0))
        fr_path_query_print(query);
    return status;
}

static bool any_fault(const struct fr_path_query *query)
{
    for (int i = 0; i < query->racers.count; i++)
        if (fr_path_query_beats_optimum(query, &query->answers[i]) ||
            (!query->racers.at[i].traits.expected_faults &&
             fr_is_fault(&query->answers[i].reply, &query->answers[i].judgement)))
            return true;
    return false;
}

static enum fr_exit run(const struct fr_program *program, const struct fr_arguments *arguments)
{
    struct fr_error error = {"not enough memory", FR_NO_MEMORY};
    struct fr_path_query *query = calloc(1, sizeof *query);
    if (!query)
        return fr_report_error(program, &error);
    query->program = program;
    enum fr_status status = prepare(arguments, query, &error);
    if (status == FR_OK)
        status = fr_path_query_find_optimum(query, &error);
    if (status == FR_OK)
        status = fr_path_query_ask(query, &error);
    if (status == FR_OK)
        status = hand_out(arguments, query, &error);
    const bool fault = any_fault(query);
    fr_path_query_release_answers(query);
    fr_map_release(query->map);
    fr_map_release(query->point);
    fr_plugins_release(&query->plugins);
    fr_frame_release(&query->frame);
    free(query);
    if (status != FR_OK)
        return fr_report_error(program, &error);
    return fault ? FR_EXIT_FAULT : FR_EXIT_DONE;
}

const struct fr_command fr_command_path = {
    .name = "path",
    .group = "Race",
    .words = "",
    .summary = "Finds one path with one or more back ends, and draws it.",
    .flags = flags,
    .first_flags = 8,
    .least_words = 0,
    .most_words = 0,
    .run = run,
};
