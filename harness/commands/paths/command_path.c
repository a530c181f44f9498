#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "harness/answer/wishes.h"
#include "harness/base/clock.h"
#include "harness/base/file_guard.h"
#include "harness/base/json_document.h"
#include "harness/base/json_line.h"
#include "harness/base/output.h"
#include "harness/base/statistics.h"
#include "harness/base/units.h"
#include "harness/commands/command.h"
#include "harness/course/resolve.h"
#include "harness/course/walker_spec.h"
#include "harness/judge/optimum.h"
#include "harness/machine/machine.h"
#include "harness/pictures/animation.h"
#include "harness/pictures/overlay.h"
#include "harness/pictures/palette.h"
#include "harness/pictures/picture_flags.h"
#include "harness/race/optima.h"
#include "harness/racers/frame.h"
#include "harness/racers/racer_plugin.h"
#include "harness/rows/rows.h"
#include "maps/formats/load.h"

#define FARTHEST 1000000000 /* pixels, either way: what a click may be outside a map */

static const struct fr_flag flags[] = {
    {"map", "M", false, true, "a bundled map's name or a file, with options behind a colon"},
    {"from", "X,Y", false, true, "the pixel to start from; a wall, or outside, is clamped"},
    {"to", "X,Y", false, true, "the pixel to go to"},
    {FR_WALKER_FLAG},
    {"algo", "A", true, true,
     "a back end: [label=]name[:option=value,...], all, or articles; or NAME,NAME"},
    {"plugin", "SO", true, false, "a library with more back ends for --algo (algorithms/plugin.h)"},
    {"timeout", "S", false, false, "whole seconds that one call may take (60)"},
    {"memory", "MB", false, false, "megabytes that one back end may take (4096)"},
    {"frame", "WxH", false, false,
     "the picture that is written before each call; 0x0: none (1920x1080)"},
    {"png", FR_WRITES_FILE, false, false, "draw all paths on the mask"},
    {"svg", FR_WRITES_FILE, false, false, "the same as an SVG file"},
    {"graph", NULL, false, false,
     "with --png or --svg: under them the graph of the first racer that has one"},
    {"heat", NULL, false, false,
     "with --png or --svg: under them what the first racer that tells it expanded"},
    {"animate", FR_WRITES_FILE, false, false,
     "an animated WebP of one search, or two side by side, as they grow"},
    {"json", FR_WRITES_FILE, false, false, "write outcomes and waypoints as JSON, - for stdout"},
    {NULL, NULL, false, false, NULL},
};

/* What one racer answered. */
struct answer {
    struct fr_reply reply;
    double ns; /* as played: the median of some calls, each after a frame; NAN without an answer */
    bool contradicts; /* later calls answered otherwise */
    struct fr_judgement judgement;
    struct fr_path path, expanded; /* expanded: of those that are drawn, thinned */
    struct fr_expansions expansions;
};

struct errand {
    const struct fr_program *program;
    const char *spec;
    char walked[FR_LONGEST_SPEC]; /* spec for a walker of some radius */
    struct fr_map *map;
    struct fr_map *point; /* as it is for a point; NULL: the walker is one */
    struct fr_load_report report;
    struct fr_plugins plugins; /* all back ends, those of plugins too */
    struct fr_racers racers;
    struct fr_sandbox_rules rules;
    struct fr_frame frame;
    struct fr_resolved_click click;
    double optimum; /* NAN: there is none, or it is not known */
    int drawn;      /* the racer whose graph is drawn; -1: none */
    int heated;     /* the racer whose expansions are drawn; -1: none */
    bool animated;  /* those of all are */
    struct fr_graph_sketch graph;
    struct answer answers[FR_MAX_RACERS];
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
        return fr_fail(error, FR_BAD_INPUT, "--%s: '%s' found, expected at most %d either way",
                       name, fr_argument(arguments, name, 0), FARTHEST);
    *pixel = (struct fr_pixel){(int32_t)x, (int32_t)y};
    return FR_OK;
}

