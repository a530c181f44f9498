#include "harness/inspect/inspection.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "maps/analysis/components.h"

enum {
    SOFT_PART = 20,    /* soft edges if fewer than one pixel in this many lies between the two
                        * colours */
    MANY_ISLANDS = 20, /* more than a painter would leave on purpose */
    MOST_PLACES = 4,   /* small components that are reported */
    MEGAPIXEL = 1000000,
    HUGE_PIXELS = 20 * MEGAPIXEL
};

double fr_share(int64_t part, int64_t whole)
{
    if (part == 0 || part == whole)
        return part == 0 ? 0.0 : 100.0;
    return fmax(0.1, fmin(99.9, round(1000.0 * (double)part / (double)whole) / 10.0));
}

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static void
warn(struct fr_inspection *inspection, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(inspection->warnings[inspection->warning_count++], sizeof inspection->warnings[0],
              format, arguments);
    va_end(arguments);
}

/* The character that precedes another option in a spec. */
static char separator_of(const char *spec)
{
    return strchr(spec, ':') ? ',' : ':';
}

static bool is_image(const struct fr_inspection *inspection)
{
    return inspection->report.colours > 0;
}

static void warn_of_extremes(struct fr_inspection *inspection)
{
    const struct fr_health *health = &inspection->health;
    const bool image = is_image(inspection);
    if (inspection->losses.floor > 0) /* losses to a radius are reported separately */
        return;
    if (health->walkable == 0 && strcmp(inspection->report.suggestion, "channel=alpha") == 0)
        warn(inspection,
             "No pixel is walkable, as everything painted on the transparent layer is dark. If the "
             "paint is the floor, read it as %s%cchannel=alpha",
             inspection->spec, separator_of(inspection->spec));
    else if (health->walkable == 0)
        warn(inspection, "No pixel is walkable.%s",
             image ? " If the floor is the dark part of the image, try invert=on; else try a lower "
                     "threshold (threshold=N), or a legend."
                   : "");
    else if (health->walkable == health->pixels && health->walls == 0) {
        inspection->all_floor = image;
        warn(inspection, "Every pixel is walkable.%s",
             image ? " Try another threshold (threshold=N), or a legend." : "");
    } else if (image && health->walkable * 50 < health->pixels)
        warn(inspection,
             "Only %.1f %% of the map is walkable. If the floor is the dark part of the image, try "
             "invert=on.",
             fr_share(health->walkable, health->pixels));
}

/* "12,40 and 100,3", "12,40, 100,3, ...". */
static const char *list_islands(const struct fr_health *health, char text[MOST_PLACES * 16])
{
    size_t used = 0;
    for (uint32_t i = 0; i < health->islands && i < MOST_PLACES; i++)
        used += (size_t)snprintf(text + used, MOST_PLACES * 16 - used, "%s%d,%d", i > 0 ? "; " : "",
                                 health->island_at[i].x, health->island_at[i].y);
    if (health->islands > MOST_PLACES)
        snprintf(text + used, MOST_PLACES * 16 - used, "; ...");
    return text;
}

static void warn_of_pieces(struct fr_inspection *inspection)
{
    const struct fr_health *health = &inspection->health;
    const uint32_t larger = health->components_4 - health->islands;
    char places[MOST_PLACES * 16];
    if (health->islands > 0)
        warn(inspection,
             "%u component%s of less than 0.1 %% of the floor, at %s: a click near one moves to "
             "floor that nothing reaches (inspect --png shows where). %s, or clamp clicks to the "
             "character's component (run --clamp component).",
             health->islands, health->islands == 1 ? "" : "s", list_islands(health, places),
             health->islands > MANY_ISLANDS && inspection->report.colours > 2
                 ? "So many components suggest soft edges: try another threshold (threshold=N)"
                 : "Paint them over");
    if (larger > 1)
        warn(inspection,
             "%u larger components are not connected. If that is not intended, look for a gap that "
             "is closed by a pixel.",
             larger);
    if (health->components_8 < health->components_4)
        warn(inspection,
             "If steps over corners count, the %u components become %u: back ends that cut "
             "corners find paths where others do not. Widen the gaps, or close them.",
             health->components_4, health->components_8);
}

static void warn_of_paint(struct fr_inspection *inspection)
{
    const struct fr_health *health = &inspection->health;
    if (health->pinches > 0)
        warn(inspection,
             "%lld pinch%s, where two walls meet only at a corner: it looks open, but no path "
             "passes. Fill or free one pixel at each.",
             (long long)health->pinches, health->pinches == 1 ? "" : "es");
    if (strncmp(inspection->report.suggestion, "legend=", 7) == 0)
        warn(inspection,
             "The mask has colours. If one is a gate, name it (--gate RRGGBB); if they are areas, "
             "read it as %s%c%s (0 is a wall; change the numbers as needed).",
             inspection->spec, separator_of(inspection->spec), inspection->report.suggestion);
    else if (inspection->report.colours > 2 && strstr(inspection->report.reading, "threshold") &&
             inspection->report.between * SOFT_PART > health->pixels)
        warn(inspection,
             "Shades of %d colours lie on both sides of the threshold. If walls become too thick "
             "or too thin, choose another threshold (threshold=N), or a legend.",
             inspection->report.colours);
}

