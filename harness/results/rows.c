#include "harness/results/rows.h"

#include "harness/sandbox/execute.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>
#include <time.h>

#include "harness/base/json_line.h"
#include "harness/base/output.h"
#include "harness/judge/optimum.h"
#include "harness/machine/disturbances.h"
#include "harness/machine/quiet_core.h"
#include "harness/results/results.h"
#include "maps/formats/base/json_memory.h"

#define FORMAT_VERSION "footrace-results/1"
/* Few lines are longer, but those with paths. */
#define USUAL_LENGTH 2048

void fr_rows_init(struct fr_rows *rows, FILE *file)
{
    *rows =
        (struct fr_rows){.file = file, .named = !fr_output_lost(file), .begin_ns = fr_clock_ns()};
    fr_cpu_times_read(&rows->cpu_times);
}

void fr_rows_continue(struct fr_rows *rows, const struct fr_record *record)
{
    rows->rows = record->row_count;
    rows->identity = record->identity;
    rows->clicks = (int64_t)record->click_count;
    rows->found = record->found;
    rows->faults = record->faults;
    rows->expected_faults = record->expected_faults;
}

static cJSON *new_line(const char *kind)
{
    cJSON *line = cJSON_CreateObject();
    cJSON_AddStringToObject(line, "kind", kind);
    return line;
}

const char *fr_rows_trouble(const struct fr_rows *rows)
{
    return rows->lost ? rows->lost : rows->error ? strerror(rows->error) : NULL;
}

void fr_rows_spelled(struct fr_rows *rows, const char *text)
{
    if (rows->error)
        return;
    rows->lost = rows->named ? fr_output_lost(rows->file) : NULL;
    errno = 0;
    if (rows->lost)
        rows->error = EIO;
    else if (!text)
        rows->error = ENOMEM;
    else if (fprintf(rows->file, "%s\n", text) < 0 || fflush(rows->file) != 0)
        rows->error = errno ? errno : EIO;
    else if (rows->rows++ == 0)
        rows->identity = fr_row_identity(text);
}

/* Writes and frees a line. */
static void write_line(struct fr_rows *rows, cJSON *line)
{
    char *text = rows->error ? NULL : cJSON_PrintBuffered(line, USUAL_LENGTH, false);
    cJSON_Delete(line);
    if (fr_json_memory_failed() && !rows->error)
        rows->error = ENOMEM;
    fr_rows_spelled(rows, text);
    cJSON_free(text);
}

static void count_fault(struct fr_rows *rows, const struct fr_racer *racer, bool fault)
{
    if (fault && racer->traits.expected_faults)
        rows->expected_faults++;
    else if (fault)
        rows->faults++;
}

static void add_machine(cJSON *line, const struct fr_machine *machine)
{
    fr_json_text(line, "machine", machine->machine);
    fr_json_text(line, "kernel", machine->kernel);
    fr_json_text(line, "cpu", machine->cpu);
    fr_json_integer(line, "cores", machine->cores);
    fr_json_text_or_null(line, "governor", machine->governor);
    fr_json_count_or_null(line, "turbo", machine->turbo);
    fr_json_count_or_null(line, "smt", machine->smt);
    fr_json_bool(line, "hypervisor", machine->hypervisor);
    fr_json_text_or_null(line, "clock_source", machine->clock_source);
    fr_json_number_or_null(line, "load", machine->load < 0 ? (double)NAN : machine->load);
    fr_json_text(line, "compiler", machine->compiler);
    fr_json_text(line, "libc", machine->libc);
    fr_json_text(line, "flags", machine->flags);
    fr_json_text(line, "build_type", machine->build_type);
    fr_json_bool(line, "sanitized", machine->sanitized);
    fr_json_bool(line, "asserts", machine->asserts);
}

static void add_disturbances(cJSON *line, const struct fr_run_facts *facts)
{
    struct fr_disturbance found[FR_DISTURBANCES];
    const int count = fr_disturbances_find(facts->machine, facts->clock, found);
    cJSON *names = cJSON_AddArrayToObject(line, "disturbances");
    for (int i = 0; i < count; i++)
        cJSON_AddItemToArray(names, cJSON_CreateString(found[i].name));
}

