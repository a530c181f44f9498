/* A click set: the clicks that players make on one map, in order, with the events between them.
 *
 * A click holds coordinates as the player made them: outside the map and on walls is allowed, the
 * harness clamps them, and resolves where a walk starts, once per set and never from a back end's
 * path. */
#ifndef FOOTRACE_MAPS_CLICK_SET_H
#define FOOTRACE_MAPS_CLICK_SET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "maps/allocator.h"
#include "maps/map.h"
#include "maps/status.h"

#define FR_TAG_SIZE 32    /* bytes, final zero included */
#define FR_MOST_DIGITS 15 /* decimals of a known length: more than a double keeps */

enum fr_click_kind {
    FR_CLICK,   /* from start to goal */
    FR_WALK,    /* to goal, from where the last click or walk ended */
    FR_ENABLE,  /* areas open */
    FR_DISABLE, /* areas close */
    FR_BLOCK,   /* a rectangle becomes solid */
    FR_UNBLOCK, /* and free again */
    FR_WALL,    /* a border between two pixels closes or opens */
    FR_PATCH    /* the pixels of a rectangle become others */
};

struct fr_click {
    enum fr_click_kind kind;
    struct fr_pixel start, goal; /* pixels, anywhere; start is unused for FR_WALK */
    struct fr_rect rect;         /* FR_BLOCK, FR_UNBLOCK, FR_PATCH; FR_WALL: x and y of the pixel */
    const uint8_t *patch;        /* FR_PATCH: the area ids of rect's pixels, row by row */
    enum fr_side side;           /* FR_WALL: which of the pixel's borders */
    bool closed;                 /* FR_WALL: whether it closes */
    bool areas[FR_AREAS];        /* FR_ENABLE, FR_DISABLE: which ones */
    char tag[FR_TAG_SIZE];       /* what it stands for ("bucket-3", "blocked", "outside"), or "" */
    double expect_grid8;         /* known grid8 length in pixels, or NAN; -1: known unreachable */
    int expect_digits;           /* decimals that expect_grid8 was printed with; 0: exact */
};

/* A bitmap that events of a set have in common. */
struct fr_patch {
    struct fr_patch *next;
    int32_t width, height;
    uint8_t *areas; /* height rows of width area ids, behind the struct */
};

struct fr_click_set {
    struct fr_click *clicks;
    size_t count, capacity;
    char map[256];            /* name or file of the map it was made for, or "" */
    struct fr_patch *patches; /* what events point to, owned */
    const struct fr_allocator *allocator;
};

void fr_click_set_init(struct fr_click_set *set, const struct fr_allocator *allocator);

/* FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_click_set_append(struct fr_click_set *set,
                                               const struct fr_click *click);

/* A bitmap of area 0, 1 to FR_MAP_MAX_SIZE pixels either way, that the set owns and that stays
 * where it is. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_click_set_add_patch(struct fr_click_set *set, int32_t width,
                                                  int32_t height, struct fr_patch **patch);

void fr_click_set_release(struct fr_click_set *set);

/* Carries out an event on a map; a click or walk changes nothing. The pixels that it may have
 * changed, or whose borders it did, are in *changed, which may reach beyond the map (width 0:
 * none). FR_OK, FR_NO_MEMORY, or FR_BAD_INPUT for a border that is not between two pixels of the
 * map. */
FR_MUST_USE enum fr_status fr_click_apply(const struct fr_click *event, struct fr_map *map,
                                          struct fr_rect *changed);

#endif
