/* footrace.h: finds the path that a character walks when the player clicks.
 *
 * The only header that a game includes, in C11 or C++17. A walker is a room and a pathfinder
 * prepared for it:
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
 * Coordinates are in the game's pixels, x to the right and y down from the top left corner of the
 * mask. A spot is any point: pixel (3, 5) is the square from (3, 5) to (4, 6), and its centre is
 * (3.5, 5.5). Integer mouse coordinates can be passed as they are.
 *
 * Ends. A path begins and ends at the centre of a pixel. If an end is not walkable, the nearest
 * walkable pixel replaces it: clicks on walls or outside the picture are valid, and the result says
 * that an end was moved. Of equally near pixels, the topmost is taken, then the leftmost.
 *
 * Radius. Two pixels are connected by a common edge, never by a corner alone. A path may touch a
 * wall and turn at its corner: the figure is a point. For a figure with a radius, see
 * fr_walker_with_radius.
 *
 * Time. Preparing takes from a millisecond to a second, which fr_walker_prepare_some spreads over
 * frames; `footrace recommend` measures the time for a mask. A find takes microseconds. Preparing
 * and adapting to changes are delayed until the next find or fr_walker_prepare, so open gates and
 * move obstacles as often as you like.
 *
 * Memory. A walker takes memory only from the allocator that you pass. After a few similar finds, a
 * find allocates nothing.
 *
 * Threads. Only one thread at a time may use the walkers of a room, even just to find. Walkers of
 * different rooms are independent. There is no global state.
 *
 * Compilers. The library needs a C11 or C++17 compiler with IEEE 754 doubles, without -ffast-math.
 * With -std=c11 or -ffp-contract=off, all compilers give the same paths, even with x87 arithmetic.
 * With contracted floating-point expressions, another path of the same length may be chosen.
 *
 * Errors are values. Nothing here prints, exits or aborts; results are written only on success. */
#ifndef FOOTRACE_H
#define FOOTRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define FOOTRACE_VERSION "0.1.0"

/* The default pathfinder: the one to ship according to the reference race. */
#define FOOTRACE_PATHFINDER "navmesh"

/* For a shared library on Windows, define FOOTRACE_SHARED; to build one, also FOOTRACE_BUILDING. */
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
    FR_WALKER_UNREACHABLE,  /* an answer: no path exists, or no pixel is walkable */
    FR_WALKER_LONG_PATH,    /* an answer: the path does not fit the array; walk.count is its size */
    FR_WALKER_GAVE_UP,      /* the pathfinder stopped at its own limit: no answer */
    FR_WALKER_NO_MEMORY,    /* the allocator refused; the call may be repeated */
    FR_WALKER_UNSUPPORTED,  /* the pathfinder cannot do this, or cannot take this room */
    FR_WALKER_BAD_ARGUMENT, /* message names the argument and what was expected */
    FR_WALKER_DAMAGED,      /* not saved by this library, incomplete, or altered since */
    FR_WALKER_FOREIGN,      /* saved for another room, pathfinder, option or version */
    FR_WALKER_UNFINISHED,   /* prepared in part: call fr_walker_prepare_some again */
    FR_WALKER_STATUSES
};

/* A few words in English: "the goal is not reachable". Never NULL. */
FR_WALKER_API const char *fr_walker_status_text(enum fr_walker_status status);

/* ---- Arguments ---- */

struct fr_spot {
    float x, y; /* pixels */
};

enum fr_mask_format {
    FR_MASK_BYTES,     /* a byte per pixel: 0 is a wall, 1..255 is an area */
    FR_MASK_BITS,      /* a bit per pixel, lowest bit of a byte first: 1 is walkable */
    FR_MASK_BITS_HIGH, /* a bit per pixel, highest bit first, as in BMP, PBM and numpy.packbits */
    FR_MASK_FORMATS
};

/* A picture of the floor, read only during the call. A byte of 255 is area 255; set bits are area
 * 1. Areas are gates, all open at first. */
struct fr_mask {
    const void *pixels;    /* the first byte of the top row */
    int32_t width, height; /* pixels, 1..32767 */
    ptrdiff_t stride;      /* bytes from one row to the next, possibly negative; 0: no gaps */
    enum fr_mask_format format;
};