static enum fr_status read_rules(const struct fr_arguments *arguments,
                                 struct fr_sandbox_rules *rules, struct fr_error *error)
{
    struct fr_clock clock;
    struct fr_machine machine;
    int64_t seconds;
    enum fr_status status =
        fr_argument_integer(arguments, "timeout", 1, 86400, 60, &seconds, error);
    if (status == FR_OK)
        status =
            fr_argument_integer(arguments, "memory", 1, 1 << 24, 4096, &rules->memory_mb, error);
    if (status != FR_OK)
        return status;
    fr_clock_measure(&clock);
    fr_machine_read(&machine);
    rules->timeout_s = (double)seconds;
    rules->clock_ns = clock.cost_ns;
    rules->unlimited_addresses = machine.sanitized;
    rules->stop = &never_stopped;
    return FR_OK;
}

/* Clamps the ends as a race would. */
static enum fr_status resolve(struct errand *errand, struct fr_pixel from, struct fr_pixel to,
                              struct fr_error *error)
{
    struct fr_click click = {.kind = FR_CLICK, .start = from, .goal = to, .expect_grid8 = NAN};
    const struct fr_click_set set = {.clicks = &click, .count = 1, .capacity = 1};
    struct fr_resolved_click *resolved;
    if (fr_resolve(&set, errand->map, FR_CLAMP_NEAREST, &fr_default_allocator, &resolved) != FR_OK)
        return fr_fail(error, FR_NO_MEMORY, "%s: not enough memory", errand->spec);
    errand->click = *resolved;
    fr_deallocate(&fr_default_allocator, resolved, 1, sizeof *resolved);
    if (!errand->click.answerable)
        return fr_fail(error, FR_BAD_INPUT, "%s: no pixel is walkable, expected one to start from",
                       errand->spec);
    return FR_OK;
}

static void ask_for_graph(struct errand *errand, struct fr_sandbox *sandbox, struct fr_reply *reply)
{
    struct fr_reply drawn = {.fate = FR_FATE_ANSWERED};
    for (int part = 0; part < FR_SKETCH_PARTS && drawn.fate == FR_FATE_ANSWERED; part++)
        fr_sandbox_sketch(sandbox, (enum fr_sketch_part)part, &drawn, &errand->graph.parts[part]);
    if (drawn.fate != FR_FATE_ANSWERED)
        *reply = drawn;
}

/* What the search expands, told in two calls more: one counts, one says where. */
static void ask_for_expansions(struct fr_sandbox *sandbox, struct fr_point start,
                               struct fr_point goal, struct answer *answer)
{
    struct fr_reply reply;
    fr_sandbox_click(sandbox, FR_PROBED, start, goal, &reply, NULL);
    const int64_t count = reply.answer.stats.expanded;
    if (reply.fate == FR_FATE_ANSWERED)
        fr_sandbox_trace(sandbox, start, goal, FR_SANDBOX_TRACED_MOST, &reply, &answer->expanded);
    if (reply.fate != FR_FATE_ANSWERED)
        answer->reply = reply;
    const int64_t told = (int64_t)answer->expanded.count;
    answer->expansions = (struct fr_expansions){&answer->expanded, count > told ? count : told};
}

enum { CALLS = 5 };

/* Asks the question some more times, as it is played; a failure of those is the answer. */
static void time_answer(struct fr_sandbox *sandbox, struct fr_point start, struct fr_point goal,
                        struct answer *answer)
{
    const uint64_t hash = answer->reply.answer.hash;
    double samples[CALLS] = {answer->reply.answer.ns};
    for (int i = 1; i < CALLS && answer->reply.fate == FR_FATE_ANSWERED; i++) {
        fr_sandbox_click(sandbox, FR_PLAYED, start, goal, &answer->reply, NULL);
        samples[i] = answer->reply.answer.ns;
        answer->contradicts = answer->contradicts || answer->reply.answer.hash != hash;
    }
    fr_sort(samples, CALLS);
    answer->ns = fr_median(samples, CALLS);
}