static void warn_of_width(struct fr_inspection *inspection)
{
    const struct fr_agent agent = inspection->report.agent;
    char lost[160], corridors[240];
    fr_losses_describe(agent, &inspection->losses, NULL, 0, lost, sizeof lost);
    fr_closed_corridors_describe(&inspection->corridors, corridors, sizeof corridors);
    if (*lost)
        warn(inspection, "W%s%s%s. Widen the intended passages, or use a smaller radius.", lost + 1,
             *corridors ? ": " : "", corridors);
}

static void warn_of_cost(struct fr_inspection *inspection)
{
    const struct fr_health *health = &inspection->health;
    if (health->pixels > HUGE_PIXELS)
        warn(inspection,
             "%lld megapixels: searches over pixels use 4 to 9 bytes of memory for each, and a "
             "click may visit all of them. Also race on cells (option scale=2, 4, ...), and "
             "compare.",
             (long long)(health->pixels / MEGAPIXEL));
    if (health->walls > 0)
        warn(inspection,
             "%lld edge walls: only back ends that move from pixel to pixel support this map, and "
             "no optimum can be computed.",
             (long long)health->walls);
}

/* What the radius, if there is one, leaves of the map for a point. */
static enum fr_status examine_point(const struct fr_map *point,
                                    const struct fr_allocator *allocator,
                                    struct fr_inspection *inspection)
{
    if (inspection->report.agent.radius == 0)
        return FR_OK;
    const enum fr_status status =
        fr_part_losses_count(point, inspection->map, allocator, &inspection->losses);
    return status == FR_OK
               ? fr_closed_corridors_find(point, inspection->map, inspection->report.agent, NULL,
                                          NULL, 0, allocator, &inspection->corridors)
               : status;
}

static enum fr_status examine_cells(const struct fr_map *map, struct fr_reduction reduction,
                                    const struct fr_allocator *allocator, struct fr_cells *cells)
{
    struct fr_map *reduced;
    struct fr_components *components;
    enum fr_status status = fr_reduce(map, reduction, allocator, &reduced);
    if (status != FR_OK)
        return status;
    status = fr_components_create(reduced, FR_CONNECTED_4, allocator, &components);
    if (status == FR_OK) {
        *cells = (struct fr_cells){reduced->width, reduced->height, fr_map_walkable_count(reduced),
                                   fr_components_count(components)};
        fr_components_release(components);
    }
    fr_map_release(reduced);
    return status;
}

static enum fr_status examine(const char *bundled, const struct fr_allocator *allocator,
                              struct fr_inspection *inspection, struct fr_error *error)
{
    const struct fr_load_report *report = &inspection->report;
    enum fr_status status = FR_OK;
    if (report->agent.radius > 0)
        status =
            fr_map_load_for_point(inspection->spec, bundled, allocator, &inspection->point, error);
    if (status != FR_OK)
        return status;
    status = fr_health_examine(inspection->map, allocator, &inspection->health);
    if (status == FR_OK)
        status = examine_point(inspection->point ? inspection->point : inspection->map, allocator,
                               inspection);
    if (status == FR_OK && fr_reduction_reduces(report->reduction))
        status = examine_cells(inspection->map, report->reduction, allocator, &inspection->cells);
    return status == FR_OK
               ? FR_OK
               : fr_fail(error, status, "%s: not enough memory to inspect it", inspection->spec);
}

enum fr_status fr_inspect(const char *spec, const char *bundled,
                          const struct fr_allocator *allocator, struct fr_inspection *inspection,
                          struct fr_error *error)
{
    memset(inspection, 0, sizeof *inspection);
    inspection->spec = spec;
    enum fr_status status =
        fr_map_load(spec, bundled, allocator, &inspection->map, &inspection->report, error);
    if (status == FR_OK)
        status = examine(bundled, allocator, inspection, error);
    if (status != FR_OK) {
        fr_inspection_release(inspection);
        return status;
    }
    warn_of_extremes(inspection);
    warn_of_pieces(inspection);
    warn_of_paint(inspection);
    warn_of_width(inspection);
    warn_of_cost(inspection);
    return FR_OK;
}

void fr_inspection_release(struct fr_inspection *inspection)
{
    fr_map_release(inspection->map);
    fr_map_release(inspection->point);
    inspection->map = inspection->point = NULL;
}
