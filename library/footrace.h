/* footrace.h: where a character walks when the player clicks.
 *
 * This is the one header that a game includes, in C11 and in C++17. A walker is a room and a
 * pathfinder that knows it:
 *
 *     struct fr_mask mask = {pixels, 1920, 1080, 0, FR_MASK_BYTES};
 *     struct fr_walker *walker;
 *     struct fr_spot path[256];
 *     struct fr_walk walk;
 *     if (fr_walker_from_mask(&mask, NULL, NULL, NULL, &walker) != FR_WALKER_OK)
 *         ...
 *     if (fr_walker_find(walker, hero, click, path, 256, &walk) == FR_WALKER_OK)
 *         follow(path, walk.count);
 *     fr_walker_release(walker);
 *
 * Coordinates are the game's pixels, x to the right and y down from the top left corner of the
 * mask. A spot is any place in them: pixel (3, 5) is the square from (3, 5) to (4, 6), its centre
 * is (3.5, 5.5). A mouse's whole numbers may be handed in as they are.
 *
 * Ends. A walk begins and ends in the middle of a pixel. Where an end cannot be walked on, the
 * nearest pixel that can takes its place: a click on a wall, or beside the picture, is a question
 * like any other, and the answer says that an end was moved. Of several as near, the one in the
 * upper row counts, then the one on the left.
 *
 * Room to walk. Two pixels are joined by their edge, never by a corner alone. A path may touch a
 * wall and turn on its corner: the figure is a point. For a figure with a radius there is
 * fr_walker_with_radius.
 *
 * Time. Preparing takes from a millisecond to a second, as `footrace recommend` tells for a mask; a
 * find takes microseconds. Preparing is put off until the first find, or until fr_walker_prepare;
 * so are changes: open gates and move obstacles at will, the next find sees them all.
 *
 * Memory. All of it comes from the allocator handed in. After the first finds of a kind, a find
 * allocates nothing.
 *
 * Threads. A walker is used by one thread at a time, even to find, and so are all that share a room;
 * others may be used by several threads. There is no global state.
 *
 * Compilers. Any of C11 or C++17 with IEEE 754 doubles; no option -ffast-math. With -std=c11, or
 * -ffp-contract=off, all give the same paths, x87 included; where products are contracted into sums,
 * of several paths that are as long another one may be given.
 *
 * Errors are values. Nothing here prints, exits or aborts; results are written on success only. */
#ifndef FOOTRACE_H
#define FOOTRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define FOOTRACE_VERSION "0.1.0"

/* The pathfinder where none is named: the one that the answer to the reference races ships. */
#define FOOTRACE_PATHFINDER "navmesh"

/* For a shared library on Windows, define FOOTRACE_SHARED; to build one, FOOTRACE_BUILDING too. */
#ifndef FR_WALKER_API
#if defined(_WIN32) && defined(FOOTRACE_SHARED) && defined(FOOTRACE_BUILDING)
#define FR_WALKER_API __declspec(dllexport)
#elif defined(_WIN32) && defined(FOOTRACE_SHARED)
#define FR_WALKER_API __declspec(dllimport)
#elif defined(__GNUC__) && !defined(_WIN32)
#define FR_WALKER_API __attribute__((visibility("default")))
#else
#define FR_WALKER_API
#endif
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Statuses ---- */

enum fr_walker_status {
    FR_WALKER_OK = 0,
    FR_WALKER_UNREACHABLE,  /* an answer: no way leads there, or nothing can be walked on */
    FR_WALKER_LONG_PATH,    /* an answer that the array was too small for; walk.count tells */
    FR_WALKER_GAVE_UP,      /* the pathfinder stopped at a limit of its own: no answer */
    FR_WALKER_NO_MEMORY,    /* the allocator refused; the call may be repeated */
    FR_WALKER_UNSUPPORTED,  /* this pathfinder cannot do that, or cannot take this room */
    FR_WALKER_BAD_ARGUMENT, /* the message says which, and what was expected */
    FR_WALKER_DAMAGED,      /* no saved bytes, or not all of them, or changed since */
    FR_WALKER_FOREIGN,      /* saved for another room, pathfinder, option or version */
    FR_WALKER_STATUSES
};

/* A few words in English: "no way leads there". Never NULL. */
FR_WALKER_API const char *fr_walker_status_text(enum fr_walker_status status);

/* ---- What is handed in ---- */

struct fr_spot {
    float x, y; /* pixels */
};

enum fr_mask_format {
    FR_MASK_BYTES,     /* a byte a pixel: 0 is a wall, 1..255 the area of that number */
    FR_MASK_BITS,      /* a bit a pixel, from the lowest of each byte on: 1 can be walked on */
    FR_MASK_BITS_HIGH, /* the same from the highest bit on, as in BMP, PBM and numpy.packbits */
    FR_MASK_FORMATS
};

/* A picture of the floor, read during the call only. A white pixel of 255 is area 255; bits are
 * area 1. Areas are gates: all are open at first. */
