#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "algorithms/front.h"
#include "algorithms/pathfinder.h"
#include "harness/base/file_guard.h"
#include "harness/commands/command.h"
#include "harness/commands/help.h"
#include "maps/formats/base/file.h"
#include "maps/formats/export/drawing_export.h"
#include "maps/formats/image/save_png.h"
#include "maps/formats/load.h"
#include "maps/formats/polygon/drawn_map.h"
#include "maps/formats/polygon/trace_mask.h"
#include "maps/formats/text/save_ascii.h"
#include "maps/geometry/polygon_paint.h"
#include "maps/geometry/simplify.h"
#include "maps/random.h"

struct conversion_cost {
    int clicks;   /* clicks that have a path on the original */
    int lost;     /* clicks with an unwalkable end, or without a path, on the converted map */
    double worst; /* largest ratio of the length on the converted map to that on the original; 1:
                   * none */
    struct fr_pixel from, to; /* of the click with the largest ratio */
};

#define MOST_TRIES 100 /* for each click */
#define ROUNDING 1e-9  /* ratios that differ by less are equal */

/* A back end that has prepared a map. */
struct instance {
    const struct fr_pathfinder *pathfinder;
    struct fr_state *state;
    struct fr_path path;
};

static enum fr_status begin(const struct fr_pathfinder *pathfinder, const struct fr_map *map,
                            const struct fr_allocator *allocator, struct instance *instance)
{
    struct fr_option_values options;
    *instance = (struct instance){.pathfinder = pathfinder};
    fr_path_init(&instance->path, allocator);
    fr_options_default(pathfinder->options, pathfinder->option_count, &options);
    return fr_prepare(pathfinder, map, &options, allocator, &instance->state);
}

static void end(struct instance *instance)
{
    if (instance->state)
        fr_release(instance->pathfinder, instance->state);
    fr_path_release(&instance->path);
}

/* The length in pixels; negative if there is no path. */
static double find(struct instance *instance, struct fr_pixel from, struct fr_pixel to)
{
    const enum fr_outcome outcome =
        fr_find(instance->pathfinder, instance->state, fr_pixel_centre(from), fr_pixel_centre(to),
                NULL, &instance->path);
    return outcome == FR_FOUND ? fr_path_length(&instance->path) : -1;
}

static bool pick(const struct fr_map *map, struct fr_random *random, struct fr_pixel *pixel)
{
    for (int i = 0; i < MOST_TRIES; i++) {
        *pixel = (struct fr_pixel){(int32_t)fr_random_below(random, (uint32_t)map->width),
                                   (int32_t)fr_random_below(random, (uint32_t)map->height)};
        if (fr_map_walkable(map, pixel->x, pixel->y))
            return true;
    }
    return false;
}

static void compare(struct instance *before, struct instance *after, const struct fr_map *drawn,
                    struct fr_pixel from, struct fr_pixel to, struct conversion_cost *cost)
{
    const double length = find(before, from, to);
    if (!(length > 0))
        return;
    cost->clicks++;
    const bool on_floor =
        fr_map_walkable(drawn, from.x, from.y) && fr_map_walkable(drawn, to.x, to.y);
    const double converted = on_floor ? find(after, from, to) : -1;
    if (converted < 0) {
        cost->lost++;
    } else if (converted / length > cost->worst + ROUNDING) {
        cost->worst = converted / length;
        cost->from = from;
        cost->to = to;
    }
}

/* Queries clicks between random walkable pixels on a map and on a map derived from it; the back end
 * of each map is optimal on it. FR_OK, or why a preparation failed. */
