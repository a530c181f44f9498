#include "maps/analysis/components.h"
#include "maps/generators/drawing.h"

/* The component with the most pixels; there is at least one. */
static uint32_t largest_component(const struct fr_components *components)
{
    uint32_t largest = 0;
    for (uint32_t i = 1; i < fr_components_count(components); i++)
        if (fr_components_size(components, i) > fr_components_size(components, largest))
            largest = i;
    return largest;
}

/* Blacks out a pixel and the anti-aliased edge around it. */
static void blot(struct fr_canvas *canvas, int32_t x, int32_t y)
{
    fr_canvas_rect(canvas, (struct fr_rect){x, y, 1, 1}, 0);
    for (int32_t ny = y - 1; ny <= y + 1; ny++)
        for (int32_t nx = x - 1; nx <= x + 1; nx++)
            if (fr_canvas_level(canvas, nx, ny) < 128)
                fr_canvas_rect(canvas, (struct fr_rect){nx, ny, 1, 1}, 0);
}

enum fr_status fr_canvas_fill_pockets(struct fr_canvas *canvas)
{
    struct fr_map *map;
    struct fr_components *components;
    enum fr_status status = fr_canvas_map(canvas, canvas->allocator, &map);
    if (status != FR_OK)
        return status;
    status = fr_components_create(map, FR_CONNECTED_4, canvas->allocator, &components);
    if (status == FR_OK && fr_components_count(components) > 1) {
        const uint32_t floor = largest_component(components);
        for (int32_t y = 0; y < canvas->height; y++)
            for (int32_t x = 0; x < canvas->width; x++)
                if (fr_map_walkable(map, x, y) && fr_components_at(components, x, y) != floor)
                    blot(canvas, x, y);
    }
    if (status == FR_OK)
        fr_components_release(components);
    fr_map_release(map);
    return status;
}