void fr_rows_run(struct fr_rows *rows, const struct fr_run_facts *facts)
{
    char moment[32] = "", fingerprint[32];
    struct tm parts;
    const time_t now = time(NULL);
    if (gmtime_r(&now, &parts))
        strftime(moment, sizeof moment, "%Y-%m-%dT%H:%M:%SZ", &parts);
    cJSON *line = new_line("run");
    fr_json_text(line, "format", FORMAT_VERSION);
    fr_json_text(line, "version", facts->machine->version);
    fr_json_text_or_null(line, "revision", facts->machine->revision);
    fr_json_text(line, "command", facts->command);
    snprintf(fingerprint, sizeof fingerprint, "%016" PRIx64, facts->fingerprint);
    fr_json_text(line, "fingerprint", fingerprint);
    fr_json_integer(line, "seed", (int64_t)facts->seed);
    fr_json_text(line, "time", moment);
    add_machine(line, facts->machine);
    add_disturbances(line, facts);
    fr_json_text_or_null(line, "counter", facts->counter);
    cJSON *also = cJSON_AddArrayToObject(line, "also");
    for (const char *const *each = facts->also; each && *each; each++)
        cJSON_AddItemToArray(also, cJSON_CreateString(*each));
    fr_json_number_or_null(line, "clock_resolution_ns", facts->clock->resolution_ns);
    fr_json_number_or_null(line, "clock_ns", facts->clock->cost_ns);
    fr_json_integer(line, "rounds", facts->rounds);
    fr_json_integer(line, "passes", facts->passes);
    fr_json_integer(line, "frame_width", facts->frame_width);
    fr_json_integer(line, "frame_height", facts->frame_height);
    fr_json_count_or_null(line, "llc_bytes", fr_last_level_cache_bytes());
    fr_json_integer(line, "cold", facts->cold);
    fr_json_bool(line, "rehearsed", facts->rehearsed);
    fr_json_bool(line, "touched", true);
    fr_json_number_or_null(line, "timeout_s", facts->rules->timeout_s);
    fr_json_integer(line, "memory_mb", facts->rules->memory_mb);
    fr_json_count_or_null(line, "total_memory_mb", facts->total_mb > 0 ? facts->total_mb : -1);
    static const char *const clampings[] = {"nearest", "component", "edge"};
    fr_json_text(line, "clamp", clampings[facts->clamping]);
    fr_json_count_or_null(line, "pinned", facts->core);
    fr_json_integer(line, "give_up", facts->give_up);
    fr_json_integer(line, "shard", facts->shard);
    fr_json_integer(line, "shards", facts->shards);
    write_line(rows, line);
}

void fr_rows_map(struct fr_rows *rows, const struct fr_course *course,
                 const struct fr_map_facts *facts)
{
    char hash[32];
    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)fr_map_hash(course->map));
    cJSON *line = new_line("map");
    fr_json_text(line, "map", course->name);
    fr_json_text(line, "file", course->file);
    fr_json_text(line, "reading", course->report.reading);
    fr_json_text(line, "hash", hash);
    fr_json_integer(line, "width", course->map->width);
    fr_json_integer(line, "height", course->map->height);
    fr_json_integer(line, "walkable", facts->walkable);
    fr_json_integer(line, "areas", facts->area_count);
    fr_json_integer(line, "components", facts->components);
    fr_json_integer(line, "reachable", facts->reachable);
    fr_json_integer(line, "corners", facts->corners);
    fr_json_integer(line, "walls", course->map->wall_count);
    fr_json_integer(line, "thumbnail_width", facts->thumbnail_width);
    fr_json_integer(line, "thumbnail_height", facts->thumbnail_height);
    fr_json_text(line, "thumbnail", facts->thumbnail);
    write_line(rows, line);
}

/* How a prepare or an update ended. */
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
           judgement->verdict != FR_VERDICT_OK;
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
    cJSON *line = new_line("prepare");
    fr_json_text(line, "map", course->name);
    fr_json_text(line, "algo", racer->algo);
    fr_json_integer(line, "run", 0);
    fr_json_text(line, "name", racer->pathfinder->name);
    fr_json_text(line, "label", racer->label);
    fr_json_text(line, "options", racer->options_text);
    fr_json_text(line, "colour", racer->pathfinder->colour);
    fr_json_text(line, "marker", (char[]){racer->pathfinder->marker, '\0'});
    fr_json_bool(line, "candidate", racer->candidate);
    fr_json_text(line, "movement", fr_movement_name(racer->traits.movement));
    fr_json_text(line, "optimality", optimality_name(racer->traits.optimality));
    fr_json_bool(line, "expected_faults", racer->traits.expected_faults);
    fr_json_text_or_null(line, "build", racer->executable ? racer->executable->label : NULL);
    fr_json_integer(line, "group", group);
    fr_json_integer(line, "round", round);
    fr_json_text(line, "outcome", work_outcome(reply));
    fr_json_number_or_null(line, "ns", done ? reply->ns : (double)NAN);
    fr_json_count_or_null(line, "bytes", done ? reply->live_bytes : -1);
    fr_json_count_or_null(line, "peak_bytes", done ? reply->peak_bytes : -1);
    count_fault(rows, racer, fr_is_fault(reply, NULL));
    write_line(rows, line);
}

