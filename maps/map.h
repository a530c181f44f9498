/* A walkability map in memory: area ids, which of them are enabled, walkability as bits, and edge
 * walls.
 *
 * Every pixel holds an area id: 0 is never walkable, 1..255 are areas. A pixel is walkable when its
 * area is enabled and no rectangle blocks it. All areas start enabled and nothing blocked. The bits
 * are kept in step with every change, and are padded: the pixels just outside the map (x = -1,
 * x = width, y = -1, y = height) may be asked for and are never walkable, so that looking at a
 * neighbour needs no bounds test.
 *
 * An edge wall closes the border between two neighbouring pixels and leaves both walkable. No step
 * crosses it. A diagonal step has two L-shaped routes beside it, each of two steps over a pixel; a
 * movement model asks for both to be open, or for one. grid8-cut, which does not care what its
 * routes' pixels are, cares for walls all the same: one of the routes must have none.
 *
 * Reading is safe from several threads, as long as none changes the map. */
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

/* Each border belongs to the pixel on its left, or above it. */
enum fr_side { FR_EAST, FR_SOUTH };

struct fr_map {
    int32_t width, height; /* pixels, 1..FR_MAP_MAX_SIZE */
    uint8_t *areas;        /* height rows of width area ids */
    bool enabled[FR_AREAS];
    int32_t row_words;  /* 64-bit words in a row of walkable and of blocked */
    uint64_t *walkable; /* pixel (x, y) is bit x%64 of word y*row_words + x/64 */
    uint64_t *blocked;  /* the same layout, without rows -1 and height; NULL: nothing blocked yet */
    /* Edge walls: bit (x, y) of walls[side] closes the border on that side of pixel (x, y). The
     * layout and the padding of walkable; NULL both, until the first wall. */
    uint64_t *walls[2];
    int64_t wall_count; /* closed borders */
    /* The polygons that the pixels were painted from (polygon.h), owned; NULL for a mask. Areas open
     * and close in both; blocked rectangles and set pixels are no part of it. */
    struct fr_polygon *drawing;
    const struct fr_allocator *allocator;
    /* The union of the drawing's enabled regions, as regions of one enabled area, owned. Whoever
     * loads a map or opens areas makes it (formats/polygon/joined.h); NULL: nobody did for the
     * areas that are enabled now. */
    struct fr_polygon *joined;
};

/* A map of area 0 everywhere, owned by the caller. FR_OK, FR_NO_MEMORY, or FR_BAD_INPUT for a
 * size outside 1..FR_MAP_MAX_SIZE. The allocator must outlive the map. */
FR_MUST_USE enum fr_status fr_map_create(int32_t width, int32_t height,
                                         const struct fr_allocator *allocator, struct fr_map **map);

/* A map of its own with the same areas, enabled set, blocked pixels, walls and drawing. FR_OK or
 * FR_NO_MEMORY. */
FR_MUST_USE enum fr_status
fr_map_clone(const struct fr_map *map, const struct fr_allocator *allocator, struct fr_map **clone);

static inline bool fr_map_inside(const struct fr_map *map, int32_t x, int32_t y)
{
    return x >= 0 && y >= 0 && x < map->width && y < map->height;
}

/* The smallest rectangle around two, inside a map; one without width is nowhere. */
struct fr_rect fr_rect_around(struct fr_rect a, struct fr_rect b);

/* What of a rectangle lies inside the map; width 0: nothing. */
struct fr_rect fr_map_clip(const struct fr_map *map, struct fr_rect rect);

/* x from -1 to width, y from -1 to height. */
static inline bool fr_map_walkable(const struct fr_map *map, int32_t x, int32_t y)
{
    const ptrdiff_t word = (ptrdiff_t)y * map->row_words + (ptrdiff_t)((uint32_t)(x + 64) >> 6) - 1;
    return map->walkable[word] >> ((uint32_t)x & 63) & 1;
}

/* Whether a point, anywhere, is the centre of a walkable pixel. */
static inline bool fr_map_walkable_centre(const struct fr_map *map, struct fr_point point)
{
    const struct fr_pixel pixel = fr_point_pixel(point);
    return fr_point_equal(point, fr_pixel_centre(pixel)) && fr_map_inside(map, pixel.x, pixel.y) &&
           fr_map_walkable(map, pixel.x, pixel.y);
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

/* Paints one pixel; (x, y) lies inside the map. */
void fr_map_set_area(struct fr_map *map, int32_t x, int32_t y, uint8_t area);

/* Paints row y from width area ids, which may lie in the map already. */
void fr_map_set_row(struct fr_map *map, int32_t y, const uint8_t *areas);

/* Paints with area 0 the pixels of row y whose bits in kept, row_words of them, are not set. */
void fr_map_keep(struct fr_map *map, int32_t y, const uint64_t *kept);

/* Paints the pixels of rect, clipped to the map, from rect.height rows of rect.width area ids;
 * walls stay. Yields a rectangle around the pixels whose walkability changed; width 0: none. */
struct fr_rect fr_map_set_rect(struct fr_map *map, struct fr_rect rect, const uint8_t *areas);

/* Opens or closes an area (1..255; 0 stays closed). Costs a pass over the map. Yields a rectangle
 * around the pixels whose walkability changed; width 0: none. */
struct fr_rect fr_map_enable(struct fr_map *map, uint8_t area, bool enabled);

/* Blocks or frees the pixels of rect, clipped to the map; what overlaps is not counted.
 * FR_OK, or FR_NO_MEMORY with nothing changed. */
FR_MUST_USE enum fr_status fr_map_block(struct fr_map *map, struct fr_rect rect, bool blocked);

/* Whether the border on a side of pixel (x, y) is closed by a wall; x from -1 to width, y from -1
 * to height. */
static inline bool fr_map_wall(const struct fr_map *map, int32_t x, int32_t y, enum fr_side side)
{
    const ptrdiff_t word = (ptrdiff_t)y * map->row_words + (ptrdiff_t)((uint32_t)(x + 64) >> 6) - 1;
    return map->walls[side] && map->walls[side][word] >> ((uint32_t)x & 63) & 1;
}

/* Whether a wall stands between a pixel and its neighbour at (dx, dy), which shares an edge with
 * it; (x, y) inside the map. */
static inline bool fr_map_walled(const struct fr_map *map, int32_t x, int32_t y, int32_t dx,
                                 int32_t dy)
{
    return fr_map_wall(map, dx < 0 ? x - 1 : x, dy < 0 ? y - 1 : y, dy ? FR_SOUTH : FR_EAST);
}

/* Closes or opens the border on a side of pixel (x, y). FR_OK; FR_BAD_INPUT where it is not between
 * two pixels of the map; or FR_NO_MEMORY with nothing changed. */
FR_MUST_USE enum fr_status fr_map_set_wall(struct fr_map *map, int32_t x, int32_t y,
                                           enum fr_side side, bool closed);

/* How many pixels are walkable now. */
int64_t fr_map_walkable_count(const struct fr_map *map);

/* FNV-1a over size, areas, enabled set, blocked pixels, walls and drawing, where there is one:
 * equal maps have equal hashes. */
uint64_t fr_map_hash(const struct fr_map *map);

/* Another hash of the same, in a tenth of the time; what it comes to may differ on the next machine. */
uint64_t fr_map_mark(const struct fr_map *map);

/* fr_map_hash of all that the map keeps in memory, the bits derived from the above and their padding
 * among it: of one map, a change shows that somebody wrote to it. */
uint64_t fr_map_memory_hash(const struct fr_map *map);

/* Accepts NULL. */
void fr_map_release(struct fr_map *map);

#endif
