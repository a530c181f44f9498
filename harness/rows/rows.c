#include "harness/rows/rows.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <math.h>
#include <string.h>
#include <time.h>

#include "harness/base/json_line.h"
#include "harness/judge/optimum.h"
#include "harness/machine/disturbances.h"

#define FORMAT_VERSION "footrace-results/1"
/* Few lines are longer, but those with paths. */
#define USUAL_LENGTH 2048

#define LOST_TO_AGENT "the agent does not get there, a point does"

void fr_rows_init(struct fr_rows *rows, FILE *file)
{
    *rows = (struct fr_rows){.file = file, .begin_ns = fr_clock_ns()};
    fr_cpu_times_read(&rows->cpu_times);
}

void fr_rows_continue(struct fr_rows *rows, const struct fr_record *record)
{
    rows->rows = record->row_count;
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

/* Writes and frees a line. */
static void write_line(struct fr_rows *rows, cJSON *line)
{
    char *text = rows->error ? NULL : cJSON_PrintBuffered(line, USUAL_LENGTH, false);
    cJSON_Delete(line);
    if (rows->error)
        return;
    errno = 0;
    if (!text)
        rows->error = ENOMEM;
    else if (fprintf(rows->file, "%s\n", text) < 0 || fflush(rows->file) != 0)
        rows->error = errno ? errno : EIO;
    else
        rows->rows++;
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
    char moment[32] = "";
    struct tm parts;
    const time_t now = time(NULL);
    if (gmtime_r(&now, &parts))
        strftime(moment, sizeof moment, "%Y-%m-%dT%H:%M:%SZ", &parts);
    cJSON *line = new_line("run");
    fr_json_text(line, "format", FORMAT_VERSION);
    fr_json_text(line, "version", facts->machine->version);
    fr_json_text_or_null(line, "revision", facts->machine->revision);
    fr_json_text(line, "command", facts->command);
    fr_json_integer(line, "seed", (int64_t)facts->seed);
    fr_json_text(line, "time", moment);
    add_machine(line, facts->machine);
    add_disturbances(line, facts);
    fr_json_number_or_null(line, "clock_resolution_ns", facts->clock->resolution_ns);
    fr_json_number_or_null(line, "clock_overhead_ns", facts->clock->overhead_ns);
    fr_json_integer(line, "repeats", facts->rules->repeats);
    fr_json_number_or_null(line, "timeout_s", facts->rules->timeout_s);
    fr_json_integer(line, "memory_mb", facts->rules->memory_mb);
    fr_json_count_or_null(line, "total_memory_mb", facts->total_mb > 0 ? facts->total_mb : -1);
    fr_json_text(line, "clamp", facts->clamping == FR_CLAMP_COMPONENT ? "component" : "nearest");
    fr_json_count_or_null(line, "pinned", facts->core);
    fr_json_integer(line, "evicted_bytes", (int64_t)facts->rules->eviction_bytes);
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
    return reply->fate == FR_FATE_ANSWERED ? "ok" : fr_outcome_name(reply);
}

bool fr_is_fault(const struct fr_reply *reply, const struct fr_judgement *judgement)
{
    if (reply->fate == FR_FATE_UNSUPPORTED)
        return false;
    if (reply->fate != FR_FATE_ANSWERED || reply->measurement.outcome == FR_LIMIT)
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
                     const struct fr_racer *racer, int group, const struct fr_reply *reply)
{
    const bool done = reply->fate == FR_FATE_ANSWERED;
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
    fr_json_integer(line, "group", group);
    fr_json_text(line, "outcome", work_outcome(reply));
    fr_json_number_or_null(line, "ns", done ? reply->ns : (double)NAN);
    fr_json_count_or_null(line, "bytes", done ? reply->live_bytes : -1);
    fr_json_count_or_null(line, "peak_bytes", done ? reply->peak_bytes : -1);
    count_fault(rows, racer, fr_is_fault(reply, NULL));
    write_line(rows, line);
}

static void add_pixel(cJSON *line, const char *key, struct fr_pixel pixel)
{
    const int pair[2] = {pixel.x, pixel.y};
    cJSON_AddItemToObject(line, key, cJSON_CreateIntArray(pair, 2));
}

static void add_areas(cJSON *line, const bool *areas)
{
    int open[FR_AREAS], count = 0;
    for (int area = 1; area < FR_AREAS; area++)
        if (areas[area])
            open[count++] = area;
    cJSON_AddItemToObject(line, "enabled", cJSON_CreateIntArray(open, count));
}

static void add_question(cJSON *line, const struct fr_click_facts *facts)
{
    static const char *const clamped[] = {"none", "start", "goal", "both"};
    const struct fr_resolved_click *resolved = &facts->course->resolved[facts->click];
    fr_json_text(line, "map", facts->course->name);
    fr_json_text(line, "clicks", facts->course->clicks);
    fr_json_text(line, "algo", facts->racer->algo);
    fr_json_integer(line, "click", (int64_t)facts->click);
    fr_json_integer(line, "run", 0);
    fr_json_text(line, "tag", facts->course->set.clicks[facts->click].tag);
    add_pixel(line, "start", resolved->start);
    add_pixel(line, "goal", resolved->goal);
    fr_json_bool(line, "after_event", facts->after_event);
    fr_json_text(line, "clamped", clamped[resolved->start_clamped + 2 * resolved->goal_clamped]);
    add_areas(line, facts->areas);
}

/* Times and counts; all null unless the racer answered and its answers agree. */
static void add_times(cJSON *line, const struct fr_measurement *times)
{
    const bool warm = times && times->repeats > 0;
    const double none = (double)NAN;
    fr_json_number_or_null(line, "ns_first", times ? times->ns_first : none);
    fr_json_number_or_null(line, "ns_min", warm ? times->ns_min : none);
    fr_json_number_or_null(line, "ns_median", warm ? times->ns_median : none);
    fr_json_number_or_null(line, "ns_max", warm ? times->ns_max : none);
    fr_json_integer(line, "repeats", warm ? times->repeats : 0);
    fr_json_count_or_null(line, "batch", warm ? times->batch : -1);
    for (int phase = 0; phase < FR_PHASES; phase++) {
        char key[32];
        snprintf(key, sizeof key, "ns_%s", fr_phase_name((enum fr_phase)phase));
        fr_json_number_or_null(line, key, times ? times->ns_phases[phase] : none);
    }
}

/* NAN without a path. */
static double length_of(const struct fr_click_facts *facts)
{
    return facts->points > 0 && facts->judgement ? facts->judgement->length : (double)NAN;
}

static void add_path_facts(cJSON *line, const struct fr_click_facts *facts)
{
    const struct fr_judgement *judgement = facts->points > 0 ? facts->judgement : NULL;
    const double none = (double)NAN;
    fr_json_number_or_null(line, "length", judgement ? judgement->length : none);
    fr_json_count_or_null(line, "straight", judgement ? judgement->straight : -1);
    fr_json_count_or_null(line, "diagonal", judgement ? judgement->diagonal : -1);
    fr_json_count_or_null(line, "points", judgement ? (int64_t)facts->points : -1);
    fr_json_number_or_null(line, "turning", judgement ? judgement->turning : none);
    fr_json_count_or_null(line, "turns", judgement ? judgement->turns : -1);
}

static void add_stats(cJSON *line, const struct fr_stats *stats)
{
    fr_json_count_or_null(line, "expanded", stats ? stats->expanded : -1);
    fr_json_count_or_null(line, "generated", stats ? stats->generated : -1);
    fr_json_count_or_null(line, "cleared", stats ? stats->cleared : -1);
    fr_json_count_or_null(line, "sight_checks", stats ? stats->sight_checks : -1);
}

static void add_looks(cJSON *line, const struct fr_path_quality *looks)
{
    const double none = (double)NAN;
    fr_json_number_or_null(line, "clearance_min", looks ? looks->clearance_min : none);
    fr_json_number_or_null(line, "clearance_mean", looks ? looks->clearance_mean : none);
    fr_json_number_or_null(line, "taut", looks ? looks->taut : none);
    fr_json_text_or_null(line, "outcome_back", looks ? looks->outcome_back : NULL);
    fr_json_number_or_null(line, "length_back", looks ? looks->length_back : none);
    fr_json_number_or_null(line, "apart_back", looks ? looks->apart_back : none);
}

/* A path that beats the optimum is our fault, whatever the racer is expected to do. */
static void count_click_fault(struct fr_rows *rows, const struct fr_click_facts *facts)
{
    const struct fr_judgement *judgement = facts->judgement;
    if (judgement &&
        fr_optimum_beaten(judgement->valid_any_angle, length_of(facts), facts->optimum))
        rows->faults++;
    else
        count_fault(rows, facts->racer,
                    (facts->reply && fr_is_fault(facts->reply, judgement)) ||
                        fr_looks_fail(facts->looks));
}

void fr_rows_click(struct fr_rows *rows, const struct fr_click_facts *facts)
{
    const struct fr_reply *reply = facts->reply;
    const struct fr_judgement *judgement = facts->judgement;
    const bool answered = reply && reply->fate == FR_FATE_ANSWERED;
    const struct fr_measurement *measured = answered ? &reply->measurement : NULL;
    const bool found = measured && measured->outcome == FR_FOUND;
    const bool lost = facts->course->lost && facts->course->lost[facts->click];
    const char *reason = judgement && *judgement->reason ? judgement->reason
                         : lost                          ? LOST_TO_AGENT
                         : reply                         ? reply->reason
                                                         : "no pixel of the map is walkable";
    cJSON *line = new_line("click");
    add_question(line, facts);
    fr_json_text(line, "outcome", reply ? fr_outcome_name(reply) : "unreachable");
    fr_json_text_or_null(line, "verdict", judgement ? fr_verdict_name(judgement->verdict) : NULL);
    fr_json_text_or_null(line, "reason", reason);
    add_times(line, measured && measured->deterministic ? measured : NULL);
    add_path_facts(line, facts);
    add_stats(line, measured ? &measured->stats : NULL);
    if (found && judgement && judgement->any_angle)
        fr_json_bool(line, "valid_any_angle", judgement->valid_any_angle);
    else
        fr_json_null(line, "valid_any_angle");
    fr_json_number_or_null(line, "optimum", facts->optimum);
    fr_json_number_or_null(line, "ratio", fr_optimum_ratio(length_of(facts), facts->optimum));
    add_looks(line, facts->looks);
    rows->clicks++;
    rows->found += found;
    count_click_fault(rows, facts);
    write_line(rows, line);
}

void fr_rows_path(struct fr_rows *rows, const struct fr_course *course,
                  const struct fr_racer *racer, size_t click, const struct fr_path *path)
{
    cJSON *line = new_line("path");
    fr_json_text(line, "map", course->name);
    fr_json_text(line, "clicks", course->clicks);
    fr_json_text(line, "algo", racer->algo);
    fr_json_integer(line, "click", (int64_t)click);
    fr_json_points(line, "points", path);
    write_line(rows, line);
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
                    const struct fr_racer *racer, size_t click, const struct fr_reply *reply)
{
    cJSON *line = new_line("update");
    fr_json_text(line, "map", course->name);
    fr_json_text(line, "clicks", course->clicks);
    fr_json_text(line, "algo", racer->algo);
    fr_json_integer(line, "click", (int64_t)click);
    fr_json_integer(line, "run", 0);
    fr_json_text(line, "event", event_name(course->set.clicks[click].kind));
    fr_json_bool(line, "fresh", racer->pathfinder->update == NULL);
    fr_json_text(line, "outcome", work_outcome(reply));
    fr_json_number_or_null(line, "ns", reply->fate == FR_FATE_ANSWERED ? reply->ns : (double)NAN);
    count_fault(rows, racer, fr_is_fault(reply, NULL));
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
    cJSON_AddNumberToObject(line, "setup_s", rows->setup_ns / 1e9);
    fr_json_number_or_null(line, "others", load.others);
    fr_json_number_or_null(line, "stolen", load.stolen);
    fr_json_bool(line, "disturbed", fr_system_load_disturbs(&load));
    fr_json_text_or_null(line, "stopped", stopped);
    write_line(rows, line);
}