static enum fr_status
measure_cost(const struct fr_pathfinder *on_original, const struct fr_map *original,
             const struct fr_pathfinder *on_drawing, const struct fr_map *drawn, int count,
             uint64_t seed, const struct fr_allocator *allocator, struct conversion_cost *cost)
{
    struct instance before, after = {.state = NULL};
    struct fr_random random = {seed};
    *cost = (struct conversion_cost){.worst = 1};
    enum fr_status status = begin(on_original, original, allocator, &before);
    fr_path_init(&after.path, allocator);
    if (status == FR_OK)
        status = begin(on_drawing, drawn, allocator, &after);
    for (int i = 0; i < count && status == FR_OK; i++) {
        struct fr_pixel from, to;
        if (pick(original, &random, &from) && pick(original, &random, &to))
            compare(&before, &after, drawn, from, to, cost);
    }
    end(&after);
    end(&before);
    return status;
}

#define MOST_TIMES 16
#define CLICKS 1000 /* to measure the cost of simplification */
#define SEED 1

static const struct fr_flag flags[] = {
    {"o", FR_WRITES_FORMAT, false, true, "the file to write; its ending selects the format"},
    {"tolerance", "PX", false, false,
     "drop corners: the outline moves inwards by at most PX pixels, never into a wall (0)"},
    {"enlarge", "N", false, false, "enlarge the map N times in each direction (1)"},
    {NULL, NULL, false, false, NULL},
};

struct conversion {
    const struct fr_program *program;
    const char *spec, *file;
    struct fr_map *source; /* as loaded, with its radius */
    struct fr_map *drawn;  /* with a drawing: source itself, or the traced or enlarged map */
    int32_t tolerance_px, times;
    uint32_t cells; /* number of cells written; 0: the format has none */
};

typedef enum fr_status (*writer)(struct conversion *conversion, struct fr_text *text,
                                 struct fr_error *error);

static enum fr_status refuse_memory(const struct conversion *conversion, struct fr_error *error)
{
    return fr_fail(error, FR_NO_MEMORY, "%s: not enough memory to convert it", conversion->spec);
}

static enum fr_status write_json(struct conversion *conversion, struct fr_text *text,
                                 struct fr_error *error)
{
    (void)error;
    fr_export_json(conversion->drawn, text);
    return FR_OK;
}

/* A mesh cannot represent areas that open. */
static enum fr_status check_open(const struct conversion *conversion, struct fr_error *error)
{
    for (int area = 1; area < FR_AREAS; area++)
        for (uint32_t i = 0; i < conversion->drawn->drawing->ring_count; i++)
            if (conversion->drawn->drawing->rings[i].area == area &&
                !conversion->drawn->enabled[area])
                return fr_fail(error, FR_UNSUPPORTED,
                               "%s: area %d is closed; expected all areas open for this format",
                               conversion->spec, area);
    return FR_OK;
}

static enum fr_status write_mesh(struct conversion *conversion, struct fr_text *text,
                                 struct fr_error *error)
{
    struct fr_convex_cells cells;
    enum fr_status status = check_open(conversion, error);
    if (status == FR_OK)
        status = fr_convex_cells_create(conversion->spec, conversion->drawn->drawing, 0,
                                        &fr_default_allocator, &cells, error);
    if (status != FR_OK)
        return status;
    if (fr_export_mesh(&cells, text) != FR_OK)
        status = refuse_memory(conversion, error);
    conversion->cells = cells.cell_count;
    fr_convex_cells_release(&cells);
    return status;
}

static enum fr_status write_godot(struct conversion *conversion, struct fr_text *text,
                                  struct fr_error *error)
{
    static const struct fr_convex_cells none;
    struct fr_convex_cells cells[FR_AREAS];
    const struct fr_polygon *drawing = conversion->drawn->drawing;
    enum fr_status status = FR_OK;
    for (int area = 0; area < FR_AREAS; area++)
        cells[area] = none;
    for (uint32_t i = 0; i < drawing->ring_count && status == FR_OK; i++) {
        struct fr_convex_cells *own = &cells[drawing->rings[i].area];
        if (own->cell_count > 0)
            continue;
        status = fr_convex_cells_create(conversion->spec, drawing, drawing->rings[i].area,
                                        &fr_default_allocator, own, error);
        conversion->cells += status == FR_OK ? own->cell_count : 0;
    }
    if (status == FR_OK)
        fr_export_godot(conversion->drawn, cells, text);
    for (int area = 0; area < FR_AREAS; area++)
        fr_convex_cells_release(&cells[area]);
    return status;
}

