/* Pockets: floor that is cut off from the rest. */
#ifndef FOOTRACE_MAPS_GENERATORS_POCKETS_H
#define FOOTRACE_MAPS_GENERATORS_POCKETS_H

#include "maps/generators/drawing.h"

/* Blacks out all parts of the floor except the largest, including the anti-aliased edges around
 * them. What remains is 4-connected. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_canvas_fill_pockets(struct fr_canvas *canvas,
                                                  const struct fr_allocator *allocator);

#endif
