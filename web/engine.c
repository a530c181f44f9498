#include "web/engine.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "algorithms/pathfinder.h"
#include "harness/course/health.h"
#include "harness/judge/click_class.h"
#include "harness/judge/optimum.h"
#include "harness/judge/validator.h"
#include "library/room.h"
#include "maps/analysis/clamp.h"
#include "maps/formats/image/load_image.h"
#include "maps/formats/text/load_text.h"
#include "maps/geometry/polygon_check.h"
#include "maps/geometry/polygon_paint.h"
#include "maps/polygon.h"
#include "web/inflated_png.h"
#include "web/page_text.h"

#define MOST_RACERS 64
#define MOST_CHANGES 16 /* rectangles told apart; more are joined */
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
    struct fr_validator *validator; /* NULL: until something is judged */
    bool validator_old;             /* the map has changed since */
    struct fr_load_report report;
    struct fr_rect changes[MOST_CHANGES];
    size_t change_count;
    struct fr_path path, batch;
    struct fr_path expanded;      /* nodes in the order of their expansion */
    struct fr_point start, goal;  /* of the last find */
    const struct racer *found_by; /* the last find */
    double figures[FR_WEB_FIGURES];
    uint8_t *frame;
};

static struct engine engine;

/* ---- Text ---- */

const char *fr_web_text(void)
{
    return fr_page_text();
}

static bool fail(const char *text)
{
    fr_page_begin();
    fr_page_put("%s", text);
    return false;
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
        racer->pathfinder->describe(&racer->options, &racer->traits);
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
        fr_page_put("\"optimal\":%s,\"candidate\":%s,\"faults\":%s,\"tells\":%s}",
                    racer->traits.optimality == FR_OPTIMAL_LENGTH ? "true" : "false",
                    racer->pathfinder->candidate ? "true" : "false",
                    racer->traits.expected_faults ? "true" : "false",
                    racer->traits.tells_expansions ? "true" : "false");
    }
    fr_page_put("]");
    return fr_web_text();
}

/* ---- The room ---- */

static bool enter(struct fr_map *map, const struct fr_load_report *report)
{
    list_racers();
    for (int i = 0; i < engine.racer_count; i++)
        fr_web_release(i);
    fr_validator_release(engine.validator);
    fr_map_release(engine.map);
    engine.validator = NULL;
    engine.map = map;
    engine.report = *report;
    engine.change_count = 0;
    engine.path.allocator = engine.batch.allocator = &fr_default_allocator;
    engine.expanded.allocator = &fr_default_allocator;
    return true;
}

static bool is_large(int64_t width, int64_t height)
{
    return width * height > FR_WEB_MOST_PIXELS;
}

static bool refuse_large(const char *name, int64_t width, int64_t height)
{
    fr_page_begin();
    fr_page_put("%s: %lld x %lld pixels, expected at most %d million on this page", name,
                (long long)width, (long long)height, FR_WEB_MOST_PIXELS >> 20);
    return false;
}

static struct fr_file file_of(const uint8_t *bytes, size_t size, const char *name)
{
    union {
        const uint8_t *read;
        uint8_t *bytes;
    } both = {bytes}; /* loaders read only */
    return (struct fr_file){name, both.bytes, size, size, &fr_default_allocator};
}

static bool starts_with(const struct fr_file *file, const char *text)
{
    return file->size >= strlen(text) && memcmp(file->bytes, text, strlen(text)) == 0;
}

