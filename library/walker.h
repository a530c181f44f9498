/* The walker behind footrace.h: a map, a back end's state for it, and the changes since.
 *
 * Walkers of several radii share a room: the map as drawn, and its changes. A walker for a point
 * uses that map itself, one with a radius an eroded copy. A change is applied to all these maps at
 * once; a state is updated at the next find of its walker. */
#ifndef FOOTRACE_LIBRARY_WALKER_H
#define FOOTRACE_LIBRARY_WALKER_H

#include "algorithms/pathfinder.h"
#include "algorithms/saved.h"
#include "library/footrace.h"
#include "maps/analysis/clamp.h"
#include "maps/analysis/components.h"

#define FR_MOST_CHANGES 16 /* rectangles kept separately; more are merged */

struct fr_shared_room {
    struct fr_allocator allocator;
    struct fr_map *drawn;
    struct fr_walker *walkers; /* the first one; the room is released with the last */
};

struct fr_walker {
    struct fr_shared_room *room;
    struct fr_walker *next; /* in the same room */
    const struct fr_pathfinder *pathfinder;
    struct fr_option_values options;
    struct fr_traits traits;
    int32_t radius; /* half pixels */
    /* where the figure's centre may be: the room's map, or an eroded copy */
    struct fr_map *map;
    struct fr_map *patch;   /* while the room is painted: the map's new pixels */
    struct fr_state *state; /* NULL: not prepared */
    /* the chosen back end cannot take the room as it is: the fallback answers */
    bool refused;
    bool changed; /* the state must be updated to the map */
    struct fr_rect changes[FR_MOST_CHANGES];
    size_t change_count;
    struct fr_path path;
    struct fr_bytes saved;
    struct fr_components *components; /* with index; NULL after a change, until needed */
    struct fr_clamp_index *index;
};

/* Creates an all-zero walker in a new room without a map. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_room_create(const struct fr_allocator *allocator,
                                          struct fr_walker **walker);

/* Releases the walker and its map; with the last walker, also the room. */
void fr_room_leave(struct fr_walker *walker);

/* Drops the components; the next fr_walker_closest finds them again. */
void fr_components_forget(struct fr_walker *walker);

#endif