static void ask(struct errand *errand, const struct fr_validator *validator, int index)
{
    const struct fr_racer *racer = &errand->racers.at[index];
    struct answer *answer = &errand->answers[index];
    const struct fr_point start = fr_pixel_centre(errand->click.start);
    const struct fr_point goal = fr_pixel_centre(errand->click.goal);
    struct fr_sandbox sandbox;
    fr_sandbox_init(&sandbox, &errand->rules);
    sandbox.reduction = errand->report.reduction;
    fr_sandbox_open(&sandbox, racer, errand->map, &answer->reply);
    if (answer->reply.fate == FR_FATE_ANSWERED)
        fr_sandbox_click(&sandbox, FR_PLAYED, start, goal, &answer->reply, &answer->path);
    if (answer->reply.fate == FR_FATE_ANSWERED)
        time_answer(&sandbox, start, goal, answer);
    if (answer->reply.fate == FR_FATE_ANSWERED && index == errand->drawn)
        ask_for_graph(errand, &sandbox, &answer->reply);
    if (answer->reply.fate == FR_FATE_ANSWERED && (index == errand->heated || errand->animated))
        ask_for_expansions(&sandbox, start, goal, answer);
    fr_sandbox_release(&sandbox);
    if (answer->reply.fate != FR_FATE_ANSWERED) {
        answer->path.count = 0;
        answer->judgement = (struct fr_judgement){.length = NAN, .turning = NAN, .turns = -1};
        return;
    }
    fr_validator_judge(validator, racer->traits.movement, start, goal, answer->reply.answer.outcome,
                       &answer->path, &answer->judgement);
    if (answer->contradicts)
        answer->judgement.verdict = FR_VERDICT_NONDETERMINISTIC;
}

static enum fr_status ask_all(struct errand *errand, struct fr_error *error)
{
    struct fr_validator *validator;
    if (fr_validator_create(errand->map, &fr_default_allocator, &validator) != FR_OK)
        return fr_fail(error, FR_NO_MEMORY, "%s: not enough memory to judge paths", errand->spec);
    for (int i = 0; i < errand->racers.count; i++) {
        fr_path_init(&errand->answers[i].path, &fr_default_allocator);
        fr_path_init(&errand->answers[i].expanded, &fr_default_allocator);
        ask(errand, validator, i);
    }
    fr_validator_release(validator);
    return FR_OK;
}

/* The optimum of the click; why there is none goes to stderr. */
static enum fr_status find_optimum(struct errand *errand, struct fr_error *error)
{
    struct fr_click click = {
        .kind = FR_CLICK, .start = errand->click.start, .goal = errand->click.goal};
    const struct fr_click_set set = {.clicks = &click, .count = 1, .capacity = 1};
    struct fr_optimum_rules rules;
    struct fr_optima optima;
    fr_optimum_rules_init(&rules);
    rules.unlimited_addresses = errand->rules.unlimited_addresses;
    rules.stop = errand->rules.stop;
    if (fr_optima_create(&rules, errand->map, &set, &errand->click, &fr_default_allocator,
                         &optima) != FR_OK)
        return fr_fail(error, FR_NO_MEMORY, "%s: not enough memory", errand->spec);
    errand->optimum = optima.lengths[0];
    if (*optima.reason)
        fprintf(stderr, "footrace: path: %s: no optimum: %s\n", errand->spec, optima.reason);
    fr_optima_release(&optima);
    return FR_OK;
}

static bool beats_optimum(const struct errand *errand, const struct answer *answer)
{
    return fr_optimum_beaten(answer->judgement.valid_any_angle, answer->judgement.length,
                             errand->optimum);
}

static const char *verdict_of(const struct answer *answer)
{
    const char *name = fr_verdict_name(answer->judgement.verdict);
    return name ? name : "-";
}

static double time_of(const struct answer *answer)
{
    return answer->reply.fate == FR_FATE_ANSWERED ? answer->ns : (double)NAN;
}

static const char *reason_of(const struct errand *errand, const struct answer *answer)
{
    if (beats_optimum(errand, answer))
        return "legal, yet shorter than the optimum: the validator or the optimum is wrong";
    return answer->reply.fate == FR_FATE_ANSWERED ? answer->judgement.reason : answer->reply.reason;
}

static void print_end(const char *name, struct fr_pixel pixel, bool clamped)
{
    printf("%s %d,%d%s", name, pixel.x, pixel.y, clamped ? " (clamped)" : "");
}