bool fr_web_room_of_file(const uint8_t *bytes, size_t size, const char *name)
{
    const struct fr_file file = file_of(bytes, size, name);
    struct fr_load_options options;
    struct fr_load_report report = {.colours = 0};
    struct fr_error error = {"", FR_OK};
    struct fr_map *map = NULL;
    enum fr_status status = fr_load_options_parse(name, "", &options, &error);
    if (status == FR_OK && starts_with(&file, "BM"))
        status = fr_load_bmp(&file, &options, &map, &report, &error);
    else if (status == FR_OK && fr_ascii_knows(&file))
        status = fr_load_ascii(&file, &map, &report, &error);
    else if (status == FR_OK && (starts_with(&file, "type") || starts_with(&file, "height") ||
                                 starts_with(&file, "width")))
        status = fr_load_movingai(&file, &options, &map, &report, &error);
    else if (status == FR_OK)
        status = fr_fail(&error, FR_BAD_INPUT,
                         "%s: byte 0: an unknown format, expected PNG, BMP, WebP, a Moving AI map, "
                         "an ASCII map or a polygon map in JSON",
                         name);
    if (status != FR_OK)
        return fail(error.text);
    if (is_large(map->width, map->height)) {
        refuse_large(name, map->width, map->height);
        fr_map_release(map);
        return false;
    }
    return enter(map, &report);
}

double fr_web_png_inflated(const uint8_t *bytes, size_t size, const char *name)
{
    const struct fr_file file = file_of(bytes, size, name);
    struct fr_error error = {"", FR_OK};
    struct fr_png png;
    if (fr_png_header(&file, &png, &error) != FR_OK)
        return fail(error.text);
    return is_large(png.width, png.height) ? refuse_large(name, png.width, png.height)
                                           : fr_png_inflated(&png);
}

bool fr_web_room_of_png(const uint8_t *bytes, size_t size, const char *name, const uint8_t *pixels,
                        size_t pixels_size)
{
    const struct fr_file file = file_of(bytes, size, name);
    struct fr_file inflated = file_of(pixels, pixels_size, name);
    struct fr_load_options options;
    struct fr_load_report report = {.colours = 0};
    struct fr_error error = {"", FR_OK};
    struct fr_png png;
    struct fr_map *map = NULL;
    enum fr_status status = fr_load_options_parse(name, "", &options, &error);
    if (status == FR_OK)
        status = fr_png_header(&file, &png, &error);
    if (status == FR_OK)
        status = fr_png_read(&file, &png, &options, inflated.bytes, inflated.size, &map, &report,
                             &error);
    return status == FR_OK ? enter(map, &report) : fail(error.text);
}

bool fr_web_room_of_canvas(const uint8_t *pixels, int width, int height, const char *name)
{
    const struct fr_file file = file_of(NULL, 0, name);
    struct fr_load_options options;
    struct fr_load_report report = {.format = "picture"};
    struct fr_error error = {"", FR_OK};
    struct fr_map *map = NULL;
    if (fr_load_options_parse(name, "", &options, &error) != FR_OK)
        return fail(error.text);
    struct fr_image image = {
        .file = &file, .options = &options, .layout = {.size = 4, 0, 1, 2, .alpha = 3}};
    if (fr_image_begin(&image, width, height, &error) != FR_OK)
        return fail(error.text);
    for (int y = 0; y < height; y++)
        fr_image_put_colours(&image, (struct fr_image_span){0, y, 1, width},
                             pixels + (size_t)y * (size_t)width * 4);
    return fr_image_finish(&image, &map, &report, &error) == FR_OK ? enter(map, &report)
                                                                   : fail(error.text);
}

/* Paints a shape of its own over the map. */
static enum fr_walker_status paint_shape(struct fr_map *map, const struct fr_shape *shape)
{
    struct fr_map *layer;
    struct fr_shape floor = *shape;
    floor.area = 1;
    char message[FR_WALKER_MESSAGE] = "not enough memory";
    const enum fr_walker_status status = fr_room_of_shapes(&floor, 1, map->width, map->height,
                                                           &fr_default_allocator, message, &layer);
    if (status != FR_WALKER_OK) {
        fail(message);
        return status;
    }
    const size_t pixels = (size_t)map->width * (size_t)map->height;
    for (size_t i = 0; i < pixels; i++)
        if (layer->areas[i])
            map->areas[i] = shape->area;
    fr_map_release(layer);
    return FR_WALKER_OK;
}

