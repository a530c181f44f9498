/* The pinch grid: chains of blocks that touch only at their corners. A valid path goes around every
 * chain; an algorithm that steps or looks between two touching corners gives itself away. */
#include <stdbool.h>

#include "maps/generators/drawing.h"

enum { BLOCK, GAP, CHAIN };

static enum fr_status paint(struct fr_canvas *canvas, const int32_t *values,
                            struct fr_random *random, const struct fr_allocator *allocator)
{
    (void)allocator;
    const int32_t block = values[BLOCK], gap = values[GAP], chain = values[CHAIN];
    const int32_t side = block * chain, pitch = side + gap;
    if (canvas->width < pitch + gap || canvas->height < pitch + gap)
        return FR_BAD_INPUT;
    fr_canvas_flood(canvas, 255);
    for (int32_t y = gap; y + pitch <= canvas->height; y += pitch)
        for (int32_t x = gap; x + pitch <= canvas->width; x += pitch) {
            const bool falls = fr_random_below(random, 2) == 0;
            for (int32_t i = 0; i < chain; i++) {
                const int32_t row = falls ? i : chain - 1 - i;
                fr_canvas_rect(canvas,
                               (struct fr_rect){x + i * block, y + row * block, block, block}, 0);
            }
        }
    return FR_OK;
}

const struct fr_generator fr_generator_pinches = {
    .kind = "pinches",
    .summary = "chains of blocks that touch only at corners",
    .options = {[BLOCK] = {"block", 8, 1, 1000, "side of a block in pixels"},
                [GAP] = {"gap", 8, 1, 1000, "pixels between chains"},
                [CHAIN] = {"chain", 3, 2, 1000, "number of blocks in a chain"}},
    .least = 1,
    .needs = "at least chain * block + 2 * gap pixels in each direction",
    .sample = "block=6",
    .paint = paint,
};