static const struct {
    const char *ending, *help;
    writer write; /* NULL: writes pixels */
} formats[] = {
    {".json", "polygons with holes, footrace-polygon/1", write_json},
    {".tscn", "a Godot 4 scene: NavigationRegion2D with polygons and outlines", write_godot},
    {".mesh", "convex cells for Polyanya, version 2", write_mesh},
    {".png", "a mask: area ids as indices of a palette", NULL},
    {".txt", "a mask as rows of letters, footrace-ascii/1", NULL},
};

#define FORMATS (sizeof formats / sizeof *formats)

static enum fr_status find_format(const char *file, size_t *format, struct fr_error *error)
{
    const char *ending = strrchr(file, '.');
    char known[80] = "";
    for (*format = 0; *format < FORMATS; ++*format) {
        if (ending && strcmp(ending, formats[*format].ending) == 0)
            return FR_OK;
        strcat(strcat(known, " "), formats[*format].ending);
    }
    return fr_fail(error, FR_BAD_INPUT, "-o: '%.100s' found, expected a name that ends in one of%s",
                   file, known);
}

static enum fr_status save_pixels(const struct conversion *conversion, bool text,
                                  struct fr_error *error)
{
    const struct fr_map *map = conversion->drawn;
    return text ? fr_save_ascii(conversion->file, map, error)
                : fr_save_png(conversion->file, FR_PNG_AREAS, map->width, map->height, map->areas,
                              error);
}

static enum fr_status save(struct conversion *conversion, size_t format, struct fr_error *error)
{
    struct fr_text text = {.allocator = &fr_default_allocator};
    if (!formats[format].write)
        return save_pixels(conversion, strcmp(formats[format].ending, ".txt") == 0, error);
    enum fr_status status = formats[format].write(conversion, &text, error);
    if (status == FR_OK && text.no_memory)
        status = refuse_memory(conversion, error);
    if (status == FR_OK)
        status = fr_file_write(conversion->file, text.bytes, text.size, error);
    fr_text_release(&text);
    return status;
}

/* The polygons around the walkable pixels of a mask, simplified; or the merged, simplified polygons
 * of a drawing. */
static enum fr_status find_polygons(const struct conversion *conversion,
                                    struct fr_polygon **drawing, struct fr_error *error)
{
    struct fr_map *source = conversion->source;
    if (!source->drawing)
        return fr_trace_mask(conversion->spec, source, conversion->tolerance_px,
                             &fr_default_allocator, drawing, error);
    enum fr_status status = fr_drawing_join(source);
    if (status == FR_OK)
        status = fr_polygon_simplify(source->joined, conversion->tolerance_px,
                                     &fr_default_allocator, drawing);
    return status == FR_OK ? FR_OK : refuse_memory(conversion, error);
}

/* Makes a map of the source's size, painted from the polygons around its walkable pixels. */
static enum fr_status trace(struct conversion *conversion, struct fr_error *error)
{
    const struct fr_map *source = conversion->source;
    struct fr_polygon *drawing;
    enum fr_status status = find_polygons(conversion, &drawing, error);
    if (status != FR_OK)
        return status;
    if (fr_map_create(source->width, source->height, &fr_default_allocator, &conversion->drawn) !=
        FR_OK) {
        fr_polygon_release(drawing);
        return refuse_memory(conversion, error);
    }
    conversion->drawn->drawing = drawing;
    if (fr_polygon_paint(drawing, conversion->drawn) != FR_OK)
        return refuse_memory(conversion, error);
    for (int area = 1; area < FR_AREAS && conversion->tolerance_px == 0; area++)
        if (!source->enabled[area])
            fr_map_enable(conversion->drawn, (uint8_t)area, false);
    return FR_OK;
}