/* A closed polygon, wound either way; the last corner is joined to the first. */
struct fr_shape {
    const struct fr_spot *corners; /* rounded to half pixels */
    uint32_t count;                /* at least 3 */
    uint8_t area; /* 1..255: outline of a piece of floor of this area; 0: hole in the last piece */
};

/* The allocator of a walker. */
struct fr_walker_memory {
    void *(*allocate)(void *context, size_t bytes); /* aligned for any type; NULL: none left */
    void (*deallocate)(void *context, void *block, size_t bytes); /* bytes as allocated */
    void *context;
};

/* The size of a message in bytes. */
#define FR_WALKER_MESSAGE 256

/* ---- Creating a walker ---- */

struct fr_walker;

/* The name of a pathfinder in this library, by number from 0; NULL after the last one. */
FR_WALKER_API const char *fr_walker_pathfinder(int number);

/* Creates a walker in the room of a mask. `pathfinder` is a name, with options if any, as `footrace
 * recommend` prints it: "jps", "octile:budget=8"; NULL means FOOTRACE_PATHFINDER, or the first
 * candidate of a library without it. If `memory` is NULL, malloc and free are used. FR_WALKER_OK;
 * FR_WALKER_NO_MEMORY; or FR_WALKER_BAD_ARGUMENT, with a sentence in `message`, which has
 * FR_WALKER_MESSAGE bytes or is NULL. */
FR_WALKER_API enum fr_walker_status fr_walker_from_mask(const struct fr_mask *mask,
                                                        const char *pathfinder,
                                                        const struct fr_walker_memory *memory,
                                                        char *message, struct fr_walker **walker);

/* Creates a walker in a drawn room of `width` x `height` pixels. A piece of floor is a shape with
 * an area, followed by its holes. Pieces may share edges but not overlap: pass their union. No
 * shape touches itself; holes are inside their piece and touch it, and each other, only at single
 * points. A pixel is walkable if its centre is on the floor. All pathfinders use these pixels,
 * except visgraph-polygon, which uses the polygons themselves. */
FR_WALKER_API enum fr_walker_status fr_walker_from_polygons(const struct fr_shape *shapes,
                                                            size_t shape_count, int32_t width,
                                                            int32_t height, const char *pathfinder,
                                                            const struct fr_walker_memory *memory,
                                                            char *message,
                                                            struct fr_walker **walker);

/* Creates a walker in the same room, with the same pathfinder, for a figure with a radius in
 * pixels, rounded up to half pixels; 0: a point. The figure's centre may only be on pixels whose
 * centres are farther than the radius from the centre of every wall pixel; everything outside the
 * picture is wall. Opening, blocking and painting change the room for all its walkers. Create one
 * walker for a hero and another for a horse, or one for each figure that walks at the same time.
 * Closed gates and blocks keep out only the figure's centre, not its radius. Release each walker,
 * in any order. FR_WALKER_OK; FR_WALKER_NO_MEMORY; FR_WALKER_BAD_ARGUMENT for a radius outside 0 to
 * 16383 pixels; or FR_WALKER_UNSUPPORTED in a drawn room. */
FR_WALKER_API enum fr_walker_status fr_walker_with_radius(struct fr_walker *walker, float radius,
                                                          struct fr_walker **other);

/* Prepares the pathfinder for the room and its changes. Every find prepares if necessary: call this
 * when time does not matter, for example while a room fades in. FR_WALKER_OK; FR_WALKER_NO_MEMORY;
 * or FR_WALKER_UNSUPPORTED if the pathfinder cannot take the room: the fallback is then ready and
 * answers until the room changes, when the pathfinder is tried again. */
FR_WALKER_API enum fr_walker_status fr_walker_prepare(struct fr_walker *walker);

