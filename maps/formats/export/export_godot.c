/* Exports scenes for Godot 4, text format 3. */
#include "maps/formats/export/drawing_export.h"
#include "maps/polygon.h"

static void add_numbers(struct fr_text *text, const struct fr_point *points, uint32_t count)
{
    fr_text_add(text, "PackedVector2Array(");
    for (uint32_t i = 0; i < count; i++) {
        fr_text_add(text, i == 0 ? "" : ", ");
        fr_text_add_point(text, points[i], ", ");
    }
    fr_text_add(text, ")");
}

static void add_cells(const struct fr_convex_cells *cells, struct fr_text *text)
{
    fr_text_add(text, "polygons = Array[PackedInt32Array]([");
    for (uint32_t cell = 0; cell < cells->cell_count; cell++) {
        fr_text_add(text, "%sPackedInt32Array(", cell == 0 ? "" : ", ");
        for (uint32_t i = cells->first[cell]; i < cells->first[cell + 1]; i++)
            fr_text_add(text, "%s%u", i == cells->first[cell] ? "" : ", ", cells->edges[i].from);
        fr_text_add(text, ")");
    }
    fr_text_add(text, "])\n");
}

static void add_outlines(const struct fr_polygon *drawing, int area, struct fr_text *text)
{
    const char *before = "";
    fr_text_add(text, "outlines = Array[PackedVector2Array]([");
    for (uint32_t i = 0; i < drawing->ring_count; i++) {
        const struct fr_polygon_ring *ring = &drawing->rings[i];
        if (ring->area != area)
            continue;
        fr_text_add(text, "%s", before);
        add_numbers(text, drawing->vertices + ring->first, ring->count);
        before = ", ";
    }
    fr_text_add(text, "])\n");
}

void fr_export_godot(const struct fr_map *map, const struct fr_convex_cells cells[FR_AREAS],
                     struct fr_text *text)
{
    fr_text_add(text, "[gd_scene format=3]\n");
    for (int area = 1; area < FR_AREAS; area++) {
        if (cells[area].cell_count == 0)
            continue;
        fr_text_add(
            text, "\n[sub_resource type=\"NavigationPolygon\" id=\"area_%d\"]\nvertices = ", area);
        add_numbers(text, cells[area].vertices, cells[area].vertex_count);
        fr_text_add(text, "\n");
        add_cells(&cells[area], text);
        add_outlines(map->drawing, area, text);
    }
    fr_text_add(text, "\n[node name=\"Room\" type=\"Node2D\"]\n");
    for (int area = 1; area < FR_AREAS; area++) {
        if (cells[area].cell_count == 0)
            continue;
        fr_text_add(text, "\n[node name=\"Area%d\" type=\"NavigationRegion2D\" parent=\".\"]\n",
                    area);
        fr_text_add(text, "navigation_polygon = SubResource(\"area_%d\")\n", area);
        if (!map->enabled[area])
            fr_text_add(text, "enabled = false\n");
    }
}
