/* Shrinks a drawing by a figure: removes all that the figure, mirrored, covers when it slides
 * along the walls; a Minkowski difference computed edge by edge. */
#include <math.h>

#include "maps/formats/polygon/drawn_map.h"
#include "maps/formats/polygon/geos.h"

#define MOST_CORNERS 32
#define PI 3.14159265358979323846

struct outline {
    double x[MOST_CORNERS], y[MOST_CORNERS]; /* half pixels */
    int count;
};

/* The figure mirrored at its reference point. The sides of a square are axis-parallel; other
 * figures have a corner at the top. */
static struct outline mirrored(struct fr_agent agent)
{
    static const int counts[] = {4, 5, 6, MOST_CORNERS};
    struct outline outline = {.count = counts[agent.shape]};
    if (agent.shape == FR_SQUARE) {
        for (int i = 0; i < 4; i++) {
            outline.x[i] = i == 0 || i == 3 ? agent.radius : -agent.radius;
            outline.y[i] = i < 2 ? agent.radius : -agent.radius;
        }
        return outline;
    }
    const double radius =
        agent.shape == FR_DISC ? agent.radius / cos(PI / MOST_CORNERS) : agent.radius;
    for (int i = 0; i < outline.count; i++) {
        outline.x[i] = radius * sin(2 * PI * i / outline.count);
        outline.y[i] = radius * cos(2 * PI * i / outline.count);
    }
    return outline;
}

/* The region that the outline covers on its way along a wall. */
static GEOSGeometry *sweep(struct fr_geos *geos, const struct outline *outline,
                           struct fr_point from, struct fr_point to)
{
    const unsigned count = (unsigned)outline->count;
    GEOSCoordSequence *sequence = GEOSCoordSeq_create_r(geos->context, 2 * count, 2);
    if (!sequence)
        return NULL;
    for (unsigned i = 0; i < count; i++) {
        GEOSCoordSeq_setXY_r(geos->context, sequence, i, from.x + outline->x[i],
                             from.y + outline->y[i]);
        GEOSCoordSeq_setXY_r(geos->context, sequence, count + i, to.x + outline->x[i],
                             to.y + outline->y[i]);
    }
    GEOSGeometry *line = GEOSGeom_createLineString_r(geos->context, sequence);
    GEOSGeometry *swept = line ? GEOSConvexHull_r(geos->context, line) : NULL;
    fr_geos_destroy(geos, line);
    return swept;
}

static bool gather_walls(struct fr_geos *geos, const struct outline *outline,
                         const struct fr_polygon *walls, struct fr_geos_list *list)
{
    for (uint32_t r = 0; r < walls->ring_count; r++) {
        const struct fr_polygon_ring *ring = &walls->rings[r];
        const struct fr_point *vertices = walls->vertices + ring->first;
        for (uint32_t i = 0; i < ring->count; i++)
            if (!fr_geos_gather(
                    geos, list,
                    sweep(geos, outline, vertices[i], vertices[i + 1 < ring->count ? i + 1 : 0])))
                return false;
    }
    return true;
}

/* The floor without the regions covered along walls, rounded at the end. */
static GEOSGeometry *room(struct fr_geos *geos, const GEOSGeometry *floor,
                          struct fr_geos_list *swept)
{
    GEOSGeometry *taken = fr_geos_unite(geos, swept, 0);
    GEOSGeometry *left = taken ? GEOSDifference_r(geos->context, floor, taken) : NULL;
    fr_geos_destroy(geos, taken);
    return fr_geos_round(geos, left);
}

static bool take_areas(struct fr_geos *geos, const struct fr_polygon *drawing,
                       GEOSGeometry *areas[FR_AREAS])
{
    bool whole = true;
    for (uint32_t i = 0; i < drawing->ring_count && whole; i++) {
        const uint8_t area = drawing->rings[i].area;
        if (!areas[area])
            areas[area] = fr_geos_area(geos, drawing, area);
        whole = areas[area] != NULL;
    }
    return whole;
}

static enum fr_status shrink(struct fr_geos *geos, const struct fr_polygon *drawing,
                             const struct outline *outline, GEOSGeometry *areas[FR_AREAS],
                             struct fr_polygon **shrunk)
{
    const struct fr_allocator *allocator = drawing->allocator;
    GEOSGeometry *united[FR_AREAS] = {NULL};
    struct fr_geos_list swept = {.allocator = allocator};
    struct fr_polygon *walls;
    GEOSGeometry *left = NULL;
    enum fr_status status = FR_BAD_INPUT;
    united[1] = fr_geos_area(geos, drawing, 0);
    if (united[1] && take_areas(geos, drawing, areas))
        status = fr_geos_polygon(geos, united, allocator, &walls);
    if (status == FR_OK) {
        if (gather_walls(geos, outline, walls, &swept))
            left = room(geos, united[1], &swept);
        fr_polygon_release(walls);
        status = left ? FR_OK : FR_BAD_INPUT;
    }
    for (int area = 1; area < FR_AREAS && status == FR_OK; area++)
        if (areas[area]) {
            areas[area] = fr_geos_common(geos, areas[area], left);
            status = areas[area] ? FR_OK : FR_BAD_INPUT;
        }
    if (status == FR_OK)
        status = fr_geos_polygon(geos, areas, allocator, shrunk);
    fr_geos_list_release(geos, &swept);
    fr_geos_destroy(geos, united[1]);
    fr_geos_destroy(geos, left);
    return status;
}

enum fr_status fr_drawing_shrink(const struct fr_file *file, const struct fr_polygon *drawing,
                                 struct fr_agent agent, struct fr_polygon **shrunk)
{
    struct fr_geos geos;
    GEOSGeometry *areas[FR_AREAS] = {NULL};
    const struct outline outline = mirrored(agent);
    if (!fr_geos_begin(&geos, file->allocator))
        return fr_refuse_memory(file, "for GEOS");
    enum fr_status status = shrink(&geos, drawing, &outline, areas, shrunk);
    if (status != FR_OK)
        status = fr_geos_refuse(&geos, file, status);
    fr_geos_destroy_areas(&geos, areas);
    fr_geos_end(&geos);
    return status;
}
