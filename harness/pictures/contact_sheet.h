/* A contact sheet: many small maps in one picture, each with its name and a few lines of text.
 *
 * A pixel of the picture has the mean colour of the part of the map that it covers; edge walls are
 * lines. If a map is too fine for the picture, a corner of its view shows a magnified part. */
#ifndef FOOTRACE_HARNESS_PICTURES_CONTACT_SHEET_H
#define FOOTRACE_HARNESS_PICTURES_CONTACT_SHEET_H

#include "harness/pictures/picture.h"
#include "maps/map.h"

struct fr_contact_sheet {
    struct fr_picture picture;
    int columns, lines;
    int used; /* views drawn so far */
};

/* Creates a sheet with a title and space for count views, each with this many lines of text. FR_OK
 * or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_contact_sheet_create(enum fr_picture_format format, const char *title,
                                                   int count, int lines,
                                                   struct fr_contact_sheet *sheet);

/* Draws the next view: the map, and below it the name and the text. */
void fr_contact_sheet_add(struct fr_contact_sheet *sheet, const struct fr_map *map,
                          const char *name, const char *text);

#endif
