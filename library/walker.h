/* The walker behind footrace.h: a map, a back end's state for it, and later changes.
 *
 * Walkers of several radii share a room: the map as drawn, and its changes. A walker for a point
 * uses the room's map, a walker with a radius an eroded copy. A change is applied to the map and
 * all copies at once; a state is updated at the next find of its walker. */
#ifndef FOOTRACE_LIBRARY_WALKER_H
#define FOOTRACE_LIBRARY_WALKER_H

#include "algorithms/pathfinder.h"
#include "algorithms/saved.h"
#include "library/footrace.h"
#include "maps/analysis/clamp.h"
#include "maps/analysis/components.h"
#include "maps/changes.h"

struct fr_shared_room {
    struct fr_allocator allocator;
    struct fr_map *drawn;
    struct fr_walker *walkers; /* the first walker; the room is released with the last */
};

struct fr_walker {
    struct fr_shared_room *room;
    struct fr_walker *next; /* in the same room */
    const struct fr_pathfinder *pathfinder;
    struct fr_option_values options;
    struct fr_traits traits;
    int32_t radius;          /* half pixels */
    struct fr_map *map;      /* where the figure's centre may be: the room's map or its own */
    struct fr_map *patch;    /* while the room is painted: the map as it will be */
    struct fr_state *state;  /* NULL: to be prepared */
    struct fr_state *slices; /* state of the chosen back end during preparation; or NULL */
    bool in_slices;          /* preparation is not complete: the fallback answers meanwhile */
    bool refused; /* the chosen back end cannot take the room as it is: the fallback answers */
    bool changed; /* the state must be updated to the map */
    bool lost;    /* there was no memory to note all changes: the state is prepared again */
    struct fr_changes changes;
    struct fr_path path;     /* the last path found */
    bool path_by_fallback;   /* the fallback found the path */
    bool changed_since_path; /* the map has changed since the path was found */
    struct fr_bytes saved;
    bool has_field; /* the state has paths to field_goal from everywhere */
    struct fr_pixel field_goal;
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
