/* Tiled's maps, in JSON (.tmj) and in XML (.tmx), which says the same in other words: it is read
 * into the JSON that Tiled would have written of it, as far as floors go. Functions that
 * yield a status fill the error where it is not FR_OK. */
#ifndef FOOTRACE_MAPS_FORMATS_SCENE_TILED_H
#define FOOTRACE_MAPS_FORMATS_SCENE_TILED_H

#include <cjson/cJSON.h>

#include "maps/formats/base/file.h"
#include "maps/formats/scene/floor.h"

/* Where an element stood in the XML, among the keys of its object. */
#define FR_TILED_LINE "line of the file"

/* A map that is being drawn. */
struct fr_tiled {
    const struct fr_file *file;
    struct fr_error *error;
    const cJSON *top;
    struct fr_floor floor;
    struct fr_places outline; /* of the shape that is read */
    bool isometric;
    struct fr_place tile; /* where it is: pixels of a tile, and ... */
    double rows;          /* ... tiles of the map downwards */
};

/* Where the file has something, counted in pixels of an orthogonal map, as the picture has it. On an isometric
 * map a tile is tileheight long and wide in the file, and a diamond of tilewidth by tileheight in the
 * picture; the first one lies at the top, as many half tiles from the left as there are rows. */
struct fr_place fr_tiled_project(const struct fr_tiled *reader, struct fr_place at);

struct fr_tiled_where {
    char text[96]; /* "layers[1].objects[0]", or "line 7" */
};

struct fr_tiled_layer {
    const cJSON *item;
    struct fr_place offset; /* its own and that of all groups around it */
    struct fr_tiled_where where;
};

/* FR_OK and the map as JSON, for the caller to delete; FR_NO_MEMORY; or FR_BAD_INPUT. */
FR_MUST_USE enum fr_status fr_tiled_from_xml(const struct fr_file *file, cJSON **top,
                                             struct fr_error *error);

/* The place of an item of a list. */
struct fr_tiled_where fr_tiled_find_where(const struct fr_tiled_where *parent, const char *list,
                                          int index, const cJSON *item);

/* FR_BAD_INPUT. */
enum fr_status fr_tiled_refuse(const struct fr_tiled *reader, const struct fr_tiled_where *where,
                               const char *key, const cJSON *found, const char *expected);

/* A number of an object; left as it is where there is none. FR_OK or FR_BAD_INPUT. */
FR_MUST_USE enum fr_status fr_tiled_number(const struct fr_tiled *reader,
                                           const struct fr_tiled_where *where, const cJSON *object,
                                           const char *key, double *number);

/* Two numbers of an object, each left as it is where there is none. FR_OK or FR_BAD_INPUT. */
FR_MUST_USE enum fr_status fr_tiled_pair(const struct fr_tiled *reader,
                                         const struct fr_tiled_where *where, const cJSON *object,
                                         const char *x, const char *y, struct fr_place *pair);

/* Two numbers that an object must have: integers from 1 to 32767. */
FR_MUST_USE enum fr_status fr_tiled_size(const struct fr_tiled *reader,
                                         const struct fr_tiled_where *where, const cJSON *object,
                                         const char *width, const char *height,
                                         struct fr_place *size);

/* A text of an object, "" where it has none. */
struct fr_span fr_tiled_text(const cJSON *object, const char *key);

/* Whether a layer or an object has this name or class. */
bool fr_tiled_named(const cJSON *item, struct fr_span name);

/* Whether an object has an inside. */
bool fr_tiled_shape(const cJSON *object);

/* Draws the shapes of an object layer, with a name only those that have it; counts them. */
FR_MUST_USE enum fr_status fr_tiled_objects(struct fr_tiled *reader,
                                            const struct fr_tiled_layer *layer,
                                            const struct fr_span *name, int *drawn);

/* The numbers of count tiles that a layer keeps as base64, for the caller to delete. FR_OK, FR_NO_MEMORY
 * or FR_BAD_INPUT. */
FR_MUST_USE enum fr_status fr_tiled_unpack(const struct fr_tiled *reader,
                                           const struct fr_tiled_where *where, const cJSON *layer,
                                           const cJSON *data, size_t count, cJSON **tiles);

/* Draws the cells of a layer of tiles that have one. */
FR_MUST_USE enum fr_status fr_tiled_tiles(struct fr_tiled *reader,
                                          const struct fr_tiled_layer *layer);

#endif
