#include "maps/formats/polygon/drawn_map.h"

#include "maps/formats/polygon/geos.h"

/* Unites the regions of all enabled areas; *area is one of these areas, or 0 if none is enabled. */
static GEOSGeometry *unite_enabled(struct fr_geos *geos, const struct fr_map *map, int *area)
{
    struct fr_geos_list parts = {.allocator = map->allocator};
    bool whole = true;
    *area = 0;
    for (int i = FR_AREAS - 1; i > 0 && whole; i--)
        if (map->enabled[i]) {
            whole = fr_geos_gather(geos, &parts, fr_geos_area(geos, map->drawing, (uint8_t)i));
            *area = i;
        }
    GEOSGeometry *united =
        whole && parts.count > 0 ? fr_geos_polygons(geos, fr_geos_unite(geos, &parts, 0)) : NULL;
    fr_geos_list_release(geos, &parts);
    return united;
}

enum fr_status fr_drawing_join(struct fr_map *map)
{
    struct fr_geos geos;
    int area;
    if (!map->drawing || map->joined)
        return FR_OK;
    if (!fr_geos_begin(&geos, map->allocator))
        return FR_NO_MEMORY;
    GEOSGeometry *areas[FR_AREAS] = {NULL};
    GEOSGeometry *united = unite_enabled(&geos, map, &area);
    enum fr_status status = FR_OK;
    if (area > 0 && !united)
        status = geos.no_memory ? FR_NO_MEMORY : FR_BAD_INPUT;
    areas[area] = united;
    if (status == FR_OK)
        status = fr_geos_polygon(&geos, areas, map->allocator, &map->joined);
    fr_geos_destroy(&geos, united);
    fr_geos_end(&geos);
    return status;
}
