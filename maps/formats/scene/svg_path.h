/* The numbers and paths of SVG, converted to points. */
#ifndef FOOTRACE_MAPS_FORMATS_SCENE_SVG_PATH_H
#define FOOTRACE_MAPS_FORMATS_SCENE_SVG_PATH_H

#include "maps/formats/scene/floor.h"

/* Takes the next number from a text, with white space and a comma before it. */
bool fr_svg_number(const char **text, double *number);

/* Multiplies a transform by the list of an attribute ("translate(3) rotate(90)"), which applies
 * first. False if it is not one. */
bool fr_svg_transform(const char *text, struct fr_transform *transform);

/* Draws the subpaths of path data, with curves divided into segments that deviate by at most about
 * an eighth of a pixel. FR_OK; FR_NO_MEMORY; or FR_BAD_INPUT with error filled. */
FR_MUST_USE enum fr_status fr_svg_path(struct fr_floor *floor, const struct fr_transform *transform,
                                       const char *data);

#endif
