/* A walkability map: area ids, the enabled areas, walkability as bits, and edge walls.
 *
 * Every pixel holds an area id: 0 is never walkable, 1..255 are areas. A pixel is walkable when its
 * area is enabled and no rectangle blocks it. All areas start enabled and nothing blocked. The bits
 * are updated with every change, and padded: the pixels just outside the map (x = -1, x = width, y
 * = -1, y = height) may be read and are never walkable, so that reading a neighbour needs no bounds
 * test.
 *
 * An edge wall closes the border between two neighbouring pixels and leaves both walkable. No step
 * crosses an edge wall. A diagonal step has two L-shaped routes beside it, each of two steps over a
 * pixel; a movement model requires one or both to be open. grid8-cut ignores the pixels of these
 * routes, but not edge walls: one of the routes must have none.
 *
 * Several threads may read a map while none changes it. */
#ifndef FOOTRACE_MAPS_MAP_H
#define FOOTRACE_MAPS_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "maps/allocator.h"
#include "maps/point.h"
#include "maps/status.h"

#define FR_AREAS 256

struct fr_polygon;

/* Each border belongs to the pixel to its left, or above it. */
enum fr_side { FR_EAST, FR_SOUTH };

struct fr_map {
    int32_t width, height; /* pixels, 1..FR_MAP_MAX_SIZE */
    uint8_t *areas;        /* `height` rows of `width` area ids */
    bool enabled[FR_AREAS];
    int32_t row_words;  /* 64-bit words in a row of walkable and of blocked */
    uint64_t *walkable; /* pixel (x, y) is bit x%64 of word y*row_words + x/64 */
    uint64_t *blocked;  /* layout of `walkable` without rows -1 and height; NULL: never blocked */
    /* Edge walls: bit (x, y) of walls[side] closes the border on that side of pixel (x, y). Layout
     * and padding are those of `walkable`; both arrays are NULL until the first wall. */
    uint64_t *walls[2];
    int64_t wall_count; /* number of closed borders */
    /* The polygons that the pixels were painted from (polygon.h), owned; NULL for a mask. Areas
     * open and close in the drawing, too; blocked rectangles and set pixels do not change it. */
    struct fr_polygon *drawing;
    const struct fr_allocator *allocator;
    /* The union of the drawing's enabled regions, as regions of one enabled area, owned. Built by
     * code that loads a map or opens areas (formats/polygon/drawn_map.h); NULL: not built for the
     * current areas. */
    struct fr_polygon *joined;
};

/* Creates a map of area 0, which the caller owns. FR_OK, FR_NO_MEMORY, or FR_BAD_INPUT for a size
 * outside 1..FR_MAP_MAX_SIZE. The allocator must outlive the map. */
FR_MUST_USE enum fr_status fr_map_create(int32_t width, int32_t height,
                                         const struct fr_allocator *allocator, struct fr_map **map);

/* Copies a map: areas, enabled set, blocked pixels, walls and drawing. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status
fr_map_clone(const struct fr_map *map, const struct fr_allocator *allocator, struct fr_map **clone);

/* The number of pixels of a map, walkable or not. */
static inline size_t fr_map_pixels(const struct fr_map *map)
{
    return (size_t)map->width * (size_t)map->height;
}

static inline bool fr_map_inside(const struct fr_map *map, int32_t x, int32_t y)
{
    return x >= 0 && y >= 0 && x < map->width && y < map->height;
}

/* The smallest rectangle around two rectangles inside a map; one with width 0 is empty. */
struct fr_rect fr_rect_around(struct fr_rect a, struct fr_rect b);

/* The part of a rectangle inside the map; width 0: none. */
struct fr_rect fr_map_clip(const struct fr_map *map, struct fr_rect rect);

/* Requires x from -1 to width, y from -1 to height. */
static inline bool fr_map_walkable(const struct fr_map *map, int32_t x, int32_t y)
{
    const ptrdiff_t word = (ptrdiff_t)y * map->row_words + (ptrdiff_t)((uint32_t)(x + 64) >> 6) - 1;
    return map->walkable[word] >> ((uint32_t)x & 63) & 1;
}

