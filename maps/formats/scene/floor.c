#include "maps/formats/scene/floor.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "maps/formats/polygon/drawn_map.h"

#define FARTHEST 1e6 /* pixels from 0,0 */

enum fr_status fr_floor_begin(struct fr_floor *floor, struct fr_loading *loading,
                              const char *format)
{
    const struct fr_file *file = loading->file;
    *floor = (struct fr_floor){
        .loading = loading, .file = file, .outlines = {.allocator = file->allocator}};
    strcpy(loading->report->format, format);
    return fr_geos_begin(&floor->geos, file->allocator)
               ? FR_OK
               : fr_refuse_memory(file, "for its polygons");
}

void fr_floor_end(struct fr_floor *floor)
{
    fr_deallocate(floor->file->allocator, floor->outline.at, floor->outline.capacity,
                  sizeof *floor->outline.at);
    if (!floor->geos.context)
        return;
    fr_geos_list_release(&floor->geos, &floor->outlines);
    fr_geos_destroy_areas(&floor->geos, floor->areas);
    fr_geos_end(&floor->geos);
}

static enum fr_status refuse(struct fr_floor *floor, enum fr_status status)
{
    return fr_geos_refuse(&floor->geos, floor->file, status);
}

enum fr_status fr_floor_add_place(struct fr_floor *floor, struct fr_places *places,
                                  struct fr_place at)
{
    return fr_append(floor->file->allocator, &places->at, &places->count, &places->capacity, &at,
                     sizeof at)
               ? FR_OK
               : fr_refuse_memory(floor->file, "for its polygons");
}

enum fr_status fr_floor_add(struct fr_floor *floor, double x, double y)
{
    return fr_floor_add_place(floor, &floor->outline, (struct fr_place){x, y});
}

enum fr_status fr_floor_draw(struct fr_floor *floor)
{
    struct fr_geos *geos = &floor->geos;
    const size_t count = floor->outline.count;
    for (size_t i = 0; i < count; i++) {
        struct fr_place *at = &floor->outline.at[i];
        if (!(fabs(at->x) <= FARTHEST && fabs(at->y) <= FARTHEST))
            return fr_refuse(floor->file,
                             "%s: point %zu of an outline at %g, %g found, expected at most a "
                             "million pixels from 0, 0",
                             floor->where, i, at->x, at->y);
        *at = (struct fr_place){2 * at->x, 2 * at->y};
    }
    floor->outline.count = count < 3 ? 0 : count;
    if (count < 3)
        return FR_OK;
    const struct fr_place *at = floor->outline.at;
    const enum fr_status status = fr_floor_add(floor, at->x, at->y);
    if (status != FR_OK)
        return status;
    floor->outline.count = 0;
    GEOSCoordSequence *sequence = GEOSCoordSeq_copyFromBuffer_r(
        geos->context, &floor->outline.at->x, (unsigned)count + 1, 0, 0);
    GEOSGeometry *ring = sequence ? GEOSGeom_createLinearRing_r(geos->context, sequence) : NULL;
    GEOSGeometry *drawn = ring ? GEOSGeom_createPolygon_r(geos->context, ring, NULL, 0) : NULL;
    GEOSGeometry *valid = drawn ? fr_geos_repair(geos, drawn) : NULL;
    return fr_geos_gather(geos, &floor->outlines, valid) ? FR_OK : refuse(floor, FR_BAD_INPUT);
}

/* The part of the first outline that is in no other. */
static GEOSGeometry *cut_from_first(struct fr_geos *geos, struct fr_geos_list *outlines)
{
    GEOSGeometry *first = outlines->items[0];
    outlines->items[0] = GEOSGeom_createEmptyPolygon_r(geos->context);
    GEOSGeometry *others = outlines->items[0] ? fr_geos_unite(geos, outlines, 0) : NULL;
    GEOSGeometry *rest = others ? GEOSDifference_r(geos->context, first, others) : NULL;
    fr_geos_destroy(geos, first);
    fr_geos_destroy(geos, others);
    return fr_geos_polygons(geos, rest);
}