struct fr_mask {
    const void *pixels;    /* the first byte of the top row */
    int32_t width, height; /* pixels, 1..32767 */
    ptrdiff_t stride;      /* bytes from a row to the next, negative upward; 0: rows without gaps */
    enum fr_mask_format format;
};

/* A closed chain of corners, either way round; its last one is joined to the first. */
struct fr_shape {
    const struct fr_spot *corners; /* rounded to half pixels */
    uint32_t count;                /* at least 3 */
    uint8_t area;                  /* 1..255: the border of a piece of floor of this area;
                                    * 0: a hole in the last piece before it */
};

/* Where memory comes from. */
struct fr_walker_memory {
    void *(*allocate)(void *context, size_t bytes); /* aligned for any type; NULL: none left */
    void (*deallocate)(void *context, void *block, size_t bytes); /* bytes as allocated */
    void *context;
};

/* Bytes of a message. */
#define FR_WALKER_MESSAGE 256

/* ---- Making a walker ---- */

struct fr_walker;

/* The names of the pathfinders in this library, by number from 0; NULL from the last one on. */
FR_WALKER_API const char *fr_walker_pathfinder(int number);

/* A walker in the room of a mask. The pathfinder is a name with options, as `footrace recommend`
 * prints it: "jps", "octile:budget=8"; NULL: FOOTRACE_PATHFINDER, or the first one in a library
 * without it.
 * memory NULL: malloc and free. FR_WALKER_OK; FR_WALKER_NO_MEMORY; or FR_WALKER_BAD_ARGUMENT with a
 * sentence in message, which has room for FR_WALKER_MESSAGE bytes, or is NULL. */
FR_WALKER_API enum fr_walker_status fr_walker_from_mask(const struct fr_mask *mask,
                                                        const char *pathfinder,
                                                        const struct fr_walker_memory *memory,
                                                        char *message, struct fr_walker **walker);

/* The same in a drawn room of width x height pixels. A piece of floor is a shape with an area,
 * followed by its holes. Pieces may share edges and must not overlap: hand in their union. No shape
 * meets itself; holes lie in their piece and touch it, and each other, in single points at most.
 * A pixel can be walked on where its centre lies in the floor. All pathfinders keep to such pixels,
 * but visgraph-polygon, which keeps to the polygons themselves. */
FR_WALKER_API enum fr_walker_status fr_walker_from_polygons(const struct fr_shape *shapes,
                                                            size_t shape_count, int32_t width,
                                                            int32_t height, const char *pathfinder,
                                                            const struct fr_walker_memory *memory,
                                                            char *message,
                                                            struct fr_walker **walker);

/* A walker for a figure with a radius, in pixels, rounded up to half ones, in the same room and by the
 * same pathfinder: its middle keeps to the pixels around which no wall pixel has its centre within
 * that distance; beside the picture all is wall. 0: a point. What opens, is blocked or painted by one
 * walker of a room changes for all of them: a hero and a horse, or two figures that walk at once. An
 * open gate is floor, and a closed one no wall to lean on: it keeps out the middle alone, as a block
 * does. Each walker is released by itself, in any order. FR_WALKER_OK; FR_WALKER_NO_MEMORY;
 * FR_WALKER_BAD_ARGUMENT for a radius that is not 0 to 16383 pixels; or FR_WALKER_UNSUPPORTED in a
 * drawn room. */
FR_WALKER_API enum fr_walker_status fr_walker_with_radius(struct fr_walker *walker, float radius,
                                                          struct fr_walker **other);

/* Prepares the pathfinder for the room, or for what changed in it. Every find does so if need be:
 * call it where time does not matter, as while a room fades in. FR_WALKER_OK; FR_WALKER_NO_MEMORY;
 * or FR_WALKER_UNSUPPORTED where this pathfinder cannot take this room: then the fallback is ready,
 * and finds answer by it until the room changes, when this pathfinder is tried again. */
FR_WALKER_API enum fr_walker_status fr_walker_prepare(struct fr_walker *walker);

/* ---- Finding ---- */

struct fr_walk {
    struct fr_spot start, goal;   /* the ends of the question, after they were moved */
    bool start_moved, goal_moved; /* they could not be walked on: see "Ends" above */
    size_t count;                 /* spots of the whole path, both ends included; 0: no path */
    double length;                /* pixels */
    /* The pathfinder cannot take the room as it is: Theta* answered in its place. It takes any room,
     * and finds a path where there is one: straight lines between the middles of pixels, usually a
     * little longer than the shortest path. In a drawn room, too, it keeps to the pixels. A find may
     * take milliseconds in a large room; memory is some 16 bytes a pixel. */
    bool fallback;
};

/* The path between two spots: its first capacity spots are written to path, which the caller owns.
 * A path within one pixel has one spot. FR_WALKER_OK; FR_WALKER_LONG_PATH, with path full and
 * walk->count telling how many there are; FR_WALKER_UNREACHABLE; both with *walk filled in; or
 * FR_WALKER_BAD_ARGUMENT for a spot that is not finite; FR_WALKER_NO_MEMORY; or FR_WALKER_GAVE_UP.
 * Where the pathfinder cannot take the room, the fallback answers: see walk->fallback. path may be
 * NULL where capacity is 0. */
