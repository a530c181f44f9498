/* The walker behind footrace.h: a map, a back end's state for it, and what changed since.
 *
 * Walkers of several radii share a room: the map as it was drawn, and what changes in it. A walker
 * for a point walks on that map itself, one with a radius on a copy that is eroded. Changes go into
 * all of these maps at once, and into a state at the next find of its walker. */
#ifndef FOOTRACE_LIBRARY_WALKER_H
#define FOOTRACE_LIBRARY_WALKER_H

#include "algorithms/pathfinder.h"
#include "algorithms/saved.h"
#include "library/footrace.h"
#include "maps/analysis/clamp.h"
#include "maps/analysis/components.h"

#define FR_MOST_CHANGES 16 /* rectangles that are distinguished; more are joined */

struct fr_shared_room {
    struct fr_allocator allocator;
    struct fr_map *drawn;
    struct fr_walker *walkers; /* the first one; released with the last */
};

struct fr_walker {
    struct fr_shared_room *room;
    struct fr_walker *next; /* in the same room */
    const struct fr_pathfinder *pathfinder;
    struct fr_option_values options;
    struct fr_traits traits;
    int32_t radius;         /* half pixels */
    struct fr_map *map;     /* where its middle may be: the room's, or its own */
    struct fr_map *patch;   /* while the room is painted: what becomes of the map */
    struct fr_state *state; /* NULL: to be prepared */
    bool refused;           /* the chosen one cannot take the room as it is: the fallback answers */
    bool changed;           /* the state has to catch up with the map */
    struct fr_rect changes[FR_MOST_CHANGES];
    size_t change_count;
    struct fr_path path;
    struct fr_bytes saved;
    struct fr_components *components; /* with index: NULL after a change, until asked for */
    struct fr_clamp_index *index;
};

/* A walker of zero bytes in a room without a map, that walkers may share. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_room_create(const struct fr_allocator *allocator,
                                          struct fr_walker **walker);

/* Releases the walker's map and the walker, and the room with the last one in it. */
void fr_room_leave(struct fr_walker *walker);

/* They are found again at the next fr_walker_closest. */
void fr_components_forget(struct fr_walker *walker);

#endif
