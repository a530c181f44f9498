/* A click set: the clicks that players make on one map, in order, with the events between them.
 *
 * A click stores coordinates as the player made them, possibly outside the map or on walls. The
 * harness clamps the coordinates, and resolves where each FR_WALK starts, once for each set and
 * never from a back end's path. */
#ifndef FOOTRACE_MAPS_CLICK_SET_H
#define FOOTRACE_MAPS_CLICK_SET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "maps/allocator.h"
#include "maps/map.h"
#include "maps/status.h"

#define FR_TAG_SIZE 32    /* bytes, final zero included */
#define FR_MOST_DIGITS 15 /* decimals of a known length: more than a double holds */

enum fr_click_kind {
    FR_CLICK,   /* from start to goal */
    FR_WALK,    /* to goal, from the end of the previous click */
    FR_ENABLE,  /* opens areas */
    FR_DISABLE, /* closes areas */
    FR_BLOCK,   /* blocks a rectangle */
    FR_UNBLOCK, /* frees a rectangle */
    FR_WALL,    /* closes or opens the border between two pixels */
    FR_PATCH    /* replaces the pixels of a rectangle */
};

struct fr_click {
    enum fr_click_kind kind;
    struct fr_pixel start, goal; /* pixels, anywhere; start is unused for FR_WALK */
    struct fr_rect rect;         /* FR_BLOCK, FR_UNBLOCK, FR_PATCH; FR_WALL: x and y of the pixel */
    const uint8_t *patch;        /* FR_PATCH: the area ids of rect's pixels, row by row */
    enum fr_side side;           /* FR_WALL: one of the pixel's borders */
    bool closed;                 /* FR_WALL: closes the border; false opens it */
    bool areas[FR_AREAS];        /* FR_ENABLE, FR_DISABLE: the areas concerned */
    char tag[FR_TAG_SIZE];       /* its purpose ("bucket-3", "blocked", "outside"), or "" */
    double expect_grid8;         /* known grid8 length in pixels, or NAN; -1: known unreachable */
    int expect_digits;           /* decimals in which expect_grid8 was printed; 0: exact */
};

/* A bitmap that events of a set share. */
struct fr_patch {
    struct fr_patch *next;
    int32_t width, height;
    uint8_t *areas; /* `height` rows of `width` area ids, stored after the struct */
};

struct fr_click_set {
    struct fr_click *clicks;
    size_t count, capacity;
    char map[256];            /* name or file of its map, or "" */
    struct fr_patch *patches; /* referenced by events, owned */
    const struct fr_allocator *allocator;
};

void fr_click_set_init(struct fr_click_set *set, const struct fr_allocator *allocator);

/* Appends a click. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_click_set_append(struct fr_click_set *set,
                                               const struct fr_click *click);

/* Adds a bitmap of area 0, with sides of 1 to FR_MAP_MAX_SIZE pixels; the set owns it and never
 * moves it. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_click_set_add_patch(struct fr_click_set *set, int32_t width,
                                                  int32_t height, struct fr_patch **patch);

void fr_click_set_release(struct fr_click_set *set);

/* The number of consecutive events from an entry on; 0: the entry is a click. */
size_t fr_click_set_events(const struct fr_click_set *set, size_t first);

/* Applies an event to a map; clicks change nothing. *changed contains all pixels that may have
 * changed, or whose borders may have, and may extend past the map; width 0: none. FR_OK,
 * FR_NO_MEMORY, or FR_BAD_INPUT for a border that is not between two pixels of the map. */
FR_MUST_USE enum fr_status fr_click_apply(const struct fr_click *event, struct fr_map *map,
                                          struct fr_rect *changed);

#endif
