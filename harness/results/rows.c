#include "harness/results/rows.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "harness/base/output.h"
#include "harness/base/utf8.h"
#include "harness/machine/disturbances.h"
#include "harness/machine/quiet_core.h"
#include "harness/results/row_verdict.h"
#include "harness/sandbox/execute.h"
#include "harness/sandbox/racer_plugin.h"

#define FORMAT_VERSION "footrace-results/1"

void fr_rows_init(struct fr_rows *rows, FILE *file)
{
    *rows =
        (struct fr_rows){.file = file, .named = !fr_output_lost(file), .begin_ns = fr_clock_ns()};
    fr_cpu_times_read(&rows->cpu_times);
}

void fr_rows_continue(struct fr_rows *rows, const struct fr_record *record)
{
    rows->totals = record->rows.totals;
    rows->identity = record->identity;
}

const char *fr_rows_trouble(const struct fr_rows *rows)
{
    return rows->lost ? rows->lost : rows->error ? strerror(rows->error) : NULL;
}

char *fr_row_line(const struct fr_row *row)
{
    struct fr_text text = {.allocator = &fr_default_allocator};
    fr_row_spell(&text, row);
    char *line = text.no_memory ? NULL : strdup(text.bytes);
    fr_text_release(&text);
    if (line)
        fr_utf8_mend(line);
    return line;
}

/* Whether the whole line was written. */
static bool put_line(struct fr_rows *rows, const char *line)
{
    if (rows->error)
        return false;
    rows->lost = rows->named ? fr_output_lost(rows->file) : NULL;
    errno = 0;
    if (rows->lost)
        rows->error = EIO;
    else if (!line)
        rows->error = ENOMEM;
    else if (fprintf(rows->file, "%s\n", line) < 0 || fflush(rows->file) != 0)
        rows->error = errno ? errno : EIO;
    else if (rows->totals.rows == 0)
        rows->identity = fr_row_identity(line);
    return !rows->error;
}

void fr_rows_spelled(struct fr_rows *rows, const char *text)
{
    rows->totals.rows += put_line(rows, text);
}

/* Writes and counts a row. expected: a failure is expected. */
static void write_row(struct fr_rows *rows, const struct fr_row *row, bool expected)
{
    char *line = rows->error ? NULL : fr_row_line(row);
    if (put_line(rows, line))
        fr_row_totals_add(&rows->totals, row, expected);
    free(line);
}

static const char *text_or_null(const char *text)
{
    return text && *text ? text : NULL;
}

static void add_machine(struct fr_run_row *row, const struct fr_machine *machine)
{
    row->version = machine->version;
    row->revision = text_or_null(machine->revision);
    row->machine = machine->machine;
    row->kernel = machine->kernel;
    row->cpu = machine->cpu;
    row->cores = machine->cores;
    row->governor = text_or_null(machine->governor);
    row->turbo = machine->turbo;
    row->smt = machine->smt;
    row->hypervisor = machine->hypervisor;
    row->clock_source = text_or_null(machine->clock_source);
    row->load = machine->load < 0 ? (double)NAN : machine->load;
    row->compiler = machine->compiler;
    row->libc = machine->libc;
    row->flags = machine->flags;
    row->build_type = machine->build_type;
    row->sanitized = machine->sanitized;
    row->asserts = machine->asserts;
}

void fr_rows_run(struct fr_rows *rows, const struct fr_run_row *settings,
                 const struct fr_machine *machine, const struct fr_clock *clock,
                 const char *const *also, uint64_t fingerprint)
{
    char moment[32] = "", hash[32];
    struct tm parts;
    struct fr_row row = {.kind = FR_ROW_RUN, .run = *settings};
    struct fr_disturbance found[FR_DISTURBANCES];
    const char *disturbances[FR_DISTURBANCES];
    const time_t now = time(NULL);
    const double none = (double)NAN;
    if (gmtime_r(&now, &parts))
        strftime(moment, sizeof moment, "%Y-%m-%dT%H:%M:%SZ", &parts);
    snprintf(hash, sizeof hash, "%016" PRIx64, fingerprint);
    const int count = fr_disturbances_find(machine, clock, found);
    for (int i = 0; i < count; i++)
        disturbances[i] = found[i].name;
    row.run.format = FORMAT_VERSION;
    row.run.fingerprint = hash;
    row.run.time = moment;
    row.run.disturbances = (struct fr_texts){disturbances, (size_t)count};
    row.run.counter = text_or_null(settings->counter);
    row.run.also = (struct fr_texts){.at = also};
    while (also && also[row.run.also.count])
        row.run.also.count++;
    row.run.clock_resolution_ns = clock->resolution_ns;
    row.run.clock_ns = clock->cost_ns;
    row.run.llc_bytes = fr_last_level_cache_bytes();
    row.run.touched = true;
    row.run.change_limit_s = settings->change_limit_s > 0 ? settings->change_limit_s : none;
    row.run.total_memory_mb = settings->total_memory_mb > 0 ? settings->total_memory_mb : -1;
    row.run.tolerance = settings->tolerance > 0 ? settings->tolerance : none;
    add_machine(&row.run, machine);
    write_row(rows, &row, false);
}