/* Replaces the drawn map by an enlarged one. */
static enum fr_status enlarge(struct conversion *conversion, struct fr_error *error)
{
    struct fr_map *drawn = conversion->drawn, *larger;
    const int32_t times = conversion->times;
    if (drawn->width > FR_MAP_MAX_SIZE / times || drawn->height > FR_MAP_MAX_SIZE / times)
        return fr_fail(error, FR_BAD_INPUT,
                       "--enlarge: %d times %d x %d pixels; expected at most %d in each direction",
                       times, drawn->width, drawn->height, FR_MAP_MAX_SIZE);
    if (fr_map_create(drawn->width * times, drawn->height * times, &fr_default_allocator,
                      &larger) != FR_OK)
        return refuse_memory(conversion, error);
    if (fr_polygon_clone(drawn->drawing, &fr_default_allocator, &larger->drawing) != FR_OK) {
        fr_map_release(larger);
        return refuse_memory(conversion, error);
    }
    for (uint32_t i = 0; i < larger->drawing->vertex_count; i++) {
        struct fr_point *vertex = &larger->drawing->vertices[i];
        *vertex = (struct fr_point){vertex->x * times, vertex->y * times};
    }
    if (fr_polygon_paint(larger->drawing, larger) != FR_OK) {
        fr_map_release(larger);
        return refuse_memory(conversion, error);
    }
    for (int area = 1; area < FR_AREAS; area++)
        if (!drawn->enabled[area])
            fr_map_enable(larger, (uint8_t)area, false);
    if (drawn != conversion->source)
        fr_map_release(drawn);
    conversion->drawn = larger;
    return FR_OK;
}

static double floor_area(const struct fr_polygon *drawing)
{
    int64_t doubled = 0;
    for (uint32_t i = 0; i < drawing->ring_count; i++)
        doubled += fr_ring_doubled_area(drawing->vertices + drawing->rings[i].first,
                                        drawing->rings[i].count);
    return (double)doubled / 8;
}

static const struct fr_pathfinder *find_pathfinder(const struct fr_program *program,
                                                   const char *name)
{
    for (const struct fr_pathfinder *const *at = program->pathfinders; *at; at++)
        if (strcmp((*at)->name, name) == 0)
            return *at;
    return NULL;
}

static enum fr_status print_cost(const struct conversion *conversion, struct fr_error *error)
{
    struct conversion_cost cost;
    const struct fr_pathfinder *on_drawing =
        find_pathfinder(conversion->program, "visgraph-polygon");
    const struct fr_pathfinder *before =
        conversion->source->drawing ? on_drawing : find_pathfinder(conversion->program, "visgraph");
    if (!before || !on_drawing)
        return FR_OK;
    if (measure_cost(before, conversion->source, on_drawing, conversion->drawn, CLICKS, SEED,
                     &fr_default_allocator, &cost) != FR_OK)
        return refuse_memory(conversion, error);
    printf("  %d of %d sampled clicks lost; shortest paths at most %.3g %% longer", cost.lost,
           cost.clicks, 100 * (cost.worst - 1));
    if (cost.worst > 1)
        printf(" (%d,%d to %d,%d)", cost.from.x, cost.from.y, cost.to.x, cost.to.y);
    putchar('\n');
    return FR_OK;
}

static void print_summary(const struct conversion *conversion)
{
    const struct fr_polygon *drawing = conversion->drawn->drawing;
    printf("%s: %d x %d", conversion->file, conversion->drawn->width, conversion->drawn->height);
    if (drawing)
        printf(", %u rings, %u corners", drawing->ring_count, drawing->vertex_count);
    if (conversion->cells > 0)
        printf(", %u convex cells", conversion->cells);
    putchar('\n');
}

