/* A reader's changes to the room: painted walls, gates, an obstacle. */
#include <math.h>
#include <string.h>

#include "web/engine.h"
#include "web/engine_room.h"

/* Half the width of a stroke of that radius, in a row at distance dy from the end of its line. */
static double half_width(double radius, double dy)
{
    return fabs(dy) < radius ? sqrt(radius * radius - dy * dy) : -1;
}

/* Paints a disc and extends *changed. */
static void paint_disc(double x, double y, double radius, const uint8_t *areas,
                       struct fr_rect *changed)
{
    const int last = (int)floor(y + radius);
    for (int row = (int)floor(y - radius); row <= last; row++) {
        const double half = half_width(radius, row + 0.5 - y);
        const int left = (int)ceil(x - half - 0.5), right = (int)floor(x + half - 0.5);
        const struct fr_rect line = {left, row, right - left + 1, 1};
        if (half >= 0 && line.width > 0)
            *changed = fr_rect_around(*changed, fr_map_set_rect(fr_engine_map(), line, areas));
    }
}

void fr_web_paint(double from_x, double from_y, double to_x, double to_y, double radius, int area)
{
    enum { MOST_RADIUS = 256 };
    static uint8_t areas[2 * MOST_RADIUS + 2];
    struct fr_rect changed = {0, 0, 0, 0};
    const double wide = fmin(radius, MOST_RADIUS);
    const double length = hypot(to_x - from_x, to_y - from_y);
    const int steps = (int)fmin(ceil(length / fmax(wide / 4, 0.5)), 1 << 16);
    memset(areas, area, sizeof areas);
    for (int i = 0; i <= steps; i++) {
        const double along = steps ? (double)i / steps : 0;
        paint_disc(from_x + along * (to_x - from_x), from_y + along * (to_y - from_y), wide, areas,
                   &changed);
    }
    fr_engine_note_change(changed);
}

void fr_web_open(int area, bool open)
{
    fr_engine_note_change(fr_map_enable(fr_engine_map(), (uint8_t)area, open));
}

bool fr_web_block(int x, int y, int width, int height, bool blocked)
{
    const struct fr_rect rect = {x, y, width, height};
    if (fr_map_block(fr_engine_map(), rect, blocked) != FR_OK)
        return false;
    fr_engine_note_change(fr_map_clip(fr_engine_map(), rect));
    return true;
}