void fr_rows_map(struct fr_rows *rows, const struct fr_course *course,
                 const struct fr_map_facts *facts)
{
    char hash[32];
    struct fr_row row = {.kind = FR_ROW_MAP,
                         .map = {.map = course->name,
                                 .file = course->file,
                                 .reading = course->report.reading,
                                 .hash = hash,
                                 .width = course->map->width,
                                 .height = course->map->height,
                                 .walkable = facts->walkable,
                                 .areas = facts->area_count,
                                 .components = facts->components,
                                 .reachable = facts->reachable,
                                 .corners = facts->corners,
                                 .walls = course->map->wall_count,
                                 .thumbnail_width = facts->thumbnail_width,
                                 .thumbnail_height = facts->thumbnail_height,
                                 .thumbnail = facts->thumbnail}};
    snprintf(hash, sizeof hash, "%016" PRIx64, fr_map_hash(course->map));
    write_row(rows, &row, false);
}

/* The outcome of a preparation or an update. */
static const char *work_outcome(const struct fr_reply *reply)
{
    return reply->status == FR_REPLY_ANSWERED ? "ok" : fr_outcome_name(reply);
}

bool fr_is_fault(const struct fr_reply *reply, const struct fr_judgement *judgement)
{
    if (reply->status == FR_REPLY_UNSUPPORTED || reply->status == FR_REPLY_LOST)
        return false;
    if (reply->status != FR_REPLY_ANSWERED || reply->answer.outcome == FR_LIMIT)
        return true;
    return judgement && judgement->verdict != FR_VERDICT_NONE &&
           !fr_verdict_passes(judgement->verdict);
}

static const char *optimality_name(enum fr_optimality optimality)
{
    static const char *const names[] = {
        [FR_OPTIMAL_NONE] = "none", [FR_OPTIMAL_STEPS] = "steps", [FR_OPTIMAL_LENGTH] = "length"};
    return names[optimality];
}

void fr_rows_prepare(struct fr_rows *rows, const struct fr_course *course,
                     const struct fr_racer *racer, int group, int round,
                     const struct fr_reply *reply)
{
    const bool done = reply->status == FR_REPLY_ANSWERED;
    const char marker[] = {racer->pathfinder->marker, '\0'};
    const struct fr_plugin_origin *origin = fr_plugin_origin(racer->pathfinder);
    const struct fr_row row = {
        .kind = FR_ROW_PREPARE,
        .prepare = {.map = course->name,
                    .algo = racer->algo,
                    .run = 0,
                    .name = racer->pathfinder->name,
                    .label = racer->label,
                    .options = racer->options_text,
                    .colour = racer->pathfinder->colour,
                    .marker = marker,
                    .candidate = racer->candidate,
                    .movement = fr_movement_name(racer->traits.movement),
                    .optimality = optimality_name(racer->traits.optimality),
                    .expected_faults = racer->traits.expected_faults,
                    .build = racer->executable ? text_or_null(racer->executable->label) : NULL,
                    .plugin_hash = origin ? origin->hash : NULL,
                    .plugin_build = origin ? text_or_null(origin->build.text) : NULL,
                    .plugin_unoptimised = origin ? origin->build.unoptimised : -1,
                    .group = group,
                    .round = round,
                    .outcome = work_outcome(reply),
                    .ns = done ? reply->ns : (double)NAN,
                    .ns_first = done ? reply->ns_first : (double)NAN,
                    .bytes = done ? reply->live_bytes : -1,
                    .peak_bytes = done ? reply->peak_bytes : -1,
                    .ns_load = done ? reply->ns_load : (double)NAN,
                    .saved_bytes = done ? reply->saved_bytes : -1,
                    .uncounted = done ? reply->uncounted : -1,
                    .threads = done ? reply->threads : -1,
                    .proportional = done ? reply->proportional_bytes : -1}};
    write_row(rows, &row, racer->traits.expected_faults);
}

