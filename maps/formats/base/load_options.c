#include "maps/formats/base/load_options.h"

#include <stdio.h>
#include <string.h>

#include "maps/formats/base/words.h"
#include "maps/map.h"

static int hex_digit(char letter)
{
    if (letter >= '0' && letter <= '9')
        return letter - '0';
    if (letter >= 'a' && letter <= 'f')
        return letter - 'a' + 10;
    return letter >= 'A' && letter <= 'F' ? letter - 'A' + 10 : -1;
}

static bool read_colour(struct fr_span text, struct fr_rgba *colour)
{
    int parts[3];
    if (text.length != 6)
        return false;
    for (size_t i = 0; i < 3; i++) {
        const int high = hex_digit(text.text[2 * i]), low = hex_digit(text.text[2 * i + 1]);
        if (high < 0 || low < 0)
            return false;
        parts[i] = high * 16 + low;
    }
    *colour = (struct fr_rgba){(uint8_t)parts[0], (uint8_t)parts[1], (uint8_t)parts[2], 255};
    return true;
}

static bool has_colour(const struct fr_load_options *options, struct fr_rgba colour)
{
    for (int i = 0; i < options->legend_count; i++)
        if (memcmp(&options->legend[i].colour, &colour, sizeof colour) == 0)
            return true;
    return false;
}

/* Reads "00ff00=1/0000ff=2": colours, each once, and their areas. */
static bool read_legend(struct fr_span value, struct fr_load_options *options)
{
    struct fr_span item, colour;
    options->legend_count = 0;
    while (fr_take_item(&value, '/', &item)) {
        struct fr_legend_entry *entry = &options->legend[options->legend_count];
        int64_t area;
        if (options->legend_count == FR_LEGEND_SIZE || !fr_take_item(&item, '=', &colour) ||
            !read_colour(colour, &entry->colour) || !fr_span_integer(item, 0, 255, &area) ||
            has_colour(options, entry->colour))
            return false;
        entry->area = (uint8_t)area;
        options->legend_count++;
    }
    return options->legend_count > 0;
}

/* Reads "00ff00/0000ff": colours, each once. */
static bool read_gates(struct fr_span value, struct fr_load_options *options)
{
    struct fr_span item;
    options->gate_count = 0;
    while (fr_take_item(&value, '/', &item)) {
        struct fr_legend_entry *gate = &options->gates[options->gate_count];
        if (options->gate_count == FR_MOST_GATES || !read_colour(item, &gate->colour))
            return false;
        for (int i = 0; i < options->gate_count; i++)
            if (memcmp(&options->gates[i].colour, &gate->colour, sizeof gate->colour) == 0)
                return false;
        options->gate_count++;
    }
    return options->gate_count > 0;
}

/* Gives the gates the area ids above those of the legend. */
static enum fr_status number_gates(const char *spec, struct fr_load_options *options,
                                   struct fr_error *error)
{
    int highest = 1;
    for (int i = 0; i < options->legend_count; i++)
        highest = options->legend[i].area > highest ? options->legend[i].area : highest;
    if (highest + options->gate_count > UINT8_MAX)
        return fr_fail(error, FR_BAD_INPUT,
                       "%s: option 'legend': area %d found, expected a lower one, as each gate "
                       "takes a higher area, up to 255",
                       spec, highest);
    for (int i = 0; i < options->gate_count; i++) {
        struct fr_legend_entry *gate = &options->gates[i];
        gate->area = (uint8_t)(highest + 1 + i);
        if (has_colour(options, gate->colour))
            return fr_fail(error, FR_BAD_INPUT,
                           "%s: the colour %02x%02x%02x is a gate and in the legend, expected one "
                           "of the two",
                           spec, gate->colour.red, gate->colour.green, gate->colour.blue);
    }
    return FR_OK;
}

static bool has_wall(const struct fr_load_options *options)
{
    for (int i = 0; i < options->legend_count; i++)
        if (options->legend[i].area == 0)
            return true;
    return options->legend_count == 0;
}

static bool read_threshold(struct fr_span value, struct fr_load_options *options)
{
    int64_t threshold;
    if (!fr_span_integer(value, 0, 256, &threshold))
        return false;
    options->threshold = (int)threshold;
    return options->levels = true;
}

static bool read_channel(struct fr_span value, struct fr_load_options *options)
{
    options->channel = fr_span_is(value, "alpha") ? FR_ALPHA : FR_LUMINANCE;
    return options->levels = options->channel == FR_ALPHA || fr_span_is(value, "luminance");
}

