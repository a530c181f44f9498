#include "harness/pictures/palette.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

static const struct {
    const char *name;
    struct fr_colour colour;
} hues[] = {{"null", {0x99, 0x99, 0x99}},     {"dijkstra", {0x00, 0x00, 0x00}},
            {"bfs", {0xE6, 0x9F, 0x00}},      {"astar", {0x00, 0x72, 0xB2}},
            {"flood", {0xD5, 0x5E, 0x00}},    {"jps", {0x00, 0x9E, 0x73}},
            {"jpsplus", {0x56, 0xB4, 0xE9}},  {"visgraph", {0xCC, 0x79, 0xA7}},
            {"jumpgraph", {0x66, 0x00, 0xCC}}};

static const struct fr_colour stranger = {0x7B, 0x4F, 0xA3};

/* How far each turn's colour goes towards black (below 0) or white. */
static const double shades[] = {0.0, -0.40, 0.38, -0.65};

enum { HUES = sizeof hues / sizeof *hues, SHADES = sizeof shades / sizeof *shades };

struct fr_colour fr_palette_hue(const char *name)
{
    for (int i = 0; i < HUES; i++)
        if (strcmp(hues[i].name, name) == 0)
            return hues[i].colour;
    return stranger;
}

static uint8_t mix(uint8_t value, double amount)
{
    const double target = amount > 0.0 ? 255.0 : 0.0;
    return (uint8_t)(value + (target - value) * fabs(amount) + 0.5);
}

struct fr_colour fr_palette_colour(const char *name, int turn)
{
    const struct fr_colour hue = fr_palette_hue(name);
    /* Black has no darker one. */
    const bool black = hue.red + hue.green + hue.blue == 0;
    const double amount = black ? fabs(shades[turn % SHADES]) : shades[turn % SHADES];
    return (struct fr_colour){mix(hue.red, amount), mix(hue.green, amount), mix(hue.blue, amount)};
}

struct fr_colour fr_palette_series(int index)
{
    static const char *const order[] = {"flood", "astar", "jps", "visgraph", "bfs", "jpsplus"};
    const int hue_count = sizeof order / sizeof *order;
    return fr_palette_colour(order[index % hue_count], index / hue_count);
}