/* A path that beats the optimum is our fault, whatever the racer is expected to do. */
static void count_click_fault(struct fr_rows *rows, const struct fr_racer *racer, const cJSON *row)
{
    const bool legal = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(row, "valid_any_angle"));
    if (fr_optimum_beaten(legal, fr_row_number(row, "length"), fr_row_number(row, "optimum")))
        rows->faults++;
    else
        count_fault(rows, racer, fr_row_is_fault(row));
}

void fr_rows_click(struct fr_rows *rows, const struct fr_racer *racer, cJSON *row)
{
    rows->clicks++;
    rows->found += strcmp(fr_row_text(row, "outcome"), "found") == 0;
    count_click_fault(rows, racer, row);
    write_line(rows, row);
}

char *fr_rows_spell_path(const struct fr_course *course, const struct fr_racer *racer, size_t click,
                         const struct fr_path *path, const struct fr_path *expanded)
{
    cJSON *line = new_line("path");
    fr_json_text(line, "map", course->name);
    fr_json_text(line, "clicks", course->clicks);
    fr_json_text(line, "algo", racer->algo);
    fr_json_integer(line, "click", (int64_t)click);
    fr_json_points(line, "points", path);
    if (expanded && expanded->count > 0)
        fr_json_points(line, "expansions", expanded);
    else
        fr_json_text_or_null(line, "expansions", NULL);
    char *text = fr_json_memory_failed() ? NULL : cJSON_PrintUnformatted(line);
    cJSON_Delete(line);
    return text;
}

static const char *event_name(enum fr_click_kind kind)
{
    static const char *const names[] = {
        [FR_CLICK] = "click",     [FR_WALK] = "walk",   [FR_ENABLE] = "enable",
        [FR_DISABLE] = "disable", [FR_BLOCK] = "block", [FR_UNBLOCK] = "unblock",
        [FR_WALL] = "wall",       [FR_PATCH] = "patch"};
    return names[kind];
}

void fr_rows_update(struct fr_rows *rows, const struct fr_course *course,
                    const struct fr_racer *racer, size_t click, int round,
                    const struct fr_reply *reply)
{
    cJSON *line = new_line("update");
    fr_json_text(line, "map", course->name);
    fr_json_text(line, "clicks", course->clicks);
    fr_json_text(line, "algo", racer->algo);
    fr_json_integer(line, "click", (int64_t)click);
    fr_json_integer(line, "run", 0);
    fr_json_integer(line, "round", round);
    fr_json_text(line, "event", event_name(course->set.clicks[click].kind));
    fr_json_bool(line, "fresh", !racer->updates);
    fr_json_text(line, "outcome", work_outcome(reply));
    fr_json_number_or_null(line, "ns",
                           reply->status == FR_REPLY_ANSWERED ? reply->ns : (double)NAN);
    count_fault(rows, racer, fr_is_fault(reply, NULL));
    write_line(rows, line);
}

void fr_rows_anchor(struct fr_rows *rows, const struct fr_course *course, const double *ns,
                    size_t count)
{
    cJSON *line = new_line("anchor");
    fr_json_text(line, "map", course->name);
    fr_json_text(line, "clicks", course->clicks);
    fr_json_integer(line, "run", 0);
    cJSON *played = cJSON_AddArrayToObject(line, "played");
    for (size_t i = 0; i < count; i++)
        cJSON_AddItemToArray(played, isnan(ns[i]) ? cJSON_CreateNull() : cJSON_CreateNumber(ns[i]));
    write_line(rows, line);
}

void fr_rows_end(struct fr_rows *rows, const char *stopped)
{
    struct fr_cpu_times cpu_times;
    fr_cpu_times_read(&cpu_times);
    const struct fr_system_load load = fr_system_load_between(&rows->cpu_times, &cpu_times);
    cJSON *line = new_line("end");
    fr_json_integer(line, "rows", rows->rows);
    fr_json_integer(line, "clicks", rows->clicks);
    fr_json_integer(line, "found", rows->found);
    fr_json_integer(line, "faults", rows->faults);
    fr_json_integer(line, "expected_faults", rows->expected_faults);
    fr_json_integer(line, "lost_to_agent", rows->lost_to_agent);
    cJSON_AddNumberToObject(line, "elapsed_s", (double)(fr_clock_ns() - rows->begin_ns) / 1e9);
    cJSON_AddNumberToObject(line, "inside_s", rows->inside_ns / 1e9);
    cJSON_AddNumberToObject(line, "frames_s", rows->frames_ns / 1e9);
    cJSON_AddNumberToObject(line, "setup_s", rows->setup_ns / 1e9);
    fr_json_number_or_null(line, "others", load.others);
    fr_json_number_or_null(line, "stolen", load.stolen);
    fr_json_bool(line, "disturbed", fr_system_load_disturbs(&load));
    fr_json_text_or_null(line, "stopped", stopped);
    write_line(rows, line);
}
