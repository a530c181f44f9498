/* The decoders of images. Each returns FR_OK and a map that the caller releases, or FR_BAD_INPUT,
 * FR_UNSUPPORTED or FR_NO_MEMORY with error filled. */
#ifndef FOOTRACE_MAPS_FORMATS_IMAGE_LOAD_IMAGE_H
#define FOOTRACE_MAPS_FORMATS_IMAGE_LOAD_IMAGE_H

#include "maps/formats/base/file.h"
#include "maps/formats/base/load_options.h"
#include "maps/formats/base/load_report.h"
#include "maps/map.h"

/* Each requires a file with its signature. */
FR_MUST_USE enum fr_status fr_load_png(const struct fr_file *file,
                                       const struct fr_load_options *options, struct fr_map **map,
                                       struct fr_load_report *report);
FR_MUST_USE enum fr_status fr_load_bmp(const struct fr_file *file,
                                       const struct fr_load_options *options, struct fr_map **map,
                                       struct fr_load_report *report);
FR_MUST_USE enum fr_status fr_load_stb(const struct fr_file *file,
                                       const struct fr_load_options *options, struct fr_map **map,
                                       struct fr_load_report *report);
FR_MUST_USE enum fr_status fr_load_webp(const struct fr_file *file,
                                        const struct fr_load_options *options, struct fr_map **map,
                                        struct fr_load_report *report);

bool fr_webp_knows(const struct fr_file *file);

/* Whether stb_image can read the file; tested last, as TGA has no signature. */
bool fr_stb_knows(const struct fr_file *file);

#endif
