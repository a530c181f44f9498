#include "algorithms/jump_points/jumps.h"

static inline struct fr_jump along_row(const struct fr_jump_lanes *lanes, int32_t x, int32_t y,
                                       bool later)
{
    const struct fr_lane_word *row = fr_lane(&lanes->rows, y);
    return later ? fr_jump_forward(row, x) : fr_jump_backward(row, x);
}

static inline struct fr_jump along_column(const struct fr_jump_lanes *lanes, int32_t x, int32_t y,
                                          bool later)
{
    const struct fr_lane_word *column = fr_lane(&lanes->columns, x);
    return later ? fr_jump_forward(column, y) : fr_jump_backward(column, y);
}

static bool append(struct links *jumps, struct fr_pixel from, int32_t x, int32_t y, int direction)
{
    return links_append(jumps, (struct link){.dx = (int16_t)(x - from.x),
                                             .dy = (int16_t)(y - from.y),
                                             .sector = (uint8_t)(2 * direction)});
}

bool jumps_ahead(const struct fr_jump_lanes *lanes, struct fr_pixel from, int straight,
                 struct links *jumps)
{
    const bool later = straight < 4, along = straight % 4 == 0;
    const struct fr_jump jump = along ? along_row(lanes, from.x, from.y, later)
                                      : along_column(lanes, from.x, from.y, later);
    return !jump.point ||
           append(jumps, from, along ? jump.at : from.x, along ? from.y : jump.at, straight);
}

struct jump_walk jumps_walk_from(const struct diagonals *diagonals, struct fr_pixel from,
                                 int direction)
{
    return (struct jump_walk){
        .from = from, .direction = direction, .lane = diagonals_lane(diagonals, from, direction)};
}

enum jump_progress jumps_walk(const struct fr_jump_lanes *lanes, struct jump_walk *walk,
                              int32_t limit, struct links *jumps)
{
    const int32_t dx = fr_direction_dx[walk->direction], dy = fr_direction_dy[walk->direction];
    for (;;) {
        const int32_t at = walk->from.x + dx * walk->done;
        const int32_t steps =
            dx > 0 ? diagonals_later(walk->lane, at) : diagonals_earlier(walk->lane, at);
        if (steps == 0)
            return JUMPS_DONE;
        walk->done += steps;
        if (walk->done > limit) {
            walk->done--;
            return JUMPS_PAUSED;
        }
        const int32_t x = walk->from.x + dx * walk->done, y = walk->from.y + dy * walk->done;
        const struct fr_jump row = along_row(lanes, x, y, dx > 0);
        const struct fr_jump column = along_column(lanes, x, y, dy > 0);
        if ((row.point && !append(jumps, walk->from, row.at, y, dx > 0 ? 0 : 4)) ||
            (column.point && !append(jumps, walk->from, x, column.at, dy > 0 ? 2 : 6)))
            return JUMPS_NO_MEMORY;
    }
}
