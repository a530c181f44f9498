#include "harness/answer/game_code.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "maps/formats/base/load_options.h"
#include "maps/formats/image/colour_area.h"
#include "maps/map.h"

static const char walking[] =
    "/* At each click: finds a path there, or to the nearest reachable spot. False: there is "
    "none.\n * In each frame, fr_walker_advance moves the figure along the path. */\n"
    "static bool walk_to(struct fr_walker *walker, struct fr_spot hero, struct fr_spot click,\n"
    "                    struct fr_walk *walk)\n"
    "{\n"
    "    enum fr_walker_status status = fr_walker_find(walker, hero, click, NULL, 0, walk);\n"
    "    if (status == FR_WALKER_UNREACHABLE &&\n"
    "        fr_walker_closest(walker, hero, click, &click) == FR_WALKER_OK)\n"
    "        status = fr_walker_find(walker, hero, click, NULL, 0, walk);\n"
    "    return status == FR_WALKER_LONG_PATH; /* found; no array was given for it */\n"
    "}\n"
    "\n"
    "/* When the room is left: fr_walker_release(walker); */\n";

static const char program[] =
    "\n"
    "static struct fr_walker *load_room(const char *file)\n"
    "{\n"
    "    struct fr_walker *walker = NULL;\n"
    "    int width, height;\n"
    "    FILE *picture = fopen(file, \"rb\");\n"
    "    if (!picture)\n"
    "        return NULL;\n"
    "    if (fscanf(picture, \"P5 %d %d 255\", &width, &height) == 2 && getc(picture) == '\\n') {\n"
    "        const size_t count = (size_t)width * (size_t)height;\n"
    "        unsigned char *areas = malloc(count);\n"
    "        if (areas && fread(areas, 1, count, picture) == count)\n"
    "            walker = enter_room(areas, width, height);\n"
    "        free(areas);\n"
    "    }\n"
    "    fclose(picture);\n"
    "    return walker;\n"
    "}\n"
    "\n"
    "/* Reads the hero's place and the player's click, x y x y, and walks there, 4 pixels a frame. "
    "*/\n"
    "int main(void)\n"
    "{\n"
    "    struct fr_walker *walker = load_room(\"room.pgm\");\n"
    "    struct fr_spot hero, click;\n"
    "    struct fr_walk walk;\n"
    "    while (walker && scanf(\"%f %f %f %f\", &hero.x, &hero.y, &click.x, &click.y) == 4) {\n"
    "        struct fr_position at = {{0, 0}, {0, 0}, 0, false};\n"
    "        if (walk_to(walker, hero, click, &walk))\n"
    "            while (!at.arrived && fr_walker_advance(walker, 4, &at) == FR_WALKER_OK)\n"
    "                continue;\n"
    "        printf(\"%.9g pixels to %g %g\\n\", at.walked, at.spot.x, at.spot.y);\n"
    "    }\n"
    "    fr_walker_release(walker);\n"
    "    return walker ? 0 : 1;\n"
    "}\n";

static void add(char *text, const char *format, ...)
{
    const size_t used = strlen(text);
    va_list values;
    va_start(values, format);
    vsnprintf(text + used, FR_GAME_CODE - used, format, values);
    va_end(values);
}

/* Reads the options after a map's name. False if C cannot reproduce what was raced: a name with
 * quotes, or cells of several pixels. */
static bool read_game(const struct fr_game *game, struct fr_load_options *options)
{
    const char *found = strrchr(game->spec, ':');
    struct fr_error error;
    if (fr_load_options_parse(game->spec, found ? found + 1 : "", options, &error) != FR_OK &&
        fr_load_options_parse(game->spec, "", options, &error) != FR_OK)
        return false;
    return !strpbrk(game->pathfinder, "\"\\") && !fr_reduction_reduces(options->reduction);
}

static bool has_radius(const struct fr_load_options *options)
{
    return options->agent.radius > 0 && options->agent.shape == FR_DISC;
}

static void add_legend(const struct fr_load_options *options, char *text)
{
    add(text, "    static const int legend[][4] = {");
    for (int i = 0; i < options->legend_count; i++) {
        const struct fr_legend_entry *entry = &options->legend[i];
        add(text, "%s{%d, %d, %d, %d}", i ? ",\n                                    " : "",
            entry->colour.red, entry->colour.green, entry->colour.blue, entry->area);
    }
    add(text, "};\n"
              "    int nearest = 0, least = 3 * 256 * 256;\n"
              "    for (int i = 0; i < (int)(sizeof legend / sizeof *legend); i++) {\n"
              "        const int red = rgba[0] - legend[i][0], green = rgba[1] - legend[i][1];\n"
              "        const int blue = rgba[2] - legend[i][2];\n"
              "        const int distance = red * red + green * green + blue * blue;\n"
              "        nearest = distance < least ? i : nearest;\n"
              "        least = distance < least ? distance : least;\n"
              "    }\n"
              "    return (unsigned char)legend[nearest][3];\n");
}

