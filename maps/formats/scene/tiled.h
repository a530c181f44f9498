/* Tiled's maps, in JSON (.tmj) and XML (.tmx). XML is converted to the JSON that Tiled would have
 * written, as far as floors need it. Functions that return a status fill the error unless it is
 * FR_OK. */
#ifndef FOOTRACE_MAPS_FORMATS_SCENE_TILED_H
#define FOOTRACE_MAPS_FORMATS_SCENE_TILED_H

#include <cjson/cJSON.h>

#include "maps/formats/base/json_file.h"
#include "maps/formats/scene/floor.h"

/* The key under which a JSON object keeps the line of its XML element. */
#define FR_TILED_LINE "line of the file"

/* A map that is being read. */
struct fr_tiled {
    const cJSON *top;
    struct fr_floor floor;
    bool isometric;
    struct fr_place tile; /* size of a tile in pixels */
    double rows;          /* number of rows of tiles */
};

/* Converts a position in the file into pixels of the picture. On an isometric map, a tile is
 * tileheight long and wide in the file and a diamond of tilewidth by tileheight in the picture. The
 * first tile is at the top, as many half tiles from the left as there are rows. */
struct fr_place fr_tiled_project(const struct fr_tiled *reader, struct fr_place at);

struct fr_tiled_where {
    char text[96]; /* "layers[1].objects[0]", or "line 7" */
};

struct fr_tiled_layer {
    const cJSON *item;
    struct fr_place offset; /* of the layer, plus those of all enclosing groups */
    struct fr_tiled_where where;
};

/* FR_OK and the map as JSON, which the caller deletes; FR_NO_MEMORY; or FR_BAD_INPUT. */
FR_MUST_USE enum fr_status fr_tiled_from_xml(const struct fr_file *file, cJSON **top);

/* Where a list's item is in the file, for messages. */
struct fr_tiled_where fr_tiled_find_where(const struct fr_tiled_where *parent, const char *list,
                                          int index, const cJSON *item);

/* Returns FR_BAD_INPUT. */
enum fr_status fr_tiled_refuse(const struct fr_tiled *reader, const struct fr_tiled_where *where,
                               const char *key, const cJSON *found, const char *expected);

/* Reads a number of an object; unchanged if it is missing. FR_OK or FR_BAD_INPUT. */
FR_MUST_USE enum fr_status fr_tiled_number(const struct fr_tiled *reader,
                                           const struct fr_tiled_where *where, const cJSON *object,
                                           const char *key, double *number);

/* Reads two numbers of an object, each unchanged if it is missing. FR_OK or FR_BAD_INPUT. */
FR_MUST_USE enum fr_status fr_tiled_pair(const struct fr_tiled *reader,
                                         const struct fr_tiled_where *where, const cJSON *object,
                                         const char *x, const char *y, struct fr_place *pair);

/* Reads two required numbers of an object: integers from 1 to 32767. */
FR_MUST_USE enum fr_status fr_tiled_size(const struct fr_tiled *reader,
                                         const struct fr_tiled_where *where, const cJSON *object,
                                         const char *width, const char *height,
                                         struct fr_place *size);

/* Whether a layer or an object has this name or class. */
bool fr_tiled_named(const cJSON *item, struct fr_span name);

/* Whether an object encloses an area. */
bool fr_tiled_shape(const cJSON *object);

/* Draws the shapes of an object layer, only those with the name if one is given; counts them. */
FR_MUST_USE enum fr_status fr_tiled_objects(struct fr_tiled *reader,
                                            const struct fr_tiled_layer *layer,
                                            const struct fr_span *name, int *drawn);

/* Decodes the numbers of `count` tiles that a layer stores as base64; the caller deletes them.
 * FR_OK, FR_NO_MEMORY or FR_BAD_INPUT. */
FR_MUST_USE enum fr_status fr_tiled_unpack(const struct fr_tiled *reader,
                                           const struct fr_tiled_where *where, const cJSON *layer,
                                           const cJSON *data, size_t count, cJSON **tiles);

/* Draws the cells of a tile layer that have a tile. */
FR_MUST_USE enum fr_status fr_tiled_tiles(struct fr_tiled *reader,
                                          const struct fr_tiled_layer *layer);

#endif
