#include <stdarg.h>
#include <stdio.h>

#include "harness/base/file_guard.h"
#include "harness/base/json_document.h"
#include "harness/base/json_line.h"
#include "harness/clicks/mask_spec.h"
#include "harness/commands/command.h"
#include "harness/commands/help.h"
#include "harness/inspect/inspection.h"
#include "harness/pictures/health_picture.h"

enum { TEXT_COLUMN = 15 };

static const struct fr_flag flags[] = {
    {FR_GATE_FLAG},
    {"json", NULL, false, false, "print JSON, for programs"},
    {"png", FR_WRITES_FILE, false, false,
     "draw the mask with its components, the floor lost to the radius, and closed corridors"},
    {NULL, NULL, false, false, NULL},
};

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static void
print_line(const char *term, const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    fr_help_entry_at(term, text, TEXT_COLUMN);
}

static void print_areas(const struct fr_inspection *inspection)
{
    const int64_t *pixels = inspection->health.area_pixels;
    int areas = 0;
    for (int area = 1; area < FR_AREAS; area++)
        areas += pixels[area] > 0;
    print_line("areas", "%d", areas);
    for (int area = 1; area < FR_AREAS && areas > 1; area++) {
        char term[sizeof "  area " + 11];
        snprintf(term, sizeof term, "  area %d", area);
        if (pixels[area] > 0)
            print_line(term, "%.1f %%%s", fr_share(pixels[area], inspection->health.pixels),
                       inspection->map->enabled[area] ? "" : ", closed");
    }
}

static void print_parts(const struct fr_health *health)
{
    if (health->components_8 < health->components_4)
        print_line("parts", "%u, or %u if a step over a corner counts", health->components_4,
                   health->components_8);
    else
        print_line("parts", "%u", health->components_4);
    if (health->components_4 > 1)
        print_line("  largest", "%.1f %% of the floor",
                   fr_share(health->largest, health->walkable));
    if (health->islands > 0)
        print_line("  small", "%u smaller than 0.1 %%, %lld pixels together", health->islands,
                   (long long)health->island_pixels);
}

static void print_variants(const struct fr_inspection *inspection)
{
    const struct fr_load_report *report = &inspection->report;
    const struct fr_part_losses *losses = &inspection->losses;
    const struct fr_cells *cells = &inspection->cells;
    if (report->agent.radius > 0)
        print_line("radius", "%g px (%s); the floor shrinks to %.1f %%", report->agent.radius / 2.0,
                   fr_agent_shape_name(report->agent.shape), fr_share(losses->left, losses->floor));
    if (cells->width > 0)
        print_line("cells", "%d x %d of %d x %d pixels, %.1f %% free, %u component%s", cells->width,
                   cells->height, report->reduction.scale, report->reduction.scale,
                   fr_share(cells->free, (int64_t)cells->width * cells->height), cells->parts,
                   cells->parts == 1 ? "" : "s");
}

static void print_inspection(const struct fr_inspection *inspection)
{
    const struct fr_health *health = &inspection->health;
    printf("%s\n", inspection->spec);
    print_line("size", "%d x %d", inspection->map->width, inspection->map->height);
    print_line("read as", "%s, %s", inspection->report.format, inspection->report.reading);
    if (inspection->report.choices[0])
        print_line("or floor=", "%s", inspection->report.choices);
    print_variants(inspection);
    print_line("walkable", "%.1f %%, %lld pixels in %lld runs",
               fr_share(health->walkable, health->pixels), (long long)health->walkable,
               (long long)health->runs);
    print_areas(inspection);
    print_parts(health);
    print_line("corners", "%lld reflex, %lld pinch%s", (long long)health->corners,
               (long long)health->pinches, health->pinches == 1 ? "" : "es");
    if (health->walls > 0)
        print_line("edge walls", "%lld", (long long)health->walls);
    for (int i = 0; i < inspection->warning_count; i++) {
        putchar('\n');
        print_line("warning", "%s", inspection->warnings[i]);
    }
}

static void describe_areas(cJSON *document, const struct fr_inspection *inspection)
{
    cJSON *areas = cJSON_AddObjectToObject(document, "areas");
    cJSON *closed = cJSON_AddArrayToObject(document, "closed");
    for (int area = 1; area < FR_AREAS; area++) {
        char member[16];
        snprintf(member, sizeof member, "%d:i", area);
        if (inspection->health.area_pixels[area] == 0)
            continue;
        fr_json_add(areas, member, inspection->health.area_pixels[area]);
        if (!inspection->map->enabled[area])
            cJSON_AddItemToArray(closed, cJSON_CreateNumber(area));
    }
}

static cJSON *describe_agent(const struct fr_inspection *inspection)
{
    const struct fr_agent agent = inspection->report.agent;
    const struct fr_part_losses *losses = &inspection->losses;
    if (agent.radius == 0)
        return NULL;
    return fr_json_object("radius:n shape:s floor_of_a_point:i parts_of_a_point:i vanished:i "
                          "split:i closed_corridors:z corridors:o",
                          agent.radius / 2.0, fr_agent_shape_name(agent.shape),
                          (int64_t)losses->floor, (int64_t)losses->parts, (int64_t)losses->vanished,
                          (int64_t)losses->split, inspection->corridors.count,
                          fr_closed_corridors_json(&inspection->corridors));
}