static void print_table(const struct errand *errand)
{
    char optimum[FR_UNIT_SIZE];
    int width = 5;
    for (int i = 0; i < errand->racers.count; i++) {
        const int length = (int)strlen(errand->racers.at[i].algo);
        width = length > width ? length : width;
    }
    printf("%s, ", errand->spec);
    print_end("from", errand->click.start, errand->click.start_clamped);
    print_end(" to", errand->click.goal, errand->click.goal_clamped);
    if (!isnan(errand->optimum))
        printf(", optimum %s", fr_format_length(errand->optimum, optimum));
    printf("\n  %-*s  %-11s  %-17s  %12s  %7s  %8s  %8s\n", width, "racer", "outcome", "verdict",
           "length", "ratio", "turns", "time");
    for (int i = 0; i < errand->racers.count; i++) {
        const struct answer *answer = &errand->answers[i];
        char length[FR_UNIT_SIZE], time[FR_UNIT_SIZE], turns[FR_UNIT_SIZE] = "-",
                                                       ratio[FR_UNIT_SIZE] = "-";
        const double times = fr_optimum_ratio(answer->judgement.length, errand->optimum);
        if (answer->judgement.turns >= 0)
            snprintf(turns, sizeof turns, "%lld", (long long)answer->judgement.turns);
        if (!isnan(times))
            snprintf(ratio, sizeof ratio, "%.4f", times);
        printf("  %-*s  %-11s  %-17s  %12s  %7s  %8s  %8s\n", width, errand->racers.at[i].algo,
               fr_outcome_name(&answer->reply), verdict_of(answer),
               fr_format_length(answer->judgement.length, length), ratio, turns,
               fr_format_time(time_of(answer), time));
        if (*reason_of(errand, answer))
            printf("  %-*s  %s\n", width, "", reason_of(errand, answer));
    }
}

static cJSON *describe_pixel(struct fr_pixel pixel)
{
    const int pair[2] = {pixel.x, pixel.y};
    return cJSON_CreateIntArray(pair, 2);
}

static cJSON *describe_answer(const struct errand *errand, int index)
{
    const struct fr_racer *racer = &errand->racers.at[index];
    const struct answer *answer = &errand->answers[index];
    cJSON *entry = cJSON_CreateObject();
    fr_json_text(entry, "algo", racer->algo);
    fr_json_text(entry, "name", racer->pathfinder->name);
    fr_json_text(entry, "options", racer->options_text);
    fr_json_text(entry, "movement", fr_movement_name(racer->traits.movement));
    fr_json_text(entry, "outcome", fr_outcome_name(&answer->reply));
    fr_json_text_or_null(entry, "verdict", fr_verdict_name(answer->judgement.verdict));
    fr_json_text_or_null(entry, "reason", reason_of(errand, answer));
    fr_json_number_or_null(entry, "length", answer->judgement.length);
    fr_json_number_or_null(entry, "ratio",
                           fr_optimum_ratio(answer->judgement.length, errand->optimum));
    fr_json_number_or_null(entry, "turning", answer->judgement.turning);
    fr_json_count_or_null(entry, "turns", answer->judgement.turns);
    if (answer->judgement.any_angle)
        fr_json_bool(entry, "valid_any_angle", answer->judgement.valid_any_angle);
    else
        fr_json_null(entry, "valid_any_angle");
    fr_json_number_or_null(entry, "ns", time_of(answer));
    cJSON *points = cJSON_AddArrayToObject(entry, "points");
    for (size_t i = 0; i < answer->path.count; i++)
        cJSON_AddItemToArray(points, describe_pixel((struct fr_pixel){answer->path.points[i].x,
                                                                      answer->path.points[i].y}));
    return entry;
}

static cJSON *describe_errand(const struct errand *errand)
{
    cJSON *document = cJSON_CreateObject();
    fr_json_text(document, "map", errand->spec);
    cJSON_AddItemToObject(document, "start", describe_pixel(errand->click.start));
    cJSON_AddItemToObject(document, "goal", describe_pixel(errand->click.goal));
    fr_json_bool(document, "start_clamped", errand->click.start_clamped);
    fr_json_bool(document, "goal_clamped", errand->click.goal_clamped);
    fr_json_number_or_null(document, "optimum", errand->optimum);
    cJSON *paths = cJSON_AddArrayToObject(document, "paths");
    for (int i = 0; i < errand->racers.count; i++)
        cJSON_AddItemToArray(paths, describe_answer(errand, i));
    return document;
}

/* The remark of a legend's line: what went wrong, if anything did. */
static const char *remark_on(const struct answer *answer)
{
    if (answer->reply.fate != FR_FATE_ANSWERED || answer->reply.answer.outcome != FR_FOUND)
        return fr_outcome_name(&answer->reply);
    return answer->judgement.verdict == FR_VERDICT_OK ? "" : verdict_of(answer);
}

