/* The nodes that a search expanded, as heat over a map: in its back end's colour, from strong for
 * the first nodes to pale for the last. Where two nodes overlap, the earlier one is visible. */
#ifndef FOOTRACE_HARNESS_PICTURES_HEAT_H
#define FOOTRACE_HARNESS_PICTURES_HEAT_H

#include "harness/pictures/map_view.h"

/* The nodes that one search expanded, in order. */
struct fr_expansions {
    const struct fr_path *nodes; /* all nodes, or every second, fourth, ... one */
    int64_t count;               /* the number before thinning */
};

/* Draws all nodes over the view. `unit` is the width of a plain line. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_heat_draw(cairo_t *cairo, const struct fr_expansions *expansions,
                                        const struct fr_map_view *view, double unit,
                                        struct fr_colour colour);

/* Sets the colour of a node at this fraction of the search. */
void fr_heat_source(cairo_t *cairo, struct fr_colour colour, double share);

#endif
