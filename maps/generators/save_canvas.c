#include "maps/generators/generate.h"

#include "maps/formats/base/words.h"
#include "maps/formats/image/save_png.h"
#include "maps/formats/text/save_ascii.h"

static enum fr_status save_picture(const char *file, const struct fr_canvas *canvas,
                                   struct fr_error *error)
{
    return fr_save_png(file, canvas->areas ? FR_PNG_AREAS : FR_PNG_GREY, canvas->width,
                       canvas->height, canvas->pixels, error);
}

enum fr_status fr_canvas_save(const char *file, const struct fr_canvas *canvas,
                              struct fr_error *error)
{
    const bool ascii = fr_name_ends(file, ".txt");
    if (canvas->walls && !ascii)
        return fr_fail(error, FR_BAD_INPUT,
                       "%s: a PNG holds no edge walls; expected a name ending in .txt", file);
    if (!ascii)
        return save_picture(file, canvas, error);
    struct fr_map *map;
    enum fr_status status = fr_canvas_map(canvas, &fr_default_allocator, &map);
    if (status != FR_OK)
        return fr_fail(error, status, "%s: not enough memory for %d x %d pixels", file,
                       canvas->width, canvas->height);
    status = fr_save_ascii(file, map, error);
    fr_map_release(map);
    return status;
}
