/* Galleries: a picture of the generators' maps, and one of the bundled maps. */
#ifndef FOOTRACE_HARNESS_PICTURES_GALLERY_H
#define FOOTRACE_HARNESS_PICTURES_GALLERY_H

#include "harness/pictures/picture.h"
#include "maps/allocator.h"

/* Both write a file in a format. FR_OK; or FR_BAD_INPUT or FR_NO_MEMORY with error filled. */

/* Every kind of generator, with options that show it well. */
FR_MUST_USE enum fr_status fr_gallery_generators(enum fr_picture_format format, const char *file,
                                                 const struct fr_allocator *allocator,
                                                 struct fr_error *error);

/* The bundled maps of a folder, by name. */
FR_MUST_USE enum fr_status fr_gallery_maps(enum fr_picture_format format, const char *file,
                                           const char *folder, const char *const *names, int count,
                                           const struct fr_allocator *allocator,
                                           struct fr_error *error);

#endif