static GEOSGeometry *join(struct fr_floor *floor, enum fr_fill fill)
{
    struct fr_geos *geos = &floor->geos;
    if (fill == FR_FILL_FIRST && floor->outlines.count > 0)
        return cut_from_first(geos, &floor->outlines);
    if (fill != FR_FILL_ODD)
        return fr_geos_polygons(geos, fr_geos_unite(geos, &floor->outlines, 0));
    GEOSGeometry *odd = GEOSGeom_createEmptyPolygon_r(geos->context);
    for (size_t i = 0; i < floor->outlines.count; i++)
        odd = fr_geos_either(geos, odd, floor->outlines.items[i]);
    fr_geos_list_release(geos, &floor->outlines);
    return odd;
}

bool fr_name_contains(struct fr_span name, const char *const *words, size_t count)
{
    char lower[64] = "";
    for (size_t i = 0; i < name.length && i + 1 < sizeof lower; i++)
        lower[i] = (char)tolower((unsigned char)name.text[i]);
    for (size_t i = 0; i < count; i++)
        if (strstr(lower, words[i]))
            return true;
    return false;
}

bool fr_floor_suggested(struct fr_span name)
{
    static const char *const words[] = {"walk", "floor", "nav"};
    return fr_name_contains(name, words, sizeof words / sizeof *words);
}

void fr_floor_offer(struct fr_floor *floor, struct fr_span name)
{
    const struct fr_quote quote = fr_quote(name);
    const size_t used = strlen(floor->choices), length = strlen(quote.text);
    if (!strstr(floor->choices, quote.text) && used + length + 3 < sizeof floor->choices)
        sprintf(floor->choices + used, "%s%s", used ? ", " : "", quote.text);
}

enum fr_status fr_floor_refuse_name(const struct fr_floor *floor, struct fr_span name,
                                    const char *what, const char *otherwise)
{
    return fr_refuse(floor->file, "floor=%s: no %s of this name found, expected %s%s",
                     fr_quote(name).text, what, *floor->choices ? "one of " : otherwise,
                     floor->choices);
}

static void note_name(struct fr_floor *floor, struct fr_span name, bool closed)
{
    const size_t used = strlen(floor->names);
    snprintf(floor->names + used, sizeof floor->names - used, "%s%d %s%s", used ? ", " : "",
             floor->regions, fr_quote(name).text, closed ? " (closed)" : "");
}

enum fr_status fr_floor_region(struct fr_floor *floor, struct fr_span name, enum fr_fill fill,
                               bool closed)
{
    if (floor->regions == FR_AREAS - 1)
        return fr_refuse_as(floor->file, FR_UNSUPPORTED,
                            "more than %d regions of floor found, expected no more", FR_AREAS - 1);
    GEOSGeometry *region = join(floor, fill);
    if (!region)
        return refuse(floor, FR_BAD_INPUT);
    floor->areas[++floor->regions] = region;
    floor->closed[floor->regions] = closed;
    note_name(floor, name, closed);
    return FR_OK;
}

static bool take_away(struct fr_floor *floor, int area, const GEOSGeometry *cut)
{
    struct fr_geos *geos = &floor->geos;
    GEOSGeometry *rest = GEOSDifference_r(geos->context, floor->areas[area], cut);
    fr_geos_destroy(geos, floor->areas[area]);
    floor->areas[area] = fr_geos_polygons(geos, rest);
    return floor->areas[area] != NULL;
}

/* The bounding box of all regions in half pixels; false if they are empty. */
static bool find_box(const struct fr_floor *floor, struct fr_place *low, struct fr_place *high)
{
    GEOSContextHandle_t context = floor->geos.context;
    *low = (struct fr_place){INFINITY, INFINITY};
    *high = (struct fr_place){-INFINITY, -INFINITY};
    for (int i = 1; i <= floor->regions; i++) {
        double left, top, right, bottom;
        if (GEOSisEmpty_r(context, floor->areas[i]) ||
            !GEOSGeom_getExtent_r(context, floor->areas[i], &left, &top, &right, &bottom))
            continue;
        *low = (struct fr_place){fmin(low->x, left), fmin(low->y, top)};
        *high = (struct fr_place){fmax(high->x, right), fmax(high->y, bottom)};
    }
    return low->x <= high->x;
}

