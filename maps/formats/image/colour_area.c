#include "maps/formats/image/colour_area.h"

#define OPAQUE 128 /* the lowest alpha that counts as painted */
#define DEFAULT_THRESHOLD 128

/* The area of the nearest legend colour; of several equally near, the first. */
static uint8_t legend_area(const struct fr_load_options *options, struct fr_rgba colour)
{
    int nearest = 0, least = 3 * 256 * 256;
    for (int i = 0; i < options->legend_count; i++) {
        const struct fr_rgba other = options->legend[i].colour;
        const int red = colour.red - other.red, green = colour.green - other.green;
        const int blue = colour.blue - other.blue;
        const int distance = red * red + green * green + blue * blue;
        if (distance < least) {
            least = distance;
            nearest = i;
        }
    }
    return options->legend[nearest].area;
}

const struct fr_legend_entry *fr_colour_gate(const struct fr_load_options *options,
                                             struct fr_rgba colour)
{
    for (int i = 0; i < options->gate_count; i++) {
        const struct fr_rgba gate = options->gates[i].colour;
        if (colour.red == gate.red && colour.green == gate.green && colour.blue == gate.blue &&
            (colour.alpha >= OPAQUE || options->alpha == FR_OFF))
            return &options->gates[i];
    }
    return NULL;
}

int fr_colour_threshold(const struct fr_load_options *options)
{
    return options->threshold < 0 ? DEFAULT_THRESHOLD : options->threshold;
}

/* In thousandths. Luminance uses the weights of Rec. 601, so that a grey keeps its level. */
static int level_of(enum fr_channel channel, struct fr_rgba colour)
{
    return channel == FR_ALPHA ? 1000 * colour.alpha
                               : 299 * colour.red + 587 * colour.green + 114 * colour.blue;
}

bool fr_colour_transparent(const struct fr_load_options *options, struct fr_rgba colour)
{
    return options->alpha != FR_OFF && options->channel != FR_ALPHA && colour.alpha < OPAQUE;
}

uint8_t fr_colour_area(const struct fr_load_options *options, struct fr_rgba colour)
{
    const struct fr_legend_entry *gate = fr_colour_gate(options, colour);
    if (gate)
        return gate->area;
    if (fr_colour_transparent(options, colour))
        return 0;
    if (options->legend_count > 0)
        return legend_area(options, colour);
    const bool light = level_of(options->channel, colour) >= 1000 * fr_colour_threshold(options);
    return light != options->invert;
}
