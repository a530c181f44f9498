#include "web/engine.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "algorithms/front.h"
#include "harness/answer/game_code.h"
#include "harness/inspect/health.h"
#include "harness/judge/click_class.h"
#include "harness/judge/looks.h"
#include "harness/judge/optimum.h"
#include "harness/judge/validator.h"
#include "maps/analysis/clamp.h"
#include "maps/changes.h"
#include "web/engine_room.h"
#include "web/page_text.h"

#define MOST_RACERS 64
#define FRAME_BYTES ((size_t)1920 * 1080 * 4)

struct racer {
    const struct fr_pathfinder *pathfinder;
    struct fr_option_values options;
    struct fr_traits traits;
    struct fr_counting_allocator memory;
    struct fr_state *state; /* NULL: not prepared */
};

struct engine {
    struct racer racers[MOST_RACERS];
    int racer_count;
    struct fr_map *map;             /* NULL: none yet */
    struct fr_validator *validator; /* NULL until something is judged */
    bool validator_old;             /* the map has changed since its creation */
    struct fr_margin *margin;       /* NULL until looks are measured on this map */
    struct fr_roomy roomy;          /* between the ends below */
    struct fr_point roomy_start, roomy_goal;
    struct fr_load_report report;
    struct fr_changes changes;
    bool changes_lost; /* out of memory: back ends are prepared again */
    struct fr_path path, batch;
    struct fr_point start, goal;  /* of the last find */
    const struct racer *found_by; /* the back end of the last find */
    double figures[FR_WEB_FIGURES];
    uint8_t *frame;
};

static struct engine engine;

/* ---- Text ---- */

const char *fr_web_text(void)
{
    return fr_page_text();
}

void *fr_web_take(size_t bytes)
{
    return malloc(bytes ? bytes : 1);
}

void fr_web_give(void *block)
{
    free(block);
}

/* ---- The list of back ends ---- */

static void list_racers(void)
{
    for (int i = 0; engine.racer_count == 0 && fr_pathfinders[i] && i < MOST_RACERS; i++) {
        struct racer *racer = &engine.racers[i];
        racer->pathfinder = fr_pathfinders[i];
        fr_options_default(racer->pathfinder->options, racer->pathfinder->option_count,
                           &racer->options);
        fr_traits_of(racer->pathfinder, &racer->options, &racer->traits);
    }
    while (engine.racer_count < MOST_RACERS && engine.racers[engine.racer_count].pathfinder)
        engine.racer_count++;
}

const char *fr_web_racers(void)
{
    static const char *const optimalities[] = {
        [FR_OPTIMAL_NONE] = "none", [FR_OPTIMAL_STEPS] = "steps", [FR_OPTIMAL_LENGTH] = "length"};
    char options[512];
    list_racers();
    fr_page_begin();
    for (int i = 0; i < engine.racer_count; i++) {
        const struct racer *racer = &engine.racers[i];
        fr_page_put("%s", i ? ",{" : "[{");
        fr_page_put_string("name", racer->pathfinder->name);
        fr_page_put_string("label", racer->pathfinder->label);
        fr_page_put_string("summary", racer->pathfinder->summary);
        fr_page_put_string("colour", racer->pathfinder->colour);
        fr_page_put_string("movement", fr_movement_name(racer->traits.movement));
        fr_page_put_string("marker", (char[]){racer->pathfinder->marker, '\0'});
        fr_options_format(racer->pathfinder->options, racer->pathfinder->option_count,
                          &racer->options, options, sizeof options);
        fr_page_put_string("options", options);
        fr_page_put_string("optimality", optimalities[racer->traits.optimality]);
        fr_page_put("\"optimal\":%s,\"candidate\":%s,\"faults\":%s}",
                    racer->traits.optimality == FR_OPTIMAL_LENGTH ? "true" : "false",
                    racer->pathfinder->candidate ? "true" : "false",
                    racer->traits.expected_faults ? "true" : "false");
    }
    fr_page_put("]");
    return fr_web_text();
}

/* ---- The room ---- */

struct fr_map *fr_engine_map(void)
{
    return engine.map;
}

static void forget_margin(void)
{
    fr_margin_release(engine.margin);
    engine.margin = NULL;
    engine.roomy_start = (struct fr_point){-1, -1};
}

bool fr_engine_enter(struct fr_map *map, const struct fr_load_report *report)
{
    list_racers();
    for (int i = 0; i < engine.racer_count; i++)
        fr_web_release(i);
    fr_validator_release(engine.validator);
    forget_margin();
    fr_map_release(engine.map);
    engine.validator = NULL;
    engine.map = map;
    engine.report = *report;
    fr_web_settle();
    engine.changes.allocator = &fr_default_allocator;
    engine.path.allocator = engine.batch.allocator = &fr_default_allocator;
    return true;
}