/* Prints what a simplified map lacks. */
static enum fr_status print_loss(const struct conversion *conversion, struct fr_error *error)
{
    struct conversion exact = *conversion;
    exact.tolerance_px = 0;
    exact.drawn = NULL;
    const enum fr_status status = trace(&exact, error);
    if (status == FR_OK) {
        const double before = floor_area(exact.drawn->drawing);
        const double after = floor_area(conversion->drawn->drawing);
        printf("  %u corners before; %.0f of %.0f square pixels lost (%.2f %%)\n",
               exact.drawn->drawing->vertex_count, before - after, before,
               before > 0 ? 100 * (before - after) / before : 0);
    }
    fr_map_release(exact.drawn);
    return status == FR_OK ? print_cost(conversion, error) : status;
}

static enum fr_status convert(struct conversion *conversion, size_t format, struct fr_error *error)
{
    const bool enlarged = conversion->times > 1;
    const bool simplified = conversion->tolerance_px > 0;
    const bool traced = formats[format].write ? simplified || !conversion->source->drawing
                                              : enlarged && !conversion->source->drawing;
    enum fr_status status = FR_OK;
    if (simplified && enlarged)
        return fr_fail(error, FR_BAD_INPUT,
                       "--enlarge: given with --tolerance; expected one of the two");
    if (simplified && !traced)
        return fr_fail(error, FR_BAD_INPUT,
                       "--tolerance: given for %s; expected a format of polygons",
                       conversion->file);
    if (traced)
        status = trace(conversion, error);
    else
        conversion->drawn = conversion->source;
    if (status == FR_OK && enlarged)
        status = enlarge(conversion, error);
    if (status == FR_OK)
        status = save(conversion, format, error);
    if (status == FR_OK) {
        print_summary(conversion);
        if (simplified)
            status = print_loss(conversion, error);
    }
    if (conversion->drawn != conversion->source)
        fr_map_release(conversion->drawn);
    return status;
}

static enum fr_status read_flags(const struct fr_arguments *arguments,
                                 struct conversion *conversion, size_t *format,
                                 struct fr_error *error)
{
    int64_t tolerance, times;
    enum fr_status status = find_format(conversion->file, format, error);
    if (status == FR_OK)
        status = fr_argument_integer(arguments, "tolerance", 0, FR_SIMPLIFY_MAX_TOLERANCE, 0,
                                     &tolerance, error);
    if (status == FR_OK)
        status = fr_argument_integer(arguments, "enlarge", 1, MOST_TIMES, 1, &times, error);
    if (status != FR_OK)
        return status;
    conversion->tolerance_px = (int32_t)tolerance;
    conversion->times = (int32_t)times;
    return FR_OK;
}

static enum fr_exit run(const struct fr_program *program, const struct fr_arguments *arguments)
{
    struct fr_error error;
    size_t format;
    struct conversion conversion = {
        .program = program, .spec = arguments->words[0], .file = fr_argument(arguments, "o", 0)};
    enum fr_status status = read_flags(arguments, &conversion, &format, &error);
    if (status == FR_OK)
        status = fr_map_load(conversion.spec, program->bundled, &fr_default_allocator,
                             &conversion.source, NULL, &error);
    if (status == FR_OK)
        status = convert(&conversion, format, &error);
    fr_map_release(conversion.source);
    return status == FR_OK ? FR_EXIT_DONE : fr_report_error(program, &error);
}

static void explain(void)
{
    printf("\nFormats:\n");
    for (size_t i = 0; i < FORMATS; i++)
        fr_help_entry(formats[i].ending, formats[i].help);
    printf("\nWithout --tolerance, polygons are exact: painted, they give the same mask. Meshes "
           "and scenes\ndo not store the size of the room: a room read back ends where its floor "
           "ends.\nM:radius=6 converts the floor for a character of that radius.\n");
}

const struct fr_command fr_command_convert = {
    .name = "convert",
    .group = "Tools",
    .words = "MAP",
    .summary = "Converts a mask to polygons or a navigation mesh, or back.",
    .flags = flags,
    .least_words = 1,
    .most_words = 1,
    .run = run,
    .explain = explain,
};
