/* The .patch files of version 2 .scen files: numbered bitmaps in terrain letters.
 *
 *     type patch
 *     patches 2
 *     patch 0
 *     height 1
 *     width 3
 *     map
 *     .@@
 *     patch 1
 *     ... */
#ifndef FOOTRACE_MAPS_FORMATS_CLICKS_PATCH_FILE_H
#define FOOTRACE_MAPS_FORMATS_CLICKS_PATCH_FILE_H

#include "maps/click_set.h"
#include "maps/formats/base/error.h"

struct fr_patches {
    struct fr_patch **at;
    size_t count, capacity;
};

/* Reads all patches of a file into the set: area 1 for '.', 'G' or 'S', else area 0; none is larger
 * than `width` x `height`. FR_OK and a list that the caller releases; or FR_BAD_INPUT or
 * FR_NO_MEMORY with `error` filled. */
FR_MUST_USE enum fr_status fr_patch_file_read(const char *file, int32_t width, int32_t height,
                                              struct fr_click_set *set, struct fr_patches *patches,
                                              struct fr_error *error);

/* Releases the list; the set keeps the patches. */
void fr_patches_release(struct fr_patches *patches, const struct fr_allocator *allocator);

#endif