/* The rules of maps/formats/image/colour_area.c. */
static void add_pixel(const struct fr_load_options *options, char *text)
{
    const char *level = options->channel == FR_ALPHA
                            ? "1000 * rgba[3]"
                            : "299 * rgba[0] + 587 * rgba[1] + 114 * rgba[2]";
    const struct fr_rgba clear = {255, 255, 255, 0};
    add(text, "/* The area of a pixel of the mask, as raced: 0 is a wall. rgba: red, green, blue, "
              "alpha, 0 to\n * 255. */\n"
              "static unsigned char area_of(const unsigned char rgba[4])\n"
              "{\n");
    for (int i = 0; i < options->gate_count; i++) {
        const struct fr_legend_entry *gate = &options->gates[i];
        add(text,
            "    if (rgba[0] == %d && rgba[1] == %d && rgba[2] == %d && rgba[3] >= %d)\n"
            "        return %d; /* a gate: fr_walker_open(walker, %d, false) closes it */\n",
            gate->colour.red, gate->colour.green, gate->colour.blue,
            options->alpha == FR_OFF ? 0 : 128, gate->area, gate->area);
    }
    if (fr_colour_transparent(options, clear))
        add(text, "    if (rgba[3] < 128)\n"
                  "        return 0;\n");
    if (options->legend_count > 0)
        add_legend(options, text);
    else
        add(text, "    return %s %s %d;\n", level,
            options->invert ? "<" : ">=", 1000 * fr_colour_threshold(options));
    add(text, "}\n\n");
}

static void add_room(const struct fr_game *game, const struct fr_load_options *options,
                     const char *areas, char *text)
{
    add(text,
        "/* When the room loads. areas: one byte for each pixel, %s. NULL: no memory. */\n"
        "static struct fr_walker *enter_room(const unsigned char *areas, int width, int height)\n"
        "{\n"
        "    const struct fr_mask mask = {areas, width, height, 0, FR_MASK_BYTES};\n"
        "    struct fr_walker *walker = NULL%s;\n"
        "    if (fr_walker_from_mask(&mask, \"%s\", NULL, NULL, &walker) != FR_WALKER_OK)\n"
        "        return NULL;\n",
        areas, has_radius(options) ? ", *figure = NULL" : "", game->pathfinder);
    if (has_radius(options))
        add(text,
            "    if (fr_walker_with_radius(walker, %.1ff, &figure) != FR_WALKER_OK)\n"
            "        figure = NULL;\n"
            "    fr_walker_release(walker);\n"
            "    walker = figure;\n"
            "    if (!walker)\n"
            "        return NULL;\n",
            options->agent.radius / 2.0);
    for (int i = 1; i < FR_AREAS && game->enabled; i++)
        if (!game->enabled[i])
            add(text, "    fr_walker_open(walker, %d, false); /* true opens it */\n", i);
    add(text, "    fr_walker_prepare(walker); /* if left out, the first find prepares */\n"
              "    return walker;\n"
              "}\n\n");
}

void fr_game_code(const struct fr_game *game, char text[FR_GAME_CODE])
{
    struct fr_load_options options;
    const bool indices = strncmp(game->reading, "palette indices", 15) == 0 ||
                         strncmp(game->reading, "Adventure Game Studio", 21) == 0;
    const bool colours =
        strncmp(game->reading, "threshold", 9) == 0 || strncmp(game->reading, "legend", 6) == 0;
    *text = '\0';
    if (!read_game(game, &options))
        return;
    add(text, "#include \"footrace.h\"\n\n");
    if (colours)
        add_pixel(&options, text);
    add_room(game, &options,
             colours   ? "by area_of"
             : indices ? "the index of its palette colour, 0 where that is transparent"
                       : "0 is a wall",
             text);
    add(text, "%s", walking);
}

void fr_game_program(const struct fr_game *game, char text[FR_GAME_CODE])
{
    struct fr_load_options options;
    *text = '\0';
    if (!read_game(game, &options))
        return;
    add(text, "/* cc -O3 main.c footrace.c -lm -o game */\n"
              "#include <stdio.h>\n"
              "#include <stdlib.h>\n\n"
              "#include \"footrace.h\"\n\n");
    add_room(game, &options, "as raced: 0 is a wall", text);
    add(text, "%s%s", walking, program);
}
