#include "harness/pictures/palette.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

/* How far each shade moves towards black (below 0) or white. */
static const double shades[] = {0.0, -0.40, 0.38, -0.65};

enum { SHADES = sizeof shades / sizeof *shades };

/* The colour "#RRGGBB". */
static struct fr_colour hue_of(const char *colour)
{
    const unsigned long digits = strtoul(colour + 1, NULL, 16);
    return (struct fr_colour){(uint8_t)(digits >> 16), (uint8_t)(digits >> 8), (uint8_t)digits};
}

static uint8_t mix(uint8_t value, double amount)
{
    const double target = amount > 0.0 ? 255.0 : 0.0;
    return (uint8_t)(value + (target - value) * fabs(amount) + 0.5);
}

struct fr_colour fr_palette_colour(const char *colour, int turn)
{
    const struct fr_colour hue = hue_of(colour);
    /* Black has no darker shade. */
    const bool black = hue.red + hue.green + hue.blue == 0;
    const double amount = black ? fabs(shades[turn % SHADES]) : shades[turn % SHADES];
    return (struct fr_colour){mix(hue.red, amount), mix(hue.green, amount), mix(hue.blue, amount)};
}
