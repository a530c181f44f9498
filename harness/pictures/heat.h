/* What a search expanded, as heat over a map: in its back end's colour, the first nodes strong and
 * the last ones pale. Where two nodes overlap the earlier one is seen. Grows step by step. */
#ifndef FOOTRACE_HARNESS_PICTURES_HEAT_H
#define FOOTRACE_HARNESS_PICTURES_HEAT_H

#include "harness/pictures/map_view.h"

/* What one search expanded, in that order. */
struct fr_expansions {
    const struct fr_path *nodes; /* maybe thinned: every second, fourth, ... one */
    int64_t count;               /* how many there were in all */
};

struct fr_heat {
    const struct fr_expansions *expansions;
    struct fr_map_view view;
    struct fr_colour colour;
    bool dots;     /* nodes are discs, else squares */
    double radius; /* of a node, in pixels of the picture; half a square's side */
    size_t drawn;  /* nodes so far */
    cairo_surface_t *image;
};

/* Creates heat of no nodes; the expansions are borrowed. unit is the width of a plain line. FR_OK or
 * FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_heat_create(const struct fr_expansions *expansions,
                                          const struct fr_map_view *view, double unit,
                                          struct fr_colour colour, struct fr_heat *heat);

/* Adds nodes until there are so many. */
void fr_heat_grow(struct fr_heat *heat, size_t nodes);

/* Draws it on the view's place; an image in every format. */
void fr_heat_draw(const struct fr_heat *heat, cairo_t *cairo);

/* The colour of the node after this share of the search. */
void fr_heat_source(cairo_t *cairo, struct fr_colour colour, double share);

void fr_heat_release(struct fr_heat *heat); /* accepts zero bytes */

#endif