/* How much longer than the optimum; "" where that is not known. */
static const char *describe_excess(const struct errand *errand, const struct answer *answer,
                                   char text[FR_UNIT_SIZE])
{
    const double ratio = fr_optimum_ratio(answer->judgement.length, errand->optimum);
    if (isnan(ratio))
        return "";
    if (ratio < 1.00005)
        return "none";
    snprintf(text, FR_UNIT_SIZE, "+%.1f %%", 100 * (ratio - 1));
    return text;
}

/* The map's name without its folders. */
static const char *title_of(const struct errand *errand)
{
    const char *title = errand->spec;
    for (const char *at = title; *at && *at != ':'; at++)
        if (*at == '/')
            title = at + 1;
    return title;
}

static enum fr_status draw(const struct fr_arguments *arguments, const struct errand *errand,
                           struct fr_error *error)
{
    struct fr_overlay_path paths[FR_MAX_RACERS];
    char texts[FR_MAX_RACERS][4][FR_UNIT_SIZE];
    for (int i = 0; i < errand->racers.count; i++) {
        const struct answer *answer = &errand->answers[i];
        paths[i] = (struct fr_overlay_path){
            .name = errand->racers.at[i].pathfinder->name,
            .colour = errand->racers.at[i].pathfinder->colour,
            .fields = {errand->racers.at[i].label,
                       fr_format_length(answer->judgement.length, texts[i][0]),
                       describe_excess(errand, answer, texts[i][1]),
                       fr_format_count(answer->judgement.turns, texts[i][2]),
                       fr_format_time(time_of(answer), texts[i][3]), remark_on(answer)},
            .path = &answer->path};
    }
    const struct fr_overlay overlay = {
        .map = errand->map,
        .point = errand->point,
        .title = title_of(errand),
        .start = errand->click.start,
        .goal = errand->click.goal,
        .paths = paths,
        .count = errand->racers.count,
        .graph = errand->drawn < 0 ? NULL : &errand->graph,
        .graph_owner = errand->drawn,
        .heat = errand->heated < 0 ? NULL : &errand->answers[errand->heated].expansions,
        .heat_owner = errand->heated};
    enum fr_status status = FR_OK;
    for (int i = 0; i < FR_PICTURE_FORMATS && status == FR_OK; i++) {
        const enum fr_picture_format format = (enum fr_picture_format)i;
        const char *file = fr_picture_file(arguments, format);
        if (file)
            status = fr_overlay_save(format, file, &overlay, error);
    }
    return status;
}

/* Two settings of one back end differ in shade. */
static struct fr_colour shade_of(const struct errand *errand, int index)
{
    const struct fr_pathfinder *pathfinder = errand->racers.at[index].pathfinder;
    const bool second = index > 0 && errand->racers.at[0].pathfinder == pathfinder;
    return fr_palette_colour(pathfinder->colour, second);
}

static enum fr_status animate(const struct errand *errand, const char *file, struct fr_error *error)
{
    struct fr_animation animation = {.map = errand->map,
                                     .title = title_of(errand),
                                     .start = errand->click.start,
                                     .goal = errand->click.goal,
                                     .count = errand->racers.count};
    for (int i = 0; i < errand->racers.count; i++) {
        const struct answer *answer = &errand->answers[i];
        if (answer->reply.fate != FR_FATE_ANSWERED)
            return fr_fail(error, FR_BAD_INPUT, "--animate: '%s': %s; expected an answer to show",
                           errand->racers.at[i].algo, fr_outcome_name(&answer->reply));
        animation.sides[i] =
            (struct fr_animation_side){errand->racers.at[i].label, shade_of(errand, i),
                                       &answer->path, answer->expansions, answer->ns};
    }
    return fr_animation_save(file, &animation, error);
}

/* Tells before any work whether a file that was asked for can be written; file may be NULL. */
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

static enum fr_status write_json(const struct errand *errand, const char *file,
                                 struct fr_error *error)
{
    struct fr_output output;
    enum fr_status status = fr_output_open(file, &output, error);
    if (status == FR_OK)
        status = fr_output_begin(&output, error);
    if (status != FR_OK)
        return status;
    if (fr_json_write(output.file, describe_errand(errand)) != FR_OK)
        status = fr_fail(error, FR_NO_MEMORY, "not enough memory to write JSON");
    const bool torn = ferror(output.file) != 0;
    const int lost = fr_output_close_whole(&output, status == FR_OK && !torn);
    if (status == FR_OK && (lost || torn))
        status =
            fr_fail(error, FR_SYSTEM_ERROR, "--json %s: %s", file, strerror(lost ? lost : EIO));
    return status;
}

