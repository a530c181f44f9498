/* Shared by the readers of "footrace-polygon/1": rings of vertices and their faults.
 *
 * Functions that return a status fill the reader's error unless it is FR_OK. */
#ifndef FOOTRACE_MAPS_FORMATS_POLYGON_POLYGON_READER_H
#define FOOTRACE_MAPS_FORMATS_POLYGON_POLYGON_READER_H

#include <cjson/cJSON.h>

#include "maps/formats/base/file.h"
#include "maps/geometry/polygon_check.h"
#include "maps/map.h"
#include "maps/polygon.h"

struct fr_polygon_reader {
    const struct fr_file *file;
    int32_t width, height; /* pixels */
    struct fr_polygon *drawing;
    struct fr_point *vertices; /* of the ring being read */
    size_t count, capacity;
    bool seen[FR_AREAS]; /* ids of areas */
    const char *names[FR_AREAS];
    bool disabled[FR_AREAS];
};

/* Refuses the current vertex in the ring with this name. */
enum fr_status fr_polygon_refuse_vertex(const struct fr_polygon_reader *reader, const char *name,
                                        const cJSON *found, const char *expected);

/* Reads [x, y] in pixels. */
bool fr_polygon_read_vertex(const cJSON *item, struct fr_point *vertex);

/* Reads a ring into the reader's vertices; with `within` they must be inside the image. */
FR_MUST_USE enum fr_status fr_polygon_read_ring(struct fr_polygon_reader *reader, const char *name,
                                                const cJSON *ring, bool within);

/* Appends the ring just read to the drawing. */
FR_MUST_USE enum fr_status fr_polygon_append_ring(struct fr_polygon_reader *reader, uint32_t outer,
                                                  uint8_t area);

void fr_polygon_image_corners(const struct fr_polygon_reader *reader, struct fr_point corners[4]);

/* Reads an ordered list of shapes and makes it the drawing. */
FR_MUST_USE enum fr_status fr_polygon_read_shapes(struct fr_polygon_reader *reader,
                                                  const cJSON *shapes);

#endif
