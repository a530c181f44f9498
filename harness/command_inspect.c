#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "harness/command.h"
#include "harness/health.h"
#include "harness/help.h"
#include "harness/json_document.h"
#include "harness/json_line.h"
#include "maps/io/load.h"

enum { MOST_WARNINGS = 8 };

static const struct fr_flag flags[] = {
    {"json", NULL, false, false, "write JSON, for programs"},
    {NULL, NULL, false, false, NULL},
};

/* What is known of one mask, and what to say about it. */
struct finding {
    const char *spec;
    const struct fr_map *map;
    struct fr_load_report report;
    struct fr_health health;
    char warnings[MOST_WARNINGS][320];
    int warning_count;
};

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static void
warn(struct finding *finding, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(finding->warnings[finding->warning_count++], sizeof finding->warnings[0], format,
              arguments);
    va_end(arguments);
}

static void warn_of_extremes(struct finding *finding)
{
    const struct fr_health *health = &finding->health;
    if (health->walkable == 0)
        warn(finding, "No pixel is walkable. Is the mask inverted, or its threshold too high?");
    else if (health->walkable == health->pixels && health->walls == 0)
        warn(finding, "Every pixel is walkable. Is the threshold too low?");
}

static void warn_of_pieces(struct finding *finding)
{
    const struct fr_health *health = &finding->health;
    if (health->islands > 0)
        warn(finding,
             "%u islands of under 0.1 %% of the walkable area, %lld pixels together: a click near "
             "one is clamped onto ground that nothing reaches. Paint them over, or clamp clicks "
             "into the walker's own component.",
             health->islands, (long long)health->island_pixels);
    if (health->components_4 - health->islands > 1)
        warn(finding,
             "%u larger parts that cannot reach each other. If that is not meant, look for a gap "
             "closed by a pixel.",
             health->components_4 - health->islands);
    if (health->components_8 < health->components_4)
        warn(finding,
             "Where corners count as ways, %u parts are left of %u: back ends that cut corners "
             "walk where the others find no way. Widen the gaps, or close them.",
             health->components_8, health->components_4);
}

static void warn_of_paint(struct finding *finding)
{
    const struct fr_health *health = &finding->health;
    if (health->pinches > 0)
        warn(finding,
             "%lld pinches, where two walls meet at a corner only: a walker drawn as a point "
             "seems to slip through. Fill or free one pixel at each.",
             (long long)health->pinches);
    if (finding->report.colours > 2 && strstr(finding->report.reading, "threshold"))
        warn(finding,
             "%d colours were cut in two by the threshold. If walls come out too thick or too "
             "thin, choose another one (option threshold=N), or a legend.",
             finding->report.colours);
}

static void warn_of_walls(struct finding *finding)
{
    if (finding->health.walls > 0)
        warn(finding,
             "%lld edge walls: only back ends that go from pixel to pixel take this map, and no "
             "optimum is known to hold their paths against.",
             (long long)finding->health.walls);
}

static enum fr_status examine(const struct fr_program *program, const char *spec,
                              struct fr_map **map, struct finding *finding, struct fr_error *error)
{
    memset(finding, 0, sizeof *finding);
    finding->spec = spec;
    enum fr_status status =
        fr_map_load(spec, program->bundled, &fr_default_allocator, map, &finding->report, error);
    if (status != FR_OK)
        return status;
    finding->map = *map;
    status = fr_health_examine(*map, &fr_default_allocator, &finding->health);
    if (status != FR_OK) {
        fr_map_release(*map);
        return fr_fail(error, status, "%s: not enough memory to examine it", spec);
    }
    warn_of_extremes(finding);
    warn_of_pieces(finding);
    warn_of_paint(finding);
    warn_of_walls(finding);
    return FR_OK;
}

static double percent(int64_t part, int64_t whole)
{
    return whole > 0 ? 100.0 * (double)part / (double)whole : 0.0;
}