/* Whether a point, anywhere, is the centre of a walkable pixel. */
static inline bool fr_map_walkable_centre(const struct fr_map *map, struct fr_point point)
{
    /* A centre has odd coordinates; negative coordinates are too large as unsigned numbers. */
    const uint32_t x = (uint32_t)point.x / 2, y = (uint32_t)point.y / 2;
    return (point.x & point.y & 1) && x < (uint32_t)map->width && y < (uint32_t)map->height &&
           fr_map_walkable(map, (int32_t)x, (int32_t)y);
}

/* The bits of row y, -1..height. Bits from width on are 0, as is the last bit before the row; the
 * word after the row may be read. */
static inline const uint64_t *fr_map_row(const struct fr_map *map, int32_t y)
{
    return map->walkable + (ptrdiff_t)y * map->row_words;
}

static inline uint8_t fr_map_area(const struct fr_map *map, int32_t x, int32_t y)
{
    return map->areas[(size_t)y * (size_t)map->width + (size_t)x];
}

/* Sets the area of one pixel inside the map. */
void fr_map_set_area(struct fr_map *map, int32_t x, int32_t y, uint8_t area);

/* Sets row y to map->width area ids; `areas` may be that row of the map itself. */
void fr_map_set_row(struct fr_map *map, int32_t y, const uint8_t *areas);

/* Sets the pixels of row y to area 0 if their bit in `kept`, row_words words, is not set. */
void fr_map_keep(struct fr_map *map, int32_t y, const uint64_t *kept);

/* Sets the pixels of `rect`, clipped to the map, from rect.height rows of rect.width area ids;
 * walls stay. Returns a rectangle around the pixels whose walkability changed; width 0: none. */
struct fr_rect fr_map_set_rect(struct fr_map *map, struct fr_rect rect, const uint8_t *areas);

/* Opens or closes an area (1..255; 0 stays closed). Takes a pass over the map. Returns a rectangle
 * around the pixels whose walkability changed; width 0: none. */
struct fr_rect fr_map_enable(struct fr_map *map, uint8_t area, bool enabled);

/* Blocks or frees the pixels of `rect`, clipped to the map; overlapping blocks are not counted.
 * FR_OK, or FR_NO_MEMORY with nothing changed. */
FR_MUST_USE enum fr_status fr_map_block(struct fr_map *map, struct fr_rect rect, bool blocked);

/* Whether the border on a side of pixel (x, y) is closed by a wall; x from -1 to width, y from -1
 * to height. */
static inline bool fr_map_wall(const struct fr_map *map, int32_t x, int32_t y, enum fr_side side)
{
    const ptrdiff_t word = (ptrdiff_t)y * map->row_words + (ptrdiff_t)((uint32_t)(x + 64) >> 6) - 1;
    return map->walls[side] && map->walls[side][word] >> ((uint32_t)x & 63) & 1;
}

/* Whether an edge wall is between a pixel inside the map and its neighbour at (dx, dy), which
 * shares an edge with it. */
static inline bool fr_map_walled(const struct fr_map *map, int32_t x, int32_t y, int32_t dx,
                                 int32_t dy)
{
    return fr_map_wall(map, dx < 0 ? x - 1 : x, dy < 0 ? y - 1 : y, dy ? FR_SOUTH : FR_EAST);
}

/* Closes or opens the border on a side of pixel (x, y). FR_OK; FR_BAD_INPUT if the border is not
 * between two pixels of the map; or FR_NO_MEMORY with nothing changed. */
FR_MUST_USE enum fr_status fr_map_set_wall(struct fr_map *map, int32_t x, int32_t y,
                                           enum fr_side side, bool closed);

/* The number of pixels that are walkable now. */
int64_t fr_map_walkable_count(const struct fr_map *map);

/* FNV-1a over size, areas, enabled set, blocked pixels, walls and drawing: equal maps have equal
 * hashes. */
uint64_t fr_map_hash(const struct fr_map *map);

/* A hash of what fr_map_hash reads, ten times as fast; it may differ on another machine. */
uint64_t fr_map_mark(const struct fr_map *map);

/* A hash of all memory of the map, including the derived bits and their padding: shows whether
 * anything wrote to it. */
uint64_t fr_map_memory_hash(const struct fr_map *map);

/* Accepts NULL. */
void fr_map_release(struct fr_map *map);

#endif