static bool read_switch(struct fr_span value, enum fr_switch *state)
{
    *state = fr_span_is(value, "on") ? FR_ON : FR_OFF;
    return *state == FR_ON || fr_span_is(value, "off");
}

static bool read_bool(struct fr_span value, bool *on)
{
    enum fr_switch state;
    const bool known = read_switch(value, &state);
    *on = state == FR_ON;
    return known;
}

static bool read_invert(struct fr_span value, struct fr_load_options *options)
{
    return options->levels = read_bool(value, &options->invert);
}

static bool read_indices(struct fr_span value, struct fr_load_options *options)
{
    return read_switch(value, &options->indices);
}

static bool read_ags(struct fr_span value, struct fr_load_options *options)
{
    return read_bool(value, &options->ags);
}

static bool read_alpha(struct fr_span value, struct fr_load_options *options)
{
    return read_switch(value, &options->alpha);
}

static bool read_dialect(struct fr_span value, struct fr_load_options *options)
{
    for (int dialect = FR_GPPC; dialect < FR_DIALECTS; dialect++)
        if (fr_span_is(value, fr_dialect_name((enum fr_dialect)dialect))) {
            options->dialect = (enum fr_dialect)dialect;
            return true;
        }
    return false;
}

static bool read_floor(struct fr_span value, struct fr_load_options *options)
{
    options->floor = value;
    return value.length > 0;
}

static bool read_agent(struct fr_span value, struct fr_load_options *options)
{
    int32_t radius;
    if (!fr_span_half_pixels(value, &radius) || radius < 1 || radius > FR_MAP_MAX_SIZE)
        return false;
    options->agent.radius = radius;
    return true;
}

static bool read_shape(struct fr_span value, struct fr_load_options *options)
{
    options->shape_given = true;
    for (int shape = FR_SQUARE; shape <= FR_DISC; shape++)
        if (fr_span_is(value, fr_agent_shape_name((enum fr_agent_shape)shape))) {
            options->agent.shape = (enum fr_agent_shape)shape;
            return true;
        }
    return false;
}

static bool read_scale(struct fr_span value, struct fr_load_options *options)
{
    int64_t scale;
    if (!fr_span_integer(value, 2, FR_MOST_SCALE, &scale))
        return false;
    options->reduction.scale = (int32_t)scale;
    return true;
}

static const struct {
    bool (*read)(struct fr_span value, struct fr_load_options *options);
    enum { OF_IMAGES, OF_GRIDS, OF_SCENES, OF_ALL } belongs;
    struct fr_map_option option;
} known[] = {
    {read_threshold,
     OF_IMAGES,
     {"threshold", "an integer from 0 to 256", "lowest luminance that is walkable (128)"}},
    {read_channel,
     OF_IMAGES,
     {"channel", "luminance or alpha", "what the threshold applies to (luminance)"}},
    {read_invert,
     OF_IMAGES,
     {"invert", "on or off", "pixels below the threshold are walkable instead (off)"}},
    {read_legend,
     OF_IMAGES,
     {"legend", "RRGGBB=AREA/RRGGBB=AREA/... with areas from 0 to 255, each colour once",
      "each pixel has the area of the nearest of these colours"}},
    {read_gates,
     OF_IMAGES,
     {"gate", "RRGGBB/RRGGBB/..., at most 16 colours, each once",
      "pixels of exactly these colours are gates: areas that open and close"}},
    {read_indices,
     OF_IMAGES,
     {"indices", "on or off",
      "palette indices are the areas (on for an indexed image that uses at most 16 colours)"}},
    {read_ags,
     OF_IMAGES,
     {"ags", "on or off",
      "an Adventure Game Studio mask: index 0 is the wall, 1 to 15 are areas, others are refused "
      "(off)"}},
    {read_alpha, OF_IMAGES, {"alpha", "on or off", "transparent pixels are blocked (on)"}},
    {read_dialect,
     OF_GRIDS,
     {"dialect", "gppc, warthog or hog2", "which terrain of a Moving AI map is walkable (gppc)"}},
    {read_floor,
     OF_SCENES,
     {"floor", "a name", "which part of an engine's file is the floor (the engine's default)"}},
    {read_agent,
     OF_ALL,
     {"radius", "pixels, a multiple of 0.5 from 0.5",
      "radius of the character, by which the floor shrinks"}},
    {read_shape,
     OF_ALL,
     {"shape", "square, pentagon, hexagon or disc", "shape of the character (disc)"}},
    {read_scale, OF_ALL, {"scale", "an integer from 2 to 16", "race on cells of N x N pixels"}},
};

