#include "harness/pictures/gallery.h"

#include <stdio.h>

#include "harness/pictures/contact_sheet.h"
#include "maps/formats/load.h"
#include "maps/generators/generate.h"

/* The part of a generated map that is shown, in pixels of 1:1. */
#define WIDTH 320
#define HEIGHT 180
#define SEED 1

static enum fr_status refuse(enum fr_status status, const char *file, struct fr_error *error)
{
    return fr_fail(error, status, "%s: not enough memory for a gallery", file);
}

static enum fr_status add_generator(struct fr_contact_sheet *sheet,
                                    const struct fr_generator *generator,
                                    const struct fr_allocator *allocator, struct fr_error *error)
{
    char spec[128], text[256];
    struct fr_canvas canvas;
    struct fr_map *map;
    snprintf(spec, sizeof spec, "%s%s%s", generator->kind, generator->sample ? ":" : "",
             generator->sample ? generator->sample : "");
    if (generator->sample)
        snprintf(text, sizeof text, "%s (%s)", generator->summary, generator->sample);
    else
        snprintf(text, sizeof text, "%s", generator->summary);
    enum fr_status status = fr_generate(spec, WIDTH, HEIGHT, SEED, allocator, &canvas, error);
    if (status != FR_OK)
        return status;
    status = fr_canvas_map(&canvas, allocator, &map);
    fr_canvas_release(&canvas, allocator);
    if (status == FR_OK) {
        fr_contact_sheet_add(sheet, map, generator->kind, text);
        fr_map_release(map);
    }
    return status == FR_OK ? FR_OK : refuse(status, spec, error);
}

static enum fr_status save(struct fr_contact_sheet *sheet, enum fr_status status, const char *file,
                           struct fr_error *error)
{
    if (status == FR_OK)
        status = fr_picture_save(&sheet->picture, file, error);
    fr_picture_release(&sheet->picture);
    return status;
}

enum fr_status fr_gallery_generators(enum fr_picture_format format, const char *file,
                                     const struct fr_allocator *allocator, struct fr_error *error)
{
    struct fr_contact_sheet sheet;
    enum fr_status status = fr_contact_sheet_create(format, "Maps that footrace generates",
                                                    fr_generator_count, 3, &sheet);
    if (status != FR_OK)
        return refuse(status, file, error);
    for (int i = 0; i < fr_generator_count && status == FR_OK; i++)
        status = add_generator(&sheet, fr_generators[i], allocator, error);
    return save(&sheet, status, file, error);
}

static enum fr_status add_map(struct fr_contact_sheet *sheet, const char *folder, const char *name,
                              const struct fr_allocator *allocator, struct fr_error *error)
{
    struct fr_map *map;
    char text[64];
    const enum fr_status status = fr_map_load(name, folder, allocator, &map, NULL, error);
    if (status != FR_OK)
        return status;
    const double pixels = (double)map->width * map->height;
    snprintf(text, sizeof text, "%d x %d, %.0f %% walkable", map->width, map->height,
             100.0 * (double)fr_map_walkable_count(map) / pixels);
    fr_contact_sheet_add(sheet, map, name, text);
    fr_map_release(map);
    return FR_OK;
}

enum fr_status fr_gallery_maps(enum fr_picture_format format, const char *file, const char *folder,
                               const char *const *names, int count,
                               const struct fr_allocator *allocator, struct fr_error *error)
{
    struct fr_contact_sheet sheet;
    enum fr_status status =
        fr_contact_sheet_create(format, "Maps bundled with Footrace", count, 1, &sheet);
    if (status != FR_OK)
        return refuse(status, file, error);
    for (int i = 0; i < count && status == FR_OK; i++)
        status = add_map(&sheet, folder, names[i], allocator, error);
    return save(&sheet, status, file, error);
}