void fr_rows_click(struct fr_rows *rows, const struct fr_racer *racer, const struct fr_row *row)
{
    write_row(rows, row, racer->traits.expected_faults);
}

/* Lists the points of a path: x and y alternate. */
static struct fr_integers list_points(const struct fr_path *path, int64_t *at)
{
    for (size_t i = 0; i < path->count; i++) {
        at[2 * i] = path->points[i].x;
        at[2 * i + 1] = path->points[i].y;
    }
    return (struct fr_integers){at, 2 * path->count};
}

char *fr_rows_spell_path(const struct fr_course *course, const struct fr_racer *racer, size_t click,
                         const struct fr_path *path)
{
    int64_t *at = malloc(2 * (path->count + 1) * sizeof *at);
    struct fr_row row = {.kind = FR_ROW_PATH,
                         .path = {.map = course->name,
                                  .clicks = course->clicks,
                                  .algo = racer->algo,
                                  .click = (int64_t)click}};
    if (!at)
        return NULL;
    row.path.points = list_points(path, at);
    char *line = fr_row_line(&row);
    free(at);
    return line;
}

/* What the events of a change do, if they all do the same. */
static const char *event_name(const struct fr_click *events, size_t count)
{
    static const char *const names[] = {
        [FR_CLICK] = "click",     [FR_WALK] = "walk",   [FR_ENABLE] = "enable",
        [FR_DISABLE] = "disable", [FR_BLOCK] = "block", [FR_UNBLOCK] = "unblock",
        [FR_WALL] = "wall",       [FR_PATCH] = "patch"};
    for (size_t i = 1; i < count; i++)
        if (events[i].kind != events[0].kind)
            return "several";
    return names[events[0].kind];
}

void fr_rows_update(struct fr_rows *rows, const struct fr_course *course,
                    const struct fr_racer *racer, size_t last, size_t events, int round,
                    const struct fr_reply *reply, int survives)
{
    const struct fr_row row = {
        .kind = FR_ROW_UPDATE,
        .update = {.map = course->name,
                   .clicks = course->clicks,
                   .algo = racer->algo,
                   .click = (int64_t)last,
                   .run = 0,
                   .round = round,
                   .event = event_name(&course->set.clicks[last + 1 - events], events),
                   .events = (int64_t)events,
                   .fresh = !racer->updates,
                   .outcome = work_outcome(reply),
                   .ns = reply->status == FR_REPLY_ANSWERED ? reply->ns : (double)NAN,
                   .survives = survives}};
    write_row(rows, &row, racer->traits.expected_faults);
}

void fr_rows_anchor(struct fr_rows *rows, const struct fr_course *course, const double *ns,
                    size_t count)
{
    const struct fr_row row = {
        .kind = FR_ROW_ANCHOR,
        .anchor = {.map = course->name, .clicks = course->clicks, .run = 0, .played = {ns, count}}};
    write_row(rows, &row, false);
}

void fr_rows_end(struct fr_rows *rows, const char *stopped)
{
    struct fr_cpu_times cpu_times;
    fr_cpu_times_read(&cpu_times);
    const struct fr_system_load load = fr_system_load_between(&rows->cpu_times, &cpu_times);
    const struct fr_row row = {.kind = FR_ROW_END,
                               .end = {.rows = rows->totals.rows,
                                       .clicks = rows->totals.clicks,
                                       .found = rows->totals.found,
                                       .faults = rows->totals.faults,
                                       .expected_faults = rows->totals.expected_faults,
                                       .lost_to_agent = rows->lost_to_agent,
                                       .elapsed_s = (double)(fr_clock_ns() - rows->begin_ns) / 1e9,
                                       .inside_s = rows->inside_ns / 1e9,
                                       .frames_s = rows->frames_ns / 1e9,
                                       .setup_s = rows->setup_ns / 1e9,
                                       .others = load.others,
                                       .stolen = load.stolen,
                                       .disturbed = fr_system_load_disturbs(&load),
                                       .stopped = text_or_null(stopped)}};
    write_row(rows, &row, false);
}