static cJSON *describe_cells(const struct fr_inspection *inspection)
{
    const struct fr_reduction reduction = inspection->report.reduction;
    const struct fr_cells *cells = &inspection->cells;
    if (!fr_reduction_reduces(reduction))
        return NULL;
    return fr_json_object("scale:d width:d height:d free:i parts:i", reduction.scale, cells->width,
                          cells->height, (int64_t)cells->free, (int64_t)cells->parts);
}

static cJSON *describe(const struct fr_inspection *inspection)
{
    const struct fr_health *health = &inspection->health;
    const struct fr_load_report *report = &inspection->report;
    cJSON *document = fr_json_object(
        "map:s width:d height:d format:s reading:s floor_choices:s colours:i walkable:i runs:i",
        inspection->spec, inspection->map->width, inspection->map->height, report->format,
        report->reading, report->choices, (int64_t)report->colours, (int64_t)health->walkable,
        (int64_t)health->runs);
    describe_areas(document, inspection);
    fr_json_add(document,
                "components_4:i components_8:i largest:i islands:i island_pixels:i corners:i "
                "pinches:i walls:i agent:o cells:o",
                (int64_t)health->components_4, (int64_t)health->components_8,
                (int64_t)health->largest, (int64_t)health->islands, (int64_t)health->island_pixels,
                (int64_t)health->corners, (int64_t)health->pinches, (int64_t)health->walls,
                describe_agent(inspection), describe_cells(inspection));
    cJSON *warnings = cJSON_AddArrayToObject(document, "warnings");
    for (int i = 0; i < inspection->warning_count; i++)
        cJSON_AddItemToArray(warnings, cJSON_CreateString(inspection->warnings[i]));
    return document;
}

/* Inspects a mask, then prints the result or appends it to `list`. */
static enum fr_status inspect(const struct fr_program *program,
                              const struct fr_arguments *arguments, const char *mask, cJSON *list,
                              struct fr_error *error)
{
    const char *picture = fr_argument(arguments, "png", 0);
    struct fr_inspection inspection;
    char spec[FR_LONGEST_SPEC];
    enum fr_status status = fr_mask_spec(mask, 0, arguments, spec, sizeof spec, error);
    if (status == FR_OK)
        status = fr_inspect(spec, program->bundled, &fr_default_allocator, &inspection, error);
    if (status != FR_OK)
        return status;
    if (picture)
        status = fr_health_picture_save(picture, &inspection, error);
    if (status == FR_OK && list)
        cJSON_AddItemToArray(list, describe(&inspection));
    else if (status == FR_OK)
        print_inspection(&inspection);
    fr_inspection_release(&inspection);
    return status;
}

/* In JSON, one mask is an object, and several masks are an array. */
static enum fr_exit run(const struct fr_program *program, const struct fr_arguments *arguments)
{
    cJSON *list = fr_argument_count(arguments, "json") > 0 ? cJSON_CreateArray() : NULL;
    struct fr_error error;
    enum fr_status status = FR_OK;
    if (arguments->word_count > 1 && fr_argument_count(arguments, "png") > 0)
        status =
            fr_fail(&error, FR_BAD_INPUT, "--png: given with several masks; expected one mask");
    for (int i = 0; i < arguments->word_count && status == FR_OK; i++) {
        if (i > 0 && !list)
            putchar('\n');
        status = inspect(program, arguments, arguments->words[i], list, &error);
    }
    if (status == FR_OK && list) {
        cJSON *only = arguments->word_count == 1 ? cJSON_DetachItemFromArray(list, 0) : NULL;
        if (fr_json_write(stdout, only ? only : list) != FR_OK)
            status = fr_fail(&error, FR_NO_MEMORY, "not enough memory to write JSON");
        if (!only)
            list = NULL;
    }
    cJSON_Delete(list);
    return status == FR_OK ? FR_EXIT_DONE : fr_report_error(program, &error);
}

static void explain(void)
{
    printf("\nOptions of a map, in every command: room.png:threshold=100,invert=on\n");
    const struct fr_map_option *option;
    for (size_t i = 0; (option = fr_map_option_at(i)) != NULL; i++) {
        char term[32], text[256];
        snprintf(term, sizeof term, "  :%s=", option->name);
        snprintf(text, sizeof text, "%s: %s", option->help, option->expected);
        fr_help_entry(term, text);
    }
}

const struct fr_command fr_command_inspect = {
    .name = "inspect",
    .group = "Decide",
    .words = "MASK...",
    .summary = "Checks a mask, and says what to fix in it.",
    .flags = flags,
    .least_words = 1,
    .most_words = FR_MAX_VALUES,
    .run = run,
    .explain = explain,
};