const char *fr_web_inspection(void)
{
    struct fr_health health;
    if (fr_health_examine(engine.map, &fr_default_allocator, &health) != FR_OK)
        return NULL;
    fr_page_begin();
    fr_page_put("{\"width\":%d,\"height\":%d,", (int)engine.map->width, (int)engine.map->height);
    fr_page_put_string("format", engine.report.format);
    fr_page_put_string("reading", engine.report.reading);
    fr_page_put("\"walkable\":%lld,\"components\":%u,\"islands\":%u,\"island_pixels\":%lld,",
                (long long)health.walkable, (unsigned)health.components_4, (unsigned)health.islands,
                (long long)health.island_pixels);
    fr_page_put("\"largest\":%lld,\"hash\":\"%016llx\",", (long long)health.largest,
                (unsigned long long)fr_map_hash(engine.map));
    fr_page_put("\"corners\":%lld,\"pinches\":%lld,\"drawing\":%s,\"areas\":[",
                (long long)health.corners, (long long)health.pinches,
                engine.map->drawing ? "true" : "false");
    const char *comma = "";
    for (int i = 0; i < FR_AREAS; i++)
        if (health.area_pixels[i] > 0) {
            fr_page_put("%s[%d,%lld]", comma, i, (long long)health.area_pixels[i]);
            comma = ",";
        }
    fr_page_put("]}");
    return fr_web_text();
}

const char *fr_web_program(int racer)
{
    static char program[FR_GAME_CODE];
    const struct fr_game game = {engine.racers[racer].pathfinder->name, "", "",
                                 engine.map->enabled};
    fr_game_program(&game, program);
    return program;
}

const uint8_t *fr_web_areas(void)
{
    return engine.map->areas;
}

/* ---- Back ends ---- */

int fr_web_prepare(int number, double limit)
{
    struct racer *racer = &engine.racers[number];
    fr_web_release(number);
    fr_counting_allocator_init(&racer->memory);
    racer->memory.limit_bytes = (size_t)limit;
    const enum fr_status status = fr_prepare(racer->pathfinder, engine.map, &racer->options,
                                             &racer->memory.allocator, &racer->state);
    if (status != FR_OK)
        racer->state = NULL;
    return (int)status;
}

void fr_web_release(int number)
{
    struct racer *racer = &engine.racers[number];
    fr_release(racer->pathfinder, racer->state);
    racer->state = NULL;
}

double fr_web_bytes(int racer)
{
    return (double)engine.racers[racer].memory.live_bytes;
}

double fr_web_peak(int racer)
{
    return (double)engine.racers[racer].memory.peak_bytes;
}

/* ---- Finding ---- */

const double *fr_web_find(int number, int start_x, int start_y, int goal_x, int goal_y)
{
    const struct racer *racer = &engine.racers[number];
    struct fr_pixel start, goal;
    if (!racer->state || !fr_clamp(engine.map, start_x, start_y, &start) ||
        !fr_clamp(engine.map, goal_x, goal_y, &goal))
        return NULL;
    engine.found_by = racer;
    engine.start = fr_pixel_centre(start);
    engine.goal = fr_pixel_centre(goal);
    const enum fr_outcome outcome =
        fr_find(racer->pathfinder, racer->state, engine.start, engine.goal, NULL, &engine.path);
    const double figures[FR_WEB_FIGURES] = {outcome,
                                            start.x,
                                            start.y,
                                            goal.x,
                                            goal.y,
                                            outcome == FR_FOUND ? (double)engine.path.count : 0,
                                            FR_VERDICT_NONE,
                                            NAN,
                                            -1,
                                            NAN,
                                            -1,
                                            -1,
                                            -1,
                                            -1,
                                            NAN};
    memcpy(engine.figures, figures, sizeof figures);
    return engine.figures;
}

const int32_t *fr_web_path(void)
{
    return engine.path.points ? &engine.path.points->x : NULL;
}

static bool call_judge(void)
{
    enum fr_status status = FR_OK;
    if (!engine.validator)
        status = fr_validator_create(engine.map, &fr_default_allocator, &engine.validator);
    else if (engine.validator_old)
        status =
            fr_validator_refresh(engine.validator, engine.map,
                                 (struct fr_rect){0, 0, engine.map->width, engine.map->height});
    engine.validator_old = false;
    if (status == FR_OK)
        return true;
    fr_validator_release(engine.validator);
    engine.validator = NULL;
    return fr_page_fail("not enough memory to judge");
}