#define KNOWN_COUNT (sizeof known / sizeof *known)

const struct fr_map_option *fr_map_option_at(size_t i)
{
    return i < KNOWN_COUNT ? &known[i].option : NULL;
}

static enum fr_status refuse_name(const char *spec, struct fr_span name, struct fr_error *error)
{
    char names[256];
    size_t used = 0;
    for (size_t i = 0; i < KNOWN_COUNT && used < sizeof names; i++)
        used += (size_t)snprintf(names + used, sizeof names - used, "%s%s",
                                 i == 0                ? ""
                                 : i + 1 < KNOWN_COUNT ? ", "
                                                       : " or ",
                                 known[i].option.name);
    return fr_fail(error, FR_BAD_INPUT, "%s: option %s found, expected %s", spec,
                   fr_quote(name).text, names);
}

static enum fr_status read_option(const char *spec, struct fr_span item, unsigned *given,
                                  struct fr_load_options *options, struct fr_error *error)
{
    struct fr_span name = {"", 0};
    fr_take_item(&item, '=', &name);
    for (size_t i = 0; i < KNOWN_COUNT; i++) {
        if (!fr_span_is(name, known[i].option.name))
            continue;
        if (*given >> i & 1)
            return fr_fail(error, FR_BAD_INPUT, "%s: option '%s' is given twice, expected once",
                           spec, known[i].option.name);
        *given |= 1u << i;
        if (!known[i].read(item, options))
            return fr_fail(error, FR_BAD_INPUT, "%s: option '%s': %s found, expected %s", spec,
                           known[i].option.name, fr_quote(item).text, known[i].option.expected);
        if (known[i].belongs == OF_IMAGES)
            options->image_option = known[i].option.name;
        else if (known[i].belongs == OF_GRIDS)
            options->grid_option = known[i].option.name;
        return FR_OK;
    }
    if (fr_span_is(name, "agent"))
        return fr_fail(error, FR_BAD_INPUT, "%s: option 'agent' found, expected 'radius'", spec);
    return refuse_name(spec, name, error);
}

/* Refuses options that contradict each other, or that have no effect alone. */
static enum fr_status check_together(const char *spec, const struct fr_load_options *options,
                                     struct fr_error *error)
{
    const int readings =
        options->levels + (options->legend_count > 0) + (options->indices == FR_ON) + options->ags;
    if (readings > 1)
        return fr_fail(error, FR_BAD_INPUT,
                       "%s: several options for colours found, expected one of threshold, legend, "
                       "indices=on and ags=on (channel and invert go with threshold)",
                       spec);
    if (!has_wall(options))
        return fr_fail(error, FR_BAD_INPUT,
                       "%s: option 'legend': no wall found, so every pixel is walkable; expected a "
                       "colour with area 0, such as 000000=0",
                       spec);
    if (options->gate_count > 0 && (options->indices == FR_ON || options->ags))
        return fr_fail(error, FR_BAD_INPUT,
                       "%s: option 'gate' found with %s, expected only one of them: each "
                       "palette index is an area already",
                       spec, options->ags ? "ags=on" : "indices=on");
    if (options->alpha == FR_ON && (options->ags || options->channel == FR_ALPHA))
        return fr_fail(error, FR_BAD_INPUT, "%s: alpha=on found with %s, expected one of them",
                       spec, options->ags ? "ags=on" : "channel=alpha");
    if (options->shape_given && options->agent.radius == 0)
        return fr_fail(error, FR_BAD_INPUT, "%s: option 'shape' found, expected only with radius",
                       spec);
    return FR_OK;
}

enum fr_status fr_load_options_parse(const char *spec, const char *text,
                                     struct fr_load_options *options, struct fr_error *error)
{
    struct fr_span rest = {text, strlen(text)}, item;
    unsigned given = 0;
    *options = (struct fr_load_options){.threshold = -1, .agent = {0, FR_DISC}};
    while (fr_take_item(&rest, ',', &item)) {
        const enum fr_status status = read_option(spec, item, &given, options, error);
        if (status != FR_OK)
            return status;
    }
    const enum fr_status status = check_together(spec, options, error);
    return status == FR_OK ? number_gates(spec, options, error) : status;
}

const char *fr_dialect_name(enum fr_dialect dialect)
{
    static const char *const names[] = {
        [FR_GPPC] = "gppc", [FR_WARTHOG] = "warthog", [FR_HOG2] = "hog2"};
    return names[dialect];
}