/* Does part of the preparation: call it in each frame until it is done. `work` is an amount of work
 * that the library counts: it has no clock, so the same amount gives the same slices on every
 * machine. A unit takes about ten nanoseconds on a desktop computer of the early 2020s, and 400,000
 * units take 4 ms. A slice ends once its work is used up, but some steps are never divided: in a
 * full HD room they take up to 10 ms, so with fewer than 400,000 units the longest slice may take
 * more than three times the median.
 *
 * Until preparation is complete, the fallback answers find and closest; prepare, save and field do
 * the rest at once. The result is, byte for byte, that of fr_walker_prepare. After a change of the
 * room, preparation begins again: call this before the next find, which otherwise does all of it.
 * Slices work with navmesh, polyanya, visgraph, octile and hublabel; other pathfinders prepare
 * everything in the first call. Updates are not divided: the first call completes them.
 * FR_WALKER_UNFINISHED; FR_WALKER_BAD_ARGUMENT for `work` below 1; or the statuses of
 * fr_walker_prepare, when it is done or has failed. */
FR_WALKER_API enum fr_walker_status fr_walker_prepare_some(struct fr_walker *walker, int64_t work);

/* ---- Finding ---- */

struct fr_walk {
    struct fr_spot start, goal;   /* the ends that were used, after moving */
    bool start_moved, goal_moved; /* the end was not walkable: see "Ends" above */
    size_t count;                 /* spots of the whole path, both ends included; 0: no path */
    double length;                /* pixels */
    /* The pathfinder cannot take the room as it is, or is not prepared (see
     * fr_walker_prepare_some), so Theta* answered. Theta* takes any room and finds a path wherever
     * one exists, with straight segments between pixel centres, usually a little longer than the
     * shortest. In a drawn room, Theta* uses the pixels. Theta* may take milliseconds in a large
     * room and needs about 16 bytes of memory per pixel. */
    bool fallback;
};

/* Finds the path between two spots and writes its first `capacity` spots to `path`, which the
 * caller owns. A path within one pixel is a single spot. FR_WALKER_OK; FR_WALKER_LONG_PATH, with
 * `path` full and the number of spots in walk->count; FR_WALKER_UNREACHABLE; in all three cases
 * *walk is written; FR_WALKER_BAD_ARGUMENT for a spot that is not finite; FR_WALKER_NO_MEMORY; or
 * FR_WALKER_GAVE_UP. If the pathfinder cannot take the room, the fallback answers: see
 * walk->fallback. `path` may be NULL if `capacity` is 0. */
FR_WALKER_API enum fr_walker_status fr_walker_find(struct fr_walker *walker, struct fr_spot from,
                                                   struct fr_spot to, struct fr_spot *path,
                                                   size_t capacity, struct fr_walk *walk);

/* Finds paths to one goal from everywhere, for many figures that walk to it. Until the room changes
 * or another goal is given, every find to the same pixel then takes about a microsecond and gives
 * an exact shortest path. Only polyanya supports this. In a large room this call takes
 * milliseconds, as long as a few hundred finds. FR_WALKER_OK; FR_WALKER_UNREACHABLE if no pixel is
 * walkable; FR_WALKER_UNSUPPORTED with other pathfinders; FR_WALKER_BAD_ARGUMENT for a spot that is
 * not finite; or FR_WALKER_NO_MEMORY. */
FR_WALKER_API enum fr_walker_status fr_walker_field(struct fr_walker *walker, struct fr_spot goal);

/* Copies spots of the last path found, starting at number `first`; returns how many. */
FR_WALKER_API size_t fr_walker_path(const struct fr_walker *walker, size_t first,
                                    struct fr_spot *path, size_t capacity);

/* The position of a figure on the last path found. All zero: the start of the path. */
struct fr_position {
    struct fr_spot spot;   /* an output, like facing and arrived */
    struct fr_spot facing; /* direction, of length 1; unchanged if the path is a single spot */
    double walked;         /* pixels from the start */
    bool arrived;
};

/* Moves a figure by a distance in pixels along the last path found, but not beyond its ends; a
 * negative distance moves the figure back. A path does not adapt to changes of the room: see
 * fr_walker_still_walkable. For two figures that walk at once, see fr_walker_with_radius.
 * FR_WALKER_OK; FR_WALKER_UNREACHABLE if the last find gave no path; or FR_WALKER_BAD_ARGUMENT for
 * values that are not finite. */