/* The roomy path is kept for the other back ends. */
static enum fr_status find_roomy(void)
{
    struct fr_path taut;
    enum fr_status status = FR_OK;
    if (!engine.margin)
        status = fr_margin_create(engine.map, &fr_default_allocator, &engine.margin);
    if (status != FR_OK || (fr_point_equal(engine.start, engine.roomy_start) &&
                            fr_point_equal(engine.goal, engine.roomy_goal)))
        return status;
    fr_path_init(&taut, &fr_default_allocator);
    status = fr_margin_avoid(engine.margin, fr_point_pixel(engine.start),
                             fr_point_pixel(engine.goal), &taut, &engine.roomy);
    fr_path_release(&taut);
    engine.roomy_start = engine.start;
    engine.roomy_goal = engine.goal;
    return status;
}

/* The looks of a legal any-angle path; unknown if out of memory. */
static void measure_looks(const struct fr_judgement *judgement)
{
    struct fr_looks looks = {(double)NAN, -1, -1};
    if (judgement->any_angle && judgement->valid_any_angle &&
        (find_roomy() != FR_OK ||
         fr_looks_measure(engine.map, engine.margin, &engine.roomy, &engine.path,
                          &fr_default_allocator, &looks) != FR_OK))
        forget_margin();
    engine.figures[FR_WEB_HUGGING] = looks.hugging;
    engine.figures[FR_WEB_SHARP_TURNS] = (double)looks.sharp_turns;
    engine.figures[FR_WEB_ZIGZAGS] = (double)looks.zigzags;
    engine.figures[FR_WEB_LOOKS_FAULT] =
        isnan(looks.hugging) || looks.zigzags < 0 ? -1 : fr_looks_faulty(&looks);
}

const double *fr_web_judge(double optimum)
{
    struct fr_judgement judgement;
    if (!call_judge())
        return engine.figures;
    fr_validator_judge(engine.validator, engine.found_by->traits.movement, engine.start,
                       engine.goal, (enum fr_outcome)engine.figures[FR_WEB_OUTCOME], &engine.path,
                       &judgement);
    engine.figures[FR_WEB_VERDICT] = judgement.verdict;
    engine.figures[FR_WEB_LENGTH] = judgement.length;
    engine.figures[FR_WEB_TURNS] = (double)judgement.turns;
    engine.figures[FR_WEB_RATIO] = fr_optimum_ratio(judgement.length, optimum);
    engine.figures[FR_WEB_CLASS] = fr_click_class(engine.validator, engine.start, engine.goal);
    engine.figures[FR_WEB_LEGAL] = judgement.any_angle ? judgement.valid_any_angle : -1;
    engine.figures[FR_WEB_STRAIGHT] = (double)judgement.straight;
    engine.figures[FR_WEB_DIAGONAL] = (double)judgement.diagonal;
    engine.figures[FR_WEB_TURNING] = judgement.turning;
    measure_looks(&judgement);
    fr_page_fail(judgement.reason);
    return engine.figures;
}

int fr_web_ask(int number, const int32_t *queries, int count)
{
    const struct racer *racer = &engine.racers[number];
    int found = 0;
    for (int i = 0; i < count; i++, queries += 4) {
        const struct fr_pixel start = {queries[0], queries[1]};
        const struct fr_pixel goal = {queries[2], queries[3]};
        found += fr_find(racer->pathfinder, racer->state, fr_pixel_centre(start),
                         fr_pixel_centre(goal), NULL, &engine.batch) == FR_FOUND;
    }
    return found;
}

void fr_web_frame(void)
{
    static uint8_t shade;
    if (!engine.frame)
        engine.frame = malloc(FRAME_BYTES);
    if (engine.frame)
        memset(engine.frame, ++shade, FRAME_BYTES);
}

/* ---- Change ---- */

void fr_engine_note_change(struct fr_rect changed)
{
    engine.validator_old = true;
    forget_margin();
    if (fr_changes_note(&engine.changes, changed) != FR_OK)
        engine.changes_lost = true;
}

int fr_web_update(int number)
{
    struct racer *racer = &engine.racers[number];
    if (engine.changes.count == 0 && !engine.changes_lost)
        return 0;
    if (!racer->pathfinder->update || engine.changes_lost)
        return fr_web_prepare(number, (double)racer->memory.limit_bytes) == FR_OK ? 1 : -1;
    if (fr_update(racer->pathfinder, racer->state, engine.changes.rects, engine.changes.count) ==
        FR_OK)
        return 0;
    fr_web_release(number);
    return -1;
}

void fr_web_settle(void)
{
    fr_changes_forget(&engine.changes);
    engine.changes_lost = false;
}
