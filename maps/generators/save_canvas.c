#include "maps/generators/save_canvas.h"

#include "maps/io/save_png.h"

enum fr_status fr_canvas_save(const char *file, const struct fr_canvas *canvas,
                              struct fr_error *error)
{
    if (canvas->walls)
        return fr_fail(error, FR_BAD_INPUT, "%s: a PNG holds no edge walls", file);
    return fr_save_png(file, canvas->areas ? FR_PNG_AREAS : FR_PNG_GREY, canvas->width,
                       canvas->height, canvas->pixels, error);
}
