/* Exports the rings of drawings as JSON. */
#include "maps/formats/export/drawing_export.h"
#include "maps/polygon.h"

static bool has_area(const struct fr_polygon *drawing, int area)
{
    for (uint32_t i = 0; i < drawing->ring_count; i++)
        if (drawing->rings[i].area == area)
            return true;
    return false;
}

static void add_ring(const struct fr_polygon *drawing, const struct fr_polygon_ring *ring,
                     struct fr_text *text)
{
    for (uint32_t i = 0; i < ring->count; i++) {
        const struct fr_point at = drawing->vertices[ring->first + i];
        fr_text_add(text, "%s[", i == 0 ? "[" : ", ");
        fr_text_add_point(text, at, ", ");
        fr_text_add(text, "]");
    }
    fr_text_add(text, "]");
}

static void add_rings(const struct fr_polygon *drawing, int area, bool outer, struct fr_text *text)
{
    const char *before = "\n      ";
    for (uint32_t i = 0; i < drawing->ring_count; i++) {
        if (drawing->rings[i].area != area || (drawing->rings[i].outer == i) != outer)
            continue;
        fr_text_add(text, "%s", before);
        add_ring(drawing, &drawing->rings[i], text);
        before = ",\n      ";
    }
}

void fr_export_json(const struct fr_map *map, struct fr_text *text)
{
    const char *before = "\n", *closed = "";
    fr_text_add(text, "{\n  \"format\": \"footrace-polygon/1\",\n  \"size\": [%d, %d],\n",
                map->width, map->height);
    fr_text_add(text, "  \"areas\": [");
    for (int area = 1; area < FR_AREAS; area++) {
        if (!has_area(map->drawing, area))
            continue;
        fr_text_add(text, "%s    {\"id\": %d, \"outers\": [", before, area);
        add_rings(map->drawing, area, true, text);
        fr_text_add(text, "], \"holes\": [");
        add_rings(map->drawing, area, false, text);
        fr_text_add(text, "]}");
        before = ",\n";
    }
    fr_text_add(text, "\n  ],\n  \"disabled\": [");
    for (int area = 1; area < FR_AREAS; area++)
        if (!map->enabled[area] && has_area(map->drawing, area)) {
            fr_text_add(text, "%s%d", closed, area);
            closed = ", ";
        }
    fr_text_add(text, "]\n}\n");
}
