#include "maps/generators/save_canvas.h"

#include <string.h>

#include "maps/io/save_ascii.h"
#include "maps/io/save_png.h"

static bool is_text(const char *file)
{
    const size_t length = strlen(file);
    return length > 4 && strcmp(file + length - 4, ".txt") == 0;
}

static enum fr_status save_text(const char *file, const struct fr_canvas *canvas,
                                struct fr_error *error)
{
    struct fr_map *map;
    enum fr_status status = fr_canvas_map(canvas, &fr_default_allocator, &map);
    if (status != FR_OK)
        return fr_fail(error, status, "%s: not enough memory for %d x %d pixels", file,
                       canvas->width, canvas->height);
    status = fr_save_ascii(file, map, error);
    fr_map_release(map);
    return status;
}

enum fr_status fr_canvas_save(const char *file, const struct fr_canvas *canvas,
                              struct fr_error *error)
{
    if (is_text(file))
        return save_text(file, canvas, error);
    if (canvas->walls)
        return fr_fail(error, FR_BAD_INPUT,
                       "%s: edge walls are written as ASCII, expected a name that ends in .txt",
                       file);
    return fr_save_png(file, canvas->areas ? FR_PNG_AREAS : FR_PNG_GREY, canvas->width,
                       canvas->height, canvas->pixels, error);
}
