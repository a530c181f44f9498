/* A contact sheet: many maps on one picture, each small, with its name and a few lines about it.
 *
 * A map is shrunk by the share that each of its pixels has in the picture's; edge walls are lines.
 * Where it is finer than the picture shows, a corner of its view is a magnifying glass. */
#ifndef FOOTRACE_HARNESS_PICTURES_CONTACT_SHEET_H
#define FOOTRACE_HARNESS_PICTURES_CONTACT_SHEET_H

#include "harness/pictures/picture.h"
#include "maps/formats/base/error.h"
#include "maps/map.h"

struct fr_contact_sheet {
    struct fr_picture picture;
    int columns, lines;
    int32_t top; /* where the first row begins, pixels */
    int used;    /* views so far */
    const struct fr_allocator *allocator;
};

/* A sheet of a title and room for count views with so many lines of text each. FR_OK or
 * FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_contact_sheet_create(const char *title, int count, int lines,
                                                   const struct fr_allocator *allocator,
                                                   struct fr_contact_sheet *sheet);

/* Draws the next view: the map, below it the name, and the text. */
void fr_contact_sheet_add(struct fr_contact_sheet *sheet, const struct fr_map *map,
                          const char *name, const char *text);

/* Writes the sheet as a PNG. FR_OK; or FR_BAD_INPUT or FR_NO_MEMORY with error filled. */
FR_MUST_USE enum fr_status fr_contact_sheet_save(const struct fr_contact_sheet *sheet,
                                                 const char *file, struct fr_error *error);

void fr_contact_sheet_release(struct fr_contact_sheet *sheet);

#endif