static enum fr_walker_status paint_shapes(const struct fr_shape *shapes, size_t count, int width,
                                          int height, struct fr_map **map)
{
    enum fr_walker_status status =
        fr_room_status(fr_map_create(width, height, &fr_default_allocator, map));
    for (size_t i = 0; status == FR_WALKER_OK && i < count; i++)
        status = paint_shape(*map, &shapes[i]);
    for (int y = 0; status == FR_WALKER_OK && y < height; y++)
        fr_map_set_row(*map, y, (*map)->areas + (size_t)y * (size_t)width);
    return status;
}

bool fr_web_room_of_shapes(const float *spots, const uint32_t *corners, const uint8_t *areas,
                           size_t count, int width, int height, bool one_by_one)
{
    char message[FR_WALKER_MESSAGE] = "not enough memory";
    struct fr_map *map = NULL;
    struct fr_shape *shapes = malloc((count + 1) * sizeof *shapes);
    struct fr_spot *all = NULL;
    size_t corner_count = 0;
    for (size_t i = 0; i < count; i++)
        corner_count += corners[i];
    if (shapes)
        all = malloc((corner_count + 1) * sizeof *all);
    if (!all) {
        free(shapes);
        return fail(message);
    }
    for (size_t i = 0; i < corner_count; i++)
        all[i] = (struct fr_spot){spots[2 * i], spots[2 * i + 1]};
    for (size_t i = 0, at = 0; i < count; at += corners[i++])
        shapes[i] = (struct fr_shape){all + at, corners[i], areas[i]};
    fail(message);
    const enum fr_walker_status status =
        one_by_one
            ? paint_shapes(shapes, count, width, height, &map)
            : fr_room_of_shapes(shapes, count, width, height, &fr_default_allocator, message, &map);
    if (status != FR_WALKER_OK && !one_by_one)
        fail(message);
    if (status != FR_WALKER_OK)
        fr_map_release(map);
    free(all);
    free(shapes);
    const struct fr_load_report report = {.format = "polygons", .reading = "a drawing"};
    return status == FR_WALKER_OK && enter(map, &report);
}

bool fr_web_room_of_areas(const uint8_t *areas, int width, int height)
{
    const struct fr_load_report report = {.format = "areas", .reading = "a byte a pixel"};
    struct fr_map *map;
    if (fr_map_create(width, height, &fr_default_allocator, &map) != FR_OK)
        return fail("not enough memory for the room");
    for (int y = 0; y < height; y++)
        fr_map_set_row(map, y, areas + (size_t)y * (size_t)width);
    return enter(map, &report);
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
    const enum fr_status status = racer->pathfinder->prepare(
        engine.map, &racer->options, &racer->memory.allocator, &racer->state);
    if (status != FR_OK)
        racer->state = NULL;
    return (int)status;
}