static void print_areas(const struct fr_health *health)
{
    int areas = 0;
    for (int area = 1; area < FR_AREAS; area++)
        areas += health->area_pixels[area] > 0;
    printf("  areas        %d\n", areas);
    for (int area = 1; area < FR_AREAS && areas > 1; area++)
        if (health->area_pixels[area] > 0)
            printf("    area %-6d %.1f %%\n", area,
                   percent(health->area_pixels[area], health->pixels));
}

static void print_finding(const struct finding *finding)
{
    const struct fr_health *health = &finding->health;
    printf("%s\n", finding->spec);
    printf("  size         %d x %d\n", finding->map->width, finding->map->height);
    printf("  read as      %s, %s\n", finding->report.format, finding->report.reading);
    printf("  walkable     %.1f %% (%lld pixels, in %lld runs)\n",
           percent(health->walkable, health->pixels), (long long)health->walkable,
           (long long)health->runs);
    print_areas(health);
    printf("  parts        %u by edges, %u by corners too; the largest has %.1f %% of the "
           "walkable area\n",
           health->components_4, health->components_8, percent(health->largest, health->walkable));
    printf("  islands      %u\n", health->islands);
    printf("  corners      %lld\n", (long long)health->corners);
    printf("  pinches      %lld\n", (long long)health->pinches);
    printf("  edge walls   %lld\n", (long long)health->walls);
    for (int i = 0; i < finding->warning_count; i++)
        fr_help_entry("warning", finding->warnings[i]);
}

static cJSON *describe_finding(const struct finding *finding)
{
    const struct fr_health *health = &finding->health;
    cJSON *document = cJSON_CreateObject();
    fr_json_text(document, "map", finding->spec);
    fr_json_integer(document, "width", finding->map->width);
    fr_json_integer(document, "height", finding->map->height);
    fr_json_text(document, "format", finding->report.format);
    fr_json_text(document, "reading", finding->report.reading);
    fr_json_integer(document, "colours", finding->report.colours);
    fr_json_integer(document, "walkable", health->walkable);
    fr_json_integer(document, "runs", health->runs);
    cJSON *areas = cJSON_AddObjectToObject(document, "areas");
    for (int area = 1; area < FR_AREAS; area++) {
        char id[16];
        snprintf(id, sizeof id, "%d", area);
        if (health->area_pixels[area] > 0)
            fr_json_integer(areas, id, health->area_pixels[area]);
    }
    fr_json_integer(document, "components_4", health->components_4);
    fr_json_integer(document, "components_8", health->components_8);
    fr_json_integer(document, "largest", health->largest);
    fr_json_integer(document, "islands", health->islands);
    fr_json_integer(document, "island_pixels", health->island_pixels);
    fr_json_integer(document, "corners", health->corners);
    fr_json_integer(document, "pinches", health->pinches);
    fr_json_integer(document, "walls", health->walls);
    cJSON *warnings = cJSON_AddArrayToObject(document, "warnings");
    for (int i = 0; i < finding->warning_count; i++)
        cJSON_AddItemToArray(warnings, cJSON_CreateString(finding->warnings[i]));
    return document;
}

static enum fr_exit run(const struct fr_program *program, const struct fr_arguments *arguments)
{
    struct fr_error error;
    struct fr_map *map;
    struct finding finding;
    enum fr_status status = examine(program, arguments->words[0], &map, &finding, &error);
    if (status != FR_OK)
        return fr_report_error(program, &error);
    if (fr_argument_count(arguments, "json") == 0)
        print_finding(&finding);
    else if (fr_json_write(stdout, describe_finding(&finding)) != FR_OK)
        status = fr_fail(&error, FR_NO_MEMORY, "not enough memory to write JSON");
    fr_map_release(map);
    return status == FR_OK ? FR_EXIT_DONE : fr_report_error(program, &error);
}

static void explain(const struct fr_program *program)
{
    (void)program;
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
    .words = "MASK",
    .summary = "tells a mask's health: size, walkable share, parts, corners, and what to mend",
    .flags = flags,
    .least_words = 1,
    .most_words = 1,
    .run = run,
    .explain = explain,
};