FR_WALKER_API enum fr_walker_status fr_walker_find(struct fr_walker *walker, struct fr_spot from,
                                                   struct fr_spot to, struct fr_spot *path,
                                                   size_t capacity, struct fr_walk *walk);

/* Copies spots of the path found last, from number first on; yields how many. */
FR_WALKER_API size_t fr_walker_path(const struct fr_walker *walker, size_t first,
                                    struct fr_spot *path, size_t capacity);

/* Where a figure is on the path found last. Zero bytes: at its start. */
struct fr_position {
    struct fr_spot spot;   /* written, as are facing and arrived */
    struct fr_spot facing; /* its direction: of length 1; as it was where the path is one spot */
    double walked;         /* pixels from the start */
    bool arrived;
};

/* Moves a figure by a distance in pixels along the path found last, not beyond its ends; below 0: back.
 * The path stays as it was found: after a change of the room in its way, find again. For two figures
 * on their ways at once, see fr_walker_with_radius. FR_WALKER_OK; FR_WALKER_UNREACHABLE where the last
 * find gave no path; or FR_WALKER_BAD_ARGUMENT for what is not finite. */
FR_WALKER_API enum fr_walker_status fr_walker_advance(const struct fr_walker *walker,
                                                      double distance,
                                                      struct fr_position *position);

/* The spot nearest to `to` that can be walked to from `from`, for clicks that are unreachable: the
 * middle of a pixel. Costs a pass over the room after a change, microseconds else. In a drawn room,
 * visgraph-polygon is asked for each part of the floor. FR_WALKER_OK; FR_WALKER_UNREACHABLE where
 * nothing can be walked on; FR_WALKER_NO_MEMORY; FR_WALKER_BAD_ARGUMENT for a spot that is not
 * finite. */
FR_WALKER_API enum fr_walker_status fr_walker_closest(struct fr_walker *walker, struct fr_spot from,
                                                      struct fr_spot to, struct fr_spot *closest);

/* Whether a spot can be walked on now. */
FR_WALKER_API bool fr_walker_walkable(const struct fr_walker *walker, struct fr_spot spot);

/* ---- Changing the room ---- */

/* Opens or closes all of an area, 1..255. FR_WALKER_OK or FR_WALKER_BAD_ARGUMENT. */
FR_WALKER_API enum fr_walker_status fr_walker_open(struct fr_walker *walker, int area, bool open);

/* Blocks or frees the pixels [x, x+width) x [y, y+height), as far as they lie in the room: somebody
 * stands there. Blocks do not add up: what is freed is free. Polygons do not change by it: it is
 * FR_WALKER_UNSUPPORTED for visgraph-polygon. FR_WALKER_OK or FR_WALKER_NO_MEMORY. */
FR_WALKER_API enum fr_walker_status fr_walker_block(struct fr_walker *walker, int32_t x, int32_t y,
                                                    int32_t width, int32_t height, bool blocked);

/* Paints a mask over the room with its top left pixel at (x, y), as far as it lies in the room.
 * FR_WALKER_OK; FR_WALKER_NO_MEMORY; FR_WALKER_BAD_ARGUMENT for a mask that is none; or
 * FR_WALKER_UNSUPPORTED, as above. */
FR_WALKER_API enum fr_walker_status fr_walker_paint(struct fr_walker *walker, int32_t x, int32_t y,
                                                    const struct fr_mask *mask);

/* ---- Saving what was prepared ---- */

/* What was prepared, as bytes: they belong to the walker, until it saves again or is released.
 * Prepares if need be. FR_WALKER_OK; FR_WALKER_NO_MEMORY; or FR_WALKER_UNSUPPORTED for a pathfinder
 * that cannot save, prepares as fast, or cannot take the room: a fallback is not saved. */
FR_WALKER_API enum fr_walker_status fr_walker_save(struct fr_walker *walker, const void **bytes,
                                                   size_t *size);

/* Takes saved bytes in place of preparing; they are read during the call only, and checked: the room
 * as it is now, with its gates and blocks, the pathfinder and its options are what they were, and no
 * byte has changed. Load only what you saved yourself: the check does not stop a forger.
 * FR_WALKER_OK; FR_WALKER_DAMAGED, FR_WALKER_FOREIGN, FR_WALKER_UNSUPPORTED or FR_WALKER_NO_MEMORY,
 * with the walker as it was, so that it may prepare instead. */
FR_WALKER_API enum fr_walker_status fr_walker_load(struct fr_walker *walker, const void *bytes,
                                                   size_t size);

/* Accepts NULL. */
FR_WALKER_API void fr_walker_release(struct fr_walker *walker);

#ifdef __cplusplus
}
#endif

#endif