void fr_web_release(int number)
{
    struct racer *racer = &engine.racers[number];
    racer->pathfinder->release(racer->state);
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

static const double *find(int number, int start_x, int start_y, int goal_x, int goal_y,
                          const struct fr_probe *probe)
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
        racer->pathfinder->find(racer->state, engine.start, engine.goal, probe, &engine.path);
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

const double *fr_web_find(int racer, int start_x, int start_y, int goal_x, int goal_y)
{
    return find(racer, start_x, start_y, goal_x, goal_y, NULL);
}

static void enter_phase(void *context, enum fr_phase phase)
{
    (void)context;
    (void)phase;
}

static void note_expansion(void *context, int32_t x, int32_t y)
{
    struct fr_path *expanded = context;
    if (fr_path_append(expanded, (struct fr_point){x, y}) != FR_OK)
        return;
}

const double *fr_web_trace(int racer, int start_x, int start_y, int goal_x, int goal_y)
{
    const struct fr_probe probe = {enter_phase, &engine.expanded, note_expansion};
    engine.expanded.count = 0;
    return find(racer, start_x, start_y, goal_x, goal_y, &probe);
}

const int32_t *fr_web_expanded(void)
{
    return engine.expanded.points ? &engine.expanded.points->x : NULL;
}

double fr_web_expanded_count(void)
{
    return (double)engine.expanded.count;
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
        status = fr_validator_refresh(engine.validator, engine.map);
    engine.validator_old = false;
    if (status == FR_OK)
        return true;
    fr_validator_release(engine.validator);
    engine.validator = NULL;
    return fail("not enough memory to judge");
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
    fail(judgement.reason);
    return engine.figures;
}

int fr_web_ask(int number, const int32_t *questions, int count)
{
    const struct racer *racer = &engine.racers[number];
    int found = 0;
    for (int i = 0; i < count; i++, questions += 4) {
        const struct fr_pixel start = {questions[0], questions[1]};
        const struct fr_pixel goal = {questions[2], questions[3]};
        found += racer->pathfinder->find(racer->state, fr_pixel_centre(start),
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

static void note_change(struct fr_rect changed)
{
    engine.validator_old = true;
    if (changed.width == 0)
        return;
    if (engine.change_count == MOST_CHANGES) {
        struct fr_rect *last = &engine.changes[MOST_CHANGES - 1];
        *last = fr_rect_around(*last, changed);
    } else {
        engine.changes[engine.change_count++] = changed;
    }
}

/* Half the width of a stroke of that radius in a row dy away from its line's end. */
static double half_width(double radius, double dy)
{
    return fabs(dy) < radius ? sqrt(radius * radius - dy * dy) : -1;
}

/* Paints a disc; *changed grows. */
static void paint_disc(double x, double y, double radius, const uint8_t *areas,
                       struct fr_rect *changed)
{
    const int last = (int)floor(y + radius);
    for (int row = (int)floor(y - radius); row <= last; row++) {
        const double half = half_width(radius, row + 0.5 - y);
        const int left = (int)ceil(x - half - 0.5), right = (int)floor(x + half - 0.5);
        const struct fr_rect line = {left, row, right - left + 1, 1};
        if (half >= 0 && line.width > 0)
            *changed = fr_rect_around(*changed, fr_map_set_rect(engine.map, line, areas));
    }
}

void fr_web_paint(double from_x, double from_y, double to_x, double to_y, double radius, int area)
{
    enum { MOST_RADIUS = 256 };
    static uint8_t areas[2 * MOST_RADIUS + 2];
    struct fr_rect changed = {0, 0, 0, 0};
    const double wide = fmin(radius, MOST_RADIUS);
    const double length = hypot(to_x - from_x, to_y - from_y);
    const int steps = (int)fmin(ceil(length / fmax(wide / 4, 0.5)), 1 << 16);
    memset(areas, area, sizeof areas);
    for (int i = 0; i <= steps; i++) {
        const double along = steps ? (double)i / steps : 0;
        paint_disc(from_x + along * (to_x - from_x), from_y + along * (to_y - from_y), wide, areas,
                   &changed);
    }
    note_change(changed);
}

void fr_web_open(int area, bool open)
{
    note_change(fr_map_enable(engine.map, (uint8_t)area, open));
}

bool fr_web_block(int x, int y, int width, int height, bool blocked)
{
    const struct fr_rect rect = {x, y, width, height};
    if (fr_map_block(engine.map, rect, blocked) != FR_OK)
        return false;
    note_change(fr_map_clip(engine.map, rect));
    return true;
}

int fr_web_update(int number)
{
    struct racer *racer = &engine.racers[number];
    if (engine.change_count == 0)
        return 0;
    if (!racer->pathfinder->update)
        return fr_web_prepare(number, (double)racer->memory.limit_bytes) == FR_OK ? 1 : -1;
    if (racer->pathfinder->update(racer->state, engine.changes, engine.change_count) == FR_OK)
        return 0;
    fr_web_release(number);
    return -1;
}

void fr_web_settle(void)
{
    engine.change_count = 0;
}
