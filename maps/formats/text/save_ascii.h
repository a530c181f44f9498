/* Writing maps as ASCII, "footrace-ascii/1": one letter for each pixel, for people to read and
 * edit.
 *
 *     footrace-ascii/1 4 2         footrace-ascii/1 4 2 walls
 *     ..#2                         . . # 2
 *     .333                         -   +
 *                                  .|3 3 3
 *
 * '#' is area 0, '.' is area 1, '2' to '9' are areas 2 to 9, 'a' to 'z' 10 to 35, 'A' to 'Z' 36 to
 * 61; '1' is read as '.'. With walls, the pixels are the odd columns of the odd rows; between them
 * '|' and '-' are closed borders and blanks open ones, and a '+' where four pixels meet is
 * decoration. Blanks at the end of a row may be missing. */
#ifndef FOOTRACE_MAPS_FORMATS_TEXT_SAVE_ASCII_H
#define FOOTRACE_MAPS_FORMATS_TEXT_SAVE_ASCII_H

#include "maps/formats/base/error.h"
#include "maps/map.h"

#define FR_ASCII_FORMAT "footrace-ascii/1"

/* The letters of areas 0, 1, ... */
#define FR_ASCII_LETTERS "#.23456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

/* Writes areas and walls; closed areas and blocked pixels are not part of the format. FR_OK; or
 * FR_UNSUPPORTED (an area above 61), FR_BAD_INPUT or FR_NO_MEMORY with `error` filled and the
 * previous content of `file` untouched. */
FR_MUST_USE enum fr_status fr_save_ascii(const char *file, const struct fr_map *map,
                                         struct fr_error *error);

#endif