FR_WALKER_API enum fr_walker_status
fr_walker_advance(const struct fr_walker *walker, double distance, struct fr_position *position);

/* Whether a figure at a position on the last path found can still walk the rest of it: call this
 * after changes, and find again if not. What is behind the figure does not matter; the
 * pixel that it is in does. The test is exact, prepares nothing and takes about a microsecond.
 * False if the last find gave no path; false after any change for a path that may cross the corner
 * of a wall (beeline and grid8-cut of the grid pathfinders) or that follows polygons
 * (visgraph-polygon). */
FR_WALKER_API bool fr_walker_still_walkable(const struct fr_walker *walker,
                                            const struct fr_position *position);

/* Finds the spot nearest to `to` that can be reached from `from`, for clicks that are unreachable;
 * the spot is the centre of a pixel. Takes a pass over the room after a change, otherwise
 * microseconds. In a drawn room, visgraph-polygon is queried once for each part of the floor.
 * FR_WALKER_OK; FR_WALKER_UNREACHABLE if no pixel is walkable; FR_WALKER_NO_MEMORY;
 * FR_WALKER_BAD_ARGUMENT for a spot that is not finite. */
FR_WALKER_API enum fr_walker_status fr_walker_closest(struct fr_walker *walker, struct fr_spot from,
                                                      struct fr_spot to, struct fr_spot *closest);

/* Whether a spot is walkable now. */
FR_WALKER_API bool fr_walker_walkable(const struct fr_walker *walker, struct fr_spot spot);

/* ---- Changing the room ---- */

/* Opens or closes an area, 1..255. FR_WALKER_OK or FR_WALKER_BAD_ARGUMENT. */
FR_WALKER_API enum fr_walker_status fr_walker_open(struct fr_walker *walker, int area, bool open);

/* Blocks or frees the pixels [x, x+width) x [y, y+height), clipped to the room, for example where
 * somebody stands. Overlapping blocks do not add up: a freed pixel is free. Polygons are not
 * blocked: FR_WALKER_UNSUPPORTED for visgraph-polygon. Else FR_WALKER_OK or FR_WALKER_NO_MEMORY. */
FR_WALKER_API enum fr_walker_status fr_walker_block(struct fr_walker *walker, int32_t x, int32_t y,
                                                    int32_t width, int32_t height, bool blocked);

/* Paints a mask over the room, clipped to it, with the mask's top left pixel at (x, y).
 * FR_WALKER_OK; FR_WALKER_NO_MEMORY; FR_WALKER_BAD_ARGUMENT for an invalid mask; or
 * FR_WALKER_UNSUPPORTED for visgraph-polygon. */
FR_WALKER_API enum fr_walker_status fr_walker_paint(struct fr_walker *walker, int32_t x, int32_t y,
                                                    const struct fr_mask *mask);

/* ---- Saving what was prepared ---- */

/* Saves what was prepared, as bytes that the walker owns until it saves again or is released.
 * Prepares if necessary. FR_WALKER_OK; FR_WALKER_NO_MEMORY; or FR_WALKER_UNSUPPORTED if the
 * pathfinder cannot save, prepares as fast as it would load, or cannot take the room: the fallback
 * is never saved. */
FR_WALKER_API enum fr_walker_status fr_walker_save(struct fr_walker *walker, const void **bytes,
                                                   size_t *size);

/* Loads saved bytes instead of preparing. The bytes are read only during the call, and checked: the
 * room with its gates and blocks, the pathfinder and its options must be the same, and no byte may
 * be altered. Load only what you saved yourself: the check does not detect forgery. FR_WALKER_OK;
 * or FR_WALKER_DAMAGED, FR_WALKER_FOREIGN, FR_WALKER_UNSUPPORTED or FR_WALKER_NO_MEMORY, with the
 * walker unchanged and able to prepare instead. */
FR_WALKER_API enum fr_walker_status fr_walker_load(struct fr_walker *walker, const void *bytes,
                                                   size_t size);

/* Accepts NULL. */
FR_WALKER_API void fr_walker_release(struct fr_walker *walker);

#ifdef __cplusplus
}
#endif

#endif