/* Chooses the racer whose graph is drawn, if one is to be. */
static enum fr_status choose_graph(const struct fr_arguments *arguments, struct errand *errand,
                                   struct fr_error *error)
{
    errand->drawn = -1;
    if (!fr_argument_count(arguments, "graph"))
        return FR_OK;
    if (fr_picture_count(arguments) == 0)
        return fr_fail(error, FR_BAD_INPUT,
                       "--graph: expected --png OUT or --svg OUT too, to draw it on");
    for (int i = 0; i < errand->racers.count && errand->drawn < 0; i++)
        if (errand->racers.at[i].pathfinder->sketch)
            errand->drawn = i;
    if (errand->drawn < 0)
        return fr_fail(error, FR_BAD_INPUT,
                       "--graph: '%s' has no graph, expected a back end that has, such as visgraph",
                       errand->racers.at[0].algo);
    return FR_OK;
}

static bool tells_expansions(const struct errand *errand, int index)
{
    return errand->racers.at[index].traits.tells_expansions;
}

/* Chooses the racer whose expansions are drawn, if they are to be. */
static enum fr_status choose_heat(const struct fr_arguments *arguments, struct errand *errand,
                                  struct fr_error *error)
{
    errand->heated = -1;
    if (!fr_argument_count(arguments, "heat"))
        return FR_OK;
    if (fr_picture_count(arguments) == 0)
        return fr_fail(error, FR_BAD_INPUT,
                       "--heat: expected --png OUT or --svg OUT too, to draw it on");
    for (int i = 0; i < errand->racers.count && errand->heated < 0; i++)
        if (tells_expansions(errand, i))
            errand->heated = i;
    if (errand->heated < 0)
        return fr_fail(error, FR_BAD_INPUT,
                       "--heat: '%s' does not tell what it expands, expected a back end that does, "
                       "such as astar",
                       errand->racers.at[0].algo);
    return FR_OK;
}

static enum fr_status check_animation(const struct fr_arguments *arguments, struct errand *errand,
                                      struct fr_error *error)
{
    const char *file = fr_argument(arguments, "animate", 0);
    const char *ending = file ? strrchr(file, '.') : NULL;
    errand->animated = file != NULL;
    if (!file)
        return FR_OK;
    if (!ending || strcasecmp(ending, ".webp") != 0)
        return fr_fail(error, FR_BAD_INPUT, "--animate %s: expected a name that ends in .webp",
                       file);
    if (errand->racers.count > FR_ANIMATION_SIDES)
        return fr_fail(error, FR_BAD_INPUT,
                       "--animate: %d back ends, expected one, or two to show side by side",
                       errand->racers.count);
    for (int i = 0; i < errand->racers.count; i++)
        if (!tells_expansions(errand, i))
            return fr_fail(error, FR_BAD_INPUT,
                           "--animate: '%s' does not tell what it expands, expected back ends that "
                           "do, such as astar",
                           errand->racers.at[i].algo);
    return FR_OK;
}

/* On a reduced map nodes are not those of the map that is drawn. */
static enum fr_status check_reduction(const struct errand *errand, struct fr_error *error)
{
    if ((errand->animated || errand->heated >= 0) && fr_reduction_reduces(errand->report.reduction))
        return fr_fail(error, FR_BAD_INPUT,
                       "%s: expansions are not told on a reduced map, expected it in full",
                       errand->spec);
    return FR_OK;
}

/* The map for the walker, and for a point, which the picture shows beside it. */
static enum fr_status load(const struct fr_arguments *arguments, struct errand *errand,
                           struct fr_error *error)
{
    const char *bundled = errand->program->bundled, *plain = errand->spec;
    double radius_px = 0;
    enum fr_status status = fr_walker_read(arguments, &radius_px, error);
    if (status == FR_OK && radius_px > 0) {
        status = fr_walker_spec(plain, radius_px, errand->walked, sizeof errand->walked, error);
        errand->spec = errand->walked;
    }
    if (status != FR_OK)
        return status;
    status = fr_map_load(errand->spec, bundled, &fr_default_allocator, &errand->map,
                         &errand->report, error);
    if (status == FR_OK && radius_px > 0)
        status = fr_map_load(plain, bundled, &fr_default_allocator, &errand->point, NULL, error);
    return status;
}