static int shift(double *x, double *y, void *by)
{
    const struct fr_place *offset = by;
    *x += offset->x;
    *y += offset->y;
    return 1;
}

/* Moves all regions by an offset in half pixels and rounds them. */
static enum fr_status place(struct fr_floor *floor, struct fr_place offset)
{
    struct fr_geos *geos = &floor->geos;
    for (int i = 1; i <= floor->regions; i++) {
        GEOSGeometry *moved =
            GEOSGeom_transformXY_r(geos->context, floor->areas[i], shift, &offset);
        fr_geos_destroy(geos, floor->areas[i]);
        floor->areas[i] = fr_geos_round(geos, moved);
        if (!floor->areas[i])
            return refuse(floor, FR_BAD_INPUT);
    }
    return FR_OK;
}

/* Opens the parts of closed regions that overlap open ones. */
static enum fr_status open_overlaps(struct fr_floor *floor)
{
    for (int i = 1; i <= floor->regions; i++)
        for (int j = 1; j <= floor->regions && floor->closed[i]; j++)
            if (!floor->closed[j] && !take_away(floor, i, floor->areas[j]))
                return refuse(floor, FR_BAD_INPUT);
    return FR_OK;
}

/* The offset in whole pixels that makes the least coordinate, in half pixels, 0 or more. */
static double offset_of(double least)
{
    return least < 0 ? ceil(-least / 2) : 0;
}

static void describe(const struct fr_floor *floor, const char *kind, struct fr_place moved)
{
    struct fr_load_report *report = floor->loading->report;
    char shift[48] = "";
    if (moved.x > 0 || moved.y > 0)
        snprintf(shift, sizeof shift, ", moved by %.0f,%.0f", moved.x, moved.y);
    snprintf(report->reading, sizeof report->reading, "%s%s: %s", kind, shift, floor->names);
    strcpy(report->choices, floor->choices);
}

enum fr_status fr_floor_map(struct fr_floor *floor, const char *kind, ...)
{
    struct fr_place low, high;
    struct fr_polygon *drawing;
    char kinds[64];
    va_list arguments;
    va_start(arguments, kind);
    vsnprintf(kinds, sizeof kinds, kind, arguments);
    va_end(arguments);
    if (!find_box(floor, &low, &high))
        return fr_refuse(floor->file, "no floor found in its %s, expected some", kinds);
    const struct fr_place moved = {offset_of(low.x), offset_of(low.y)};
    const double width = fmax(ceil(high.x / 2), floor->size.x) + moved.x;
    const double height = fmax(ceil(high.y / 2), floor->size.y) + moved.y;
    if (width > FR_MAP_MAX_SIZE || height > FR_MAP_MAX_SIZE)
        return fr_refuse(
            floor->file,
            "a floor of %.0f x %.0f pixels found, expected at most %d in each direction", width,
            height, FR_MAP_MAX_SIZE);
    enum fr_status status = open_overlaps(floor);
    if (status == FR_OK)
        status = place(floor, (struct fr_place){2 * moved.x, 2 * moved.y});
    if (status != FR_OK)
        return status;
    status = fr_geos_polygon(&floor->geos, floor->areas, floor->file->allocator, &drawing);
    if (status != FR_OK)
        return refuse(floor, status);
    describe(floor, kinds, moved);
    status =
        fr_drawn_map(floor->loading, (int32_t)fmax(width, 1), (int32_t)fmax(height, 1), drawing);
    for (int area = 1; area <= floor->regions && status == FR_OK; area++)
        if (floor->closed[area])
            fr_map_enable(floor->loading->map, (uint8_t)area, false);
    return status;
}

struct fr_place fr_transform_apply(const struct fr_transform *by, struct fr_place at)
{
    return (struct fr_place){by->x.x * at.x + by->y.x * at.y + by->origin.x,
                             by->x.y * at.x + by->y.y * at.y + by->origin.y};
}

struct fr_transform fr_transform_inside(const struct fr_transform *outer,
                                        const struct fr_transform *inner)
{
    const struct fr_transform linear = {outer->x, outer->y, {0, 0}};
    return (struct fr_transform){fr_transform_apply(&linear, inner->x),
                                 fr_transform_apply(&linear, inner->y),
                                 fr_transform_apply(outer, inner->origin)};
}
