#include "maps/generators/generate.h"

#include <stdio.h>
#include <string.h>

#include "maps/formats/image/save_png.h"
#include "maps/formats/text/save_ascii.h"
#include "maps/formats/text/walls_file.h"

/* Whether the name file has this ending. */
static bool ends_in(const char *file, const char *ending)
{
    const size_t length = strlen(file), end = strlen(ending);
    return length > end && strcmp(file + length - end, ending) == 0;
}

static enum fr_status save_picture(const char *file, const struct fr_canvas *canvas,
                                   struct fr_error *error)
{
    return fr_save_png(file, canvas->areas ? FR_PNG_AREAS : FR_PNG_GREY, canvas->width,
                       canvas->height, canvas->pixels, error);
}

/* Writes the walls to file, and the map under them to a PNG of the same name. */
static enum fr_status save_walls(const char *file, const struct fr_canvas *canvas,
                                 const struct fr_map *map, struct fr_error *error)
{
    char mask[FR_WALLS_SPEC_SIZE];
    const int stem = (int)(strlen(file) - strlen(".json"));
    if (snprintf(mask, sizeof mask, "%.*s.png", stem, file) >= (int)sizeof mask)
        return fr_fail(error, FR_BAD_INPUT,
                       "%.100s...: a name of %d bytes or more found, expected fewer", file,
                       FR_WALLS_SPEC_SIZE);
    const char *slash = strrchr(mask, '/');
    const enum fr_status status = fr_walls_save(file, slash ? slash + 1 : mask, map, error);
    return status == FR_OK ? save_picture(mask, canvas, error) : status;
}

enum fr_status fr_canvas_save(const char *file, const struct fr_canvas *canvas,
                              struct fr_error *error)
{
    const bool ascii = ends_in(file, ".txt"), walls = canvas->walls && ends_in(file, ".json");
    if (canvas->walls && !ascii && !walls)
        return fr_fail(error, FR_BAD_INPUT,
                       "%s: a PNG holds no edge walls; expected a name ending in .txt or .json",
                       file);
    if (!ascii && !walls)
        return save_picture(file, canvas, error);
    struct fr_map *map;
    enum fr_status status = fr_canvas_map(canvas, &fr_default_allocator, &map);
    if (status != FR_OK)
        return fr_fail(error, status, "%s: not enough memory for %d x %d pixels", file,
                       canvas->width, canvas->height);
    status = ascii ? fr_save_ascii(file, map, error) : save_walls(file, canvas, map, error);
    fr_map_release(map);
    return status;
}