static enum fr_status prepare(const struct fr_arguments *arguments, struct errand *errand,
                              struct fr_error *error)
{
    struct fr_pixel from = {0, 0}, to = {0, 0};
    enum fr_status status = read_pixel(arguments, "from", &from, error);
    if (status == FR_OK)
        status = read_pixel(arguments, "to", &to, error);
    if (status == FR_OK)
        status = read_rules(arguments, &errand->rules, error);
    if (status == FR_OK)
        status = fr_frame_read(arguments, &errand->frame, error);
    fr_frame_use(&errand->frame, &errand->rules);
    if (status == FR_OK)
        status = fr_plugins_read(&errand->plugins, errand->program->pathfinders, arguments, error);
    for (int i = 0; i < fr_argument_count(arguments, "algo") && status == FR_OK; i++)
        status = fr_racers_add(&errand->racers, errand->plugins.pathfinders,
                               fr_argument(arguments, "algo", i), error);
    if (status == FR_OK)
        status = choose_graph(arguments, errand, error);
    if (status == FR_OK)
        status = choose_heat(arguments, errand, error);
    if (status == FR_OK)
        status = check_animation(arguments, errand, error);
    if (status == FR_OK)
        status = fr_picture_check(arguments, error);
    if (status == FR_OK)
        status = check_writable("png", fr_argument(arguments, "png", 0), error);
    if (status == FR_OK)
        status = check_writable("svg", fr_argument(arguments, "svg", 0), error);
    if (status == FR_OK)
        status = check_writable("animate", fr_argument(arguments, "animate", 0), error);
    if (status == FR_OK)
        status = check_writable("json", fr_argument(arguments, "json", 0), error);
    if (status == FR_OK)
        status = load(arguments, errand, error);
    if (status == FR_OK)
        status = check_reduction(errand, error);
    return status == FR_OK ? resolve(errand, from, to, error) : status;
}

/* Pictures and documents first, so that a table on stdout means that all went well. */
static enum fr_status hand_out(const struct fr_arguments *arguments, const struct errand *errand,
                               struct fr_error *error)
{
    const char *json = fr_argument(arguments, "json", 0);
    enum fr_status status = draw(arguments, errand, error);
    if (status == FR_OK && errand->animated)
        status = animate(errand, fr_argument(arguments, "animate", 0), error);
    if (status == FR_OK && json)
        status = write_json(errand, json, error);
    if (status == FR_OK && !(json && strcmp(json, "-") == 0))
        print_table(errand);
    return status;
}

static bool any_fault(const struct errand *errand)
{
    for (int i = 0; i < errand->racers.count; i++)
        if (beats_optimum(errand, &errand->answers[i]) ||
            (!errand->racers.at[i].traits.expected_faults &&
             fr_is_fault(&errand->answers[i].reply, &errand->answers[i].judgement)))
            return true;
    return false;
}

static enum fr_exit run(const struct fr_program *program, const struct fr_arguments *arguments)
{
    struct fr_error error = {"not enough memory", FR_NO_MEMORY};
    struct errand *errand = calloc(1, sizeof *errand);
    if (!errand)
        return fr_report_error(program, &error);
    errand->program = program;
    errand->spec = fr_argument(arguments, "map", 0);
    fr_graph_sketch_init(&errand->graph, &fr_default_allocator);
    enum fr_status status = prepare(arguments, errand, &error);
    if (status == FR_OK)
        status = find_optimum(errand, &error);
    if (status == FR_OK)
        status = ask_all(errand, &error);
    if (status == FR_OK)
        status = hand_out(arguments, errand, &error);
    const bool fault = any_fault(errand);
    for (int i = 0; i < errand->racers.count; i++)
        if (errand->answers[i].path.allocator) {
            fr_path_release(&errand->answers[i].path);
            fr_path_release(&errand->answers[i].expanded);
        }
    fr_graph_sketch_release(&errand->graph);
    fr_map_release(errand->map);
    fr_map_release(errand->point);
    fr_plugins_release(&errand->plugins);
    fr_frame_release(&errand->frame);
    free(errand);
    if (status != FR_OK)
        return fr_report_error(program, &error);
    return fault ? FR_EXIT_FAULT : FR_EXIT_DONE;
}

const struct fr_command fr_command_path = {
    .name = "path",
    .words = "",
    .summary = "finds the path of one click with several back ends, and draws them",
    .flags = flags,
    .least_words = 0,
    .most_words = 0,
    .run = run,
};
